//! Codes about limits.

use super::Code;

/// The codes of this page, in order.
pub static ALL: &[&Code] = &[];
