//! How often states are passed and how likely ends are, with what is added up on the way.

use std::rc::Rc;

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use super::super::{Budget, DistError, Nat};
use super::denominators::{Den, Denominators};
use super::modular::{Solved, System};
use super::{Edge, Markov, To};

/// What becomes of a sum on a way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Gain {
    /// So much is added.
    Add(BigInt),
    /// It is so much from here on, whatever it was.
    Set(BigInt),
}

/// How likely each end is, and what has been added up where it is reached.
#[derive(Debug, Clone)]
pub(crate) struct Reached {
    /// What all numbers are out of.
    pub whole: Nat,
    /// For each end: its weight, and where they were asked for, the first and the second moment of the sum,
    /// counted in where it is reached.
    pub ends: Vec<[BigInt; 3]>,
}

/// A numerator and its denominator.
type Share = (Den, BigInt);

/// Shares that are still to be brought together, one for each denominator.
#[derive(Debug, Clone, Default)]
pub(super) struct Sum(Vec<Share>);

impl Sum {
    pub(super) fn add(&mut self, den: Den, top: BigInt) {
        match self.0.iter_mut().find(|(of, _)| *of == den) {
            Some((_, sum)) => *sum += top,
            None => self.0.push((den, top)),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Solves a chain.
pub(super) struct Flow<'m> {
    pub(super) chain: &'m Markov,
    pub(super) dens: Denominators,
    /// Inverses of small systems, which come up again and again.
    known: FxHashMap<System, Rc<Solved>>,
    pub(super) budget: &'m mut Budget,
}

/// Systems of so many states are inverted as a whole.
pub(super) const SMALL: usize = 6;
/// Fractions with more binary digits than this are too much work.
const LONGEST: u64 = 1 << 16;
/// Words of all fractions that are kept together: what bounds the memory.
const KEPT: u64 = 1 << 24;

impl Markov {
    /// How likely each end is; and with gains, the first and second moments of the sum at each.
    ///
    /// # Errors
    /// It is too much work; [`DistError::Empty`] where some part of the chain has no way out.
    pub(super) fn reached_by_parts(
        &self,
        gains: Option<&[Gain]>,
        budget: &mut Budget,
    ) -> Result<Reached, DistError> {
        let mut flow = Flow::new(self, budget);
        let parts = self.parts(|_| true);
        let mut sources = vec![Sum::default(); self.len()];
        if let Some(first) = sources.first_mut() {
            first.add(Denominators::ONE, BigInt::from(1));
        }
        let mut ends = [vec![Sum::default(); self.ends], Vec::new(), Vec::new()];
        let visits = flow.solve(&parts, sources, &mut ends[0], &|_| true)?;
        if let Some(gains) = gains {
            let keeps = |way: &Edge| matches!(gains.get(way.gain as usize), None | Some(Gain::Add(_)));
            let (sources, mut own) = flow.first(&visits, gains)?;
            let firsts = flow.solve(&parts, sources, &mut own, &keeps)?;
            ends[1] = own;
            let (sources, mut own) = flow.second(&visits, &firsts, gains)?;
            flow.solve(&parts, sources, &mut own, &keeps)?;
            ends[2] = own;
        }
        flow.together(ends)
    }
}

impl<'m> Flow<'m> {
    pub(super) fn new(chain: &'m Markov, budget: &'m mut Budget) -> Flow<'m> {
        Flow { chain, dens: Denominators::new(), known: FxHashMap::default(), budget }
    }

    /// Shares as one.
    pub(super) fn share(&mut self, sum: Sum) -> Result<Share, DistError> {
        let mut shares = sum.0.into_iter();
        let Some(first) = shares.next() else { return Ok((Denominators::ONE, BigInt::ZERO)) };
        let Some(second) = shares.next() else { return Ok(first) };
        let rest: Vec<Share> = [first, second].into_iter().chain(shares).collect();
        let den = rest.iter().fold(Denominators::ONE, |den, (of, _)| self.dens.join(den, *of));
        let mut top = BigInt::ZERO;
        for (of, part) in rest {
            let scale = self.dens.scale(of, den);
            self.budget.charge_products(1, words(&part), words(&scale))?;
            top += part * &*scale;
        }
        Ok((den, top))
    }

    /// For each state how often it is passed out of its whole; what leads to ends is added there.
    fn solve(
        &mut self,
        parts: &[Vec<u32>],
        mut inflow: Vec<Sum>,
        ends: &mut [Sum],
        keeps: &dyn Fn(&Edge) -> bool,
    ) -> Result<Vec<Share>, DistError> {
        let mut passed = vec![(Denominators::ONE, BigInt::ZERO); self.chain.len()];
        let mut within = vec![false; self.chain.len()];
        let mut kept = 0;
        for part in parts {
            if part.iter().all(|state| inflow[*state as usize].is_empty()) {
                continue;
            }
            let solved = self.solve_part(part, &mut inflow, keeps)?;
            part.iter().for_each(|state| within[*state as usize] = true);
            for (state, share) in part.iter().zip(solved) {
                if share.1 != BigInt::ZERO {
                    self.send(*state, &share, &within, (&mut inflow, ends), keeps)?;
                }
                kept += words(&share.1);
                if kept > KEPT {
                    return Err(DistError::Work { limit: KEPT });
                }
                passed[*state as usize] = share;
            }
            part.iter().for_each(|state| within[*state as usize] = false);
        }
        Ok(passed)
    }

    /// Sends what passes a state along its ways out of its part.
    fn send(
        &mut self,
        state: u32,
        (den, top): &Share,
        within: &[bool],
        (inflow, ends): (&mut [Sum], &mut [Sum]),
        keeps: &dyn Fn(&Edge) -> bool,
    ) -> Result<(), DistError> {
        let ways = self.chain.ways_of(state);
        self.budget.charge_products(ways.len() as u64, words(top), 1)?;
        for way in ways.iter().filter(|way| keeps(way)) {
            let target = match way.to {
                To::State(to) if within[to as usize] => continue,
                To::State(to) => inflow.get_mut(to as usize),
                To::End(end) => ends.get_mut(end as usize),
            };
            if let Some(target) = target {
                target.add(*den, times(top, self.chain.weight(way)));
            }
        }
        Ok(())
    }

    /// How often each state of a part is passed, out of its whole.
    pub(super) fn solve_part(
        &mut self,
        part: &[u32],
        inflow: &mut [Sum],
        keeps: &dyn Fn(&Edge) -> bool,
    ) -> Result<Vec<Share>, DistError> {
        let shares: Result<Vec<Share>, DistError> = part
            .iter()
            .map(|state| {
                let sum = std::mem::take(&mut inflow[*state as usize]);
                self.share(sum)
            })
            .collect();
        let mut shares = shares?;
        if let ([state], [(den, _)]) = (part, shares.as_mut_slice()) {
            let mut back = Nat::ZERO;
            for way in self.chain.ways_of(*state) {
                if way.to == To::State(*state) && keeps(way) {
                    back += self.chain.weight(way);
                }
            }
            let out = self.chain.whole(*state).checked_sub(&back).filter(|out| !out.is_zero());
            let out = self.dens.of(&out.ok_or(DistError::Empty)?);
            *den = self.dens.times(*den, out);
            return self.bounded(shares);
        }
        let den = shares.iter().fold(Denominators::ONE, |den, (of, _)| self.dens.join(den, *of));
        let mut side = Vec::with_capacity(shares.len());
        for (of, top) in shares {
            let scale = self.dens.scale(of, den);
            self.budget.charge_products(1, words(&top), words(&scale))?;
            side.push(top * &*scale);
        }
        let system = self.system(part, keeps)?;
        let (bottom, tops) = self.solve_system(system, side)?;
        let bottom = self.dens.of(&bottom.magnitude().clone().into());
        let den = self.dens.times(den, bottom);
        self.bounded(tops.into_iter().map(|top| (den, top)).collect())
    }

    /// Refuses fractions that have grown too long.
    fn bounded(&self, shares: Vec<Share>) -> Result<Vec<Share>, DistError> {
        let longest = shares.iter().map(|(_, top)| top.bits()).max().unwrap_or(0);
        if longest > LONGEST { Err(DistError::Work { limit: LONGEST }) } else { Ok(shares) }
    }

    pub(super) fn system(&self, part: &[u32], keeps: &dyn Fn(&Edge) -> bool) -> Result<System, DistError> {
        let mut place: FxHashMap<u32, u32> = FxHashMap::default();
        place.extend(part.iter().copied().zip(0u32..));
        let mut ways: FxHashMap<(u32, u32), Nat> = FxHashMap::default();
        let mut is_open = false;
        for (state, from) in part.iter().zip(0u32..) {
            for way in self.chain.ways_of(*state) {
                let to = match way.to {
                    To::State(to) => place.get(&to).filter(|_| keeps(way)),
                    To::End(_) => None,
                };
                match to {
                    Some(to) => *ways.entry((from, *to)).or_insert(Nat::ZERO) += self.chain.weight(way),
                    None => is_open |= !self.chain.weight(way).is_zero(),
                }
            }
        }
        if !is_open {
            return Err(DistError::Empty);
        }
        let diagonal = part.iter().map(|state| self.chain.whole(*state).clone()).collect();
        let mut ways: Vec<(u32, u32, Nat)> =
            ways.into_iter().map(|((from, to), weight)| (from, to, weight)).collect();
        ways.sort_unstable();
        Ok(System { diagonal, ways })
    }

    fn solve_system(
        &mut self,
        system: System,
        side: Vec<BigInt>,
    ) -> Result<(BigInt, Vec<BigInt>), DistError> {
        let size = system.len();
        if size > SMALL {
            let mut solved = system.solve(&[side], self.budget)?;
            return Ok((solved.bottom, solved.tops.pop().unwrap_or_default()));
        }
        let inverse = self.inverse(&system)?;
        let mut tops = vec![BigInt::ZERO; size];
        for (value, column) in side.iter().zip(&inverse.tops).filter(|(value, _)| **value != BigInt::ZERO) {
            self.budget.charge_products(size as u64, words(value), 2)?;
            for (top, factor) in tops.iter_mut().zip(column) {
                *top += value * factor;
            }
        }
        Ok((inverse.bottom.clone(), tops))
    }

    /// The inverse of a small system: its solution for each unit.
    pub(super) fn inverse(&mut self, system: &System) -> Result<Rc<Solved>, DistError> {
        if let Some(known) = self.known.get(system) {
            return Ok(Rc::clone(known));
        }
        let size = system.len();
        let unit = |of: usize| (0..size).map(|at| BigInt::from(u8::from(at == of))).collect::<Vec<BigInt>>();
        let sides: Vec<Vec<BigInt>> = (0..size).map(unit).collect();
        let solved = Rc::new(system.solve(&sides, self.budget)?);
        self.known.insert(system.clone(), Rc::clone(&solved));
        Ok(solved)
    }

    /// What flows along the ways where it is multiplied by what they gain.
    fn along(
        &mut self,
        passed: &[Share],
        factor: impl Fn(&Edge) -> BigInt,
        (inflow, ends): (&mut [Sum], &mut [Sum]),
    ) -> Result<(), DistError> {
        for (state, (den, top)) in (0u32..).zip(passed).filter(|(_, (_, top))| *top != BigInt::ZERO) {
            for way in self.chain.ways_of(state) {
                let factor = factor(way);
                if factor == BigInt::ZERO {
                    continue;
                }
                self.budget.charge_products(1, words(top), 2)?;
                let target = match way.to {
                    To::State(to) => inflow.get_mut(to as usize),
                    To::End(end) => ends.get_mut(end as usize),
                };
                if let Some(target) = target {
                    target.add(*den, times(top, self.chain.weight(way)) * factor);
                }
            }
        }
        Ok(())
    }

    fn first(&mut self, visits: &[Share], gains: &[Gain]) -> Result<(Vec<Sum>, Vec<Sum>), DistError> {
        let mut inflow = vec![Sum::default(); self.chain.len()];
        let mut ends = vec![Sum::default(); self.chain.ends];
        let gained = |way: &Edge| match gains.get(way.gain as usize) {
            Some(Gain::Add(gain) | Gain::Set(gain)) => gain.clone(),
            None => BigInt::ZERO,
        };
        self.along(visits, gained, (&mut inflow, &mut ends))?;
        Ok((inflow, ends))
    }

    fn second(
        &mut self,
        visits: &[Share],
        firsts: &[Share],
        gains: &[Gain],
    ) -> Result<(Vec<Sum>, Vec<Sum>), DistError> {
        let mut inflow = vec![Sum::default(); self.chain.len()];
        let mut ends = vec![Sum::default(); self.chain.ends];
        let squared = |way: &Edge| match gains.get(way.gain as usize) {
            Some(Gain::Add(gain) | Gain::Set(gain)) => gain * gain,
            None => BigInt::ZERO,
        };
        let twice = |way: &Edge| match gains.get(way.gain as usize) {
            Some(Gain::Add(gain)) => gain * 2,
            Some(Gain::Set(_)) | None => BigInt::ZERO,
        };
        self.along(visits, squared, (&mut inflow, &mut ends))?;
        self.along(firsts, twice, (&mut inflow, &mut ends))?;
        Ok((inflow, ends))
    }

    /// All ends over one denominator.
    fn together(&mut self, ends: [Vec<Sum>; 3]) -> Result<Reached, DistError> {
        let mut shares: Vec<[Share; 3]> = Vec::new();
        let mut den = Denominators::ONE;
        let [weights, firsts, seconds] = ends;
        let (mut firsts, mut seconds) = (firsts.into_iter(), seconds.into_iter());
        for weight in weights {
            let all = [weight, firsts.next().unwrap_or_default(), seconds.next().unwrap_or_default()];
            let [a, b, c] = all.map(|sum| self.share(sum));
            let all = [a?, b?, c?];
            den = all.iter().fold(den, |den, (of, _)| self.dens.join(den, *of));
            shares.push(all);
        }
        let mut scaled = Vec::with_capacity(shares.len());
        for all in shares {
            scaled.push(all.map(|(of, top)| top * &*self.dens.scale(of, den)));
        }
        Ok(Reached { whole: self.dens.value(den), ends: scaled })
    }
}

/// How many words a number fills.
pub(super) fn words(number: &BigInt) -> u64 {
    number.bits().div_ceil(64).max(1)
}

/// A number as often as a weight says.
pub(super) fn times(number: &BigInt, weight: &Nat) -> BigInt {
    match weight.as_word() {
        Some(word) => match u64::try_from(word) {
            Ok(1) => number.clone(),
            Ok(word) => number * word,
            Err(_) => number * word,
        },
        None => number * BigInt::from(weight.to_big()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Way;
    use super::*;

    fn way(to: To, weight: u128, gain: u32) -> Way {
        Way { to, weight: Nat::word(weight), gain }
    }

    fn fraction(top: &BigInt, whole: &Nat) -> String {
        crate::dist::Fraction::new(top.clone(), whole.to_big()).to_string()
    }

    #[test]
    fn until_a_six() {
        let mut chain = Markov::default();
        chain.push(Nat::word(6), [way(To::End(0), 1, 1), way(To::State(0), 5, 1)]);
        chain.set_ends(1);
        let gains = [Gain::Add(0.into()), Gain::Add(1.into())];
        let reached = chain.reached(Some(&gains), &mut Budget::default()).expect("little work");
        let [weight, first, second] = &reached.ends[0];
        assert_eq!(fraction(weight, &reached.whole), "1");
        assert_eq!(fraction(first, &reached.whole), "6");
        // The variance of so many tries is 30.
        assert_eq!(fraction(second, &reached.whole), "66");
    }

    #[test]
    fn ruin_with_what_was_set_on_the_way() {
        // From 1 of 3 up or down, each as likely; what is gained is set anew at 2.
        let mut chain = Markov::default();
        chain.push(Nat::word(2), [way(To::End(0), 1, 1), way(To::State(1), 1, 2)]);
        chain.push(Nat::word(2), [way(To::State(0), 1, 1), way(To::End(1), 1, 1)]);
        chain.set_ends(2);
        let gains = [Gain::Add(0.into()), Gain::Add(1.into()), Gain::Set(10.into())];
        let reached = chain.reached(Some(&gains), &mut Budget::default()).expect("little work");
        let shown: Vec<Vec<String>> = reached
            .ends
            .iter()
            .map(|end| end.iter().map(|top| fraction(top, &reached.whole)).collect())
            .collect();
        // Down at once: 1/2 with 1. Otherwise always 10 at the second state, then 11 at the upper end, or
        // 11 at the first state and 12 at the lower end.
        assert_eq!(shown[1], ["1/3", "11/3", "121/3"]);
        assert_eq!(shown[0], ["2/3", "5/2", "49/2"]);
    }

    #[test]
    fn a_loop_without_a_way_out_is_refused() {
        let mut chain = Markov::default();
        chain.push(Nat::word(2), [way(To::State(1), 2, 0)]);
        chain.push(Nat::word(2), [way(To::State(0), 2, 0)]);
        let refused = chain.reached(None, &mut Budget::default()).map(|reached| reached.ends);
        assert_eq!(refused, Err(DistError::Empty));
    }
}
