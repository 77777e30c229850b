//! Tables of other programs, in and out: Markdown, CSV, JSON, HTML, Foundry, Datasworn, AnyDice. Each direction says what
//! was lost on the way.

mod anydice;
mod anydice_expr;
mod carried;
mod datasworn;
mod export;
mod fill;
mod foundry;
mod import;
mod notes;
mod sheet;
mod source;

pub use anydice::import_anydice;
pub use carried::{Carried, ImportError};
pub use export::{Form, escape_html, export};
pub use fill::{Mark, MarkError, fill, marks};
pub use import::{import_csv, import_foundry, import_json, import_lines};
pub use notes::import_markdown;
pub use sheet::{Sheet, SheetRow};
