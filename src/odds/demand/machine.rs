//! Parts that nothing here covers: the machine runs them on every branch of luck, and what comes of it is
//! one draw for the rest of the question.

use std::sync::Arc;

use super::Demand;
use super::gap::Gap;
use super::locals::{Env, Slot};
use super::lot::Lot;
use super::need::Need;
use crate::check::program::{Expr, LocalId};
use crate::odds::driver::WantedOdds;
use crate::plan::{Unrolled, Value};

impl<'p> Demand<'p> {
    /// The distribution of an expression by the machine, for every value of the locals that it reads.
    pub(super) fn by_machine(&mut self, expr: &'p Expr, env: &Env<'p>) -> Result<Lot, Gap> {
        // Parts that are known beforehand are known to nobody but us.
        if env.sees_parts() {
            return Err(Gap::Uncovered);
        }
        let read: Vec<LocalId> = expr.free_locals().into_iter().collect();
        let locals = vec![Value::Unset; env.len()];
        self.with_locals(expr, env, &read, locals)
    }

    /// The same where the mean is all that is wanted of it; `None` where that depends on what is not known yet.
    pub(super) fn mean_by_machine(&mut self, expr: &'p Expr, env: &Env<'p>) -> Result<Option<Lot>, Gap> {
        let read = expr.free_locals();
        if env.sees_parts() || !read.iter().all(|local| matches!(env.slot(*local), Slot::Value(_))) {
            return Ok(None);
        }
        self.fallback.want(WantedOdds::Mean);
        let lot = self.by_machine(expr, env);
        self.fallback.want(WantedOdds::All);
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
                let outer = outer.clone();
                let values = match self.in_any_order((*local, later), (&[], expr), &outer, &Need::all())? {
                    Some(lists) => lists,
                    None => self.lot(later, &outer, &Need::all())?.into_values(),
                };
                return self.follow(&values, |this, value| {
                    let mut locals = locals.clone();
                    place(&mut locals, value.clone());
                    this.with_locals(expr, env, rest, locals)
                });
            }
            Slot::Table(table, args) => {
                let unrolled = Unrolled::Table(*table, args.clone().into());
                place(&mut locals, Value::Unrolled(Arc::new(unrolled)));
            }
            // Nothing here knows what it holds.
            Slot::Unset | Slot::Beyond(_) | Slot::Roll(..) => return Err(Gap::Uncovered),
        }
        self.with_locals(expr, env, rest, locals)
    }
}
