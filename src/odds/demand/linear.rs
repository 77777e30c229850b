//! Sums of multiples: `x + x`, `2 * a - b`, `a - b >= 3`. What is read twice in one is read once, with what it counts
//! for together; what is taken off stands on the other side of a comparison; and a difference of two numbers without
//! end is two distributions, one on each side of 0.

use super::Demand;
use super::gap::Gap;
use super::locals::{Env, Slot};
use super::lot::Lot;
use super::need::Need;
use super::numbers::{arith, compared};
use crate::base::Num;
use crate::check::program::{Expr, ExprKind, LocalId};
use crate::dist::{Dist, Nat, Tail};
use crate::plan::{Value, literal_value};
use crate::syntax::ast::{ArithOp, Compare};

/// A sum of multiples.
pub(super) struct Linear<'p> {
    /// What lies beyond all that is listed of locals: how often each counts, and in how many places it is read.
    pub(super) beyond: Vec<(LocalId, Num, u32)>,
    /// Other parts, each among its locals, and how often it counts.
    pub(super) others: Vec<(&'p Expr, Env<'p>, Num)>,
    pub(super) constant: Num,
}

/// Sums within sums are looked through no deeper.
const DEEPEST: u32 = 40;

impl<'p> Linear<'p> {
    /// An expression as a sum of multiples; `None` where its numbers are too large.
    pub(super) fn of(expr: &'p Expr, env: &Env<'p>) -> Option<Linear<'p>> {
        let mut sum = Linear { beyond: Vec::new(), others: Vec::new(), constant: Num::ZERO };
        sum.add(expr, Num::ONE, (env, true), 0)?;
        Some(sum)
    }

    /// The first expression less the second.
    pub(super) fn of_difference(left: &'p Expr, right: &'p Expr, env: &Env<'p>) -> Option<Linear<'p>> {
        let mut sum = Linear::of(left, env)?;
        sum.add(right, Num::int(-1), (env, true), 0)?;
        Some(sum)
    }

    /// Adds an expression so many times; whether it is written among the locals that the whole is written among.
    fn add(&mut self, expr: &'p Expr, times: Num, (env, is_own): (&Env<'p>, bool), deep: u32) -> Option<()> {
        if deep > DEEPEST {
            return None;
        }
        if let Some(number) = number_of(expr, env) {
            self.constant = self.constant.add(number.mul(times).ok()?).ok()?;
            return Some(());
        }
        if let ExprKind::Negate(of) = &expr.kind {
            return self.add(of, times.neg().ok()?, (env, is_own), deep + 1);
        }
        if let ExprKind::Arith(first, rest) = &expr.kind {
            if is_sum(rest) {
                self.add(first, times, (env, is_own), deep + 1)?;
                for (op, term) in rest {
                    let times = if *op == ArithOp::Subtract { times.neg().ok()? } else { times };
                    self.add(term, times, (env, is_own), deep + 1)?;
                }
                return Some(());
            }
            if let [(ArithOp::Multiply, second)] = rest.as_slice() {
                for (factor, term) in [(&**first, second), (second, &**first)] {
                    if let Some(factor) = number_of(factor, env) {
                        return self.add(term, times.mul(factor).ok()?, (env, is_own), deep + 1);
                    }
                }
            }
        }
        if let ExprKind::Local(local) = &expr.kind {
            match env.slot(*local) {
                Slot::Beyond(_) if is_own => {
                    match self.beyond.iter_mut().find(|(known, ..)| known == local) {
                        Some((_, sum, reads)) => (*sum, *reads) = (sum.add(times).ok()?, *reads + 1),
                        None => self.beyond.push((*local, times, 1)),
                    }
                    return Some(());
                }
                Slot::Later(later, outer) => return self.add(later, times, (outer, false), deep + 1),
                Slot::Unset | Slot::Value(_) | Slot::Beyond(_) | Slot::Roll(..) | Slot::Table(..) => {}
            }
        }
        self.others.push((expr, env.clone(), times));
        Some(())
    }

    /// Whether something is read in several places of it.
    pub(super) fn joins(&self) -> bool {
        self.beyond.iter().any(|(_, _, reads)| *reads > 1)
    }
}

fn is_sum(rest: &[(ArithOp, Expr)]) -> bool {
    rest.iter().all(|(op, _)| matches!(op, ArithOp::Add | ArithOp::Subtract))
}

/// The number that an expression certainly is.
fn number_of(expr: &Expr, env: &Env<'_>) -> Option<Num> {
    let value = match (env.seen(expr), expr.literal(), &expr.kind) {
        (Some(value), _, _) => value,
        (None, Some(literal), _) => literal_value(literal),
        (None, None, ExprKind::Local(local)) => match env.slot(*local) {
            Slot::Value(value) => value.clone(),
            Slot::Unset | Slot::Beyond(_) | Slot::Later(..) | Slot::Roll(..) | Slot::Table(..) => {
                return None;
            }
        },
        (None, None, _) => return None,
    };
    if let Value::Number(number) = value { Some(number) } else { None }
}

/// A distribution of numbers with how likely it is.
pub(super) type Weighed = (Nat, Dist<Num>);

impl<'p> Demand<'p> {
    /// A sum in which something that lies beyond all that is listed is read in several places; `None` where nothing
    /// is.
    pub(super) fn joined_sum(&mut self, expr: &'p Expr, env: &Env<'p>) -> Result<Option<Lot>, Gap> {
        if !env.has_beyond() {
            return Ok(None);
        }
        if let Some(square) = self.square(expr, env)? {
            return Ok(Some(Lot::Numbers(square)));
        }
        let Some(sum) = Linear::of(expr, env).filter(Linear::joins) else { return Ok(None) };
        let mut total = Dist::point(sum.constant);
        for term in self.terms(&sum, env)? {
            let Some(term) = term else { return Ok(None) };
            total = arith(ArithOp::Add, &total, &term, &mut self.budget)?;
        }
        Ok(Some(Lot::Numbers(total)))
    }

    /// The terms of a sum; nothing for one that is no number.
    fn terms(&mut self, sum: &Linear<'p>, env: &Env<'p>) -> Result<Vec<Option<Dist<Num>>>, Gap> {
        let mut terms = Vec::with_capacity(sum.beyond.len() + sum.others.len());
        for (local, times, _) in &sum.beyond {
            if let (Slot::Beyond(held), false) = (env.slot(*local), times.is_zero()) {
                terms.push(Some(held.linear(*times, Num::ZERO)?));
            }
        }
        for (other, among, times) in &sum.others {
            let Lot::Numbers(numbers) = self.lot(other, among, &Need::first())? else {
                terms.push(None);
                continue;
            };
            // What counts for nothing has to be a number all the same.
            if !times.is_zero() {
                terms.push(Some(numbers.linear(*times, Num::ZERO)?));
            }
        }
        Ok(terms)
    }

    /// A number that lies beyond all that is listed, times itself.
    fn square(&mut self, expr: &'p Expr, env: &Env<'p>) -> Result<Option<Dist<Num>>, Gap> {
        let ExprKind::Arith(first, rest) = &expr.kind else { return Ok(None) };
        let [(ArithOp::Multiply, second)] = rest.as_slice() else { return Ok(None) };
        let (ExprKind::Local(a), ExprKind::Local(b)) = (&first.kind, &second.kind) else { return Ok(None) };
        match env.slot(*a) {
            Slot::Beyond(held) if a == b => Ok(held.squared()?),
            Slot::Beyond(_)
            | Slot::Unset
            | Slot::Value(_)
            | Slot::Later(..)
            | Slot::Roll(..)
            | Slot::Table(..) => Ok(None),
        }
    }

    /// What goes on upwards in a sum, and what goes on upwards in what is taken off; `None` where it is not known how
    /// some part goes on.
    fn halves(&mut self, sum: &Linear<'p>, env: &Env<'p>) -> Result<Option<[Dist<Num>; 2]>, Gap> {
        let (mut plus, mut minus) = (Dist::point(sum.constant), Dist::point(Num::ZERO));
        for term in self.terms(sum, env)? {
            let Some(term) = term else { return Ok(None) };
            match term.cut().map(|cut| cut.tail) {
                None | Some(Tail::Above) => plus = arith(ArithOp::Add, &plus, &term, &mut self.budget)?,
                Some(Tail::Below) => {
                    let taken = term.linear(Num::int(-1), Num::ZERO)?;
                    minus = arith(ArithOp::Add, &minus, &taken, &mut self.budget)?;
                }
                Some(Tail::Anywhere) => return Ok(None),
            }
        }
        Ok(Some([plus, minus]))
    }

    /// Whether a comparison holds, with what either side takes off on the other; `None` where that does not tell.
    pub(super) fn compare_across(
        &mut self,
        (left, compare, right): (&'p Expr, Compare, &'p Expr),
        env: &Env<'p>,
    ) -> Result<Option<Dist<bool>>, Gap> {
        let Some(sum) = Linear::of_difference(left, right, env) else { return Ok(None) };
        let Some([plus, minus]) = self.halves(&sum, env)? else { return Ok(None) };
        Ok(Some(compared(compare, &plus, &minus, &mut self.budget)?).filter(Dist::is_complete))
    }

    /// Both sides of 0 of an expression whose value goes on without end in both directions; `None` where it does not,
    /// or where it is not known how.
    pub(super) fn sides(
        &mut self,
        expr: &'p Expr,
        env: &Env<'p>,
        value: &Lot,
    ) -> Result<Option<[Weighed; 2]>, Gap> {
        let goes_both_ways = |lot: &Lot| match lot {
            Lot::Numbers(dist) => dist.cut().is_some_and(|cut| cut.tail == Tail::Anywhere),
            Lot::Values(_) => false,
        };
        if !goes_both_ways(value) {
            return Ok(None);
        }
        let Some(sum) = Linear::of(expr, env) else { return Ok(None) };
        self.sides_of(&sum, env)
    }

    pub(super) fn sides_of(&mut self, sum: &Linear<'p>, env: &Env<'p>) -> Result<Option<[Weighed; 2]>, Gap> {
        let Some([plus, minus]) = self.halves(sum, env)? else { return Ok(None) };
        let sides = plus.sides(&minus, &mut self.budget);
        Ok(sides.map(|sides| [sides.above, sides.below]))
    }

    /// What follows from each value of a local, as [`Demand::follow_local`], on both sides of 0 where its value goes
    /// on without end in both directions.
    pub(super) fn follow_value(
        &mut self,
        (value, among): (&'p Expr, &Env<'p>),
        values: Lot,
        mut next: impl FnMut(&mut Self, Slot<'p>) -> Result<Lot, Gap>,
    ) -> Result<Lot, Gap> {
        let Some(sides) = self.sides(value, among, &values)? else { return self.follow_local(values, next) };
        let mut parts = Vec::with_capacity(sides.len());
        for (weight, side) in sides {
            parts.push((weight, self.follow_local(Lot::Numbers(side), &mut next)?));
        }
        Ok(Lot::mix(parts, &mut self.budget)?)
    }
}
