//! Throwing again: explosions and rerolls, told apart by what becomes of the new die.

use std::fmt;

use crate::base::Num;
use crate::dice::hand::{Hand, Member, Role, Sequel};
use crate::dice::luck::{Draw, Halt};
use crate::dice::op::{Again, How};
use crate::dice::operator::{About, ForeignSpelling, Takes};
use crate::dice::{Condition, Faces, ProblemKind};

impl<N, C> Again<N, C> {
    pub(in crate::dice) const fn about(&self) -> &'static About {
        match (self.how, &self.limit) {
            (How::Join, _) => &EXPLODE,
            (How::Add, _) => &COMPOUND,
            (How::JoinLower, _) => &PENETRATE,
            (How::Replace, None) => &REROLL,
            (How::Replace, Some(_)) => &REROLL_ONCE,
        }
    }
}

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
        first: Member,
        trigger: &Condition,
        hand: &mut Hand<'_>,
        luck: &mut dyn Draw,
    ) -> Result<Member, Halt> {
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
                How::Join => hand.join(Member { at, value: shown })?,
                How::JoinLower => {
                    let value = shown.add(self.shift())?;
                    hand.revalue(at, value);
                    hand.join(Member { at, value })?;
                }
                How::Add => slot.value = slot.value.add(shown)?,
                How::Replace => slot = Member { at, value: shown },
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

    /// Writes the condition and the limit: `>=9 limit 3`, `limit 3`, `=6`. The limit of `ro` is in its name.
    pub(in crate::dice) fn write_arguments(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(condition) = self.when {
            write!(f, "{condition}")?;
        }
        match (self.how, self.when, self.limit) {
            (_, _, None) | (How::Replace, ..) => Ok(()),
            (_, None, Some(limit)) => write!(f, "limit {limit}"),
            (_, Some(_), Some(limit)) => write!(f, " limit {limit}"),
        }
    }
}

pub(in crate::dice) static EXPLODE: About = About {
    symbol: "!",
    name: "explode",
    aliases: &[
        ForeignSpelling { spelling: "x", system: "Foundry" },
        ForeignSpelling { spelling: "xo", system: "Foundry; once for each die" },
    ],
    takes: Takes::Condition,
    help: "Each die on its highest face, or meeting the condition, throws one more die, which joins the pool and may explode again.",
    example: "3d6!",
};

pub(in crate::dice) static COMPOUND: About = About {
    symbol: "!!",
    name: "compound",
    aliases: &[],
    takes: Takes::Condition,
    help: "Each die on its highest face, or meeting the condition, is thrown again, and all is added into that one die.",
    example: "8d4!!kh4",
};

pub(in crate::dice) static PENETRATE: About = About {
    symbol: "!p",
    name: "penetrate",
    aliases: &[],
    takes: Takes::Condition,
    help: "Like exploding, but each extra die counts one less than it shows.",
    example: "2d6!p",
};

pub(in crate::dice) static REROLL: About = About {
    symbol: "r",
    name: "reroll",
    aliases: &[ForeignSpelling { spelling: "rr", system: "Foundry, Avrae" }],
    takes: Takes::Condition,
    help: "Each die that meets the condition is thrown again until it does not meet it.",
    example: "4d6r<2",
};

pub(in crate::dice) static REROLL_ONCE: About = About {
    symbol: "ro",
    name: "reroll once",
    aliases: &[],
    takes: Takes::Condition,
    help: "Each die that meets the condition is thrown again once; the new face stands.",
    example: "2d6ro<3",
};
