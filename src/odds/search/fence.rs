//! What exact odds do where there is too much of something: they say so, and name what costs most.

use super::foresight::Foreseen;
use super::{EFFORT_PER_BRANCH, EFFORT_PER_EQUAL, EFFORT_PER_KIND, Search};
use crate::base::{Span, counted};
use crate::diag::codes::limits;
use crate::engine::{Fault, Frame};
use crate::odds::error::{OddsError, WAITING};
use crate::odds::states::Shape;
use crate::odds::states::group::Group;
use crate::plan::{DiceOp, Op, TableOp};

/// Bytes that states, values and ways may fill together: what is left of a command's memory is for the
/// samples that are taken where this is not enough.
const BYTES: u64 = 160 << 20;
const BYTES_PER_RESULT: u64 = 96;
/// Where sums will come to more states than this, it is tried first to leave them open.
const MANY_STATES: u64 = 20_000;
/// Ways that are found until their memory is looked at again.
const WAYS_PER_LOOK: u32 = 256;

impl Search<'_> {
    /// Somebody has another way where this one is seen to be too long.
    pub(in crate::odds) fn may_give_way(&mut self) {
        self.has_other = true;
    }

    /// What was seen of the passes to come, where the rest was left for that.
    pub(in crate::odds) fn foreseen(&self) -> Foreseen {
        self.foreseen
    }

    /// Refuses what will come to too many states, and leaves what will take too long while there is another way.
    pub(super) fn look_ahead(&mut self, group: &Group) -> Result<(), OddsError> {
        let Some(outlook) = self.foresight.outlook(self.plan, group, &self.values) else { return Ok(()) };
        if outlook.last > self.limit {
            self.foreseen = Foreseen::TooMany;
            self.most = (group.len(), self.construct(&group.halt.shape));
            return Err(self.too_many());
        }
        let branches = self.tracks.get(group.track).map_or(1, |track| track.supplies.len() as u64);
        let effort = outlook.all.saturating_mul(branches * self.effort_per_branch());
        let is_much = |left: u64| effort > left;
        if self.has_other && (outlook.all > MANY_STATES || self.context.effort_left().is_some_and(is_much)) {
            self.foreseen = Foreseen::TooLong;
            return Err(self.too_long(group.halt.shape.skeleton.frames.last()));
        }
        Ok(())
    }

    /// What each branch of a state costs.
    pub(super) fn effort_per_branch(&self) -> u64 {
        let cards = EFFORT_PER_KIND * self.values.decks.kinds();
        EFFORT_PER_BRANCH + EFFORT_PER_EQUAL * self.alike.count() + cards
    }

    /// Refuses a step that takes longer than is left, before it is begun.
    pub(super) fn bear_work(&self, group: &Group, branches: u64) -> Result<(), OddsError> {
        let work = (group.len() as u64).saturating_mul(branches).saturating_mul(self.effort_per_branch());
        if self.context.effort_left().is_some_and(|left| work > left) {
            return Err(self.too_long(group.halt.shape.skeleton.frames.last()));
        }
        Ok(())
    }

    /// Looks now and then whether all that is held still fits.
    pub(super) fn bear_memory(&mut self, group: &Group) -> Result<(), OddsError> {
        self.unweighed += 1;
        if self.unweighed < WAYS_PER_LOOK {
            return Ok(());
        }
        self.unweighed = 0;
        let groups: u64 = self.groups.iter().flatten().chain([group]).map(Group::bytes).sum();
        let results = self.results.len() as u64 * BYTES_PER_RESULT;
        if self.values.bytes() + self.tracks.bytes() + groups + results <= BYTES {
            return Ok(());
        }
        Err(self.too_big(&group.halt.shape))
    }

    /// Whether ways and states that somebody else holds still fit beside the values.
    pub(super) fn bear_bytes(&self, bytes: u64, shape: &Shape) -> Result<(), OddsError> {
        if self.values.bytes() + bytes <= BYTES { Ok(()) } else { Err(self.too_big(shape)) }
    }

    pub(super) fn too_big(&self, shape: &Shape) -> OddsError {
        let (named, span) = match self.construct(shape) {
            Some((span, what)) => (format!(": most of it where {what}"), Some(span)),
            None => (String::new(), None),
        };
        let message = format!("exact odds need more memory than a command may take{named}");
        OddsError::TooLarge(Fault { is_limit: true, span, ..Fault::new(&limits::LIVE_BYTES, message) })
    }

    pub(super) fn too_many(&self) -> OddsError {
        let limit = self.limit;
        let (named, span) = match &self.most.1 {
            Some((span, what)) => (format!(": most of them where {what}"), Some(*span)),
            None => (String::new(), None),
        };
        let message = format!("exact odds need more than {limit} states or outcomes{named}");
        OddsError::TooLarge(Fault { is_limit: true, span, ..Fault::new(&limits::OUTCOMES, message) })
    }

    /// Somebody waits for the answer, who is not asked to wait for so long.
    pub(super) fn too_long(&self, frame: Option<&Frame>) -> OddsError {
        let (named, span) = match frame.and_then(|frame| self.construct_at(frame)) {
            Some((span, what)) => (format!(" where {what}"), Some(span)),
            None => (String::new(), None),
        };
        let message = match self.states_seen() {
            0 => format!("exact odds take more than a moment{named}"),
            states => {
                let states = counted(states, "state");
                format!("exact odds take more than a moment: {states} and more, the last{named}")
            }
        };
        let fault = Fault { is_limit: true, span, ..Fault::new(&limits::OUTCOMES, message) };
        OddsError::TooLarge(fault.help(WAITING))
    }

    /// What a group waits for, in words.
    pub(super) fn construct(&self, shape: &Shape) -> Option<(Span, String)> {
        self.construct_at(shape.skeleton.frames.last()?)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "what is not named throws dice")]
    fn construct_at(&self, frame: &Frame) -> Option<(Span, String)> {
        let code = self.plan.code(frame.code);
        let span = code.span(frame.pc)?;
        let table = |table: crate::check::program::TableId| {
            let table = self.plan.program.tables.get(table.index());
            table.map_or_else(
                || "a table is drawn".to_owned(),
                |table| format!("`{}` is drawn", table.def.name),
            )
        };
        let what = match code.ops.get(frame.pc as usize)? {
            Op::Dice(DiceOp::Roll(pool) | DiceOp::RollTimes(pool)) => {
                format!("`{}` is rolled", self.plan.pools.get(*pool as usize)?)
            }
            Op::Table(
                TableOp::DrawAmong { table: id, .. } | TableOp::DrawWeighted(id) | TableOp::DrawCard(id),
            ) => table(*id),
            Op::Dice(DiceOp::Likely) => "a chance is taken".to_owned(),
            Op::Dice(DiceOp::PickItem) => "an item is picked".to_owned(),
            _ => "dice are rolled".to_owned(),
        };
        let within = if code.name.is_empty() { String::new() } else { format!(" in `{}`", code.name) };
        Some((span, format!("{what}{within}")))
    }
}
