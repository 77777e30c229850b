//! Chains whose loops lie one behind the other: a count that goes on until luck ends it, a clock that is filled segment
//! by segment. The sums of each loop follow one ratio, and all of them together these ratios.

use std::collections::BTreeMap;

use super::{Gain, Markov, To};
use crate::base;
use crate::dist::Fraction;

/// Where ways lead from a state, and for each gain how likely they are.
type StateWays = BTreeMap<usize, BTreeMap<usize, Fraction>>;

/// More states than this are not looked at.
const MOST_STATES: usize = 64;
/// More ways than this are not put together.
const MOST_WAYS: usize = 1 << 12;

/// The loops of a chain: how likely each is to go round once more rather than to be left, and what it gains then. `None`
/// where loops lie in one another, where one gains this or that, or where that is too much work. What a sum is set to
/// begins anew, and leads nowhere here.
pub(super) fn apart(chain: &Markov, gains: &[Gain]) -> Option<Vec<(Fraction, usize)>> {
    let mut states = onward(chain, gains)?;
    without_passes(&mut states)?;
    let mut loops = Vec::new();
    for (state, ways) in &mut states {
        let mut back = ways.remove(state).unwrap_or_default();
        let idle = back.remove(&0).unwrap_or_else(Fraction::zero);
        let mut gained = back.into_iter();
        match (gained.next(), gained.next()) {
            (None, _) => {}
            (Some((steps, again)), None) => loops.push((again.div(&Fraction::from(1).sub(&idle))?, steps)),
            (Some(_), Some(_)) => return None,
        }
    }
    (!loops.is_empty() && ends(&states)).then_some(loops)
}

/// The ways between states by which something is added.
fn onward(chain: &Markov, gains: &[Gain]) -> Option<BTreeMap<usize, StateWays>> {
    if chain.len() > MOST_STATES {
        return None;
    }
    let mut states: BTreeMap<usize, StateWays> = BTreeMap::new();
    for (state, number) in (0..chain.len()).zip(0u32..) {
        let ways = states.entry(state).or_default();
        for way in chain.ways_of(number) {
            let (To::State(to), Gain::Add(steps)) = (way.to, gains.get(way.gain as usize)?) else { continue };
            let likely = Fraction::ratio(chain.weight(way), chain.whole(number));
            add(ways, to as usize, usize::try_from(steps).ok()?, &likely);
        }
    }
    Some(states)
}

fn add(ways: &mut StateWays, to: usize, steps: usize, likely: &Fraction) {
    let sum = ways.entry(to).or_default().entry(steps).or_insert_with(Fraction::zero);
    *sum = sum.add(likely);
}

/// Takes off the states that do not lead back to themselves: what comes to them goes on to where they lead.
fn without_passes(states: &mut BTreeMap<usize, StateWays>) -> Option<()> {
    let passes = |states: &BTreeMap<usize, StateWays>| {
        states.iter().find(|(state, ways)| !ways.contains_key(state)).map(|(state, _)| *state)
    };
    let mut work = 0usize;
    while let Some(pass) = passes(states) {
        let after = states.remove(&pass)?;
        for ways in states.values_mut() {
            for (steps, likely) in ways.remove(&pass).unwrap_or_default() {
                for (to, gained) in &after {
                    work = work.checked_add(gained.len()).filter(|work| *work <= MOST_WAYS)?;
                    for (more, then) in gained {
                        add(ways, *to, steps.checked_add(*more)?, &likely.mul(then));
                    }
                }
            }
        }
    }
    Some(())
}

/// Whether no state leads back to one before it.
fn ends(states: &BTreeMap<usize, StateWays>) -> bool {
    let numbers: BTreeMap<usize, u32> = states.keys().copied().zip(0..).collect();
    let numbered = |ways: &StateWays| ways.keys().filter_map(|to| numbers.get(to).copied()).collect();
    let onward: Vec<Vec<u32>> = states.values().map(numbered).collect();
    let ways = |state: u32, from: usize| Some((from, *onward.get(state as usize)?.get(from)?));
    base::parts(onward.len(), ways).len() == onward.len()
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;

    use super::super::Way;
    use super::*;
    use crate::dist::Nat;

    fn way(to: To, weight: u64, gain: u32) -> Way {
        Way { to, weight: Nat::from(weight), gain }
    }

    fn found(states: &[&[Way]]) -> Option<Vec<(String, usize)>> {
        let mut chain = Markov::default();
        for ways in states {
            let whole = ways.iter().fold(Nat::ZERO, |sum, way| &sum + &way.weight);
            chain.push(whole, ways.iter().cloned());
        }
        chain.set_ends(1);
        let gains = [0, 1, 2].map(|steps| Gain::Add(BigInt::from(steps)));
        let loops = apart(&chain, &gains)?;
        Some(loops.into_iter().map(|(again, steps)| (again.to_string(), steps)).collect())
    }

    #[test]
    fn loops_one_behind_the_other_are_found_whatever_lies_between() {
        let (state, end) = (To::State, To::End(0));
        // A roll goes on to a pass that leads back, or to the next segment; there is one way to stay without a gain.
        let clock = found(&[
            &[way(state(1), 1, 0), way(state(2), 1, 1)],
            &[way(state(0), 1, 1)],
            &[way(state(2), 1, 0), way(state(2), 1, 2), way(end, 2, 0)],
        ]);
        assert_eq!(clock, Some(vec![("1/2".to_owned(), 1), ("1/3".to_owned(), 2)]));
    }

    #[test]
    fn loops_within_loops_and_of_several_gains_are_left_alone() {
        let (state, end) = (To::State, To::End(0));
        assert_eq!(found(&[&[way(state(0), 1, 1), way(state(0), 1, 2), way(end, 1, 0)]]), None);
        let within = found(&[
            &[way(state(0), 1, 1), way(state(1), 1, 1)],
            &[way(state(1), 1, 1), way(state(0), 1, 1), way(end, 1, 0)],
        ]);
        assert_eq!(within, None);
    }
}
