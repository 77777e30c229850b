//! Outcomes as odds show them: rows of one table that are listed alike are one outcome.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::check::program::{Row, TableId};
use crate::dist::Dist;
use crate::engine::handed_on;
use crate::plan::{Plan, RowValue, Value};

/// A distribution with its outcomes as odds show them. What holds no rows stays as it is, with all that is
/// known of it.
pub(super) fn all_named(plan: &Plan, dist: Dist<Value>) -> Dist<Value> {
    if dist.outcomes().iter().any(|(value, _)| holds_rows(value)) {
        let mut names = RowNames::default();
        return dist.map(|value| names.named(plan, value));
    }
    dist
}

/// Whether there are rows in an outcome, which are named before it is shown.
pub(crate) fn holds_rows(value: &Value) -> bool {
    if matches!(value, Value::Number(_)) {
        return false;
    }
    if let Value::List(items) = value {
        return items.iter().any(holds_rows);
    }
    matches!(value, Value::Row(_)) || value.items().any(holds_rows)
}

/// Outcomes as odds show them: rows of one table that are listed alike are one, whatever picked them.
#[cfg(any(test, fuzzing))]
pub(crate) fn named(plan: &Plan, value: &Value) -> Value {
    RowNames::default().named(plan, value)
}

/// Of the tables that were met: which row is the first that is listed so.
#[derive(Default)]
pub(crate) struct RowNames {
    first: FxHashMap<TableId, FxHashMap<Arc<str>, u32>>,
}

impl RowNames {
    /// An outcome as odds show it (see [`named`]).
    pub(crate) fn named(&mut self, plan: &Plan, value: &Value) -> Value {
        let Value::Row(row) = value else { return value.with_items(|item| self.named(plan, item)) };
        let row = handed_on(plan, row);
        let rows = plan.program.tables.get(row.table.index()).map_or(&[][..], |table| &table.rows);
        let Some(own) = rows.get(row.row as usize) else { return value.clone() };
        let first = self.first(row.table, rows, &own.listed).unwrap_or(row.row) as usize;
        let known = plan.tables.get(row.table.index()).and_then(|table| table.cells.get(first));
        let number = known
            .and_then(Option::as_ref)
            .and_then(|cells| cells.first())
            .filter(|cell| matches!(cell, Value::Number(_) | Value::Percent(_) | Value::Quantity(..)));
        let shown = number.cloned().unwrap_or_else(|| Value::Text(Arc::clone(&own.listed)));
        Value::Row(Arc::new(RowValue {
            table: row.table,
            row: u32::try_from(first).unwrap_or(row.row),
            roll: Value::Nothing,
            args: Arc::from([]),
            cells: Arc::from([shown]),
        }))
    }

    fn first(&mut self, table: TableId, rows: &[Row], listed: &str) -> Option<u32> {
        let first = self.first.entry(table).or_insert_with(|| {
            let mut first = FxHashMap::default();
            for (at, row) in (0u32..).zip(rows) {
                first.entry(Arc::clone(&row.listed)).or_insert(at);
            }
            first
        });
        first.get(listed).copied()
    }
}
