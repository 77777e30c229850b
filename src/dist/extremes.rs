//! The mean of the highest of several numbers without end from those of the lowest of some of them: each repeats
//! itself in a way of its own, all of them together only after very many outcomes.
//!
//! Whatever is made of the numbers, what the highest of them comes to is what each comes to by itself, less what the
//! lowest of each two comes to, and what the lowest of each three comes to, and so on in turn. The second highest, and
//! those after it, are made of the same lowest ones, each so many times.

use super::{Budget, Dist, Fraction, Law, Moments, Nat, Tail, binomial, highest_total};
use crate::base::Num;

/// There are no more choices of some of the numbers.
const MOST_CHOICES: u32 = 256;

impl Dist<Num> {
    /// The same as the highest of so many of each, with its mean and variance where these are known of the lowest of
    /// any of them.
    #[must_use]
    pub(super) fn known_as_highest_of(self, groups: &[(u32, Dist<Num>)], budget: &mut Budget) -> Dist<Num> {
        match moments_by_lowest(groups, 1, budget) {
            Some(moments) => self.with_moments(Some(moments)),
            None => self,
        }
    }
}

/// The mean of the sum of the `kept` highest of so many of each, where it is known of the lowest of any of them.
pub(crate) fn mean_of_highest(
    groups: &[(u32, Dist<Num>)],
    kept: u32,
    budget: &mut Budget,
) -> Option<Fraction> {
    moments_by_lowest(groups, kept, budget).map(|moments| moments.mean)
}

/// The mean of the sum of the `kept` lowest: that of all, less that of the others.
pub(crate) fn mean_of_lowest(
    groups: &[(u32, Dist<Num>)],
    kept: u32,
    budget: &mut Budget,
) -> Option<Fraction> {
    let size: u32 = groups.iter().map(|(count, _)| *count).sum();
    let others = mean_of_highest(groups, size.checked_sub(kept)?, budget)?;
    let mut all = Fraction::zero();
    for (count, dist) in groups {
        all = all.add(&dist.mean()?.mul(&Fraction::from(*count)));
    }
    Some(all.sub(&others))
}

/// How often the lowest of each choice of so many numbers counts for the sum of the `kept` highest of them.
fn share_of_lowest(many: u32, kept: u32) -> Option<i64> {
    let mut share: i64 = 0;
    for nth in 1..=kept.min(many) {
        let ways = binomial(u64::from(many) - 1, u64::from(nth) - 1).as_word()?;
        let ways = i64::try_from(ways).ok()?;
        share = share.checked_add(if (many - nth).is_multiple_of(2) { ways } else { -ways })?;
    }
    Some(share)
}

fn moments_by_lowest(groups: &[(u32, Dist<Num>)], kept: u32, budget: &mut Budget) -> Option<Moments> {
    if !groups.iter().all(|(_, dist)| dist.cut().is_none_or(|cut| cut.tail == Tail::Above)) {
        return None;
    }
    let choices = groups.iter().try_fold(1u32, |choices, (count, _)| choices.checked_mul(count + 1));
    let choices = choices.filter(|choices| *choices <= MOST_CHOICES)?;
    let (mut first, mut second) = (Fraction::zero(), (kept == 1).then(Fraction::zero));
    for choice in 1..choices {
        let (mut left, mut ways, mut many) = (choice, Nat::ONE, 0);
        let mut chosen = Vec::new();
        for (count, dist) in groups {
            let taken = left % (count + 1);
            left /= count + 1;
            if taken > 0 {
                ways = &ways * &binomial(u64::from(*count), u64::from(taken));
                many += taken;
                chosen.push((taken, dist.clone()));
            }
        }
        let share = share_of_lowest(many, kept)?;
        if share == 0 {
            continue;
        }
        let lowest = lowest_of(&chosen, budget)?.moments()?;
        let share = Fraction::ratio(&ways, &Nat::ONE).mul(&Fraction::from(Num::int(share)));
        let square = lowest.variance.map(|variance| variance.add(&lowest.mean.mul(&lowest.mean)));
        let add = |sum: &Fraction, part: &Fraction| sum.add(&part.mul(&share));
        second = second.zip(square).map(|(sum, square)| add(&sum, &square));
        first = add(&first, &lowest.mean);
    }
    Some(Moments { variance: second.map(|second| second.sub(&first.mul(&first))), mean: first })
}

/// The lowest of so many of each, listed so far that it is known to its end.
fn lowest_of(groups: &[(u32, Dist<Num>)], budget: &mut Budget) -> Option<Dist<Num>> {
    let ends = groups.iter().any(|(_, dist)| dist.is_complete());
    let law = if ends { None } else { Some(Law::of_lowest(groups)?) };
    let further = match &law {
        Some(law) => law.listed_far_enough(groups, budget)?,
        None => groups.to_vec(),
    };
    let turn = |dist: &Dist<Num>| dist.linear(Num::int(-1), Num::ZERO).ok();
    let turned =
        further.iter().map(|(count, dist)| Some((*count, turn(dist)?))).collect::<Option<Vec<_>>>()?;
    let lowest = turn(&highest_total(&turned, 1, budget).ok()?)?;
    Some(if lowest.is_complete() { lowest } else { lowest.with_law(law).with_known_moments() })
}
