//! What a change does to odds: the same question asked before and after it.

use rustc_hash::FxHashMap;

use super::odds::{Odds, Outcome};
use crate::base::Num;
use crate::dist::{Fraction, Prob};

/// The odds of one expression before and after a change.
#[derive(Debug, Clone)]
pub(crate) struct OddsChange {
    /// The odds before.
    pub before: Odds,
    /// The odds after.
    pub after: Odds,
    /// Every outcome of either.
    pub rows: Vec<ChangedOutcome>,
}

/// One outcome before and after.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ChangedOutcome {
    /// As it is shown.
    pub text: String,
    /// As JSON.
    pub json: serde_json::Value,
    /// The number that it is, if it is one.
    pub number: Option<Num>,
    /// How likely it was and is.
    pub p: (f64, f64),
    /// The same exactly, where both odds are exact.
    pub exact: Option<(Prob, Prob)>,
}

impl ChangedOutcome {
    /// How much likelier it has become.
    pub(crate) fn by(&self) -> f64 {
        self.p.1 - self.p.0
    }

    /// The same exactly.
    pub(crate) fn by_exactly(&self) -> Option<Fraction> {
        let (before, after) = self.exact.as_ref()?;
        Some(after.to_fraction().sub(&before.to_fraction()))
    }

    /// Whether the change does anything to it. Samples always differ a little.
    pub(crate) fn differs(&self) -> bool {
        match &self.exact {
            Some((before, after)) => before != after,
            None => self.p.0 != self.p.1,
        }
    }
}

impl OddsChange {
    /// Puts two odds beside each other. Outcomes are the same where they read the same.
    pub(crate) fn between(before: Odds, after: Odds) -> OddsChange {
        let mut rows: Vec<ChangedOutcome> = Vec::new();
        let chance = |odds: &Odds, outcome: Option<&Outcome<'_>>| match outcome {
            Some(outcome) => (outcome.p(), outcome.exact()),
            None => (0.0, odds.is_exact().then_some(Prob::ZERO)),
        };
        let (known, now) = (by_text(&before), by_text(&after));
        let fresh = after.outcomes().filter(|outcome| !known.contains_key(&outcome.text()));
        for outcome in before.outcomes().chain(fresh) {
            let text = outcome.text();
            let (was, was_exactly) = chance(&before, known.get(&text));
            let (is, is_exactly) = chance(&after, now.get(&text));
            rows.push(ChangedOutcome {
                json: outcome.json(),
                text,
                number: outcome.number(),
                p: (was, is),
                exact: was_exactly.zip(is_exactly),
            });
        }
        if rows.iter().all(|row| row.number.is_some()) {
            rows.sort_by_key(|row| row.number);
        }
        OddsChange { before, after, rows }
    }

    /// Whether any outcome has become more or less likely.
    pub(crate) fn differs(&self) -> bool {
        self.rows.iter().any(ChangedOutcome::differs)
    }

    /// The part of all rolls that the change moves to another outcome: half of all differences.
    pub(crate) fn moved(&self) -> f64 {
        self.rows.iter().map(|row| row.by().max(0.0)).sum()
    }

    /// The same exactly.
    pub(crate) fn moved_exactly(&self) -> Option<Fraction> {
        let mut gains = self.rows.iter().map(|row| {
            let by = row.by_exactly()?;
            Some(if row.by() > 0.0 { by } else { Fraction::zero() })
        });
        gains.try_fold(Fraction::zero(), |sum, gain| Some(sum.add(&gain?)))
    }
}

/// The first outcome that reads so.
fn by_text(odds: &Odds) -> FxHashMap<String, Outcome<'_>> {
    let mut all = FxHashMap::default();
    for outcome in odds.outcomes() {
        all.entry(outcome.text()).or_insert(outcome);
    }
    all
}
