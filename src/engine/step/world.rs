//! What a step looks at and changes of what is in play.

use std::sync::Arc;

use super::Step;
use crate::base::Num;
use crate::check::program::{GlobalId, RosterId, TableId, UnitFamily};
use crate::engine::{ActiveTimer, Every, Queue, Record, Records, Spot, State, Watch, take_first_of};
use crate::plan::{Parts, Value, ValueFormatter};

impl Step<'_> {
    /// What a global holds.
    pub(in crate::engine) fn global(&self, global: GlobalId) -> &Value {
        self.seen.reads(Parts::GLOBALS);
        self.seen.is_about_global(global);
        self.machine.notes.read(spot_of(global));
        self.machine.state.globals.get(global.index()).expect("a global has a place")
    }

    /// What a global holds into which a roll goes that is made now.
    pub(super) fn counted_global(&self, global: GlobalId) -> Option<&Value> {
        self.machine.notes.read(spot_of(global));
        self.machine.state.globals.get(global.index())
    }

    /// What a field holds of all records that have it, into one of which a roll goes that is made now.
    pub(super) fn counted_fields(&self, symbol: u32) -> Vec<&Value> {
        let mut counts = Vec::new();
        for (roster, records) in self.machine.state.rosters.iter().enumerate() {
            let roster = RosterId::from(roster);
            let Some(at) = self.plan.field_place(roster, self.plan.symbol(symbol)) else { continue };
            for (number, record) in (0u32..).zip(records) {
                let count = record.as_ref().and_then(|record| record.fields.get(at));
                counts.extend(count);
                self.machine.notes.read(field_spot(roster, number, at));
            }
        }
        counts
    }

    /// Gives a global a value; gives what it held.
    pub(in crate::engine) fn set_global(&mut self, global: GlobalId, value: Value) -> Value {
        self.seen.writes(Parts::GLOBALS);
        self.seen.is_about_global(global);
        self.machine.notes.write(spot_of(global));
        let slot = self.machine.state.globals.get_mut(global.index()).expect("a global has a place");
        std::mem::replace(slot, value)
    }

    /// What a global holds; for those alone who are told of it.
    pub(in crate::engine) fn told_global(&self, global: GlobalId) -> Option<&Value> {
        self.machine.state.globals.get(global.index())
    }

    /// The records that a roster ever had, those that are gone as `None`.
    pub(in crate::engine) fn roster(&self, roster: RosterId) -> &[Option<Arc<Record>>] {
        self.seen.reads(Parts::ROSTERS);
        self.machine.state.rosters.get(roster.index()).map_or(&[], |records| records.as_slice())
    }

    /// Who in a roster has a name.
    pub(in crate::engine) fn called(&self, roster: RosterId, name: &str) -> Option<u32> {
        self.seen.reads(Parts::ROSTERS);
        self.machine.state.rosters.get(roster.index())?.called(name)
    }

    /// A roster, to add records to it or take them out.
    pub(in crate::engine) fn roster_mut(&mut self, roster: RosterId) -> Option<&mut Records> {
        self.seen.writes(Parts::ROSTERS.and(Parts::FIELDS));
        self.machine.notes.whole();
        self.machine.state.rosters.get_mut(roster.index())
    }

    /// The records that are in a roster.
    pub(in crate::engine) fn records(&self, roster: RosterId) -> Vec<Value> {
        self.seen.reads(Parts::ROSTERS);
        self.machine.state.records(roster)
    }

    /// The name of a record.
    pub(in crate::engine) fn name_of(&self, roster: RosterId, record: u32) -> Arc<str> {
        self.seen.reads(Parts::ROSTERS);
        self.machine.state.name_of(roster, record)
    }

    /// A record's name, if it is still there.
    pub(in crate::engine) fn name_if_there(&self, roster: RosterId, record: u32) -> Option<&Arc<str>> {
        self.seen.reads(Parts::ROSTERS);
        self.machine.state.record(roster, record).map(|record| &record.name)
    }

    /// What a field of a record holds, if the record is still there. A sheet may have grown since it was made.
    pub(in crate::engine) fn field(
        &self,
        roster: RosterId,
        record: u32,
        field: usize,
        symbol: u32,
    ) -> Option<Value> {
        self.seen.reads(Parts::FIELDS.and(Parts::ROSTERS));
        self.seen.is_about_field(symbol);
        self.machine.notes.read(field_spot(roster, record, field));
        let record = self.machine.state.record(roster, record)?;
        Some(record.fields.get(field).cloned().unwrap_or(Value::Nothing))
    }

    /// Gives a field of a record that is there a value.
    pub(in crate::engine) fn set_field(
        &mut self,
        roster: RosterId,
        record: u32,
        field: usize,
        symbol: u32,
        value: Value,
    ) {
        self.seen.writes(Parts::FIELDS);
        self.seen.is_about_field(symbol);
        self.machine.notes.write(field_spot(roster, record, field));
        let Some(record) = self.machine.state.record_mut(roster, record) else { return };
        let count = record.fields.len().max(field.saturating_add(1));
        record.fields.resize(count, Value::Nothing);
        if let Some(slot) = record.fields.get_mut(field) {
            *slot = value;
        }
    }

    /// The time on a clock.
    pub(in crate::engine) fn clock(&self, family: UnitFamily) -> Num {
        self.seen.reads(Parts::CLOCKS);
        self.machine.state.clock(family)
    }

    /// Sets a clock.
    pub(in crate::engine) fn set_clock(&mut self, family: UnitFamily, now: Num) {
        self.seen.writes(Parts::CLOCKS);
        self.machine.state.set_clock(family, now);
    }

    /// Timers that run.
    pub(in crate::engine) fn timers(&self) -> &Queue<ActiveTimer> {
        self.seen.reads(Parts::TIMERS);
        &self.machine.state.timers
    }

    /// Timers that run, to change them.
    pub(in crate::engine) fn timers_mut(&mut self) -> &mut Queue<ActiveTimer> {
        self.seen.writes(Parts::TIMERS);
        &mut self.machine.state.timers
    }

    /// Timers that wait.
    pub(in crate::engine) fn waiting(&self) -> &[Arc<ActiveTimer>] {
        self.seen.reads(Parts::TIMERS);
        &self.machine.state.held
    }

    /// Timers that wait, to change them.
    pub(in crate::engine) fn waiting_mut(&mut self) -> &mut Vec<Arc<ActiveTimer>> {
        self.seen.writes(Parts::TIMERS);
        &mut self.machine.state.held
    }

    /// What is done every so often.
    pub(in crate::engine) fn everys(&self) -> &Queue<Every> {
        self.seen.reads(Parts::TIMERS);
        &self.machine.state.everys
    }

    /// What is done every so often, to change it.
    pub(in crate::engine) fn everys_mut(&mut self) -> &mut Queue<Every> {
        self.seen.writes(Parts::TIMERS);
        &mut self.machine.state.everys
    }

    /// The place of a timer or the like among all that was ever started.
    pub(in crate::engine) fn next_order(&mut self) -> u32 {
        self.seen.writes(Parts::TIMERS);
        let started = &mut self.machine.state.started;
        *started = started.saturating_add(1);
        *started
    }

    /// Conditions that are watched.
    pub(in crate::engine) fn watches(&self) -> &[Arc<Watch>] {
        self.seen.reads(Parts::WATCHES);
        &self.machine.state.watches
    }

    /// Conditions that are watched, to change them.
    pub(in crate::engine) fn watches_mut(&mut self) -> &mut Vec<Arc<Watch>> {
        self.seen.writes(Parts::WATCHES);
        &mut self.machine.state.watches
    }

    /// How many of each card a deck still holds, where it was drawn from.
    pub(in crate::engine) fn deck(&self, deck: TableId) -> Option<&Arc<Vec<u64>>> {
        self.seen.reads(Parts::DECKS);
        self.machine.notes.read(Spot::Deck(deck));
        self.machine.state.deck(deck)
    }

    /// Takes a card out of a deck: of its kind, whose first card this is, the first that is left.
    pub(in crate::engine) fn take_card(&mut self, deck: TableId, card: usize, kinds: Option<&[usize]>) {
        self.seen.writes(Parts::DECKS);
        self.machine.notes.take_card(deck, u32::try_from(card).unwrap_or(u32::MAX));
        let full =
            || self.plan.tables.get(deck.index()).map(|table| table.weights.clone()).unwrap_or_default();
        let mut left = self.machine.state.deck(deck).map_or_else(full, |left| left.to_vec());
        take_first_of(&mut left, card, kinds);
        self.machine.state.set_deck(deck, Arc::new(left));
    }

    /// Sets how many of each card a deck holds.
    pub(in crate::engine) fn set_deck(&mut self, deck: TableId, left: Arc<Vec<u64>>) {
        self.seen.writes(Parts::DECKS);
        self.machine.notes.write(Spot::Deck(deck));
        self.machine.state.set_deck(deck, left);
    }

    /// A deck holds all of its cards again.
    pub(in crate::engine) fn fill_deck(&mut self, deck: TableId) {
        self.seen.writes(Parts::DECKS);
        self.machine.notes.write(Spot::Deck(deck));
        self.machine.state.decks.retain(|(of, _)| *of != deck);
    }

    /// A row is put off.
    pub(in crate::engine) fn defer(&mut self, row: Value) {
        self.seen.writes(Parts::DEFERRED);
        self.machine.state.deferred.push(row);
    }

    /// All of what is in play, for a question about it.
    pub(in crate::engine) fn whole(&self) -> &State {
        self.seen.reads(Parts::ALL);
        self.machine.notes.whole();
        let State { globals, rosters, .. } = &self.machine.state;
        let fields = rosters.iter().flatten().flatten().flat_map(|record| &record.fields);
        globals.iter().chain(fields).for_each(|value| self.machine.looks.look(value));
        &self.machine.state
    }

    /// A value as people read it.
    pub(in crate::engine) fn show(&self, value: &Value) -> String {
        ValueFormatter { plan: self.plan, record: &|roster, record| self.name_of(roster, record) }.show(value)
    }

    /// A value that changed, as people read it: of a long list no more than its ends. What is told of a change
    /// must not grow with all that is there.
    pub(in crate::engine) fn show_briefly(&self, value: &Value) -> String {
        ValueFormatter { plan: self.plan, record: &|roster, record| self.name_of(roster, record) }
            .show_briefly(value)
    }

    /// A value as a part of what is said: words of ladders and lists stand as people write them, `dead tired`.
    pub(in crate::engine) fn spoken(&self, value: &Value) -> String {
        let text = self.show(value);
        if matches!(value, Value::Word(..) | Value::Set(..)) { text.replace('_', " ") } else { text }
    }
}

pub(super) fn spot_of(global: GlobalId) -> Spot {
    Spot::Global(u32::try_from(global.index()).unwrap_or(u32::MAX))
}

pub(super) fn field_spot(roster: RosterId, record: u32, field: usize) -> Spot {
    let small = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Spot::Field(small(roster.index()), record, small(field))
}
