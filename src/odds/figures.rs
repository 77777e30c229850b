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
    let unit = dist.outcomes().iter().find_map(|(value, _)| {
        let Value::Quantity(_, unit) = value else { return None };
        Some(unit)
    })?;
    let number = |(value, weight): &(Value, crate::dist::Nat)| {
        if let Value::Quantity(number, of) = value {
            return (of == unit).then(|| (*number, weight.clone()));
        }
        // A zero needs no unit.
        let Value::Number(zero) = value else { return None };
        zero.is_zero().then(|| (*zero, weight.clone()))
    };
    let outcomes: Option<Vec<_>> = dist.outcomes().iter().map(number).collect();
    Some((Dist::with_cut(outcomes?, dist.cut().cloned()).ok()?, *unit))
}
