//! Probabilities: exact fractions from 0 to 1.

use std::cmp::Ordering;
use std::fmt;

use super::{Fraction, Nat};

/// A probability or a ratio of two weights: an exact fraction, not negative, in lowest terms.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Prob {
    numerator: Nat,
    denominator: Nat,
}

impl Prob {
    /// Never.
    pub(crate) const ZERO: Prob = Prob { numerator: Nat::ZERO, denominator: Nat::ONE };
    /// `top / bottom` in lowest terms; nothing for a zero `bottom`.
    pub(crate) fn new(top: &Nat, bottom: &Nat) -> Option<Prob> {
        let divisor = top.gcd(bottom);
        let numerator = top.checked_div(&divisor)?;
        let denominator = bottom.checked_div(&divisor)?;
        if denominator.is_zero() { None } else { Some(Prob { numerator, denominator }) }
    }

    /// `top / bottom` where the denominator is known not to be zero.
    pub(super) fn of(top: &Nat, bottom: &Nat) -> Prob {
        Prob::new(top, bottom).expect("the total weight of a distribution is not zero")
    }

    /// One in `2^exponent`.
    #[cfg(test)]
    pub(crate) fn one_in_power_of_two(exponent: u32) -> Prob {
        Prob { numerator: Nat::ONE, denominator: Nat::word(2).pow(exponent) }
    }

    /// The numerator in lowest terms.
    #[cfg(test)]
    pub(crate) const fn numerator(&self) -> &Nat {
        &self.numerator
    }

    /// The denominator in lowest terms.
    #[cfg(test)]
    pub(crate) const fn denominator(&self) -> &Nat {
        &self.denominator
    }

    /// Whether this is impossible.
    #[cfg(test)]
    pub(crate) const fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// Whether this happens always.
    pub(crate) fn is_certain(&self) -> bool {
        self.numerator == self.denominator
    }

    /// Whole numbers in the proportions of some probabilities, each the probability times the same number.
    pub(crate) fn in_whole_numbers(all: &[Prob]) -> Vec<Nat> {
        let whole = all.iter().fold(Nat::ONE, |whole, p| whole.lcm(&p.denominator));
        let times = |p: &Prob| whole.checked_div(&p.denominator).map(|times| &times * &p.numerator);
        all.iter().map(|p| times(p).unwrap_or(Nat::ZERO)).collect()
    }

    /// The nearest floating-point number, for display.
    pub(crate) fn to_f64(&self) -> f64 {
        Nat::ratio_f64(&self.numerator, &self.denominator)
    }

    /// The sum.
    #[must_use]
    pub(crate) fn add(&self, other: &Prob) -> Prob {
        let top = &(&self.numerator * &other.denominator) + &(&other.numerator * &self.denominator);
        Prob::of(&top, &(&self.denominator * &other.denominator))
    }

    /// The product.
    #[cfg(test)]
    #[must_use]
    pub(crate) fn mul(&self, other: &Prob) -> Prob {
        Prob::of(&(&self.numerator * &other.numerator), &(&self.denominator * &other.denominator))
    }

    /// The quotient, as in a conditional probability; nothing where `other` is zero.
    #[cfg(test)]
    pub(crate) fn div(&self, other: &Prob) -> Option<Prob> {
        Prob::new(&(&self.numerator * &other.denominator), &(&self.denominator * &other.numerator))
    }

    /// The probability that it does not happen; zero for anything above 1.
    #[must_use]
    pub(crate) fn complement(&self) -> Prob {
        let left = self.denominator.checked_sub(&self.numerator).unwrap_or(Nat::ZERO);
        Prob::of(&left, &self.denominator)
    }

    /// The same number as a fraction that may take a sign.
    pub(crate) fn to_fraction(&self) -> Fraction {
        Fraction::ratio(&self.numerator, &self.denominator)
    }
}

impl Ord for Prob {
    fn cmp(&self, other: &Prob) -> Ordering {
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }
}

impl PartialOrd for Prob {
    fn partial_cmp(&self, other: &Prob) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Prob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == Nat::ONE {
            return write!(f, "{}", self.numerator);
        }
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

impl fmt::Debug for Prob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prob(top: u128, bottom: u128) -> Prob {
        Prob::new(&Nat::word(top), &Nat::word(bottom)).expect("a fraction")
    }

    #[test]
    fn fractions_are_reduced_and_shown() {
        assert_eq!(prob(2, 72).to_string(), "1/36");
        assert_eq!(prob(6, 6).to_string(), "1");
        assert_eq!(prob(0, 6), Prob::ZERO);
        assert_eq!(Prob::new(&Nat::ONE, &Nat::ZERO), None);
        assert_eq!(Prob::new(&Nat::ZERO, &Nat::ZERO), None);
    }

    #[test]
    fn arithmetic_is_exact() {
        assert_eq!(prob(1, 6).add(&prob(1, 3)), prob(1, 2));
        assert_eq!(prob(2, 3).mul(&prob(3, 4)), prob(1, 2));
        assert_eq!(prob(1, 6).div(&prob(1, 3)), Some(prob(1, 2)));
        assert_eq!(prob(1, 6).div(&Prob::ZERO), None);
        assert_eq!(prob(1, 6).complement(), prob(5, 6));
        assert!(prob(1, 3) < prob(2, 5));
        assert_eq!(prob(1, 4).to_f64(), 0.25);
    }

    #[test]
    fn proportions_become_whole_numbers() {
        let whole = Prob::in_whole_numbers(&[prob(1, 6), prob(1, 4), Prob::ZERO, prob(7, 12)]);
        assert_eq!(whole, [2, 3, 0, 7].map(Nat::word));
        assert_eq!(Prob::in_whole_numbers(&[]), []);
        assert!(prob(6, 6).is_certain() && !prob(5, 6).is_certain() && !Prob::ZERO.is_certain());
        assert_eq!(prob(7, 6).complement(), Prob::ZERO);
        assert_eq!(prob(5, 6).to_fraction().to_string(), "5/6");
        let mut sorted = [prob(5, 12), prob(1, 3), prob(1, 2)];
        sorted.sort();
        assert_eq!(sorted, [prob(1, 3), prob(5, 12), prob(1, 2)]);
    }
}
