//! Several distributions become one: products, mixtures, what follows from what, comparison.

use std::cmp::Ordering;

#[cfg(test)]
use super::Prob;
use super::{Budget, Cut, Dist, DistError, Nat, Tail, limbs};

impl<T: Ord + Clone> Dist<T> {
    /// The distribution of `join` over independent draws from both.
    ///
    /// # Errors
    /// The budget is passed.
    pub(crate) fn product<U: Ord + Clone, V: Ord + Clone>(
        &self,
        other: &Dist<U>,
        budget: &mut Budget,
        mut join: impl FnMut(&T, &U) -> V,
    ) -> Result<Dist<V>, DistError> {
        self.try_product(other, budget, |a, b| Ok(join(a, b)))
    }

    /// [`Dist::product`] with a `join` that may fail.
    ///
    /// # Errors
    /// The budget is passed, or the first error of `join`.
    pub(crate) fn try_product<U: Ord + Clone, V: Ord + Clone, E: From<DistError>>(
        &self,
        other: &Dist<U>,
        budget: &mut Budget,
        join: impl FnMut(&T, &U) -> Result<V, E>,
    ) -> Result<Dist<V>, E> {
        Ok(self.whole_product(other, budget, join)?.rounded())
    }

    /// Lists with one more item each, which `join` puts behind: they are counted by their items before they
    /// are made. A list may have up to `items` of them.
    ///
    /// # Errors
    /// There are too many for lists of that length.
    pub(crate) fn lists_with<U: Ord + Clone, V: Ord + Clone>(
        &self,
        other: &Dist<U>,
        items: usize,
        budget: &mut Budget,
        mut join: impl FnMut(&T, &U) -> V,
    ) -> Result<Dist<V>, DistError> {
        let words = self.total.words().saturating_add(other.total.words());
        let most = budget.most_lists(items as u64, words);
        let pairs = (self.len() as u64).saturating_mul(other.len() as u64);
        if pairs <= most {
            return self.product(other, budget, join);
        }
        // Only where many are equal there may still be room.
        budget.charge_products(pairs, self.total.words(), other.total.words())?;
        budget.charge_values(pairs)?;
        let most_pending = usize::try_from(most).unwrap_or(usize::MAX);
        let mut joined: Vec<(V, Nat)> = Vec::new();
        for (a, left) in &self.outcomes {
            for (b, right) in &other.outcomes {
                joined.push((join(a, b), left * right));
                if joined.len() >= most_pending {
                    joined = Dist::assemble(joined, None)?.outcomes;
                    let listed = joined.len() as u64;
                    budget.check_lists(listed.saturating_mul(2), items as u64, words)?;
                }
            }
        }
        let mut all =
            Dist::listing(if joined.is_empty() { joined } else { Dist::assemble(joined, None)?.outcomes });
        budget.check_lists(all.len() as u64, items as u64, words)?;
        all.fill_up(&self.total * &other.total, Tail::Anywhere);
        Ok(all.rounded())
    }

    /// [`Dist::try_product`] with every weight as it is, however large it has become.
    pub(super) fn whole_product<U: Ord + Clone, V: Ord + Clone, E: From<DistError>>(
        &self,
        other: &Dist<U>,
        budget: &mut Budget,
        mut join: impl FnMut(&T, &U) -> Result<V, E>,
    ) -> Result<Dist<V>, E> {
        let total = &self.total * &other.total;
        let pairs = (self.len() as u64).saturating_mul(other.len() as u64);
        budget.charge_products(pairs, self.total.words(), other.total.words())?;
        budget.charge_values(pairs)?;
        let room = usize::try_from(pairs.min(budget.outcome_limit())).unwrap_or(0);
        let mut joined = Vec::with_capacity(room.min(1 << 20));
        for (a, left) in &self.outcomes {
            for (b, right) in &other.outcomes {
                joined.push((join(a, b)?, left * right));
            }
            if joined.len() as u64 > budget.outcome_limit().saturating_mul(2) {
                joined = Dist::assemble(joined, None)?.outcomes;
                budget.check(joined.len() as u64, total.words())?;
            }
        }
        let mut whole = match Dist::assemble(joined, None) {
            // Nothing is listed on one side: all of the product is cut off.
            Err(DistError::Empty) => Dist::listing(Vec::new()),
            other => other?,
        };
        budget.check(whole.len() as u64, total.words())?;
        whole.fill_up(total, Tail::Anywhere);
        Ok(whole)
    }

    /// One of several distributions, picked with the given weights.
    ///
    /// # Errors
    /// The budget is passed, or no part has any weight.
    pub(crate) fn mix(parts: &[(Nat, Dist<T>)], budget: &mut Budget) -> Result<Dist<T>, DistError> {
        let parts: Vec<_> = parts.iter().filter(|(weight, _)| !weight.is_zero()).collect();
        if let [(_, only)] = parts.as_slice() {
            return Ok(only.clone());
        }
        let mut common = Nat::ONE;
        let mut listed = 0u64;
        for (_, part) in &parts {
            common = common.lcm(&part.total);
            listed = listed.saturating_add(part.len() as u64);
            budget.charge_products(1, common.words(), common.words())?;
        }
        budget.charge_products(listed, common.words(), common.words())?;
        budget.check(listed / 4, common.words())?;
        let mut outcomes = Vec::new();
        let mut cut = Nat::ZERO;
        for (weight, part) in &parts {
            let factor = &common.checked_div(&part.total).expect("a multiple of each total") * weight;
            outcomes.extend(part.outcomes.iter().map(|(outcome, w)| (outcome.clone(), w * &factor)));
            if let Some(unlisted) = &part.cut {
                cut += &(&unlisted.weight * &factor);
            }
        }
        let cut = Cut::anywhere(cut);
        let mixed = Dist::assemble(outcomes, Some(cut))?;
        budget.check(mixed.len() as u64, common.words())?;
        Ok(mixed.rounded())
    }

    /// What follows from each outcome, mixed by the outcomes' weights: one draw decides what is
    /// drawn next.
    ///
    /// # Errors
    /// The budget is passed, or the first error of `next`.
    pub fn and_then<U: Ord + Clone, E: From<DistError>>(
        &self,
        budget: &mut Budget,
        mut next: impl FnMut(&T, &mut Budget) -> Result<Dist<U>, E>,
    ) -> Result<Dist<U>, E> {
        let mut parts = Vec::with_capacity(self.outcomes.len());
        for (outcome, weight) in &self.outcomes {
            budget.charge(1)?;
            parts.push((weight.clone(), next(outcome, budget)?));
        }
        let mixed = Dist::mix(&parts, budget)?;
        Ok(match &self.cut {
            // What is unlisted here stays unlisted: the listed part is all but the cut's share.
            Some(cut) => {
                let listed = self.total.checked_sub(&cut.weight).expect("the cut is part of the total");
                mixed.scaled_down(&listed, &self.total)
            }
            None => mixed,
        })
    }

    /// The highest of so many independent draws of each distribution, by how likely all of them lie at or
    /// below each outcome. Where outcomes are not listed above or below those that are, all that can be known
    /// is listed, and the rest lies on that side; unlisted ones must not lie [`Tail::Anywhere`].
    ///
    /// # Errors
    /// The budget is passed, or there is no draw at all.
    pub(crate) fn highest(groups: &[(u32, Dist<T>)], budget: &mut Budget) -> Result<Dist<T>, DistError> {
        let groups: Vec<&(u32, Dist<T>)> = groups.iter().filter(|(count, _)| *count > 0).collect();
        let mut values: Vec<&T> =
            groups.iter().flat_map(|(_, dist)| dist.outcomes.iter().map(|(value, _)| value)).collect();
        values.sort_unstable();
        values.dedup();
        let cuts =
            |tail: Tail| groups.iter().filter(move |(_, dist)| dist.cut().is_some_and(|c| c.tail == tail));
        let last = cuts(Tail::Above).filter_map(|(_, dist)| Some(&dist.outcomes.last()?.0)).min();
        let first = cuts(Tail::Below).filter_map(|(_, dist)| Some(&dist.outcomes.first()?.0)).max();
        let tail = match (last, first) {
            (Some(_), None) => Tail::Above,
            (None, Some(_)) => Tail::Below,
            (None, None) | (Some(_), Some(_)) => Tail::Anywhere,
        };
        let total = groups.iter().fold(Nat::ONE, |total, (count, dist)| &total * &dist.total.pow(*count));
        budget.check(values.len() as u64, total.words())?;
        let products = (values.len() as u64).saturating_mul(groups.len() as u64 + 1);
        budget.charge(products.saturating_mul(total.words().saturating_mul(total.words() / 4 + 4)))?;
        let mut below: Vec<(Nat, std::slice::Iter<'_, (T, Nat)>)> =
            groups.iter().map(|(_, dist)| (dist.weight_below(), dist.outcomes.iter())).collect();
        let (mut found, mut before) = (Vec::with_capacity(values.len()), Nat::ZERO);
        for value in values {
            if last.is_some_and(|last| value > last) {
                break;
            }
            let mut up_to: Option<Nat> = None;
            for ((sum, rest), (count, _)) in below.iter_mut().zip(&groups) {
                while let Some((_, weight)) = rest.as_slice().first().filter(|(next, _)| next <= value) {
                    *sum += weight;
                    rest.next();
                }
                let all = sum.pow(*count);
                up_to = Some(match up_to {
                    Some(up_to) => &up_to * &all,
                    None => all,
                });
            }
            let up_to = up_to.unwrap_or(Nat::ONE);
            let here = up_to.checked_sub(&before).unwrap_or(Nat::ZERO);
            let unsure = first.is_some_and(|first| value <= first);
            if !here.is_zero() && !unsure {
                found.push((value.clone(), here));
            }
            before = up_to;
        }
        if found.is_empty() {
            return Err(DistError::Empty);
        }
        let mut highest = Dist::listing(found);
        highest.fill_up(total, tail);
        Ok(highest)
    }

    /// The weight of what lies below all that is listed.
    fn weight_below(&self) -> Nat {
        let below = self.cut.as_ref().filter(|cut| cut.tail == Tail::Below);
        below.map_or(Nat::ZERO, |cut| cut.weight.clone())
    }

    /// How likely a draw from `self` is less than, equal to, or greater than one from `other`.
    #[cfg(test)]
    pub(crate) fn compare(&self, other: &Dist<T>) -> Comparison {
        let found = self.compare_weights(other);
        let total = &self.total * &other.total;
        Comparison {
            less: Prob::of(&found.less, &total),
            equal: Prob::of(&found.equal, &total),
            greater: Prob::of(&found.greater, &total),
        }
    }

    /// The weights of the same, out of the product of both totals. What of that is left is not known.
    pub(crate) fn compare_weights(&self, other: &Dist<T>) -> ComparisonWeights {
        if self.cut.is_none() && self == other {
            return self.compare_with_same();
        }
        let most = &self.total * &other.total;
        let (mut less, mut equal, mut below) = (Products::up_to(&most), Products::up_to(&most), Nat::ZERO);
        let mut left = self.outcomes.iter().peekable();
        for (outcome, weight) in &other.outcomes {
            let mut same = Nat::ZERO;
            while let Some((mine, mine_weight)) = left.peek() {
                match mine.cmp(outcome) {
                    Ordering::Less => below += mine_weight,
                    Ordering::Equal => same += mine_weight,
                    Ordering::Greater => break,
                }
                left.next();
            }
            less.add(&below, weight);
            equal.add(&same, weight);
            below += &same;
        }
        let (mut less, equal) = (less.sum(), equal.sum());
        let listed = |dist: &Dist<T>| match &dist.cut {
            Some(cut) => dist.total.checked_sub(&cut.weight).expect("the cut is part of the total"),
            None => dist.total.clone(),
        };
        let both = &listed(self) * &listed(other);
        let mut greater = both.checked_sub(&(&less + &equal)).unwrap_or(Nat::ZERO);
        // What lies beyond all that is listed lies beyond so much of the other.
        let (above, below) = self.beyond(other);
        greater += &above;
        less += &below;
        let (above, below) = other.beyond(self);
        less += &above;
        greater += &below;
        ComparisonWeights { less, equal, greater }
    }

    /// The same of two draws from one distribution: each is greater as often as the other.
    fn compare_with_same(&self) -> ComparisonWeights {
        let all = &self.total * &self.total;
        let mut equal = Products::up_to(&all);
        self.outcomes.iter().for_each(|(_, weight)| equal.add_square(weight));
        let equal = equal.sum();
        let unequal = all.checked_sub(&equal).unwrap_or(Nat::ZERO);
        let less = unequal.checked_div(&Nat::word(2)).unwrap_or(Nat::ZERO);
        ComparisonWeights { greater: less.clone(), less, equal }
    }

    /// The weights of what lies above and below everything that is listed, together with the listed outcomes of
    /// another that it is greater and less than for sure.
    fn beyond(&self, other: &Dist<T>) -> (Nat, Nat) {
        let (Some(cut), Some((first, _)), Some((last, _))) =
            (&self.cut, self.outcomes.first(), self.outcomes.last())
        else {
            return (Nat::ZERO, Nat::ZERO);
        };
        let together_with = |passes: &dyn Fn(&T) -> bool| {
            let passed = other.outcomes.iter().filter(|(outcome, _)| passes(outcome));
            &cut.weight * &passed.fold(Nat::ZERO, |sum, (_, weight)| &sum + weight)
        };
        match cut.tail {
            Tail::Above => (together_with(&|outcome| outcome <= last), Nat::ZERO),
            Tail::Below => (Nat::ZERO, together_with(&|outcome| outcome >= first)),
            Tail::Anywhere => (Nat::ZERO, Nat::ZERO),
        }
    }
}

/// Products that are added up.
struct Products {
    sum: Vec<u64>,
    /// Scratch: the words of both factors.
    factors: [Vec<u64>; 2],
}

impl Products {
    /// None yet; the sum is at most so large.
    fn up_to(most: &Nat) -> Products {
        let words = usize::try_from(most.words()).unwrap_or(1);
        Products { sum: vec![0; words], factors: [Vec::new(), Vec::new()] }
    }

    fn add(&mut self, a: &Nat, b: &Nat) {
        let [row, factor] = &mut self.factors;
        limbs::words_into(row, a);
        limbs::words_into(factor, b);
        limbs::add_product_of(&mut self.sum, row, factor);
    }

    fn add_square(&mut self, number: &Nat) {
        let [row, _] = &mut self.factors;
        limbs::words_into(row, number);
        limbs::add(&mut self.sum, &limbs::square(row));
    }

    fn sum(&self) -> Nat {
        limbs::number_of(&self.sum)
    }
}

/// The weights of a [`Comparison`], out of the product of both totals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ComparisonWeights {
    /// The first is less.
    pub less: Nat,
    /// Both are equal.
    pub equal: Nat,
    /// The first is greater.
    pub greater: Nat,
}

/// How two independent draws compare; the three add up to 1 where both distributions are complete.
#[cfg(test)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Comparison {
    /// The first is less.
    pub less: Prob,
    /// Both are equal.
    pub equal: Prob,
    /// The first is greater.
    pub greater: Prob,
}

#[cfg(test)]
mod tests {
    use super::super::made::{prob, weighted};
    use super::*;

    #[test]
    fn mixtures_and_what_follows_weigh_by_probability() {
        let budget = &mut Budget::default();
        let parts = [(Nat::word(1), weighted(&[(1, 1)])), (Nat::word(2), weighted(&[(1, 1), (2, 2)]))];
        let mixed = Dist::mix(&parts, budget).expect("small");
        assert_eq!((mixed.prob_of(&1), mixed.prob_of(&2)), (prob(5, 9), prob(4, 9)));
        let die = Dist::uniform(1..=6).expect("faces");
        let again = |first: &i32, _: &mut Budget| Dist::uniform(1..=*first);
        let second = die.and_then(budget, again).expect("small");
        assert_eq!(second.prob_of(&6), prob(1, 36));
        let cut = die.clone().cut_off(Nat::word(2), Tail::Above).and_then(budget, again).expect("small");
        assert_eq!((cut.residual(), cut.prob_of(&6)), (prob(1, 4), prob(1, 48)));
    }

    #[test]
    fn draws_from_one_distribution_are_compared() {
        let weights = [Nat::word(7).pow(60), Nat::word(5), Nat::word(3).pow(100), Nat::word(2).pow(128)];
        let dist = Dist::from_weights((0..).zip(weights.clone())).expect("outcomes");
        let mut less = Nat::ZERO;
        let mut equal = Nat::ZERO;
        for (at, weight) in weights.iter().enumerate() {
            equal += &(weight * weight);
            weights.iter().skip(at + 1).for_each(|above| less += &(weight * above));
        }
        let wanted = ComparisonWeights { less: less.clone(), equal, greater: less };
        assert_eq!(dist.compare_weights(&dist), wanted);
        // Over another total, so that it is not taken for the same.
        let other = weights.iter().map(|weight| weight * &Nat::word(3));
        let other = Dist {
            total: dist.total() * &Nat::word(3),
            ..Dist::from_weights((0..).zip(other)).expect("outcomes")
        };
        let scaled = |weight: &Nat| weight * &Nat::word(3);
        let compared = dist.compare_weights(&other);
        if dist != other {
            assert_eq!(compared.less, scaled(&wanted.less));
            assert_eq!((compared.equal, compared.greater), (scaled(&wanted.equal), scaled(&wanted.greater)));
        }
    }

    #[test]
    fn draws_are_compared() {
        let die = Dist::uniform(1..=6).expect("faces");
        let small = Dist::uniform(1..=4).expect("faces");
        let compared = die.compare(&small);
        assert_eq!((compared.less, compared.equal, compared.greater), (prob(1, 4), prob(1, 6), prob(7, 12)));
    }

    /// The same weights out of the same total, whichever they are written in.
    fn assert_same<T: Ord + Clone + std::fmt::Debug>(found: &Dist<T>, wanted: &Dist<T>) {
        let values =
            |dist: &Dist<T>| dist.outcomes().iter().map(|(value, _)| value.clone()).collect::<Vec<_>>();
        assert_eq!(values(found), values(wanted));
        for value in values(wanted) {
            assert_eq!(found.prob_of(&value), wanted.prob_of(&value), "{value:?}");
        }
        assert_eq!(found.residual(), wanted.residual());
    }

    #[test]
    fn a_mixture_leaves_unlisted_what_its_parts_leave_unlisted() {
        let budget = &mut Budget::default();
        let coin = weighted(&[(0, 1), (1, 1)]);
        let open = weighted(&[(1, 1), (2, 1)]).cut_off(Nat::word(1), Tail::Above);
        let parts =
            [(Nat::word(1), coin.clone()), (Nat::word(3), open.clone()), (Nat::ZERO, weighted(&[(9, 1)]))];
        let mixed = Dist::mix(&parts, budget).expect("small");
        let chances = [0, 1, 2, 9].map(|value| mixed.prob_of(&value));
        assert_eq!(chances, [prob(1, 8), prob(3, 8), prob(1, 4), Prob::ZERO]);
        assert_eq!(mixed.residual(), prob(1, 4));
        assert_eq!(mixed.cut().map(|cut| cut.tail), Some(Tail::Anywhere));
        assert_eq!(Dist::mix(&[(Nat::word(7), open.clone())], budget), Ok(open));
        assert_eq!(Dist::mix(&[(Nat::ZERO, coin)], budget), Err(DistError::Empty));
        assert_eq!(Dist::<i32>::mix(&[], budget), Err(DistError::Empty));
    }

    #[test]
    fn a_product_lists_what_both_list() {
        let budget = &mut Budget::default();
        let open = Dist::uniform(1..=5).expect("faces").cut_off(Nat::ONE, Tail::Above);
        let coin = weighted(&[(0, 1), (10, 1)]);
        for (sum, most) in [
            (open.product(&coin, budget, |a, b| a + b).expect("small"), 15),
            (coin.product(&open, budget, |a, b| a + b).expect("small"), 15),
        ] {
            assert_eq!((sum.prob_of(&most), sum.residual(), sum.len()), (prob(1, 12), prob(1, 6), 10));
        }
        let nothing = Dist::<i32>::unlisted();
        let none = open.product(&nothing, budget, |a, b| a + b).expect("small");
        assert_eq!((none.len(), none.residual()), (0, prob(1, 1)));
        let few = &mut Budget::outcomes(9);
        assert!(matches!(open.product(&coin, few, |a, b| a + b), Err(DistError::Outcomes { limit: 9, .. })));
    }

    #[test]
    fn lists_are_the_same_whether_there_is_room_for_every_pair_or_not() {
        let left = Dist::uniform(0..60).expect("outcomes");
        let right = Dist::uniform(0..61).expect("outcomes").cut_off(Nat::word(3), Tail::Anywhere);
        let small = || Budget::outcomes(10_000);
        // There is no room for a list of ten items for each pair, but for what they are joined to.
        assert!(small().most_lists(10, 2) < 60 * 61);
        let wanted = left.product(&right, &mut Budget::default(), |a, b| a + b).expect("room");
        let found = left.lists_with(&right, 10, &mut small(), |a, b| a + b).expect("room");
        assert_same(&found, &wanted);
        let roomy = left.lists_with(&right, 10, &mut Budget::default(), |a, b| a + b).expect("room");
        assert_same(&roomy, &wanted);
        let distinct = left.lists_with(&right, 10, &mut small(), |a, b| (*a, *b));
        assert!(matches!(distinct, Err(DistError::Lists { items: 10, .. })));
        let nothing = Dist::<i32>::unlisted();
        let none = left.lists_with(&nothing, 10, &mut small(), |a, b| a + b).expect("nothing to list");
        assert_eq!((none.len(), none.residual()), (0, prob(1, 1)));
    }

    #[test]
    fn the_highest_of_groups_is_that_of_all_throws() {
        let budget = &mut Budget::default();
        let (d4, d6) = (Dist::uniform(1..=4).expect("faces"), weighted(&[(1, 1), (3, 2), (6, 3)]));
        // What nobody throws does not matter, listed or not.
        let idle = weighted(&[(2, 1)]).cut_off(Nat::ONE, Tail::Above);
        let highest = Dist::highest(&[(2, d4.clone()), (1, d6.clone()), (0, idle)], budget);
        let two = d4.product(&d4, budget, |a, b| *a.max(b)).expect("small");
        let thrown = two.product(&d6, budget, |a, b| *a.max(b)).expect("small");
        assert_same(&highest.expect("small"), &thrown);
        assert_eq!(Dist::<i32>::highest(&[], budget), Err(DistError::Empty));
        assert_eq!(Dist::highest(&[(0, d4)], budget), Err(DistError::Empty));
    }

    #[test]
    fn the_highest_lists_what_no_unlisted_throw_can_change() {
        let budget = &mut Budget::default();
        // A d6 whose six is not listed, and one whose one is not.
        let without_six = Dist::uniform(1..=5).expect("faces").cut_off(Nat::ONE, Tail::Above);
        let without_one = Dist::uniform(2..=6).expect("faces").cut_off(Nat::ONE, Tail::Below);
        let tail = |dist: &Dist<i32>| dist.cut().map(|cut| cut.tail);
        let top = Dist::highest(&[(2, without_six.clone())], budget).expect("small");
        let chances: Vec<Prob> = (1..=6).map(|value| top.prob_of(&value)).collect();
        assert_eq!(chances, [prob(1, 36), prob(3, 36), prob(5, 36), prob(7, 36), prob(9, 36), Prob::ZERO]);
        assert_eq!((top.residual(), tail(&top)), (prob(11, 36), Some(Tail::Above)));
        let bottom = Dist::highest(&[(2, without_one.clone())], budget).expect("small");
        let chances: Vec<Prob> = (1..=6).map(|value| bottom.prob_of(&value)).collect();
        // At most two: which of both it is depends on what is not listed.
        assert_eq!(chances, [0, 0, 5, 7, 9, 11].map(|ways| prob(ways, 36)));
        assert_eq!((bottom.residual(), tail(&bottom)), (prob(4, 36), Some(Tail::Below)));
        let both = Dist::highest(&[(1, without_six), (1, without_one)], budget).expect("small");
        let chances: Vec<Prob> = (1..=6).map(|value| both.prob_of(&value)).collect();
        assert_eq!(chances, [0, 0, 5, 7, 9, 0].map(|ways| prob(ways, 36)));
        assert_eq!((both.residual(), tail(&both)), (prob(15, 36), Some(Tail::Anywhere)));
    }

    #[test]
    fn what_is_not_listed_is_compared_as_far_as_it_is_known() {
        let faces = || Dist::uniform(1..=5).expect("faces");
        let die = Dist::uniform(1..=6).expect("faces");
        let found = |a: &Dist<i32>, b: &Dist<i32>| {
            let found = a.compare_weights(b);
            [found.less, found.equal, found.greater]
        };
        // Where it is above 5 it is above all faces but the 6, of which nothing is known.
        let above = faces().cut_off(Nat::ONE, Tail::Above);
        assert_eq!(found(&above, &die), [15, 5, 15].map(Nat::word));
        assert_eq!(found(&die, &above), [15, 5, 15].map(Nat::word));
        let below = faces().cut_off(Nat::ONE, Tail::Below);
        assert_eq!(found(&below, &die), [21, 5, 10].map(Nat::word));
        assert_eq!(found(&above, &below), [10, 5, 20].map(Nat::word));
        let anywhere = faces().cut_off(Nat::ONE, Tail::Anywhere);
        assert_eq!(found(&anywhere, &die), [15, 5, 10].map(Nat::word));
        let far = weighted(&[(7, 2)]);
        assert_eq!(found(&die, &far), [12, 0, 0].map(Nat::word));
    }
}
