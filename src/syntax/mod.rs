//! Text to syntax tree, with recovery; the only user of `pest`.

mod assemble;
pub(crate) mod ast;
mod branches;
pub(crate) mod brought;
mod build;
mod controls;
mod dashes;
pub(crate) mod entities;
mod expected;
mod failure;
mod foreign;
mod format;
mod frame;
mod grammar;
mod hints;
mod lines;
mod markdown;
mod naming;
mod parse;
mod parsed;
mod pasted;
mod readings;
mod rolled;
mod setting;
mod spot;
mod stack;
mod table_body;
mod table_form;
mod then;
mod tokens;
mod unread;
pub(crate) mod words;

pub(crate) use controls::{has as holds_controls, is_control};
pub(crate) use format::format;
pub(crate) use markdown::{NotePart, note_parts};
pub(crate) use naming::{name_of, plain_name};
#[cfg(test)]
pub(crate) use parse::MAX_SOURCE;
pub(crate) use parse::parse_expression;
pub(crate) use parse::parse_file;
pub(crate) use parse::{brought_report, parse_entry, parse_markdown, parse_markdown_without, parse_question};
pub(crate) use parsed::{Parsed, Verdict};
pub(crate) use pasted::note_as_entries;
pub(crate) use rolled::{implied_die, is_roll_heading};
pub(crate) use tokens::{Token, TokenClass, tokens};
pub(crate) use unread::{NoteList, TableForm, note_lists, other_tables};
