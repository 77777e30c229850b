//! The place where reading failed, and what stands there.

use crate::base::{SourceId, Span};

/// The place of a failure, for whoever looks for a likely cause.
pub(super) struct FailureSite<'t> {
    /// What was read.
    pub text: &'t str,
    /// Where the reader got to in it.
    pub at: usize,
    /// What would have let it go on.
    pub expected: &'t [String],
    pub source: SourceId,
    /// Where the text begins in the source.
    pub base: usize,
    /// Whether it stands in a block that waits for its `end`.
    pub in_block: bool,
}

impl<'t> FailureSite<'t> {
    /// What was read.
    pub(crate) fn before(&self) -> &'t str {
        self.text.get(..self.at).unwrap_or("")
    }

    /// What could not be read.
    pub(crate) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// A place in the text as a place in the source.
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.source, self.base + start, self.base + end)
    }

    /// Whether this sign or word would have let the reader go on.
    pub(crate) fn expects(&self, token: &str) -> bool {
        self.expected.iter().any(|expected| expected == token)
    }
}

/// Whether a character may stand in a name.
pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The word or sign that stands at the beginning of what could not be read.
pub(super) fn word_at(rest: &str) -> &str {
    let end = match rest.chars().next() {
        None | Some('\n' | '\r') => 0,
        Some(c) if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
        Some(c) => c.len_utf8(),
    };
    &rest[..end]
}
