//! Looks at one list that are added up: hits less botches, ten times the sum plus how many. Each draw adds one
//! number to all of them together, so that the whole is a sum of equal draws.

use std::rc::Rc;

use super::Demand;
use super::far::FarItem;
use super::gap::Gap;
use super::locals::Env;
use super::lot::Lot;
use super::need::Need;
use super::numbers::{compared, holds};
use super::pools::exploded;
use super::view::{LookedAt, Made, View};
use crate::base::Num;
use crate::check::Builtin;
use crate::check::program::{Explosion, Expr, ExprKind, Kind};
use crate::dist::{Chain, Dist, Nat, NearAndFar};
use crate::plan::Value;
use crate::syntax::ast::ArithOp;

/// Looks at a list, each times a number, and a number more.
pub(super) struct AddedViews<'p> {
    terms: Vec<(Num, View<'p>)>,
    more: Num,
}

/// Values, what each of them adds, and its weight.
type AddedByValue = Vec<(Num, Num, Nat)>;

impl<'p> AddedViews<'p> {
    fn plus(mut self, other: AddedViews<'p>, factor: Num) -> Result<AddedViews<'p>, Gap> {
        for (times, view) in other.terms {
            self.terms.push((times.mul(factor)?, view));
        }
        self.more = self.more.add(other.more.mul(factor)?)?;
        Ok(self)
    }

    fn times(self, factor: Num) -> Result<AddedViews<'p>, Gap> {
        AddedViews { terms: Vec::new(), more: Num::ZERO }.plus(self, factor)
    }
}

impl<'p> Demand<'p> {
    /// What an expression gives that adds up looks at a local's list, or compares such sums; `None` where it is
    /// something else.
    pub(super) fn added_views(
        &mut self,
        (list, value, among): (&LookedAt, &'p Expr, &Env<'p>),
        body: &'p Expr,
        env: &Env<'p>,
    ) -> Result<Option<Lot>, Gap> {
        if let ExprKind::Compare(left, compare, right) = &body.kind {
            let Some(left) = self.added(list, left, env)? else { return Ok(None) };
            let Some(right) = self.added(list, right, env)? else { return Ok(None) };
            let apart = left.plus(right, Num::int(-1))?;
            let Some(sum) = self.sum_of_added(&apart, (value, among), env)? else { return Ok(None) };
            let held = compared(*compare, &sum, &Dist::point(Num::ZERO), &mut self.budget)?;
            return Ok(Some(Lot::yes_no(held)));
        }
        let Some(added) = self.added(list, body, env)? else { return Ok(None) };
        Ok(self.sum_of_added(&added, (value, among), env)?.map(Lot::Numbers))
    }

    /// What a single look at dice that explode gives, where it is a number that grows with each of them.
    pub(super) fn sum_of_one(
        &mut self,
        view: View<'p>,
        dice: &'p Explosion,
        env: &Env<'p>,
    ) -> Result<Option<Dist<Num>>, Gap> {
        if !view.is_number() || view.against.is_some() {
            return Ok(None);
        }
        self.sum_of_exploded(&AddedViews { terms: vec![(Num::ONE, view)], more: Num::ZERO }, dice, env)
    }

    /// The looks at a local's list that an expression adds up.
    #[expect(clippy::wildcard_enum_match_arm, reason = "whatever is not named adds nothing up")]
    pub(super) fn added(
        &mut self,
        list: &LookedAt,
        expr: &'p Expr,
        env: &Env<'p>,
    ) -> Result<Option<AddedViews<'p>>, Gap> {
        let expr = list.meant(expr, env);
        if expr.gives != Kind::Number {
            return Ok(None);
        }
        if !list.is_read(expr) {
            let more = self.certain(expr, env)?;
            return Ok(more.map(|more| AddedViews { terms: Vec::new(), more }));
        }
        if let Some(view) = self.view_of(list, expr, env)?.filter(View::is_number) {
            return Ok(Some(AddedViews { terms: vec![(Num::ONE, view)], more: Num::ZERO }));
        }
        match &expr.kind {
            ExprKind::Label(of, _) => self.added(list, of, env),
            ExprKind::Builtin(Builtin::Sum, args) => match args.as_slice() {
                [of] => self.added(list, of, env),
                _ => Ok(None),
            },
            ExprKind::Negate(of) => self.added(list, of, env)?.map(|of| of.times(Num::int(-1))).transpose(),
            ExprKind::Arith(first, rest) => {
                let Some(mut sum) = self.added(list, first, env)? else { return Ok(None) };
                for (op, term) in rest {
                    let Some(term) = self.added(list, term, env)? else { return Ok(None) };
                    let is_number = |added: &AddedViews<'p>| added.terms.is_empty();
                    sum = match op {
                        ArithOp::Add => sum.plus(term, Num::ONE)?,
                        ArithOp::Subtract => sum.plus(term, Num::int(-1))?,
                        ArithOp::Multiply if is_number(&term) => sum.times(term.more)?,
                        ArithOp::Multiply if is_number(&sum) => term.times(sum.more)?,
                        ArithOp::Divide if is_number(&term) => sum.times(Num::ONE.div(term.more)?)?,
                        ArithOp::Multiply | ArithOp::Divide | ArithOp::FloorDivide | ArithOp::Modulo => {
                            return Ok(None);
                        }
                    };
                }
                Ok(Some(sum))
            }
            _ => Ok(None),
        }
    }

    /// The sum of what each draw of a list adds.
    fn sum_of_added(
        &mut self,
        added: &AddedViews<'p>,
        (list, among): (&'p Expr, &Env<'p>),
        env: &Env<'p>,
    ) -> Result<Option<Dist<Num>>, Gap> {
        if let Some(dice) = exploded(list, among) {
            return self.sum_of_exploded(added, dice, env);
        }
        let Some(bag) = self.bag(list, among, &Need::first())? else { return Ok(None) };
        let mut sum = Dist::point(added.more);
        for group in &bag.groups {
            let Lot::Numbers(each) = &group.each else { return Ok(None) };
            let Some(each) = self.added_by_each(added, each, env)? else { return Ok(None) };
            let drawn = each.random_sum(&group.count, &mut self.budget)?;
            sum = sum.sum(&drawn, &mut self.budget)?;
        }
        Ok(Some(sum))
    }

    /// What each draw adds; what lies beyond all that are listed adds a multiple of what it is.
    fn added_by_each(
        &mut self,
        added: &AddedViews<'p>,
        each: &Dist<Num>,
        env: &Env<'p>,
    ) -> Result<Option<Dist<Num>>, Gap> {
        let plain = |all: AddedByValue| -> Vec<(Num, Nat)> {
            all.into_iter().map(|(_, number, weight)| (number, weight)).collect()
        };
        if each.is_complete() {
            let all = self.adding(added, each.outcomes(), env)?.map(plain);
            return Ok(all.map(Dist::from_weights).transpose()?);
        }
        let Some(parts) = each.near_and_far(&mut self.budget) else { return Ok(None) };
        let far = Rc::new(parts.far);
        let (mut factor, mut more) = (Num::ZERO, Num::ZERO);
        for (times, view) in &added.terms {
            let counted = match self.through_far(view, &far, env)? {
                Some(FarItem::Out) => continue,
                Some(FarItem::Itself) if view.made == Made::Sum => {
                    factor = factor.add(*times)?;
                    continue;
                }
                Some(FarItem::Itself) => view.made.of_far(&far),
                Some(FarItem::Value(value)) => self.adds(Some(&value), &view.made, None).flatten(),
                None => None,
            };
            let Some(counted) = counted else { return Ok(None) };
            more = more.add(counted.mul(*times)?)?;
        }
        let Some(near) = self.adding(added, &parts.near, env)? else { return Ok(None) };
        let far = if factor.is_zero() { Dist::point(more) } else { far.linear(factor, more)? };
        Ok(Some(NearAndFar::joined(plain(near), (parts.weight, far), &mut self.budget)?))
    }

    /// Likewise of dice that explode.
    fn sum_of_exploded(
        &mut self,
        added: &AddedViews<'p>,
        dice: &'p Explosion,
        env: &Env<'p>,
    ) -> Result<Option<Dist<Num>>, Gap> {
        let Some((count, faces)) = self.exploding_faces(dice, env)? else { return Ok(None) };
        let Some(each) = self.adding(added, faces.outcomes(), env)? else { return Ok(None) };
        let (compare, with) = dice.again;
        let (goes, ends): (Vec<_>, Vec<_>) =
            each.into_iter().partition(|(face, ..)| holds(compare, *face, with));
        let plain = |faces: AddedByValue| -> Vec<(Num, Nat)> {
            faces.into_iter().map(|(_, number, weight)| (number, weight)).collect()
        };
        if ends.is_empty() || dice.limit.is_some() || !count.is_complete() {
            return Ok(None);
        }
        let (ends, goes) = (plain(ends), plain(goes));
        let chain = Chain { starts: vec![Vec::new(), vec![(Num::ZERO, Nat::ONE)]], ends, goes };
        let mut sums = Vec::with_capacity(count.len());
        for (count, weight) in count.outcomes() {
            sums.push((weight.clone(), chain.sum_of(*count, self.residual_bits, &mut self.budget)?));
        }
        Ok(Some(Dist::mix_numbers(&sums, &mut self.budget)?.linear(Num::ONE, added.more)?))
    }

    /// What each of some values adds, with its weight; `None` where one of them adds no number.
    fn adding(
        &mut self,
        added: &AddedViews<'p>,
        values: &[(Num, Nat)],
        env: &Env<'p>,
    ) -> Result<Option<AddedByValue>, Gap> {
        let mut all = Vec::with_capacity(values.len());
        for (value, weight) in values {
            self.budget.charge(16)?;
            let mut number = Num::ZERO;
            for (times, view) in &added.terms {
                let Some(item) = self.through_steps(view, &Value::Number(*value), env)? else {
                    return Ok(None);
                };
                let Some(found) = self.adds(item.as_ref(), &view.made, None) else { return Ok(None) };
                number = number.add(found.unwrap_or(Num::ZERO).mul(*times)?)?;
            }
            all.push((*value, number, weight.clone()));
        }
        Ok(Some(all))
    }
}
