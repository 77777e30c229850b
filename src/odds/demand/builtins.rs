//! Built-in functions: of lists without their order, and of several values.

use std::cmp::Ordering;

use super::Demand;
use super::draws::{Bag, Draws, Numbers};
use super::forms;
use super::gap::Gap;
use super::locals::{Env, Slot};
use super::lot::Lot;
use super::need::{self, Need};
use super::pools::single;
use crate::base::{Num, NumError};
use crate::check::Builtin;
use crate::check::program::{Expr, ExprKind, UnitId};
use crate::dist::{Budget, Dist, Nat, NearAndFar, Tail};
use crate::odds::figures;
use crate::plan::{Op, Value};

impl<'p> Demand<'p> {
    /// A built-in function.
    pub(super) fn builtin(
        &mut self,
        expr: &'p Expr,
        builtin: Builtin,
        args: &'p [Expr],
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Lot, Gap> {
        let looked = need::builtin_need(builtin, args, need);
        if let [only] = args
            && env.is_list(only)
        {
            if let Some(bag) = self.bag(only, env, &looked)?
                && let Some(lot) = self.of_bag(builtin, &bag, need)?
            {
                return Ok(lot);
            }
            if let Some(lot) = self.viewed(expr, env)? {
                return Ok(lot);
            }
            if matches!(builtin, Builtin::First | Builtin::Last)
                && let Some(lot) = self.standing(only, (0, builtin == Builtin::Last), env, need)?
            {
                return Ok(lot);
            }
        }
        let lots: Vec<Lot> = args.iter().map(|arg| self.lot(arg, env, &looked)).collect::<Result<_, _>>()?;
        for (at, arg) in args.iter().enumerate() {
            let Some(lot) = lots.get(at) else { continue };
            let Some(sides) = self.sides(arg, env, lot)? else { continue };
            let mut parts = Vec::with_capacity(sides.len());
            for (weight, side) in sides {
                let mut lots = lots.clone();
                lots.splice(at..=at, [Lot::Numbers(side)]);
                parts.push((weight, self.of_values(builtin, lots)?));
            }
            return Ok(Lot::mix(parts, &mut self.budget)?);
        }
        self.of_values(builtin, lots)
    }

    /// What a function makes of independent values.
    fn of_values(&mut self, builtin: Builtin, args: Vec<Lot>) -> Result<Lot, Gap> {
        if let [Lot::Numbers(numbers)] = args.as_slice()
            && let Some(made) = of_endless(builtin, numbers, &mut self.budget)?
        {
            return Ok(Lot::Numbers(made));
        }
        if args.len() > 1
            && let Some(lot) = self.of_several(builtin, &args)?
        {
            return Ok(lot);
        }
        let count = u32::try_from(args.len()).unwrap_or(u32::MAX);
        let all = self.together(args)?;
        self.budget.charge(all.len() as u64 * 16)?;
        let bench = &mut self.bench;
        Ok(Lot::of(all.try_map(|values| bench.apply(Op::Builtin(builtin, count), values))?))
    }

    /// `max(a, b)`.
    fn of_several(&mut self, builtin: Builtin, args: &[Lot]) -> Result<Option<Lot>, Gap> {
        // Rows that count as numbers become numbers; so do yes and no.
        let numbers: Option<Vec<Dist<Num>>> = args.iter().map(Lot::numbers).collect();
        let Some(numbers) = numbers else { return Ok(None) };
        if builtin == Builtin::Sum {
            let mut sum = Dist::point(Num::ZERO);
            for number in &numbers {
                sum = sum.sum(number, &mut self.budget)?;
            }
            return Ok(Some(Lot::Numbers(sum)));
        }
        if !matches!(builtin, Builtin::Min | Builtin::Max) {
            return Ok(None);
        }
        if let [a, b] = numbers.as_slice()
            && let Some(held) = held_to(a, b, builtin == Builtin::Max, &mut self.budget)?
        {
            return Ok(Some(Lot::Numbers(held)));
        }
        let groups: Vec<(u32, Dist<Num>)> = numbers.into_iter().map(|number| (1, number)).collect();
        let extreme = super::numbers::extreme(&groups, builtin == Builtin::Max, &mut self.budget)?;
        Ok(Some(Lot::Numbers(extreme)))
    }

    /// `if a > b then a else b` where numbers are chosen between that are worked out where they stand: each of the names
    /// counts as read once ([`forms::extreme_of_names`]). `None` where both are known.
    pub(super) fn extreme_of_names(&mut self, expr: &'p Expr, env: &Env<'p>) -> Result<Option<Lot>, Gap> {
        let Some((builtin, names)) = forms::extreme_of_names(expr) else { return Ok(None) };
        let is_known = |name: &Expr| matches!(&name.kind, ExprKind::Local(local) if matches!(env.slot(*local), Slot::Value(_)));
        if names.iter().all(|name| is_known(name)) {
            return Ok(None);
        }
        let lots: Vec<Lot> =
            names.iter().map(|name| self.lot(name, env, &Need::first())).collect::<Result<_, _>>()?;
        if lots.iter().all(|lot| matches!(lot, Lot::Numbers(_))) {
            self.of_several(builtin, &lots)
        } else {
            Err(Gap::Uncovered)
        }
    }

    /// What a function makes of a bag, where it can be had from the draws.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "what is not named is asked of each list: the safe answer"
    )]
    fn of_bag(&mut self, builtin: Builtin, bag: &Bag, need: &Need) -> Result<Option<Lot>, Gap> {
        match builtin {
            Builtin::Sum => self.sum_of_bag(bag, need),
            Builtin::Count => self.count_bag(bag).map(|count| Some(Lot::Numbers(count))),
            Builtin::Min | Builtin::Max if !bag.may_be_empty() => self.extreme_of_bag(builtin, bag),
            Builtin::Any | Builtin::All | Builtin::NoneOf => {
                let Some(yeses) = self.yeses_of_bag(bag, builtin == Builtin::All)? else { return Ok(None) };
                // All are yes where none is a no.
                let held = yeses.map(|hits| hits.is_zero() != (builtin == Builtin::Any));
                Ok(Some(Lot::yes_no(held)))
            }
            Builtin::First | Builtin::Last => match bag.groups.as_slice() {
                // Of equal draws each is like the others.
                [group] if !bag.is_sorted && group.count.outcomes().iter().all(|(count, _)| *count > 0) => {
                    Ok(Some(group.each.clone()))
                }
                _ => Ok(None),
            },
            Builtin::Mean => self.average_of_bag(bag),
            _ => Ok(None),
        }
    }

    /// The sum; quantities are added as numbers of one unit. How a sum of several units is written is a matter of
    /// which comes first.
    fn sum_of_bag(&mut self, bag: &Bag, need: &Need) -> Result<Option<Lot>, Gap> {
        let heaped: Option<Vec<Draws>> =
            bag.groups.iter().map(|group| self.heaped(group)).collect::<Result<_, _>>()?;
        if let Some(groups) = heaped.filter(|groups| !groups.is_empty()) {
            return self.sum_of_bag(&Bag::of(groups), need);
        }
        if let Some(numbers) = bag.numbers() {
            return Ok(Some(Lot::Numbers(self.sum_of_numbers(&numbers)?)));
        }
        let Some((unit, groups)) = self.in_one_unit(bag, need.is_compared()) else { return Ok(None) };
        let none = self.none_present(bag)?;
        let sum = self.sum_of_numbers(&groups)?;
        if none.is_zero() {
            return Ok(Some(Lot::of(sum.map(|sum| Value::Quantity(*sum, unit)))));
        }
        // Of nothing the sum is a plain 0. Where nothing is worth nothing, there is no other.
        let worthless =
            |numbers: &Dist<Num>| numbers.outcomes().iter().any(|(number, _)| *number <= Num::ZERO);
        if groups.0.iter().any(|(_, numbers)| worthless(numbers)) {
            return Ok(None);
        }
        Ok(Some(Lot::of(sum.map(|sum| match sum.is_zero() {
            true => Value::Number(*sum),
            false => Value::Quantity(*sum, unit),
        }))))
    }

    /// A group whose count is the sum of equal dice, as that many equal heaps, each of which is one number.
    fn heaped(&mut self, group: &Draws) -> Result<Option<Draws>, Gap> {
        let (Some((heaps, count)), Some(each)) = (&group.heaps, group.each.numbers()) else {
            return Ok(None);
        };
        let heap = each.random_sum(count, &mut self.budget)?;
        Ok(Some(Draws::new(Dist::point(*heaps), Lot::Numbers(heap))))
    }

    fn none_present(&mut self, bag: &Bag) -> Result<Nat, Gap> {
        let size = bag.size(&mut self.budget)?;
        let none = size.outcomes().iter().find(|(size, _)| size.is_zero());
        Ok(none.map_or(Nat::ZERO, |(_, weight)| weight.clone()))
    }

    fn sum_of_numbers(&mut self, numbers: &Numbers) -> Result<Dist<Num>, Gap> {
        let mut sum = Dist::point(Num::ZERO);
        for (count, each) in &numbers.0 {
            let group = each.random_sum(count, &mut self.budget)?;
            sum = sum.sum(&group, &mut self.budget)?;
        }
        Ok(sum)
    }

    /// How many items there are; of yes and no, how many are yes.
    fn count_bag(&mut self, bag: &Bag) -> Result<Dist<Num>, Gap> {
        let yes_no = |group: &Draws| group.each.yeses().is_some();
        if !bag.groups.is_empty()
            && bag.groups.iter().all(yes_no)
            && let Some(yeses) = self.yeses_of_bag(bag, false)?
        {
            return Ok(yeses);
        }
        if bag.groups.iter().any(yes_no) {
            return Err(Gap::Uncovered);
        }
        Ok(bag.size(&mut self.budget)?)
    }

    /// How many are yes, or `no`; `None` where they are neither.
    fn yeses_of_bag(&mut self, bag: &Bag, no: bool) -> Result<Option<Dist<Num>>, Gap> {
        let mut sum = Dist::point(Num::ZERO);
        for group in &bag.groups {
            let Some(each) = group.each.yeses() else { return Ok(None) };
            let hit = each.map(|yes| Num::int(i64::from(*yes != no)));
            let hits = hit.random_sum(&group.count, &mut self.budget)?;
            sum = sum.sum(&hits, &mut self.budget)?;
        }
        Ok(Some(sum))
    }

    fn extreme_of_bag(&mut self, builtin: Builtin, bag: &Bag) -> Result<Option<Lot>, Gap> {
        let greatest = builtin == Builtin::Max;
        let at_least_one = |counts: &[(u32, Dist<Num>)]| !counts.is_empty();
        let work = |this: &mut Self, groups: Vec<(u32, Dist<Num>)>| {
            if !at_least_one(&groups) {
                return Err(Gap::Wrong);
            }
            Ok(Lot::Numbers(super::numbers::extreme(&groups, greatest, &mut this.budget)?))
        };
        if let Some(numbers) = bag.numbers() {
            return self.by_counts(&numbers, work).map(Some);
        }
        let Some((unit, groups)) = self.in_one_unit(bag, false) else { return Ok(None) };
        let lot = self.by_counts(&groups, work)?;
        let Lot::Numbers(dist) = lot else { return Ok(None) };
        Ok(Some(Lot::of(dist.map(|number| Value::Quantity(*number, unit)))))
    }

    fn average_of_bag(&mut self, bag: &Bag) -> Result<Option<Lot>, Gap> {
        let Some(numbers) = bag.numbers().filter(|_| !bag.may_be_empty()) else { return Ok(None) };
        self.by_counts(&numbers, |this, groups| {
            let size = groups.iter().map(|(count, _)| i64::from(*count)).sum();
            let mut sum = Dist::point(Num::ZERO);
            for (count, each) in &groups {
                sum = sum.sum(&each.sum_of(*count, &mut this.budget)?, &mut this.budget)?;
            }
            Ok(Lot::Numbers(sum.linear(Num::ONE.div(Num::int(size))?, Num::ZERO)?))
        })
        .map(Some)
    }

    /// The groups as numbers of one unit, where all of them are quantities in it, or in others that are related
    /// to it.
    fn in_one_unit(&self, bag: &Bag, or_related: bool) -> Option<(UnitId, Numbers)> {
        let units = &self.plan.program.units;
        let values = || bag.groups.iter().flat_map(|group| group.each.outcomes().map(|(value, _)| value));
        let all: Vec<Value> = values().collect();
        let unit = figures::largest_unit(units, all.iter())?;
        let is_other = |value: &Value| matches!(value, Value::Quantity(_, of) if *of != unit);
        if !or_related && all.iter().any(is_other) {
            return None;
        }
        let zero = |value: &Value| matches!(value, Value::Number(number) if number.is_zero());
        let in_it = |(value, weight): (Value, &Nat)| {
            let number = if zero(&value) { Num::ZERO } else { figures::in_unit(units, &value, unit)? };
            Some((number, weight.clone()))
        };
        let group = |group: &Draws| {
            let Lot::Values(dist) = &group.each else { return None };
            let numbers: Option<Vec<(Num, Nat)>> = group.each.outcomes().map(in_it).collect();
            Some((group.count.clone(), Dist::with_cut(numbers?, dist.cut().cloned()).ok()?))
        };
        Some((unit, Numbers(bag.groups.iter().map(group).collect::<Option<_>>()?)))
    }
}

/// What a function makes of numbers without end; `None` where all are listed, or where it is not known how what it
/// makes goes on.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "what is not named is asked of each number: the safe answer"
)]
fn of_endless(builtin: Builtin, numbers: &Dist<Num>, budget: &mut Budget) -> Result<Option<Dist<Num>>, Gap> {
    if numbers.is_complete() {
        return Ok(None);
    }
    let is_negative = |(number, _): &(Num, Nat)| number.is_negative();
    Ok(match builtin {
        Builtin::Floor => numbers.floor_div(Num::ONE),
        Builtin::Ceil => numbers.ceil(),
        // A half goes away from zero.
        Builtin::Round if !numbers.outcomes().iter().any(is_negative) => {
            numbers.linear(Num::ONE, Num::ONE.div(Num::int(2))?)?.floor_div(Num::ONE)
        }
        Builtin::Abs => match numbers.near_and_far(budget) {
            Some(parts) => distance_from_zero(parts, budget)?,
            None => None,
        },
        // Of a single number.
        Builtin::Sum | Builtin::Min | Builtin::Max | Builtin::Mean => Some(numbers.clone()),
        _ => None,
    })
}

/// How far from 0 numbers without end lie, where all that are not listed lie on one side of it.
fn distance_from_zero(parts: NearAndFar, budget: &mut Budget) -> Result<Option<Dist<Num>>, Gap> {
    let mut far = parts.far;
    let on_side = |first: bool| far.outcomes().iter().all(|(number, _)| number.is_negative() == first);
    match far.cut().map(|cut| cut.tail) {
        Some(Tail::Above) if on_side(false) => {}
        Some(Tail::Below) if on_side(true) => far = far.linear(Num::int(-1), Num::ZERO)?,
        Some(Tail::Above | Tail::Below | Tail::Anywhere) | None => return Ok(None),
    }
    let near = parts.near.into_iter().map(|(number, weight)| Ok((number.abs()?, weight)));
    let near = near.collect::<Result<Vec<_>, NumError>>()?;
    Ok(Some(NearAndFar::joined(near, (parts.weight, far), budget)?))
}

/// The greater or the lesser of a certain number and of one without end, where all that are not listed lie on one side
/// of it.
fn held_to(
    a: &Dist<Num>,
    b: &Dist<Num>,
    greatest: bool,
    budget: &mut Budget,
) -> Result<Option<Dist<Num>>, Gap> {
    let (bound, numbers) = match (single(a), single(b)) {
        (Some(bound), None) => (bound, b),
        (None, Some(bound)) => (bound, a),
        (Some(_), Some(_)) | (None, None) => return Ok(None),
    };
    // On which side of the bound numbers without end lie, where all of them lie on one.
    let side_of = |numbers: &Dist<Num>| {
        let beyond = |sign: Ordering| numbers.outcomes().iter().all(|(number, _)| number.cmp(&bound) == sign);
        match numbers.cut().map(|cut| cut.tail) {
            Some(Tail::Above) if beyond(Ordering::Greater) => Some(true),
            Some(Tail::Below) if beyond(Ordering::Less) => Some(false),
            Some(Tail::Above | Tail::Below | Tail::Anywhere) | None => None,
        }
    };
    if let Some(is_greater) = side_of(numbers) {
        return Ok(Some(if is_greater == greatest { numbers.clone() } else { Dist::point(bound) }));
    }
    let Some(parts) = numbers.near_and_far(budget) else { return Ok(None) };
    let Some(is_greater) = side_of(&parts.far) else { return Ok(None) };
    let hold = |number: Num| if greatest { number.max(bound) } else { number.min(bound) };
    let near = parts.near.into_iter().map(|(number, weight)| (hold(number), weight)).collect();
    let far = if is_greater == greatest { parts.far } else { Dist::point(bound) };
    Ok(Some(NearAndFar::joined(near, (parts.weight, far), budget)?))
}
