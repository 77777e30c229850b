//! Dice: faces, pools, and one registry of pool operators.
//!
//! A [`PoolSpec`] says what is rolled and which operators work on it, strictly from left to right.
//! An operator *is* its roll: [`PoolSpec::roll`] plays it on real dice that come from a [`Luck`].
//! The exact distributions of [`PoolSpec::total_dist`] and its like are shortcuts, each held
//! against an enumeration of the same roll. Nothing here is random by itself.

#![deny(clippy::wildcard_enum_match_arm)]

mod condition;
mod exact;
mod faces;
mod hand;
#[cfg(test)]
mod judge;
mod luck;
mod notation;
mod op;
mod operator;
mod ops;
mod pool;
mod printed;
mod problem;
mod problem_kind;
mod registry;
mod roll;
mod show;
#[cfg(test)]
mod tests;

pub use condition::Compare;
pub use condition::Condition;
pub(crate) use exact::{ExactError, RESIDUAL_BITS, values_total_dist};
pub use faces::Faces;
pub(crate) use hand::{Die, Role, Sequel};
pub use luck::Luck;
pub use luck::RollLimits;
pub(crate) use op::NumberRole;
pub use op::{Again, Bound, Count, How, Keep, Kept, Op, PoolOp, Side};
pub(crate) use operator::{About, Takes};
pub(crate) use pool::PoolSource;
pub use pool::PoolSpec;
pub(crate) use printed::{faces_together, zero_is_highest};
pub(crate) use problem_kind::ProblemKind;
pub(crate) use registry::{OPERATORS, operator};
pub use roll::Rolled;
pub(crate) use roll::{RollError, TotalError, apply_to_values};
