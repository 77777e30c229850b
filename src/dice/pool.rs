//! What is to be rolled: dice or entries, and the operators on them in order.

use std::fmt;

use super::{Faces, How, Op};
use crate::base::Num;

/// A pool as it is written: what is rolled, and the operators that work on it from left to right.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PoolSpec {
    /// What is rolled.
    pub source: PoolSource,
    /// What is done to it, in this order.
    pub ops: Vec<Op>,
}

/// What a pool starts from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PoolSource {
    /// Equal dice: `4d6`.
    Dice {
        /// How many.
        count: u32,
        /// Of which kind.
        faces: Faces,
    },
    /// Pools of their own, each summed before they compete: `{d8!, d6!}`.
    Entries(Vec<PoolSpec>),
}

impl PoolSpec {
    /// `count` equal dice.
    pub const fn dice(count: u32, faces: Faces) -> PoolSpec {
        PoolSpec { source: PoolSource::Dice { count, faces }, ops: Vec::new() }
    }

    /// Entries that are summed each, and then compete.
    pub const fn entries(entries: Vec<PoolSpec>) -> PoolSpec {
        PoolSpec { source: PoolSource::Entries(entries), ops: Vec::new() }
    }

    /// The same pool with one more operator at the end.
    #[must_use]
    pub fn with(mut self, op: Op) -> PoolSpec {
        self.ops.push(op);
        self
    }

    /// The faces, where the pool is made of equal dice.
    pub(crate) const fn faces(&self) -> Option<&Faces> {
        match &self.source {
            PoolSource::Dice { faces, .. } => Some(faces),
            PoolSource::Entries(_) => None,
        }
    }

    /// The sides of the one plain die that this is, if it is nothing more.
    pub(crate) const fn one_die(&self) -> Option<u32> {
        match &self.source {
            PoolSource::Dice { count: 1, faces: Faces::Sides(sides) } if self.ops.is_empty() => Some(*sides),
            PoolSource::Dice { .. } | PoolSource::Entries(_) => None,
        }
    }

    /// Whether there is no highest result: dice are thrown again and again.
    pub(crate) fn is_endless(&self) -> bool {
        let goes_on =
            |op: &Op| matches!(op, Op::Again(again) if again.limit.is_none() && again.how != How::Replace);
        let within = match &self.source {
            PoolSource::Dice { .. } => false,
            PoolSource::Entries(entries) => entries.iter().any(PoolSpec::is_endless),
        };
        within || self.ops.iter().any(goes_on)
    }

    /// Whether a result may be less than 0, as far as is seen at once.
    pub(crate) fn may_be_negative(&self) -> bool {
        let least = match &self.source {
            PoolSource::Dice { faces, .. } => faces.lowest(),
            PoolSource::Entries(_) => None,
        };
        let lowers = |op: &Op| match op {
            Op::Keep(_) => false,
            // One less than a face.
            Op::Again(again) => again.how == How::JoinLower && least.is_none_or(|least| least < Num::ONE),
            Op::Bound(bound) => bound.number < Num::ZERO,
            Op::Count(count) => count.miss.is_some(),
        };
        let within = match &self.source {
            PoolSource::Dice { faces, .. } => faces.lowest().is_none_or(|lowest| lowest < Num::ZERO),
            PoolSource::Entries(entries) => entries.iter().any(PoolSpec::may_be_negative),
        };
        within || self.ops.iter().any(lowers)
    }

    /// What no result is less than, as far as is seen at once.
    pub(crate) fn least(&self) -> Option<Num> {
        if self.may_be_negative() {
            return None;
        }
        let adds = |op: &Op| matches!(op, Op::Again(again) if again.how != How::JoinLower);
        let PoolSource::Dice { count, faces } = &self.source else { return Some(Num::ZERO) };
        let each = faces.lowest().filter(|_| self.ops.iter().all(adds));
        each.and_then(|lowest| lowest.mul(Num::int(i64::from(*count))).ok()).or(Some(Num::ZERO))
    }

    /// How many dice are thrown before any operator works.
    pub(crate) fn dice_count(&self) -> u64 {
        match &self.source {
            PoolSource::Dice { count, .. } => u64::from(*count),
            PoolSource::Entries(entries) => {
                entries.iter().fold(0u64, |sum, entry| sum.saturating_add(entry.dice_count()))
            }
        }
    }
}

/// The pool in the notation of the language: `4d6kh3`, `5d10!>=9 limit 3`, `{d8!, d6!}kh1`.
impl fmt::Display for PoolSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            PoolSource::Dice { count: 1, faces } => write!(f, "{faces}")?,
            PoolSource::Dice { count, faces } => write!(f, "{count}{faces}")?,
            PoolSource::Entries(entries) => {
                f.write_str("{")?;
                for (at, entry) in entries.iter().enumerate() {
                    write!(f, "{}{entry}", if at > 0 { ", " } else { "" })?;
                }
                f.write_str("}")?;
            }
        }
        let mut before: Option<String> = None;
        for op in &self.ops {
            let written = op.to_string();
            if before.is_some_and(|before| needs_space(&before, &written)) {
                f.write_str(" ")?;
            }
            f.write_str(&written)?;
            before = Some(written);
        }
        Ok(())
    }
}

/// Whether two operators written without a space between them would be read as something else.
fn needs_space(before: &str, after: &str) -> bool {
    // `! !` is not `!!`; after `limit 3` or `cf=1` a space shows where the argument ends.
    before.contains(' ') || (before.ends_with('!') && after.starts_with('!'))
}
