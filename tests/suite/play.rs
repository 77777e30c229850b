//! The rule-sets played from end to end: each script of `examples/play` with the transcript beside it.

use crate::support::cases;
use std::path::Path;
use std::process::Command;

/// What `tw run FILE --seed 7` writes, and that it ends well.
fn transcript(script: &Path) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_tw"))
        .args(["run", "--seed", "7", "--no-config", "--color", "never", "--width", "100"])
        .arg(script)
        .output()
        .expect("the program runs");
    let complaints = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{}: {complaints}", script.display());
    String::from_utf8(run.stdout).expect("a transcript in UTF-8")
}

#[test]
fn every_rule_set_is_played_as_written_down() {
    cases::each_case("../examples/play", "tw", |path, _| transcript(path));
}
