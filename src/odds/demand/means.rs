//! Means without the distributions that they are of: the mean of a sum is the sum of the means.

use super::Demand;
use super::forms::{comes_to_run, is_list, is_run, mention};
use super::gap::Gap;
use super::keys::ComesBack;
use super::locals::Env;
use super::lot::Lot;
use super::need::Need;
use crate::base::Num;
use crate::check::Builtin;
use crate::check::program::{Args, Expr, ExprKind, FnId, UnitId, Units};
use crate::dist::{Dist, Fraction};
use crate::odds::figures::{as_numbers, as_quantities, in_unit, larger};
use crate::plan::{SourceExpr, Value};
use crate::syntax::ast::ArithOp;

/// A mean, and its unit where it has one.
pub(in crate::odds) struct Mean {
    pub(in crate::odds) number: Fraction,
    pub(in crate::odds) unit: Option<UnitId>,
}

impl<'p> Demand<'p> {
    /// The mean of what was written; `None` where it is not known exactly.
    pub(in crate::odds) fn mean_of(
        &mut self,
        written: &'p SourceExpr,
        captured: &[Value],
    ) -> Result<Option<Mean>, Gap> {
        let env = Env::captured(written, captured);
        self.mean(&written.expr, &env)
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever is not named has the mean of its distribution"
    )]
    fn mean(&mut self, expr: &'p Expr, env: &Env<'p>) -> Result<Option<Mean>, Gap> {
        let is_of_run = if let ExprKind::Field(of, _) = &expr.kind { comes_to_run(of) } else { is_run(expr) };
        if is_of_run && let Some(known) = self.mean_of_run(expr, env)? {
            return Ok(known);
        }
        if !self.effects.parts_apart(expr) {
            return self.mean_of_all(expr, env);
        }
        match &expr.kind {
            ExprKind::Arith(first, rest) => {
                let Some(mut sum) = self.mean(first, env)? else { return Ok(None) };
                for (op, term) in rest {
                    let Some(term) = self.mean_term(*op, term, env)? else {
                        return self.mean_of_all(expr, env);
                    };
                    let (false, false) = (sum.unit.is_some(), term.unit.is_some()) else {
                        return self.mean_of_all(expr, env);
                    };
                    sum.number = match op {
                        ArithOp::Add => sum.number.add(&term.number),
                        ArithOp::Subtract => sum.number.sub(&term.number),
                        // Both sides are independent.
                        ArithOp::Multiply => sum.number.mul(&term.number),
                        ArithOp::Divide => sum.number.div(&term.number).ok_or(Gap::Wrong)?,
                        ArithOp::FloorDivide | ArithOp::Modulo => return self.mean_of_all(expr, env),
                    };
                }
                Ok(Some(sum))
            }
            ExprKind::Label(of, _) => self.mean(of, env),
            ExprKind::Field(of, name) => match mention(of).filter(|pick| pick.args.is_empty()) {
                Some(pick) if self.column_again(pick.table, name)?.is_none() => {
                    match self.mean_of_column(pick.table, name)? {
                        None => self.mean_of_all(expr, env),
                        known => Ok(known),
                    }
                }
                Some(_) | None => self.mean_of_all(expr, env),
            },
            ExprKind::Builtin(Builtin::Sum, args) => match args.as_slice() {
                [list] if is_list(list) => self.mean_of_sum(expr, list, env),
                _ => self.mean_of_all(expr, env),
            },
            ExprKind::Bind(bindings, body) => match self.inside_bind(bindings, body, env, &Need::first())? {
                Some(inside) => self.mean(body, &inside),
                None => self.mean_of_all(expr, env),
            },
            // What comes back to itself is solved as a whole.
            ExprKind::Call(function, args) if self.comes_back(*function) => {
                match self.mean_of_call_again(*function, args)? {
                    None => self.mean_of_all(expr, env),
                    known => Ok(known),
                }
            }
            ExprKind::Call(function, args) => match self.inside_call(*function, args, env, &Need::first())? {
                Some((body, inside)) => self.within(|this| this.mean(body, &inside)),
                None => self.mean_of_all(expr, env),
            },
            _ => self.mean_of_all(expr, env),
        }
    }

    /// The mean of what a procedure gives, of which no more is worked out; `None` where it is found as any other.
    fn mean_of_run(&mut self, expr: &'p Expr, env: &Env<'p>) -> Result<Option<Option<Mean>>, Gap> {
        if let Some(lot) = self.by_each_record(expr, env)? {
            return Ok(Some(mean_in(&self.plan.program.units, lot)));
        }
        if is_run(expr) {
            if let Some(worked_off) = self.worked_off(expr)
                && let Some(known) = self.mean_worked_off(&worked_off)?
            {
                return Ok(Some(Some(known)));
            }
            if let Some((comes_back, body, inside)) = self.coming_back(expr)
                && let Some(known) = self.mean_of_coming_back(comes_back, body, &inside)?
            {
                return Ok(Some(Some(known)));
            }
            if let Some(body) = self.straight(expr, env)?
                && let Some(known) = self.mean_inside(body)?
            {
                return Ok(Some(Some(known)));
            }
            if self.handed_to(expr).is_some()
                && let Some(lot) = self.straight_lot(expr, env, &Need::all())?
            {
                return Ok(Some(mean_in(&self.plan.program.units, lot)));
            }
        }
        if let Some(lot) = self.by_ending(expr, env, &Need::first())?
            && let Some(known) = mean_in(&self.plan.program.units, lot)
        {
            return Ok(Some(Some(known)));
        }
        let Some(lot) = self.mean_by_machine(expr, env)? else { return Ok(None) };
        let known = mean_in(&self.plan.program.units, lot);
        // What goes on without end in what is called may have a mean there.
        match self.as_expression(expr, env, |_| true)?.filter(|_| known.is_none()) {
            Some(body) => self.mean_inside(body).map(Some),
            None => Ok(Some(known)),
        }
    }

    /// The mean of a function without parameters that comes back to itself.
    fn mean_of_call_again(&mut self, id: FnId, args: &'p Args) -> Result<Option<Mean>, Gap> {
        let plan = self.plan;
        let function = plan.program.fns.get(id.index()).filter(|known| known.params.is_empty());
        let Some((function, body)) = function.and_then(|known| Some((known, known.body.as_ref()?))) else {
            return Ok(None);
        };
        let inside = Env::new(function.locals);
        match args.is_empty() {
            true => self.mean_of_coming_back(ComesBack::Fn(id), body, &inside),
            false => Ok(None),
        }
    }

    /// The mean of what a procedure gives, as an expression; `None` where it is not known so.
    fn mean_inside(&mut self, (body, inside): (&'p Expr, Env<'p>)) -> Result<Option<Mean>, Gap> {
        match self.within(|this| this.mean(body, &inside)) {
            Err(gap) if !gap.is_interruption() => Ok(None),
            known => known,
        }
    }

    /// The mean of a term; of a divisor only where it is certain.
    fn mean_term(&mut self, op: ArithOp, term: &'p Expr, env: &Env<'p>) -> Result<Option<Mean>, Gap> {
        if matches!(op, ArithOp::Divide | ArithOp::FloorDivide | ArithOp::Modulo) {
            let single = self.lot(term, env, &Need::first())?.single();
            let number = single.filter(|_| op == ArithOp::Divide).and_then(|value| value.as_number());
            return Ok(number.map(|number| Mean { number: number.into(), unit: None }));
        }
        self.mean(term, env)
    }

    /// The mean of a sum over a list: how many of each there are, times what each is worth.
    fn mean_of_sum(&mut self, expr: &'p Expr, list: &'p Expr, env: &Env<'p>) -> Result<Option<Mean>, Gap> {
        let Some(bag) = self.bag(list, env, &Need::first())? else { return self.mean_of_all(expr, env) };
        let mut sum = Mean { number: Fraction::zero(), unit: None };
        for (at, group) in bag.groups.iter().enumerate() {
            let (each, of) = match group.each.numbers() {
                Some(numbers) => (numbers, None),
                None => match as_quantities(&self.plan.program.units, &group.each.clone().into_values()) {
                    Some((numbers, unit)) => (numbers, Some(unit)),
                    None => return self.mean_of_all(expr, env),
                },
            };
            let count = group.count.map(|count| Num::int(i64::from(*count)));
            let (Some(count), Some(each)) = (count.mean(), each.mean()) else { return Ok(None) };
            let group = Mean { number: count.mul(&each), unit: of };
            let Some(all) = (if at == 0 { Some(group) } else { self.mean_with(sum, group) }) else {
                return self.mean_of_all(expr, env);
            };
            sum = all;
        }
        Ok(Some(sum))
    }

    /// Two means added, in the larger of their units; `None` where the one cannot be added to the other.
    fn mean_with(&self, a: Mean, b: Mean) -> Option<Mean> {
        let (Some(a_unit), Some(b_unit)) = (a.unit, b.unit) else {
            return (a.unit == b.unit).then(|| Mean { number: a.number.add(&b.number), unit: None });
        };
        let units = &self.plan.program.units;
        let (most, most_unit, least, least_unit) = match larger(units, b_unit, a_unit) {
            true => (b.number, b_unit, a.number, a_unit),
            false => (a.number, a_unit, b.number, b_unit),
        };
        let one = in_unit(units, &Value::Quantity(Num::ONE, least_unit), most_unit)?;
        Some(Mean { number: most.add(&least.mul(&one.into())), unit: Some(most_unit) })
    }

    /// The mean of the whole distribution.
    fn mean_of_all(&mut self, expr: &'p Expr, env: &Env<'p>) -> Result<Option<Mean>, Gap> {
        let lot = self.lot(expr, env, &Need::first())?;
        Ok(mean_in(&self.plan.program.units, lot))
    }
}

/// The mean of what may come up, where it is known exactly.
fn mean_in(units: &Units, lot: Lot) -> Option<Mean> {
    if let Lot::Numbers(dist) = &lot {
        return dist.mean().map(|number| Mean { number, unit: None });
    }
    let dist: Dist<Value> = lot.into_values();
    if let Some(numbers) = as_numbers(&dist) {
        return numbers.mean().map(|number| Mean { number, unit: None });
    }
    as_quantities(units, &dist).and_then(|(dist, unit)| Some(Mean { number: dist.mean()?, unit: Some(unit) }))
}
