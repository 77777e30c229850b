//! The state in play as lists of names and texts, for whoever shows it.

use std::sync::Arc;

use super::clock::clocks;
use super::inspect::Inspect;
use crate::plan::Value;

/// A name and what it holds, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NamedText {
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

impl Inspect<'_> {
    /// Where the campaign is, when there is something to show: the clocks that have moved.
    pub(crate) fn now(self) -> Option<String> {
        let clocks = clocks(self.world().plan(), self.world().state());
        (!clocks.is_empty()).then(|| clocks.join(", "))
    }

    /// What `keep` and `let` hold, in the order of their definitions.
    pub(crate) fn kept(self) -> Vec<NamedText> {
        self.kept_as(|value| self.show(value))
    }

    /// The same, long lists by their ends alone.
    pub(crate) fn kept_briefly(self) -> Vec<NamedText> {
        self.kept_as(|value| self.world().show_briefly(value))
    }

    fn kept_as(self, show: impl Fn(&Value) -> String) -> Vec<NamedText> {
        let globals = self.program().globals.iter().zip(&self.world().state().globals);
        let idle = |value: &Value| value.as_list().is_none_or(|items| items.is_empty());
        let named = globals.filter(|(global, value)| {
            !(global.def.name.starts_with('_') || global.is_coming() && idle(value))
        });
        named
            .map(|(global, value)| NamedText { name: global.def.name.to_string(), text: show(value) })
            .collect()
    }

    /// The house rules of everything that is loaded.
    pub(crate) fn settings(self) -> Vec<Setting> {
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
    pub(crate) fn is_option(self, name: &str) -> bool {
        let own = |of: &str| of == name || of.split_once('.').is_some_and(|(_, bare)| bare == name);
        self.settings().iter().any(|setting| own(&setting.name))
    }

    /// The records of a roster; the party is `party`.
    pub(crate) fn members(self, roster: &str) -> Option<Members> {
        let at = self.program().rosters.iter().position(|other| &*other.def.name == roster)?;
        let of = self.program().rosters.get(at)?;
        let sheet = self.program().sheets.get(of.sheet.index())?;
        let head =
            std::iter::once("name".to_owned()).chain(sheet.fields.iter().map(|field| field.name.to_string()));
        let records = self.world().state().rosters.get(at).map_or(&[][..], |records| records.as_slice());
        let row = |record: &std::sync::Arc<crate::engine::Record>| {
            let fields = record.fields.iter().map(|value| self.show(value));
            std::iter::once(record.name.to_string()).chain(fields).collect()
        };
        Some(Members { head: head.collect(), rows: records.iter().flatten().map(row).collect() })
    }

    /// The clocks, as texts: `2 hours 10 minutes`.
    pub(crate) fn clocks(self) -> Vec<String> {
        clocks(self.world().plan(), self.world().state())
    }

    /// The rows that the referee has put off, as texts.
    pub(crate) fn deferred(self) -> Vec<String> {
        self.world().state().deferred.iter().map(|row| self.show(row)).collect()
    }

    /// How many turns have begun.
    pub(crate) fn turns(self) -> u64 {
        self.world().turns()
    }

    /// The timers that run: a name and when each is due.
    pub(crate) fn timers(self) -> Vec<NamedText> {
        let program = self.program();
        let timer = |timer: &std::sync::Arc<crate::engine::ActiveTimer>| {
            let name = program.timers.get(timer.timer.index()).map_or("?", |timer| &timer.def.name);
            let whose = if timer.each == Value::Nothing {
                String::new()
            } else {
                format!(" for {}", self.show(&timer.each))
            };
            let due = self.show(&Value::Quantity(timer.due, timer.unit));
            NamedText { name: format!("{name}{whose}"), text: format!("due at {due}") }
        };
        self.world().state().timers.iter().map(timer).collect()
    }
}
