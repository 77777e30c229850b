//! The text of a source, and where it came from.

use std::path::PathBuf;
use std::sync::Arc;

/// Where a source came from; equal for two sources means that they are the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Origin {
    /// Typed, pasted or piped in.
    Session(Arc<str>),
    /// A file, by its true path.
    File(PathBuf),
    /// A shipped rule-set.
    Library(&'static str),
}

/// A source that was read.
#[derive(Debug, Clone)]
pub(crate) struct SourceText {
    /// What reports call it.
    pub name: Arc<str>,
    /// The text.
    pub text: Arc<str>,
    /// Where it came from.
    pub origin: Origin,
}

impl SourceText {
    /// Whether it is a Markdown note, whose tables and fenced blocks are the source.
    pub(crate) fn is_markdown(&self) -> bool {
        self.origin.is_note()
    }
}

impl Origin {
    /// Whether it is that of a Markdown note.
    pub(crate) fn is_note(&self) -> bool {
        match self {
            Origin::File(path) => {
                path.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("md") || ext == "markdown")
            }
            // A note on standard input.
            Origin::Session(name) => name.ends_with(".md>"),
            Origin::Library(_) => false,
        }
    }
}
