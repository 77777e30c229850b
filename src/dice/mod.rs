//! Dice: faces, pools, and one registry of pool operators.
//!
//! A [`PoolSpec`] says what is rolled and which operators work on it, strictly from left to right.
//! An operator *is* its roll: [`PoolSpec::roll`] plays it on real dice that come from a [`Luck`].
//! The exact distributions of [`PoolSpec::total_dist`] and its like are shortcuts, each held
//! against an enumeration of the same roll. Nothing here is random by itself.

mod condition;
mod effect;
mod exact;
mod faces;
mod hand;
#[cfg(test)]
mod judge;
mod luck;
mod op;
mod operator;
mod ops;
mod pool;
mod problem;
mod problem_kind;
mod registry;
mod roll;
mod show;
#[cfg(test)]
mod tests;

pub use condition::{Compare, Condition};
pub use effect::{End, Keep};
pub use exact::{ExactError, RESIDUAL_BITS, values_total_dist};
pub use faces::Faces;
pub use hand::{Die, Role, Sequel};
pub use luck::{Limits, Luck};
pub use op::Op;
pub use operator::{About, Alias, Arguments, MissingArgument, OpKind, Shape};
pub use ops::{Compound, Count, Explode, LowerTo, Penetrate, RaiseTo, Reroll, RerollOnce};
pub use pool::{PoolSpec, Source};
pub use problem::Problem;
pub use problem_kind::ProblemKind;
pub use registry::{OPERATORS, Operator, find_operator};
pub use roll::{Entry, RollError, Rolled, TotalError, apply_to_values};
pub use show::Piece;
