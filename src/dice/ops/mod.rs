//! What the operators do to the dice of a hand, and what there is to know about each.

mod again;
mod bound;
mod count;
mod keep;

use super::hand::Hand;
use super::luck::{Draw, Halt};
use super::op::Op;

pub(super) use again::{COMPOUND, EXPLODE, PENETRATE, REROLL, REROLL_ONCE};
pub(super) use bound::{MAX, MIN};
pub(super) use count::COUNT;
pub(super) use keep::{DROP_HIGHEST, DROP_LOWEST, KEEP_HIGHEST, KEEP_LOWEST};

impl Op {
    /// Plays the operator on a hand of dice. This *is* the operator's meaning.
    pub(super) fn play(&self, hand: &mut Hand<'_>, luck: &mut dyn Draw) -> Result<(), Halt> {
        match self {
            Op::Keep(keep) => keep.play(hand),
            Op::Again(again) => again.play(hand, luck)?,
            Op::Bound(bound) => bound.play(hand),
            Op::Count(count) => count.play(hand),
        }
        Ok(())
    }
}
