//! A state, read back: every name must be known, every value of its kind, every count what it should be.

use std::sync::Arc;

use serde_json::{Map, Value as Json};

use super::names::Names;
use super::refused::Refused;
use super::values::{StateReader, down, items, number, part, place, unknown};
use super::write::is_entry;
use crate::base::Num;
use crate::check::Workspace;
use crate::check::program::{RosterRecord, SheetField, UnitFamily, UnitId};
use crate::engine::{ActiveTimer, Every, Record, State, Watch};
use crate::plan::{CodeId, TimerSite, Value, WatchSite};

impl StateReader<'_> {
    /// All of a state. What a lenient reader leaves out is as it is in `state`, a campaign's beginning.
    pub(crate) fn state(&self, json: &Json, mut state: State) -> Result<State, Refused> {
        self.place_records(json, &state)?;
        self.rosters(json, &mut state)?;
        self.globals(json, &mut state)?;
        self.decks(json, &mut state)?;
        state.clocks = self.listed(json, "clocks", |at, of| self.clock(at, of))?;
        let clocks = state.clocks.clone();
        let now = |family| clocks.iter().find(|(of, _)| *of == family).map_or(Num::ZERO, |(_, now)| *now);
        let timers = self.listed(json, "timers", |at, of| self.timer(at, of, Some(&now)).map(Arc::new))?;
        state.timers = timers.into_iter().collect();
        state.held = self.listed(json, "held", |at, of| self.timer(at, of, None).map(Arc::new))?;
        let everys = self.listed(json, "every", |at, of| self.every(at, of, &now).map(Arc::new))?;
        state.everys = everys.into_iter().collect();
        state.watches = self.listed(json, "watched", |at, of| self.watch(at, of).map(Arc::new))?;
        state.started = small("/started", part("", json, "started")?)?;
        let orders = state.timers.iter().chain(&state.held).map(|timer| timer.order);
        let last = orders.chain(state.everys.iter().map(|every| every.order)).max().unwrap_or(0);
        if last > state.started {
            let refused =
                Refused::new("/started", format!("{} is less than an `order` below", state.started));
            return Err(refused.expected(format!("at least {last}")));
        }
        state.deferred = self.listed(json, "deferred", |at, of| match self.value(at, of)? {
            row @ Value::Row(_) => Ok(row),
            _ => Err(Refused::new(at, "this is not a row of a table").expected("only rows can be put off")),
        })?;
        Ok(state)
    }

    /// The items of a part that is a list.
    fn listed<T>(
        &self,
        json: &Json,
        key: &str,
        read: impl Fn(&str, &Json) -> Result<T, Refused>,
    ) -> Result<Vec<T>, Refused> {
        let mut all = Vec::new();
        for (at, item) in items(&down("", key), part("", json, key)?)? {
            all.extend(self.or_note(read(&at, item))?);
        }
        Ok(all)
    }

    fn globals(&self, json: &Json, state: &mut State) -> Result<(), Refused> {
        let kept = object("/kept", part("", json, "kept")?)?;
        let globals = &self.plan.program.globals;
        self.all_known("/kept", kept, &self.labels.globals, "name", |name| !is_entry(name))?;
        for (id, global) in globals.iter().enumerate() {
            let name = self.labels.globals.name(id);
            let Some(json) = kept.get(name) else {
                // What somebody named at the prompt is none of that state.
                let own = global.def.module == Workspace::SESSION;
                if !self.is_lenient() && !own && !is_entry(&global.def.name) {
                    return Err(Refused::new("/kept", format!("`{name}` is missing here")));
                }
                continue;
            };
            let at = down("/kept", name);
            // What a `let` holds before its statement has run.
            let unset = json.is_null() && !global.kept;
            let value = if unset { Ok(Value::Nothing) } else { self.value_of(&at, &global.kind, json) };
            if let (Some(value), Some(slot)) = (self.or_note(value)?, state.globals.get_mut(id)) {
                *slot = value;
            }
        }
        Ok(())
    }

    /// Whether every name of an object is known.
    fn all_known(
        &self,
        at: &str,
        object: &Map<String, Json>,
        names: &Names,
        what: &str,
        matters: impl Fn(&str) -> bool,
    ) -> Result<(), Refused> {
        for name in object.keys().filter(|name| matters(name) && names.id(name).is_none()) {
            self.or_note::<()>(Err(unknown(&down(at, name), names, name, what)))?;
        }
        Ok(())
    }

    /// Where each record of a roster will stand. Under other rules, those that a roster's table names
    /// have their places by their names.
    fn place_records(&self, json: &Json, state: &State) -> Result<(), Refused> {
        let all = object("/rosters", part("", json, "rosters")?)?;
        let mut moved = Vec::new();
        for (id, roster) in self.plan.program.rosters.iter().enumerate() {
            let name = self.labels.rosters.name(id);
            let records = match all.get(name) {
                Some(records) => items(&down("/rosters", name), records)?.map(|(_, of)| of).collect(),
                None => Vec::new(),
            };
            let written = state.rosters.get(id).map_or(0, |records| records.len());
            let mut taken = vec![false; written];
            let mut next = written;
            let mut place_of = |nth: usize, record: &Json| {
                let own = record_name(record);
                let mut first = roster.records.iter().enumerate();
                let at = match self.is_lenient() {
                    false => Some(nth),
                    true => first
                        .find(|(at, of)| Some(&*of.name) == own && taken.get(*at) == Some(&false))
                        .map(|(at, _)| at),
                };
                let at = at.unwrap_or_else(|| {
                    next += 1;
                    next - 1
                });
                if let Some(slot) = taken.get_mut(at) {
                    *slot = true;
                }
                u32::try_from(at).unwrap_or(u32::MAX)
            };
            moved.push(records.into_iter().enumerate().map(|(nth, of)| place_of(nth, of)).collect());
        }
        *self.moved.borrow_mut() = moved;
        Ok(())
    }

    fn rosters(&self, json: &Json, state: &mut State) -> Result<(), Refused> {
        let all = object("/rosters", part("", json, "rosters")?)?;
        self.all_known("/rosters", all, &self.labels.rosters, "roster", |_| true)?;
        for (id, roster) in self.plan.program.rosters.iter().enumerate() {
            let name = self.labels.rosters.name(id);
            let Some(records) = all.get(name) else {
                if self.is_lenient() {
                    continue;
                }
                return Err(Refused::new("/rosters", format!("the roster `{name}` is missing here")));
            };
            let fields = self.plan.program.sheets.get(roster.sheet.index()).map_or(&[][..], |of| &of.fields);
            let places = self.moved.borrow().get(id).cloned().unwrap_or_default();
            let Some(slot) = state.rosters.get_mut(id) else { continue };
            if !self.is_lenient() {
                slot.clear();
                keep_their_places(&down("/rosters", name), records, &roster.records)?;
            }
            let before = slot.clone();
            for ((at, record), place) in items(&down("/rosters", name), records)?.zip(places) {
                let was = before.get(place as usize).and_then(Option::as_ref);
                let record = if record.is_null() || record.get("gone").is_some() {
                    None
                } else {
                    Some(Arc::new(self.record_of(&at, record, fields, was.map(|was| &**was))?))
                };
                let place = place as usize;
                if slot.len() <= place {
                    slot.resize(place.saturating_add(1), None);
                }
                if let Some(slot) = slot.get_mut(place) {
                    *slot = record;
                }
            }
        }
        Ok(())
    }

    fn record_of(
        &self,
        at: &str,
        json: &Json,
        fields: &[SheetField],
        was: Option<&Record>,
    ) -> Result<Record, Refused> {
        let name =
            record_name(json).ok_or_else(|| Refused::new(at, "a record needs a `name` that is a text"))?;
        let at = down(at, "fields");
        let given = object(&at, part(at.trim_end_matches("/fields"), json, "fields")?)?;
        for extra in given.keys().filter(|key| fields.iter().all(|of| *of.name != ***key)) {
            let near = crate::base::closest(extra, fields.iter().map(|field| &*field.name));
            let refused = Refused::new(down(&at, extra), format!("{name} has no field `{extra}`"));
            let refused =
                near.map_or(refused.clone(), |near| refused.expected(format!("did you mean `{near}`?")));
            self.or_note::<()>(Err(refused))?;
        }
        let mut values = Vec::new();
        for (nth, field) in fields.iter().enumerate() {
            let first = was.and_then(|was| was.fields.get(nth));
            let is_unset = |json: &&Json| json.get("unset").is_some();
            let read = match (given.get(&*field.name).filter(|json| !is_unset(json)), first) {
                (Some(json), _) => self.value_of(&down(&at, &field.name), &field.kind, json),
                // A field that the rules have got since.
                (None, Some(first)) if self.is_lenient() => Ok(first.clone()),
                // It gets its default later.
                (None, None) if self.is_lenient() && field.default.is_some() => Ok(Value::Nothing),
                // The sheet had grown since the record was made.
                (None, _) if given.get(&*field.name).is_some() => Ok(Value::Unset),
                (None, _) => {
                    Err(Refused::new(&at, format!("the field `{}` of {name} is missing", field.name)))
                }
            };
            let read = self.or_note(read)?;
            values.push(read.or_else(|| first.cloned()).unwrap_or(Value::Nothing));
        }
        let known = values.iter().rposition(|value| *value != Value::Unset).map_or(0, |last| last + 1);
        values.truncate(known);
        Ok(Record { name: name.into(), fields: values })
    }

    fn decks(&self, json: &Json, state: &mut State) -> Result<(), Refused> {
        state.decks.clear();
        for (name, left) in object("/decks", part("", json, "decks")?)? {
            let at = down("/decks", name);
            if let Some((deck, left)) = self.or_note(self.deck(&at, name, left))? {
                state.set_deck(deck.into(), left);
            }
        }
        Ok(())
    }

    fn deck(&self, at: &str, name: &str, left: &Json) -> Result<(usize, Arc<Vec<u64>>), Refused> {
        let names = &self.labels.tables;
        let deck = names.id(name).ok_or_else(|| unknown(at, names, name, "deck"))?;
        let full = self.plan.tables.get(deck).map_or(&[][..], |table| &table.weights);
        let left: Option<Vec<u64>> = items(at, left)?.map(|(_, left)| left.as_u64()).collect();
        let fits = |left: &Vec<u64>| left.len() == full.len() && left.iter().zip(full).all(|(l, f)| l <= f);
        let left = left.filter(fits).ok_or_else(|| {
            let full: Vec<String> = full.iter().map(u64::to_string).collect();
            Refused::new(at, "the deck does not have these cards")
                .expected(format!("how many of each card are left, at most {}", full.join(", ")))
        })?;
        Ok((deck, Arc::new(left)))
    }

    fn clock(&self, at: &str, json: &Json) -> Result<(UnitFamily, Num), Refused> {
        let unit = self.smallest(at, json)?;
        Ok((self.plan.program.units.get(unit).family, moment(at, json, "now")?))
    }

    /// A timer; one that runs is due in the future.
    fn timer(
        &self,
        at: &str,
        json: &Json,
        now: Option<&dyn Fn(UnitFamily) -> Num>,
    ) -> Result<ActiveTimer, Refused> {
        let timer = self.named(at, json, "timer", &self.labels.timers, "timer")?;
        let own = self.plan.timers.iter().filter(|site| site.timer.index() == timer);
        let own: Vec<(CodeId, u32)> =
            own.map(|TimerSite { code, captures, .. }| (*code, *captures)).collect();
        // The one place that starts a timer is known by its name, wherever it stands in the text by now.
        let (code, captured) = match own.as_slice() {
            [only] => self.captured(at, json, *only)?,
            _ => self.site(at, json, &own)?,
        };
        let unit = self.smallest(at, json)?;
        let due = moment(at, json, "due")?;
        if let Some(now) =
            now.map(|now| now(self.plan.program.units.get(unit).family)).filter(|now| due < *now)
        {
            let why = format!("the timer is due at {due}, which is past: the clock shows {now}");
            return Err(Refused::new(down(at, "due"), why).expected(format!("{now} or more")));
        }
        let each = self.value(&down(at, "for"), part(at, json, "for")?)?;
        let order = small(&down(at, "order"), part(at, json, "order")?)?;
        Ok(ActiveTimer { timer: timer.into(), each, unit, due, order, code, captured })
    }

    fn every(&self, at: &str, json: &Json, now: &dyn Fn(UnitFamily) -> Num) -> Result<Every, Refused> {
        let sites = self.plan.everys.iter();
        let own: Vec<(CodeId, u32)> = sites.map(|WatchSite { code, captures }| (*code, *captures)).collect();
        let (code, captured) = self.site(at, json, &own)?;
        let unit = self.smallest(at, json)?;
        let period = moment(at, json, "period")?;
        if period.is_zero() {
            let why = "what is done every 0 of something would never end";
            return Err(Refused::new(down(at, "period"), why));
        }
        let (due, now) = (moment(at, json, "due")?, now(self.plan.program.units.get(unit).family));
        if due < now {
            let why = format!("it is due at {due}, which is past: the clock shows {now}");
            return Err(Refused::new(down(at, "due"), why).expected(format!("{now} or more")));
        }
        let order = small(&down(at, "order"), part(at, json, "order")?)?;
        Ok(Every { unit, period, due, order, code, captured })
    }

    fn watch(&self, at: &str, json: &Json) -> Result<Watch, Refused> {
        let sites = self.plan.whens.iter();
        let own: Vec<(CodeId, u32)> = sites.map(|WatchSite { code, captures }| (*code, *captures)).collect();
        let (code, captured) = self.site(at, json, &own)?;
        let held_for = self.values(&down(at, "held_for"), part(at, json, "held_for")?)?;
        Ok(Watch { code, captured, held_for: Arc::new(held_for.into_iter().collect()) })
    }

    /// The smallest unit of a clock, which timers count in.
    fn smallest(&self, at: &str, json: &Json) -> Result<UnitId, Refused> {
        let unit = self.named(at, json, "unit", &self.labels.units, "unit")?;
        let units = &self.plan.program.units;
        let smallest = units.smallest.get(units.get(unit.into()).family.index()).copied();
        match smallest {
            Some(smallest) if smallest.index() == unit => Ok(smallest),
            _ => {
                let name = smallest.map_or("?", |smallest| self.labels.units.name(smallest.index()));
                let refused =
                    Refused::new(down(at, "unit"), "clocks and timers count in their smallest unit");
                Err(refused.expected(format!("`{name}`")))
            }
        }
    }

    /// The code at a place among its like, with the values that it captured.
    fn site(&self, at: &str, json: &Json, own: &[(CodeId, u32)]) -> Result<(CodeId, Arc<[Value]>), Refused> {
        let site = down(at, "site");
        let nth = place(&site, part(at, json, "site")?, own.len(), "place that starts this");
        let nth = self.code_at(json, nth, own, |(code, _)| *code);
        let nth =
            nth.map_err(
                |refused| if refused.at.is_empty() { Refused { at: site, ..refused } } else { refused },
            )?;
        self.captured(at, json, own.get(nth as usize).copied().unwrap_or((CodeId(0), 0)))
    }

    /// A code, with the values that it captured.
    fn captured(
        &self,
        at: &str,
        json: &Json,
        (code, captures): (CodeId, u32),
    ) -> Result<(CodeId, Arc<[Value]>), Refused> {
        let at = down(at, "captured");
        let captured = match json.get("captured") {
            Some(captured) => self.values(&at, captured)?,
            None => Vec::new(),
        };
        if captured.len() != captures as usize {
            let why = format!("there are {} values", captured.len());
            return Err(Refused::new(at, why).expected(format!("{captures} are needed")));
        }
        Ok((code, captured.into()))
    }
}

/// The records that a roster's table names are told by their places.
fn keep_their_places(at: &str, records: &Json, first: &[RosterRecord]) -> Result<(), Refused> {
    for (nth, own) in first.iter().enumerate() {
        let found = records.get(nth);
        if found.is_none_or(|found| !found.is_null() && record_name(found) != Some(&*own.name)) {
            let at = if found.is_some() { down(at, nth) } else { at.to_owned() };
            let refused =
                Refused::new(at, format!("{} is missing at place {} of this roster", own.name, nth + 1));
            return Err(
                refused.expected(format!("whoever is gone stays as `{{\"gone\": \"{}\"}}`", own.name))
            );
        }
    }
    Ok(())
}

/// The name of a record, or of the one that stood in a place.
fn record_name(json: &Json) -> Option<&str> {
    json.get("name").or_else(|| json.get("gone")).and_then(Json::as_str)
}

fn object<'a>(at: &str, json: &'a Json) -> Result<&'a Map<String, Json>, Refused> {
    json.as_object().ok_or_else(|| Refused::new(at, "expected an object, such as `{\"a\": 1}`"))
}

/// A moment or a span of time.
fn moment(at: &str, json: &Json, key: &str) -> Result<Num, Refused> {
    let at_key = down(at, key);
    let number = number(&at_key, part(at, json, key)?)?;
    if number.is_negative() {
        return Err(Refused::new(at_key, format!("{number} lies before the beginning")).expected("0 or more"));
    }
    Ok(number)
}

fn small(at: &str, json: &Json) -> Result<u32, Refused> {
    let number = json.as_u64().and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| Refused::new(at, format!("{json} is not a count")).expected("a whole number from 0"))
}
