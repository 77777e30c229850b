//! Penetrating: like exploding, but each extra die counts one less than it shows.

use std::fmt;

use super::again::write_arguments;
use crate::dice::Condition;
use crate::dice::effect::{Again, Effect, How};
use crate::dice::hand::Hand;
use crate::dice::luck::{Draw, Halt};
use crate::dice::operator::{About, Act, Arguments, MissingArgument, Shape};

/// `!p`: penetrate on a condition, or on the highest face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Penetrate {
    /// Which faces penetrate; the highest where nothing is said.
    pub when: Option<Condition>,
    /// How many extra dice at most for each die; no end where nothing is said.
    pub limit: Option<u32>,
}

impl Penetrate {
    const fn again(&self) -> Again {
        Again { when: self.when, how: How::JoinLower, limit: self.limit }
    }
}

impl Penetrate {
    /// The operator as it is read: its spelling, and what stood after it.
    pub(in crate::dice) fn build(_: &str, arguments: Arguments) -> Result<Penetrate, MissingArgument> {
        Ok(Penetrate { when: arguments.when, limit: arguments.limit })
    }
}

impl Act for Penetrate {
    fn roll(&self, hand: &mut Hand<'_>, luck: &mut dyn Draw) -> Result<(), Halt> {
        self.again().play(hand, luck)
    }

    fn effect(&self) -> Effect {
        Effect::Again(self.again())
    }
}

impl fmt::Display for Penetrate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("!p")?;
        write_arguments(f, self.when, self.limit)
    }
}

pub(in crate::dice) const PENETRATE: About = About {
    symbol: "!p",
    name: "penetrate",
    shape: Shape::ConditionAndLimit,
    aliases: &[],
    help: "Like exploding, but each extra die counts one less than it shows.",
    example: "2d6!p",
};
