//! The exact driver: every branch of luck, weighed.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::direct::{self, NoRoute};
use super::forking::{Fork, Forking, Supply, Waiting};
use super::weight::Weight;
use crate::base::Limits;
use crate::diag::codes::{limits, running};
use crate::dice::RESIDUAL_BITS;
use crate::dist::{self, Cut, Dist, DistError, Nat, Tail};
use crate::engine::{Budget, Entry, Fault, Host, Machine, NoAnswers, NoLog, State, Stop, handed_on};
use crate::plan::{CodeId, Live, Op, Plan, RowValue, Value};

/// Why there are no exact odds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OddsError {
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

/// Works out exact distributions.
pub struct Exact {
    limits: Limits,
    live: RefCell<FxHashMap<CodeId, Arc<Live>>>,
    residual_bits: u32,
    interrupt: Option<Arc<std::sync::atomic::AtomicBool>>,
}

/// How many engine steps exact odds may take for each step of an ordinary command.
const STEPS: u64 = 10;

/// Where a machine is, least advanced first.
type Place = Vec<u32>;
/// Machines that wait at one place, with what was handed to their step before, and how likely each is.
type Waiters = FxHashMap<(Machine, Vec<u32>), (Weight, Waiting)>;

/// A question being worked out.
struct Work<'w> {
    plan: &'w Plan,
    luck: Forking,
    budget: Budget,
    answers: NoAnswers,
    frontier: BTreeMap<Place, Waiters>,
    results: FxHashMap<Value, Weight>,
    cut: Option<Weight>,
    states: u64,
}

impl Exact {
    /// A driver with these limits.
    pub fn new(limits: &Limits) -> Exact {
        Exact {
            limits: limits.clone(),
            live: RefCell::default(),
            residual_bits: RESIDUAL_BITS,
            interrupt: None,
        }
    }

    /// Lists endless outcomes until what is left weighs at most one in two to this.
    #[must_use]
    pub fn with_residual(mut self, bits: u32) -> Exact {
        self.residual_bits = bits;
        self
    }

    /// Stops soon after the flag is set.
    #[must_use]
    pub fn with_interrupt(mut self, flag: Option<Arc<std::sync::atomic::AtomicBool>>) -> Exact {
        self.interrupt = flag;
        self
    }

    /// The distribution of what a piece of code gives, from a state, which stays as it is. Rows of equal
    /// name are one outcome.
    ///
    /// # Errors
    /// It is too large, goes wrong on some branch, or asks what nobody answers.
    pub fn distribution(&self, plan: &Plan, state: &State, entry: Entry) -> Result<Dist<Value>, OddsError> {
        if let Some(direct) = self.direct(plan, &entry)? {
            return Ok(direct);
        }
        let raw = self.raw(plan, state, entry)?;
        Ok(raw.map(|value| named(plan, value)))
    }

    /// The same with every value as it is.
    pub(super) fn raw(&self, plan: &Plan, state: &State, entry: Entry) -> Result<Dist<Value>, OddsError> {
        let steps = self.limits.steps.saturating_mul(STEPS);
        let mut budget = Budget { steps, steps_left: steps, ..Budget::new(&self.limits) };
        budget.interrupt.clone_from(&self.interrupt);
        let mut work = Work {
            plan,
            luck: Forking::new(dist::Budget::outcomes(self.limits.outcomes), self.residual_bits),
            budget,
            answers: NoAnswers::default(),
            frontier: BTreeMap::new(),
            results: FxHashMap::default(),
            cut: None,
            states: 0,
        };
        let machine = Machine::begin(plan, state.clone(), entry);
        self.advance(&mut work, machine, Supply::default(), Weight::one())?;
        while let Some((_, waiters)) = work.frontier.pop_first() {
            for ((machine, faces), (weight, waiting)) in waiters {
                self.branch(&mut work, machine, faces, &weight, &waiting)?;
            }
        }
        work.finish(self.limits.outcomes)
    }

    /// Straight arithmetic on dice needs no machine.
    fn direct(&self, plan: &Plan, entry: &Entry) -> Result<Option<Dist<Value>>, OddsError> {
        let code = plan.code(entry.code);
        let mut budget = dist::Budget::outcomes(self.limits.outcomes);
        match direct::distribution(plan, code, self.residual_bits, &mut budget) {
            Ok(dist) => Ok(Some(dist)),
            Err(NoRoute::Machine) => Ok(None),
            Err(NoRoute::TooLarge(error, pc)) => {
                let what = match code.ops.get(pc as usize) {
                    Some(Op::Roll(pool)) => plan.pools.get(*pool as usize).map(ToString::to_string),
                    _ => None,
                };
                Err(OddsError::TooLarge(Fault { span: code.span(pc), ..too_large(&error, what) }))
            }
        }
    }

    /// Takes every branch of a machine that waits.
    fn branch(
        &self,
        work: &mut Work<'_>,
        machine: Machine,
        faces: Vec<u32>,
        weight: &Weight,
        waiting: &Waiting,
    ) -> Result<(), OddsError> {
        work.count_state(self.limits.outcomes)?;
        match waiting {
            Waiting::Face(sides) => {
                for face in 1..=*sides {
                    let mut faces = faces.clone();
                    faces.push(face);
                    let supply = Supply { value: None, faces };
                    let weight = weight.times(&Nat::ONE, &Nat::from(*sides));
                    self.advance(work, machine.clone(), supply, weight)?;
                }
            }
            Waiting::Fork(fork) => {
                work.cut_off(fork, weight);
                let supply = |value: &Value| Supply { value: Some(value.clone()), faces: Vec::new() };
                let Some(((last, part), others)) = fork.branches.split_last() else { return Ok(()) };
                for (value, part) in others {
                    self.advance(work, machine.clone(), supply(value), weight.times(part, &fork.whole))?;
                }
                self.advance(work, machine, supply(last), weight.times(part, &fork.whole))?;
            }
        }
        Ok(())
    }

    /// Runs a machine to its next fork or its end.
    fn advance(
        &self,
        work: &mut Work<'_>,
        mut machine: Machine,
        supply: Supply,
        weight: Weight,
    ) -> Result<(), OddsError> {
        let faces = supply.faces.clone();
        work.luck.hand(supply);
        let mut log = NoLog;
        let result = {
            let mut host =
                Host::new(&mut work.luck, &mut work.answers, &mut log, Some(self), &mut work.budget);
            machine.run(work.plan, &mut host)
        };
        match result {
            Ok(value) => {
                work.results.entry(value).and_modify(|sum| sum.add(&weight)).or_insert(weight);
                Ok(())
            }
            Err(Stop::Forks) => self.wait(work, machine, faces, weight),
            Err(stop) => Err(stop.into()),
        }
    }

    /// Puts a machine among those that wait at its place; one in an equal state is the same.
    fn wait(
        &self,
        work: &mut Work<'_>,
        mut machine: Machine,
        faces: Vec<u32>,
        weight: Weight,
    ) -> Result<(), OddsError> {
        if let Some(error) = work.luck.error.take() {
            let span = machine.frames.last().and_then(|frame| work.plan.code(frame.code).span(frame.pc));
            return Err(OddsError::TooLarge(Fault { span, ..too_large(&error, None) }));
        }
        let Some(waiting) = work.luck.waiting.take() else { return Ok(()) };
        // Faces of this step that came before belong to the state; those of an earlier step do not.
        let faces = if work.luck.supply.faces.is_empty() { Vec::new() } else { faces };
        self.forget_dead(work.plan, &mut machine);
        let place = place_of(&machine, faces.len());
        let waiters = work.frontier.entry(place).or_default();
        match waiters.entry((machine, faces)) {
            std::collections::hash_map::Entry::Occupied(mut entry) => entry.get_mut().0.add(&weight),
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert((weight, waiting));
            }
        }
        Ok(())
    }

    /// Drops the locals that nothing reads any more.
    fn forget_dead(&self, plan: &Plan, machine: &mut Machine) {
        for at in 0..machine.frames.len() {
            let Some(frame) = machine.frames.get(at) else { continue };
            let live = Arc::clone(
                self.live
                    .borrow_mut()
                    .entry(frame.code)
                    .or_insert_with(|| Arc::new(Live::of(plan.code(frame.code)))),
            );
            let (pc, base) = (frame.pc, frame.base as usize);
            for local in 0..plan.code(frame.code).locals {
                if !live.is_live(pc, local)
                    && let Some(slot) = machine.stack.get_mut(base + local as usize)
                {
                    *slot = Value::Unset;
                }
            }
        }
    }
}

impl Work<'_> {
    fn count_state(&mut self, limit: u64) -> Result<(), OddsError> {
        self.states += 1;
        let waiting: usize = self.results.len();
        if self.states <= limit && (waiting as u64) <= limit {
            return Ok(());
        }
        let message = format!("exact odds need more than {limit} states or outcomes");
        Err(OddsError::TooLarge(Fault { is_limit: true, ..Fault::new(&limits::OUTCOMES, message) }))
    }

    /// What a fork does not list is lost to the results, and stated.
    fn cut_off(&mut self, fork: &Fork, weight: &Weight) {
        let Some(cut) = &fork.cut else { return };
        let lost = weight.times(&cut.weight, &fork.whole);
        match &mut self.cut {
            Some(sum) => sum.add(&lost),
            None => self.cut = Some(lost),
        }
    }

    fn finish(self, limit: u64) -> Result<Dist<Value>, OddsError> {
        if self.results.len() as u64 > limit {
            let message = format!("there are more than {limit} outcomes");
            return Err(OddsError::TooLarge(Fault {
                is_limit: true,
                ..Fault::new(&limits::OUTCOMES, message)
            }));
        }
        let mut whole = Nat::ONE;
        for weight in self.results.values().chain(&self.cut) {
            whole = weight.common(&whole);
        }
        let outcomes =
            self.results.into_iter().map(|(value, weight)| (value, weight.out_of(&whole))).collect();
        let cut =
            self.cut.map(|weight| Cut { weight: weight.out_of(&whole), tail: Tail::Anywhere, moments: None });
        Dist::with_cut(outcomes, cut)
            .map_err(|error| OddsError::Stop(Fault::new(&running::TOO_FINE, error.to_string()).into()))
    }
}

/// The order of machines: frame by frame, how far its loops have come and where it stands.
fn place_of(machine: &Machine, faces: usize) -> Place {
    let mut place = Vec::with_capacity(machine.frames.len() + machine.progress.0.len() * 2 + 1);
    let mut loops = machine.progress.0.iter();
    let mut next_loop = 0u32;
    for (at, frame) in machine.frames.iter().enumerate() {
        let last = machine.frames.get(at + 1).map_or(u32::MAX, |inner| inner.loops);
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

/// A fault for a distribution that is too large, naming the construct where it is known.
fn too_large(error: &DistError, what: Option<String>) -> Fault {
    let message = match what {
        Some(what) => format!("the exact odds of `{what}` are too much work: {error}"),
        None => format!("the exact odds of this are too much work: {error}"),
    };
    Fault { is_limit: true, ..Fault::new(&limits::OUTCOMES, message) }
}

/// Outcomes as odds show them: rows of one table and name are one, whatever picked them.
pub fn named(plan: &Plan, value: &Value) -> Value {
    match value {
        Value::Row(row) => {
            let row = handed_on(plan, row);
            let rows = plan.program.tables.get(row.table.index()).map_or(&[][..], |table| &table.rows);
            let Some(own) = rows.get(row.row as usize) else { return value.clone() };
            let first = rows.iter().position(|other| other.name == own.name).unwrap_or(row.row as usize);
            let known = plan.tables.get(row.table.index()).and_then(|table| table.cells.get(first));
            let number = known
                .and_then(Option::as_ref)
                .and_then(|cells| cells.first())
                .filter(|cell| matches!(cell, Value::Number(_) | Value::Percent(_) | Value::Quantity(..)));
            let shown = number.cloned().unwrap_or_else(|| Value::Text(Arc::clone(&own.name)));
            Value::Row(Arc::new(RowValue {
                table: row.table,
                row: u32::try_from(first).unwrap_or(row.row),
                roll: Value::Nothing,
                args: Arc::from([]),
                cells: Arc::from([shown]),
            }))
        }
        Value::List(items) => Value::List(Arc::new(items.iter().map(|item| named(plan, item)).collect())),
        Value::Parts(parts) => {
            let parts = parts.iter().map(|(name, part)| (Arc::clone(name), named(plan, part)));
            Value::Parts(parts.collect())
        }
        other => other.clone(),
    }
}

impl OddsError {
    /// As the reason why a run stops.
    pub fn into_stop(self) -> Stop {
        match self {
            OddsError::TooLarge(fault) => Stop::Fault(fault),
            OddsError::Stop(stop) => stop,
        }
    }
}
