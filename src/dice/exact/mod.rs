//! Exact distributions of pools.
//!
//! There is one general route, a fold over multisets of values through the operators, and faster
//! ones beside it for what the general route is too slow for. All are held against an enumeration
//! of the roll itself.

mod fold;
mod keep;
mod routes;
mod values;
mod worth;

use std::sync::Arc;

use crate::base::Num;
use crate::dice::{Faces, Op, PoolSource, PoolSpec, ProblemKind};
use crate::dist::{Budget, Dist, DistError, Nat};

/// Why a pool has no exact distribution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExactError {
    /// The pool makes no sense.
    #[error(transparent)]
    Problem(#[from] ProblemKind),
    /// It is too much work, or a value left the range of numbers.
    #[error(transparent)]
    Dist(#[from] DistError),
}

impl From<crate::base::NumError> for ExactError {
    fn from(error: crate::base::NumError) -> ExactError {
        ExactError::Dist(error.into())
    }
}

/// Outcomes of endless explosions are listed until what is left weighs at most one in two to this.
pub(crate) const RESIDUAL_BITS: u32 = 40;

/// What an exact calculation may use, and how far it lists what has no end.
pub(super) struct Work<'b> {
    pub(super) budget: &'b mut Budget,
    pub(super) residual_bits: u32,
    /// Whether endless tails are listed step by step where they stand, rather than solved in the end.
    pub(super) listing: bool,
}

impl<'b> Work<'b> {
    const fn new(budget: &'b mut Budget, residual_bits: u32) -> Work<'b> {
        Work { budget, residual_bits, listing: false }
    }
}

/// The exact distribution of what operators make of a list of independent values, so many of each
/// distribution; `None` where there is no fast route.
///
/// # Errors
/// The budget is passed.
pub(crate) fn values_total_dist(
    groups: Vec<(u32, Dist<Num>)>,
    ops: &[Op],
    residual_bits: u32,
    budget: &mut Budget,
) -> Result<Option<Dist<Num>>, ExactError> {
    routes::values_total(groups, ops, &mut Work::new(budget, residual_bits))
}

impl PoolSpec {
    /// The exact distribution of [`Rolled::total`](super::Rolled::total). Where explosions have no
    /// end, outcomes are listed until the rest weighs at most 2⁻⁴⁰, which is stated.
    ///
    /// # Errors
    /// The pool makes no sense, or the budget is passed.
    pub fn total_dist(&self, budget: &mut Budget) -> Result<Dist<Num>, ExactError> {
        self.total_dist_within(RESIDUAL_BITS, budget)
    }

    /// [`PoolSpec::total_dist`] with outcomes listed until the rest weighs at most one in two to
    /// the power `residual_bits`.
    ///
    /// # Errors
    /// As [`PoolSpec::total_dist`].
    pub(crate) fn total_dist_within(
        &self,
        residual_bits: u32,
        budget: &mut Budget,
    ) -> Result<Dist<Num>, ExactError> {
        self.sane()?;
        self.total_in(&mut Work::new(budget, residual_bits))
    }

    fn total_in(&self, work: &mut Work<'_>) -> Result<Dist<Num>, ExactError> {
        if self.faces().is_some_and(Faces::is_text) {
            return Err(ProblemKind::NeedsNumbers.into());
        }
        routes::total(self, work)
    }

    /// The same by the general route alone.
    #[cfg(test)]
    pub(super) fn total_by_fold(
        &self,
        residual_bits: u32,
        budget: &mut Budget,
    ) -> Result<Dist<Num>, ExactError> {
        fold::total(self, &mut Work::new(budget, residual_bits))
    }

    /// [`PoolSpec::faces_dist`] with outcomes listed as by [`PoolSpec::total_dist_within`].
    ///
    /// # Errors
    /// As [`PoolSpec::total_dist`].
    #[cfg(test)]
    pub(crate) fn faces_dist_within(
        &self,
        residual_bits: u32,
        budget: &mut Budget,
    ) -> Result<Dist<Vec<Num>>, ExactError> {
        self.sane()?;
        fold::values(self, &mut Work::new(budget, residual_bits))
    }

    /// The exact distribution of the text that comes up on a single die of texts.
    ///
    /// # Errors
    /// The pool is anything else.
    pub(crate) fn text_dist(&self) -> Result<Dist<Arc<str>>, ExactError> {
        self.sane()?;
        match &self.source {
            PoolSource::Dice { count: 1, faces: Faces::Texts(texts) } => {
                Ok(Dist::uniform(texts.iter().cloned())?)
            }
            PoolSource::Dice { .. } | PoolSource::Entries(_) => Err(ProblemKind::NeedsNumbers.into()),
        }
    }

    fn sane(&self) -> Result<(), ExactError> {
        self.fatal_problem().map_or(Ok(()), |problem| Err(problem.kind.into()))
    }
}

/// The distribution of one throw of such a die.
pub(super) fn throw_dist(faces: &Faces, budget: &mut Budget) -> Result<Dist<Num>, DistError> {
    let count = faces.count();
    budget.check(u64::from(count), 1)?;
    budget.charge(u64::from(count))?;
    Dist::from_weights((1..=count).map(|face| (faces.value(face), Nat::ONE)))
}
