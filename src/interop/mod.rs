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

pub(crate) use anydice::import_anydice;
pub(crate) use carried::{Carried, ImportError};
pub(crate) use export::{Form, escape_html, export};
pub(crate) use fill::{Mark, fill, marks};
#[cfg(test)]
pub(crate) use import::import_foundry;
pub(crate) use import::{import_csv, import_json, import_lines};
pub(crate) use notes::import_markdown;
pub(crate) use sheet::{Sheet, SheetRow};
