//! Probabilities and means as values: exact, or known to be short of what is not listed.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Deref;

use crate::base::Num;
use crate::dist::{Fraction, NEARLY_NOTHING};

/// A fraction that a question has for an answer. One that leaves out what is not listed knows by how much at
/// most: it may be shown, and compared with what lies well away from it, but nothing is worked out from it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Ratio {
    number: Fraction,
    short: Option<Fraction>,
}

impl Ratio {
    /// At least `number`, and more than that by at most `short`.
    pub(crate) fn at_least(number: Fraction, short: Fraction) -> Ratio {
        let short = (short > Fraction::zero()).then_some(short);
        Ratio { number, short }
    }

    /// By how much it is short at most, where it is not exact.
    pub(crate) const fn short(&self) -> Option<&Fraction> {
        self.short.as_ref()
    }

    /// The same for display; 0 only where it is exact.
    pub(crate) fn short_f64(&self) -> f64 {
        self.short.as_ref().map_or(0.0, Fraction::to_f64_not_zero)
    }

    /// The number, where it is exact and fits.
    pub(crate) fn to_num(&self) -> Option<Num> {
        if self.short.is_some() { None } else { self.number.to_num() }
    }

    /// How it stands to another; `None` where that depends on what is left out.
    pub(crate) fn order(&self, other: &Ratio) -> Option<Ordering> {
        match (self.number.cmp(&other.number), &self.short, &other.short) {
            (order, None, None) => Some(order),
            _ if self.most() < other.number => Some(Ordering::Less),
            _ if other.most() < self.number => Some(Ordering::Greater),
            _ => None,
        }
    }

    fn most(&self) -> Fraction {
        self.short.as_ref().map_or_else(|| self.number.clone(), |short| self.number.add(short))
    }
}

impl From<Fraction> for Ratio {
    fn from(number: Fraction) -> Ratio {
        Ratio { number, short: None }
    }
}

impl From<Num> for Ratio {
    fn from(number: Num) -> Ratio {
        Fraction::from(number).into()
    }
}

impl Deref for Ratio {
    type Target = Fraction;

    fn deref(&self) -> &Fraction {
        &self.number
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.short {
            None => fmt::Display::fmt(&self.number, f),
            // A fraction would pass for one that is exact.
            Some(_) => {
                let (number, short) = (self.number.to_f64(), self.short_f64());
                match short <= NEARLY_NOTHING {
                    true => write!(f, "{number:.12} (short by less than {NEARLY_NOTHING:e})"),
                    false => write!(f, "{number:.12} (short by at most {short:.1e})"),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_short_is_compared_only_with_what_lies_away_from_it() {
        let number = |text: &str| Fraction::from(text.parse::<Num>().expect("a number"));
        let ratio = |text: &str| Ratio::from(number(text));
        let short = Ratio::at_least(number("0.4"), number("0.1"));
        assert_eq!(short.order(&ratio("0.3")), Some(Ordering::Greater));
        assert_eq!(short.order(&ratio("0.45")), None);
        assert_eq!(short.order(&short), None);
        assert_eq!(short.to_num(), None);
        assert_eq!(short.to_string(), "0.400000000000 (short by at most 1.0e-1)");
        let tiny = (0..40).fold(number("0.1"), |all, _| all.mul(&number("1/10000000000")));
        let hardly = Ratio::at_least(number("0.4"), tiny);
        assert_eq!(hardly.to_string(), "0.400000000000 (short by less than 1e-300)");
        assert!(hardly.short_f64() > 0.0);
        assert_eq!(Ratio::at_least(number("0.4"), Fraction::zero()), ratio("0.4"));
    }
}
