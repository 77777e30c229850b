//! Tables of other programs, in and out: Markdown, CSV, JSON, HTML, Foundry. Each direction says what
//! was lost on the way.

mod export;
mod foundry;
mod import;
mod sheet;

pub use export::{Form, escape_html, export};
pub use import::{ImportError, import_csv, import_foundry, import_lines, import_markdown};
pub use sheet::{Sheet, SheetRow};

/// A text made from a table or from tables, and what could not be carried over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carried {
    /// The text.
    pub text: String,
    /// What was lost, a sentence each.
    pub lost: Vec<String>,
}
