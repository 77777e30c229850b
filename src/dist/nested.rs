//! A polynomial with another put into it: sums over a number of draws that differs from case to case.

use super::limbs::{add_product, number_of, words_of};
use super::{Budget, DistError, Nat, poly};

/// A factor with more coefficients above zero than this is multiplied as a whole.
const MAX_TERMS: usize = 8;

/// Times the factor once more for each of its lowest powers costs less than their product as a whole while they
/// are at most so many times as many as there are terms.
const LOWEST_PER_TERM: usize = 4;

/// `Σ termsₘ · factorᵐ⁺ˡᵒʷᵉˢᵗ`, from the highest `m` down: `(… + terms₂)·factor + terms₁)·factor + terms₀`.
/// `bound` is a number that no coefficient passes.
pub(super) fn nested(
    terms: &[Nat],
    factor: &[Nat],
    lowest: u32,
    bound: &Nat,
    budget: &mut Budget,
) -> Result<Vec<Nat>, DistError> {
    let once_more = lowest as usize;
    let most = terms.len().saturating_sub(1).saturating_add(once_more);
    let places = factor.len().saturating_sub(1).saturating_mul(most).saturating_add(1);
    budget.check(places as u64, bound.words())?;
    let few = Few::of(factor).filter(|_| once_more <= terms.len().saturating_mul(LOWEST_PER_TERM));
    if let Some(few) = few {
        let each = few.steps().saturating_mul(bound.words() + 4);
        budget.charge((places as u64).saturating_mul(most as u64).saturating_mul(each) / 2)?;
        return flat(terms, &few, once_more, bound, budget);
    }
    let mut sum: Vec<Nat> = Vec::new();
    for term in terms.iter().rev() {
        sum = poly::multiply(&sum, factor, bound, budget)?;
        match sum.first_mut() {
            Some(lowest) => *lowest += term,
            None => sum.push(term.clone()),
        }
    }
    if lowest == 0 {
        return Ok(sum);
    }
    // The lowest place of one draw need not be the first of the lattice.
    let from = factor.iter().take_while(|weight| weight.is_zero()).count();
    let power = super::power::power(factor.get(from..).unwrap_or_default(), lowest, budget)?;
    let product = poly::multiply(&sum, &power, bound, budget)?;
    let mut moved = vec![Nat::ZERO; from.saturating_mul(once_more)];
    moved.extend(product);
    Ok(moved)
}

/// A factor of few parts.
enum Few {
    /// So many ones side by side, from a place on.
    Ones { from: usize, count: usize },
    /// Each with its place.
    Parts(Vec<(usize, u64)>),
}

impl Few {
    fn of(factor: &[Nat]) -> Option<Few> {
        let from = factor.iter().take_while(|weight| weight.is_zero()).count();
        let (_, rest) = factor.split_at(from);
        if !rest.is_empty() && rest.iter().all(|weight| *weight == Nat::ONE) {
            return Some(Few::Ones { from, count: rest.len() });
        }
        let parts = (from..).zip(rest).filter(|(_, weight)| !weight.is_zero());
        let parts = parts.map(|(at, weight)| Some((at, u64::try_from(weight.as_word()?).ok()?)));
        let parts: Vec<(usize, u64)> = parts.collect::<Option<_>>()?;
        (parts.len() <= MAX_TERMS).then_some(Few::Parts(parts))
    }

    /// How often a place is gone through in one product.
    fn steps(&self) -> u64 {
        match self {
            Few::Ones { .. } => 2,
            Few::Parts(parts) => parts.len() as u64,
        }
    }

    /// How many places a product has more.
    fn longer(&self) -> usize {
        match self {
            Few::Ones { from, count } => from + count - 1,
            Few::Parts(parts) => parts.last().map_or(0, |(at, _)| *at),
        }
    }

    fn total(&self) -> Nat {
        match self {
            Few::Ones { count, .. } => Nat::from(*count as u64),
            Few::Parts(parts) => parts.iter().fold(Nat::ZERO, |sum, (_, weight)| &sum + &Nat::from(*weight)),
        }
    }
}

/// The same with all numbers in words side by side.
fn flat(
    terms: &[Nat],
    factor: &Few,
    lowest: usize,
    bound: &Nat,
    budget: &Budget,
) -> Result<Vec<Nat>, DistError> {
    let width = usize::try_from(bound.words()).unwrap_or(usize::MAX).saturating_add(1);
    let (mut rows, mut next): (Vec<u64>, Vec<u64>) = (vec![0; width], Vec::new());
    let mut places = 1;
    // No number is larger than this: what lies above its words is zero.
    let mut highest = Nat::ZERO;
    let total = factor.total();
    let terms = terms.iter().rev().map(Some).chain(std::iter::repeat_n(None, lowest));
    for (at, term) in terms.enumerate() {
        budget.look_up()?;
        if at > 0 {
            highest = &highest * &total;
            let used = usize::try_from(highest.words()).unwrap_or(width).min(width);
            places += factor.longer();
            next.resize(places.saturating_mul(width), 0);
            match factor {
                Few::Ones { from, count } => window(&rows, [width, used], *from, *count, &mut next),
                Few::Parts(parts) => added(&rows, width, parts, &mut next),
            }
            std::mem::swap(&mut rows, &mut next);
        }
        let Some(term) = term else { continue };
        highest += term;
        add_product(rows.get_mut(..width).unwrap_or_default(), &words_of(term, width), 1);
    }
    Ok(rows.chunks(width).map(number_of).collect())
}

/// Times so many ones side by side: each place is the sum of a window of places before. Of each number so
/// many words are used; those above are zero and stay so.
fn window(rows: &[u64], [width, used]: [usize; 2], from: usize, count: usize, product: &mut [u64]) {
    product.iter_mut().take(from.saturating_mul(width)).for_each(|word| *word = 0);
    let mut sum = vec![0u64; used];
    let row = |at: usize| {
        let start = at.checked_mul(width)?;
        rows.get(start..start.checked_add(used)?)
    };
    for (at, to) in product.chunks_exact_mut(width).skip(from).enumerate() {
        if let Some(row) = row(at) {
            add(&mut sum, row);
        }
        if let Some(row) = at.checked_sub(count).and_then(row) {
            subtract(&mut sum, row);
        }
        if let Some(to) = to.get_mut(..used) {
            to.copy_from_slice(&sum);
        }
    }
}

fn added(rows: &[u64], width: usize, parts: &[(usize, u64)], product: &mut [u64]) {
    product.fill(0);
    for (shift, weight) in parts {
        for (row, to) in rows.chunks_exact(width).zip(product.chunks_exact_mut(width).skip(*shift)) {
            add_product(to, row, *weight);
        }
    }
}

fn add(sum: &mut [u64], row: &[u64]) {
    let mut carry = false;
    for (word, part) in sum.iter_mut().zip(row) {
        let (next, over) = word.overflowing_add(*part);
        let (next, more) = next.overflowing_add(u64::from(carry));
        *word = next;
        carry = over | more;
    }
}

fn subtract(sum: &mut [u64], row: &[u64]) {
    let mut borrow = false;
    for (word, part) in sum.iter_mut().zip(row) {
        let (next, under) = word.overflowing_sub(*part);
        let (next, more) = next.overflowing_sub(u64::from(borrow));
        *word = next;
        borrow = under | more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_gives_the_same() {
        let weights = |all: &[u32]| all.iter().copied().map(Nat::from).collect::<Vec<Nat>>();
        let factors = [
            weights(&[1, 1, 1, 1]),
            weights(&[0, 0, 1, 1, 1]),
            weights(&[3, 0, 2]),
            weights(&[1]),
            weights(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ];
        let huge = Nat::word(6).pow(90);
        for factor in factors {
            for count in [1usize, 2, 7] {
                let terms: Vec<Nat> = (0..count).map(|m| &huge * &Nat::from(m as u64)).collect();
                let bound = Nat::word(60).pow(150);
                let found = nested(&terms, &factor, 0, &bound, &mut Budget::default()).expect("cheap");
                let mut sum = vec![Nat::ZERO; found.len()];
                let mut power = vec![Nat::ONE];
                for term in &terms {
                    poly::add_scaled(&mut sum, &power, term, 0);
                    let mut next = vec![Nat::ZERO; power.len() + factor.len() - 1];
                    for (at, weight) in factor.iter().enumerate() {
                        poly::add_scaled(&mut next, &power, weight, at);
                    }
                    power = next;
                }
                sum.resize(found.len(), Nat::ZERO);
                assert_eq!(found, sum, "{factor:?} {count}");
            }
        }
    }
}
