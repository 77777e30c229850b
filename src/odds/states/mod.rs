//! States that wait at one place, as rows of small numbers.
//!
//! What all states of a group share is kept once, as a machine without values. What they differ in is a
//! row for each: the numbers of the values of its globals, fields and places of the stack. Equal rows are
//! one state, and their weights add up.

pub(super) mod decks;
pub(super) mod fork;
pub(super) mod group;
pub(super) mod records;
pub(super) mod tracks;
pub(super) mod ways;
pub(super) mod weight;

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use self::decks::{CardsLeft, Decks};
use crate::base::SharedVec;
use crate::check::program::TableId;
use crate::engine::{Frame, Machine, Noted, Record, Spot};
use crate::odds::scope::Dropped;
use crate::plan::Value;

/// Values by number.
#[derive(Default)]
pub(in crate::odds) struct Values {
    numbers: FxHashMap<Value, u32>,
    all: Vec<Value>,
    /// About how many bytes they fill.
    bytes: u64,
    /// Whether one of them holds a record within it, but for plain lists of records.
    hides_records: bool,
    /// Decks, what is left of which is among them.
    pub(in crate::odds) decks: Decks,
    /// Those that are lists of records, each after those before it in its roster.
    record_lists: FxHashSet<u32>,
}

/// What a value fills, with its place in the index, and what each item of a list adds.
const BYTES_PER_VALUE: u64 = 112;
const BYTES_PER_ITEM: u64 = 24;

impl Values {
    /// None yet, of a question with these decks.
    pub(in crate::odds) fn with_decks(decks: Decks) -> Values {
        Values { decks, ..Values::default() }
    }

    /// The number of a value.
    pub(in crate::odds) fn number(&mut self, value: &Value) -> u32 {
        if let Some(number) = self.numbers.get(value) {
            return *number;
        }
        let number = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        self.all.push(value.clone());
        self.numbers.insert(value.clone(), number);
        if is_record_list(value) {
            self.record_lists.insert(number);
        } else if value.held().any(Value::holds_record) {
            self.hides_records = true;
        }
        self.bytes += BYTES_PER_VALUE + value.parts() as u64 * BYTES_PER_ITEM;
        number
    }

    /// Numbers a value whose records are not hidden: somebody else sees to them.
    fn number_openly(&mut self, value: &Value) {
        let hides_records = self.hides_records;
        self.number(value);
        self.hides_records = hides_records;
    }

    /// About how many bytes they fill.
    pub(in crate::odds) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether one of them holds a record within it, but for plain lists of records.
    pub(in crate::odds) fn hide_records(&self) -> bool {
        self.hides_records
    }

    /// Whether a number stands for a list of records.
    pub(in crate::odds) fn is_record_list(&self, number: u32) -> bool {
        self.record_lists.contains(&number)
    }

    /// How long a list or a text is that has this number; 0 for anything else.
    pub(super) fn length(&self, number: u32) -> usize {
        match self.all.get(number as usize) {
            Some(Value::List(items)) => items.len(),
            Some(Value::Text(text)) => text.len(),
            Some(_) | None => 0,
        }
    }

    /// What may be drawn from a deck of which so much is left.
    pub(in crate::odds) fn cards_left(&mut self, nth: usize, number: u32) -> Rc<CardsLeft> {
        let held = self.value(number);
        let (left, bytes) = self.decks.cards_left(nth, number, &held);
        self.bytes += bytes;
        left
    }

    /// What is left of a deck once a card is drawn from what was left.
    fn without_card(&mut self, nth: usize, number: u32, card: u32) -> u32 {
        if let Some(known) = self.decks.known_without(nth, number, card) {
            return known;
        }
        let left = self.decks.without(nth, &self.value(number), card);
        let next = self.number(&left);
        self.bytes += self.decks.note_without(nth, (number, card), next);
        next
    }

    /// The value of a number.
    pub(in crate::odds) fn value(&self, number: u32) -> Value {
        self.all.get(number as usize).cloned().unwrap_or_default()
    }
}

/// Whether this is a list of records of one roster, in its order.
fn is_record_list(value: &Value) -> bool {
    let Value::List(items) = value else { return false };
    let place = |item: &Value| if let Value::Record(roster, at) = item { Some((*roster, *at)) } else { None };
    let in_order = |pair: &[Value]| match (pair.first().and_then(place), pair.last().and_then(place)) {
        (Some((a, before)), Some((b, after))) => a == b && before < after,
        (None, _) | (_, None) => false,
    };
    items.first().is_some_and(|first| place(first).is_some()) && items.windows(2).all(in_order)
}

/// The globals of a question: what they held when it was asked, and which of them can change.
pub(in crate::odds) struct Globals {
    pub(in crate::odds) first: SharedVec<Value>,
    living: Vec<u32>,
    /// For each global, where in a row it is; [`NOWHERE`] for those that stay as they are.
    place: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl Globals {
    pub(in crate::odds) fn new(first: SharedVec<Value>, living: impl Iterator<Item = usize>) -> Globals {
        let mut place = vec![NOWHERE; first.len()];
        let mut all = Vec::new();
        for global in living {
            if let Some(place) = place.get_mut(global) {
                *place = small(all.len());
                all.push(small(global));
            }
        }
        Globals { first, living: all, place }
    }
}

/// What all states of a group share.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(in crate::odds) struct Shape {
    /// The machine without values: no stack, no globals, empty fields.
    pub(in crate::odds) skeleton: Machine,
    /// How high the stack is.
    pub(in crate::odds) height: u32,
    /// Faces that came before in the same step.
    pub(in crate::odds) faces: Vec<u32>,
    /// The order of places.
    pub(in crate::odds) place: Vec<u32>,
}

/// Where the values of a machine stand in a row: globals, then fields, then decks, then the stack.
#[derive(Debug, Clone)]
pub(in crate::odds) struct Layout {
    /// For each roster and record, where its fields begin.
    fields: Vec<Vec<u32>>,
    /// Where decks begin.
    decks: u32,
    /// Where the stack begins.
    pub(in crate::odds) stack: u32,
}

impl Layout {
    fn of(shape: &Shape, globals: &Globals, decks: usize) -> Layout {
        let mut at = globals.living.len();
        let mut fields = Vec::with_capacity(shape.skeleton.state.rosters.len());
        for roster in &shape.skeleton.state.rosters {
            let mut starts = Vec::with_capacity(roster.len());
            for record in roster {
                starts.push(small(at));
                at += record.as_ref().map_or(0, |record| record.fields.len());
            }
            fields.push(starts);
        }
        Layout { fields, decks: small(at), stack: small(at + decks) }
    }

    /// Where in a row stands what is left of a deck.
    pub(in crate::odds) fn deck(&self, nth: usize) -> u32 {
        self.decks + small(nth)
    }

    /// Where a spot stands in a row; nowhere, if it stays as it is.
    pub(in crate::odds) fn place(&self, globals: &Globals, decks: &Decks, spot: Spot) -> Option<u32> {
        match spot {
            Spot::Global(global) => {
                globals.place.get(global as usize).copied().filter(|place| *place != NOWHERE)
            }
            Spot::Field(roster, record, field) => {
                Some(self.fields.get(roster as usize)?.get(record as usize)? + field)
            }
            Spot::Slot(at) => Some(self.stack + at),
            Spot::Deck(table) => Some(self.deck(decks.place(table)?)),
        }
    }
}

/// Where machines stand that differ in their values alone.
pub(in crate::odds) struct Checkpoint {
    pub(in crate::odds) shape: Rc<Shape>,
    pub(in crate::odds) layout: Layout,
}

impl Checkpoint {
    pub(in crate::odds) fn new(shape: Rc<Shape>, globals: &Globals, decks: &Decks) -> Checkpoint {
        let layout = Layout::of(&shape, globals, decks.count());
        Checkpoint { shape, layout }
    }

    /// Where the fields of a roster of so many records begin in a row, and how many each record has; nothing where
    /// not all of them are there.
    fn fields_of(&self, roster: usize, count: usize) -> Option<(usize, usize)> {
        let records =
            self.shape.skeleton.state.rosters.get(roster).filter(|records| records.len() == count)?;
        let width = records.first()?.as_ref()?.fields.len();
        let is_whole = records.iter().all(|of| of.as_ref().is_some_and(|of| of.fields.len() == width));
        let from = *self.layout.fields.get(roster)?.first()? as usize;
        (is_whole && width > 0).then_some((from, width))
    }

    /// How many records a roster has had so far.
    fn record_count(&self, roster: usize) -> usize {
        self.shape.skeleton.state.rosters.get(roster).map_or(0, |records| records.len())
    }

    /// How many values a row has.
    pub(in crate::odds) fn width(&self) -> usize {
        (self.layout.stack + self.shape.height) as usize
    }

    /// Where a run looked at the row that it began with, and what it saw.
    pub(in crate::odds) fn looks(
        &self,
        row: &[u32],
        noted: &Noted,
        globals: &Globals,
        decks: &Decks,
    ) -> Vec<(u32, u32)> {
        let look = |spot: &Spot| {
            let place = self.layout.place(globals, decks, *spot)?;
            Some((place, *row.get(place as usize)?))
        };
        noted.reads.iter().filter_map(look).collect()
    }

    /// The machine of a row.
    pub(in crate::odds) fn machine(&self, row: &[u32], values: &Values, globals: &Globals) -> Machine {
        let mut machine = self.shape.skeleton.clone();
        let mut numbers = row.iter().copied();
        machine.state.globals.clone_from(&globals.first);
        for global in &globals.living {
            let value = values.value(numbers.next().unwrap_or(0));
            if let Some(slot) = machine.state.globals.get_mut(*global as usize) {
                *slot = value;
            }
        }
        for record in machine.state.rosters.iter_mut().flatten().flatten() {
            let count = record.fields.len();
            if count == 0 {
                continue;
            }
            let fields = (0..count).map(|_| values.value(numbers.next().unwrap_or(0))).collect();
            *record = Arc::new(Record { name: Arc::clone(&record.name), fields });
        }
        for nth in 0..values.decks.count() {
            values.decks.put_back(&mut machine.state, nth, &values.value(numbers.next().unwrap_or(0)));
        }
        machine.stack.reserve(row.len() - self.layout.stack as usize + 8);
        machine.stack.extend(numbers.map(|number| values.value(number)));
        machine
    }
}

/// What becomes of a row: so much of it stays, then come these values; and some within it change.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::odds) struct RowDelta {
    pub(in crate::odds) keep: u32,
    pub(in crate::odds) tail: Vec<u32>,
    pub(in crate::odds) sets: Vec<(u32, u32)>,
    /// Cards that are taken out of decks, each by the place of its deck in the row and among the decks.
    pub(in crate::odds) taken: Vec<(u32, u32, u32)>,
}

impl RowDelta {
    /// Takes cards out of the decks of a row, before it is changed.
    pub(in crate::odds) fn take_cards(&self, row: &mut [u32], values: &mut Values) {
        for (place, nth, card) in &self.taken {
            if let Some(slot) = row.get_mut(*place as usize) {
                *slot = values.without_card(*nth as usize, *slot, *card);
            }
        }
    }

    /// Changes a row in place.
    pub(in crate::odds) fn apply(&self, row: &mut Vec<u32>) {
        row.truncate(self.keep as usize);
        row.extend_from_slice(&self.tail);
        for (place, value) in &self.sets {
            if let Some(slot) = row.get_mut(*place as usize) {
                *slot = *value;
            }
        }
    }
}

/// A machine that has stopped again, with what was noted on its way.
pub(in crate::odds) struct Resumed {
    pub(in crate::odds) machine: Machine,
    pub(in crate::odds) noted: Noted,
    /// What nothing looks at any more.
    pub(in crate::odds) dropped: Dropped,
    /// Faces that came before in the same step.
    pub(in crate::odds) faces: Vec<u32>,
    /// The order of places.
    pub(in crate::odds) place: Vec<u32>,
}

impl Resumed {
    /// Where it stopped, and what became of the row that it began with, if it began with one.
    pub(in crate::odds) fn after(
        self,
        from: Option<&Checkpoint>,
        values: &mut Values,
        globals: &Globals,
    ) -> (Shape, RowDelta) {
        let Some(from) = from.filter(|_| !self.noted.whole) else {
            let (shape, tail) = apart(self.machine, self.faces, self.place, values, globals);
            return (shape, RowDelta { keep: 0, tail, sets: Vec::new(), taken: Vec::new() });
        };
        let Resumed { mut machine, noted, dropped, faces, place } = self;
        let layout = &from.layout;
        let unset = values.number(&Value::Unset);
        let mut sets = Vec::with_capacity(noted.writes.len() + dropped.slots.len());
        for spot in noted.writes.iter().filter(|spot| !matches!(spot, Spot::Slot(at) if *at >= noted.low)) {
            let Some(place) = layout.place(globals, &values.decks, *spot) else { continue };
            let held = match spot {
                Spot::Deck(table) => values.decks.value_in(&machine.state, *table),
                Spot::Global(_) | Spot::Field(..) | Spot::Slot(_) => value_at(&machine, *spot).cloned(),
            };
            sets.push((place, held.map_or(unset, |value| values.number(&value))));
        }
        let taken = |(table, card): &(TableId, u32)| {
            let is_set = noted.writes.contains(&Spot::Deck(*table)) || dropped.decks.contains(table);
            let nth = values.decks.place(*table).filter(|_| !is_set)?;
            Some((layout.deck(nth), small(nth), *card))
        };
        let taken = noted.taken.iter().filter_map(taken).collect();
        let dead = dropped.slots.into_iter().filter(|at| *at < noted.low);
        sets.extend(dead.map(|at| (layout.stack + at, unset)));
        let full = values.number(&Value::Nothing);
        let forgotten = dropped.decks.iter().filter_map(|table| values.decks.place(*table));
        sets.extend(forgotten.map(|nth| (layout.deck(nth), full)));
        sets.sort_unstable();
        sets.dedup();
        let above = machine.stack.get(noted.low as usize..).unwrap_or(&[]);
        let tail = above.iter().map(|value| values.number(value)).collect();
        let change = RowDelta { keep: layout.stack + noted.low, tail, sets, taken };
        let height = small(machine.stack.len());
        machine.stack = Vec::new();
        machine.state.globals = SharedVec::new();
        values.decks.take_out(&mut machine.state);
        machine.state.rosters.clone_from(&from.shape.skeleton.state.rosters);
        (Shape { skeleton: machine, height, faces, place }, change)
    }
}

/// The value in a spot.
fn value_at(machine: &Machine, spot: Spot) -> Option<&Value> {
    match spot {
        Spot::Global(global) => machine.state.globals.get(global as usize),
        Spot::Field(roster, record, field) => {
            let roster = machine.state.rosters.get(roster as usize);
            let record = roster.and_then(|roster| roster.get(record as usize)?.as_ref());
            record.and_then(|record| record.fields.get(field as usize))
        }
        Spot::Slot(at) => machine.stack.get(at as usize),
        Spot::Deck(_) => None,
    }
}

/// Takes a machine apart: what it shares with others, and its row.
pub(in crate::odds) fn apart(
    mut machine: Machine,
    faces: Vec<u32>,
    place: Vec<u32>,
    values: &mut Values,
    globals: &Globals,
) -> (Shape, Vec<u32>) {
    let mut row = Vec::new();
    let held = std::mem::take(&mut machine.state.globals);
    for global in &globals.living {
        row.push(held.get(*global as usize).map_or(0, |value| values.number(value)));
    }
    for record in machine.state.rosters.iter_mut().flatten().flatten() {
        row.extend(record.fields.iter().map(|value| values.number(value)));
        *record = skeleton_record(record);
    }
    for held in values.decks.take_out(&mut machine.state) {
        row.push(values.number(&held));
    }
    row.extend(machine.stack.iter().map(|value| values.number(value)));
    let height = small(machine.stack.len());
    machine.stack = Vec::new();
    (Shape { skeleton: machine, height, faces, place }, row)
}

/// A record without values.
fn skeleton_record(record: &Record) -> Arc<Record> {
    Arc::new(Record { name: Arc::clone(&record.name), fields: vec![Value::Nothing; record.fields.len()] })
}

pub(in crate::odds) fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Where a machine is, least advanced first.
pub(in crate::odds) type Advance = Vec<u32>;

/// The order of machines: frame by frame, how far its loops have come and where it stands.
pub(in crate::odds) fn advance_of(frames: &[Frame], open: &[(u32, u32)], faces: usize) -> Advance {
    let mut place = Vec::with_capacity(frames.len() + open.len() * 2 + 1);
    let mut loops = open.iter();
    let mut next_loop = 0u32;
    for (at, frame) in frames.iter().enumerate() {
        let last = frames.get(at + 1).map_or(u32::MAX, |inner| inner.loops);
        while next_loop < last {
            let Some((start, passes)) = loops.next() else { break };
            place.extend([*start, *passes]);
            next_loop += 1;
        }
        place.push(frame.pc);
    }
    place.push(u32::try_from(faces).unwrap_or(u32::MAX));
    place
}
