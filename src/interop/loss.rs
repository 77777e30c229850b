//! What a form has no place for, row by row.

use super::export::Form;
use super::formula;
use super::set::{Piece, SetTable, TableSet};
use super::sheet::SheetRow;
use crate::check::program::{Expr, ExprKind, Literal, Table};
use crate::syntax::ast::TableKind;

/// What of a table only the language here can say.
pub(super) struct Losses {
    guarded: Vec<usize>,
    effects: Vec<usize>,
    arguments: Vec<String>,
    clamp: bool,
    /// The die names things that are defined elsewhere.
    die_of_names: bool,
}

impl Losses {
    pub(super) fn of(table: &Table) -> Losses {
        let rows = |has: fn(&crate::check::program::Row) -> bool| {
            let found = table.rows.iter().enumerate().filter(|(_, row)| has(row));
            found.map(|(at, _)| at).collect()
        };
        Losses {
            guarded: rows(|row| row.guard.is_some()),
            effects: rows(|row| row.effects.is_some()),
            arguments: table.params.iter().map(|param| param.name.to_string()).collect(),
            clamp: table.clamp,
            die_of_names: table
                .die
                .as_ref()
                .is_some_and(|die| formula::of(die).is_none() && (names(die) || draws(die))),
        }
    }
}

/// Whether an expression needs what is defined beside its table; tables that it rolls on are looked at apart.
pub(super) fn names(expr: &Expr) -> bool {
    let own = match &expr.kind {
        ExprKind::Literal(literal) => matches!(literal, Literal::Quantity(..) | Literal::Word(..)),
        kind => matches!(
            kind,
            ExprKind::Global(_)
                | ExprKind::Option(_)
                | ExprKind::Roster(_)
                | ExprKind::Member(..)
                | ExprKind::Lookup(_)
                | ExprKind::HasKey(_)
                | ExprKind::DrawRest(..)
                | ExprKind::LookupIn(..)
                | ExprKind::Unrolled(_)
                | ExprKind::UnrolledTable(..)
                | ExprKind::Call(..)
                | ExprKind::Run(..)
                | ExprKind::Query(..)
                | ExprKind::Added { .. }
                | ExprKind::TimerLeft(..)
                | ExprKind::DeckLeft(_)
                | ExprKind::Now(_)
                | ExprKind::AsWord(..)
                | ExprKind::RollLocal(_)
        ),
    };
    own || expr.parts().into_iter().any(names)
}

/// Whether a table is rolled on in an expression.
fn draws(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Draw(_)) || expr.parts().into_iter().any(draws)
}

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
        for written in cells.iter().flatten().filter_map(Piece::needs_more) {
            lost.push(format!(
                "`{name}`, {}: only its own file knows what `{{{written}}}` means",
                row.shown()
            ));
        }
    }
}

fn tables_in<'s>(set: &'s TableSet, piece: &Piece, found: &mut Vec<&'s str>) {
    match piece {
        Piece::Text(_) | Piece::Dice(_) => {}
        Piece::Table(place) => found.extend(set.tables.get(*place).map(|table| table.sheet.name.as_str())),
        Piece::Other { parts, .. } => parts.iter().for_each(|part| tables_in(set, part, found)),
    }
}
