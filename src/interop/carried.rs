//! What an export or import gives.

use thiserror::Error;

/// A text made from a table or from tables, and what could not be carried over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Carried {
    /// The text.
    pub(crate) text: String,
    /// What was lost, a sentence each.
    pub(crate) lost: Vec<String>,
}

/// Why nothing could be made of a text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum ImportError {
    /// There is no table in it.
    #[error("there is no table in it")]
    NoTable,
    /// It is not what its name says.
    #[error("{0}")]
    Broken(String),
}
