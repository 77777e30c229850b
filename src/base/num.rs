//! Exact numbers: integers and fractions in machine words, never floating point, never wrapping.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// An exact fraction in lowest terms; the denominator is always positive.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Num {
    numerator: i64,
    denominator: i64,
}

/// Why a calculation has no exact answer here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum NumError {
    /// The answer does not fit in 64-bit numerator and denominator.
    #[error("the number grew too large")]
    Overflow,
    /// Something was divided by zero.
    #[error("division by zero")]
    DivisionByZero,
}

// The operators of `std` cannot fail; these can, and say so.
#[allow(clippy::should_implement_trait)]
impl Num {
    /// Zero.
    pub(crate) const ZERO: Num = Num::int(0);
    /// One.
    pub(crate) const ONE: Num = Num::int(1);

    /// A whole number.
    pub const fn int(value: i64) -> Num {
        Num { numerator: value, denominator: 1 }
    }

    /// `numerator / denominator` in lowest terms.
    ///
    /// # Errors
    /// A zero denominator, or a result that does not fit.
    pub(crate) fn ratio(numerator: i128, denominator: i128) -> Result<Num, NumError> {
        if denominator == 0 {
            return Err(NumError::DivisionByZero);
        }
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs());
        let sign = if denominator < 0 { -1 } else { 1 };
        // A magnitude of 2^127 fits no i64 quotient unless the divisor is large; checked below.
        let divisor = i128::try_from(divisor).map_err(|_| NumError::Overflow)? * sign;
        let fit = |n: i128| {
            let reduced = n.checked_div(divisor).ok_or(NumError::Overflow)?;
            i64::try_from(reduced).map_err(|_| NumError::Overflow)
        };
        Ok(Num { numerator: fit(numerator)?, denominator: fit(denominator)? })
    }

    /// The greatest number that both are whole multiples of, from 0 on; of 0 and another, the other.
    pub(crate) fn common_divisor(self, other: Num) -> Num {
        let whole = |number: Num| u128::from(number.numerator.unsigned_abs());
        let below = |number: Num| u128::from(number.denominator.unsigned_abs());
        let (a, b) = (below(self), below(other));
        // Both as so many parts of the product of the denominators.
        let parts = gcd(whole(self) * b, whole(other) * a);
        let signed = |number: u128| i128::try_from(number).unwrap_or(i128::MAX);
        Num::ratio(signed(parts), signed(a * b)).unwrap_or(Num::ZERO)
    }

    /// The numerator in lowest terms; it bears the sign.
    pub(crate) const fn numerator(self) -> i64 {
        self.numerator
    }

    /// The denominator in lowest terms, at least 1.
    pub(crate) const fn denominator(self) -> i64 {
        self.denominator
    }

    /// The whole number this is, if it is one.
    pub const fn as_int(self) -> Option<i64> {
        if self.denominator == 1 { Some(self.numerator) } else { None }
    }

    /// Whether this is a whole number.
    pub(crate) const fn is_int(self) -> bool {
        self.denominator == 1
    }

    /// Whether this is zero.
    pub(crate) const fn is_zero(self) -> bool {
        self.numerator == 0
    }

    /// Whether this is below zero.
    pub(crate) const fn is_negative(self) -> bool {
        self.numerator < 0
    }

    /// The nearest floating-point number, for display and JSON's companion fields only.
    #[allow(clippy::cast_precision_loss)]
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// The sum.
    ///
    /// # Errors
    /// Overflow.
    pub fn add(self, other: Num) -> Result<Num, NumError> {
        if self.denominator == 1 && other.denominator == 1 {
            return self.numerator.checked_add(other.numerator).map(Num::int).ok_or(NumError::Overflow);
        }
        let left = i128::from(self.numerator) * i128::from(other.denominator);
        let right = i128::from(other.numerator) * i128::from(self.denominator);
        let sum = left.checked_add(right).ok_or(NumError::Overflow)?;
        Num::ratio(sum, i128::from(self.denominator) * i128::from(other.denominator))
    }

    /// The difference.
    ///
    /// # Errors
    /// Overflow.
    pub(crate) fn sub(self, other: Num) -> Result<Num, NumError> {
        self.add(other.neg()?)
    }

    /// The product.
    ///
    /// # Errors
    /// Overflow.
    pub(crate) fn mul(self, other: Num) -> Result<Num, NumError> {
        if self.denominator == 1 && other.denominator == 1 {
            return self.numerator.checked_mul(other.numerator).map(Num::int).ok_or(NumError::Overflow);
        }
        Num::ratio(
            i128::from(self.numerator) * i128::from(other.numerator),
            i128::from(self.denominator) * i128::from(other.denominator),
        )
    }

    /// The exact quotient.
    ///
    /// # Errors
    /// Overflow, or a zero divisor.
    pub(crate) fn div(self, other: Num) -> Result<Num, NumError> {
        Num::ratio(
            i128::from(self.numerator) * i128::from(other.denominator),
            i128::from(self.denominator) * i128::from(other.numerator),
        )
    }

    /// The quotient rounded towards minus infinity: `-7 // 2` is `-4`.
    ///
    /// # Errors
    /// Overflow, or a zero divisor.
    pub(crate) fn floor_div(self, other: Num) -> Result<Num, NumError> {
        Ok(self.div(other)?.floor())
    }

    /// What [`Num::floor_div`] leaves over; it has the divisor's sign.
    ///
    /// # Errors
    /// Overflow, or a zero divisor.
    pub(crate) fn modulo(self, other: Num) -> Result<Num, NumError> {
        self.sub(other.mul(self.floor_div(other)?)?)
    }

    /// The number with its sign turned.
    ///
    /// # Errors
    /// Overflow for the smallest whole number.
    pub(crate) fn neg(self) -> Result<Num, NumError> {
        let numerator = self.numerator.checked_neg().ok_or(NumError::Overflow)?;
        Ok(Num { numerator, denominator: self.denominator })
    }

    /// The number without its sign.
    ///
    /// # Errors
    /// Overflow for the smallest whole number.
    pub(crate) fn abs(self) -> Result<Num, NumError> {
        if self.is_negative() { self.neg() } else { Ok(self) }
    }

    /// The nearest whole number not above.
    #[must_use]
    pub(crate) const fn floor(self) -> Num {
        Num::int(self.numerator.div_euclid(self.denominator))
    }

    /// The nearest whole number not below.
    #[must_use]
    pub(crate) const fn ceil(self) -> Num {
        let floor = self.numerator.div_euclid(self.denominator);
        // A remainder means that the denominator is at least 2, so one more cannot overflow.
        let up = if self.numerator.rem_euclid(self.denominator) == 0 { 0 } else { 1 };
        Num::int(floor + up)
    }

    /// The nearest whole number; a half goes away from zero.
    #[must_use]
    pub(crate) const fn round(self) -> Num {
        let floor = self.numerator.div_euclid(self.denominator);
        let rest = self.numerator.rem_euclid(self.denominator) as i128 * 2;
        let half = self.denominator as i128;
        let up = if rest > half || (rest == half && self.numerator > 0) { 1 } else { 0 };
        Num::int(floor + up)
    }

    /// The number as people read it: `12.5` where a short decimal is exact, else a fraction, `1/3`.
    pub(crate) fn shown(self) -> String {
        self.decimal().unwrap_or_else(|| self.to_string())
    }

    /// The number as people read it before a unit: `12.5`, `1/3`, `2 1/3`.
    pub(crate) fn mixed(self) -> String {
        let (top, bottom) = (self.numerator.unsigned_abs(), self.denominator.unsigned_abs());
        match self.decimal() {
            Some(decimal) => decimal,
            None if top < bottom => self.to_string(),
            None => {
                let sign = if self.is_negative() { "-" } else { "" };
                format!("{sign}{} {}/{bottom}", top / bottom, top % bottom)
            }
        }
    }

    /// The number as a percentage, such as `70%` for 7/10 or `33 1/3%` for a third.
    pub(crate) fn percent(self) -> String {
        match self.mul(Num::int(100)) {
            Ok(hundredfold) => format!("{}%", hundredfold.mixed()),
            Err(_) => self.to_string(),
        }
    }

    /// The number as an exact decimal, where three places are enough for that.
    fn decimal(self) -> Option<String> {
        const PLACES: usize = 3;
        let scale = 10i64.pow(3);
        if self.is_int() {
            return Some(self.numerator.to_string());
        }
        if scale % self.denominator != 0 {
            return None;
        }
        let (top, bottom) = (self.numerator.unsigned_abs(), self.denominator.unsigned_abs());
        let sign = if self.is_negative() { "-" } else { "" };
        let places = format!("{:0PLACES$}", top % bottom * (scale.unsigned_abs() / bottom));
        Some(format!("{sign}{}.{}", top / bottom, places.trim_end_matches('0')))
    }
}

const fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl From<i64> for Num {
    fn from(value: i64) -> Num {
        Num::int(value)
    }
}

impl Ord for Num {
    fn cmp(&self, other: &Num) -> Ordering {
        if self.denominator == other.denominator {
            return self.numerator.cmp(&other.numerator);
        }
        let left = i128::from(self.numerator) * i128::from(other.denominator);
        let right = i128::from(other.numerator) * i128::from(self.denominator);
        left.cmp(&right)
    }
}

impl PartialOrd for Num {
    fn partial_cmp(&self, other: &Num) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == 1 {
            return write!(f, "{}", self.numerator);
        }
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

impl fmt::Debug for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads `12`, `-3`, `1.5` and `3/4`; a comma is not read.
impl FromStr for Num {
    type Err = NumError;

    fn from_str(text: &str) -> Result<Num, NumError> {
        let whole = |digits: &str| digits.parse::<i64>().map_err(|_| NumError::Overflow);
        if let Some((top, bottom)) = text.split_once('/') {
            return Num::ratio(whole(top)?.into(), whole(bottom)?.into());
        }
        let Some((before, after)) = text.split_once('.') else { return whole(text).map(Num::int) };
        let after = after.trim_end_matches('0');
        let places = u32::try_from(after.len()).map_err(|_| NumError::Overflow)?;
        let scale = 10i64.checked_pow(places).ok_or(NumError::Overflow)?;
        let joined = whole(&format!("{before}{after}"))?;
        Num::ratio(joined.into(), scale.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn num(text: &str) -> Num {
        text.parse().expect("a number")
    }

    #[test]
    fn fractions_stay_exact() {
        assert_eq!(num("1.5"), num("3/2"));
        assert_eq!(num("0.1").add(num("0.2")), Ok(num("0.3")));
        assert_eq!(num("7").floor_div(num("-2")), Ok(num("-4")));
        assert_eq!(num("-7").modulo(num("2")), Ok(num("1")));
        assert_eq!(num("-5/2").round(), num("-3"));
        assert_eq!(num("5/2").round(), num("3"));
        assert_eq!(num("-5/2").ceil(), num("-2"));
        assert_eq!(num("0.7").percent(), "70%");
        assert_eq!(num("1/3").percent(), "33 1/3%");
    }

    #[test]
    fn numbers_are_shown_as_short_decimals_or_fractions() {
        let shown = ["3", "-0.5", "12.5", "0.25", "0.125", "-2.125", "1.04"];
        assert_eq!(shown.map(|text| num(text).shown()), shown);
        assert_eq!(["1/16", "7/3", "-7/3"].map(|text| num(text).shown()), ["1/16", "7/3", "-7/3"]);
        assert_eq!(["1/3", "7/3", "-7/3"].map(|text| num(text).mixed()), ["1/3", "2 1/3", "-2 1/3"]);
        assert_eq!(Num::int(i64::MIN).shown(), i64::MIN.to_string());
    }

    #[test]
    fn overflow_is_an_error() {
        assert_eq!(Num::int(i64::MAX).add(Num::ONE), Err(NumError::Overflow));
        assert_eq!(Num::int(i64::MIN).neg(), Err(NumError::Overflow));
        assert_eq!(Num::ONE.div(Num::ZERO), Err(NumError::DivisionByZero));
        assert_eq!(Num::ratio(i128::MIN, i128::MIN), Err(NumError::Overflow));
        assert_eq!("99999999999999999999".parse::<Num>(), Err(NumError::Overflow));
    }

    #[test]
    fn order_is_by_value() {
        assert!(num("1/3") < num("1/2"));
        assert!(num("-1/2") < num("0"));
    }
}
