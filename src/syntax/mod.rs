//! Text to syntax tree, with recovery; the only user of `pest`.

mod assemble;
pub(crate) mod ast;
mod blocks;
mod brackets;
mod branches;
pub(crate) mod brought;
mod build;
mod cases;
mod comments;
mod controls;
mod counted;
mod dashes;
mod dice_words;
mod entities;
mod equals;
mod expected;
mod failure;
mod foreign;
mod format;
mod frame;
mod grammar;
mod heroes;
mod hints;
mod let_kinds;
mod lines;
mod lost;
mod markdown;
mod naming;
mod parse;
mod parsed;
mod pasted;
pub(crate) mod plain;
mod readings;
mod rolled;
mod separated;
mod setting;
mod sound;
mod spaced_dice;
mod spot;
mod stack;
mod table_body;
mod table_form;
mod then;
mod thousands;
mod tokens;
mod unread;
pub(crate) mod words;

pub(crate) use controls::{has as holds_controls, is_control};
pub(crate) use dice_words::{dice_in_words, holds_more_than};
pub(crate) use format::{Unformatted, format};
pub(crate) use markdown::{NotePart, note_parts};
pub(crate) use naming::{dice_of_word, name_of, plain_name};
#[cfg(test)]
pub(crate) use parse::MAX_SOURCE;
pub(crate) use parse::parse_expression;
pub(crate) use parse::parse_file;
pub(crate) use parse::{
    brought_report, parse_entry, parse_markdown, parse_markdown_without, parse_question, parse_untold,
};
pub(crate) use parse::{is_expression, is_key, is_question, read_key, reads_as_well};
pub(crate) use parsed::{Parsed, Verdict};
pub(crate) use pasted::{is_rows_alone, note_as_entries};
pub(crate) use rolled::{implied_die, is_in_halves, is_roll_heading};
pub(crate) use tokens::{Token, TokenClass, tokens};
pub(crate) use unread::{NoteList, TableForm, note_lists, other_tables};
