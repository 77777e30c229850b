//! What comes of reading a source.

use super::ast;
use crate::diag::Diagnostic;

/// A source, read as far as it can be.
#[derive(Debug, Clone)]
pub(crate) struct Parsed {
    /// What could be read.
    pub file: ast::File,
    /// What is wrong, in the order of places.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether it is whole.
    pub verdict: Verdict,
}

/// Whether a text is whole, for a reader who is still typing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Verdict {
    /// All of it was read.
    Complete,
    /// It is right so far, and something is still to come.
    Incomplete,
    /// Something in it is wrong, whatever may follow.
    Broken,
}

/// How a text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// A file.
    File,
    /// What is typed or pasted into the REPL.
    Entry,
}
