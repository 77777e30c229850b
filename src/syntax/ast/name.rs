//! Names as written, and what is said of them.

use std::sync::Arc;

use crate::base::Span;

/// A name as written, with its place. Names compare as written: `Hazard` is not `hazard`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Name {
    /// The name.
    pub text: Arc<str>,
    /// Where it stands.
    pub span: Span,
}

impl Name {
    /// A name at a place.
    pub(crate) fn new(text: impl Into<Arc<str>>, span: Span) -> Name {
        Name { text: text.into(), span }
    }
}

/// A name that may say which module it is from: `hazard`, `delving.hazard`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Path {
    /// The module, where it is said.
    pub module: Option<Name>,
    /// The name itself.
    pub name: Name,
    /// All of it.
    pub span: Span,
}

/// A doc comment: the lines after `##`, without the marks, joined by line breaks.
pub(crate) type Doc = Option<Arc<str>>;
