//! What all parts of a question share, and how a part asks for odds of its own.
//!
//! A question is worked out by several parts: a search through the states of the machine, expressions put
//! together from their parts, calls drawn as a whole. Each may need the odds of something within it, and whoever
//! works these out stands above them all: they know it as a [`Driver`].

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::error::OddsError;
use super::scope::{Dropped, QuestionScope, Scopes};
use crate::base::stack::with_room;
use crate::base::{Limits, Num, stop};
use crate::diag::codes::limits;
use crate::dice::RESIDUAL_BITS;
use crate::dist::{self, Dist, Effort};
use crate::engine::{CommandBudget, EntryPoint, Fault, Machine, Oracle, State, StepsTaken, Stop};
use crate::plan::{CodeId, KeptParts, Plan, Value};

/// Works out questions within questions.
pub(super) trait Driver: Oracle {
    /// What it shares with the parts of its question.
    fn context(&self) -> &Context;

    /// A driver with the same limits, one question further in, that has worked out nothing yet.
    fn afresh(&self) -> Box<dyn Driver>;

    /// The same for a question that stands in the expression itself: what it is about is no further in than it is
    /// where it is asked alone.
    fn beside(&self) -> Box<dyn Driver>;

    /// The distribution of what a piece of code gives, every value as it is.
    ///
    /// # Errors
    /// It is too large, goes wrong on some branch, or asks what nobody answers.
    fn raw(&self, plan: &Plan, state: &State, entry: EntryPoint) -> Result<Dist<Value>, OddsError>;
}

/// How much is wanted of what a question comes to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum WantedOdds {
    /// All of it.
    #[default]
    All,
    /// The mean alone, where it can be had alone.
    Mean,
    /// The numbers up to this one; of higher ones how likely they are together is enough.
    UpTo(Num),
}

/// What a question may cost, what is wanted of it, and what was found out on the way.
pub(super) struct Context {
    limits: Limits,
    scopes: Scopes,
    steps: RefCell<StepsTaken>,
    wanted: Cell<WantedOdds>,
    residual_bits: u32,
    kept: KeptParts,
    interrupt: Option<Arc<AtomicBool>>,
    /// Whether the machine runs everything.
    steps_all: bool,
    /// What the question may cost in all, where somebody waits for the answer.
    effort: Option<Arc<Effort>>,
    /// Set once weights were rounded down; nothing where none may be.
    rounding: Option<Arc<AtomicBool>>,
    /// How many questions this one is a part of.
    within: u32,
    /// How many questions that a program asks are in progress, one in another.
    asked: Cell<u32>,
    /// How many calls are in progress around what is worked out now.
    calls: CallsAround,
    /// Set where these were too many, until the first of them is done with: no other way is tried further up.
    too_deep: Arc<AtomicBool>,
}

/// How many calls are in progress, one in another, around what is worked out: in the machine that came to it, in
/// expressions that are put together, and in what these left to a machine of its own.
#[derive(Clone)]
pub(super) struct CallsAround {
    open: Rc<Cell<usize>>,
    /// As many as may be called inside one another where they are played.
    limit: usize,
    /// Set once calls went too deep. Each level that they came through may have other ways to what it is worth:
    /// none of them is gone.
    too_deep: Rc<Cell<bool>>,
}

impl CallsAround {
    fn new(limits: &Limits) -> CallsAround {
        let limit = usize::try_from(limits.calls).unwrap_or(usize::MAX);
        CallsAround { open: Rc::default(), limit, too_deep: Rc::default() }
    }

    /// Works something out that is so many calls further in, with room for it on the stack; `None` where calls
    /// may not go as deep, or once did: what is left to the machine meets that again, with how likely it is.
    pub(super) fn further_in<T>(&self, calls: usize, work: impl FnOnce() -> T) -> Option<T> {
        let around = self.open.get();
        let inside = around.saturating_add(calls);
        self.too_deep.set(self.too_deep.get() || inside > self.limit);
        if self.too_deep.get() {
            return None;
        }
        self.open.set(inside);
        let done = with_room(work);
        self.open.set(around);
        Some(done)
    }
}

/// Questions that a program asks one in another: the stack has room for so many, also without optimisation.
const MAX_ASKED: u32 = 40;

/// What exact odds may cost where somebody waits for the answer, in steps of about a machine word: less than a
/// second; the samples that come instead take about half of one.
const MOMENT: u64 = 1_500_000_000;

/// How many engine steps exact odds may take for each step of an ordinary command.
const STEPS: u64 = 10;

impl Context {
    /// Within these limits.
    pub(super) fn new(limits: &Limits) -> Context {
        Context {
            limits: limits.clone(),
            scopes: Scopes::default(),
            steps: RefCell::default(),
            wanted: Cell::default(),
            residual_bits: RESIDUAL_BITS,
            kept: KeptParts::default(),
            interrupt: None,
            steps_all: false,
            effort: None,
            rounding: None,
            within: 0,
            asked: Cell::default(),
            calls: CallsAround::new(limits),
            too_deep: Arc::default(),
        }
    }

    /// The same, one question further in, with nothing worked out yet.
    pub(super) fn afresh(&self) -> Context {
        Context { within: self.within + 1, ..self.beside() }
    }

    /// The same, no further in, with nothing worked out yet.
    pub(super) fn beside(&self) -> Context {
        Context {
            residual_bits: self.residual_bits,
            kept: self.kept,
            interrupt: self.interrupt.clone(),
            steps_all: self.steps_all,
            effort: self.effort.clone(),
            rounding: self.rounding.clone(),
            within: self.within,
            asked: self.asked.clone(),
            calls: self.calls.clone(),
            too_deep: Arc::clone(&self.too_deep),
            ..Context::new(&self.limits)
        }
    }

    /// Gives up soon where the question is much work.
    pub(super) fn only_a_moment(&mut self) {
        self.effort = Some(Arc::new(Effort::steps(MOMENT)));
    }

    /// Rounds weights down that would be too long to be worked out to the last digit.
    pub(super) fn round(&mut self) {
        self.rounding = Some(Arc::default());
    }

    /// Whether weights were rounded down.
    pub(super) fn was_rounded(&self) -> bool {
        self.rounding.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Lists endless outcomes until what is left weighs at most one in two to this.
    pub(super) fn list_down_to(&mut self, residual_bits: u32) {
        self.residual_bits = residual_bits;
    }

    /// How far endless outcomes are listed.
    pub(super) fn residual_bits(&self) -> u32 {
        self.residual_bits
    }

    /// Keeps more of the runs than the answer alone.
    pub(super) fn keep(&mut self, kept: KeptParts) {
        self.kept = kept;
    }

    /// Says whether the machine runs everything.
    pub(super) fn step_all(&mut self, steps_all: bool) {
        self.steps_all = steps_all;
    }

    /// Whether the machine runs everything.
    pub(super) fn steps_all(&self) -> bool {
        self.steps_all
    }

    /// Stops soon after the flag is set.
    pub(super) fn stop_at(&mut self, flag: Option<Arc<AtomicBool>>) {
        self.interrupt = flag;
    }

    /// Whether somebody asked to stop.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|flag| stop::is_set(flag))
    }

    /// What an ordinary command may use.
    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The steps that a question may take.
    pub(super) fn steps(&self) -> u64 {
        self.limits.steps.saturating_mul(STEPS)
    }

    /// What machines may use, with so many steps.
    pub(super) fn machine_budget(&self, steps: u64) -> CommandBudget {
        let calls_around = self.calls.open.get();
        let budget =
            CommandBudget { steps, steps_left: steps, calls_around, ..CommandBudget::new(&self.limits) };
        CommandBudget { interrupt: self.interrupt.clone(), ..budget }
    }

    /// What distributions may use.
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

    /// What is left of what the question may cost, where that is bounded.
    pub(super) fn effort_left(&self) -> Option<u64> {
        self.effort.as_ref().map(|effort| effort.left())
    }

    /// Whether nothing is left of what the question may cost.
    pub(super) fn is_spent(&self) -> bool {
        self.effort.as_ref().is_some_and(|effort| effort.left() == 0)
    }

    /// Says how much is wanted; gives how much was before.
    pub(super) fn want(&self, wanted: WantedOdds) -> WantedOdds {
        self.wanted.replace(wanted)
    }

    /// How much is wanted.
    pub(super) fn wanted(&self) -> WantedOdds {
        self.wanted.get()
    }

    /// Whether the mean is all that is wanted.
    pub(super) fn wants_mean(&self) -> bool {
        self.wanted.get() == WantedOdds::Mean
    }

    /// The steps of procedures that were taken on some branch, in all that was worked out so far.
    pub(super) fn steps_taken(&self) -> StepsTaken {
        self.steps.borrow().clone()
    }

    /// Adds steps of procedures that were taken.
    pub(super) fn take_steps(&self, taken: &StepsTaken) {
        self.steps.borrow_mut().0.extend(&taken.0);
    }

    /// Works out a question that a program asks.
    ///
    /// # Errors
    /// Too many are in progress, one in another; or what the work itself ends with.
    pub(super) fn asking<T>(&self, work: impl FnOnce() -> Result<T, Stop>) -> Result<T, Stop> {
        let asked = self.asked.get();
        if asked >= MAX_ASKED {
            self.too_deep.store(true, Ordering::Relaxed);
        }
        if self.too_deep.load(Ordering::Relaxed) {
            let message = format!("questions about odds are nested deeper than {MAX_ASKED}");
            let fault = Fault { is_limit: true, ..Fault::new(&limits::CALLS, message) };
            return Err(fault.help("a function that asks for odds of itself has to come to an end").into());
        }
        self.asked.set(asked + 1);
        // What a question is about is played as if nothing were around it.
        let around = self.calls.open.replace(0);
        let done = work();
        self.calls.open.set(around);
        self.asked.set(asked);
        if asked == 0 {
            self.too_deep.store(false, Ordering::Relaxed);
        }
        done
    }

    /// The count of calls that are in progress around what is worked out now.
    pub(super) fn calls_around(&self) -> CallsAround {
        self.calls.clone()
    }

    /// How many questions this one is a part of.
    pub(super) fn within(&self) -> u32 {
        self.within
    }

    /// What a question is about.
    pub(super) fn scope(&self, plan: &Plan, state: &State, code: CodeId) -> Arc<QuestionScope> {
        self.scopes.of(plan, state, code, self.kept)
    }

    /// Drops and blanks what makes no difference to a question (see [`Scopes::forget`]).
    pub(super) fn forget(&self, plan: &Plan, scope: &QuestionScope, machine: &mut Machine) -> Dropped {
        self.scopes.forget(plan, scope, machine)
    }
}
