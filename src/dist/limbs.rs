//! Fixed-width numbers as slices of 64-bit words, lowest first, for the inner loops.
//!
//! Between steps a number may be negative, in two's complement; widths leave room for the sign.

use num_bigint::BigUint;

use super::Nat;

/// `sum += row * factor`, wrapping at the width of `sum`.
pub(super) fn add_product(sum: &mut [u64], row: &[u64], factor: u64) {
    let mut carry = 0u128;
    for (word, part) in sum.iter_mut().zip(row) {
        let next = u128::from(*part) * u128::from(factor) + u128::from(*word) + carry;
        *word = low(next);
        carry = next >> 64;
    }
    for word in sum.iter_mut().skip(row.len()) {
        if carry == 0 {
            break;
        }
        let next = u128::from(*word) + carry;
        *word = low(next);
        carry = next >> 64;
    }
}

/// `sum += number * factor`, wrapping at the width of `sum`.
pub(super) fn add_times(sum: &mut [u64], number: &Nat, factor: u64) {
    let Some(big) = number.as_big() else {
        let word = number.as_word().unwrap_or(0);
        return add_product(sum, &[low(word), low(word >> 64)], factor);
    };
    let mut parts = big.iter_u64_digits();
    let mut carry = 0u128;
    for word in sum {
        let part = parts.next().unwrap_or(0);
        let next = u128::from(part) * u128::from(factor) + u128::from(*word) + carry;
        *word = low(next);
        carry = next >> 64;
    }
}

/// `sum -= row * factor`, wrapping at the width of `sum`.
pub(super) fn subtract_product(sum: &mut [u64], row: &[u64], factor: u64) {
    let mut borrow = 0u128;
    for (word, part) in sum.iter_mut().zip(row) {
        let take = u128::from(*part) * u128::from(factor) + borrow;
        let (next, under) = word.overflowing_sub(low(take));
        *word = next;
        borrow = (take >> 64) + u128::from(under);
    }
    for word in sum.iter_mut().skip(row.len()) {
        let (next, under) = word.overflowing_sub(low(borrow));
        *word = next;
        borrow = (borrow >> 64) + u128::from(under);
    }
}

/// `number /= divisor` where it is known to go without remainder; `divisor` is not zero.
///
/// Multiplies by the inverse modulo 2⁶⁴, word by word, which is several times faster than dividing.
pub(super) fn divide_exactly(number: &mut [u64], divisor: u64) {
    let twos = divisor.trailing_zeros();
    let odd = divisor >> twos;
    if twos > 0 {
        let mut above = 0u64;
        for word in number.iter_mut().rev() {
            let next = (*word >> twos) | (above << (64 - twos));
            above = *word;
            *word = next;
        }
    }
    if odd == 1 {
        return;
    }
    // Each step of Newton's doubles the right bits; the first guess has five.
    let mut inverse = odd.wrapping_mul(3) ^ 2;
    for _ in 0..4 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    let mut borrow = 0u64;
    for word in number.iter_mut() {
        let (next, under) = word.overflowing_sub(borrow);
        let quotient = next.wrapping_mul(inverse);
        *word = quotient;
        borrow = low((u128::from(quotient) * u128::from(odd)) >> 64) + u64::from(under);
    }
}

/// The words of a number, filled up to `width`.
pub(super) fn words_of(number: &Nat, width: usize) -> Vec<u64> {
    let mut words = match number.as_word() {
        Some(word) => vec![low(word), low(word >> 64)],
        None => number.to_big().to_u64_digits(),
    };
    words.resize(width, 0);
    words
}

/// The number that the words stand for.
pub(super) fn number_of(words: &[u64]) -> Nat {
    let used = words.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1);
    match words.get(..used).unwrap_or_default() {
        [] => Nat::ZERO,
        [one] => Nat::from(*one),
        [one, two] => Nat::word(u128::from(*one) | (u128::from(*two) << 64)),
        many => big_of(many).into(),
    }
}

/// The same as a big integer.
pub(super) fn big_of(words: &[u64]) -> BigUint {
    BigUint::new(words.iter().flat_map(|word| [low32(*word), low32(*word >> 32)]).collect())
}

#[allow(clippy::cast_possible_truncation)]
const fn low(wide: u128) -> u64 {
    wide as u64
}

#[allow(clippy::cast_possible_truncation)]
const fn low32(wide: u64) -> u32 {
    wide as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_on_words_are_steps_on_numbers() {
        let big = Nat::word(7).pow(100);
        let mut sum = words_of(&Nat::ZERO, 6);
        add_product(&mut sum, &words_of(&big, 6), 12_345);
        assert_eq!(number_of(&sum), &big * &Nat::word(12_345));
        subtract_product(&mut sum, &words_of(&big, 6), 12_344);
        assert_eq!(number_of(&sum), big);
        for divisor in [1u64, 2, 6, 7, 48, 1_000_003, u64::MAX, 1 << 63] {
            let mut product = words_of(&(&big * &Nat::from(divisor)), 6);
            divide_exactly(&mut product, divisor);
            assert_eq!(number_of(&product), big, "{divisor}");
        }
    }

    #[test]
    fn a_passing_minus_comes_back() {
        let mut sum = words_of(&Nat::ONE, 4);
        subtract_product(&mut sum, &words_of(&Nat::word(u128::MAX), 4), 9);
        add_product(&mut sum, &words_of(&Nat::word(u128::MAX), 4), 9);
        assert_eq!(number_of(&sum), Nat::ONE);
    }

    #[test]
    fn a_carry_goes_through_every_word_above() {
        // One less than a power of 2⁶⁴, and one more: every word turns.
        for (row, factor) in
            [(Nat::ONE, 1u64), (Nat::word(1 << 64), u64::MAX), (Nat::word(u128::MAX), u64::MAX)]
        {
            let full = Nat::word(2).pow(320).checked_sub(&Nat::ONE).expect("a natural number");
            let part = &row * &Nat::from(factor);
            let row_words = words_of(&row, if row.as_word() == Some(1) { 1 } else { 2 });
            let mut sum = words_of(&full, 6);
            add_product(&mut sum, &row_words, factor);
            assert_eq!(number_of(&sum), &full + &part);
            subtract_product(&mut sum, &row_words, factor);
            assert_eq!(number_of(&sum), full);
            add_times(&mut sum, &row, factor);
            assert_eq!(number_of(&sum), &full + &part);
            subtract_product(&mut sum, &words_of(&row, 6), factor);
            assert_eq!(number_of(&sum), full);
        }
    }

    #[test]
    fn a_large_number_is_added_so_many_times() {
        let (big, other) = (Nat::word(7).pow(100), Nat::word(3).pow(180));
        for factor in [0u64, 1, 12_345, u64::MAX] {
            let mut sum = words_of(&other, 7);
            add_times(&mut sum, &big, factor);
            assert_eq!(number_of(&sum), &other + &(&big * &Nat::from(factor)), "{factor}");
        }
    }

    #[test]
    fn words_stand_for_the_number_they_were_made_of() {
        for power in [0u32, 1, 31, 32, 63, 64, 65, 127, 128, 129, 200] {
            for number in [Nat::word(2).pow(power), Nat::word(3).pow(power)] {
                assert_eq!(number_of(&words_of(&number, 5)), number, "{number}");
            }
        }
        assert_eq!(number_of(&[]), Nat::ZERO);
        assert_eq!(number_of(&[0, 0, 0]), Nat::ZERO);
        assert_eq!(words_of(&Nat::word((3 << 64) | 5), 4), [5, 3, 0, 0]);
    }
}
