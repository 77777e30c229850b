//! Lists in their order, and places of lists.

use super::Demand;
use super::draws::{Bag, Draws, counts};
use super::forms::sort_order;
use super::gap::Gap;
use super::locals::{Env, Slot};
use super::lot::{Lot, if_there, longer};
use super::need::Need;
use crate::base::Num;
use crate::check::program::{Expr, ExprKind, ItemScope};
use crate::dice;
use crate::dist::{Dist, Nat};
use crate::plan::{Op, Value};

impl<'p> Demand<'p> {
    /// The item at a place of a list, counted from 1, where the list need not be made.
    #[expect(clippy::wildcard_enum_match_arm, reason = "whatever is not named is made, and then looked up")]
    pub(super) fn at_place(
        &mut self,
        list: &'p Expr,
        place: i64,
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Option<Lot>, Gap> {
        let Some(at) = place.checked_sub(1).and_then(|at| usize::try_from(at).ok()) else { return Ok(None) };
        if !self.effects.parts_apart(list) {
            return self.card_at(list, at, env, need);
        }
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
                Slot::Unset | Slot::Value(_) | Slot::Beyond(_) | Slot::Roll(..) | Slot::Table(..) => Ok(None),
            },
            ExprKind::Sort(scope, keys) if scope.filter.is_none() => {
                match self.ranked(&scope.of, sort_order(scope, keys), at, env)? {
                    Some(found) => Ok(Some(found)),
                    None => self.standing(list, (at, false), env, need),
                }
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
        let ops = [dice::Op::keep_lowest(from + 1), dice::Op::keep_highest(1)];
        self.values_total(groups, &ops)
    }

    /// So many equal rolls, each at its place.
    pub(super) fn times(
        &mut self,
        (count, body): (&'p Expr, &'p Expr),
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Lot, Gap> {
        let counts = self.lot(count, env, &Need::first())?.numbers().ok_or(Gap::Uncovered)?;
        let counts = counts_of(&counts)?;
        let each = self.lot(body, env, &need.of_item())?.into_values();
        if need.is_unordered() && each.is_complete() && counts.is_complete() {
            let bag = Bag::of(vec![Draws::new(counts, Lot::of(each))]);
            let lists = self.multisets(&bag)?;
            return Ok(Lot::of(lists.relabel(|items| Value::List(std::sync::Arc::new(items)))));
        }
        // All lists differ, so that it is known beforehand how many there will be.
        for (count, _) in counts.outcomes() {
            let lists = (each.len() as u64).saturating_pow(*count);
            let words = each.total().words().saturating_mul(u64::from(*count));
            self.budget.check_lists(lists, u64::from(*count), words)?;
        }
        let each = each.relabel(Some);
        let mut parts: Vec<(Nat, Dist<Vec<Value>>)> = Vec::with_capacity(counts.len());
        let mut lists = Dist::point(Vec::new());
        let mut items = 0u32;
        for (count, weight) in counts.outcomes() {
            while items < *count {
                items += 1;
                lists = longer(lists, &each, items as usize, &mut self.budget)?;
            }
            parts.push((weight.clone(), lists.clone()));
        }
        let lists = Dist::mix(&parts, &mut self.budget)?;
        Ok(Lot::of(lists.relabel(|items| Value::List(std::sync::Arc::new(items)))))
    }

    /// A list in its order: only where the items can be told one by one.
    pub(super) fn ordered(&mut self, expr: &'p Expr, env: &Env<'p>, need: &Need) -> Result<Lot, Gap> {
        if let ExprKind::Times { count, body, unique: false } = &expr.kind {
            return self.times((count, body), env, need);
        }
        let (ExprKind::Map(scope, _) | ExprKind::Filter(scope)) = &expr.kind else {
            return Err(Gap::Uncovered);
        };
        let each = if let ExprKind::Map(_, each) = &expr.kind { Some(&**each) } else { None };
        let items = match each {
            Some(each) => self.uses.item_need(scope, &[each], need),
            None => self.uses.filter_need(scope, need),
        };
        // How many there are matters, even where nobody looks at any of them.
        let items = if items.is_nothing() { Need::which() } else { items };
        let lists = self.lot(&scope.of, env, &items)?;
        if let Some(list) = lists.single() {
            return self.walked_in_order(list, (scope, each), env, need);
        }
        // Without their order, or sorted, there are few enough to walk each.
        let are_few =
            items.is_unordered_as(&scope.of.gives) || is_of_groups(&scope.of) || is_sorted(&scope.of);
        if !are_few || !lists.is_complete() {
            return Err(Gap::Uncovered);
        }
        self.follow(&lists.into_values(), |this, list| {
            this.walked_in_order(list.clone(), (scope, each), env, need)
        })
    }

    /// A list that is known, walked item by item.
    fn walked_in_order(
        &mut self,
        list: Value,
        (scope, each): (&'p ItemScope, Option<&'p Expr>),
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Lot, Gap> {
        let list = self.bench.apply(Op::ToItems, &[list])?;
        let list = list.as_list().cloned().ok_or(Gap::Wrong)?;
        let mut all: Dist<Vec<Value>> = Dist::point(Vec::new());
        for item in list.iter() {
            let env = env.with_value(scope.item, item.clone());
            let passed = match &scope.filter {
                Some(filter) => self.lot(filter, &env, &Need::all())?.yeses().ok_or(Gap::Wrong)?,
                None => Dist::point(true),
            };
            let may_pass = passed.outcomes().iter().any(|(yes, _)| *yes);
            let one = match each.filter(|_| may_pass) {
                Some(each) => self.lot(each, &env, &need.of_item())?.into_values(),
                None => Dist::point(item.clone()),
            };
            let one = if_there(&passed, &one, &mut self.budget)?;
            all = longer(all, &one, list.len(), &mut self.budget)?;
        }
        Ok(Lot::of(all.relabel(|items| Value::List(std::sync::Arc::new(items)))))
    }

    /// A sorted list: a multiset, where it is sorted by its own values.
    pub(super) fn sort(
        &mut self,
        scope: &'p ItemScope,
        keys: &'p [(Expr, bool)],
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Lot, Gap> {
        let order = sort_order(scope, keys);
        let (Some(down), None) = (order, &scope.filter) else {
            return self.in_order_of_keys(scope, keys, env, need);
        };
        let Some(bag) = self.bag(&scope.of, env, &need.sorted())? else {
            return self.sorted_groups(&scope.of, down, env, need);
        };
        let lists = self.multisets(&bag)?;
        let in_order = |group: &Draws| {
            let values: Vec<Value> = group.each.outcomes().map(|(value, _)| value).collect();
            values.is_sorted_by(|a, b| self.plan.order(a, b).is_lt())
        };
        // What comes up is listed from the least on already, where both orders agree.
        if !down && matches!(bag.groups.as_slice(), [group] if in_order(group)) {
            return Ok(Lot::Values(lists.relabel(|items| Value::List(std::sync::Arc::new(items)))));
        }
        Ok(Lot::of(lists.map(|items| {
            let mut items = items.clone();
            items.sort_by(|a, b| self.plan.order(a, b));
            if down {
                items.reverse();
            }
            Value::List(std::sync::Arc::new(items))
        })))
    }

    /// What is made of groups, sorted by itself.
    fn sorted_groups(&mut self, list: &'p Expr, down: bool, env: &Env<'p>, need: &Need) -> Result<Lot, Gap> {
        if !is_of_groups(list) {
            return Err(Gap::Uncovered);
        }
        let lists = self.lot(list, env, &need.sorted().in_any_order())?;
        let items = Value::List(std::sync::Arc::default());
        let sorted =
            |list: &Value| self.bench.apply(Op::SortBy(u32::from(down)), &[list.clone(), items.clone()]);
        Ok(Lot::of(lists.into_values().try_map(sorted)?))
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
            let own = match parts.pop() {
                Some((_, only)) if parts.is_empty() => only,
                last => {
                    parts.extend(last);
                    Dist::mix(&parts, &mut self.budget)?
                }
            };
            all = if at == 0 {
                own
            } else {
                let longest =
                    |dist: &Dist<Vec<Value>>| dist.outcomes().iter().map(|(items, _)| items.len()).max();
                let items = longest(&all).unwrap_or(0) + longest(&own).unwrap_or(0);
                all.lists_with(&own, items, &mut self.budget, |a, b| {
                    let mut both: Vec<Value> = a.iter().chain(b).cloned().collect();
                    both.sort();
                    both
                })?
            };
        }
        Ok(all)
    }

    /// The items of a list in groups, for each list that may come up.
    pub(super) fn groups(
        &mut self,
        scope: &'p ItemScope,
        key: &'p Expr,
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Lot, Gap> {
        let lists = self.lot(&scope.of, env, &self.uses.grouped_need(scope, key, need))?;
        if scope.filter.is_some() || !lists.is_complete() {
            return Err(Gap::Uncovered);
        }
        self.follow(&lists.into_values(), |this, list| {
            let list = this.bench.apply(Op::ToItems, std::slice::from_ref(list))?;
            let items = list.as_list().cloned().ok_or(Gap::Wrong)?;
            let mut keys = Vec::with_capacity(items.len());
            for item in items.iter() {
                let key = this.lot(key, &env.with_value(scope.item, item.clone()), &Need::all())?;
                keys.push(key.single().ok_or(Gap::Uncovered)?);
            }
            let keys = Value::List(std::sync::Arc::new(keys));
            Ok(Lot::point(this.bench.apply(Op::GroupBy, &[Value::List(items), keys])?))
        })
    }

    /// One item of a list, each as likely.
    pub(super) fn pick(&mut self, of: &'p Expr, env: &Env<'p>, need: &Need) -> Result<Lot, Gap> {
        let lists = self.lot(of, env, &need.of_list_in_any_order())?.into_values();
        self.follow(&lists, |this, list| {
            let items = this.bench.apply(Op::ToItems, std::slice::from_ref(list))?;
            let items = items.as_list().filter(|items| !items.is_empty()).cloned().ok_or(Gap::Wrong)?;
            Ok(Lot::of(Dist::uniform(items.iter().cloned())?))
        })
    }
}

/// Whether a list is made of groups of another.
#[expect(clippy::wildcard_enum_match_arm, reason = "whatever is not named is no walk")]
fn is_of_groups(list: &Expr) -> bool {
    match &list.kind {
        ExprKind::Groups(..) => true,
        ExprKind::Map(scope, _) | ExprKind::Filter(scope) | ExprKind::Sort(scope, _) => {
            is_of_groups(&scope.of)
        }
        _ => false,
    }
}

fn is_sorted(list: &Expr) -> bool {
    matches!(list.kind, ExprKind::Sort(..))
}

/// How often, where all numbers of times are known.
fn counts_of(numbers: &Dist<Num>) -> Result<Dist<u32>, Gap> {
    counts(numbers).filter(Dist::is_complete).ok_or(Gap::Uncovered)
}
