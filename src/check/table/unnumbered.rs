//! Tables whose rows have no numbers though dice should pick them: how to number them.

use crate::base::Span;
use crate::check::reading::SourceReader;
use crate::diag::{Certainty, Diagnostic, Edit, Fix, codes};
use crate::syntax::ast::{KeyPart, PipeRow, Table, TableBody, TableHeading, TableKind};

/// The headings and rows of a pipe table of which no row has a number as its key.
pub(super) fn without_numbers(table: &Table) -> Option<(&[TableHeading], &[PipeRow])> {
    let TableBody::Pipe { headings, rows } = &table.body else { return None };
    let is_word = |row: &PipeRow| {
        let mut parts = row.cells.first().into_iter().flat_map(|cell| &cell.key.parts);
        parts.all(|part| matches!(part, KeyPart::Word(_)))
    };
    let fits = table.kind == TableKind::Table && rows.len() > 1 && rows.iter().all(is_word);
    fits.then_some((headings, rows))
}

/// Offers a first column that numbers the rows for `die`, or for a die with a face for each row.
pub(super) fn with_numbers(
    report: Diagnostic,
    reading: &SourceReader<'_>,
    table: &Table,
    die: Option<&str>,
) -> Diagnostic {
    let Some((headings, rows)) = without_numbers(table) else { return report };
    let even = format!("d{}", rows.len());
    if die.is_some_and(|die| die != even) {
        return report.help(format!("number the rows in a first column; {} rows need {even}", rows.len()));
    }
    let (Some(first), Some(row)) = (headings.first(), rows.first()) else { return report };
    let Some(head) = bar_before(reading, first.span) else { return report };
    let last = headings.last().map_or(first.span, |heading| heading.span);
    let between = Span { start: last.end, end: row.span.start, ..row.span };
    let written = reading.written(between);
    let rule = written.find('\n').and_then(|line| written.get(line..)?.find('|').map(|bar| line + bar + 1));
    let Some(rule) = rule else { return report };
    let place = |at: usize| Span { start: at as u32, end: at as u32, ..row.span };
    let mut edits = vec![
        Edit { span: head, text: format!(" {even} |") },
        Edit { span: place(between.start as usize + rule), text: "---|".to_owned() },
    ];
    for (at, row) in rows.iter().enumerate() {
        let first = row.cells.first().map_or(row.span, |cell| cell.span);
        let Some(bar) = bar_before(reading, first) else { return report };
        edits.push(Edit { span: bar, text: format!(" {} |", at + 1) });
    }
    let title = format!("number the rows for {even}, each as likely");
    let mut report = report;
    report.fixes.push(Fix { title, edits, certainty: Certainty::Likely });
    report
}

/// The report on a list whose table rolls dice with another number of results than it has lines.
pub(super) fn list(reading: &SourceReader<'_>, table: &Table, lines: usize, die: Span) -> Diagnostic {
    let name = &table.name.text;
    let what = table.implied_die.as_deref().map_or_else(|| reading.written(die), Into::into);
    let message = format!("`{name}` rolls {what}, but its {lines} lines have no numbers");
    let report = Diagnostic::error(&codes::tables::NO_KEY, die, message)
        .help("number the lines: `1: text`, `2-3: text`");
    // In a note, the die stands in a title, which is more than that.
    let before = reading.before(die);
    match before.trim_end().strip_suffix("rolls") {
        Some(head) => {
            let start = u32::try_from(head.trim_end().len()).unwrap_or(die.start);
            report.fix("make every line as likely as the others", Span { start, ..die }, "")
        }
        None => report,
    }
}

/// The place behind the bar in front of a cell, where its line begins with one.
fn bar_before(reading: &SourceReader<'_>, cell: Span) -> Option<Span> {
    let before = reading.before(cell);
    let bar = before.rfind('|')?;
    let at = cell.start - u32::try_from(before.len() - bar - 1).ok()?;
    Some(Span { start: at, end: at, ..cell })
}
