//! Two numbers without end that are compared and used again: `if x > y then x - y else 0`. Where all that is asked and
//! all that is given is a multiple of one difference, that difference is one number.

use super::Demand;
use super::gap::Gap;
use super::linear::{Linear, Weighed};
use super::locals::{Env, Slot};
use super::lot::Lot;
use super::numbers::{holds, listed_as_far_as};
use crate::base::Num;
use crate::check::program::{Expr, ExprKind, LocalId};
use crate::dist::{Dist, Nat, NearAndFar};
use crate::plan::Value;
use crate::syntax::ast::Compare;

/// What is given for a number, by cases.
enum Cases {
    /// So many times the number, and this.
    Given { times: Num, more: Num },
    /// Whether so many times the number, and this, compares so with 0 decides.
    Decided { times: Num, more: Num, compare: Compare, branches: Box<[Cases; 2]> },
}

/// The locals whose multiples make the number, each with how often it counts.
type Base = Vec<(LocalId, Num)>;

impl Cases {
    fn of(expr: &Expr, env: &Env<'_>, base: &mut Option<Base>) -> Option<Cases> {
        if let ExprKind::If(condition, then, otherwise) = &expr.kind {
            if let Some(Value::YesNo(yes)) = env.seen(condition) {
                return Cases::of(if yes { then } else { otherwise }, env, base);
            }
            let ExprKind::Compare(left, compare, right) = &condition.kind else { return None };
            let asked = Linear::of_difference(left, right, env)?;
            let (times, more) = multiple(&asked, base)?;
            let branches = [Cases::of(then, env, base)?, Cases::of(otherwise, env, base)?];
            return Some(Cases::Decided { times, more, compare: *compare, branches: Box::new(branches) });
        }
        let (times, more) = multiple(&Linear::of(expr, env)?, base)?;
        Some(Cases::Given { times, more })
    }

    /// What is given for a number: how many times it, and how much more.
    fn at(&self, number: Num) -> Option<(Num, Num)> {
        match self {
            Cases::Given { times, more } => Some((*times, *more)),
            Cases::Decided { times, more, compare, branches } => {
                let asked = times.mul(number).ok()?.add(*more).ok()?;
                let [then, otherwise] = &**branches;
                if holds(*compare, asked, Num::ZERO) { then.at(number) } else { otherwise.at(number) }
            }
        }
    }

    /// How far from 0 the numbers lie at which something else is given, at most.
    fn reach(&self) -> Option<Num> {
        match self {
            Cases::Given { .. } => Some(Num::ZERO),
            Cases::Decided { times, more, branches, .. } => {
                let own = if times.is_zero() { Num::ZERO } else { more.div(*times).ok()?.abs().ok()? };
                let [then, otherwise] = &**branches;
                Some(own.max(then.reach()?).max(otherwise.reach()?))
            }
        }
    }
}

/// A sum as so many times the number, and more. The first that is not certain says which number that is.
fn multiple(sum: &Linear<'_>, base: &mut Option<Base>) -> Option<(Num, Num)> {
    if !sum.others.is_empty() {
        return None;
    }
    let counted = sum.beyond.iter().filter(|(_, times, _)| !times.is_zero());
    let mut own: Base = counted.map(|(local, times, _)| (*local, *times)).collect();
    own.sort_by_key(|(local, _)| local.0);
    let Some((_, first)) = own.first().copied() else { return Some((Num::ZERO, sum.constant)) };
    let Some(base) = base else {
        *base = Some(own);
        return Some((Num::ONE, sum.constant));
    };
    let times = first.div(base.first()?.1).ok()?;
    let is_multiple = own.len() == base.len()
        && own.iter().zip(base.iter()).all(|((local, own), (known, once))| {
            local == known && once.mul(times).is_ok_and(|product| product == *own)
        });
    is_multiple.then_some((times, sum.constant))
}

impl<'p> Demand<'p> {
    /// What an expression gives that reads several numbers beyond all that is listed of them, each in several
    /// places, where all of these are one difference; `None` where they are not.
    pub(super) fn by_cases(&mut self, expr: &'p Expr, env: &Env<'p>) -> Result<Option<Lot>, Gap> {
        if !env.has_beyond() || !matches!(expr.kind, ExprKind::If(..)) {
            return Ok(None);
        }
        let mut base = None;
        let Some(cases) = Cases::of(expr, env, &mut base) else { return Ok(None) };
        let Some(base) = base else { return Ok(None) };
        let Some(sides) = self.sides_of_base(base, env)? else { return Ok(None) };
        let mut parts: Vec<(Nat, Dist<Num>)> = Vec::new();
        for (weight, side) in sides {
            let Some(given) = self.given_on(&side, &cases)? else { return Ok(None) };
            parts.push((weight, given));
        }
        Ok(Some(Lot::Numbers(Dist::mix_numbers(&parts, &mut self.budget)?)))
    }

    /// The number that is asked about, on each side of 0 where it goes on in both directions.
    fn sides_of_base(&mut self, base: Base, env: &Env<'p>) -> Result<Option<Vec<Weighed>>, Gap> {
        if let [(local, times)] = base.as_slice() {
            let Slot::Beyond(held) = env.slot(*local) else { return Ok(None) };
            return Ok(Some(vec![(Nat::ONE, held.linear(*times, Num::ZERO)?)]));
        }
        let beyond = base.into_iter().map(|(local, times)| (local, times, 1)).collect();
        let sum = Linear { beyond, others: Vec::new(), constant: Num::ZERO };
        Ok(self.sides_of(&sum, env)?.map(Vec::from))
    }

    /// What is given for numbers that go on without end in one direction.
    fn given_on(&mut self, numbers: &Dist<Num>, cases: &Cases) -> Result<Option<Dist<Num>>, Gap> {
        let Some(reach) = cases.reach() else { return Ok(None) };
        // Far enough for the last number at which something else is given, on whichever side they go on.
        let turns = [reach, reach.neg()?];
        let further = turns.iter().find_map(|turn| listed_as_far_as(numbers, &Value::Number(*turn)));
        let numbers = further.as_ref().unwrap_or(numbers);
        let Some(known) = numbers.near_and_far(&mut self.budget) else { return Ok(None) };
        let mut near = Vec::with_capacity(known.near.len());
        for (number, weight) in known.near {
            let Some((times, more)) = cases.at(number) else { return Ok(None) };
            near.push((times.mul(number)?.add(more)?, weight));
        }
        let mut far = known.far.outcomes().iter().map(|(number, _)| (*number, cases.at(*number)));
        let Some((first, Some((times, more)))) = far.next() else { return Ok(None) };
        let is_one_case = first.abs()? > reach && far.all(|(_, given)| given == Some((times, more)));
        if !is_one_case {
            return Ok(None);
        }
        let far = if times.is_zero() { Dist::point(more) } else { known.far.linear(times, more)? };
        Ok(Some(NearAndFar::joined(near, (known.weight, far), &mut self.budget)?))
    }
}
