//! The greatest common divisor of large numbers, by Lehmer's way: the leading bits of two numbers tell how Euclid's
//! steps go for a while, and all these steps are then made at once on all words.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// What several of Euclid's steps make of two numbers `a >= b`: `a[0] * a + a[1] * b`, and `b[0] * a + b[1] * b`.
struct Steps {
    a: [i64; 2],
    b: [i64; 2],
}

/// The greatest common divisor; of zero and `n` it is `n`.
pub(super) fn gcd(a: &BigUint, b: &BigUint) -> BigUint {
    let (mut a, mut b) = if a >= b { (a.clone(), b.clone()) } else { (b.clone(), a.clone()) };
    // Where one is much longer than the other, the leading bits tell nothing.
    while b.bits() > 128 {
        if a.bits() - b.bits() > 32 {
            (a, b) = shorter(&a, b);
            continue;
        }
        let (mut top, mut bottom) = (a.to_u64_digits(), b.to_u64_digits());
        while bottom.len() > 2 {
            match steps(leading(&top, top.len()), leading_beside(&bottom, &top)) {
                Some(steps) => steps.make(&mut top, &mut bottom),
                None => break,
            }
        }
        (a, b) = (big_of(&top), big_of(&bottom));
        if b.bits() > 128 {
            (a, b) = shorter(&a, b);
        }
    }
    let (Some(short), true) = (b.to_u128(), b != BigUint::ZERO) else { return a };
    let rest = (a % short).to_u128().unwrap_or(0);
    word_gcd(rest, short).into()
}

/// One of Euclid's steps.
fn shorter(a: &BigUint, b: BigUint) -> (BigUint, BigUint) {
    let rest = a % &b;
    (b, rest)
}

/// How many bits of a word and of the word below it are looked at.
const LEADING: u32 = 62;

/// The leading bits of a number without leading zeros.
fn leading(words: &[u64], length: usize) -> i64 {
    beside(words, length, words.last().map_or(0, |word| word.leading_zeros()))
}

/// The bits of a number that stand where those of a longer one lead.
fn leading_beside(words: &[u64], longer: &[u64]) -> i64 {
    beside(words, longer.len(), longer.last().map_or(0, |word| word.leading_zeros()))
}

fn beside(words: &[u64], length: usize, zeros: u32) -> i64 {
    let word = |back: usize| length.checked_sub(back).and_then(|at| words.get(at)).copied().unwrap_or(0);
    let two = u128::from(word(1)) << 64 | u128::from(word(2));
    i64::try_from(two << zeros >> (128 - LEADING)).unwrap_or(0)
}

/// Euclid's steps of two numbers with these leading bits, as far as all numbers that begin so make the same.
fn steps(mut x: i64, mut y: i64) -> Option<Steps> {
    let (mut a, mut b) = ([1i64, 0], [0i64, 1]);
    loop {
        let (low, high) = (y + b[0], y + b[1]);
        if low == 0 || high == 0 {
            break;
        }
        let quotient = (x + a[0]) / low;
        if quotient != (x + a[1]) / high {
            break;
        }
        let next = [0, 1].map(|at| Some(a[at] - quotient.checked_mul(b[at])?));
        let [Some(first), Some(second)] = next else { break };
        (a, b) = (b, [first, second]);
        (x, y) = (y, x - quotient * y);
    }
    (a[1] != 0).then_some(Steps { a, b })
}

impl Steps {
    /// Makes these steps, and takes off the words that are zero then.
    fn make(&self, a: &mut Vec<u64>, b: &mut Vec<u64>) {
        b.resize(a.len(), 0);
        let [aa, ab, ba, bb] = [self.a[0], self.a[1], self.b[0], self.b[1]].map(i128::from);
        let (mut a_carry, mut b_carry) = (0i128, 0i128);
        for (a, b) in a.iter_mut().zip(b.iter_mut()) {
            let (x, y) = (i128::from(*a), i128::from(*b));
            a_carry += aa * x + ab * y;
            b_carry += ba * x + bb * y;
            (*a, *b) = (low(a_carry), low(b_carry));
            (a_carry, b_carry) = (a_carry >> 64, b_carry >> 64);
        }
        for words in [a, b] {
            let used = words.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1);
            words.truncate(used);
        }
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
const fn low(wide: i128) -> u64 {
    wide as u64
}

/// The greatest common divisor of words; of zero and `n` it is `n`.
pub(super) fn word_gcd(mut a: u128, mut b: u128) -> u128 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let shift = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        if a > b {
            std::mem::swap(&mut a, &mut b);
        }
        b -= a;
    }
    a << shift
}

/// The number that words stand for, the lowest first.
pub(super) fn big_of(words: &[u64]) -> BigUint {
    BigUint::new(words.iter().flat_map(|word| [low32(*word), low32(*word >> 32)]).collect())
}

#[allow(clippy::cast_possible_truncation)]
const fn low32(wide: u64) -> u32 {
    wide as u32
}

#[cfg(test)]
mod tests {
    use super::super::Nat;
    use super::*;

    fn by_euclid(a: &BigUint, b: &BigUint) -> BigUint {
        let (mut a, mut b) = (a.clone(), b.clone());
        while b != BigUint::ZERO {
            (a, b) = (b.clone(), a % b);
        }
        a
    }

    #[test]
    fn leading_bits_lead_to_what_euclid_finds() {
        let mut luck = 0x9e37_79b9_7f4a_7c15_u64;
        let mut below = |most: u32| {
            luck = luck.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            u32::try_from(luck >> 33).unwrap_or(0) % most
        };
        let mut made = |factors: u32| {
            let mut number = Nat::ONE;
            for _ in 0..below(factors) {
                let prime = [2u128, 3, 5, 7, 11, 1_000_003, u128::from(u64::MAX)][below(7) as usize];
                number = &number * &Nat::word(prime).pow(below(90));
                number += &Nat::word(u128::from(below(3) / 2));
            }
            number.to_big()
        };
        for round in 0..600 {
            let shared = made(3);
            let (a, b) = (made(2 + round % 7) * &shared, made(2 + round % 5) * &shared);
            assert_eq!(gcd(&a, &b), by_euclid(&a, &b), "{a} and {b}");
            assert_eq!(gcd(&b, &a), by_euclid(&a, &b), "{b} and {a}");
        }
    }

    #[test]
    fn quotients_that_are_all_one_are_the_longest_way() {
        let (mut a, mut b) = (BigUint::from(1u32), BigUint::from(1u32));
        for _ in 0..2000 {
            (a, b) = (&a + &b, a);
        }
        let shared = BigUint::from(6u32).pow(300);
        assert_eq!(gcd(&(&a * &shared), &(&b * &shared)), shared);
        assert_eq!(gcd(&a, &a), a);
        assert_eq!(gcd(&a, &BigUint::ZERO), a);
        assert_eq!(gcd(&BigUint::ZERO, &BigUint::ZERO), BigUint::ZERO);
        // A number of one word above a long one, and numbers of many zeros.
        let one = BigUint::from(1u32);
        for bits in [129u32, 191, 192, 193, 256, 1000] {
            let (high, low) = ((&one << bits) + &one, (&one << (bits - 1)) - &one);
            assert_eq!(gcd(&high, &low), by_euclid(&high, &low), "{bits}");
            let (high, low) = (&one << bits, &one << (bits - 1));
            assert_eq!(gcd(&high, &low), low, "{bits}");
        }
    }
}
