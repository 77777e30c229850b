//! The distribution of what is added up on the way, sum by sum from the least.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::super::{Budget, DistError, Nat};
use super::denominators::{Den, Denominators};
use super::fine::Fine;
use super::flow::{Flow, Gain, Sum, times};
use super::listed::{Level, Levels};
use super::{Edge, Markov, To};

/// Rounded weights are out of two to the power of this.
const FINE: u64 = 160;

/// How weights are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Precision {
    Exactly,
    /// Rounded down, so that each is short by next to nothing.
    Rounded,
}

/// What has been found so far.
struct Found {
    flowing: BTreeMap<u64, Vec<(u32, Den, BigInt)>>,
    listed: BTreeMap<(u64, u32), Sum>,
    part_of: Vec<usize>,
    /// How much has come to an end.
    ended: f64,
}

impl Markov {
    /// The distribution of the sum at each end, until what is left weighs less than `rest`, or all sums up to `until`
    /// and one from there on are there. Nothing where sums go down, or are set anew once something has been added.
    ///
    /// # Errors
    /// It is too much work.
    pub(crate) fn levels(
        &self,
        gains: &[Gain],
        (rest, until): (f64, Option<u64>),
        budget: &mut Budget,
    ) -> Result<Option<Levels>, DistError> {
        let Some(gains) = self.upward(gains) else { return Ok(None) };
        let gain = |way: &Edge| gains.get(way.gain as usize).copied().unwrap_or(0);
        if let Some(levels) = self.whole_sums(&gain, budget)? {
            return Ok(Some(levels));
        }
        if until.is_some() {
            match self.list(&gains, (rest, until), Precision::Exactly, &mut budget.part(EXACT_WORK)) {
                Err(DistError::Work { .. }) => {}
                done => return done.map(Some),
            }
        }
        // What is rounded first also tells how much work it is not to round.
        let fine = if rest < FINEST { None } else { self.finely(&gain, rest, budget)? };
        if let Some(fine) = &fine
            && self.exact_work(fine) > EXACT_WORK
        {
            budget.note_rounding();
            return Ok(Some(fine.levels.clone()));
        }
        let mut part = budget.part(EXACT_WORK);
        let exactly = match self.static_levels(&gain, rest, &mut part) {
            Ok(Some(levels)) => Ok(levels),
            Ok(None) => self.list(&gains, (rest, None), Precision::Exactly, &mut part),
            Err(error) => Err(error),
        };
        match (exactly, fine) {
            (Err(DistError::Work { .. }), Some(fine)) => {
                budget.note_rounding();
                Ok(Some(fine.levels))
            }
            (Err(DistError::Work { .. }), None) => {
                budget.note_rounding();
                self.list(&gains, (rest, None), Precision::Rounded, budget).map(Some)
            }
            (done, _) => done.map(Some),
        }
    }

    /// About how many steps it takes to list exactly what was listed finely.
    fn exact_work(&self, fine: &Fine) -> u64 {
        let widest = self.wholes.iter().map(Nat::bits).max().unwrap_or(0);
        fine.gone.saturating_mul(1 + fine.sums.saturating_mul(widest) / 128)
    }

    /// Gains as numbers, where the sum only grows.
    fn upward(&self, gains: &[Gain]) -> Option<Vec<u64>> {
        let number = |gain: &Gain| match gain {
            Gain::Add(gain) | Gain::Set(gain) => gain.to_u64(),
        };
        let numbers: Vec<u64> = gains.iter().map(number).collect::<Option<_>>()?;
        let of = |way: &Edge| numbers.get(way.gain as usize).copied().unwrap_or(0);
        // States at which something may have been added already.
        let mut has = vec![false; self.len()];
        let mut open: Vec<u32> = Vec::new();
        let all = || (0u32..).take(self.len());
        for way in all().flat_map(|state| self.ways_of(state)).filter(|way| of(way) > 0) {
            if let To::State(to) = way.to
                && !std::mem::replace(&mut has[to as usize], true)
            {
                open.push(to);
            }
        }
        while let Some(state) = open.pop() {
            for way in self.ways_of(state) {
                if let To::State(to) = way.to
                    && !std::mem::replace(&mut has[to as usize], true)
                {
                    open.push(to);
                }
            }
        }
        let sets = |way: &Edge| matches!(gains.get(way.gain as usize), Some(Gain::Set(_)));
        let sets_anew =
            all().filter(|state| has[*state as usize]).any(|state| self.ways_of(state).iter().any(sets));
        (!sets_anew).then_some(numbers)
    }

    /// All sums, one after the other.
    #[cfg(test)]
    pub(super) fn list_exactly(
        &self,
        gains: &[u64],
        rest: f64,
        budget: &mut Budget,
    ) -> Result<Levels, DistError> {
        self.list(gains, (rest, None), Precision::Exactly, budget)
    }

    fn list(
        &self,
        gains: &[u64],
        (rest, until): (f64, Option<u64>),
        kept: Precision,
        budget: &mut Budget,
    ) -> Result<Levels, DistError> {
        let gain = |way: &Edge| gains.get(way.gain as usize).copied().unwrap_or(0);
        let parts = self.parts(|way| gain(way) == 0);
        let mut part_of = vec![0; self.len()];
        for (number, part) in parts.iter().enumerate() {
            part.iter().for_each(|state| part_of[*state as usize] = number);
        }
        let mut found = Found { flowing: BTreeMap::new(), listed: BTreeMap::new(), part_of, ended: 0.0 };
        found.flowing.insert(0, vec![(0, Denominators::ONE, BigInt::from(1))]);
        let mut flow = Flow::new(self, budget);
        let mut inflow = vec![Sum::default(); self.len()];
        let mut below = 0;
        while let Some((level, flowing)) = found.flowing.pop_first() {
            // All below this is there. Something has to be listed from the last on that is wanted, for what is left
            // over to be known to be more than that.
            let mut there = found.listed.range(..(level, 0)).rev();
            let last = there.next().map(|((sum, _), _)| *sum);
            if until.zip(last).is_some_and(|(until, last)| last >= until) {
                found.flowing.insert(level, flowing);
                below = level;
                break;
            }
            let mut open: BTreeSet<usize> = BTreeSet::new();
            for (state, den, top) in flowing {
                inflow[state as usize].add(den, top);
                open.insert(found.part_of[state as usize]);
            }
            while let Some(part) = open.pop_first() {
                flow.level(&parts[part], level, (&gain, kept), &mut inflow, (&mut found, &mut open))?;
            }
            below = level + 1;
            if until.is_none() && 1.0 - found.ended < rest {
                break;
            }
        }
        let is_all = found.flowing.is_empty();
        let below = match kept {
            Precision::Exactly if is_all => Some(u64::MAX),
            Precision::Exactly => Some(below),
            Precision::Rounded => None,
        };
        flow.listed(found, below)
    }
}

/// Steps that weights may be kept exactly for.
const EXACT_WORK: u64 = 12_000_000;
/// What is left over may not be less than this where weights are of a fixed size.
const FINEST: f64 = 1.0 / (1u64 << 48) as f64;

impl Flow<'_> {
    /// What flows through a part at one sum.
    fn level(
        &mut self,
        part: &[u32],
        level: u64,
        (gain, kept): (&dyn Fn(&Edge) -> u64, Precision),
        inflow: &mut [Sum],
        (found, open): (&mut Found, &mut BTreeSet<usize>),
    ) -> Result<(), DistError> {
        let solved = self.solve_part(part, inflow, &|way| gain(way) == 0)?;
        let own = part.first().map(|state| found.part_of[*state as usize]);
        for (state, share) in part.iter().zip(solved) {
            let (den, top) = match kept {
                Precision::Exactly => share,
                Precision::Rounded => self.rounded(share),
            };
            if top == BigInt::ZERO {
                continue;
            }
            let ways = self.chain.ways_of(*state);
            self.budget.charge_products(ways.len() as u64, super::flow::words(&top), 1)?;
            for way in ways {
                let (gained, flows) = (gain(way), times(&top, self.chain.weight(way)));
                match way.to {
                    To::State(to) if gained == 0 => {
                        let other = found.part_of[to as usize];
                        if Some(other) != own {
                            inflow[to as usize].add(den, flows);
                            open.insert(other);
                        }
                    }
                    To::State(to) => {
                        found.flowing.entry(level + gained).or_default().push((to, den, flows));
                    }
                    To::End(end) => {
                        let whole = self.dens.value(den);
                        found.ended += Nat::ratio_f64(&flows.magnitude().clone().into(), &whole);
                        found.listed.entry((level + gained, end)).or_default().add(den, flows);
                    }
                }
            }
        }
        Ok(())
    }

    fn rounded(&mut self, (den, top): (Den, BigInt)) -> (Den, BigInt) {
        let fine = self.dens.of(&Nat::word(1 << 100));
        let rest = self.dens.of(&Nat::word(1 << (FINE - 100)));
        let fine = self.dens.times(fine, rest);
        if den == fine {
            return (den, top);
        }
        let whole = self.dens.scale(Denominators::ONE, den);
        (fine, (top << FINE) / &*whole)
    }

    fn listed(&mut self, found: Found, below: Option<u64>) -> Result<Levels, DistError> {
        let mut den = Denominators::ONE;
        let mut shares = Vec::with_capacity(found.listed.len());
        for ((sum, end), weight) in found.listed {
            // Sums that are reached on a way that is still open may lack something.
            if below.is_some_and(|below| sum >= below) {
                continue;
            }
            let share = self.share(weight)?;
            den = self.dens.join(den, share.0);
            shares.push((end, sum, share));
        }
        let mut listed = Vec::with_capacity(shares.len());
        for (end, sum, (of, top)) in shares {
            let top = top * &*self.dens.scale(of, den);
            listed.push(Level { end, sum, weight: top.magnitude().clone().into() });
        }
        Ok(Levels { listed, whole: self.dens.value(den), below })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Way;
    use super::*;

    fn way(to: To, weight: u128, gain: u32) -> Way {
        Way { to, weight: Nat::word(weight), gain }
    }

    #[test]
    fn tries_until_a_six_one_by_one() {
        let mut chain = Markov::default();
        chain.push(Nat::word(6), [way(To::End(0), 1, 1), way(To::State(0), 5, 1)]);
        chain.set_ends(1);
        let gains = [Gain::Add(0.into()), Gain::Add(1.into())];
        let levels =
            chain.levels(&gains, (1e-3, None), &mut Budget::default()).expect("little work").expect("upward");
        let third = levels.listed.iter().find(|level| level.sum == 3).expect("a third try");
        assert_eq!(Nat::ratio_f64(&third.weight, &levels.whole), 25.0 / 216.0);
        let rounded = chain
            .list(&[0, 1], (1e-3, None), Precision::Rounded, &mut Budget::default())
            .expect("little work");
        let third = rounded.listed.iter().find(|level| level.sum == 3).expect("a third try");
        assert!((Nat::ratio_f64(&third.weight, &rounded.whole) - 25.0 / 216.0).abs() < 1e-15);
    }
}
