//! Exact weights and finite distributions: pure mathematics, nothing of the language.
//!
//! [`Nat`] is a natural number of any size, [`Prob`] an exact fraction, [`Dist`] a list of outcomes
//! with whole weights over one common total. Nothing here is rounded. Where a distribution has
//! infinitely many outcomes, it lists some of them and states the exact weight of the rest.
//! Work is charged to a [`Budget`] before it is done, so that no question hangs.

#![deny(clippy::wildcard_enum_match_arm)]

mod alias;
mod branching;
mod budget;
mod chain;
mod combine;
mod cut;
mod distribution;
mod divisor;
mod endless;
mod extremes;
mod fraction;
mod lattice;
mod law;
mod limbs;
#[cfg(test)]
mod made;
pub(crate) mod markov;
mod multiples;
mod multiset;
mod nat;
mod nested;
mod numeric;
mod order;
mod poly;
mod power;
mod prob;
mod random_sum;
mod rounded;
mod sides;
mod standings;
mod tops;
mod transform;
mod unlisted;
mod worth;

pub(crate) use alias::Alias;
pub(crate) use branching::{Offspring, branching};
pub use budget::Budget;
pub(crate) use budget::{DistError, Effort};
pub(crate) use chain::Chain;
pub use distribution::Dist;
pub(crate) use extremes::{mean_of_highest, mean_of_lowest};
pub(crate) use fraction::{Fraction, NEARLY_NOTHING};
pub(crate) use law::NearAndFar;
pub(crate) use multiples::{Line, Multiples, Onward};
pub(crate) use multiset::{binomial, binomials};
pub(crate) use nat::Nat;
pub(crate) use prob::Prob;
pub(crate) use standings::{Standing, all_places, at_place};
pub(crate) use tops::Tops;
pub(crate) use unlisted::{Cut, Law, Moments, Tail};
pub(crate) use worth::{highest_total, highest_worth, stretch_worth};

#[cfg(test)]
use worth::own_value;
