//! The state in play as lists of names and texts, for whoever shows it.

use std::sync::Arc;

use super::Session;
use crate::base::Num;
use crate::check::program::UnitFamily;
use crate::engine::State;
use crate::plan::{Names, Plan, Value};

/// A name and what it holds, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Held {
    /// The name.
    pub name: String,
    /// What it holds.
    pub text: String,
}

/// A house rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Setting {
    /// Its name with its module.
    pub name: String,
    /// The value in force.
    pub value: String,
    /// The default, where that is another one.
    pub default: Option<String>,
    /// What it is about.
    pub about: String,
}

/// The records of a roster, in columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Members {
    /// The headings: the name, then the fields.
    pub head: Vec<String>,
    /// A row for each record.
    pub rows: Vec<Vec<String>>,
}

impl Session {
    /// What `keep` and `let` hold, in the order of their definitions.
    pub(crate) fn kept(&self) -> Vec<Held> {
        let globals = self.program().globals.iter().zip(&self.world.state.globals);
        let idle = |value: &Value| value.as_list().is_none_or(|items| items.is_empty());
        let named = globals.filter(|(global, value)| {
            !(global.def.name.starts_with('_') || global.is_coming() && idle(value))
        });
        named
            .map(|(global, value)| Held { name: global.def.name.to_string(), text: self.show(value) })
            .collect()
    }

    /// The house rules of everything that is loaded.
    pub(crate) fn settings(&self) -> Vec<Setting> {
        let setting = |option: &Arc<crate::check::program::OptionValue>| {
            let module =
                self.program().modules.get(option.def.module.index()).map_or("", |module| &module.name);
            Setting {
                name: format!("{module}.{}", option.def.name),
                value: option.text.to_string(),
                default: option.changed.then(|| option.default_text.to_string()),
                about: option.def.doc.as_deref().unwrap_or("").replace('\n', " "),
            }
        };
        self.program().options.iter().map(setting).collect()
    }

    /// Whether a name, with or without its module, is a house rule's.
    pub(crate) fn is_option(&self, name: &str) -> bool {
        let own = |of: &str| of == name || of.split_once('.').is_some_and(|(_, bare)| bare == name);
        self.settings().iter().any(|setting| own(&setting.name))
    }

    /// The records of a roster; the party is `party`.
    pub(crate) fn members(&self, roster: &str) -> Option<Members> {
        let at = self.program().rosters.iter().position(|other| &*other.def.name == roster)?;
        let of = self.program().rosters.get(at)?;
        let sheet = self.program().sheets.get(of.sheet.index())?;
        let head =
            std::iter::once("name".to_owned()).chain(sheet.fields.iter().map(|field| field.name.to_string()));
        let records = self.world.state.rosters.get(at).map_or(&[][..], Vec::as_slice);
        let row = |record: &std::sync::Arc<crate::engine::Record>| {
            let fields = record.fields.iter().map(|value| self.show(value));
            std::iter::once(record.name.to_string()).chain(fields).collect()
        };
        Some(Members { head: head.collect(), rows: records.iter().flatten().map(row).collect() })
    }

    /// The clocks, as texts: `2 hours 10 minutes`.
    pub(crate) fn clocks(&self) -> Vec<String> {
        clocks(&self.world.plan, &self.world.state)
    }

    /// The rows that the referee has put off, as texts.
    pub(crate) fn deferred(&self) -> Vec<String> {
        self.world.state.deferred.iter().map(|row| self.show(row)).collect()
    }

    /// How many turns have begun.
    pub(crate) fn turns(&self) -> u64 {
        self.world.turns
    }

    /// What may be changed by hand: the names of what is kept, and of each record's fields.
    pub(crate) fn places(&self) -> Vec<String> {
        let mut places: Vec<String> = self.kept().into_iter().map(|held| held.name).collect();
        for (roster, records) in self.program().rosters.iter().zip(&self.world.state.rosters) {
            let Some(sheet) = self.program().sheets.get(roster.sheet.index()) else { continue };
            for record in records.iter().flatten() {
                let name = record.name.to_lowercase().replace(' ', "_");
                places.extend(sheet.fields.iter().map(|field| format!("{name}.{}", field.name)));
            }
        }
        places
    }

    /// The timers that run: a name and when each is due.
    pub(crate) fn timers(&self) -> Vec<Held> {
        let program = self.program();
        let timer = |timer: &std::sync::Arc<crate::engine::ActiveTimer>| {
            let name = program.timers.get(timer.timer.index()).map_or("?", |timer| &timer.def.name);
            let whose = if timer.each == Value::Nothing {
                String::new()
            } else {
                format!(" for {}", self.show(&timer.each))
            };
            let due = self.show(&Value::Quantity(timer.due, timer.unit));
            Held { name: format!("{name}{whose}"), text: format!("due at {due}") }
        };
        self.world.state.timers.iter().map(timer).collect()
    }
}

/// The clocks that have moved, each in its largest whole units.
pub(super) fn clocks(plan: &Plan, state: &State) -> Vec<String> {
    let moved = state.clocks.iter().filter(|(_, now)| !now.is_zero());
    moved.map(|(family, now)| clock(plan, *family, *now)).collect()
}

fn clock(plan: &Plan, family: UnitFamily, now: Num) -> String {
    clock_in(plan, family, now, "").unwrap_or_else(|| now.to_string())
}

/// A time in the largest whole units but one; `None` where no unit is left to say it in.
pub(super) fn clock_in(plan: &Plan, family: UnitFamily, now: Num, without: &str) -> Option<String> {
    let names = Names { plan, record: &|_, _| "".into() };
    let units = &plan.program.units;
    let mut of_family: Vec<(usize, Num)> = units
        .all
        .iter()
        .enumerate()
        .filter(|(_, unit)| unit.family == family && *unit.singular != *without)
        .map(|(at, unit)| (at, unit.factor))
        .collect();
    of_family.sort_by_key(|(_, factor)| std::cmp::Reverse(*factor));
    let mut left = now;
    let mut parts = Vec::new();
    for (at, factor) in of_family {
        let whole = left.floor_div(factor).unwrap_or(Num::ZERO);
        if whole.is_zero() || parts.len() == 2 {
            continue;
        }
        left = left.modulo(factor).unwrap_or(Num::ZERO);
        parts.push(names.show(&Value::Quantity(whole, at.into())));
    }
    (!parts.is_empty()).then(|| parts.join(" "))
}
