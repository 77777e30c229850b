//! Distributions of numbers: mean, variance, sums.

use num_bigint::{BigInt, BigUint};

use super::{Budget, Dist, DistError, Fraction, Moments, Nat, Tail};
use crate::base::{Num, NumError};

impl Dist<Num> {
    /// The exact mean; nothing where the distribution is cut off and its mean is not known.
    pub fn mean(&self) -> Option<Fraction> {
        self.moments().map(|moments| moments.mean)
    }

    /// The exact variance; nothing where the distribution is cut off and it is not known.
    pub fn variance(&self) -> Option<Fraction> {
        self.moments().map(|moments| moments.variance)
    }

    /// The standard deviation, for display; nothing where the variance is not known.
    pub fn sd(&self) -> Option<f64> {
        self.variance().map(|variance| variance.to_f64().sqrt())
    }

    /// The exact mean and variance; nothing where the distribution is cut off and they are not known.
    pub fn moments(&self) -> Option<Moments> {
        if let Some(cut) = self.cut() {
            return cut.moments.clone();
        }
        // Over the common denominator of the outcomes, so that fractions are reduced only once.
        let denominator = self.outcomes().iter().fold(BigUint::from(1u32), |common, (outcome, _)| {
            num_integer::lcm(common, BigUint::from(outcome.denominator().unsigned_abs()))
        });
        let (mut first, mut second) = (BigInt::ZERO, BigInt::ZERO);
        for (outcome, weight) in self.outcomes() {
            let scale = &denominator / BigUint::from(outcome.denominator().unsigned_abs());
            let value = BigInt::from(scale) * outcome.numerator();
            let part = &value * BigInt::from(weight.to_big());
            second += &part * value;
            first += part;
        }
        let total = self.total().to_big();
        let mean = Fraction::new(first, &total * &denominator);
        let square = Fraction::new(second, &total * &denominator * &denominator);
        let variance = square.sub(&mean.mul(&mean));
        Some(Moments { mean, variance })
    }

    /// The sum of independent draws from both.
    ///
    /// # Errors
    /// The budget is passed, or a sum does not fit.
    pub fn sum(&self, other: &Dist<Num>, budget: &mut Budget) -> Result<Dist<Num>, DistError> {
        let sum = self.try_product(other, budget, |a, b| a.add(*b).map_err(DistError::from))?;
        Ok(match (self.moments(), other.moments()) {
            (Some(a), Some(b)) if !sum.is_complete() => {
                let moments = Moments { mean: a.mean.add(&b.mean), variance: a.variance.add(&b.variance) };
                sum.with_tail(Tail::Anywhere, Some(moments))
            }
            _ => sum,
        })
    }

    /// The sum of `count` independent draws.
    ///
    /// # Errors
    /// The budget is passed, or a sum does not fit.
    pub fn sum_of(&self, count: u32, budget: &mut Budget) -> Result<Dist<Num>, DistError> {
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

    /// Every outcome times `factor` and then plus `shift`; what is known of a cut-off one is kept.
    ///
    /// # Errors
    /// An outcome does not fit.
    pub fn linear(&self, factor: Num, shift: Num) -> Result<Dist<Num>, NumError> {
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
            variance: known.variance.mul(&by).mul(&by),
        });
        Ok(changed.with_tail(tail, moments))
    }
}

impl Dist<bool> {
    /// True with the weight `hits` out of `total`; always true where `hits` is the larger.
    ///
    /// # Errors
    /// A zero total.
    pub fn hit(hits: &Nat, total: &Nat) -> Result<Dist<bool>, DistError> {
        let misses = total.checked_sub(hits).unwrap_or(Nat::ZERO);
        Dist::from_weights([(false, misses), (true, hits.clone())])
    }
}
