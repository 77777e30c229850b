//! Lists of which only the values are looked at, not their order.

use super::env::{Env, Slot};
use super::lot::Lot;
use super::need::{self, Need};
use super::{Demand, Gap};
use crate::base::Num;
use crate::check::Builtin;
use crate::check::program::{Expr, ExprKind, ItemScope, UnitId};
use crate::dist::{Budget, Dist, DistError, Nat, binomial};
use crate::plan::{Op, Value};
use crate::syntax::ast::TableKind;

/// Independent groups of independent equal draws.
#[derive(Debug, Clone)]
pub(super) struct Bag {
    pub(super) groups: Vec<Group>,
}

/// So many draws, each the same.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub(super) count: Dist<u32>,
    pub(super) each: Lot,
}

/// A bag of numbers.
pub(super) struct Numbers(pub(super) Vec<(Dist<u32>, Dist<Num>)>);

impl Bag {
    /// The bag of numbers that it is, if it is one.
    pub(super) fn numbers(&self) -> Option<Numbers> {
        let number = |group: &Group| Some((group.count.clone(), group.each.numbers()?));
        Some(Numbers(self.groups.iter().map(number).collect::<Option<_>>()?))
    }

    /// How many there are.
    fn size(&self, budget: &mut Budget) -> Result<Dist<Num>, DistError> {
        let mut sum = Dist::point(Num::ZERO);
        for group in &self.groups {
            let count = group.count.map(|count| Num::int(i64::from(*count)));
            sum = sum.sum(&count, budget)?;
        }
        Ok(sum)
    }

    /// Whether there may be none.
    fn may_be_empty(&self) -> bool {
        let none = |group: &Group| group.count.outcomes().first().is_none_or(|(count, _)| *count == 0);
        self.groups.iter().all(none)
    }
}

/// Numbers of times.
pub(super) fn counts(numbers: &Dist<Num>) -> Option<Dist<u32>> {
    let count = |number: &Num| u32::try_from(number.as_int()?).ok();
    let all: Option<Vec<(u32, Nat)>> =
        numbers.outcomes().iter().map(|(number, weight)| Some((count(number)?, weight.clone()))).collect();
    Dist::with_cut(all?, numbers.cut().cloned()).ok()
}

impl<'p> Demand<'p> {
    /// The list that an expression gives, as a bag; `None` where its items depend on one another, or where
    /// it is no list.
    pub(super) fn bag(&mut self, expr: &'p Expr, env: &Env<'p>, need: &Need) -> Result<Option<Bag>, Gap> {
        if env.seen(expr).is_some() || !self.effects.parts_apart(expr) {
            return Ok(None);
        }
        match &expr.kind {
            ExprKind::Times { count, body, unique: false } => {
                let count = self.lot(count, env, &Need::first())?.numbers().ok_or(Gap::Uncovered)?;
                let count = counts(&count).ok_or(Gap::Wrong)?;
                let each = self.lot(body, env, need)?;
                Ok(Some(Bag { groups: vec![Group { count, each }] }))
            }
            ExprKind::List(items) => {
                let group = |item: &'p Expr| Ok(Group { count: Dist::point(1), each: self.lot(item, env, need)? });
                Ok(Some(Bag { groups: items.iter().map(group).collect::<Result<_, Gap>>()? }))
            }
            ExprKind::Field(of, name) if is_list(of) => {
                let symbol = self.symbol(name).ok_or(Gap::Uncovered)?;
                let Some(bag) = self.bag(of, env, &Need::field(name, need))? else { return Ok(None) };
                let field = |group: Group| {
                    Ok(Group { count: group.count, each: self.mapped(group.each, Op::Field(symbol))? })
                };
                Ok(Some(Bag { groups: bag.groups.into_iter().map(field).collect::<Result<_, Gap>>()? }))
            }
            ExprKind::Map(scope, each) => {
                let Some(bag) = self.bag(&scope.of, env, &need::item_need(scope, &[each], need))? else {
                    return Ok(None);
                };
                self.walked(bag, scope, Some(each), env, need).map(Some)
            }
            ExprKind::Filter(scope) => {
                let Some(bag) = self.bag(&scope.of, env, &need::filter_need(scope, need))? else {
                    return Ok(None);
                };
                self.walked(bag, scope, None, env, need).map(Some)
            }
            ExprKind::Sort(scope, _) if scope.filter.is_none() => self.bag(&scope.of, env, need),
            ExprKind::Builtin(Builtin::Reverse, args) => match args.as_slice() {
                [list] => self.bag(list, env, need),
                _ => Ok(None),
            },
            ExprKind::Draw(pick) if self.is_kind(pick.table, TableKind::Each) => self.each_rows(pick, env, need),
            ExprKind::Local(local) => match env.slot(*local) {
                Slot::Later(later, outer) => self.bag(later, &outer.clone(), need),
                Slot::Value(value) => Ok(listed(value)),
                Slot::Unset | Slot::Roll(..) | Slot::Table(..) => Ok(None),
            },
            ExprKind::Literal(_) | ExprKind::Roster(_) | ExprKind::Global(_) => {
                let single = self.lot(expr, env, need)?.single();
                Ok(single.as_ref().and_then(listed))
            }
            ExprKind::Label(of, _) => self.bag(of, env, need),
            _ => Ok(None),
        }
    }

    /// What becomes of the items of a bag that is walked: those that the filter lets through, each turned
    /// into what `each` gives.
    fn walked(
        &mut self,
        bag: Bag,
        scope: &'p ItemScope,
        each: Option<&'p Expr>,
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Bag, Gap> {
        let mut groups = Vec::with_capacity(bag.groups.len());
        for group in bag.groups {
            let items = group.each.into_values();
            let (mut let_through, mut parts) = (Nat::ZERO, Vec::new());
            let mut passes: Vec<(Value, Dist<bool>)> = Vec::new();
            for (item, _) in items.outcomes() {
                let env = env.with_value(scope.item, item.clone());
                let passed = match &scope.filter {
                    Some(filter) => self.lot(filter, &env, &Need::all())?.yeses().ok_or(Gap::Wrong)?,
                    None => Dist::point(true),
                };
                passes.push((item.clone(), passed));
            }
            // All chances over one denominator.
            let common = passes.iter().fold(Nat::ONE, |common, (_, passed)| common.lcm(passed.total()));
            for ((item, passed), (_, weight)) in passes.iter().zip(items.outcomes()) {
                let yes = passed.outcomes().iter().find(|(yes, _)| *yes);
                let Some((_, yes)) = yes else { continue };
                let factor = common.checked_div(passed.total()).unwrap_or(Nat::ONE);
                let weight = &(weight * yes) * &factor;
                let_through += &weight;
                let value = match each {
                    Some(each) => self.lot(each, &env.with_value(scope.item, item.clone()), need)?,
                    None => Lot::point(item.clone()),
                };
                parts.push((weight, value));
            }
            if parts.is_empty() {
                continue;
            }
            let whole = items.total() * &common;
            let count = thinned(&group.count, &let_through, &whole, &mut self.budget)?;
            let mut each = Lot::mix(parts, &mut self.budget)?;
            if !items.is_complete() {
                // Outcomes that are not listed may be let through or not: too little is known.
                return Err(Gap::Uncovered);
            }
            if let Lot::Values(values) = each {
                each = Lot::of(values);
            }
            groups.push(Group { count, each });
        }
        Ok(Bag { groups })
    }

    /// How many items a list has, or the values of a single expression that is no list.
    pub(super) fn count_of(&mut self, of: &'p Expr, env: &Env<'p>) -> Result<Lot, Gap> {
        if is_list(of)
            && let Some(bag) = self.bag(of, env, &Need::which())?
        {
            // An empty list stands for none, and a list of one for some.
            let size = bag.size(&mut self.budget)?;
            return Ok(Lot::of(size.map(|size| {
                let items = if size.is_zero() { Vec::new() } else { vec![Value::Nothing] };
                Value::List(std::sync::Arc::new(items))
            })));
        }
        self.lot(of, env, &Need::all())
    }

    /// What follows from how many draws of each group there are.
    pub(super) fn by_counts(
        &mut self,
        bag: &Numbers,
        mut next: impl FnMut(&mut Self, Vec<(u32, Dist<Num>)>) -> Result<Lot, Gap>,
    ) -> Result<Lot, Gap> {
        let mut counts: Dist<Vec<u32>> = Dist::point(Vec::new());
        for (count, _) in &bag.0 {
            counts = counts.product(count, &mut self.budget, |all, count| {
                let mut all = all.clone();
                all.push(*count);
                all
            })?;
        }
        self.follow(&counts, |this, counts| {
            let mut groups: Vec<(u32, Dist<Num>)> = Vec::new();
            for (count, (_, each)) in counts.iter().zip(&bag.0) {
                match groups.iter_mut().find(|(_, other)| other == each) {
                    Some((known, _)) => *known += count,
                    None if *count > 0 => groups.push((*count, each.clone())),
                    None => {}
                }
            }
            next(this, groups)
        })
    }

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
            && is_list(only)
        {
            if let Some(bag) = self.bag(only, env, &looked)?
                && let Some(lot) = self.of_bag(builtin, &bag)?
            {
                return Ok(lot);
            }
            if let Some(lot) = self.viewed(expr, env)? {
                return Ok(lot);
            }
        }
        let args: Vec<Lot> = args.iter().map(|arg| self.lot(arg, env, &looked)).collect::<Result<_, _>>()?;
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
        let total = match builtin {
            Builtin::Sum => {
                let mut sum = Dist::point(Num::ZERO);
                for number in &numbers {
                    sum = sum.sum(number, &mut self.budget)?;
                }
                sum
            }
            Builtin::Min | Builtin::Max => {
                let groups: Vec<(u32, Dist<Num>)> = numbers.into_iter().map(|number| (1, number)).collect();
                super::numbers::extreme(&groups, builtin == Builtin::Max, &mut self.budget)?
            }
            _ => return Ok(None),
        };
        Ok(Some(Lot::Numbers(total)))
    }

    /// What a function makes of a bag, where it can be had from the draws.
    fn of_bag(&mut self, builtin: Builtin, bag: &Bag) -> Result<Option<Lot>, Gap> {
        match builtin {
            Builtin::Sum => self.sum_of_bag(bag),
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
                [group] if group.count.outcomes().iter().all(|(count, _)| *count > 0) => {
                    Ok(Some(group.each.clone()))
                }
                _ => Ok(None),
            },
            Builtin::Mean => self.average_of_bag(bag),
            _ => Ok(None),
        }
    }

    /// The sum; quantities of one unit are added as numbers.
    fn sum_of_bag(&mut self, bag: &Bag) -> Result<Option<Lot>, Gap> {
        if let Some(numbers) = bag.numbers() {
            return Ok(Some(Lot::Numbers(self.sum_of_numbers(&numbers)?)));
        }
        let Some((unit, groups)) = as_quantities(bag) else { return Ok(None) };
        // Of nothing the sum is a plain 0.
        let none = self.none_present(bag)?;
        let sum = self.sum_of_numbers(&groups)?;
        if none.is_zero() {
            return Ok(Some(Lot::of(sum.map(|sum| Value::Quantity(*sum, unit)))));
        }
        Ok(None)
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
        let yes_no = |group: &Group| group.each.yeses().is_some();
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
        let Some((unit, groups)) = as_quantities(bag) else { return Ok(None) };
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

    /// The item at a place of a list, counted from 1, where the list need not be made.
    pub(super) fn at_place(
        &mut self,
        list: &'p Expr,
        place: i64,
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Option<Lot>, Gap> {
        let Some(at) = place.checked_sub(1).and_then(|at| usize::try_from(at).ok()) else { return Ok(None) };
        match &list.kind {
            ExprKind::List(items) => match items.get(at) {
                Some(item) => self.lot(item, env, need).map(Some),
                None => Ok(None),
            },
            ExprKind::Times { count, body, unique: false } => {
                let count = self.lot(count, env, &Need::first())?.numbers().and_then(|count| counts(&count));
                let long = |count: &Dist<u32>| count.outcomes().iter().all(|(count, _)| *count as usize > at);
                if count.is_some_and(|count| count.is_complete() && long(&count)) {
                    return self.lot(body, env, need).map(Some);
                }
                Ok(None)
            }
            ExprKind::Local(local) => match env.slot(*local) {
                Slot::Later(later, outer) => self.at_place(later, place, &outer.clone(), need),
                Slot::Unset | Slot::Value(_) | Slot::Roll(..) | Slot::Table(..) => Ok(None),
            },
            ExprKind::Sort(scope, keys) if scope.filter.is_none() => {
                self.ranked(&scope.of, super::views::sort_order(scope, keys), at, env)
            }
            _ => Ok(None),
        }
    }

    /// The item at a place of a list that is sorted by itself.
    fn ranked(
        &mut self,
        list: &'p Expr,
        down: Option<bool>,
        at: usize,
        env: &Env<'p>,
    ) -> Result<Option<Lot>, Gap> {
        let Some(down) = down else { return Ok(None) };
        let Some(bag) = self.bag(list, env, &Need::first())? else { return Ok(None) };
        if !bag.groups.iter().all(|group| matches!(group.each, Lot::Numbers(_))) {
            return Ok(None);
        }
        let Some(numbers) = bag.numbers() else { return Ok(None) };
        let at = u32::try_from(at).map_err(|_| Gap::Uncovered)?;
        self.by_counts(&numbers, |this, groups| {
            let size: u32 = groups.iter().map(|(count, _)| *count).sum();
            if at >= size {
                return Err(Gap::Wrong);
            }
            let from = if down { size - 1 - at } else { at };
            this.place_of(groups, from)
        })
        .map(Some)
    }

    /// The value at a place of sorted draws, counted upwards from 0.
    fn place_of(&mut self, groups: Vec<(u32, Dist<Num>)>, from: u32) -> Result<Lot, Gap> {
        let lowest = crate::dice::find_operator("kl").ok_or(Gap::Uncovered)?.0;
        let highest = crate::dice::find_operator("kh").ok_or(Gap::Uncovered)?.0;
        let amount = |amount: u32| crate::dice::Arguments {
            amount: Some(amount),
            when: None,
            limit: None,
            miss: None,
            bound: None,
        };
        let ops = [
            (lowest.build)("kl", amount(from + 1)).map_err(|_| Gap::Uncovered)?,
            (highest.build)("kh", amount(1)).map_err(|_| Gap::Uncovered)?,
        ];
        self.values_total(groups, &ops)
    }

    /// A list in its order: only where the items can be told one by one.
    pub(super) fn ordered(&mut self, expr: &'p Expr, env: &Env<'p>, need: &Need) -> Result<Lot, Gap> {
        let (ExprKind::Map(scope, _) | ExprKind::Filter(scope)) = &expr.kind else { return Err(Gap::Uncovered) };
        let items = match &expr.kind {
            ExprKind::Map(_, each) => need::item_need(scope, &[each], need),
            _ => need::filter_need(scope, need),
        };
        let lists = self.lot(&scope.of, env, &items)?;
        let Some(list) = lists.single() else { return Err(Gap::Uncovered) };
        let list = self.bench.apply(Op::ToItems, &[list])?;
        let list = list.as_list().cloned().ok_or(Gap::Wrong)?;
        let mut all: Dist<Vec<Value>> = Dist::point(Vec::new());
        for item in list.iter() {
            let env = env.with_value(scope.item, item.clone());
            let passed = match &scope.filter {
                Some(filter) => self.lot(filter, &env, &Need::all())?.yeses().ok_or(Gap::Wrong)?,
                None => Dist::point(true),
            };
            let one = self.follow(&passed, |this, yes| match (yes, &expr.kind) {
                (false, _) => Ok(Lot::point(Value::Unset)),
                (true, ExprKind::Map(_, each)) => this.lot(each, &env, need),
                (true, _) => Ok(Lot::point(item.clone())),
            })?;
            all = all.product(&one.into_values(), &mut self.budget, |list, item| {
                let mut list = list.clone();
                if *item != Value::Unset {
                    list.push(item.clone());
                }
                list
            })?;
        }
        Ok(Lot::of(all.map(|items| Value::List(std::sync::Arc::new(items.clone())))))
    }

    /// A sorted list: a multiset, where it is sorted by its own values.
    pub(super) fn sort(
        &mut self,
        scope: &'p ItemScope,
        keys: &'p [(Expr, bool)],
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Lot, Gap> {
        let order = super::views::sort_order(scope, keys);
        let (Some(down), None) = (order, &scope.filter) else { return Err(Gap::Uncovered) };
        let Some(bag) = self.bag(&scope.of, env, need)? else { return Err(Gap::Uncovered) };
        let lists = self.multisets(&bag)?;
        Ok(Lot::of(lists.map(|items| {
            let mut items = items.clone();
            items.sort_by(Value::order);
            if down {
                items.reverse();
            }
            Value::List(std::sync::Arc::new(items))
        })))
    }

    /// What comes up, without regard to order.
    pub(super) fn multisets(&mut self, bag: &Bag) -> Result<Dist<Vec<Value>>, Gap> {
        let mut all: Dist<Vec<Value>> = Dist::point(Vec::new());
        for (at, group) in bag.groups.iter().enumerate() {
            let each = group.each.clone().into_values();
            let mut parts = Vec::with_capacity(group.count.len());
            if !group.count.is_complete() {
                return Err(Gap::Uncovered);
            }
            for (count, weight) in group.count.outcomes() {
                parts.push((weight.clone(), each.multiset(*count, &mut self.budget)?));
            }
            let own = Dist::mix(&parts, &mut self.budget)?;
            all = if at == 0 {
                own
            } else {
                all.product(&own, &mut self.budget, |a, b| {
                    let mut both: Vec<Value> = a.iter().chain(b).cloned().collect();
                    both.sort();
                    both
                })?
            };
        }
        Ok(all)
    }

    /// One item of a list, each as likely.
    pub(super) fn pick(&mut self, of: &'p Expr, env: &Env<'p>, need: &Need) -> Result<Lot, Gap> {
        let lists = self.lot(of, env, need)?.into_values();
        self.follow(&lists, |this, list| {
            let items = this.bench.apply(Op::ToItems, std::slice::from_ref(list))?;
            let items = items.as_list().filter(|items| !items.is_empty()).cloned().ok_or(Gap::Wrong)?;
            Ok(Lot::of(Dist::uniform(items.iter().cloned())?))
        })
    }
}

/// So many draws, of which each stays with a chance.
fn thinned(count: &Dist<u32>, stays: &Nat, whole: &Nat, budget: &mut Budget) -> Result<Dist<u32>, DistError> {
    let goes = whole.checked_sub(stays).unwrap_or(Nat::ZERO);
    if goes.is_zero() {
        return Ok(count.clone());
    }
    let mut parts = Vec::with_capacity(count.len());
    for (many, weight) in count.outcomes() {
        budget.charge_products(u64::from(*many) * 2, whole.words() * u64::from(*many), 1)?;
        let (mut yes, mut left) = (vec![Nat::ONE], vec![Nat::ONE]);
        for at in 0..*many as usize {
            yes.push(&yes.get(at).cloned().unwrap_or(Nat::ZERO) * stays);
            left.push(&left.get(at).cloned().unwrap_or(Nat::ZERO) * &goes);
        }
        let ways = (0..=*many).zip(yes.iter().zip(left.iter().rev()));
        let ways = ways.map(|(hits, (yes, left))| {
            (hits, &(&binomial(u64::from(*many), u64::from(hits)) * yes) * left)
        });
        parts.push((weight.clone(), Dist::from_weights(ways)?));
    }
    let mixed = Dist::mix(&parts, budget)?;
    Ok(match count.cut() {
        Some(cut) => {
            let listed = count.total().checked_sub(&cut.weight).unwrap_or(Nat::ZERO);
            mixed.scaled_down(&listed, count.total())
        }
        None => mixed,
    })
}

/// The items of a list that is known.
fn listed(value: &Value) -> Option<Bag> {
    let items = value.as_list()?;
    let group = |item: &Value| Group { count: Dist::point(1), each: Lot::point(item.clone()) };
    Some(Bag { groups: items.iter().map(group).collect() })
}

/// The groups as numbers of one unit, where all of them are quantities in it.
fn as_quantities(bag: &Bag) -> Option<(UnitId, Numbers)> {
    let mut unit = None;
    let mut groups = Vec::with_capacity(bag.groups.len());
    for group in &bag.groups {
        let Lot::Values(dist) = &group.each else { return None };
        let (numbers, of) = super::super::quantities(dist)?;
        if *unit.get_or_insert(of) != of {
            return None;
        }
        groups.push((group.count.clone(), numbers));
    }
    Some((unit?, Numbers(groups)))
}

/// Whether an expression gives a list.
pub(super) fn is_list(expr: &Expr) -> bool {
    matches!(expr.gives, crate::check::program::Kind::List(_))
}
