//! Decks of which states differ in what is left of them: drawing a card is the same step for all of them, and only
//! how likely it is depends on what is left.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::check::program::TableId;
use crate::dist::Nat;
use crate::engine::State;
use crate::odds::cards::Kinds;
use crate::plan::{Op, Plan, Reach, TableOp, Value};

/// A deck that a question draws from.
pub(in crate::odds) struct DeckOfCards {
    table: TableId,
    /// How many there are of each card.
    full: Vec<u64>,
    /// For each card the place of its kind: cards that nothing can tell apart are one.
    kinds: Vec<usize>,
    /// The first card of each kind.
    cards: Vec<usize>,
    /// What may be drawn from what is left, by its number.
    left: FxHashMap<u32, Rc<CardsLeft>>,
    /// What is left without a card, by the number of what is left before.
    without: FxHashMap<(u32, u32), u32>,
}

/// What may be drawn: the kinds by their places among all, each with how many cards there are of it.
pub(in crate::odds) struct CardsLeft {
    kinds: Vec<(usize, u64)>,
    pub(in crate::odds) whole: u64,
}

/// About what is filled by what may be drawn from a deck, with its place in the index, and by each card of it.
const BYTES_PER_LEFT: u64 = 96;
const BYTES_PER_CARD: u64 = 32;

/// The decks of a question. A row holds what is left of each as the number of a list of counts, one for each kind, and
/// the number of `nothing` where the deck is full.
#[derive(Default)]
pub(in crate::odds) struct Decks(Vec<DeckOfCards>);

impl Decks {
    /// The decks that are drawn from by code that a question can come to.
    pub(in crate::odds) fn of(plan: &Plan, reach: &Reach, kinds: &Kinds) -> Decks {
        let mut tables: Vec<TableId> = Vec::new();
        for op in reach.codes().flat_map(|code| &plan.code(code).ops) {
            if let Op::Table(TableOp::DrawCard(table)) = op
                && !tables.contains(table)
            {
                tables.push(*table);
            }
        }
        let deck = |table: TableId| {
            let full = plan.tables.get(table.index()).map(|table| table.weights.clone()).unwrap_or_default();
            let kinds = kinds.get(&table);
            let of = |at: usize| kinds.and_then(|kinds| kinds.get(at).copied()).unwrap_or(at);
            let cards: Vec<usize> = (0..full.len()).filter(|at| of(*at) == *at).collect();
            let kinds = (0..full.len()).map(|at| cards.binary_search(&of(at)).unwrap_or_default()).collect();
            DeckOfCards {
                table,
                full,
                kinds,
                cards,
                left: FxHashMap::default(),
                without: FxHashMap::default(),
            }
        };
        Decks(tables.into_iter().map(deck).collect())
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// The place of a deck among them.
    pub(in crate::odds) fn place(&self, table: TableId) -> Option<usize> {
        self.0.iter().position(|deck| deck.table == table)
    }

    /// The first card of each kind of a deck.
    pub(super) fn cards(&self, table: TableId) -> &[usize] {
        self.0.iter().find(|deck| deck.table == table).map_or(&[], |deck| &deck.cards)
    }

    /// Takes out of a state what is left of each deck.
    pub(super) fn take_out(&self, state: &mut State) -> Vec<Value> {
        let held = self.0.iter().map(|deck| deck.value(state)).collect();
        state.decks.retain(|(table, _)| self.place(*table).is_none());
        held
    }

    /// What is left of a deck, as it stands in a row.
    pub(super) fn value_in(&self, state: &State, table: TableId) -> Option<Value> {
        Some(self.0.get(self.place(table)?)?.value(state))
    }

    /// Puts back into a state what is left of a deck.
    pub(super) fn put_back(&self, state: &mut State, nth: usize, held: &Value) {
        if let (Some(deck), Some(left)) = (self.0.get(nth), counts(held)) {
            state.set_deck(deck.table, Arc::new(deck.cards_of(&left)));
        }
    }

    /// How many kinds of cards there are in all.
    pub(in crate::odds) fn kinds(&self) -> u64 {
        self.0.iter().map(|deck| deck.cards.len() as u64).sum()
    }
}

impl DeckOfCards {
    fn value(&self, state: &State) -> Value {
        let left = state.deck(self.table).filter(|left| ***left != self.full);
        left.map_or(Value::Nothing, |left| listed(&self.by_kind(left)))
    }

    /// How many are left of each kind, where so many are left of each card.
    fn by_kind(&self, left: &[u64]) -> Vec<u64> {
        let mut counts = vec![0u64; self.cards.len()];
        for (left, kind) in left.iter().zip(&self.kinds) {
            if let Some(sum) = counts.get_mut(*kind) {
                *sum = sum.saturating_add(*left);
            }
        }
        counts
    }

    /// How many are left of each card, where so many are left of each kind: the first of a kind are drawn first.
    fn cards_of(&self, left: &[u64]) -> Vec<u64> {
        let mut left = left.to_vec();
        let mut cards = vec![0u64; self.full.len()];
        for ((card, full), kind) in cards.iter_mut().zip(&self.full).zip(&self.kinds).rev() {
            if let Some(left) = left.get_mut(*kind) {
                *card = (*full).min(*left);
                *left -= *card;
            }
        }
        cards
    }
}

impl Decks {
    /// What may be drawn from a deck of which so much is left, by the number of that; and how many bytes more are
    /// filled.
    pub(super) fn cards_left(&mut self, nth: usize, number: u32, held: &Value) -> (Rc<CardsLeft>, u64) {
        let none = || Rc::new(CardsLeft { kinds: Vec::new(), whole: 0 });
        let Some(deck) = self.0.get_mut(nth) else { return (none(), 0) };
        if let Some(known) = deck.left.get(&number) {
            return (Rc::clone(known), 0);
        }
        let left = Rc::new(CardsLeft::of(&counts(held).unwrap_or_else(|| deck.by_kind(&deck.full))));
        deck.left.insert(number, Rc::clone(&left));
        (left, BYTES_PER_LEFT + deck.cards.len() as u64 * BYTES_PER_CARD)
    }

    /// The number of what is left without a card, where it is known.
    pub(super) fn known_without(&self, nth: usize, number: u32, card: u32) -> Option<u32> {
        self.0.get(nth)?.without.get(&(number, card)).copied()
    }

    /// What is left of a deck once a card is drawn from what was left.
    pub(super) fn without(&self, nth: usize, held: &Value, card: u32) -> Value {
        let Some(deck) = self.0.get(nth) else { return held.clone() };
        let mut left = counts(held).unwrap_or_else(|| deck.by_kind(&deck.full));
        if let Some(left) = deck.kinds.get(card as usize).and_then(|kind| left.get_mut(*kind)) {
            *left = left.saturating_sub(1);
        }
        listed(&left)
    }

    /// Notes the number of what is left without a card; gives how many bytes more are filled.
    pub(super) fn note_without(&mut self, nth: usize, (number, card): (u32, u32), next: u32) -> u64 {
        if let Some(deck) = self.0.get_mut(nth) {
            deck.without.insert((number, card), next);
        }
        BYTES_PER_CARD
    }
}

impl CardsLeft {
    /// What is drawn, with its weight out of a multiple of how many cards there are; where there are none, that.
    pub(in crate::odds) fn parts(&self, whole: &Nat, none: usize) -> Vec<(usize, Nat)> {
        let each = whole.checked_div(&Nat::from(self.whole.max(1))).unwrap_or(Nat::ONE);
        if self.kinds.is_empty() {
            return vec![(none, whole.clone())];
        }
        self.kinds.iter().map(|(nth, count)| (*nth, &Nat::from(*count) * &each)).collect()
    }

    fn of(left: &[u64]) -> CardsLeft {
        let whole = left.iter().fold(0u64, |sum, count| sum.saturating_add(*count));
        CardsLeft { kinds: left.iter().copied().enumerate().filter(|(_, count)| *count > 0).collect(), whole }
    }
}

fn listed(left: &[u64]) -> Value {
    let count = |count: &u64| Value::int(i64::try_from(*count).unwrap_or(i64::MAX));
    Value::List(Arc::new(left.iter().map(count).collect()))
}

fn counts(held: &Value) -> Option<Vec<u64>> {
    let count =
        |count: &Value| count.as_number().and_then(|count| count.as_int()).map_or(0, |count| count as u64);
    held.as_list().map(|left| left.iter().map(count).collect())
}
