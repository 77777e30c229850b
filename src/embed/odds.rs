//! Odds as a caller gets them.

use super::{Number, Value};
use crate::base::Num;
use crate::session::odds::{self, Bound, Method};

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
    /// The exact mean, where the outcomes are numbers and it is known.
    pub mean: Option<Number>,
    /// The mean in floating point: the exact one, or that of the samples.
    pub mean_f: Option<f64>,
    /// The standard deviation.
    pub sd: Option<f64>,
    /// How many samples they come from; `None` where every case was counted.
    pub samples: Option<u64>,
    /// What should be known of how they came about.
    pub note: Option<String>,
    own: odds::Odds,
}

/// Something that can come up, and how likely it is.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// What it is.
    pub value: Value,
    /// How likely it is.
    pub chance: Chance,
}

/// How likely something is.
#[derive(Debug, Clone)]
pub struct Chance {
    /// Exactly; `None` for samples and for what was rounded (see [`Odds::short_by`]).
    pub exact: Option<Number>,
    /// From 0 to 1.
    pub p: f64,
    /// For samples: between which bounds it is, at 95 in 100.
    pub interval: Option<(f64, f64)>,
}

impl Odds {
    pub(super) fn new(own: odds::Odds) -> Odds {
        let outcome = |outcome: &odds::Outcome| Outcome {
            value: Value::new(own.value(outcome), own.viewer()),
            chance: Chance {
                exact: own.exact(outcome).as_ref().map(Number::from),
                p: outcome.p,
                interval: outcome.interval,
            },
        };
        Odds {
            outcomes: own.outcomes.iter().map(outcome).collect(),
            mean: own.mean.as_ref().map(Number::from),
            mean_f: own.mean_f,
            sd: own.sd_f,
            samples: match own.method {
                Method::Exact | Method::Rounded => None,
                Method::Samples { samples, .. } => Some(samples),
            },
            note: own.note.clone(),
            own,
        }
    }

    /// Whether every case was counted and is listed.
    pub fn is_exact(&self) -> bool {
        self.own.is_exact()
    }

    /// By how much all chances together are too small at most, where they were rounded down: sums of very
    /// many dice, whose fractions would be too long.
    pub fn short_by(&self) -> Option<f64> {
        self.own.short_by()
    }

    /// How likely the outcome of this text is: `yes`, `18`, the text of a row. `None` where there is none.
    pub fn chance(&self, text: &str) -> Option<Chance> {
        let outcome = self.outcomes.iter().find(|outcome| outcome.value.text() == text)?;
        Some(outcome.chance.clone())
    }

    /// How likely this or more is; `None` where the outcomes are no numbers.
    pub fn at_least(&self, bound: i64) -> Option<Chance> {
        self.tail(Bound::AtLeast, bound)
    }

    /// How likely this or less is; `None` where the outcomes are no numbers.
    pub fn at_most(&self, bound: i64) -> Option<Chance> {
        self.tail(Bound::AtMost, bound)
    }

    fn tail(&self, end: Bound, bound: i64) -> Option<Chance> {
        let tail = self.own.tail(end, Num::int(bound))?;
        Some(Chance { exact: tail.exact.as_ref().map(Number::from), p: tail.p, interval: tail.interval })
    }
}
