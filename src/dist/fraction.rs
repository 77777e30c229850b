//! Signed exact fractions of any size, for means and variances.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::ToPrimitive;

use super::{Nat, divisor};
use crate::base::Num;

/// What a part that is too small for a floating-point number is at most.
pub(crate) const NEARLY_NOTHING: f64 = 1e-300;

/// An exact fraction of any size in lowest terms; the denominator is positive.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Fraction {
    numerator: BigInt,
    denominator: BigUint,
}

impl Fraction {
    /// Zero.
    pub(crate) fn zero() -> Fraction {
        Fraction { numerator: BigInt::ZERO, denominator: BigUint::from(1u32) }
    }

    /// `top / bottom` in lowest terms.
    ///
    /// `bottom` must not be zero; a zero is read as one.
    pub(crate) fn new(top: BigInt, bottom: BigUint) -> Fraction {
        if bottom == BigUint::ZERO {
            return Fraction { numerator: top, denominator: BigUint::from(1u32) };
        }
        let divisor = divisor::gcd(top.magnitude(), &bottom);
        if divisor == BigUint::from(1u32) {
            return Fraction { numerator: top, denominator: bottom };
        }
        Fraction { numerator: top / BigInt::from(divisor.clone()), denominator: bottom / divisor }
    }

    /// The quotient of two weights; `bottom` as in [`Fraction::new`].
    pub(crate) fn ratio(top: &Nat, bottom: &Nat) -> Fraction {
        Fraction::new(top.to_big().into(), bottom.to_big())
    }

    /// The numerator in lowest terms; it bears the sign.
    pub(crate) const fn numerator(&self) -> &BigInt {
        &self.numerator
    }

    /// The denominator in lowest terms.
    pub(crate) const fn denominator(&self) -> &BigUint {
        &self.denominator
    }

    /// The same number in machine words, if it fits.
    pub(crate) fn to_num(&self) -> Option<Num> {
        Num::ratio(self.numerator.to_i128()?, self.denominator.to_i128()?).ok()
    }

    /// The nearest floating-point number, for display.
    pub(crate) fn to_f64(&self) -> f64 {
        let size =
            Nat::ratio_f64(&self.numerator.magnitude().clone().into(), &self.denominator.clone().into());
        if self.numerator.sign() == Sign::Minus { -size } else { size }
    }

    /// The same, where a number above 0 that is too small for a floating-point number is at most
    /// [`NEARLY_NOTHING`], and not 0.
    pub(crate) fn to_f64_not_zero(&self) -> f64 {
        let nearest = self.to_f64();
        if self.numerator.sign() == Sign::Plus { nearest.max(NEARLY_NOTHING) } else { nearest }
    }

    /// The sum.
    #[must_use]
    pub(crate) fn add(&self, other: &Fraction) -> Fraction {
        let top = &self.numerator * BigInt::from(other.denominator.clone())
            + &other.numerator * BigInt::from(self.denominator.clone());
        Fraction::new(top, &self.denominator * &other.denominator)
    }

    /// The difference.
    #[must_use]
    pub(crate) fn sub(&self, other: &Fraction) -> Fraction {
        self.add(&other.neg())
    }

    /// The product.
    #[must_use]
    pub(crate) fn mul(&self, other: &Fraction) -> Fraction {
        Fraction::new(&self.numerator * &other.numerator, &self.denominator * &other.denominator)
    }

    /// The quotient; nothing for a zero divisor.
    pub(crate) fn div(&self, other: &Fraction) -> Option<Fraction> {
        if other.numerator == BigInt::ZERO {
            return None;
        }
        let top = &self.numerator * BigInt::from(other.denominator.clone());
        let sign = if other.numerator.sign() == Sign::Minus { -1 } else { 1 };
        Some(Fraction::new(top * sign, &self.denominator * other.numerator.magnitude()))
    }

    /// The number with its sign turned.
    #[must_use]
    pub(crate) fn neg(&self) -> Fraction {
        Fraction { numerator: -&self.numerator, denominator: self.denominator.clone() }
    }
}

impl From<Num> for Fraction {
    fn from(value: Num) -> Fraction {
        let denominator = value.denominator().unsigned_abs();
        Fraction { numerator: value.numerator().into(), denominator: denominator.into() }
    }
}

impl From<u32> for Fraction {
    fn from(value: u32) -> Fraction {
        Num::int(value.into()).into()
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        let left = &self.numerator * BigInt::from(other.denominator.clone());
        left.cmp(&(&other.numerator * BigInt::from(self.denominator.clone())))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == BigUint::from(1u32) {
            return write!(f, "{}", self.numerator);
        }
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

impl fmt::Debug for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(text: &str) -> Fraction {
        text.parse::<Num>().expect("a number").into()
    }

    #[test]
    fn arithmetic_keeps_the_sign_and_lowest_terms() {
        assert_eq!(fraction("1/2").sub(&fraction("3/4")), fraction("-1/4"));
        assert_eq!(fraction("-2/3").mul(&fraction("3/2")), fraction("-1"));
        assert_eq!(fraction("1/2").div(&fraction("-1/4")), Some(fraction("-2")));
        assert_eq!(fraction("1/2").div(&Fraction::zero()), None);
        assert!(fraction("-1/2") < fraction("-1/3"));
        assert_eq!(fraction("-7/2").to_string(), "-7/2");
        assert_eq!(fraction("-7/2").to_f64(), -3.5);
        assert_eq!(fraction("-7/2").to_num(), Some("-7/2".parse().expect("a number")));
    }

    #[test]
    fn fractions_keep_the_laws_of_a_field() {
        let all: Vec<Fraction> = ["-3", "-7/4", "-1/2", "0", "1/6", "2/3", "1", "9/4"].map(fraction).to_vec();
        for a in &all {
            assert_eq!(a.sub(a), Fraction::zero());
            assert_eq!(a.add(&a.neg()), Fraction::zero());
            assert_eq!(a.cmp(a), Ordering::Equal);
            for b in &all {
                assert_eq!(a.add(b).sub(b), *a);
                assert_eq!(a.mul(b), b.mul(a));
                let back = a.mul(b).div(b);
                assert_eq!(back, (*b != Fraction::zero()).then(|| a.clone()), "{a} * {b} / {b}");
                // The sign of the difference is the order, and the numbers of machine words agree.
                let gap = a.sub(b).numerator().sign();
                assert_eq!(a < b, gap == Sign::Minus, "{a} < {b}");
                assert_eq!(a > b, gap == Sign::Plus, "{a} > {b}");
                let words = a.to_num().and_then(|x| x.add(b.to_num()?).ok());
                assert_eq!(a.add(b).to_num(), words, "{a} + {b}");
                for c in &all {
                    assert_eq!(a.mul(&b.add(c)), a.mul(b).add(&a.mul(c)));
                }
            }
        }
    }

    #[test]
    fn fractions_are_in_lowest_terms() {
        let of = |top: i64, bottom: u32| Fraction::new(top.into(), bottom.into());
        let half = of(-18, 36);
        assert_eq!((half.numerator(), half.denominator()), (&BigInt::from(-1), &BigUint::from(2u32)));
        assert_eq!(of(0, 36), Fraction::zero());
        assert_eq!((of(36, 18).to_string(), of(7, 0).to_string()), ("2".into(), "7".into()));
        assert_eq!(Fraction::ratio(&Nat::word(15), &Nat::word(216)).to_string(), "5/72");
        assert_eq!((of(3, 2).to_f64(), of(-3, 4).to_f64(), of(0, 1).to_f64()), (1.5, -0.75, 0.0));
        let vast = Fraction::ratio(&Nat::word(10).pow(60), &Nat::ONE);
        assert_eq!(vast.to_num(), None);
        assert_eq!(Fraction::ratio(&Nat::ONE, &Nat::word(10).pow(60)).to_num(), None);
    }
}
