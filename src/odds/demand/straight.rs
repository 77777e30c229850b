//! Procedures that only name things, choose and return, as the expressions that they are.

use super::Demand;
use super::calling::is_beyond;
use super::gap::Gap;
use super::locals::Env;
use super::lot::Lot;
use super::need::Need;
use crate::check::program::{Expr, ExprKind, LocalId, Straight};

impl<'p> Demand<'p> {
    /// The expression that a procedure's result or a part of it is, with what the procedure is called with; `None`
    /// where it is none, or where it is better played than worked out so.
    pub(super) fn straight(
        &mut self,
        expr: &'p Expr,
        env: &Env<'p>,
    ) -> Result<Option<(&'p Expr, Env<'p>)>, Gap> {
        let fns = &self.plan.program.fns;
        self.as_expression(expr, env, |straight| straight.has_much_at_once(fns))
    }

    /// The same, whatever is better, of procedures that are taken so.
    pub(super) fn as_expression(
        &mut self,
        expr: &'p Expr,
        env: &Env<'p>,
        is_taken: impl Fn(&Straight) -> bool,
    ) -> Result<Option<(&'p Expr, Env<'p>)>, Gap> {
        let (run, part) =
            if let ExprKind::Field(of, name) = &expr.kind { (&**of, Some(name)) } else { (expr, None) };
        let ExprKind::Run(id, args, answers) = &run.kind else { return Ok(None) };
        let plan = self.plan;
        let program = &plan.program;
        let Some(procedure) = program.procs.get(id.index()) else { return Ok(None) };
        let is_plain = procedure.prompts.is_empty() && procedure.takes.is_none() && procedure.stub.is_none();
        if !is_plain || !answers.is_empty() || self.state.awaits() {
            return Ok(None);
        }
        let Some(straight) = procedure.body.straight().filter(|straight| is_taken(straight)) else {
            return Ok(None);
        };
        let body = match part {
            None => Some(&straight.whole),
            Some(part) => straight.parts.iter().find(|(name, _)| name == part).map(|(_, of)| of),
        };
        let Some(body) = body.filter(|body| !self.effects.of(body).changes()) else { return Ok(None) };
        let locals = u32::try_from(procedure.body.locals.len()).unwrap_or(u32::MAX);
        let mut inside = Env::new(locals);
        for (at, param) in (0u32..).zip(&procedure.params) {
            let (value, among) = match args.get(at as usize).and_then(Option::as_ref) {
                Some(arg) => (arg, env.clone()),
                None => match &param.default {
                    Some(default) => (default, inside.clone()),
                    None => return Ok(None),
                },
            };
            if param.unrolled || !value.is_calm(&program.fns) {
                return Ok(None);
            }
            let single = self.lot(value, &among, &Need::all())?.single();
            let Some(value) = single.filter(|value| !is_beyond(param, value)) else { return Ok(None) };
            inside = inside.with_value(LocalId(at), value);
        }
        Ok(Some((body, inside)))
    }

    /// What a procedure gives, as the expression that it is; `None` where it is to be played.
    pub(super) fn straight_lot(
        &mut self,
        expr: &'p Expr,
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Option<Lot>, Gap> {
        let Some((body, inside)) = self.straight(expr, env)? else { return Ok(None) };
        match self.within(|this| this.lot(body, &inside, need)) {
            Err(gap) if gap.is_interruption() => Err(gap),
            Err(_) => Ok(None),
            Ok(lot) => Ok(Some(lot).filter(Lot::is_complete)),
        }
    }
}
