//! Counting: how many dice meet a condition, less those that meet a second one.

use std::fmt;

use crate::dice::Condition;
use crate::dice::effect::Effect;
use crate::dice::hand::Hand;
use crate::dice::luck::{Draw, Halt};
use crate::dice::operator::{About, Act, Alias, Arguments, MissingArgument, Shape};

/// `c`: count the dice that meet a condition, and with `cf` take off those that meet another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Count {
    /// Dice that count one.
    pub hit: Condition,
    /// Dice that take one off.
    pub miss: Option<Condition>,
}

impl Count {
    /// The operator as it is read: its spelling, and what stood after it.
    pub(in crate::dice) fn build(_: &str, arguments: Arguments) -> Result<Count, MissingArgument> {
        Ok(Count { hit: arguments.condition()?, miss: arguments.miss })
    }
}

impl Act for Count {
    fn roll(&self, hand: &mut Hand<'_>, _luck: &mut dyn Draw) -> Result<(), Halt> {
        let score = |value| {
            i64::from(self.hit.holds(value)) - i64::from(self.miss.is_some_and(|miss| miss.holds(value)))
        };
        hand.tally = Some(hand.pool.iter().map(|slot| score(slot.value)).sum());
        Ok(())
    }

    fn effect(&self) -> Effect {
        Effect::Tally { hit: self.hit, miss: self.miss }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", self.hit)?;
        match self.miss {
            Some(miss) => write!(f, " cf{miss}"),
            None => Ok(()),
        }
    }
}

pub(in crate::dice) const COUNT: About = About {
    symbol: "c",
    name: "count",
    shape: Shape::Counting,
    aliases: &[Alias { spelling: "cs", system: "Foundry" }],
    help: "Counts the dice that meet the condition; with cf, takes off those that meet the second.",
    example: "6d10c>=8 cf=1",
};
