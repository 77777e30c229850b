//! Sums of what the kept draws are worth, of groups of unequal draws.

use super::lattice::{Dense, Lattice};
use super::poly::{self, add_scaled, powers};
use super::{Budget, Dist, DistError, Law, Nat, Tail, binomial};
use crate::base::Num;

/// What a kept draw of some value adds to the sum.
pub(crate) type Worth<'a> = &'a dyn Fn(Num) -> Result<Dist<Num>, DistError>;

/// The worth of draws that count for what they show.
///
/// # Errors
/// None.
pub(super) fn own_value(value: Num) -> Result<Dist<Num>, DistError> {
    Ok(Dist::point(value))
}

/// The sum of what the `kept` highest draws are worth, of groups of so many draws each; every
/// draw's worth is drawn on its own once it is kept.
///
/// # Errors
/// The budget is passed, a sum does not fit, or the first error of `worth`.
pub(crate) fn highest_worth(
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
    let mut total = budget.power(&worths.total, kept)?;
    for (count, dist) in groups {
        total = &total * &budget.power(dist.total(), *count)?;
    }
    let mut sum = Vec::new();
    if kept == 1 {
        single(groups, &values, &worths, &total, &mut sum, budget)?;
    } else {
        for at in 0..values.len() {
            least_kept_at(at, groups, &values, &worths, kept, &total, &mut sum, budget)?;
        }
    }
    worths.listing(kept, sum, total)
}

/// The sum of the `kept` highest draws of several groups.
///
/// # Errors
/// As [`highest_worth`].
pub(crate) fn highest_total(
    groups: &[(u32, Dist<Num>)],
    kept: u32,
    budget: &mut Budget,
) -> Result<Dist<Num>, DistError> {
    let known = |dist: &Dist<Num>| dist.cut().is_none_or(|cut| cut.tail != Tail::Anywhere);
    if kept == 1 && groups.iter().any(|(count, _)| *count > 0) && groups.iter().all(|(_, dist)| known(dist)) {
        let law = Law::of_highest(groups);
        let highest = Dist::highest(groups, budget)?.with_law(law.clone()).with_known_moments();
        // Dice of several sizes repeat themselves together only after many outcomes.
        if highest.cut().is_some_and(|cut| cut.moments.is_none())
            && let Some(law) = law
            && let Some(further) = law.listed_far_enough(groups, budget)
        {
            let highest = Dist::highest(&further, budget)?.with_law(Some(law));
            return Ok(highest.with_known_moments());
        }
        return Ok(match highest.cut().is_some_and(|cut| cut.moments.is_none()) {
            true => highest.known_as_highest_of(groups, budget),
            false => highest,
        });
    }
    let sum = highest_worth(groups, kept, &own_value, budget)?;
    let least = groups.iter().filter_map(|(_, dist)| Some(dist.outcomes().first()?.0)).min();
    let mut sure: Option<Num> = None;
    for (_, dist) in groups {
        let Some(cut) = dist.cut() else { continue };
        let (Tail::Above, Some((last, _)), Some(least)) = (cut.tail, dist.outcomes().last(), least) else {
            return Ok(sum);
        };
        let bound = last.add(least.mul(Num::int(i64::from(kept).saturating_sub(1)))?)?;
        sure = Some(sure.map_or(bound, |sure| sure.min(bound)));
    }
    Ok(match sure {
        Some(sure) => sum.cut_above(&sure),
        None => sum,
    })
}

/// One kept draw: that no draw lies above a value is the product of all groups' chances.
fn single(
    groups: &[(u32, Dist<Num>)],
    values: &[Num],
    worths: &Worths,
    total: &Nat,
    sum: &mut Vec<Nat>,
    budget: &mut Budget,
) -> Result<(), DistError> {
    let mut reached: Vec<(Nat, std::slice::Iter<'_, (Num, Nat)>)> =
        groups.iter().map(|(_, dist)| (Nat::ZERO, dist.outcomes().iter())).collect();
    let mut before = Nat::ZERO;
    for (value, poly) in values.iter().zip(&worths.polys) {
        let mut up_to = Nat::ONE;
        for ((weight, rest), (count, _)) in reached.iter_mut().zip(groups) {
            while let Some((_, more)) = rest.as_slice().first().filter(|(next, _)| next <= value) {
                *weight += more;
                rest.next();
            }
            up_to = &up_to * &weight.pow(*count);
        }
        let words = total.words();
        budget.charge_products(groups.len() as u64 + poly.len() as u64, words, words)?;
        let here = up_to.checked_sub(&before).unwrap_or(Nat::ZERO);
        add_scaled(sum, poly, &here, 0);
        before = up_to;
    }
    Ok(())
}

/// The sum of what the draws at some places are worth, of `n` draws sorted upwards: those from
/// place `from` (counted from 0) to before place `to`.
///
/// # Errors
/// As [`highest_worth`].
pub(crate) fn stretch_worth(
    n: u32,
    draw: &Dist<Num>,
    [from, to]: [u32; 2],
    worth: Worth<'_>,
    budget: &mut Budget,
) -> Result<Dist<Num>, DistError> {
    let to = to.min(n);
    let Some(kept) = to.checked_sub(from).filter(|kept| *kept > 0) else { return Ok(Dist::point(Num::ZERO)) };
    let values: Vec<Num> = draw.outcomes().iter().map(|(value, _)| *value).collect();
    let worths = Worths::of(&values, worth)?;
    let total = &budget.power(&worths.total, kept)? * &budget.power(draw.total(), n)?;
    let mut stretch =
        Stretch { n, from, to, placed: vec![Vec::new(); kept as usize], sum: Vec::new(), total };
    let mut below = Nat::ZERO;
    let mut above = draw.outcomes().iter().fold(Nat::ZERO, |sum, (_, weight)| &sum + weight);
    for ((_, weight), poly) in draw.outcomes().iter().zip(&worths.polys) {
        above = above.checked_sub(weight).unwrap_or(Nat::ZERO);
        stretch.place(weight, [&below, &above], poly, budget)?;
        below += weight;
    }
    worths.listing(kept, stretch.sum, stretch.total)
}

/// Draws placed value by value, upwards, and what the kept ones among them are worth.
struct Stretch {
    n: u32,
    from: u32,
    to: u32,
    /// By how many are kept so far, at least one and not yet all: the sum of their worths.
    placed: Vec<Vec<Nat>>,
    /// The sum where all kept draws are placed.
    sum: Vec<Nat>,
    total: Nat,
}

impl Stretch {
    /// Places the draws that show one value, with the weights of all lower and all higher values.
    fn place(
        &mut self,
        weight: &Nat,
        [below, above]: [&Nat; 2],
        poly: &[Nat],
        budget: &mut Budget,
    ) -> Result<(), DistError> {
        let kept = self.to - self.from;
        let [here, lower, higher] = [powers(weight, self.n), powers(below, self.n), powers(above, self.n)];
        budget.charge_products(3 * u64::from(self.n), self.total.words(), 1)?;
        let get = |list: &[Nat], at: u32| list.get(at as usize).cloned().unwrap_or(Nat::ZERO);
        let mut own = vec![vec![Nat::ONE]];
        for _ in 0..kept {
            let next = poly::multiply(own.last().map_or(&[], Vec::as_slice), poly, &self.total, budget)?;
            own.push(next);
        }
        let mut next = self.placed.clone();
        for (before, sum) in (0u32..).zip(&self.placed) {
            // With none kept so far, any number up to `from` of draws may lie below.
            let first: Vec<(u32, Nat)> = if before == 0 {
                (0..=self.from).map(|i| (i, &binomial(self.n.into(), i.into()) * &get(&lower, i))).collect()
            } else if sum.is_empty() {
                continue;
            } else {
                vec![(self.from + before, Nat::ONE)]
            };
            let mut ways = vec![Nat::ZERO; kept as usize + 1];
            for (placed, factor) in first.iter().filter(|(_, factor)| !factor.is_zero()) {
                let left = self.n - placed;
                budget.charge_products(2 * u64::from(left), self.total.words(), self.total.words())?;
                for equal in 1..=left {
                    let reached = (placed + equal).saturating_sub(self.from).min(kept);
                    let Some(slot) = ways.get_mut(reached as usize).filter(|_| reached > before) else {
                        continue;
                    };
                    let mut each = &(factor * &binomial(left.into(), equal.into())) * &get(&here, equal);
                    if reached == kept {
                        each = &each * &get(&higher, left - equal);
                    }
                    *slot += &each;
                }
            }
            let one = [Nat::ONE];
            let sum = if before == 0 { &one[..] } else { sum };
            for (reached, ways) in (0u32..).zip(&ways).filter(|(_, ways)| !ways.is_zero()) {
                let own = own.get((reached - before) as usize).map_or(&[][..], Vec::as_slice);
                let part = poly::multiply(sum, own, &self.total, budget)?;
                let into = if reached == kept { Some(&mut self.sum) } else { next.get_mut(reached as usize) };
                if let Some(into) = into {
                    add_scaled(into, &part, ways, 0);
                }
            }
        }
        self.placed = next;
        Ok(())
    }
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
        let lattice = Lattice::of(outcomes.iter().copied()).ok_or(DistError::Sparse)?;
        let mut polys = Vec::with_capacity(dists.len());
        for dist in &dists {
            let factor = total.checked_div(dist.total()).unwrap_or(Nat::ONE);
            let mut poly = Vec::new();
            for (value, weight) in dist.outcomes() {
                let place = lattice.place(*value).filter(|place| *place < MOST_WORTH_PLACES);
                add_scaled(&mut poly, std::slice::from_ref(weight), &factor, place.ok_or(DistError::Sparse)?);
            }
            polys.push(poly);
        }
        Ok(Worths { lattice, polys, total })
    }

    /// The distribution whose weights stand in these places, of sums of `kept` worths.
    fn listing(&self, kept: u32, weights: Vec<Nat>, total: Nat) -> Result<Dist<Num>, DistError> {
        let origin = self.lattice.origin.mul(Num::int(kept.into()))?;
        let lattice = Lattice { origin, step: self.lattice.step };
        let mut sum = Dist::listing(Dense { lattice, weights }.outcomes()?);
        sum.fill_up(total, Tail::Anywhere);
        Ok(sum)
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
    budget.charge_products(2 * u64::from(count), total.words(), 1)?;
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
                budget.charge_products(2, total.words(), total.words())?;
                let ways = &binomial(count.into(), m.into()) * &binomial((count - m).into(), e.into());
                if let Some(slot) = by_equal.get_mut((state.equal + e).min(kept) as usize) {
                    *slot += &(&ways * &(equal * low));
                }
            }
            for (equal, ways) in by_equal.iter().enumerate().filter(|(_, ways)| !ways.is_zero()) {
                budget.charge_products(sum.len() as u64, total.words(), ways.words())?;
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

    #[test]
    fn a_stretch_agrees_with_all_multisets() {
        let faces = [(-1, 3u32), (0, 1), (2, 2), (3, 1)].map(|(v, w)| (Num::int(v), Nat::from(w)));
        let draw = Dist::from_weights(faces).expect("weights");
        for n in 1..=5u32 {
            for from in 0..=n {
                for to in from..=n {
                    let all = draw.multiset(n, &mut Budget::default()).expect("few");
                    let slow = all.map(|values| {
                        let kept = &values[from as usize..to as usize];
                        Num::int(kept.iter().filter_map(|value| value.as_int()).sum())
                    });
                    let budget = &mut Budget::default();
                    let fast = stretch_worth(n, &draw, [from, to], &own_value, budget).expect("small");
                    assert_eq!(fast, slow.with_total_of(&fast), "{from}..{to} of {n}");
                }
            }
        }
    }
}
