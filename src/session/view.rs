//! Values shown while something runs, when the session itself is busy.

use std::sync::Arc;

use super::clock::clock_in;
use super::json;
use super::world::World;
use crate::base::{Num, Sources};
use crate::check::program::{TableId, UnitFamily, UnitId};
use crate::engine::{State, When};
use crate::plan::{Plan, Value};

/// What is needed to show values: names as they stood when the run began.
#[derive(Debug, Clone)]
pub(crate) struct Viewer {
    plan: Arc<Plan>,
    state: State,
    sources: Sources,
}

impl Viewer {
    /// What is needed to show the values of a world.
    pub(super) fn of(world: &World, sources: &Sources) -> Viewer {
        let (plan, state) = (Arc::clone(world.plan()), world.state().clone());
        Viewer { plan, state, sources: sources.clone() }
    }

    /// A value as it is shown.
    pub(crate) fn show(&self, value: &Value) -> String {
        crate::engine::show(&self.plan, &self.state, value)
    }

    /// The same, a long list by its ends alone.
    pub(crate) fn show_briefly(&self, value: &Value) -> String {
        crate::engine::show_briefly(&self.plan, &self.state, value)
    }

    /// A value as JSON.
    pub(crate) fn json(&self, value: &Value) -> serde_json::Value {
        json::value_json(&self.plan, &self.state, value)
    }

    /// What clocks showed, as texts without turns, which are counted otherwise: `2 hours 10 minutes`.
    pub(crate) fn clocks(&self, at: &When) -> Vec<String> {
        let moved = at.clocks.iter().filter(|(_, now)| !now.is_zero());
        moved.filter_map(|(family, now)| clock_in(&self.plan, *family, *now, "turn")).collect()
    }

    /// How long a stretch of time is that is written like `1440 minutes`: its clock, and how many of the
    /// clock's smallest unit.
    pub(crate) fn length(&self, shown: &str) -> Option<(UnitFamily, Num)> {
        let (number, name) = shown.split_once(' ')?;
        let units = &self.plan.program.units.all;
        let unit = units.iter().find(|unit| *unit.plural == *name || *unit.singular == *name)?;
        Some((unit.family, number.parse::<Num>().ok()?.mul(unit.factor).ok()?))
    }

    /// A stretch of time in words, in units as large as fit: 1440 minutes are `1 day`.
    pub(crate) fn stretch(&self, clock: UnitFamily, length: Num) -> Option<String> {
        clock_in(&self.plan, clock, length, "turn")
    }

    /// Whether a row was looked up for what it holds, and is no event: nothing is rolled in it, its
    /// table has no die and no effects. `Some(true)` where a word is its key, not a number.
    pub(crate) fn looked_up(&self, value: &Value) -> Option<bool> {
        let Value::Row(row) = value else { return None };
        let table = self.plan.program.tables.get(row.table.index())?;
        let lowered = self.plan.tables.get(row.table.index())?;
        let known = lowered.cells.get(row.row as usize)?.is_some();
        let by_key = table.die.is_none() && row.roll != Value::Nothing;
        let quiet = table.rows.iter().all(|row| row.effects.is_none());
        let number = row.roll.as_number().is_some() || matches!(row.roll, Value::Quantity(..));
        (known && by_key && quiet).then_some(!number)
    }

    /// What clocks showed: the name of each one's smallest unit, and how many of it.
    pub(crate) fn clock_units(&self, at: &When) -> Vec<(String, Num)> {
        let units = &self.plan.program.units;
        let named = at.clocks.iter().filter_map(|(family, now)| {
            let unit = units.all.get(units.smallest.get(family.index())?.index())?;
            Some((unit.plural.to_string(), *now))
        });
        named.collect()
    }

    /// The name of a unit for so many of it.
    pub(crate) fn unit(&self, unit: UnitId, number: Num) -> String {
        let unit = self.plan.program.units.get(unit);
        if number == Num::ONE { unit.singular.to_string() } else { unit.plural.to_string() }
    }

    /// The name of a table.
    pub(crate) fn table_name(&self, table: TableId) -> String {
        self.plan.program.tables.get(table.index()).map_or("?", |table| &table.def.name).to_owned()
    }

    /// The names of a table's columns.
    pub(crate) fn columns(&self, table: TableId) -> impl Iterator<Item = String> {
        let columns = self.plan.program.tables.get(table.index()).map_or(&[][..], |table| &table.columns);
        columns.iter().map(|column| column.name.to_string())
    }

    /// The sources.
    pub(crate) fn sources(&self) -> &Sources {
        &self.sources
    }
}
