//! Procedures that only name things, choose and return, as the expressions that they are.

use std::rc::Rc;
use std::sync::Arc;

use super::Demand;
use super::calling::{Body, is_beyond};
use super::forms::{is_run, mention};
use super::gap::Gap;
use super::keys::ComesBack;
use super::locals::Env;
use super::lot::Lot;
use super::need::Need;
use super::uses::MOST_LOCALS;
use crate::check::program::{Args, Expr, ExprKind, Kind, LocalId, ProcId, Procedure, Straight};
use crate::dist::Dist;
use crate::plan::Value;
use crate::syntax::ast::TableKind;

/// Whether a list is put in groups in an expression.
fn puts_in_groups(expr: &Expr) -> bool {
    expr.descendants().any(|expr| matches!(expr.kind, ExprKind::Groups(..)))
}

impl<'p> Demand<'p> {
    /// The expression that a procedure's result or a part of it is, with what the procedure is called with; `None`
    /// where it is none, or where it is better played than worked out so.
    pub(super) fn straight(
        &mut self,
        expr: &'p Expr,
        env: &Env<'p>,
    ) -> Result<Option<(&'p Expr, Env<'p>)>, Gap> {
        let (fns, endless) = (&self.plan.program.fns, Rc::clone(&self.endless));
        let has_much =
            |straight: &Straight| straight.has_much_at_once(fns) || endless.are_read(&straight.whole);
        if let Some(found) = self.as_expression(expr, env, has_much)? {
            return Ok(Some(found));
        }
        if self.effects.of(expr).changes() {
            return self.as_expression(expr, env, |straight| puts_in_groups(&straight.whole));
        }
        let found = self.as_expression(expr, env, |straight| straight.whole.runs())?;
        match found {
            // How long luck lets something go on is known without end by itself, and not on the way.
            Some((body, inside)) if self.runs_what_is_solved(body)? || self.effects.goes_round(body) => {
                Ok(Some((body, inside)))
            }
            Some(_) | None => Ok(None),
        }
    }

    /// The same, whatever is better, of procedures that are taken so.
    pub(super) fn as_expression(
        &mut self,
        expr: &'p Expr,
        env: &Env<'p>,
        is_taken: impl Fn(&Straight) -> bool,
    ) -> Result<Option<(&'p Expr, Env<'p>)>, Gap> {
        let Some((procedure, args, body)) = self.expression_of(expr, is_taken) else { return Ok(None) };
        let locals = procedure.body.locals_apart();
        let mut inside = Env::new(locals);
        for (at, param) in (0u32..).zip(&procedure.params) {
            let (value, among) = match args.get(at as usize).and_then(Option::as_ref) {
                Some(arg) => (arg, env.clone()),
                None => match &param.default {
                    Some(default) => (default, inside.clone()),
                    None => return Ok(None),
                },
            };
            if param.unrolled || !value.is_calm(&self.plan.program.fns) {
                return Ok(None);
            }
            let single = self.lot(value, &among, &Need::all())?.single();
            let Some(value) = single.filter(|value| !is_beyond(param, value)) else { return Ok(None) };
            inside = inside.with_value(LocalId(at), value);
        }
        Ok(Some((body, inside)))
    }

    /// A procedure that is run, what it is run with, and the expression that its result or a part of it is.
    fn expression_of(
        &mut self,
        expr: &'p Expr,
        is_taken: impl Fn(&Straight) -> bool,
    ) -> Option<(&'p Procedure, &'p Args, &'p Expr)> {
        let (run, part) =
            if let ExprKind::Field(of, name) = &expr.kind { (&**of, Some(name)) } else { (expr, None) };
        let ExprKind::Run(id, args, answers) = &run.kind else { return None };
        let (procedure, straight) = self.plain_straight(*id).filter(|_| answers.is_empty())?;
        if !is_taken(straight) {
            return None;
        }
        let body = match part {
            None => &straight.whole,
            Some(part) => straight.parts.iter().find(|(name, _)| name == part).map(|(_, of)| of)?,
        };
        // Of what is drawn only groups of one hand are looked at here: all else that decks do is for the machine.
        let changes = self.effects.of(body).changes();
        let is_taken = !changes || puts_in_groups(body) && self.draws_one_hand(body);
        is_taken.then_some((procedure, args, body))
    }

    /// Whether nothing in an expression changes what another part looks at, but for hands of cards that are drawn.
    fn draws_one_hand(&mut self, expr: &'p Expr) -> bool {
        if self.effects.parts_apart(expr) {
            return expr.parts().into_iter().all(|part| self.draws_one_hand(part));
        }
        let ExprKind::Times { body, unique: false, .. } = &expr.kind else { return false };
        mention(body).is_some_and(|pick| self.is_kind(pick.table, TableKind::Deck))
    }

    /// A procedure that asks nothing and takes no time, where nothing waits for its steps.
    pub(super) fn plain_procedure(&self, id: ProcId) -> Option<&'p Procedure> {
        let plan = self.plan;
        let procedure: &Procedure = plan.program.procs.get(id.index())?;
        let is_plain = procedure.prompts.is_empty() && procedure.takes.is_none() && procedure.stub.is_none();
        (is_plain && !self.state.awaits()).then_some(procedure)
    }

    /// The same with the expressions that it is.
    fn plain_straight(&self, id: ProcId) -> Option<(&'p Procedure, &'p Straight)> {
        let procedure = self.plain_procedure(id)?;
        Some((procedure, procedure.body.straight()?))
    }

    /// What a procedure gives that is run with values and rolls without end; nothing where none is known of it, or where
    /// it is no expression.
    pub(in crate::odds) fn run_with(&mut self, id: ProcId, args: &[Value]) -> Result<Dist<Value>, Gap> {
        let (procedure, straight) = self.plain_straight(id).ok_or(Gap::Uncovered)?;
        let body = &straight.whole;
        if !body.rolls_endless() || self.effects.of(body).changes() {
            return Err(Gap::Uncovered);
        }
        let locals = procedure.body.locals_apart();
        let inside = self.handed(&procedure.params, args, Env::new(locals))?;
        Ok(self.lot(body, &inside, &Need::all())?.into_values())
    }

    /// A procedure that is an expression and is handed lists of rolls, or dice without end.
    pub(super) fn handed_to(&mut self, expr: &'p Expr) -> Option<(&'p Procedure, &'p Args, &'p Expr)> {
        let plan = self.plan;
        let is_much = |arg: &Expr| {
            (matches!(arg.gives, Kind::List(_)) && !arg.is_calm(&plan.program.fns)) || arg.rolls_endless()
        };
        let (procedure, args, body) = self.expression_of(expr, |_| true)?;
        let is_fit = procedure.params.len() == args.len()
            && args.len() <= MOST_LOCALS
            && args.iter().all(Option::is_some)
            && args.iter().flatten().any(is_much)
            // What is drawn for one is missing from the next, and where it is looked at within.
            && !args.iter().flatten().any(|arg| self.effects.of(arg).changes());
        is_fit.then_some((procedure, args, body))
    }

    /// What it gives, as a function would.
    fn handed_lists(&mut self, expr: &'p Expr, env: &Env<'p>, need: &Need) -> Result<Option<Lot>, Gap> {
        let Some((procedure, args, body)) = self.handed_to(expr) else { return Ok(None) };
        let locals = procedure.body.locals_apart();
        let of = Body { params: &procedure.params, body, id: None };
        self.params(of, args, env, Env::new(locals), 0, need).map(Some)
    }

    /// What a procedure without parameters is that runs itself again, or a part of what it gives: what comes back, and
    /// the expression that it is, with room for its locals.
    pub(super) fn coming_back(&mut self, expr: &'p Expr) -> Option<(ComesBack, &'p Expr, Env<'p>)> {
        let (run, part) = if let ExprKind::Field(of, name) = &expr.kind {
            (&**of, Some(Arc::clone(name)))
        } else {
            (expr, None)
        };
        let ExprKind::Run(id, ..) = &run.kind else { return None };
        let (procedure, _, body) = self.expression_of(expr, |_| true)?;
        if self.effects.of(body).changes() {
            return None;
        }
        let locals = procedure.body.locals_apart();
        procedure.params.is_empty().then(|| (ComesBack::Run(*id, part), body, Env::new(locals)))
    }

    /// What a procedure gives that comes back to itself; `None` where it does not, or is not solved here.
    pub(super) fn solved_run(&mut self, expr: &'p Expr) -> Result<Option<Lot>, Gap> {
        if let Some(worked_off) = self.worked_off(expr) {
            return self.work_off(&worked_off);
        }
        let Some((comes_back, body, inside)) = self.coming_back(expr) else { return Ok(None) };
        self.run_again(comes_back, body, &inside)
    }

    /// Whether an expression runs what comes back to itself, and is solved.
    fn runs_what_is_solved(&mut self, expr: &'p Expr) -> Result<bool, Gap> {
        if is_run(expr) && self.solved_run(expr)?.is_some() {
            return Ok(true);
        }
        for part in expr.parts() {
            if self.runs_what_is_solved(part)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What a procedure gives, as the expression that it is; `None` where it is to be played.
    pub(super) fn straight_lot(
        &mut self,
        expr: &'p Expr,
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Option<Lot>, Gap> {
        if let Some(lot) = self.solved_run(expr)? {
            return Ok(Some(lot));
        }
        // Of what has no fractions nobody knows more.
        let mut is_solved = false;
        let worked_out = match self.straight(expr, env)? {
            Some((body, inside)) => {
                is_solved = self.runs_what_is_solved(body)?;
                self.within(|this| this.lot(body, &inside, need)).map(Some)
            }
            None => self.within(|this| this.handed_lists(expr, env, need)),
        };
        match worked_out {
            Err(gap) if gap.is_interruption() => Err(gap),
            Err(_) => Ok(None),
            Ok(lot) => Ok(lot.filter(|lot| is_solved || lot.is_complete() || lot.knows_rest())),
        }
    }
}
