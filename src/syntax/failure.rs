//! Why a piece of text could not be read, in people's words.

use super::grammar::{Failure, Rule, parse_in_detail};
use crate::base::{SourceId, Span};
use crate::diag::Diagnostic;
use crate::diag::codes::{limits, syntax as codes};

/// A failed reading, explained.
pub(super) struct Explained {
    /// The report.
    pub diagnostic: Diagnostic,
    /// The furthest place the reader got to, in the source.
    pub at: usize,
}

/// Reads `text` once more to see what was wanted where it failed.
pub(super) fn explain(rule: Rule, text: &str, source: SourceId, base: usize) -> Explained {
    let whole = Span::new(source, base, base + text.len());
    let failure = match parse_in_detail(rule, text) {
        Ok(()) => Failure { at: 0, expected: Vec::new(), limit: false },
        Err(failure) => failure,
    };
    if failure.limit {
        let diagnostic = Diagnostic::error(&limits::PARSER_CALLS, whole, "this takes too much work to read")
            .help("break it into smaller parts, each with a name of its own");
        return Explained { diagnostic, at: base };
    }
    let at = failure.at.min(text.len());
    let rest = text.get(at..).unwrap_or("");
    let found = found_there(rest);
    let span = Span::new(source, base + at, base + at + found.len().max(usize::from(!rest.is_empty())));
    let message = if found.is_empty() {
        "something is missing at the end of this line".to_owned()
    } else {
        format!("`{found}` cannot stand here")
    };
    Explained { diagnostic: Diagnostic::error(&codes::UNEXPECTED, span, message), at: base + at }
}

/// The word or sign that stands at the beginning of what could not be read.
fn found_there(rest: &str) -> &str {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let end = match rest.chars().next() {
        None | Some('\n' | '\r') => 0,
        Some(c) if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
        Some(c) => c.len_utf8(),
    };
    &rest[..end]
}
