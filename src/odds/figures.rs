//! Distributions of values as distributions of numbers.

use crate::base::Num;
use crate::check::program::UnitId;
use crate::dist::Dist;
use crate::plan::Value;

/// A distribution of numbers, where all outcomes count as numbers.
pub(crate) fn as_numbers(dist: &Dist<Value>) -> Option<Dist<Num>> {
    let number = |(value, weight): &(Value, crate::dist::Nat)| Some((value.as_number()?, weight.clone()));
    let outcomes: Option<Vec<_>> = dist.outcomes().iter().map(number).collect();
    Dist::with_cut(outcomes?, dist.cut().cloned()).ok()
}

/// A distribution of quantities in one unit, as numbers of that unit.
pub(crate) fn as_quantities(dist: &Dist<Value>) -> Option<(Dist<Num>, UnitId)> {
    let unit = dist.outcomes().iter().find_map(|(value, _)| match value {
        Value::Quantity(_, unit) => Some(unit),
        _ => None,
    })?;
    let number = |(value, weight): &(Value, crate::dist::Nat)| match value {
        Value::Quantity(number, of) if of == unit => Some((*number, weight.clone())),
        // A zero needs no unit.
        Value::Number(zero) if zero.is_zero() => Some((*zero, weight.clone())),
        _ => None,
    };
    let outcomes: Option<Vec<_>> = dist.outcomes().iter().map(number).collect();
    Some((Dist::with_cut(outcomes?, dist.cut().cloned()).ok()?, *unit))
}
