//! Deep nesting is read on a larger stack.

use super::grammar::Rule;
use super::lines;
use crate::base::stack::with_large_stack;

/// Runs on a larger stack where the brackets of `text` are nested deep.
pub(super) fn with_stack_for<T>(text: &str, read: impl FnOnce() -> T) -> T {
    const SHALLOW: usize = 6;
    if lines::rough_depth(text) <= SHALLOW { read() } else { with_large_stack(read) }
}

/// Runs on a larger stack where words of what is read by one rule could be nested deep.
pub(super) fn with_stack_for_words<T>(rule: Rule, text: &str, read: impl FnOnce() -> T) -> T {
    const FEW: usize = 12;
    // The lines of a table are many, and only cut into cells by it.
    let nests = rule != Rule::pipe_lines && lines::has_nesting_words(text, FEW);
    if nests { with_large_stack(read) } else { read() }
}
