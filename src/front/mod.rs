//! The command line, the REPL and everything that draws.

pub mod app;
pub mod campaign;
pub mod cli;
pub mod config;
pub mod console;
pub mod doc;
pub mod files;
pub mod journal;
pub mod lsp;
pub mod mending;
pub mod places;
pub mod progress;
pub mod record;
pub mod render;
pub mod repl;
pub mod replay;
pub mod snapshot;
pub mod sources;
pub mod stage;
pub mod states;
pub mod watch;

/// Runs the program with the arguments of the process.
pub fn main() -> std::process::ExitCode {
    app::report_panics();
    std::process::ExitCode::from(cli::run().code())
}
