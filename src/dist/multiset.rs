//! Several equal draws without regard to order.

use super::{Budget, Dist, DistError, Nat};

/// How many ways there are to pick `k` of `n`.
pub(crate) fn binomial(n: u64, k: u64) -> Nat {
    if k > n {
        return Nat::ZERO;
    }
    let k = k.min(n - k);
    let mut ways = Nat::ONE;
    for i in 0..k {
        // The product of i + 1 numbers in a row is a multiple of (i + 1)!.
        let next = &ways * &Nat::from(n - i);
        ways = next.checked_div(&Nat::from(i + 1)).expect("a divisor above zero");
    }
    ways
}

/// How many ways there are to pick none of `n`, one, and so on up to `most` of them.
pub(crate) fn binomials(n: u64, most: u32) -> Vec<Nat> {
    let mut all = Vec::with_capacity(most as usize + 1);
    let mut ways = Nat::ONE;
    for picked in 0..=u64::from(most) {
        let next = &ways * &Nat::from(n.saturating_sub(picked));
        all.push(ways);
        // As in [`binomial`].
        ways = next.checked_div(&Nat::from(picked + 1)).expect("a divisor above zero");
    }
    all
}

/// How many multisets of `count` draws there are from `kinds` outcomes; the highest number where
/// it does not fit.
pub(crate) fn multiset_count(kinds: u64, count: u64) -> u64 {
    let (Some(top), true) = (kinds.checked_add(count).map(|sum| sum.saturating_sub(1)), kinds > 0) else {
        return if count == 0 { 1 } else { u64::MAX };
    };
    let k = count.min(kinds - 1);
    let mut ways: u128 = 1;
    for i in 0..k {
        ways = ways * u128::from(top - i) / u128::from(i + 1);
        if ways > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    u64::try_from(ways).unwrap_or(u64::MAX)
}

impl<T: Ord + Clone> Dist<T> {
    /// `count` independent draws, sorted upwards: what comes up, without regard to order.
    ///
    /// # Errors
    /// The budget is passed.
    pub fn multiset(&self, count: u32, budget: &mut Budget) -> Result<Dist<Vec<T>>, DistError> {
        let many = multiset_count(self.len() as u64, u64::from(count));
        let words = u64::from(count).saturating_mul(self.total().bits()).div_ceil(64).max(1);
        budget.check_lists(many, u64::from(count), words)?;
        budget.charge(many.saturating_mul(u64::from(count)))?;
        budget.charge_products(2 * many, words, 1)?;
        budget.charge_values(many)?;
        let mut found = Vec::with_capacity(usize::try_from(many).unwrap_or(0));
        let mut walk = MultisetWalk::of(self.outcomes(), count);
        while let Some(next) = walk.next() {
            found.push(next);
        }
        let mut all = Dist::listing(found);
        all.fill_up(self.total().pow(count), super::Tail::Anywhere);
        Ok(all)
    }
}

/// Walks through all multisets in order, without recursion.
struct MultisetWalk<'a, T> {
    outcomes: &'a [(T, Nat)],
    /// The choices that stand, one for each outcome that has any draws, and perhaps a last one
    /// without.
    picked: Vec<Pick>,
    /// The draws that they make.
    draws: Vec<T>,
    /// By outcome, number of draws and number picked: the weight of the choice, where there are few
    /// enough to be listed.
    choices: Vec<Vec<Vec<Nat>>>,
}

/// A choice: so many draws of one outcome, and the weight of all choices down to this one.
struct Pick {
    outcome: usize,
    count: u32,
    /// How many draws are left after this choice.
    left: u32,
    weight: Nat,
}

/// Up to so many draws the weights of choices are listed beforehand.
const MOST_LISTED: u32 = 16;

fn choice(each: &Nat, of: u32, count: u32) -> Nat {
    &binomial(of.into(), count.into()) * &each.pow(count)
}

impl<'a, T: Clone> MultisetWalk<'a, T> {
    /// Begins with as many as possible of the first outcome, which comes first in order.
    fn of(outcomes: &'a [(T, Nat)], count: u32) -> MultisetWalk<'a, T> {
        let rows = |each: &Nat| {
            let row = |of: u32| (0..=of).map(|count| choice(each, of, count)).collect();
            (0..=count).map(row).collect()
        };
        let choices = match count {
            0..=MOST_LISTED => outcomes.iter().map(|(_, each)| rows(each)).collect(),
            _ => Vec::new(),
        };
        let mut walk = MultisetWalk { outcomes, picked: Vec::new(), draws: Vec::new(), choices };
        walk.push(0, count, count);
        walk
    }

    /// Picks `count` of the `of` draws that are left to be one outcome.
    fn push(&mut self, outcome: usize, count: u32, of: u32) {
        let Some((value, each)) = self.outcomes.get(outcome) else { return };
        let (row, place) = (of as usize, count as usize);
        let before = self.picked.last().map_or(&Nat::ONE, |pick| &pick.weight);
        let weight = match self.choices.get(outcome).and_then(|rows| rows.get(row)?.get(place)) {
            Some(ways) => before * ways,
            None => before * &choice(each, of, count),
        };
        self.draws.extend(std::iter::repeat_n(value, place).cloned());
        self.picked.push(Pick { outcome, count, left: of - count, weight });
    }

    /// The multiset that stands now, and one step on.
    fn next(&mut self) -> Option<(Vec<T>, Nat)> {
        let found = (self.draws.clone(), self.picked.last()?.weight.clone());
        self.advance();
        Some(found)
    }

    /// Takes one draw off the latest choice that has another outcome after it, and gives what is
    /// free to the next outcome.
    fn advance(&mut self) {
        while let Some(pick) = self.picked.pop() {
            self.draws.truncate(self.draws.len().saturating_sub(pick.count as usize));
            let next = pick.outcome + 1;
            if pick.count == 0 || next >= self.outcomes.len() {
                continue;
            }
            let (fewer, of) = (pick.count - 1, pick.count + pick.left);
            if fewer > 0 {
                self.push(pick.outcome, fewer, of);
            }
            self.push(next, of - fewer, of - fewer);
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_to_pick() {
        assert_eq!(binomial(10, 3), Nat::word(120));
        assert_eq!(binomial(3, 10), Nat::ZERO);
        assert_eq!(binomial(200, 100).to_string().len(), 59);
        assert_eq!(multiset_count(6, 4), 126);
        assert_eq!(multiset_count(1_000_000, 1000), u64::MAX);
        assert_eq!(multiset_count(0, 0), 1);
    }

    #[test]
    fn multisets_come_in_order_with_multinomial_weights() {
        let die = Dist::uniform(1..=6u32).expect("six faces");
        let four = die.multiset(4, &mut Budget::default()).expect("few enough");
        assert_eq!(four.len(), 126);
        assert!(four.outcomes().is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!(four.total(), &Nat::word(1296));
        assert_eq!(four.prob_of(&vec![1, 2, 3, 4]).to_string(), "1/54");
        assert_eq!(four.prob_of(&vec![6, 6, 6, 6]).to_string(), "1/1296");
        assert!(four.is_complete());
        let none = die.multiset(0, &mut Budget::default()).expect("nothing to do");
        assert_eq!(none.outcomes(), [(vec![], Nat::ONE)]);
        let loaded = Dist::from_weights([('a', Nat::word(2)), ('b', Nat::ONE)]).expect("weights");
        let two = loaded.multiset(2, &mut Budget::default()).expect("few enough");
        let shown: Vec<_> =
            two.outcomes().iter().map(|(draws, weight)| (draws.clone(), weight.clone())).collect();
        let nat = Nat::word;
        assert_eq!(shown, [(vec!['a', 'a'], nat(4)), (vec!['a', 'b'], nat(4)), (vec!['b', 'b'], nat(1))]);
    }

    #[test]
    fn too_many_multisets_are_refused() {
        let die = Dist::uniform(1..=20u32).expect("twenty faces");
        let error = die.multiset(30, &mut Budget::default()).expect_err("far too many");
        assert!(matches!(error, DistError::Outcomes { limit: 1_000_000, .. }));
    }

    #[test]
    fn ways_to_pick_are_those_of_pascals_triangle() {
        let mut row = vec![Nat::ONE];
        for n in 0..40u64 {
            for (k, ways) in (0u64..).zip(&row) {
                assert_eq!(&binomial(n, k), ways, "{k} of {n}");
            }
            assert_eq!(binomial(n, n + 1), Nat::ZERO);
            let inner = row.windows(2).map(|pair| &pair[0] + &pair[1]);
            row = std::iter::once(Nat::ONE).chain(inner).chain([Nat::ONE]).collect();
        }
    }

    #[test]
    fn multisets_are_counted_before_they_are_made() {
        for kinds in 1..=5u64 {
            let outcomes = Dist::uniform(0..kinds).expect("outcomes");
            for count in 0..=6u32 {
                let made = outcomes.multiset(count, &mut Budget::default()).expect("few enough");
                assert_eq!(multiset_count(kinds, count.into()), made.len() as u64, "{count} of {kinds}");
            }
        }
        // As many as there are numbers: one more kind would be one too many.
        assert_eq!(multiset_count(2, u64::MAX - 2), u64::MAX - 1);
        assert_eq!(multiset_count(3, 6_000_000_000), 18_000_000_009_000_000_001);
        assert_eq!(multiset_count(3, 6_100_000_000), u64::MAX);
        assert_eq!((multiset_count(0, 3), multiset_count(u64::MAX, 2)), (u64::MAX, u64::MAX));
    }

    #[test]
    fn many_draws_have_multinomial_weights_too() {
        let loaded = Dist::from_weights([('a', Nat::word(3)), ('b', Nat::ONE), ('c', Nat::word(2))]);
        let loaded = loaded.expect("weights");
        for count in [1u32, 16, 17, 20] {
            let all = loaded.multiset(count, &mut Budget::default()).expect("few enough");
            assert!(all.is_complete() && all.outcomes().is_sorted_by(|a, b| a.0 < b.0), "{count}");
            assert_eq!(all.len() as u64, multiset_count(3, count.into()));
            for (draws, weight) in all.outcomes() {
                let of = |face: char| draws.iter().filter(|draw| **draw == face).count();
                let (a, b, c) = (of('a'), of('b'), of('c'));
                assert_eq!(a + b + c, count as usize);
                let ways = &binomial(count.into(), a as u64) * &binomial((b + c) as u64, b as u64);
                let faces = &Nat::word(3).pow(a as u32) * &Nat::word(2).pow(c as u32);
                assert_eq!(*weight, &ways * &faces, "{draws:?}");
            }
        }
    }
}
