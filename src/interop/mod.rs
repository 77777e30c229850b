//! Tables of other programs, in and out: Markdown, CSV, JSON, HTML, Foundry, Datasworn, AnyDice,
//! Perchance. Each direction says what was lost on the way.

#![deny(clippy::wildcard_enum_match_arm)]

mod anydice;
mod by_name;
mod carried;
mod columns;
mod datasworn;
mod die_word;
mod export;
mod fill;
mod form;
mod formula;
mod foundry;
mod halves;
mod import;
mod list_keys;
mod list_parts;
mod lists;
mod loss;
mod markup;
mod notes;
mod own_only;
mod pasted;
mod perchance;
mod said;
mod set;
mod shares;
mod sheet;
mod source;
mod spaced;
mod tabbed;
mod undefined;

pub(crate) use by_name::{ENDS, import_file};
pub(crate) use carried::Carried;
pub(crate) use export::export;
pub(crate) use fill::{Mark, MarkError, fill, marks};
pub(crate) use form::{Form, escape_html};
pub(crate) use pasted::import_pasted;
pub(crate) use set::TableSet;
pub(crate) use sheet::{PrintedTable, SheetRow};
