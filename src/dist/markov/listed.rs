//! How a chain ends, listed.

use super::super::Nat;

/// An end that is reached with a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Level {
    /// The end.
    pub end: u32,
    /// The sum.
    pub sum: u64,
    /// How likely both are together.
    pub weight: Nat,
}

/// The distribution, as far as it is listed.
#[derive(Debug, Clone)]
pub(crate) struct Levels {
    /// What is listed.
    pub listed: Vec<Level>,
    /// What the weights are out of.
    pub whole: Nat,
    /// All sums below this are listed, where weights are not rounded.
    pub below: Option<u64>,
}
