//! Natural numbers of any size: one machine word pair while they fit, big integers beyond.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Mul};

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;

use super::divisor::{self, word_gcd};

/// A natural number of any size.
///
/// It is kept in 128 bits while it fits, so equal numbers are always equal representations.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Nat(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Word(u128),
    /// Only for numbers that do not fit in 128 bits.
    Big(BigUint),
}

impl Nat {
    /// Zero.
    pub(crate) const ZERO: Nat = Nat(Repr::Word(0));
    /// One.
    pub(crate) const ONE: Nat = Nat(Repr::Word(1));

    /// The number `value`.
    pub(crate) const fn word(value: u128) -> Nat {
        Nat(Repr::Word(value))
    }

    /// The number as a machine word, if it fits.
    pub(crate) const fn as_word(&self) -> Option<u128> {
        match &self.0 {
            Repr::Word(word) => Some(*word),
            Repr::Big(_) => None,
        }
    }

    pub(crate) fn as_u64(&self) -> Option<u64> {
        self.as_word().and_then(|word| u64::try_from(word).ok())
    }

    /// The number as a big integer.
    pub(crate) fn to_big(&self) -> BigUint {
        match &self.0 {
            Repr::Word(word) => BigUint::from(*word),
            Repr::Big(big) => big.clone(),
        }
    }

    /// The number as a big integer, which is not copied where this is one.
    fn big(&self) -> Cow<'_, BigUint> {
        match &self.0 {
            Repr::Word(word) => Cow::Owned(BigUint::from(*word)),
            Repr::Big(big) => Cow::Borrowed(big),
        }
    }

    /// The big integer, where this is one.
    pub(super) const fn as_big(&self) -> Option<&BigUint> {
        match &self.0 {
            Repr::Word(_) => None,
            Repr::Big(big) => Some(big),
        }
    }

    /// Whether this is zero.
    pub(crate) const fn is_zero(&self) -> bool {
        matches!(&self.0, Repr::Word(0))
    }

    /// How many binary digits the number has; 0 for zero.
    pub(crate) fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Word(word) => u64::from(u128::BITS - word.leading_zeros()),
            Repr::Big(big) => big.bits(),
        }
    }

    /// How many 64-bit words the number fills, at least 1: what a step on it costs.
    pub(crate) fn words(&self) -> u64 {
        self.bits().div_ceil(64).max(1)
    }

    /// `self` to the power `exponent`.
    #[must_use]
    pub(crate) fn pow(&self, exponent: u32) -> Nat {
        match &self.0 {
            Repr::Word(word) => match word.checked_pow(exponent) {
                Some(power) => Nat::word(power),
                None => BigUint::from(*word).pow(exponent).into(),
            },
            Repr::Big(big) => big.pow(exponent).into(),
        }
    }

    /// `self - other`, or nothing where `other` is the larger.
    pub(crate) fn checked_sub(&self, other: &Nat) -> Option<Nat> {
        if let (Repr::Word(a), Repr::Word(b)) = (&self.0, &other.0) {
            return a.checked_sub(*b).map(Nat::word);
        }
        if *self < *other { None } else { Some((&*self.big() - &*other.big()).into()) }
    }

    /// The quotient, rounded down; nothing for a zero divisor.
    pub(crate) fn checked_div(&self, divisor: &Nat) -> Option<Nat> {
        if divisor.is_zero() {
            return None;
        }
        if let (Repr::Word(a), Repr::Word(b)) = (&self.0, &divisor.0) {
            return Some(Nat::word(a / b));
        }
        Some((&*self.big() / &*divisor.big()).into())
    }

    /// How many times `divisor` this is, where it is a whole multiple of it.
    pub(crate) fn multiple_of(&self, divisor: &Nat) -> Option<Nat> {
        if divisor.is_zero() {
            return None;
        }
        if let (Repr::Word(a), Repr::Word(b)) = (&self.0, &divisor.0) {
            return (a % b == 0).then(|| Nat::word(a / b));
        }
        let (times, rest) = self.big().div_rem(&divisor.big());
        (rest == BigUint::ZERO).then(|| times.into())
    }

    /// The greatest common divisor; of zero and `n` it is `n`.
    #[must_use]
    pub(crate) fn gcd(&self, other: &Nat) -> Nat {
        if let (Repr::Word(a), Repr::Word(b)) = (&self.0, &other.0) {
            return Nat::word(word_gcd(*a, *b));
        }
        if let (Repr::Big(big), Repr::Word(word)) | (Repr::Word(word), Repr::Big(big)) = (&self.0, &other.0)
            && *word > 0
        {
            let rest = (big % *word).to_u128().unwrap_or(0);
            return Nat::word(word_gcd(rest, *word));
        }
        divisor::gcd(&self.big(), &other.big()).into()
    }

    /// The least common multiple.
    #[must_use]
    pub(crate) fn lcm(&self, other: &Nat) -> Nat {
        let divisor = self.gcd(other);
        match self.checked_div(&divisor) {
            Some(part) => &part * other,
            None => Nat::ZERO,
        }
    }

    /// The nearest floating-point number; infinity beyond its range.
    #[cfg(test)]
    pub(crate) fn to_f64(&self) -> f64 {
        Nat::ratio_f64(self, &Nat::ONE)
    }

    /// The floating-point number nearest to `top / bottom`, right also where both are far beyond
    /// the range of one. A zero `bottom` gives NaN.
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_wrap)]
    pub(crate) fn ratio_f64(top: &Nat, bottom: &Nat) -> f64 {
        const EXACT: u64 = 1 << 53;
        if bottom.is_zero() {
            return f64::NAN;
        }
        if let (Some(a @ ..=EXACT), Some(b @ ..=EXACT)) = (top.as_u64(), bottom.as_u64()) {
            return a as f64 / b as f64;
        }
        if let (Repr::Word(a), Some(b)) = (&top.0, bottom.as_u64()) {
            return short_ratio(*a, b);
        }
        quick_ratio(top, bottom).unwrap_or_else(|| Nat::whole_ratio(top, bottom))
    }

    /// The same from all bits: a quotient of 66 or 67 bits, with one more bit for what is left over, rounds
    /// correctly.
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_wrap)]
    fn whole_ratio(top: &Nat, bottom: &Nat) -> f64 {
        let shift = 66 - (top.bits() as i64 - bottom.bits() as i64);
        let (mut a, mut b) = (top.to_big(), bottom.to_big());
        if shift >= 0 {
            a <<= shift.unsigned_abs()
        } else {
            b <<= shift.unsigned_abs()
        }
        let (quotient, left) = a.div_rem(&b);
        let sticky = u128::from(left.bits() > 0);
        let quotient = quotient.to_u128().expect("a quotient of at most 67 bits");
        scale((quotient << 1 | sticky) as f64, -shift - 1)
    }
}

/// The floating-point number nearest to a ratio whose divisor is a word: a quotient of at least 63 bits, with
/// one more bit for what is left over, rounds correctly.
#[allow(clippy::cast_precision_loss)]
fn short_ratio(top: u128, bottom: u64) -> f64 {
    if top == 0 {
        return 0.0;
    }
    let shift = top.leading_zeros();
    let (top, bottom) = (top << shift, u128::from(bottom));
    let quotient = top / bottom;
    let sticky = u128::from(quotient * bottom != top);
    // The last bit of a quotient this long says nothing but whether something is left over.
    scale((quotient | sticky) as f64, -i64::from(shift))
}

/// The floating-point number nearest to a ratio, worked out from the leading bits of both; nothing where
/// these leave a doubt.
#[allow(clippy::cast_precision_loss)]
fn quick_ratio(top: &Nat, bottom: &Nat) -> Option<f64> {
    let (a, a_shift) = leading(top, 126)?;
    let (b, b_shift) = leading(bottom, 63)?;
    // What was cut off makes either at most one larger.
    let (low, high) = (a / (b + 1), (a + 1).div_ceil(b));
    let (least, most) = (low as f64, (high + 1) as f64);
    (least.to_bits() == most.to_bits()).then(|| scale(least, a_shift - b_shift))
}

/// The leading bits of a number, and how many were cut off; short numbers are made longer.
fn leading(number: &Nat, bits: u64) -> Option<(u128, i64)> {
    let cut = i64::try_from(number.bits()).ok()? - i64::try_from(bits).ok()?;
    let lead = match &number.0 {
        Repr::Word(0) => return None,
        Repr::Word(word) if cut > 0 => word >> cut,
        Repr::Word(word) => word << -cut,
        Repr::Big(big) => {
            let mut digits = big.iter_u64_digits().rev();
            let mut next = || digits.next().map(u128::from);
            let (first, second) = (next()?, next()?);
            let lead = first << 64 | second;
            let missing = lead.leading_zeros();
            let lead =
                if missing > 0 { lead << missing | next().unwrap_or(0) >> (64 - missing) } else { lead };
            lead >> (128 - bits)
        }
    };
    Some((lead, cut))
}

/// `value * 2^exponent`, in two steps, so that no factor leaves the range on its own.
fn scale(value: f64, exponent: i64) -> f64 {
    let exponent = exponent.clamp(-2000, 2000);
    let first = exponent.clamp(-1000, 1000);
    value * power_of_two(first) * power_of_two(exponent - first)
}

/// Two to a power between -1000 and 1000.
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits((exponent + 1023).unsigned_abs() << 52)
}

impl From<BigUint> for Nat {
    fn from(big: BigUint) -> Nat {
        match big.to_u128() {
            Some(word) => Nat::word(word),
            None => Nat(Repr::Big(big)),
        }
    }
}

impl From<u32> for Nat {
    fn from(value: u32) -> Nat {
        Nat::word(value.into())
    }
}

impl From<u64> for Nat {
    fn from(value: u64) -> Nat {
        Nat::word(value.into())
    }
}

impl Add for &Nat {
    type Output = Nat;

    fn add(self, other: &Nat) -> Nat {
        if let (Repr::Word(a), Repr::Word(b)) = (&self.0, &other.0)
            && let Some(sum) = a.checked_add(*b)
        {
            return Nat::word(sum);
        }
        (&*self.big() + &*other.big()).into()
    }
}

impl AddAssign<&Nat> for Nat {
    #[inline]
    fn add_assign(&mut self, other: &Nat) {
        if let (Repr::Word(a), Repr::Word(b)) = (&mut self.0, &other.0)
            && let Some(sum) = a.checked_add(*b)
        {
            *a = sum;
            return;
        }
        match (&mut self.0, &other.0) {
            (Repr::Big(a), Repr::Big(b)) => *a += b,
            (Repr::Big(a), Repr::Word(b)) => *a += *b,
            (Repr::Word(_), _) => *self = &*self + other,
        }
    }
}

impl Mul for &Nat {
    type Output = Nat;

    fn mul(self, other: &Nat) -> Nat {
        match (&self.0, &other.0) {
            (Repr::Word(a), Repr::Word(b)) => match a.checked_mul(*b) {
                Some(product) => Nat::word(product),
                None => (BigUint::from(*a) * *b).into(),
            },
            (Repr::Big(big), Repr::Word(word)) | (Repr::Word(word), Repr::Big(big)) => (big * *word).into(),
            (Repr::Big(a), Repr::Big(b)) => (a * b).into(),
        }
    }
}

impl Ord for Nat {
    fn cmp(&self, other: &Nat) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Word(a), Repr::Word(b)) => a.cmp(b),
            (Repr::Word(_), Repr::Big(_)) => Ordering::Less,
            (Repr::Big(_), Repr::Word(_)) => Ordering::Greater,
            (Repr::Big(a), Repr::Big(b)) => a.cmp(b),
        }
    }
}

impl PartialOrd for Nat {
    fn partial_cmp(&self, other: &Nat) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Nat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Word(word) => fmt::Display::fmt(word, f),
            Repr::Big(big) => fmt::Display::fmt(big, f),
        }
    }
}

impl fmt::Debug for Nat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Fraction;
    use super::*;

    #[test]
    fn the_word_and_the_big_form_meet_at_the_border() {
        let top = Nat::word(u128::MAX);
        let above = &top + &Nat::ONE;
        assert_eq!(above.as_word(), None);
        assert_eq!(above.to_string(), "340282366920938463463374607431768211456");
        assert_eq!(above.checked_sub(&Nat::ONE), Some(top.clone()));
        assert!(top < above);
        assert_eq!(Nat::word(2).pow(128), above);
        assert_eq!(above.checked_div(&Nat::word(4)), Some(Nat::word(1 << 126)));
        assert_eq!(Nat::ONE.checked_sub(&above), None);
        let mut sum = top.clone();
        sum += &Nat::ONE;
        assert_eq!(sum, above);
    }

    #[test]
    fn divisors() {
        assert_eq!(Nat::word(12).gcd(&Nat::word(18)), Nat::word(6));
        assert_eq!(Nat::word(0).gcd(&Nat::word(18)), Nat::word(18));
        assert_eq!(Nat::word(4).lcm(&Nat::word(6)), Nat::word(12));
        let big = Nat::word(6).pow(100);
        assert_eq!(big.gcd(&Nat::word(2).pow(300)), Nat::word(2).pow(100));
        assert_eq!(big.gcd(&Nat::word(10)), Nat::word(2));
        assert_eq!(Nat::word(35).gcd(&big), Nat::ONE);
        assert_eq!(Nat::ZERO.gcd(&big), big);
    }

    #[test]
    fn leading_bits_give_the_nearest_float_or_none() {
        let mut known = 0;
        let mut word = 0x9e37_79b9_7f4a_7c15u128;
        for power in 0..400u32 {
            word = word.wrapping_mul(0x2545_f491_4f6c_dd1d).wrapping_add(1) >> (power % 90);
            let top = &Nat::word(word | 1) * &Nat::word(3).pow(power);
            let bottom = &Nat::word(7).pow(power / 2) + &Nat::word(u128::from(power));
            for (a, b) in [(&top, &bottom), (&bottom, &top)] {
                if let Some(quick) = quick_ratio(a, b) {
                    assert_eq!(quick.to_bits(), Nat::whole_ratio(a, b).to_bits(), "{a} / {b}");
                    known += 1;
                }
            }
        }
        assert!(known > 780, "only {known}");
    }

    /// Whether no other floating-point number lies nearer to `top / bottom`, by exact differences alone.
    fn is_nearest(float: f64, top: &Nat, bottom: &Nat) -> bool {
        let exact = |float: f64| {
            let power = i64::try_from(float.to_bits() >> 52).expect("eleven bits") - 1075;
            let digits = Nat::word(u128::from(float.to_bits() & ((1 << 52) - 1) | 1 << 52));
            let twos = Nat::word(2).pow(u32::try_from(power.unsigned_abs()).expect("eleven bits"));
            let (up, down) = if power > 0 { (twos, Nat::ONE) } else { (Nat::ONE, twos) };
            Fraction::ratio(&(&digits * &up), &down)
        };
        let aim = Fraction::ratio(top, bottom);
        let far = |float: f64| {
            let gap = exact(float).sub(&aim);
            if gap < Fraction::zero() { gap.neg() } else { gap }
        };
        let here = far(float);
        here <= far(float.next_up()) && here <= far(float.next_down())
    }

    #[test]
    fn a_ratio_becomes_the_nearest_float() {
        let mut word = 0x9e37_79b9_7f4a_7c15u128;
        for bits in 1..128u32 {
            word = word.wrapping_mul(0x2545_f491_4f6c_dd1d_9e37_79b9).wrapping_add(99);
            let top = Nat::word(word >> (128 - bits) | 1);
            for bottom in [3u128, 1 << 20, (1 << 53) - 1, 1 << 53, (1 << 53) + 1, (1 << 100) + 7, word | 1] {
                let bottom = Nat::word(bottom);
                for (top, bottom) in [(&top, &bottom), (&bottom, &top), (&top.pow(3), &bottom.pow(2))] {
                    let float = Nat::ratio_f64(top, bottom);
                    assert!(is_nearest(float, top, bottom), "{top} / {bottom} is not {float}");
                    let whole = Nat::whole_ratio(top, bottom);
                    assert_eq!(whole.to_bits(), float.to_bits(), "{top} / {bottom}");
                }
            }
        }
        assert!(Nat::ratio_f64(&Nat::ONE, &Nat::ZERO).is_nan());
        assert_eq!(Nat::ratio_f64(&Nat::ZERO, &Nat::word(6)), 0.0);
    }

    #[test]
    fn a_tie_between_two_floats_goes_to_the_even_one() {
        let big = Nat::word(2).pow(300);
        for (digits, even) in [((1u128 << 53) + 1, 1u64 << 53), ((1 << 53) + 3, (1 << 53) + 4)] {
            let (digits, wanted) = (Nat::word(digits), even as f64);
            assert_eq!(Nat::ratio_f64(&digits, &Nat::ONE), wanted);
            assert_eq!(Nat::ratio_f64(&(&digits * &big), &big), wanted);
            // The smallest part more is no tie any longer.
            let more = &(&digits * &big) + &Nat::ONE;
            assert!(is_nearest(Nat::ratio_f64(&more, &big), &more, &big));
        }
    }

    #[test]
    fn sums_and_products_are_those_of_the_digits() {
        // 10^40 does not fit in a word.
        let big = Nat::word(10).pow(40);
        assert_eq!(big.to_string(), format!("1{}", "0".repeat(40)));
        assert_eq!((&big * &Nat::word(7)).to_string(), format!("7{}", "0".repeat(40)));
        assert_eq!((&Nat::word(7) * &big).to_string(), format!("7{}", "0".repeat(40)));
        assert_eq!((&big * &big).to_string(), format!("1{}", "0".repeat(80)));
        assert_eq!(big.pow(3).to_string(), format!("1{}", "0".repeat(120)));
        let mut sum = big.clone();
        sum += &big;
        assert_eq!(sum.to_string(), format!("2{}", "0".repeat(40)));
        sum += &Nat::word(5);
        assert_eq!(sum.to_string(), format!("2{}5", "0".repeat(39)));
        let mut small = Nat::word(5);
        small += &big;
        assert_eq!(small.to_string(), format!("1{}5", "0".repeat(39)));
        assert_eq!(small.checked_sub(&big), Some(Nat::word(5)));
        assert_eq!(big.checked_sub(&small), None);
        assert_eq!(big.checked_sub(&big), Some(Nat::ZERO));
    }

    #[test]
    fn whole_multiples_are_told_from_others() {
        let big = Nat::word(6).pow(100);
        for (number, divisor) in [(Nat::word(12), Nat::word(4)), (big.clone(), Nat::word(6).pow(60))] {
            let times = number.multiple_of(&divisor).expect("a whole multiple");
            assert_eq!(&times * &divisor, number);
            assert_eq!(number.checked_div(&divisor), Some(times));
            let more = &number + &Nat::ONE;
            assert_eq!(more.multiple_of(&divisor), None);
            assert_eq!(more.checked_div(&divisor), number.checked_div(&divisor));
        }
        for number in [Nat::word(12), big] {
            assert_eq!(number.multiple_of(&Nat::ZERO), None);
            assert_eq!(number.checked_div(&Nat::ZERO), None);
            assert_eq!(Nat::ZERO.multiple_of(&number), Some(Nat::ZERO));
            assert_eq!(number.lcm(&Nat::ZERO), Nat::ZERO);
        }
        assert_eq!(Nat::ZERO.lcm(&Nat::ZERO), Nat::ZERO);
    }

    #[test]
    fn a_number_fills_as_many_words_as_it_has_digits_for() {
        let lengths =
            [(0u32, 1u64, 1u64), (63, 64, 1), (64, 65, 2), (127, 128, 2), (128, 129, 3), (191, 192, 3)];
        for (power, bits, words) in lengths {
            let number = Nat::word(2).pow(power);
            assert_eq!((number.bits(), number.words()), (bits, words), "2^{power}");
        }
        assert_eq!((Nat::ZERO.bits(), Nat::ZERO.words()), (0, 1));
    }

    #[test]
    fn divisors_are_those_that_euclid_finds() {
        for a in 0..60u128 {
            for b in 0..60u128 {
                let (mut left, mut right) = (a, b);
                while right > 0 {
                    (left, right) = (right, left % right);
                }
                assert_eq!(Nat::word(a).gcd(&Nat::word(b)), Nat::word(left), "{a} and {b}");
            }
        }
    }

    #[test]
    fn a_quotient_by_a_word_rounds_as_one_of_all_bits() {
        let mut luck = 0x9e37_79b9_7f4a_7c15_u64;
        let mut word = || {
            luck = luck.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            luck ^ luck >> 29
        };
        let edges = [1, 2, 3, (1 << 53) - 1, 1 << 53, (1 << 53) + 1, (1 << 54) + 2, u64::MAX - 1, u64::MAX];
        let made: Vec<u64> = (0..200).map(|nth| word() >> (nth % 60)).filter(|word| *word > 0).collect();
        for bottom in edges.iter().chain(&made) {
            for top in edges.iter().chain(&made).flat_map(|top| {
                let top = u128::from(*top);
                [top, top << 64 | 1, top * u128::from(*bottom), top * u128::from(*bottom) + 1]
            }) {
                let whole = Nat::whole_ratio(&Nat::word(top), &Nat::from(*bottom));
                assert_eq!(short_ratio(top, *bottom).to_bits(), whole.to_bits(), "{top} / {bottom}");
            }
        }
    }

    #[test]
    fn floats_are_right_far_out_of_range() {
        let huge = Nat::word(6).pow(1000);
        assert!((Nat::ratio_f64(&huge, &(&huge * &Nat::word(3))) - 1.0 / 3.0).abs() < 1e-17);
        assert_eq!(Nat::ratio_f64(&Nat::ONE, &Nat::word(2).pow(1074)), f64::from_bits(1));
        assert_eq!(Nat::ratio_f64(&Nat::ONE, &Nat::word(2).pow(3000)), 0.0);
        assert_eq!(Nat::word(2).pow(1000).to_f64(), 2f64.powi(1000));
        assert_eq!(huge.to_f64(), f64::INFINITY);
        assert_eq!(Nat::word((1 << 60) + 1).to_f64(), 2f64.powi(60));
    }
}
