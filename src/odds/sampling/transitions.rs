//! What runs of a batch have learned: the places where luck is asked, and the transitions between them.

use std::rc::Rc;

use super::asking::Asked;
use crate::odds::states::Halt;
use crate::odds::states::ways::{Way, Ways};

/// A place where luck is asked.
pub(super) struct Place {
    pub(super) halt: Rc<Halt>,
    pub(super) asked: Asked,
    /// For each answer.
    pub(super) ways: Vec<Ways>,
}

/// What was run once.
pub(super) struct Transition {
    pub(super) way: Way,
    /// What it takes off a run's budget.
    pub(super) steps: u64,
    pub(super) dice: u64,
}
