//! Which nodes of a graph lead back to each other.

/// Not yet met.
const NEW: u32 = u32::MAX;

/// What is known while nodes are looked through, by Tarjan.
struct Search<'w, W> {
    ways: &'w W,
    order: Vec<u32>,
    low: Vec<u32>,
    waits: Vec<bool>,
    /// Nodes that are in no part yet.
    open: Vec<u32>,
    next: u32,
    parts: Vec<Vec<u32>>,
}

/// The parts of a graph of so many nodes, in order of dependence: nodes that lead to each other are in one part, and no
/// part leads to an earlier one. Of a node, `ways` gives the first way from the so manieth on: which it is, and where it
/// leads.
pub(crate) fn parts(size: usize, ways: impl Fn(u32, usize) -> Option<(usize, u32)>) -> Vec<Vec<u32>> {
    let mut search = Search {
        ways: &ways,
        order: vec![NEW; size],
        low: vec![0; size],
        waits: vec![false; size],
        open: Vec::new(),
        next: 0,
        parts: Vec::new(),
    };
    for first in (0u32..).take(size) {
        if search.order[first as usize] == NEW {
            search.from(first);
        }
    }
    search.parts.reverse();
    search.parts
}

impl<W: Fn(u32, usize) -> Option<(usize, u32)>> Search<'_, W> {
    fn from(&mut self, first: u32) {
        // The nodes on the way here, and which of their ways is looked at.
        let mut path: Vec<(u32, usize)> = vec![(first, 0)];
        while let Some((node, mut at)) = path.pop() {
            let own = node as usize;
            if self.order[own] == NEW {
                (self.order[own], self.low[own]) = (self.next, self.next);
                self.next += 1;
                self.open.push(node);
                self.waits[own] = true;
            }
            let mut deeper = None;
            while let Some((nth, to)) = (self.ways)(node, at) {
                if self.order[to as usize] == NEW {
                    deeper = Some((nth, to));
                    break;
                }
                if self.waits[to as usize] {
                    self.low[own] = self.low[own].min(self.low[to as usize]);
                }
                at = nth + 1;
            }
            match deeper {
                // The same way is looked at again once what it leads to is known.
                Some((nth, to)) => path.extend([(node, nth), (to, 0)]),
                None => self.close(node),
            }
        }
    }

    /// All that a node leads to has been looked through.
    fn close(&mut self, node: u32) {
        if self.low[node as usize] != self.order[node as usize] {
            return;
        }
        let from = self.open.iter().rposition(|of| *of == node).unwrap_or(0);
        let part = self.open.split_off(from);
        for of in &part {
            self.waits[*of as usize] = false;
        }
        self.parts.push(part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_in_order_of_dependence() {
        let ways: [&[u32]; 6] = [&[1, 3], &[2], &[1, 3, 0], &[4], &[4, 5], &[]];
        let way = |node: u32, from: usize| ways[node as usize].get(from).map(|to| (from, *to));
        let mut parts = parts(ways.len(), way);
        parts.iter_mut().for_each(|part| part.sort_unstable());
        assert_eq!(parts, [vec![0, 1, 2], vec![3], vec![4], vec![5]]);
    }
}
