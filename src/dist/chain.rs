//! Chains of draws without a fixed end, such as exploding dice, solved as quotients of polynomials.
//!
//! A tail that ends with `e` or goes on with `g`, out of a total `w`, has the generating function
//! `e / (w − g)`. A die that starts with some number of tails open is a sum of products of such
//! quotients, so it is one quotient `a/b`; its n-th power follows from the recurrence in
//! [`power`](super::power), coefficient by coefficient, for as long as anybody wants to look.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;

use super::lattice::common_step;
use super::power::signed_product;
use super::{Budget, Dist, DistError, Fraction, Law, Moments, Nat, Tail};
use crate::base::Num;

/// One draw that may leave tails open, and what a tail is.
#[derive(Debug, Clone)]
pub(crate) struct Chain {
    /// What the first draw gives, by the number of tails that it leaves open.
    pub starts: Vec<Vec<(Num, Nat)>>,
    /// What a tail gives when it ends.
    pub ends: Vec<(Num, Nat)>,
    /// What a tail gives when it goes on.
    pub goes: Vec<(Num, Nat)>,
}

/// The largest degree of the polynomials of one chain.
const MOST_PLACES: usize = 4096;

impl Chain {
    /// The sum of `n` independent chains, with outcomes listed until the rest weighs at most one in
    /// two to the power `bits`. Mean and variance are exact.
    ///
    /// # Errors
    /// The budget is passed, a sum does not fit, or there is no end at all.
    pub(crate) fn sum_of(&self, n: u32, bits: u32, budget: &mut Budget) -> Result<Dist<Num>, DistError> {
        let moments = self.moments(n).ok_or(DistError::Empty)?;
        let solved = match self.quotient() {
            Some(quotient) => Some((quotient.run(n, bits, budget)?.with_law(self.law(n)), false)),
            None => {
                let reflected = self.reflected()?;
                match reflected.quotient() {
                    Some(quotient) => Some((quotient.run(n, bits, budget)?.with_law(reflected.law(n)), true)),
                    None => None,
                }
            }
        };
        let Some((sum, reflected)) = solved else {
            return Ok(self.listed(bits, budget)?.sum_of(n, budget)?.with_moments(Some(moments)));
        };
        let sum = if reflected { sum.linear(Num::int(-1), Num::ZERO)? } else { sum };
        Ok(sum.with_moments(Some(moments)))
    }

    /// How the weights of a sum of `n` go on, where a tail goes on by one number alone.
    fn law(&self, n: u32) -> Option<Law> {
        let highest = |list: &[(Num, Nat)]| list.iter().map(|(value, _)| *value).max();
        let [(period, again)] = self.goes.as_slice() else { return None };
        let mut whole = again.clone();
        for (_, weight) in &self.ends {
            whole += weight;
        }
        let (mut after, mut tails) = (None, 0);
        for (open, start) in (0u32..).zip(&self.starts) {
            let Some(start) = highest(start) else { continue };
            let far = start.add(highest(&self.ends)?.mul(Num::int(open.into())).ok()?).ok()?;
            after = Some(after.map_or(far, |after: Num| after.max(far)));
            tails = open;
        }
        let after = after?.mul(Num::int(n.into())).ok()?;
        let times = tails.checked_mul(n).filter(|times| *times > 0)?;
        (*period > Num::ZERO).then(|| Law::of(after, *period, Fraction::ratio(again, &whole), times))?
    }

    fn reflected(&self) -> Result<Chain, DistError> {
        let turn = |list: &Vec<(Num, Nat)>| -> Result<Vec<(Num, Nat)>, DistError> {
            list.iter().map(|(value, weight)| Ok((value.neg()?, weight.clone()))).collect()
        };
        let starts = self.starts.iter().map(turn).collect::<Result<_, _>>()?;
        Ok(Chain { starts, ends: turn(&self.ends)?, goes: turn(&self.goes)? })
    }

    /// Mean and variance of the sum of `n` chains; nothing where a tail never ends.
    fn moments(&self, n: u32) -> Option<Moments> {
        let (ends, goes) = (Bulk::of(&self.ends), Bulk::of(&self.goes));
        // The number of steps that a tail goes on is geometric with this ratio of going to ending.
        let steps = goes.weight.div(&ends.weight)?;
        let steps_variance = steps.add(&steps.mul(&steps));
        let tail_mean = ends.mean().add(&steps.mul(&goes.mean()));
        let going = steps.mul(&goes.variance()).add(&steps_variance.mul(&goes.mean()).mul(&goes.mean()));
        let tail_variance = ends.variance().add(&going);
        let (mut weight, mut first, mut second) = (Fraction::zero(), Fraction::zero(), Fraction::zero());
        for (tails, start) in (0u32..).zip(&self.starts) {
            let start = Bulk::of(start);
            let tails = Fraction::from(tails);
            let mean = start.mean().add(&tails.mul(&tail_mean));
            let variance = start.variance().add(&tails.mul(&tail_variance));
            weight = weight.add(&start.weight);
            first = first.add(&start.weight.mul(&mean));
            second = second.add(&start.weight.mul(&variance.add(&mean.mul(&mean))));
        }
        let mean = first.div(&weight)?;
        let variance = second.div(&weight)?.sub(&mean.mul(&mean));
        let n = Fraction::from(n);
        Some(Moments { mean: mean.mul(&n), variance: Some(variance.mul(&n)) })
    }

    /// One chain listed step by step, for what is no quotient of ordinary polynomials, such as
    /// tails that go up and down.
    fn listed(&self, bits: u32, budget: &mut Budget) -> Result<Dist<Num>, DistError> {
        let step_total = Dist::from_weights(self.ends.iter().chain(&self.goes).cloned())?.total().clone();
        let mut ended: Vec<(Num, Nat)> = Vec::new();
        let mut going = vec![(Num::ZERO, Nat::ONE)];
        let mut total = Nat::ONE;
        let tail = loop {
            let steps = going.len().saturating_add(1) as u64;
            let each = (self.ends.len() + self.goes.len()) as u64;
            budget.charge_products(steps.saturating_mul(each), total.words(), 1)?;
            for (_, weight) in &mut ended {
                *weight = &*weight * &step_total;
            }
            total = &total * &step_total;
            let after = |list: &[(Num, Nat)]| -> Result<Vec<(Num, Nat)>, DistError> {
                let mut all = Vec::new();
                for (sum, weight) in &going {
                    for (value, ways) in list {
                        all.push((sum.add(*value)?, weight * ways));
                    }
                }
                Ok(all)
            };
            ended.extend(after(&self.ends)?);
            ended = Dist::from_weights(ended)?.outcomes().to_vec();
            budget.check(ended.len() as u64, total.words())?;
            let next = after(&self.goes)?;
            if next.is_empty() {
                break Dist::from_weights(ended)?;
            }
            let next = Dist::from_weights(next)?;
            if next.total().bits().saturating_add(u64::from(bits)) < total.bits() {
                let rest = next.total().clone();
                break Dist::from_weights(ended)?.cut_off(rest, Tail::Anywhere);
            }
            going = next.outcomes().to_vec();
        };
        let mut parts = Vec::new();
        for (tails, start) in (0u32..).zip(&self.starts) {
            if let Ok(start) = Dist::from_weights(start.iter().cloned()) {
                let weight = start.total().clone();
                parts.push((weight, start.sum(&tail.sum_of(tails, budget)?, budget)?));
            }
        }
        Dist::mix(&parts, budget)
    }

    /// The chain as one quotient; nothing where a tail may lose by going on, or a number is too
    /// large for it.
    fn quotient(&self) -> Option<Quotient> {
        let all = || self.starts.iter().flatten().chain(&self.ends).chain(&self.goes);
        let mut step = Num::ZERO;
        for (value, _) in all() {
            step = common_step(step, *value)?;
        }
        let step = if step.is_zero() { Num::ONE } else { step };
        let places = |list: &[(Num, Nat)]| -> Option<Vec<(i64, i128)>> {
            let place = |value: Num| value.div(step).ok()?.as_int();
            let each = |(value, weight): &(Num, Nat)| {
                Some((place(*value)?, i128::try_from(weight.as_word()?).ok()?))
            };
            list.iter().map(each).collect()
        };
        let ends = Laurent::of(&places(&self.ends)?)?;
        let goes = places(&self.goes)?;
        if goes.iter().any(|(place, _)| *place < 0) {
            return None;
        }
        let weight = |list: &[(i64, i128)]| list.iter().try_fold(0i128, |sum, (_, w)| sum.checked_add(*w));
        let end_weight = ends.coefficients.iter().try_fold(0i128, |sum, w| sum.checked_add(*w))?;
        let mut negative: Vec<_> = goes.iter().map(|(place, w)| (*place, -*w)).collect();
        negative.push((0, end_weight.checked_add(weight(&goes)?)?));
        let bottom = Laurent::of(&negative)?;
        // Over the common denominator: the start's weight times the bottom to the most tails.
        let most = self.starts.len().saturating_sub(1);
        let mut top = Laurent { lowest: 0, coefficients: Vec::new() };
        let mut start_weight = 0i128;
        for (tails, start) in self.starts.iter().enumerate() {
            let start = places(start)?;
            start_weight = start_weight.checked_add(weight(&start)?)?;
            let mut part = Laurent::of(&start)?;
            for _ in 0..tails {
                part = part.product(&ends)?;
            }
            for _ in tails..most {
                part = part.product(&bottom)?;
            }
            top = top.sum(&part)?;
        }
        let mut whole_bottom = Laurent::of(&[(0, start_weight)])?;
        for _ in 0..most {
            whole_bottom = whole_bottom.product(&bottom)?;
        }
        Quotient::of(top, whole_bottom, step)
    }
}

/// Weight, mean and variance of a list.
struct Bulk {
    weight: Fraction,
    first: Fraction,
    second: Fraction,
}

impl Bulk {
    fn of(list: &[(Num, Nat)]) -> Bulk {
        let (mut weight, mut first, mut second) = (Fraction::zero(), Fraction::zero(), Fraction::zero());
        for (value, each) in list {
            let each = Fraction::ratio(each, &Nat::ONE);
            let value = Fraction::from(*value);
            weight = weight.add(&each);
            let part = each.mul(&value);
            second = second.add(&part.mul(&value));
            first = first.add(&part);
        }
        Bulk { weight, first, second }
    }

    /// The mean; zero for an empty list, whose weight then makes it count for nothing.
    fn mean(&self) -> Fraction {
        self.first.div(&self.weight).unwrap_or_else(Fraction::zero)
    }

    fn variance(&self) -> Fraction {
        let square = self.second.div(&self.weight).unwrap_or_else(Fraction::zero);
        square.sub(&self.mean().mul(&self.mean()))
    }
}

/// A polynomial whose lowest place may lie below zero.
#[derive(Debug, Clone)]
struct Laurent {
    lowest: i64,
    coefficients: Vec<i128>,
}

impl Laurent {
    fn of(list: &[(i64, i128)]) -> Option<Laurent> {
        let lowest = list.iter().map(|(place, _)| *place).min().unwrap_or(0);
        let highest = list.iter().map(|(place, _)| *place).max().unwrap_or(0);
        let length = usize::try_from(highest.checked_sub(lowest)?).ok()?;
        if length > MOST_PLACES {
            return None;
        }
        let mut coefficients = vec![0i128; length + 1];
        for (place, weight) in list {
            let at = coefficients.get_mut(usize::try_from(place - lowest).ok()?)?;
            *at = at.checked_add(*weight)?;
        }
        Some(Laurent { lowest, coefficients })
    }

    fn product(&self, other: &Laurent) -> Option<Laurent> {
        if self.coefficients.len() + other.coefficients.len() > MOST_PLACES {
            return None;
        }
        let coefficients = signed_product(&self.coefficients, &other.coefficients)?;
        Some(Laurent { lowest: self.lowest.checked_add(other.lowest)?, coefficients })
    }

    fn sum(&self, other: &Laurent) -> Option<Laurent> {
        let terms = |poly: &Laurent| -> Vec<(i64, i128)> {
            (poly.lowest..).zip(poly.coefficients.iter().copied()).filter(|(_, c)| *c != 0).collect()
        };
        Laurent::of(&[terms(self), terms(other)].concat())
    }

    /// The lowest place that is filled, and the coefficients from there to the last filled one.
    fn trimmed(&self) -> Option<(i64, Vec<i128>)> {
        let first = self.coefficients.iter().position(|c| *c != 0)?;
        let last = self.coefficients.iter().rposition(|c| *c != 0)?;
        let lowest = self.lowest.checked_add(i64::try_from(first).ok()?)?;
        Some((lowest, self.coefficients.get(first..=last)?.to_vec()))
    }
}

/// `x^lowest · top / bottom`, with `x` standing for `step`.
struct Quotient {
    lowest: i64,
    step: Num,
    top: Vec<i128>,
    bottom: Vec<i128>,
}

impl Quotient {
    fn of(top: Laurent, bottom: Laurent, step: Num) -> Option<Quotient> {
        let (lowest, mut top) = top.trimmed()?;
        let (bottom_lowest, mut bottom) = bottom.trimmed()?;
        if bottom_lowest != 0 {
            return None;
        }
        let common = top.iter().chain(&bottom).fold(0i128, |common, c| common.gcd(c));
        for c in top.iter_mut().chain(bottom.iter_mut()) {
            *c /= common;
        }
        Some(Quotient { lowest, step, top, bottom })
    }

    /// The sum of `n`, as far as the rest weighs more than one in two to the power `bits`.
    fn run(&self, n: u32, bits: u32, budget: &mut Budget) -> Result<Dist<Num>, DistError> {
        if n == 0 {
            return Ok(Dist::point(Num::ZERO));
        }
        let base = BigUint::try_from(BigInt::from(self.bottom.first().copied().unwrap_or(1)))
            .map_err(|_| DistError::Empty)?;
        budget.allow_power(base.bits(), n)?;
        // A coefficient at place k holds at most one more factor of the base for each `every` places.
        let every = self.bottom.iter().skip(1).position(|c| *c != 0).map_or(0, |gap| gap + 1);
        let terms = self.terms(n);
        let mut series = Series {
            found: vec![BigInt::from(self.top.first().copied().unwrap_or(0)).pow(n)],
            base: BigInt::from(base.clone()),
            every,
        };
        let mut total = BigInt::from(base).pow(n);
        let mut sum = series.found.first().cloned().unwrap_or_default();
        let end =
            if every == 0 { Some(self.top.len().saturating_sub(1).saturating_mul(n as usize)) } else { None };
        for k in 1usize.. {
            let rest = &total - &sum;
            if end.is_some_and(|end| k > end) || rest.bits().saturating_add(u64::from(bits)) < total.bits() {
                break;
            }
            let words = total.bits().div_ceil(64);
            budget.charge_products(2 * terms.len() as u64 + 4, words, 1)?;
            budget.check(k as u64 + 1, words)?;
            let next = series.next(k, &terms, self.lead());
            if every > 0 && k % every == 0 {
                total *= &series.base;
                sum *= &series.base;
            }
            sum += &next;
            series.found.push(next);
        }
        self.listing(n, series, total)
    }

    fn lead(&self) -> BigInt {
        BigInt::from(self.top.first().copied().unwrap_or(0))
            * BigInt::from(self.bottom.first().copied().unwrap_or(0))
    }

    /// The recurrence's terms: how far back, the part that grows with `n`, the part that falls with `k`.
    fn terms(&self, n: u32) -> Vec<(usize, BigInt, BigInt)> {
        // A long run of equal weights becomes short when both sides are multiplied by `1 − x`.
        let differences = |poly: &[i128]| -> Vec<BigInt> {
            let at =
                |place: Option<usize>| BigInt::from(place.and_then(|p| poly.get(p)).copied().unwrap_or(0));
            (0..=poly.len()).map(|place| at(Some(place)) - at(place.checked_sub(1))).collect()
        };
        let filled = |poly: &[BigInt]| poly.iter().filter(|c| **c != BigInt::ZERO).count();
        let plain = |poly: &[i128]| -> Vec<BigInt> { poly.iter().copied().map(BigInt::from).collect() };
        let (mut top, mut bottom) = (plain(&self.top), plain(&self.bottom));
        if filled(&differences(&self.top)) * 2 < filled(&top) {
            (top, bottom) = (differences(&self.top), differences(&self.bottom));
        }
        let derivative = |poly: &[BigInt]| -> Vec<BigInt> {
            (1u32..).zip(poly.iter().skip(1)).map(|(place, c)| c * place).collect()
        };
        let product = big_product(&top, &bottom);
        let left = big_product(&derivative(&top), &bottom);
        let right = big_product(&top, &derivative(&bottom));
        let at = |poly: &[BigInt], place: usize| poly.get(place).cloned().unwrap_or_default();
        (1..=product.len())
            .map(|back| (back, (at(&left, back - 1) - at(&right, back - 1)) * n, at(&product, back)))
            .filter(|(_, grows, falls)| *grows != BigInt::ZERO || *falls != BigInt::ZERO)
            .collect()
    }

    fn listing(&self, n: u32, series: Series, total: BigInt) -> Result<Dist<Num>, DistError> {
        let last = series.found.len().saturating_sub(1);
        let origin = Num::int(self.lowest).mul(Num::int(n.into()))?;
        let mut outcomes = Vec::with_capacity(series.found.len());
        let mut factor = BigInt::from(1);
        for (k, weight) in series.found.iter().enumerate().rev() {
            let value = origin.add(Num::int(i64::try_from(k).unwrap_or(i64::MAX)))?.mul(self.step)?;
            if *weight != BigInt::ZERO {
                outcomes.push((value, Nat::from((weight * &factor).magnitude().clone())));
            }
            // All weights are brought to the denominator of the last.
            if series.every > 0 && k % series.every == 0 && k <= last {
                factor *= &series.base;
            }
        }
        outcomes.reverse();
        let mut sum = Dist::listing(outcomes);
        sum.fill_up(total.magnitude().clone().into(), Tail::Above);
        Ok(sum)
    }
}

/// The coefficients found so far, each over its own power of the base.
struct Series {
    found: Vec<BigInt>,
    base: BigInt,
    every: usize,
}

impl Series {
    fn level(&self, k: usize) -> usize {
        k.checked_div(self.every).unwrap_or(0)
    }

    fn next(&self, k: usize, terms: &[(usize, BigInt, BigInt)], lead: BigInt) -> BigInt {
        let mut sum = BigInt::ZERO;
        let (mut power, mut reached) = (BigInt::from(1), 0);
        for (back, grows, falls) in terms {
            let Some((from, before)) = k.checked_sub(*back).and_then(|at| Some((at, self.found.get(at)?)))
            else {
                break;
            };
            let lift = self.level(k) - self.level(from);
            while reached < lift {
                power *= &self.base;
                reached += 1;
            }
            if *before != BigInt::ZERO {
                sum += (grows - falls * from) * before * &power;
            }
        }
        sum / (lead * k)
    }
}

fn big_product(a: &[BigInt], b: &[BigInt]) -> Vec<BigInt> {
    let mut product = vec![BigInt::ZERO; (a.len() + b.len()).saturating_sub(1)];
    for (i, left) in a.iter().enumerate().filter(|(_, left)| **left != BigInt::ZERO) {
        for (right, sum) in b.iter().zip(product.iter_mut().skip(i)) {
            *sum += left * right;
        }
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faces(numbers: impl IntoIterator<Item = i64>) -> Vec<(Num, Nat)> {
        numbers.into_iter().map(|n| (Num::int(n), Nat::ONE)).collect()
    }

    fn exploding(ends: Vec<(Num, Nat)>, goes: Vec<(Num, Nat)>) -> Chain {
        Chain { starts: vec![ends.clone(), goes.clone()], ends, goes }
    }

    /// The same by listing each chain and adding them up.
    fn slowly(chain: &Chain, n: u32) -> Dist<Num> {
        let mut budget = Budget::default();
        chain.listed(60, &mut budget).expect("few").sum_of(n, &mut budget).expect("few")
    }

    #[test]
    fn solved_chains_agree_with_listed_ones() {
        let chains = [
            exploding(faces(1..=5), faces([6])),
            exploding(faces(1..=3), faces([4])),
            exploding(faces(2..=10), faces([1])),
            exploding(faces(1..=7), faces(8..=10)),
            exploding(faces([-1, 0]), faces([1])),
            exploding(faces([1]), faces([0])),
            exploding(faces([1, 2, 3]), faces([-2])),
            Chain { starts: vec![faces(2..=5), faces([6])], ends: faces(0..=4), goes: faces([5]) },
            Chain { starts: vec![faces([1]), faces([2]), faces([3])], ends: faces([1, 2]), goes: faces([3]) },
        ];
        for chain in &chains {
            for n in [1, 2, 3] {
                let solved = chain.sum_of(n, 40, &mut Budget::default()).expect("small");
                let listed = slowly(chain, n);
                assert!(solved.residual() <= super::super::Prob::one_in_power_of_two(40));
                let slack = listed.residual();
                for (value, weight) in solved.outcomes() {
                    let (exact, least) = (solved.prob(weight), listed.prob_of(value));
                    assert!(least <= exact && exact <= least.add(&slack), "{chain:?} {n} {value}");
                }
                let whole = solved.moments().expect("known").mean.to_f64();
                let sum: f64 = solved.outcomes().iter().map(|(v, w)| v.to_f64() * solved.prob_f64(w)).sum();
                assert!((whole - sum).abs() < 1e-9, "{whole} {sum}");
            }
        }
    }

    #[test]
    fn mean_and_variance_of_an_exploding_die_are_known_exactly() {
        let one = exploding(faces(1..=5), faces([6])).sum_of(1, 40, &mut Budget::default()).expect("small");
        assert_eq!(one.mean().expect("known").to_string(), "21/5");
        assert_eq!(one.variance().expect("known").to_string(), "266/25");
        assert_eq!(one.prob_of(&Num::int(7)).to_string(), "1/36");
        assert_eq!(one.at_least(&Num::int(7)).to_string(), "1/6");
        assert_eq!(one.cut().expect("endless").tail, Tail::Above);
    }

    #[test]
    fn tails_that_go_up_and_down_are_listed() {
        let chain = exploding(faces([0, 3]), faces([-1, 1]));
        let sum = chain.sum_of(2, 30, &mut Budget::default()).expect("small");
        assert_eq!(sum.cut().expect("endless").tail, Tail::Anywhere);
        assert_eq!(sum.mean().expect("known").to_string(), "3");
    }
}
