//! What a step takes from the stack and puts there, and the locals.

use std::cmp::Ordering;

use super::{CodeFlow, Step};
use crate::base::Num;
use crate::engine::{Frame, LookedPart, Spot};
use crate::plan::{Open, Value};

impl Step<'_> {
    /// The topmost value, taken. The plan never takes more than it put there.
    pub(in crate::engine) fn pop(&mut self) -> Value {
        self.take_notes_from(self.machine.stack.len().saturating_sub(1));
        let value = self.machine.stack.pop().expect("a step takes no more than the plan put there");
        self.machine.looks.look(&value);
        value
    }

    /// What lies on the stack from this height on is looked at and taken.
    pub(super) fn take_notes_from(&self, height: usize) {
        self.seen.shrink(height);
        self.look_from(height);
        self.machine.notes.shrink(height);
    }

    /// What lies on the stack from this height on is looked at.
    pub(super) fn look_from(&self, height: usize) {
        for at in height..self.machine.stack.len() {
            self.machine.notes.read(Spot::Slot(u32::try_from(at).unwrap_or(u32::MAX)));
        }
    }

    /// Drops the topmost `count` values.
    pub(in crate::engine) fn drop_many(&mut self, count: usize) {
        let height = self.machine.stack.len().saturating_sub(count);
        self.seen.shrink(height);
        self.machine.notes.shrink(height);
        self.machine.stack.truncate(height);
    }

    /// The topmost `count` values, left where they are.
    pub(in crate::engine) fn peek_many(&self, count: usize) -> &[Value] {
        let at = self.machine.stack.len().saturating_sub(count);
        self.look_from(at);
        let values = self.machine.stack.get(at..).unwrap_or(&[]);
        values.iter().for_each(|value| self.machine.looks.look(value));
        values
    }

    /// The topmost `count` values, taken, in the order they were put.
    pub(in crate::engine) fn pop_many(&mut self, count: usize) -> Vec<Value> {
        let at = self
            .machine
            .stack
            .len()
            .checked_sub(count)
            .expect("a step takes no more than the plan put there");
        self.take_notes_from(at);
        let values = self.machine.stack.split_off(at);
        values.iter().for_each(|value| self.machine.looks.look(value));
        values
    }

    /// The value `depth` below the topmost one, left where it is.
    pub(in crate::engine) fn peek(&self, depth: usize) -> &Value {
        let at =
            self.machine.stack.len().checked_sub(depth + 1).expect("a step looks at what the plan put there");
        self.machine.notes.read(Spot::Slot(u32::try_from(at).unwrap_or(u32::MAX)));
        let value = self.machine.stack.get(at).expect("it lies below the top");
        self.machine.looks.look(value);
        value
    }

    /// A value that was kept aside is looked at.
    pub(in crate::engine) fn look(&self, value: &Value) {
        self.machine.looks.look(value);
    }

    /// Of an open number that was just looked at, what is left where it is divided; `None` where that is not known, and
    /// will be asked for.
    pub(in crate::engine) fn left_over(&self, open: &Open, by: i64) -> Option<i64> {
        let left = open.known.rest.and_then(|rest| rest.by(by));
        match left {
            Some(_) => self.machine.looks.handed_on(),
            None => self.machine.looks.only(LookedPart::LeftOver(by)),
        }
        left
    }

    /// How an open number that was just looked at stands to another; `None` where that is not known, and will be asked
    /// for if it can be.
    pub(in crate::engine) fn order_of_open(&self, open: &Open, number: Num) -> Option<Ordering> {
        let order = open.known.size.and_then(|size| size.order(number));
        if order.is_some() {
            self.machine.looks.handed_on();
        } else if let Some(limit) = open.limit_for(number) {
            self.machine.looks.only(LookedPart::Below(limit));
        }
        order
    }

    /// What was looked at was only handed on.
    pub(in crate::engine) fn looked_on(&self) {
        self.machine.looks.handed_on();
    }

    /// Puts a value on the stack; then comes the next step.
    pub(in crate::engine) fn push(&mut self, value: Value) -> CodeFlow {
        self.machine.stack.push(value);
        CodeFlow::Next
    }

    /// Puts values on the stack, the last one topmost.
    pub(in crate::engine) fn push_many(&mut self, values: impl IntoIterator<Item = Value>) {
        self.machine.stack.extend(values);
    }

    /// Puts a value wherever the innermost code holds another one.
    pub(in crate::engine) fn replace(&mut self, held: &Value, by: &Value) {
        let base = self.machine.frames.last().map_or(0, |frame| frame.base as usize);
        let slots = self.machine.stack.iter_mut().skip(base).filter(|slot| *slot == held);
        slots.for_each(|slot| slot.clone_from(by));
    }

    /// What a frame's local holds; for those alone who are told of it.
    pub(in crate::engine) fn held_in(&self, frame: &Frame, local: u32) -> Option<&Value> {
        self.machine.stack.get(frame.base as usize + local as usize)
    }

    /// What a local of the innermost code holds.
    pub(in crate::engine) fn local(&self, local: u32) -> &Value {
        let at = self.place_of(local);
        self.seen.reads_local(local);
        self.machine.notes.read(Spot::Slot(at));
        let value = self.machine.stack.get(at as usize).expect("a local has a place on the stack");
        self.machine.looks.look(value);
        value
    }

    /// A local of the innermost code, to change it.
    pub(in crate::engine) fn local_mut(&mut self, local: u32) -> &mut Value {
        let at = self.place_of(local);
        self.seen.reads_local(local);
        self.seen.sets_local(local);
        self.machine.notes.read(Spot::Slot(at));
        self.machine.notes.write(Spot::Slot(at));
        self.machine.stack.get_mut(at as usize).expect("a local has a place on the stack")
    }

    /// Gives a local of the innermost code a value.
    pub(in crate::engine) fn set_local(&mut self, local: u32, value: Value) {
        let at = self.place_of(local);
        self.seen.sets_local(local);
        self.machine.notes.write(Spot::Slot(at));
        *self.machine.stack.get_mut(at as usize).expect("a local has a place on the stack") = value;
    }

    pub(super) fn place_of(&self, local: u32) -> u32 {
        self.machine.frames.last().expect("locals belong to code in progress").base + local
    }
}
