//! In which of the three forms the rows of a table are written.

use super::dashes::is_delimiter;
use super::lines::{Lines, begins_definition};

/// What a line below a table's head begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Pipe,
    BarePipe,
    Bullets,
    Lines,
}

/// The form that begins at the next line; `None` where no row does.
pub(super) fn form_of(text: &str, lines: &Lines<'_>) -> Option<Form> {
    let raw = &text[lines.peek()?];
    let line = raw.trim();
    if line.starts_with('|') {
        return Some(Form::Pipe);
    }
    if is_bullet(line) {
        return Some(Form::Bullets);
    }
    let mut ahead = lines.clone();
    ahead.take();
    let below = ahead.peek().map_or("", |range| &text[range]);
    let is_ruled = is_delimiter(below) || !is_row_line(line);
    if line.contains('|') && below.contains('|') && is_ruled {
        return Some(Form::BarePipe);
    }
    let is_closed = line.split_whitespace().next() == Some("end");
    let is_row = is_row_line(line) && !begins_definition(raw);
    (is_row || is_closed).then_some(Form::Lines)
}

/// Whether a line is a row of a bullet list.
pub(super) fn is_bullet(line: &str) -> bool {
    let mut chars = line.chars();
    matches!(chars.next(), Some('-' | '*' | '•' | '+')) && chars.next().is_some_and(|c| c == ' ' || c == '\t')
}

/// Whether a line closes a table.
pub(super) fn is_end(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("end")
        && !line.contains(':')
        && words.next().is_none_or(|word| !word.starts_with('='))
}

/// Whether a line has a colon that could end a key, outside its text.
pub(super) fn is_row_line(line: &str) -> bool {
    line.find(':').is_some_and(|at| at > 0 && !line[..at].contains('"') && !line[..at].contains("=>"))
}
