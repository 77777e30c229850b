//! Where source text comes from: the session, files beside the started script, the user's folder, and
//! the shipped library. This is the only reader of source files.

mod library;
mod loader;
pub mod regular;
mod rules;
mod text;
mod trees;
mod trouble;

pub use library::{LIBRARY, Shipped, is_shipped, shipped};
pub use loader::Loader;
pub use rules::OwnRules;
pub use text::{Origin, SourceText};
pub use trouble::{LoadError, shown};
