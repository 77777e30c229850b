//! Charts with two keys, and whether a table has a row for a key at all.

use std::sync::Arc;

use super::compare::in_range;
use super::tables::{counted_in, key_unit, table_of};
use crate::base::{Num, same_text};
use crate::check::program::{Table, TableId};
use crate::diag::codes::running;
use crate::engine::Host;
use crate::engine::step::{CodeFlow, Step};
use crate::engine::{Fault, Stop};
use crate::plan::{Code, Value};

impl Step<'_> {
    /// Whether a table has a row for the key on the stack, and a column for the one above it.
    pub(super) fn has_key(
        &mut self,
        host: &mut Host<'_>,
        id: TableId,
        keys: usize,
    ) -> Result<CodeFlow, Stop> {
        let Some(lowered) = self.plan().tables.get(id.index()) else {
            return Ok(self.push(Value::YesNo(false)));
        };
        let column = if keys > 1 { Some(self.pop()) } else { None };
        let has_column = match &column {
            Some(key) => self.has_column(id, key)?,
            None => true,
        };
        if let (Some(code), true) = (lowered.has, has_column) {
            self.call(host, code, lowered.params + 1)?;
            return Ok(CodeFlow::Switch);
        }
        let key = self.pop();
        self.drop_many(lowered.params as usize);
        let held = has_column && self.holds_key(id, &key)?;
        Ok(self.push(Value::YesNo(held)))
    }

    /// Whether a row without condition holds what is in the roll's local.
    pub(super) fn has_row(&mut self, code: &Code, id: TableId) -> Result<CodeFlow, Stop> {
        let key = self.local(code.roll).clone();
        let held = self.holds_key(id, &key)?;
        Ok(self.push(Value::YesNo(held)))
    }

    fn holds_key(&self, id: TableId, key: &Value) -> Result<bool, Stop> {
        let Some(lowered) = self.plan().tables.get(id.index()) else { return Ok(false) };
        if matches!(key, Value::Nothing | Value::Unset) {
            return Ok(false);
        }
        if matches!(key, Value::Row(row) if row.table == id) {
            return Ok(true);
        }
        Ok(self.find((&lowered.index, key_unit(self.plan(), id)), key)?.is_some())
    }

    /// Whether a chart has a column for a second key. A number among ranges may lie in none of them, which
    /// gives `nothing` by itself.
    fn has_column(&self, id: TableId, key: &Value) -> Result<bool, Stop> {
        let (Some(lowered), Some(table)) = (self.plan().tables.get(id.index()), table_of(self.plan(), id))
        else {
            return Ok(false);
        };
        let ranges =
            || lowered.known_cells.iter().flatten().any(|cell| matches!(cell, Some(Value::Range(_))));
        if *key == Value::Nothing {
            return Ok(false);
        }
        if key.as_number().is_some() && ranges() {
            return Ok(true);
        }
        if let Some(columns) = &lowered.columns
            && self.find((columns, None), key)?.is_some()
        {
            return Ok(true);
        }
        let shown = self.show(key);
        let mut columns = table.columns.iter();
        Ok(columns.any(|column| same_text(&column.heading, &shown) || same_text(&column.name, &shown)))
    }

    /// A chart with two keys: the cell of row and column; where cells are ranges, the heading whose
    /// range holds the second key, and nothing beyond.
    pub(super) fn lookup_cell(&mut self, host: &mut Host<'_>, id: TableId) -> Result<CodeFlow, Stop> {
        let Some(lowered) = self.plan().tables.get(id.index()) else {
            return Ok(self.push(Value::Nothing));
        };
        if let Some(code) = lowered.cell {
            self.call(host, code, lowered.params + 2)?;
            return Ok(CodeFlow::Switch);
        }
        let (row_key, column_key) = self.pop_two();
        self.drop_many(lowered.params as usize);
        let Some(row) = self.find((&lowered.index, key_unit(self.plan(), id)), &row_key)? else {
            return Err(self.off_table(id, &row_key));
        };
        self.push(Value::int(i64::from(row)));
        self.push(column_key);
        self.cell_of(host, id)
    }

    /// Takes a row's number and the second key; gives the number of their cell.
    pub(super) fn cell_at(&mut self, host: &mut Host<'_>, id: TableId) -> Result<CodeFlow, Stop> {
        let (row, column_key) = self.pop_two();
        let at = match self.by_second_key(host, id, row_at(&row), &column_key)? {
            ChartCell::At(column) => {
                let columns =
                    self.plan().tables.get(id.index()).map_or(0, |table| table.columns_by_symbol.len());
                i64::try_from(row_at(&row) * columns + column).unwrap_or(-1)
            }
            ChartCell::Heading(_) => -1,
        };
        Ok(self.push(Value::int(at)))
    }

    /// Takes a row's number and the second key; gives what is there.
    pub(super) fn cell_of(&mut self, host: &mut Host<'_>, id: TableId) -> Result<CodeFlow, Stop> {
        let (row, column_key) = self.pop_two();
        let cell = match self.by_second_key(host, id, row_at(&row), &column_key)? {
            ChartCell::Heading(heading) => heading.map(Value::Text),
            ChartCell::At(column) => {
                let known =
                    self.plan().tables.get(id.index()).and_then(|table| table.known_cells.get(row_at(&row)));
                known.and_then(|cells| cells.get(column)).cloned().flatten()
            }
        };
        Ok(self.push(cell.unwrap_or(Value::Nothing)))
    }

    /// The column of a second key in a row.
    fn by_second_key(
        &self,
        host: &mut Host<'_>,
        id: TableId,
        row: usize,
        column_key: &Value,
    ) -> Result<ChartCell, Stop> {
        let (Some(lowered), Some(table)) = (self.plan().tables.get(id.index()), table_of(self.plan(), id))
        else {
            return Ok(ChartCell::Heading(None));
        };
        host.budget.charge(table.columns.len() as u64)?;
        let cells = lowered.known_cells.get(row).map_or(&[][..], Vec::as_slice);
        let number = if let Value::Quantity(number, unit) = column_key {
            Some(counted_in(self.plan(), *number, *unit, None)?)
        } else {
            column_key.as_number()
        };
        if let Some(number) = number
            && cells.iter().any(|cell| matches!(cell, Some(Value::Range(_))))
        {
            let held = cells.iter().position(|cell| match cell {
                Some(Value::Range(range)) => in_range(number, range.0, range.1),
                Some(Value::Number(top)) => *top == number,
                _ => false,
            });
            let column = held.and_then(|at| table.columns.get(at));
            return Ok(ChartCell::Heading(column.map(|column| Arc::clone(&column.heading))));
        }
        let by_key = match &lowered.columns {
            Some(columns) => self.find((columns, None), column_key)?,
            None => None,
        };
        let shown = self.show(column_key);
        let by_name = || {
            table
                .columns
                .iter()
                .position(|column| same_text(&column.heading, &shown) || same_text(&column.name, &shown))
        };
        match by_key.map(|at| at as usize).or_else(by_name) {
            Some(column) => Ok(ChartCell::At(column)),
            None => Err(no_column(table, &shown)),
        }
    }
}

/// What a second key picks.
enum ChartCell {
    /// The cell of a column.
    At(usize),
    /// The heading of the range that holds a number, if one does.
    Heading(Option<Arc<str>>),
}

/// The place of a row by its number on the stack.
fn row_at(row: &Value) -> usize {
    row.as_number().and_then(Num::as_int).and_then(|row| usize::try_from(row).ok()).unwrap_or(0)
}

fn no_column(table: &Table, shown: &str) -> Stop {
    let name = &table.def.name;
    let headings: Vec<&str> = table.columns.iter().map(|column| &*column.heading).collect();
    Fault::new(&running::OFF_TABLE, format!("`{name}` has no column for {shown}"))
        .label(table.def.span, format!("`{name}` is defined here"))
        .help(format!("its columns are {}", headings.join(", ")))
        .into()
}
