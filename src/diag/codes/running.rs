//! Codes about what goes wrong while running.

use super::Code;

/// The codes of this page, in order.
pub static ALL: &[&Code] = &[];
