//! States that wait at one place, as rows of small numbers.
//!
//! What all states of a group share is kept once, as a machine without values. What they differ in is a
//! row for each: the numbers of the values of its globals, fields and places of the stack. Equal rows are
//! one state, and their weights add up.

use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};

use super::forking::Waiting;
use crate::dist::Nat;
use crate::engine::{Machine, Record, Spot};
use crate::plan::Value;

/// Values by number.
#[derive(Default)]
pub(super) struct Values {
    numbers: FxHashMap<Value, u32>,
    all: Vec<Value>,
}

impl Values {
    /// The number of a value.
    pub(super) fn number(&mut self, value: &Value) -> u32 {
        if let Some(number) = self.numbers.get(value) {
            return *number;
        }
        let number = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        self.all.push(value.clone());
        self.numbers.insert(value.clone(), number);
        number
    }

    /// The value of a number.
    pub(super) fn value(&self, number: u32) -> Value {
        self.all.get(number as usize).cloned().unwrap_or_default()
    }
}

/// The globals of a question: what they held when it was asked, and which of them can change.
pub(super) struct Globals {
    pub(super) first: Vec<Value>,
    living: Vec<u32>,
    /// For each global, where in a row it is; [`NOWHERE`] for those that stay as they are.
    place: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl Globals {
    pub(super) fn new(first: Vec<Value>, living: impl Iterator<Item = usize>) -> Globals {
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
pub(super) struct Shape {
    /// The machine without values: no stack, no globals, empty fields.
    pub(super) hollow: Machine,
    /// How high the stack is.
    pub(super) height: u32,
    /// Faces that came before in the same step.
    pub(super) faces: Vec<u32>,
    /// The order of places.
    pub(super) place: Vec<u32>,
}

/// Where the values of a machine stand in a row: globals, then fields, then the stack.
#[derive(Debug)]
pub(super) struct Layout {
    /// For each roster and record, where its fields begin.
    fields: Vec<Vec<u32>>,
    /// Where the stack begins.
    pub(super) stack: u32,
}

impl Layout {
    fn of(shape: &Shape, globals: &Globals) -> Layout {
        let mut at = globals.living.len();
        let mut fields = Vec::with_capacity(shape.hollow.state.rosters.len());
        for roster in &shape.hollow.state.rosters {
            let mut starts = Vec::with_capacity(roster.len());
            for record in roster {
                starts.push(small(at));
                at += record.as_ref().map_or(0, |record| record.fields.len());
            }
            fields.push(starts);
        }
        Layout { fields, stack: small(at) }
    }

    /// Where a spot stands in a row; nowhere, if it stays as it is.
    pub(super) fn place(&self, globals: &Globals, spot: Spot) -> Option<u32> {
        match spot {
            Spot::Global(global) => {
                globals.place.get(global as usize).copied().filter(|place| *place != NOWHERE)
            }
            Spot::Field(roster, record, field) => {
                Some(self.fields.get(roster as usize)?.get(record as usize)? + field)
            }
            Spot::Slot(at) => Some(self.stack + at),
        }
    }
}

/// States that wait for the same.
pub(super) struct Group {
    pub(super) shape: Rc<Shape>,
    pub(super) waiting: Waiting,
    pub(super) layout: Layout,
    width: usize,
    rows: Vec<u32>,
    /// The weight of each row, out of the group's [`Group::bottom`].
    pub(super) tops: Vec<Nat>,
    pub(super) bottom: Nat,
    /// Rows by hash: a row's number and one, or 0.
    table: Vec<u32>,
}

impl Group {
    pub(super) fn new(shape: Rc<Shape>, waiting: Waiting, globals: &Globals) -> Group {
        let layout = Layout::of(&shape, globals);
        let width = (layout.stack + shape.height) as usize;
        Group {
            shape,
            waiting,
            layout,
            width,
            rows: Vec::new(),
            tops: Vec::new(),
            bottom: Nat::ONE,
            table: vec![0; 16],
        }
    }

    pub(super) fn len(&self) -> usize {
        self.tops.len()
    }

    pub(super) fn row(&self, at: usize) -> &[u32] {
        self.rows.get(at * self.width..(at + 1) * self.width).unwrap_or(&[])
    }

    /// Adds a state, or weight to the state that it equals.
    pub(super) fn add(&mut self, row: &[u32], top: &Nat) {
        if (self.len() + 1) * 2 > self.table.len() {
            self.grow();
        }
        let mask = self.table.len() - 1;
        let mut at = hash(row) & mask;
        loop {
            let slot = self.table.get(at).copied().unwrap_or(0);
            if slot == 0 {
                break;
            }
            let known = slot as usize - 1;
            if self.row(known) == row {
                if let Some(weight) = self.tops.get_mut(known) {
                    *weight += top;
                }
                return;
            }
            at = (at + 1) & mask;
        }
        self.rows.extend_from_slice(row);
        self.tops.push(top.clone());
        let number = small(self.tops.len());
        if let Some(slot) = self.table.get_mut(at) {
            *slot = number;
        }
    }

    fn grow(&mut self) {
        let size = self.table.len() * 4;
        let mask = size - 1;
        let mut table = vec![0u32; size];
        for number in 0..self.len() {
            let mut at = hash(self.row(number)) & mask;
            while table.get(at).is_some_and(|slot| *slot != 0) {
                at = (at + 1) & mask;
            }
            if let Some(slot) = table.get_mut(at) {
                *slot = small(number + 1);
            }
        }
        self.table = table;
    }

    /// Makes weights out of `bottom` addable; gives what they have to be multiplied by.
    pub(super) fn scale_to(&mut self, bottom: &Nat) -> Nat {
        if self.tops.is_empty() {
            self.bottom = bottom.clone();
            return Nat::ONE;
        }
        if self.bottom == *bottom {
            return Nat::ONE;
        }
        let common = self.bottom.lcm(bottom);
        if common != self.bottom {
            let factor = common.checked_div(&self.bottom).unwrap_or(Nat::ONE);
            for top in &mut self.tops {
                *top = &*top * &factor;
            }
            self.bottom = common.clone();
        }
        common.checked_div(bottom).unwrap_or(Nat::ONE)
    }

    /// Shortens the weights by what they all have in common, once they are long.
    pub(super) fn shorten(&mut self) {
        const LONG: u64 = 96;
        if self.bottom.bits() < LONG {
            return;
        }
        let mut common = self.bottom.clone();
        for top in &self.tops {
            common = common.gcd(top);
            if common == Nat::ONE {
                return;
            }
        }
        let shorter = |number: &Nat| number.checked_div(&common).unwrap_or_else(|| number.clone());
        self.bottom = shorter(&self.bottom);
        for top in &mut self.tops {
            *top = shorter(top);
        }
    }

    /// The weight of all states together, out of [`Group::bottom`].
    pub(super) fn whole_top(&self) -> Nat {
        let mut sum = Nat::ZERO;
        for top in &self.tops {
            sum += top;
        }
        sum
    }

    /// The machine of a row.
    pub(super) fn machine(&self, row: &[u32], values: &Values, globals: &Globals) -> Machine {
        let mut machine = self.shape.hollow.clone();
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
        machine.stack.reserve(row.len() - self.layout.stack as usize + 8);
        machine.stack.extend(numbers.map(|number| values.value(number)));
        machine
    }
}

/// Takes a machine apart: what it shares with others, and its row.
pub(super) fn apart(
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
        *record = hollow_record(record);
    }
    row.extend(machine.stack.iter().map(|value| values.number(value)));
    let height = small(machine.stack.len());
    machine.stack = Vec::new();
    (Shape { hollow: machine, height, faces, place }, row)
}

/// A record without values.
fn hollow_record(record: &Record) -> Arc<Record> {
    Arc::new(Record { name: Arc::clone(&record.name), fields: vec![Value::Nothing; record.fields.len()] })
}

fn hash(row: &[u32]) -> usize {
    let mut hasher = FxHasher::default();
    row.hash(&mut hasher);
    // The upper bits are mixed best.
    let hash = hasher.finish();
    usize::try_from((hash ^ (hash >> 32)) & 0xffff_ffff).unwrap_or(0)
}

pub(super) fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
