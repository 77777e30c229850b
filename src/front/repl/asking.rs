//! What `:odds` is asked: an expression, and behind it what else `tw odds` takes.

use std::path::PathBuf;

use crate::front::cli::args::Answering;

/// A line behind `:odds`.
#[derive(Debug, Default)]
pub struct Asking<'l> {
    /// The expression.
    pub expr: &'l str,
    /// A house rule to compare with.
    pub changed: Option<&'l str>,
    /// Which end is asked for: whether at least, and the number as it was written.
    pub tail: Option<(bool, &'l str)>,
    /// The most rows.
    pub rows: Option<usize>,
    /// How prompts are answered.
    pub answering: Answering,
}

impl Asking<'_> {
    /// Takes `--changed`, `--answer`, `--answers` and `--defaults` off the end of a line.
    ///
    /// # Errors
    /// The word behind two dashes that is none of these.
    pub fn read(line: &str) -> Result<Asking<'_>, &str> {
        let mut asking = Asking { expr: line.trim(), ..Asking::default() };
        while let Some((before, flag)) = asking.expr.rsplit_once(" --") {
            // `3 --2` takes away minus two.
            if !flag.starts_with(char::is_alphabetic) {
                break;
            }
            let (word, value) = flag.split_once([' ', '=']).unwrap_or((flag, ""));
            let value = value.trim();
            match word {
                "answer" => asking.answering.answer.insert(0, value.to_owned()),
                "answers" => asking.answering.answers = Some(PathBuf::from(value)),
                "defaults" => asking.answering.defaults = true,
                "changed" => asking.changed = Some(value),
                "at-least" => asking.tail = Some((true, value)),
                "at-most" => asking.tail = Some((false, value)),
                "rows" if value.parse::<usize>().is_ok() => asking.rows = value.parse().ok(),
                _ => return Err(word),
            }
            asking.expr = before.trim();
        }
        Ok(asking)
    }
}

/// The expressions of a question about several: `2d6, 3d4` or `2d6 vs 3d4`. What stands in brackets or in
/// quotes is not cut.
pub fn series(text: &str) -> Vec<&str> {
    let (mut depth, mut quoted, mut from, mut parts) = (0i32, false, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text.get(from..at).unwrap_or(""));
                from = at + 1;
            }
            ' ' if depth == 0 && at >= from => {
                let word = text.get(at..).unwrap_or("");
                if let Some(sign) = [" vs. ", " vs ", " versus "].iter().find(|sign| word.starts_with(**sign))
                {
                    parts.push(text.get(from..at).unwrap_or(""));
                    from = at + sign.len();
                }
            }
            _ => {}
        }
    }
    parts.push(text.get(from..).unwrap_or(""));
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_behind_the_expression_is_taken_off() {
        let asked =
            Asking::read("delve(4).met --answer deed=rest --answer way=the left --changed a.b=3 --defaults")
                .expect("all of it is known");
        assert_eq!((asked.expr, asked.changed), ("delve(4).met", Some("a.b=3")));
        assert_eq!(asked.answering.answer, ["deed=rest", "way=the left"]);
        assert!(asked.answering.defaults);
        assert_eq!(Asking::read("3 --2").expect("an expression").expr, "3 --2");
        assert_eq!(Asking::read("d6 --exactly").err(), Some("exactly"));
        let tail = Asking::read("2d6 --at-least 7").expect("known");
        assert_eq!((tail.expr, tail.tail), ("2d6", Some((true, "7"))));
    }

    #[test]
    fn several_expressions_are_told_apart_outside_of_brackets() {
        assert_eq!(series("2d6 + 3, max(d6, d8) vs d{1, 2}"), ["2d6 + 3", "max(d6, d8)", "d{1, 2}"]);
        assert_eq!(series("moor"), ["moor"]);
    }
}
