//! Text to syntax tree, with recovery; the only user of `pest`.

mod assemble;
pub mod ast;
mod branches;
pub mod brought;
mod build;
mod controls;
mod dashes;
mod expected;
mod failure;
mod foreign;
mod format;
mod frame;
mod grammar;
mod hints;
mod lines;
mod markdown;
mod parse;
mod parsed;
mod pasted;
mod rolled;
mod spot;
mod stack;
mod table_body;
mod table_form;
mod then;
mod tokens;
pub mod words;

pub use format::format;
pub(crate) use hints::brought_report;
pub use markdown::{NotePart, note_parts};
pub use parse::{
    MAX_SOURCE, parse_entry, parse_expression, parse_file, parse_markdown, parse_markdown_without,
    parse_question,
};
pub use parsed::{Parsed, Verdict};
pub use pasted::note_as_entries;
pub use rolled::{implied_die, is_roll_heading};
pub use tokens::{Token, TokenClass, tokens};
