//! The luck of a session: dice given by hand first, then a seed, with one stream for each roll.

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::base::Num;
use crate::diag::codes::running;
use crate::engine::luck::{Chance, Scripted, Seed, Seeded};
use crate::engine::{Fault, Stop};

/// A seed together with how many rolls have been made from it. Shown and read as `7`, `7/2`, or 16
/// hexadecimal digits.
///
/// ```
/// use tablewright::RollSeed;
///
/// let seed: RollSeed = "7/2".parse().unwrap();
/// assert_eq!(seed.to_string(), "7/2");
/// assert_eq!(seed.next().to_string(), "7/3");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RollSeed {
    /// The seed.
    pub(crate) seed: Seed,
    /// The stream: how many rolls came before.
    pub roll: u64,
}

impl RollSeed {
    /// The beginning of a seed.
    pub const fn new(seed: u64) -> RollSeed {
        RollSeed { seed: Seed(seed), roll: 0 }
    }

    /// The seed of the roll after this one.
    #[must_use]
    pub const fn next(self) -> RollSeed {
        RollSeed { seed: self.seed, roll: self.roll.wrapping_add(1) }
    }
}

impl From<u64> for RollSeed {
    fn from(seed: u64) -> RollSeed {
        RollSeed::new(seed)
    }
}

impl fmt::Display for RollSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Small seeds are those that people choose; they are shown as they were chosen.
        match u32::try_from(self.seed.0) {
            Ok(small) => write!(f, "{small}")?,
            Err(_) => write!(f, "{}", self.seed)?,
        }
        if self.roll > 0 { write!(f, "/{}", self.roll) } else { Ok(()) }
    }
}

impl FromStr for RollSeed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<RollSeed, SeedError> {
        let (seed, roll) = text.split_once('/').unwrap_or((text, "0"));
        let roll = roll.trim().parse().map_err(|_| SeedError)?;
        Ok(RollSeed { seed: seed.parse().map_err(|_| SeedError)?, roll })
    }
}

/// A text that is no seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a seed is a whole number, or 16 hexadecimal digits as a seed line shows them")]
pub struct SeedError;

/// Where the next faces come from.
#[derive(Debug, Clone)]
pub(super) struct LuckState {
    /// Where the next roll begins.
    pub seed: RollSeed,
    /// Dice given by hand.
    pub given: Scripted,
    /// Whether nothing but the given dice may be used.
    pub only_given: bool,
    /// What comes up instead of the seed, where a caller says it.
    pub callers: Option<CallersLuck>,
}

impl LuckState {
    /// Luck from a seed alone.
    pub(crate) fn new(seed: RollSeed) -> LuckState {
        LuckState { seed, given: Scripted::default(), only_given: false, callers: None }
    }

    /// Lets these faces come up next, in order; afterwards the seed again, or nothing with `only`.
    pub(crate) fn give(&mut self, dice: Vec<Num>, only: bool) {
        self.given = Scripted::new(dice);
        self.only_given = only;
    }

    /// The luck of one run; afterwards [`LuckState::after`] takes it back.
    pub(crate) fn begin(&self) -> RunLuck {
        RunLuck {
            given: self.given.clone(),
            only_given: self.only_given,
            callers: self.callers.clone(),
            seeded: Seeded::stream(self.seed.seed, self.seed.roll),
            drawn: false,
            rolled: false,
        }
    }

    /// Takes back what a run has left. A run that drew from the seed used up its stream.
    pub(crate) fn after(&mut self, run: RunLuck) {
        if run.drawn {
            self.seed = self.seed.next();
        }
        self.given = run.given;
    }
}

/// The luck of one run.
#[derive(Debug)]
pub(super) struct RunLuck {
    given: Scripted,
    only_given: bool,
    callers: Option<CallersLuck>,
    seeded: Seeded,
    /// Whether the seed was asked.
    pub drawn: bool,
    /// Whether anything was asked.
    pub rolled: bool,
}

impl RunLuck {
    /// Lets these faces come up next.
    pub(crate) fn give(&mut self, dice: Vec<Num>) {
        self.given = Scripted::new(dice);
    }

    /// Who is asked next.
    fn next(&mut self) -> &mut dyn Chance {
        self.rolled = true;
        if self.only_given || self.given.left() > 0 {
            return &mut self.given;
        }
        if let Some(callers) = &mut self.callers {
            return callers;
        }
        self.drawn = true;
        &mut self.seeded
    }
}

impl Chance for RunLuck {
    fn face(&mut self, sides: u32) -> Result<u32, Stop> {
        self.next().face(sides)
    }

    fn below(&mut self, n: u64) -> Result<u64, Stop> {
        self.next().below(n)
    }

    fn has_given(&self) -> bool {
        self.only_given || self.given.left() > 0
    }
}

/// Luck that a caller of the library has: it is asked for each number as it is needed. What it gave to a
/// run that stopped at a question is given again when the run is made anew with the answer.
#[derive(Clone)]
pub(crate) struct CallersLuck(Arc<Mutex<CallerDraws>>);

struct CallerDraws {
    draw: Box<dyn FnMut(u64) -> u64 + Send>,
    /// What is given again, the next one first.
    again: VecDeque<u64>,
    /// What has been given in this run.
    given: VecDeque<u64>,
}

impl CallersLuck {
    /// Luck from a function that gives a number from 1 to its argument.
    pub(crate) fn new(draw: impl FnMut(u64) -> u64 + Send + 'static) -> CallersLuck {
        let draws = CallerDraws { draw: Box::new(draw), again: VecDeque::new(), given: VecDeque::new() };
        CallersLuck(Arc::new(Mutex::new(draws)))
    }

    fn draws(&self) -> MutexGuard<'_, CallerDraws> {
        // A caller's function that panicked has left nothing half done here.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives a run what the one before it was given, first.
    pub(crate) fn begin_again(&self) {
        let draws = &mut *self.draws();
        let mut given = std::mem::take(&mut draws.given);
        given.append(&mut draws.again);
        draws.again = given;
    }

    /// What was given has been used up.
    pub(crate) fn done(&self) {
        let draws = &mut *self.draws();
        draws.given.clear();
        draws.again.clear();
    }

    fn next(&self, most: u64) -> Result<u64, Stop> {
        let draws = &mut *self.draws();
        let number = draws.again.pop_front().unwrap_or_else(|| (draws.draw)(most));
        if !(1..=most).contains(&number) {
            let said = format!("the caller's luck gave {number} for a die with {most} sides");
            return Err(Fault::new(&running::WRONG_DIE, said).into());
        }
        draws.given.push_back(number);
        Ok(number)
    }
}

impl fmt::Debug for CallersLuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CallersLuck")
    }
}

impl Chance for CallersLuck {
    fn face(&mut self, sides: u32) -> Result<u32, Stop> {
        Ok(u32::try_from(self.next(u64::from(sides))?).unwrap_or(sides))
    }

    fn below(&mut self, n: u64) -> Result<u64, Stop> {
        Ok(self.next(n)? - 1)
    }
}

/// Reads a list of faces: `5, 4, 2` or `5 4 2`.
///
/// # Errors
/// The first word that is no number.
pub(crate) fn read_dice(text: &str) -> Result<Vec<Num>, String> {
    let words = text.split([',', ' ', ';']).map(str::trim).filter(|word| !word.is_empty());
    words.map(|word| word.parse::<Num>().map_err(|_| word.to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_always_accepted_back() {
        for seed in [RollSeed::new(7), RollSeed { seed: Seed(u64::MAX), roll: 3 }, RollSeed::new(1 << 40)] {
            assert_eq!(seed.to_string().parse(), Ok(seed));
        }
        assert!("moor".parse::<RollSeed>().is_err());
    }

    #[test]
    fn given_dice_come_first_and_do_not_use_up_the_seed() {
        let mut luck = LuckState::new(RollSeed::new(7));
        luck.given = Scripted::new([Num::int(5)]);
        let mut run = luck.begin();
        assert_eq!(run.face(6), Ok(5));
        luck.after(run);
        assert_eq!(luck.seed.roll, 0);
        let mut run = luck.begin();
        assert!(run.face(6).is_ok());
        luck.after(run);
        assert_eq!(luck.seed.roll, 1);
    }
}
