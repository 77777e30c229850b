//! Functions that call themselves by luck: `fn e(n) = if n == 6 then 6 + e(d6) else n`.
//!
//! One pass through the body either ends with a number, or comes back to the same call with something added.
//! That is the tail of an exploding die, and solved like one ([`crate::dist::Chain`]).

use super::env::{CallKey, Env};
use super::lot::Lot;
use super::need::Need;
use super::{DEEPEST, Demand, Gap};
use crate::base::Num;
use crate::check::program::{Args, Expr, ExprKind, FnId, LocalId};
use crate::dist::{Chain, Dist, Nat};
use crate::plan::Value;
use crate::syntax::ast::ArithOp;

/// What one pass through a function comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Pass {
    /// A number.
    Ends(Num),
    /// So much more than what the same call gives, made again.
    Again(Num),
}

impl Pass {
    fn plus(self, more: Num) -> Result<Pass, Gap> {
        Ok(match self {
            Pass::Ends(number) => Pass::Ends(number.add(more)?),
            Pass::Again(number) => Pass::Again(number.add(more)?),
        })
    }
}

impl<'p> Demand<'p> {
    /// What a call gives that comes back to itself; `None` where it does not, or in another way.
    pub(super) fn recursion(
        &mut self,
        key: &CallKey,
        body: &'p Expr,
        inside: &Env<'p>,
    ) -> Result<Option<Lot>, Gap> {
        if self.hopeless.contains(&key.function) || !self.effects.brings(body, key.function) {
            return Ok(None);
        }
        // What is tried within is not tried again there.
        self.hopeless.push(key.function);
        let passes = match self.pass(body, inside, key, 0) {
            Err(Gap::Uncovered) => return Ok(None),
            passes => passes?,
        };
        if !passes.is_complete() {
            return Ok(None);
        }
        self.hopeless.retain(|function| *function != key.function);
        let (mut ends, mut goes) = (Vec::new(), Vec::new());
        for (pass, weight) in passes.into_outcomes() {
            match pass {
                Pass::Ends(number) => ends.push((number, weight)),
                // What comes back with nothing added changes nothing.
                Pass::Again(more) if more.is_zero() => {}
                Pass::Again(more) => goes.push((more, weight)),
            }
        }
        // Where it never ends, the machine says so.
        if ends.is_empty() {
            return Ok(None);
        }
        if goes.is_empty() {
            return Ok(Some(Lot::Numbers(Dist::from_weights(ends)?)));
        }
        let chain = Chain { starts: vec![Vec::new(), vec![(Num::ZERO, Nat::ONE)]], ends, goes };
        Ok(Some(Lot::Numbers(chain.sum_of(1, self.residual_bits, &mut self.budget)?)))
    }

    /// Whether a function may call itself, also by way of others.
    pub(super) fn comes_back(&mut self, function: FnId) -> bool {
        let plan = self.plan;
        let body = plan.program.fns.get(function.index()).and_then(|function| function.body.as_ref());
        body.is_some_and(|body| self.effects.brings(body, function))
    }

    /// One pass through a part of the body.
    fn pass(&mut self, expr: &'p Expr, env: &Env<'p>, key: &CallKey, deep: u32) -> Result<Dist<Pass>, Gap> {
        if !self.effects.brings(expr, key.function) {
            let numbers = self.whole_numbers(expr, env)?;
            return Ok(numbers.relabel(Pass::Ends));
        }
        self.budget.charge(16)?;
        if deep > DEEPEST {
            return Err(Gap::Uncovered);
        }
        match &expr.kind {
            ExprKind::Label(of, _) => self.pass(of, env, key, deep + 1),
            ExprKind::If(condition, then, otherwise) => {
                let yes = self.lot(condition, env, &Need::all())?.yeses().ok_or(Gap::Wrong)?;
                let mut parts = Vec::with_capacity(2);
                for (yes, weight) in yes.outcomes() {
                    let branch = if *yes { then } else { otherwise };
                    parts.push((weight.clone(), self.pass(branch, env, key, deep + 1)?));
                }
                self.passes(&yes, parts)
            }
            ExprKind::Arith(first, rest) => {
                let mut terms = vec![(ArithOp::Add, &**first)];
                terms.extend(rest.iter().map(|(op, term)| (*op, term)));
                let mut sum: Dist<Pass> = Dist::point(Pass::Ends(Num::ZERO));
                let mut again = None;
                for (op, term) in terms {
                    let is_again = self.effects.brings(term, key.function);
                    match op {
                        ArithOp::Add if is_again && again.is_none() => again = Some(term),
                        ArithOp::Add | ArithOp::Subtract if !is_again => {
                            let sign = Num::int(if op == ArithOp::Add { 1 } else { -1 });
                            let numbers = self.whole_numbers(term, env)?.linear(sign, Num::ZERO)?;
                            sum = sum.try_product(&numbers, &mut self.budget, |sum, more| sum.plus(*more))?;
                        }
                        _ => return Err(Gap::Uncovered),
                    }
                }
                let again = self.pass(again.ok_or(Gap::Uncovered)?, env, key, deep + 1)?;
                again.try_product(&sum, &mut self.budget, |again, sum| match sum {
                    Pass::Ends(more) | Pass::Again(more) => again.plus(*more),
                })
            }
            ExprKind::Bind(bindings, body) => self.pass_bound(bindings, body, env, key, deep + 1),
            ExprKind::Call(function, args) => self.pass_call(*function, args, env, Vec::new(), key, deep + 1),
            _ => Err(Gap::Uncovered),
        }
    }

    /// The numbers that an expression gives, where all of them are listed.
    fn whole_numbers(&mut self, expr: &'p Expr, env: &Env<'p>) -> Result<Dist<Num>, Gap> {
        match self.lot(expr, env, &Need::first())? {
            Lot::Numbers(numbers) if numbers.is_complete() => Ok(numbers),
            Lot::Numbers(_) | Lot::Values(_) => Err(Gap::Uncovered),
        }
    }

    fn passes<T: Ord + Clone>(
        &mut self,
        of: &Dist<T>,
        parts: Vec<(Nat, Dist<Pass>)>,
    ) -> Result<Dist<Pass>, Gap> {
        if !of.is_complete() {
            return Err(Gap::Uncovered);
        }
        Ok(Dist::mix(&parts, &mut self.budget)?)
    }

    fn pass_bound(
        &mut self,
        bindings: &'p [(LocalId, Expr)],
        body: &'p Expr,
        env: &Env<'p>,
        key: &CallKey,
        deep: u32,
    ) -> Result<Dist<Pass>, Gap> {
        let Some(((local, value), later)) = bindings.split_first() else {
            return self.pass(body, env, key, deep);
        };
        if self.effects.brings(value, key.function) {
            return Err(Gap::Uncovered);
        }
        let values = self.lot(value, env, &Need::all())?.into_values();
        let mut parts = Vec::with_capacity(values.len());
        for (value, weight) in values.outcomes() {
            let env = env.with_value(*local, value.clone());
            parts.push((weight.clone(), self.pass_bound(later, body, &env, key, deep)?));
        }
        self.passes(&values, parts)
    }

    /// A call with the arguments in `known`, and then each of the others in turn.
    fn pass_call(
        &mut self,
        function: FnId,
        args: &'p Args,
        env: &Env<'p>,
        known: Vec<Value>,
        key: &CallKey,
        deep: u32,
    ) -> Result<Dist<Pass>, Gap> {
        let plan = self.plan;
        let called = plan.program.fns.get(function.index()).ok_or(Gap::Uncovered)?;
        let body = called.body.as_ref().ok_or(Gap::Uncovered)?;
        let Some(param) = called.params.get(known.len()) else {
            if function == key.function && known == key.args {
                return Ok(Dist::point(Pass::Again(Num::ZERO)));
            }
            let inside = (0u32..).zip(known).fold(Env::new(called.locals), |inside, (local, value)| {
                inside.with_value(LocalId(local), value)
            });
            return self.pass(body, &inside, key, deep);
        };
        let arg = args.get(known.len()).and_then(Option::as_ref).filter(|_| !param.unrolled);
        let arg = arg.ok_or(Gap::Uncovered)?;
        if self.effects.brings(arg, key.function) {
            return Err(Gap::Uncovered);
        }
        let values = self.lot(arg, env, &Need::all())?.into_values();
        let mut parts = Vec::with_capacity(values.len());
        for (value, weight) in values.outcomes() {
            let mut known = known.clone();
            known.push(value.clone());
            parts.push((weight.clone(), self.pass_call(function, args, env, known, key, deep)?));
        }
        self.passes(&values, parts)
    }
}
