//! Evenly spaced numbers, so that outcomes become places in a list.

use super::Nat;
use crate::base::{Num, NumError};

/// Numbers of the form `origin + place * step`; the step is above zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lattice {
    pub(super) origin: Num,
    pub(super) step: Num,
}

/// Weights in the places of a lattice; the first is not zero.
#[derive(Debug, Clone)]
pub(super) struct Dense {
    pub(super) lattice: Lattice,
    pub(super) weights: Vec<Nat>,
}

impl Lattice {
    /// The coarsest lattice that has all the numbers, which are sorted upwards; nothing where
    /// there is no number or the step does not fit.
    pub(super) fn of(sorted: impl IntoIterator<Item = Num>) -> Option<Lattice> {
        let mut numbers = sorted.into_iter();
        let origin = numbers.next()?;
        let mut step = Num::ZERO;
        for number in numbers {
            let far = number.sub(origin).ok()?;
            // Mostly it lies on the lattice that was found so far.
            let fits = step.as_int().zip(far.as_int()).is_some_and(|(step, far)| step > 0 && far % step == 0);
            if !fits {
                step = common_step(step, far)?;
            }
        }
        Some(Lattice { origin, step: if step.is_zero() { Num::ONE } else { step } })
    }

    /// The place of a number of the lattice.
    pub(super) fn place(&self, number: Num) -> Option<usize> {
        let far = number.sub(self.origin).ok()?;
        if let (Some(far), Some(step)) = (far.as_int(), self.step.as_int()) {
            return (far % step == 0).then(|| usize::try_from(far / step).ok()).flatten();
        }
        usize::try_from(far.div(self.step).ok()?.as_int()?).ok()
    }

    /// The number at a place.
    pub(super) fn number(&self, place: usize) -> Result<Num, NumError> {
        let place = i64::try_from(place).map_err(|_| NumError::Overflow)?;
        self.origin.add(self.step.mul(Num::int(place))?)
    }

    /// The coarsest lattice of all sums of one number from each.
    pub(super) fn sum(&self, other: &Lattice) -> Option<Lattice> {
        let origin = self.origin.add(other.origin).ok()?;
        Some(Lattice { origin, step: common_step(self.step, other.step)? })
    }
}

/// The greatest number that both are whole multiples of.
pub(super) fn common_step(a: Num, b: Num) -> Option<Num> {
    if let (Some(a), Some(b)) = (a.as_int(), b.as_int()) {
        return i64::try_from(num_integer::gcd(a.unsigned_abs(), b.unsigned_abs())).ok().map(Num::int);
    }
    let denominator = num_integer::lcm(i128::from(a.denominator()), i128::from(b.denominator()));
    let whole = |n: Num| i128::from(n.numerator()).checked_mul(denominator / i128::from(n.denominator()));
    Num::ratio(num_integer::gcd(whole(a)?, whole(b)?), denominator).ok()
}

impl Dense {
    /// The outcomes as a list of places, unless that list would be mostly empty; nothing then.
    pub(super) fn of(outcomes: &[(Num, Nat)]) -> Option<Dense> {
        let lattice = Lattice::of(outcomes.iter().map(|(number, _)| *number))?;
        Dense::on(lattice, outcomes)
    }

    /// The same in the places of a given lattice.
    pub(super) fn on(lattice: Lattice, outcomes: &[(Num, Nat)]) -> Option<Dense> {
        Dense::within(lattice, outcomes, outcomes.len().saturating_mul(16).saturating_add(64))
    }

    /// The same in at most so many places, however many of them are empty.
    pub(super) fn within(lattice: Lattice, outcomes: &[(Num, Nat)], most: usize) -> Option<Dense> {
        let last = lattice.place(outcomes.last()?.0)?;
        if last > most {
            return None;
        }
        let mut weights = vec![Nat::ZERO; last + 1];
        for (number, weight) in outcomes {
            *weights.get_mut(lattice.place(*number)?)? = weight.clone();
        }
        Some(Dense { lattice, weights })
    }

    /// The outcomes that have any weight.
    pub(super) fn outcomes(self) -> Result<Vec<(Num, Nat)>, NumError> {
        let mut outcomes = Vec::with_capacity(self.weights.len());
        let whole = self.lattice.origin.as_int().zip(self.lattice.step.as_int());
        for (place, weight) in self.weights.into_iter().enumerate() {
            if weight.is_zero() {
                continue;
            }
            let number = match (whole, i64::try_from(place)) {
                (Some((origin, step)), Ok(place)) => {
                    let moved = step.checked_mul(place).and_then(|far| origin.checked_add(far));
                    Num::int(moved.ok_or(NumError::Overflow)?)
                }
                _ => self.lattice.number(place)?,
            };
            outcomes.push((number, weight));
        }
        Ok(outcomes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn num(text: &str) -> Num {
        text.parse().expect("a number")
    }

    #[test]
    fn the_coarsest_lattice_is_found() {
        let lattice = Lattice::of([num("-1/2"), num("1"), num("10")]).expect("a lattice");
        assert_eq!((lattice.origin, lattice.step), (num("-1/2"), num("3/2")));
        assert_eq!(lattice.place(num("10")), Some(7));
        assert_eq!(lattice.place(num("2")), None);
        assert_eq!(lattice.number(7), Ok(num("10")));
        assert_eq!(common_step(num("1/2"), num("1/3")), Some(num("1/6")));
    }

    #[test]
    fn a_gap_that_is_too_wide_is_not_filled() {
        let far = [(Num::ZERO, Nat::ONE), (Num::ONE, Nat::ONE), (Num::int(1_000_000), Nat::ONE)];
        assert!(Dense::of(&far).is_none());
        let near = [(Num::ZERO, Nat::ONE), (Num::int(1_000_000), Nat::word(2))];
        assert_eq!(Dense::of(&near).expect("two places").weights, [Nat::ONE, Nat::word(2)]);
    }
}
