//! The distribution of what is added up, sum by sum from the least, where states do not lead back to each other
//! without a gain: what a weight is multiplied by along a way is then the same for every sum, and known beforehand.
//!
//! Weights at a state are out of `base^sum * own`: `own` holds all that states before it at the same sum divide
//! by, and `base` all that any state divides by from one sum to the next.

use std::collections::{BTreeMap, VecDeque};

use num_integer::Integer;

use super::super::limbs::{number_of, words_of};
use super::super::{Budget, DistError, Nat, Tops};
use super::listed::{Level, Levels};
use super::{Edge, Markov, To};

/// Larger chains hold too few of their states at once.
const MOST_STATES: usize = 4096;
/// Binary digits that the base may have, and how many steps may be gained at once.
const LONGEST: u64 = 256;
const FARTHEST: u64 = 16;

/// A way as it is gone: where to, what is gained, and what weights are multiplied by.
struct Going {
    to: To,
    gain: u64,
    factor: Vec<u64>,
}

/// A chain made ready, its states in order.
struct Steps {
    start: usize,
    ways: Vec<Vec<Going>>,
    base: Nat,
    /// What all that states and ends divide by at the same sum divides.
    most: Nat,
}

/// Weights of states that are reached with one sum.
struct Reached {
    tops: Tops,
}

impl Markov {
    /// The distribution of the sum at each end, until what is left weighs less than `rest`; nothing where states
    /// lead back to others without a gain.
    ///
    /// # Errors
    /// It is too much work.
    pub(super) fn static_levels(
        &self,
        gain: &dyn Fn(&Edge) -> u64,
        rest: f64,
        budget: &mut Budget,
    ) -> Result<Option<Levels>, DistError> {
        let step = self.ways.iter().map(gain).fold(0, |step, gain| step.gcd(&gain)).max(1);
        let gain = |way: &Edge| gain(way) / step;
        if self.ways.iter().any(|way| gain(way) > FARTHEST) {
            return Ok(None);
        }
        let Some(steps) = self.steps(&gain)? else { return Ok(None) };
        let mut first = steps.reached(self.len(), &Nat::ONE);
        first.add(steps.start, &[1], &[1]);
        // By sums, from the next one on; nothing is reached with some of them.
        let mut ahead = VecDeque::from([Some(first)]);
        let mut wholes = vec![Nat::ONE];
        let mut ended: BTreeMap<(u64, u32), Nat> = BTreeMap::new();
        let (mut done, mut below) = (0.0, u64::MAX);
        let mut top = Vec::new();
        let mut next = 0;
        while let Some(reached) = ahead.pop_front() {
            let sum = next;
            next += 1;
            let Some(mut reached) = reached else { continue };
            let mut gone = 0;
            for state in 0..self.len() {
                top.clear();
                top.extend_from_slice(reached.tops.words(state));
                if top.iter().all(|word| *word == 0) {
                    continue;
                }
                let ways = steps.ways.get(state).map_or(&[][..], |ways| ways);
                gone += ways.len() as u64;
                for way in ways {
                    let to = sum + way.gain;
                    match way.to {
                        To::State(state) if way.gain == 0 => reached.add(state as usize, &top, &way.factor),
                        To::State(state) => {
                            let far = usize::try_from(way.gain).unwrap_or(usize::MAX);
                            if ahead.len() < far {
                                ahead.resize_with(far, || None);
                            }
                            let Some(slot) = ahead.get_mut(far - 1) else { continue };
                            let there = slot.get_or_insert_with(|| {
                                steps.reached(self.len(), &power(&mut wholes, &steps.base, to))
                            });
                            there.add(state as usize, &top, &way.factor);
                        }
                        To::End(end) => {
                            let weight = &number_of(&top) * &number_of(&way.factor);
                            let whole = &power(&mut wholes, &steps.base, to) * &steps.most;
                            done += Nat::ratio_f64(&weight, &whole);
                            *ended.entry((to, end)).or_insert(Nat::ZERO) += &weight;
                        }
                    }
                }
            }
            budget.charge(self.len() as u64 + gone * (4 + reached.tops.bytes_each() as u64 / 8))?;
            if 1.0 - done < rest && !ahead.is_empty() {
                below = sum + 1;
                break;
            }
        }
        Ok(Some(steps.listed(&ended, (below, step), &mut wholes)))
    }

    /// The chain made ready.
    fn steps(&self, gain: &dyn Fn(&Edge) -> u64) -> Result<Option<Steps>, DistError> {
        let parts = self.parts(|way| gain(way) == 0);
        if self.len() > MOST_STATES || parts.len() < self.len() {
            return Ok(None);
        }
        let order: Vec<u32> = parts.into_iter().flatten().collect();
        let mut places = vec![0u32; self.len()];
        for (place, state) in (0u32..).zip(&order) {
            places[*state as usize] = place;
        }
        // What states divide by at the same sum, on the way there.
        let mut own = vec![Nat::ONE; self.len()];
        let mut divided = Vec::with_capacity(self.len());
        let (mut base, mut most) = (Nat::ONE, Nat::ONE);
        for (place, state) in order.iter().enumerate() {
            let mut out = self.whole(*state).clone();
            for way in self.back(*state, gain) {
                out = out.checked_sub(self.weight(way)).unwrap_or(Nat::ZERO);
            }
            if out.is_zero() {
                return Err(DistError::Empty);
            }
            let by = &own[place] * &out;
            for way in self.ways_of(*state) {
                match way.to {
                    To::State(to) if to == *state && gain(way) == 0 => {}
                    To::State(to) if gain(way) == 0 => {
                        let slot = &mut own[places[to as usize] as usize];
                        *slot = slot.lcm(&by);
                    }
                    To::State(_) => base = base.lcm(&by),
                    To::End(_) => most = most.lcm(&by),
                }
            }
            if base.bits().max(most.bits()) > LONGEST {
                return Ok(None);
            }
            divided.push(by);
        }
        let most = own.iter().fold(most.lcm(&base), |most, own| most.lcm(own));
        let mut steps =
            Steps { start: places.first().map_or(0, |place| *place as usize), ways: Vec::new(), base, most };
        for (state, by) in order.iter().zip(&divided) {
            let onward = |way: &&Edge| gain(way) > 0 || way.to != To::State(*state);
            let going = self.ways_of(*state).iter().filter(onward).map(|way| {
                let gained = gain(way);
                let to = match way.to {
                    To::State(to) => To::State(places[to as usize]),
                    end @ To::End(_) => end,
                };
                let at = match to {
                    To::State(to) => &own[to as usize],
                    To::End(_) => &steps.most,
                };
                let over = &steps.base.pow(u32::try_from(gained).unwrap_or(u32::MAX)) * at;
                let factor = over.checked_div(by).unwrap_or(Nat::ZERO);
                let factor = &factor * self.weight(way);
                let words = usize::try_from(factor.words()).unwrap_or(1);
                Going { to, gain: gained, factor: words_of(&factor, words) }
            });
            let going = going.collect();
            steps.ways.push(going);
        }
        Ok(Some(steps))
    }

    fn back(&self, state: u32, gain: &dyn Fn(&Edge) -> u64) -> impl Iterator<Item = &Edge> {
        self.ways_of(state).iter().filter(move |way| way.to == To::State(state) && gain(way) == 0)
    }
}

impl Steps {
    /// Room for the weights of so many states out of a power of the base.
    fn reached(&self, states: usize, whole: &Nat) -> Reached {
        let mut tops = Tops::new();
        tops.fit(&(whole * &self.most));
        tops.push_zeros(states);
        Reached { tops }
    }

    fn listed(
        &self,
        ended: &BTreeMap<(u64, u32), Nat>,
        (below, step): (u64, u64),
        wholes: &mut Vec<Nat>,
    ) -> Levels {
        let ended = || ended.iter().filter(|((sum, _), _)| *sum < below);
        let last = ended().map(|((sum, _), _)| *sum).max().unwrap_or(0);
        let mut listed = Vec::new();
        for ((sum, end), weight) in ended() {
            let factor = power(wholes, &self.base, last - sum);
            listed.push(Level { end: *end, sum: sum * step, weight: weight * &factor });
        }
        let whole = &power(wholes, &self.base, last) * &self.most;
        Levels { listed, whole, below: Some(below.saturating_mul(step)) }
    }
}

impl Reached {
    fn add(&mut self, state: usize, top: &[u64], factor: &[u64]) {
        self.tops.add_times(state, top, factor);
    }
}

/// A power of the base, of which those below are known.
fn power(wholes: &mut Vec<Nat>, base: &Nat, exponent: u64) -> Nat {
    let exponent = usize::try_from(exponent).unwrap_or(usize::MAX);
    while wholes.len() <= exponent {
        let next = wholes.last().unwrap_or(&Nat::ONE) * base;
        wholes.push(next);
    }
    wholes.get(exponent).cloned().unwrap_or(Nat::ONE)
}

#[cfg(test)]
mod tests {
    use super::super::Way;
    use super::*;

    #[test]
    fn sums_agree_with_those_found_one_after_the_other() {
        let mut chain = Markov::default();
        let way = |to, weight: u128, gain| Way { to, weight: Nat::word(weight), gain };
        // Onwards without a gain, back and far on with one, to itself with and without.
        for at in 0..12u32 {
            let to = |step: u32| if at + step < 12 { To::State(at + step) } else { To::End((at + step) % 3) };
            let odd = 1 + u128::from(at % 4);
            let ways = [
                way(to(1), 3, 0),
                way(To::State(at), odd, 0),
                way(To::State(at), 2, 1),
                way(To::State(at / 2), 2, 2),
                way(to(4), 5, 2),
            ];
            chain.push(Nat::word(12 + odd), ways);
        }
        chain.set_ends(3);
        for gains in [[0u64, 1, 2], [0, 4, 6], [0, 7, 14]] {
            let gain = |way: &Edge| gains.get(way.gain as usize).copied().unwrap_or(0);
            let mut budget = Budget::default();
            let rest = 1e-4;
            let found =
                chain.static_levels(&gain, rest, &mut budget).expect("little work").expect("single states");
            let other = chain.list_exactly(&gains, rest, &mut budget).expect("little work");
            assert_eq!(
                found.below,
                other.below.map(|below| below.div_ceil(gains[1].gcd(&gains[2])) * gains[1].gcd(&gains[2]))
            );
            let shown = |levels: &Levels| -> Vec<_> {
                let part = |weight: &Nat| {
                    crate::dist::Fraction::new(weight.to_big().into(), levels.whole.to_big()).to_string()
                };
                levels.listed.iter().map(|level| (level.sum, level.end, part(&level.weight))).collect()
            };
            assert_eq!(shown(&found), shown(&other));
        }
    }

    #[test]
    fn far_steps_and_ways_back_are_left_to_others() {
        let way = |to, gain| Way { to, weight: Nat::ONE, gain };
        let mut chain = Markov::default();
        chain.push(Nat::word(2), [way(To::State(1), 0), way(To::End(0), 1)]);
        chain.push(Nat::word(2), [way(To::State(0), 0), way(To::End(0), 2)]);
        chain.set_ends(1);
        let mut budget = Budget::default();
        let found = chain.static_levels(&|way| u64::from(way.gain), 1e-3, &mut budget);
        assert!(found.expect("little work").is_none());
        chain.truncate(1);
        chain.push(Nat::word(2), [way(To::End(0), 1), way(To::End(0), 2)]);
        let far = |way: &Edge| [0, 1, 1000][way.gain as usize];
        assert!(chain.static_levels(&far, 1e-3, &mut budget).expect("little work").is_none());
        let found = chain.static_levels(&|way| u64::from(way.gain), 1e-3, &mut budget);
        assert!(found.expect("little work").is_some());
    }
}
