//! A question being worked out: groups of states, the least advanced first.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::branch::{Found, Way, Ways};
use super::calls::Calls;
use super::chain::{Gained, Looked, Sums};
use super::exact::{Exact, OddsError, Scope, too_large};
use super::forking::{Fork, Forking, Supply, Waiting, branches};
use super::group::Group;
use super::states::{Change, Globals, Halt, Moved, Place, Shape, Values, apart, place_of, small};
use super::weight::Weight;
use crate::base::Span;
use crate::diag::codes::{limits, running};
use crate::dist::{self, Cut, Dist, Nat};
use crate::engine::{Budget, Fault, Host, Machine, NoAnswers, Noted, Notes, StepsTaken, Stop};
use crate::plan::{Plan, Value};

/// Weights with fewer binary digits are as they are.
const LONG: u64 = 96;

/// Which groups wait.
#[derive(Default)]
pub(super) struct Open {
    /// By place.
    frontier: BTreeMap<Place, Vec<u32>>,
    /// By shape.
    index: FxHashMap<Rc<Shape>, Vec<u32>>,
}

/// A question being worked out.
pub(super) struct Work<'w> {
    exact: &'w Exact,
    pub(super) plan: &'w Plan,
    luck: Forking<'w>,
    budget: Budget,
    answers: NoAnswers,
    log: StepsTaken,
    pub(super) values: Values,
    globals: Globals,
    scope: Arc<Scope>,
    pub(super) groups: Vec<Option<Group>>,
    pub(super) open: Open,
    pub(super) results: FxHashMap<u32, Weight>,
    pub(super) cut: Option<Weight>,
    /// What branches weigh together on which a limit of the machine was met, and how the first of them
    /// ended.
    over: Option<(Weight, OddsError)>,
    states: u64,
    /// The most states that were put into one group so far.
    widest: u64,
    /// The most states that waited together, and where.
    pub(super) most: (usize, Option<(Span, String)>),
    pub(super) limit: u64,
    /// Weights are shortened once they have so many binary digits.
    long: u64,
    /// What is only added up, where it is left open, and what of it was looked at.
    sums: Option<Sums>,
    looked: Option<Looked>,
    pub(super) residual_bits: u32,
    scratch: Vec<u32>,
    /// Ways that were found since their memory was looked at.
    pub(super) unweighed: u32,
}

/// How a run went on.
pub(super) enum Went {
    /// To its end.
    Ended(Value),
    /// To where it waits, with the faces that came before in the same step.
    Waits(Waiting, Vec<u32>),
}

/// What came of a run.
pub(super) struct Came {
    pub(super) to: CameTo,
    pub(super) noted: Noted,
    /// What was gained on the way, by its number.
    pub(super) gain: u32,
}

/// Where a run came to.
pub(super) enum CameTo {
    /// To its end, with a value.
    End(u32),
    /// To where it waits, where the row has changed so.
    Halt(Box<Shape>, Change, Waiting),
}

/// A group whose states are taken further, and what has been found of their ways.
struct Step {
    group: Group,
    whole: Nat,
    found: Found,
}

impl<'w> Work<'w> {
    pub(super) fn new(
        exact: &'w Exact,
        plan: &'w Plan,
        budget: Budget,
        (globals, scope): (Globals, Arc<Scope>),
        (limit, residual_bits): (u64, u32),
        calls: Option<Calls<'w>>,
    ) -> Work<'w> {
        let outcomes = dist::Budget::outcomes(limit).with_interrupt(budget.interrupt.clone());
        Work {
            exact,
            plan,
            luck: Forking::new(outcomes, residual_bits, calls),
            budget,
            answers: NoAnswers::default(),
            log: StepsTaken::default(),
            values: Values::default(),
            globals,
            scope,
            groups: Vec::new(),
            open: Open::default(),
            results: FxHashMap::default(),
            cut: None,
            over: None,
            states: 0,
            widest: 0,
            residual_bits,
            most: (0, None),
            limit,
            long: LONG,
            sums: None,
            looked: None,
            scratch: Vec::new(),
            unweighed: 0,
        }
    }

    /// Every branch from here to its end.
    pub(super) fn run(&mut self, mut machine: Machine) -> Result<Dist<Value>, OddsError> {
        match self.advance(&mut machine, Supply::default())? {
            Went::Ended(value) => {
                let value = self.values.number(&value);
                self.results.insert(value, Weight::one());
            }
            Went::Waits(waiting, faces) => {
                self.exact.forget(self.plan, &self.scope, &mut machine);
                let (group, row) = self.group_of(machine, faces, waiting);
                if let Some(Some(group)) = self.groups.get_mut(group as usize) {
                    group.add(&row, &Nat::ONE);
                }
            }
        }
        while let Some(group) = self.next_group() {
            if let Err(error) = self.count_states(&group) {
                self.give_up(group, error)?;
                break;
            }
            if self.goes_on_for_nothing(&group) {
                self.lose(Weight::new(group.whole_top(), group.bottom));
                continue;
            }
            self.step(group)?;
        }
        self.finish()
    }

    /// Takes the next group of the least advanced place.
    pub(super) fn next_group(&mut self) -> Option<Group> {
        let mut entry = self.open.frontier.first_entry()?;
        let number = entry.get_mut().pop();
        if entry.get().is_empty() {
            entry.remove();
        }
        let group = self.groups.get_mut(number? as usize)?.take()?;
        if let Some(alike) = self.open.index.get_mut(&group.halt.shape) {
            alike.retain(|other| Some(*other) != number);
            if alike.is_empty() {
                self.open.index.remove(&group.halt.shape);
            }
        }
        Some(group)
    }

    /// Takes every state of a group along every branch.
    pub(super) fn step(&mut self, mut group: Group) -> Result<(), OddsError> {
        self.long = group.shorten(self.long);
        let (supplies, whole) = branches(&group.waiting, &group.halt.shape.faces);
        if let Waiting::Fork(fork) = &group.waiting {
            self.cut_off(fork, &group);
        }
        let mut ways: Vec<Ways> = Vec::new();
        ways.resize_with(supplies.len(), Ways::default);
        let mut step = Step { group, whole, found: Found::default() };
        let mut ends: FxHashMap<u32, Nat> = FxHashMap::default();
        // How much of a state's weight goes each way, and which ways it goes.
        let mut parts: Vec<Nat> = Vec::new();
        let mut gone: Vec<u32> = Vec::new();
        for at in 0..step.group.len() {
            self.budget.charge(supplies.len() as u64)?;
            self.budget.look_up()?;
            // One step may make far more states than there were before it.
            if self.states.saturating_add(self.widest) > self.limit && self.widest > self.limit / 2 {
                return Err(self.too_many());
            }
            for ((supply, part), ways) in supplies.iter().zip(&mut ways) {
                let way = match ways.of(step.group.row(at)) {
                    Some(way) => way,
                    None => self.way(&mut step, at, supply, ways)?,
                };
                parts.resize(step.found.all.len().max(parts.len()), Nat::ZERO);
                if let Some(sum) = parts.get_mut(way as usize) {
                    if sum.is_zero() {
                        gone.push(way);
                    }
                    *sum += part;
                }
            }
            for way in gone.drain(..) {
                let part = parts.get_mut(way as usize).map(|part| std::mem::replace(part, Nat::ZERO));
                self.go(&step, at, way, &part.unwrap_or(Nat::ZERO), &mut ends);
            }
        }
        let bottom = &step.group.bottom * &step.whole;
        for (value, top) in ends {
            let weight = Weight::new(top, bottom.clone());
            self.results.entry(value).and_modify(|sum| sum.add(&weight)).or_insert(weight);
        }
        self.bear_limits()
    }

    /// Branches on which a limit is met are left over while they weigh next to nothing together.
    fn bear_limits(&self) -> Result<(), OddsError> {
        match &self.over {
            Some((weight, error)) if weight.bits_below_one() < u64::from(self.residual_bits) => {
                Err(error.clone())
            }
            _ => Ok(()),
        }
    }

    /// Takes a part of a state's weight along a known way.
    fn go(&mut self, step: &Step, at: usize, way: u32, part: &Nat, ends: &mut FxHashMap<u32, Nat>) {
        let Some((way, factor)) = step.found.all.get(way as usize) else { return };
        let Some(top) = step.group.tops.get(at) else { return };
        let top = top * part;
        match way {
            Way::End(value) => *ends.entry(*value).or_insert(Nat::ZERO) += &top,
            Way::Over => {
                let weight = Weight::new(top, &step.group.bottom * &step.whole);
                if let Some((sum, _)) = &mut self.over {
                    sum.add(&weight);
                }
            }
            Way::On(group, change) => {
                let row = &mut self.scratch;
                row.clear();
                row.extend_from_slice(step.group.row(at));
                change.apply(row);
                let top = if *factor == Nat::ONE { top } else { &top * factor };
                if let Some(Some(group)) = self.groups.get_mut(*group as usize) {
                    group.add(row, &top);
                    self.widest = self.widest.max(group.len() as u64);
                }
            }
        }
    }

    /// Runs a state along a branch, and learns the way for those that agree with it.
    fn way(
        &mut self,
        step: &mut Step,
        at: usize,
        supply: &Supply,
        ways: &mut Ways,
    ) -> Result<u32, OddsError> {
        self.bear_memory(&step.group, step.found.bytes)?;
        let row = step.group.row(at);
        let mut machine = step.group.halt.machine(row, &self.values, &self.globals);
        // One alone needs no notes.
        let notes = step.group.len() > 1;
        if notes {
            machine.notes = Notes::begin(machine.stack.len());
        }
        let went = match self.advance(&mut machine, supply.clone()) {
            // Where the branch weighs next to nothing, it is left over.
            Err(error @ OddsError::TooLarge(_)) if self.can_go_on() => {
                self.over.get_or_insert_with(|| (Weight::new(Nat::ZERO, Nat::ONE), error));
                None
            }
            went => Some(went?),
        };
        let mut noted = machine.notes.take();
        noted.whole |= !notes;
        let row = step.group.row(at);
        let looks = step.group.halt.looks(row, &noted, &self.globals);
        let whole = noted.whole;
        let way = match went {
            None => Way::Over,
            Some(Went::Ended(value)) => Way::End(self.values.number(&value)),
            Some(Went::Waits(waiting, faces)) => self.way_on(step, machine, noted, waiting, faces),
        };
        let bottom = || &step.group.bottom * &step.whole;
        let groups = &mut self.groups;
        let leads = match &way {
            Way::On(group, _) => groups.get_mut(*group as usize).and_then(Option::as_mut),
            Way::End(_) | Way::Over => None,
        };
        let way = step.found.number(way, || leads.map_or(Nat::ONE, |group| group.scale_to(&bottom())));
        if !whole {
            ways.learn(&looks, way);
        }
        Ok(way)
    }

    /// The way of a machine that waits again.
    fn way_on(
        &mut self,
        step: &Step,
        mut machine: Machine,
        noted: Noted,
        waiting: Waiting,
        faces: Vec<u32>,
    ) -> Way {
        let dead = self.exact.forget(self.plan, &self.scope, &mut machine);
        let place = place_of(&machine, faces.len());
        let moved = Moved { machine, noted, dead, faces, place };
        let (shape, change) = moved.after(Some(&step.group.halt), &mut self.values, &self.globals);
        Way::On(self.group(shape, waiting), change)
    }

    /// The group of a machine, and its row.
    fn group_of(&mut self, machine: Machine, faces: Vec<u32>, waiting: Waiting) -> (u32, Vec<u32>) {
        let place = place_of(&machine, faces.len());
        let (shape, row) = apart(machine, faces, place, &mut self.values, &self.globals);
        (self.group(shape, waiting), row)
    }

    fn group(&mut self, shape: Shape, waiting: Waiting) -> u32 {
        if let Some(alike) = self.open.index.get(&shape) {
            for number in alike {
                if let Some(Some(group)) = self.groups.get(*number as usize)
                    && group.waiting == waiting
                {
                    return *number;
                }
            }
        }
        let shape = Rc::new(shape);
        let number = small(self.groups.len());
        self.open.frontier.entry(shape.place.clone()).or_default().push(number);
        self.open.index.entry(Rc::clone(&shape)).or_default().push(number);
        self.groups.push(Some(Group::new(Halt::new(shape, &self.globals), waiting)));
        number
    }

    /// The steps that were taken.
    pub(super) fn spent(&self) -> u64 {
        self.budget.steps - self.budget.steps_left
    }

    /// Whether a limit that was met is one of the machine on its branch, and not one of all work.
    pub(super) fn can_go_on(&self) -> bool {
        self.budget.steps_left > 0
    }

    /// The machine of a row, which takes notes.
    pub(super) fn machine_of(&self, halt: &Halt, row: &[u32]) -> Machine {
        let mut machine = halt.machine(row, &self.values, &self.globals);
        machine.notes = Notes::begin(machine.stack.len());
        if let Some(sums) = &self.sums {
            sums.watch(&mut machine);
        }
        machine
    }

    /// What is only added up is left open from now on.
    pub(super) fn leave_sums_open(&mut self) {
        self.sums = Some(Sums::of(self.plan, &self.scope.reach));
    }

    /// A sum that was looked at since it was last asked.
    pub(super) fn looked(&mut self) -> Option<Looked> {
        self.looked.take()
    }

    /// A sum is a part of the state from now on; what was counted is counted anew.
    pub(super) fn close_sum(&mut self, looked: Looked) {
        if let Some(sums) = &mut self.sums {
            sums.close(looked);
        }
        self.states = 0;
    }

    /// A sum must be a part of the state.
    pub(super) fn must_close(&mut self, looked: Looked) -> OddsError {
        self.looked = Some(looked);
        OddsError::Stop(Stop::Forks)
    }

    /// What was gained on ways, by its number.
    pub(super) fn gains(&self) -> Vec<Vec<(u32, Gained)>> {
        self.sums.as_ref().map_or(Vec::new(), |sums| sums.gains().to_vec())
    }

    /// Sets what is only added up to what is open: what was gained, and where else open numbers lie.
    fn settle_sums(&mut self, machine: &mut Machine) -> Result<(u32, Vec<u32>), OddsError> {
        let Some(sums) = &mut self.sums else { return Ok((0, Vec::new())) };
        let scope = &self.scope;
        let needed = |code, pc, local| scope.needs_local(code, pc, local);
        let settled = sums.settle(self.plan, machine, &needed);
        settled.map_err(|looked| self.must_close(looked))
    }

    /// Where states stand that share a shape.
    pub(super) fn halt(&self, shape: Rc<Shape>) -> Halt {
        Halt::new(shape, &self.globals)
    }

    /// Where a run looked at the row that it began with, and what it saw.
    pub(super) fn looks(&self, halt: &Halt, row: &[u32], noted: &Noted) -> Vec<(u32, u32)> {
        halt.looks(row, noted, &self.globals)
    }

    /// Runs a machine along a branch: what comes of it, whatever pass of a loop it is in.
    pub(super) fn came(
        &mut self,
        machine: &mut Machine,
        from: Option<&Halt>,
        supply: Supply,
    ) -> Result<Came, OddsError> {
        let went = self.advance(machine, supply)?;
        let mut gain = 0;
        let to = match went {
            Went::Ended(value) => CameTo::End(self.values.number(&value)),
            Went::Waits(waiting, faces) => {
                let dead = self.exact.forget(self.plan, &self.scope, machine);
                let (gained, place) = self.settle_sums(machine)?;
                gain = gained;
                let mut noted = machine.notes.take();
                noted.whole |= from.is_none();
                let machine = machine.clone();
                let moved = Moved { machine, noted: noted.clone(), dead, faces, place };
                let (shape, change) = moved.after(from, &mut self.values, &self.globals);
                return Ok(Came { to: CameTo::Halt(Box::new(shape), change, waiting), noted, gain });
            }
        };
        let mut noted = machine.notes.take();
        noted.whole |= from.is_none();
        Ok(Came { to, noted, gain })
    }

    /// Counts a state that is looked at, and its branches.
    pub(super) fn count_state(
        &mut self,
        shape: &Shape,
        waiting: &Waiting,
        branches: u64,
    ) -> Result<(), OddsError> {
        self.budget.charge(branches)?;
        self.budget.look_up()?;
        if *waiting != Waiting::Rest {
            self.states += 1;
            if self.states > self.limit {
                self.most = (1, self.construct(shape));
                return Err(self.too_many());
            }
        }
        Ok(())
    }

    /// What the work of solving may be: in proportion to the states that there may be.
    pub(super) fn chain_budget(&self) -> dist::Budget {
        const STEPS_PER_STATE: u64 = 3_000;
        let work = self.limit.saturating_mul(STEPS_PER_STATE);
        dist::Budget::outcomes(self.limit).with_work(work).with_interrupt(self.budget.interrupt.clone())
    }

    /// Whether the mean is all that is wanted.
    pub(super) fn wants_mean(&self) -> bool {
        self.exact.wants_mean()
    }

    /// Lists endless outcomes until what is left weighs at most one in two to this.
    pub(super) fn residual_bits(&self) -> u32 {
        self.residual_bits
    }

    /// The value of a number.
    pub(super) fn value(&self, number: u32) -> Value {
        self.values.value(number)
    }

    /// Hands over which steps of procedures were taken.
    pub(super) fn take_steps(&self) {
        self.exact.take_steps(&self.log);
    }

    /// Runs a machine to where it waits or to its end.
    pub(super) fn advance(&mut self, machine: &mut Machine, supply: Supply) -> Result<Went, OddsError> {
        let faces = supply.faces.clone();
        self.luck.hand(supply);
        let result = {
            let oracle: &dyn crate::engine::Oracle = self.exact;
            let mut host =
                Host::new(&mut self.luck, &mut self.answers, &mut self.log, Some(oracle), &mut self.budget);
            machine.run(self.plan, &mut host)
        };
        match result {
            Ok(value) => return Ok(Went::Ended(value)),
            Err(Stop::Forks) => {}
            Err(stop) => return Err(stop.into()),
        }
        if let Some(sum) = machine.looks.seen() {
            return Err(self.must_close(Looked(sum)));
        }
        if let Some(error) = self.luck.error.take() {
            let span = machine.frames.last().and_then(|frame| self.plan.code(frame.code).span(frame.pc));
            return Err(too_large(&error, None, span));
        }
        let Some(waiting) = self.luck.waiting.take() else {
            let message = "luck was asked for what nobody knows";
            return Err(OddsError::Stop(Fault::new(&running::NO_ODDS, message).into()));
        };
        // Faces of this step that came before belong to the state; those of an earlier step do not.
        let faces = if self.luck.supply.faces.is_empty() { Vec::new() } else { faces };
        Ok(Went::Waits(waiting, faces))
    }

    /// What a fork does not list is lost to the results, and stated.
    fn cut_off(&mut self, fork: &Fork, group: &Group) {
        let Some(cut) = &fork.cut else { return };
        self.lose(Weight::new(&group.whole_top() * &cut.weight, &group.bottom * &fork.whole));
    }

    pub(super) fn lose(&mut self, lost: Weight) {
        match &mut self.cut {
            Some(sum) => sum.add(&lost),
            None => self.cut = Some(lost),
        }
    }

    pub(super) fn count_states(&mut self, group: &Group) -> Result<(), OddsError> {
        if !matches!(group.waiting, Waiting::Rest) {
            self.states += group.len() as u64;
            if group.len() > self.most.0 {
                self.most = (group.len(), self.construct(&group.halt.shape));
            }
        }
        if self.states.max(self.results.len() as u64) <= self.limit { Ok(()) } else { Err(self.too_many()) }
    }

    fn finish(&mut self) -> Result<Dist<Value>, OddsError> {
        if let Some((weight, _)) = self.over.take() {
            self.lose(weight);
        }
        self.exact.take_steps(&self.log);
        if self.results.len() as u64 > self.limit {
            let message = format!("there are more than {} outcomes", self.limit);
            let fault = Fault { is_limit: true, ..Fault::new(&limits::OUTCOMES, message) };
            return Err(OddsError::TooLarge(fault));
        }
        let mut whole = Nat::ONE;
        for weight in self.results.values().chain(&self.cut) {
            whole = weight.common(&whole);
        }
        let outcomes = self.results.iter();
        let outcomes = outcomes.map(|(value, weight)| (self.values.value(*value), weight.out_of(&whole)));
        let cut = self.cut.as_ref().map(|weight| weight.out_of(&whole));
        let cut = cut.map(Cut::anywhere);
        Dist::with_cut(outcomes.collect(), cut)
            .map_err(|error| OddsError::Stop(Fault::new(&running::TOO_FINE, error.to_string()).into()))
    }
}
