//! What an export or import gives.

/// A text made from a table or from tables, and what could not be carried over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Carried {
    /// The text.
    pub(crate) text: String,
    /// What was lost, a sentence each.
    pub(crate) lost: Vec<String>,
}
