//! Fixed-width numbers as slices of 64-bit words, lowest first, for the inner loops.
//!
//! Between steps a number may be negative, in two's complement; widths leave room for the sign.

use super::Nat;
use super::divisor::big_of;

/// `sum += row`, wrapping at the width of `sum`.
pub(super) fn add(sum: &mut [u64], row: &[u64]) {
    let mut carry = false;
    let (own, above) = sum.split_at_mut(row.len().min(sum.len()));
    for (word, part) in own.iter_mut().zip(row) {
        let (next, over) = word.overflowing_add(*part);
        let (next, again) = next.overflowing_add(u64::from(carry));
        *word = next;
        carry = over | again;
    }
    for word in above {
        if !carry {
            break;
        }
        (*word, carry) = word.overflowing_add(1);
    }
}

/// `sum += row * factor`, wrapping at the width of `sum`. Four words are taken at a time.
pub(super) fn add_product(sum: &mut [u64], row: &[u64], factor: u64) {
    let (own, above) = sum.split_at_mut(row.len().min(sum.len()));
    let (fours, rest) = own.as_chunks_mut::<4>();
    let (row_fours, row_rest) = row.as_chunks::<4>();
    let mut carry = 0;
    for ([a, b, c, d], [e, f, g, h]) in fours.iter_mut().zip(row_fours) {
        carry = add_word_product(a, *e, factor, carry);
        carry = add_word_product(b, *f, factor, carry);
        carry = add_word_product(c, *g, factor, carry);
        carry = add_word_product(d, *h, factor, carry);
    }
    let from = row_fours.get(fours.len()).map_or(row_rest, |next| next);
    for (word, part) in rest.iter_mut().zip(from) {
        carry = add_word_product(word, *part, factor, carry);
    }
    for word in above {
        if carry == 0 {
            break;
        }
        let (next, over) = word.overflowing_add(carry);
        *word = next;
        carry = u64::from(over);
    }
}

/// `word += part * factor + carry`; gives what goes over.
#[inline]
fn add_word_product(word: &mut u64, part: u64, factor: u64, carry: u64) -> u64 {
    let next = u128::from(part) * u128::from(factor) + u128::from(*word) + u128::from(carry);
    *word = low(next);
    low(next >> 64)
}

/// `sum += row * factor` for a factor of any length, wrapping at the width of `sum`.
pub(super) fn add_product_of(sum: &mut [u64], row: &[u64], factor: &[u64]) {
    for (at, factor) in factor.iter().enumerate() {
        add_product(sum.get_mut(at..).unwrap_or(&mut []), row, *factor);
    }
}

/// `number * number`: products of two different words come twice.
pub(super) fn square(number: &[u64]) -> Vec<u64> {
    let mut square = vec![0; number.len() * 2];
    for (at, word) in number.iter().enumerate() {
        let above = number.get(at + 1..).unwrap_or(&[]);
        add_product(square.get_mut(2 * at + 1..).unwrap_or(&mut []), above, *word);
    }
    let (mut carry, mut top) = (0u128, 0u64);
    for (pair, word) in square.chunks_exact_mut(2).zip(number) {
        let own = u128::from(*word) * u128::from(*word);
        for (slot, part) in pair.iter_mut().zip([low(own), low(own >> 64)]) {
            let twice = *slot << 1 | top;
            top = *slot >> 63;
            let sum = u128::from(twice) + u128::from(part) + carry;
            *slot = low(sum);
            carry = sum >> 64;
        }
    }
    square
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

/// The words of a number, none above the highest that is not zero, in place of what a list held.
pub(super) fn words_into(words: &mut Vec<u64>, number: &Nat) {
    words.clear();
    match number.as_big() {
        Some(big) => words.extend(big.iter_u64_digits()),
        None => {
            let word = number.as_word().unwrap_or(0);
            words.extend([low(word), low(word >> 64)].iter().filter(|_| word > 0));
            if word >> 64 == 0 {
                words.truncate(1);
            }
        }
    }
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

#[allow(clippy::cast_possible_truncation)]
const fn low(wide: u128) -> u64 {
    wide as u64
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
            add(&mut sum, &row_words);
            assert_eq!(number_of(&sum), &full + &row);
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
    fn products_of_many_words_are_products_of_numbers() {
        let mut number = Nat::ONE;
        for words in 1..12 {
            number = &(&number * &Nat::from(u64::MAX)) + &Nat::word(words);
            let own = words_of(&number, usize::try_from(number.words()).expect("few"));
            assert_eq!(number_of(&square(&own)), &number * &number);
            for factor in [Nat::ZERO, Nat::ONE, Nat::word(u128::MAX), number.pow(3), Nat::word(7).pow(77)] {
                let start = Nat::word(2).pow(300);
                let product = &number * &factor;
                let width = usize::try_from((&product + &start).words()).expect("few") + 1;
                let mut sum = words_of(&start, width);
                let factor = words_of(&factor, usize::try_from(factor.words()).expect("few"));
                add_product_of(&mut sum, &own, &factor);
                assert_eq!(number_of(&sum), &product + &start, "{number}");
                // A carry that goes through all words above.
                let mut full = vec![u64::MAX; width];
                add_product_of(&mut full, &own, &factor);
                let wrapped = &(&product + &Nat::word(2).pow(64 * u32::try_from(width).expect("few")));
                let wrapped = wrapped.checked_sub(&Nat::ONE).expect("above zero");
                full.push(0);
                let mut wanted = words_of(&wrapped, width + 1);
                wanted[width] = 0;
                assert_eq!(full, wanted, "{number}");
            }
        }
        assert!(square(&[]).is_empty());
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
        let mut words = vec![9, 9];
        for (number, wanted) in [
            (Nat::ZERO, vec![]),
            (Nat::word(7), vec![7]),
            (Nat::word(3 << 64), vec![0, 3]),
            (Nat::word(2).pow(128), vec![0, 0, 1]),
        ] {
            words_into(&mut words, &number);
            assert_eq!(words, wanted);
        }
        assert_eq!(number_of(&[0, 0, 0]), Nat::ZERO);
        assert_eq!(words_of(&Nat::word((3 << 64) | 5), 4), [5, 3, 0, 0]);
    }
}
