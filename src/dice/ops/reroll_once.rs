//! Rerolling once: a die that meets the condition is thrown a second time.

use std::fmt;

use super::{Again, Effect, How};
use crate::dice::hand::Hand;
use crate::dice::luck::{Draw, Halt};
use crate::dice::op::Act;
use crate::dice::registry::{OpKind, Operator, Shape};
use crate::dice::{Condition, Op};

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

impl Act for RerollOnce {
    fn kind(&self) -> OpKind {
        OpKind::RerollOnce
    }

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

pub(in crate::dice) const REROLL_ONCE: Operator = Operator {
    kind: OpKind::RerollOnce,
    symbol: "ro",
    name: "reroll once",
    shape: Shape::Condition,
    aliases: &[],
    help: "Each die that meets the condition is thrown again once; the new face stands.",
    example: "2d6ro<3",
    build: |_, arguments| Ok(Op::RerollOnce(RerollOnce { when: arguments.condition()? })),
};
