//! Parts that nothing here covers: the machine runs them on every branch of luck, and what comes of it is
//! one draw for the rest of the question.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::env::{Env, Slot};
use super::lot::Lot;
use super::need::{self, Need};
use super::{Demand, Gap};
use crate::check::program::{Closure, Expr, LocalId};
use crate::engine::{Entry, State, Stop};
use crate::odds::Exact;
use crate::odds::exact::OddsError;
use crate::plan::{CodeId, Plan, Value, lower};

/// The machine, and the code of the parts that it was handed.
pub(super) struct Fallback<'p> {
    plan: &'p Plan,
    /// The plan with the code of those parts.
    extended: Option<Plan>,
    driver: Exact,
    codes: FxHashMap<*const Expr, CodeId>,
    known: FxHashMap<(*const Expr, Vec<Value>), Lot>,
    /// Whether the mean is all that is wanted of what is run now.
    for_mean: bool,
}

impl<'p> Fallback<'p> {
    pub(super) fn new(exact: &Exact, plan: &'p Plan) -> Fallback<'p> {
        let driver = exact.afresh();
        let (codes, known) = (FxHashMap::default(), FxHashMap::default());
        Fallback { plan, extended: None, driver, codes, known, for_mean: false }
    }

    pub(super) fn into_driver(self) -> Exact {
        self.driver
    }

    /// Whether somebody asked to stop.
    pub(super) fn look_up(&self) -> Result<(), Gap> {
        if self.driver.is_interrupted() {
            return Err(Gap::Machine(OddsError::Stop(Stop::Interrupted)));
        }
        Ok(())
    }

    fn run(&mut self, expr: &'p Expr, locals: Vec<Value>, state: &State) -> Result<Lot, Gap> {
        let key = (std::ptr::from_ref(expr), locals);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let plan = self.extended.get_or_insert_with(|| self.plan.clone());
        let code = *self.codes.entry(key.0).or_insert_with(|| {
            let inside = (0..key.1.len()).filter_map(|at| u32::try_from(at).ok());
            let closure = Closure {
                before: None,
                turns: None,
                body: expr.clone(),
                given: None,
                captures: inside.map(|local| (LocalId(local), LocalId(local))).collect(),
                locals: u32::try_from(key.1.len()).unwrap_or(u32::MAX),
                dice: None,
            };
            lower::lower_expr(plan, "a part of a question", &closure)
        });
        let entry = Entry { code, args: key.1.clone() };
        let before = self.driver.want_mean(self.for_mean);
        let dist = self.driver.raw(plan, state, entry).map_err(Gap::Machine);
        self.driver.want_mean(before);
        let lot = Lot::of(dist?);
        if !self.for_mean {
            self.known.insert(key, lot.clone());
        }
        Ok(lot)
    }
}

impl<'p> Demand<'p> {
    /// The distribution of an expression by the machine, for every value of the locals that it reads.
    pub(super) fn by_machine(&mut self, expr: &'p Expr, env: &Env<'p>) -> Result<Lot, Gap> {
        // Parts that are known beforehand are known to nobody but us.
        if env.sees_parts() {
            return Err(Gap::Uncovered);
        }
        let mut read: Vec<LocalId> = Vec::new();
        need::reads(expr, &mut read);
        read.sort_unstable_by_key(|local| local.0);
        read.dedup();
        let locals = vec![Value::Unset; env.len()];
        self.with_locals(expr, env, &read, locals)
    }

    /// The same where the mean is all that is wanted of it; `None` where that depends on what is not known yet.
    pub(super) fn mean_by_machine(&mut self, expr: &'p Expr, env: &Env<'p>) -> Result<Option<Lot>, Gap> {
        let mut read: Vec<LocalId> = Vec::new();
        need::reads(expr, &mut read);
        if env.sees_parts() || !read.iter().all(|local| matches!(env.slot(*local), Slot::Value(_))) {
            return Ok(None);
        }
        self.fallback.for_mean = true;
        let lot = self.by_machine(expr, env);
        self.fallback.for_mean = false;
        lot.map(Some)
    }

    fn with_locals(
        &mut self,
        expr: &'p Expr,
        env: &Env<'p>,
        read: &[LocalId],
        mut locals: Vec<Value>,
    ) -> Result<Lot, Gap> {
        let Some((local, rest)) = read.split_first() else {
            let state = self.state;
            return self.fallback.run(expr, locals, state);
        };
        let place = |locals: &mut Vec<Value>, value: Value| {
            if let Some(slot) = locals.get_mut(local.0 as usize) {
                *slot = value;
            }
        };
        match env.slot(*local) {
            Slot::Value(value) => place(&mut locals, value.clone()),
            Slot::Later(later, outer) => {
                let values = self.lot(later, &outer.clone(), &Need::all())?.into_values();
                return self.follow(&values, |this, value| {
                    let mut locals = locals.clone();
                    place(&mut locals, value.clone());
                    this.with_locals(expr, env, rest, locals)
                });
            }
            Slot::Table(table, args) => {
                let unrolled = crate::plan::Unrolled::Table(*table, args.clone().into());
                place(&mut locals, Value::Unrolled(Arc::new(unrolled)));
            }
            // Nothing here knows what it holds.
            Slot::Unset | Slot::Roll(..) => return Err(Gap::Uncovered),
        }
        self.with_locals(expr, env, rest, locals)
    }
}
