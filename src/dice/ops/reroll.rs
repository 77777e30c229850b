//! Rerolling: a die that meets the condition is thrown again until it does not.

use std::fmt;

use crate::dice::Condition;
use crate::dice::effect::{Again, Effect, How};
use crate::dice::hand::Hand;
use crate::dice::luck::{Draw, Halt};
use crate::dice::operator::{About, Act, Alias, Arguments, MissingArgument, Shape};

/// `r`: reroll on a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reroll {
    /// Which dice are thrown again.
    pub when: Condition,
}

impl Reroll {
    const fn again(&self) -> Again {
        Again { when: Some(self.when), how: How::Replace, limit: None }
    }
}

impl Reroll {
    /// The operator as it is read: its spelling, and what stood after it.
    pub(in crate::dice) fn build(_: &str, arguments: Arguments) -> Result<Reroll, MissingArgument> {
        Ok(Reroll { when: arguments.condition()? })
    }
}

impl Act for Reroll {
    fn roll(&self, hand: &mut Hand<'_>, luck: &mut dyn Draw) -> Result<(), Halt> {
        self.again().play(hand, luck)
    }

    fn effect(&self) -> Effect {
        Effect::Again(self.again())
    }
}

impl fmt::Display for Reroll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}", self.when)
    }
}

pub(in crate::dice) const REROLL: About = About {
    symbol: "r",
    name: "reroll",
    shape: Shape::Condition,
    aliases: &[Alias { spelling: "rr", system: "Foundry, Avrae" }],
    help: "Each die that meets the condition is thrown again until it does not meet it.",
    example: "4d6r<2",
};
