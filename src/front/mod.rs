//! The command line, the REPL and everything that draws.

pub(crate) mod apart;
mod app;
pub(crate) mod campaign;
pub(crate) mod cli;
pub(crate) mod config;
pub(crate) mod console;
pub(crate) mod doc;
pub(crate) mod door;
pub(crate) mod files;
pub(crate) mod free;
pub(crate) mod journal;
pub(crate) mod lsp;
pub(crate) mod mending;
pub(crate) mod places;
pub(crate) mod progress;
pub(crate) mod record;
pub(crate) mod render;
mod repaired;
pub(crate) mod repl;
pub(crate) mod replay;
pub(crate) mod sealed;
pub(crate) mod snapshot;
pub(crate) mod sources;
pub(crate) mod stage;
pub(crate) mod states;
pub(crate) mod terminal;
mod unsealed;
pub(crate) mod watch;

/// Runs the program with the arguments of the process.
pub fn main() -> std::process::ExitCode {
    app::report_panics();
    std::process::ExitCode::from(cli::run().code())
}
