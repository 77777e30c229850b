//! Exact weights and finite distributions: pure mathematics, nothing of the language.
//!
//! [`Nat`] is a natural number of any size, [`Prob`] an exact fraction, [`Dist`] a list of outcomes
//! with whole weights over one common total. Nothing here is rounded. Where a distribution has
//! infinitely many outcomes, it lists some of them and states the exact weight of the rest.
//! Work is charged to a [`Budget`] before it is done, so that no question hangs.

mod alias;
mod budget;
mod chain;
mod combine;
mod cut;
mod distribution;
mod endless;
mod fraction;
mod lattice;
mod law;
mod limbs;
#[cfg(test)]
mod made;
pub mod markov;
mod multiset;
mod nat;
mod numeric;
mod order;
mod poly;
mod power;
mod prob;
mod random_sum;
mod unlisted;
mod worth;

pub use alias::Alias;
pub use budget::{Budget, DistError};
pub use chain::Chain;
pub use combine::{Comparison, ComparisonWeights};
pub use distribution::Dist;
pub use endless::Endless;
pub use fraction::Fraction;
pub use multiset::{binomial, multiset_count};
pub use nat::Nat;
pub use prob::Prob;
pub use unlisted::{Cut, Law, Moments, Tail};
pub use worth::{Worth, highest_total, highest_worth, stretch_worth};

#[cfg(test)]
use worth::own_value;
