//! Numbers behind the dashes of a list that are no keys of a die, `- 10: strike`: nothing is made of them.

use crate::base::Span;
use crate::check::reading::SourceReader;
use crate::check::reports::Reports;
use crate::diag::{Certainty, Diagnostic, Edit, Fix, codes};
use crate::syntax::ast::{self, LineRow, TableBody, TableKind};

/// Points at lists whose rows all begin with numbers that do not count on: they are meant as weights.
pub(super) fn numbered_lines(reports: &mut Reports, reading: &SourceReader<'_>, table: &ast::Table) {
    let (TableBody::Bullets(rows), TableKind::Table | TableKind::Deck) = (&table.body, table.kind) else {
        return;
    };
    let numbers: Option<Vec<(u64, Span)>> = rows.iter().map(|row| leading_number(row, reading)).collect();
    let Some(numbers) = numbers else { return };
    let counts_on = numbers.windows(2).all(|pair| matches!(pair, [(a, _), (b, _)] if a + 1 == *b));
    let Some((number, span)) = numbers.first().filter(|_| !counts_on) else { return };
    let message = format!("`{number}:` is no key of a die and no weight: all rows are equally likely");
    let mut report = Diagnostic::warning(&codes::tables::LOOSE_WEIGHT, *span, message);
    let edit = |(number, span): &(u64, Span)| Edit { span: *span, text: format!("{number}x ") };
    report.fixes.push(Fix {
        title: "make the numbers weights, as in `3x wolf`".to_owned(),
        edits: numbers.iter().map(edit).collect(),
        certainty: Certainty::Likely,
    });
    reports.add(report);
}

/// The number behind the dash of a row, and where it stands with its colon.
fn leading_number(row: &LineRow, reading: &SourceReader<'_>) -> Option<(u64, Span)> {
    let line = reading.written(row.span);
    let item = line.trim_start_matches(['-', '*', '+']).trim_start();
    let digits = item.bytes().take_while(u8::is_ascii_digit).count();
    let number = item.get(..digits)?.parse().ok().filter(|number| (1..1_000_000).contains(number))?;
    let text = item.get(digits..)?.strip_prefix(": ")?.trim_start();
    let place = |rest: &str| u32::try_from(line.len() - rest.len()).ok().map(|at| row.span.start + at);
    let span = Span { start: place(item)?, end: place(text)?, ..row.span };
    (row.key.text.is_empty() && text.chars().any(char::is_alphabetic)).then_some((number, span))
}
