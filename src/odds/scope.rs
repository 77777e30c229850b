//! What a question is about: the code that it can come to, and what of a state makes a difference to it.

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::cards::{Kinds, kinds};
use super::deck_life::DeckLife;
use super::records::alike;
use super::saturated::Saturated;
use crate::check::program::{RosterId, TableId};
use crate::engine::{Frame, Machine, Record, State};
use crate::plan::{
    CodeId, InitialKinds, KeptParts, LastCalls, Live, Op, Plan, Reach, Slice, TimeOp, UnreadCells, Value,
    blank,
};

/// What a question is about.
pub(super) struct QuestionScope {
    pub(super) reach: Reach,
    /// What its answer depends on, where the rest is blanked.
    slice: Option<Slice>,
    /// Whether anything looks at a clock; otherwise time is only what is due in how long.
    reads_clock: bool,
    /// Cards that nothing can tell apart.
    pub(super) kinds: Kinds,
    /// Counts of which it makes no difference how far they have passed all that they are held against.
    pub(super) saturated: Saturated,
    /// Rosters whose records nothing tells apart.
    pub(super) alike: Vec<RosterId>,
    /// Whether something is due or watched, or may come to be.
    pub(super) awaits: bool,
    /// The last calls by which codes come round to themselves.
    pub(super) last_calls: LastCalls,
}

impl QuestionScope {
    fn new(
        plan: &Plan,
        state: &State,
        reach: Reach,
        slice: Option<Slice>,
        alike: Vec<RosterId>,
    ) -> Arc<QuestionScope> {
        let unread = slice.as_ref().map(Slice::unread).unwrap_or_default();
        let kinds = kinds(plan, &reach, state, &unread);
        let saturated = slice.as_ref().map(|slice| Saturated::of(plan, &reach, slice)).unwrap_or_default();
        let awaits = state.awaits() || reach.starts_waiting(plan);
        Arc::new(QuestionScope {
            reads_clock: reach.reads_clock(plan),
            last_calls: LastCalls::of(plan, &reach, awaits),
            awaits,
            reach,
            slice,
            kinds,
            saturated,
            alike,
        })
    }

    /// Of a question of which nothing is blanked.
    pub(super) fn of_all(plan: &Plan, state: &State, code: CodeId) -> Arc<QuestionScope> {
        QuestionScope::new(plan, state, reach(plan, state, code), None, Vec::new())
    }

    /// Whether what some code of it comes to may go round until luck ends it.
    pub(super) fn goes_round(&self, plan: &Plan, reach: &Reach) -> bool {
        reach.goes_round(plan) || self.last_calls.goes_round(reach)
    }

    /// Whether it makes a difference what a local holds there.
    pub(super) fn needs_local(&self, code: CodeId, pc: u32, local: u32) -> bool {
        self.slice.as_ref().is_none_or(|slice| slice.needs_local(code, pc, local))
    }

    /// What nothing looks at of the rows of tables.
    pub(super) fn unread(&self) -> Arc<UnreadCells> {
        self.slice.as_ref().map(Slice::unread).unwrap_or_default()
    }

    /// Blanks the globals and fields that make no difference.
    fn forget(&self, state: &mut State) {
        let Some(slice) = &self.slice else { return };
        for global in slice.idle_globals() {
            if let Some(slot) = state.globals.get_mut(*global as usize) {
                *slot = blank(slot);
            }
        }
        for (roster, records) in state.rosters.iter_mut().enumerate() {
            for record in records.iter_mut().flatten() {
                blank_fields(record, slice.idle_fields_of(roster.into()));
            }
        }
    }
}

/// What was found out of the code of questions, once for each.
#[derive(Default)]
pub(super) struct Scopes {
    known: RefCell<FxHashMap<(CodeId, InitialKinds), Arc<QuestionScope>>>,
    live: RefCell<FxHashMap<CodeId, Live>>,
    decks: DeckLife,
}

/// What was dropped of a machine.
#[derive(Default)]
pub(super) struct Dropped {
    /// The places on the stack of locals that nothing reads any more.
    pub(super) slots: Vec<u32>,
    /// The decks that count as full: nothing looks at what is left of them.
    pub(super) decks: Vec<TableId>,
}

impl Scopes {
    /// What a question is about.
    pub(super) fn of(&self, plan: &Plan, state: &State, code: CodeId, kept: KeptParts) -> Arc<QuestionScope> {
        let held = held_by(state);
        let goes_on = going_on(state).next().is_some();
        let made = |held: &InitialKinds| {
            let reach = reach(plan, state, code);
            let slice = Slice::of(plan, &reach, code, held, kept);
            let alike = if goes_on { Vec::new() } else { alike(plan, &reach, state) };
            QuestionScope::new(plan, state, reach, slice, alike)
        };
        if goes_on {
            return made(&held);
        }
        let mut known = self.known.borrow_mut();
        Arc::clone(known.entry((code, held)).or_insert_with_key(|(_, held)| made(held)))
    }

    /// Drops the locals that nothing reads any more, what is left of decks that nothing looks at, and blanks what
    /// makes no difference.
    pub(super) fn forget(&self, plan: &Plan, scope: &QuestionScope, machine: &mut Machine) -> Dropped {
        let mut dead = Vec::new();
        let mut known = self.live.borrow_mut();
        for frame in &machine.frames {
            let code = plan.code(frame.code);
            let live = known.entry(frame.code).or_insert_with(|| Live::of(plan, code));
            for local in 0..code.locals {
                let at = frame.base + local;
                let Some(slot) = machine.stack.get_mut(at as usize) else { continue };
                if !live.is_live(frame.pc, local) {
                    dead.push(at);
                    *slot = Value::Unset;
                } else if !scope.needs_local(frame.code, frame.pc, local) {
                    *slot = blank(slot);
                }
            }
            let locals = machine.stack.get_mut(frame.base as usize..).unwrap_or_default();
            scope.saturated.settle(frame.code, locals);
        }
        scope.forget(&mut machine.state);
        scope.saturated.settle_state(&mut machine.state);
        // While time passes, the moment that it passes to lies on the stack.
        let passes = |frame: &Frame| {
            matches!(plan.code(frame.code).ops.get(frame.pc as usize), Some(Op::Time(TimeOp::AdvanceTo)))
        };
        if !scope.reads_clock && !machine.frames.iter().any(passes) {
            machine.state.start_clocks_anew(plan);
        }
        machine.state.count_anew();
        let decks = self.decks.forgotten(plan, machine);
        machine.state.decks.retain(|(deck, _)| !decks.contains(deck));
        Dropped { slots: dead, decks }
    }
}

/// What a piece of code can come to, from a state with timers and watches of its own.
fn reach(plan: &Plan, state: &State, code: CodeId) -> Reach {
    Reach::of(plan, going_on(state).chain([code]))
}

/// The code of timers and watches that a state holds.
fn going_on(state: &State) -> impl Iterator<Item = CodeId> {
    let timers = state.timers.iter().chain(&state.held).map(|timer| timer.code);
    let everys = state.everys.iter().map(|every| every.code);
    timers.chain(everys).chain(state.watches.iter().map(|watch| watch.code))
}

fn held_by(state: &State) -> InitialKinds {
    let records = state.rosters.iter().map(|records| {
        let fields = records.iter().flatten().map(|record| record.fields.as_slice());
        Box::new(fields) as Box<dyn Iterator<Item = &[Value]>>
    });
    InitialKinds::of(&state.globals, records)
}

/// Blanks some fields of a record; one that is blank already is not copied.
fn blank_fields(record: &mut Arc<Record>, idle: &[usize]) {
    let differs = |field: &usize| record.fields.get(*field).is_some_and(|value| blank(value) != *value);
    if !idle.iter().any(differs) {
        return;
    }
    let record = Arc::make_mut(record);
    for field in idle {
        if let Some(slot) = record.fields.get_mut(*field) {
            *slot = blank(slot);
        }
    }
}
