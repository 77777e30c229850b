//! The one door through which dice get their faces.

/// Where faces come from: a generator, a list, a person, or a driver that tries them all.
pub trait Luck {
    /// Why no face comes: a fork of the exact driver, the end of a list, a person who left.
    type Stop;

    /// One face of a die with `sides` faces, from 1 to `sides`; `sides` is at least 1.
    ///
    /// # Errors
    /// The source has no face to give now.
    fn face(&mut self, sides: u32) -> Result<u32, Self::Stop>;
}

/// A [`Luck`] whose reason to stop is kept aside, and which counts the dice.
pub(super) trait Draw {
    /// One face, from 1 to `sides`.
    fn face(&mut self, sides: u32) -> Result<u32, Halt>;
}

/// Why a roll was given up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Halt {
    /// The luck gave no face; its reason is kept by the adapter.
    Stopped,
    /// The limit on dice is used up.
    OutOfDice,
    /// The pool grew past its limit.
    PoolTooLarge,
    /// What was asked makes no sense, such as exploding plain numbers.
    Problem(super::problem_kind::ProblemKind),
    /// A value left the range of numbers.
    Number(crate::base::NumError),
}

impl From<crate::base::NumError> for Halt {
    fn from(error: crate::base::NumError) -> Halt {
        Halt::Number(error)
    }
}

/// What one command may roll; see `tw limits`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RollLimits {
    /// How many dice may still be rolled, explosions and rerolls included; each roll takes some.
    pub dice_left: u64,
    /// How many it was at the beginning, for the message.
    pub dice: u64,
    /// The most sides that a die may have.
    pub sides: u32,
    /// The most dice in one pool.
    pub pool: u32,
}

impl RollLimits {
    /// Whether one die with so many sides may be rolled.
    pub(crate) const fn allow_die(&self, sides: u32) -> bool {
        sides > 0 && sides <= self.sides && self.pool > 0 && self.dice_left > 0
    }
}

impl Default for RollLimits {
    fn default() -> RollLimits {
        RollLimits { dice_left: 1_000_000, dice: 1_000_000, sides: 1_000_000, pool: 100_000 }
    }
}

/// Joins a [`Luck`] and the limits into what the operators draw from.
pub(super) struct Drawing<'a, L: Luck + ?Sized> {
    luck: &'a mut L,
    left: &'a mut u64,
    /// Why the luck stopped, once it has.
    pub(super) stop: Option<L::Stop>,
}

impl<'a, L: Luck + ?Sized> Drawing<'a, L> {
    pub(super) fn new(luck: &'a mut L, left: &'a mut u64) -> Drawing<'a, L> {
        Drawing { luck, left, stop: None }
    }
}

impl<L: Luck + ?Sized> Draw for Drawing<'_, L> {
    fn face(&mut self, sides: u32) -> Result<u32, Halt> {
        *self.left = self.left.checked_sub(1).ok_or(Halt::OutOfDice)?;
        self.luck.face(sides).map_err(|stop| {
            self.stop = Some(stop);
            Halt::Stopped
        })
    }
}
