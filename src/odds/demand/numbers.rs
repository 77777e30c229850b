//! Arithmetic, comparisons, chances and advantage.

use super::Demand;
use super::gap::Gap;
use super::locals::Env;
use super::lot::Lot;
use super::need::{self, Need};
use crate::base::Num;
use crate::base::stack::with_room;
use crate::check::program::{Expr, ExprKind, IsTest, Literal};
use crate::dist::{Budget, Cut, Dist, DistError, Nat, Tail, highest_total};
use crate::plan::{Op, Value};
use crate::syntax::ast::{ArithOp, Compare};

impl<'p> Demand<'p> {
    pub(super) fn arith(
        &mut self,
        expr: &'p Expr,
        first: &'p Expr,
        rest: &'p [(ArithOp, Expr)],
        env: &Env<'p>,
    ) -> Result<Lot, Gap> {
        if let Some(sum) = self.joined_sum(expr, env)? {
            return Ok(sum);
        }
        let mut left = self.lot(first, env, &Need::first())?;
        for (op, right) in rest {
            let right = self.lot(right, env, &Need::first())?;
            left = match (left.numbers(), right.numbers()) {
                (Some(a), Some(b)) => Lot::Numbers(arith(*op, &a, &b, &mut self.budget)?),
                _ => match self.sum_of_amounts(*op, &left, &right)? {
                    Some(sum) => sum,
                    None => self.crossed(left, right, Op::Arith(*op))?,
                },
            };
        }
        Ok(left)
    }

    /// What two amounts in one unit come to; `None` for anything else.
    fn sum_of_amounts(&mut self, op: ArithOp, left: &Lot, right: &Lot) -> Result<Option<Lot>, Gap> {
        let adds = matches!(op, ArithOp::Add | ArithOp::Subtract);
        let Some((a, b, unit)) = left.both_amounts(right).filter(|_| adds) else { return Ok(None) };
        Ok(Some(Lot::in_unit(arith(op, &a, &b, &mut self.budget)?, unit)))
    }

    pub(super) fn negate(&mut self, of: &'p Expr, env: &Env<'p>) -> Result<Lot, Gap> {
        let of = self.lot(of, env, &Need::first())?;
        match of {
            Lot::Numbers(dist) => Ok(Lot::Numbers(dist.linear(Num::int(-1), Num::ZERO)?)),
            other @ Lot::Values(_) => self.mapped(other, Op::Negate),
        }
    }

    pub(super) fn compare(
        &mut self,
        left: &'p Expr,
        compare: Compare,
        right: &'p Expr,
        env: &Env<'p>,
    ) -> Result<Lot, Gap> {
        if let (
            Compare::Equal | Compare::NotEqual,
            ExprKind::Literal(Literal::Text(text) | Literal::RowName(text)),
        ) = (compare, &right.kind)
            && let Some(is) = self.text_is(left, &[&**text], env)?
        {
            return Ok(Lot::yes_no(is.map(|is| *is == (compare == Compare::Equal))));
        }
        let a = self.lot(left, env, &Need::compared())?;
        let b = self.lot(right, env, &Need::compared())?;
        let (a, b) = match (a, b) {
            (Lot::Numbers(a), Lot::Numbers(b)) => (a, b),
            (a, b) => match a.both_amounts(&b) {
                Some((a, b, _)) => (a, b),
                None => return self.crossed(a, b, Op::Compare(compare)),
            },
        };
        let held = compared(compare, &a, &b, &mut self.budget)?;
        if !held.is_complete()
            && let Some(held) = self.compare_across((left, compare, right), env)?
        {
            return Ok(Lot::yes_no(held));
        }
        Ok(Lot::yes_no(held))
    }

    /// `and` stops at the first no, `or` at the first yes.
    pub(super) fn logic(&mut self, terms: &'p [Expr], env: &Env<'p>, stop_at: bool) -> Result<Lot, Gap> {
        let Some((first, rest)) = terms.split_first() else {
            return Ok(Lot::point(Value::YesNo(!stop_at)));
        };
        let first = self.lot(first, env, &Need::all())?.yeses().ok_or(Gap::Wrong)?;
        if rest.is_empty() {
            return Ok(Lot::yes_no(first));
        }
        self.follow(&first, |this, yes| {
            if *yes == stop_at {
                return Ok(Lot::point(Value::YesNo(*yes)));
            }
            with_room(|| this.logic(rest, env, stop_at))
        })
    }

    pub(super) fn is(
        &mut self,
        of: &'p Expr,
        negated: bool,
        tests: &'p [IsTest],
        env: &Env<'p>,
    ) -> Result<Lot, Gap> {
        if let Some(held) = self.row_is(of, tests, env)? {
            return Ok(Lot::yes_no(held.map(|held| *held != negated)));
        }
        if let Some(held) = self.text_is_one_of(of, tests, env)? {
            return Ok(Lot::yes_no(held.map(|held| *held != negated)));
        }
        let lot = match tests {
            // Whether a list is empty is a matter of how many there are.
            [IsTest::Empty] => self.count_of(of, env)?,
            _ => self.lot(of, env, &need::is_need(tests))?,
        };
        let Some(sides) = self.sides(of, env, &lot)? else { return self.one_is(lot, negated, tests, env) };
        let mut parts = Vec::with_capacity(sides.len());
        for (weight, side) in sides {
            parts.push((weight, self.one_is(Lot::Numbers(side), negated, tests, env)?));
        }
        Ok(Lot::mix(parts, &mut self.budget)?)
    }

    /// Whether one of the tests holds of each outcome.
    fn one_is(&mut self, of: Lot, negated: bool, tests: &'p [IsTest], env: &Env<'p>) -> Result<Lot, Gap> {
        if let Lot::Numbers(numbers) = &of
            && let Some(held) = self.endless_is(numbers, tests, env)?
        {
            return Ok(Lot::yes_no(held.map(|held| *held != negated)));
        }
        self.follow(&of.into_values(), |this, value| {
            let held = this.one_holds(value, tests, env)?;
            Ok(Lot::yes_no(held.map(|held| *held != negated)))
        })
    }

    /// Whether one of the tests holds of numbers that go on without end: of those that are not listed it is
    /// known as well, where the tests are about numbers that are, or about even and odd.
    fn endless_is(
        &mut self,
        numbers: &Dist<Num>,
        tests: &'p [IsTest],
        env: &Env<'p>,
    ) -> Result<Option<Dist<bool>>, Gap> {
        if numbers.is_complete() {
            return Ok(None);
        }
        match tests {
            [IsTest::Even] => {
                let halves = numbers.modulo(Num::int(2));
                return Ok(halves.filter(whole).map(|halves| halves.map(|left| left.is_zero())));
            }
            [IsTest::Odd] => {
                let halves = numbers.modulo(Num::int(2));
                return Ok(halves.filter(whole).map(|halves| halves.map(|left| !left.is_zero())));
            }
            _ => {}
        }
        let mut beyond = false;
        for test in tests {
            let IsTest::Equals(with) = test else { return Ok(None) };
            let Some(with) = self.lot(with, env, &Need::compared())?.single() else { return Ok(None) };
            if let Some(listed) = listed_as_far_as(numbers, &with) {
                return self.endless_is(&listed, tests, env);
            }
            let Some(holds) = holds_beyond(numbers, &with) else { return Ok(None) };
            beyond |= holds;
        }
        let mut listed = Vec::with_capacity(numbers.len() + 1);
        for (number, weight) in numbers.outcomes() {
            let held = self.one_holds(&Value::Number(*number), tests, env)?;
            let held = held.outcomes().iter().any(|(held, _)| *held);
            listed.push((held, weight.clone()));
        }
        listed.extend(numbers.cut().map(|cut| (beyond, cut.weight.clone())));
        Ok(Some(Dist::from_weights(listed)?))
    }

    /// `d6! in 1..3`.
    pub(super) fn is_in(
        &mut self,
        expr: &'p Expr,
        (of, within): (&'p Expr, &'p Expr),
        env: &Env<'p>,
    ) -> Result<Lot, Gap> {
        if let Some(lot) = self.viewed(expr, env)? {
            return Ok(lot);
        }
        let left = self.lot(of, env, &Need::compared())?;
        let right = self.lot(within, env, &Need::compared().in_any_order())?;
        let within = right.single();
        let listed = match (&left, &within) {
            (Lot::Numbers(numbers), Some(within)) => listed_as_far_as(numbers, within),
            _ => None,
        };
        let left = listed.map_or(left, Lot::Numbers);
        if let (Lot::Numbers(numbers), Some(within)) = (&left, within)
            && let Some(beyond) = holds_beyond(numbers, &within)
        {
            let mut listed = Vec::with_capacity(numbers.len() + 1);
            for (number, weight) in numbers.outcomes() {
                let held = self.bench.apply(Op::In, &[Value::Number(*number), within.clone()])?;
                listed.push((held.as_yes_no().ok_or(Gap::Wrong)?, weight.clone()));
            }
            listed.extend(numbers.cut().map(|cut| (beyond, cut.weight.clone())));
            return Ok(Lot::yes_no(Dist::from_weights(listed)?));
        }
        self.crossed(left, right, Op::In)
    }

    /// Whether one of the tests holds of a value.
    fn one_holds(&mut self, value: &Value, tests: &'p [IsTest], env: &Env<'p>) -> Result<Dist<bool>, Gap> {
        let mut held = Dist::point(false);
        for test in tests {
            let this = match test {
                IsTest::Equals(expr) => {
                    let other = self.lot(expr, env, &Need::compared())?;
                    self.crossed(Lot::point(value.clone()), other, Op::Is)?
                }
                IsTest::Standing(expr, standing) => {
                    let other = self.lot(expr, env, &Need::all())?;
                    self.crossed(Lot::point(value.clone()), other, Op::IsStanding(*standing))?
                }
                IsTest::Even => self.mapped(Lot::point(value.clone()), Op::IsEven)?,
                IsTest::Odd => self.mapped(Lot::point(value.clone()), Op::IsOdd)?,
                IsTest::Empty => self.mapped(Lot::point(value.clone()), Op::IsEmpty)?,
            };
            let this = this.yeses().ok_or(Gap::Wrong)?;
            held = held.product(&this, &mut self.budget, |a, b| *a || *b)?;
        }
        Ok(held)
    }

    pub(super) fn likely(&mut self, of: &'p Expr, env: &Env<'p>) -> Result<Lot, Gap> {
        let of = self.lot(of, env, &Need::first())?.into_values();
        self.follow(&of, |_, value| Ok(Lot::yes_no(chance_of(value)?)))
    }

    /// The operand rolled twice, and the better kept where the net count is above 0.
    pub(super) fn advantage(
        &mut self,
        net: &'p Expr,
        of: &'p Expr,
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Lot, Gap> {
        let net = self.lot(net, env, &Need::first())?.into_values();
        self.follow(&net, |this, net| {
            let net = net.as_number().ok_or(Gap::Wrong)?;
            if net.is_zero() {
                return this.lot(of, env, need);
            }
            let once = this.lot(of, env, &need.ranked())?;
            if let Lot::Numbers(once) = &once {
                let two = [(2, once.clone())];
                return Ok(Lot::Numbers(extreme(&two, net > Num::ZERO, &mut this.budget)?));
            }
            if let Some((once, unit)) = once.amounts() {
                return Ok(Lot::in_unit(extreme(&[(2, once)], net > Num::ZERO, &mut this.budget)?, unit));
            }
            let once = once.into_values();
            let pairs = (once.len() as u64).saturating_mul(once.len() as u64);
            this.budget.charge(pairs.saturating_mul(16))?;
            let bench = &mut this.bench;
            let kept = once.try_product(&once, &mut this.budget, |first, second| {
                let order = bench.rank(second, first)?;
                let later = if net > Num::ZERO { order.is_gt() } else { order.is_lt() };
                Ok::<Value, Gap>(if later { second.clone() } else { first.clone() })
            })?;
            Ok(Lot::of(kept))
        })
    }
}

/// Yes with a probability.
fn chance_of(p: &Value) -> Result<Dist<bool>, Gap> {
    let p = p.as_number().filter(|p| *p >= Num::ZERO && *p <= Num::ONE).ok_or(Gap::Wrong)?;
    let whole = |number: i64| u64::try_from(number).map(Nat::from).map_err(|_| Gap::Wrong);
    Ok(Dist::hit(&whole(p.numerator())?, &whole(p.denominator())?)?)
}

pub(super) fn arith(
    op: ArithOp,
    left: &Dist<Num>,
    right: &Dist<Num>,
    budget: &mut Budget,
) -> Result<Dist<Num>, DistError> {
    if let (ArithOp::Modulo, Some(by)) = (op, single(right))
        && let Some(left_over) = left.modulo(by)
    {
        return Ok(left_over);
    }
    if let (ArithOp::FloorDivide, Some(by)) = (op, single(right))
        && let Some(quotients) = left.floor_div(by)
    {
        return Ok(quotients);
    }
    match (op, single(left), single(right)) {
        (ArithOp::Add, _, _) => left.sum(right, budget),
        (ArithOp::Subtract, _, _) => left.sum(&right.linear(Num::int(-1), Num::ZERO)?, budget),
        (ArithOp::Multiply, Some(factor), _) if !factor.is_zero() => Ok(right.linear(factor, Num::ZERO)?),
        (ArithOp::Multiply, _, Some(factor)) if !factor.is_zero() => Ok(left.linear(factor, Num::ZERO)?),
        (ArithOp::Divide, _, Some(divisor)) => Ok(left.linear(Num::ONE.div(divisor)?, Num::ZERO)?),
        (ArithOp::Multiply | ArithOp::Divide | ArithOp::FloorDivide | ArithOp::Modulo, _, _) => {
            left.try_product(right, budget, |a, b| op.apply(*a, *b).map_err(DistError::from))
        }
    }
}

fn single(dist: &Dist<Num>) -> Option<Num> {
    match (dist.outcomes(), dist.is_complete()) {
        ([(only, _)], true) => Some(*only),
        _ => None,
    }
}

/// The greatest or least of so many independent draws of each distribution, by how likely all of them are at
/// most each value.
pub(super) fn extreme(
    groups: &[(u32, Dist<Num>)],
    greatest: bool,
    budget: &mut Budget,
) -> Result<Dist<Num>, DistError> {
    if greatest {
        return highest_total(groups, 1, budget);
    }
    let turned: Vec<(u32, Dist<Num>)> = groups
        .iter()
        .map(|(count, dist)| Ok((*count, dist.linear(Num::int(-1), Num::ZERO)?)))
        .collect::<Result<_, DistError>>()?;
    let least = highest_total(&turned, 1, budget)?.linear(Num::int(-1), Num::ZERO)?;
    Ok(least.known_as_lowest_of(groups))
}

/// Whether a comparison holds. What is not listed above all that is listed is on one side of a known
/// number, so that the tails of endless explosions are exact.
pub(super) fn compared(
    compare: Compare,
    left: &Dist<Num>,
    right: &Dist<Num>,
    budget: &mut Budget,
) -> Result<Dist<bool>, DistError> {
    if single(left).is_some() && !right.is_complete() {
        return compared(turned(compare), right, left, budget);
    }
    if let Some(number) = single(right)
        && let Some(listed) = listed_as_far_as(left, &Value::Number(number))
    {
        return compared(compare, &listed, right, budget);
    }
    if let (Some(number), Some(cut)) = (single(right), left.cut())
        && holds_beyond(left, &Value::Number(number)) == Some(false)
    {
        let higher = cut.tail == Tail::Above;
        let far = match compare {
            Compare::More | Compare::AtLeast => higher,
            Compare::Less | Compare::AtMost => !higher,
            Compare::NotEqual => true,
            Compare::Equal => false,
        };
        let listed =
            left.outcomes().iter().map(|(value, weight)| (holds(compare, *value, number), weight.clone()));
        return Dist::from_weights(listed.chain([(far, cut.weight.clone())]));
    }
    if let (Some(a), Some(b)) = (left.endless(), right.endless())
        && let Some([less, equal, greater]) = a.compare(&b)
    {
        let held = match compare {
            Compare::Equal => equal,
            Compare::NotEqual => less.add(&greater),
            Compare::Less => less,
            Compare::AtMost => less.add(&equal),
            Compare::More => greater,
            Compare::AtLeast => greater.add(&equal),
        };
        let whole: Nat = held.denominator().clone().into();
        return Dist::hit(&held.numerator().magnitude().clone().into(), &whole);
    }
    // One walk along both, with what lies below added up.
    let steps = (left.len() + right.len()) as u64;
    budget.charge_products(steps, left.total().words(), right.total().words())?;
    let found = left.compare_weights(right);
    let unequal = &found.less + &found.greater;
    let (held, missed) = match compare {
        Compare::Equal => (found.equal, unequal),
        Compare::NotEqual => (unequal, found.equal),
        Compare::Less => (found.less, &found.equal + &found.greater),
        Compare::AtMost => (&found.less + &found.equal, found.greater),
        Compare::More => (found.greater, &found.less + &found.equal),
        Compare::AtLeast => (&found.greater + &found.equal, found.less),
    };
    let known = &held + &missed;
    let open = (left.total() * right.total()).checked_sub(&known);
    Dist::with_cut(vec![(true, held), (false, missed)], open.map(Cut::anywhere))
}

/// The comparison that holds of the same two the other way round.
fn turned(compare: Compare) -> Compare {
    match compare {
        Compare::Equal | Compare::NotEqual => compare,
        Compare::Less => Compare::More,
        Compare::AtMost => Compare::AtLeast,
        Compare::More => Compare::Less,
        Compare::AtLeast => Compare::AtMost,
    }
}

pub(super) fn holds(compare: Compare, a: Num, b: Num) -> bool {
    match compare {
        Compare::Equal => a == b,
        Compare::NotEqual => a != b,
        Compare::Less => a < b,
        Compare::AtMost => a <= b,
        Compare::More => a > b,
        Compare::AtLeast => a >= b,
    }
}

fn whole(numbers: &Dist<Num>) -> bool {
    numbers.outcomes().iter().all(|(number, _)| number.is_int())
}

/// The same with so many outcomes listed that what is not listed lies beyond all numbers that are named;
/// `None` where it does already, or where it is not known how the tail goes on.
pub(super) fn listed_as_far_as(numbers: &Dist<Num>, with: &Value) -> Option<Dist<Num>> {
    let cut = numbers.cut()?;
    let named = |number: Num| {
        let (first, last) = (numbers.outcomes().first()?.0, numbers.outcomes().last()?.0);
        let is_listed = match cut.tail {
            Tail::Above => number <= last,
            Tail::Below => number >= first,
            Tail::Anywhere => true,
        };
        if is_listed { None } else { numbers.listed_to(number) }
    };
    match with {
        Value::Number(number) | Value::Percent(number) => named(*number),
        Value::Range(range) => {
            let ends = [range.0, range.1].into_iter().flatten();
            named(if cut.tail == Tail::Below { ends.min()? } else { ends.max()? })
        }
        Value::List(items) => {
            let further = |known: Option<Dist<Num>>, item: &Value| {
                listed_as_far_as(known.as_ref().unwrap_or(numbers), item).or(known)
            };
            items.iter().fold(None, further)
        }
        Value::Unset
        | Value::Nothing
        | Value::YesNo(_)
        | Value::Quantity(..)
        | Value::Fraction(_)
        | Value::Word(..)
        | Value::Set(..)
        | Value::Text(_)
        | Value::Row(_)
        | Value::Record(..)
        | Value::Parts(_)
        | Value::Unrolled(_)
        | Value::Odds(_)
        | Value::Open(_) => None,
    }
}

/// Whether what is not listed is one of these: a number, a range, or a list of them; `None` where all is
/// listed or that is not known.
fn holds_beyond(numbers: &Dist<Num>, with: &Value) -> Option<bool> {
    let above = match numbers.cut()?.tail {
        Tail::Above => true,
        Tail::Below => false,
        Tail::Anywhere => return None,
    };
    let (first, last) = (numbers.outcomes().first()?.0, numbers.outcomes().last()?.0);
    let listed = |number: Num| if above { number <= last } else { number >= first };
    match with {
        Value::Number(number) | Value::Percent(number) => listed(*number).then_some(false),
        Value::Range(range) => match (**range, above) {
            ((_, None), true) | ((None, _), false) => {
                let near = if above { range.0 } else { range.1 };
                near.is_none_or(listed).then_some(true)
            }
            ((_, Some(far)), true) | ((Some(far), _), false) => listed(far).then_some(false),
        },
        Value::List(items) => {
            let each: Option<Vec<bool>> = items.iter().map(|item| holds_beyond(numbers, item)).collect();
            Some(each?.contains(&true))
        }
        Value::Unset
        | Value::Nothing
        | Value::YesNo(_)
        | Value::Quantity(..)
        | Value::Fraction(_)
        | Value::Word(..)
        | Value::Set(..)
        | Value::Text(_)
        | Value::Row(_)
        | Value::Record(..)
        | Value::Parts(_)
        | Value::Unrolled(_)
        | Value::Odds(_)
        | Value::Open(_) => None,
    }
}
