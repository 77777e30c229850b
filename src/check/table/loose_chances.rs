//! Chances in an `each` table that nobody reads as such, so that every row comes up always: under another heading,
//! or in the texts of a list.

use super::shape::{ColumnRole, TableLayout};
use super::shares::{Share, ShareSort, chance_alone, is_chance_heading, share_in};
use crate::base::Span;
use crate::check::reading::SourceReader;
use crate::check::reports::Reports;
use crate::diag::{Diagnostic, Edit, codes};
use crate::syntax::ast::{self, Cell, CellKind, LineRow, PipeRow, TableBody, TableHeading, TableKind};
use crate::syntax::dice_of_word;

/// Points at the chances of an `each` table that are read as something else.
pub(super) fn loose_chances(
    reports: &mut Reports,
    reading: &SourceReader<'_>,
    table: &ast::Table,
    layout: &TableLayout,
) {
    if table.kind != TableKind::Each || layout.roles.contains(&ColumnRole::Chance) {
        return;
    }
    match &table.body {
        TableBody::Pipe { headings, rows } => in_column(reports, table, headings, rows),
        TableBody::Bullets(rows) => in_texts(reports, reading, rows),
        TableBody::Lines(_) => {}
    }
}

/// A column of chances under another heading than `chance`.
fn in_column(reports: &mut Reports, table: &ast::Table, headings: &[TableHeading], rows: &[PipeRow]) {
    let cells = |at: usize| rows.iter().filter_map(move |row| row.cells.get(at));
    let chances = |at: usize, heading: &TableHeading| {
        let filled = cells(at).filter(|cell| !matches!(cell.kind, CellKind::Blank));
        let read: Option<Vec<bool>> =
            filled.map(|cell| chance_alone(cell.raw()).map(|(_, read)| read)).collect();
        let named = is_chance_heading(&heading.text);
        read.is_some_and(|read| !read.is_empty() && (named || at == 0 && read.contains(&true)))
    };
    if let Some((at, heading)) = headings.iter().enumerate().find(|(at, heading)| chances(*at, heading)) {
        let message = format!("`{}` is a result: every row comes up always", heading.text);
        let report = Diagnostic::warning(&codes::tables::WEIGHT, heading.span, message)
            .help("the chances of an `each` table stand under `chance`");
        let mut edits = vec![Edit { span: heading.span, text: "chance".to_owned() }];
        edits.extend(cells(at).filter_map(chance_edit));
        reports.add(report.fix_all("write `chance` above them", edits));
        return;
    }
    let Some(first) = headings.first().filter(|first| dice_of_word(&first.text).is_some()) else { return };
    let kind = Span { end: table.head.start + 4, ..table.head };
    let message = format!("`{}` picks no row: every row of an `each` table comes up always", first.text);
    let report = Diagnostic::warning(&codes::tables::WEIGHT, first.span, message).help(
        "for rows that come up or not by themselves, write their chances under `chance`: `50%`, `1 in 6`",
    );
    reports.add(report.fix("roll for one row: `table`", kind, "table"));
}

/// The chance of a cell as it is read under `chance`, where it is written otherwise.
fn chance_edit(cell: &Cell) -> Option<Edit> {
    let (chance, _) = chance_alone(cell.raw())?;
    (chance != cell.raw().trim()).then_some(Edit { span: cell.span, text: chance })
}

/// Chances in the texts of a list: `- 50% wolf`.
fn in_texts(reports: &mut Reports, reading: &SourceReader<'_>, rows: &[LineRow]) {
    let share = |row: &LineRow| {
        let share = share_in(&reading.written(row.text.span))?;
        (share.sort != ShareSort::Times).then_some(share)
    };
    let shares: Vec<Option<Share>> = rows.iter().map(share).collect();
    let Some((row, Some(first))) = rows.iter().zip(&shares).find(|(_, share)| share.is_some()) else {
        return;
    };
    let said = reading.written(row.text.span);
    let message = format!("`{said}` is text: the row comes up always");
    let report = Diagnostic::warning(&codes::tables::WEIGHT, row.text.span, message);
    let is_bullet = |row: &LineRow| {
        reading.written(row.span).trim_start().starts_with(['-', '*', '•', '+']) && row.key.text.is_empty()
    };
    let last = rows.last().map_or(row.span, |last| last.span);
    if shares.iter().any(Option::is_none) || !rows.iter().all(is_bullet) {
        let line = format!("`{}: {}`", chance_of(first), first.rest);
        reports.add(report.help(format!(
            "write rows with chances as lines up to `end each`: {line}; a row that comes up always is `100%: …`"
        )));
        return;
    }
    let mut edits: Vec<Edit> = rows
        .iter()
        .zip(shares.iter().flatten())
        .map(|(row, share)| {
            let text = format!("  {}: {}", chance_of(share), share.rest);
            Edit { span: Span { start: row.span.start, ..row.text.span }, text }
        })
        .collect();
    edits.push(Edit { span: last.after(), text: "\nend each".to_owned() });
    reports.add(report.fix_all("write the chances before a colon, and `end each`", edits));
}

fn chance_of(share: &Share) -> String {
    match share.sort {
        ShareSort::Percent => format!("{}%", share.number),
        ShareSort::OneIn | ShareSort::Times => share.number.clone(),
    }
}
