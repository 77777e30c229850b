//! What is known of outcomes that a distribution does not list.

use super::{Fraction, Nat};
use crate::base::Num;

/// What is known about the outcomes that a distribution does not list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cut {
    /// Their weight together, out of the distribution's total.
    pub weight: Nat,
    /// Where they lie.
    pub tail: Tail,
    /// The exact mean and variance of the whole, where they are known.
    pub moments: Option<Moments>,
    /// How their weights go on, where that is known.
    pub law: Option<Law>,
}

impl Cut {
    /// So much weight that lies somewhere, of which no more is known.
    pub(crate) const fn anywhere(weight: Nat) -> Cut {
        Cut { weight, tail: Tail::Anywhere, moments: None, law: None }
    }
}

/// Where the outcomes lie that a cut-off distribution does not list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tail {
    /// Above every listed outcome: each listed probability is exact.
    Above,
    /// Below every listed outcome: each listed probability is exact.
    Below,
    /// Anywhere: each listed probability may be too small, all together by at most the residual.
    Anywhere,
}

/// An exact mean and variance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Moments {
    /// The mean.
    pub mean: Fraction,
    /// The variance: the mean squared distance from the mean; nothing where that grows without end.
    pub variance: Option<Fraction>,
}

/// How the weights go on that are not listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Law {
    /// Beyond this outcome it holds.
    pub(super) after: Num,
    pub(super) poles: Vec<Pole>,
}

/// Each weight is the one a period before times a ratio, so many times over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pole {
    pub(super) ratio: Fraction,
    pub(super) period: Num,
    pub(super) times: u32,
}
