//! One operator as it stands in a pool, with its arguments.

use std::fmt;

use super::effect::{End, Keep};
use super::operator::Act;
use super::ops::{Compound, Count, Explode, LowerTo, Penetrate, RaiseTo, Reroll, RerollOnce};

/// One operator with its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Op {
    /// `kh` `kl` `dh` `dl`
    Keep(Keep),
    /// `!`
    Explode(Explode),
    /// `!!`
    Compound(Compound),
    /// `!p`
    Penetrate(Penetrate),
    /// `r`
    Reroll(Reroll),
    /// `ro`
    RerollOnce(RerollOnce),
    /// `c` with an optional `cf`
    Count(Count),
    /// `min`
    Min(RaiseTo),
    /// `max`
    Max(LowerTo),
}

impl Op {
    pub(super) fn act(&self) -> &dyn Act {
        match self {
            Op::Keep(op) => op,
            Op::Explode(op) => op,
            Op::Compound(op) => op,
            Op::Penetrate(op) => op,
            Op::Reroll(op) => op,
            Op::RerollOnce(op) => op,
            Op::Count(op) => op,
            Op::Min(op) => op,
            Op::Max(op) => op,
        }
    }

    /// Keep the `count` highest: `kh`.
    pub const fn keep_highest(count: u32) -> Op {
        Op::Keep(Keep { end: End::Highest, drop: false, count })
    }

    /// Keep the `count` lowest: `kl`.
    #[cfg(test)]
    pub(crate) const fn keep_lowest(count: u32) -> Op {
        Op::Keep(Keep { end: End::Lowest, drop: false, count })
    }

    /// Drop the `count` highest: `dh`.
    #[cfg(test)]
    pub(crate) const fn drop_highest(count: u32) -> Op {
        Op::Keep(Keep { end: End::Highest, drop: true, count })
    }

    /// Drop the `count` lowest: `dl`.
    pub const fn drop_lowest(count: u32) -> Op {
        Op::Keep(Keep { end: End::Lowest, drop: true, count })
    }
}

/// The operator in the notation of the language: `kh3`, `!>=9 limit 3`, `c>=8 cf=1`.
impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.act().fmt(f)
    }
}
