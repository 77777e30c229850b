//! Whether anybody looked at a number that is open (see [`crate::plan::Open`]): only the exact driver asks.

use std::cell::Cell;

use crate::plan::Value;

/// Whether open numbers may be met, and the sum in the first of them that was looked at. No part of what a
/// machine is.
#[derive(Debug, Clone, Default)]
pub(crate) struct Looks {
    are_met: bool,
    seen: Cell<Option<u32>>,
}

impl Looks {
    /// Open numbers may be met.
    pub(crate) fn watching() -> Looks {
        Looks { are_met: true, seen: Cell::new(None) }
    }

    /// The sum that was looked at, if any was.
    pub(crate) fn seen(&self) -> Option<u32> {
        self.seen.get()
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

    /// What was looked at was only handed on.
    pub(super) fn handed_on(&self) {
        self.seen.set(None);
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
