//! Finite distributions: outcomes in order, each with a whole weight out of one common total.

use std::cmp::Ordering;

use super::{Budget, DistError, Fraction, Nat, Prob};

/// The exact distribution of something with finitely many listed outcomes.
///
/// Outcomes are sorted and differ from each other; no weight is zero. The weights add up to the
/// total, less the weight of what is not listed where the distribution is cut off
/// (see [`Dist::residual`]).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dist<T> {
    outcomes: Vec<(T, Nat)>,
    total: Nat,
    cut: Option<Cut>,
}

/// What is known about the outcomes that a distribution does not list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// Their weight together, out of the distribution's total.
    pub weight: Nat,
    /// Where they lie.
    pub tail: Tail,
    /// The exact mean and variance of the whole, where they are known.
    pub moments: Option<Moments>,
}

/// Where the outcomes lie that a cut-off distribution does not list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tail {
    /// Above every listed outcome: each listed probability is exact.
    Above,
    /// Below every listed outcome: each listed probability is exact.
    Below,
    /// Anywhere: each listed probability may be too small, all together by at most the residual.
    Anywhere,
}

/// An exact mean and variance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moments {
    /// The mean.
    pub mean: Fraction,
    /// The variance: the mean squared distance from the mean.
    pub variance: Fraction,
}

impl<T: Ord + Clone> Dist<T> {
    /// What is certain.
    pub fn point(outcome: T) -> Dist<T> {
        Dist { outcomes: vec![(outcome, Nat::ONE)], total: Nat::ONE, cut: None }
    }

    /// A distribution of which nothing is listed.
    pub const fn unlisted() -> Dist<T> {
        let cut = Cut { weight: Nat::ONE, tail: Tail::Anywhere, moments: None };
        Dist { outcomes: Vec::new(), total: Nat::ONE, cut: Some(cut) }
    }

    /// Every given outcome equally likely; one given twice weighs double.
    ///
    /// # Errors
    /// Nothing is given.
    pub fn uniform(outcomes: impl IntoIterator<Item = T>) -> Result<Dist<T>, DistError> {
        Dist::from_weights(outcomes.into_iter().map(|outcome| (outcome, Nat::ONE)))
    }

    /// Outcomes with their weights, in any order; equal outcomes are put together.
    ///
    /// # Errors
    /// All weights are zero.
    pub fn from_weights(weights: impl IntoIterator<Item = (T, Nat)>) -> Result<Dist<T>, DistError> {
        Dist::assemble(weights.into_iter().collect(), None)
    }

    /// Outcomes with their weights, in any order, and what is not listed.
    ///
    /// # Errors
    /// All weights are zero.
    pub fn with_cut(outcomes: Vec<(T, Nat)>, cut: Option<Cut>) -> Result<Dist<T>, DistError> {
        Dist::assemble(outcomes, cut)
    }

    /// Outcomes in any order; the total is their weights and the weight cut off.
    pub(super) fn assemble(mut outcomes: Vec<(T, Nat)>, cut: Option<Cut>) -> Result<Dist<T>, DistError> {
        outcomes.retain(|(_, weight)| !weight.is_zero());
        if !outcomes.is_sorted_by(|a, b| a.0 < b.0) {
            outcomes.sort_by(|a, b| a.0.cmp(&b.0));
            outcomes.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                if same {
                    kept.1 += &next.1;
                }
                same
            });
        }
        let cut = cut.filter(|cut| !cut.weight.is_zero());
        let mut total = cut.as_ref().map_or(Nat::ZERO, |cut| cut.weight.clone());
        for (_, weight) in &outcomes {
            total += weight;
        }
        if total.is_zero() { Err(DistError::Empty) } else { Ok(Dist { outcomes, total, cut }) }
    }

    /// Outcomes that already are in order and differ, with weights above zero; the total is still
    /// to be set by [`Dist::fill_up`].
    pub(super) fn listing(outcomes: Vec<(T, Nat)>) -> Dist<T> {
        Dist { outcomes, total: Nat::ONE, cut: None }
    }

    /// The outcomes in order with their weights.
    pub fn outcomes(&self) -> &[(T, Nat)] {
        &self.outcomes
    }

    /// How many outcomes are listed.
    #[allow(clippy::len_without_is_empty)]
    pub const fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// What the weights are out of.
    pub const fn total(&self) -> &Nat {
        &self.total
    }

    /// What is not listed, if anything.
    pub const fn cut(&self) -> Option<&Cut> {
        self.cut.as_ref()
    }

    /// Whether every outcome is listed.
    pub const fn is_complete(&self) -> bool {
        self.cut.is_none()
    }

    /// How likely the outcomes together are that are not listed.
    pub fn residual(&self) -> Prob {
        self.cut.as_ref().map_or(Prob::ZERO, |cut| Prob::of(&cut.weight, &self.total))
    }

    /// The probability that a weight stands for.
    pub fn prob(&self, weight: &Nat) -> Prob {
        Prob::of(weight, &self.total)
    }

    /// The same as [`Dist::prob`] as a floating-point number, without reducing the fraction.
    pub fn prob_f64(&self, weight: &Nat) -> f64 {
        Nat::ratio_f64(weight, &self.total)
    }

    /// How likely the outcome is.
    pub fn prob_of(&self, outcome: &T) -> Prob {
        match self.outcomes.binary_search_by(|(other, _)| other.cmp(outcome)) {
            Ok(at) => self.outcomes.get(at).map_or(Prob::ZERO, |(_, weight)| self.prob(weight)),
            Err(_) => Prob::ZERO,
        }
    }

    /// How likely an outcome is for which `test` holds, counting what is listed.
    pub fn chance(&self, mut test: impl FnMut(&T) -> bool) -> Prob {
        self.prob(&self.weight_where(&mut test))
    }

    fn weight_where(&self, test: &mut impl FnMut(&T) -> bool) -> Nat {
        let mut sum = Nat::ZERO;
        for (outcome, weight) in &self.outcomes {
            if test(outcome) {
                sum += weight;
            }
        }
        sum
    }

    /// How likely `bound` or less is. Exact unless unlisted outcomes lie [`Tail::Anywhere`] or
    /// `bound` lies among the unlisted; then it is the least that it can be.
    pub fn at_most(&self, bound: &T) -> Prob {
        let mut weight = self.weight_where(&mut |outcome| outcome <= bound);
        if let (Some(cut), Some((first, _))) = (&self.cut, self.outcomes.first())
            && cut.tail == Tail::Below
            && first <= bound
        {
            weight += &cut.weight;
        }
        self.prob(&weight)
    }

    /// How likely `bound` or more is; as exact as [`Dist::at_most`].
    pub fn at_least(&self, bound: &T) -> Prob {
        let mut weight = self.weight_where(&mut |outcome| outcome >= bound);
        if let (Some(cut), Some((last, _))) = (&self.cut, self.outcomes.last())
            && cut.tail == Tail::Above
            && last >= bound
        {
            weight += &cut.weight;
        }
        self.prob(&weight)
    }

    /// The least listed outcome that is reached with at least the probability `level`; nothing
    /// where it lies among the outcomes that are not listed.
    pub fn quantile(&self, level: &Prob) -> Option<&T> {
        let wanted = level.numerator() * &self.total;
        let mut sum = Nat::ZERO;
        if let Some(cut) = self.cut.as_ref().filter(|cut| cut.tail == Tail::Below) {
            sum += &cut.weight;
        }
        for (outcome, weight) in &self.outcomes {
            sum += weight;
            if &sum * level.denominator() >= wanted {
                return Some(outcome);
            }
        }
        None
    }

    /// What every outcome becomes; outcomes that become equal are put together.
    pub fn map<U: Ord + Clone>(&self, mut change: impl FnMut(&T) -> U) -> Dist<U> {
        let changed = self.outcomes.iter().map(|(outcome, weight)| (change(outcome), weight.clone()));
        Dist::assemble(changed.collect(), self.cut_anywhere()).expect("as heavy as before")
    }

    /// [`Dist::map`] with a change that may fail.
    ///
    /// # Errors
    /// The first error of `change`.
    pub fn try_map<U: Ord + Clone, E>(
        &self,
        mut change: impl FnMut(&T) -> Result<U, E>,
    ) -> Result<Dist<U>, E> {
        let mut changed = Vec::with_capacity(self.outcomes.len());
        for (outcome, weight) in &self.outcomes {
            changed.push((change(outcome)?, weight.clone()));
        }
        Ok(Dist::assemble(changed, self.cut_anywhere()).expect("as heavy as before"))
    }

    /// The cut after a change that may have moved the unlisted outcomes.
    pub(super) fn cut_anywhere(&self) -> Option<Cut> {
        let anywhere = |cut: &Cut| Cut { weight: cut.weight.clone(), tail: Tail::Anywhere, moments: None };
        self.cut.as_ref().map(anywhere)
    }

    /// The distribution given that `test` holds; nothing where it never does.
    ///
    /// Unlisted outcomes stay in the residual, which is then the most that they can be.
    pub fn given(&self, mut test: impl FnMut(&T) -> bool) -> Option<Dist<T>> {
        let held: Vec<_> = self.outcomes.iter().filter(|(outcome, _)| test(outcome)).cloned().collect();
        if held.is_empty() {
            return None;
        }
        Dist::assemble(held, self.cut_anywhere()).ok()
    }

    /// The distribution of `join` over independent draws from both.
    ///
    /// # Errors
    /// The budget is passed.
    pub fn product<U: Ord + Clone, V: Ord + Clone>(
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
    pub fn try_product<U: Ord + Clone, V: Ord + Clone, E: From<DistError>>(
        &self,
        other: &Dist<U>,
        budget: &mut Budget,
        join: impl FnMut(&T, &U) -> Result<V, E>,
    ) -> Result<Dist<V>, E> {
        Ok(self.whole_product(other, budget, join)?.rounded())
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

    /// The same outcomes and as much more weight that is not listed, to lie in `tail`.
    #[must_use]
    pub fn cut_off(mut self, weight: Nat, tail: Tail) -> Dist<T> {
        let total = &self.total + &weight;
        self.fill_up(total, tail);
        self
    }

    /// The same distribution with smaller weights, where a cut-off one has grown large ones that say
    /// far more than its residual leaves sure. Each listed probability is rounded down and the
    /// difference goes to the residual, which grows by less than one in a million of itself.
    #[must_use]
    pub(super) fn rounded(mut self) -> Dist<T> {
        const LARGE: u64 = 1024;
        let Some(cut) = self.cut.as_ref().filter(|cut| cut.tail == Tail::Anywhere) else { return self };
        let sure = self.total.bits().saturating_sub(cut.weight.bits());
        let digits =
            sure.saturating_add(24).saturating_add(u64::from(usize::BITS - self.len().leading_zeros()));
        let (true, Ok(exponent)) = (self.total.bits() > digits.saturating_add(LARGE), u32::try_from(digits))
        else {
            return self;
        };
        let moments = cut.moments.clone();
        let total = Nat::word(2).pow(exponent);
        for (_, weight) in &mut self.outcomes {
            *weight = (&*weight * &total).checked_div(&self.total).unwrap_or(Nat::ZERO);
        }
        self.outcomes.retain(|(_, weight)| !weight.is_zero());
        self.fill_up(total, Tail::Anywhere);
        self.with_moments(moments)
    }

    /// The same distribution without the lightest outcomes of a cut-off one, as far as these weigh
    /// at most one in two to the power `bits` together. A complete one stays as it is.
    #[must_use]
    pub fn without_lightest(mut self, bits: u32) -> Dist<T> {
        if self.cut.is_none() {
            return self;
        }
        let mut weights: Vec<Nat> = self.outcomes.iter().map(|(_, weight)| weight.clone()).collect();
        weights.sort_unstable();
        let mut sum = Nat::ZERO;
        let light = weights.into_iter().take_while(|weight| {
            sum += weight;
            sum.bits().saturating_add(u64::from(bits)) < self.total.bits()
        });
        let Some(most) = light.last() else { return self };
        // Of several that weigh the same as the last, some may have to stay; then all do.
        self.outcomes.retain(|(_, weight)| *weight >= most);
        let total = std::mem::replace(&mut self.total, Nat::ONE);
        self.fill_up(total, Tail::Anywhere);
        self
    }

    /// Sets the total; what the listed weights lack is cut off, to lie in `tail`.
    pub(super) fn fill_up(&mut self, total: Nat, tail: Tail) {
        let mut listed = Nat::ZERO;
        for (_, weight) in &self.outcomes {
            listed += weight;
        }
        let weight = total.checked_sub(&listed).unwrap_or(Nat::ZERO);
        self.cut = if weight.is_zero() { None } else { Some(Cut { weight, tail, moments: None }) };
        self.total = total;
    }

    /// The same distribution without what lies above `highest`, so that all that is unlisted does,
    /// where that adds little to the residual; otherwise unchanged.
    ///
    /// Only for distributions whose listed outcomes up to there are sure.
    #[must_use]
    pub(super) fn cut_above(mut self, highest: &T) -> Dist<T> {
        let Some(cut) = &self.cut else { return self };
        let known = cut.moments.clone();
        let unsure = self.weight_where(&mut |outcome| outcome > highest);
        if unsure.bits() > cut.weight.bits().saturating_add(2) {
            return self;
        }
        self.outcomes.retain(|(outcome, _)| outcome <= highest);
        let total = std::mem::replace(&mut self.total, Nat::ONE);
        self.fill_up(total, Tail::Above);
        self.with_moments(known)
    }

    /// The same distribution with what is known of the whole, where it is cut off.
    #[must_use]
    pub(super) fn with_moments(mut self, moments: Option<Moments>) -> Dist<T> {
        if let Some(cut) = &mut self.cut {
            cut.moments = moments;
        }
        self
    }

    /// The same distribution, told where its unlisted outcomes lie and what is known of the whole.
    #[must_use]
    pub(super) fn with_tail(mut self, tail: Tail, moments: Option<Moments>) -> Dist<T> {
        if let Some(cut) = &mut self.cut {
            cut.tail = tail;
            cut.moments = moments;
        }
        self
    }

    /// One of several distributions, picked with the given weights.
    ///
    /// # Errors
    /// The budget is passed, or no part has any weight.
    pub fn mix(parts: &[(Nat, Dist<T>)], budget: &mut Budget) -> Result<Dist<T>, DistError> {
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
        let cut = Cut { weight: cut, tail: Tail::Anywhere, moments: None };
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

    /// The same distribution as a part of `part` out of `whole`; the rest is not listed.
    #[must_use]
    pub fn scaled_down(mut self, part: &Nat, whole: &Nat) -> Dist<T> {
        for (_, weight) in &mut self.outcomes {
            *weight = &*weight * part;
        }
        let total = &self.total * whole;
        self.fill_up(total, Tail::Anywhere);
        self
    }

    /// How likely a draw from `self` is less than, equal to, or greater than one from `other`.
    pub fn compare(&self, other: &Dist<T>) -> Comparison {
        let (mut less, mut equal, mut below) = (Nat::ZERO, Nat::ZERO, Nat::ZERO);
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
            less += &(&below * weight);
            equal += &(&same * weight);
            below += &same;
        }
        let total = &self.total * &other.total;
        let listed = |dist: &Dist<T>| match &dist.cut {
            Some(cut) => dist.total.checked_sub(&cut.weight).expect("the cut is part of the total"),
            None => dist.total.clone(),
        };
        let both = &listed(self) * &listed(other);
        let greater = both.checked_sub(&(&less + &equal)).unwrap_or(Nat::ZERO);
        Comparison {
            less: Prob::of(&less, &total),
            equal: Prob::of(&equal, &total),
            greater: Prob::of(&greater, &total),
        }
    }
}

/// How two independent draws compare; the three add up to 1 where both distributions are complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The first is less.
    pub less: Prob,
    /// Both are equal.
    pub equal: Prob,
    /// The first is greater.
    pub greater: Prob,
}

#[cfg(test)]
impl<T: Ord + Clone> Dist<T> {
    /// The same distribution over the total of another, so that both can be compared as lists.
    pub(super) fn with_total_of(&self, other: &Dist<T>) -> Dist<T> {
        let common = self.total.gcd(&other.total);
        let (up, down) = (
            other.total.checked_div(&common).expect("a divisor"),
            self.total.checked_div(&common).expect("a divisor"),
        );
        let scaled = |weight: &Nat| {
            let product = weight * &up;
            let quotient = product.checked_div(&down).expect("a divisor");
            assert_eq!(&quotient * &down, product, "not a whole weight");
            quotient
        };
        let outcomes = self.outcomes.iter().map(|(outcome, weight)| (outcome.clone(), scaled(weight)));
        Dist { outcomes: outcomes.collect(), total: other.total.clone(), cut: self.cut.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weighted(weights: &[(i32, u32)]) -> Dist<i32> {
        Dist::from_weights(weights.iter().map(|(value, weight)| (*value, Nat::from(*weight))))
            .expect("weights")
    }

    fn prob(top: u32, bottom: u32) -> Prob {
        Prob::of(&Nat::from(top), &Nat::from(bottom))
    }

    #[test]
    fn equal_outcomes_are_put_together_in_order() {
        let dist = weighted(&[(3, 1), (1, 2), (3, 4), (2, 0)]);
        assert_eq!(dist.outcomes(), [(1, Nat::word(2)), (3, Nat::word(5))]);
        assert_eq!(dist.prob_of(&3), prob(5, 7));
        assert_eq!(dist.prob_of(&2), Prob::ZERO);
        assert_eq!(Dist::<i32>::from_weights([]), Err(DistError::Empty));
    }

    #[test]
    fn tails_quantiles_and_conditions() {
        let dist = weighted(&[(1, 1), (2, 2), (3, 3)]);
        assert_eq!((dist.at_most(&2), dist.at_least(&2)), (prob(1, 2), prob(5, 6)));
        assert_eq!(dist.quantile(&prob(1, 2)), Some(&2));
        assert_eq!(dist.quantile(&prob(2, 3)), Some(&3));
        let odd = dist.given(|value| value % 2 == 1).expect("some are odd");
        assert_eq!(odd.prob_of(&3), prob(3, 4));
        assert!(dist.given(|value| *value > 9).is_none());
        let unlisted = dist.clone().cut_off(Nat::word(6), Tail::Above);
        assert_eq!((unlisted.at_least(&3), unlisted.at_most(&3)), (prob(3, 4), prob(1, 2)));
        assert_eq!((unlisted.residual(), unlisted.quantile(&prob(3, 4))), (prob(1, 2), None));
    }

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
    fn draws_are_compared() {
        let die = Dist::uniform(1..=6).expect("faces");
        let small = Dist::uniform(1..=4).expect("faces");
        let compared = die.compare(&small);
        assert_eq!((compared.less, compared.equal, compared.greater), (prob(1, 4), prob(1, 6), prob(7, 12)));
    }

    #[test]
    fn large_weights_of_what_is_unsure_are_rounded_down() {
        let huge = Nat::word(6).pow(2000);
        let exact =
            Dist::from_weights([(1, huge.clone()), (2, huge.clone()), (3, Nat::ONE)]).expect("weights");
        let cut = exact.clone().cut_off(Nat::word(6).pow(1980), Tail::Anywhere);
        let rounded = cut.clone().rounded();
        assert!(rounded.total().bits() < 100);
        assert!(rounded.prob_of(&1) <= cut.prob_of(&1));
        assert!(rounded.residual() >= cut.residual());
        assert!(rounded.residual() <= cut.residual().mul(&prob(1_000_001, 1_000_000)));
        assert_eq!(exact.clone().rounded(), exact);
    }

    #[test]
    fn the_lightest_outcomes_go_to_the_residual() {
        let dist = weighted(&[(1, 1 << 20), (2, 1), (3, 2)]).cut_off(Nat::ONE, Tail::Anywhere);
        let pruned = dist.clone().without_lightest(10);
        assert_eq!(pruned.outcomes().len(), 2);
        assert_eq!(pruned.total(), dist.total());
        assert_eq!(weighted(&[(1, 1 << 20), (2, 1)]).without_lightest(10).len(), 2);
    }
}
