//! A state, written.

use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use super::names::{Labels, RemovedNames};
use crate::base::{Num, Sources};
use crate::check::program::UnitFamily;
use crate::dist::Fraction;
use crate::engine::{ActiveTimer, Every, Record, Records, State, Watch};
use crate::plan::{CodeId, Plan, Unrolled, Value};

/// Writes what a plan's state holds.
pub(super) struct StateWriter<'a> {
    pub plan: &'a Plan,
    pub labels: &'a Labels,
    pub sources: &'a Sources,
    /// Whether the values of entries go along.
    pub entries: bool,
    /// What is left out.
    pub gone: &'a RemovedNames,
}

impl StateWriter<'_> {
    /// All of a state.
    pub(crate) fn state(&self, state: &State) -> Map<String, Json> {
        let list = |items: Vec<Json>| Json::Array(items);
        let parts = [
            ("kept", self.kept(state)),
            ("rosters", self.rosters(state)),
            ("decks", self.decks(state)),
            ("clocks", list(state.clocks.iter().map(|clock| self.clock(clock)).collect())),
            ("timers", list(state.timers.iter().map(|of| self.timer(of)).collect())),
            ("held", list(state.held.iter().map(|of| self.timer(of)).collect())),
            ("every", list(state.everys.iter().map(|of| self.every(of)).collect())),
            ("watched", list(state.watches.iter().map(|of| self.watch(of)).collect())),
            ("started", state.started.into()),
            ("deferred", list(self.all(&state.deferred))),
        ];
        parts.into_iter().map(|(name, part)| (name.to_owned(), part)).collect()
    }

    fn kept(&self, state: &State) -> Json {
        let kept = self.plan.program.globals.iter().zip(&state.globals).enumerate();
        let kept = kept.filter(|(at, (global, _))| {
            !self.gone.globals.contains(at) && (self.entries || !is_entry(&global.def.name))
        });
        let kept = kept.map(|(at, (_, value))| (self.labels.globals.name(at).to_owned(), self.value(value)));
        Json::Object(kept.collect())
    }

    fn rosters(&self, state: &State) -> Json {
        let roster = |(at, records): (usize, &Records)| {
            let one = |(nth, record): (usize, &Option<Arc<Record>>)| match record {
                Some(record) => self.record(at, record),
                None => self.gone(at, nth),
            };
            let records: Vec<Json> = records.iter().enumerate().map(one).collect();
            (self.labels.rosters.name(at).to_owned(), records.into())
        };
        let all = state.rosters.iter().enumerate().filter(|(at, _)| !self.gone.rosters.contains(at));
        Json::Object(all.map(roster).collect())
    }

    fn record(&self, roster: usize, record: &Record) -> Json {
        let program = &self.plan.program;
        let sheet = program.rosters.get(roster).and_then(|of| program.sheets.get(of.sheet.index()));
        // A sheet may have grown since the record was made.
        let values = record.fields.iter().chain(std::iter::repeat(&Value::Unset));
        let fields = sheet.into_iter().flat_map(|sheet| &sheet.fields).zip(values);
        let fields = fields.map(|(field, value)| (field.name.to_string(), self.value(value)));
        json!({"name": &*record.name, "fields": fields.collect::<Map<_, _>>()})
    }

    /// The place of a record that was removed; numbers of records count on it.
    fn gone(&self, roster: usize, nth: usize) -> Json {
        let first = self.plan.program.rosters.get(roster).and_then(|of| of.records.get(nth));
        json!({"gone": first.map(|record| &*record.name)})
    }

    fn decks(&self, state: &State) -> Json {
        let deck = |(deck, left): &(crate::check::program::TableId, Arc<Vec<u64>>)| {
            (self.labels.tables.name(deck.index()).to_owned(), json!(**left))
        };
        let all = state.decks.iter().filter(|(deck, _)| !self.gone.tables.contains(&deck.index()));
        Json::Object(all.map(deck).collect())
    }

    fn clock(&self, (family, now): &(UnitFamily, Num)) -> Json {
        let unit = self.plan.program.units.smallest.get(family.index());
        json!({"unit": unit.map(|unit| self.labels.units.name(unit.index())), "now": number(*now)})
    }

    fn timer(&self, timer: &ActiveTimer) -> Json {
        let own = self.plan.timers.iter().filter(|site| site.timer == timer.timer).map(|site| site.code);
        json!({
            "timer": self.labels.timers.name(timer.timer.index()),
            "site": self.site(own, timer.code),
            "at": self.at(timer.code),
            "for": self.value(&timer.each),
            "due": number(timer.due),
            "unit": self.labels.units.name(timer.unit.index()),
            "order": timer.order,
            "captured": self.all(&timer.captured),
        })
    }

    fn every(&self, every: &Every) -> Json {
        json!({
            "site": self.site(self.plan.everys.iter().map(|site| site.code), every.code),
            "at": self.at(every.code),
            "period": number(every.period),
            "due": number(every.due),
            "unit": self.labels.units.name(every.unit.index()),
            "order": every.order,
            "captured": self.all(&every.captured),
        })
    }

    fn watch(&self, watch: &Watch) -> Json {
        json!({
            "site": self.site(self.plan.whens.iter().map(|site| site.code), watch.code),
            "at": self.at(watch.code),
            "captured": self.all(&watch.captured),
            "held_for": watch.held_for.iter().map(|value| self.value(value)).collect::<Vec<Json>>(),
        })
    }

    fn all(&self, values: &[Value]) -> Vec<Json> {
        values.iter().map(|value| self.value(value)).collect()
    }

    /// A value. Whole numbers, texts, yes and no, nothing, and lists are themselves; everything else is
    /// an object whose first key says what it is.
    fn value(&self, value: &Value) -> Json {
        let labels = self.labels;
        match value {
            Value::Unset => json!({"unset": true}),
            Value::Nothing => Json::Null,
            Value::YesNo(yes) => Json::from(*yes),
            Value::Number(value) => match value.as_int() {
                Some(whole) => Json::from(whole),
                None => json!({"number": value.to_string()}),
            },
            Value::Percent(value) => match value.mul(Num::int(100)) {
                Ok(percent) => json!({"percent": number(percent)}),
                Err(_) => json!({"share": number(*value)}),
            },
            Value::Quantity(amount, unit) => {
                json!({"amount": number(*amount), "unit": labels.units.name(unit.index())})
            }
            Value::Fraction(ratio) => match ratio.short() {
                None => json!({"fraction": ratio.to_string()}),
                Some(short) => {
                    let number: &crate::dist::Fraction = ratio;
                    json!({"fraction": number.to_string(), "short": short.to_string()})
                }
            },
            Value::Word(scale, word) => {
                json!({"word": self.word(scale.index(), *word), "of": labels.scales.name(scale.index())})
            }
            Value::Set(scale, words) => {
                let words: Vec<&str> = words.iter().map(|word| self.word(scale.index(), *word)).collect();
                json!({"words": words, "of": labels.scales.name(scale.index())})
            }
            Value::Text(text) => Json::from(&**text),
            Value::Range(ends) => json!({"range": [ends.0.map(number), ends.1.map(number)]}),
            Value::List(items) => Json::from(self.all(items)),
            Value::Row(row) => {
                let table = self.plan.program.tables.get(row.table.index());
                let key = table.and_then(|table| table.rows.get(row.row as usize)).map(|row| &*row.key.text);
                json!({
                    "row": u64::from(row.row) + 1, "key": key, "of": labels.tables.name(row.table.index()),
                    "roll": self.value(&row.roll), "args": self.all(&row.args), "cells": self.all(&row.cells),
                })
            }
            Value::Record(roster, at) => {
                json!({"record": u64::from(*at) + 1, "of": labels.rosters.name(roster.index())})
            }
            Value::Parts(parts) => {
                let part = |(name, value): &(Arc<str>, Value)| json!([&**name, self.value(value)]);
                json!({"parts": parts.iter().map(part).collect::<Vec<_>>()})
            }
            Value::Unrolled(unrolled) => self.unrolled(unrolled),
            Value::Open(_) => unreachable!("open numbers are made within exact odds alone"),
            Value::Odds(odds) => {
                let outcome =
                    |(value, chance): &(Value, Fraction)| json!([self.value(value), chance.to_string()]);
                let outcomes: Vec<_> = odds.outcomes.iter().map(outcome).collect();
                match odds.short {
                    true => json!({"odds": outcomes, "short": true}),
                    false => json!({"odds": outcomes}),
                }
            }
        }
    }

    fn unrolled(&self, unrolled: &Unrolled) -> Json {
        match unrolled {
            Unrolled::Expr(id, captured) => {
                let code = self.plan.unrolled.get(id.index()).copied();
                let at = code.map(|code| self.at(code));
                json!({"unrolled": u64::from(id.0) + 1, "at": at, "captured": self.all(captured)})
            }
            Unrolled::Pool(_) => unreachable!("dice are left to a loop within exact odds alone"),
            Unrolled::Table(table, args) => {
                json!({"table": self.labels.tables.name(table.index()), "args": self.all(args)})
            }
        }
    }

    /// The place of code among its like, from 1.
    fn site(&self, mut sites: impl Iterator<Item = CodeId>, code: CodeId) -> Option<usize> {
        sites.position(|other| other == code).map(|at| at + 1)
    }

    fn at(&self, code: CodeId) -> String {
        written_at(self.plan, self.sources, code)
    }

    fn word(&self, scale: usize, word: u32) -> &str {
        let scale = self.plan.program.scales.get(scale);
        scale.and_then(|scale| scale.words.get(word as usize)).map_or("?", |word| word)
    }
}

/// Whether a global is the value of an entry: `_3`.
pub(super) fn is_entry(name: &str) -> bool {
    name.starts_with('_')
}

/// An exact number: as it is where it is whole, else as a text.
pub(super) fn number(value: Num) -> Json {
    value.as_int().map_or_else(|| Json::from(value.to_string()), Json::from)
}

/// Where code was written: the source's own name, and the byte. It tells code apart whatever else is
/// loaded.
pub(super) fn written_at(plan: &Plan, sources: &Sources, code: CodeId) -> String {
    let span = plan.codes.get(code.0 as usize).and_then(|code| code.spans.first().copied());
    let Some(span) = span else { return String::new() };
    let name = sources.get(span.source).map_or("", |source| source.name());
    let own = name.rsplit(['/', '\\']).next().unwrap_or(name);
    format!("{own}:{}", span.start)
}
