//! Distributions and probabilities as tests write them.

use super::{Dist, Nat, Prob};

/// A distribution of outcomes with their weights.
pub(super) fn weighted(weights: &[(i32, u32)]) -> Dist<i32> {
    Dist::from_weights(weights.iter().map(|(value, weight)| (*value, Nat::from(*weight)))).expect("weights")
}

/// A probability.
pub(super) fn prob(top: u32, bottom: u32) -> Prob {
    Prob::of(&Nat::from(top), &Nat::from(bottom))
}
