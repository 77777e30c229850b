//! The distribution of what is added up on the way, in whole numbers of a fixed size: each weight is short by
//! next to nothing, and what is short of it all together is known.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::super::{Budget, DistError, Nat};
use super::listed::{Level, Levels};
use super::{Edge, Markov, To};

/// Weights are out of two to the power of this...
const FINE: u32 = 120;
/// ...and what goes each way is a part out of two to the power of this.
const PART: u32 = 62;

/// What was listed, and how much work it was.
pub(super) struct Fine {
    pub(super) levels: Levels,
    /// How many ways were gone.
    pub(super) gone: u64,
    /// How many sums were met.
    pub(super) sums: u64,
}

/// A state's share of what flows along a way; ends stand after all states.
struct Going {
    to: u32,
    gain: u32,
    part: u64,
}

/// States in order: those that come later at the same sum have later numbers.
struct Ordered {
    start: u32,
    /// For each place where its ways end on which nothing is gained, and then those on which something is.
    until: Vec<[usize; 2]>,
    ways: Vec<Going>,
}

/// Gains below this lead to sums that are near...
const NEAR: usize = 8;
/// ...where there are at most so many states.
const MOST_STATES: usize = 1 << 16;

/// What flows on at sums that lie ahead.
struct Ahead {
    /// The sum that what is near is counted from.
    sum: u64,
    /// By sums, modulo their number.
    near: [Row; NEAR],
    far: BTreeMap<u64, Vec<(u32, u128)>>,
    /// Lists of nothing.
    spare: Vec<Vec<u128>>,
    states: usize,
    ends: usize,
}

/// For each state and end what has arrived there at one sum; nothing below a first place. It is empty where
/// nothing has arrived at all.
struct Row {
    first: usize,
    weights: Vec<u128>,
}

impl Ahead {
    fn new(states: usize, ends: usize) -> Ahead {
        let near = std::array::from_fn(|_| Row::empty());
        Ahead { sum: 0, near, far: BTreeMap::new(), spare: Vec::new(), states, ends }
    }

    /// Adds what flows along ways with the same gain from a state with this weight.
    fn add<'w>(&mut self, gain: u64, ways: impl Iterator<Item = &'w Going>, weight: u128) {
        let sum = self.sum + gain;
        let mut ways = ways.map(|way| (way.to, part_of(weight, way.part))).peekable();
        if ways.peek().is_none() {
            return;
        }
        if gain >= NEAR as u64 || self.states > MOST_STATES {
            self.far.entry(sum).or_default().extend(ways);
            return;
        }
        let row = &mut self.near[(sum % NEAR as u64) as usize];
        if row.weights.is_empty() {
            row.weights = unused(&mut self.spare, self.states + self.ends);
        }
        ways.for_each(|(to, flows)| row.arrive(to as usize, flows));
    }

    /// The least sum at which anything has arrived, and what.
    fn next(&mut self) -> Option<(u64, Row)> {
        let mut sums = self.sum..self.sum + NEAR as u64;
        let near = sums.find(|sum| !self.near[(sum % NEAR as u64) as usize].weights.is_empty());
        let far = self.far.first_key_value().map(|(sum, _)| *sum);
        self.sum = near.into_iter().chain(far).min()?;
        let mut row = Row::empty();
        if near == Some(self.sum) {
            std::mem::swap(&mut row, &mut self.near[(self.sum % NEAR as u64) as usize]);
        } else {
            row.weights = unused(&mut self.spare, self.states + self.ends);
        }
        for (place, weight) in self.far.remove(&self.sum).unwrap_or_default() {
            row.arrive(place as usize, weight);
        }
        Some((self.sum, row))
    }
}

impl Row {
    const fn empty() -> Row {
        Row { first: usize::MAX, weights: Vec::new() }
    }

    #[inline]
    fn arrive(&mut self, place: usize, weight: u128) {
        self.first = self.first.min(place);
        if let Some(slot) = self.weights.get_mut(place) {
            *slot += weight;
        }
    }
}

fn unused(spare: &mut Vec<Vec<u128>>, width: usize) -> Vec<u128> {
    spare.pop().unwrap_or_else(|| vec![0; width])
}

impl Markov {
    /// The distribution of the sum at each end, until what is left weighs less than `rest`. Nothing where
    /// states lead back to others without anything being gained.
    ///
    /// # Errors
    /// It is too much work, or from some state there is no way out.
    pub(super) fn finely(
        &self,
        gain: &dyn Fn(&Edge) -> u64,
        rest: f64,
        budget: &mut Budget,
    ) -> Result<Option<Fine>, DistError> {
        let Some(ordered) = self.ordered(gain)? else { return Ok(None) };
        let whole = 1u128 << FINE;
        let rest = (rest * 2f64.powi(120)) as u128;
        let states = self.len();
        let mut ahead = Ahead::new(states, self.ends);
        let start = Going { to: ordered.start, gain: 0, part: 1 << PART };
        ahead.add(0, std::iter::once(&start), whole);
        let (mut listed, mut left) = (Vec::new(), whole);
        let (mut gone, mut sums) = (0u64, 0u64);
        while let Some((sum, mut row)) = ahead.next() {
            sums += 1;
            let (before, first) = (gone, row.first.min(states));
            for place in first..states {
                let weight = row.weights.get_mut(place).map_or(0, std::mem::take);
                if weight == 0 {
                    continue;
                }
                let (here, onward) = ordered.ways_of(place);
                gone += (here.len() + onward.len()) as u64;
                for way in here {
                    if let Some(slot) = row.weights.get_mut(way.to as usize) {
                        *slot += part_of(weight, way.part);
                    }
                }
                for ways in onward.chunk_by(|a, b| a.gain == b.gain) {
                    let gain = ways.first().map_or(0, |way| u64::from(way.gain));
                    for way in ways.iter().filter(|way| way.to as usize >= states) {
                        let flows = part_of(weight, way.part);
                        left = left.saturating_sub(flows);
                        listed.push(((sum + gain, way.to - states as u32), flows));
                    }
                    ahead.add(gain, ways.iter().filter(|way| (way.to as usize) < states), weight);
                }
            }
            budget.charge((states - first) as u64 / 8 + gone - before)?;
            let ended = (0u32..).zip(row.weights.iter_mut().skip(states));
            for (end, weight) in ended.filter(|(_, weight)| **weight > 0) {
                left = left.saturating_sub(*weight);
                listed.push(((sum, end), std::mem::take(weight)));
            }
            ahead.spare.push(row.weights);
            if left < rest {
                break;
            }
        }
        Ok(Some(Fine { levels: together(listed), gone, sums }))
    }

    /// The states in order, each with its ways; those back to itself are divided out.
    fn ordered(&self, gain: &dyn Fn(&Edge) -> u64) -> Result<Option<Ordered>, DistError> {
        let parts = self.parts(|way| gain(way) == 0);
        if parts.len() < self.len() {
            return Ok(None);
        }
        let mut places = vec![0; self.len()];
        for (place, part) in (0u32..).zip(&parts) {
            part.iter().for_each(|state| places[*state as usize] = place);
        }
        let first_end = u32::try_from(self.len()).unwrap_or(u32::MAX);
        let (mut ways, mut until) = (Vec::with_capacity(self.way_count()), Vec::with_capacity(self.len()));
        let mut onward = Vec::new();
        for state in parts.iter().flatten() {
            let is_back = |way: &&Edge| way.to == To::State(*state) && gain(way) == 0;
            let mut back = Nat::ZERO;
            self.ways_of(*state).iter().filter(is_back).for_each(|way| back += self.weight(way));
            let out = self.whole(*state).checked_sub(&back).filter(|out| !out.is_zero());
            let out = out.ok_or(DistError::Empty)?;
            for way in self.ways_of(*state).iter().filter(|way| !is_back(way)) {
                let to = match way.to {
                    To::State(to) => places[to as usize],
                    To::End(end) => first_end + end,
                };
                // So much is never gained that sums stand one after the other.
                let Ok(gain) = u32::try_from(gain(way)) else { return Ok(None) };
                let going = Going { to, gain, part: part(self.weight(way), &out) };
                if going.gain > 0 { onward.push(going) } else { ways.push(going) }
            }
            let here = ways.len();
            ways.append(&mut onward);
            until.push([here, ways.len()]);
        }
        Ok(Some(Ordered { start: places.first().copied().unwrap_or(0), until, ways }))
    }
}

impl Ordered {
    /// The ways from a place on which nothing is gained, and those on which something is.
    fn ways_of(&self, place: usize) -> (&[Going], &[Going]) {
        let from =
            place.checked_sub(1).and_then(|before| self.until.get(before)).map_or(0, |[_, until]| *until);
        let [here, until] = self.until.get(place).copied().unwrap_or([from; 2]);
        (self.ways.get(from..here).unwrap_or(&[]), self.ways.get(here..until).unwrap_or(&[]))
    }
}

/// A weight out of a whole, as a part; rounded down.
fn part(weight: &Nat, whole: &Nat) -> u64 {
    if let (Some(weight), Some(whole)) = (weight.as_word(), whole.as_word())
        && weight < 1 << 64
    {
        return u64::try_from((weight << PART) / whole).unwrap_or(0);
    }
    let part: BigUint = (weight.to_big() << PART) / whole.to_big();
    part.to_u64().unwrap_or(0)
}

/// So much of a weight; rounded down.
#[inline]
fn part_of(weight: u128, part: u64) -> u128 {
    let wide = weight << (64 - PART);
    let (high, low) = (wide >> 64, wide & u128::from(u64::MAX));
    high * u128::from(part) + ((low * u128::from(part)) >> 64)
}

fn together(listed: Vec<((u64, u32), u128)>) -> Levels {
    let mut sums: BTreeMap<(u64, u32), u128> = BTreeMap::new();
    for (key, weight) in listed {
        *sums.entry(key).or_default() += weight;
    }
    let level = |((sum, end), weight): ((u64, u32), u128)| Level { end, sum, weight: Nat::word(weight) };
    let listed = sums.into_iter().filter(|(_, weight)| *weight > 0).map(level).collect();
    Levels { listed, whole: Nat::word(1 << FINE), below: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_short_by_next_to_nothing() {
        let third = part(&Nat::ONE, &Nat::word(3));
        let weight = part_of(1 << FINE, third);
        let exact = (1u128 << FINE) / 3;
        assert!(weight <= exact && exact - weight < 1 << (FINE - PART + 1));
        assert_eq!(part_of(1 << FINE, 1 << PART), 1 << FINE);
    }
}
