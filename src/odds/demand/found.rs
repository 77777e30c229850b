//! What looks at a list have found in some of its draws, and what they have found in more of them.

use super::gap::Gap;
use super::numbers::holds;
use super::view::{Made, View};
use crate::base::Num;
use crate::check::program::UnitId;
use crate::plan::Value;

/// What the views have found so far; nothing where they have found nothing.
pub(super) type FoundSoFar = Vec<Option<Num>>;

/// From where on it makes no difference to each view how much more it finds, if there is such a number.
pub(super) type Caps = Vec<Option<Num>>;

/// What was found here and there, as one.
pub(super) fn joined(
    views: &[View<'_>],
    caps: &Caps,
    a: &FoundSoFar,
    b: &FoundSoFar,
) -> Result<FoundSoFar, Gap> {
    let capped = |found: Option<Num>, cap: &Option<Num>| match (found, cap) {
        (Some(found), Some(cap)) => Some(found.min(*cap)),
        (found, _) => found,
    };
    let all = a.iter().zip(b).zip(views.iter().zip(caps));
    all.map(|((a, b), (view, cap))| Ok(capped(view.made.joined(*a, *b)?, cap))).collect()
}

/// From where on it makes no difference how much more each view finds: beyond what it is compared with, where
/// nothing takes away from it.
pub(super) fn caps<'f>(views: &[View<'_>], added: impl Iterator<Item = &'f FoundSoFar> + Clone) -> Caps {
    let cap = |(at, view): (usize, &View<'_>)| {
        let (_, with) = view.against?;
        let takes_away =
            |found: &FoundSoFar| found.get(at).is_some_and(|number| number.is_some_and(Num::is_negative));
        if added.clone().any(takes_away) {
            None
        } else {
            with.add(Num::ONE).ok().map(|cap| cap.max(Num::ZERO))
        }
    };
    views.iter().enumerate().map(cap).collect()
}

impl View<'_> {
    /// The value of what was found in the end; `None` where there is none.
    pub(super) fn found(&self, found: Option<Num>, unit: Option<UnitId>) -> Option<Value> {
        let value = self.made.found(found, unit)?;
        match self.against {
            Some((compare, with)) => Some(Value::YesNo(holds(compare, value.as_number()?, with))),
            None => Some(value),
        }
    }
}

impl Made {
    /// Whether it is a number that grows draw by draw.
    pub(super) fn is_number(&self) -> bool {
        matches!(self, Made::Sum | Made::Count | Made::Tally(_))
    }

    /// Whether only the numbers of the items make it, and it is one.
    pub(super) fn is_made_of_numbers(&self) -> bool {
        match self {
            Made::Sum | Made::Min | Made::Max | Made::Kept(_) | Made::Tally(_) => true,
            Made::Count | Made::Any | Made::All | Made::NoneOf | Made::Empty => false,
            Made::MostOfAKind | Made::Place(..) => false,
        }
    }

    /// Whether each draw adds to what the others gave, whichever they were.
    pub(super) fn adds_up(&self) -> bool {
        match self {
            Made::Sum | Made::Count | Made::Min | Made::Max => true,
            Made::Any | Made::All | Made::NoneOf | Made::Empty | Made::Tally(_) => true,
            Made::MostOfAKind | Made::Kept(_) | Made::Place(..) => false,
        }
    }

    /// What was found here and there, as one.
    fn joined(&self, a: Option<Num>, b: Option<Num>) -> Result<Option<Num>, Gap> {
        let (Some(a), Some(b)) = (a, b) else { return Ok(a.or(b)) };
        Ok(Some(match self {
            Made::Min => a.min(b),
            Made::Max | Made::Any | Made::NoneOf | Made::All | Made::Empty => a.max(b),
            Made::Sum | Made::Count | Made::Tally(_) => a.add(b)?,
            Made::MostOfAKind | Made::Kept(_) | Made::Place(..) => {
                return Err(Gap::Uncovered);
            }
        }))
    }

    /// The value of what was found in the end; `None` where there is none.
    pub(super) fn found(&self, found: Option<Num>, unit: Option<UnitId>) -> Option<Value> {
        let number = found.unwrap_or(Num::ZERO);
        Some(match self {
            Made::Any => Value::YesNo(!number.is_zero()),
            Made::All | Made::NoneOf | Made::Empty => Value::YesNo(number.is_zero()),
            Made::Count | Made::Tally(_) => Value::Number(number),
            // Of nothing the sum is a plain 0.
            Made::Sum if found.is_none() => Value::Number(number),
            Made::Sum => unit.map_or(Value::Number(number), |unit| Value::Quantity(number, unit)),
            Made::Min | Made::Max => {
                let number = found?;
                unit.map_or(Value::Number(number), |unit| Value::Quantity(number, unit))
            }
            Made::MostOfAKind | Made::Kept(_) | Made::Place(..) => return None,
        })
    }
}
