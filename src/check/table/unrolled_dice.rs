//! Dice in the texts of a table, which are shown as they are written and rolled by nobody: `(d12 * 1000) cp`.

use super::shape::TableLayout;
use super::written_dice::{WrittenDice, dice_in};
use crate::base::{SourceId, Span};
use crate::check::Workspace;
use crate::check::program::ModuleId;
use crate::check::reading::SourceReader;
use crate::check::reports::Reports;
use crate::diag::{Certainty, Diagnostic, Edit, Fix, codes};
use crate::syntax::ast::{self, CellKind, Expr, ExprKind, Segment, TableBody, Text};
use crate::syntax::parse_expression;

/// So many dice of a table are made live by one fix.
const MOST: usize = 100;

/// Dice in a text are shown as they stand. The first of a table are pointed at, and all of them are mended together,
/// but for those in texts that are told of already.
pub(super) fn unrolled_dice(
    reports: &mut Reports,
    ws: &Workspace,
    reading: &SourceReader<'_>,
    module: ModuleId,
    (table, layout): (&ast::Table, &TableLayout),
    told: &[Span],
) {
    let mut found = FoundDice::default();
    let texts = shown_texts(ws, reading, module, (table, layout)).into_iter();
    for text in texts.filter(|text| !told.contains(&text.span)) {
        let written = reading.written(text.span);
        if let Some(value) = as_value(ws, module, &written).filter(|_| text.in_cell) {
            found.add_value(&written, text.span, value);
            continue;
        }
        for dice in dice_in(&written) {
            let said = written.get(dice.inner.clone()).unwrap_or_default();
            if text.says(said) {
                found.add(&written, text.span, dice);
            }
        }
        if found.edits.len() >= MOST {
            break;
        }
    }
    found.report(reports);
}

/// What of a table's texts is to be rolled.
#[derive(Default)]
struct FoundDice {
    /// The first that can be made live, as it is written and as it would be.
    first: Option<(String, String, Span)>,
    edits: Vec<Edit>,
    /// The first of which nobody knows what it means, and why.
    unclear: Option<(String, Span, &'static str)>,
}

impl FoundDice {
    fn add(&mut self, written: &str, text: Span, dice: WrittenDice) {
        let WrittenDice { outer, inner, rolled } = dice;
        let said = written.get(inner).unwrap_or_default();
        let live = match rolled {
            Ok(live) => format!("{{{live}}}"),
            Err(why) => {
                self.unclear.get_or_insert_with(|| (said.to_owned(), text, why));
                return;
            }
        };
        self.first.get_or_insert_with(|| (said.to_owned(), live.clone(), text));
        let start = text.start as usize;
        // `[[1d6]]` is how chat programs roll within a text.
        let inline = written.get(..outer.start).is_some_and(|before| before.ends_with("[["))
            && written.get(outer.end..).is_some_and(|after| after.starts_with("]]"));
        let around = if inline { 2 } else { 0 };
        let span = Span::new(text.source, start + outer.start - around, start + outer.end + around);
        self.edits.push(Edit { span, text: live });
    }

    /// A cell that is a value once its dice are written apart.
    fn add_value(&mut self, written: &str, span: Span, value: String) {
        self.first.get_or_insert_with(|| (written.to_owned(), value.clone(), span));
        self.edits.push(Edit { span, text: value });
    }

    fn report(self, reports: &mut Reports) {
        if let Some((dice, live, span)) = self.first {
            let message = format!("`{dice}` in a text is shown, not rolled");
            let title = match self.edits.len() {
                1 => format!("write {live}"),
                2 => format!("write {live}, and the other one in this table alike"),
                count => format!("write {live}, and the other {} in this table alike", count - 1),
            };
            let mut report = Diagnostic::note_at(&codes::tables::DICE_IN_TEXT, span, message);
            report.fixes.push(Fix { title, edits: self.edits, certainty: Certainty::Likely });
            reports.add(report);
        }
        if let Some((dice, span, why)) = self.unclear {
            let message = format!("`{dice}` in a text is shown, not rolled");
            reports.add(Diagnostic::note_at(&codes::tables::DICE_IN_TEXT, span, message).help(why));
        }
    }
}

/// `2d6x100 gp` as the amount that it is, where the unit is defined: a column of amounts stays one.
fn as_value(ws: &Workspace, module: ModuleId, written: &str) -> Option<String> {
    let dice = dice_in(written).into_iter().next()?;
    let live = dice.rolled.ok().filter(|_| dice.outer.start == 0)?;
    let value = format!("{live}{}", written.get(dice.outer.end..)?);
    let (read, reports) = parse_expression(SourceId(u32::MAX), &value);
    let read = read.filter(|_| !reports.iter().any(Diagnostic::is_error))?;
    (has_unit(&read) && !ws.unknown_quantity(module, &read)).then_some(value)
}

/// Whether an expression is an amount, or a product or sum with one.
fn has_unit(value: &Expr) -> bool {
    if let ExprKind::Arith(first, rest) = &value.kind {
        return has_unit(first) || rest.iter().any(|(_, term)| has_unit(term));
    }
    matches!(value.kind, ExprKind::Quantity(..))
}

/// A text of a row that is shown.
struct ShownText<'t> {
    span: Span,
    /// Whether it is a cell of its own.
    in_cell: bool,
    /// Its parts; none where all of it is a literal.
    parts: Option<&'t Text>,
}

impl ShownText<'_> {
    /// Whether some part of it shows this, so that it is nothing that is worked out.
    fn says(&self, dice: &str) -> bool {
        self.parts.is_none_or(|text| {
            text.segments.iter().any(|part| match part {
                Segment::Literal(literal) => literal.contains(dice),
                Segment::Live(_) => false,
            })
        })
    }
}

/// The texts of a table's rows.
fn shown_texts<'t>(
    ws: &Workspace,
    reading: &SourceReader<'_>,
    module: ModuleId,
    (table, layout): (&'t ast::Table, &TableLayout),
) -> Vec<ShownText<'t>> {
    match &table.body {
        TableBody::Pipe { rows, .. } => {
            let cells = rows.iter().flat_map(|row| layout.shown(row));
            cells.filter_map(|cell| shown_cell(ws, module, cell)).collect()
        }
        TableBody::Lines(rows) | TableBody::Bullets(rows) => {
            // What an effect rolls may be said in the text before it.
            let rows = rows.iter().filter(|row| !rolls_what_it_says(reading, row));
            rows.map(|row| ShownText { span: row.text.span, in_cell: false, parts: Some(&row.text) })
                .collect()
        }
    }
}

/// A cell that is text, by its look or for want of the unit that it names.
fn shown_cell<'t>(ws: &Workspace, module: ModuleId, cell: &'t ast::Cell) -> Option<ShownText<'t>> {
    match &cell.kind {
        CellKind::Text(text) => Some(ShownText { span: cell.span, in_cell: true, parts: Some(text) }),
        CellKind::Value(value) if ws.unknown_quantity(module, value) => {
            Some(ShownText { span: cell.span, in_cell: true, parts: None })
        }
        CellKind::Value(_) | CellKind::Blank => None,
    }
}

/// Whether the effect of a row rolls the dice that its text names: `2: Strength falls by 1d6 => who.str -= 1d6`.
fn rolls_what_it_says(reading: &SourceReader<'_>, row: &ast::LineRow) -> bool {
    let written = reading.written(row.span);
    let Some((said, does)) = written.split_once(" => ").filter(|_| row.effects.is_some()) else {
        return false;
    };
    let dice = dice_in(said).into_iter().next().and_then(|dice| said.get(dice.inner));
    dice.is_some_and(|dice| does.contains(dice.trim_start_matches('1')))
}
