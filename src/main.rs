//! The `tw` command.
// A user can never cause a panic; tests may.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::panic))]

fn main() -> std::process::ExitCode {
    tablewright::main()
}
