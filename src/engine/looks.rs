//! Whether anybody looked at a number that is open (see [`crate::plan::Open`]): only the exact driver asks.

use std::cell::Cell;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::base::Num;
use crate::plan::{CodeId, Value};

/// What is looked at of an open number, where that is not all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LookedPart {
    /// What is left of it, where it is divided by this.
    LeftOver(i64),
    /// How large it is, below this number.
    Below(Num),
}

/// Locals that may hold open numbers, with the code that they are of.
pub(crate) type OpenLocals = FxHashSet<(CodeId, u32)>;

/// Whether open numbers may be met, and the sum in the first of them that was looked at. No part of what a
/// machine is.
#[derive(Debug, Clone, Default)]
pub(crate) struct Looks {
    /// The locals that may hold open numbers; nothing where none are met.
    open: Option<Arc<OpenLocals>>,
    seen: Cell<Option<u32>>,
    /// What is looked at of it, where that is not all.
    part: Cell<Option<LookedPart>>,
    /// Whether the step cannot go on without what was looked at.
    is_needed: Cell<bool>,
}

impl Looks {
    /// Open numbers may be met, among others in these locals.
    pub(crate) fn watching(open: Arc<OpenLocals>) -> Looks {
        Looks { open: Some(open), ..Looks::default() }
    }

    /// Whether a local may hold an open number, now or in another state.
    pub(super) fn may_be_open(&self, code: CodeId, local: u32) -> bool {
        self.open.as_ref().is_some_and(|open| open.contains(&(code, local)))
    }

    /// The sum that was looked at, if any was.
    pub(crate) fn seen(&self) -> Option<u32> {
        self.seen.get()
    }

    /// What was looked at of that sum, where that was not all.
    pub(crate) fn part(&self) -> Option<LookedPart> {
        self.part.get()
    }

    /// Of what is looked at no more is than this.
    pub(super) fn only(&self, part: LookedPart) {
        self.part.set(Some(part));
    }

    /// Whether open numbers may be met.
    pub(super) fn are_met(&self) -> bool {
        self.open.is_some()
    }

    /// A value is looked at.
    pub(super) fn look(&self, value: &Value) {
        if self.are_met() && self.seen.get().is_none() {
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
