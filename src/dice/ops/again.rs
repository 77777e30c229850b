//! What all operators share that throw dice again.

use std::fmt;

use crate::base::Num;
use crate::dice::effect::{Again, How};
use crate::dice::hand::{Hand, Role, Sequel, Slot};
use crate::dice::luck::{Draw, Halt};
use crate::dice::{Condition, Faces, ProblemKind};

impl Again {
    /// The condition, with the highest face filled in where none is written.
    pub(in crate::dice) fn trigger(&self, faces: &Faces) -> Condition {
        self.when.unwrap_or_else(|| Condition::equals(faces.highest().unwrap_or(Num::ZERO)))
    }

    /// Whether this could go on for ever on such a die.
    pub(in crate::dice) fn endless(&self, faces: &Faces) -> Option<ProblemKind> {
        if self.limit.is_some() || !faces.all_meet(&self.trigger(faces)) {
            return None;
        }
        Some(match self.how {
            How::Join | How::JoinLower | How::Add => ProblemKind::EndlessExplosion,
            How::Replace => ProblemKind::EndlessReroll,
        })
    }

    /// What a new die adds to its face's value.
    pub(in crate::dice) fn shift(&self) -> Num {
        match self.how {
            How::JoinLower => Num::int(-1),
            How::Join | How::Add | How::Replace => Num::ZERO,
        }
    }

    /// Plays it on every die of the pool in turn. A new die is judged by the face it shows.
    pub(in crate::dice) fn play(&self, hand: &mut Hand<'_>, luck: &mut dyn Draw) -> Result<(), Halt> {
        let faces = hand.dice_faces()?;
        if self.limit == Some(0) {
            return Ok(());
        }
        let trigger = self.trigger(faces);
        for place in 0..hand.pool.len() {
            let Some(first) = hand.pool.get(place).copied() else { break };
            if !trigger.holds(first.value) {
                continue;
            }
            if let Some(problem) = self.endless(faces) {
                return Err(Halt::Problem(problem));
            }
            let after = self.chain(first, &trigger, hand, luck)?;
            if let Some(slot) = hand.pool.get_mut(place) {
                *slot = after;
            }
        }
        Ok(())
    }

    /// Throws again for one die until the condition or the limit ends it; gives what the die became.
    fn chain(
        &self,
        first: Slot,
        trigger: &Condition,
        hand: &mut Hand<'_>,
        luck: &mut dyn Draw,
    ) -> Result<Slot, Halt> {
        let mut slot = first;
        let mut last = first.at;
        let mut thrown = 0;
        let sequel = match self.how {
            How::Join | How::JoinLower => Sequel::Exploded,
            How::Add => Sequel::Compounded,
            How::Replace => Sequel::Rerolled,
        };
        loop {
            hand.mark(last, sequel);
            let at = hand.throw(luck, self.role(last, first.at))?;
            let shown = hand.value_at(at);
            match self.how {
                How::Join => hand.join(Slot { at, value: shown })?,
                How::JoinLower => {
                    let value = shown.add(self.shift())?;
                    hand.revalue(at, value);
                    hand.join(Slot { at, value })?;
                }
                How::Add => slot.value = slot.value.add(shown)?,
                How::Replace => slot = Slot { at, value: shown },
            }
            last = at;
            thrown += 1;
            if self.limit.is_some_and(|limit| thrown >= limit) || !trigger.holds(shown) {
                return Ok(slot);
            }
        }
    }

    fn role(&self, last: u32, first: u32) -> Role {
        match self.how {
            How::Join | How::JoinLower => Role::Extra(last),
            How::Add => Role::Added(first),
            How::Replace => Role::Instead(last),
        }
    }
}

/// Writes an exploding operator's condition and limit: `>=9 limit 3`, `limit 3`, `=6`.
pub(super) fn write_arguments(
    f: &mut fmt::Formatter<'_>,
    when: Option<Condition>,
    limit: Option<u32>,
) -> fmt::Result {
    if let Some(condition) = when {
        write!(f, "{condition}")?;
    }
    match (when, limit) {
        (_, None) => Ok(()),
        (None, Some(limit)) => write!(f, "limit {limit}"),
        (Some(_), Some(limit)) => write!(f, " limit {limit}"),
    }
}
