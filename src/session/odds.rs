//! Odds as they are answered: exact where that can be, sampled and said so where not.

use rayon::slice::ParallelSliceMut;
use rustc_hash::FxHashMap;

use super::inspect::Inspect;
use super::{RollSeed, Viewer};
use crate::base::Num;
use crate::check::program::{Program, TableId, UnitId};
use crate::dist::{self, Dist, Fraction, Nat, Prob};
use crate::odds::{Route, interval};
use crate::plan::Value;

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

/// One outcome.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Outcome {
    /// What it is; see [`Odds::text`] and [`Odds::json`].
    value: Value,
    /// The number that it is, if it is one.
    pub number: Option<Num>,
    /// How likely it is.
    pub p: f64,
    /// For samples: between which bounds it is, at 95 in 100.
    pub interval: Option<(f64, f64)>,
    /// How likely it is, exactly, out of the total of the odds; see [`Odds::exact`].
    weight: Option<Nat>,
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
    /// The outcomes: numbers from least to greatest, rows in the order of their table.
    pub outcomes: Vec<Outcome>,
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
    total: Option<Nat>,
    /// What is not listed lies above everything that is.
    open_above: bool,
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

    /// The same, known to have been rounded down: no chance of them is a fraction.
    pub(super) fn rounded(mut self) -> Odds {
        for outcome in &mut self.outcomes {
            outcome.weight = None;
        }
        Odds { method: Method::Rounded, total: None, ..self }
    }

    /// The exact weights of the outcomes.
    pub(super) fn weights(&self) -> impl Iterator<Item = Option<Nat>> + '_ {
        self.outcomes.iter().map(|outcome| outcome.weight.clone())
    }

    /// Whether all outcomes are yes or no.
    pub(crate) fn is_yes_no(&self) -> bool {
        is_yes_no(self.outcomes.iter().map(|outcome| &outcome.value))
    }

    /// By how much all chances together are too small at most, where they were rounded down.
    pub(crate) fn short_by(&self) -> Option<f64> {
        self.residual.as_ref().filter(|_| self.method == Method::Rounded).map(Fraction::to_f64)
    }

    /// Whether every case was counted and is listed.
    pub(crate) fn is_exact(&self) -> bool {
        self.method == Method::Exact && self.residual.is_none()
    }

    /// What an outcome is.
    pub(crate) fn value<'o>(&self, outcome: &'o Outcome) -> &'o Value {
        &outcome.value
    }

    /// What shows the values of these odds.
    pub(crate) fn viewer(&self) -> &Viewer {
        &self.viewer
    }

    /// An outcome of these odds as it is shown.
    pub(crate) fn text(&self, outcome: &Outcome) -> String {
        self.viewer.show(&outcome.value)
    }

    /// An outcome of these odds as JSON.
    pub(crate) fn json(&self, outcome: &Outcome) -> serde_json::Value {
        self.viewer.json(&outcome.value)
    }

    /// An outcome that is a fraction as the nearest decimal; `None` for whole numbers and what is no number.
    pub(crate) fn fraction_f(&self, outcome: &Outcome) -> Option<f64> {
        match &outcome.value {
            Value::Fraction(fraction) => Some(fraction.to_f64()),
            value => value.as_number().filter(|number| !number.is_int()).map(Num::to_f64),
        }
    }

    /// How likely an outcome of these odds is, exactly, where that is known.
    pub(crate) fn exact(&self, outcome: &Outcome) -> Option<Prob> {
        Prob::new(outcome.weight.as_ref()?, self.total.as_ref()?)
    }

    /// How likely an end is; `None` where the outcomes are no numbers.
    pub(crate) fn tail(&self, bound: DistributionEnd, at: Num) -> Option<TailChance> {
        let holds = |outcome: &Outcome| {
            outcome.number.map(|number| match bound {
                DistributionEnd::AtLeast => number >= at,
                DistributionEnd::AtMost => number <= at,
            })
        };
        let holds: Vec<bool> = self.outcomes.iter().map(holds).collect::<Option<_>>()?;
        let inside =
            || self.outcomes.iter().zip(&holds).filter(|(_, holds)| **holds).map(|(outcome, _)| outcome);
        let sum = |side: bool| {
            let parts = self.outcomes.iter().zip(&holds).filter(|(_, holds)| **holds == side);
            parts
                .map(|(outcome, _)| outcome.weight.as_ref())
                .try_fold(Nat::ZERO, |sum, weight| Some(&sum + weight?))
        };
        // What is not listed lies above everything listed, or anywhere.
        let weight = match (bound, self.open_above) {
            (DistributionEnd::AtLeast, true) => {
                self.total.as_ref().zip(sum(false)).and_then(|(all, rest)| all.checked_sub(&rest))
            }
            (DistributionEnd::AtMost, true) => sum(true),
            (_, false) => sum(true).filter(|_| self.residual.is_none()),
        };
        let exact = weight.zip(self.total.as_ref()).and_then(|(top, total)| Prob::new(&top, total));
        let p = exact.as_ref().map_or_else(|| inside().map(|outcome| outcome.p).sum(), Prob::to_f64);
        let sampled = match &self.method {
            Method::Exact | Method::Rounded => None,
            Method::Samples { samples, .. } => Some(interval(hits(p, *samples), *samples)),
        };
        Some(TailChance { bound, at, exact, p, interval: sampled, holds })
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
        let weights = odds.outcomes.iter().map(|(value, exact)| (value.clone(), weight(exact)));
        Dist::from_weights(weights).ok().map(|dist| Odds::exact_of(inspect, text, dist))
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
        let open_above = dist.cut().is_some_and(|cut| cut.tail == dist::Tail::Above);
        let total = dist.total().clone();
        let variance = moments.as_ref().and_then(|moments| moments.variance.as_ref());
        let deviation = variance.map(|variance| variance.to_f64().max(0.0).sqrt());
        let weighed = |(value, weight)| {
            let p = Nat::ratio_f64(&weight, &total);
            outcome(value, unit, p, Some(weight), None)
        };
        Odds {
            expr: text.to_owned(),
            name: None,
            unit: unit.and_then(|unit| unit_text(inspect.program(), unit)),
            method: Method::Exact,
            outcomes: sorted(dist.into_outcomes().into_iter().map(weighed).collect()),
            mean_f: moments.as_ref().map(|moments| moments.mean.to_f64()),
            mean_interval: None,
            sd_f: deviation,
            mean: moments.map(|moments| moments.mean),
            residual,
            never: Vec::new(),
            note: None,
            total: Some(total),
            open_above,
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
        let counted = |(value, count)| {
            outcome(value, unit, count as f64 / runs as f64, None, Some(interval(count, runs)))
        };
        Odds {
            expr: text.to_owned(),
            name: None,
            unit: unit.and_then(|unit| unit_text(inspect.program(), unit)),
            method: Method::Samples { samples: runs, seed: seed.to_string() },
            outcomes: sorted(counts.into_iter().map(counted).collect()),
            mean: None,
            mean_f: mean,
            mean_interval: mean.zip(variance).map(|(mean, variance)| mean_interval(mean, variance, runs)),
            sd_f: variance.map(f64::sqrt),
            residual: None,
            never,
            note: None,
            total: None,
            open_above: false,
            viewer: inspect.viewer(),
        }
    }
}

/// Where all outcomes are rows of one table: the names of its rows that are none of them.
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
    let name = |at: u32| own.get(at as usize).map(|row| &row.name);
    let mut never: Vec<String> = Vec::new();
    for row in own {
        let seen = rows.iter().any(|(_, at)| name(*at) == Some(&row.name));
        if !seen && never.iter().all(|known| **known != *row.name) {
            never.push(row.name.to_string());
        }
    }
    never
}

/// What a unit is called behind a mean.
fn unit_text(program: &Program, unit: UnitId) -> Option<String> {
    program.units.all.get(unit.index()).map(|unit| unit.plural.to_string())
}

fn outcome(
    value: Value,
    unit: Option<UnitId>,
    p: f64,
    weight: Option<Nat>,
    interval: Option<(f64, f64)>,
) -> Outcome {
    let number = match &value {
        Value::YesNo(_) => None,
        other => measure(other, unit),
    };
    Outcome { value, number, p, interval, weight }
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

/// How often something came up, from its share.
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
pub(super) fn hits(p: f64, runs: u64) -> u64 {
    (p * runs as f64).round() as u64
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
fn sorted(mut outcomes: Vec<Outcome>) -> Vec<Outcome> {
    if outcomes.iter().all(|outcome| outcome.number.is_some()) {
        outcomes.sort_by_key(|outcome| outcome.number);
    }
    outcomes
}
