//! Writing what was brought as a source of the language.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde_json::Value;

use crate::base::SourceId;
use crate::diag::Diagnostic;
use crate::syntax::{holds_controls, is_cell, is_control, parse_file};

/// A title on one line, with nothing in it that quotes give a meaning.
pub(super) fn title_in(title: &str) -> String {
    let title = title.replace('\\', "").replace('"', "'").replace('{', "(").replace('}', ")");
    title
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A text without what no source may hold, which is counted.
pub(super) fn without_controls<'t>(text: &'t str, left_out: &mut usize) -> Cow<'t, str> {
    if holds_controls(text) { without(text, left_out, is_control) } else { Cow::Borrowed(text) }
}

/// The same of a text that is yet to be read: what parts pages parts words for its reader.
pub(super) fn without_signals<'t>(text: &'t str, left_out: &mut usize) -> Cow<'t, str> {
    let is_signal = |c: char| is_control(c) && !c.is_whitespace();
    if holds_controls(text) { without(text, left_out, is_signal) } else { Cow::Borrowed(text) }
}

fn without<'t>(text: &'t str, left_out: &mut usize, goes: impl Fn(char) -> bool) -> Cow<'t, str> {
    let count = text.chars().filter(|c| goes(*c)).count();
    *left_out += count;
    match count {
        0 => Cow::Borrowed(text),
        _ => Cow::Owned(text.chars().filter(|c| !goes(*c)).collect()),
    }
}

/// The same of all texts of a document, which may hold them written as `\u0000`.
pub(super) fn clean(document: &mut Value, left_out: &mut usize) {
    match document {
        Value::String(text) => {
            if let Cow::Owned(plain) = without_signals(text, left_out) {
                *text = plain;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| clean(item, left_out)),
        Value::Object(fields) => fields.values_mut().for_each(|field| clean(field, left_out)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A table or deck of lines, each with its weight.
pub(super) fn bullets(name: &str, title: &str, kind: &str, rows: &[(u64, String)]) -> String {
    let mut out = format!("{}\n", head(kind, name, title));
    for (weight, text) in rows {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = row_text(&text);
        let _ = match weight {
            // `3x crows` in a stranger's list are three times crows, and not a weight.
            1 if !text.starts_with(|c: char| c.is_ascii_digit()) => writeln!(out, "- {text}"),
            _ => writeln!(out, "- {weight}x {text}"),
        };
    }
    out
}

/// A text as a row: it ends there, and no effects follow it.
pub(super) fn row_text(text: &str) -> String {
    closed(text).replace(" => ", " \\=> ")
}

/// A text whose last backslash stands for itself: nothing is there that it could stand before.
fn closed(text: &str) -> Cow<'_, str> {
    let backslashes = text.len() - text.trim_end_matches('\\').len();
    if backslashes % 2 == 1 { Cow::Owned(format!("{text}\\")) } else { Cow::Borrowed(text) }
}

/// What stands between two bars, on one line. A bar that a backslash stands before is none already.
pub(super) fn between_bars(cell: &str) -> String {
    let mut out = String::with_capacity(cell.len());
    let mut letters = cell.chars().map(|letter| if matches!(letter, '\n' | '\r') { ' ' } else { letter });
    while let Some(letter) = letters.next() {
        match letter {
            '|' => out.push_str("\\|"),
            '\\' => {
                out.push(letter);
                out.push(letters.next().unwrap_or('\\'));
            }
            _ => out.push(letter),
        }
    }
    out
}

/// Whether a text holds a number that is longer than numbers are here.
pub(super) fn is_too_long(text: &str) -> bool {
    const DIGITS: usize = 18;
    text.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() > DIGITS)
}

/// A cell whose braces are none of ours, with its braces meant as text: one never closes, nothing opened it, or
/// what is between them cannot be read. Nothing where the cell may stand as it is.
pub(super) fn plain_braces(cell: &str) -> Option<String> {
    let (plain, paired) = braces_as_text(cell);
    // What cannot be read in its form needs no report.
    (plain.len() > cell.len() && !(paired && is_cell(cell) && reads(cell))).then_some(plain)
}

/// Whether a cell can be read.
fn reads(cell: &str) -> bool {
    let table = format!("table t\n| d1 | x |\n|---|---|\n| 1 | {} |\n", between_bars(cell));
    !parse_file(SourceId(0), &table).diagnostics.iter().any(Diagnostic::is_error)
}

/// A text with a backslash before each brace, and whether each brace has its partner.
pub(super) fn braces_as_text(text: &str) -> (String, bool) {
    let mut depth = 0u32;
    let mut ends_nothing = false;
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => {
                out.push(letter);
                out.extend(letters.next());
                continue;
            }
            '{' => depth += 1,
            '}' => match depth.checked_sub(1) {
                Some(left) => depth = left,
                None => ends_nothing = true,
            },
            _ => {}
        }
        if matches!(letter, '{' | '}') {
            out.push('\\');
        }
        out.push(letter);
    }
    (out, !ends_nothing && depth == 0)
}

/// A cell with a number that is longer than numbers are here says it as a text.
fn readable(cell: &str) -> Cow<'_, str> {
    let is_value = cell.starts_with(|c: char| c.is_ascii_digit() || "+-−–(dD".contains(c));
    if is_too_long(cell) && is_value && !cell.contains(['"', '{', '}', '\\']) {
        Cow::Owned(format!("{{\"{cell}\"}}"))
    } else {
        Cow::Borrowed(cell)
    }
}

/// The first line of a table.
pub(super) fn head(kind: &str, name: &str, title: &str) -> String {
    format!("{kind} {name} \"{}\"", title_in(title))
}

/// A table in columns, under its first line.
pub(super) fn pipes(head: &str, headings: &[String], rows: &[Vec<String>]) -> String {
    let mut out = format!("{head}\n");
    let line = |cells: &[String]| {
        format!("| {} |\n", cells.iter().map(|cell| between_bars(cell)).collect::<Vec<_>>().join(" | "))
    };
    out.push_str(&line(headings));
    let _ = writeln!(out, "|{}", "---|".repeat(headings.len()));
    for row in rows {
        // The first cell is a key.
        let cells = row.iter().enumerate();
        let cells: Vec<String> = cells
            .map(|(at, cell)| if at == 0 { cell.clone() } else { readable(cell).into_owned() })
            .collect();
        out.push_str(&line(&cells));
    }
    out
}
