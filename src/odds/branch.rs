//! What becomes of the states of a group on one branch: states that agree on all that the branch looks at
//! go the same way, so each way is run once.

use rustc_hash::FxHashMap;

/// Which way states go, by what they hold: a tree of looks.
#[derive(Default)]
pub(super) struct Ways {
    nodes: Vec<Node>,
}

enum Node {
    /// Nobody came here yet.
    Unknown,
    /// The value at this place of the row decides.
    Look(u32, FxHashMap<u32, u32>),
    /// All who come here go this way.
    Way(u32),
}

impl Ways {
    /// The way of a row, where it is known.
    pub(super) fn of(&self, row: &[u32]) -> Option<u32> {
        let mut at = 0usize;
        loop {
            match self.nodes.get(at)? {
                Node::Unknown => return None,
                Node::Way(way) => return Some(*way),
                Node::Look(place, next) => at = *next.get(row.get(*place as usize)?)? as usize,
            }
        }
    }

    /// Learns that rows which hold this at these places go this way. Runs that have seen the same look
    /// at the same place next, so the looks form a tree.
    pub(super) fn learn(&mut self, looks: &[(u32, u32)], way: u32) {
        if self.nodes.is_empty() {
            self.nodes.push(Node::Unknown);
        }
        let mut at = 0usize;
        for (place, value) in looks {
            let fresh = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
            let Some(node) = self.nodes.get_mut(at) else { return };
            if matches!(node, Node::Unknown) {
                *node = Node::Look(*place, FxHashMap::default());
            }
            let Node::Look(_, next) = node else { return };
            let to = *next.entry(*value).or_insert(fresh);
            if to == fresh {
                self.nodes.push(Node::Unknown);
            }
            at = to as usize;
        }
        if let Some(node) = self.nodes.get_mut(at) {
            *node = Node::Way(way);
        }
    }
}

/// Where a way leads.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Way {
    /// To a result, by its number.
    End(u32),
    /// To a group: so much of the row stays, then come these values; and some within it change.
    Group { group: u32, keep: u32, tail: Vec<u32>, sets: Vec<(u32, u32)> },
}

/// The ways that were found so far, each once, and what weights are multiplied by on each.
#[derive(Default)]
pub(super) struct Found {
    numbers: FxHashMap<Way, u32>,
    pub(super) all: Vec<(Way, crate::dist::Nat)>,
}

impl Found {
    pub(super) fn number(&mut self, way: Way, factor: impl FnOnce() -> crate::dist::Nat) -> u32 {
        if let Some(number) = self.numbers.get(&way) {
            return *number;
        }
        let number = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        self.all.push((way.clone(), factor()));
        self.numbers.insert(way, number);
        number
    }
}
