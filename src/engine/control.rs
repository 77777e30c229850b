//! What is in progress within a step of the code: each such thing is a frame of its own kind.

use std::sync::Arc;

use super::held::HeldFor;
use crate::plan::Value;

/// Something in progress that is not done with one step.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Control {
    /// How many frames there were when it began: it belongs to the last of them, and ends with it.
    pub(super) depth: usize,
    pub(super) doing: Doing,
}

/// What is in progress.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Doing {
    /// A check, with the first natural face of its dice: `nothing` until the first die.
    Check(Value),
    /// An operand that may be rolled twice, with what it gave the first time.
    Advantage(Option<First>),
    /// The rows of a list that are still to be applied.
    Applying(Vec<Value>),
    /// A row that the referee rules on: another is drawn to be put in its place.
    Ruling {
        /// The row that came up.
        first: Value,
        /// What is done with the other one.
        then: Then,
    },
    /// Conditions that are looked at until a whole round has changed nothing.
    Settling(Settling),
}

/// What an operand gave the first time it was rolled.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct First {
    pub(super) result: Value,
    /// The natural face of that roll, where a check waits for one.
    pub(super) natural: Option<Value>,
}

/// What is done with a row that was drawn in place of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Then {
    /// It is ruled on in its turn.
    Rule,
    /// It is applied.
    Apply,
    /// It is put off.
    Defer,
}

/// How far conditions have been looked at.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Settling {
    /// Rounds so far.
    pub(super) round: u32,
    /// The condition that is next.
    pub(super) at: usize,
    /// Timers that waited when the round began and have not been looked at.
    pub(super) held: usize,
    /// For whom each condition held when the round began.
    pub(super) before: Vec<Arc<HeldFor>>,
}
