//! What becomes of the states of a group on one branch: states that agree on all that the branch looks at
//! go the same way, so each way is run once.

use rustc_hash::FxHashMap;

use super::RowDelta;

/// Which way states go, by what they hold: a tree of looks. Most of a large tree are its leaves, which stand
/// where looks lead to them and need no place of their own in memory.
pub(in crate::odds) struct DecisionTree {
    first: DecisionNode,
    looks: Vec<Look>,
}

/// A look by its number, the way that all who come there go behind [`LEAF`], or [`UNKNOWN`].
type DecisionNode = u32;

/// The value at a place of the row decides.
struct Look {
    place: u32,
    next: Next,
}

/// A node as others see it.
pub(in crate::odds) enum NodeView {
    /// Nobody came here yet.
    Unknown,
    /// The value at this place of the row decides: the values that were met, and the node for each.
    Look(u32, Vec<(u32, u32)>),
    /// All who come here go this way.
    Successor(u32),
}

/// The node for each value, by the values' numbers.
enum Next {
    /// From this number on, one after the other.
    Dense(u32, Vec<u32>),
    /// Numbers that lie far apart.
    Sparse(FxHashMap<u32, u32>),
}

/// Nobody came here yet.
const UNKNOWN: DecisionNode = u32::MAX;
const LEAF: DecisionNode = 1 << 31;
/// Numbers are dense up to this span.
const SPAN: usize = 1 << 10;

impl Default for DecisionTree {
    fn default() -> DecisionTree {
        DecisionTree { first: UNKNOWN, looks: Vec::new() }
    }
}

/// The way that a leaf stands for.
#[inline]
fn way_at(node: DecisionNode) -> Option<u32> {
    (node != UNKNOWN && node & LEAF != 0).then_some(node & !LEAF)
}

impl DecisionTree {
    /// The way of a row, where it is known.
    #[inline]
    pub(in crate::odds) fn of(&self, row: &[u32]) -> Option<u32> {
        let mut at = self.first;
        while at & LEAF == 0 {
            let look = self.looks.get(at as usize)?;
            at = look.next.of(*row.get(look.place as usize)?);
        }
        way_at(at)
    }

    /// The way of all rows, whatever they hold, where that is known.
    pub(in crate::odds) fn of_all(&self) -> Option<u32> {
        way_at(self.first)
    }

    /// The node at which all begin.
    pub(in crate::odds) fn first(&self) -> u32 {
        self.first
    }

    /// What is known at a node.
    pub(in crate::odds) fn view(&self, node: u32) -> NodeView {
        if let Some(way) = way_at(node) {
            return NodeView::Successor(way);
        }
        match self.looks.get(node as usize) {
            None => NodeView::Unknown,
            Some(look) => NodeView::Look(look.place, look.next.all()),
        }
    }

    /// The places that are looked at.
    pub(in crate::odds) fn looks(&self) -> impl Iterator<Item = u32> {
        self.looks.iter().map(|look| look.place)
    }

    /// All ways that are known.
    pub(in crate::odds) fn all(&self) -> impl Iterator<Item = u32> {
        let nodes = self.looks.iter().flat_map(|look| look.next.all()).map(|(_, node)| node);
        std::iter::once(self.first).chain(nodes).filter_map(way_at)
    }

    /// Learns that rows which hold this at these places go this way. Runs that have seen the same look
    /// at the same place next, so the looks form a tree.
    pub(in crate::odds) fn learn(&mut self, looks: &[(u32, u32)], way: u32) {
        let mut from = None;
        for (place, value) in looks {
            let mut at = self.node(from);
            if at == UNKNOWN {
                at = u32::try_from(self.looks.len()).unwrap_or(UNKNOWN);
                self.looks.push(Look { place: *place, next: Next::Dense(*value, Vec::new()) });
                self.set(from, at);
            }
            if at & LEAF != 0 {
                return;
            }
            from = Some((at, *value));
        }
        self.set(from, way | LEAF);
    }

    /// The node behind a look where it shows this value, or the first one.
    fn node(&self, from: Option<(DecisionNode, u32)>) -> DecisionNode {
        match from {
            None => self.first,
            Some((look, value)) => self.looks.get(look as usize).map_or(UNKNOWN, |look| look.next.of(value)),
        }
    }

    fn set(&mut self, from: Option<(DecisionNode, u32)>, node: DecisionNode) {
        match from {
            None => self.first = node,
            Some((look, value)) => {
                if let Some(look) = self.looks.get_mut(look as usize) {
                    look.next.set(value, node);
                }
            }
        }
    }
}

impl Next {
    #[inline]
    fn of(&self, value: u32) -> DecisionNode {
        match self {
            Next::Dense(first, all) => all.get(value.wrapping_sub(*first) as usize).copied(),
            Next::Sparse(all) => all.get(&value).copied(),
        }
        .unwrap_or(UNKNOWN)
    }

    /// The values that were met, and the node for each.
    fn all(&self) -> Vec<(u32, DecisionNode)> {
        match self {
            Next::Dense(first, all) => {
                (*first..).zip(all.iter().copied()).filter(|(_, node)| *node != UNKNOWN).collect()
            }
            Next::Sparse(all) => all.iter().map(|(value, node)| (*value, *node)).collect(),
        }
    }

    fn set(&mut self, value: u32, node: DecisionNode) {
        match self {
            Next::Sparse(all) => {
                all.insert(value, node);
            }
            Next::Dense(first, all) => {
                let low = value.min(*first);
                let high = value.max(first.saturating_add(u32::try_from(all.len()).unwrap_or(u32::MAX)));
                if (high - low) as usize >= SPAN {
                    let known = self.all();
                    *self = Next::Sparse(known.into_iter().chain([(value, node)]).collect());
                    return;
                }
                all.splice(0..0, std::iter::repeat_n(UNKNOWN, (*first - low) as usize));
                *first = low;
                let at = (value - low) as usize;
                if at >= all.len() {
                    all.resize(at + 1, UNKNOWN);
                }
                if let Some(slot) = all.get_mut(at) {
                    *slot = node;
                }
            }
        }
    }
}

/// Where a way leads.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::odds) enum Successor {
    /// To a result, by its number.
    End(u32),
    /// To another place, by its number, where the row has changed so.
    On(u32, RowDelta),
    /// Nowhere: a limit of the machine is met.
    Over,
}

impl Successor {
    /// About how many bytes a way fills that is known by its number, with the looks that lead to it.
    pub(in crate::odds) fn bytes(&self) -> u64 {
        const BYTES_PER_WAY: u64 = 240;
        let changes = match self {
            Successor::On(_, change) => change.tail.len() + change.sets.len() * 2,
            Successor::End(_) | Successor::Over => 0,
        };
        BYTES_PER_WAY + changes as u64 * 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_learned_is_found_again() {
        let mut tree = DecisionTree::default();
        assert_eq!((tree.of(&[1, 2]), tree.of_all()), (None, None));
        // The second place is looked at where the first holds 3; there are numbers far apart.
        for (way, first) in [3u32, 4, 0, 5_000].into_iter().enumerate() {
            let way = u32::try_from(way).expect("small");
            if first == 3 {
                tree.learn(&[(0, 3), (1, 7)], 10);
                tree.learn(&[(0, 3), (1, 9)], 11);
            } else {
                tree.learn(&[(0, first)], way);
            }
        }
        let found = [[3, 7], [3, 9], [3, 8], [4, 8], [0, 1], [5_000, 2], [1, 7]].map(|row| tree.of(&row));
        assert_eq!(found, [Some(10), Some(11), None, Some(1), Some(2), Some(3), None]);
        assert_eq!(tree.of_all(), None);
        let mut ways: Vec<u32> = tree.all().collect();
        ways.sort_unstable();
        assert_eq!(ways, [1, 2, 3, 10, 11]);
        assert_eq!(tree.looks().collect::<Vec<_>>(), [0, 1]);
        assert!(matches!(tree.view(tree.first()), NodeView::Look(0, nodes) if nodes.len() == 4));

        let mut same = DecisionTree::default();
        same.learn(&[], 5);
        assert_eq!((same.of(&[1]), same.of_all()), (Some(5), Some(5)));
        assert!(matches!(same.view(same.first()), NodeView::Successor(5)));
    }
}
