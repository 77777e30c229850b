//! The distribution of what is added up on the way, in whole numbers of a fixed size: each weight is short by
//! next to nothing, and what is short of it all together is known.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::super::{Budget, DistError, Nat};
use super::listed::{Level, Levels};
use super::{Markov, To, Way};

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

/// A state's share of what flows along a way.
struct Going {
    to: To,
    part: u64,
    gain: u64,
}

/// States in order: those that come later at the same sum have later numbers.
struct Ordered {
    /// The place of each state.
    places: Vec<u32>,
    /// The ways from each place.
    ways: Vec<Vec<Going>>,
}

impl Markov {
    /// The distribution of the sum at each end, until what is left weighs less than `rest`. Nothing where
    /// states lead back to others without anything being gained.
    ///
    /// # Errors
    /// It is too much work, or from some state there is no way out.
    pub(super) fn finely(
        &self,
        gain: &dyn Fn(&Way) -> u64,
        rest: f64,
        budget: &mut Budget,
    ) -> Result<Option<Fine>, DistError> {
        let Some(ordered) = self.ordered(gain)? else { return Ok(None) };
        let whole = 1u128 << FINE;
        let rest = (rest * 2f64.powi(120)) as u128;
        let mut flowing: BTreeMap<u64, Vec<(u32, u128)>> = BTreeMap::new();
        flowing.insert(0, vec![(ordered.places.first().copied().unwrap_or(0), whole)]);
        let mut now = vec![0u128; self.len()];
        let mut ended = vec![0u128; self.ends];
        let (mut listed, mut left) = (Vec::new(), whole);
        let (mut gone, mut sums) = (0u64, 0u64);
        while let Some((sum, arrived)) = flowing.pop_first() {
            sums += 1;
            let mut first = self.len();
            for (place, weight) in arrived {
                first = first.min(place as usize);
                if let Some(slot) = now.get_mut(place as usize) {
                    *slot += weight;
                }
            }
            let before = gone;
            for place in first..self.len() {
                let weight = now.get_mut(place).map_or(0, std::mem::take);
                let Some(ways) = ordered.ways.get(place).filter(|_| weight > 0) else { continue };
                gone += ways.len() as u64;
                for way in ways {
                    let flows = part_of(weight, way.part);
                    match way.to {
                        To::End(end) if way.gain == 0 => {
                            if let Some(slot) = ended.get_mut(end as usize) {
                                *slot += flows;
                            }
                        }
                        To::State(to) if way.gain == 0 => {
                            if let Some(slot) = now.get_mut(to as usize) {
                                *slot += flows;
                            }
                        }
                        To::State(to) => flowing.entry(sum + way.gain).or_default().push((to, flows)),
                        To::End(end) => {
                            left = left.saturating_sub(flows);
                            listed.push(((sum + way.gain, end), flows));
                        }
                    }
                }
            }
            budget.charge((self.len() - first) as u64 / 8 + gone - before)?;
            for (end, weight) in (0u32..).zip(&mut ended).filter(|(_, weight)| **weight > 0) {
                left = left.saturating_sub(*weight);
                listed.push(((sum, end), std::mem::take(weight)));
            }
            if left < rest {
                break;
            }
        }
        Ok(Some(Fine { levels: together(listed), gone, sums }))
    }

    /// The states in order, each with its ways; those back to itself are divided out.
    fn ordered(&self, gain: &dyn Fn(&Way) -> u64) -> Result<Option<Ordered>, DistError> {
        let parts = self.parts(|way| gain(way) == 0);
        if parts.len() < self.len() {
            return Ok(None);
        }
        let mut places = vec![0; self.len()];
        for (place, part) in (0u32..).zip(&parts) {
            part.iter().for_each(|state| places[*state as usize] = place);
        }
        let mut ways = Vec::with_capacity(self.len());
        for state in parts.iter().flatten() {
            let is_back = |way: &&Way| way.to == To::State(*state) && gain(way) == 0;
            let mut back = Nat::ZERO;
            self.ways_of(*state).iter().filter(is_back).for_each(|way| back += &way.weight);
            let out = self.whole(*state).checked_sub(&back).filter(|out| !out.is_zero());
            let out = out.ok_or(DistError::Empty)?;
            let going = self.ways_of(*state).iter().filter(|way| !is_back(way)).map(|way| {
                let to = match way.to {
                    To::State(to) => To::State(places[to as usize]),
                    end @ To::End(_) => end,
                };
                Going { to, part: part(&way.weight, &out), gain: gain(way) }
            });
            ways.push(going.collect());
        }
        Ok(Some(Ordered { places, ways }))
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
    let (high, low) = (weight >> 64, weight & u128::from(u64::MAX));
    ((high * u128::from(part)) << (64 - PART)) + ((low * u128::from(part)) >> PART)
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
