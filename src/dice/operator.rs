//! What an operator is made of; each has a file of its own under `ops/`.

use std::fmt;

use super::Condition;
use super::effect::Effect;
use super::hand::Hand;
use super::luck::{Draw, Halt};
use crate::base::Num;

/// What there is to know about an operator.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About {
    /// How it is written: `kh`.
    pub symbol: &'static str,
    /// What it is called: `keep highest`.
    pub name: &'static str,
    /// Which arguments it takes.
    pub shape: Shape,
    /// How other systems write it.
    pub aliases: &'static [Alias],
    /// One sentence for the help.
    pub help: &'static str,
    /// A pool that uses it.
    pub example: &'static str,
}

/// Which arguments an operator takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// How many dice; one where it is left out.
    Amount,
    /// A condition and a limit, each of which may be left out.
    ConditionAndLimit,
    /// A condition.
    Condition,
    /// A condition, and after `cf` perhaps a second one.
    Counting,
    /// A number.
    Bound,
}

/// Another system's spelling of an operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Alias {
    /// How it is written there.
    pub spelling: &'static str,
    /// Where.
    pub system: &'static str,
}

/// What stood after an operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Arguments {
    /// The number of dice.
    pub amount: Option<u32>,
    /// The condition.
    pub when: Option<Condition>,
    /// The number after `limit`.
    pub limit: Option<u32>,
    /// The condition after `cf`.
    pub miss: Option<Condition>,
    /// The number of a bound.
    pub bound: Option<Num>,
}

/// An operator stands without an argument that it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum MissingArgument {
    /// Such as `r` alone.
    #[error("a condition is missing, such as `=1` or `<3`")]
    Condition,
    /// Such as `min` alone.
    #[error("a number is missing")]
    Number,
}

impl Arguments {
    /// The condition of an operator that needs one.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn condition(&self) -> Result<Condition, MissingArgument> {
        self.when.ok_or(MissingArgument::Condition)
    }

    /// The number of an operator that needs one.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn bound(&self) -> Result<Num, MissingArgument> {
        self.bound.ok_or(MissingArgument::Number)
    }
}

/// What every operator can do; its file under `ops/` gives the meaning.
pub(super) trait Act: fmt::Display {
    /// Plays the operator on a hand of dice. This *is* the operator's meaning.
    fn roll(&self, hand: &mut Hand<'_>, luck: &mut dyn Draw) -> Result<(), Halt>;

    /// What the operator does to a distribution; held against `roll` by a test.
    fn effect(&self) -> Effect;
}
