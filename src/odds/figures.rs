//! Distributions of values as distributions of numbers.

use crate::base::Num;
use crate::check::program::{UnitId, Units};
use crate::dist::Dist;
use crate::plan::Value;

/// A distribution of numbers, where all outcomes count as numbers.
pub(crate) fn as_numbers(dist: &Dist<Value>) -> Option<Dist<Num>> {
    let number = |(value, weight): &(Value, crate::dist::Nat)| Some((value.as_number()?, weight.clone()));
    let outcomes: Option<Vec<_>> = dist.outcomes().iter().map(number).collect();
    Dist::with_cut(outcomes?, dist.cut().cloned()).ok()
}

/// A distribution of quantities of one family, as numbers of the largest unit that occurs.
pub(crate) fn as_quantities(units: &Units, dist: &Dist<Value>) -> Option<(Dist<Num>, UnitId)> {
    let unit = largest_unit(units, dist.outcomes().iter().map(|(value, _)| value))?;
    let number = |(value, weight): &(Value, crate::dist::Nat)| {
        // A zero needs no unit.
        if let Value::Number(zero) = value {
            return zero.is_zero().then(|| (*zero, weight.clone()));
        }
        Some((in_unit(units, value, unit)?, weight.clone()))
    };
    let outcomes: Option<Vec<_>> = dist.outcomes().iter().map(number).collect();
    Some((Dist::with_cut(outcomes?, dist.cut().cloned()).ok()?, unit))
}

/// The largest unit of some values.
pub(crate) fn largest_unit<'v>(units: &Units, values: impl Iterator<Item = &'v Value>) -> Option<UnitId> {
    let of = |value: &Value| if let Value::Quantity(_, unit) = value { Some(*unit) } else { None };
    values.filter_map(of).reduce(|most, unit| if larger(units, unit, most) { unit } else { most })
}

/// Whether a unit is larger than another.
pub(crate) fn larger(units: &Units, unit: UnitId, than: UnitId) -> bool {
    units.get(unit).factor > units.get(than).factor
}

/// The number of a quantity in a unit of its family.
pub(crate) fn in_unit(units: &Units, value: &Value, unit: UnitId) -> Option<Num> {
    let Value::Quantity(number, of) = value else { return None };
    if *of == unit {
        return Some(*number);
    }
    let (from, to) = (units.get(*of), units.get(unit));
    if from.family != to.family {
        return None;
    }
    number.mul(from.factor).and_then(|number| number.div(to.factor)).ok()
}
