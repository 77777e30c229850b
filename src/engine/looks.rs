//! Whether anybody looked at a number that is open (see [`crate::plan::Open`]): only the exact driver asks.

use std::cell::Cell;

use crate::plan::Value;

/// Whether open numbers may be met, and the sum in the first of them that was looked at. No part of what a
/// machine is.
#[derive(Debug, Clone, Default)]
pub(crate) struct Looks {
    are_met: bool,
    seen: Cell<Option<u32>>,
    /// What it is divided by of which no more than what is left is looked at.
    by: Cell<Option<i64>>,
    /// Whether the step cannot go on without what was looked at.
    is_needed: Cell<bool>,
}

impl Looks {
    /// Open numbers may be met.
    pub(crate) fn watching() -> Looks {
        Looks { are_met: true, ..Looks::default() }
    }

    /// The sum that was looked at, if any was.
    pub(crate) fn seen(&self) -> Option<u32> {
        self.seen.get()
    }

    /// What that sum is divided by, where what is left is all that was looked at.
    pub(crate) fn divided_by(&self) -> Option<i64> {
        self.by.get()
    }

    /// Of what is looked at only what is left is, where it is divided.
    pub(super) fn divide(&self, by: i64) {
        self.by.set(Some(by));
    }

    /// Whether open numbers may be met.
    pub(super) fn are_met(&self) -> bool {
        self.are_met
    }

    /// A value is looked at.
    pub(super) fn look(&self, value: &Value) {
        if self.are_met && self.seen.get().is_none() {
            self.seen.set(value.open_sum());
        }
    }

    /// A value is looked at, and nothing can be done without it.
    pub(super) fn need(&self, value: &Value) {
        self.look(value);
        self.is_needed.set(true);
    }

    /// What was looked at was only handed on.
    pub(super) fn handed_on(&self) {
        if !self.is_needed.get() {
            self.seen.set(None);
        }
    }
}

impl PartialEq for Looks {
    fn eq(&self, _: &Looks) -> bool {
        true
    }
}

impl Eq for Looks {}

impl std::hash::Hash for Looks {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}
