//! Drawing from a distribution in a time that does not grow with it.
//!
//! Each probability is rounded to a multiple of 2⁻⁹⁶, and what rounding leaves goes to the likeliest
//! outcome. The outcomes are then laid into columns of equal height, at most two to a column (Walker's
//! alias method). A random number of 96 bits chooses: its upper bits the column, the others one of the
//! two. Of these 96 bits the first 32 almost always decide; only where they equal the split of their
//! column are the other 64 asked for. All of it is whole numbers, so that the same words give the same
//! outcomes on every platform.
//!
//! With at most 2²⁰ outcomes no probability is off by more than 2⁻⁷⁶. A batch has at most 10⁹ runs, of
//! which about 2⁶⁰ such batches would be needed to tell the difference.

use num_traits::{CheckedDiv, ToPrimitive};

use super::{Dist, Nat};

/// A distribution laid out for drawing; outcomes are known by their places in its list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Alias {
    columns: Box<[AliasColumn]>,
    /// The lower 64 bits of each column's split.
    fine: Box<[u64]>,
    /// How many bits of the first word are left when the column is chosen.
    rest_bits: u32,
}

/// Below `split` the outcome is the column's own, above it is `other`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct AliasColumn {
    split: u32,
    other: u32,
}

/// How fine probabilities are rounded: to one in two to this.
const BITS: u32 = 96;
/// The most outcomes.
const MAX_OUTCOMES: usize = 1 << 20;
/// What is not listed may weigh at most one in two to this.
const UNLISTED_BITS: u32 = 80;

impl Alias {
    /// To how many bits endless outcomes must be listed, so that what is not listed is too rare for
    /// any batch to meet, even in a sum of many such parts.
    pub(crate) const RESIDUAL_BITS: u32 = 100;

    /// Lays a distribution out. `None` where it has no outcomes, far too many, or leaves so much
    /// unlisted that a batch could tell.
    pub(crate) fn of<T: Ord + Clone>(dist: &Dist<T>) -> Option<Alias> {
        if let Some(cut) = dist.cut()
            && part(&cut.weight, dist.total())? >> (BITS - UNLISTED_BITS) > 0
        {
            return None;
        }
        Alias::of_weights(dist.outcomes().iter().map(|(_, weight)| weight))
    }

    /// The same for weights in a row; those of 0 never come up.
    pub(crate) fn of_weights<'w>(weights: impl Iterator<Item = &'w Nat> + Clone) -> Option<Alias> {
        let count = weights.clone().count();
        let total = weights.clone().fold(Nat::ZERO, |sum, weight| &sum + weight);
        if count > MAX_OUTCOMES || total.is_zero() {
            return None;
        }
        let mut parts: Vec<u128> = weights.map(|weight| part(weight, &total)).collect::<Option<_>>()?;
        let rounded_off = (1u128 << BITS).checked_sub(parts.iter().sum())?;
        // Less than one part for each outcome.
        *parts.iter_mut().max()? += rounded_off;
        Some(Alias::laid_out(parts))
    }

    fn laid_out(mut parts: Vec<u128>) -> Alias {
        // Two at least, so that the column takes a bit of the word.
        let count = parts.len().next_power_of_two().max(2);
        parts.resize(count, 0);
        let column_bits = count.trailing_zeros();
        let height = 1u128 << (BITS - column_bits);
        let mut columns = vec![AliasColumn::default(); count];
        let mut fine = vec![0u64; count];
        let (mut low, mut high): (Vec<usize>, Vec<usize>) =
            (0..count).partition(|at| parts.get(*at).is_some_and(|part| *part < height));
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        while let (Some(small), Some(large)) = (low.last().copied(), high.last().copied()) {
            low.pop();
            let held = parts.get(small).copied().unwrap_or(0);
            let split = u32::try_from(held >> 64).unwrap_or(u32::MAX);
            if let (Some(column), Some(fine)) = (columns.get_mut(small), fine.get_mut(small)) {
                *column = AliasColumn { split, other: place(large) };
                *fine = u64::try_from(held & u128::from(u64::MAX)).unwrap_or(u64::MAX);
            }
            if let Some(left) = parts.get_mut(large) {
                *left -= height - held;
                if *left < height {
                    high.pop();
                    low.push(large);
                }
            }
        }
        // All parts together fill all columns, so what is left over fills its own.
        for at in low.into_iter().chain(high) {
            if let Some(column) = columns.get_mut(at) {
                *column = AliasColumn { split: 0, other: place(at) };
            }
        }
        Alias { columns: columns.into(), fine: fine.into(), rest_bits: u32::BITS - column_bits }
    }

    /// The place of the outcome that random words choose: one of 32 bits, and rarely `more`.
    #[inline]
    pub(crate) fn place(&self, word: u32, more: impl FnOnce() -> u64) -> usize {
        let at = (word >> self.rest_bits) as usize;
        let rest = word & (u32::MAX >> (u32::BITS - self.rest_bits));
        let Some(column) = self.columns.get(at) else { return 0 };
        let mut own = rest < column.split;
        // Hardly ever: the choice itself is made without a branch, since nobody could foresee it.
        if rest == column.split {
            own = self.fine.get(at).is_some_and(|fine| more() < *fine);
        }
        std::hint::select_unpredictable(own, at, column.other as usize)
    }

    /// How many columns there are, and what the words decide within each: rests below its split are its
    /// own place, those above it another.
    pub(crate) fn splits(&self) -> impl Iterator<Item = (u32, u32)> {
        self.columns.iter().map(|column| (column.split, column.other))
    }

    /// How many bits of the first word are left when the column is chosen.
    pub(crate) const fn rest_bits(&self) -> u32 {
        self.rest_bits
    }

    /// How many places there are, those that never come up included.
    pub(crate) const fn places(&self) -> usize {
        self.columns.len()
    }
}

/// A weight out of a total in parts of 2⁻⁹⁶, rounded down.
fn part(weight: &Nat, total: &Nat) -> Option<u128> {
    if let (Some(weight), Some(total)) = (weight.as_word(), total.as_word())
        && weight < 1 << (u128::BITS - BITS)
    {
        return (weight << BITS).checked_div(total);
    }
    (weight.to_big() << BITS).checked_div(&total.to_big())?.to_u128()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::Budget;

    /// How much of all numbers of 96 bits each outcome gets, read off the columns.
    fn shares(alias: &Alias, outcomes: usize) -> Vec<u128> {
        let mut shares = vec![0u128; outcomes];
        let height = 1u128 << (64 + alias.rest_bits);
        for (at, (column, fine)) in alias.columns.iter().zip(&alias.fine).enumerate() {
            let split = (u128::from(column.split) << 64) + u128::from(*fine);
            if let Some(own) = shares.get_mut(at) {
                *own += split;
            }
            shares[column.other as usize] += height - split;
        }
        shares
    }

    fn weighted(weights: &[u64]) -> Alias {
        let weights: Vec<Nat> = weights.iter().map(|weight| Nat::from(*weight)).collect();
        Alias::of_weights(weights.iter()).expect("some outcome")
    }

    #[test]
    fn every_outcome_gets_its_share_of_the_words() {
        let many: Vec<u64> = (1..1000).map(|at| at * at % 97 + 1).collect();
        for weights in [vec![1], vec![1, 1], vec![1, 2, 3], vec![7, 1, 1, 1, 90, 0, 5], vec![5; 37], many] {
            let total: u64 = weights.iter().sum();
            let shares = shares(&weighted(&weights), weights.len());
            assert_eq!(shares.iter().sum::<u128>(), 1 << BITS, "{weights:?}");
            for (share, weight) in shares.into_iter().zip(&weights) {
                let wanted = part(&Nat::from(*weight), &Nat::from(total)).expect("small");
                assert!(share.abs_diff(wanted) <= weights.len() as u128, "{weights:?}");
            }
        }
    }

    #[test]
    fn weights_beyond_machine_words_keep_their_shares() {
        let die = Dist::uniform((1..=6).map(crate::base::Num::int)).expect("faces");
        let sum = die.sum_of(200, &mut Budget::default()).expect("small");
        let alias = Alias::of(&sum).expect("small");
        let shares = shares(&alias, sum.len());
        assert_eq!(shares.iter().sum::<u128>(), 1 << BITS);
        for ((_, weight), share) in sum.outcomes().iter().zip(shares) {
            let wanted = sum.prob_f64(weight) * 2f64.powi(96);
            assert!((share as f64 - wanted).abs() <= wanted * 1e-12 + 2048.0);
        }
    }

    /// Every word of 32 bits whose lower 16 are the same, and what of 64 bits comes after.
    #[test]
    fn words_lead_to_the_outcomes_of_their_columns() {
        let alias = weighted(&[1, 3]);
        let ones = (0..=255u32).filter(|high| alias.place(high << 24, || 0) == 0).count();
        assert_eq!(ones, 64);
        let thirds = weighted(&[1, 2]);
        let split = (0..=u32::MAX >> 16).map(|high| thirds.place(high << 16, || 0)).collect::<Vec<_>>();
        assert!(split.iter().filter(|place| **place == 0).count().abs_diff(65536 / 3) <= 1);
    }

    #[test]
    fn on_the_split_the_finer_bits_decide() {
        let alias = weighted(&[1, 2]);
        let column = alias.columns[0];
        // A third of all is two thirds of the first of two columns.
        assert_eq!(column.split, 0x5555_5555);
        assert_eq!(alias.place(0x5555_5554, || u64::MAX), 0);
        assert_eq!(alias.place(0x5555_5555, || 0x5555_5555_5555_5554), 0);
        assert_eq!(alias.place(0x5555_5555, || 0x5555_5555_5555_5555), 1);
        assert_eq!(alias.place(0x5555_5556, || 0), 1);
    }

    #[test]
    fn what_is_not_listed_must_be_too_rare_to_be_met() {
        let die = Dist::uniform([1, 2]).expect("faces");
        let rare = die.clone().cut_off(Nat::from(2u64).pow(90), super::super::Tail::Above);
        assert!(Alias::of(&die).is_some());
        assert!(Alias::of(&rare).is_none(), "nearly all of it is not listed");
    }
}
