//! What operators do to a pool, said as data: for exact odds and for the checker.

use super::Condition;
use crate::base::Num;

/// What an operator does.
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

/// `kh` `kl` `dh` `dl`: keep or drop so many of the highest or lowest dice.
///
/// Dice of equal value are told apart by their place: of two equal ones the earlier is kept first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Keep {
    /// Which end of the sorted pool is meant.
    pub end: End,
    /// Whether the dice at that end are dropped; otherwise they are what is kept.
    pub drop: bool,
    /// How many.
    pub count: u32,
}

/// An end of the sorted pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    /// The dice with the highest values.
    Highest,
    /// The dice with the lowest values.
    Lowest,
}

/// A change of values that keeps their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// At least this.
    Low(Num),
    /// At most this.
    High(Num),
}

/// Throwing again: on which dice, what becomes of the new die, and how often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Again {
    /// Which dice; on the highest face where nothing is said.
    pub(super) when: Option<Condition>,
    /// What becomes of the new die.
    pub(super) how: How,
    /// How often at most for each die.
    pub(super) limit: Option<u32>,
}

/// What becomes of a die that is thrown because of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// It joins the pool.
    Join,
    /// It joins the pool, one lower than it shows.
    JoinLower,
    /// Its value is added to the first die.
    Add,
    /// It takes the first die's place.
    Replace,
}
