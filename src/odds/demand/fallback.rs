//! The machine, for parts that nothing else covers.

use rustc_hash::FxHashMap;

use super::gap::Gap;
use super::lot::Lot;
use crate::check::program::{Body, Closure, Expr, ExprKind, LocalId, Procedure};
use crate::engine::{EntryPoint, State, StepsTaken, Stop};
use crate::odds::driver::{Driver, WantedOdds};
use crate::odds::error::OddsError;
use crate::plan::{CodeId, Plan, Value, lower};

/// The machine, and the code of the parts that it was handed.
pub(super) struct Fallback<'p> {
    plan: &'p Plan,
    /// The plan with the code of those parts.
    extended: Option<Plan>,
    driver: Box<dyn Driver>,
    /// Works out questions that stand in the expression itself.
    beside: Box<dyn Driver>,
    codes: FxHashMap<*const Expr, CodeId>,
    /// The code of procedures with another body.
    instead: FxHashMap<*const Body, CodeId>,
    known: FxHashMap<(*const Expr, Vec<Value>), Lot>,
    /// How much is wanted of what is run now.
    wanted: WantedOdds,
}

impl<'p> Fallback<'p> {
    pub(super) fn new(above: &dyn Driver, plan: &'p Plan) -> Fallback<'p> {
        let (driver, beside) = (above.afresh(), above.beside());
        let (codes, instead, known) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        Fallback { plan, extended: None, driver, beside, codes, instead, known, wanted: WantedOdds::All }
    }

    /// The steps of procedures that were taken in what it ran.
    pub(super) fn steps_taken(&self) -> StepsTaken {
        let mut taken = self.driver.context().steps_taken();
        taken.0.extend(&self.beside.context().steps_taken().0);
        taken
    }

    /// Says how much is wanted of what is run from now on.
    pub(super) fn want(&mut self, wanted: WantedOdds) {
        self.wanted = wanted;
    }

    /// Whether somebody asked to stop.
    pub(super) fn look_up(&self) -> Result<(), Gap> {
        if self.driver.context().is_interrupted() {
            return Err(Gap::Machine(OddsError::Stop(Stop::Interrupted)));
        }
        Ok(())
    }

    /// The distribution of a part, where the locals that it reads hold these values.
    pub(super) fn run(&mut self, expr: &'p Expr, locals: Vec<Value>, state: &State) -> Result<Lot, Gap> {
        let key = (std::ptr::from_ref(expr), locals);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let lot = self.run_in(expr, key.1.clone(), state)?;
        if self.wanted == WantedOdds::All {
            self.known.insert(key, lot.clone());
        }
        Ok(lot)
    }

    /// What a procedure gives that is called with values, with another body in place of its own.
    pub(super) fn run_instead(
        &mut self,
        (procedure, body): (&'p Procedure, &'p Body),
        args: Vec<Value>,
        state: &State,
    ) -> Result<Lot, Gap> {
        let plan = self.extended.get_or_insert_with(|| self.plan.clone());
        let code = *self
            .instead
            .entry(std::ptr::from_ref(body))
            .or_insert_with(|| lower::lower_instead(plan, procedure, body));
        let before = self.driver.context().want(WantedOdds::All);
        let dist = self.driver.raw(plan, state, EntryPoint { code, args }).map_err(Gap::Machine);
        self.driver.context().want(before);
        Ok(Lot::of(dist?))
    }

    /// The same in a state that need not be the question's own.
    pub(super) fn run_in(&mut self, expr: &'p Expr, locals: Vec<Value>, state: &State) -> Result<Lot, Gap> {
        let plan = self.extended.get_or_insert_with(|| self.plan.clone());
        let code = *self.codes.entry(std::ptr::from_ref(expr)).or_insert_with(|| {
            let inside = (0..locals.len()).filter_map(|at| u32::try_from(at).ok());
            let closure = Closure {
                before: None,
                turns: None,
                body: expr.clone(),
                given: None,
                captures: inside.map(|local| (LocalId(local), LocalId(local))).collect(),
                locals: u32::try_from(locals.len()).unwrap_or(u32::MAX),
                dice: None,
            };
            lower::lower_expr(plan, "a part of a question", &closure)
        });
        let entry = EntryPoint { code, args: locals };
        let driver = if matches!(expr.kind, ExprKind::Query(..)) { &self.beside } else { &self.driver };
        let before = driver.context().want(self.wanted);
        let dist = driver.raw(plan, state, entry).map_err(Gap::Machine);
        driver.context().want(before);
        Ok(Lot::of(dist?))
    }
}
