//! The distribution that a solved chain stands for, with the sums that were left open put in.

use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use rustc_hash::FxHashMap;

use super::super::sums::{Gained, Looked};
use super::graph::Graph;
use crate::base::Num;
use crate::check::program::UnitId;
use crate::dist::markov::{Gain, Level, Reached};
use crate::dist::{Budget, Cut, Dist, DistError, Fraction, Law, Moments, Nat, Tail};
use crate::odds::driver::WantedOdds;
use crate::plan::{Open, Value};

/// Sums, each with what it is multiplied by.
type Direction = Vec<(u32, Num)>;

/// Why there is no distribution yet.
pub(super) enum NotYet {
    /// A sum has to be a part of the state, for the outcomes to be listed; what is known of the whole stays.
    Close(Looked, Option<Box<Moments>>),
    /// It is too much work.
    Error(DistError),
}

impl From<DistError> for NotYet {
    fn from(error: DistError) -> NotYet {
        NotYet::Error(error)
    }
}

/// What is gained on each way in some direction, in whole steps.
struct WayGains {
    gains: Vec<Gain>,
    /// How many steps are 1; below zero where the sum goes down.
    steps: BigInt,
}

/// The listed part of a distribution.
struct Listing {
    outcomes: Vec<(Value, Nat)>,
    whole: Nat,
    /// All that is not listed is more than what is, or lies anywhere.
    tail: Tail,
    /// How it goes on, where that is known.
    law: Option<Law>,
}

impl Graph<'_, '_> {
    /// Whether all that comes of the question is sums, and nothing is left over: how likely each end is comes out
    /// with the sums then, and need not be known before.
    pub(super) fn is_only_sums(&self) -> bool {
        let all_open = |numbers: Vec<(Option<Direction>, Num)>| {
            !numbers.is_empty() && numbers.iter().all(|(direction, _)| direction.is_some())
        };
        self.ends_in_results() && numbers_of(&self.result_values()).is_some_and(all_open)
    }

    /// The distribution of the results; `reached` is needed unless all of them are sums (see
    /// [`Graph::is_only_sums`]).
    pub(super) fn distribution(
        &mut self,
        reached: Option<&Reached>,
        budget: &mut Budget,
    ) -> Result<Dist<Value>, NotYet> {
        let values: Vec<Value> = self.result_values();
        let directions = directions_of(&values)?;
        let moments = self.moments(&values, &directions, reached, budget)?;
        if self.wanted() == WantedOdds::Mean
            && let Some(dist) = moments.as_ref().and_then(|moments| unlisted(&values, moments))
        {
            return Ok(dist);
        }
        let listing = match directions.as_slice() {
            [] => plain(&values, reached),
            directions => match self.list(&values, directions, reached, budget) {
                Err(NotYet::Close(looked, _)) => return Err(NotYet::Close(looked, moments.map(Box::new))),
                listed => listed?,
            },
        };
        let listed = sum_of(listing.outcomes.iter().map(|(_, weight)| weight));
        let rest = listing.whole.checked_sub(&listed).filter(|rest| !rest.is_zero());
        let cut = rest.map(|weight| Cut { weight, tail: listing.tail, moments, law: listing.law });
        Ok(Dist::with_cut(listing.outcomes, cut)?)
    }

    /// What is gained in a direction; nothing where it is no sum of its own.
    fn gains(&self, direction: &Direction) -> Option<WayGains> {
        let down = direction.first().is_some_and(|(_, often)| often.is_negative());
        let mut totals: Vec<(bool, Num)> = Vec::new();
        for gain in self.all_gains() {
            let own = |sum: u32| gain.iter().find(|(of, _)| *of == sum).map(|(_, step)| *step);
            let mut total = Num::ZERO;
            let mut sets = 0;
            for (sum, often) in direction {
                let (Some(Gained::Add(number)) | Some(Gained::Set(number))) = own(*sum) else { continue };
                sets += usize::from(matches!(own(*sum), Some(Gained::Set(_))));
                total = total.add(number.mul(*often).ok()?).ok()?;
            }
            if sets > 0 && sets < direction.len() {
                return None;
            }
            totals.push((sets > 0, if down { total.neg().ok()? } else { total }));
        }
        let whole = totals.iter().fold(BigUint::from(1u32), |whole, (_, total)| {
            num_integer::lcm(whole, BigUint::from(total.denominator().unsigned_abs()))
        });
        let scaled = |number: Num| {
            BigInt::from(&whole / BigUint::from(number.denominator().unsigned_abs())) * number.numerator()
        };
        let gain = |(sets, total): (bool, Num)| {
            if sets { Gain::Set(scaled(total)) } else { Gain::Add(scaled(total)) }
        };
        let gains = totals.into_iter().map(gain).collect();
        let steps = BigInt::from(whole);
        Some(WayGains { gains, steps: if down { -steps } else { steps } })
    }

    /// The exact mean and variance, where all results are numbers, or quantities of one unit.
    fn moments(
        &self,
        values: &[Value],
        directions: &[Direction],
        reached: Option<&Reached>,
        budget: &mut Budget,
    ) -> Result<Option<Moments>, DistError> {
        let is_lost = ends_of(reached).take(2).any(|end| end[0] != BigInt::ZERO);
        let Some(numbers) = numbers_of(values).filter(|_| !is_lost && !directions.is_empty()) else {
            return Ok(None);
        };
        let (mut mean, mut square) = (Fraction::zero(), Fraction::zero());
        let mut add = |weight: &BigInt, first: Fraction, second: Fraction, plus: Num, whole: &Nat| {
            // With s the sum and p what is added to it: (s + p) and (s + p) squared.
            let weight = Fraction::new(weight.clone(), whole.to_big());
            let plus = Fraction::from(plus);
            let twice = first.mul(&plus);
            mean = mean.add(&first).add(&weight.mul(&plus));
            square = square.add(&second).add(&twice).add(&twice).add(&weight.mul(&plus).mul(&plus));
        };
        let whole = reached.map_or(&Nat::ONE, |reached| &reached.whole);
        for (number, end) in numbers.iter().zip(ends_of(reached).skip(2)) {
            if let (None, plus) = number {
                add(&end[0], Fraction::zero(), Fraction::zero(), *plus, whole);
            }
        }
        for direction in directions {
            let Some(WayGains { gains, steps }) = self.gains(direction) else { return Ok(None) };
            let reached = self.chain().reached(Some(&gains), budget)?;
            let ends = numbers.iter().zip(reached.ends.iter().skip(2));
            for ((_, plus), end) in ends.filter(|((of, _), _)| of.as_ref() == Some(direction)) {
                let over = |top: &BigInt, bottom: &BigInt| {
                    let top = if bottom.sign() == num_bigint::Sign::Minus { -top } else { top.clone() };
                    Fraction::new(top, reached.whole.to_big() * bottom.magnitude())
                };
                let (first, second) = (over(&end[1], &steps), over(&end[2], &(&steps * &steps)));
                add(&end[0], first, second, *plus, &reached.whole);
            }
        }
        let variance = square.sub(&mean.mul(&mean));
        Ok(Some(Moments { mean, variance: Some(variance) }))
    }

    /// The last sum that is wanted, in steps, where those that are higher are not.
    fn last_wanted(&self, values: &[Value], step: Num) -> Option<u64> {
        let WantedOdds::UpTo(last) = self.wanted() else { return None };
        let sum = last.sub(least_plus(values)?).ok().filter(|_| !step.is_negative())?;
        u64::try_from(sum.div(step).ok()?.ceil().as_int()?.max(0)).ok()
    }

    /// What is listed of results that hold sums.
    fn list(
        &self,
        values: &[Value],
        directions: &[Direction],
        reached: Option<&Reached>,
        budget: &mut Budget,
    ) -> Result<Listing, NotYet> {
        let first = directions.iter().flatten().map(|(sum, _)| *sum).next();
        let close = || NotYet::Close(Looked::whole(first.unwrap_or(0)), None);
        let rest = 2f64.powi(-i32::try_from(self.residual_bits()).unwrap_or(40));
        let mut listing = plain_ones(values, reached);
        for direction in directions {
            let WayGains { gains, steps } = self.gains(direction).ok_or_else(close)?;
            let step = Num::ONE.div(num_of(&steps).ok_or_else(close)?).map_err(|_| close())?;
            let until = self.last_wanted(values, step);
            let levels = self.chain().levels(&gains, (rest, until), budget)?.ok_or_else(close)?;
            let sum = |level: u64| Num::int(i64::try_from(level).ok()?).mul(step).ok();
            let mut outcomes = Vec::with_capacity(levels.listed.len());
            for level in &levels.listed {
                let value = usize::try_from(level.end).ok().and_then(|end| values.get(end.checked_sub(2)?));
                if let Some(value) = value.filter(|value| direction_in(value).as_ref() == Some(direction)) {
                    let known = sum(level.sum).ok_or_else(close)?;
                    outcomes.push((closed(value, known).ok_or_else(close)?, level.weight.clone()));
                }
            }
            // What is lost on the way may end with any sum from there on.
            let is_lost = |level: &&Level| level.end < 2;
            let lost = levels.listed.iter().filter(is_lost).map(|level| level.sum).min();
            let below = levels.below.map(|below| lost.map_or(below, |lost| below.min(lost)));
            let bound = below.filter(|_| !step.is_negative() && directions.len() == 1);
            let tail = match bound.and_then(|below| Some((below, least_plus(values)?))) {
                Some((u64::MAX, _)) => Tail::Above,
                Some((below, plus)) => {
                    let bound = sum(below).and_then(|sum| sum.add(plus).ok()).ok_or_else(close)?;
                    let below =
                        |(value, _): &(Value, Nat)| value.amount().is_some_and(|number| number < bound);
                    // What is reached further on is more than this. Where far more was listed than lost, it stays.
                    let further = outcomes.iter().filter(|outcome| !below(outcome)).map(|(_, weight)| weight);
                    let gone = levels.listed.iter().filter(is_lost).map(|level| &level.weight);
                    let is_known = lost.is_none() || sum_of(further).bits() <= sum_of(gone).bits() + 2;
                    if is_known {
                        outcomes.retain(below);
                    }
                    if is_known && listing.outcomes.iter().all(below) { Tail::Above } else { Tail::Anywhere }
                }
                None => Tail::Anywhere,
            };
            let law = if lost.is_none() && tail == Tail::Above && listing.outcomes.is_empty() {
                self.law_of(values, &gains, &outcomes, step)
            } else {
                None
            };
            listing = both(listing, Listing { outcomes, whole: levels.whole, tail, law });
        }
        Ok(listing)
    }
}

impl Graph<'_, '_> {
    /// How plain numbers go on that are listed one by one.
    fn law_of(&self, values: &[Value], gains: &[Gain], outcomes: &[(Value, Nat)], step: Num) -> Option<Law> {
        let plus = numbers_of(values)?.into_iter().map(|(_, plus)| plus);
        let number = |(value, weight): &(Value, Nat)| {
            if let Value::Number(number) = value { Some((*number, weight.clone())) } else { None }
        };
        let mut numbers: Vec<(Num, Nat)> = outcomes.iter().map(number).collect::<Option<_>>()?;
        numbers.sort_by_key(|(number, _)| *number);
        self.chain().law_of_sums(gains, &numbers, (plus.max()?, step))
    }
}

fn sum_of<'w>(weights: impl Iterator<Item = &'w Nat>) -> Nat {
    let mut sum = Nat::ZERO;
    weights.for_each(|weight| sum += weight);
    sum
}

/// A distribution of which nothing is true but the mean and the variance, and of what kind its outcomes are.
fn unlisted(values: &[Value], moments: &Moments) -> Option<Dist<Value>> {
    let outcome = closed(values.first()?, Num::ZERO)?;
    let cut = Cut { moments: Some(moments.clone()), ..Cut::anywhere(Nat::ONE) };
    Dist::with_cut(vec![(outcome, Nat::ONE)], Some(cut)).ok()
}

/// Both over one denominator.
fn both(a: Listing, b: Listing) -> Listing {
    if a.outcomes.is_empty() {
        return b;
    }
    let whole = a.whole.lcm(&b.whole);
    let tail = if a.tail == b.tail { a.tail } else { Tail::Anywhere };
    let scaled = |listing: Listing| {
        let factor = whole.checked_div(&listing.whole).unwrap_or(Nat::ONE);
        listing.outcomes.into_iter().map(move |(value, weight)| (value, &weight * &factor))
    };
    let outcomes = scaled(a).chain(scaled(b)).collect();
    Listing { outcomes, whole: whole.clone(), tail, law: None }
}

fn ends_of(reached: Option<&Reached>) -> impl Iterator<Item = &[BigInt; 3]> {
    reached.into_iter().flat_map(|reached| &reached.ends)
}

fn plain(values: &[Value], reached: Option<&Reached>) -> Listing {
    let weight = |end: &[BigInt; 3]| Nat::from(end[0].magnitude().clone());
    let outcomes = values.iter().zip(ends_of(reached).skip(2));
    let outcomes = outcomes.map(|(value, end)| (value.clone(), weight(end))).collect();
    let whole = reached.map_or(Nat::ONE, |reached| reached.whole.clone());
    Listing { outcomes, whole, tail: Tail::Anywhere, law: None }
}

/// The results that hold no sums.
fn plain_ones(values: &[Value], reached: Option<&Reached>) -> Listing {
    let mut all = plain(values, reached);
    all.outcomes.retain(|(value, _)| value.open_sum().is_none());
    Listing { tail: Tail::Above, ..all }
}

/// The directions that results depend on, each once. Two in one result are too many.
fn directions_of(values: &[Value]) -> Result<Vec<Direction>, NotYet> {
    let mut all: FxHashMap<Direction, usize> = FxHashMap::default();
    for value in values.iter().filter(|value| value.open_sum().is_some()) {
        match direction_in(value) {
            Some(direction) => {
                let next = all.len();
                all.entry(direction).or_insert(next);
            }
            None => return Err(NotYet::Close(Looked::whole(value.open_sum().unwrap_or(0)), None)),
        }
    }
    let mut all: Vec<(Direction, usize)> = all.into_iter().collect();
    all.sort_by_key(|(_, at)| *at);
    Ok(all.into_iter().map(|(direction, _)| direction).collect())
}

/// The one direction that all open numbers in a value are of; nothing where there are several or none.
fn direction_in(value: &Value) -> Option<Direction> {
    let mut all = Vec::new();
    opens_in(value, &mut all)?;
    let first = all.first()?.sums.clone();
    all.iter().all(|open| open.sums == first).then_some(first)
}

/// All open numbers in a value; nothing where one lies where it cannot be put in.
fn opens_in(value: &Value, found: &mut Vec<Arc<Open>>) -> Option<()> {
    if let Value::Open(open) = value {
        found.push(Arc::clone(open));
        return Some(());
    }
    if matches!(value, Value::List(_) | Value::Parts(_)) {
        return value.items().try_for_each(|item| opens_in(item, found));
    }
    value.open_sum().is_none().then_some(())
}

/// A value with the sum put in.
fn closed(value: &Value, sum: Num) -> Option<Value> {
    if let Value::Open(open) = value {
        return Some(known(open, open.plus.add(sum).ok()?));
    }
    let mut fits = true;
    let closed = value.with_items(|item| {
        let item = closed(item, sum);
        fits &= item.is_some();
        item.unwrap_or_default()
    });
    fits.then_some(closed)
}

fn known(open: &Open, number: Num) -> Value {
    match open.unit {
        Some(unit) => Value::Quantity(number, unit),
        None => Value::Number(number),
    }
}

/// What each result is as a number: a direction, if it is open, and what is added to it.
fn numbers_of(values: &[Value]) -> Option<Vec<(Option<Direction>, Num)>> {
    let mut units: Vec<Option<UnitId>> = Vec::new();
    let numbers = values.iter().map(|value| {
        if let Value::Open(open) = value {
            units.push(open.unit);
            return Some((Some(open.sums.clone()), open.plus));
        }
        units.push(if let Value::Quantity(_, unit) = value { Some(*unit) } else { None });
        Some((None, value.amount()?))
    });
    let numbers: Vec<_> = numbers.collect::<Option<_>>()?;
    units.windows(2).all(|pair| pair[0] == pair[1]).then_some(numbers)
}

/// The least that is added to a sum where it is reached, where all results are numbers.
fn least_plus(values: &[Value]) -> Option<Num> {
    let plus = |value: &Value| if let Value::Open(open) = value { Some(open.plus) } else { None };
    numbers_of(values)?;
    values.iter().filter_map(plus).min()
}

/// A number of steps, which fits where sums do.
fn num_of(steps: &BigInt) -> Option<Num> {
    i64::try_from(steps.clone()).ok().map(Num::int)
}
