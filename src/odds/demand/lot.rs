//! What an expression may give, with how likely each is.

use crate::base::Num;
use crate::check::program::UnitId;
use crate::dist::{Budget, Dist, DistError, Nat, Tail};
use crate::plan::Value;

/// A distribution of values. One of plain numbers is kept as that: sums and products of numbers have ways of
/// their own, and what is known of an endless tail stays known.
#[derive(Debug, Clone)]
pub(super) enum Lot {
    /// Plain numbers.
    Numbers(Dist<Num>),
    /// Anything else.
    Values(Dist<Value>),
}

impl Lot {
    /// What is certain.
    pub(super) fn point(value: Value) -> Lot {
        if let Value::Number(number) = value {
            return Lot::Numbers(Dist::point(number));
        }
        Lot::Values(Dist::point(value))
    }

    /// A distribution of values, known as one of plain numbers where it is.
    pub(super) fn of(dist: Dist<Value>) -> Lot {
        let plain = |value: &Value| matches!(value, Value::Number(_));
        if dist.outcomes().is_empty() || !dist.outcomes().iter().all(|(value, _)| plain(value)) {
            return Lot::Values(dist);
        }
        // All are plain, as was looked at just now.
        let number = |value: Value| if let Value::Number(number) = value { number } else { Num::ZERO };
        Lot::Numbers(dist.relabel(number))
    }

    pub(super) fn yes_no(dist: Dist<bool>) -> Lot {
        Lot::Values(dist.relabel(Value::YesNo))
    }

    pub(super) fn into_values(self) -> Dist<Value> {
        match self {
            Lot::Numbers(dist) => dist.relabel(Value::Number),
            Lot::Values(dist) => dist,
        }
    }

    /// The values with their weights, in order.
    pub(super) fn outcomes(&self) -> Box<dyn Iterator<Item = (Value, &Nat)> + '_> {
        match self {
            Lot::Numbers(dist) => {
                Box::new(dist.outcomes().iter().map(|(number, weight)| (Value::Number(*number), weight)))
            }
            Lot::Values(dist) => {
                Box::new(dist.outcomes().iter().map(|(value, weight)| (value.clone(), weight)))
            }
        }
    }

    /// How many values are listed.
    pub(super) fn len(&self) -> usize {
        match self {
            Lot::Numbers(dist) => dist.len(),
            Lot::Values(dist) => dist.len(),
        }
    }

    /// Whether all values are listed.
    pub(super) fn is_complete(&self) -> bool {
        match self {
            Lot::Numbers(dist) => dist.is_complete(),
            Lot::Values(dist) => dist.is_complete(),
        }
    }

    /// Whether what is not listed are numbers of which it is known on which side they lie.
    pub(super) fn knows_rest(&self) -> bool {
        let Lot::Numbers(dist) = self else { return false };
        dist.cut().is_some_and(|cut| cut.tail != Tail::Anywhere)
    }

    /// What is certain, if something is.
    pub(super) fn single(&self) -> Option<Value> {
        if self.len() != 1 || !self.is_complete() {
            return None;
        }
        self.outcomes().next().map(|(value, _)| value)
    }

    /// The numbers that the values count as in arithmetic, where all of them count as plain numbers.
    pub(super) fn numbers(&self) -> Option<Dist<Num>> {
        match self {
            Lot::Numbers(dist) => Some(dist.clone()),
            Lot::Values(dist) => {
                let is_share = |value: &Value| matches!(value, Value::Percent(_) | Value::Fraction(_));
                let counts = |value: &Value| if is_share(value) { None } else { value.as_number() };
                let all: Option<Vec<(Num, Nat)>> = dist
                    .outcomes()
                    .iter()
                    .map(|(value, weight)| Some((counts(value)?, weight.clone())))
                    .collect();
                Dist::with_cut(all?, dist.cut().cloned()).ok()
            }
        }
    }

    /// The amounts that the values are, where all of them are in one unit.
    pub(super) fn amounts(&self) -> Option<(Dist<Num>, UnitId)> {
        let Lot::Values(dist) = self else { return None };
        let (Value::Quantity(_, unit), _) = dist.outcomes().first()? else { return None };
        let is_one = |(value, _): &(Value, Nat)| matches!(value, Value::Quantity(_, of) if of == unit);
        // All are amounts, as is looked at here.
        let amount = |value: Value| if let Value::Quantity(amount, _) = value { amount } else { Num::ZERO };
        dist.outcomes().iter().all(is_one).then(|| (dist.clone().relabel(amount), *unit))
    }

    /// The amounts that two lots are, where both are in the same unit.
    pub(super) fn both_amounts(&self, other: &Lot) -> Option<(Dist<Num>, Dist<Num>, UnitId)> {
        let ((a, unit), (b, of)) = (self.amounts()?, other.amounts()?);
        (unit == of).then_some((a, b, unit))
    }

    /// Amounts in a unit.
    pub(super) fn in_unit(amounts: Dist<Num>, unit: UnitId) -> Lot {
        Lot::Values(amounts.relabel(|amount| Value::Quantity(amount, unit)))
    }

    /// How likely each of yes and no is, where the values are nothing else.
    pub(super) fn yeses(&self) -> Option<Dist<bool>> {
        let Lot::Values(dist) = self else { return None };
        let all: Option<Vec<(bool, Nat)>> = dist
            .outcomes()
            .iter()
            .map(|(value, weight)| Some((value.as_yes_no()?, weight.clone())))
            .collect();
        Dist::with_cut(all?, dist.cut().cloned()).ok()
    }

    /// One of several, picked by weight.
    pub(super) fn mix(parts: Vec<(Nat, Lot)>, budget: &mut Budget) -> Result<Lot, DistError> {
        let plain = parts.iter().all(|(_, part)| matches!(part, Lot::Numbers(_)));
        if plain {
            let number = |(weight, part)| match part {
                Lot::Numbers(dist) => Some((weight, dist)),
                Lot::Values(_) => None,
            };
            let parts: Vec<(Nat, Dist<Num>)> = parts.into_iter().filter_map(number).collect();
            return Ok(Lot::Numbers(Dist::mix_numbers(&parts, budget)?));
        }
        let parts: Vec<(Nat, Dist<Value>)> =
            parts.into_iter().map(|(weight, part)| (weight, part.into_values())).collect();
        Ok(Lot::of(Dist::mix(&parts, budget)?))
    }
}

/// An item that is there or not, which is told apart from one at which nobody looks.
///
/// # Errors
/// The budget is passed.
pub(super) fn if_there(
    is_there: &Dist<bool>,
    item: &Dist<Value>,
    budget: &mut Budget,
) -> Result<Dist<Option<Value>>, DistError> {
    is_there.and_then(budget, |yes, _| Ok(if *yes { item.clone().relabel(Some) } else { Dist::point(None) }))
}

/// Lists with one more item each, or none; a list may have up to `items`.
///
/// # Errors
/// There are too many, they would not fit in memory, or copying them takes too long.
pub(super) fn longer(
    all: Dist<Vec<Value>>,
    item: &Dist<Option<Value>>,
    items: usize,
    budget: &mut Budget,
) -> Result<Dist<Vec<Value>>, DistError> {
    // The one list there is need not be copied for what is sure.
    if let ([_], [(sure, _)], true) = (all.outcomes(), item.outcomes(), item.is_complete()) {
        return Ok(all.relabel(|mut list| {
            list.extend(sure.clone());
            list
        }));
    }
    let pairs = (all.len() as u64).saturating_mul(item.len() as u64);
    budget.charge(pairs.saturating_mul(items as u64))?;
    all.lists_with(item, items, budget, |list, item| {
        let mut longer = Vec::with_capacity(list.len() + 1);
        longer.extend(list.iter().chain(item).cloned());
        longer
    })
}
