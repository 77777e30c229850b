//! Texts of strangers as cells and rows that say just them. Whether a text may stand as it is, is found by reading
//! it back: `007` would be a number, a dash nothing, `1-3` a range, `==x==` an `x`.

use super::source::{between_bars, row_text};
use crate::base::{Num, SourceId};
use crate::syntax::ast::{Cell, CellKind, ExprKind, ItemKind, Segment, TableBody, Text};
use crate::syntax::parse_file;

/// A text with its live parts cut out, and whether it has some.
#[derive(Debug, PartialEq, Eq)]
struct Words {
    literal: String,
    is_live: bool,
}

impl Words {
    fn of(text: &Text) -> Words {
        Words { literal: text.literal().into_owned(), is_live: !text.is_literal() }
    }
}

/// A text of a list, in which the marks of Markdown are read as everywhere, as a cell.
pub(super) fn cell_in(text: &str) -> String {
    match row_read(text) {
        Some(wanted) => said(text, &wanted, cell_read),
        None => text.to_owned(),
    }
}

/// A text in which no sign has a meaning but braces and backslashes, as a cell.
pub(super) fn plain_cell(text: &str) -> String {
    match meant(text) {
        Some(wanted) => said(text, &wanted, cell_read),
        None => text.to_owned(),
    }
}

/// The same as a row of a list.
pub(super) fn plain_row(text: &str) -> String {
    match meant(text) {
        Some(wanted) => said(text, &wanted, row_read),
        None => text.to_owned(),
    }
}

/// The first way of writing it that is read as it is meant.
fn said(text: &str, wanted: &Words, read: fn(&str) -> Option<Words>) -> String {
    let holds = |written: &String| read(written).as_ref() == Some(wanted);
    if read(text).as_ref() == Some(wanted) {
        return text.to_owned();
    }
    let quotes = Some(quoted(text)).filter(|_| !wanted.is_live);
    // In quotes a whole text is live, and says what it says.
    let in_quotes = |written: &String| quoted_read(read_cell(written)).as_ref() == Some(wanted);
    let marked = Some(unmarked(text)).filter(holds);
    marked.or_else(|| quotes.filter(in_quotes)).unwrap_or_else(|| text.to_owned())
}

/// What a text means: in quotes nothing else has a meaning.
fn meant(text: &str) -> Option<Words> {
    if !text.contains(['\\', '{', '"']) {
        return Some(Words { literal: text.to_owned(), is_live: false });
    }
    quoted_read(read_cell(&quoted(text)))
}

fn quoted(text: &str) -> String {
    format!("{{\"{}\"}}", text.replace('"', "\\\""))
}

fn quoted_read(cell: Option<Cell>) -> Option<Words> {
    let CellKind::Text(text) = cell?.kind else { return None };
    let [Segment::Live(live)] = text.segments.as_slice() else { return None };
    if let ExprKind::Text(text) = &live.kind { Some(Words::of(text)) } else { None }
}

/// A text with a backslash before each sign that begins a mark of Markdown, outside of braces.
fn unmarked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut depth = 0u32;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => {
                out.push(letter);
                out.extend(letters.next());
                continue;
            }
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '&' | '[' | '<' | '%' | '=' | '!' if depth == 0 => out.push('\\'),
            _ => {}
        }
        out.push(letter);
    }
    out
}

/// What a cell says; `None` where it says nothing, or something that is no text.
fn cell_read(written: &str) -> Option<Words> {
    match read_cell(written)?.kind {
        CellKind::Blank => None,
        CellKind::Text(text) => Some(Words::of(&text)),
        CellKind::Value(value) => {
            let literal = if let ExprKind::Number { value, percent } = value.kind {
                let of_hundred = value.mul(Num::int(100)).ok()?;
                if percent { format!("{}%", of_hundred.shown()) } else { value.shown() }
            } else if let ExprKind::Quantity(..) = value.kind {
                // Nothing brought from elsewhere has units: it is text, as it is written.
                written.to_owned()
            } else {
                return None;
            };
            Some(Words { literal, is_live: false })
        }
    }
}

fn read_cell(written: &str) -> Option<Cell> {
    let source = format!("table t\n| d1 | x |\n|---|---|\n| 1 | {} |\n", between_bars(written));
    let TableBody::Pipe { rows, .. } = body_of(&source)? else { return None };
    let [row] = <[_; 1]>::try_from(rows).ok()?;
    let [_, cell] = <[Cell; 2]>::try_from(row.cells).ok()?;
    Some(cell)
}

/// What a row of a list says.
fn row_read(written: &str) -> Option<Words> {
    let TableBody::Bullets(rows) = body_of(&format!("table t\n- 1x {}\n", row_text(written)))? else {
        return None;
    };
    let [row] = <[_; 1]>::try_from(rows).ok()?;
    row.effects.is_none().then(|| Words::of(&row.text))
}

fn body_of(source: &str) -> Option<TableBody> {
    let read = parse_file(SourceId(0), source);
    let [item] = <[_; 1]>::try_from(read.file.items).ok()?;
    let ItemKind::Table(table) = item.kind else { return None };
    Some(table.body.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_read_as_something_else_is_put_in_a_text() {
        for (text, cell) in [
            ("mud", "mud"),
            ("12", "12"),
            ("2.5", "2.5"),
            ("50%", "50%"),
            ("5 gp", "5 gp"),
            ("3 crows and a half", "3 crows and a half"),
            ("+3", "{\"+3\"}"),
            ("007", "{\"007\"}"),
            ("1,000", "{\"1,000\"}"),
            ("1-3", "{\"1-3\"}"),
            ("1–3", "{\"1–3\"}"),
            ("-", "{\"-\"}"),
            ("—", "{\"—\"}"),
            ("d6", "{\"d6\"}"),
            ("2d6+1", "{\"2d6+1\"}"),
            ("{2d6} gp", "{2d6} gp"),
        ] {
            assert_eq!((cell_in(text).as_str(), plain_cell(text).as_str()), (cell, cell));
        }
    }

    #[test]
    fn marks_of_markdown_are_signs_where_there_is_no_markdown() {
        for (text, cell) in [
            ("&amp; x", "\\&amp; x"),
            ("==x== for {2d6}", "\\=\\=x\\=\\= for {2d6}"),
            ("[[Old Tom]]", "\\[\\[Old Tom]]"),
            ("say \"hi\"", "say \"hi\""),
            ("a \\\\ b \\{c}", "a \\\\ b \\{c}"),
        ] {
            assert_eq!((plain_cell(text).as_str(), plain_row(text).as_str()), (cell, cell));
        }
        assert_eq!((cell_in("==x=="), plain_row("007 => x")), ("==x==".to_owned(), "007 => x".to_owned()));
    }
}
