//! AnyDice programs in: names, functions and outputs become functions of ours. What has no equal here is named
//! and stays as a comment.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::anydice_expr::{Made, Reader, Sort};
use super::carried::{Carried, ImportError};
use super::sheet::as_name;
use crate::base::{FreeNames, SourceId};
use crate::syntax::parse_file;

/// Makes a source of an AnyDice program.
///
/// # Errors
/// Nothing in it could be carried over.
pub(crate) fn import_anydice(text: &str) -> Result<Carried, ImportError> {
    let text = without_comments(text);
    let mut program =
        Program { out: String::new(), lost: Vec::new(), names: FreeNames::default(), known: BTreeMap::new() };
    for statement in statements(&text) {
        program.statement(&statement);
    }
    // What is only comments is no program.
    if program.out.lines().all(|line| line.starts_with("# ") || line.trim().is_empty()) {
        let why = program.lost.first().cloned().unwrap_or_else(|| "there is no output in it".to_owned());
        return Err(ImportError::Broken(why));
    }
    program.lost.dedup();
    Ok(Carried { text: program.out, lost: program.lost })
}

/// `\ a comment \` is left out.
fn without_comments(text: &str) -> String {
    text.split('\\').step_by(2).collect::<Vec<_>>().join(" ")
}

/// The statements at the top: a line each, or a block in braces that `function` or `loop` begins.
fn statements(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut now = String::new();
    let mut depth = 0i32;
    let mut quoted = false;
    for c in text.chars() {
        quoted ^= c == '"';
        if !quoted {
            depth += i32::from(c == '{') - i32::from(c == '}');
        }
        now.push(if c == '\r' { ' ' } else { c });
        if c == '\n' && depth <= 0 && !quoted {
            all.push(std::mem::take(&mut now));
        }
    }
    all.push(now);
    all.into_iter().map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect()
}

struct Program {
    out: String,
    lost: Vec<String>,
    names: FreeNames,
    /// The names of the program as they are called here, and what they hold.
    known: BTreeMap<String, Made>,
}

impl Program {
    fn statement(&mut self, written: &str) {
        let done = if let Some(output) = written.strip_prefix("output ") {
            self.output(output)
        } else if written.starts_with("function:") {
            self.function(written)
        } else if let Some((name, value)) =
            written.split_once(':').filter(|(name, _)| is_variable(name.trim()))
        {
            self.variable(name.trim(), value)
        } else {
            Err("has no equal here".to_owned())
        };
        if let Err(why) = done {
            let first = written.lines().next().unwrap_or("");
            self.lost.push(format!("`{first}` is left out as a comment: it {why}"));
            for line in written.lines() {
                let _ = writeln!(self.out, "# {}", line.trim_end());
            }
        }
    }

    /// Adds a definition that reads here.
    fn define(&mut self, doc: Option<&str>, written: String) -> Result<(), String> {
        let read = parse_file(SourceId(0), &written);
        if read.diagnostics.iter().any(crate::diag::Diagnostic::is_error) {
            return Err("cannot be written here".to_owned());
        }
        if let Some(doc) = doc {
            let _ = writeln!(self.out, "## {}", doc.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        self.out.push_str(&written);
        Ok(())
    }

    fn made(&mut self, text: &str, local: &BTreeMap<String, Made>) -> Result<Made, String> {
        let mut known = self.known.clone();
        known.extend(local.iter().map(|(name, made)| (name.clone(), made.clone())));
        let mut reader = Reader::new(text, &known);
        let made = reader.whole()?;
        self.lost.extend(reader.told);
        Ok(made)
    }

    fn output(&mut self, written: &str) -> Result<(), String> {
        let (expr, title) = match written.rsplit_once(" named ") {
            Some((expr, title)) => (expr, Some(title.trim().trim_matches('"'))),
            None => (written, None),
        };
        let made = self.made(expr, &BTreeMap::new())?;
        let base = title.map_or_else(|| "output".to_owned(), as_name);
        let name = self.names.give(&base);
        self.define(title.or(Some(expr)), format!("fn {name}() = {}\n\n", made.text))
    }

    /// `X: 3d6` holds the dice, which every mention rolls: a function.
    fn variable(&mut self, name: &str, value: &str) -> Result<(), String> {
        let made = self.made(value, &BTreeMap::new())?;
        let own = self.names.give(&as_name(name));
        self.define(None, format!("fn {own}() = {}\n\n", made.text))?;
        self.known.insert(name.to_owned(), Made::name(format!("{own}()"), made.sort));
        Ok(())
    }

    /// `function: attack AC:n with BONUS:n { … }`.
    fn function(&mut self, written: &str) -> Result<(), String> {
        let (head, body) = written.split_once('{').ok_or("has no body")?;
        let body = body.rsplit_once('}').map_or(body, |(body, _)| body);
        let mut words = Vec::new();
        let mut params = Vec::new();
        let mut local = BTreeMap::new();
        for word in head.trim_start_matches("function:").split_whitespace() {
            match word.split_once(':') {
                Some((name, "n")) => {
                    let own = as_name(name);
                    params.push(format!("{own}: number"));
                    local.insert(name.to_owned(), Made::name(own, Sort::Number));
                }
                None if is_variable(word) => {
                    let own = as_name(word);
                    params.push(format!("{own}: number"));
                    local.insert(word.to_owned(), Made::name(own, Sort::Number));
                }
                Some((_, _)) => return Err("takes dice or sequences unrolled".to_owned()),
                None => words.push(word.to_lowercase()),
            }
        }
        let value = self.body(body, &local)?;
        let name = self.names.give(&as_name(&words.join(" ")));
        self.define(None, format!("fn {name}({}) = {}\n\n", params.join(", "), value.text))?;
        self.known.insert(words.join(" "), Made::name(name, value.sort));
        Ok(())
    }

    /// `if … { result: a } else { result: b }` or `result: a`, as one expression.
    fn body(&mut self, written: &str, local: &BTreeMap<String, Made>) -> Result<Made, String> {
        let written = written.trim();
        if let Some(rest) = written.strip_prefix("result:") {
            let end = rest.find("\n").unwrap_or(rest.len());
            return self.made(rest.get(..end).unwrap_or(rest), local);
        }
        let Some(rest) = written.strip_prefix("if ") else {
            return Err("does more than give a result".to_owned());
        };
        let (condition, rest) = block_after(rest).ok_or("has an `if` without a block")?;
        let (then, after) = rest;
        let after = after.trim();
        let otherwise = match after.strip_prefix("else") {
            Some(other) if other.trim_start().starts_with("if ") => other.trim_start(),
            Some(other) => {
                block_after(other).map(|(_, (inside, _))| inside).ok_or("has an `else` without a block")?
            }
            None => after,
        };
        if otherwise.is_empty() {
            return Err("gives nothing where its condition does not hold".to_owned());
        }
        let condition = self.made(condition, local)?.condition();
        let (then, otherwise) = (self.body(then, local)?, self.body(otherwise, local)?);
        Ok(Made::compound(format!("if {condition} then {} else {}", then.text, otherwise.text), then.sort))
    }
}

/// What stands before a block in braces, the block's inside, and what follows it.
fn block_after(text: &str) -> Option<(&str, (&str, &str))> {
    // A sequence in the condition is in braces too: the block is the one that holds a statement.
    let starts = text.match_indices('{').map(|(at, _)| at);
    for start in starts {
        let inside = text.get(start + 1..)?;
        let first = inside.trim_start();
        if !(first.starts_with("result:") || first.starts_with("if ")) {
            continue;
        }
        let mut depth = 1;
        let end = inside.char_indices().find(|(_, c)| {
            depth += i32::from(*c == '{') - i32::from(*c == '}');
            depth == 0
        });
        let (end, _) = end?;
        return Some((text.get(..start)?, (inside.get(..end)?, inside.get(end + 1..)?)));
    }
    None
}

fn is_variable(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_uppercase() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_become_functions() {
        let text = "\\ a comment \\\nX: 3d6\noutput X + X named \"twice\"\n\
            function: crit N:n {\n if N = 20 { result: 2d8+5 } else if N > 11 { result: d8+5 } else { result: 0 }\n}\n\
            output [crit d20]\noutput [highest 3 of 4d6]\noutput 1@2d20\noutput 5/2\noutput (d6 > 3) + 1\n\
            output d{1,1,2..4}\nloop I over {1..3} {\n output Id6\n}\n";
        let carried = import_anydice(text).expect("a program");
        assert_eq!(
            carried.text,
            "fn x() = 3d6\n\n## twice\nfn twice() = x() + x()\n\n\
             fn crit(n: number) = if n == 20 then 2d8 + 5 else if n > 11 then d8 + 5 else 0\n\n\
             ## [crit d20]\nfn output() = crit(d20)\n\n## [highest 3 of 4d6]\nfn output_2() = 4d6kh3\n\n\
             ## 1@2d20\nfn output_3() = 2d20kh1\n\n## 5/2\nfn output_4() = 5 // 2\n\n\
             ## (d6 > 3) + 1\nfn output_5() = (if d6 > 3 then 1 else 0) + 1\n\n\
             ## d{1,1,2..4}\nfn output_6() = d{1, 1, 2, 3, 4}\n\n# loop I over {1..3} {\n#  output Id6\n# }\n"
        );
        assert_eq!(carried.lost.len(), 1, "{:?}", carried.lost);
        assert!(import_anydice("hello").is_err());
    }
}
