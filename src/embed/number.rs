//! Exact numbers.

use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::base::Num;
use crate::dist::{Fraction, Prob};

/// An exact number: a whole number or a fraction of any size, in lowest terms.
///
/// ```
/// let mut session = tablewright::Session::new(7);
/// let odds = session.odds("4d6kh3 >= 15").unwrap();
/// let chance = odds.chance("yes").unwrap().exact.unwrap();
/// assert_eq!(chance.to_string(), "25/108");
/// assert!((chance.to_f64() - 0.231_481).abs() < 1e-6);
/// assert_eq!(chance.to_i64(), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Number(ExactNumber);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum ExactNumber {
    Word(Num),
    Large(Arc<Fraction>),
}

impl Number {
    /// The value as a whole number; `None` for a fraction, or beyond 64 bits.
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            ExactNumber::Word(number) => number.as_int(),
            ExactNumber::Large(_) => None,
        }
    }

    /// The nearest number in floating point.
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            ExactNumber::Word(number) => number.to_f64(),
            ExactNumber::Large(fraction) => fraction.to_f64(),
        }
    }

    /// Numerator and denominator, if both fit in 64 bits.
    pub fn ratio(&self) -> Option<(i64, i64)> {
        match &self.0 {
            ExactNumber::Word(number) => Some((number.numerator(), number.denominator())),
            ExactNumber::Large(_) => None,
        }
    }
}

impl From<Num> for Number {
    fn from(number: Num) -> Number {
        Number(ExactNumber::Word(number))
    }
}

impl From<&Fraction> for Number {
    fn from(fraction: &Fraction) -> Number {
        Number(
            fraction
                .to_num()
                .map_or_else(|| ExactNumber::Large(Arc::new(fraction.clone())), ExactNumber::Word),
        )
    }
}

impl From<&Prob> for Number {
    fn from(chance: &Prob) -> Number {
        Number::from(&chance.to_fraction())
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            ExactNumber::Word(number) => f.pad(&number.to_string()),
            ExactNumber::Large(fraction) => f.pad(&fraction.to_string()),
        }
    }
}

/// Whole numbers are serialized as numbers, fractions as text: `3`, `"25/108"`.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.to_i64() {
            Some(whole) => serializer.serialize_i64(whole),
            None => serializer.collect_str(self),
        }
    }
}
