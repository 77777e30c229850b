//! Polynomials with natural coefficients: weights by place, lowest place first.

use num_bigint::BigUint;

use super::{Budget, DistError, Nat, transform};

/// Fewer pairs of coefficients than this are multiplied one by one.
const MANY_PAIRS: u64 = 1 << 14;
/// What a pair of coefficients costs that do not fit in a machine word, at least.
const STEPS_PER_LONG_PAIR: u64 = 16;

/// The product of two polynomials.
///
/// `bound` is a number that no coefficient of the product passes, such as the product of both totals.
pub(super) fn multiply(
    a: &[Nat],
    b: &[Nat],
    bound: &Nat,
    budget: &mut Budget,
) -> Result<Vec<Nat>, DistError> {
    let (Some(length), false) = ((a.len() + b.len()).checked_sub(1), a.is_empty() || b.is_empty()) else {
        return Ok(Vec::new());
    };
    budget.check(length as u64, bound.words())?;
    let pairs = (a.len() as u64).saturating_mul(b.len() as u64);
    let by_transform =
        transform::TransformShape::of(length as u64, bound.bits()).filter(|_| pairs >= MANY_PAIRS);
    let quicker = |other: u64| by_transform.as_ref().filter(|plan| plan.cost(3) < other);
    if bound.bits() <= 128 {
        if let Some(plan) = quicker(pairs) {
            budget.charge(plan.cost(3))?;
            return Ok(plan.product(a, b));
        }
        budget.charge(pairs)?;
        return Ok(multiply_words(a, b, length));
    }
    if let Some(plan) = quicker(pairs.saturating_mul(STEPS_PER_LONG_PAIR)) {
        budget.charge(plan.cost(3))?;
        return Ok(plan.product(a, b));
    }
    if a.len().min(b.len()) < 16 {
        let words = |poly: &[Nat]| poly.iter().map(Nat::words).max().unwrap_or(1);
        budget.charge_products(pairs, words(a), words(b))?;
        let mut product = vec![Nat::ZERO; length];
        for (i, left) in a.iter().enumerate().filter(|(_, left)| !left.is_zero()) {
            for (right, sum) in b.iter().zip(product.iter_mut().skip(i)) {
                *sum += &(left * right);
            }
        }
        return Ok(product);
    }
    // One product of two huge numbers that have the coefficients side by side as digits; its cost
    // grows with about the power 1.5 of their length.
    let width = bound.words();
    let size = (length as u64).saturating_mul(width);
    budget.charge(size.saturating_mul(size.isqrt() / 4 + 32))?;
    let width = usize::try_from(width).unwrap_or(usize::MAX);
    let product = (pack(a, width) * pack(b, width)).to_u64_digits();
    let mut coefficients: Vec<Nat> = product.chunks(width).map(super::limbs::number_of).collect();
    coefficients.resize(length, Nat::ZERO);
    Ok(coefficients)
}

/// The product where every coefficient is known to fit in a machine word.
fn multiply_words(a: &[Nat], b: &[Nat], length: usize) -> Vec<Nat> {
    let words = |poly: &[Nat]| poly.iter().map(|c| c.as_word().unwrap_or(0)).collect::<Vec<u128>>();
    let (a, b) = (words(a), words(b));
    let mut product = vec![0u128; length];
    for (i, left) in a.iter().enumerate().filter(|(_, left)| **left != 0) {
        for (right, sum) in b.iter().zip(product.iter_mut().skip(i)) {
            *sum += left * right;
        }
    }
    product.into_iter().map(Nat::word).collect()
}

fn pack(poly: &[Nat], width: usize) -> BigUint {
    let mut digits = Vec::with_capacity(poly.len().saturating_mul(width).saturating_mul(2));
    for coefficient in poly {
        for word in super::limbs::words_of(coefficient, width) {
            digits.extend(
                [word & u64::from(u32::MAX), word >> 32].map(|half| u32::try_from(half).unwrap_or(0)),
            );
        }
    }
    BigUint::new(digits)
}

/// `sum += poly * factor`, moved up by `shift` places; `sum` grows as needed.
pub(super) fn add_scaled(sum: &mut Vec<Nat>, poly: &[Nat], factor: &Nat, shift: usize) {
    let length = poly.len().saturating_add(shift);
    if sum.len() < length {
        sum.resize(length, Nat::ZERO);
    }
    for (part, to) in poly.iter().zip(sum.iter_mut().skip(shift)).filter(|(part, _)| !part.is_zero()) {
        *to += &(part * factor);
    }
}

/// All powers of a number from the zeroth to the given one.
pub(super) fn powers(base: &Nat, highest: u32) -> Vec<Nat> {
    let mut powers = vec![Nat::ONE];
    for _ in 0..highest {
        let next = powers.last().map_or(Nat::ONE, |last| last * base);
        powers.push(next);
    }
    powers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_multiply_gives_the_same() {
        let small: Vec<Nat> = (1..=20u32).map(Nat::from).collect();
        let scale = Nat::word(10).pow(60);
        let large: Vec<Nat> = small.iter().map(|c| c * &scale).collect();
        let mut budget = Budget::default();
        let plain = multiply(&small, &small, &Nat::word(1 << 40), &mut budget).expect("cheap");
        let bound = &(&scale * &scale) * &Nat::word(1 << 40);
        let packed = multiply(&large, &large, &bound, &mut budget).expect("cheap");
        let short = multiply(&large[..3], &large, &bound, &mut budget).expect("cheap");
        let square = &scale * &scale;
        assert_eq!(packed, plain.iter().map(|c| c * &square).collect::<Vec<_>>());
        let expected = multiply(&small[..3], &small, &Nat::word(1 << 40), &mut budget).expect("cheap");
        assert_eq!(short, expected.iter().map(|c| c * &square).collect::<Vec<_>>());
        assert_eq!(plain.len(), 39);
        assert_eq!(plain[..3], [Nat::word(1), Nat::word(4), Nat::word(10)]);
    }
}
