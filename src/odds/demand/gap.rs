//! Why an expression has no distribution.

use crate::base::{NumError, Span};
use crate::diag::codes::limits;
use crate::dist::DistError;
use crate::engine::{Fault, Stop};
use crate::odds::error::OddsError;

/// Why there is no distribution.
#[derive(Debug)]
pub(in crate::odds) enum Gap {
    /// Nothing here covers it: the machine sees to it.
    Uncovered,
    /// A value left the range of numbers, or something went wrong: the machine tells it with its place.
    Wrong,
    /// It is too large; where.
    TooLarge(DistError, Option<Span>),
    /// The machine gave up on a part, or somebody asked to stop.
    Machine(OddsError),
    /// It has no odds, and this says why.
    Told(OddsError),
}

impl Gap {
    /// Whether somebody asked to stop.
    pub(super) fn is_interruption(&self) -> bool {
        matches!(
            self,
            Gap::Machine(OddsError::Stop(Stop::Interrupted)) | Gap::TooLarge(DistError::Interrupted, _)
        )
    }

    /// Where calls go deeper than they may when they are played, that is said.
    pub(super) fn too_deep(limit: u64, at: Span) -> Gap {
        let message = format!("calls within calls go deeper than {limit}");
        let fault = Fault { is_limit: true, span: Some(at), ..Fault::new(&limits::CALLS, message) };
        Gap::Told(OddsError::TooLarge(fault))
    }
}

impl From<DistError> for Gap {
    fn from(error: DistError) -> Gap {
        match error {
            DistError::Number(_) | DistError::Empty => Gap::Wrong,
            DistError::Outcomes { .. }
            | DistError::Lists { .. }
            | DistError::Work { .. }
            | DistError::Moment
            | DistError::Sparse
            | DistError::Memory
            | DistError::Interrupted => Gap::TooLarge(error, None),
        }
    }
}

impl From<NumError> for Gap {
    fn from(_: NumError) -> Gap {
        Gap::Wrong
    }
}

impl From<Stop> for Gap {
    fn from(stop: Stop) -> Gap {
        match stop {
            Stop::Fault(_) => Gap::Wrong,
            Stop::Forks => Gap::Uncovered,
            Stop::Interrupted | Stop::Asks(_) | Stop::Orders(_) => Gap::Machine(stop.into()),
        }
    }
}
