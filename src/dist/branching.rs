//! Numbers that come back several at a time: a row that says "roll twice", a creature that splits in two.
//!
//! One pass adds a number and comes back so many times; what each of these gives is added. What is listed are the
//! coefficients of a power series, one after the other, each from those before it. Mean and variance are exact.
//!
//! Where a pass may come back several times and add nothing, and may end with nothing, no fraction says how likely
//! nothing is: it solves an equation of a higher degree. There all weights are found from below, generation by
//! generation, each rounded down; what they lack of the whole is not listed.

use super::{Budget, Dist, DistError, Fraction, Moments, Nat, Tail};
use crate::base::Num;

/// How often a pass comes back, and what it adds.
pub(crate) type Offspring = (u32, Num);

/// More outcomes than this are not listed.
const MOST_LISTED: usize = 640;
/// A pass that comes back more often than this is left to others.
const MOST_BACK: u32 = 6;
/// What weights are out of that are found from below, as a power of two.
const BITS: u32 = 62;
/// More generations are not gone through.
const MOST_GENERATIONS: u32 = 400;

/// What it all comes to, listed until the rest weighs at most one in two to the power `bits`, or until no more is found
/// of weights that are no fractions; `None` where numbers are not whole or go down, or where more and more come back.
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
    if passes.outcomes().iter().all(|((_, plus), _)| plus.is_zero()) {
        return Ok(Some(Dist::point(Num::ZERO)));
    }
    let listed =
        if series.has_fractions() { series.listed(bits, budget)? } else { series.approached(budget)? };
    let listed = listed.with_moments(Some(series.moments()));
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
        let fits = back < whole && most_back <= MOST_BACK;
        fits.then_some(PowerSeries { whole, terms, may_be_zero, most_back })
    }

    /// Whether each weight follows from those of lesser numbers.
    fn has_fractions(&self) -> bool {
        !self.may_be_zero || self.terms.iter().all(|(times, plus, _)| *times == 0 || *plus > 0)
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

    /// The weights of all that ends within ever more generations, each rounded down, until no more is found.
    fn approached(&self, budget: &mut Budget) -> Result<Dist<Num>, DistError> {
        let share = |weight: &Nat| {
            let share = (weight * &Nat::word(1 << BITS)).checked_div(&self.whole)?.as_word()?;
            u64::try_from(share).ok()
        };
        let term =
            |(times, plus, weight): &(u32, u32, Nat)| (*times, *plus as usize, share(weight).unwrap_or(0));
        let terms: Vec<(u32, usize, u64)> = self.terms.iter().map(term).collect();
        let mut found: Vec<u64> = Vec::new();
        for _ in 0..MOST_GENERATIONS {
            budget.charge(found.len().pow(2) as u64 * u64::from(self.most_back) + 64)?;
            let next = generation(&terms, self.most_back, &found);
            if next == found {
                break;
            }
            found = next;
        }
        let outcomes = (0i64..).zip(&found).filter(|(_, weight)| **weight > 0);
        let mut dist =
            Dist::listing(outcomes.map(|(number, weight)| (Num::int(number), Nat::from(*weight))).collect());
        dist.fill_up(Nat::word(1 << BITS), Tail::Anywhere);
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

/// What all comes to within one generation more.
fn generation(terms: &[(u32, usize, u64)], most_back: u32, within: &[u64]) -> Vec<u64> {
    let mut next: Vec<u64> = Vec::new();
    let mut power = vec![1 << BITS];
    for back in 0..=most_back {
        for (_, plus, share) in terms.iter().filter(|(times, ..)| *times == back) {
            for (place, weight) in (*plus..MOST_LISTED).zip(&power) {
                if next.len() <= place {
                    next.resize(place + 1, 0);
                }
                next[place] += product(*weight, *share);
            }
        }
        power = both(&power, within);
    }
    while next.last() == Some(&0) {
        next.pop();
    }
    next
}

/// What two come to together.
fn both(a: &[u64], b: &[u64]) -> Vec<u64> {
    let places = if a.is_empty() || b.is_empty() { 0 } else { (a.len() + b.len() - 1).min(MOST_LISTED) };
    let mut sum = vec![0; places];
    for (at, left) in a.iter().enumerate().filter(|(_, left)| **left > 0) {
        for (place, right) in sum.iter_mut().skip(at).zip(b) {
            *place += product(*left, *right);
        }
    }
    sum
}

fn product(a: u64, b: u64) -> u64 {
    u64::try_from((u128::from(a) * u128::from(b)) >> BITS).unwrap_or(0)
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
    fn where_nothing_is_added_it_comes_to_nothing() {
        assert_eq!(worked_out(&[(0, 0, 2), (2, 0, 1)]), Dist::point(Num::ZERO));
    }

    #[test]
    fn what_no_fraction_says_is_found_from_below() {
        // Nothing with 1/2, one with 1/4, twice again with 1/4: how likely nothing is solves p = 1/2 + p²/4.
        let found = worked_out(&[(0, 0, 2), (0, 1, 1), (2, 0, 1)]);
        let nothing = found.prob_of(&Num::ZERO).to_f64();
        let exact = 2.0 - 2.0_f64.sqrt();
        assert!((exact - nothing).abs() < 1e-15);
        assert!(found.residual().to_f64() < 1e-15 && !found.is_complete());
        assert_eq!(found.mean().expect("it has one").to_string(), "1/2");
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
    }
}
