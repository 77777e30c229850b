//! Cards that a question cannot tell apart: of each deck, only some columns are looked at, and cards that show
//! the same there are one kind.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::check::program::TableId;
use crate::plan::{Op, Plan, PlanTable, Reach, TableOp, Value};
use crate::syntax::ast::TableKind;

/// For each deck the kind of each card, known by the first card of it.
pub(super) type Kinds = Arc<FxHashMap<TableId, Arc<[usize]>>>;

/// The decks of which all that is ever looked at are columns.
pub(super) fn kinds(plan: &Plan, reach: &Reach) -> Kinds {
    let mut columns: FxHashMap<TableId, Option<Vec<usize>>> = FxHashMap::default();
    for code in reach.codes() {
        let ops = &plan.code(code).ops;
        for (at, op) in ops.iter().enumerate() {
            let Op::Table(op) = op else { continue };
            let Some(deck) = table_of(*op).filter(|table| is_deck(plan, *table)) else { continue };
            let known = columns.entry(deck).or_insert_with(|| Some(Vec::new()));
            match op {
                TableOp::Draw(_) => match (ops.get(at + 1), known.as_mut()) {
                    (Some(Op::Field(symbol)), Some(known)) => match column(plan, deck, *symbol) {
                        Some(column) => known.push(column),
                        None => columns_unknown(&mut columns, deck),
                    },
                    _ => columns_unknown(&mut columns, deck),
                },
                // The deck's own code, and what shows no card.
                TableOp::DrawCard(_)
                | TableOp::RowSwitch(_)
                | TableOp::BuildRow(..)
                | TableOp::Reshuffle(_)
                | TableOp::DeckLeft(_) => {}
                TableOp::Lookup(_)
                | TableOp::LookupCell(_)
                | TableOp::HasKey(..)
                | TableOp::HasRow(_)
                | TableOp::CellAt(_)
                | TableOp::CellOf(_)
                | TableOp::LookupIn(_)
                | TableOp::KeyHolds(..)
                | TableOp::FindRow(_)
                | TableOp::DrawAmong { .. }
                | TableOp::DrawRest { .. }
                | TableOp::DrawRow(_)
                | TableOp::DrawWeighted(_)
                | TableOp::Rows(_)
                | TableOp::GiveNext
                | TableOp::AddNext
                | TableOp::DropNext
                | TableOp::NeedsKey(_) => columns_unknown(&mut columns, deck),
            }
        }
    }
    let of = |(deck, columns): (TableId, Option<Vec<usize>>)| {
        Some((deck, of_deck(plan.tables.get(deck.index())?, &columns?)?))
    };
    Arc::new(columns.into_iter().filter_map(of).collect())
}

fn columns_unknown(columns: &mut FxHashMap<TableId, Option<Vec<usize>>>, deck: TableId) {
    columns.insert(deck, None);
}

/// The kinds of cards whose results all are known; `None` where no two are alike.
fn of_deck(table: &PlanTable, columns: &[usize]) -> Option<Arc<[usize]>> {
    let cells: Vec<&Arc<[Value]>> = table.cells.iter().map(Option::as_ref).collect::<Option<_>>()?;
    let shown = |cells: &[Value]| -> Vec<Value> {
        columns.iter().map(|column| cells.get(*column).cloned().unwrap_or(Value::Nothing)).collect()
    };
    let mut first: FxHashMap<Vec<Value>, usize> = FxHashMap::default();
    let kinds: Arc<[usize]> =
        (0..).zip(&cells).map(|(at, cells)| *first.entry(shown(cells)).or_insert(at)).collect();
    (first.len() < cells.len()).then_some(kinds)
}

fn is_deck(plan: &Plan, table: TableId) -> bool {
    plan.program.tables.get(table.index()).is_some_and(|table| table.kind == TableKind::Deck)
}

fn column(plan: &Plan, deck: TableId, symbol: u32) -> Option<usize> {
    let name = plan.symbols.get(symbol as usize)?;
    let table = plan.program.tables.get(deck.index())?;
    table.columns.iter().position(|column| *column.name == **name)
}

/// The table that a step is about.
fn table_of(op: TableOp) -> Option<TableId> {
    match op {
        TableOp::Draw(table)
        | TableOp::Lookup(table)
        | TableOp::LookupCell(table)
        | TableOp::HasKey(table, _)
        | TableOp::HasRow(table)
        | TableOp::CellAt(table)
        | TableOp::CellOf(table)
        | TableOp::KeyHolds(table, _)
        | TableOp::FindRow(table)
        | TableOp::DrawAmong { table, .. }
        | TableOp::DrawRest { table, .. }
        | TableOp::DrawRow(table)
        | TableOp::DrawWeighted(table)
        | TableOp::DrawCard(table)
        | TableOp::RowSwitch(table)
        | TableOp::BuildRow(table, _)
        | TableOp::Rows(table)
        | TableOp::Reshuffle(table)
        | TableOp::DeckLeft(table)
        | TableOp::NeedsKey(table) => Some(table),
        // What is looked up is a row of its own; what is added to coming rolls is a list.
        TableOp::LookupIn(_) | TableOp::GiveNext | TableOp::AddNext | TableOp::DropNext => None,
    }
}
