//! What can be seen wrong in a table without asking what its dice can make.

use super::loose_chances::loose_chances;
use super::loose_effects::loose_effects;
use super::loose_weights::loose_weights;
use super::numbered_lines::numbered_lines;
use super::said_rolls::said_rolls;
use super::shape::{ColumnRole, TableLayout};
use super::text_sums::text_sums;
use super::unrolled_dice::unrolled_dice;
use crate::base::Num;
use crate::check::Workspace;
use crate::check::program::{Match, ModuleId, Row};
use crate::check::reading::SourceReader;
use crate::check::reports::Reports;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, CellKind, Segment, TableBody, TableKind};

/// `1,5` as `1.5`, where a cell looks like a number with a decimal comma.
fn decimal_comma(raw: &str) -> Option<String> {
    let (whole, part) = raw.trim().split_once(',')?;
    let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let sign_off = whole.trim_start_matches(['+', '-', '−']);
    (digits(sign_off) && digits(part) && part.len() < 3).then(|| format!("{whole}.{part}"))
}

fn no_weight_at_all(reports: &mut Reports, table: &ast::Table, rows: &[Row]) {
    if rows.iter().all(|row| row.weight.is_zero()) {
        let message = format!("every row of `{}` has weight 0, so none can come up", table.name.text);
        reports.add(Diagnostic::error(&codes::tables::WEIGHT, table.head, message));
    }
}

/// A text among numbers, and numbers with a decimal comma.
fn lint_column(
    reports: &mut Reports,
    (ws, module): (&Workspace, ModuleId),
    at: usize,
    rows: &[ast::PipeRow],
) {
    let mut numbers = 0_usize;
    let mut texts: Vec<&ast::Cell> = Vec::new();
    for cell in rows.iter().filter_map(|row| row.cells.get(at)) {
        match &cell.kind {
            // With a unit that is not defined, a number is text, and nothing reckons with it.
            CellKind::Value(value) if ws.unknown_quantity(module, value) => {}
            CellKind::Value(_) => numbers += 1,
            // One live part alone gives what it gives.
            CellKind::Text(text) if matches!(text.segments.as_slice(), [Segment::Live(_)]) => {}
            CellKind::Text(_) => {
                texts.push(cell);
                // In the first column, `3,4` is a key of two numbers.
                if let Some(point) = decimal_comma(cell.raw()).filter(|_| at > 0) {
                    let message = format!("`{}` is read as text", cell.raw());
                    let report = Diagnostic::note_at(&codes::tables::DECIMAL_COMMA, cell.span, message);
                    let report =
                        report.help(format!("if it is a number, write {point}; a comma separates thousands"));
                    reports.add(report.fix(format!("write {point}"), cell.span, point));
                }
            }
            CellKind::Blank => {}
        }
    }
    if let ([text], true) = (texts.as_slice(), numbers >= 3)
        && decimal_comma(text.raw()).is_none()
    {
        let message = format!("`{}` is text in a column of numbers", text.raw());
        let report = Diagnostic::warning(&codes::tables::TEXT_AMONG_NUMBERS, text.span, message);
        reports.add(
            report.help("arithmetic with this cell will fail; leave it blank or put `—` where there is none"),
        );
    }
}

/// A column that rises or falls with the key, but for one row.
fn bands(reports: &mut Reports, at: usize, rows: &[Row]) {
    let values: Option<Vec<Num>> = rows.iter().map(|row| row.cells.get(at)?.literal()?.number()).collect();
    let Some(values) = values else { return };
    let numbered = rows.iter().all(|row| matches!(row.key.matches.as_slice(), [Match::Numbers(..)]));
    if values.len() < 5 || !numbered {
        return;
    }
    let steps: Vec<std::cmp::Ordering> = values
        .windows(2)
        .map(|pair| match pair {
            [a, b] => b.cmp(a),
            _ => std::cmp::Ordering::Equal,
        })
        .collect();
    let against = |way: std::cmp::Ordering| {
        let wrong: Vec<usize> =
            steps.iter().enumerate().filter(|(_, step)| **step == way).map(|(at, _)| at).collect();
        let right = steps.iter().filter(|step| **step == way.reverse()).count();
        match wrong.as_slice() {
            [at] if right >= 3 && right + 1 >= steps.len() => Some(*at + 1),
            _ => None,
        }
    };
    let odd = against(std::cmp::Ordering::Less).or_else(|| against(std::cmp::Ordering::Greater));
    if let Some(row) = odd.and_then(|at| rows.get(at))
        && let Some(cell) = row.cells.get(at)
    {
        let message = "this value breaks the order of its column";
        let report = Diagnostic::warning(&codes::tables::BANDS, cell.span, message);
        reports.add(report.help("all the others rise or fall with the key; is there a typo?"));
    }
}

/// Looks at the rows as a whole.
pub(super) fn lint_rows(
    reports: &mut Reports,
    ws: &Workspace,
    reading: &SourceReader<'_>,
    module: ModuleId,
    table: &ast::Table,
    rows: &[Row],
    layout: &TableLayout,
) {
    if rows.is_empty() {
        // Lines that are there and no rows have been reported.
        if matches!(table.body, TableBody::Bullets(_)) {
            return;
        }
        let message = format!("`{}` has no rows", table.name.text);
        let report = Diagnostic::error(&codes::tables::EMPTY, table.head, message);
        reports.add(report.help("write one row per line: `| 1 | text |`, `1: text`, or `- text`"));
        return;
    }
    no_weight_at_all(reports, table, rows);
    if let TableBody::Pipe { rows: written, .. } = &table.body {
        let results = layout.roles.iter().enumerate().filter(|(_, role)| **role == ColumnRole::Result);
        for (at, _) in results {
            lint_column(reports, (ws, module), at, written);
        }
    }
    if ws.is_own(module) {
        let mut sums = text_sums(reports, ws, reading, module, (table, layout));
        sums.extend(loose_effects(reports, reading, table, layout));
        unrolled_dice(reports, ws, reading, module, (table, layout), &sums);
        said_rolls(reports, ws, reading, module, table, layout);
        loose_weights(reports, reading, table);
        numbered_lines(reports, reading, table);
        loose_chances(reports, reading, table, layout);
    }
    if table.kind == TableKind::Chart {
        let count = rows.first().map_or(0, |row| row.cells.len());
        for at in 0..count {
            bands(reports, at, rows);
        }
    }
}
