//! Diagnostics as plain data, and the one list of codes.
//!
//! A [`Diagnostic`] says what is wrong, where, which other places are involved, and what to write
//! instead. It is drawn elsewhere, so that pictures, short lines and JSON all show the same facts.

pub(crate) mod codes;
mod diagnostic;
mod mend;

pub(crate) use codes::Code;
pub use diagnostic::{Certainty, Diagnostic, Edit, Fix, Label, Severity};
pub(crate) use mend::{edited, mend, mend_keeping, only_fix};
