//! Helper locals are used again and again for different values: each use is a version of its own.

use rustc_hash::FxHashMap;

use super::regions::{Region, Regions};
use crate::plan::{Code, Live, Locals, Op, Plan};

/// Where locals begin to hold something that has nothing to do with what they held before.
pub(super) struct Versions {
    /// For each local, the steps after which it has a new version, in order.
    begun: FxHashMap<u32, Vec<u32>>,
}

/// Deeper within conditions than this, a local keeps its version.
const DEEPEST: usize = 64;

impl Versions {
    pub(super) fn of(plan: &Plan, code: &Code, regions: &Regions) -> Versions {
        let sets = |op: &Op| match op.does(plan).locals {
            Locals::Sets(local) => Some(local),
            Locals::None
            | Locals::Reads(_)
            | Locals::Walks { .. }
            | Locals::Grows(_)
            | Locals::Counts(_)
            | Locals::Frame => None,
        };
        let mut times = vec![0u32; code.locals as usize];
        for local in code.ops.iter().filter_map(sets) {
            times.get_mut(local as usize).into_iter().for_each(|times| *times += 1);
        }
        let mut begun: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        if times.iter().all(|times| *times < 2) {
            return Versions { begun };
        }
        let live = Live::of(plan, code);
        for (at, op) in (0u32..).zip(&code.ops) {
            let often = |local: &u32| times.get(*local as usize).is_some_and(|times| *times > 1);
            let Some(local) = sets(op).filter(often) else { continue };
            // What it held before is read nowhere behind it, nor is what it holds now read outside.
            let is_read = |region: Region| {
                [region.by, region.from, region.until].into_iter().any(|at| live.is_live(at, local))
            };
            let around = regions.holding(at).enumerate();
            let mut is_bound = around.map(|(depth, region)| depth == DEEPEST || is_read(region));
            if !is_bound.any(|is_bound| is_bound) && !live.is_live(at, local) {
                begun.entry(local).or_default().push(at);
            }
        }
        Versions { begun }
    }

    /// The version of a local that a step reads.
    pub(super) fn read_at(&self, at: u32, local: u32) -> u32 {
        self.count(local, |begun| begun < at)
    }

    /// The version of a local that a step sets.
    pub(super) fn set_at(&self, at: u32, local: u32) -> u32 {
        self.count(local, |begun| begun <= at)
    }

    fn count(&self, local: u32, is_before: impl Fn(u32) -> bool) -> u32 {
        let before = self.begun.get(&local).map_or(0, |begun| begun.partition_point(|at| is_before(*at)));
        u32::try_from(before).unwrap_or(u32::MAX)
    }
}
