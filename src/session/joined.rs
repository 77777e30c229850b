//! Outcomes that read the same and that the language calls the same are one: a row, and the text or the number that it
//! is, rolled elsewhere.

use rustc_hash::FxHashMap;

use super::inspect::Inspect;
use crate::check::program::TableId;
use crate::dist::Nat;
use crate::engine::is_same;
use crate::plan::{Plan, Value};

/// The outcomes, each once. Rows of one table alone stay as they are.
pub(super) fn joined(inspect: Inspect<'_>, outcomes: Vec<(Value, Nat)>) -> Vec<(Value, Nat)> {
    if !are_mixed(&outcomes) {
        return outcomes;
    }
    let plan = inspect.world().plan();
    let mut places: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    let mut joined: Vec<(Value, Nat)> = Vec::with_capacity(outcomes.len());
    for (value, weight) in outcomes {
        let alike = places.entry(inspect.show(&value)).or_default();
        let known = alike
            .iter()
            .copied()
            .find(|at| joined.get(*at).is_some_and(|(known, _)| are_one(plan, known, &value)));
        match known.and_then(|at| joined.get_mut(at)) {
            Some((_, known)) => *known += &weight,
            None => {
                alike.push(joined.len());
                joined.push((value, weight));
            }
        }
    }
    joined
}

/// Whether there are rows beside other values, or rows of several tables, in one place.
fn are_mixed(outcomes: &[(Value, Nat)]) -> bool {
    if !outcomes.iter().any(|(value, _)| matches!(value, Value::Row(_) | Value::Parts(_))) {
        return false;
    }
    let mut of = outcomes.iter().map(|(value, _)| tables(value));
    let Some(first) = of.next() else { return false };
    let mut rows = first.iter().any(Option::is_some);
    let mut mixed = false;
    for other in of {
        rows |= other.iter().any(Option::is_some);
        mixed |= other != first;
    }
    rows && mixed
}

/// The tables of the rows that a value is, or has as its parts.
fn tables(value: &Value) -> Vec<Option<TableId>> {
    if let Value::Parts(parts) = value {
        return parts.iter().flat_map(|(_, part)| tables(part)).collect();
    }
    vec![if let Value::Row(row) = value { Some(row.table) } else { None }]
}

fn are_one(plan: &Plan, a: &Value, b: &Value) -> bool {
    if let (Value::Parts(a), Value::Parts(b)) = (a, b) {
        let parts = || a.iter().zip(b.iter());
        return a.len() == b.len()
            && parts().all(|((a, part), (b, other))| a == b && are_one(plan, part, other));
    }
    let rows = [a, b].map(|value| if let Value::Row(row) = value { Some(row.table) } else { None });
    // Rows of one table that read alike were told apart before.
    a == b || rows[0] != rows[1] && is_same(plan, a, b)
}
