//! Codes about procedures, state and tests.

use super::Code;

/// The codes of this page, in order.
pub static ALL: &[&Code] = &[];
