//! Numbers that are open: known but for what was added up before.

use crate::base::{Num, NumError};
use crate::check::program::UnitId;

/// A number, or a quantity, of which only a part is known: so much, and what some sums have come to. Only
/// the exact driver makes these, of what is only ever added up; where anybody looks at one, it is told.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Open {
    /// The sums in it, by their numbers, each with what it is multiplied by, which is not zero.
    pub sums: Vec<(u32, Num)>,
    /// What is added to them.
    pub plus: Num,
    /// Its unit, if it has one.
    pub unit: Option<UnitId>,
    /// What is known of all of it together, as it is asked whether it is even, or every third time.
    pub rest: Option<Rest>,
}

/// What is left of a whole number that is divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Rest {
    /// What it is divided by, at least 2.
    pub by: i64,
    /// What is left, from 0 on.
    pub left: i64,
}

impl Rest {
    /// Of a whole number.
    pub(crate) fn of(number: Num, by: i64) -> Option<Rest> {
        Some(Rest { by, left: number.as_int()?.rem_euclid(by) })
    }

    /// What is left where it is divided by less.
    pub(crate) fn by(self, less: i64) -> Option<i64> {
        (less > 0 && self.by % less == 0).then(|| self.left.rem_euclid(less))
    }

    fn made(self, left: Option<i64>) -> Option<Rest> {
        Some(Rest { left: left?.rem_euclid(self.by), ..self })
    }

    fn plus(self, number: Num) -> Option<Rest> {
        self.made(self.left.checked_add(number.as_int()?))
    }

    fn times(self, factor: Num) -> Option<Rest> {
        self.made(self.left.checked_mul(factor.as_int()?))
    }

    fn join(self, other: Rest) -> Option<Rest> {
        (self.by == other.by).then(|| self.made(self.left.checked_add(other.left))).flatten()
    }
}

impl Open {
    /// A sum as it is.
    pub(crate) fn of(sum: u32, unit: Option<UnitId>, rest: Option<Rest>) -> Open {
        Open { sums: vec![(sum, Num::ONE)], plus: Num::ZERO, unit, rest }
    }

    /// The same with so much more.
    ///
    /// # Errors
    /// It grows too large.
    pub(crate) fn add(&self, number: Num) -> Result<Open, NumError> {
        let rest = self.rest.and_then(|rest| rest.plus(number));
        Ok(Open { plus: self.plus.add(number)?, rest, ..self.clone() })
    }

    /// Multiplied by a number other than zero.
    ///
    /// # Errors
    /// It grows too large.
    pub(crate) fn times(&self, factor: Num) -> Result<Open, NumError> {
        let sums = self.sums.iter().map(|(sum, often)| Ok((*sum, often.mul(factor)?)));
        let sums = sums.collect::<Result<_, NumError>>()?;
        let rest = self.rest.and_then(|rest| rest.times(factor));
        Ok(Open { sums, plus: self.plus.mul(factor)?, unit: self.unit, rest })
    }

    /// Both together; nothing is left open where they cancel.
    ///
    /// # Errors
    /// It grows too large.
    pub(crate) fn join(&self, other: &Open) -> Result<Open, NumError> {
        let mut joined = self.add(other.plus)?;
        joined.rest = self.rest.zip(other.rest).and_then(|(one, other)| one.join(other));
        for (sum, often) in &other.sums {
            match joined.sums.iter_mut().find(|(of, _)| of == sum) {
                Some((_, known)) => *known = known.add(*often)?,
                None => joined.sums.push((*sum, *often)),
            }
        }
        joined.sums.retain(|(_, often)| !often.is_zero());
        joined.sums.sort_unstable();
        Ok(joined)
    }
}
