//! What is known of outcomes that a distribution does not list.

use super::{Fraction, Nat};

/// What is known about the outcomes that a distribution does not list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// Their weight together, out of the distribution's total.
    pub weight: Nat,
    /// Where they lie.
    pub tail: Tail,
    /// The exact mean and variance of the whole, where they are known.
    pub moments: Option<Moments>,
}

/// Where the outcomes lie that a cut-off distribution does not list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tail {
    /// Above every listed outcome: each listed probability is exact.
    Above,
    /// Below every listed outcome: each listed probability is exact.
    Below,
    /// Anywhere: each listed probability may be too small, all together by at most the residual.
    Anywhere,
}

/// An exact mean and variance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moments {
    /// The mean.
    pub mean: Fraction,
    /// The variance: the mean squared distance from the mean.
    pub variance: Fraction,
}
