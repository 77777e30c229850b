//! What the language does, said in the language: every `test` block in `tests/language`, in the shipped
//! library and in the library's tests is a test of its own, run by the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::{Arc, OnceLock};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut trials = Vec::new();
    for folder in ["tests/language", "tests/language/games", "library", "library/tests"] {
        for path in scripts(&root.join(folder)) {
            trials.extend(trials_of(&path));
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn scripts(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of scripts");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "tw"));
    paths.sort();
    assert!(!paths.is_empty(), "no scripts in {}", folder.display());
    paths
}

/// One trial for the check of a file, and one for each of its tests; the file is run when the first of them
/// is wanted.
fn trials_of(path: &Path) -> Vec<Trial> {
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let path = path.to_owned();
    let text = fs::read_to_string(&path).expect("readable");
    let ran: Arc<OnceLock<Vec<Value>>> = Arc::default();
    let tests = titles(&text).into_iter().enumerate().map(|(at, title)| {
        let (ran, path) = (ran.clone(), path.clone());
        let shown = format!("{name}: {title}");
        Trial::test(shown, move || passed(ran.get_or_init(|| run(&path)).get(at), &title))
    });
    let tests: Vec<Trial> = tests.collect();
    let check = Trial::test(format!("{name}: checks"), move || checks(&path));
    std::iter::once(check).chain(tests).collect()
}

/// The titles of the tests of a source, from top to bottom.
fn titles(text: &str) -> Vec<String> {
    let blocks = text.lines().filter_map(|line| line.strip_prefix("test \""));
    blocks.map(|rest| rest.split('"').next().unwrap_or(rest).to_owned()).collect()
}

fn tw(args: &[&str], path: &Path) -> std::process::Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tw"));
    command.args(args).arg(path).arg("--no-config").env("LANG", "C.UTF-8");
    command.output().expect("the program runs")
}

fn checks(path: &Path) -> Result<(), Failed> {
    let checked = tw(&["check", "--deny-warnings"], path);
    if checked.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&checked.stderr).into_owned().into())
    }
}

/// What each test of a source came to.
fn run(path: &Path) -> Vec<Value> {
    let ran = tw(&["test", "--json"], path);
    let out = String::from_utf8(ran.stdout).expect("UTF-8");
    let lines = out.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.filter(|line| line["kind"] == "test").collect()
}

fn passed(result: Option<&Value>, title: &str) -> Result<(), Failed> {
    let result = result.ok_or("the test was not run")?;
    assert_eq!(result["title"], title, "tests are told in their order");
    if result["passed"] == true { Ok(()) } else { Err(format!("{result:#}").into()) }
}
