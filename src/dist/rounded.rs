//! Sums of very many dice in weights of a fixed length, each rounded down.
//!
//! An exact weight of `1000d1000` has ten thousand binary digits, and there are a million of them. Here a
//! weight is a whole number out of 2⁶². Sums and products of lower bounds, rounded down, are lower bounds;
//! so each listed weight is at most what it should be, and what all of them lack of the whole is exactly the
//! rest that is not listed. Mean and variance are not rounded: they are those of one draw, so many times.

use super::lattice::{Dense, Lattice};
use super::{Budget, Dist, DistError, Fraction, Moments, Nat, Tail};
use crate::base::Num;

/// What the weights are out of, as a power of two. Products of two weights, and sums of such products, fit
/// in 128 bits.
const BITS: u32 = 62;
/// How far from the mean, in standard deviations, a weight can be above zero: a normal curve is below 2⁻⁶²
/// beyond 9.3, and a little room.
const DEVIATIONS: f64 = 10.0;

/// Weights out of 2⁶² from a place on.
#[derive(Clone)]
struct Rounded {
    from: usize,
    weights: Vec<u64>,
}

impl Dist<Num> {
    /// The sum of `count` independent draws, each weight rounded down; nothing where the outcomes lie too
    /// far apart for that.
    ///
    /// # Errors
    /// The budget is passed, or a sum does not fit.
    pub(super) fn rounded_sum_of(
        &self,
        count: u32,
        budget: &mut Budget,
    ) -> Result<Option<Dist<Num>>, DistError> {
        let Some(once) = self.moments().filter(|_| self.is_complete() && count > 0) else { return Ok(None) };
        let Some(variance) = once.variance else { return Ok(None) };
        let Some(dense) = Dense::of(self.outcomes()) else { return Ok(None) };
        let Lattice { origin, step } = dense.lattice;
        let deviation = variance.to_f64().max(0.0).sqrt() / step.to_f64();
        let way = SumPath::for_sum(&dense.weights, count, deviation);
        budget.check(way.places, 1)?;
        budget.charge(way.steps)?;
        let each = Rounded::of(&dense.weights, self.total());
        let sum = match way.by {
            SumMethod::Window => each.by_window(dense.weights.len() as u64, count, budget)?,
            SumMethod::Draws => each.by_draws(count, budget)?,
            SumMethod::Squares => each.by_squares(count, budget)?,
        };
        let origin = origin.mul(Num::int(count.into()))?;
        let mut outcomes = Vec::with_capacity(sum.weights.len());
        // Each weight is too small by less than twice as many units as there are draws. Those that are not much
        // more than that are not worth listing.
        let least = u64::from(count) * 16;
        for (place, weight) in (sum.from..).zip(&sum.weights).filter(|(_, weight)| **weight >= least) {
            outcomes.push((Lattice { origin, step }.number(place)?, Nat::from(*weight)));
        }
        let times = Fraction::from(count);
        let moments = Moments { mean: once.mean.mul(&times), variance: Some(variance.mul(&times)) };
        let mut sum = Dist::listing(outcomes);
        sum.fill_up(Nat::word(1 << BITS), Tail::Anywhere);
        budget.note_rounding();
        Ok(Some(sum.with_moments(Some(moments))))
    }
}

/// How a sum is worked out.
enum SumMethod {
    /// Draw by draw, all faces alike: a window moves over the weights before.
    Window,
    /// Draw by draw, face by face.
    Draws,
    /// From the sum of half as many.
    Squares,
}

/// The quickest way to a sum, with the places that it has at most, or soon, and what it costs.
struct SumPath {
    by: SumMethod,
    places: u64,
    steps: u64,
}

impl SumPath {
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn for_sum(each: &[Nat], count: u32, deviation: f64) -> SumPath {
        let all = (each.len() as u64 - 1).saturating_mul(count.into()).saturating_add(1);
        // The deviation grows with the root of the number of draws.
        let near = (2.0 * DEVIATIONS * deviation * f64::from(count).sqrt()).ceil() as u64 + each.len() as u64;
        let places = all.min(near);
        let filled = each.iter().filter(|weight| !weight.is_zero()).count() as u64;
        let draws = places.saturating_mul(count.into());
        if each.iter().all(|weight| Some(weight) == each.first()) {
            return SumPath { by: SumMethod::Window, places, steps: draws };
        }
        let (by_draws, by_squares) = (draws.saturating_mul(filled), places.saturating_mul(places));
        match by_draws < by_squares {
            true => SumPath { by: SumMethod::Draws, places, steps: by_draws },
            false => SumPath { by: SumMethod::Squares, places, steps: by_squares },
        }
    }
}

impl Rounded {
    fn of(weights: &[Nat], total: &Nat) -> Rounded {
        let whole = Nat::word(1 << BITS);
        let rounded = |weight: &Nat| {
            let share = (weight * &whole).checked_div(total).unwrap_or(Nat::ZERO);
            share.as_word().and_then(|word| u64::try_from(word).ok()).unwrap_or(0)
        };
        Rounded { from: 0, weights: weights.iter().map(rounded).collect() }
    }

    /// Without what weighs nothing at both ends.
    fn trimmed(mut self) -> Rounded {
        let last = self.weights.iter().rposition(|weight| *weight > 0).map_or(0, |last| last + 1);
        self.weights.truncate(last);
        let first = self.weights.iter().position(|weight| *weight > 0).unwrap_or(0);
        self.weights.drain(..first);
        self.from += first;
        self
    }

    /// The sum of `count` dice with so many equal faces.
    fn by_window(self, faces: u64, count: u32, budget: &Budget) -> Result<Rounded, DistError> {
        // At most 2⁶⁴ out of the faces: a product with it is rounded down.
        let share = u128::from(u64::MAX / faces.max(1));
        let width = usize::try_from(faces).unwrap_or(usize::MAX);
        let (mut sum, mut next) = (self, Vec::new());
        for _ in 1..count {
            budget.look_up()?;
            moved(&sum.weights, width, share, &mut next);
            std::mem::swap(&mut sum.weights, &mut next);
            sum = sum.trimmed();
        }
        Ok(sum)
    }

    fn by_draws(self, count: u32, budget: &Budget) -> Result<Rounded, DistError> {
        let mut sum = self.clone();
        for _ in 1..count {
            budget.look_up()?;
            sum = sum.with(&self);
        }
        Ok(sum)
    }

    fn by_squares(self, count: u32, budget: &Budget) -> Result<Rounded, DistError> {
        let mut sum: Option<Rounded> = None;
        let (mut square, mut left) = (self, count);
        loop {
            budget.look_up()?;
            if left & 1 == 1 {
                sum = Some(match sum {
                    Some(sum) => sum.with(&square),
                    None => square.clone(),
                });
            }
            left >>= 1;
            if left == 0 {
                return Ok(sum.unwrap_or(square));
            }
            square = square.with(&square);
        }
    }

    /// The sum of independent draws from both.
    fn with(&self, other: &Rounded) -> Rounded {
        let length = (self.weights.len() + other.weights.len()).saturating_sub(1);
        let mut sums = vec![0u128; length];
        for (at, weight) in other.weights.iter().enumerate().filter(|(_, weight)| **weight > 0) {
            let weight = u128::from(*weight);
            for (sum, before) in sums.iter_mut().skip(at).zip(&self.weights) {
                *sum += weight * u128::from(*before);
            }
        }
        let weights = sums.into_iter().map(|sum| low(sum >> BITS)).collect();
        Rounded { from: self.from + other.from, weights }.trimmed()
    }
}

/// The sums of so many places side by side, each times a share of 2⁶⁴. All weights together fit in a word.
fn moved(before: &[u64], width: usize, share: u128, next: &mut Vec<u64>) {
    next.clear();
    next.reserve(before.len() + width);
    let part = |window: u64| low((u128::from(window) * share) >> 64);
    let mut window = 0u64;
    for come in before.iter().take(width) {
        window += come;
        next.push(part(window));
    }
    // Either the window is the longer, or the weights before.
    next.resize(before.len().min(width) + width.saturating_sub(before.len()), part(window));
    for (come, gone) in before.iter().skip(width).zip(before) {
        window = window + come - gone;
        next.push(part(window));
    }
    let left = before.len().min(width).saturating_sub(1);
    for gone in before.iter().skip(before.len().saturating_sub(width)).take(left) {
        window -= gone;
        next.push(part(window));
    }
}

#[allow(clippy::cast_possible_truncation)]
const fn low(wide: u128) -> u64 {
    wide as u64
}

#[cfg(test)]
mod tests {
    use super::super::Prob;
    use super::*;

    fn rounded(each: &Dist<Num>, count: u32) -> Dist<Num> {
        let mut budget = Budget::default();
        each.rounded_sum_of(count, &mut budget).expect("cheap").expect("places")
    }

    #[test]
    fn rounded_weights_are_lower_bounds_that_lack_the_rest() {
        let dice: [&[(i64, u32)]; 4] = [
            &[(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)],
            &[(0, 3), (1, 2), (3, 1)],
            &[(10, 1), (25, 1), (50, 1), (200, 1)],
            &[(-3, 1), (4, 1)],
        ];
        for die in dice {
            let weights = die.iter().map(|(face, weight)| (Num::int(*face), Nat::from(*weight)));
            let each = Dist::from_weights(weights).expect("weights");
            for count in [1, 2, 7, 50] {
                let (short, exact) = (rounded(&each, count), each.sum_of(count, &mut Budget::default()));
                let exact = exact.expect("a sum");
                let most = Prob::of(&Nat::ONE, &Nat::word(1 << 40));
                assert!(short.residual() <= most, "{die:?} {count}");
                for (value, weight) in short.outcomes() {
                    let (low, right) = (short.prob(weight), exact.prob_of(value));
                    assert!(low <= right, "{die:?} {count}: {value:?}");
                    let high = Prob::of(
                        &(weight + &short.cut().map_or(Nat::ZERO, |cut| cut.weight.clone())),
                        short.total(),
                    );
                    assert!(right <= high, "{die:?} {count}: {value:?}");
                }
                assert_eq!(short.moments(), exact.moments());
            }
        }
    }

    #[test]
    fn many_dice_are_quick() {
        let die = Dist::uniform((1..=1000).map(Num::int)).expect("faces");
        let sum = rounded(&die, 200);
        assert!(sum.residual().to_f64() < 1e-9);
        assert!(sum.len() > 20_000);
    }
}
