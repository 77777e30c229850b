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
    if !outcomes.iter().any(|(value, _)| holds_row(value)) {
        return false;
    }
    // Of an empty list there is nothing to be the same.
    let mut of = outcomes.iter().map(|(value, _)| tables(value)).filter(|tables| !tables.is_empty());
    of.next().is_some_and(|first| of.any(|other| other != first))
}

/// Whether a value is a row, or has one in it.
fn holds_row(value: &Value) -> bool {
    if let Value::Parts(parts) = value {
        return parts.iter().any(|(_, part)| holds_row(part));
    }
    matches!(value, Value::Row(_)) || value.as_list().is_some_and(|items| items.iter().any(holds_row))
}

/// The tables of the rows that a value is, or has in it; those of a list each once.
fn tables(value: &Value) -> Vec<Option<TableId>> {
    if let Value::Parts(parts) = value {
        return parts.iter().flat_map(|(_, part)| tables(part)).collect();
    }
    if let Some(items) = value.as_list() {
        let mut tables: Vec<Option<TableId>> = items.iter().flat_map(tables).collect();
        tables.sort_unstable();
        tables.dedup();
        return tables;
    }
    vec![if let Value::Row(row) = value { Some(row.table) } else { None }]
}

fn are_one(plan: &Plan, a: &Value, b: &Value) -> bool {
    if let (Value::Parts(a), Value::Parts(b)) = (a, b) {
        let parts = || a.iter().zip(b.iter());
        return a.len() == b.len()
            && parts().all(|((a, part), (b, other))| a == b && are_one(plan, part, other));
    }
    if let (Some(a), Some(b)) = (a.as_list(), b.as_list()) {
        return a.len() == b.len() && a.iter().zip(b.iter()).all(|(item, other)| are_one(plan, item, other));
    }
    let rows = [a, b].map(|value| if let Value::Row(row) = value { Some(row.table) } else { None });
    // Rows of one table that read alike were told apart before.
    a == b || rows[0] != rows[1] && is_same(plan, a, b)
}
