//! Bounds: raise each die to a least value, or lower it to a greatest.

use std::fmt;

use crate::base::Num;
use crate::dice::effect::{Bound, Effect};
use crate::dice::hand::Hand;
use crate::dice::luck::{Draw, Halt};
use crate::dice::operator::{About, Act, Alias, Arguments, MissingArgument, Shape};

impl Bound {
    /// What a value becomes.
    pub(in crate::dice) fn apply(self, value: Num) -> Num {
        match self {
            Bound::Low(low) => value.max(low),
            Bound::High(high) => value.min(high),
        }
    }

    fn play(self, hand: &mut Hand<'_>) {
        for slot in &mut hand.pool {
            slot.value = self.apply(slot.value);
        }
    }
}

/// `min`: every die counts at least so much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RaiseTo {
    /// The least value.
    pub least: Num,
}

/// `max`: every die counts at most so much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LowerTo {
    /// The greatest value.
    pub most: Num,
}

impl RaiseTo {
    /// The operator as it is read.
    pub(in crate::dice) fn build(arguments: Arguments) -> Result<RaiseTo, MissingArgument> {
        Ok(RaiseTo { least: arguments.bound()? })
    }
}

impl Act for RaiseTo {
    fn roll(&self, hand: &mut Hand<'_>, _luck: &mut dyn Draw) -> Result<(), Halt> {
        Bound::Low(self.least).play(hand);
        Ok(())
    }

    fn effect(&self) -> Effect {
        Effect::Bound(Bound::Low(self.least))
    }
}

impl LowerTo {
    /// The operator as it is read.
    pub(in crate::dice) fn build(arguments: Arguments) -> Result<LowerTo, MissingArgument> {
        Ok(LowerTo { most: arguments.bound()? })
    }
}

impl Act for LowerTo {
    fn roll(&self, hand: &mut Hand<'_>, _luck: &mut dyn Draw) -> Result<(), Halt> {
        Bound::High(self.most).play(hand);
        Ok(())
    }

    fn effect(&self) -> Effect {
        Effect::Bound(Bound::High(self.most))
    }
}

impl fmt::Display for RaiseTo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "min{}", self.least)
    }
}

impl fmt::Display for LowerTo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "max{}", self.most)
    }
}

pub(in crate::dice) const MIN: About = About {
    symbol: "min",
    name: "minimum",
    shape: Shape::Bound,
    aliases: &[Alias { spelling: "mi", system: "Avrae" }],
    help: "Raises each die that shows less to this number.",
    example: "8d6min2",
};

pub(in crate::dice) const MAX: About = About {
    symbol: "max",
    name: "maximum",
    shape: Shape::Bound,
    aliases: &[Alias { spelling: "ma", system: "Avrae" }],
    help: "Lowers each die that shows more to this number.",
    example: "8d6max5",
};
