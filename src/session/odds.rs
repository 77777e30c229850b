//! Questions about odds: exact where that can be, sampled and said so where not.

use rayon::slice::ParallelSliceMut;
use rustc_hash::FxHashMap;

use super::{Reply, RollSeed, Session, Viewer};
use crate::base::{Limits, Num};
use crate::check::program::{QueryKind, TableId, UnitId};
use crate::diag::Diagnostic;
use crate::dist::{self, Dist, Fraction, Nat, Prob};
use crate::engine::{Entry, Stop};
use crate::odds::{self, Exact, OddsError, Route, Texts, interval};
#[cfg(any(test, fuzzing))]
use crate::odds::{Effort, NotEnumerated, enumerate};
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
pub(crate) enum Bound {
    /// This or more.
    AtLeast,
    /// This or less.
    AtMost,
}

/// How likely an end of a distribution is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tail {
    /// Which end.
    pub bound: Bound,
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
    fn rounded(mut self) -> Odds {
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
    pub(crate) fn tail(&self, bound: Bound, at: Num) -> Option<Tail> {
        let holds = |outcome: &Outcome| {
            outcome.number.map(|number| match bound {
                Bound::AtLeast => number >= at,
                Bound::AtMost => number <= at,
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
            (Bound::AtLeast, true) => {
                self.total.as_ref().zip(sum(false)).and_then(|(all, rest)| all.checked_sub(&rest))
            }
            (Bound::AtMost, true) => sum(true),
            (_, false) => sum(true).filter(|_| self.residual.is_none()),
        };
        let exact = weight.zip(self.total.as_ref()).and_then(|(top, total)| Prob::new(&top, total));
        let p = exact.as_ref().map_or_else(|| inside().map(|outcome| outcome.p).sum(), Prob::to_f64);
        let sampled = match &self.method {
            Method::Exact | Method::Rounded => None,
            Method::Samples { samples, .. } => Some(interval(hits(p, *samples), *samples)),
        };
        Some(Tail { bound, at, exact, p, interval: sampled, holds })
    }
}

/// What a hint may cost, in outcomes and steps: well below a blink.
const HINT_OUTCOMES: u64 = 2_000;
const HINT_STEPS: u64 = 2_000;

impl Session {
    /// The odds of an expression from the state in play, which stays as it is, and what there is to say
    /// about its source. `progress` is told of samples taken.
    ///
    /// # Errors
    /// What is wrong with the expression, or why there are no odds.
    pub(crate) fn odds(
        &mut self,
        text: &str,
        ask: &OddsAsk,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<(Odds, Vec<Diagnostic>), Reply> {
        let before = self.world.clone();
        let answer = self.odds_here(text, ask, progress);
        self.world = before;
        answer
    }

    fn odds_here(
        &mut self,
        text: &str,
        ask: &OddsAsk,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<(Odds, Vec<Diagnostic>), Reply> {
        let prepared = self.prepare_question(text)?;
        let begun = self.begin();
        if !begun.is_done() {
            return Err(begun);
        }
        let stopped = |stop: Stop| {
            let mut reply = Reply::nothing(0);
            reply.stopped(stop, prepared.span);
            reply
        };
        let plan = &*self.world.plan;
        // What asks for a distribution is asked for it, and not for the odds of those odds.
        let asked = odds::question(plan, prepared.code);
        let mut why_sampled = None;
        if ask.samples.is_none() {
            let exact = Exact::new(&self.limits)
                .with_interrupt(self.interrupt.clone())
                .stepping(ask.route == Route::Steps);
            // Who asks for exact odds alone waits for them.
            let exact = if ask.exact_only { exact } else { exact.for_a_moment().rounding() };
            let dist = match asked {
                Some(site) => exact.asked(plan, &self.world.state, site, &[]),
                None => exact.distribution(plan, &self.world.state, Entry::new(prepared.code)),
            };
            match dist {
                Ok(dist) => {
                    let mut odds = self.exact_odds(text, dist);
                    if exact.was_rounded() && odds.residual.is_some() {
                        odds = odds.rounded();
                    }
                    let first_turn = asked.is_some_and(|site| site.kind == QueryKind::FirstTurn);
                    let open = first_turn && odds.residual.is_some();
                    odds.note = open.then(|| "the rest comes later or never".to_owned());
                    return Ok((odds, prepared.reports));
                }
                Err(OddsError::TooLarge(fault)) if !ask.exact_only => {
                    why_sampled = Some(self.why_sampled(&fault));
                }
                Err(error) => return Err(stopped(error.into_stop())),
            }
        }
        let odds = self.sampled_here(text, &prepared, ask, why_sampled, progress).map_err(stopped)?;
        Ok((odds, prepared.reports))
    }

    /// The odds of an expression by making every run there is, one by one: slow, and worked out by nothing
    /// that [`Session::odds`] uses, so that the two can be held against each other. Runs that roll more than
    /// `draws` dice are cut off and counted as the residual; `None` where there are more runs than `runs`.
    ///
    /// # Errors
    /// What is wrong with the expression, or what goes wrong in some run.
    #[cfg(any(test, fuzzing))]
    pub(crate) fn enumerated(&mut self, text: &str, runs: u64, draws: usize) -> Result<Option<Odds>, Reply> {
        let before = self.world.clone();
        let answer = self.enumerated_here(text, runs, draws);
        self.world = before;
        answer
    }

    #[cfg(any(test, fuzzing))]
    fn enumerated_here(&mut self, text: &str, runs: u64, draws: usize) -> Result<Option<Odds>, Reply> {
        let prepared = self.prepare_question(text)?;
        let begun = self.begin();
        if !begun.is_done() {
            return Err(begun);
        }
        let effort = Effort { runs, draws, budget: self.budget() };
        let asked = odds::question(&self.world.plan, prepared.code).filter(|site| !site.given);
        let entry = Entry::new(asked.map_or(prepared.code, |site| site.code));
        match enumerate(&self.world.plan, &self.world.state, &entry, &effort) {
            Ok(found) => Ok(found.into_dist().map(|dist| self.exact_odds(text, dist))),
            Err(NotEnumerated::TooMany) => Ok(None),
            Err(NotEnumerated::Stop(stop)) => {
                let mut reply = Reply::nothing(0);
                reply.stopped(stop, prepared.span);
                Err(reply)
            }
        }
    }

    /// What makes the texts of an expression in great numbers, without the machine; `None` where it is
    /// made of more than rows, dice and fixed words.
    ///
    /// # Errors
    /// What is wrong with the expression.
    pub(crate) fn texts(&mut self, text: &str) -> Result<Option<Texts>, Reply> {
        let before = self.world.clone();
        let made = self.prepare(text).and_then(|prepared| {
            let begun = self.begin();
            let made = || Texts::of(&self.world.plan, &self.world.state, prepared.code, &self.limits);
            if begun.is_done() { Ok(made()) } else { Err(begun) }
        });
        self.world = before;
        made
    }

    /// A distribution that is a value, as `odds e` gives it, ready to be shown.
    pub(crate) fn odds_of(&self, text: &str, value: &Value) -> Option<Odds> {
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
        Dist::from_weights(weights).ok().map(|dist| self.exact_odds(text, dist))
    }

    pub(super) fn exact_odds(&self, text: &str, dist: Dist<Value>) -> Odds {
        // `odds e` asked for its odds is `e` asked for its odds.
        if let [(value @ Value::Odds(_), _)] = dist.outcomes()
            && let Some(odds) = self.odds_of(text, value)
        {
            return odds;
        }
        let numeric = !is_yes_no(dist.outcomes().iter().map(|(value, _)| value));
        let unit = common_unit(dist.outcomes().iter().map(|(value, _)| value));
        let moments = if numeric { dist.moments_by(|value| measure(value, unit)) } else { None };
        let residual = dist.cut().map(|_| dist.residual().to_fraction());
        let open_above = dist.cut().is_some_and(|cut| cut.tail == dist::Tail::Above);
        let total = dist.total().clone();
        let weighed = |(value, weight)| {
            let p = Nat::ratio_f64(&weight, &total);
            outcome(value, unit, p, Some(weight), None)
        };
        Odds {
            expr: text.to_owned(),
            name: None,
            unit: unit.and_then(|unit| self.unit_text(unit)),
            method: Method::Exact,
            outcomes: sorted(dist.into_outcomes().into_iter().map(weighed).collect()),
            mean_f: moments.as_ref().map(|moments| moments.mean.to_f64()),
            mean_interval: None,
            sd_f: moments.as_ref().map(|moments| moments.variance.to_f64().max(0.0).sqrt()),
            mean: moments.map(|moments| moments.mean),
            residual,
            never: Vec::new(),
            note: None,
            total: Some(total),
            open_above,
            viewer: self.viewer(),
        }
    }

    #[allow(clippy::cast_precision_loss)]
    pub(super) fn sampled_odds(
        &self,
        text: &str,
        counts: FxHashMap<Value, u64>,
        runs: u64,
        seed: RollSeed,
    ) -> Odds {
        let mut counts: Vec<(Value, u64)> = counts.into_iter().collect();
        counts.par_sort_unstable();
        let numeric = !is_yes_no(counts.iter().map(|(value, _)| value));
        let unit = common_unit(counts.iter().map(|(value, _)| value));
        let figures: Option<Vec<(f64, f64)>> = counts
            .iter()
            .map(|(value, count)| Some((measure(value, unit)?.to_f64(), *count as f64 / runs as f64)))
            .collect();
        let figures = figures.filter(|_| numeric);
        let mean = figures.as_ref().map(|all| all.iter().map(|(value, p)| value * p).sum::<f64>());
        let variance = figures
            .zip(mean)
            .map(|(all, mean)| all.iter().map(|(value, p)| (value - mean).powi(2) * p).sum::<f64>());
        let never = self.never(&counts);
        let counted = |(value, count)| {
            outcome(value, unit, count as f64 / runs as f64, None, Some(interval(count, runs)))
        };
        Odds {
            expr: text.to_owned(),
            name: None,
            unit: unit.and_then(|unit| self.unit_text(unit)),
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
            viewer: self.viewer(),
        }
    }

    /// Where all outcomes are rows of one table: the names of its rows that are none of them.
    fn never(&self, counts: &[(Value, u64)]) -> Vec<String> {
        let rows: Option<Vec<(TableId, u32)>> = counts
            .iter()
            .map(|(value, _)| match value {
                Value::Row(row) => Some((row.table, row.row)),
                _ => None,
            })
            .collect();
        let Some([(table, _), ..]) = rows.as_deref() else { return Vec::new() };
        let rows = rows.as_deref().unwrap_or(&[]);
        let program = &self.world.plan.program;
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

    /// The mean and the range of an expression that is being typed, where they are quick to work out:
    /// `7, 2 to 12`.
    pub(crate) fn hint(&mut self, text: &str) -> Option<String> {
        // A bare number or word needs no hint.
        if text.chars().all(|c| c.is_ascii_digit()) || self.would_load(text) || !self.is_expression(text) {
            return None;
        }
        let mut scratch = self.scratch();
        let limits = Limits { outcomes: HINT_OUTCOMES, steps: HINT_STEPS, ..Limits::default() };
        let prepared = scratch.prepare(text).ok()?;
        if !scratch.begin().is_done() {
            return None;
        }
        let exact = Exact::new(&limits);
        let dist =
            exact.distribution(&scratch.world.plan, &scratch.world.state, Entry::new(prepared.code)).ok()?;
        let odds = scratch.exact_odds(text, dist);
        match odds.outcomes.as_slice() {
            [] => None,
            [only] => Some(odds.text(only)).filter(|shown| shown.len() <= 40 && shown != text),
            [first, .., last] => match odds.mean_f {
                Some(mean) => {
                    let open = if odds.residual.is_some() { "+" } else { "" };
                    Some(format!("mean {}, {} to {}{open}", short(mean), odds.text(first), odds.text(last)))
                }
                None => odds
                    .outcomes
                    .iter()
                    .find(|outcome| outcome.value == Value::YesNo(true))
                    .map(|yes| format!("{}% yes", short(yes.p * 100.0))),
            },
        }
    }
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

/// The unit that all values are quantities of.
fn common_unit<'v>(mut values: impl Iterator<Item = &'v Value>) -> Option<UnitId> {
    let unit_of = |value: &Value| match value {
        Value::Quantity(_, unit) => Some(*unit),
        _ => None,
    };
    let first = unit_of(values.next()?)?;
    values.all(|value| unit_of(value) == Some(first)).then_some(first)
}

/// A number in two digits after the point, none that say nothing.
fn short(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
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
