//! Whether what was read lies within the bounds that the rules set.

use std::cmp::Ordering;
use std::sync::Arc;

use super::names::Labels;
use super::refused::Refused;
use super::values::{down, field_place};
use crate::base::Num;
use crate::check::program::{Closure, Expr, SheetId};
use crate::engine::EntryPoint;
use crate::plan::{Plan, Value};
use crate::session::means::Means;
use crate::session::world::World;

/// Where a value that is out of its bounds is held.
pub(super) enum ValueSite {
    Global(usize),
    Field { roster: usize, record: u32, field: usize },
}

/// The value that a place may hold in the stead of one that is out of its bounds.
pub(super) type Mended = (ValueSite, Value);

/// What is out of the bounds that the rules set.
pub(super) struct Bounds<'a> {
    means: &'a Means,
    world: &'a World,
    labels: &'a Labels,
}

impl<'a> Bounds<'a> {
    /// In a world, whose parts have these names.
    pub(crate) fn new(means: &'a Means, world: &'a World, labels: &'a Labels) -> Bounds<'a> {
        Bounds { means, world, labels }
    }

    /// What is out of its bounds, and what it would be within them.
    pub(crate) fn beyond(&self) -> Vec<(Refused, Mended)> {
        let mut found = self.globals();
        found.extend(self.fields());
        found
    }

    fn globals(&self) -> Vec<(Refused, Mended)> {
        let (world, labels) = (self.world, self.labels);
        let mut found = Vec::new();
        for (id, global) in world.plan().program.globals.iter().enumerate() {
            let (Some((low, high)), Some(value)) = (global.bounds.as_deref(), world.state().globals.get(id))
            else {
                continue;
            };
            let (low, high) = (self.bound(low), self.bound(high));
            let measure = |value: &Value| measure(world.plan(), value);
            let beyond = |bound: &Option<Value>, way: Ordering| {
                let (own, end) = (measure(value)?, measure(bound.as_ref()?)?);
                (own.cmp(&end) == way).then(|| bound.clone()).flatten()
            };
            let nearest = beyond(&low, Ordering::Less).or_else(|| beyond(&high, Ordering::Greater));
            let Some(nearest) = nearest else { continue };
            let end =
                |end: &Option<Value>| end.as_ref().map_or_else(|| "…".to_owned(), |end| shown(world, end));
            let why = format!("{} is out of its bounds", shown(world, value));
            let refused = Refused::new(down("/kept", labels.globals.name(id)), why);
            let refused = refused.expected(format!("from {} to {}", end(&low), end(&high)));
            found.push((refused, (ValueSite::Global(id), nearest)));
        }
        found
    }

    fn bound(&self, bound: &Expr) -> Option<Value> {
        let mut world = self.world.clone();
        let closure = Closure {
            before: None,
            body: bound.clone(),
            given: None,
            captures: Vec::new(),
            locals: 0,
            turns: None,
            dice: None,
        };
        let code = world.expression("bound", &closure);
        world.work_out(EntryPoint::new(code), &mut self.means.budget())
    }

    /// Stores every field again through the code that keeps its bounds: nothing may change by that.
    fn fields(&self) -> Vec<(Refused, Mended)> {
        let (world, labels) = (self.world, self.labels);
        let plan = Arc::clone(world.plan());
        let mut found = Vec::new();
        for (roster, of) in plan.program.rosters.iter().enumerate() {
            let records = world.state().rosters.get(roster).map_or(&[][..], |records| records.as_slice());
            for (record, _) in (0u32..).zip(records).filter(|(_, record)| record.is_some()) {
                for (field, nearest) in self.fields_beyond(of.sheet, (roster, record)) {
                    let Some(own) =
                        plan.program.sheets.get(of.sheet.index()).and_then(|s| s.fields.get(field))
                    else {
                        continue;
                    };
                    let now = field_of(world, roster, record, field).unwrap_or_default();
                    let at = field_place(labels.rosters.name(roster), record as usize, &own.name);
                    let refused = Refused::new(at, format!("{} is out of its bounds", shown(world, &now)))
                        .expected(format!("the nearest that fits is {}", shown(world, &nearest)));
                    found.push((refused, (ValueSite::Field { roster, record, field }, nearest)));
                }
            }
        }
        found
    }

    fn fields_beyond(&self, sheet: SheetId, (roster, record): (usize, u32)) -> Vec<(usize, Value)> {
        let world = self.world;
        let stores = world.plan().sheets.get(sheet.index()).map_or(&[][..], |sheet| &sheet.store);
        let stores = stores.iter().enumerate().filter_map(|(field, code)| Some((field, (*code)?)));
        let beyond = |(field, code)| {
            let now = field_of(world, roster, record, field)?;
            let mut tried = world.clone();
            let args = vec![Value::Record(roster.into(), record), now.clone()];
            tried.work_out(EntryPoint { code, args }, &mut self.means.budget())?;
            let after = field_of(&tried, roster, record, field)?;
            (!after.same(&now)).then_some((field, after))
        };
        stores.filter_map(beyond).collect()
    }
}

fn field_of(world: &World, roster: usize, record: u32, field: usize) -> Option<Value> {
    world.state().record(roster.into(), record)?.fields.get(field).cloned()
}

/// A number, or a quantity in its smallest unit.
fn measure(plan: &Plan, value: &Value) -> Option<Num> {
    match value {
        Value::Quantity(amount, unit) => {
            let unit = plan.program.units.all.get(unit.index())?;
            amount.mul(unit.factor).ok()
        }
        other => other.as_number(),
    }
}

fn shown(world: &World, value: &Value) -> String {
    crate::engine::show(world.plan(), world.state(), value)
}

/// Puts a value within its bounds.
pub(super) fn mend(world: &mut World, (held, value): Mended) {
    match held {
        ValueSite::Global(id) => {
            world.set_global(id, value);
        }
        ValueSite::Field { roster, record, field } => {
            world.set_field(roster, record, field, value);
        }
    }
}
