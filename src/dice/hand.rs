//! The dice on the table while operators work on them.

use super::luck::{Draw, Halt};
use super::{Faces, ProblemKind};
use crate::base::Num;

/// One die that was thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Die {
    /// How many faces it has.
    pub sides: u32,
    /// The face that came up, counted from 1.
    pub face: u32,
    /// What stands on that face.
    pub natural: Num,
    /// What it counts for in the end, after all operators.
    pub value: Num,
    /// Why it was thrown.
    pub role: Role,
    /// Whether it is part of the result.
    pub kept: bool,
    /// What it made happen.
    pub sequel: Sequel,
}

impl Role {
    /// The role with the place it names moved by so many dice.
    #[must_use]
    pub(super) const fn moved(self, by: u32) -> Role {
        match self {
            Role::First => Role::First,
            Role::Extra(at) => Role::Extra(at.saturating_add(by)),
            Role::Added(at) => Role::Added(at.saturating_add(by)),
            Role::Instead(at) => Role::Instead(at.saturating_add(by)),
        }
    }
}

impl Die {
    /// A die as it comes to lie, not yet part of any result.
    pub(super) const fn thrown(sides: u32, face: u32, natural: Num, role: Role) -> Die {
        Die { sides, face, natural, value: natural, role, kept: false, sequel: Sequel::None }
    }
}

/// What a die made happen after it was thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sequel {
    /// Nothing.
    None,
    /// It exploded: another die joined the pool.
    Exploded,
    /// It compounded: another die was thrown and added in.
    Compounded,
    /// It was set aside for another throw.
    Rerolled,
}

/// Why a die was thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It belongs to the pool from the start.
    First,
    /// It joined the pool because the die at this place exploded.
    Extra(u32),
    /// Its value was added into the die at this place, which compounded.
    Added(u32),
    /// It replaces the die at this place, which was rerolled.
    Instead(u32),
}

/// One member of the pool as it now is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Member {
    /// The place of its die, or of its entry or list item.
    pub(super) at: u32,
    /// Its current value.
    pub(super) value: Num,
}

/// The dice thrown so far, and the pool that operators see.
pub(super) struct Hand<'a> {
    /// What is thrown where an operator throws more; nothing for entries and lists.
    pub(super) faces: Option<&'a Faces>,
    /// Every die in the order it was thrown.
    pub(super) dice: Vec<Die>,
    /// The current pool, in the order of its first throw.
    pub(super) pool: Vec<Member>,
    /// The result of counting, once the dice were counted.
    pub(super) tally: Option<i64>,
    /// The most members the pool may have.
    pub(super) most: u32,
}

impl<'a> Hand<'a> {
    /// The faces to throw again.
    pub(super) fn dice_faces(&self) -> Result<&'a Faces, Halt> {
        self.faces.ok_or(Halt::Problem(ProblemKind::NeedsDice))
    }

    /// Throws one more die and writes it down; gives its place.
    pub(super) fn throw(&mut self, luck: &mut dyn Draw, role: Role) -> Result<u32, Halt> {
        let faces = self.dice_faces()?;
        let face = faces.draw(luck)?;
        let at = u32::try_from(self.dice.len()).map_err(|_| Halt::PoolTooLarge)?;
        let value = faces.value(face);
        self.dice.push(Die::thrown(faces.count(), face, value, role));
        Ok(at)
    }

    /// The die at this place.
    pub(super) fn die(&self, at: u32) -> Option<&Die> {
        self.dice.get(usize::try_from(at).ok()?)
    }

    /// What the die at this place shows.
    pub(super) fn value_at(&self, at: u32) -> Num {
        self.die(at).map_or(Num::ZERO, |die| die.value)
    }

    /// Writes down what the die at this place made happen.
    pub(super) fn mark(&mut self, at: u32, sequel: Sequel) {
        if let Some(die) = usize::try_from(at).ok().and_then(|at| self.dice.get_mut(at)) {
            die.sequel = sequel;
        }
    }

    /// Changes what the die at this place counts for.
    pub(super) fn revalue(&mut self, at: u32, value: Num) {
        if let Some(die) = usize::try_from(at).ok().and_then(|at| self.dice.get_mut(at)) {
            die.value = value;
        }
    }

    /// Adds a member to the pool.
    pub(super) fn join(&mut self, slot: Member) -> Result<(), Halt> {
        if self.pool.len() >= usize::try_from(self.most).unwrap_or(usize::MAX) {
            return Err(Halt::PoolTooLarge);
        }
        self.pool.push(slot);
        Ok(())
    }
}
