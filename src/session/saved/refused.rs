//! Why a written state is refused.

/// Why a part of a written state is not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refused {
    /// Where in it: `/rosters/party/0/fields/hp`.
    pub at: String,
    /// What is wrong there.
    pub why: String,
    /// What would fit.
    pub expected: Option<String>,
}

impl Refused {
    pub(super) fn new(at: impl Into<String>, why: impl Into<String>) -> Refused {
        Refused { at: at.into(), why: why.into(), expected: None }
    }

    #[must_use]
    pub(super) fn expected(mut self, what: impl Into<String>) -> Refused {
        self.expected = Some(what.into());
        self
    }
}
