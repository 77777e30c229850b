//! Where source text comes from: the session, files beside the started script, the user's folder, and
//! the shipped library. This is the only reader of source files.

mod library;
mod loader;
pub(crate) mod regular;
mod rules;
mod text;
mod trees;
mod trouble;

pub(crate) use library::{LIBRARY, PRELUDE, Shipped, is_shipped, shipped, shipped_homes, shipped_with};
pub(crate) use loader::{FoundSource, Loader};
pub(crate) use rules::OwnRules;
pub(crate) use text::{Origin, SourceText};
pub use trouble::LoadError;
pub(crate) use trouble::shown;
