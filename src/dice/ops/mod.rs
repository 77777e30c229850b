//! The operators, one file each: arguments, meaning, and what they do to a distribution.

mod again;
mod bound;
mod compound;
mod count;
mod explode;
mod keep;
mod penetrate;
mod reroll;
mod reroll_once;

pub(super) use again::{Again, How};
pub(super) use bound::Bound;
pub use bound::{LowerTo, RaiseTo};
pub use compound::Compound;
pub use count::Count;
pub use explode::Explode;
pub use keep::{End, Keep};
pub use penetrate::Penetrate;
pub use reroll::Reroll;
pub use reroll_once::RerollOnce;

use super::Condition;

pub(super) use bound::{MAX, MIN};
pub(super) use compound::COMPOUND;
pub(super) use count::COUNT;
pub(super) use explode::EXPLODE;
pub(super) use keep::{DROP_HIGHEST, DROP_LOWEST, KEEP_HIGHEST, KEEP_LOWEST};
pub(super) use penetrate::PENETRATE;
pub(super) use reroll::REROLL;
pub(super) use reroll_once::REROLL_ONCE;

/// What an operator does, said as data, for exact odds and for the checker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// Takes dice off one end of the sorted pool.
    Select(Keep),
    /// Changes each value by a bound; order is preserved.
    Bound(Bound),
    /// Throws dice again, each die of the pool on its own.
    Again(Again),
    /// Turns the pool into a count.
    Tally {
        /// Dice that count.
        hit: Condition,
        /// Dice that take one off.
        miss: Option<Condition>,
    },
}
