//! A number below a bound from random words, without bias and the same everywhere.
//!
//! The word is multiplied by the bound; the high half is the number, and words whose low half falls
//! in the uneven rest are refused. The tests prove the method exhaustively on a word of 16 bits.

/// A number from 0 to `bound - 1` from words of 32 bits; a bound of 0 counts as 1.
#[inline]
pub(crate) fn below_u32(bound: u32, mut word: impl FnMut() -> u32) -> u32 {
    let bound = bound.max(1);
    loop {
        let product = u64::from(word()) * u64::from(bound);
        let [high, low] = halves_u64(product);
        // The rest is less than the bound: mostly the division is not needed to see that all is well.
        if low >= bound || low >= bound.wrapping_neg() % bound {
            return high;
        }
    }
}

/// A number from 0 to `bound - 1` from words of 64 bits; a bound of 0 counts as 1.
pub(crate) fn below_u64(bound: u64, mut word: impl FnMut() -> u64) -> u64 {
    let bound = bound.max(1);
    loop {
        let product = u128::from(word()) * u128::from(bound);
        let low = u64::try_from(product & u128::from(u64::MAX)).unwrap_or(0);
        if low >= bound || low >= bound.wrapping_neg() % bound {
            return u64::try_from(product >> 64).unwrap_or(0);
        }
    }
}

fn halves_u64(product: u64) -> [u32; 2] {
    let low = u32::try_from(product & u64::from(u32::MAX)).unwrap_or(0);
    [u32::try_from(product >> 32).unwrap_or(0), low]
}

#[cfg(test)]
mod tests {
    /// The same method on 16 bits; there are so many pairs to try that it is in plain arithmetic.
    fn below_u16(bound: u32, word: u32) -> Option<u32> {
        let product = word * bound;
        let low = product & 0xffff;
        if low >= bound || low >= (0x1_0000 - bound) % bound { Some(product >> 16) } else { None }
    }

    #[test]
    fn every_number_comes_from_as_many_words() {
        let counts: &mut [u32] = &mut [0; 3000];
        for bound in 1..=3000 {
            counts.fill(0);
            let mut word = 0;
            while word <= 0xffff {
                if let Some(number) = below_u16(bound, word) {
                    counts[number as usize] += 1;
                }
                word += 1;
            }
            let (numbers, beyond) = counts.split_at(bound as usize);
            let each = 0x1_0000 / bound;
            assert!(numbers.iter().all(|count| *count == each), "bound {bound}");
            assert!(beyond.iter().all(|count| *count == 0), "bound {bound}");
        }
    }

    #[test]
    fn the_wide_words_use_the_same_method() {
        let words = [0u32, 1, 7, 0x8000_0000, u32::MAX];
        for bound in [1u32, 2, 3, 6, 20, 100, 1_000_000, u32::MAX] {
            for word in words {
                let rest = (1u64 << 32) % u64::from(bound);
                let product = u64::from(word) * u64::from(bound);
                let refused = (product & 0xffff_ffff) < rest;
                let mut first = true;
                let given =
                    super::below_u32(bound, || if std::mem::take(&mut first) { word } else { u32::MAX });
                let wanted =
                    if refused { (u64::from(u32::MAX) * u64::from(bound)) >> 32 } else { product >> 32 };
                assert_eq!(u64::from(given), wanted, "{word} below {bound}");
            }
        }
    }
}
