//! Codes about kinds and units.

use super::Code;

/// The codes of this page, in order.
pub static ALL: &[&Code] = &[];
