//! Numbers that come back several at a time: a row that says "roll twice", a creature that splits in two.
//!
//! One pass adds a number and comes back so many times; what each of these gives is added. What is listed are the
//! coefficients of a power series, one after the other, each from those before it. Mean and variance are exact.

use super::{Budget, Dist, DistError, Fraction, Moments, Nat, Tail};
use crate::base::Num;

/// How often a pass comes back, and what it adds.
pub(crate) type Offspring = (u32, Num);

/// More outcomes than this are not listed.
const MOST_LISTED: usize = 640;
/// A pass that comes back more often than this is left to others.
const MOST_BACK: u32 = 6;

/// What it all comes to, listed until the rest weighs at most one in two to the power `bits`; `None` where numbers are
/// not whole or go down, or where more and more come back.
///
/// # Errors
/// The budget is passed.
pub(crate) fn branching(
    passes: &Dist<Offspring>,
    bits: u32,
    budget: &mut Budget,
) -> Result<Option<Dist<Num>>, DistError> {
    // What is only ever added in tens is counted in tens.
    let step = passes.outcomes().iter().fold(Num::ZERO, |step, ((_, plus), _)| step.common_divisor(*plus));
    let step = if step.is_zero() { Num::ONE } else { step };
    let counted = passes.try_map(|(times, plus)| Ok::<_, DistError>((*times, plus.div(step)?)))?;
    let Some(series) = PowerSeries::of(&counted) else { return Ok(None) };
    let listed = series.listed(bits, budget)?.with_moments(Some(series.moments()));
    Ok(Some(if step == Num::ONE { listed } else { listed.linear(step, Num::ZERO)? }))
}

/// The terms of the equation that the power series solves, out of a whole.
struct PowerSeries {
    whole: Nat,
    /// How often it comes back, what is added, how heavy.
    terms: Vec<(u32, u32, Nat)>,
    /// Whether a pass may end with nothing.
    may_be_zero: bool,
    most_back: u32,
}

impl PowerSeries {
    fn of(passes: &Dist<Offspring>) -> Option<PowerSeries> {
        if !passes.is_complete() {
            return None;
        }
        let (mut whole, mut back) = (Nat::ZERO, Nat::ZERO);
        let mut terms = Vec::with_capacity(passes.len());
        for ((times, plus), weight) in passes.outcomes() {
            let plus = u32::try_from(plus.as_int()?).ok()?;
            // What comes back as it is changes nothing.
            if (*times, plus) == (1, 0) {
                continue;
            }
            whole += weight;
            back += &(weight * &Nat::from(u64::from(*times)));
            terms.push((*times, plus, weight.clone()));
        }
        let may_be_zero = terms.iter().any(|(times, plus, _)| (*times, *plus) == (0, 0));
        let most_back = terms.iter().map(|(times, _, _)| *times).max().unwrap_or(0);
        let is_known = |(times, plus, _): &(u32, u32, Nat)| *times == 0 || *plus > 0 || !may_be_zero;
        let fits = back < whole && most_back <= MOST_BACK && terms.iter().all(is_known);
        fits.then_some(PowerSeries { whole, terms, may_be_zero, most_back })
    }

    fn moments(&self) -> Moments {
        let whole = |number: u32| Fraction::from(Num::int(i64::from(number)));
        let mean_of = |of: &dyn Fn(u32, u32) -> Fraction| {
            self.terms.iter().fold(Fraction::zero(), |sum, (times, plus, weight)| {
                sum.add(&Fraction::ratio(weight, &self.whole).mul(&of(*times, *plus)))
            })
        };
        // Less than one comes back on the average.
        let ends = Fraction::from(1).sub(&mean_of(&|times, _| whole(times)));
        let over = |of: Fraction| of.div(&ends).unwrap_or_else(Fraction::zero);
        let mean = over(mean_of(&|_, plus| whole(plus)));
        let pass = |times: u32, plus: u32| whole(plus).add(&whole(times).mul(&mean));
        let square = mean_of(&|times, plus| pass(times, plus).mul(&pass(times, plus)));
        let variance = over(square.sub(&mean.mul(&mean)));
        Moments { mean, variance: Some(variance) }
    }

    /// The weight of each number is out of the whole to the power of this.
    fn power_at(&self, number: usize) -> usize {
        if self.may_be_zero { self.most_back as usize * number + 1 } else { (2 * number).saturating_sub(1) }
    }

    /// By how many powers of the whole a term falls short of the number that it is added to.
    fn short_by(&self, number: usize, times: u32, plus: u32) -> usize {
        let (times, plus, most) = (times as usize, plus as usize, self.most_back as usize);
        match (times, self.may_be_zero) {
            (0, _) => self.power_at(number) - 1,
            (_, true) => most * plus - times,
            (_, false) => 2 * plus + times - 2,
        }
    }

    fn listed(&self, bits: u32, budget: &mut Budget) -> Result<Dist<Num>, DistError> {
        // The series to each power, from the first on.
        let mut powers: Vec<Vec<Nat>> = vec![Vec::new(); (self.most_back as usize).max(1)];
        let (mut listed, mut whole) = (Nat::ZERO, Nat::ONE);
        let mut reached = 0;
        for number in 0..MOST_LISTED {
            let words = whole.words();
            budget.charge_products((number as u64 + 1) * u64::from(self.most_back), words, words)?;
            if !self.may_be_zero {
                self.extend(&mut powers, number);
            }
            let found = self.at(&powers, number);
            powers[0].push(found.clone());
            if self.may_be_zero {
                self.extend(&mut powers, number);
            }
            let grown = self.whole.pow(small(self.power_at(number) - reached));
            reached = self.power_at(number);
            listed = &(&listed * &grown) + &found;
            whole = &whole * &grown;
            let rest = whole.checked_sub(&listed).unwrap_or(Nat::ZERO);
            if rest.bits().saturating_add(bits.into()) < whole.bits() {
                break;
            }
        }
        let outcomes = powers[0].iter().enumerate().filter(|(_, weight)| !weight.is_zero());
        let scaled = |(number, weight): (usize, &Nat)| {
            let scale = self.whole.pow(small(reached - self.power_at(number)));
            (Num::int(i64::from(small(number))), weight * &scale)
        };
        let mut dist = Dist::with_cut(outcomes.map(scaled).collect(), None)?;
        dist.fill_up(whole, Tail::Above);
        Ok(dist)
    }

    /// The weight of a number, from those below it.
    fn at(&self, powers: &[Vec<Nat>], number: usize) -> Nat {
        let mut sum = Nat::ZERO;
        for (times, plus, weight) in &self.terms {
            let Some(below) = number.checked_sub(*plus as usize) else { continue };
            let other = match times {
                0 if below == 0 => Some(&Nat::ONE),
                0 => None,
                times => powers.get(*times as usize - 1).and_then(|power| power.get(below)),
            };
            if let Some(other) = other.filter(|other| !other.is_zero()) {
                let scale = self.whole.pow(small(self.short_by(number, *times, *plus)));
                sum += &(&(weight * other) * &scale);
            }
        }
        sum
    }

    /// Adds the coefficient of `number` to each power beyond the first.
    fn extend(&self, powers: &mut [Vec<Nat>], number: usize) {
        for at in 1..powers.len() {
            let (lower, higher) = powers.split_at_mut(at);
            let (Some(first), Some(before), Some(power)) = (lower.first(), lower.last(), higher.first_mut())
            else {
                continue;
            };
            let mut sum = Nat::ZERO;
            for (part, rest) in first.iter().enumerate().filter(|(part, _)| *part <= number) {
                if let Some(other) =
                    before.get(number - part).filter(|other| !other.is_zero() && !rest.is_zero())
                {
                    sum += &(rest * other);
                }
            }
            power.push(sum);
        }
    }
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(of: &[(u32, i64, u64)]) -> Dist<Offspring> {
        let all = of.iter().map(|(times, plus, weight)| ((*times, Num::int(*plus)), Nat::from(*weight)));
        Dist::from_weights(all).expect("it has weight")
    }

    fn share(dist: &Dist<Num>, number: i64) -> String {
        let weight = dist.outcomes().iter().find(|(value, _)| *value == Num::int(number));
        weight.map_or_else(String::new, |(_, weight)| Fraction::ratio(weight, dist.total()).to_string())
    }

    fn worked_out(of: &[(u32, i64, u64)]) -> Dist<Num> {
        branching(&passes(of), 30, &mut Budget::outcomes(1_000_000)).expect("it fits").expect("it ends")
    }

    #[test]
    fn what_is_added_in_hundreds_is_counted_in_hundreds() {
        let colony = worked_out(&[(0, 1, 2), (2, 1, 1)]);
        let rich = worked_out(&[(0, 100, 2), (2, 100, 1)]);
        assert_eq!(rich.len(), colony.len());
        assert_eq!(share(&rich, 300), share(&colony, 3));
        assert_eq!(rich.mean().expect("it has one").to_string(), "300");
    }

    #[test]
    fn what_splits_in_two_has_the_mean_of_its_equation() {
        // x = 1 + 2/3 x. One alone is 2/3, three 1/3 · 4/9, five twice 1/9 · 8/27.
        let colony = worked_out(&[(0, 1, 2), (2, 1, 1)]);
        assert_eq!(colony.mean().expect("it has one").to_string(), "3");
        // Each pass differs from the mean by 2/9 · (2 · 3)², of which a third is left.
        assert_eq!(colony.variance().expect("it has one").to_string(), "24");
        assert_eq!(share(&colony, 1), "2/3");
        assert_eq!(share(&colony, 3), "4/27");
        assert_eq!(share(&colony, 5), "16/243");
        assert_eq!(share(&colony, 2), "");
    }

    #[test]
    fn a_roll_made_twice_and_one_made_again_add_nothing_of_their_own() {
        // x = 6/10 · 1 + 3/10 · 2 + 1/10 · 2x, with or without as many rolls that are just made again.
        for again in [0, 10] {
            let rows = worked_out(&[(0, 1, 6), (0, 2, 3), (2, 0, 1), (1, 0, again)]);
            assert_eq!(rows.mean().expect("it has one").to_string(), "3/2");
            assert_eq!(share(&rows, 1), "3/5");
            assert_eq!(share(&rows, 2), "42/125");
            assert_eq!(share(&rows, 3), "126/3125");
        }
    }

    #[test]
    fn what_ends_with_nothing_is_listed_too() {
        // Nought with 1/2; else one and twice again with 1/4, one and once again with 1/4.
        let found = worked_out(&[(0, 0, 2), (2, 1, 1), (1, 1, 1)]);
        assert_eq!(found.mean().expect("it has one").to_string(), "2");
        assert_eq!(share(&found, 0), "1/2");
        assert_eq!(share(&found, 1), "3/16");
    }

    #[test]
    fn what_grows_is_left_alone() {
        let budget = &mut Budget::outcomes(1_000_000);
        assert!(branching(&passes(&[(0, 1, 1), (2, 1, 1)]), 30, budget).expect("it fits").is_none());
        assert!(branching(&passes(&[(0, -1, 2), (2, 1, 1)]), 30, budget).expect("it fits").is_none());
        assert!(branching(&passes(&[(0, 0, 2), (2, 0, 1)]), 30, budget).expect("it fits").is_none());
    }
}
