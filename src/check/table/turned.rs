//! A table that is turned on its side: what is rolled stands above the results, `| 01-50 | 51-00 |`.

use crate::base::Span;
use crate::check::reading::SourceReader;
use crate::diag::Diagnostic;
use crate::syntax::ast::{Table, TableBody};

/// What to do about a table whose headings are all numbers that a die can give.
pub(super) fn turned(report: Diagnostic, reading: &SourceReader<'_>, table: &Table) -> Option<Diagnostic> {
    let TableBody::Pipe { headings, rows } = &table.body else { return None };
    let ranges: Option<Vec<(u32, u32)>> = headings.iter().map(|heading| range_of(&heading.text)).collect();
    let ranges = ranges.filter(|ranges| ranges.len() > 1)?;
    let follow = ranges.windows(2).all(|pair| matches!(pair, [(_, end), (next, _)] if *next == end + 1));
    let (first, last) = (ranges.first()?.0, ranges.last()?.1);
    (follow && first == 1).then_some(())?;
    let report = report.help("what is rolled stands in the first column, one row for each result");
    let [row] = rows.as_slice() else { return Some(report) };
    let cells: Vec<String> = headings
        .iter()
        .zip(&row.cells)
        .map(|(heading, cell)| format!("| {} | {} |", heading.text, cell.raw()))
        .collect();
    let head = headings.first()?.span;
    let before = reading.before(head);
    let bar = before.trim_end().strip_suffix('|').map_or(before.len(), str::len);
    let start = head.start.checked_sub(u32::try_from(before.len() - bar).ok()?)?;
    let span = Span { start, end: row.span.end, ..head };
    let text = format!("| d{last} | Result |\n|---|---|\n{}", cells.join("\n"));
    Some(match row.cells.len() == headings.len() {
        true => report.fix(format!("write the rows below each other, under `d{last}`"), span, text),
        false => report,
    })
}

/// `01-50`, `51–00`, `7`: the numbers that a heading stands for; `00` is a hundred.
fn range_of(text: &str) -> Option<(u32, u32)> {
    let number = |text: &str| {
        let text = text.trim();
        let digits = !text.is_empty() && text.len() < 4 && text.chars().all(|c| c.is_ascii_digit());
        let number = text.parse().ok().filter(|_| digits)?;
        Some(if text == "00" { 100 } else { number })
    };
    match text.split_once(['-', '\u{2013}', '\u{2014}']) {
        Some((low, high)) => Some((number(low)?, number(high)?)),
        None => number(text).map(|only| (only, only)),
    }
}
