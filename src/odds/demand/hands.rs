//! Hands of cards whose order nobody looks at.

use std::sync::Arc;

use super::Demand;
use super::gap::Gap;
use super::locals::Env;
use super::lot::Lot;
use super::need::Need;
use crate::check::program::Expr;
use crate::dist::{Dist, Nat, binomial};
use crate::plan::{RowValue, Value};

/// Kinds of cards that the same is looked at of, each with how many there are.
type CardKinds = Vec<(Value, u64)>;

/// A hand that is being dealt, kind by kind: its cards, how many are still to come, and in how many ways.
type Dealing = (Vec<Value>, u32, Nat);

impl<'p> Demand<'p> {
    /// So many cards of a deck, or a column of them, without regard to their order where nobody looks at it; `None`
    /// where an expression is something else.
    pub(super) fn hands(&mut self, list: &'p Expr, env: &Env<'p>, need: &Need) -> Result<Option<Lot>, Gap> {
        let Some((count, cards)) = self.cards(list, env)? else { return Ok(None) };
        let kinds = self.kinds_seen(cards, &need.of_item());
        if !need.is_unordered() {
            return self.dealt_in_order(&kinds, count);
        }
        self.budget.check_lists(hands_of(&kinds, count), u64::from(count), 1)?;
        let hands = self.dealt(&kinds, count)?.into_iter();
        let hands = hands.map(|(cards, _, ways)| (Value::List(Arc::new(cards)), ways));
        Ok(Some(Lot::of(Dist::from_weights(hands)?)))
    }

    /// The card at a place of a hand, counted from 0: each is as likely there.
    pub(super) fn card_at(
        &mut self,
        hand: &'p Expr,
        at: usize,
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Option<Lot>, Gap> {
        let Some((count, cards)) = self.cards(hand, env)? else { return Ok(None) };
        if at >= count as usize {
            return Ok(None);
        }
        let kinds = self.kinds_seen(cards, need).into_iter();
        let kinds = kinds.map(|(card, many)| (card, Nat::from(many)));
        Ok(Some(Lot::of(Dist::from_weights(kinds)?)))
    }

    /// All orders in which so many cards may come; `None` where there are too many to look at each.
    fn dealt_in_order(&mut self, kinds: &CardKinds, count: u32) -> Result<Option<Lot>, Gap> {
        const MOST: u64 = 60_000;
        let least = u64::try_from(kinds.len()).unwrap_or(u64::MAX);
        let total: u64 = kinds.iter().map(|(_, many)| many).sum();
        let orders = (0..u64::from(count)).map(|nth| least.min(total.saturating_sub(nth)));
        if orders.fold(1, u64::saturating_mul) > MOST {
            return Ok(None);
        }
        let mut dealt: Vec<(Vec<usize>, Nat)> = vec![(Vec::new(), Nat::ONE)];
        for _ in 0..count {
            let mut next = Vec::new();
            for (places, ways) in &dealt {
                for (place, (_, many)) in kinds.iter().enumerate() {
                    let taken = places.iter().filter(|other| **other == place).count() as u64;
                    if taken < *many {
                        let mut places = places.clone();
                        places.push(place);
                        next.push((places, ways * &Nat::from(many - taken)));
                    }
                }
            }
            self.budget.charge_values(next.len() as u64)?;
            dealt = next;
        }
        let card = |place: &usize| kinds.get(*place).map_or(Value::Unset, |(card, _)| card.clone());
        let hands = dealt
            .into_iter()
            .map(|(places, ways)| (Value::List(Arc::new(places.iter().map(card).collect())), ways));
        Ok(Some(Lot::of(Dist::from_weights(hands)?)))
    }

    /// The cards as far as they are looked at, in order.
    fn kinds_seen(&self, cards: CardKinds, need: &Need) -> CardKinds {
        let mut kinds: CardKinds = Vec::new();
        for (card, many) in cards {
            let card = self.card_seen(card, need);
            match kinds.iter_mut().find(|(kind, _)| is_same_kind(kind, &card, need)) {
                Some((_, known)) => *known += many,
                None => kinds.push((card, many)),
            }
        }
        kinds.sort_by(|(a, _), (b, _)| Value::order(a, b));
        kinds
    }

    /// A card with those of its results that are looked at.
    fn card_seen(&self, card: Value, need: &Need) -> Value {
        let Value::Row(row) = &card else { return card };
        let table = self.plan.program.table(row.table);
        let nameless = table.rows.get(row.row as usize).is_none_or(|row| !row.says_what_it_is());
        let seen = |(column, cell): (usize, &Value)| {
            let name = table.columns.get(column).map_or("", |column| &*column.name);
            let seen = !need.of_cell(name, column, nameless).is_nothing();
            if seen { cell.clone() } else { Value::Unset }
        };
        let cells: Arc<[Value]> = row.cells.iter().enumerate().map(seen).collect();
        Value::Row(Arc::new(RowValue { cells, ..RowValue::clone(row) }))
    }

    /// All hands of so many cards.
    fn dealt(&mut self, kinds: &CardKinds, count: u32) -> Result<Vec<Dealing>, Gap> {
        let mut hands: Vec<Dealing> = vec![(Vec::new(), count, Nat::ONE)];
        // How many cards there are of the kinds to come: those that are left have to be among them.
        let mut to_come: u64 = kinds.iter().map(|(_, many)| many).sum();
        for (card, many) in kinds {
            to_come -= many;
            let mut next = Vec::with_capacity(hands.len());
            for (cards, left, ways) in hands {
                let least = u64::from(left).saturating_sub(to_come);
                for taken in least..=u64::from(left).min(*many) {
                    let mut cards = cards.clone();
                    cards.extend((0..taken).map(|_| card.clone()));
                    let left = left - u32::try_from(taken).unwrap_or(left);
                    next.push((cards, left, &ways * &binomial(*many, taken)));
                }
            }
            self.budget.charge_values(next.len() as u64)?;
            hands = next;
        }
        Ok(hands)
    }
}

/// Whether nobody can tell two cards apart.
fn is_same_kind(a: &Value, b: &Value, need: &Need) -> bool {
    match (a, b) {
        (Value::Row(a), Value::Row(b)) => a.cells == b.cells && (!need.sees_which() || a.row == b.row),
        _ => a == b,
    }
}

/// How many hands of so many cards there are, as far as they can be told apart.
fn hands_of(kinds: &CardKinds, count: u32) -> u64 {
    let count = count as usize;
    let mut ways = vec![0u64; count + 1];
    ways.first_mut().into_iter().for_each(|none| *none = 1);
    for (_, many) in kinds {
        let many = usize::try_from(*many).unwrap_or(usize::MAX).min(count);
        ways = (0..=count)
            .map(|size| ways.iter().skip(size.saturating_sub(many)).take(size.min(many) + 1))
            .map(|fewer| fewer.fold(0u64, |sum, ways| sum.saturating_add(*ways)))
            .collect();
    }
    ways.last().copied().unwrap_or(0)
}
