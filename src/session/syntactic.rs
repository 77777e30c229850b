//! What a text could be, as far as its form goes.

use super::nowhere::NO_SOURCE;
use crate::syntax;

/// Whether a text can be asked for its odds, as far as its form goes.
pub(crate) fn is_question(text: &str) -> bool {
    syntax::parse_question(NO_SOURCE, text).0.is_some()
}

/// Whether a text is an expression, as far as its form goes.
pub(crate) fn is_expression(text: &str) -> bool {
    syntax::parse_expression(NO_SOURCE, text).0.is_some()
}
