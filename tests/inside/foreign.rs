//! Files as other programs write them, and what becomes of each: `tests/foreign/NAME` beside `NAME.out`.
//! `TW_BLESS=1` writes what is expected anew.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::interop::import_file;
use crate::modules::{Origin, SourceText};
use crate::session::{RollSeed, Session};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/foreign");
    let entries = std::fs::read_dir(folder).expect("the folder of foreign files");
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    all.retain(|path| path.extension().is_some_and(|end| end != "out"));
    all.sort();
    all
}

/// What is imported, its notes, what `tw check` says of it, and the odds of every row.
fn shown(path: &Path) -> String {
    let bytes = std::fs::read(path).expect("readable");
    let text = String::from_utf8(bytes).expect("UTF-8");
    let carried = match import_file(path, &text) {
        Ok(carried) => carried,
        Err(why) => return format!("refused: {why}\n"),
    };
    let mut out = carried.text.clone();
    if !out.ends_with('\n') {
        out.push('\n');
    }
    for note in &carried.lost {
        let _ = writeln!(out, "note: {note}");
    }
    let mut session = Session::new(RollSeed::new(7));
    let origin = Origin::Session("imported".into());
    let source = SourceText { name: "imported".into(), text: carried.text.into(), origin };
    for report in session.load_text(source) {
        let word = if report.is_error() { "ERROR " } else { "" };
        let _ = writeln!(out, "{word}{}: {}", report.code, report.message);
    }
    let program = session.program().clone();
    for table in program.tables.iter() {
        let Some(odds) = session.row_odds(&table.def.name) else { continue };
        let chances: Vec<String> = odds.chances.iter().map(ToString::to_string).collect();
        let _ = writeln!(out, "odds of {}: {}", table.def.name, chances.join(" "));
    }
    for function in program.fns.iter().filter(|function| function.params.is_empty()) {
        let name = format!("{}()", function.def.name);
        let Some(odds) = super::support::shipped::exact(&mut session, &name) else { continue };
        let mean = odds.mean.as_ref().map_or_else(|| "none".to_owned(), ToString::to_string);
        let _ = writeln!(out, "mean of {name}: {mean}");
    }
    out
}

#[test]
fn foreign_files_become_what_is_expected() {
    let bless = std::env::var_os("TW_BLESS").is_some();
    let mut faults = Vec::new();
    let files = files();
    for path in &files {
        let expected = PathBuf::from(format!("{}.out", path.display()));
        let is = shown(path);
        // What comes in can be checked and rolled as it stands.
        if is.contains("\nERROR ") {
            faults.push(format!("{}:\n{is}", path.display()));
        }
        if bless {
            std::fs::write(&expected, &is).expect("written");
            continue;
        }
        let was = std::fs::read_to_string(&expected).unwrap_or_default();
        if is != was {
            faults.push(format!("{}:\n--- expected\n{was}--- now\n{is}", path.display()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(files.len() >= 30, "only {} foreign files", files.len());
}
