//! Different things put in order by what each of them rolls: who acts first, who third, and in which order all do.

use std::cmp::Ordering;
use std::sync::Arc;

use super::Demand;
use super::gap::Gap;
use super::locals::Env;
use super::lot::Lot;
use super::need::Need;
use crate::check::program::{Expr, ExprKind, ItemScope};
use crate::dist::{Dist, Standing, all_places, at_place};
use crate::plan::{Value, down_mask};

/// By what items are put in order, each with whether its highest comes first.
type Keys<'k, 'p> = &'k [(&'p Expr, bool)];

/// What an item is ordered by, and what is then seen of it.
type Keyed = Dist<(Vec<Value>, Value)>;

impl<'p> Demand<'p> {
    /// What is looked at of the item at a place of a sorted list, counted from 0, or from the end; `None` where the
    /// items are not known one by one, or there are not so many.
    pub(super) fn standing(
        &mut self,
        list: &'p Expr,
        (place, from_end): (usize, bool),
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Option<Lot>, Gap> {
        let (list, env) = env.put_in(list);
        let ExprKind::Sort(scope, keys) = &list.kind else { return Ok(None) };
        // Of what is sorted by itself, multisets are known.
        if scope.sorts_by_value(keys) || !self.effects.parts_apart(list) {
            return Ok(None);
        }
        let keys: Vec<(&'p Expr, bool)> = keys.iter().map(|(key, down)| (key, *down)).collect();
        let Some(entrants) = self.entrants(scope, &keys, &env, need)? else { return Ok(None) };
        let place = if from_end { entrants.len().checked_sub(place + 1) } else { Some(place) };
        match place.filter(|place| *place < entrants.len()) {
            Some(place) => Ok(Some(Lot::of(at_place(&entrants, place, &mut self.budget)?))),
            None => Ok(None),
        }
    }

    /// `party with highest initiative`.
    pub(super) fn extreme_item(
        &mut self,
        scope: &'p ItemScope,
        (key, highest): (&'p Expr, bool),
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Lot, Gap> {
        let entrants = self.entrants(scope, &[(key, highest)], env, need)?.ok_or(Gap::Uncovered)?;
        if entrants.is_empty() {
            return Ok(Lot::point(Value::Nothing));
        }
        Ok(Lot::of(at_place(&entrants, 0, &mut self.budget)?))
    }

    /// All items of a list in the order of their keys.
    pub(super) fn in_order_of_keys(
        &mut self,
        scope: &'p ItemScope,
        keys: &'p [(Expr, bool)],
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Lot, Gap> {
        let keys: Vec<(&'p Expr, bool)> = keys.iter().map(|(key, down)| (key, *down)).collect();
        let entrants = self.entrants(scope, &keys, env, &need.of_item())?.ok_or(Gap::Uncovered)?;
        let orders = all_places(&entrants, &mut self.budget)?;
        Ok(Lot::of(orders.relabel(|items| Value::List(Arc::new(items)))))
    }

    /// The items of a list, each at the ranks that its keys may give it, with so much of it as is looked at then; `None`
    /// where they depend on one another, or nobody knows how many there are.
    fn entrants(
        &mut self,
        scope: &'p ItemScope,
        keys: Keys<'_, 'p>,
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Option<Vec<Dist<Standing<Value>>>>, Gap> {
        if scope.filter.is_some() {
            return Ok(None);
        }
        let items = self.uses.sorted_need(scope, keys.iter().map(|(key, _)| *key), need);
        let Some(bag) = self.bag(&scope.of, env, &items.of_list_in_order())?.filter(|bag| !bag.is_sorted)
        else {
            return Ok(None);
        };
        let mut keyed: Vec<Keyed> = Vec::new();
        for group in bag.groups {
            let ([(count, _)], true) = (group.count.outcomes(), group.count.is_complete()) else {
                return Ok(None);
            };
            let Some(one) = self.keyed(scope, keys, group.each, env, need)? else { return Ok(None) };
            self.budget.charge(u64::from(*count).saturating_mul(one.len() as u64))?;
            keyed.extend(std::iter::repeat_n(one, *count as usize));
        }
        Ok(Some(self.at_ranks(&keyed, down_mask(keys.iter().map(|(_, down)| *down)))))
    }

    /// The keys that an item may have, each with what is looked at of the item besides.
    fn keyed(
        &mut self,
        scope: &'p ItemScope,
        keys: Keys<'_, 'p>,
        item: Lot,
        env: &Env<'p>,
        need: &Need,
    ) -> Result<Option<Keyed>, Gap> {
        if !item.is_complete() {
            return Ok(None);
        }
        let items = item.into_values();
        let mut parts = Vec::with_capacity(items.len());
        for (item, weight) in items.outcomes() {
            let env = env.with_value(scope.item, item.clone());
            let all =
                keys.iter().map(|(key, _)| self.lot(key, &env, &Need::all())).collect::<Result<_, _>>()?;
            let all = self.together(all)?;
            if !all.is_complete() {
                return Ok(None);
            }
            let seen = seen_of(item, need);
            parts.push((weight.clone(), all.map(|keys| (keys.clone(), seen.clone()))));
        }
        Ok(Some(Dist::mix(&parts, &mut self.budget)?))
    }

    /// The places of their keys among all there are.
    fn at_ranks(&self, keyed: &[Keyed], down: u32) -> Vec<Dist<Standing<Value>>> {
        let order = |a: &&[Value], b: &&[Value]| self.plan.order_by_keys(a, b, down);
        let mut all: Vec<&[Value]> =
            keyed.iter().flat_map(Dist::outcomes).map(|((keys, _), _)| keys.as_slice()).collect();
        all.sort_by(order);
        all.dedup_by(|a, b| order(a, b) == Ordering::Equal);
        let rank = |keys: &[Value]| all.partition_point(|other| order(other, &keys).is_lt());
        keyed.iter().map(|one| one.map(|(keys, seen)| (rank(keys), seen.clone()))).collect()
    }
}

/// An item without those of its named parts that nobody looks at.
fn seen_of(item: &Value, need: &Need) -> Value {
    let Value::Parts(parts) = item else {
        return if need.is_nothing() { Value::Unset } else { item.clone() };
    };
    let part = |(name, part): &(Arc<str>, Value)| {
        let need = need.of_named_part(name);
        (Arc::clone(name), if need.is_nothing() { Value::Unset } else { part.clone() })
    };
    Value::Parts(parts.iter().map(part).collect())
}
