//! What conditions decide over, by step.

use crate::plan::{Code, Region};

/// The regions of a code, by the steps that they hold.
pub(super) struct Regions {
    /// For each step that decides, its region.
    by_step: Vec<Option<Region>>,
    /// For each step, the innermost step before it that decides over it.
    inner: Vec<Option<u32>>,
}

impl Regions {
    pub(super) fn of(code: &Code) -> Regions {
        let mut by_step = vec![None; code.ops.len()];
        for region in &code.regions {
            if let Some(slot) = by_step.get_mut(region.by as usize) {
                *slot = Some(*region);
            }
        }
        let mut open: Vec<Region> = Vec::new();
        let mut inner = Vec::with_capacity(by_step.len());
        for (at, here) in (0u32..).zip(&by_step) {
            while open.last().is_some_and(|region| region.until <= at) {
                open.pop();
            }
            inner.push(open.last().map(|region| region.by));
            open.extend(here);
        }
        Regions { by_step, inner }
    }

    /// The region of a step that decides.
    pub(super) fn at(&self, step: u32) -> Option<Region> {
        self.by_step.get(step as usize).copied().flatten()
    }

    /// The innermost step that decides whether a step is taken. Others decide over that one.
    pub(super) fn around(&self, step: u32) -> Option<u32> {
        self.inner.get(step as usize).copied().flatten()
    }
}
