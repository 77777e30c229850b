//! The program's work beside what a user would otherwise take, in one run: a JSON line for each.
//!
//! `cargo bench --bench side_by_side` does everything, `-- 3d6+2 delve` only the works whose names hold
//! one of these words. `cpu` and `wall` are seconds, `check` is a mean (or a length, or a count) by which
//! one sees that all did the same. Other crates stand in a package of their own,
//! `benches/peers`: build it with `cargo build --release --manifest-path benches/peers/Cargo.toml`, and
//! their lines come too.

#[path = "side_by_side/clock.rs"]
mod clock;
#[path = "side_by_side/plain.rs"]
mod plain;
#[path = "side_by_side/works.rs"]
mod works;

use std::path::Path;
use std::process::Command;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let wanted = |work: &str| words.is_empty() || words.iter().any(|word| work.contains(word.as_str()));
    works::run(&wanted);
    plain::run(&wanted);
    peers(&words);
}

/// The crates that do the same, if their package has been built.
fn peers(words: &[String]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peers/target/release/peers");
    if !path.exists() {
        eprintln!("without other crates: build them with");
        eprintln!("  cargo build --release --locked --manifest-path benches/peers/Cargo.toml");
        return;
    }
    if let Err(error) = Command::new(&path).args(words).status() {
        eprintln!("{}: {error}", path.display());
    }
}
