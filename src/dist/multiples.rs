//! Values that come back as multiples of each other: a ten-sided die whose 1 is thrown again and doubled.
//!
//! One pass either ends with a number, or comes to `times` the value of one of them plus something. Means and
//! variances are solutions of linear equations, and exist where what comes back shrinks on the average. Values are
//! listed pass after pass; where what still goes on can only lie above them, what is listed is exact.

use std::collections::BTreeMap;

use super::{Budget, Dist, DistError, Fraction, Moments, Nat, Tail};
use crate::base::Num;

/// What is done to a value that comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Line {
    /// It is multiplied by this.
    pub times: Num,
    /// And then this is added.
    pub plus: Num,
}

impl Line {
    /// Nothing is done to it.
    pub(crate) const SAME: Line = Line { times: Num::ONE, plus: Num::ZERO };

    /// So much is added.
    pub(crate) const fn plus(more: Num) -> Line {
        Line { times: Num::ONE, plus: more }
    }

    /// It is multiplied.
    pub(crate) const fn times(times: Num) -> Line {
        Line { times, plus: Num::ZERO }
    }

    /// What becomes of a number.
    ///
    /// # Errors
    /// It does not fit.
    pub(crate) fn of(self, number: Num) -> Result<Num, crate::base::NumError> {
        number.mul(self.times)?.add(self.plus)
    }

    /// This after another.
    ///
    /// # Errors
    /// A number does not fit.
    pub(crate) fn after(self, inner: Line) -> Result<Line, crate::base::NumError> {
        Ok(Line { times: inner.times.mul(self.times)?, plus: self.of(inner.plus)? })
    }
}

/// What a pass comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Onward {
    /// It ends with a number.
    End(Num),
    /// It comes back to one of the values, of which it makes this.
    Again(u32, Line),
}

/// Values that come back as multiples of each other.
#[derive(Debug, Default)]
pub(crate) struct Multiples {
    passes: Vec<(Nat, Vec<(Onward, Nat)>)>,
}

/// What goes on after some passes, with its weight.
type Pending = BTreeMap<(u32, Line), Nat>;

/// What goes on is followed while there are no more of it than this.
const MOST_PENDING: usize = 1 << 14;

impl Multiples {
    /// Adds a value: what a pass comes to, out of `whole`.
    pub(crate) fn push(&mut self, whole: Nat, pass: Vec<(Onward, Nat)>) {
        self.passes.push((whole, pass));
    }

    /// The first of the values, listed until what goes on weighs at most one in two to the power `bits`. Its mean and
    /// variance are exact where it has them.
    ///
    /// # Errors
    /// The budget is passed, or nothing ever ends.
    pub(crate) fn first(&self, bits: u32, budget: &mut Budget) -> Result<Dist<Num>, DistError> {
        let mut listing = Listing::begin();
        while listing.goes_on(bits) {
            self.pass(&mut listing, budget)?;
        }
        let mut found = Dist::with_cut(listing.ends.into_iter().collect(), None)?;
        found.fill_up(listing.whole, Tail::Anywhere);
        let floor = if listing.is_short { None } else { self.floor(&listing.pending) };
        let below =
            |floor: Num| found.outcomes().iter().rev().map(|(value, _)| *value).find(|at| *at < floor);
        let found = match floor.and_then(below) {
            Some(highest) => found.cut_above(&highest),
            None => found,
        };
        Ok(found.with_moments(self.moments()))
    }

    /// Takes all that goes on through a pass.
    fn pass(&self, listing: &mut Listing, budget: &mut Budget) -> Result<(), DistError> {
        let common = self.passes.iter().fold(Nat::ONE, |common, (whole, _)| common.lcm(whole));
        for weight in listing.ends.values_mut() {
            *weight = &*weight * &common;
        }
        listing.whole = &listing.whole * &common;
        for ((of, line), weight) in std::mem::take(&mut listing.pending) {
            let Some((whole, pass)) = self.passes.get(of as usize) else {
                listing.is_short = true;
                continue;
            };
            let share = common.checked_div(whole).unwrap_or(Nat::ONE);
            budget.charge_products(pass.len() as u64, weight.words(), share.words())?;
            for (onward, part) in pass {
                listing.take(line, *onward, &(&(&weight * &share) * part));
            }
        }
        Ok(())
    }

    /// What the values that go on cannot lie below; `None` where that is not known.
    fn floor(&self, pending: &Pending) -> Option<Num> {
        let mut least: Vec<Option<Num>> = vec![None; self.passes.len()];
        // Once there is nothing below what was found for as many rounds as there are values, there is nothing.
        for round in 0..=self.passes.len() {
            let mut is_lower = false;
            for (at, (_, pass)) in self.passes.iter().enumerate() {
                for (onward, _) in pass {
                    let Some(number) = lowest(*onward, &least)? else { continue };
                    if let Some(known) = least.get_mut(at)
                        && known.is_none_or(|known| number < known)
                    {
                        *known = Some(number);
                        is_lower = true;
                    }
                }
            }
            if !is_lower {
                break;
            }
            if round == self.passes.len() {
                return None;
            }
        }
        let floors = pending.keys().map(|(of, line)| lowest(Onward::Again(*of, *line), &least)?);
        floors.collect::<Option<Vec<Num>>>()?.into_iter().min()
    }

    /// Mean and variance of the first value; `None` where it has none.
    fn moments(&self) -> Option<Moments> {
        let mean = self.solved(|line| line.times.into(), |line, _| line.plus.into(), |end| end.into())?;
        let squared = |num: Num| Fraction::from(num).mul(&num.into());
        let of_line = |line: Line, of: u32| {
            let cross = Fraction::from(line.times).mul(&line.plus.into()).mul(&Fraction::from(2));
            let mean = mean.get(of as usize).cloned().unwrap_or_else(Fraction::zero);
            cross.mul(&mean).add(&squared(line.plus))
        };
        let square = self.solved(|line| squared(line.times), of_line, squared);
        let first = mean.first()?;
        let variance = square.and_then(|square| Some(square.first()?.sub(&first.mul(first))));
        Some(Moments { variance, mean: first.clone() })
    }

    /// What each value comes to on the average, where a pass that comes back takes so many times the other's and
    /// adds something; `None` where that grows without end.
    fn solved(
        &self,
        times: impl Fn(Line) -> Fraction,
        plus: impl Fn(Line, u32) -> Fraction,
        end: impl Fn(Num) -> Fraction,
    ) -> Option<Vec<Fraction>> {
        let size = self.passes.len();
        let mut back = vec![vec![Fraction::zero(); size]; size];
        let mut sizes = back.clone();
        let mut given = vec![Fraction::zero(); size];
        for (at, (whole, pass)) in self.passes.iter().enumerate() {
            for (onward, weight) in pass {
                let share = Fraction::ratio(weight, whole);
                let more = match onward {
                    Onward::End(number) => end(*number),
                    Onward::Again(of, line) => {
                        let factor = share.mul(&times(*line));
                        let size = if factor < Fraction::zero() { factor.neg() } else { factor.clone() };
                        let (slot, sum) = (back.get_mut(at)?, sizes.get_mut(at)?);
                        let (slot, sum) = (slot.get_mut(*of as usize)?, sum.get_mut(*of as usize)?);
                        (*slot, *sum) = (slot.add(&factor), sum.add(&size));
                        plus(*line, *of)
                    }
                };
                let slot = given.get_mut(at)?;
                *slot = slot.add(&share.mul(&more));
            }
        }
        // What comes back shrinks on the average just where these have a solution above nought: a matrix of sizes
        // shrinks everything where it shrinks some vector without a nought.
        let shrinks = solve(sizes, vec![Fraction::from(1); size])?;
        shrinks.iter().all(|number| *number > Fraction::zero()).then(|| solve(back, given))?
    }
}

/// The least that a pass may come to, by the least that is known of each value: nothing where that is not known
/// yet, and `None` outside where it never will be.
fn lowest(onward: Onward, least: &[Option<Num>]) -> Option<Option<Num>> {
    match onward {
        Onward::End(number) => Some(Some(number)),
        Onward::Again(_, line) if line.times < Num::ZERO => None,
        Onward::Again(of, line) => match least.get(of as usize)? {
            Some(number) => line.of(*number).ok().map(Some),
            None => Some(None),
        },
    }
}

/// The solution of `x = back · x + given`, if there is just one.
fn solve(mut back: Vec<Vec<Fraction>>, mut given: Vec<Fraction>) -> Option<Vec<Fraction>> {
    for (at, row) in back.iter_mut().enumerate() {
        for (column, cell) in row.iter_mut().enumerate() {
            let one = if column == at { Fraction::from(1) } else { Fraction::zero() };
            *cell = one.sub(cell);
        }
    }
    for at in 0..given.len() {
        let pivot = (at..given.len()).find(|row| back[*row][at] != Fraction::zero())?;
        back.swap(at, pivot);
        given.swap(at, pivot);
        let (own, own_given) = (back[at].clone(), given[at].clone());
        for row in (0..given.len()).filter(|row| *row != at) {
            let factor = back[row][at].div(&own[at])?;
            for (cell, of_pivot) in back[row].iter_mut().zip(&own) {
                *cell = cell.sub(&factor.mul(of_pivot));
            }
            given[row] = given[row].sub(&factor.mul(&own_given));
        }
    }
    (0..given.len()).map(|at| given[at].div(&back[at][at])).collect()
}

/// What has ended so far, and what goes on.
struct Listing {
    ends: BTreeMap<Num, Nat>,
    pending: Pending,
    whole: Nat,
    /// Whether something was left over that may be anything.
    is_short: bool,
}

impl Listing {
    fn begin() -> Listing {
        let pending = Pending::from([((0, Line::SAME), Nat::ONE)]);
        Listing { ends: BTreeMap::new(), pending, whole: Nat::ONE, is_short: false }
    }

    fn goes_on(&self, bits: u32) -> bool {
        let mut left = Nat::ZERO;
        self.pending.values().for_each(|weight| left += weight);
        !left.is_zero()
            && self.pending.len() <= MOST_PENDING
            && left.bits().saturating_add(bits.into()) >= self.whole.bits()
    }

    /// Takes what a pass comes to that has been changed by this line so far; what is too large for a number is left
    /// over.
    fn take(&mut self, line: Line, onward: Onward, weight: &Nat) {
        let added = match onward {
            Onward::End(number) => line.of(number).map(|number| self.ends.entry(number).or_insert(Nat::ZERO)),
            Onward::Again(of, inner) => {
                line.after(inner).map(|line| self.pending.entry((of, line)).or_insert(Nat::ZERO))
            }
        };
        match added {
            Ok(sum) => *sum += weight,
            Err(_) => self.is_short = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(number: i64) -> Num {
        Num::int(number)
    }

    fn again(of: u32, times: i64, plus: i64) -> Onward {
        Onward::Again(of, Line { times: int(times), plus: int(plus) })
    }

    fn budget() -> Budget {
        Budget::outcomes(1_000_000)
    }

    /// A ten-sided die whose 1 is thrown again and doubled.
    fn stress_die() -> Multiples {
        let mut die = Multiples::default();
        let ends = (2..=10).map(|face| (Onward::End(int(face)), Nat::ONE));
        die.push(Nat::word(10), ends.chain([(again(0, 2, 0), Nat::ONE)]).collect());
        die
    }

    #[test]
    fn a_die_that_doubles_has_the_mean_and_variance_of_its_equations() {
        let found = stress_die().first(40, &mut budget()).expect("it shrinks");
        // x = 5.4 + 0.2x, and 38.4 + 0.4y for its square.
        assert_eq!(found.mean().expect("it has one").to_string(), "27/4");
        assert_eq!(found.variance().expect("it has one").to_string(), "295/16");
    }

    #[test]
    fn what_is_listed_is_exact_below_all_that_goes_on() {
        let found = stress_die().first(40, &mut budget()).expect("it shrinks");
        assert_eq!(found.cut().map(|cut| cut.tail), Some(Tail::Above));
        // 8 is thrown at once, as a doubled 4, or as a 2 doubled twice.
        let eight = found.outcomes().iter().find(|(value, _)| *value == int(8)).expect("it is listed");
        assert_eq!(Fraction::ratio(&eight.1, found.total()).to_string(), "111/1000");
    }

    #[test]
    fn what_grows_on_the_average_has_no_mean() {
        let mut game = Multiples::default();
        game.push(Nat::word(2), vec![(Onward::End(int(1)), Nat::ONE), (again(0, 2, 0), Nat::ONE)]);
        let found = game.first(40, &mut budget()).expect("it is listed");
        assert_eq!(found.mean(), None);
        assert!(found.outcomes().contains(&(int(1 << 30), found.outcomes()[30].1.clone())));
    }

    #[test]
    fn values_may_come_to_each_other_and_below_nought() {
        let mut pair = Multiples::default();
        let half = Line { times: Num::ratio(1, 2).expect("it fits"), plus: Num::ONE };
        pair.push(Nat::word(2), vec![(Onward::End(int(1)), Nat::ONE), (again(1, 2, 0), Nat::ONE)]);
        pair.push(Nat::word(2), vec![(Onward::End(int(3)), Nat::ONE), (Onward::Again(0, half), Nat::ONE)]);
        // a = 1/2 + b and b = 3/2 + 1/2 + a/4.
        let found = pair.first(40, &mut budget()).expect("it shrinks");
        assert_eq!(found.mean().expect("it has one").to_string(), "10/3");

        let mut turned = Multiples::default();
        turned.push(Nat::word(2), vec![(Onward::End(int(1)), Nat::ONE), (again(0, -1, 0), Nat::ONE)]);
        let found = turned.first(40, &mut budget()).expect("it shrinks");
        // It turns round until it ends: 1 after an even number of turns, twice as likely as -1.
        assert_eq!(found.mean().expect("it has one").to_string(), "1/3");
        assert_eq!(found.outcomes().len(), 2);
    }
}
