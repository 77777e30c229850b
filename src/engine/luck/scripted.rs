//! Dice that are told what to show.

use std::collections::VecDeque;

use super::Chance;
use crate::base::Num;
use crate::diag::codes::running;
use crate::dice::{faces_together, zero_is_highest};
use crate::engine::{Fault, Stop};

/// Dice given beforehand, in the order in which they come up; when they run out, the next luck
/// decides, where there is one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Scripted {
    dice: VecDeque<Num>,
    given: usize,
}

impl Scripted {
    /// These dice, the first one first.
    pub(crate) fn new(dice: impl IntoIterator<Item = Num>) -> Scripted {
        let dice: VecDeque<Num> = dice.into_iter().collect();
        Scripted { given: dice.len(), dice }
    }

    /// How many have not come up.
    pub(crate) fn left(&self) -> usize {
        self.dice.len()
    }

    /// Those that have not come up, the next one first.
    pub(crate) fn rest(&self) -> impl Iterator<Item = Num> {
        self.dice.iter().copied()
    }

    /// How many there were.
    pub(crate) fn given(&self) -> usize {
        self.given
    }

    /// Takes the next number as people read it off a die with so many sides: a zero on dice with ten or a hundred is
    /// their highest face, and of dice with six several may be written together, as `34` for `d66`.
    fn read_as_printed(&mut self, sides: u32) {
        let Some(die) = self.dice.front().and_then(|die| die.as_int()) else { return };
        if die == 0 && zero_is_highest(sides.into()) {
            self.dice.pop_front();
            self.dice.push_front(Num::int(sides.into()));
        }
        if let Some(faces) = faces_together(&die.to_string()).filter(|_| sides == 6) {
            self.dice.pop_front();
            self.given += faces.len() - 1;
            faces.into_iter().rev().for_each(|face| self.dice.push_front(Num::int(i64::from(face))));
        }
    }

    /// The next one as a number from 1 to `most`.
    fn next(&mut self, most: u64) -> Result<u64, Stop> {
        let Some(die) = self.dice.front().copied() else {
            let given = self.given;
            return Err(Fault::new(
                &running::OUT_OF_DICE,
                format!("a die with {most} sides is rolled, but all {given} given dice are used up"),
            )
            .help("give one more die for each that is rolled")
            .into());
        };
        let fits =
            die.as_int().and_then(|die| u64::try_from(die).ok()).filter(|die| (1..=most).contains(die));
        let Some(face) = fits else {
            return Err(Fault::new(
                &running::WRONG_DIE,
                format!("the next given die is {die}, but a die with {most} sides is rolled"),
            )
            .help(format!("give a whole number from 1 to {most} here"))
            .into());
        };
        self.dice.pop_front();
        Ok(face)
    }
}

impl Chance for Scripted {
    fn face(&mut self, sides: u32) -> Result<u32, Stop> {
        self.read_as_printed(sides);
        let face = self.next(u64::from(sides))?;
        Ok(u32::try_from(face).unwrap_or(sides))
    }

    fn below(&mut self, n: u64) -> Result<u64, Stop> {
        Ok(self.next(n)?.saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_dice_show_them() {
        let faces = |dice: &[i64], sides: &[u32]| {
            let mut script = Scripted::new(dice.iter().map(|die| Num::int(*die)));
            sides.iter().map(|sides| script.face(*sides).ok()).collect::<Vec<_>>()
        };
        assert_eq!(faces(&[0, 0], &[100, 10]), [Some(100), Some(10)]);
        assert_eq!(faces(&[34, 5], &[6, 6, 6]), [Some(3), Some(4), Some(5)]);
        assert_eq!(faces(&[0], &[20]), [None]);
        assert_eq!(faces(&[37], &[6]), [None]);
        assert_eq!(faces(&[12], &[12]), [Some(12)]);
    }
}
