//! Text with live parts.

use std::borrow::Cow;

use super::Expr;
use crate::base::Span;

/// Text as written in quotes, cells and rows; only `{…}` is live.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    /// Its parts in order, escapes already read.
    pub segments: Vec<Segment>,
    /// All of it, quotes included where there are any.
    pub span: Span,
}

/// A part of a text.
#[derive(Debug, Clone)]
pub(crate) enum Segment {
    /// Shown as it is.
    Literal(String),
    /// `{…}`: worked out where the text is.
    Live(Expr),
}

impl Text {
    /// The text with its live parts cut out.
    pub(crate) fn literal(&self) -> Cow<'_, str> {
        if let [Segment::Literal(only)] = self.segments.as_slice() {
            return Cow::Borrowed(only);
        }
        let parts = self.segments.iter().map(|segment| match segment {
            Segment::Literal(text) => text.as_str(),
            Segment::Live(_) => "",
        });
        parts.collect()
    }

    /// Whether it has no live part.
    pub(crate) fn is_literal(&self) -> bool {
        self.segments.iter().all(|segment| matches!(segment, Segment::Literal(_)))
    }
}
