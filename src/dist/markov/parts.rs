//! Which states lead back to each other.

use super::{Edge, Markov, To};

/// Not yet met.
const NEW: u32 = u32::MAX;

/// What is known while states are looked through, by Tarjan.
struct Search {
    order: Vec<u32>,
    low: Vec<u32>,
    waits: Vec<bool>,
    /// States that are in no part yet.
    open: Vec<u32>,
    next: u32,
    parts: Vec<Vec<u32>>,
}

impl Markov {
    /// The parts of the chain in order of dependence: states that lead to each other are in one part, and no
    /// part leads to an earlier one. Only the ways that `counts` lets through are looked at.
    pub(super) fn parts(&self, counts: impl Fn(&Edge) -> bool) -> Vec<Vec<u32>> {
        let size = self.len();
        let mut search = Search {
            order: vec![NEW; size],
            low: vec![0; size],
            waits: vec![false; size],
            open: Vec::new(),
            next: 0,
            parts: Vec::new(),
        };
        for first in (0u32..).take(size) {
            if search.order[first as usize] == NEW {
                search.from(self, first, &counts);
            }
        }
        search.parts.reverse();
        search.parts
    }
}

impl Search {
    fn from(&mut self, chain: &Markov, first: u32, counts: &impl Fn(&Edge) -> bool) {
        // The states on the way here, and which of their ways is looked at.
        let mut path: Vec<(u32, usize)> = vec![(first, 0)];
        while let Some((state, at)) = path.pop() {
            let own = state as usize;
            if self.order[own] == NEW {
                (self.order[own], self.low[own]) = (self.next, self.next);
                self.next += 1;
                self.open.push(state);
                self.waits[own] = true;
            }
            let mut deeper = None;
            for (nth, way) in chain.ways_of(state).iter().enumerate().skip(at).filter(|(_, way)| counts(way))
            {
                let To::State(to) = way.to else { continue };
                if self.order[to as usize] == NEW {
                    deeper = Some((nth, to));
                    break;
                }
                if self.waits[to as usize] {
                    self.low[own] = self.low[own].min(self.low[to as usize]);
                }
            }
            match deeper {
                // The same way is looked at again once what it leads to is known.
                Some((nth, to)) => path.extend([(state, nth), (to, 0)]),
                None => self.close(state),
            }
        }
    }

    /// All that a state leads to has been looked through.
    fn close(&mut self, state: u32) {
        if self.low[state as usize] != self.order[state as usize] {
            return;
        }
        let from = self.open.iter().rposition(|of| *of == state).unwrap_or(0);
        let part = self.open.split_off(from);
        for of in &part {
            self.waits[*of as usize] = false;
        }
        self.parts.push(part);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Way;
    use super::*;
    use crate::dist::Nat;

    #[test]
    fn parts_come_in_order_of_dependence() {
        let mut chain = Markov::default();
        let ways: [&[u32]; 6] = [&[1, 3], &[2], &[1, 3, 0], &[4], &[4, 5], &[]];
        for to in ways {
            let way = |to: &u32| Way { to: To::State(*to), weight: Nat::ONE, gain: 0 };
            chain.push(Nat::word(to.len() as u128), to.iter().map(way));
        }
        let mut parts = chain.parts(|_| true);
        parts.iter_mut().for_each(|part| part.sort_unstable());
        assert_eq!(parts, [vec![0, 1, 2], vec![3], vec![4], vec![5]]);
    }
}
