//! Distributions of numbers: mean, variance, sums.

use num_bigint::{BigInt, BigUint};

use super::lattice::{Dense, Lattice};
use super::limbs::{add_times, number_of};
use super::{Budget, Dist, DistError, Fraction, Law, Moments, Nat, Tail, poly, power};
use crate::base::{Num, NumError};

impl<T: Ord + Clone> Dist<T> {
    /// The exact mean and variance of the numbers that outcomes count as; nothing where one counts as none,
    /// or where the distribution is cut off and they are not known.
    pub(crate) fn moments_by(&self, number: impl Fn(&T) -> Option<Num>) -> Option<Moments> {
        let numbers: Vec<Num> =
            self.outcomes().iter().map(|(outcome, _)| number(outcome)).collect::<Option<_>>()?;
        if let Some(cut) = self.cut() {
            return cut.moments.clone();
        }
        let weights = || self.outcomes().iter().map(|(_, weight)| weight);
        on_lattice(&numbers, weights(), self.total())
            .or_else(|| Some(over_denominator(&numbers, weights(), self.total())))
    }
}

/// Mean and variance of evenly spaced numbers, whose places are small: the sums need no big products.
fn on_lattice<'w>(numbers: &[Num], weights: impl Iterator<Item = &'w Nat>, total: &Nat) -> Option<Moments> {
    let lattice = Lattice::of(numbers.iter().copied())?;
    let width = usize::try_from(total.words()).ok()?.checked_add(3)?;
    let (mut first, mut second) = (vec![0; width], vec![0; width]);
    for (number, weight) in numbers.iter().zip(weights) {
        let place = u32::try_from(lattice.place(*number)?).ok()?;
        add_times(&mut first, weight, place.into());
        add_times(&mut second, weight, u64::from(place) * u64::from(place));
    }
    let share = |sum: &[u64]| Fraction::new(number_of(sum).to_big().into(), total.to_big());
    let (step, mean) = (Fraction::from(lattice.step), share(&first));
    let variance = share(&second).sub(&mean.mul(&mean)).mul(&step).mul(&step);
    Some(Moments { mean: Fraction::from(lattice.origin).add(&mean.mul(&step)), variance: Some(variance) })
}

/// The same for any numbers, over their common denominator, so that fractions are reduced only once.
fn over_denominator<'w>(numbers: &[Num], weights: impl Iterator<Item = &'w Nat>, total: &Nat) -> Moments {
    let denominator = numbers.iter().fold(BigUint::from(1u32), |common, number| {
        num_integer::lcm(common, BigUint::from(number.denominator().unsigned_abs()))
    });
    let (mut first, mut second) = (BigInt::ZERO, BigInt::ZERO);
    for (number, weight) in numbers.iter().zip(weights) {
        let scale = &denominator / BigUint::from(number.denominator().unsigned_abs());
        let value = BigInt::from(scale) * number.numerator();
        let part = &value * BigInt::from(weight.to_big());
        second += &part * value;
        first += part;
    }
    let total = total.to_big();
    let mean = Fraction::new(first, &total * &denominator);
    let square = Fraction::new(second, &total * &denominator * &denominator);
    let variance = square.sub(&mean.mul(&mean));
    Moments { mean, variance: Some(variance) }
}

/// More pairs of outcomes than this are better added up by places...
const MANY_PAIRS: usize = 1 << 16;
/// ...of which there may be so many on each side.
const MOST_PLACES: usize = 1 << 17;

impl Dist<Num> {
    /// The exact mean; nothing where the distribution is cut off and its mean is not known.
    pub(crate) fn mean(&self) -> Option<Fraction> {
        self.moments().map(|moments| moments.mean)
    }

    /// The exact variance; nothing where the distribution is cut off and it is not known.
    #[cfg(test)]
    pub(crate) fn variance(&self) -> Option<Fraction> {
        self.moments().and_then(|moments| moments.variance)
    }

    /// The exact mean and variance; nothing where the distribution is cut off and they are not known.
    pub(crate) fn moments(&self) -> Option<Moments> {
        self.moments_by(|outcome| Some(*outcome))
    }

    /// The sum of independent draws from both.
    ///
    /// # Errors
    /// The budget is passed, or a sum does not fit.
    pub(crate) fn sum(&self, other: &Dist<Num>, budget: &mut Budget) -> Result<Dist<Num>, DistError> {
        for (certain, drawn) in [(self, other), (other, self)] {
            if let Some(number) = certain.certain() {
                return Ok(if number.is_zero() { drawn.clone() } else { drawn.linear(Num::ONE, number)? });
            }
        }
        // What goes on downwards goes on upwards in the mirror.
        let falls = |dist: &Dist<Num>| dist.cut().is_some_and(|cut| cut.tail == Tail::Below);
        let ends = |dist: &Dist<Num>| dist.is_complete() || falls(dist);
        if (falls(self) || falls(other)) && ends(self) && ends(other) {
            let mirrored = |dist: &Dist<Num>| dist.linear(Num::int(-1), Num::ZERO);
            return Ok(mirrored(&mirrored(self)?.sum(&mirrored(other)?, budget)?)?);
        }
        let law = Law::of_sum(self, other);
        if let Some([a, b]) = law.as_ref().and_then(|law| self.listed_for_sum(other, law, budget)) {
            return a.sum_by_law(&b, law, budget);
        }
        self.sum_by_law(other, law, budget)
    }

    /// Both listed so far that their sum is known to its end; nothing where they are, or where that is too much work.
    fn listed_for_sum(&self, other: &Dist<Num>, law: &Law, budget: &mut Budget) -> Option<[Dist<Num>; 2]> {
        let sure = sure_of_sum(self, other).ok()??;
        if law.is_known_by(sure) {
            return None;
        }
        let listed = law.listed_far_enough(&[(1, self.clone()), (1, other.clone())], budget)?;
        let [(_, a), (_, b)] = <[_; 2]>::try_from(listed).ok()?;
        Some([a, b])
    }

    /// The sum of independent draws, of which is known how it goes on.
    fn sum_by_law(
        &self,
        other: &Dist<Num>,
        law: Option<Law>,
        budget: &mut Budget,
    ) -> Result<Dist<Num>, DistError> {
        let sum = match self.dense_sum(other, budget)? {
            Some(sum) => sum,
            None => self.whole_product(other, budget, |a, b| a.add(*b).map_err(DistError::from))?,
        };
        if sum.is_complete() {
            return Ok(sum);
        }
        let moments = match (self.moments(), other.moments()) {
            (Some(a), Some(b)) => {
                let variance = a.variance.zip(b.variance).map(|(a, b)| a.add(&b));
                Some(Moments { mean: a.mean.add(&b.mean), variance })
            }
            _ => None,
        };
        Ok(sum.sure_to(sure_of_sum(self, other)?, law).with_moments(moments).rounded())
    }

    /// The same without what is not sure of it, beyond an outcome. Where a law says how it goes on nothing is lost by
    /// that; otherwise it stays as it is where much lies there.
    fn sure_to(self, sure: Option<Num>, law: Option<Law>) -> Dist<Num> {
        let Some(sure) = sure else { return self };
        let is_known = law.as_ref().is_some_and(|law| law.is_known_by(sure));
        if is_known { self.cut_at(&sure) } else { self.cut_above(&sure) }.with_law(law)
    }

    /// What comes for certain; nothing where several numbers may come.
    fn certain(&self) -> Option<Num> {
        match self.outcomes() {
            [(only, _)] if self.is_complete() => Some(*only),
            _ => None,
        }
    }

    /// The sum by places in a list; nothing where that list would be mostly empty.
    fn dense_sum(&self, other: &Dist<Num>, budget: &mut Budget) -> Result<Option<Dist<Num>>, DistError> {
        let of = |dist: &Dist<Num>| Lattice::of(dist.outcomes().iter().map(|(outcome, _)| *outcome));
        let Some((a, b)) = of(self).zip(of(other)) else { return Ok(None) };
        let Some(lattice) = a.sum(&b) else { return Ok(None) };
        let step = lattice.step;
        // Where there are very many pairs, lists that are mostly empty are still the shorter way.
        let many = self.len().saturating_mul(other.len()) > MANY_PAIRS;
        let on = |dist: &Dist<Num>, origin| {
            let usual = dist.len().saturating_mul(16).saturating_add(64);
            let most = if many { usual.max(MOST_PLACES) } else { usual };
            Dense::within(Lattice { origin, step }, dist.outcomes(), most)
        };
        let Some((a, b)) = on(self, a.origin).zip(on(other, b.origin)) else { return Ok(None) };
        let total = self.total() * other.total();
        let weights = poly::multiply(&a.weights, &b.weights, &total, budget)?;
        let mut sum = Dist::listing(Dense { lattice, weights }.outcomes()?);
        sum.fill_up(total, Tail::Anywhere);
        Ok(Some(sum))
    }

    /// The sum of `count` independent draws.
    ///
    /// # Errors
    /// The budget is passed, or a sum does not fit.
    pub(crate) fn sum_of(&self, count: u32, budget: &mut Budget) -> Result<Dist<Num>, DistError> {
        if count == 1 {
            return Ok(self.clone());
        }
        if let (true, Some(dense)) = (self.is_complete() && count > 0, Dense::of(self.outcomes())) {
            return match self.exact_sum_of(count, dense, budget) {
                // Too long to be worked out to the last digit.
                Err(error @ (DistError::Outcomes { .. } | DistError::Work { .. } | DistError::Moment))
                    if budget.may_round() =>
                {
                    self.rounded_sum_of(count, budget).ok().flatten().ok_or(error)
                }
                done => done,
            };
        }
        let mut sum = Dist::point(Num::ZERO);
        let mut power = self.clone();
        let mut left = count;
        while left > 0 {
            if left & 1 == 1 {
                sum = sum.sum(&power, budget)?;
            }
            left >>= 1;
            if left > 0 {
                power = power.sum(&power, budget)?;
            }
        }
        Ok(sum)
    }

    fn exact_sum_of(&self, count: u32, dense: Dense, budget: &mut Budget) -> Result<Dist<Num>, DistError> {
        let origin = dense.lattice.origin.mul(Num::int(count.into()))?;
        let weights = power::power(&dense.weights, count, budget)?;
        let lattice = Lattice { origin, step: dense.lattice.step };
        let mut sum = Dist::listing(Dense { lattice, weights }.outcomes()?);
        sum.fill_up(self.total().pow(count), Tail::Anywhere);
        Ok(sum)
    }

    /// [`Dist::mix`] of numbers: where mean and variance of all parts are known, so are those of
    /// the mixture.
    ///
    /// # Errors
    /// As [`Dist::mix`].
    pub(crate) fn mix_numbers(
        parts: &[(Nat, Dist<Num>)],
        budget: &mut Budget,
    ) -> Result<Dist<Num>, DistError> {
        let mixed = Dist::mix(parts, budget)?;
        if mixed.is_complete() {
            return Ok(mixed);
        }
        let mixed = if parts.iter().all(|(_, part)| tails_above(part)) {
            let cut = parts.iter().filter(|(_, part)| !part.is_complete());
            let sure = cut.filter_map(|(_, part)| Some(part.outcomes().last()?.0)).min();
            let law = Law::of_mix(parts.iter().filter(|(weight, _)| !weight.is_zero()).map(|(_, part)| part));
            mixed.sure_to(sure, law)
        } else {
            mixed
        };
        let (mut weight, mut first, mut second) =
            (Fraction::zero(), Fraction::zero(), Some(Fraction::zero()));
        for (each, part) in parts {
            let Some(known) = part.moments() else { return Ok(mixed.with_moments(None)) };
            let each = Fraction::ratio(each, &Nat::ONE);
            weight = weight.add(&each);
            first = first.add(&each.mul(&known.mean));
            second = second
                .zip(known.variance)
                .map(|(second, variance)| second.add(&each.mul(&variance.add(&known.mean.mul(&known.mean)))));
        }
        let moments = first.div(&weight).map(|mean| {
            let second = second.and_then(|second| second.div(&weight));
            let variance = second.map(|second| second.sub(&mean.mul(&mean)));
            Moments { mean, variance }
        });
        Ok(mixed.with_moments(moments))
    }

    /// Every outcome times `factor` and then plus `shift`; what is known of a cut-off one is kept.
    ///
    /// # Errors
    /// An outcome does not fit.
    pub(crate) fn linear(&self, factor: Num, shift: Num) -> Result<Dist<Num>, NumError> {
        let changed = self.try_map(|outcome| outcome.mul(factor)?.add(shift))?;
        let Some(cut) = self.cut() else { return Ok(changed) };
        let tail = match cut.tail {
            Tail::Anywhere => Tail::Anywhere,
            Tail::Above | Tail::Below if factor.is_zero() => Tail::Anywhere,
            Tail::Above => {
                if factor.is_negative() {
                    Tail::Below
                } else {
                    Tail::Above
                }
            }
            Tail::Below => {
                if factor.is_negative() {
                    Tail::Above
                } else {
                    Tail::Below
                }
            }
        };
        let by = Fraction::from(factor);
        let moments = cut.moments.as_ref().map(|known| Moments {
            mean: known.mean.mul(&by).add(&shift.into()),
            variance: known.variance.as_ref().map(|variance| variance.mul(&by).mul(&by)),
        });
        let law = cut.law.as_ref().and_then(|law| law.linear(factor, shift));
        Ok(changed.with_tail(tail, moments).with_law(law))
    }
}

/// Whether nothing unlisted lies among or below the listed outcomes.
fn tails_above(dist: &Dist<Num>) -> bool {
    dist.cut().is_none_or(|cut| cut.tail == Tail::Above)
}

/// The highest sum that an unlisted outcome of `cut` cannot take part in.
fn first_unsure(cut: &Dist<Num>, other: &Dist<Num>) -> Result<Option<Num>, NumError> {
    match (cut.cut(), cut.outcomes().last(), other.outcomes().first()) {
        (Some(_), Some((last, _)), Some((least, _))) => last.add(*least).map(Some),
        _ => Ok(None),
    }
}

/// The highest sum that no unlisted outcome of either can take part in; nothing where there is none.
fn sure_of_sum(a: &Dist<Num>, b: &Dist<Num>) -> Result<Option<Num>, NumError> {
    let sure = first_unsure(a, b)?.into_iter().chain(first_unsure(b, a)?).min();
    Ok(sure.filter(|_| tails_above(a) && tails_above(b)))
}

impl Dist<bool> {
    /// True with the weight `hits` out of `total`; always true where `hits` is the larger.
    ///
    /// # Errors
    /// A zero total.
    pub(crate) fn hit(hits: &Nat, total: &Nat) -> Result<Dist<bool>, DistError> {
        let misses = total.checked_sub(hits).unwrap_or(Nat::ZERO);
        Dist::from_weights([(false, misses), (true, hits.clone())])
    }
}
