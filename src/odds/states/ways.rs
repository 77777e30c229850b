//! What becomes of the states of a group on one branch: states that agree on all that the branch looks at
//! go the same way, so each way is run once.

use rustc_hash::FxHashMap;

use super::RowDelta;

/// Which way states go, by what they hold: a tree of looks.
#[derive(Default)]
pub(in crate::odds) struct DecisionTree {
    nodes: Vec<DecisionNode>,
}

enum DecisionNode {
    /// Nobody came here yet.
    Unknown,
    /// The value at this place of the row decides.
    Look(u32, Next),
    /// All who come here go this way.
    Successor(u32),
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

/// No node.
const NONE: u32 = u32::MAX;
/// Numbers are dense up to this span.
const SPAN: usize = 1 << 10;

impl DecisionTree {
    /// The way of a row, where it is known.
    #[inline]
    pub(in crate::odds) fn of(&self, row: &[u32]) -> Option<u32> {
        let mut at = 0usize;
        loop {
            match self.nodes.get(at)? {
                DecisionNode::Unknown => return None,
                DecisionNode::Successor(way) => return Some(*way),
                DecisionNode::Look(place, next) => at = next.of(*row.get(*place as usize)?)? as usize,
            }
        }
    }

    /// The way of all rows, whatever they hold, where that is known.
    pub(in crate::odds) fn of_all(&self) -> Option<u32> {
        match self.nodes.first()? {
            DecisionNode::Successor(way) => Some(*way),
            DecisionNode::Unknown | DecisionNode::Look(..) => None,
        }
    }

    /// What is known at a node; the first is node 0.
    pub(in crate::odds) fn view(&self, node: u32) -> NodeView {
        match self.nodes.get(node as usize) {
            None | Some(DecisionNode::Unknown) => NodeView::Unknown,
            Some(DecisionNode::Successor(way)) => NodeView::Successor(*way),
            Some(DecisionNode::Look(place, next)) => NodeView::Look(*place, next.all()),
        }
    }

    /// The places that are looked at.
    pub(in crate::odds) fn looks(&self) -> impl Iterator<Item = u32> {
        self.nodes.iter().filter_map(|node| match node {
            DecisionNode::Look(place, _) => Some(*place),
            DecisionNode::Unknown | DecisionNode::Successor(_) => None,
        })
    }

    /// All ways that are known.
    pub(in crate::odds) fn all(&self) -> impl Iterator<Item = u32> {
        self.nodes.iter().filter_map(|node| match node {
            DecisionNode::Successor(way) => Some(*way),
            DecisionNode::Unknown | DecisionNode::Look(..) => None,
        })
    }

    /// Learns that rows which hold this at these places go this way. Runs that have seen the same look
    /// at the same place next, so the looks form a tree.
    pub(in crate::odds) fn learn(&mut self, looks: &[(u32, u32)], way: u32) {
        if self.nodes.is_empty() {
            self.nodes.push(DecisionNode::Unknown);
        }
        let mut at = 0usize;
        for (place, value) in looks {
            let fresh = u32::try_from(self.nodes.len()).unwrap_or(NONE);
            let Some(node) = self.nodes.get_mut(at) else { return };
            if matches!(node, DecisionNode::Unknown) {
                *node = DecisionNode::Look(*place, Next::Dense(*value, Vec::new()));
            }
            let DecisionNode::Look(_, next) = node else { return };
            let known = next.of(*value);
            if known.is_none() {
                next.add(*value, fresh);
                self.nodes.push(DecisionNode::Unknown);
            }
            at = known.unwrap_or(fresh) as usize;
        }
        if let Some(node) = self.nodes.get_mut(at) {
            *node = DecisionNode::Successor(way);
        }
    }
}

impl Next {
    #[inline]
    fn of(&self, value: u32) -> Option<u32> {
        match self {
            Next::Dense(first, all) => {
                all.get(value.wrapping_sub(*first) as usize).copied().filter(|node| *node != NONE)
            }
            Next::Sparse(all) => all.get(&value).copied(),
        }
    }

    /// The values that were met, and the node for each.
    fn all(&self) -> Vec<(u32, u32)> {
        match self {
            Next::Dense(first, all) => {
                (*first..).zip(all.iter().copied()).filter(|(_, node)| *node != NONE).collect()
            }
            Next::Sparse(all) => all.iter().map(|(value, node)| (*value, *node)).collect(),
        }
    }

    fn add(&mut self, value: u32, node: u32) {
        match self {
            Next::Sparse(all) => {
                all.insert(value, node);
            }
            Next::Dense(first, all) => {
                let low = value.min(*first);
                let high = value.max(first.saturating_add(u32::try_from(all.len()).unwrap_or(NONE)));
                if (high - low) as usize >= SPAN {
                    let known = self.all();
                    *self = Next::Sparse(known.into_iter().chain([(value, node)]).collect());
                    return;
                }
                all.splice(0..0, std::iter::repeat_n(NONE, (*first - low) as usize));
                *first = low;
                let at = (value - low) as usize;
                if at >= all.len() {
                    all.resize(at + 1, NONE);
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
