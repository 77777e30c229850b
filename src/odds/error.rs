//! Why there are no exact odds.

use crate::base::Span;
use crate::diag::codes::{limits, running};
use crate::dist::DistError;
use crate::engine::{Fault, Stop};

/// What who waits for an answer may do where it takes more than a moment.
pub(super) const WAITING: &str = "`--exact` works on to the end";

/// Why there are no exact odds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum OddsError {
    /// There are too many outcomes or states. Samples can be taken instead.
    TooLarge(Fault),
    /// What was asked about goes wrong, or needs an answer.
    Stop(Stop),
}

impl From<Stop> for OddsError {
    fn from(stop: Stop) -> OddsError {
        match stop {
            Stop::Fault(fault) if fault.is_limit => OddsError::TooLarge(fault),
            Stop::Fault(_) | Stop::Asks(_) | Stop::Orders(_) | Stop::Forks | Stop::Interrupted => {
                OddsError::Stop(stop)
            }
        }
    }
}

impl OddsError {
    /// Whether something was too large for the machine on this branch, which others need not come to: a limit, or a
    /// number that does not fit.
    pub(super) fn is_of_its_branch(&self) -> bool {
        match self {
            OddsError::TooLarge(_) => true,
            OddsError::Stop(Stop::Fault(fault)) => fault.code.id == running::OVERFLOW.id,
            OddsError::Stop(Stop::Asks(_) | Stop::Orders(_) | Stop::Forks | Stop::Interrupted) => false,
        }
    }

    /// As the reason why a run stops.
    pub(crate) fn into_stop(self) -> Stop {
        match self {
            OddsError::TooLarge(fault) => Stop::Fault(fault),
            OddsError::Stop(stop) => stop,
        }
    }
}

/// Why a distribution was not worked out: it is too large, which names the construct where it is known, or
/// somebody asked to stop.
pub(super) fn too_large(error: &DistError, what: Option<String>, span: Option<Span>) -> OddsError {
    let code = match error {
        DistError::Interrupted => return OddsError::Stop(Stop::Interrupted),
        DistError::Memory => &limits::LIVE_BYTES,
        DistError::Outcomes { .. }
        | DistError::Lists { .. }
        | DistError::Work { .. }
        | DistError::Moment
        | DistError::Sparse
        | DistError::Number(_)
        | DistError::Empty => &limits::OUTCOMES,
    };
    let what = what.map_or_else(|| "this".to_owned(), |what| format!("`{what}`"));
    if *error == DistError::Moment {
        let message = format!("the exact odds of {what} take more than a moment");
        let fault = Fault { is_limit: true, span, ..Fault::new(code, message) };
        return OddsError::TooLarge(fault.help(WAITING));
    }
    let message = format!("the exact odds of {what} are too much work: {error}");
    OddsError::TooLarge(Fault { is_limit: true, span, ..Fault::new(code, message) })
}
