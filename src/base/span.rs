//! Places in source texts.

use std::fmt;

use serde::Serialize;

use super::SourceId;

/// A run of bytes in one source: `start` is its first byte, `end` one past its last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Span {
    /// Which source the bytes are in.
    pub source: SourceId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span over `start..end` of `source`; an `end` before `start` gives an empty span.
    pub fn new(source: SourceId, start: usize, end: usize) -> Span {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { source, start: clamp(start), end: clamp(end.max(start)) }
    }

    /// The smallest span that holds both, taken in this one's source.
    #[must_use]
    pub(crate) fn to(self, other: Span) -> Span {
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty span at this one's end.
    #[must_use]
    pub(crate) fn after(self) -> Span {
        Span { start: self.end, ..self }
    }

    /// The bytes as a range, for slicing the source's text.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// With `{:-?}` the place itself is left out: what is written the same elsewhere looks the same.
impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.sign_minus() {
            return f.write_str("Span");
        }
        let Span { source, start, end } = self;
        f.debug_struct("Span").field("source", source).field("start", start).field("end", end).finish()
    }
}

/// A value together with the place it was written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Pairs a value with its place.
    pub(crate) fn new(value: T, span: Span) -> Spanned<T> {
        Spanned { value, span }
    }
}
