//! Effects that nobody carries out, because they are text: in a column that is not called `then`, or behind `->`.

use super::shape::{ColumnRole, TableLayout};
use crate::base::Span;
use crate::check::reading::SourceReader;
use crate::check::reports::Reports;
use crate::diag::{Diagnostic, Edit, codes};
use crate::syntax::ast::{self, CellKind, PipeRow, TableBody, TableHeading};
use crate::syntax::is_effect;

/// Points at effects that are text; gives where these texts stand.
pub(super) fn loose_effects(
    reports: &mut Reports,
    reading: &SourceReader<'_>,
    table: &ast::Table,
    layout: &TableLayout,
) -> Vec<Span> {
    match &table.body {
        TableBody::Pipe { headings, rows } => in_column(reports, headings, rows, layout),
        TableBody::Lines(rows) | TableBody::Bullets(rows) => {
            let texts = rows.iter().filter(|row| row.effects.is_none()).map(|row| row.text.span);
            behind_arrows(reports, reading, texts.collect())
        }
    }
}

/// A column of effects under another heading than `then`.
fn in_column(
    reports: &mut Reports,
    headings: &[TableHeading],
    rows: &[PipeRow],
    layout: &TableLayout,
) -> Vec<Span> {
    let cells = |at: usize| {
        let cells = rows.iter().filter_map(move |row| row.cells.get(at));
        cells.filter(|cell| !matches!(cell.kind, CellKind::Blank))
    };
    let is_meant = |at: usize| {
        let is_effect = |cell: &ast::Cell| {
            matches!(&cell.kind, CellKind::Text(text) if text.is_literal()) && is_effect(cell.raw().trim())
        };
        layout.roles.get(at) == Some(&ColumnRole::Result)
            && cells(at).next().is_some()
            && cells(at).all(is_effect)
    };
    let Some((at, heading)) = headings.iter().enumerate().find(|(at, _)| is_meant(*at)) else {
        return Vec::new();
    };
    let message = format!("`{}` is a column of text: `apply` does nothing of it", heading.text);
    let report = Diagnostic::warning(&codes::tables::LOOSE_EFFECT, heading.span, message);
    let other = layout.roles.contains(&ColumnRole::Then);
    reports.add(match other {
        true => report.help("effects stand in the column `then`, several of them with `;` between"),
        false => report.fix("write `then` above them", heading.span, "then"),
    });
    cells(at).map(|cell| cell.span).collect()
}

/// `A thief -> gold -= d4`: an effect follows ` => `.
fn behind_arrows(reports: &mut Reports, reading: &SourceReader<'_>, texts: Vec<Span>) -> Vec<Span> {
    let arrow = |span: &Span| {
        let written = reading.written(*span);
        let (at, sign) = ["->", "\u{2192}"].iter().find_map(|sign| Some((written.rfind(sign)?, *sign)))?;
        let (before, behind) = (written.get(..at)?, written.get(at + sign.len()..)?);
        let said = before.trim_end();
        (!said.is_empty() && is_effect(behind.trim())).then(|| {
            let blanks = behind.len() - behind.trim_start().len();
            let start = span.start as usize;
            let place = Span::new(span.source, start + said.len(), start + at + sign.len() + blanks);
            (*span, sign, Edit { span: place, text: " => ".to_owned() })
        })
    };
    let found: Vec<(Span, &str, Edit)> = texts.iter().filter_map(arrow).collect();
    let Some((first, sign, _)) = found.first() else { return Vec::new() };
    let message = format!("what stands behind `{sign}` is text: `apply` does nothing of it");
    let report = Diagnostic::warning(&codes::tables::LOOSE_EFFECT, *first, message);
    let edits = found.iter().map(|(.., edit)| edit.clone()).collect();
    reports.add(report.fix_all("write ` => ` before the effect", edits));
    found.iter().map(|(span, ..)| *span).collect()
}
