//! Numbers without end that are read in several places. Those that are listed are gone through one by one. What
//! lies beyond them is one more outcome: most of what is asked of it has the same answer for all of it, and where
//! it is read once more, it stands there as the distribution that it is.

use std::rc::Rc;

use super::Demand;
use super::forms;
use super::gap::Gap;
use super::linear::Linear;
use super::locals::{Env, Slot};
use super::lot::Lot;
use super::need::Need;
use crate::base::Num;
use crate::check::Builtin;
use crate::check::program::{Expr, ExprKind, Kind, LocalId, may_repeat};
use crate::dist::{Dist, Nat};
use crate::plan::Value;
use crate::syntax::ast::ArithOp;

impl<'p> Demand<'p> {
    /// What follows from each value that a local may hold, mixed by their weights. What `next` works out with the
    /// local must go through [`Demand::settled`] first.
    pub(super) fn follow_local(
        &mut self,
        values: Lot,
        mut next: impl FnMut(&mut Self, Slot<'p>) -> Result<Lot, Gap>,
    ) -> Result<Lot, Gap> {
        if let Some(lot) = self.followed_to_end(&values, &mut next)? {
            return Ok(lot);
        }
        self.follow(&values.into_values(), |this, value| next(this, Slot::Value(value.clone())))
    }

    /// The same with what lies beyond all that is listed; `None` where nothing does, or where too little is known
    /// of what follows from it.
    fn followed_to_end(
        &mut self,
        values: &Lot,
        next: &mut impl FnMut(&mut Self, Slot<'p>) -> Result<Lot, Gap>,
    ) -> Result<Option<Lot>, Gap> {
        let Lot::Numbers(numbers) = values else { return Ok(None) };
        let Some(parts) = numbers.near_and_far(&mut self.budget) else { return Ok(None) };
        let far = match next(self, Slot::Beyond(Rc::new(parts.far))) {
            Ok(far) => far,
            Err(gap) if gap.is_interruption() => return Err(gap),
            Err(_) => return Ok(None),
        };
        let mut all = Vec::with_capacity(parts.near.len() + 1);
        for (number, weight) in parts.near {
            self.budget.charge(1)?;
            all.push((weight, next(self, Slot::Value(Value::Number(number)))?));
        }
        all.push((parts.weight, far));
        Ok(Some(Lot::mix(all, &mut self.budget)?))
    }

    /// Whether an expression reads what lies beyond all that is listed of a local.
    pub(super) fn reads_beyond(&self, expr: &Expr, env: &Env<'p>) -> bool {
        env.beyond().iter().any(|held| reads(expr, held, env) > 0)
    }

    /// The locals for an expression that is to be worked out. Where it reads in several places what lies beyond
    /// all that is listed, the answers that are the same for all of it are put in their places.
    ///
    /// # Errors
    /// It is still read in several places, which then would not hold the same number.
    pub(super) fn settled(&mut self, expr: &'p Expr, env: &Env<'p>) -> Result<Env<'p>, Gap> {
        let beyond = env.beyond();
        let several = |env: &Env<'p>| beyond.iter().any(|held| reads(expr, held, env) > 1);
        if !several(env) || beyond.iter().all(|held| is_bound_later(expr, held, env)) {
            return Ok(env.clone());
        }
        let mut seen = Vec::new();
        self.settle(expr, env, &beyond, &mut seen)?;
        let env = env.with_seen(seen);
        if several(&env) { Err(Gap::Uncovered) } else { Ok(env) }
    }

    /// Collects the parts of an expression that give the same for all of what lies beyond.
    fn settle(
        &mut self,
        expr: &'p Expr,
        env: &Env<'p>,
        beyond: &[Rc<Dist<Num>>],
        seen: &mut Vec<(*const Expr, Value)>,
    ) -> Result<(), Gap> {
        if beyond.iter().all(|held| reads(expr, held, env) == 0) {
            return Ok(());
        }
        let may_be_same = expr.gives == Kind::YesNo
            || matches!(expr.kind, ExprKind::Builtin(Builtin::Min | Builtin::Max, _));
        if may_be_same {
            match self.lot(expr, env, &Need::all()).map(|lot| lot.single()) {
                Ok(Some(value)) => {
                    seen.push((std::ptr::from_ref(expr), value));
                    return Ok(());
                }
                Err(gap) if gap.is_interruption() => return Err(gap),
                Ok(None) | Err(_) => {}
            }
        }
        for part in expr.parts() {
            self.settle(part, env, beyond, seen)?;
        }
        Ok(())
    }

    /// What becomes of the items without end of a list that is walked: how heavy those are that the filter lets
    /// through, and what they are turned into. `None` where too little is known of it.
    pub(super) fn walked_to_the_end(
        &mut self,
        items: &Lot,
        (item, filter): (LocalId, Option<&'p Expr>),
        each: Option<&'p Expr>,
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Option<PassingItems>, Gap> {
        let Lot::Numbers(numbers) = items else { return Ok(None) };
        let Some(parts) = numbers.near_and_far(&mut self.budget) else { return Ok(None) };
        let near =
            parts.near.into_iter().map(|(number, weight)| (Slot::Value(Value::Number(number)), weight));
        let mut passing = PassingItems { items: Vec::new(), weight: Nat::ZERO, total: Nat::ZERO };
        for (slot, weight) in near.chain([(Slot::Beyond(Rc::new(parts.far)), parts.weight)]) {
            self.budget.charge(16)?;
            passing.total += &weight;
            let env = env.with(item, slot);
            let passes = match filter {
                Some(filter) => {
                    let env = self.settled(filter, &env)?;
                    self.lot(filter, &env, &Need::all())?.single()
                }
                None => Some(Value::YesNo(true)),
            };
            match passes {
                Some(Value::YesNo(true)) => {}
                Some(Value::YesNo(false)) => continue,
                _ => return Ok(None),
            }
            let given = match each {
                Some(each) => {
                    let env = self.settled(each, &env)?;
                    self.lot(each, &env, &need.of_item())?
                }
                None => self.local(item, &env, &need.of_item())?,
            };
            passing.weight += &weight;
            passing.items.push((weight, given));
        }
        Ok(Some(passing))
    }
}

/// Items that a filter lets through.
pub(super) struct PassingItems {
    /// What each is turned into, with its weight.
    pub(super) items: Vec<(Nat, Lot)>,
    /// How heavy they are together.
    pub(super) weight: Nat,
    /// How heavy all items are.
    pub(super) total: Nat,
}

/// In how many places an expression reads what a local holds, of those that all come to pass; 2 also for one that
/// may be worked out several times.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "what is not named reads it in as many places as its parts do"
)]
fn reads(expr: &Expr, held: &Rc<Dist<Num>>, env: &Env<'_>) -> u32 {
    if env.seen(expr).is_some() {
        return 0;
    }
    let of_local = |local: LocalId| match env.slot(local) {
        Slot::Beyond(known) => u32::from(Rc::ptr_eq(known, held)),
        Slot::Later(later, outer) => reads(later, held, outer),
        Slot::Roll(closure, outer) => {
            let captured = |(outside, _): &(LocalId, LocalId)| is_held(outer.slot(*outside), held);
            if closure.captures.iter().any(captured) { 2 } else { 0 }
        }
        Slot::Unset | Slot::Value(_) | Slot::Table(..) => 0,
    };
    if let ExprKind::Arith(first, rest) = &expr.kind
        && let Some(times) = reads_in_sum(expr, (first, rest), held, env)
    {
        return times;
    }
    let all = || expr.parts().into_iter().map(|part| reads(part, held, env)).sum::<u32>();
    match &expr.kind {
        ExprKind::Local(local) | ExprKind::RollLocal(local) => of_local(*local),
        ExprKind::Query(_, closure) | ExprKind::Unrolled(closure) => {
            closure.captures.iter().map(|(outside, _)| 2 * of_local(*outside)).sum()
        }
        ExprKind::If(condition, then, otherwise) => {
            if let Some((_, names)) = forms::extreme_of_names(expr) {
                return names.into_iter().map(|name| reads(name, held, env)).sum();
            }
            let [then, otherwise] = [then, otherwise].map(|branch| reads(branch, held, env));
            match env.seen(condition) {
                Some(Value::YesNo(yes)) => {
                    if yes {
                        then
                    } else {
                        otherwise
                    }
                }
                _ => reads(condition, held, env) + then.max(otherwise),
            }
        }
        kind if may_repeat(kind) => 2 * all(),
        _ => all(),
    }
}

/// The same of a sum, or a square, that reads what a local holds once for all the places where it stands; `None` of
/// anything else.
fn reads_in_sum(
    expr: &Expr,
    (first, rest): (&Expr, &[(ArithOp, Expr)]),
    held: &Rc<Dist<Num>>,
    env: &Env<'_>,
) -> Option<u32> {
    let is_held_by =
        |local: LocalId| matches!(env.slot(local), Slot::Beyond(known) if Rc::ptr_eq(known, held));
    if let ([(ArithOp::Multiply, second)], ExprKind::Local(local)) = (rest, &first.kind)
        && matches!(&second.kind, ExprKind::Local(other) if other == local)
        && is_held_by(*local)
    {
        return Some(1);
    }
    let sum = Linear::of(expr, env).filter(Linear::joins)?;
    let own = sum.beyond.iter().any(|(local, times, _)| !times.is_zero() && is_held_by(*local));
    Some(sum.others.iter().fold(u32::from(own), |sum, (other, among, _)| sum + reads(other, held, among)))
}

fn is_held(slot: &Slot<'_>, held: &Rc<Dist<Num>>) -> bool {
    match slot {
        Slot::Beyond(known) => Rc::ptr_eq(known, held),
        Slot::Later(later, outer) => reads(later, held, outer) > 0,
        Slot::Unset | Slot::Value(_) | Slot::Roll(..) | Slot::Table(..) => false,
    }
}

/// Whether only what stands below further names reads what a local holds: it is settled when these hold something.
fn is_bound_later(expr: &Expr, held: &Rc<Dist<Num>>, env: &Env<'_>) -> bool {
    let ExprKind::Bind(bindings, _) = &expr.kind else { return false };
    bindings.iter().all(|(_, value)| reads(value, held, env) == 0)
}
