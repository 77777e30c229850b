//! What runs of a batch have learned: the places where luck is asked, and the transitions between them.

use std::rc::Rc;

use super::request::Request;
use crate::odds::states::Checkpoint;
use crate::odds::states::ways::{DecisionTree, Successor};

/// A place where luck is asked.
pub(super) struct DrawPoint {
    pub(super) halt: Rc<Checkpoint>,
    pub(super) asked: Request,
    /// For each answer.
    pub(super) ways: Vec<DecisionTree>,
}

/// What was run once.
pub(super) struct Transition {
    pub(super) way: Successor,
    /// What it takes off a run's budget.
    pub(super) steps: u64,
    pub(super) dice: u64,
}
