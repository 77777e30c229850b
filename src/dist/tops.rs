//! Numerators over one denominator: natural numbers of equally many words, one after the other, so that nothing
//! is allocated where weights are added up.

use super::Nat;
use super::limbs::{add, add_product, add_product_of, divide_exactly, number_of, words_of};

/// Numerators by their places.
pub(crate) struct Tops {
    width: usize,
    words: Vec<u64>,
}

impl Tops {
    /// No numbers yet; they may be as large as a word.
    pub(crate) const fn new() -> Tops {
        Tops { width: 1, words: Vec::new() }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.words.len() / self.width
    }

    /// About how many bytes each of them fills.
    pub(crate) const fn bytes_each(&self) -> usize {
        self.width * 8
    }

    /// The words of a number, the lowest first.
    pub(crate) fn words(&self, at: usize) -> &[u64] {
        self.words.get(at * self.width..(at + 1) * self.width).unwrap_or(&[])
    }

    fn words_mut(&mut self, at: usize) -> &mut [u64] {
        self.words.get_mut(at * self.width..(at + 1) * self.width).unwrap_or(&mut [])
    }

    /// A number.
    pub(crate) fn number(&self, at: usize) -> Nat {
        number_of(self.words(at))
    }

    /// All of them together.
    pub(crate) fn total(&self) -> Nat {
        let mut sum = vec![0; self.width + 1];
        for number in self.words.chunks_exact(self.width) {
            add_product(&mut sum, number, 1);
        }
        number_of(&sum)
    }

    /// Makes room for numbers up to this, and for no more.
    pub(crate) fn fit(&mut self, most: &Nat) {
        let width = usize::try_from(most.words()).unwrap_or(1);
        if width == self.width {
            return;
        }
        let kept = width.min(self.width);
        let mut words = Vec::with_capacity(self.len() * width);
        for number in self.words.chunks_exact(self.width) {
            words.extend_from_slice(number.get(..kept).unwrap_or(number));
            words.resize(words.len() + width - kept, 0);
        }
        (self.width, self.words) = (width, words);
    }

    /// One more number, zero so far.
    pub(crate) fn push_zero(&mut self) {
        self.push_zeros(1);
    }

    /// So many more numbers, all zero so far.
    pub(crate) fn push_zeros(&mut self, count: usize) {
        self.words.resize(self.words.len() + count * self.width, 0);
    }

    /// Adds `number * factor` in a place; there must be room for what comes of it.
    pub(crate) fn add(&mut self, at: usize, number: &[u64], factor: &Nat) {
        match factor.as_word().map(u64::try_from) {
            Some(Ok(factor)) => add_product(self.words_mut(at), number, factor),
            Some(Err(_)) | None => {
                self.add_times(at, number, &words_of(factor, usize::try_from(factor.words()).unwrap_or(1)));
            }
        }
    }

    /// The same with a factor in words.
    pub(crate) fn add_times(&mut self, at: usize, number: &[u64], factor: &[u64]) {
        // What is zero above needs no product.
        let used = number.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1);
        let number = number.get(..used).unwrap_or(number);
        let sum = self.words_mut(at);
        match factor {
            [1] => add(sum, number),
            [factor] => add_product(sum, number, *factor),
            factor => add_product_of(sum, number, factor),
        }
    }

    /// Multiplies all of them, so that they are out of `most`.
    pub(crate) fn scale(&mut self, factor: &Nat, most: &Nat) {
        let mut scaled = Tops::new();
        scaled.fit(most);
        for at in 0..self.len() {
            scaled.push_zero();
            scaled.add(at, self.words(at), factor);
        }
        *self = scaled;
    }

    /// Makes numbers out of `other` addable to these, which are out of `whole`; gives what those have to be
    /// multiplied by.
    pub(crate) fn meet(&mut self, whole: &mut Nat, other: &Nat) -> Nat {
        if *whole == *other {
            return Nat::ONE;
        }
        // Dice are thrown again and again, so that mostly one is a multiple of the other.
        if let Some(factor) = whole.multiple_of(other) {
            return factor;
        }
        let common = match other.multiple_of(whole) {
            Some(_) => other.clone(),
            None => whole.lcm(other),
        };
        if common != *whole {
            let factor = common.checked_div(whole).unwrap_or(Nat::ONE);
            self.scale(&factor, &common);
            *whole = common;
        }
        whole.checked_div(other).unwrap_or(Nat::ONE)
    }

    /// Divides all of them by what divides them, so that they are out of `most`.
    pub(crate) fn divide(&mut self, divisor: &Nat, most: &Nat) {
        match divisor.as_word().map(u64::try_from) {
            Some(Ok(divisor)) => {
                self.words.chunks_exact_mut(self.width).for_each(|number| divide_exactly(number, divisor));
            }
            Some(Err(_)) | None => {
                for at in 0..self.len() {
                    let width = self.width;
                    let quotient = self.number(at).checked_div(divisor).unwrap_or(Nat::ZERO);
                    self.words_mut(at).copy_from_slice(&words_of(&quotient, width));
                }
            }
        }
        self.fit(most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_added_scaled_and_divided() {
        let big = Nat::word(7).pow(60);
        for factor in [Nat::word(5), Nat::word(3).pow(50), Nat::word(11).pow(90)] {
            let most = &(&big * &factor) * &Nat::word(9);
            let mut tops = Tops::new();
            tops.fit(&most);
            tops.push_zero();
            tops.push_zero();
            tops.add(0, &words_of(&big, 3), &factor);
            tops.add(0, &words_of(&big, 5), &factor);
            tops.add(1, &[1], &Nat::ONE);
            let twice = &(&big * &factor) * &Nat::word(2);
            assert_eq!((tops.len(), tops.number(0), tops.number(1)), (2, twice.clone(), Nat::ONE));
            assert_eq!(tops.total(), &twice + &Nat::ONE);
            tops.scale(&factor, &(&most * &factor));
            assert_eq!((tops.number(0), tops.number(1)), (&twice * &factor, factor.clone()));
            tops.divide(&factor, &most);
            assert_eq!((tops.number(0), tops.number(1)), (twice, Nat::ONE));
        }
    }

    #[test]
    fn room_is_made_and_given_back() {
        let mut tops = Tops::new();
        tops.push_zero();
        tops.add(0, &[9], &Nat::ONE);
        tops.fit(&Nat::word(2).pow(200));
        tops.push_zero();
        tops.add(1, &[3], &Nat::word(2).pow(150));
        assert_eq!(tops.number(0), Nat::word(9));
        assert_eq!(tops.number(1), &Nat::word(3) * &Nat::word(2).pow(150));
        tops.divide(&Nat::word(3), &Nat::word(2).pow(160));
        tops.divide(&Nat::ONE, &Nat::word(2).pow(155));
        assert_eq!((tops.number(0), tops.number(1)), (Nat::word(3), Nat::word(2).pow(150)));
    }
}
