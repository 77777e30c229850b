//! Sums of the highest or lowest of several draws, by the value of the last one that is kept.

use super::lattice::{Dense, Lattice};
use super::limbs::{add_product, number_of, subtract_product, words_of};
use super::poly::{self, add_scaled, powers};
use super::{Budget, Dist, DistError, Nat, Tail, binomial, power};
use crate::base::Num;

impl Dist<Num> {
    /// The sum of the `kept` highest of `n` independent draws.
    ///
    /// # Errors
    /// The budget is passed, a sum does not fit, or (as a passed budget) the outcomes lie too far
    /// apart to be listed by places.
    pub fn highest_sum(&self, n: u32, kept: u32, budget: &mut Budget) -> Result<Dist<Num>, DistError> {
        if kept == 0 {
            return Ok(Dist::point(Num::ZERO));
        }
        if kept >= n {
            return self.sum_of(n, budget);
        }
        let Some(dense) = Dense::of(self.outcomes()) else {
            return highest_worth(&[(n, self.clone())], kept, &own_value, budget);
        };
        let places = (dense.weights.len() as u64 - 1).saturating_mul(u64::from(kept)).saturating_add(1);
        let total = self.total().pow(n);
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
    pub fn lowest_sum(&self, n: u32, kept: u32, budget: &mut Budget) -> Result<Dist<Num>, DistError> {
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
    for (place, weight) in weights.iter().enumerate().filter(|(_, weight)| !weight.is_zero()) {
        let above = weights.get(place + 1..).unwrap_or_default();
        let (skip, above) = trimmed(above);
        let above_total = above.iter().fold(Nat::ZERO, |sum, w| &sum + w);
        let up_to = &below + weight;
        let lows = powers(weight, kept);
        let mut power_above = vec![Nat::ONE];
        let mut bound = Nat::ONE;
        budget.charge(u64::from(kept).saturating_mul(u64::from(kept)).saturating_mul(width))?;
        for m in 0..kept {
            let others = n - m;
            let mut ways = up_to.pow(others);
            if !below.is_zero() {
                for e in 0..kept - m {
                    let equal = lows.get(e as usize).cloned().unwrap_or(Nat::ZERO);
                    let few = &(&binomial(others.into(), e.into()) * &equal) * &below.pow(others - e);
                    ways = ways.checked_sub(&few).unwrap_or(Nat::ZERO);
                }
            }
            let ways = &ways * &binomial(n.into(), m.into());
            budget.charge((power_above.len() as u64).saturating_mul(width))?;
            let start = place * (kept - m) as usize + (place + 1 + skip) * m as usize;
            rows.add(&power_above, &words_of(&ways, rows.width), start);
            if above.is_empty() {
                break;
            }
            if m + 1 < kept {
                bound = &bound * &above_total;
                power_above = poly::multiply(&power_above, above, &bound, budget)?;
            }
        }
        below = up_to;
    }
    Ok(())
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
            budget.charge((whole.len() as u64).saturating_mul(2 * width))?;
            // The draws that show u and are dropped count for nothing.
            let start = place * kept as usize;
            rows.add(&whole, &words_of(&before, rows.width), start);
            for e in 0..dropped - j {
                if above.is_empty() {
                    break;
                }
                let rest = n - j - e;
                let part = power::power(above, rest, budget)?;
                budget.charge((part.len() as u64).saturating_mul(2 * width))?;
                let ways = &(&before * &binomial((n - j).into(), e.into())) * &weight.pow(e);
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

/// What a kept draw of some value adds to the sum.
pub type Worth<'a> = &'a dyn Fn(Num) -> Result<Dist<Num>, DistError>;

fn own_value(value: Num) -> Result<Dist<Num>, DistError> {
    Ok(Dist::point(value))
}

/// The sum of what the `kept` highest draws are worth, of groups of so many draws each; every
/// draw's worth is drawn on its own once it is kept.
///
/// # Errors
/// The budget is passed, a sum does not fit, or the first error of `worth`.
pub fn highest_worth(
    groups: &[(u32, Dist<Num>)],
    kept: u32,
    worth: Worth<'_>,
    budget: &mut Budget,
) -> Result<Dist<Num>, DistError> {
    let draws = groups.iter().fold(0u32, |sum, (count, _)| sum.saturating_add(*count));
    let kept = kept.min(draws);
    if kept == 0 {
        return Ok(Dist::point(Num::ZERO));
    }
    let mut values: Vec<Num> =
        groups.iter().flat_map(|(_, dist)| dist.outcomes().iter().map(|(value, _)| *value)).collect();
    values.sort_unstable();
    values.dedup();
    let worths = Worths::of(&values, worth)?;
    let mut total = worths.total.pow(kept);
    for (count, dist) in groups {
        total = &total * &dist.total().pow(*count);
    }
    let mut sum = Vec::new();
    for at in 0..values.len() {
        least_kept_at(at, groups, &values, &worths, kept, &total, &mut sum, budget)?;
    }
    let origin = worths.lattice.origin.mul(Num::int(kept.into()))?;
    let lattice = Lattice { origin, step: worths.lattice.step };
    let mut sum = Dist::listing(Dense { lattice, weights: sum }.outcomes()?);
    sum.fill_up(total, Tail::Anywhere);
    Ok(sum)
}

/// What each value is worth, as polynomials over one lattice and one total.
struct Worths {
    lattice: Lattice,
    polys: Vec<Vec<Nat>>,
    total: Nat,
}

impl Worths {
    fn of(values: &[Num], worth: Worth<'_>) -> Result<Worths, DistError> {
        let dists = values.iter().map(|value| worth(*value)).collect::<Result<Vec<_>, _>>()?;
        let total = dists.iter().fold(Nat::ONE, |common, dist| common.lcm(dist.total()));
        let mut outcomes: Vec<Num> =
            dists.iter().flat_map(|dist| dist.outcomes().iter().map(|(value, _)| *value)).collect();
        outcomes.sort_unstable();
        let far = DistError::Outcomes { met: u64::MAX, limit: MOST_WORTH_PLACES as u64 };
        let lattice = Lattice::of(outcomes.iter().copied()).ok_or_else(|| far.clone())?;
        let mut polys = Vec::with_capacity(dists.len());
        for dist in &dists {
            let factor = total.checked_div(dist.total()).unwrap_or(Nat::ONE);
            let mut poly = Vec::new();
            for (value, weight) in dist.outcomes() {
                let place = lattice.place(*value).filter(|place| *place < MOST_WORTH_PLACES);
                add_scaled(
                    &mut poly,
                    std::slice::from_ref(weight),
                    &factor,
                    place.ok_or_else(|| far.clone())?,
                );
            }
            polys.push(poly);
        }
        Ok(Worths { lattice, polys, total })
    }
}

/// How far apart worths may lie, in steps of their lattice.
const MOST_WORTH_PLACES: usize = 1 << 16;

/// Draws of which `above` are kept and lie above a value, and `equal` (counted up to what is kept)
/// show it, with the sum of what those above are worth.
struct Placed {
    above: u32,
    equal: u32,
    sum: Vec<Nat>,
}

#[allow(clippy::too_many_arguments)]
fn least_kept_at(
    at: usize,
    groups: &[(u32, Dist<Num>)],
    values: &[Num],
    worths: &Worths,
    kept: u32,
    total: &Nat,
    sum: &mut Vec<Nat>,
    budget: &mut Budget,
) -> Result<(), DistError> {
    let Some(value) = values.get(at) else { return Ok(()) };
    let mut states = vec![Placed { above: 0, equal: 0, sum: vec![Nat::ONE] }];
    for (count, dist) in groups {
        let (mut below, mut here, mut above) = (Nat::ZERO, Nat::ZERO, Vec::new());
        for (outcome, weight) in dist.outcomes() {
            match outcome.cmp(value) {
                std::cmp::Ordering::Less => below += weight,
                std::cmp::Ordering::Equal => here = weight.clone(),
                std::cmp::Ordering::Greater => {
                    let place = values.binary_search(outcome).unwrap_or(usize::MAX);
                    add_scaled(&mut above, worths.polys.get(place).map_or(&[], Vec::as_slice), weight, 0);
                }
            }
        }
        states = with_group(states, *count, kept, [&below, &here], &above, total, budget)?;
    }
    let own = worths.polys.get(at).map_or(&[][..], Vec::as_slice);
    let mut own_powers = vec![vec![Nat::ONE]];
    for _ in 0..kept {
        let next = poly::multiply(own_powers.last().map_or(&[], Vec::as_slice), own, total, budget)?;
        own_powers.push(next);
    }
    for state in states.iter().filter(|state| state.above < kept && state.above + state.equal >= kept) {
        let own = own_powers.get((kept - state.above) as usize).map_or(&[][..], Vec::as_slice);
        let part = poly::multiply(&state.sum, own, total, budget)?;
        add_scaled(sum, &part, &Nat::ONE, 0);
    }
    Ok(())
}

/// The states after one more group of draws has been placed above, at, or below the value.
fn with_group(
    states: Vec<Placed>,
    count: u32,
    kept: u32,
    [below, here]: [&Nat; 2],
    above: &[Nat],
    total: &Nat,
    budget: &mut Budget,
) -> Result<Vec<Placed>, DistError> {
    let (belows, heres) = (powers(below, count), powers(here, count));
    budget.charge(u64::from(count).saturating_mul(total.words()))?;
    let mut aboves = vec![vec![Nat::ONE]];
    for _ in 1..kept.min(count + 1) {
        let last = aboves.last().map_or(&[][..], Vec::as_slice);
        aboves.push(if above.is_empty() { Vec::new() } else { poly::multiply(last, above, total, budget)? });
    }
    let side = kept as usize + 1;
    let mut next: Vec<Vec<Nat>> = vec![Vec::new(); side * side];
    for state in &states {
        for (m, power) in (0..=count.min(kept - 1 - state.above)).zip(&aboves) {
            if power.is_empty() {
                break;
            }
            let sum = poly::multiply(&state.sum, power, total, budget)?;
            // The weights by how many show the value, which count only up to what is kept.
            let mut by_equal = vec![Nat::ZERO; side];
            for e in 0..=count - m {
                let rest = (count - m - e) as usize;
                let (Some(equal), Some(low)) = (heres.get(e as usize), belows.get(rest)) else { continue };
                if equal.is_zero() || low.is_zero() {
                    continue;
                }
                budget.charge(total.words())?;
                let ways = &binomial(count.into(), m.into()) * &binomial((count - m).into(), e.into());
                if let Some(slot) = by_equal.get_mut((state.equal + e).min(kept) as usize) {
                    *slot += &(&ways * &(equal * low));
                }
            }
            for (equal, ways) in by_equal.iter().enumerate().filter(|(_, ways)| !ways.is_zero()) {
                budget.charge((sum.len() as u64).saturating_mul(total.words()))?;
                if let Some(slot) = next.get_mut((state.above + m) as usize * side + equal) {
                    add_scaled(slot, &sum, ways, 0);
                }
            }
        }
    }
    let filled = next.into_iter().enumerate().filter(|(_, sum)| !sum.is_empty());
    let index = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Ok(filled.map(|(at, sum)| Placed { above: index(at / side), equal: index(at % side), sum }).collect())
}

#[cfg(test)]
mod tests {
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
