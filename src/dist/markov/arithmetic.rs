//! What large chains are worked out in: numbers modulo a prime, or about how large they are.

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
