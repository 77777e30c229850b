//! Sums of the highest or lowest of several draws, by the value of the last one that is kept.

use super::lattice::{Dense, Lattice};
use super::limbs::{add_product, number_of, subtract_product, words_of};
use super::nested::nested;
use super::{Budget, Dist, DistError, Nat, Tail, binomial, highest_total, power};
use crate::base::Num;

impl Dist<Num> {
    /// The sum of the `kept` highest of `n` independent draws.
    ///
    /// # Errors
    /// The budget is passed, a sum does not fit, or (as a passed budget) the outcomes lie too far
    /// apart to be listed by places.
    pub(crate) fn highest_sum(&self, n: u32, kept: u32, budget: &mut Budget) -> Result<Dist<Num>, DistError> {
        if kept == 0 {
            return Ok(Dist::point(Num::ZERO));
        }
        if kept >= n {
            return self.sum_of(n, budget);
        }
        // Of the highest of endless ones more is known than of their sum.
        let dense = Dense::of(self.outcomes()).filter(|_| kept > 1 || self.is_complete());
        let Some(dense) = dense else {
            return highest_total(&[(n, self.clone())], kept, budget);
        };
        let places = (dense.weights.len() as u64 - 1).saturating_mul(u64::from(kept)).saturating_add(1);
        let total = budget.power(self.total(), n)?;
        budget.check(places, total.words())?;
        let mut rows = Rows::new(places, &total);
        if kept <= (n - kept).saturating_mul(3) {
            by_least_kept(&dense.weights, n, kept, &mut rows, budget)?;
        } else {
            by_highest_dropped(&dense.weights, n, kept, &mut rows, budget)?;
        }
        let origin = dense.lattice.origin.mul(Num::int(kept.into()))?;
        let lattice = Lattice { origin, step: dense.lattice.step };
        let mut sum = Dist::listing(Dense { lattice, weights: rows.numbers() }.outcomes()?);
        sum.fill_up(total, Tail::Anywhere);
        self.sure_part(sum, kept)
    }

    /// The sum of the `kept` lowest of `n` independent draws.
    ///
    /// # Errors
    /// As [`Dist::highest_sum`].
    pub(crate) fn lowest_sum(&self, n: u32, kept: u32, budget: &mut Budget) -> Result<Dist<Num>, DistError> {
        let turned = self.linear(Num::int(-1), Num::ZERO)?.highest_sum(n, kept, budget)?;
        Ok(turned.linear(Num::int(-1), Num::ZERO)?)
    }

    /// Of a sum of `kept` draws from `self`, the part that no unlisted draw can belong to.
    fn sure_part(&self, sum: Dist<Num>, kept: u32) -> Result<Dist<Num>, DistError> {
        match (self.cut(), self.outcomes().first(), self.outcomes().last()) {
            (Some(cut), Some((least, _)), Some((last, _))) if cut.tail == Tail::Above => {
                let others = least.mul(Num::int(i64::from(kept) - 1))?;
                Ok(sum.cut_above(&last.add(others)?))
            }
            _ => Ok(sum),
        }
    }
}

/// Weights under construction, each in the same number of words.
struct Rows {
    words: Vec<u64>,
    width: usize,
}

impl Rows {
    fn new(places: u64, total: &Nat) -> Rows {
        // One word more than the total for the sign of passing differences.
        let width = usize::try_from(total.words()).unwrap_or(usize::MAX).saturating_add(1);
        let places = usize::try_from(places).unwrap_or(usize::MAX);
        Rows { words: vec![0; places.saturating_mul(width)], width }
    }

    fn row(&mut self, place: usize) -> &mut [u64] {
        let from = place.saturating_mul(self.width);
        self.words.get_mut(from..from.saturating_add(self.width)).unwrap_or_default()
    }

    /// Adds `factor` times each coefficient, from `place` on; `factor` is given in words.
    fn add(&mut self, poly: &[Nat], factor: &[u64], place: usize) {
        for (at, coefficient) in (place..).zip(poly).filter(|(_, c)| !c.is_zero()) {
            let width = self.width;
            let row = self.row(at);
            match coefficient.as_word().and_then(|word| u64::try_from(word).ok()) {
                Some(word) => add_product(row, factor, word),
                None => add_product(row, &words_of(&(coefficient * &number_of(factor)), width), 1),
            }
        }
    }

    /// Takes off `factor` times each coefficient, from `place` on.
    fn subtract(&mut self, poly: &[Nat], factor: &Nat, place: usize) {
        for (at, coefficient) in (place..).zip(poly).filter(|(_, c)| !c.is_zero()) {
            let words = words_of(&(coefficient * factor), self.width);
            subtract_product(self.row(at), &words, 1);
        }
    }

    fn numbers(&self) -> Vec<Nat> {
        self.words.chunks(self.width).map(number_of).collect()
    }
}

/// Sorts the draws by the value v of the lowest kept one: m of the kept lie above it, and of the
/// other n − m, none above v, at least kept − m show v.
fn by_least_kept(
    weights: &[Nat],
    n: u32,
    kept: u32,
    rows: &mut Rows,
    budget: &mut Budget,
) -> Result<(), DistError> {
    let width = rows.width as u64;
    let mut below = Nat::ZERO;
    let total = weights.iter().fold(Nat::ZERO, |sum, weight| &sum + weight).pow(n);
    for (place, weight) in weights.iter().enumerate().filter(|(_, weight)| !weight.is_zero()) {
        // How far above v each of those above lies.
        let mut above = vec![Nat::ZERO];
        above.extend_from_slice(weights.get(place + 1..).unwrap_or_default());
        let most = if above.len() > 1 { kept - 1 } else { 0 };
        budget.charge_products(3 * u64::from(n), width, 2)?;
        let ways = ways_to_keep(&below, weight, [n, kept], most);
        let sums = nested(&ways, &above, 0, &total, budget)?;
        let one = words_of(&Nat::ONE, rows.width);
        budget.charge_products(sums.len() as u64, width, 1)?;
        rows.add(&sums, &one, place * kept as usize);
        below += weight;
    }
    Ok(())
}

/// For each `m` up to `most`: in how many ways `m` of `n` draws are set apart, and the others all lie at or
/// below a value, so that at least kept − m show it.
///
/// With D = n − kept draws that may lie below, of N draws `F(N) = Σ C(N, j)·belowʲ·equalᴺ⁻ʲ` over j up to D,
/// and `F(N + 1) = (below + equal)·F(N) − C(N, D)·belowᴰ⁺¹·equalᴺ⁻ᴰ`.
fn ways_to_keep(below: &Nat, equal: &Nat, [n, kept]: [u32; 2], most: u32) -> Vec<Nat> {
    let dropped = n - kept;
    let up_to = below + equal;
    let mut few = up_to.pow(dropped);
    let mut last = below.pow(dropped + 1);
    let mut by_draws = Vec::with_capacity(kept as usize);
    for draws in dropped..n {
        few = (&up_to * &few).checked_sub(&last).unwrap_or(Nat::ZERO);
        // From C(N, D)·equalᴺ⁻ᴰ to the next: (N + 1) out of (N + 1 − D) as many, and one more that is equal.
        let next = &(&last * equal) * &Nat::from(draws + 1);
        last = next.checked_div(&Nat::from(draws + 1 - dropped)).unwrap_or(Nat::ZERO);
        by_draws.push(few.clone());
    }
    let mut apart = Nat::ONE;
    let mut ways = Vec::with_capacity(most as usize + 1);
    for (m, few) in (0..=most).zip(by_draws.iter().rev()) {
        ways.push(&apart * few);
        let next = &apart * &Nat::from(n - m);
        apart = next.checked_div(&Nat::from(m + 1)).unwrap_or(Nat::ZERO);
    }
    ways
}

/// Sorts the draws by the value u of the highest dropped one: j lie below it, and of the other
/// n − j, none below u, at least dropped − j show u.
fn by_highest_dropped(
    weights: &[Nat],
    n: u32,
    kept: u32,
    rows: &mut Rows,
    budget: &mut Budget,
) -> Result<(), DistError> {
    let dropped = n - kept;
    let width = rows.width as u64;
    let faces = weights.len() as u64;
    let places = faces.saturating_mul(faces).saturating_mul(u64::from(kept));
    budget.require(places.saturating_mul(u64::from(dropped).saturating_pow(2)).saturating_mul(width))?;
    let mut below = Nat::ZERO;
    for (place, weight) in weights.iter().enumerate().filter(|(_, weight)| !weight.is_zero()) {
        let from_here = weights.get(place..).unwrap_or_default();
        let (skip, above) = trimmed(weights.get(place + 1..).unwrap_or_default());
        for j in 0..dropped {
            if j > 0 && below.is_zero() {
                break;
            }
            let before = &binomial(n.into(), j.into()) * &below.pow(j);
            let whole = power::power(from_here, n - j, budget)?;
            budget.charge_products(whole.len() as u64, width, before.words())?;
            // The draws that show u and are dropped count for nothing.
            let start = place * kept as usize;
            rows.add(&whole, &words_of(&before, rows.width), start);
            for e in 0..dropped - j {
                if above.is_empty() {
                    break;
                }
                let rest = n - j - e;
                let part = power::power(above, rest, budget)?;
                let ways = &(&before * &binomial((n - j).into(), e.into())) * &weight.pow(e);
                budget.charge_products(part.len() as u64, width, ways.words())?;
                let lift = (1 + skip) * rest as usize;
                rows.subtract(&part, &ways, start + lift);
            }
        }
        below += weight;
    }
    Ok(())
}

/// The list without zeros at its ends, and how many there were at its beginning.
fn trimmed(weights: &[Nat]) -> (usize, &[Nat]) {
    let Some(first) = weights.iter().position(|weight| !weight.is_zero()) else { return (0, &[]) };
    let last = weights.iter().rposition(|weight| !weight.is_zero()).unwrap_or(first);
    (first, weights.get(first..=last).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::super::{highest_worth, own_value};
    use super::*;

    fn die(sides: i64) -> Dist<Num> {
        Dist::uniform((1..=sides).map(Num::int)).expect("faces")
    }

    /// The same through all multisets.
    fn slowly(one: &Dist<Num>, n: u32, kept: u32) -> Dist<Num> {
        let all = one.multiset(n, &mut Budget::default()).expect("few");
        all.map(|values| {
            let from = values.len() - kept as usize;
            Num::int(values[from..].iter().filter_map(|value| value.as_int()).sum())
        })
    }

    #[test]
    fn the_highest_agree_with_all_multisets() {
        let loaded =
            Dist::from_weights([(-1, 3u32), (0, 1), (4, 2)].map(|(v, w)| (Num::int(v), Nat::from(w))))
                .expect("weights");
        for one in [die(1), die(2), die(6), loaded] {
            for n in 1..=6 {
                for kept in 0..=n {
                    let slow = slowly(&one, n, kept);
                    let mut budget = Budget::default();
                    let fast = one.highest_sum(n, kept, &mut budget).expect("small");
                    assert_eq!(fast, slow.with_total_of(&fast), "{kept} of {n}");
                    let general = highest_worth(&[(n, one.clone())], kept, &own_value, &mut budget);
                    if kept > 0 {
                        assert_eq!(general.expect("small").with_total_of(&fast), fast, "{kept} of {n}");
                    }
                    let lowest = one.lowest_sum(n, kept, &mut budget).expect("small");
                    let turned = one.linear(Num::int(-1), Num::ZERO).expect("small");
                    let turned = slowly(&turned, n, kept).linear(Num::int(-1), Num::ZERO).expect("small");
                    assert_eq!(lowest, turned.with_total_of(&lowest), "lowest {kept} of {n}");
                }
            }
        }
    }

    #[test]
    fn large_pools_are_quick_and_whole() {
        for (sides, n, kept) in [(6, 100, 3), (10, 200, 10), (6, 100, 99), (6, 60, 55), (100, 10, 3)] {
            let sum = die(sides).highest_sum(n, kept, &mut Budget::default()).expect("within budget");
            assert!(sum.is_complete());
            assert_eq!(sum.len() as i64, (sides - 1) * i64::from(kept) + 1);
        }
    }

    #[test]
    fn groups_compete() {
        let groups = [(1, die(4)), (1, die(6)), (2, die(3))];
        let mut budget = Budget::default();
        for kept in 1..=4 {
            let fast = highest_worth(&groups, kept, &own_value, &mut budget).expect("small");
            let pair = die(3).product(&die(3), &mut budget, |a, b| vec![*a, *b]).expect("small");
            let more =
                die(6).product(&pair, &mut budget, |a, b| [&[*a], b.as_slice()].concat()).expect("small");
            let slow = die(4).product(&more, &mut budget, |a, rest| {
                let mut all = [&[*a], rest.as_slice()].concat();
                all.sort_unstable();
                Num::int(all[4 - kept as usize..].iter().filter_map(|value| value.as_int()).sum())
            });
            let slow = slow.expect("small");
            assert_eq!(fast, slow.with_total_of(&fast), "{kept}");
        }
    }
}
