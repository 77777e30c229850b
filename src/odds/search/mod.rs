//! A question being worked out: groups of states, the least advanced first.

mod chain;
mod fence;
mod folded;
mod foresight;
mod forking;
mod relative;
mod stepping;
mod sums;
mod truncate;

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

pub(super) use self::foresight::Foreseen;
use self::foresight::Foresight;
use self::forking::Forking;
pub(super) use self::forking::WholeCalls;
use self::relative::RelativeRows;
use self::sums::{Gained, Looked, QuestionSums};
use super::driver::{Context, Driver, WantedOdds};
use super::error::{OddsError, too_large};
use super::scope::QuestionScope;
use super::states::decks::{CardsLeft, Decks};
use super::states::fork::{Fork, Supply, Waiting, branches};
use super::states::group::Group;
use super::states::records::EqualRecords;
use super::states::tracks::Tracks;
use super::states::weight::Weight;
use super::states::{
    Advance, Checkpoint, Globals, Resumed, RowDelta, Shape, Values, advance_of, apart, small,
};
use crate::base::Span;
use crate::diag::codes::{limits, running};
use crate::dist::{self, Cut, Dist, Nat};
use crate::engine::{
    CommandBudget, Fault, Host, Machine, NoAnswers, Noted, Notes, Oracle, State, StepsTaken, Stop,
};
use crate::plan::{Plan, Value};

/// Weights with fewer binary digits are as they are.
const LONG: u64 = 96;

/// What a branch of a state costs, a run of the machine from draw to draw, and each of its steps, in steps
/// of exact work, which are about a machine word each.
const EFFORT_PER_BRANCH: u64 = 400;
const EFFORT_PER_RUN: u64 = 4_000;
const EFFORT_PER_STEP: u64 = 60;
/// What each branch costs besides for every record that nothing tells apart: they are put in order.
const EFFORT_PER_EQUAL: u64 = 10;
/// The same for every kind of cards: how many are left of each is part of a state.
const EFFORT_PER_KIND: u64 = 150;

/// Which groups wait.
#[derive(Default)]
struct OpenGroups {
    /// By place.
    frontier: BTreeMap<Advance, Vec<u32>>,
    /// By where states wait, and how far loops have come there.
    index: FxHashMap<(u32, Vec<(u32, u32)>), u32>,
}

/// A question being worked out.
pub(super) struct Search<'w> {
    context: &'w Context,
    /// Answers what the program asks about odds while it runs.
    oracle: &'w dyn Oracle,
    plan: &'w Plan,
    luck: Forking<'w>,
    budget: CommandBudget,
    answers: NoAnswers,
    log: StepsTaken,
    values: Values,
    globals: Globals,
    scope: Arc<QuestionScope>,
    groups: Vec<Option<Group>>,
    tracks: Tracks,
    /// For each way in which step it was taken last, and its place there.
    stamps: Vec<(u64, u32)>,
    stamp: u64,
    open: OpenGroups,
    results: FxHashMap<u32, Weight>,
    cut: Option<Weight>,
    /// What branches weigh together on which a limit of the machine was met, and how the first of them
    /// ended.
    over: Option<(Weight, OddsError)>,
    states: u64,
    /// The most states that were put into one group so far.
    widest: u64,
    /// The most states that waited together, and where.
    most: (usize, Option<(Span, String)>),
    foresight: Foresight,
    /// Whether somebody has another way where this one is seen to be too long; and what was seen.
    has_other: bool,
    foreseen: Foreseen,
    limit: u64,
    /// Records that nothing tells apart.
    alike: EqualRecords,
    relative: RelativeRows,
    /// Weights are shortened once they have so many binary digits.
    long: u64,
    /// What is only added up, where it is left open, and what of it was looked at.
    sums: Option<QuestionSums>,
    looked: Option<Looked>,
    residual_bits: u32,
    scratch: Vec<u32>,
    /// Ways that were found since their memory was looked at.
    unweighed: u32,
}

/// How a run went on.
enum Went {
    /// To its end.
    Ended(Value),
    /// To where it waits, with the faces that came before in the same step.
    Waits(Waiting, Vec<u32>),
}

/// What came of a run.
struct Came {
    to: CameTo,
    noted: Noted,
    /// What was gained on the way, by its number.
    gain: u32,
}

/// Where a run came to.
enum CameTo {
    /// To its end, with a value.
    End(u32),
    /// To where it waits, where the row has changed so.
    Checkpoint(Box<Shape>, RowDelta, Waiting),
}

/// No group.
const NOWHERE: u32 = u32::MAX;

impl<'w> Search<'w> {
    pub(super) fn new(
        driver: &'w dyn Driver,
        plan: &'w Plan,
        budget: CommandBudget,
        (globals, scope): (Globals, Arc<QuestionScope>),
        (limit, residual_bits): (u64, u32),
        calls: Option<Box<dyn WholeCalls + 'w>>,
    ) -> Search<'w> {
        let context = driver.context();
        let outcomes = context.fenced(dist::Budget::outcomes(limit)).with_interrupt(budget.interrupt.clone());
        let decks = Decks::of(plan, &scope.reach, &scope.kinds);
        Search {
            context,
            oracle: driver,
            plan,
            luck: Forking::new(outcomes, residual_bits, calls, (plan, Arc::clone(&scope))),
            budget,
            answers: NoAnswers::default(),
            log: StepsTaken::default(),
            values: Values::with_decks(decks),
            globals,
            scope,
            groups: Vec::new(),
            tracks: Tracks::default(),
            stamps: Vec::new(),
            stamp: 0,
            open: OpenGroups::default(),
            results: FxHashMap::default(),
            cut: None,
            over: None,
            states: 0,
            widest: 0,
            residual_bits,
            most: (0, None),
            foresight: Foresight::default(),
            has_other: false,
            foreseen: Foreseen::default(),
            alike: EqualRecords::default(),
            relative: RelativeRows::default(),
            limit,
            long: LONG,
            sums: None,
            looked: None,
            scratch: Vec::new(),
            unweighed: 0,
        }
    }

    /// Every branch from here to its end.
    pub(super) fn run(&mut self, machine: Machine) -> Result<Dist<Value>, OddsError> {
        let done = self.run_on(machine);
        for number in self.results.keys() {
            self.alike.see_result(*number, &self.values);
        }
        done
    }

    /// Whether records were told apart after all that had been taken for alike: nothing that was found holds.
    pub(super) fn told_apart(&self) -> bool {
        !self.alike.is_empty() && (self.values.hide_records() || self.alike.are_kept())
    }

    /// Puts the records of a row that nothing tells apart in order.
    fn put_in_order(&mut self, row: &mut [u32], halt: &Checkpoint) {
        self.alike.put_in_order(row, halt, self.plan, &mut self.values);
        self.relative.settle(&self.scope.saturated, row, halt, &mut self.values);
    }

    /// Notes what a run came to.
    fn see_result(&mut self, number: u32) {
        self.alike.see_result(number, &self.values);
    }

    /// Counts records as one that nothing tells apart.
    pub(super) fn know_alike(&mut self, state: &State) {
        self.alike = EqualRecords::new(&self.scope.alike, state, &mut self.values);
    }

    fn run_on(&mut self, mut machine: Machine) -> Result<Dist<Value>, OddsError> {
        match self.advance(&mut machine, Supply::default())? {
            Went::Ended(value) => {
                let value = self.values.number(&value);
                self.results.insert(value, Weight::one());
            }
            Went::Waits(waiting, faces) => {
                self.context.forget(self.plan, &self.scope, &mut machine);
                let (group, row) = self.group_of(machine, faces, waiting);
                if let Some(Some(group)) = self.groups.get_mut(group as usize) {
                    group.begin(&row);
                }
            }
        }
        while let Some(group) = self.next_group() {
            if let Err(error) = self.count_states(&group) {
                self.give_up(group, error)?;
                break;
            }
            if self.goes_on_for_nothing(&group) {
                self.lose(Weight::new(group.total_numerator(), group.denominator));
                continue;
            }
            self.step(group)?;
        }
        self.finish()
    }

    /// Takes the next group of the least advanced place.
    fn next_group(&mut self) -> Option<Group> {
        let mut entry = self.open.frontier.first_entry()?;
        let number = entry.get_mut().pop();
        if entry.get().is_empty() {
            entry.remove();
        }
        let group = self.groups.get_mut(number? as usize)?.take()?;
        self.open.index.remove(&(group.track, group.loops.clone()));
        self.tracks.close(group.track);
        Some(group)
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

    /// The group of a machine, and its row.
    fn group_of(&mut self, machine: Machine, faces: Vec<u32>, waiting: Waiting) -> (u32, Vec<u32>) {
        let loops = machine.progress.loops().to_vec();
        let (shape, row) = apart(machine, faces, Vec::new(), &mut self.values, &self.globals);
        let track = self.tracks.track(shape, waiting, &self.globals, &self.values.decks);
        (self.group(track, loops), row)
    }

    /// The group that waits there, where loops have come so far.
    fn group(&mut self, number: u32, loops: Vec<(u32, u32)>) -> u32 {
        let key = (number, loops);
        if let Some(known) = self.open.index.get(&key) {
            return *known;
        }
        let Some(track) = self.tracks.get(number) else { return NOWHERE };
        let halt = Rc::clone(&track.halt);
        let place = advance_of(&halt.shape.skeleton.frames, &key.1, halt.shape.faces.len());
        let group = small(self.groups.len());
        self.open.frontier.entry(place).or_default().push(group);
        self.open.index.insert(key.clone(), group);
        self.groups.push(Some(Group::new(halt, number, key.1)));
        self.tracks.open(number);
        group
    }

    /// The steps that were taken.
    pub(super) fn spent(&self) -> u64 {
        self.budget.steps - self.budget.steps_left
    }

    /// Whether a limit that was met is one of the machine on its branch, and not one of all work.
    fn can_go_on(&self) -> bool {
        self.budget.steps_left > 0 && !self.context.is_spent()
    }

    /// How many states were gone through.
    pub(in crate::odds) const fn states_seen(&self) -> u64 {
        self.states
    }

    /// Takes off what a question may cost a state with so many branches.
    fn bear_effort(&self, shape: &Shape, branches: u64) -> Result<(), OddsError> {
        self.context.spend(branches.saturating_mul(self.effort_per_branch()));
        if self.context.is_spent() { Err(self.too_long(shape.skeleton.frames.last())) } else { Ok(()) }
    }

    /// The machine of a row, which takes notes.
    fn machine_of(&self, halt: &Checkpoint, row: &[u32]) -> Machine {
        let mut machine = halt.machine(row, &self.values, &self.globals);
        machine.notes = Notes::begin(machine.stack.len());
        machine
    }

    /// What is only added up is left open from now on.
    fn leave_sums_open(&mut self) {
        let mut sums = QuestionSums::of(self.plan, &self.scope);
        if !self.alike.is_empty() {
            sums.close_fields_of(&self.scope.alike);
        }
        self.sums = Some(sums);
    }

    /// A sum that was looked at since it was last asked.
    fn looked(&mut self) -> Option<Looked> {
        self.looked.take()
    }

    /// A sum is a part of the state from now on; what was counted is counted anew.
    fn close_sum(&mut self, looked: Looked) {
        if let Some(sums) = &mut self.sums {
            sums.close(looked, |code, local| self.scope.saturated.compared_with(code, local));
        }
        self.states = 0;
    }

    /// A sum must be a part of the state.
    fn must_close(&mut self, looked: Looked) -> OddsError {
        self.looked = Some(looked);
        OddsError::Stop(Stop::Forks)
    }

    /// What was gained on ways, by its number.
    fn gains(&self) -> Vec<Vec<(u32, Gained)>> {
        self.sums.as_ref().map_or(Vec::new(), |sums| sums.gains().to_vec())
    }

    /// Sets what is only added up to what is open: what was gained, and where else open numbers lie.
    fn settle_sums(&mut self, machine: &mut Machine) -> Result<(u32, Vec<u32>), OddsError> {
        let Some(sums) = &mut self.sums else { return Ok((0, Vec::new())) };
        // Open numbers are looked for in all that is held: a list of a million items is gone through.
        self.context.spend(machine.stack.iter().map(Value::parts).sum::<usize>() as u64);
        let scope = &self.scope;
        let needed = |code, pc, local| scope.needs_local(code, pc, local);
        let settled = sums.settle(self.plan, machine, &needed);
        settled.map_err(|looked| self.must_close(looked))
    }

    /// Where states stand that share a shape.
    fn halt(&self, shape: Rc<Shape>) -> Checkpoint {
        Checkpoint::new(shape, &self.globals, &self.values.decks)
    }

    /// What is handed to states that wait, as [`branches`] has it.
    fn branches(&self, waiting: &Waiting, before: &[u32]) -> (Vec<(Supply, Nat)>, Nat) {
        branches(waiting, before, &self.values.decks)
    }

    /// What may be drawn from the deck that a state waits for, and the way for where nothing is left.
    fn cards_left(&mut self, halt: &Checkpoint, row: &[u32], waiting: &Waiting) -> Option<Rc<CardsLeft>> {
        let Waiting::Card(table) = waiting else { return None };
        let nth = self.values.decks.place(*table)?;
        let number = *row.get(halt.layout.deck(nth) as usize)?;
        Some(self.values.cards_left(nth, number))
    }

    /// Changes a row as a way does.
    fn change(&mut self, row: &mut Vec<u32>, change: &RowDelta) {
        change.take_cards(row, &mut self.values);
        change.apply(row);
    }

    /// Where a run looked at the row that it began with, and what it saw.
    fn looks(&self, halt: &Checkpoint, row: &[u32], noted: &Noted) -> Vec<(u32, u32)> {
        halt.looks(row, noted, &self.globals, &self.values.decks)
    }

    /// Runs a machine along a branch: what comes of it, whatever pass of a loop it is in.
    fn came(
        &mut self,
        mut machine: Machine,
        from: Option<&Checkpoint>,
        supply: Supply,
    ) -> Result<Came, OddsError> {
        let went = self.advance(&mut machine, supply)?;
        let mut gain = 0;
        let to = match went {
            Went::Ended(value) => CameTo::End(self.values.number(&value)),
            Went::Waits(waiting, faces) => {
                let dropped = self.context.forget(self.plan, &self.scope, &mut machine);
                let (gained, place) = self.settle_sums(&mut machine)?;
                gain = gained;
                let mut noted = machine.notes.take();
                noted.whole |= from.is_none();
                let moved = Resumed { machine, noted: noted.clone(), dropped, faces, place };
                let (shape, change) = moved.after(from, &mut self.values, &self.globals);
                return Ok(Came { to: CameTo::Checkpoint(Box::new(shape), change, waiting), noted, gain });
            }
        };
        let mut noted = machine.notes.take();
        noted.whole |= from.is_none();
        Ok(Came { to, noted, gain })
    }

    /// Counts a state that is looked at, and its branches.
    fn count_state(&mut self, shape: &Shape, waiting: &Waiting, branches: u64) -> Result<(), OddsError> {
        self.budget.charge(branches)?;
        self.budget.look_up()?;
        self.bear_effort(shape, branches)?;
        if *waiting != Waiting::Rest {
            self.states += 1;
            if self.states > self.limit {
                self.most = (1, self.construct(shape));
                return Err(self.too_many());
            }
        }
        Ok(())
    }

    /// Refuses more states than may be looked at once they are found, where each will be looked at: no loop goes on
    /// until hardly any weight is left. As many again may only lead on to others, and count for nothing.
    fn bear_found(&mut self, shape: &Shape, found: u64) -> Result<(), OddsError> {
        if found / 2 <= self.limit || !self.scope.reach.counts_its_loops(self.plan) {
            return Ok(());
        }
        self.most = (1, self.construct(shape));
        Err(self.too_many())
    }

    /// What the work of solving may be: in proportion to the states that there may be.
    fn chain_budget(&self) -> dist::Budget {
        const STEPS_PER_STATE: u64 = 3_000;
        let work = self.limit.saturating_mul(STEPS_PER_STATE);
        let budget = dist::Budget::outcomes(self.limit).with_work(work);
        self.context.fenced(budget).with_interrupt(self.budget.interrupt.clone())
    }

    /// How much is wanted.
    fn wanted(&self) -> WantedOdds {
        self.context.wanted()
    }

    /// Lists endless outcomes until what is left weighs at most one in two to this.
    fn residual_bits(&self) -> u32 {
        self.residual_bits
    }

    /// The value of a number.
    fn value(&self, number: u32) -> Value {
        self.values.value(number)
    }

    /// Hands over which steps of procedures were taken.
    fn take_steps(&self) {
        self.context.take_steps(&self.log);
    }

    /// Runs a machine to where it waits or to its end.
    fn advance(&mut self, machine: &mut Machine, supply: Supply) -> Result<Went, OddsError> {
        let faces = supply.faces.clone();
        let before = self.budget.steps_left;
        if let Some(sums) = &self.sums {
            sums.watch(machine);
        }
        self.luck.hand(supply);
        let result = {
            let oracle = Some(self.oracle);
            let mut host =
                Host::new(&mut self.luck, &mut self.answers, &mut self.log, oracle, &mut self.budget);
            machine.run(self.plan, &mut host)
        };
        let steps = before.saturating_sub(self.budget.steps_left);
        self.context.spend(steps.saturating_mul(EFFORT_PER_STEP).saturating_add(EFFORT_PER_RUN));
        match result {
            Ok(value) => return Ok(Went::Ended(value)),
            Err(Stop::Forks) => {}
            Err(stop) => return Err(stop.into()),
        }
        if let Some(sum) = machine.looks.seen() {
            return Err(self.must_close(Looked { sum, part: machine.looks.part() }));
        }
        if let Some(error) = self.luck.error.take() {
            if error == dist::DistError::Moment {
                return Err(self.too_long(machine.frames.last()));
            }
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
        self.lose(Weight::new(&group.total_numerator() * &cut.weight, &group.denominator * &fork.whole));
    }

    fn lose(&mut self, lost: Weight) {
        match &mut self.cut {
            Some(sum) => sum.add(&lost),
            None => self.cut = Some(lost),
        }
    }

    fn count_states(&mut self, group: &Group) -> Result<(), OddsError> {
        let rests = self.tracks.get(group.track).is_some_and(|track| track.waiting == Waiting::Rest);
        if !rests {
            self.states += group.len() as u64;
            if group.len() > self.most.0 {
                self.most = (group.len(), self.construct(&group.halt.shape));
            }
        }
        self.look_ahead(group)?;
        if self.states.max(self.results.len() as u64) <= self.limit { Ok(()) } else { Err(self.too_many()) }
    }

    fn finish(&mut self) -> Result<Dist<Value>, OddsError> {
        if let Some((weight, _)) = self.over.take() {
            self.lose(weight);
        }
        self.context.take_steps(&self.log);
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
