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
}

impl Open {
    /// A sum as it is.
    pub(crate) fn of(sum: u32, unit: Option<UnitId>) -> Open {
        Open { sums: vec![(sum, Num::ONE)], plus: Num::ZERO, unit }
    }

    /// The same with so much more.
    ///
    /// # Errors
    /// It grows too large.
    pub(crate) fn add(&self, number: Num) -> Result<Open, NumError> {
        Ok(Open { plus: self.plus.add(number)?, ..self.clone() })
    }

    /// Multiplied by a number other than zero.
    ///
    /// # Errors
    /// It grows too large.
    pub(crate) fn times(&self, factor: Num) -> Result<Open, NumError> {
        let sums = self.sums.iter().map(|(sum, often)| Ok((*sum, often.mul(factor)?)));
        let sums = sums.collect::<Result<_, NumError>>()?;
        Ok(Open { sums, plus: self.plus.mul(factor)?, unit: self.unit })
    }

    /// Both together; nothing is left open where they cancel.
    ///
    /// # Errors
    /// It grows too large.
    pub(crate) fn join(&self, other: &Open) -> Result<Open, NumError> {
        let mut joined = self.add(other.plus)?;
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
