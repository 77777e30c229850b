//! The numbers that a chain comes to: where each end is worth a number, and ways add to it.

use num_bigint::{BigInt, BigUint};

use super::{Edge, Gain, Levels, Markov, Reached, loops};
use crate::base::Num;
use crate::dist::{Budget, Cut, Dist, DistError, Fraction, Law, Moments, Nat, Tail};

/// What the ends of a chain are worth, and what its ways add.
pub(crate) struct Worth<'w> {
    /// For each end its number; an end without one stands for what is not known.
    pub(crate) ends: &'w [Option<Num>],
    /// What is added on a way, by the number of its gain.
    pub(crate) gains: &'w [Num],
}

/// Gains in whole steps.
struct Steps {
    gains: Vec<Gain>,
    /// How many steps are 1; below zero where the sum goes down.
    one: BigInt,
}

impl Markov {
    /// How likely each number is where the ends are reached as is known, listed until what is left weighs at most one in two to the power `bits`; mean
    /// and variance are exact where nothing is unknown. Nothing where sums go up and down.
    ///
    /// # Errors
    /// It is too much work, or there is no way to an end.
    pub(crate) fn numbers(
        &self,
        worth: &Worth<'_>,
        reached: &Reached,
        bits: u32,
        budget: &mut Budget,
    ) -> Result<Option<Dist<Num>>, DistError> {
        if worth.gains.iter().all(|gain| gain.is_zero()) {
            return plain(worth, reached).map(Some);
        }
        let Some(steps) = Steps::of(worth.gains) else { return Ok(None) };
        let is_lost = |(end, of): (&Option<Num>, &[BigInt; 3])| end.is_none() && of[0] != BigInt::ZERO;
        let knows_all = !worth.ends.iter().zip(&reached.ends).any(is_lost);
        let moments = if knows_all { Some(self.moments_of(worth, &steps, budget)?) } else { None };
        let rest = 2f64.powi(-i32::try_from(bits).unwrap_or(40));
        let Some(levels) = self.levels(&steps.gains, (rest, None), budget)? else { return Ok(None) };
        steps.listed(worth, &levels, moments)
    }

    /// The exact mean and variance, where all ends have numbers.
    fn moments_of(
        &self,
        worth: &Worth<'_>,
        steps: &Steps,
        budget: &mut Budget,
    ) -> Result<Moments, DistError> {
        let reached = self.reached(Some(&steps.gains), budget)?;
        let (mut mean, mut square) = (Fraction::zero(), Fraction::zero());
        let over = |top: &BigInt, bottom: &BigInt| {
            let top = if bottom.sign() == num_bigint::Sign::Minus { -top } else { top.clone() };
            Fraction::new(top, reached.whole.to_big() * bottom.magnitude())
        };
        for (plus, end) in worth.ends.iter().zip(&reached.ends) {
            // With s the sum and p what the end is worth: (s + p) and (s + p) squared.
            let plus = Fraction::from(plus.unwrap_or(Num::ZERO));
            let weight = over(&end[0], &BigInt::from(1)).mul(&plus);
            let first = over(&end[1], &steps.one);
            let second = over(&end[2], &(&steps.one * &steps.one));
            let twice = first.mul(&plus);
            mean = mean.add(&first).add(&weight);
            square = square.add(&second).add(&twice).add(&twice).add(&weight.mul(&plus));
        }
        let variance = square.sub(&mean.mul(&mean));
        Ok(Moments { mean, variance: Some(variance) })
    }
}

impl Markov {
    /// The law that sums follow which are listed one by one, where it is one ratio. `greatest` is the most that an end
    /// adds to what is gained on the way, `step` what one step of these gains is worth.
    pub(crate) fn law_of_sums(
        &self,
        gains: &[Gain],
        outcomes: &[(Num, Nat)],
        (greatest, step): (Num, Num),
    ) -> Option<Law> {
        let degree = self.degree(gains)?;
        // What the sum is set to begins a way of its own.
        let set =
            |gain: &Gain| if let Gain::Set(steps) = gain { usize::try_from(steps).ok() } else { Some(0) };
        let most_set = gains.iter().map(set).collect::<Option<Vec<usize>>>()?.into_iter().max()?;
        // From there on nothing but the way between states makes a sum.
        let steps = degree.checked_mul(2)?.checked_add(most_set)?.checked_add(1)?;
        let beyond = greatest.add(Num::int(i64::try_from(steps).ok()?).mul(step).ok()?).ok()?;
        match loops::apart(self, gains) {
            Some(loops) => Law::of_loops(&loops, step, beyond),
            None => Law::of_recurrence(outcomes, step, degree, beyond),
        }
    }

    /// The degree of the equation between generating functions: what each state gains at most, added up. `None` where
    /// something else than a few steps upwards is gained.
    fn degree(&self, gains: &[Gain]) -> Option<usize> {
        const MOST: usize = 512;
        let gained = |way: &Edge| match gains.get(way.gain as usize)? {
            Gain::Add(steps) => usize::try_from(steps).ok(),
            Gain::Set(_) => Some(0),
        };
        let mut degree = 0usize;
        for state in 0..u32::try_from(self.len()).ok()? {
            let all: Option<Vec<usize>> = self.ways_of(state).iter().map(gained).collect();
            degree = degree.checked_add(all?.into_iter().max().unwrap_or(0)).filter(|sum| *sum <= MOST)?;
        }
        (degree > 0).then_some(degree)
    }
}

impl Steps {
    /// Nothing where some go up and others down.
    fn of(gains: &[Num]) -> Option<Steps> {
        let down = gains.iter().any(|gain| gain.is_negative());
        if down && gains.iter().any(|gain| !gain.is_negative() && !gain.is_zero()) {
            return None;
        }
        let whole = gains.iter().fold(BigUint::from(1u32), |whole, gain| {
            num_integer::lcm(whole, BigUint::from(gain.denominator().unsigned_abs()))
        });
        let scaled = |gain: &Num| {
            let scale = &whole / BigUint::from(gain.denominator().unsigned_abs());
            Gain::Add(BigInt::from(scale) * gain.numerator() * if down { -1 } else { 1 })
        };
        let gains = gains.iter().map(scaled).collect();
        let one = BigInt::from(whole);
        Some(Steps { gains, one: if down { -one } else { one } })
    }

    /// What a sum of steps is worth; nothing where it leaves the range of numbers.
    fn number(&self, steps: u64, plus: Num) -> Option<Num> {
        let one = Num::int(i64::try_from(self.one.clone()).ok()?);
        Num::int(i64::try_from(steps).ok()?).div(one).ok()?.add(plus).ok()
    }

    fn listed(
        &self,
        worth: &Worth<'_>,
        levels: &Levels,
        moments: Option<Moments>,
    ) -> Result<Option<Dist<Num>>, DistError> {
        let mut outcomes = Vec::with_capacity(levels.listed.len());
        for level in &levels.listed {
            let plus = worth.ends.get(level.end as usize).copied().flatten();
            if let Some(plus) = plus {
                let Some(number) = self.number(level.sum, plus) else { return Ok(None) };
                outcomes.push((number, level.weight.clone()));
            }
        }
        let nearest = worth.ends.iter().flatten();
        let is_up = self.one.sign() == num_bigint::Sign::Plus;
        let nearest = if is_up { nearest.min() } else { nearest.max() };
        // What is reached further on lies beyond this.
        let bound = levels.below.filter(|below| *below < u64::MAX && moments.is_some());
        let bound = bound.and_then(|below| self.number(below, *nearest?));
        if let Some(bound) = bound {
            outcomes.retain(|(number, _)| if is_up { *number < bound } else { *number > bound });
        }
        let tail = match (bound, is_up) {
            (None, _) => Tail::Anywhere,
            (Some(_), true) => Tail::Above,
            (Some(_), false) => Tail::Below,
        };
        let mut listed = Nat::ZERO;
        outcomes.iter().for_each(|(_, weight)| listed += weight);
        let rest = levels.whole.checked_sub(&listed).filter(|rest| !rest.is_zero());
        let cut = rest.map(|weight| Cut { tail, moments, ..Cut::anywhere(weight) });
        Dist::with_cut(outcomes, cut).map(Some)
    }
}

/// Where nothing is added.
fn plain(worth: &Worth<'_>, reached: &Reached) -> Result<Dist<Num>, DistError> {
    let mut rest = Nat::ZERO;
    let mut outcomes = Vec::new();
    for (number, end) in worth.ends.iter().zip(&reached.ends) {
        let weight = Nat::from(end[0].magnitude().clone());
        match number {
            Some(number) => outcomes.push((*number, weight)),
            None => rest += &weight,
        }
    }
    let cut = (!rest.is_zero()).then(|| Cut::anywhere(rest));
    Dist::with_cut(outcomes, cut)
}

#[cfg(test)]
mod tests {
    use super::super::{To, Way};
    use super::*;

    #[test]
    fn a_walk_among_three_places_that_counts_its_steps() {
        // In the middle of five places, either side each as likely, until an end: 4 steps on average.
        let mut chain = Markov::default();
        let way = |to, weight| Way { to, weight: Nat::word(weight), gain: 1 };
        chain.push(Nat::word(2), [way(To::State(1), 1), way(To::State(2), 1)]);
        chain.push(Nat::word(2), [way(To::End(0), 1), way(To::State(0), 1)]);
        chain.push(Nat::word(2), [way(To::State(0), 1), way(To::End(1), 1)]);
        chain.set_ends(2);
        let half = Num::ratio(1, 2).expect("a number");
        for sign in [1, -1] {
            let worth = Worth { ends: &[Some(Num::ZERO), Some(half)], gains: &[Num::ZERO, Num::int(sign)] };
            let mut budget = Budget::default();
            let reached = chain.reached(None, &mut budget).expect("little work");
            let found = chain.numbers(&worth, &reached, 40, &mut budget).expect("little work");
            let found = found.expect("one direction");
            assert_eq!(
                found.mean(),
                Some(Num::ratio(1 + i128::from(16 * sign), 4).expect("a number").into())
            );
            assert_eq!(found.prob_of(&Num::int(2 * sign)).to_string(), "1/4");
        }
    }
}
