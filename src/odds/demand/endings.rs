//! Procedures that make something of what their loops come to: how long the loops go on is known without end, and what is
//! made of that is worked out as if it stood around the call.

use super::Demand;
use super::calling::is_beyond;
use super::gap::Gap;
use super::locals::Env;
use super::lot::Lot;
use super::need::Need;
use crate::check::program::{Args, Ending, Expr, ExprKind, LocalId, Procedure};
use crate::plan::Value;

impl<'p> Demand<'p> {
    /// A procedure that is run in an expression, and is better worked out in two parts.
    pub(super) fn in_two_parts(&mut self, expr: &'p Expr) -> Option<(&'p Procedure, &'p Args, &'p Ending)> {
        let ExprKind::Run(id, args, answers) = &expr.kind else { return None };
        let procedure = self.plain_procedure(*id).filter(|_| answers.is_empty())?;
        let ending = procedure.body.ending(procedure.params.len())?;
        let is_apart = !self.effects.of(expr).changes()
            && self.effects.goes_round(expr)
            && !self.effects.runs_itself(*id);
        is_apart.then_some((procedure, args, ending))
    }

    /// What it gives; `None` where it is no such procedure, or is called with what is a matter of luck.
    pub(super) fn by_ending(
        &mut self,
        expr: &'p Expr,
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Option<Lot>, Gap> {
        let Some((procedure, args, ending)) = self.in_two_parts(expr) else { return Ok(None) };
        let Some(args) = self.known_args(procedure, args, env)? else { return Ok(None) };
        let mut inside = Env::new(procedure.body.locals_apart());
        for (at, arg) in (0u32..).zip(&args) {
            inside = inside.with_value(LocalId(at), arg.clone());
        }
        let came_to = self.fallback.run_instead((procedure, &ending.head), args, self.state)?;
        if came_to.is_complete() {
            // Nothing is without end, and the machine knows it all.
            return Ok(None);
        }
        let made = self.within(|this| {
            this.follow_local(came_to, |this, slot| {
                this.settled_lot(&ending.rest, &inside.with(ending.local, slot), need)
            })
        });
        match made {
            Err(gap) if gap.is_interruption() => Err(gap),
            Err(_) => Ok(None),
            Ok(lot) => Ok(Some(lot).filter(|lot| lot.is_complete() || lot.knows_rest())),
        }
    }

    /// What a procedure is called with, where all of it is known; `None` where it is not, or where one is left out.
    fn known_args(
        &mut self,
        procedure: &'p Procedure,
        args: &'p Args,
        env: &Env<'p>,
    ) -> Result<Option<Vec<Value>>, Gap> {
        let mut known = Vec::with_capacity(procedure.params.len());
        for (at, param) in procedure.params.iter().enumerate() {
            let Some(arg) = args.get(at).and_then(Option::as_ref) else { return Ok(None) };
            if param.unrolled || !arg.is_calm(&self.plan.program.fns) {
                return Ok(None);
            }
            match self.lot(arg, env, &Need::all())?.single() {
                Some(value) if !is_beyond(param, &value) => known.push(value),
                Some(_) | None => return Ok(None),
            }
        }
        Ok(Some(known))
    }
}
