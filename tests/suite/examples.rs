//! Every example program prints what the `.out` file beside it holds, is free of warnings, and passes
//! its own tests.
//!
//! `TW_BLESS=1 cargo test --test suite examples::` writes what was printed into the `.out` files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")
}

/// The examples that are run, by file name: every `.tw` file, and Markdown notes through those that use them.
fn examples() -> Vec<String> {
    let mut found: Vec<String> = fs::read_dir(folder())
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .filter(|name| name.ends_with(".tw"))
        .collect();
    found.sort();
    found
}

fn tw(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tw"))
        .args(args)
        .args(["--no-config", "--width", "80", "--color", "never"])
        .current_dir(folder())
        .stdin(Stdio::null())
        .output()
        .expect("tw starts")
}

/// What went wrong with a command that should have gone well.
fn complaint(what: &str, output: &Output) -> Option<String> {
    let printed =
        || format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (!output.status.success()).then(|| format!("{what}: {}\n{}", output.status, printed()))
}

fn for_each_example(test: impl Fn(&str) -> Option<String>) {
    let names = examples();
    assert!(names.len() >= 10, "{names:?}");
    let complaints: Vec<String> = names.iter().filter_map(|name| test(name)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn they_print_what_is_written_beside_them() {
    for_each_example(|name| {
        let output = tw(&["run", name, "--seed", "7"]);
        if let Some(wrong) = complaint(name, &output) {
            return Some(wrong);
        }
        let printed = String::from_utf8(output.stdout).expect("UTF-8");
        let beside = folder().join(Path::new(name).with_extension("out"));
        if std::env::var_os("TW_BLESS").is_some() {
            fs::write(&beside, &printed).expect("written");
        }
        let expected = fs::read_to_string(&beside).unwrap_or_default();
        (printed != expected).then(|| format!("{name} prints:\n{printed}instead of:\n{expected}"))
    });
}

#[test]
fn they_are_free_of_warnings() {
    for_each_example(|name| complaint(name, &tw(&["check", name, "--deny-warnings"])));
}

#[test]
fn their_own_tests_pass() {
    for_each_example(|name| complaint(name, &tw(&["test", name])));
}

#[test]
fn every_expected_output_has_its_example() {
    for entry in fs::read_dir(folder()).expect("the folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|end| end == "out") {
            assert!(path.with_extension("tw").exists(), "{}", path.display());
        }
    }
}
