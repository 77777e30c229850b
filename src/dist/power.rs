//! Powers of polynomials: the sum of n equal dice.
//!
//! With `f` the die's polynomial and `G = fⁿ`, differentiating gives `f·G' = n·f'·G`, so that each
//! coefficient of `G` follows from the few before it. For `f = a/b` the same holds of
//! `a·b·G' = n·(a'·b − a·b')·G`: a die with equal faces is `(1 − x^s)/(1 − x)`, and each coefficient
//! follows from three others, however many sides it has.

use super::limbs::{add_product, divide_exactly, number_of, subtract_product, words_of};
use super::{Budget, DistError, Nat, poly, transform};

/// `base` to the power `n`; the first and the last weight of `base` are not zero.
pub(super) fn power(base: &[Nat], n: u32, budget: &mut Budget) -> Result<Vec<Nat>, DistError> {
    let mut total = Nat::ZERO;
    for weight in base {
        total += weight;
    }
    if n == 0 {
        return Ok(vec![Nat::ONE]);
    }
    let length = (base.len() as u64).saturating_sub(1).saturating_mul(u64::from(n)).saturating_add(1);
    let words = total.bits().saturating_mul(u64::from(n)).div_ceil(64).max(1);
    budget.check(length, words)?;
    let places = usize::try_from(length).unwrap_or(usize::MAX);
    let symmetric = base.iter().eq(base.iter().rev());
    let needed = if symmetric { length / 2 + 1 } else { length };
    let cost_of = |recurrence: &Recurrence| {
        needed.saturating_mul(recurrence.terms.len() as u64 + 1).saturating_mul(words)
    };
    let recurrence = Recurrence::of(base, n, length);
    let cost = recurrence.as_ref().map_or(u64::MAX, cost_of);
    let bits = total.bits().saturating_mul(u64::from(n));
    if let Some(plan) =
        transform::TransformShape::of(length, bits).filter(|plan| cost > 1 << 16 && plan.cost(3) < cost)
    {
        budget.charge(plan.cost(3))?;
        return Ok(plan.power(base, n));
    }
    match recurrence {
        Some(recurrence) => {
            budget.charge(cost)?;
            let first = base.first().map_or(Nat::ZERO, |weight| weight.pow(n));
            let width = usize::try_from(words).unwrap_or(usize::MAX).saturating_add(1);
            let needed = usize::try_from(needed).unwrap_or(usize::MAX);
            let mut weights = recurrence.run(&first, needed.min(places), width);
            weights.reserve_exact(places.saturating_sub(weights.len()));
            for place in weights.len()..places {
                let mirrored = weights.get(places - 1 - place).cloned();
                weights.extend(mirrored);
            }
            Ok(weights)
        }
        None => by_squaring(base, &total, n, budget),
    }
}

fn by_squaring(base: &[Nat], total: &Nat, n: u32, budget: &mut Budget) -> Result<Vec<Nat>, DistError> {
    let (mut result, mut result_total) = (vec![Nat::ONE], Nat::ONE);
    let (mut square, mut square_total) = (base.to_vec(), total.clone());
    let mut left = n;
    while left > 0 {
        if left & 1 == 1 {
            result_total = &result_total * &square_total;
            result = poly::multiply(&result, &square, &result_total, budget)?;
        }
        left >>= 1;
        if left > 0 {
            square_total = &square_total * &square_total;
            square = poly::multiply(&square, &square, &square_total, budget)?;
        }
    }
    Ok(result)
}

/// `k · lead · G[k] = Σ (n_factor − k_factor · (k − back)) · G[k − back]`.
struct Recurrence {
    lead: u64,
    terms: Vec<Term>,
}

struct Term {
    back: usize,
    n_factor: i64,
    k_factor: i64,
}

impl Recurrence {
    /// The shorter of the recurrences for `base` as it is and for `base·(1 − x) / (1 − x)`;
    /// nothing where a factor does not fit in a word.
    fn of(base: &[Nat], n: u32, length: u64) -> Option<Recurrence> {
        let base: Vec<i128> =
            base.iter().map(|weight| i128::try_from(weight.as_word()?).ok()).collect::<Option<_>>()?;
        let mut differences: Vec<i128> = Vec::with_capacity(base.len() + 1);
        for place in 0..=base.len() {
            let here = base.get(place).copied().unwrap_or(0);
            let before = place.checked_sub(1).and_then(|before| base.get(before)).copied().unwrap_or(0);
            differences.push(here.checked_sub(before)?);
        }
        let filled = |poly: &[i128]| poly.iter().filter(|c| **c != 0).count();
        if filled(&differences) * 2 < filled(&base) {
            Recurrence::of_ratio(&differences, &[1, -1], n, length)
        } else {
            Recurrence::of_ratio(&base, &[1], n, length)
        }
    }

    fn of_ratio(top: &[i128], bottom: &[i128], n: u32, length: u64) -> Option<Recurrence> {
        let product = signed_product(top, bottom)?;
        let left = signed_product(&derivative(top)?, bottom)?;
        let right = signed_product(top, &derivative(bottom)?)?;
        let mut lead = *product.first()?;
        let divisor = product.iter().fold(0, |common, c| num_integer::gcd(common, *c));
        lead /= divisor;
        let mut terms = Vec::new();
        let at = |poly: &[i128], place: usize| poly.get(place).copied().unwrap_or(0);
        for back in 1..=product.len().max(left.len() + 1) {
            let k_factor = at(&product, back) / divisor;
            let log_derivative = at(&left, back - 1).checked_sub(at(&right, back - 1))?;
            if log_derivative % divisor != 0 {
                return None;
            }
            let n_factor = (log_derivative / divisor).checked_mul(i128::from(n))?;
            if k_factor == 0 && n_factor == 0 {
                continue;
            }
            let reach = k_factor
                .unsigned_abs()
                .checked_mul(u128::from(length))?
                .checked_add(n_factor.unsigned_abs())?;
            if reach > i64::MAX.unsigned_abs().into() {
                return None;
            }
            terms.push(Term {
                back,
                n_factor: i64::try_from(n_factor).ok()?,
                k_factor: i64::try_from(k_factor).ok()?,
            });
        }
        let lead = u64::try_from(lead).ok()?;
        lead.checked_mul(length)?;
        Some(Recurrence { lead, terms })
    }

    /// The first `count` coefficients, from the first one; each fits in `width` words with its sign. Only as many
    /// of them are kept in words as the next one follows from.
    fn run(&self, first: &Nat, count: usize, width: usize) -> Vec<Nat> {
        let reach = self.terms.iter().map(|term| term.back).max().unwrap_or(0) + 1;
        let mut rows = vec![0; reach * width];
        rows.get_mut(..width).unwrap_or(&mut []).copy_from_slice(&words_of(first, width));
        let mut found = Vec::with_capacity(count);
        found.push(first.clone());
        let mut sum = vec![0u64; width];
        for (k, index) in (1..count).zip(1i64..) {
            sum.fill(0);
            for term in &self.terms {
                let Some(from) = k.checked_sub(term.back).map(|from| from % reach) else { continue };
                let Some(row) = rows.get(from * width..(from + 1) * width) else { continue };
                let behind = index - i64::try_from(term.back).unwrap_or(0);
                let factor = term.n_factor - term.k_factor * behind;
                if factor >= 0 {
                    add_product(&mut sum, row, factor.unsigned_abs());
                } else {
                    subtract_product(&mut sum, row, factor.unsigned_abs());
                }
            }
            divide_exactly(&mut sum, self.lead * index.unsigned_abs());
            let here = k % reach;
            rows.get_mut(here * width..(here + 1) * width).unwrap_or(&mut []).copy_from_slice(&sum);
            found.push(number_of(&sum));
        }
        found
    }
}

fn derivative(poly: &[i128]) -> Option<Vec<i128>> {
    (1i128..).zip(poly.iter().skip(1)).map(|(place, c)| c.checked_mul(place)).collect()
}

pub(super) fn signed_product(a: &[i128], b: &[i128]) -> Option<Vec<i128>> {
    let mut product = vec![0i128; (a.len() + b.len()).saturating_sub(1)];
    for (i, left) in a.iter().enumerate() {
        for (right, sum) in b.iter().zip(product.iter_mut().skip(i)) {
            *sum = sum.checked_add(left.checked_mul(*right)?)?;
        }
    }
    Some(product)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(numbers: &[u32]) -> Vec<Nat> {
        numbers.iter().copied().map(Nat::from).collect()
    }

    #[test]
    fn the_recurrence_agrees_with_squaring() {
        let dice: [&[u32]; 7] =
            [&[1], &[3], &[1, 1, 1, 1, 1, 1], &[1, 2, 1], &[2, 0, 3, 1], &[1, 0, 0, 0, 5], &[4, 4, 4, 4]];
        for die in dice {
            let base = weights(die);
            let total = Nat::from(die.iter().sum::<u32>());
            for n in [1, 2, 3, 7, 40, 100] {
                let mut budget = Budget::default();
                let fast = power(&base, n, &mut budget).expect("cheap");
                let slow = by_squaring(&base, &total, n, &mut budget).expect("cheap");
                assert_eq!(fast, slow, "{die:?} to the {n}");
            }
        }
    }

    #[test]
    fn huge_powers_are_refused_before_any_work() {
        let die: Vec<Nat> = vec![Nat::ONE; 1000];
        let mut budget = Budget::default();
        assert!(matches!(power(&die, 100_000, &mut budget), Err(DistError::Outcomes { .. })));
        assert!(matches!(power(&weights(&[1, 1]), 100_000, &mut budget), Err(DistError::Work { .. })));
    }
}
