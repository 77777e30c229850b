//! What the language does, said in the language: every `test` block in `tests/language`, in the shipped
//! library and in the library's tests is a test of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use tablewright::diag::Severity;
use tablewright::engine::NoLog;
use tablewright::session::{RollSeed, Session};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut trials = Vec::new();
    for folder in ["tests/language", "library", "library/tests"] {
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

/// One trial for the check of a file, and one for each of its tests.
fn trials_of(path: &Path) -> Vec<Trial> {
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let path = path.to_owned();
    let titles: Vec<String> = match load(&path) {
        Ok(session) => session.tests().iter().map(|test| test.title.to_string()).collect(),
        Err(_) => Vec::new(),
    };
    let checked = path.clone();
    let check =
        Trial::test(format!("{name}: checks"), move || load(&checked).map(drop).map_err(Failed::from));
    let tests = titles.into_iter().enumerate().map(move |(at, title)| {
        let path = path.clone();
        Trial::test(format!("{name}: {title}"), move || run(&path, at).map_err(Failed::from))
    });
    std::iter::once(check).chain(tests).collect()
}

fn load(path: &Path) -> Result<Session, String> {
    let mut session = Session::new(RollSeed::new(7));
    let reports = session.load(path).map_err(|error| error.to_string())?;
    let shown: Vec<String> = reports
        .iter()
        .filter(|report| report.severity != Severity::Note)
        .map(|report| format!("{}[{}] {}", report.severity.word(), report.code, report.message))
        .collect();
    if shown.is_empty() { Ok(session) } else { Err(shown.join("\n")) }
}

fn run(path: &Path, at: usize) -> Result<(), String> {
    let mut session = load(path)?;
    let test = session.tests().get(at).cloned().ok_or("the test is gone")?;
    let reply = session.run_test(&test, &mut NoLog);
    if reply.is_done() {
        return Ok(());
    }
    let shown = reply.reports.iter().map(|report| {
        format!("{}[{}] {}\n{}", report.severity.word(), report.code, report.message, report.help.join("\n"))
    });
    Err(shown.collect::<Vec<_>>().join("\n"))
}
