//! Odds as they are answered: exact where that can be, sampled and said so where not.

use rayon::slice::ParallelSliceMut;
use rustc_hash::FxHashMap;

use super::inspect::Inspect;
use super::joined::joined;
use super::{RollSeed, Viewer};
use crate::base::Num;
use crate::check::program::{Program, TableId, UnitId};
use crate::dist::{self, Dist, Fraction, Nat, Prob};
use crate::odds::{Route, interval};
use crate::plan::Value;

/// The note on odds of `first turn when` that do not list everything.
pub(super) const LATER_NOTE: &str = "the rest comes later or never";

/// How odds are to be worked out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OddsAsk {
    /// Exactly or not at all.
    pub exact_only: bool,
    /// By so many samples instead.
    pub samples: Option<u64>,
    /// From which seed samples are drawn.
    pub seed: RollSeed,
    /// How samples are taken: all routes give samples of the same, and can be held against each other. With
    /// [`Route::Steps`] exact odds are worked out on the machine alone, too.
    pub route: Route,
}

impl Default for OddsAsk {
    fn default() -> OddsAsk {
        OddsAsk { exact_only: false, samples: None, seed: RollSeed::new(1), route: Route::Quickest }
    }
}

/// How odds were worked out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Method {
    /// Every case was counted.
    Exact,
    /// Every case was counted but those that are not listed, and they may belong to any outcome: what is known
    /// of a chance is the least that it can be. So are odds whose outcomes are such chances themselves.
    Short,
    /// Every case was counted, in weights of a fixed length that were rounded down: all chances together are
    /// too small by at most the residual, and none of them is known as a fraction.
    Rounded,
    /// Cases were drawn at random.
    Samples {
        /// How many.
        samples: u64,
        /// From which seed.
        seed: String,
    },
}

/// One outcome of some odds. What is shown of it is worked out where somebody looks: there may be very many.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Outcome<'o> {
    odds: &'o Odds,
    value: &'o Value,
    weight: &'o Nat,
}

impl<'o> Outcome<'o> {
    /// What it is.
    pub(crate) fn value(self) -> &'o Value {
        self.value
    }

    /// The number that it is, if it is one; a quantity is one where all outcomes are of its unit.
    pub(crate) fn number(self) -> Option<Num> {
        number(self.value, self.odds.measured_in)
    }

    /// As it is shown.
    pub(crate) fn text(self) -> String {
        self.odds.viewer.show(self.value)
    }

    /// As JSON.
    pub(crate) fn json(self) -> serde_json::Value {
        self.odds.viewer.json(self.value)
    }

    /// A fraction as the nearest decimal; `None` for whole numbers and what is no number.
    pub(crate) fn fraction_f(self) -> Option<f64> {
        match self.value {
            Value::Fraction(fraction) => Some(fraction.to_f64()),
            value => value.as_number().filter(|number| !number.is_int()).map(Num::to_f64),
        }
    }

    /// How likely it is, from 0 to 1.
    pub(crate) fn p(self) -> f64 {
        Nat::ratio_f64(self.weight, &self.odds.total)
    }

    /// How likely it is, exactly, where that is known.
    pub(crate) fn exact(self) -> Option<Prob> {
        self.odds.exactly(self.weight)
    }

    /// The least that it can be, exactly, where no more is known.
    pub(crate) fn at_least(self) -> Option<Prob> {
        self.odds.exactly_at_least(self.weight)
    }

    /// How likely it is, out of the same total for all outcomes.
    pub(crate) fn weight(self) -> &'o Nat {
        self.weight
    }

    /// For samples: between which bounds its chance is, at 95 in 100.
    pub(crate) fn interval(self) -> Option<(f64, f64)> {
        self.odds.interval(self.weight)
    }
}

/// The odds of one expression.
#[derive(Debug, Clone)]
pub(crate) struct Odds {
    /// The expression as it was asked.
    pub expr: String,
    /// What it is called, where it was given a name.
    pub name: Option<String>,
    /// The unit of mean and deviation, where the outcomes are quantities of one unit.
    pub unit: Option<String>,
    /// How the odds were worked out.
    pub method: Method,
    /// The outcomes with their weights: numbers from least to greatest, rows in the order of their table.
    outcomes: Vec<(Value, Nat)>,
    /// The exact mean, where the outcomes are numbers.
    pub mean: Option<Fraction>,
    /// The mean for display.
    pub mean_f: Option<f64>,
    /// For samples: between which bounds the mean is, at 95 in 100.
    pub mean_interval: Option<(f64, f64)>,
    /// The standard deviation for display.
    pub sd_f: Option<f64>,
    /// How likely all outcomes together are that are not listed, where some are not.
    pub residual: Option<Fraction>,
    /// For samples: rows of the table that was asked about, and steps of the procedures that were run,
    /// which never came up.
    pub never: Vec<String>,
    /// What should be said about how this came about.
    pub note: Option<String>,
    /// What the weights are out of: for samples, how many there are.
    total: Nat,
    /// The unit that all outcomes are quantities of.
    measured_in: Option<UnitId>,
    /// Where what is not listed lies.
    open: Option<dist::Tail>,
    /// Outcomes are shown only where somebody looks: there may be very many.
    viewer: Viewer,
}

/// Which end of a distribution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DistributionEnd {
    /// This or more.
    AtLeast,
    /// This or less.
    AtMost,
}

/// How likely an end of a distribution is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TailChance {
    /// Which end.
    pub bound: DistributionEnd,
    /// Where it begins.
    pub at: Num,
    /// How likely it is, exactly.
    pub exact: Option<Prob>,
    /// The least that it can be, exactly, where no more is known.
    pub at_least: Option<Prob>,
    /// How likely it is.
    pub p: f64,
    /// For samples: between which bounds it is, at 95 in 100.
    pub interval: Option<(f64, f64)>,
    /// For each outcome, whether it belongs to this end.
    pub holds: Vec<bool>,
}

impl Odds {
    /// What these odds are called: their name, else the expression.
    pub(crate) fn label(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.expr)
    }

    /// The same, shown by somebody else.
    pub(super) fn seen_by(self, viewer: Viewer) -> Odds {
        Odds { viewer, ..self }
    }

    /// The same, with what should be said first about how this came about.
    pub(super) fn because(mut self, why: String) -> Odds {
        let notes = [Some(why).filter(|why| !why.is_empty()), self.note.take()];
        let notes: Vec<String> = notes.into_iter().flatten().collect();
        self.note = (!notes.is_empty()).then(|| notes.join("; "));
        self
    }

    /// The same, known to have been rounded down: no chance of them is a fraction.
    pub(super) fn rounded(self) -> Odds {
        Odds { method: Method::Rounded, ..self }
    }

    /// How many samples were taken; `None` where every case was counted.
    pub(super) fn samples(&self) -> Option<u64> {
        match self.method {
            Method::Exact | Method::Short | Method::Rounded => None,
            Method::Samples { samples, .. } => Some(samples),
        }
    }

    /// The outcomes: numbers from least to greatest, rows in the order of their table.
    pub(crate) fn outcomes(&self) -> impl DoubleEndedIterator<Item = Outcome<'_>> + ExactSizeIterator {
        self.outcomes.iter().map(|(value, weight)| Outcome { odds: self, value, weight })
    }

    /// How many outcomes there are.
    pub(crate) fn count(&self) -> usize {
        self.outcomes.len()
    }

    /// The outcome at a place, from 0.
    pub(crate) fn outcome(&self, nth: usize) -> Option<Outcome<'_>> {
        self.outcomes.get(nth).map(|(value, weight)| Outcome { odds: self, value, weight })
    }

    /// The only outcome.
    pub(crate) fn only(&self) -> Option<Outcome<'_>> {
        self.outcome(0).filter(|_| self.count() == 1)
    }

    /// The first and the last of two outcomes or more.
    pub(crate) fn ends(&self) -> Option<(Outcome<'_>, Outcome<'_>)> {
        self.outcome(0).zip(self.outcome(self.count().checked_sub(1)?)).filter(|_| self.count() > 1)
    }

    /// How likely a yes is, where it is one of the outcomes.
    pub(crate) fn yes(&self) -> Option<Outcome<'_>> {
        self.outcomes().find(|outcome| *outcome.value == Value::YesNo(true))
    }

    /// How likely some outcomes are together.
    pub(crate) fn together<'o>(&self, outcomes: impl Iterator<Item = Outcome<'o>>) -> f64 {
        Nat::ratio_f64(&summed(outcomes), &self.total)
    }

    /// Whether all outcomes are yes or no.
    pub(crate) fn is_yes_no(&self) -> bool {
        is_yes_no(self.outcomes.iter().map(|(value, _)| value))
    }

    /// By how much all chances together are too small at most, where they are no more than lower bounds.
    pub(crate) fn short_by(&self) -> Option<f64> {
        self.left_over().filter(|_| matches!(self.method, Method::Rounded | Method::Short))
    }

    /// How likely all outcomes together are that are not listed. However little that is, it is not 0.
    pub(crate) fn left_over(&self) -> Option<f64> {
        self.residual.as_ref().map(Fraction::to_f64_not_zero)
    }

    /// Whether what is not listed comes later than was asked, or never.
    pub(crate) fn rest_is_later(&self) -> bool {
        self.note.as_deref() == Some(LATER_NOTE)
    }

    /// Whether every case was counted and is listed.
    pub(crate) fn is_exact(&self) -> bool {
        self.method == Method::Exact && self.residual.is_none()
    }

    /// What shows the values of these odds.
    pub(crate) fn viewer(&self) -> &Viewer {
        &self.viewer
    }

    fn exactly(&self, weight: &Nat) -> Option<Prob> {
        let known = match self.method {
            Method::Exact => true,
            Method::Short => self.residual.is_none(),
            Method::Rounded | Method::Samples { .. } => false,
        };
        Prob::new(weight, &self.total).filter(|_| known)
    }

    fn exactly_at_least(&self, weight: &Nat) -> Option<Prob> {
        let bound = self.method == Method::Short && self.residual.is_some();
        Prob::new(weight, &self.total).filter(|_| bound)
    }

    fn interval(&self, weight: &Nat) -> Option<(f64, f64)> {
        match self.method {
            Method::Exact | Method::Short | Method::Rounded => None,
            Method::Samples { samples, .. } => Some(interval(weight.as_u64()?, samples)),
        }
    }

    /// How likely an end is; `None` where the outcomes are no numbers.
    pub(crate) fn tail(&self, bound: DistributionEnd, at: Num) -> Option<TailChance> {
        let holds = |outcome: Outcome<'_>| {
            outcome.number().map(|number| match bound {
                DistributionEnd::AtLeast => number >= at,
                DistributionEnd::AtMost => number <= at,
            })
        };
        let holds: Vec<bool> = self.outcomes().map(holds).collect::<Option<_>>()?;
        let side = |side: bool| {
            let parts = self.outcomes().zip(&holds).filter(|(_, holds)| **holds == side);
            summed(parts.map(|(outcome, _)| outcome))
        };
        let inside = side(true);
        // What is not listed lies beyond everything listed, on one side of it, or anywhere.
        let weight = match (bound, self.open) {
            (DistributionEnd::AtLeast, Some(dist::Tail::Above))
            | (DistributionEnd::AtMost, Some(dist::Tail::Below)) => self.total.checked_sub(&side(false)),
            (DistributionEnd::AtMost, Some(dist::Tail::Above))
            | (DistributionEnd::AtLeast, Some(dist::Tail::Below))
            | (_, Some(dist::Tail::Anywhere) | None) => Some(inside.clone()),
        };
        let exact = weight.and_then(|weight| self.exactly(&weight));
        let at_least = self.exactly_at_least(&inside);
        let p = exact.as_ref().map_or_else(|| Nat::ratio_f64(&inside, &self.total), Prob::to_f64);
        let interval = self.interval(&inside);
        Some(TailChance { bound, at, exact, at_least, p, interval, holds })
    }

    /// A distribution that is a value, as `odds e` gives it, ready to be shown.
    pub(crate) fn of_value(inspect: Inspect<'_>, text: &str, value: &Value) -> Option<Odds> {
        let Value::Odds(odds) = value else { return None };
        let mut whole = Nat::ONE;
        for (_, exact) in &odds.outcomes {
            whole = whole.lcm(&exact.denominator().clone().into());
        }
        let weight = |exact: &Fraction| {
            let factor = whole.checked_div(&exact.denominator().clone().into()).unwrap_or(Nat::ONE);
            &factor * &exact.numerator().magnitude().clone().into()
        };
        // What is not listed is an outcome of its own, unless it may be any of the others.
        let (listed, rest) = match odds.outcomes.split_last() {
            Some(((_, rest), listed)) if odds.short => (listed, Some(weight(rest))),
            _ => (odds.outcomes.as_slice(), None),
        };
        let weights = listed.iter().map(|(value, exact)| (value.clone(), weight(exact)));
        let dist = Dist::from_weights(weights).ok()?;
        let dist = match rest {
            Some(rest) => dist.cut_off(rest, dist::Tail::Anywhere),
            None => dist,
        };
        Some(Odds::exact_of(inspect, text, dist))
    }

    /// The odds that a distribution is, shown by whoever looks.
    pub(super) fn exact_of(inspect: Inspect<'_>, text: &str, dist: Dist<Value>) -> Odds {
        // `odds e` asked for its odds is `e` asked for its odds.
        if let [(value @ Value::Odds(_), _)] = dist.outcomes()
            && let Some(odds) = Odds::of_value(inspect, text, value)
        {
            return odds;
        }
        let numeric = !is_yes_no(dist.outcomes().iter().map(|(value, _)| value));
        let unit = common_unit(inspect.program(), dist.outcomes().iter().map(|(value, _)| value));
        let moments = if numeric { dist.moments_by(|value| measure(value, unit)) } else { None };
        let residual = dist.cut().map(|_| dist.residual().to_fraction());
        let open = dist.cut().map(|cut| cut.tail);
        let short =
            open == Some(dist::Tail::Anywhere) || dist.outcomes().iter().any(|(value, _)| value.is_short());
        let total = dist.total().clone();
        let variance = moments.as_ref().and_then(|moments| moments.variance.as_ref());
        let deviation = variance.map(|variance| variance.to_f64().max(0.0).sqrt());
        Odds {
            expr: text.to_owned(),
            name: None,
            unit: unit.and_then(|unit| unit_text(inspect.program(), unit)),
            method: if short { Method::Short } else { Method::Exact },
            outcomes: sorted(joined(inspect, dist.into_outcomes()), unit),
            mean_f: moments.as_ref().map(|moments| moments.mean.to_f64()),
            mean_interval: None,
            sd_f: deviation,
            mean: moments.map(|moments| moments.mean),
            residual,
            never: Vec::new(),
            note: None,
            total,
            measured_in: unit,
            open,
            viewer: inspect.viewer(),
        }
    }

    /// The odds that so many runs show.
    #[allow(clippy::cast_precision_loss)]
    pub(super) fn sampled_of(
        inspect: Inspect<'_>,
        text: &str,
        counts: FxHashMap<Value, u64>,
        runs: u64,
        seed: RollSeed,
    ) -> Odds {
        let mut counts: Vec<(Value, u64)> = counts.into_iter().collect();
        counts.par_sort_unstable();
        let numeric = !is_yes_no(counts.iter().map(|(value, _)| value));
        let unit = common_unit(inspect.program(), counts.iter().map(|(value, _)| value));
        let figures: Option<Vec<(f64, f64)>> = counts
            .iter()
            .map(|(value, count)| Some((measure(value, unit)?.to_f64(), *count as f64 / runs as f64)))
            .collect();
        let figures = figures.filter(|_| numeric);
        let mean = figures.as_ref().map(|all| all.iter().map(|(value, p)| value * p).sum::<f64>());
        let variance = figures
            .zip(mean)
            .map(|(all, mean)| all.iter().map(|(value, p)| (value - mean).powi(2) * p).sum::<f64>());
        let never = never(inspect.program(), &counts);
        let counted = |(value, count): (Value, u64)| (value, Nat::from(count));
        Odds {
            expr: text.to_owned(),
            name: None,
            unit: unit.and_then(|unit| unit_text(inspect.program(), unit)),
            method: Method::Samples { samples: runs, seed: seed.to_string() },
            outcomes: sorted(joined(inspect, counts.into_iter().map(counted).collect()), unit),
            mean: None,
            mean_f: mean,
            mean_interval: mean.zip(variance).map(|(mean, variance)| mean_interval(mean, variance, runs)),
            sd_f: variance.map(f64::sqrt),
            residual: None,
            never,
            note: None,
            total: Nat::from(runs),
            measured_in: unit,
            open: None,
            viewer: inspect.viewer(),
        }
    }
}

/// Where all outcomes are rows of one table: its rows that are none of them, as they are listed.
fn never(program: &Program, counts: &[(Value, u64)]) -> Vec<String> {
    let rows: Option<Vec<(TableId, u32)>> = counts
        .iter()
        .map(|(value, _)| match value {
            Value::Row(row) => Some((row.table, row.row)),
            _ => None,
        })
        .collect();
    let Some([(table, _), ..]) = rows.as_deref() else { return Vec::new() };
    let rows = rows.as_deref().unwrap_or(&[]);
    let own = program.tables.get(table.index()).map_or(&[][..], |table| &table.rows);
    if rows.iter().any(|(of, _)| of != table) {
        return Vec::new();
    }
    let listed = |at: u32| own.get(at as usize).map(|row| &row.listed);
    let mut never: Vec<String> = Vec::new();
    for row in own {
        let seen = rows.iter().any(|(_, at)| listed(*at) == Some(&row.listed));
        if !seen && never.iter().all(|known| **known != *row.listed) {
            never.push(row.listed.to_string());
        }
    }
    never
}

/// What a unit is called behind a mean.
fn unit_text(program: &Program, unit: UnitId) -> Option<String> {
    program.units.all.get(unit.index()).map(|unit| unit.plural.to_string())
}

/// The number that an outcome is; yes and no are none.
fn number(value: &Value, unit: Option<UnitId>) -> Option<Num> {
    match value {
        Value::YesNo(_) => None,
        other => measure(other, unit),
    }
}

/// The weights of some outcomes, added up.
fn summed<'o>(outcomes: impl Iterator<Item = Outcome<'o>>) -> Nat {
    let mut sum = Nat::ZERO;
    outcomes.for_each(|outcome| sum += outcome.weight);
    sum
}

/// A value as a number; a quantity of the unit by its amount.
fn measure(value: &Value, unit: Option<UnitId>) -> Option<Num> {
    match (value, unit) {
        (Value::Quantity(amount, of), Some(unit)) if *of == unit => Some(*amount),
        (other, _) => other.as_number(),
    }
}

/// The unit that all values are quantities of. Symbols are none: a heap of them is no number.
fn common_unit<'v>(program: &Program, mut values: impl Iterator<Item = &'v Value>) -> Option<UnitId> {
    let unit_of = |value: &Value| match value {
        Value::Quantity(_, unit) => Some(*unit),
        _ => None,
    };
    let first = unit_of(values.next()?).filter(|unit| program.units.get(*unit).symbols.is_none())?;
    values.all(|value| unit_of(value) == Some(first)).then_some(first)
}

/// Between which bounds the mean of so many runs is, at 95 in 100.
#[allow(clippy::cast_precision_loss)]
fn mean_interval(mean: f64, variance: f64, runs: u64) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    let spread = Z * (variance / runs as f64).sqrt();
    (mean - spread, mean + spread)
}

fn is_yes_no<'v>(mut values: impl Iterator<Item = &'v Value>) -> bool {
    values.all(|value| matches!(value, Value::YesNo(_)))
}

/// Numbers from least to greatest; others stay in their order.
fn sorted(mut outcomes: Vec<(Value, Nat)>, unit: Option<UnitId>) -> Vec<(Value, Nat)> {
    let number = |(value, _): &(Value, Nat)| number(value, unit);
    if outcomes.iter().all(|outcome| number(outcome).is_some()) {
        outcomes.sort_by_key(number);
    }
    outcomes
}
