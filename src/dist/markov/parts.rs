//! Which states lead back to each other.

use super::{Edge, Markov, To};
use crate::base;

impl Markov {
    /// The parts of the chain in order of dependence: states that lead to each other are in one part, and no
    /// part leads to an earlier one. Only the ways that `counts` lets through are looked at.
    pub(super) fn parts(&self, counts: impl Fn(&Edge) -> bool) -> Vec<Vec<u32>> {
        base::parts(self.len(), |state, from| {
            let ways = self.ways_of(state).iter().enumerate().skip(from);
            ways.filter(|(_, way)| counts(way)).find_map(|(nth, way)| match way.to {
                To::State(to) => Some((nth, to)),
                To::End(_) => None,
            })
        })
    }
}
