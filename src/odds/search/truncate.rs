//! Loops that only luck ends: they are followed until what is left of them is negligible, and that is
//! stated.

use super::Search;
use crate::odds::error::OddsError;
use crate::odds::states::group::Group;
use crate::odds::states::weight::Weight;
use crate::plan::Loop;

/// A loop is taken for endless only after so many passes.
const PASSES: u32 = 64;
/// Where the budget ends first, at most this much may be left over, as a power of two.
const COARSE_BITS: u64 = 10;
/// Several loops may leave something over; together it is still negligible.
const SLACK: u64 = 8;
/// Weights with more binary digits than this are too much work.
const MAX_WEIGHT_BITS: u64 = 1 << 13;

impl Search<'_> {
    /// Whether a group is in a loop without an end of its own, and hardly anything of it is left there.
    pub(super) fn goes_on_for_nothing(&self, group: &Group) -> bool {
        if !self.is_endless(group) {
            return false;
        }
        let fine = u64::from(self.residual_bits);
        let bits = if group.denominator.bits() > MAX_WEIGHT_BITS { COARSE_BITS } else { fine };
        bits_below_one(group) > bits + SLACK
    }

    /// What to do where the budget is met: what is left is stated if it is little, and the loop at fault
    /// has no end.
    pub(super) fn give_up(&mut self, group: Group, error: OddsError) -> Result<(), OddsError> {
        if self.is_endless(&group) && self.is_below(&group, COARSE_BITS) {
            self.leave(group);
            return Ok(());
        }
        Err(error)
    }

    /// Leaves all states that still wait.
    pub(super) fn leave(&mut self, group: Group) {
        self.lose(Weight::new(group.total_numerator(), group.denominator));
        while let Some(group) = self.next_group() {
            self.lose(Weight::new(group.total_numerator(), group.denominator));
        }
    }

    /// Whether the states are in a `repeat until` that has gone on for long, or among dice that explode.
    pub(super) fn is_endless(&self, group: &Group) -> bool {
        let skeleton = &group.halt.shape.skeleton;
        group.loops.iter().enumerate().any(|(at, (entered, passes))| {
            // The loop belongs to the innermost frame that began with fewer loops open.
            let frame = skeleton.frames.iter().rev().find(|frame| frame.loops as usize <= at);
            let ended_by = frame.and_then(|frame| self.plan.code(frame.code).loops.at(*entered));
            ended_by.is_some_and(|by| *by == Loop::Explosion || (*passes >= PASSES && !by.is_counted()))
        })
    }

    /// Whether all states that wait weigh less than two to the power of minus `bits` together.
    fn is_below(&self, group: &Group, bits: u64) -> bool {
        let waiting = self.groups.iter().flatten();
        // Each is below two to the power of this.
        let heaviest = waiting.clone().chain([group]).map(bits_below_one);
        let count = waiting.count() as u64 + 1;
        let slack = u64::from(u64::BITS - count.leading_zeros()) + 1;
        heaviest.min().is_some_and(|least| least > bits + slack)
    }
}

/// How far the weight of a group's states is below one, as a power of two.
fn bits_below_one(group: &Group) -> u64 {
    group.denominator.bits().saturating_sub(group.total_numerator().bits())
}
