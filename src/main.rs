//! The `tw` command.

fn main() -> std::process::ExitCode {
    tablewright::front::main()
}
