//! The place of what stands in no source.

use crate::base::{SourceId, Span};

/// The source of what is in none.
pub(super) const NO_SOURCE: SourceId = SourceId(u32::MAX);
/// A place in no source.
pub(super) const NO_SPAN: Span = Span { source: NO_SOURCE, start: 0, end: 0 };
