//! Rerolling once: a die that meets the condition is thrown a second time.

use std::fmt;

use crate::dice::Condition;
use crate::dice::effect::{Again, Effect, How};
use crate::dice::hand::Hand;
use crate::dice::luck::{Draw, Halt};
use crate::dice::operator::{About, Act, Arguments, MissingArgument, Shape};

/// `ro`: reroll once on a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RerollOnce {
    /// Which dice are thrown again.
    pub when: Condition,
}

impl RerollOnce {
    const fn again(&self) -> Again {
        Again { when: Some(self.when), how: How::Replace, limit: Some(1) }
    }
}

impl RerollOnce {
    /// The operator as it is read: its spelling, and what stood after it.
    pub(in crate::dice) fn build(_: &str, arguments: Arguments) -> Result<RerollOnce, MissingArgument> {
        Ok(RerollOnce { when: arguments.condition()? })
    }
}

impl Act for RerollOnce {
    fn roll(&self, hand: &mut Hand<'_>, luck: &mut dyn Draw) -> Result<(), Halt> {
        self.again().play(hand, luck)
    }

    fn effect(&self) -> Effect {
        Effect::Again(self.again())
    }
}

impl fmt::Display for RerollOnce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ro{}", self.when)
    }
}

pub(in crate::dice) const REROLL_ONCE: About = About {
    symbol: "ro",
    name: "reroll once",
    shape: Shape::Condition,
    aliases: &[],
    help: "Each die that meets the condition is thrown again once; the new face stands.",
    example: "2d6ro<3",
};
