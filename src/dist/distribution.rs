//! Finite distributions: outcomes in order, each with a whole weight out of one common total.

#[cfg(test)]
use super::Tail;
use super::{Cut, DistError, Nat, Prob};

/// The exact distribution of something with finitely many listed outcomes.
///
/// Outcomes are sorted and differ from each other; no weight is zero. The weights add up to the
/// total, less the weight of what is not listed where the distribution is cut off
/// (see `Dist::residual`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dist<T> {
    pub(super) outcomes: Vec<(T, Nat)>,
    pub(super) total: Nat,
    pub(super) cut: Option<Cut>,
}

impl<T: Ord + Clone> Dist<T> {
    /// What is certain.
    pub(crate) fn point(outcome: T) -> Dist<T> {
        Dist { outcomes: vec![(outcome, Nat::ONE)], total: Nat::ONE, cut: None }
    }

    /// Every given outcome equally likely; one given twice weighs double.
    ///
    /// # Errors
    /// Nothing is given.
    pub(crate) fn uniform(outcomes: impl IntoIterator<Item = T>) -> Result<Dist<T>, DistError> {
        Dist::from_weights(outcomes.into_iter().map(|outcome| (outcome, Nat::ONE)))
    }

    /// Outcomes with their weights, in any order; equal outcomes are put together.
    ///
    /// # Errors
    /// All weights are zero.
    pub(crate) fn from_weights(weights: impl IntoIterator<Item = (T, Nat)>) -> Result<Dist<T>, DistError> {
        Dist::assemble(weights.into_iter().collect(), None)
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
    pub(crate) fn outcomes(&self) -> &[(T, Nat)] {
        &self.outcomes
    }

    /// How many outcomes are listed.
    #[allow(clippy::len_without_is_empty)]
    pub(crate) const fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// What the weights are out of.
    pub const fn total(&self) -> &Nat {
        &self.total
    }

    /// The probability that a weight stands for.
    pub(crate) fn prob(&self, weight: &Nat) -> Prob {
        Prob::of(weight, &self.total)
    }

    /// The same as [`Dist::prob`] as a floating-point number, without reducing the fraction.
    pub(crate) fn prob_f64(&self, weight: &Nat) -> f64 {
        Nat::ratio_f64(weight, &self.total)
    }

    /// How likely the outcome is.
    pub(crate) fn prob_of(&self, outcome: &T) -> Prob {
        match self.outcomes.binary_search_by(|(other, _)| other.cmp(outcome)) {
            Ok(at) => self.outcomes.get(at).map_or(Prob::ZERO, |(_, weight)| self.prob(weight)),
            Err(_) => Prob::ZERO,
        }
    }

    /// How likely an outcome is for which `test` holds, counting what is listed.
    pub(crate) fn chance(&self, mut test: impl FnMut(&T) -> bool) -> Prob {
        self.prob(&self.weight_where(&mut test))
    }

    pub(super) fn weight_where(&self, test: &mut impl FnMut(&T) -> bool) -> Nat {
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
    #[cfg(test)]
    pub(crate) fn at_most(&self, bound: &T) -> Prob {
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
    #[cfg(test)]
    pub(crate) fn at_least(&self, bound: &T) -> Prob {
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
    #[cfg(test)]
    pub(crate) fn quantile(&self, level: &Prob) -> Option<&T> {
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
    pub(crate) fn map<U: Ord + Clone>(&self, mut change: impl FnMut(&T) -> U) -> Dist<U> {
        let changed = self.outcomes.iter().map(|(outcome, weight)| (change(outcome), weight.clone()));
        Dist::assemble(changed.collect(), self.cut_anywhere()).expect("as heavy as before")
    }

    /// The same with other outcomes, which stand in the order of those that they are made of and differ as
    /// they do; what is known of the rest stays.
    #[must_use]
    pub(crate) fn relabel<U: Ord + Clone>(self, mut change: impl FnMut(T) -> U) -> Dist<U> {
        let outcomes: Vec<(U, Nat)> =
            self.outcomes.into_iter().map(|(outcome, weight)| (change(outcome), weight)).collect();
        debug_assert!(outcomes.is_sorted_by(|a, b| a.0 < b.0), "the order must stay");
        Dist { outcomes, total: self.total, cut: self.cut }
    }

    /// The outcomes in order with their weights, taken out.
    pub(crate) fn into_outcomes(self) -> Vec<(T, Nat)> {
        self.outcomes
    }

    /// [`Dist::map`] with a change that may fail.
    ///
    /// # Errors
    /// The first error of `change`.
    pub(crate) fn try_map<U: Ord + Clone, E>(
        &self,
        mut change: impl FnMut(&T) -> Result<U, E>,
    ) -> Result<Dist<U>, E> {
        let mut changed = Vec::with_capacity(self.outcomes.len());
        for (outcome, weight) in &self.outcomes {
            changed.push((change(outcome)?, weight.clone()));
        }
        Ok(Dist::assemble(changed, self.cut_anywhere()).expect("as heavy as before"))
    }

    /// The distribution given that `test` holds; nothing where it never does.
    ///
    /// Unlisted outcomes stay in the residual, which is then the most that they can be.
    pub(crate) fn given(&self, mut test: impl FnMut(&T) -> bool) -> Option<Dist<T>> {
        let held: Vec<_> = self.outcomes.iter().filter(|(outcome, _)| test(outcome)).cloned().collect();
        if held.is_empty() {
            return None;
        }
        Dist::assemble(held, self.cut_anywhere()).ok()
    }
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
    use super::super::made::{prob, weighted};
    use super::*;

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
}
