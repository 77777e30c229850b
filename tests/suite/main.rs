//! The tests of the program: one binary, so that the engine is linked once.
//!
//! `cargo test --test suite docs::` runs those of one file.

mod support;

mod anydice;
mod architecture;
mod as_written;
mod bad_input;
mod bounded;
mod campaign;
mod circles;
mod cli;
#[cfg(target_os = "linux")]
mod crash;
mod depth;
mod docs;
mod embed;
mod examples;
#[cfg(unix)]
mod files;
mod fill;
mod fixes;
mod grid;
mod handbook;
#[cfg(unix)]
mod heavy;
mod hostile;
mod imports;
#[cfg(unix)]
mod kill;
mod ledger;
mod limits;
#[cfg(unix)]
mod lsp;
mod meanings;
mod neovim;
mod newcomers;
mod notes;
mod own_rules;
mod play;
mod prompt;
#[cfg(unix)]
mod recording;
#[cfg(unix)]
mod repl;
mod save;
mod series;
mod sizes;
mod slips;
mod snapshot;
mod state;
mod table;
mod table_talk;
