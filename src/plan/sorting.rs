//! How values are put in order: amounts by how much they are, in whatever unit they stand.

use std::cmp::Ordering;

use super::{Plan, Value};

impl Plan {
    /// An amount in the smallest unit of its kind; `None` for anything else, and where it does not fit.
    pub(crate) fn in_smallest_unit(&self, value: &Value) -> Option<Value> {
        let Value::Quantity(number, unit) = value else { return None };
        let units = &self.program.units;
        let of = units.get(*unit);
        let smallest = *units.smallest.get(of.family.index())?;
        let amount = number.mul(of.factor).and_then(|amount| amount.div(units.get(smallest).factor)).ok()?;
        Some(Value::Quantity(amount, smallest))
    }

    /// The order of two values by how much they are: equal amounts are equal, in whatever unit.
    pub(crate) fn order_as_key(&self, a: &Value, b: &Value) -> Ordering {
        match (a, b) {
            (Value::Quantity(_, one), Value::Quantity(_, other)) if one != other => {
                let (x, y) = (self.in_smallest_unit(a), self.in_smallest_unit(b));
                x.as_ref().unwrap_or(a).order(y.as_ref().unwrap_or(b))
            }
            _ => a.order(b),
        }
    }

    /// The same where equal amounts in different units stand as their units do.
    pub(crate) fn order(&self, a: &Value, b: &Value) -> Ordering {
        self.order_as_key(a, b).then_with(|| a.order(b))
    }

    /// The order of what has these keys, the first that differ deciding; a bit of `down` for each of which the highest
    /// comes first (see [`down_mask`]).
    pub(crate) fn order_by_keys(&self, a: &[Value], b: &[Value], down: u32) -> Ordering {
        let differ = |(at, (a, b)): (u32, (&Value, &Value))| {
            let order = self.order_as_key(a, b);
            if at < u32::BITS && down & (1 << at) != 0 { order.reverse() } else { order }
        };
        (0u32..).zip(a.iter().zip(b)).map(differ).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }
}

/// The keys of which the highest comes first, a bit for each of the first 32.
pub(crate) fn down_mask(keys: impl IntoIterator<Item = bool>) -> u32 {
    (0..u32::BITS).zip(keys).fold(0, |mask, (at, down)| if down { mask | 1 << at } else { mask })
}
