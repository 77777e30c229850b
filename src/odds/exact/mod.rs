//! The exact driver: every branch of luck, weighed.

mod calls;
mod given;
mod oracle;
mod rows;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use self::calls::Calls;
pub(crate) use self::oracle::{LATER, asked_about, condition, question, where_given};
#[cfg(any(test, fuzzing))]
pub(super) use self::rows::row_count;
use super::alike::Alike;
use super::demand::{Demand, Gap, Mean};
use super::driver::{Context, Driver};
use super::error::{OddsError, too_large};
use super::named::all_named;
use super::scope::QuestionScope;
use super::search::{Foreseen, Search, WholeCalls};
use super::states::Globals;
use crate::base::Limits;
use crate::check::program::ExprKind;
use crate::dist::Dist;
use crate::engine::{EntryPoint, Machine, State, StepsTaken, Stop};
use crate::plan::{CodeId, KeptParts, Plan, Value};

/// Works out exact distributions.
pub(crate) struct Exact {
    context: Context,
}

/// States of a chain that are tried where counting them all is, or may be, too much.
const FEW: u64 = 50_000;

/// How the odds of a question are gone about.
#[derive(Debug, Clone, Copy)]
enum Approach {
    /// As a Markov chain of at most so many states.
    Chain { states: u64 },
    /// State by state, pass by pass; left early where there is another way and this one is seen to be too long.
    StateByState { other: bool },
}

impl Exact {
    /// A driver with these limits.
    pub(crate) fn new(limits: &Limits) -> Exact {
        Exact { context: Context::new(limits) }
    }

    /// Gives up soon where the question is much work.
    #[must_use]
    pub(crate) fn for_a_moment(mut self) -> Exact {
        self.context.only_a_moment();
        self
    }

    /// Rounds weights down that would be too long to be worked out to the last digit, and says so afterwards
    /// (see [`Exact::was_rounded`]).
    #[must_use]
    pub(crate) fn rounding(mut self) -> Exact {
        self.context.round();
        self
    }

    /// Whether weights were rounded down.
    pub(crate) fn was_rounded(&self) -> bool {
        self.context.was_rounded()
    }

    /// Lists endless outcomes until what is left weighs at most one in two to this.
    #[must_use]
    pub(crate) fn with_residual(mut self, bits: u32) -> Exact {
        self.context.list_down_to(bits);
        self
    }

    /// Keeps more of the runs than the answer alone.
    #[must_use]
    pub(crate) fn keeping(mut self, kept: KeptParts) -> Exact {
        self.context.keep(kept);
        self
    }

    /// Lets the machine run everything on every branch of luck, and puts nothing together from its parts: the
    /// other route to the same odds, for tests.
    #[must_use]
    pub(crate) fn stepping(mut self, steps_all: bool) -> Exact {
        self.context.step_all(steps_all);
        self
    }

    /// Stops soon after the flag is set.
    #[must_use]
    pub(crate) fn with_interrupt(mut self, flag: Option<Arc<AtomicBool>>) -> Exact {
        self.context.stop_at(flag);
        self
    }

    /// The steps of procedures that were taken on some branch, in all that was worked out so far.
    pub(super) fn steps_taken(&self) -> StepsTaken {
        self.context.steps_taken()
    }

    /// The distribution of what a piece of code gives, from a state, which stays as it is. Rows that are listed
    /// alike are one outcome.
    ///
    /// # Errors
    /// It is too large, goes wrong on some branch, or asks what nobody answers.
    pub(crate) fn distribution(
        &self,
        plan: &Plan,
        state: &State,
        entry: EntryPoint,
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

    fn worked_out(
        &self,
        plan: &Plan,
        state: &State,
        entry: EntryPoint,
        scope: Arc<QuestionScope>,
    ) -> Result<Dist<Value>, OddsError> {
        let context = &self.context;
        let goes_round = scope.goes_round(plan, &scope.reach);
        let all = context.limits().outcomes;
        let tried = |way: Approach| self.tried(plan, state, &entry, &scope, way);
        let few = || tried(Approach::Chain { states: FEW }).0;
        if goes_round || context.steps_all() {
            return tried(if goes_round {
                Approach::Chain { states: all }
            } else {
                Approach::StateByState { other: false }
            })
            .0;
        }
        // What is only added up is no state of a chain: where there are few others, its mean is soon known, and
        // so is what cannot be counted state by state.
        if context.wants_mean()
            && let Ok(dist) = few()
            && dist.cut().is_some_and(|cut| cut.moments.is_some())
        {
            return Ok(dist);
        }
        let (done, foreseen) = tried(Approach::StateByState { other: true });
        let fault = match (done, foreseen) {
            (Err(OddsError::TooLarge(fault)), Foreseen::Nothing | Foreseen::TooLong) => fault,
            (done, _) => return done,
        };
        match few() {
            Ok(dist) => Ok(dist),
            Err(OddsError::Stop(Stop::Interrupted)) => Err(OddsError::Stop(Stop::Interrupted)),
            Err(OddsError::Stop(_) | OddsError::TooLarge(_)) if foreseen == Foreseen::TooLong => {
                tried(Approach::StateByState { other: false }).0
            }
            Err(OddsError::Stop(_) | OddsError::TooLarge(_)) => Err(OddsError::TooLarge(fault)),
        }
    }

    /// Goes one way to the odds, and says what was foreseen of it. Records that nothing tells apart are taken for
    /// one, unless something does in the end.
    fn tried(
        &self,
        plan: &Plan,
        state: &State,
        entry: &EntryPoint,
        scope: &Arc<QuestionScope>,
        way: Approach,
    ) -> (Result<Dist<Value>, OddsError>, Foreseen) {
        let context = &self.context;
        let run = |knows_alike: bool| {
            let budget = context.machine_budget(context.steps());
            let globals = Globals::new(state.globals.clone(), scope.reach.living());
            let machine = Machine::begin(plan, state.clone(), entry.clone());
            let states = match way {
                Approach::Chain { states } => states,
                Approach::StateByState { .. } => context.limits().outcomes,
            };
            let limits = (states.min(context.limits().outcomes), context.residual_bits());
            let calls = || Box::new(Calls::new(self, plan, state, scope)) as Box<dyn WholeCalls>;
            let calls = (!context.steps_all()).then(calls);
            let mut search = Search::new(self, plan, budget, (globals, Arc::clone(scope)), limits, calls);
            if knows_alike {
                search.know_alike(state);
            }
            let done = match way {
                Approach::Chain { .. } => search.run_chain(machine),
                Approach::StateByState { other } => {
                    if other {
                        search.may_give_way();
                    }
                    search.run(machine)
                }
            };
            (done, search.foreseen(), search.told_apart())
        };
        let counts_alike = match way {
            Approach::Chain { .. } => scope.goes_round(plan, &scope.reach),
            Approach::StateByState { .. } => true,
        };
        let (done, foreseen, told_apart) = run(counts_alike && !context.steps_all());
        if told_apart {
            let (done, foreseen, _) = run(false);
            return (done, foreseen);
        }
        (done, foreseen)
    }

    /// What was written as an expression, by what is looked at of it; `None` where the machine has to run all
    /// of it.
    fn by_demand(
        &self,
        plan: &Plan,
        state: &State,
        entry: &EntryPoint,
    ) -> Result<Option<Dist<Value>>, OddsError> {
        // A question is no part of anything: what it is about is worked out as if it were asked by itself.
        let known = plan.written.get(&entry.code).filter(|_| !self.context.steps_all());
        let has_parts = known.filter(|written| !matches!(written.expr.kind, ExprKind::Query(..)));
        let Some(written) = has_parts else { return Ok(None) };
        let mut demand = Demand::new(self, plan, state);
        let found = demand.distribution(written, &entry.args);
        match found {
            Ok(dist) => {
                self.context.take_steps(&demand.steps_taken());
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
    fn mean_by_demand(
        &self,
        plan: &Plan,
        state: &State,
        code: CodeId,
        captured: &[Value],
    ) -> Result<Option<Mean>, OddsError> {
        let Some(written) = plan.written.get(&code).filter(|_| !self.context.steps_all()) else {
            return Ok(None);
        };
        let mut demand = Demand::new(self, plan, state);
        match demand.mean_of(written, captured) {
            Ok(mean) => Ok(mean),
            Err(Gap::Machine(error @ OddsError::Stop(Stop::Interrupted))) => Err(error),
            // The distribution tells what is wrong with it, or finds another way.
            Err(Gap::Uncovered | Gap::Wrong | Gap::TooLarge(..) | Gap::Machine(_) | Gap::Told(_)) => Ok(None),
        }
    }
}

impl Driver for Exact {
    fn context(&self) -> &Context {
        &self.context
    }

    fn afresh(&self) -> Box<dyn Driver> {
        Box::new(Exact { context: self.context.afresh() })
    }

    fn beside(&self) -> Box<dyn Driver> {
        Box::new(Exact { context: self.context.beside() })
    }

    fn raw(&self, plan: &Plan, state: &State, entry: EntryPoint) -> Result<Dist<Value>, OddsError> {
        let scope = self.context.scope(plan, state, entry.code);
        match self.worked_out(plan, state, entry.clone(), scope) {
            // What goes wrong is looked at once more with nothing blanked: a fault that is told is real, and
            // told with the values that led to it.
            Err(OddsError::Stop(Stop::Fault(_))) => {
                let scope = QuestionScope::of_all(plan, state, entry.code);
                self.worked_out(plan, state, entry, scope)
            }
            done => done,
        }
    }
}
