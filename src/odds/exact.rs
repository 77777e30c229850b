//! The exact driver: every branch of luck, weighed.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashMap;

use super::alike::Alike;
use super::calls::Calls;
use super::cards::{Kinds, kinds};
use super::demand::{Demand, Gap, Mean};
use super::fence::WAITING;
use super::states::Globals;
use super::work::Work;
use crate::base::{Limits, Span};
use crate::check::program::{Row, TableId};
use crate::diag::codes::limits;
use crate::dice::RESIDUAL_BITS;
use crate::dist::{self, Dist, DistError, Effort};
use crate::engine::{Budget, Entry, Fault, Frame, Machine, Record, State, StepsTaken, Stop, handed_on};
use crate::plan::{CodeId, Held, Kept, Live, Op, Plan, Reach, RowValue, Slice, TimeOp, Value, blank};

/// Why there are no exact odds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum OddsError {
    /// There are too many outcomes or states. Samples can be taken instead.
    TooLarge(Fault),
    /// What was asked about goes wrong, or needs an answer.
    Stop(Stop),
}

impl From<Stop> for OddsError {
    fn from(stop: Stop) -> OddsError {
        match stop {
            Stop::Fault(fault) if fault.is_limit => OddsError::TooLarge(fault),
            Stop::Fault(_) | Stop::Asks(_) | Stop::Orders(_) | Stop::Forks | Stop::Interrupted => {
                OddsError::Stop(stop)
            }
        }
    }
}

/// What a question is about.
pub(super) struct Scope {
    pub(super) reach: Reach,
    /// What its answer depends on, where the rest is blanked.
    slice: Option<Slice>,
    /// Whether anything looks at a clock; otherwise time is only what is due in how long.
    reads_clock: bool,
    /// Cards that nothing can tell apart.
    pub(super) kinds: Kinds,
}

impl Scope {
    fn new(plan: &Plan, reach: Reach, slice: Option<Slice>) -> Arc<Scope> {
        let kinds = kinds(plan, &reach);
        Arc::new(Scope { reads_clock: reach.reads_clock(plan), reach, slice, kinds })
    }
}

/// Works out exact distributions.
pub(crate) struct Exact {
    limits: Limits,
    live: RefCell<FxHashMap<CodeId, Live>>,
    scopes: RefCell<FxHashMap<(CodeId, Held), Arc<Scope>>>,
    steps: RefCell<StepsTaken>,
    /// Whether the mean is all that is wanted, where it can be had alone.
    wants_mean: Cell<bool>,
    residual_bits: u32,
    kept: Kept,
    interrupt: Option<Arc<AtomicBool>>,
    /// Whether the machine runs everything.
    steps_all: bool,
    /// What the question may cost in all, where somebody waits for the answer.
    effort: Option<Arc<Effort>>,
    /// Set once weights were rounded down; nothing where none may be.
    rounding: Option<Arc<AtomicBool>>,
    /// How many questions this one is a part of.
    within: u32,
}

/// What exact odds may cost where somebody waits for the answer, in steps of about a machine word: some tenths
/// of a second.
const MOMENT: u64 = 300_000_000;

/// How many engine steps exact odds may take for each step of an ordinary command.
const STEPS: u64 = 10;
/// States of a chain that are tried where counting them all is, or may be, too much.
const FEW: u64 = 50_000;

impl Exact {
    /// A driver with these limits.
    pub(crate) fn new(limits: &Limits) -> Exact {
        Exact {
            limits: limits.clone(),
            live: RefCell::default(),
            scopes: RefCell::default(),
            steps: RefCell::default(),
            wants_mean: Cell::default(),
            residual_bits: RESIDUAL_BITS,
            kept: Kept::default(),
            interrupt: None,
            steps_all: false,
            effort: None,
            rounding: None,
            within: 0,
        }
    }

    /// Gives up soon where the question is much work.
    #[must_use]
    pub(crate) fn for_a_moment(mut self) -> Exact {
        self.effort = Some(Arc::new(Effort::steps(MOMENT)));
        self
    }

    /// Rounds weights down that would be too long to be worked out to the last digit, and says so afterwards
    /// (see [`Exact::was_rounded`]).
    #[must_use]
    pub(crate) fn rounding(mut self) -> Exact {
        self.rounding = Some(Arc::default());
        self
    }

    /// Whether weights were rounded down.
    pub(crate) fn was_rounded(&self) -> bool {
        self.rounding.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Lists endless outcomes until what is left weighs at most one in two to this.
    #[must_use]
    pub(crate) fn with_residual(mut self, bits: u32) -> Exact {
        self.residual_bits = bits;
        self
    }

    /// Keeps more of the runs than the answer alone.
    #[must_use]
    pub(crate) fn keeping(mut self, kept: Kept) -> Exact {
        self.kept = kept;
        self
    }

    /// Lets the machine run everything on every branch of luck, and puts nothing together from its parts: the
    /// other route to the same odds, for tests.
    #[must_use]
    pub(crate) fn stepping(mut self, steps_all: bool) -> Exact {
        self.steps_all = steps_all;
        self
    }

    /// Stops soon after the flag is set.
    #[must_use]
    pub(crate) fn with_interrupt(mut self, flag: Option<Arc<AtomicBool>>) -> Exact {
        self.interrupt = flag;
        self
    }

    /// The distribution of what a piece of code gives, from a state, which stays as it is. Rows of equal
    /// name are one outcome.
    ///
    /// # Errors
    /// It is too large, goes wrong on some branch, or asks what nobody answers.
    pub(crate) fn distribution(
        &self,
        plan: &Plan,
        state: &State,
        entry: Entry,
    ) -> Result<Dist<Value>, OddsError> {
        let found = match self.by_demand(plan, state, &entry)? {
            Some(found) => found,
            None => self.raw(plan, state, entry)?,
        };
        let named = all_named(plan, found);
        let alike = Alike::of(plan, named.outcomes().iter().map(|(value, _)| value));
        Ok(match alike {
            Some(alike) => named.map(|value| alike.shown(value)),
            None => named,
        })
    }

    /// The same with every value as it is.
    pub(super) fn raw(&self, plan: &Plan, state: &State, entry: Entry) -> Result<Dist<Value>, OddsError> {
        let scope = self.scope(plan, state, entry.code);
        match self.worked_out(plan, state, entry.clone(), scope) {
            // What goes wrong is looked at once more with nothing blanked: a fault that is told is real, and
            // told with the values that led to it.
            Err(OddsError::Stop(Stop::Fault(_))) => {
                let reach = self.reach(plan, state, entry.code);
                self.worked_out(plan, state, entry, Scope::new(plan, reach, None))
            }
            done => done,
        }
    }

    fn worked_out(
        &self,
        plan: &Plan,
        state: &State,
        entry: Entry,
        scope: Arc<Scope>,
    ) -> Result<Dist<Value>, OddsError> {
        let goes_round = scope.reach.goes_round(plan);
        let run = |as_chain: bool, states: u64| {
            let budget = self.machine_budget(self.steps());
            let globals = Globals::new(state.globals.clone(), scope.reach.living());
            let machine = Machine::begin(plan, state.clone(), entry.clone());
            let limits = (states.min(self.limits.outcomes), self.residual_bits);
            let calls = (!self.steps_all).then(|| Calls::new(self, plan, state, &scope));
            let mut work = Work::new(self, plan, budget, (globals, Arc::clone(&scope)), limits, calls);
            if as_chain { work.run_chain(machine) } else { work.run(machine) }
        };
        let all = self.limits.outcomes;
        if goes_round || self.steps_all {
            return run(goes_round, all);
        }
        // What is only added up is no state of a chain: where there are few others, its mean is soon known, and
        // so is what cannot be counted state by state.
        if self.wants_mean()
            && let Ok(dist) = run(true, FEW)
            && dist.cut().is_some_and(|cut| cut.moments.is_some())
        {
            return Ok(dist);
        }
        match run(false, all) {
            Err(OddsError::TooLarge(fault)) => match run(true, FEW) {
                Ok(dist) => Ok(dist),
                Err(OddsError::Stop(Stop::Interrupted)) => Err(OddsError::Stop(Stop::Interrupted)),
                Err(OddsError::Stop(_) | OddsError::TooLarge(_)) => Err(OddsError::TooLarge(fault)),
            },
            done => done,
        }
    }

    /// The steps that a question may take.
    pub(super) fn steps(&self) -> u64 {
        self.limits.steps.saturating_mul(STEPS)
    }

    /// What machines may use, with so many steps.
    pub(super) fn machine_budget(&self, steps: u64) -> Budget {
        let budget = Budget { steps, steps_left: steps, ..Budget::new(&self.limits) };
        Budget { interrupt: self.interrupt.clone(), ..budget }
    }

    /// Says whether the mean is all that is wanted; gives whether it was before.
    pub(super) fn want_mean(&self, is_all: bool) -> bool {
        self.wants_mean.replace(is_all)
    }

    /// Whether the mean is all that is wanted.
    pub(super) fn wants_mean(&self) -> bool {
        self.wants_mean.get()
    }

    /// The steps of procedures that were taken on some branch, in all that was worked out so far.
    pub(super) fn steps_taken(&self) -> StepsTaken {
        self.steps.borrow().clone()
    }

    pub(super) fn take_steps(&self, taken: &StepsTaken) {
        self.steps.borrow_mut().0.extend(&taken.0);
    }

    /// What a question is about, worked out once for each.
    pub(super) fn scope(&self, plan: &Plan, state: &State, code: CodeId) -> Arc<Scope> {
        let held = held_by(state);
        let made = |held: &Held| {
            let reach = self.reach(plan, state, code);
            let slice = Slice::of(plan, &reach, code, held, self.kept);
            Scope::new(plan, reach, slice)
        };
        if going_on(state).next().is_some() {
            return made(&held);
        }
        let mut scopes = self.scopes.borrow_mut();
        Arc::clone(scopes.entry((code, held)).or_insert_with_key(|(_, held)| made(held)))
    }

    /// What a piece of code can come to, from a state with timers and watches of its own.
    fn reach(&self, plan: &Plan, state: &State, code: CodeId) -> Reach {
        Reach::of(plan, going_on(state).chain([code]))
    }

    /// What was written as an expression, by what is looked at of it; `None` where the machine has to run all
    /// of it.
    fn by_demand(&self, plan: &Plan, state: &State, entry: &Entry) -> Result<Option<Dist<Value>>, OddsError> {
        let Some(written) = plan.written.get(&entry.code).filter(|_| !self.steps_all) else {
            return Ok(None);
        };
        let mut demand = Demand::new(self, plan, state, self.dist_budget());
        let found = demand.distribution(written, &entry.args);
        let driver = demand.into_driver();
        match found {
            Ok(dist) => {
                self.take_steps(&driver.steps_taken());
                Ok(Some(dist))
            }
            Err(Gap::Machine(
                error @ OddsError::Stop(Stop::Interrupted | Stop::Asks(_) | Stop::Orders(_)),
            )) => Err(error),
            Err(Gap::Told(error)) => Err(error),
            Err(Gap::TooLarge(error, span)) => Err(too_large(&error, None, span)),
            // What goes wrong is told by the machine, with the values that led to it.
            Err(Gap::Uncovered | Gap::Wrong | Gap::Machine(_)) => Ok(None),
        }
    }

    /// The mean of what was written as an expression, where it is had without the distribution; `None` where
    /// that has to be looked at.
    pub(super) fn mean_by_demand(
        &self,
        plan: &Plan,
        state: &State,
        code: CodeId,
        captured: &[Value],
    ) -> Result<Option<Mean>, OddsError> {
        let Some(written) = plan.written.get(&code).filter(|_| !self.steps_all) else { return Ok(None) };
        let mut demand = Demand::new(self, plan, state, self.dist_budget());
        match demand.mean_of(written, captured) {
            Ok(mean) => Ok(mean),
            Err(Gap::Machine(error @ OddsError::Stop(Stop::Interrupted))) => Err(error),
            // The distribution tells what is wrong with it, or finds another way.
            Err(Gap::Uncovered | Gap::Wrong | Gap::TooLarge(..) | Gap::Machine(_) | Gap::Told(_)) => Ok(None),
        }
    }

    /// How many questions this one is a part of.
    pub(super) fn within(&self) -> u32 {
        self.within
    }

    pub(super) fn dist_budget(&self) -> dist::Budget {
        self.fenced(dist::Budget::outcomes(self.limits.outcomes)).with_interrupt(self.interrupt.clone())
    }

    /// A budget as a part of what the question may cost.
    pub(super) fn fenced(&self, budget: dist::Budget) -> dist::Budget {
        budget.with_effort(self.effort.clone()).with_rounding(self.rounding.clone())
    }

    /// Takes off what the question may cost what was done already.
    pub(super) fn spend(&self, steps: u64) {
        if let Some(effort) = &self.effort {
            effort.spend(steps);
        }
    }

    /// Whether nothing is left of what the question may cost.
    pub(super) fn is_spent(&self) -> bool {
        self.effort.as_ref().is_some_and(|effort| effort.left() == 0)
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(super) fn residual_bits(&self) -> u32 {
        self.residual_bits
    }

    /// A driver with the same limits that has worked out nothing yet.
    pub(super) fn afresh(&self) -> Exact {
        let exact = Exact {
            effort: self.effort.clone(),
            rounding: self.rounding.clone(),
            ..Exact::new(&self.limits)
        };
        let exact = exact
            .with_residual(self.residual_bits)
            .keeping(self.kept)
            .stepping(self.steps_all)
            .with_interrupt(self.interrupt.clone());
        Exact { within: self.within + 1, ..exact }
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Drops the locals that nothing reads any more, and blanks what makes no difference. Gives the places
    /// on the stack of those that were dropped.
    pub(super) fn forget(&self, plan: &Plan, scope: &Scope, machine: &mut Machine) -> Vec<u32> {
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
        }
        scope.forget(&mut machine.state);
        // While time passes, the moment that it passes to lies on the stack.
        let passes = |frame: &Frame| {
            matches!(plan.code(frame.code).ops.get(frame.pc as usize), Some(Op::Time(TimeOp::AdvanceTo)))
        };
        if !scope.reads_clock && !machine.frames.iter().any(passes) {
            machine.state.start_clocks_anew(plan);
        }
        machine.state.count_anew();
        dead
    }
}

/// The code of timers and watches that a state holds.
fn going_on(state: &State) -> impl Iterator<Item = CodeId> {
    let timers = state.timers.iter().chain(&state.held).map(|timer| timer.code);
    let everys = state.everys.iter().map(|every| every.code);
    timers.chain(everys).chain(state.watches.iter().map(|watch| watch.code))
}

fn held_by(state: &State) -> Held {
    let records = state.rosters.iter().map(|records| {
        let fields = records.iter().flatten().map(|record| record.fields.as_slice());
        Box::new(fields) as Box<dyn Iterator<Item = &[Value]>>
    });
    Held::of(&state.globals, records)
}

impl Scope {
    pub(super) fn needs_local(&self, code: CodeId, pc: u32, local: u32) -> bool {
        self.slice.as_ref().is_none_or(|slice| slice.needs_local(code, pc, local))
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

/// Why a distribution was not worked out: it is too large, which names the construct where it is known, or
/// somebody asked to stop.
pub(super) fn too_large(error: &DistError, what: Option<String>, span: Option<Span>) -> OddsError {
    let code = match error {
        DistError::Interrupted => return OddsError::Stop(Stop::Interrupted),
        DistError::Memory => &limits::LIVE_BYTES,
        DistError::Outcomes { .. }
        | DistError::Work { .. }
        | DistError::Moment
        | DistError::Sparse
        | DistError::Number(_)
        | DistError::Empty => &limits::OUTCOMES,
    };
    let what = what.map_or_else(|| "this".to_owned(), |what| format!("`{what}`"));
    if *error == DistError::Moment {
        let message = format!("the exact odds of {what} take more than a moment");
        let fault = Fault { is_limit: true, span, ..Fault::new(code, message) };
        return OddsError::TooLarge(fault.help(WAITING));
    }
    let message = format!("the exact odds of {what} are too much work: {error}");
    OddsError::TooLarge(Fault { is_limit: true, span, ..Fault::new(code, message) })
}

/// A distribution with its outcomes as odds show them. What holds no rows stays as it is, with all that is
/// known of it.
fn all_named(plan: &Plan, dist: Dist<Value>) -> Dist<Value> {
    if dist.outcomes().iter().any(|(value, _)| holds_rows(value)) {
        let mut names = Names::default();
        return dist.map(|value| names.named(plan, value));
    }
    dist
}

fn holds_rows(value: &Value) -> bool {
    matches!(value, Value::Row(_)) || value.items().any(holds_rows)
}

/// Outcomes as odds show them: rows of one table and name are one, whatever picked them.
#[cfg(test)]
pub(crate) fn named(plan: &Plan, value: &Value) -> Value {
    Names::default().named(plan, value)
}

/// Of the tables that were met: which row is the first of each name.
#[derive(Default)]
pub(crate) struct Names {
    first: FxHashMap<TableId, FxHashMap<Arc<str>, u32>>,
}

impl Names {
    /// An outcome as odds show it (see [`named`]).
    pub(crate) fn named(&mut self, plan: &Plan, value: &Value) -> Value {
        match value {
            Value::Row(row) => {
                let row = handed_on(plan, row);
                let rows = plan.program.tables.get(row.table.index()).map_or(&[][..], |table| &table.rows);
                let Some(own) = rows.get(row.row as usize) else { return value.clone() };
                let first = self.first(row.table, rows, &own.name).unwrap_or(row.row) as usize;
                let known = plan.tables.get(row.table.index()).and_then(|table| table.cells.get(first));
                let number = known.and_then(Option::as_ref).and_then(|cells| cells.first()).filter(|cell| {
                    matches!(cell, Value::Number(_) | Value::Percent(_) | Value::Quantity(..))
                });
                let shown = number.cloned().unwrap_or_else(|| Value::Text(Arc::clone(&own.name)));
                Value::Row(Arc::new(RowValue {
                    table: row.table,
                    row: u32::try_from(first).unwrap_or(row.row),
                    roll: Value::Nothing,
                    args: Arc::from([]),
                    cells: Arc::from([shown]),
                }))
            }
            Value::List(items) => {
                Value::List(Arc::new(items.iter().map(|item| self.named(plan, item)).collect()))
            }
            Value::Parts(parts) => {
                let parts = parts.iter().map(|(name, part)| (Arc::clone(name), self.named(plan, part)));
                Value::Parts(parts.collect())
            }
            other => other.clone(),
        }
    }

    fn first(&mut self, table: TableId, rows: &[Row], name: &str) -> Option<u32> {
        let first = self.first.entry(table).or_insert_with(|| {
            let mut first = FxHashMap::default();
            for (at, row) in (0u32..).zip(rows) {
                first.entry(Arc::clone(&row.name)).or_insert(at);
            }
            first
        });
        first.get(name).copied()
    }
}

impl OddsError {
    /// As the reason why a run stops.
    pub(crate) fn into_stop(self) -> Stop {
        match self {
            OddsError::TooLarge(fault) => Stop::Fault(fault),
            OddsError::Stop(stop) => stop,
        }
    }
}
