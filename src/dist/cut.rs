//! Distributions that do not list every outcome: what is known of the rest.

use super::{Cut, Dist, DistError, Fraction, Moments, Nat, Prob, Tail};

/// What weighs at most one in two to this may go to the residual, for tails that are exact then.
const NEGLIGIBLE_BITS: u64 = 30;

impl<T: Ord + Clone> Dist<T> {
    /// A distribution of which nothing is listed.
    pub(crate) const fn unlisted() -> Dist<T> {
        Dist { outcomes: Vec::new(), total: Nat::ONE, cut: Some(Cut::anywhere(Nat::ONE)) }
    }

    /// Outcomes with their weights, in any order, and what is not listed.
    ///
    /// # Errors
    /// All weights are zero.
    pub(crate) fn with_cut(outcomes: Vec<(T, Nat)>, cut: Option<Cut>) -> Result<Dist<T>, DistError> {
        Dist::assemble(outcomes, cut)
    }

    /// What is not listed, if anything.
    pub(crate) const fn cut(&self) -> Option<&Cut> {
        self.cut.as_ref()
    }

    pub(super) const fn cut_mut(&mut self) -> Option<&mut Cut> {
        self.cut.as_mut()
    }

    /// Whether every outcome is listed.
    pub(crate) const fn is_complete(&self) -> bool {
        self.cut.is_none()
    }

    /// How likely the outcomes together are that are not listed.
    pub(crate) fn residual(&self) -> Prob {
        self.cut.as_ref().map_or(Prob::ZERO, |cut| Prob::of(&cut.weight, &self.total))
    }

    /// The cut after a change that may have moved the unlisted outcomes.
    pub(super) fn cut_anywhere(&self) -> Option<Cut> {
        self.cut.as_ref().map(|cut| Cut::anywhere(cut.weight.clone()))
    }

    /// The same outcomes and as much more weight that is not listed, to lie in `tail`.
    #[must_use]
    pub(crate) fn cut_off(mut self, weight: Nat, tail: Tail) -> Dist<T> {
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
    pub(crate) fn without_lightest(mut self, bits: u32) -> Dist<T> {
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
        self.cut = if weight.is_zero() { None } else { Some(Cut { weight, tail, moments: None, law: None }) };
        self.total = total;
    }

    /// The same distribution without what lies above `highest`, so that all that is unlisted does,
    /// where that adds little to the residual, or where all of it is negligible; otherwise unchanged.
    ///
    /// Only for distributions whose listed outcomes up to there are sure.
    #[must_use]
    pub(super) fn cut_above(self, highest: &T) -> Dist<T> {
        let Some(cut) = &self.cut else { return self };
        let unsure = self.weight_where(&mut |outcome| outcome > highest);
        let negligible = unsure.bits().saturating_add(NEGLIGIBLE_BITS) <= self.total.bits();
        let is_much = unsure.bits() > cut.weight.bits().saturating_add(2) && !negligible;
        if is_much { self } else { self.cut_at(highest) }
    }

    /// The same distribution without what lies above `highest`, however much that is: all that is unlisted lies there.
    #[must_use]
    pub(super) fn cut_at(mut self, highest: &T) -> Dist<T> {
        let Some(cut) = &self.cut else { return self };
        let known = cut.moments.clone();
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

    /// The same distribution, of which the mean is known, also of what is not listed.
    #[must_use]
    pub(crate) fn with_known_mean(self, mean: Fraction) -> Dist<T> {
        self.with_moments(Some(Moments { mean, variance: None }))
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

    /// The same distribution as a part of `part` out of `whole`; the rest is not listed.
    #[must_use]
    pub(crate) fn scaled_down(mut self, part: &Nat, whole: &Nat) -> Dist<T> {
        for (_, weight) in &mut self.outcomes {
            *weight = &*weight * part;
        }
        let total = &self.total * whole;
        self.fill_up(total, Tail::Anywhere);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{prob, weighted};
    use super::*;

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

    #[test]
    fn as_much_as_asked_goes_to_the_residual() {
        // 1024 in all; 1, 2 and 4 are less than one in 2^7 together, 8 is too much.
        let dist =
            weighted(&[(1, 1), (2, 2), (3, 4), (4, 8), (5, 1000)]).cut_off(Nat::word(9), Tail::Anywhere);
        let listed = |bits: u32| dist.clone().without_lightest(bits).outcomes().iter().map(|o| o.0).collect();
        let kept: [Vec<i32>; 4] = [7, 8, 9, 40].map(listed);
        assert_eq!(kept, [vec![3, 4, 5], vec![2, 3, 4, 5], vec![1, 2, 3, 4, 5], vec![1, 2, 3, 4, 5]]);
        let pruned = dist.clone().without_lightest(7);
        assert_eq!((pruned.residual(), pruned.prob_of(&5)), (prob(12, 1024), prob(1000, 1024)));
    }

    #[test]
    fn small_weights_and_sure_tails_are_not_rounded() {
        let huge = Nat::word(6).pow(2000);
        let exact = Dist::from_weights([(1, huge.clone()), (2, huge.clone())]).expect("weights");
        let sure = exact.clone().cut_off(Nat::word(6).pow(1980), Tail::Above);
        assert_eq!(sure.clone().rounded(), sure);
        let small = weighted(&[(1, 5), (2, 6)]).cut_off(Nat::ONE, Tail::Anywhere);
        assert_eq!(small.clone().rounded(), small);
        // What is light beside the residual is not listed any longer.
        let cut = Dist::from_weights([(1, huge.clone()), (2, Nat::ONE)]).expect("weights");
        let rounded = cut.cut_off(huge, Tail::Anywhere).rounded();
        assert_eq!((rounded.len(), rounded.prob_of(&2)), (1, Prob::ZERO));
        assert!(rounded.prob_of(&1) < prob(1, 2) && rounded.prob_of(&1) > prob(999_999, 2_000_000));
    }

    #[test]
    fn a_part_of_the_whole_leaves_the_rest_unlisted() {
        let die = Dist::uniform(1..=6).expect("faces");
        let part = die.clone().scaled_down(&Nat::word(2), &Nat::word(3));
        assert_eq!((part.prob_of(&6), part.residual(), part.len()), (prob(1, 9), prob(1, 3), 6));
        assert!(die.clone().scaled_down(&Nat::word(3), &Nat::word(3)).is_complete());
        assert_eq!(Dist::<i32>::unlisted().residual(), prob(1, 1));
    }

    #[test]
    fn what_lies_above_is_cut_where_that_adds_little() {
        let tail = |dist: &Dist<i32>| dist.cut().map(|cut| cut.tail);
        let dist = weighted(&[(1, 1000), (2, 500), (3, 4)]).cut_off(Nat::word(1), Tail::Anywhere);
        let cut = dist.clone().cut_above(&2);
        assert_eq!((cut.residual(), tail(&cut)), (prob(5, 1505), Some(Tail::Above)));
        assert_eq!((cut.prob_of(&2), cut.prob_of(&3)), (prob(500, 1505), Prob::ZERO));
        // Five hundred and four beside one is no longer little.
        assert_eq!(dist.clone().cut_above(&1), dist);
        let complete = weighted(&[(1, 1000), (2, 1)]);
        assert_eq!(complete.clone().cut_above(&1), complete);
        // However little the residual is: one in a thousand million is negligible.
        let tiny = weighted(&[(1, 1 << 31), (2, 1), (3, 1)]);
        let cut = tiny.clone().cut_off(Nat::word(0), Tail::Anywhere).cut_above(&1);
        assert_eq!(cut, tiny);
    }
}
