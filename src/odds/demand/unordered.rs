//! Lists of which only the values are looked at, not their order.

use std::sync::Arc;

use super::Demand;
use super::draws::{Bag, Draws, Heaps, Numbers, counts, listed};
use super::forms::{is_list, known_pool, mention};
use super::gap::Gap;
use super::locals::{Env, Slot};
use super::lot::Lot;
use super::need::Need;
use crate::base::Num;
use crate::check::Builtin;
use crate::check::program::{Expr, ExprKind, ItemScope};
use crate::dice::{PoolSource, PoolSpec};
use crate::dist::{Budget, Dist, DistError, Nat, binomials};
use crate::plan::{Op, Value};
use crate::syntax::ast::TableKind;

impl<'p> Demand<'p> {
    /// The list that an expression gives, as a bag; `None` where its items depend on one another, or where
    /// it is no list.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever is not named is looked at item by item: the safe answer"
    )]
    pub(super) fn bag(&mut self, expr: &'p Expr, env: &Env<'p>, need: &Need) -> Result<Option<Bag>, Gap> {
        if env.seen(expr).is_some() || !self.effects.parts_apart(expr) {
            return Ok(None);
        }
        match &expr.kind {
            ExprKind::Times { count, body, unique: false } => {
                self.times_bag(count, body, env, need).map(Some)
            }
            ExprKind::List(items) => {
                let each = need.of_item();
                let group = |item: &'p Expr| Ok(Draws::new(Dist::point(1), self.lot(item, env, &each)?));
                Ok(Some(Bag::of(items.iter().map(group).collect::<Result<_, Gap>>()?)))
            }
            ExprKind::Field(of, name) if env.is_list(of) => {
                if let Some(bag) = self.columns_again(of, name, env)? {
                    return Ok(Some(bag));
                }
                let symbol = self.symbol(name).ok_or(Gap::Uncovered)?;
                let Some(bag) = self.bag(of, env, &Need::field(name, need))? else { return Ok(None) };
                let field =
                    |group: Draws| Ok(Draws { each: self.mapped(group.each, Op::Field(symbol))?, ..group });
                let groups = bag.groups.into_iter().map(field).collect::<Result<_, Gap>>()?;
                Ok(Some(Bag { groups, ..bag }))
            }
            ExprKind::Map(scope, each) => self.mapped_bag(scope, each, env, need),
            ExprKind::Filter(scope) => {
                if need.is_only_counted()
                    && let Some(passing) = self.passing(scope, env)?
                {
                    return Ok(Some(passing));
                }
                let Some(bag) = self.bag(&scope.of, env, &self.uses.filter_need(scope, need))? else {
                    return Ok(None);
                };
                self.walked(bag, scope, None, env, need).map(Some)
            }
            ExprKind::Sort(scope, _) if scope.filter.is_none() => {
                let bag = self.bag(&scope.of, env, need)?;
                Ok(bag.map(|bag| Bag { is_sorted: true, ..bag }))
            }
            ExprKind::Builtin(Builtin::Reverse, args) => match args.as_slice() {
                // What is sorted says so, and has no order of its own here.
                [list] => Ok(self.bag(list, env, need)?.map(|mut bag| {
                    bag.groups.reverse();
                    bag
                })),
                _ => Ok(None),
            },
            ExprKind::Builtin(Builtin::Together, args) if args.iter().all(is_list) => {
                self.joined_bags(args, env, need)
            }
            ExprKind::Draw(pick) if self.is_kind(pick.table, TableKind::Each) => {
                self.each_rows(pick, env, need)
            }
            ExprKind::Local(local) => match env.slot(*local) {
                Slot::Later(later, outer) => self.bag(later, &outer.clone(), need),
                Slot::Value(value) => Ok(listed(value)),
                Slot::Unset | Slot::Beyond(_) | Slot::Roll(..) | Slot::Table(..) => Ok(None),
            },
            // The ends of a range are looked at, whatever is of its numbers.
            ExprKind::Literal(_) | ExprKind::Range(..) => {
                Ok(self.lot(expr, env, &Need::all())?.single().as_ref().and_then(listed))
            }
            ExprKind::Roster(_) | ExprKind::Global(_) => {
                let single = self.lot(expr, env, need)?.single();
                Ok(single.as_ref().and_then(listed))
            }
            ExprKind::Label(of, _) => self.bag(of, env, need),
            ExprKind::Call(function, args) => match self.inside_call(*function, args, env, need)? {
                Some((body, inside)) => self.within(|this| this.bag(body, &inside, need)),
                None => Ok(None),
            },
            ExprKind::Bind(bindings, body) => match self.inside_bind(bindings, body, env, need)? {
                Some(inside) => self.bag(body, &inside, need),
                None => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// What is made of each item of a list.
    fn mapped_bag(
        &mut self,
        scope: &'p ItemScope,
        each: &'p Expr,
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Option<Bag>, Gap> {
        let Some(bag) = self.bag(&scope.of, env, &self.uses.item_need(scope, &[each], need))? else {
            return Ok(None);
        };
        if scope.filter.is_none() && !each.reads(scope.item) {
            // As many times the same: nobody asks which item it stands for.
            let count = counts(&bag.size(&mut self.budget)?).ok_or(Gap::Wrong)?;
            return Ok(Some(Bag::of(vec![Draws::new(count, self.lot(each, env, &need.of_item())?)])));
        }
        self.walked(bag, scope, Some(each), env, need).map(Some)
    }

    /// So many equal draws.
    fn times_bag(&mut self, count: &'p Expr, body: &'p Expr, env: &Env<'p>, need: &Need) -> Result<Bag, Gap> {
        let heaps = self.heaps(count)?;
        let count = self.lot(count, env, &Need::first())?.numbers().ok_or(Gap::Uncovered)?;
        let count = counts(&count).ok_or(Gap::Wrong)?;
        let each = self.lot(body, env, &need.of_item())?;
        Ok(Bag::of(vec![Draws { count, each, heaps }]))
    }

    /// Several lists as one: nobody asks which of them an item comes from.
    fn joined_bags(&mut self, lists: &'p [Expr], env: &Env<'p>, need: &Need) -> Result<Option<Bag>, Gap> {
        let mut all = Bag::of(Vec::new());
        for list in lists {
            let Some(bag) = self.bag(list, env, need)? else { return Ok(None) };
            all.is_sorted |= bag.is_sorted;
            all.groups.extend(bag.groups);
        }
        Ok(Some(all))
    }

    /// A column of many rolls on a table that asks for itself again.
    fn columns_again(&mut self, list: &'p Expr, name: &Arc<str>, env: &Env<'p>) -> Result<Option<Bag>, Gap> {
        let ExprKind::Times { count, body, unique: false } = &list.kind else { return Ok(None) };
        let Some(pick) = mention(body).filter(|pick| pick.args.is_empty()) else { return Ok(None) };
        let Some(each) = self.column_again(pick.table, name)? else { return Ok(None) };
        let count = self.lot(count, env, &Need::first())?.numbers().ok_or(Gap::Uncovered)?;
        let count = counts(&count).ok_or(Gap::Wrong)?;
        Ok(Some(Bag::of(vec![Draws::new(count, each)])))
    }

    /// How many of many rolls on a table pass a test that looks at each of them once: the rows are not gone
    /// through then, of which a table that leads back to itself has no end.
    fn passing(&mut self, scope: &'p ItemScope, env: &Env<'p>) -> Result<Option<Bag>, Gap> {
        let (of, outer) = env.put_in(&scope.of);
        let (ExprKind::Times { count, body, unique: false }, Some(filter)) = (&of.kind, &scope.filter) else {
            return Ok(None);
        };
        let once = self.uses.uses(filter, scope.item, &Need::all()).times == 1;
        let Some(pick) = mention(body).filter(|pick| pick.args.is_empty() && once) else { return Ok(None) };
        if !self.effects.parts_apart(of) || self.is_kind(pick.table, TableKind::Deck) {
            return Ok(None);
        }
        // Nobody looks at which row it is, but it is one.
        let row = self.given(pick.table, Vec::new())?.blank(0);
        let rolled = env.with(scope.item, Slot::Later(body, outer.clone()));
        let passes = self.lot(filter, &rolled, &Need::all())?.yeses().ok_or(Gap::Wrong)?;
        let count = self.lot(count, &outer, &Need::first())?.numbers().ok_or(Gap::Uncovered)?;
        let count = counts(&count).ok_or(Gap::Wrong)?;
        let yes =
            passes.outcomes().iter().find(|(yes, _)| *yes).map_or(Nat::ZERO, |(_, weight)| weight.clone());
        let count = thinned(&count, &yes, passes.total(), &mut self.budget)?;
        Ok(Some(Bag::of(vec![Draws::new(count, Lot::point(row))])))
    }

    /// Whether a count is the sum of several equal dice.
    fn heaps(&mut self, count: &Expr) -> Result<Heaps, Gap> {
        let Some(pool) = known_pool(count).filter(|pool| pool.ops.is_empty()) else {
            return Ok(None);
        };
        let PoolSource::Dice { count, faces } = pool.source else { return Ok(None) };
        if count < 2 || faces.is_text() {
            return Ok(None);
        }
        match self.pool_dist(&PoolSpec::dice(1, faces))? {
            Lot::Numbers(one) => Ok(counts(&one).map(|one| (count, one))),
            Lot::Values(_) => Ok(None),
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
        let is_sorted = bag.is_sorted;
        let mut groups = Vec::with_capacity(bag.groups.len());
        for group in bag.groups {
            if !group.each.is_complete() {
                // What is not listed may be let through or not.
                let filter = (scope.item, scope.filter.as_deref());
                let passing = self.walked_to_the_end(&group.each, filter, each, env, need)?;
                let passing = passing.ok_or(Gap::Uncovered)?;
                if !passing.items.is_empty() {
                    let count = thinned(&group.count, &passing.weight, &passing.total, &mut self.budget)?;
                    groups.push(Draws::new(count, Lot::mix(passing.items, &mut self.budget)?));
                }
                continue;
            }
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
                    Some(each) => {
                        self.lot(each, &env.with_value(scope.item, item.clone()), &need.of_item())?
                    }
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
            if let Lot::Values(values) = each {
                each = Lot::of(values);
            }
            groups.push(Draws::new(count, each));
        }
        Ok(Bag { groups, is_sorted })
    }

    /// How many items a list has, or the values of a single expression that is no list.
    pub(super) fn count_of(&mut self, of: &'p Expr, env: &Env<'p>) -> Result<Lot, Gap> {
        if env.is_list(of)
            && let Some(bag) = self.bag(of, env, &Need::default())?
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
}

/// So many draws, of which each stays with a chance.
fn thinned(count: &Dist<u32>, stays: &Nat, whole: &Nat, budget: &mut Budget) -> Result<Dist<u32>, DistError> {
    let goes = whole.checked_sub(stays).unwrap_or(Nat::ZERO);
    if goes.is_zero() {
        return Ok(count.clone());
    }
    let mut parts = Vec::with_capacity(count.len());
    for (many, weight) in count.outcomes() {
        budget.charge_products(u64::from(*many) * 4, whole.words() * u64::from(*many), 1)?;
        let (mut yes, mut left) = (vec![Nat::ONE], vec![Nat::ONE]);
        for at in 0..*many as usize {
            yes.push(&yes.get(at).cloned().unwrap_or(Nat::ZERO) * stays);
            left.push(&left.get(at).cloned().unwrap_or(Nat::ZERO) * &goes);
        }
        let picked = binomials(u64::from(*many), *many).into_iter().zip(yes.iter().zip(left.iter().rev()));
        let ways = (0..).zip(picked.map(|(picked, (yes, left))| &(&picked * yes) * left));
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
