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
}
