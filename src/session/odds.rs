//! The answer to a question about odds, ready to be shown.

use crate::base::Num;
use crate::dist::Fraction;

/// How odds were worked out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Method {
    /// Every case was counted.
    Exact,
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
pub struct Outcome {
    /// As it is shown.
    pub text: String,
    /// As JSON.
    pub json: serde_json::Value,
    /// The number that it is, if it is one.
    pub number: Option<Num>,
    /// How likely it is, exactly.
    pub exact: Option<Fraction>,
    /// How likely it is.
    pub p: f64,
    /// For samples: between which bounds it is, at 95 in 100.
    pub interval: Option<(f64, f64)>,
}

/// The odds of one expression.
#[derive(Debug, Clone, PartialEq)]
pub struct Odds {
    /// The expression as it was asked.
    pub expr: String,
    /// How the odds were worked out.
    pub method: Method,
    /// The outcomes: numbers from least to greatest, rows in the order of their table.
    pub outcomes: Vec<Outcome>,
    /// The exact mean, where the outcomes are numbers.
    pub mean: Option<Fraction>,
    /// The mean for display.
    pub mean_f: Option<f64>,
    /// The standard deviation for display.
    pub sd_f: Option<f64>,
    /// How likely all outcomes together are that are not listed, where some are not.
    pub residual: Option<Fraction>,
    /// What should be said about how this came about.
    pub note: Option<String>,
}

/// Which end of a distribution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// This or more.
    AtLeast,
    /// This or less.
    AtMost,
}

/// How likely an end of a distribution is.
#[derive(Debug, Clone, PartialEq)]
pub struct Tail {
    /// Which end.
    pub bound: Bound,
    /// Where it begins.
    pub at: Num,
    /// How likely it is, exactly.
    pub exact: Option<Fraction>,
    /// How likely it is.
    pub p: f64,
    /// For each outcome, whether it belongs to this end.
    pub holds: Vec<bool>,
}
