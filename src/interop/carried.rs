//! What an export or import gives.

/// A text made from a table or from tables, and what could not be carried over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Carried {
    /// The text.
    pub text: String,
    /// What was lost, a sentence each.
    pub lost: Vec<String>,
}
