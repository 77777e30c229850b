//! Where the machine is.

use std::sync::Arc;

use super::ActiveTimer;
use crate::check::program::ProcId;
use crate::plan::{CodeId, Passed};

/// A piece of code in progress.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Frame {
    /// The code.
    pub code: CodeId,
    /// The next step.
    pub pc: u32,
    /// The step of the code around it that runs it.
    pub from: u32,
    /// Where its locals begin on the stack.
    pub base: u32,
    /// The procedure that it is, for `stop` by name and for the place of events.
    pub proc: Option<ProcId>,
    /// What its caller gets.
    pub gives: CallerGets,
    /// How many loops were open when it began.
    pub loops: u32,
    /// The timer that has run out, where this code looks whether it may.
    pub timer: Option<Arc<ActiveTimer>>,
}

/// What a caller gets of a piece of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum CallerGets {
    /// Its value.
    Value,
    /// The value `nothing`: it took the place of code that gives that.
    Nothing,
    /// None: its value is dropped, as that of what runs in between.
    None,
}

impl CallerGets {
    /// What the caller of some code gets of a call that takes the place of that code.
    pub(crate) const fn by_last_call(self, passed: Passed) -> CallerGets {
        match (self, passed) {
            (given, Passed::On) => given,
            (CallerGets::Value | CallerGets::Nothing, Passed::Dropped) => CallerGets::Nothing,
            (CallerGets::None, Passed::Dropped) => CallerGets::None,
        }
    }
}

/// How far loops have come, outermost first: where each began and its passes so far. It orders
/// machines from least to most advanced and is no part of what they are.
#[derive(Debug, Clone, Default)]
pub(crate) struct LoopProgress {
    loops: Vec<(u32, u32)>,
    /// The fewest loops that were open since somebody looked.
    low: usize,
}

/// How loops have gone on since somebody looked.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Onward {
    /// So many loops are still the same...
    kept: usize,
    /// ...of which the innermost has made so many more passes.
    more: u32,
    /// Those that have begun since.
    begun: Vec<(u32, u32)>,
}

impl LoopProgress {
    /// From where these loops are open.
    pub(crate) fn at(loops: &[(u32, u32)]) -> LoopProgress {
        LoopProgress { loops: loops.to_vec(), low: loops.len() }
    }

    /// The loops that are open.
    pub(crate) fn loops(&self) -> &[(u32, u32)] {
        &self.loops
    }

    /// How loops have gone on that stood so.
    pub(crate) fn since(&self, before: &[(u32, u32)]) -> Onward {
        let kept = self.low.min(before.len()).min(self.loops.len());
        let passes = |loops: &[(u32, u32)]| {
            kept.checked_sub(1).and_then(|last| loops.get(last)).map_or(0, |(_, passes)| *passes)
        };
        let more = passes(&self.loops).saturating_sub(passes(before));
        Onward { kept, more, begun: self.loops.get(kept..).unwrap_or(&[]).to_vec() }
    }

    pub(super) fn begin(&mut self, at: u32) {
        self.loops.push((at, 0));
    }

    pub(super) fn pass(&mut self) {
        if let Some((_, passes)) = self.loops.last_mut() {
            *passes = passes.saturating_add(1);
        }
    }

    /// Only so many loops stay open.
    pub(super) fn truncate(&mut self, loops: usize) {
        self.loops.truncate(loops);
        self.low = self.low.min(self.loops.len());
    }
}

impl Onward {
    /// Where loops stand that have gone on so.
    pub(crate) fn from(&self, before: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let mut loops: Vec<(u32, u32)> = before.iter().take(self.kept).copied().collect();
        if let Some((_, passes)) = loops.last_mut() {
            *passes = passes.saturating_add(self.more);
        }
        loops.extend_from_slice(&self.begun);
        loops
    }
}

impl PartialEq for LoopProgress {
    fn eq(&self, _: &LoopProgress) -> bool {
        true
    }
}

impl Eq for LoopProgress {}

impl std::hash::Hash for LoopProgress {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_loops_did_is_done_again_elsewhere() {
        let mut progress = LoopProgress::at(&[(3, 5), (9, 2)]);
        progress.truncate(1);
        progress.pass();
        progress.begin(9);
        let onward = progress.since(&[(3, 5), (9, 2)]);
        assert_eq!(onward.from(&[(3, 7), (9, 0)]), [(3, 8), (9, 0)]);
        let still = LoopProgress::at(&[(3, 5)]).since(&[(3, 5)]);
        assert_eq!(still.from(&[(3, 1)]), [(3, 1)]);
    }
}
