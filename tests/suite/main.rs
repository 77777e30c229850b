//! The tests of the program: one binary, so that the engine is linked once.
//!
//! `cargo test --test suite docs::` runs those of one file.

mod support;

mod alike;
mod architecture;
mod bad_input;
mod campaign;
mod check;
mod cli;
mod colours;
mod demand;
mod depth;
mod docs;
mod embed;
mod examples;
mod exchange;
#[cfg(unix)]
mod files;
mod fill;
mod fixes;
mod handbook;
mod judge;
#[cfg(unix)]
mod kill;
mod ledger;
#[cfg(unix)]
mod limits;
#[cfg(unix)]
mod lsp;
mod odds;
mod own_rules;
mod play;
#[cfg(unix)]
mod recording;
#[cfg(unix)]
mod repl;
mod save;
mod series;
mod session;
mod sizes;
mod slice;
mod snapshot;
mod state;
mod syntax;
mod table;
mod wrong_lines;
