//! Compounding: like exploding, but all is added into the one die.

use std::fmt;

use super::again::write_arguments;
use crate::dice::Condition;
use crate::dice::effect::{Again, Effect, How};
use crate::dice::hand::Hand;
use crate::dice::luck::{Draw, Halt};
use crate::dice::operator::{About, Act, Arguments, MissingArgument, Shape};

/// `!!`: compound on a condition, or on the highest face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Compound {
    /// Which faces compound; the highest where nothing is said.
    pub when: Option<Condition>,
    /// How many extra dice at most for each die; no end where nothing is said.
    pub limit: Option<u32>,
}

impl Compound {
    const fn again(&self) -> Again {
        Again { when: self.when, how: How::Add, limit: self.limit }
    }
}

impl Compound {
    /// The operator as it is read: its spelling, and what stood after it.
    pub(in crate::dice) fn build(_: &str, arguments: Arguments) -> Result<Compound, MissingArgument> {
        Ok(Compound { when: arguments.when, limit: arguments.limit })
    }
}

impl Act for Compound {
    fn roll(&self, hand: &mut Hand<'_>, luck: &mut dyn Draw) -> Result<(), Halt> {
        self.again().play(hand, luck)
    }

    fn effect(&self) -> Effect {
        Effect::Again(self.again())
    }
}

impl fmt::Display for Compound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("!!")?;
        write_arguments(f, self.when, self.limit)
    }
}

pub(in crate::dice) const COMPOUND: About = About {
    symbol: "!!",
    name: "compound",
    shape: Shape::ConditionAndLimit,
    aliases: &[],
    help: "Each die on its highest face, or meeting the condition, is thrown again, and all is added into that one die.",
    example: "8d4!!kh4",
};
