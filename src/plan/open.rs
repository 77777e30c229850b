//! Numbers that are open: known but for what was added up before.

use std::cmp::Ordering;

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
    /// What is known of all of it together, as far as it was looked at.
    pub known: Known,
}

/// What is known of an open number all the same: not what it is, but enough for what is asked of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Known {
    /// As it is asked whether it is even, or every third time.
    pub rest: Option<Rest>,
    /// As it is held against numbers.
    pub size: Option<Size>,
}

impl Known {
    fn plus(self, number: Num) -> Known {
        Known {
            rest: self.rest.and_then(|rest| rest.plus(number)),
            size: self.size.and_then(|size| size.plus(number)),
        }
    }

    fn times(self, factor: Num) -> Known {
        Known {
            rest: self.rest.and_then(|rest| rest.times(factor)),
            size: self.size.and_then(|size| size.times(factor)),
        }
    }

    fn join(self, other: Known) -> Known {
        Known {
            rest: self.rest.zip(other.rest).and_then(|(one, other)| one.join(other)),
            size: self.size.zip(other.size).and_then(|(one, other)| one.join(other)),
        }
    }
}

/// How large an open number is: below a limit as it is, from there on no more than that it is no less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Size {
    /// Just so much.
    Is(Num),
    /// So much or more.
    AtLeast(Num),
}

impl Size {
    /// The same as far as it is told apart below a limit; nothing where too little is known for that.
    pub(crate) fn below(self, limit: Num) -> Option<Size> {
        match self {
            Size::Is(number) if number < limit => Some(self),
            Size::AtLeast(least) if least < limit => None,
            Size::Is(_) | Size::AtLeast(_) => Some(Size::AtLeast(limit)),
        }
    }

    /// How it stands to a number, where that is known.
    pub(crate) fn order(self, number: Num) -> Option<Ordering> {
        match self {
            Size::Is(own) => Some(own.cmp(&number)),
            Size::AtLeast(least) => (least > number).then_some(Ordering::Greater),
        }
    }

    fn plus(self, number: Num) -> Option<Size> {
        Some(match self {
            Size::Is(own) => Size::Is(own.add(number).ok()?),
            Size::AtLeast(least) => Size::AtLeast(least.add(number).ok()?),
        })
    }

    fn times(self, factor: Num) -> Option<Size> {
        match self {
            Size::Is(own) => Some(Size::Is(own.mul(factor).ok()?)),
            Size::AtLeast(least) if factor > Num::ZERO => Some(Size::AtLeast(least.mul(factor).ok()?)),
            Size::AtLeast(_) => None,
        }
    }

    fn join(self, other: Size) -> Option<Size> {
        match (self, other) {
            (Size::Is(own), other) | (other, Size::Is(own)) => other.plus(own),
            (Size::AtLeast(least), Size::AtLeast(other)) => Some(Size::AtLeast(least.add(other).ok()?)),
        }
    }
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
    pub(crate) fn of(sum: u32, unit: Option<UnitId>, known: Known) -> Open {
        Open { sums: vec![(sum, Num::ONE)], plus: Num::ZERO, unit, known }
    }

    /// Below which number the one sum in it has to be told apart, so that it is known how all of it stands to a number.
    pub(crate) fn limit_for(&self, number: Num) -> Option<Num> {
        let [(_, often)] = self.sums.as_slice() else { return None };
        let rises = *often > Num::ZERO;
        let even = number.sub(self.plus).ok()?.floor_div(*often).ok()?;
        rises.then(|| even.add(Num::ONE).ok()).flatten()
    }

    /// The same with so much more.
    ///
    /// # Errors
    /// It grows too large.
    pub(crate) fn add(&self, number: Num) -> Result<Open, NumError> {
        Ok(Open { plus: self.plus.add(number)?, known: self.known.plus(number), ..self.clone() })
    }

    /// Multiplied by a number other than zero.
    ///
    /// # Errors
    /// It grows too large.
    pub(crate) fn times(&self, factor: Num) -> Result<Open, NumError> {
        let sums = self.sums.iter().map(|(sum, often)| Ok((*sum, often.mul(factor)?)));
        let sums = sums.collect::<Result<_, NumError>>()?;
        Ok(Open { sums, plus: self.plus.mul(factor)?, unit: self.unit, known: self.known.times(factor) })
    }

    /// Both together; nothing is left open where they cancel.
    ///
    /// # Errors
    /// It grows too large.
    pub(crate) fn join(&self, other: &Open) -> Result<Open, NumError> {
        let mut joined = self.add(other.plus)?;
        joined.known = self.known.join(other.known);
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
