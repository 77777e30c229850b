//! Rolling a pool once.

use std::sync::Arc;

use super::hand::{Die, Hand, Member, Role};
use super::luck::{Draw, Drawing, Halt, Luck, RollLimits};
use super::{Faces, Op, PoolSource, PoolSpec, ProblemKind};
use crate::base::{Num, NumError};

/// A pool that was rolled: every die, and what came of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rolled {
    /// Every die in the order it was thrown; the dice of all entries one after another.
    pub dice: Vec<Die>,
    /// The entries in order; empty for a pool of plain dice.
    pub entries: Vec<RolledEntry>,
    /// The values that are part of the result, in the order of the pool.
    pub kept: Vec<Num>,
    /// What counting gave, where the dice were counted.
    pub tally: Option<i64>,
    /// The text of each kept die, where the faces are texts.
    pub texts: Vec<Arc<str>>,
    /// What stands on the first kept die, whatever operators made of it; nothing for texts.
    pub natural: Option<Num>,
    /// Room for the next roll into the same place.
    spare: Spare,
}

/// Room that is no part of the result: all of it is equal.
#[derive(Debug, Clone, Default)]
struct Spare(Vec<Member>);

impl PartialEq for Spare {
    fn eq(&self, _other: &Spare) -> bool {
        true
    }
}

impl Eq for Spare {}

/// An entry that was rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RolledEntry {
    /// Its first die among all dice.
    pub from: usize,
    /// The die after its last one.
    pub to: usize,
    /// What it counts for.
    pub value: Num,
    /// Whether it is part of the result.
    pub kept: bool,
}

/// Why a pool was not rolled to the end; `S` is the reason of the luck itself.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RollError<S> {
    /// The luck gave no face.
    #[error("no face was given")]
    Stop(S),
    /// The limit on dice in one command is used up.
    #[error("more than {limit} dice in one command")]
    Dice {
        /// The limit.
        limit: u64,
    },
    /// The pool is too large.
    #[error("a pool has at most {limit} dice")]
    Pool {
        /// How many dice were asked for, where that is known.
        met: Option<u32>,
        /// The limit.
        limit: u32,
    },
    /// A die has too many sides.
    #[error("a die with {met} sides; the limit is {limit}")]
    Sides {
        /// How many sides were asked for.
        met: u32,
        /// The limit.
        limit: u32,
    },
    /// The pool makes no sense.
    #[error(transparent)]
    Problem(ProblemKind),
    /// A value left the range of numbers.
    #[error(transparent)]
    Number(NumError),
}

impl PoolSpec {
    /// Rolls the pool.
    ///
    /// # Errors
    /// The luck gives no face, a limit is passed, or the pool makes no sense.
    pub fn roll<L: Luck + ?Sized>(
        &self,
        luck: &mut L,
        limits: &mut RollLimits,
    ) -> Result<Rolled, RollError<L::Stop>> {
        let mut rolled = Rolled::default();
        self.roll_into(luck, limits, &mut rolled)?;
        Ok(rolled)
    }

    /// Rolls the pool in the place of an earlier roll, whose room is used again: for many rolls of
    /// the same kind. After an error what is there means nothing.
    ///
    /// # Errors
    /// As [`PoolSpec::roll`].
    pub fn roll_into<L: Luck + ?Sized>(
        &self,
        luck: &mut L,
        limits: &mut RollLimits,
        rolled: &mut Rolled,
    ) -> Result<(), RollError<L::Stop>> {
        match &self.source {
            PoolSource::Dice { count, faces } => self.roll_dice(*count, faces, luck, limits, rolled),
            PoolSource::Entries(entries) => {
                *rolled = self.roll_entries(entries, luck, limits)?;
                Ok(())
            }
        }
    }

    fn roll_dice<L: Luck + ?Sized>(
        &self,
        count: u32,
        faces: &Faces,
        luck: &mut L,
        limits: &mut RollLimits,
        rolled: &mut Rolled,
    ) -> Result<(), RollError<L::Stop>> {
        if count > limits.pool {
            return Err(RollError::Pool { met: Some(count), limit: limits.pool });
        }
        let sides = faces.count();
        if sides == 0 {
            return Err(RollError::Problem(ProblemKind::NoFaces));
        }
        if sides > limits.sides {
            return Err(RollError::Sides { met: sides, limit: limits.sides });
        }
        if faces.is_text() && !self.ops.is_empty() {
            return Err(RollError::Problem(ProblemKind::NeedsNumbers));
        }
        let room = usize::try_from(count).unwrap_or(0);
        let (mut dice, mut pool) = (std::mem::take(&mut rolled.dice), std::mem::take(&mut rolled.spare.0));
        dice.clear();
        pool.clear();
        dice.reserve(room);
        pool.reserve(room);
        let mut hand = Hand { faces: Some(faces), dice, pool, tally: None, most: limits.pool };
        let most_dice = limits.dice;
        let mut drawing = Drawing::new(luck, &mut limits.dice_left);
        let played = throw_all(&mut hand, count, faces, &mut drawing)
            .and_then(|()| play(&self.ops, &mut hand, &mut drawing));
        if let Err(halt) = played {
            return Err(error_of(halt, drawing.stop, most_dice, limits.pool));
        }
        finish_dice(hand, faces, rolled);
        Ok(())
    }

    fn roll_entries<L: Luck + ?Sized>(
        &self,
        entries: &[PoolSpec],
        luck: &mut L,
        limits: &mut RollLimits,
    ) -> Result<Rolled, RollError<L::Stop>> {
        let mut dice = Vec::new();
        let mut rolled_entries = Vec::with_capacity(entries.len());
        let mut values = Vec::with_capacity(entries.len());
        let mut natural = Vec::with_capacity(entries.len());
        for entry in entries {
            let rolled = entry.roll(luck, limits)?;
            let value = rolled.total().map_err(|error| match error {
                TotalError::Number(number) => RollError::Number(number),
                TotalError::Text => RollError::Problem(ProblemKind::NeedsNumbers),
            })?;
            let from = dice.len();
            let by = u32::try_from(from).unwrap_or(u32::MAX);
            dice.extend(rolled.dice.into_iter().map(|die| Die { role: die.role.moved(by), ..die }));
            rolled_entries.push(RolledEntry { from, to: dice.len(), value, kept: false });
            values.push(value);
            natural.push(rolled.natural);
        }
        let hand = play_on_values(&self.ops, &values, limits)
            .map_err(|halt| error_of(halt, None, limits.dice, limits.pool))?;
        let first = hand.pool.first().and_then(|slot| usize::try_from(slot.at).ok());
        for slot in &hand.pool {
            if let Some(entry) = usize::try_from(slot.at).ok().and_then(|at| rolled_entries.get_mut(at)) {
                entry.kept = true;
                entry.value = slot.value;
            }
        }
        for entry in rolled_entries.iter().filter(|entry| !entry.kept) {
            for die in dice.get_mut(entry.from..entry.to).into_iter().flatten() {
                die.kept = false;
            }
        }
        Ok(Rolled {
            dice,
            entries: rolled_entries,
            kept: hand.pool.iter().map(|slot| slot.value).collect(),
            tally: hand.tally,
            texts: Vec::new(),
            natural: first.and_then(|at| natural.get(at).copied()).flatten(),
            spare: Spare::default(),
        })
    }
}

/// Applies operators to numbers that are already there; gives the same as a roll of entries that
/// were fixed. Exploding and rerolling are refused.
///
/// # Errors
/// An operator needs dice, the list is longer than a pool may be, or a value leaves the range.
pub(crate) fn apply_to_values(
    ops: &[Op],
    values: &[Num],
    limits: &RollLimits,
) -> Result<Rolled, RollError<std::convert::Infallible>> {
    let hand =
        play_on_values(ops, values, limits).map_err(|halt| error_of(halt, None, limits.dice, limits.pool))?;
    let fixed = |value: &Num| RolledEntry { from: 0, to: 0, value: *value, kept: false };
    let mut entries: Vec<RolledEntry> = values.iter().map(fixed).collect();
    for slot in &hand.pool {
        if let Some(entry) = usize::try_from(slot.at).ok().and_then(|at| entries.get_mut(at)) {
            entry.kept = true;
            entry.value = slot.value;
        }
    }
    let kept = hand.pool.iter().map(|slot| slot.value).collect();
    Ok(Rolled { entries, kept, tally: hand.tally, ..Rolled::default() })
}

fn throw_all<L: Luck + ?Sized>(
    hand: &mut Hand<'_>,
    count: u32,
    faces: &Faces,
    drawing: &mut Drawing<'_, L>,
) -> Result<(), Halt> {
    let sides = faces.count();
    for at in 0..count {
        // The plain die does not go through the table of dice kinds; most dice are plain.
        let (face, value) = match faces {
            Faces::Sides(sides) => {
                let face = drawing.face(*sides)?;
                (face, Num::int(face.into()))
            }
            Faces::Fate | Faces::Digits(_) | Faces::Numbers(_) | Faces::Texts(_) => {
                let face = faces.draw(drawing)?;
                (face, faces.value(face))
            }
        };
        hand.dice.push(Die::thrown(sides, face, value, Role::First));
        hand.pool.push(Member { at, value });
    }
    Ok(())
}

fn play<L: Luck + ?Sized>(ops: &[Op], hand: &mut Hand<'_>, drawing: &mut Drawing<'_, L>) -> Result<(), Halt> {
    for op in ops {
        if hand.tally.is_some() {
            return Err(Halt::Problem(ProblemKind::AfterCount));
        }
        op.play(hand, drawing)?;
    }
    Ok(())
}

/// A luck for pools in which nothing can be thrown.
struct NoLuck;

impl Luck for NoLuck {
    type Stop = ();

    fn face(&mut self, _sides: u32) -> Result<u32, ()> {
        Err(())
    }
}

fn play_on_values(ops: &[Op], values: &[Num], limits: &RollLimits) -> Result<Hand<'static>, Halt> {
    let mut hand = Hand { faces: None, dice: Vec::new(), pool: Vec::new(), tally: None, most: limits.pool };
    for (at, value) in (0u32..).zip(values) {
        hand.join(Member { at, value: *value })?;
    }
    let mut left = 0;
    play(ops, &mut hand, &mut Drawing::new(&mut NoLuck, &mut left))?;
    Ok(hand)
}

fn finish_dice(mut hand: Hand<'_>, faces: &Faces, rolled: &mut Rolled) {
    rolled.kept.clear();
    for slot in &hand.pool {
        rolled.kept.push(slot.value);
        if let Some(die) = usize::try_from(slot.at).ok().and_then(|at| hand.dice.get_mut(at)) {
            die.kept = true;
            die.value = slot.value;
        }
    }
    if hand.dice.len() > hand.pool.len() {
        for at in 0..hand.dice.len() {
            // What was added into a die stays or goes with it.
            if let Some(Role::Added(first)) = hand.dice.get(at).map(|die| die.role) {
                let kept = hand.die(first).is_some_and(|die| die.kept);
                if let Some(die) = hand.dice.get_mut(at) {
                    die.kept = kept;
                }
            }
        }
    }
    let kept_dice = || hand.pool.iter().filter_map(|slot| hand.die(slot.at));
    rolled.texts.clear();
    rolled.entries.clear();
    if faces.is_text() {
        rolled.texts.extend(kept_dice().filter_map(|die| faces.text(die.face).cloned()));
        rolled.natural = None;
    } else {
        rolled.natural = kept_dice().next().map(|die| die.natural);
    }
    rolled.tally = hand.tally;
    rolled.dice = hand.dice;
    rolled.spare = Spare(hand.pool);
}

fn error_of<S>(halt: Halt, stop: Option<S>, dice: u64, pool: u32) -> RollError<S> {
    match (halt, stop) {
        (Halt::Stopped, Some(stop)) => RollError::Stop(stop),
        // Without a reason kept aside, something was thrown where nothing can be.
        (Halt::Stopped, None) => RollError::Problem(ProblemKind::NeedsDice),
        (Halt::OutOfDice, _) => RollError::Dice { limit: dice },
        (Halt::PoolTooLarge, _) => RollError::Pool { met: None, limit: pool },
        (Halt::Problem(problem), _) => RollError::Problem(problem),
        (Halt::Number(error), _) => RollError::Number(error),
    }
}

/// Why a rolled pool has no total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TotalError {
    /// The faces are texts.
    #[error("texts cannot be added")]
    Text,
    /// The sum left the range of numbers.
    #[error(transparent)]
    Number(#[from] NumError),
}

impl Rolled {
    /// The pool as one number: the count where the dice were counted, otherwise the sum of what
    /// was kept.
    ///
    /// # Errors
    /// The faces are texts, or the sum does not fit.
    pub fn total(&self) -> Result<Num, TotalError> {
        if !self.texts.is_empty() {
            return Err(TotalError::Text);
        }
        match self.tally {
            Some(tally) => Ok(Num::int(tally)),
            None => Ok(self.kept.iter().try_fold(Num::ZERO, |sum, value| sum.add(*value))?),
        }
    }

    /// The text that came up, where the pool is a single die of texts.
    pub(crate) fn text(&self) -> Option<&Arc<str>> {
        match self.texts.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }
}
