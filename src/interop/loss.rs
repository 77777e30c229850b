//! What a form has no place for, row by row.

use super::form::Form;
use super::set::{CellPiece, SetTable, TableSet};
use super::sheet::SheetRow;
use crate::syntax::ast::TableKind;

impl TableSet {
    /// What a form loses before it is written.
    pub(super) fn lost(&self, form: Form) -> Vec<String> {
        let mut lost = Vec::new();
        match form {
            Form::Foundry => self.tables.iter().for_each(|table| of_any_form(table, &mut lost)),
            Form::Markdown | Form::Csv | Form::Json | Form::Html => {
                of_any_form(self.root(), &mut lost);
                of_one_sheet(self, &mut lost);
            }
        }
        lost
    }
}

fn listed(table: &SetTable, rows: &[usize]) -> String {
    let shown = rows.iter().filter_map(|at| table.sheet.rows.get(*at)).map(SheetRow::shown);
    shown.collect::<Vec<_>>().join(", ")
}

fn all(table: &SetTable) -> String {
    table.sheet.rows.iter().map(SheetRow::shown).collect::<Vec<_>>().join(", ")
}

fn of_any_form(table: &SetTable, lost: &mut Vec<String>) {
    let (name, losses) = (&table.sheet.name, &table.losses);
    if !losses.guarded.is_empty() {
        lost.push(format!(
            "`{name}`: the conditions of some rows are not carried over: {}",
            listed(table, &losses.guarded)
        ));
    }
    if !losses.effects.is_empty() {
        lost.push(format!(
            "`{name}`: what some rows do when they come up is not carried over: {}",
            listed(table, &losses.effects)
        ));
    }
    if !losses.arguments.is_empty() {
        lost.push(format!(
            "`{name}` takes arguments ({}), which are not carried over; they may decide over: {}",
            losses.arguments.join(", "),
            all(table)
        ));
    }
}

/// What one table alone cannot say: keys, but no conditions, and no other tables.
fn of_one_sheet(set: &TableSet, lost: &mut Vec<String>) {
    let table = set.root();
    let (name, losses) = (&table.sheet.name, &table.losses);
    if !losses.guarded.is_empty() {
        lost.push(format!(
            "`{name}`: without its conditions, other rows come up more or less often: {}",
            all(table)
        ));
    }
    if losses.clamp {
        lost.push(format!(
            "`{name}`: that a roll beyond the ends counts as the end is not carried over: {}",
            all(table)
        ));
    }
    if losses.die_of_names {
        lost.push(format!(
            "`{name}` rolls `{}`, which only its own file can roll: {}",
            table.sheet.die,
            all(table)
        ));
    }
    if table.kind == TableKind::Each {
        lost.push(format!(
            "`{name}` rolls every row by itself, which other programs may read as rows of one roll: {}",
            all(table)
        ));
    }
    if table.kind == TableKind::Deck {
        lost.push(format!("`{name}` is a deck; here its cards would be put back after each draw"));
    }
    for (row, cells) in table.sheet.rows.iter().zip(&table.cells) {
        let mut others: Vec<&str> = Vec::new();
        cells.iter().flatten().for_each(|piece| tables_in(set, piece, &mut others));
        others.retain(|other| *other != name.as_str());
        others.dedup();
        if !others.is_empty() {
            let others: Vec<String> = others.iter().map(|other| format!("`{other}`")).collect();
            lost.push(format!(
                "`{name}`, {} rolls on {}, not written here",
                row.shown(),
                others.join(" and ")
            ));
        }
        for written in cells.iter().flatten().filter_map(CellPiece::needs_more) {
            lost.push(format!(
                "`{name}`, {}: only its own file knows what `{{{written}}}` means",
                row.shown()
            ));
        }
    }
}

fn tables_in<'s>(set: &'s TableSet, piece: &CellPiece, found: &mut Vec<&'s str>) {
    match piece {
        CellPiece::Text(_) | CellPiece::Dice(_) => {}
        CellPiece::Table(place) => {
            found.extend(set.tables.get(*place).map(|table| table.sheet.name.as_str()))
        }
        CellPiece::Other { parts, .. } => parts.iter().for_each(|part| tables_in(set, part, found)),
    }
}
