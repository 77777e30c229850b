//! The distribution of what is added up in a chain that never leads back: each state holds how likely each sum is
//! where it is reached, as whole numbers in a row, and hands them on.

use num_integer::Integer;

use super::super::{Budget, DistError, Nat, Tops};
use super::listed::{Level, Levels};
use super::{Edge, Markov, To};

/// Words of weights that may be added up here, and how far sums may lie apart.
const MOST_WORK: f64 = 2e8;
const WIDEST: u64 = 1 << 15;

/// The least and the greatest sum at a state, in steps, and how many binary digits weights have there.
#[derive(Clone, Copy)]
struct Range {
    low: u64,
    high: u64,
    bits: f64,
}

/// How likely each sum is at a state.
struct Sums {
    low: u64,
    tops: Tops,
    whole: Nat,
}

impl Markov {
    /// All sums at all ends; nothing where states lead back, or that is much work.
    ///
    /// # Errors
    /// It is too much work for the question.
    pub(super) fn whole_sums(
        &self,
        gain: &dyn Fn(&Edge) -> u64,
        budget: &mut Budget,
    ) -> Result<Option<Levels>, DistError> {
        let parts = self.parts(|_| true);
        let is_back = |(state, way): (u32, &Edge)| way.to == To::State(state);
        let mut all =
            (0u32..).take(self.len()).flat_map(|of| self.ways_of(of).iter().map(move |way| (of, way)));
        if parts.len() < self.len() || all.any(is_back) {
            return Ok(None);
        }
        let step = self.ways.iter().map(gain).fold(0, |step, gain| step.gcd(&gain)).max(1);
        let gain = |way: &Edge| gain(way) / step;
        let order: Vec<u32> = parts.into_iter().flatten().collect();
        let Some((ranges, work)) = self.ranges(&order, &gain) else { return Ok(None) };
        budget.charge(work)?;
        let [states, ends] = ranges;
        let mut open: Vec<Option<Sums>> = states.iter().map(|_| None).collect();
        let mut ended: Vec<Option<Sums>> = ends.iter().map(|_| None).collect();
        if let Some(first) = open.first_mut() {
            let mut begin = Sums::new(Range { low: 0, high: 0, bits: 0.0 });
            begin.tops.add(0, &[1], &Nat::ONE);
            *first = Some(begin);
        }
        for state in order {
            let Some(sums) = open.get_mut(state as usize).and_then(Option::take) else { continue };
            budget.look_up()?;
            let ways = self.ways_of(state);
            // What all ways have in common is not carried along.
            let shared = self.shared(state);
            let part = |number: &Nat| number.checked_div(&shared).unwrap_or(Nat::ZERO);
            let whole = &sums.whole * &part(self.whole(state));
            for way in ways {
                let (slot, range) = match way.to {
                    To::State(to) => (open.get_mut(to as usize), states.get(to as usize)),
                    To::End(end) => (ended.get_mut(end as usize), ends.get(end as usize)),
                };
                if let (Some(slot), Some(Some(range))) = (slot, range) {
                    let target = slot.get_or_insert_with(|| Sums::new(*range));
                    target.receive(&sums, gain(way), (&part(self.weight(way)), &whole));
                }
            }
        }
        Ok(Some(listed(&ended, step)))
    }

    /// What a state's whole and the weights of its ways have in common.
    fn shared(&self, state: u32) -> Nat {
        let ways = self.ways_of(state).iter();
        ways.fold(self.whole(state).clone(), |shared, way| shared.gcd(self.weight(way)))
    }

    /// The ranges of sums at all states and all ends, and about how many words are added up; nothing where these
    /// are too many.
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn ranges(&self, order: &[u32], gain: &dyn Fn(&Edge) -> u64) -> Option<([Vec<Option<Range>>; 2], u64)> {
        let mut states = vec![None; self.len()];
        let mut ends = vec![None; self.ends];
        *states.first_mut()? = Some(Range { low: 0, high: 0, bits: 1.0 });
        let mut work = 0.0;
        for state in order {
            let Some(Range { low, high, bits }) = states.get(*state as usize).copied().flatten() else {
                continue;
            };
            let bits = bits + Nat::ratio_f64(self.whole(*state), &self.shared(*state)).log2().max(0.0);
            for way in self.ways_of(*state) {
                let gained = gain(way);
                let (low, high) = (low.checked_add(gained)?, high.checked_add(gained)?);
                let slot: &mut Option<Range> = match way.to {
                    To::State(to) => states.get_mut(to as usize)?,
                    To::End(end) => ends.get_mut(end as usize)?,
                };
                let before = slot.unwrap_or(Range { low, high, bits });
                let low = before.low.min(low);
                let (high, bits) = (before.high.max(high), before.bits.max(bits));
                if high - low > WIDEST {
                    return None;
                }
                work += (high - low + 1) as f64 * (bits / 64.0 + 4.0);
                *slot = Some(Range { low, high, bits });
            }
            if work > MOST_WORK {
                return None;
            }
        }
        Some(([states, ends], work as u64))
    }
}

impl Sums {
    fn new(range: Range) -> Sums {
        let mut tops = Tops::new();
        tops.push_zeros(usize::try_from(range.high - range.low + 1).unwrap_or(usize::MAX));
        Sums { low: range.low, tops, whole: Nat::ONE }
    }

    /// Adds what comes along a way: another state's sums with so much gained, a part of them out of a whole.
    fn receive(&mut self, from: &Sums, gained: u64, (part, whole): (&Nat, &Nat)) {
        let factor = &self.tops.meet(&mut self.whole, whole) * part;
        let shift = usize::try_from(from.low + gained - self.low).unwrap_or(0);
        for at in 0..from.tops.len() {
            self.tops.add(at + shift, from.tops.words(at), &factor);
        }
    }
}

fn listed(ended: &[Option<Sums>], step: u64) -> Levels {
    let whole = ended.iter().flatten().fold(Nat::ONE, |whole, sums| whole.lcm(&sums.whole));
    let mut listed = Vec::new();
    for (end, sums) in (0u32..).zip(ended) {
        let Some(sums) = sums else { continue };
        let factor = whole.checked_div(&sums.whole).unwrap_or(Nat::ONE);
        for (at, sum) in (0..sums.tops.len()).zip(sums.low..) {
            let weight = &sums.tops.number(at) * &factor;
            if !weight.is_zero() {
                listed.push(Level { end, sum: sum * step, weight });
            }
        }
    }
    listed.sort_unstable_by_key(|level| (level.sum, level.end));
    Levels { listed, whole, below: Some(u64::MAX) }
}

#[cfg(test)]
mod tests {
    use super::super::Way;
    use super::*;

    #[test]
    fn a_long_count_is_binomial() {
        let mut chain = Markov::default();
        let way = |to, weight, gain| Way { to, weight: Nat::word(weight), gain };
        for turn in 1..=300 {
            let to = if turn < 300 { To::State(turn) } else { To::End(0) };
            chain.push(Nat::word(6), [way(to, 2, 1), way(to, 4, 0)]);
        }
        chain.set_ends(1);
        let gain = |way: &Edge| u64::from(way.gain) * 50;
        let found =
            chain.whole_sums(&gain, &mut Budget::default()).expect("little work").expect("no way back");
        assert_eq!((found.whole.clone(), found.below), (Nat::word(3).pow(300), Some(u64::MAX)));
        assert_eq!(found.listed.len(), 301);
        for level in found.listed {
            let sixes = u32::try_from(level.sum / 50).expect("small");
            let ways = &crate::dist::binomial(300, u64::from(sixes)) * &Nat::word(2).pow(300 - sixes);
            assert_eq!(level.weight, ways, "{sixes}");
        }
    }

    #[test]
    fn sums_agree_with_those_found_one_after_the_other() {
        let mut chain = Markov::default();
        let way = |to, weight: u128, gain| Way { to, weight: Nat::word(weight), gain };
        for at in 0..40u32 {
            let to = |step: u32| if at + step < 40 { To::State(at + step) } else { To::End((at + step) % 3) };
            let ways = [way(to(1), 3, 0), way(to(2), 1 + u128::from(at % 4), 1), way(to(5), 10, 2)];
            chain.push(Nat::word(14 + u128::from(at % 4)), ways);
        }
        chain.set_ends(3);
        let gains = [0u64, 4, 6];
        let gain = |way: &Edge| gains.get(way.gain as usize).copied().unwrap_or(0);
        let mut budget = Budget::default();
        let whole = chain.whole_sums(&gain, &mut budget).expect("little work").expect("no way back");
        let one_by_one = chain.list_exactly(&gains, 0.0, &mut budget).expect("little work");
        let shown = |levels: &Levels| -> Vec<_> {
            let part = |weight: &Nat| {
                crate::dist::Fraction::new(weight.to_big().into(), levels.whole.to_big()).to_string()
            };
            levels.listed.iter().map(|level| (level.sum, level.end, part(&level.weight))).collect()
        };
        assert_eq!(shown(&whole), shown(&one_by_one));
    }

    #[test]
    fn what_leads_back_is_left_to_others() {
        let mut chain = Markov::default();
        let way = |to| Way { to, weight: Nat::ONE, gain: 1 };
        chain.push(Nat::word(2), [way(To::End(0)), way(To::State(0))]);
        chain.set_ends(1);
        let found = chain.whole_sums(&|way| u64::from(way.gain), &mut Budget::default());
        assert!(found.expect("little work").is_none());
    }
}
