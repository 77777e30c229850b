//! Cards that a question cannot tell apart: of each deck, only some columns are looked at, or whether a card is
//! this or that, and cards that show the same there are one kind.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::looks::{CardLook, Owner, at_cards};
use super::worths::{CardWorths, columns_read};
use crate::Limits;
use crate::check::program::{FnId, ProcId, TableId};
use crate::engine::{State, Workbench};
use crate::plan::{CodeId, Op, Plan, Reach, RowValue, TableOp, UnreadCells, Value};
use crate::syntax::ast::TableKind;

/// For each deck the kind of each card, known by the first card of it.
pub(super) type Kinds = Arc<FxHashMap<TableId, Arc<[usize]>>>;

/// The decks of whose cards no more is ever looked at than columns, or how they stand to something known.
pub(super) fn kinds(plan: &Plan, reach: &Reach, state: &State, unread: &UnreadCells) -> Kinds {
    let mut decks: FxHashMap<TableId, Option<Vec<CardLook<'_>>>> = FxHashMap::default();
    let owners = owners(plan, reach);
    for code in reach.codes() {
        // Of what they draw it is known where it goes.
        let is_followed = owners.contains_key(&code);
        let ops = &plan.code(code).ops;
        for (at, op) in ops.iter().enumerate() {
            if let Op::MakeUnrolledTable(table, _) = op {
                decks.insert(*table, None);
            }
            let Op::Table(op) = op else { continue };
            let Some(deck) = table_of(*op).filter(|table| is_deck(plan, *table)) else { continue };
            let known = decks.entry(deck).or_insert_with(|| Some(Vec::new()));
            let column = match ops.get(at + 1) {
                Some(Op::Field(symbol)) => plan.symbols.get(*symbol as usize),
                _ => None,
            };
            match (draws(*op), column) {
                (CardDraws::No, _) => {}
                (CardDraws::Card, _) if is_followed => {}
                (CardDraws::Card, Some(column)) => {
                    known
                        .iter_mut()
                        .for_each(|known| known.push(CardLook { column: Some(column), worth: None }));
                }
                (CardDraws::Card, None) | (CardDraws::More, _) => *known = None,
            }
        }
    }
    if decks.is_empty() {
        return Kinds::default();
    }
    let owners: Vec<Owner> = owners.into_values().collect();
    for (deck, looks) in at_cards(plan, &owners) {
        if let Some(Some(known)) = decks.get_mut(&deck) {
            known.extend(looks);
        }
    }
    for (deck, looks) in &mut decks {
        *looks = looks.take().and_then(|looks| as_far_as_read(plan, *deck, looks, unread));
    }
    let mut bench = Workbench::new(plan, state.clone(), &Limits::default());
    let mut kinds = FxHashMap::default();
    for (deck, looks) in decks {
        if let Some(of_deck) = looks.and_then(|looks| of_deck(plan, &mut bench, deck, &looks)) {
            kinds.insert(deck, of_deck);
        }
    }
    Arc::new(kinds)
}

/// What is looked at of the cards of a deck, without what makes no difference to the question.
fn as_far_as_read<'p>(
    plan: &'p Plan,
    deck: TableId,
    looks: Vec<CardLook<'p>>,
    unread: &UnreadCells,
) -> Option<Vec<CardLook<'p>>> {
    let table = plan.tables.get(deck.index())?;
    let code = table.draw?;
    let reads = |symbol: &u32| unread.reads_column(code, *symbol);
    let name = |symbol: &u32| plan.symbols.get(*symbol as usize).map(|name| &**name);
    let read: Vec<&str> =
        table.columns_by_symbol.iter().filter(|symbol| reads(symbol)).filter_map(name).collect();
    if unread.reads_row(code) {
        return Some(looks);
    }
    let named = table.columns_by_symbol.first().is_some_and(reads);
    let is_read = |column: &Option<&str>| match column {
        Some("name") | None if named => true,
        Some(column) => read.contains(column),
        None => false,
    };
    let kept = |look: CardLook<'p>| match (look.column, &look.worth) {
        (Some(_), _) => {
            if is_read(&look.column) {
                vec![look]
            } else {
                Vec::new()
            }
        }
        (None, Some(worth)) => {
            let mut columns = Vec::new();
            columns_read(worth.of, worth.hole, &mut columns);
            if columns.iter().any(is_read) { vec![look] } else { Vec::new() }
        }
        // More is looked at than is known by name: each column, as it is.
        (None, None) => read.iter().map(|column| CardLook { column: Some(*column), worth: None }).collect(),
    };
    Some(looks.into_iter().flat_map(kept).collect())
}

/// The functions, procedures and expressions that a question can come to, itself among them.
fn owners(plan: &Plan, reach: &Reach) -> FxHashMap<CodeId, Owner> {
    let fns = (0u32..).zip(&plan.fns).map(|(at, code)| (*code, Owner::Fn(FnId(at))));
    let procs = (0u32..).zip(&plan.procs).map(|(at, code)| (*code, Owner::Proc(ProcId(at))));
    let all: FxHashMap<CodeId, Owner> = fns.chain(procs).collect();
    let written = |code: &CodeId| plan.written.get(code).map(|_| Owner::Written(*code));
    let owner = |code: CodeId| Some((code, all.get(&code).copied().or_else(|| written(&code))?));
    reach.codes().filter_map(owner).collect()
}

/// What a step does with a deck.
enum CardDraws {
    /// It gives a card.
    Card,
    /// It shows no card, or is the deck's own.
    No,
    /// It may show more than one card.
    More,
}

fn draws(op: TableOp) -> CardDraws {
    match op {
        TableOp::Draw(_) => CardDraws::Card,
        TableOp::DrawCard(_)
        | TableOp::RowSwitch(_)
        | TableOp::BuildRow(..)
        | TableOp::Reshuffle(_)
        | TableOp::DeckLeft(_) => CardDraws::No,
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
        | TableOp::NeedsKey(_) => CardDraws::More,
    }
}

/// The kinds of cards whose results all are known; `None` where no two are alike.
fn of_deck<'p>(
    plan: &'p Plan,
    bench: &mut Workbench<'p>,
    deck: TableId,
    looks: &[CardLook<'p>],
) -> Option<Arc<[usize]>> {
    let table = plan.tables.get(deck.index())?;
    let mut first: FxHashMap<Vec<Value>, usize> = FxHashMap::default();
    let mut kinds = Vec::with_capacity(table.cells.len());
    for (at, cells) in table.cells.iter().enumerate() {
        let card = Value::Row(Arc::new(RowValue {
            table: deck,
            row: u32::try_from(at).ok()?,
            roll: Value::Nothing,
            args: Arc::default(),
            cells: Arc::clone(cells.as_ref()?),
        }));
        let shown = looks.iter().map(|look| shown(plan, bench, deck, &card, look)).collect::<Option<_>>()?;
        kinds.push(*first.entry(shown).or_insert(at));
    }
    (first.len() < kinds.len()).then(|| kinds.into())
}

/// What a look shows of a card; `None` where it may show all there is.
fn shown<'p>(
    plan: &'p Plan,
    bench: &mut Workbench<'p>,
    deck: TableId,
    card: &Value,
    look: &CardLook<'p>,
) -> Option<Value> {
    let seen = match look.column {
        Some(name) => {
            let columns = &plan.program.tables.get(deck.index())?.columns;
            let is_column = columns.place(name).is_some();
            let symbol = plan.symbols.iter().position(|symbol| is_column && **symbol == *name)?;
            bench.apply(Op::Field(u32::try_from(symbol).ok()?), std::slice::from_ref(card)).ok()?
        }
        None => card.clone(),
    };
    match &look.worth {
        None => look.column.map(|_| seen),
        // What goes wrong does so for each card of its own.
        Some(worth) => CardWorths { plan, bench, card: &seen }.shown(worth),
    }
}

fn is_deck(plan: &Plan, table: TableId) -> bool {
    plan.program.tables.get(table.index()).is_some_and(|table| table.kind == TableKind::Deck)
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
