//! What may stand at a place of a file that is being written: completion in an editor. It shares its words
//! with the completion of a session.

use rustc_hash::FxHashSet;

use super::complete::{Candidate, everywhere, modifiers, word_start};
use super::names::{Named, What};
use super::survey::Survey;
use crate::check::program::{Program, ScaleId};
use crate::syntax::words::is_name;
use crate::syntax::{TokenClass, tokens};

/// What every row has besides its columns.
const ROW_PARTS: &[&str] = &["roll", "key", "name"];

impl Survey {
    /// What may stand instead of the word that ends at byte `at` of the file's text: where it begins, and
    /// the candidates in order. None inside text and comments. `rules` are the rule-sets that `use` finds.
    pub(crate) fn complete(
        &self,
        text: &str,
        at: usize,
        rules: impl Iterator<Item = Named>,
    ) -> (usize, Vec<Candidate>) {
        let rules = rules.map(|named| Candidate { text: named.name.to_string(), what: What::Rules });
        let typed = text.get(..at).unwrap_or(text);
        let line = typed.rfind('\n').map_or(0, |end| end + 1);
        let before = typed.get(line..).unwrap_or("");
        let start = line + word_start(before);
        let word = typed.get(start..).unwrap_or("");
        if let Some(named) = before.trim_start().strip_prefix("use ") {
            let plain = named.chars().all(|c| c.is_alphanumeric() || c == '_');
            return (start, if plain { begun(rules.collect(), word) } else { Vec::new() });
        }
        if is_prose(text, line, at) {
            return (at, Vec::new());
        }
        if let Some((at, modifiers)) = modifiers(word) {
            return (start + at, modifiers);
        }
        match word.rsplit_once('.') {
            Some((of, begins)) => {
                let base = of.rsplit('.').next().unwrap_or(of);
                (start + of.len() + 1, begun(self.inside(base), begins))
            }
            None => {
                let mut all = self.bare();
                all.extend(locals(typed));
                all.extend(rules);
                (start, begun(all, word))
            }
        }
    }

    /// The names that stand by themselves in the file.
    fn bare(&self) -> Vec<Candidate> {
        let readable = self.names().iter().filter(|named| self.reads(&named.name));
        let names = readable.map(|named| Candidate { text: named.name.to_string(), what: named.what });
        let program = self.program();
        let words = program.scales.iter().filter(|scale| self.reads(&scale.def.name));
        let words = words.flat_map(|scale| scale.words.iter()).map(|word| word.to_string());
        let words = words.filter(|word| is_name(word)).map(|text| Candidate { text, what: What::Word });
        names.chain(words).chain(everywhere()).filter(|candidate| !candidate.text.starts_with('_')).collect()
    }

    /// What may stand behind a name and a dot.
    fn inside(&self, base: &str) -> Vec<Candidate> {
        let program = self.program();
        let of_module = self.names().iter().filter(|named| self.is_module(base, &named.module));
        let mut all: Vec<Candidate> =
            of_module.map(|named| Candidate { text: named.name.to_string(), what: named.what }).collect();
        let scale = program.scales.iter().position(|scale| *scale.def.name == *base);
        all.extend(scale.map(ScaleId::from).into_iter().flat_map(|id| words_of(program, id)));
        if all.is_empty() {
            all = fields(program, base);
        }
        all
    }
}

/// Those that begin as a word does, each once, in order.
fn begun(mut all: Vec<Candidate>, word: &str) -> Vec<Candidate> {
    let begun = word.to_lowercase();
    all.retain(|candidate| candidate.text.to_lowercase().starts_with(&begun));
    all.sort();
    let mut seen = FxHashSet::default();
    all.retain(|candidate| seen.insert(candidate.text.clone()));
    all
}

fn words_of(program: &Program, id: ScaleId) -> Vec<Candidate> {
    let words = program.scales.get(id.index()).map_or(&[][..], |scale| &scale.words);
    words.iter().map(|word| Candidate { text: word.to_string(), what: What::Word }).collect()
}

/// The columns of the table of this name; where there is none, what is behind the dot is not known, and
/// every field and column may be meant.
fn fields(program: &Program, base: &str) -> Vec<Candidate> {
    let made = |text: String| Candidate { text, what: What::Field };
    let columns = |table: &crate::check::program::Table| {
        table.columns.iter().map(|column| made(column.name.to_string())).collect::<Vec<_>>()
    };
    let rows = ROW_PARTS.iter().map(|part| made((*part).to_owned()));
    if let Some(table) = program.tables.iter().find(|table| *table.def.name == *base) {
        return columns(table).into_iter().chain(rows).collect();
    }
    let of_sheets = program.sheets.iter().flat_map(|sheet| &sheet.fields);
    let of_sheets = of_sheets.map(|field| made(field.name.to_string()));
    let of_rows = program.tables.iter().flat_map(|table| columns(table));
    of_sheets.chain(of_rows).chain(rows).filter(|candidate| !candidate.text.is_empty()).collect()
}

/// Whether a place is in text or in a comment.
fn is_prose(text: &str, line: usize, at: usize) -> bool {
    let end = text.get(at..).and_then(|rest| rest.find('\n')).map_or(text.len(), |end| at + end);
    // A line by itself does not know that it is a table's row, so a few lines above it are read, too.
    let above = text.get(..line).map_or(0, definition_start);
    let read = text.get(above..end).unwrap_or("");
    let token = tokens(read)
        .into_iter()
        .find(|token| token.range.start + above < at && at <= token.range.end + above);
    token.is_some_and(|token| match token.class {
        TokenClass::Text | TokenClass::Escape => {
            // A bare word in a cell may still become a name in braces; quotes and cells are text.
            true
        }
        TokenClass::Comment | TokenClass::Doc => true,
        TokenClass::Keyword
        | TokenClass::Definition
        | TokenClass::Name
        | TokenClass::Literal
        | TokenClass::Number
        | TokenClass::Dice
        | TokenClass::Live
        | TokenClass::Key
        | TokenClass::TableMark
        | TokenClass::Operator
        | TokenClass::Punctuation => false,
    })
}

/// Where the definition begins whose lines a text ends with: its last line that is not set in.
fn definition_start(text: &str) -> usize {
    let mut start = 0;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let first = line.chars().next().unwrap_or(' ');
        let word = line.split_whitespace().next().unwrap_or("");
        if first.is_alphabetic() && word != "end" && word != "else" {
            start = at;
        }
        at += line.len();
    }
    start
}

/// The names that the definition around the end of a text has made for itself: inputs, `let` and `for`.
fn locals(typed: &str) -> Vec<Candidate> {
    let start = definition_start(typed);
    let own = typed.get(start..).unwrap_or("");
    let word = own.len() - own.get(word_start(own)..).map_or(0, str::len);
    let read = own.get(..word).unwrap_or("");
    let head = read.find('\n').unwrap_or(read.len());
    let (open, close) = (read.find('(').unwrap_or(head), read.find(')').unwrap_or(head).min(head));
    let mut all = Vec::new();
    let mut previous = "";
    for token in tokens(read) {
        let text = read.get(token.range.clone()).unwrap_or("");
        let input = (open..close).contains(&token.range.start) && (previous == "(" || previous == ",");
        let made = matches!(previous, "let" | "for" | "choose" | "ask");
        if (input || made) && is_name(text) {
            all.push(Candidate { text: text.to_owned(), what: What::Local });
        }
        previous = text;
    }
    all
}
