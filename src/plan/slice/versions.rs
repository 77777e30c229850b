//! Helper locals are used again and again for different values: each use is a version of its own.

use super::regions::{Region, Regions};
use crate::plan::{Code, Live, Op};

/// Where locals begin to hold something that has nothing to do with what they held before.
pub(super) struct Versions {
    /// The step after which a local has a new version, and the local; in order.
    begun: Vec<(u32, u32)>,
}

impl Versions {
    pub(super) fn of(code: &Code, regions: &Regions) -> Versions {
        let sets = |op: &Op| match *op {
            Op::SetLocal(local) => Some(local),
            _ => None,
        };
        let mut times = vec![0u32; code.locals as usize];
        for local in code.ops.iter().filter_map(sets) {
            times.get_mut(local as usize).into_iter().for_each(|times| *times += 1);
        }
        if times.iter().all(|times| *times < 2) {
            return Versions { begun: Vec::new() };
        }
        let live = Live::of(code);
        let begins = |(at, op): (u32, &Op)| {
            let local =
                sets(op).filter(|local| times.get(*local as usize).is_some_and(|times| *times > 1))?;
            // What it held before is read nowhere behind it, nor is what it holds now read outside.
            let is_read = |region: &Region| {
                [region.by, region.from, region.until].into_iter().any(|at| live.is_live(at, local))
            };
            (!regions.holding(at).any(is_read) && !live.is_live(at, local)).then_some((at, local))
        };
        Versions { begun: (0u32..).zip(&code.ops).filter_map(begins).collect() }
    }

    /// The version of a local that a step reads.
    pub(super) fn read_at(&self, at: u32, local: u32) -> u32 {
        self.count(|begun| begun < at, local)
    }

    /// The version of a local that a step sets.
    pub(super) fn set_at(&self, at: u32, local: u32) -> u32 {
        self.count(|begun| begun <= at, local)
    }

    fn count(&self, is_before: impl Fn(u32) -> bool, local: u32) -> u32 {
        let before = self.begun.iter().filter(|(at, of)| *of == local && is_before(*at));
        u32::try_from(before.count()).unwrap_or(u32::MAX)
    }
}
