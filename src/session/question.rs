//! What is asked about odds, and who is told while they are worked out.

use super::odds::OddsAsk;
use super::{OddsInParts, Prepared};

/// What is told while odds are worked out, from any thread.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Progress<'o> {
    /// So many more samples were taken.
    Samples(u64),
    /// What samples say while exact odds are still looked for.
    SoFar(&'o OddsInParts),
}

/// Who is told.
pub(crate) type Tell<'t> = &'t (dyn Fn(Progress<'_>) + Sync);

/// What is asked.
#[derive(Clone, Copy)]
pub(super) struct Question<'q> {
    /// The expression.
    pub text: &'q str,
    /// The same, ready to run.
    pub prepared: &'q Prepared,
    /// How it is to be answered.
    pub ask: &'q OddsAsk,
    /// Who is told of samples.
    pub tell: Tell<'q>,
}
