//! What conditions decide over, noted while code is written.

use crate::plan::{Ix, Region};

/// The regions of a code that is being written, one inside another. A step inside may lead beyond its region, as
/// `stop` does: the regions around it then reach as far.
#[derive(Default)]
pub(super) struct RegionStack {
    all: Vec<Written>,
    /// Those whose ways have not all met, innermost last.
    open: Vec<usize>,
}

struct Written {
    region: Region,
    /// How many ways lead out of it whose end is not known yet.
    ways: u32,
}

/// A way out of a region, whose end is not known yet.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RegionExit(usize);

impl RegionStack {
    /// A step decides which way the code goes; one of them leads on.
    pub(super) fn decides(&mut self, by: Ix) -> RegionExit {
        let region = Region { by, from: by + 1, until: by + 1, goes_round: false };
        self.open.push(self.all.len());
        self.all.push(Written { region, ways: 1 });
        RegionExit(self.all.len() - 1)
    }

    /// A step leads forward; `None` where nothing decides over it.
    pub(super) fn leads_on(&mut self) -> Option<RegionExit> {
        let innermost = *self.open.last()?;
        self.all.get_mut(innermost)?.ways += 1;
        Some(RegionExit(innermost))
    }

    /// A step leads to the end of the code: all that decides over it decides over the rest.
    pub(super) fn leads_to_end(&mut self) {
        // This way's end is never told.
        let _ = self.leads_on();
    }

    /// A step leads back: whatever decides over it, from there on, decides whether it goes round again.
    pub(super) fn goes_back(&mut self, start: Ix) {
        for at in self.open.iter().rev() {
            let Some(Written { region, .. }) = self.all.get_mut(*at) else { break };
            if region.by < start {
                break;
            }
            region.from = region.from.min(start);
            region.goes_round = true;
        }
    }

    /// A way has come to its end.
    pub(super) fn arrives(&mut self, RegionExit(at): RegionExit, here: Ix) {
        let Some(written) = self.all.get_mut(at) else { return };
        written.region.until = written.region.until.max(here);
        written.ways = written.ways.saturating_sub(1);
        while self.open.last().and_then(|last| self.all.get(*last)).is_some_and(|last| last.ways == 0) {
            self.close();
        }
    }

    /// The ways of the innermost region have met; what is around it reaches as far.
    fn close(&mut self) {
        let until = self.open.pop().and_then(|at| self.all.get(at)).map_or(0, |inner| inner.region.until);
        if let Some(outer) = self.open.last().and_then(|at| self.all.get_mut(*at)) {
            outer.region.until = outer.region.until.max(until);
        }
    }

    /// The code has ended, and with it all that is left.
    pub(super) fn finish(&mut self, length: usize) -> Vec<Region> {
        let end = Ix::try_from(length).unwrap_or(Ix::MAX);
        for at in self.open.drain(..) {
            if let Some(Written { region, .. }) = self.all.get_mut(at) {
                region.until = end;
            }
        }
        self.all.drain(..).map(|written| written.region).collect()
    }
}
