//! Numbers that are met again and again, each known by a number of its own.

use rustc_hash::FxHashMap;

use super::super::Nat;

/// Numbers that were met, each once.
#[derive(Debug, Clone)]
pub(super) struct Met {
    pub(super) all: Vec<Nat>,
    known: FxHashMap<Nat, u32>,
    /// Of small ones, by themselves.
    small: [u32; Met::SMALL],
}

impl Default for Met {
    fn default() -> Met {
        Met::new()
    }
}

impl Met {
    const SMALL: usize = 256;
    const UNKNOWN: u32 = u32::MAX;

    pub(super) fn new() -> Met {
        Met { all: Vec::new(), known: FxHashMap::default(), small: [Met::UNKNOWN; Met::SMALL] }
    }

    /// The number of one among those that were met.
    pub(super) fn number(&mut self, of: &Nat) -> u32 {
        let next = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        let word = of.as_word().and_then(|word| usize::try_from(word).ok());
        let number = match word.and_then(|word| self.small.get_mut(word)) {
            Some(small) => {
                if *small == Met::UNKNOWN {
                    *small = next;
                }
                *small
            }
            None => match self.known.get(of) {
                Some(known) => *known,
                None => *self.known.entry(of.clone()).or_insert(next),
            },
        };
        if number == next {
            self.all.push(of.clone());
        }
        number
    }
}
