//! What can be wrong with a pool.

/// What can be wrong with a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum ProblemKind {
    /// A die without faces, such as `d0`.
    #[error("a die needs at least one face")]
    NoFaces,
    /// A digit die with more digits than can be counted.
    #[error("a die of digits has at most 8 of them")]
    TooManyDigits,
    /// Every face explodes, and there is no limit.
    #[error("every face explodes, so this would never end")]
    EndlessExplosion,
    /// Every face is rerolled.
    #[error("every face is rerolled, so this would never end")]
    EndlessReroll,
    /// No face meets the condition; nothing is broken, but the operator does nothing.
    #[error("no face of this die meets the condition")]
    NeverMeets,
    /// An operator after the dice were counted.
    #[error("the dice have been counted; nothing can follow")]
    AfterCount,
    /// Exploding or rerolling what is not a die.
    #[error("only dice can be rolled again")]
    NeedsDice,
    /// An operator that compares or adds, on texts.
    #[error("the faces are texts, which cannot be compared or added")]
    NeedsNumbers,
    /// Keeps or drops at least as many dice as there are.
    #[error("there are no more dice than that")]
    KeepsAll,
}

impl ProblemKind {
    /// Whether the pool cannot be rolled; otherwise it only deserves a remark.
    pub(crate) const fn is_fatal(self) -> bool {
        match self {
            ProblemKind::NoFaces
            | ProblemKind::TooManyDigits
            | ProblemKind::EndlessExplosion
            | ProblemKind::EndlessReroll
            | ProblemKind::AfterCount
            | ProblemKind::NeedsDice
            | ProblemKind::NeedsNumbers => true,
            ProblemKind::NeverMeets | ProblemKind::KeepsAll => false,
        }
    }
}
