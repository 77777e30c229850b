//! Outcomes that the language calls equal are one outcome: `50%` is `0.5`, an hour is sixty minutes, and
//! nothing of a sum of money is 0.

use rustc_hash::FxHashMap;

use crate::base::Num;
use crate::check::program::{UnitFamily, UnitId};
use crate::plan::{Plan, Value};

/// What stands for outcomes that are written in several ways.
#[derive(Debug)]
pub(crate) struct Alike {
    shown: FxHashMap<Value, Value>,
}

impl Alike {
    /// Of these outcomes; `None` where each is written in one way.
    pub(crate) fn of<'v>(plan: &Plan, outcomes: impl Iterator<Item = &'v Value> + Clone) -> Option<Alike> {
        if !outcomes.clone().any(may_vary) {
            return None;
        }
        let mut families = Vec::new();
        outcomes.clone().for_each(|value| families_in(plan, value, &mut families));
        let zero = match families.as_slice() {
            [(_, unit)] => Some(*unit),
            _ => None,
        };
        let mut shown: FxHashMap<Value, Value> = FxHashMap::default();
        let mut keys: Vec<(&Value, Value)> = Vec::new();
        for value in outcomes {
            let key = key_of(plan, zero, value);
            let best = shown.entry(key.clone()).or_insert_with(|| value.clone());
            if rank(value) < rank(best) {
                best.clone_from(value);
            }
            keys.push((value, key));
        }
        if shown.len() == keys.len() {
            return None;
        }
        let best = |(value, key): (&Value, Value)| {
            let best = shown.get(&key).filter(|best| *best != value)?;
            Some((value.clone(), best.clone()))
        };
        Some(Alike { shown: keys.into_iter().filter_map(best).collect() })
    }

    /// What stands for this outcome.
    pub(crate) fn shown(&self, value: &Value) -> Value {
        self.shown.get(value).unwrap_or(value).clone()
    }
}

/// Whether a value may be written in another way.
fn may_vary(value: &Value) -> bool {
    if matches!(value, Value::Number(_)) {
        return false;
    }
    if let Value::List(items) = value {
        return items.iter().any(may_vary);
    }
    matches!(value, Value::Percent(_) | Value::Quantity(..) | Value::Fraction(_))
        || value.items().any(may_vary)
}

/// The families of all units in a value, each with the first of its units.
fn families_in(plan: &Plan, value: &Value, families: &mut Vec<(UnitFamily, UnitId)>) {
    if let Value::Quantity(_, unit) = value {
        let family = plan.program.units.get(*unit).family;
        if !families.iter().any(|(of, _)| *of == family) {
            families.push((family, *unit));
        }
    }
    value.items().for_each(|item| families_in(plan, item, families));
}

/// A value in the one way that all that are equal have in common; `zero` is the unit of a plain 0.
fn key_of(plan: &Plan, zero: Option<UnitId>, value: &Value) -> Value {
    let number = |number: Num| match zero {
        Some(unit) if number.is_zero() => quantity(plan, number, unit),
        _ => Value::Number(number),
    };
    if let Value::Number(of) | Value::Percent(of) = value {
        return number(*of);
    }
    if let Value::Fraction(fraction) = value {
        return fraction.to_num().map_or_else(|| value.clone(), number);
    }
    if let Value::Quantity(of, unit) = value {
        return quantity(plan, *of, *unit);
    }
    value.with_items(|item| key_of(plan, zero, item))
}

/// A quantity in the smallest unit of its family.
fn quantity(plan: &Plan, number: Num, unit: UnitId) -> Value {
    let units = &plan.program.units;
    let of = units.get(unit);
    let smallest = units.smallest.get(of.family.index()).copied().unwrap_or(unit);
    match number.mul(of.factor).and_then(|number| number.div(units.get(smallest).factor)) {
        Ok(number) => Value::Quantity(number, smallest),
        Err(_) => Value::Quantity(number, unit),
    }
}

/// Of several ways to write a value, the least is shown: what has a unit, then plain numbers.
fn rank(value: &Value) -> (Vec<u8>, &Value) {
    let mut ways = Vec::new();
    ways_in(value, &mut ways);
    (ways, value)
}

fn ways_in(value: &Value, ways: &mut Vec<u8>) {
    let is = [
        matches!(value, Value::Quantity(..)),
        matches!(value, Value::Number(_)),
        matches!(value, Value::Percent(_)),
        matches!(value, Value::Fraction(_)),
    ];
    ways.extend((0u8..).zip(is).filter(|(_, is)| *is).map(|(way, _)| way));
    value.items().for_each(|item| ways_in(item, ways));
}
