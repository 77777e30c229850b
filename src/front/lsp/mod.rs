//! The language server: `tw lsp`. An editor tells it over standard input what is typed, and it answers
//! over standard output with reports, odds, names and edits.
//!
//! One thread reads what the editor says, another one looks at the texts. A text that has changed stops
//! what is under way for its older version.

mod actions;
mod address;
mod capabilities;
mod colours;
mod complete;
mod documents;
mod hover;
mod jump;
mod layout;
mod look;
mod neighbours;
mod outline;
mod place;
mod rename;
mod reports;
mod server;
mod shelf;
mod wire;
mod worker;

pub(crate) use server::run;
