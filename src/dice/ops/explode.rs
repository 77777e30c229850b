//! Exploding: each die that meets the condition throws one more, which joins the pool.

use std::fmt;

use super::again::write_arguments;
use crate::dice::Condition;
use crate::dice::effect::{Again, Effect, How};
use crate::dice::hand::Hand;
use crate::dice::luck::{Draw, Halt};
use crate::dice::operator::{About, Act, Alias, Arguments, MissingArgument, Shape};

/// `!`: explode on a condition, or on the highest face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Explode {
    /// Which faces explode; the highest where nothing is said.
    pub when: Option<Condition>,
    /// How many extra dice at most for each die; no end where nothing is said.
    pub limit: Option<u32>,
}

impl Explode {
    const fn again(&self) -> Again {
        Again { when: self.when, how: How::Join, limit: self.limit }
    }
}

impl Explode {
    /// The operator as it is read: its spelling, and what stood after it.
    pub(in crate::dice) fn build(spelling: &str, arguments: Arguments) -> Result<Explode, MissingArgument> {
        let limit =
            if spelling.eq_ignore_ascii_case("xo") { arguments.limit.or(Some(1)) } else { arguments.limit };
        Ok(Explode { when: arguments.when, limit })
    }
}

impl Act for Explode {
    fn roll(&self, hand: &mut Hand<'_>, luck: &mut dyn Draw) -> Result<(), Halt> {
        self.again().play(hand, luck)
    }

    fn effect(&self) -> Effect {
        Effect::Again(self.again())
    }
}

impl fmt::Display for Explode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("!")?;
        write_arguments(f, self.when, self.limit)
    }
}

pub(in crate::dice) const EXPLODE: About = About {
    symbol: "!",
    name: "explode",
    shape: Shape::ConditionAndLimit,
    aliases: &[
        Alias { spelling: "x", system: "Foundry" },
        Alias { spelling: "xo", system: "Foundry; once for each die" },
    ],
    help: "Each die on its highest face, or meeting the condition, throws one more die, which joins the pool and may explode again.",
    example: "3d6!",
};
