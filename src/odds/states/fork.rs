//! Where luck decides: the branches at one point, and what states wait for there.

use std::sync::Arc;

use super::decks::Decks;
use crate::check::program::TableId;
use crate::dist::{Cut, Nat};
use crate::plan::Value;

/// The branches at one point.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::odds) struct Fork {
    /// What luck may decide, with its weight.
    pub(in crate::odds) branches: Vec<(Value, Nat)>,
    /// What the weights are out of.
    pub(in crate::odds) whole: Nat,
    /// What is not listed, where there is no end of outcomes.
    pub(in crate::odds) cut: Option<Cut>,
    /// Whether it decides over an expression as a whole, and not over the first of its steps: both are waited for at
    /// the same place.
    pub(in crate::odds) is_of_draw: bool,
}

impl Fork {
    /// Over the step that waits.
    pub(in crate::odds) fn new(branches: Vec<(Value, Nat)>, whole: Nat, cut: Option<Cut>) -> Fork {
        Fork { branches, whole, cut, is_of_draw: false }
    }
}

/// What the machine waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::odds) enum Waiting {
    /// One of these branches.
    Fork(Arc<Fork>),
    /// A face of a die with so many sides.
    Face(u32),
    /// A card of a deck: how likely each is depends on what is left of it.
    Card(TableId),
    /// Nothing: a pass of a loop has ended, and what has become alike is put together.
    Rest,
}

/// What is handed to the machine for its next step.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(in crate::odds) struct Supply {
    /// A decision as a whole.
    pub(in crate::odds) value: Option<Value>,
    /// Whether that decides over an expression as a whole.
    pub(in crate::odds) is_of_draw: bool,
    /// Faces that came before in the same step.
    pub(in crate::odds) faces: Vec<u32>,
}

impl Supply {
    /// Whether there is nothing in it.
    pub(in crate::odds) fn is_empty(&self) -> bool {
        self.value.is_none() && self.faces.is_empty()
    }
}

/// What is handed to states that wait for something, each with its weight, and what the weights are out of. Of a deck
/// these are its kinds of cards, and behind them that there is none left; what they weigh, each state tells.
pub(in crate::odds) fn branches(
    waiting: &Waiting,
    before: &[u32],
    decks: &Decks,
) -> (Vec<(Supply, Nat)>, Nat) {
    match waiting {
        Waiting::Card(table) => {
            let card = |at: &usize| Value::int(i64::try_from(*at).unwrap_or(i64::MAX));
            let cards = decks.cards(*table).iter().map(card).chain([Value::Nothing]);
            let supply = |card| (Supply { value: Some(card), ..Supply::default() }, Nat::ONE);
            (cards.map(supply).collect(), Nat::ONE)
        }
        Waiting::Rest => (vec![(Supply::default(), Nat::ONE)], Nat::ONE),
        Waiting::Face(sides) => {
            let face = |face| {
                let mut faces = before.to_vec();
                faces.push(face);
                (Supply { faces, ..Supply::default() }, Nat::ONE)
            };
            ((1..=*sides).map(face).collect(), Nat::from(*sides))
        }
        Waiting::Fork(fork) => {
            let branch = |(value, part): &(Value, Nat)| {
                let (value, is_of_draw) = (Some(value.clone()), fork.is_of_draw);
                (Supply { value, is_of_draw, faces: Vec::new() }, part.clone())
            };
            (fork.branches.iter().map(branch).collect(), fork.whole.clone())
        }
    }
}
