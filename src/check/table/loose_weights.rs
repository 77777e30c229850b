//! Numbers before the rows of a list that are meant as weights, and are none.

use crate::base::{Num, Span};
use crate::check::reading::SourceReader;
use crate::check::reports::Reports;
use crate::diag::{Diagnostic, Edit, Fix, codes};
use crate::syntax::ast::{self, KeyPart, LineRow, TableBody, TableKind};

/// Points at weights that are read as something else: as text (`- 3 x wolf`), or as the numbers of cards
/// (`5: plague` in a deck).
pub(super) fn loose_weights(reports: &mut Reports, reading: &SourceReader<'_>, table: &ast::Table) {
    match &table.body {
        TableBody::Bullets(rows) => in_text(reports, reading, rows),
        TableBody::Lines(rows) if table.kind == TableKind::Deck => as_keys(reports, reading, table, rows),
        TableBody::Lines(_) | TableBody::Pipe { .. } => {}
    }
}

/// The blanks between a number and a cross at the beginning of a text, where more follows: `3 x wolf`.
fn blanks_before_cross(text: &str) -> Option<(usize, usize)> {
    let number = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = text.get(number..)?;
    let blanks = rest.len() - rest.trim_start_matches(' ').len();
    let behind = rest.get(blanks..)?.strip_prefix(['x', 'X', '×'])?;
    let named = behind.strip_prefix(' ')?.trim_start().starts_with(char::is_alphabetic);
    (number > 0 && blanks > 0 && named).then_some((number, number + blanks))
}

fn in_text(reports: &mut Reports, reading: &SourceReader<'_>, rows: &[LineRow]) {
    let loose = |row: &LineRow| {
        let span = row.text.span;
        let written = reading.written(span);
        let (from, to) = blanks_before_cross(&written)?;
        let start = span.start as usize;
        let edit = Edit { span: Span::new(span.source, start + from, start + to), text: String::new() };
        Some((span, written.to_string(), edit))
    };
    let found: Vec<_> = rows.iter().filter_map(loose).collect();
    let Some((span, text, _)) = found.first() else { return };
    let message = format!("`{text}` is text: the row is no likelier than another");
    let report = Diagnostic::note_at(&codes::tables::LOOSE_WEIGHT, *span, message);
    let edits: Vec<Edit> = found.iter().map(|(_, _, edit)| edit.clone()).collect();
    reports.add(with_weights(report, edits));
}

fn as_keys(reports: &mut Reports, reading: &SourceReader<'_>, table: &ast::Table, rows: &[LineRow]) {
    let number = |row: &LineRow| match row.key.parts.as_slice() {
        [KeyPart::One(number)] => Some(*number),
        _ => None,
    };
    let Some(mut numbers) = rows.iter().map(number).collect::<Option<Vec<Num>>>() else { return };
    numbers.sort_unstable();
    let counts_on = numbers.windows(2).all(|pair| matches!(pair, [a, b] if a.add(Num::ONE) == Ok(*b)));
    let Some(first) = rows.first().filter(|_| !counts_on) else { return };
    let text = &first.key.text;
    let message = format!("`{text}:` is the number on a card, not how many there are of it");
    let report = Diagnostic::warning(&codes::tables::LOOSE_WEIGHT, first.key.span, message).help(format!(
        "`{}` has {} cards",
        table.name.text,
        rows.len()
    ));
    let edits = rows.iter().filter_map(|row| {
        let between = Span { start: row.key.span.end, end: row.text.span.start, ..row.span };
        let colon = reading.written(between).trim() == ":" && row.guard.is_none();
        colon.then(|| Edit { span: between, text: "x ".to_owned() })
    });
    reports.add(with_weights(report, edits.collect()));
}

fn with_weights(mut report: Diagnostic, edits: Vec<Edit>) -> Diagnostic {
    let title = "make the numbers weights, as in `3x wolf`".to_owned();
    report.fixes.push(Fix { title, edits, sure: false });
    report
}
