//! Helper locals are used again and again for different values: each use is a version of its own.

use rustc_hash::FxHashMap;

use crate::plan::Code;

/// Where locals begin to hold something that has nothing to do with what they held before.
pub(super) struct Versions {
    /// For each local that is used again, where that begins, in order.
    begun: FxHashMap<u32, Vec<u32>>,
}

impl Versions {
    pub(super) fn of(code: &Code) -> Versions {
        let mut begun: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (local, at) in code.reused.iter() {
            begun.entry(*local).or_default().push(*at);
        }
        Versions { begun }
    }

    /// The version of a local that a step reads or sets.
    pub(super) fn at(&self, step: u32, local: u32) -> u32 {
        let before = self.begun.get(&local).map_or(0, |begun| begun.partition_point(|at| *at <= step));
        u32::try_from(before).unwrap_or(u32::MAX)
    }
}
