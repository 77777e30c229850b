//! The command line, the REPL and everything that draws.

pub mod render;

/// Runs the program with the arguments of the process.
pub fn main() -> std::process::ExitCode {
    std::process::ExitCode::SUCCESS
}
