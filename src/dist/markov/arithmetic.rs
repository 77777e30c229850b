//! What large chains are worked out in: numbers modulo primes, or about how large they are.

use super::modular::Field;

/// Numbers modulo a prime, or what is about as large.
pub(super) trait Arithmetic {
    type Number: Copy + Default;

    fn plus(&self, a: Self::Number, b: Self::Number) -> Self::Number;

    fn times(&self, a: Self::Number, b: Self::Number) -> Self::Number;
}

impl Arithmetic for Field {
    type Number = u64;

    #[inline]
    fn plus(&self, a: u64, b: u64) -> u64 {
        Field::plus(self, a, b)
    }

    #[inline]
    fn times(&self, a: u64, b: u64) -> u64 {
        Field::times(self, a, b)
    }
}

/// Several primes at once: a chain is gone through once for all of them.
pub(super) struct Fields(pub(super) [Field; Fields::COUNT]);

impl Fields {
    /// How many.
    pub(super) const COUNT: usize = 4;
}

impl Arithmetic for Fields {
    type Number = [u64; Fields::COUNT];

    #[inline]
    fn plus(&self, a: Self::Number, b: Self::Number) -> Self::Number {
        std::array::from_fn(|at| self.0[at].plus(a[at], b[at]))
    }

    #[inline]
    fn times(&self, a: Self::Number, b: Self::Number) -> Self::Number {
        std::array::from_fn(|at| self.0[at].times(a[at], b[at]))
    }
}

/// How large numbers are: all of them are taken for positive, so that nothing is lost by adding them up.
pub(super) struct Sizes;

impl Arithmetic for Sizes {
    type Number = f64;

    #[inline]
    fn plus(&self, a: f64, b: f64) -> f64 {
        a + b
    }

    #[inline]
    fn times(&self, a: f64, b: f64) -> f64 {
        a * b
    }
}

/// The numbers of a chain in some arithmetic.
pub(super) struct Numbers<N> {
    pub(super) one: N,
    pub(super) two: N,
    pub(super) weights: Vec<N>,
    pub(super) gains: Vec<N>,
    pub(super) divisors: Vec<N>,
    pub(super) inverses: Vec<Vec<N>>,
}

impl Numbers<[u64; Fields::COUNT]> {
    /// The same numbers modulo several primes.
    pub(super) fn side_by_side(each: &[Numbers<u64>; Fields::COUNT]) -> Numbers<[u64; Fields::COUNT]> {
        let zipped = |list: fn(&Numbers<u64>) -> &Vec<u64>| {
            (0..list(&each[0]).len()).map(|at| each.each_ref().map(|numbers| list(numbers)[at])).collect()
        };
        let inverse = |nth: usize, at: usize| each.each_ref().map(|numbers| numbers.inverses[nth][at]);
        let lengths = each[0].inverses.iter().map(Vec::len).enumerate();
        Numbers {
            one: each.each_ref().map(|numbers| numbers.one),
            two: each.each_ref().map(|numbers| numbers.two),
            weights: zipped(|numbers| &numbers.weights),
            gains: zipped(|numbers| &numbers.gains),
            divisors: zipped(|numbers| &numbers.divisors),
            inverses: lengths.map(|(nth, length)| (0..length).map(|at| inverse(nth, at)).collect()).collect(),
        }
    }
}
