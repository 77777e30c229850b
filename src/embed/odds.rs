//! Odds.

use super::{Number, Value};
use crate::base::Num;
use crate::session::odds::{self, DistributionEnd, Method};

/// The odds of an expression.
///
/// ```
/// let mut session = tablewright::Session::new(7);
/// let odds = session.odds("2d6").unwrap();
/// assert!(odds.is_exact());
/// assert_eq!(odds.mean.as_ref().unwrap().to_i64(), Some(7));
/// assert_eq!(odds.outcomes.len(), 11);
/// assert_eq!(odds.at_least(10).unwrap().exact.unwrap().to_string(), "1/6");
/// ```
#[derive(Debug, Clone)]
pub struct Odds {
    /// The outcomes: numbers from least to greatest, rows in the order of their table.
    pub outcomes: Vec<Outcome>,
    /// The exact mean, if the outcomes are numbers and it is known.
    pub mean: Option<Number>,
    /// The mean in floating point: the exact one, or that of the samples.
    pub mean_f: Option<f64>,
    /// The standard deviation.
    pub sd: Option<f64>,
    /// The number of samples; `None` if none were drawn.
    pub samples: Option<u64>,
    /// Notes on how the odds were worked out.
    pub note: Option<String>,
    own: odds::Odds,
}

/// An outcome and its probability.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The outcome.
    pub value: Value,
    /// Its probability.
    pub chance: Chance,
}

/// A probability.
#[derive(Debug, Clone)]
pub struct Chance {
    /// The exact value; `None` for samples and for what is only the least that it can be (see
    /// [`Odds::short_by`]).
    pub exact: Option<Number>,
    /// In floating point, from 0 to 1.
    pub p: f64,
    /// For samples: the 95 % confidence interval.
    pub interval: Option<(f64, f64)>,
}

impl Odds {
    pub(super) fn new(own: odds::Odds) -> Odds {
        let outcome = |outcome: odds::Outcome<'_>| Outcome {
            value: Value::new(outcome.value(), own.viewer()),
            chance: Chance {
                exact: outcome.exact().as_ref().map(Number::from),
                p: outcome.p(),
                interval: outcome.interval(),
            },
        };
        Odds {
            outcomes: own.outcomes().map(outcome).collect(),
            mean: own.mean.as_ref().map(Number::from),
            mean_f: own.mean_f,
            sd: own.sd_f,
            samples: match own.method {
                Method::Exact | Method::Short | Method::Rounded => None,
                Method::Samples { samples, .. } => Some(samples),
            },
            note: own.note.clone(),
            own,
        }
    }

    /// Whether the odds are exact and complete.
    pub fn is_exact(&self) -> bool {
        self.own.is_exact()
    }

    /// By how much all chances together are too small at most, where each is the least that it can be: those of
    /// endless dice, cut off where next to nothing is left, and sums of very many dice, whose fractions would be
    /// too long and are rounded down.
    pub fn short_by(&self) -> Option<f64> {
        self.own.short_by()
    }

    /// The probability of the outcome with this text: `yes`, `18`, the text of a row. `None` if there is no such outcome.
    pub fn chance(&self, text: &str) -> Option<Chance> {
        let outcome = self.outcomes.iter().find(|outcome| outcome.value.text() == text)?;
        Some(outcome.chance.clone())
    }

    /// The probability of this or more; `None` if the outcomes are not numbers.
    pub fn at_least(&self, bound: i64) -> Option<Chance> {
        self.tail(DistributionEnd::AtLeast, bound)
    }

    /// The probability of this or less; `None` if the outcomes are not numbers.
    pub fn at_most(&self, bound: i64) -> Option<Chance> {
        self.tail(DistributionEnd::AtMost, bound)
    }

    fn tail(&self, end: DistributionEnd, bound: i64) -> Option<Chance> {
        let tail = self.own.tail(end, Num::int(bound))?;
        Some(Chance { exact: tail.exact.as_ref().map(Number::from), p: tail.p, interval: tail.interval })
    }
}
