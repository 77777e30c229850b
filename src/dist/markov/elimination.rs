//! In which order the states of a loop are eliminated: those first that have few ways. A round of a game goes from
//! draw to draw and comes back to few states; eliminated from the inside out, hardly anything is filled in.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// Once every state has so many ways in and out, multiplied, the order makes no difference any more.
const DENSE: usize = 1 << 12;

/// The states, each before those that are eliminated after it.
pub(super) fn order(size: usize, ways: impl Iterator<Item = (u32, u32)>) -> Vec<u32> {
    let (mut into, mut out) = (vec![BTreeSet::new(); size], vec![BTreeSet::new(); size]);
    for (from, to) in ways.filter(|(from, to)| from != to) {
        out[from as usize].insert(to);
        into[to as usize].insert(from);
    }
    let cost = |into: &[BTreeSet<u32>], out: &[BTreeSet<u32>], state: u32| {
        into[state as usize].len() * out[state as usize].len()
    };
    let mut order = Vec::with_capacity(size);
    let mut is_done = vec![false; size];
    let mut waiting: BinaryHeap<Reverse<(usize, u32)>> =
        (0u32..).take(size).map(|state| Reverse((cost(&into, &out, state), state))).collect();
    while let Some(Reverse((known, state))) = waiting.pop() {
        if is_done[state as usize] {
            continue;
        }
        let now = cost(&into, &out, state);
        // A cost that has grown since is looked at in its turn; one that has shrunk was put in anew.
        if known < now {
            waiting.push(Reverse((now, state)));
            continue;
        }
        if now > DENSE {
            break;
        }
        is_done[state as usize] = true;
        order.push(state);
        let sources = std::mem::take(&mut into[state as usize]);
        let targets = std::mem::take(&mut out[state as usize]);
        for from in &sources {
            out[*from as usize].remove(&state);
            out[*from as usize].extend(targets.iter().filter(|to| *to != from));
        }
        for to in &targets {
            into[*to as usize].remove(&state);
            into[*to as usize].extend(sources.iter().filter(|from| *from != to));
        }
        let touched = sources.iter().chain(&targets);
        waiting.extend(touched.map(|other| Reverse((cost(&into, &out, *other), *other))));
    }
    order.extend((0u32..).take(size).filter(|state| !is_done[*state as usize]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_few_ways_comes_first() {
        // A hub that everything passes, and spokes.
        let spokes = (1..6).flat_map(|spoke| [(0, spoke), (spoke, 0)]);
        let order = order(6, spokes);
        assert_eq!(order.len(), 6);
        assert!(order.iter().position(|state| *state == 0) >= Some(4), "{order:?}");
    }

    #[test]
    fn every_state_comes_once() {
        let ways = (0..90u32).flat_map(|a| (0..90).map(move |b| (a, b)));
        let mut order = order(90, ways);
        order.sort_unstable();
        assert_eq!(order, (0..90).collect::<Vec<u32>>());
    }
}
