//! Calls as one draw: what a call comes to that depends on nothing but its arguments and luck is worked out
//! once for each list of arguments, and then drawn as a whole, wherever it is called.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::program::{FnId, ProcId};
use crate::dist::{Dist, DistError};
use crate::engine::luck::{CallAt, DrawAt};
use crate::engine::{EntryPoint, Machine, State, Stop};
use crate::odds::demand::{Demand, Gap};
use crate::odds::driver::{Driver, WantedOdds};
use crate::odds::error::{OddsError, too_large};
use crate::odds::scope::QuestionScope;
use crate::odds::search::{Search, WholeCalls};
use crate::odds::states::Globals;
use crate::odds::states::fork::Fork;
use crate::plan::{CodeId, Does, JumpOp, OneDraw, Op, Parts, Plan, Reach, TimeOp, Value};

/// A call, by what it is called with.
type Key = (CodeId, Option<ProcId>, Vec<Value>);

/// What calls of a question come to.
pub(super) struct Calls<'w> {
    driver: &'w dyn Driver,
    plan: &'w Plan,
    scope: Arc<QuestionScope>,
    found: Rc<RefCell<Found>>,
}

/// What has been found, in the question and in the calls within its calls.
struct Found {
    /// The state that the question began in. What a call looks at has not changed since.
    state: Rc<State>,
    /// What the question may change somewhere...
    changes: Changes,
    /// Whether something is due or watched, or may come to be.
    awaits: bool,
    /// Whether code depends on nothing but its arguments and luck.
    apart: FxHashMap<CodeId, bool>,
    /// Calls that are being worked out: the same in between are run.
    open: FxHashSet<Key>,
    known: FxHashMap<Key, Option<Arc<Fork>>>,
    /// The same of expressions, by their first steps.
    draws_apart: FxHashMap<(CodeId, u32), bool>,
    draws: FxHashMap<(CodeId, u32, Vec<Value>), Option<Arc<Fork>>>,
    /// How many outcomes of calls are kept.
    kept: usize,
    /// Steps that all calls together may still take.
    steps_left: u64,
    /// How many states calls of code with loops came to, with one list of arguments after the other.
    states: FxHashMap<CodeId, u64>,
}

/// What code changes.
struct Changes {
    parts: Parts,
    globals: FxHashSet<usize>,
}

/// A call with more outcomes than this is run: often not all of an outcome is looked at.
const MOST: usize = 1 << 12;
/// An expression with more than this takes its steps. They come to no fewer states on the way.
const MOST_DRAWN: usize = 1 << 16;
/// So many calls are worked out within each other; those within them are run.
const MOST_OPEN: usize = 150;
/// Code with loops is run with other arguments once its calls have come to so many states.
const MOST_STATES: u64 = 10_000;
/// Outcomes of calls that are kept, at most.
const MOST_KEPT: usize = 1 << 18;
/// Questions that are a part of so many others leave their calls to the machine.
const DEEPEST: u32 = 2;
/// So much of what a question may do is for its calls.
const SHARE: u64 = 2;

impl<'w> Calls<'w> {
    /// Of a question from a state.
    pub(super) fn new(
        driver: &'w dyn Driver,
        plan: &'w Plan,
        state: &State,
        scope: &Arc<QuestionScope>,
    ) -> Calls<'w> {
        let reach = &scope.reach;
        let mut changes = Changes { parts: Parts::NONE, globals: FxHashSet::default() };
        for op in reach.codes().flat_map(|code| plan.code(code).ops.iter()) {
            let does = op.does(plan);
            if *op != Op::Time(TimeOp::Settle) {
                changes.parts = changes.parts.and(does.writes);
            }
            let global = does.global.filter(|_| does.writes.holds(Parts::GLOBALS));
            changes.globals.extend(global.map(|global| global.index()));
        }
        let found = Found {
            state: Rc::new(state.clone()),
            changes,
            awaits: scope.awaits,
            apart: FxHashMap::default(),
            open: FxHashSet::default(),
            known: FxHashMap::default(),
            draws_apart: FxHashMap::default(),
            draws: FxHashMap::default(),
            kept: 0,
            steps_left: driver.context().steps() / SHARE,
            states: FxHashMap::default(),
        };
        Calls { driver, plan, scope: Arc::clone(scope), found: Rc::new(RefCell::new(found)) }
    }

    fn within(&self) -> Calls<'w> {
        let (driver, plan) = (self.driver, self.plan);
        Calls { driver, plan, scope: Arc::clone(&self.scope), found: Rc::clone(&self.found) }
    }

    fn worked_out(&self, key: &Key, steps: u64) -> Result<Option<Arc<Fork>>, Stop> {
        let function = (0u32..).zip(&self.plan.fns).find(|(_, code)| **code == key.0);
        if let Some((function, _)) = function.filter(|_| self.driver.context().within() < DEEPEST)
            && let Some(fork) = self.of_function(FnId(function), &key.2)?
        {
            return Ok(Some(fork));
        }
        match (self.by_machine(key, steps)?, key.1) {
            (None, Some(proc)) => self.of_procedure(proc, &key.2),
            (fork, _) => Ok(fork),
        }
    }

    /// What a procedure gives that is an expression with dice without end, which the machine lists to no end.
    fn of_procedure(&self, proc: ProcId, args: &[Value]) -> Result<Option<Arc<Fork>>, Stop> {
        let state = Rc::clone(&self.found.borrow().state);
        let mut demand = Demand::new(self.driver, self.plan, &state);
        let found = demand.run_with(proc, args);
        self.driver.context().take_steps(&demand.steps_taken());
        match found {
            Ok(dist) if dist.len() <= MOST && dist.outcomes().iter().all(|(value, _)| is_plain(value)) => {
                Ok(Some(Arc::new(fork_of(dist))))
            }
            Err(Gap::Machine(OddsError::Stop(Stop::Interrupted))) => Err(Stop::Interrupted),
            Ok(_) | Err(_) => Ok(None),
        }
    }

    /// What a function gives, by what is looked at of each value; `None` where that does not tell. What of it
    /// is not listed is lost, and stated, as it would be at its dice. One that calls itself is not run.
    fn of_function(&self, function: FnId, args: &[Value]) -> Result<Option<Arc<Fork>>, Stop> {
        let state = Rc::clone(&self.found.borrow().state);
        let mut demand = Demand::new(self.driver, self.plan, &state);
        let goes_on = demand.comes_back(function);
        let found = demand.called(function, args);
        self.driver.context().take_steps(&demand.steps_taken());
        match found {
            // Of anything else, more may be looked at than is known here.
            Ok(dist) if !dist.outcomes().iter().all(|(value, _)| is_plain(value)) => Ok(None),
            Ok(dist) if goes_on || dist.len() <= MOST => Ok(Some(Arc::new(fork_of(dist)))),
            Err(Gap::Machine(OddsError::Stop(Stop::Interrupted))) => Err(Stop::Interrupted),
            Err(Gap::TooLarge(error, span)) if goes_on => Err(too_large(&error, None, span).into_stop()),
            Err(Gap::Told(error)) => Err(error.into_stop()),
            Ok(_) | Err(Gap::Uncovered | Gap::Wrong | Gap::Machine(_) | Gap::TooLarge(..)) => Ok(None),
        }
    }

    /// What an expression gives, put together from its parts; `None` where that takes its steps.
    fn of_draw(&self, draw: &OneDraw, args: &[Value]) -> Result<Option<Arc<Fork>>, Stop> {
        let state = Rc::clone(&self.found.borrow().state);
        let mut demand = Demand::new(self.driver, self.plan, &state);
        let context = self.driver.context();
        let wanted = context.want(WantedOdds::All);
        let found = demand.distribution(&draw.written, args);
        context.want(wanted);
        context.take_steps(&demand.steps_taken());
        match found {
            Ok(dist)
                if dist.len() <= MOST_DRAWN && dist.outcomes().iter().all(|(value, _)| is_plain(value)) =>
            {
                Ok(Some(Arc::new(Fork { is_of_draw: true, ..fork_of(dist) })))
            }
            Err(Gap::Machine(OddsError::Stop(Stop::Interrupted))) => Err(Stop::Interrupted),
            // What goes wrong is told with the values that led to it.
            Ok(_) | Err(Gap::Uncovered | Gap::Wrong | Gap::Machine(_) | Gap::TooLarge(..) | Gap::Told(_)) => {
                Ok(None)
            }
        }
    }

    /// Whether what an expression comes to depends on nothing but its locals and luck, and changes nothing.
    fn is_draw_apart(&self, code: CodeId, pc: u32, until: u32) -> bool {
        let mut found = self.found.borrow_mut();
        if let Some(known) = found.draws_apart.get(&(code, pc)) {
            return *known;
        }
        let steps = self.plan.code(code).ops.get(pc as usize..until as usize).unwrap_or(&[]);
        let reach = Reach::of_steps(self.plan, steps);
        let all = || steps.iter().chain(reach.codes().flat_map(|code| self.plan.code(code).ops.iter()));
        let within = |code: CodeId| reach.codes().any(|known| known == code);
        let apart = all().all(|op| found.leaves_alone(self.plan, *op, &within))
            && all().any(|op| op.does(self.plan).luck);
        found.draws_apart.insert((code, pc), apart);
        apart
    }

    fn by_machine(&self, (code, proc, args): &Key, steps: u64) -> Result<Option<Arc<Fork>>, Stop> {
        let state = Rc::clone(&self.found.borrow().state);
        let entry = EntryPoint { code: *code, args: args.clone() };
        let mut machine = Machine::begin(self.plan, State::clone(&state), entry);
        if let Some(frame) = machine.frames.last_mut() {
            frame.proc = *proc;
        }
        let globals = Globals::new(state.globals.clone(), self.scope.reach.living());
        let context = self.driver.context();
        let budget = context.machine_budget(steps);
        let limits = (context.limits().outcomes / SHARE, context.residual_bits());
        let scope = (globals, Arc::clone(&self.scope));
        let calls = Box::new(self.within());
        let mut search = Search::new(self.driver, self.plan, budget, scope, limits, Some(calls));
        // All of what comes of it is wanted here, whatever is wanted in the end.
        let wanted = context.want(WantedOdds::All);
        let reach = Reach::of(self.plan, [*code]);
        let goes_round = self.scope.goes_round(self.plan, &reach);
        let dist = if goes_round { search.run_chain(machine) } else { search.run(machine) };
        context.want(wanted);
        let mut found = self.found.borrow_mut();
        found.steps_left = found.steps_left.min(steps).saturating_sub(search.spent());
        if reach.codes().any(|code| !self.plan.code(code).loops.is_empty()) {
            *found.states.entry(*code).or_default() += search.states_seen();
        }
        match dist {
            Ok(dist) if dist.is_complete() && dist.len() <= MOST => Ok(Some(Arc::new(fork_of(dist)))),
            Err(OddsError::Stop(Stop::Interrupted)) => Err(Stop::Interrupted),
            // What goes wrong, or is too much, is told where it is run.
            Ok(_) | Err(OddsError::Stop(_) | OddsError::TooLarge(_)) => Ok(None),
        }
    }

    /// Whether code with loops was called with enough other arguments: worked out each by itself, nothing of what their
    /// passes come to is put together. Where the calls are run, what has become alike is one.
    fn is_ever_other(&self, code: CodeId) -> bool {
        self.found.borrow().states.get(&code).is_some_and(|seen| *seen > MOST_STATES)
    }

    /// A call is run. Within a call of the same code, what that comes to is not worked out by itself either: each of
    /// many calls within each other would run all those within it.
    fn run_instead(&self, code: CodeId) -> Result<Option<Arc<Fork>>, Stop> {
        if self.found.borrow().open.iter().any(|(open, ..)| *open == code) {
            return Err(too_large(&DistError::Moment, None, None).into_stop());
        }
        Ok(None)
    }

    /// Whether what a call of this code comes to depends on nothing but its arguments and luck, and changes
    /// nothing.
    fn is_apart(&self, code: CodeId) -> bool {
        let mut found = self.found.borrow_mut();
        if let Some(known) = found.apart.get(&code) {
            return *known;
        }
        let reach = Reach::of(self.plan, [code]);
        let all = || reach.codes().flat_map(|code| self.plan.code(code).ops.iter());
        let within = |code: CodeId| reach.codes().any(|known| known == code);
        let apart = all().all(|op| found.leaves_alone(self.plan, *op, &within))
            && all().any(|op| op.does(self.plan).luck);
        found.apart.insert(code, apart);
        apart
    }
}

impl WholeCalls for Calls<'_> {
    fn fork(&self, call: CallAt<'_>) -> Result<Option<Arc<Fork>>, Stop> {
        if !self.is_apart(call.code) {
            return Ok(None);
        }
        let key = (call.code, call.proc, call.args.to_vec());
        if let Some(known) = self.found.borrow().known.get(&key).cloned() {
            return known.map_or_else(|| self.run_instead(call.code), |fork| Ok(Some(fork)));
        }
        if self.is_ever_other(call.code) {
            return self.run_instead(call.code);
        }
        let Some(steps) = self.found.borrow_mut().opens(&key) else { return self.run_instead(call.code) };
        let around = self.driver.context().calls_around();
        let worked_out = around.further_in(call.depth, || self.worked_out(&key, steps)).unwrap_or(Ok(None));
        let mut found = self.found.borrow_mut();
        found.open.remove(&key);
        let fork = worked_out?;
        found.kept += fork.as_ref().map_or(1, |fork| fork.branches.len());
        found.known.insert(key, fork.clone());
        drop(found);
        fork.map_or_else(|| self.run_instead(call.code), |fork| Ok(Some(fork)))
    }

    fn draw(&self, at: DrawAt<'_>) -> Result<Option<Arc<Fork>>, Stop> {
        let Some(draw) = self.plan.code(at.code).draws.at(at.pc) else { return Ok(None) };
        if self.driver.context().within() >= DEEPEST || !self.is_draw_apart(at.code, at.pc, draw.until) {
            return Ok(None);
        }
        let key = (at.code, at.pc, at.args.to_vec());
        let known = self.found.borrow().draws.get(&key).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        if self.found.borrow().kept > MOST_KEPT {
            return Ok(None);
        }
        let fork = self.of_draw(draw, at.args)?;
        let mut found = self.found.borrow_mut();
        found.kept += fork.as_ref().map_or(1, |fork| fork.branches.len());
        found.draws.insert(key, fork.clone());
        Ok(fork)
    }
}

impl Found {
    /// Begins to work out a call, unless it comes back to itself, or it has been enough; gives how many steps that may
    /// take.
    fn opens(&mut self, key: &Key) -> Option<u64> {
        let has_room = self.steps_left > 0 && self.kept <= MOST_KEPT && self.open.len() < MOST_OPEN;
        (has_room && self.open.insert(key.clone())).then_some(self.steps_left)
    }

    /// Whether a step changes nothing, and looks at nothing that the question changes.
    fn leaves_alone(&self, plan: &Plan, op: Op, within: &dyn Fn(CodeId) -> bool) -> bool {
        let does: Does = op.does(plan);
        let reads = does.global.map_or(does.reads, |_| does.reads.without(Parts::GLOBALS));
        let changed = self.changes.parts.without(Parts::ASIDE);
        let own_global = does.global.is_none_or(|global| !self.changes.globals.contains(&global.index()));
        // Nothing is due, and nothing can come to be.
        if op == Op::Time(TimeOp::Settle) {
            return !self.awaits;
        }
        let stopped =
            if let Op::Jump(JumpOp::StopProc(proc)) = op { plan.procs.get(proc.index()) } else { None };
        let is_within = stopped.is_none_or(|code| within(*code));
        is_within && own_global && !does.asks && !reads.meets(changed) && Parts::ASIDE.holds(does.writes)
    }
}

/// Whether a value is all that there is to it.
fn is_plain(value: &Value) -> bool {
    matches!(
        value,
        Value::Nothing | Value::YesNo(_) | Value::Number(_) | Value::Quantity(..) | Value::Word(..)
    )
}

fn fork_of(dist: Dist<Value>) -> Fork {
    let (whole, cut) = (dist.total().clone(), dist.cut().cloned());
    Fork::new(dist.into_outcomes(), whole, cut)
}
