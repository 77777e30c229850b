//! The luck of a session: dice given by hand first, then a seed, with one stream for each roll.

use std::fmt;
use std::str::FromStr;

use crate::base::Num;
use crate::engine::Stop;
use crate::engine::luck::{Chance, Scripted, Seed, Seeded};

/// A seed together with how many rolls have been made from it. Shown and read as `7`, `7/2`, or 16
/// hexadecimal digits.
///
/// ```
/// use tablewright::session::RollSeed;
///
/// let seed: RollSeed = "7/2".parse().unwrap();
/// assert_eq!(seed.to_string(), "7/2");
/// assert_eq!(seed.next().to_string(), "7/3");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RollSeed {
    /// The seed.
    pub seed: Seed,
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
}

impl LuckState {
    /// Luck from a seed alone.
    pub fn new(seed: RollSeed) -> LuckState {
        LuckState { seed, given: Scripted::default(), only_given: false }
    }

    /// The luck of one run; afterwards [`LuckState::after`] takes it back.
    pub fn begin(&self) -> RunLuck {
        RunLuck {
            given: self.given.clone(),
            only_given: self.only_given,
            seeded: Seeded::stream(self.seed.seed, self.seed.roll),
            drawn: false,
            rolled: false,
        }
    }

    /// Takes back what a run has left. A run that drew from the seed used up its stream.
    pub fn after(&mut self, run: RunLuck) {
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
    seeded: Seeded,
    /// Whether the seed was asked.
    pub drawn: bool,
    /// Whether anything was asked.
    pub rolled: bool,
}

impl RunLuck {
    /// Lets these faces come up next.
    pub fn give(&mut self, dice: Vec<Num>) {
        self.given = Scripted::new(dice);
    }

    fn takes_given(&mut self) -> bool {
        self.rolled = true;
        let given = self.only_given || self.given.left() > 0;
        self.drawn |= !given;
        given
    }
}

impl Chance for RunLuck {
    fn face(&mut self, sides: u32) -> Result<u32, Stop> {
        if self.takes_given() { self.given.face(sides) } else { self.seeded.face(sides) }
    }

    fn below(&mut self, n: u64) -> Result<u64, Stop> {
        if self.takes_given() { self.given.below(n) } else { self.seeded.below(n) }
    }

    fn has_given(&self) -> bool {
        self.only_given || self.given.left() > 0
    }
}

/// Reads a list of faces: `5, 4, 2` or `5 4 2`.
///
/// # Errors
/// The first word that is no number.
pub fn read_dice(text: &str) -> Result<Vec<Num>, String> {
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
