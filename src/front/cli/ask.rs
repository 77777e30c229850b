//! What is asked of odds, at the command line and in a session.

use crate::base::Num;
use crate::front::app::AppError;
use crate::session::odds::{DistributionEnd, OddsAsk};

/// What is asked of odds besides the expressions.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ask {
    /// How they are worked out.
    pub(crate) how: OddsAsk,
    /// Which end is asked for.
    pub(crate) tail: Option<(DistributionEnd, Num)>,
    /// The most rows.
    pub(crate) rows: Option<usize>,
    /// Whether each row tells of that or more, or that or less.
    pub(crate) running: Option<DistributionEnd>,
}

impl Ask {
    /// Whether nothing is asked besides the odds as they are.
    pub(crate) fn is_plain(&self) -> bool {
        self.tail.is_none() && self.rows.is_none() && self.running.is_none() && self.how.samples.is_none()
    }
}

/// An end that is asked for.
///
/// # Errors
/// The text is no number.
pub(crate) fn tail(at_least: bool, text: &str) -> Result<(DistributionEnd, Num), AppError> {
    let bound = if at_least { DistributionEnd::AtLeast } else { DistributionEnd::AtMost };
    let number = text.trim().parse::<Num>();
    number
        .map(|at| (bound, at))
        .map_err(|_| AppError::usage(format!("`{text}` is not a number"), "give a number: `--at-least 15`"))
}
