//! Sums of a random number of equal draws.

use super::lattice::{Dense, Lattice};
use super::nested::nested;
use super::{Budget, Dist, DistError, Nat, Tail};
use crate::base::Num;

/// The longest list of places that is filled for such a sum.
const MOST_PLACES: usize = 1 << 20;

impl Dist<Num> {
    /// The sum of as many independent draws from `self` as `count` says.
    ///
    /// # Errors
    /// The budget is passed, or a sum does not fit.
    pub(crate) fn random_sum(&self, count: &Dist<u32>, budget: &mut Budget) -> Result<Dist<Num>, DistError> {
        if let ([(only, _)], true) = (count.outcomes(), count.is_complete()) {
            return self.sum_of(*only, budget);
        }
        if self.is_complete()
            && count.is_complete()
            && let Some(sum) = self.nested(count, budget)?
        {
            return Ok(sum);
        }
        let mut parts = Vec::with_capacity(count.len());
        let (mut reached, mut sum) = (0, Dist::point(Num::ZERO));
        for (many, weight) in count.outcomes() {
            let more = self.sum_of(many - reached, budget)?;
            sum = sum.sum(&more, budget)?;
            reached = *many;
            parts.push((weight.clone(), sum.clone()));
        }
        let mixed = Dist::mix_numbers(&parts, budget)?;
        Ok(match count.cut() {
            Some(cut) => match count.total().checked_sub(&cut.weight) {
                Some(listed) => mixed.scaled_down(&listed, count.total()),
                None => mixed,
            },
            None => mixed,
        })
    }

    /// The count's polynomial with this one's put into it, from the highest count down:
    /// `((p₃·g + p₂)·g + p₁)·g + p₀`. Nothing where the places of the sum do not lie side by side.
    fn nested(&self, count: &Dist<u32>, budget: &mut Budget) -> Result<Option<Dist<Num>>, DistError> {
        // Sums of different numbers of draws share one lattice only if it goes through zero.
        let numbers = std::iter::once(Num::ZERO).chain(self.outcomes().iter().map(|(value, _)| *value));
        let mut sorted: Vec<Num> = numbers.collect();
        sorted.sort_unstable();
        let Some(lattice) = Lattice::of(sorted).filter(|lattice| lattice.origin.is_zero()) else {
            return Ok(None);
        };
        let Some(dense) = Dense::on(lattice, self.outcomes()) else { return Ok(None) };
        let (Some((first, _)), Some((last, _))) = (count.outcomes().first(), count.outcomes().last()) else {
            return Ok(None);
        };
        let places = (dense.weights.len() - 1).saturating_mul(*last as usize).saturating_add(1);
        if places > MOST_PLACES {
            return Ok(None);
        }
        let each = self.total();
        let total = &budget.power(each, *last)? * count.total();
        budget.check(places as u64, total.words())?;
        // By how many draws more than the fewest: how heavy that is, over the most draws there may be.
        let mut terms = vec![Nat::ZERO; (*last - *first) as usize + 1];
        let mut scale = Nat::ONE;
        let mut weights = count.outcomes().iter().rev().peekable();
        for (many, term) in (*first..=*last).rev().zip(terms.iter_mut().rev()) {
            if let Some((_, weight)) = weights.next_if(|(at, _)| *at == many) {
                *term = weight * &scale;
            }
            if many > *first {
                scale = &scale * each;
            }
        }
        let sum = nested(&terms, &dense.weights, *first, &total, budget)?;
        let outcomes = Dense { lattice, weights: sum }.outcomes()?;
        let mut sum = Dist::listing(outcomes);
        sum.fill_up(&scale * &(count.total() * &each.pow(*first)), Tail::Anywhere);
        Ok(Some(sum))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn die(sides: i64) -> Dist<Num> {
        Dist::uniform((1..=sides).map(Num::int)).expect("a die")
    }

    /// The same by mixing the sums of every count.
    fn mixed(each: &Dist<Num>, count: &Dist<u32>) -> Dist<Num> {
        let mut budget = Budget::default();
        let parts: Vec<_> = count
            .outcomes()
            .iter()
            .map(|(many, weight)| (weight.clone(), each.sum_of(*many, &mut budget).expect("a sum")))
            .collect();
        Dist::mix_numbers(&parts, &mut budget).expect("a mixture")
    }

    #[test]
    fn the_nested_sum_is_the_mixture_of_the_sums() {
        let weighted = |all: &[(u32, u32)]| {
            Dist::from_weights(all.iter().map(|(many, weight)| (*many, Nat::from(*weight)))).expect("weights")
        };
        let counts = [
            weighted(&[(0, 1), (2, 3)]),
            weighted(&[(2, 1), (3, 1), (7, 4)]),
            // So many are thrown in any case that their sum is worked out as a whole.
            weighted(&[(30, 5), (31, 1)]),
        ];
        let loaded = Dist::from_weights([(Num::int(-2), Nat::word(1)), (Num::int(4), Nat::word(3))]);
        let gems = Dist::from_weights([(Num::int(10), Nat::word(1)), (Num::int(5000), Nat::word(3))]);
        for each in [die(6), die(2), loaded.expect("weights"), gems.expect("weights")] {
            for count in &counts {
                let sum = each.random_sum(count, &mut Budget::default()).expect("a sum");
                let other = mixed(&each, count);
                assert_eq!(sum.with_total_of(&other), other.with_total_of(&other));
            }
        }
    }
}
