//! Tests as data: an input file with the expected output beside it.
//!
//! With `TW_BLESS=1` in the environment the expected files are written anew; judge them in the diff.
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use tablewright::base::Source;
use tablewright::diag::Diagnostic;

/// A folder below `tests/`.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// Runs every file of a folder below `tests/` that has this extension: `show` turns its text into the
/// output that stands beside it in a file ending in `.out`.
pub fn each_case(folder_name: &str, extension: &str, show: impl Fn(&Path, &str) -> String) {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder(folder_name))
        .expect("the folder of cases is there")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "no case in {folder_name}");
    let mut wrong = String::new();
    for path in paths {
        let input = fs::read_to_string(&path).expect("a readable case");
        let actual = show(&path, &input);
        if let Err(difference) = compare(&path.with_extension("out"), &actual) {
            wrong.push_str(&difference);
        }
    }
    assert!(wrong.is_empty(), "{wrong}\nTW_BLESS=1 writes the expected files anew");
}

/// Compares with an expected file, or writes it when blessing.
pub fn compare(expected: &Path, actual: &str) -> Result<(), String> {
    if std::env::var_os("TW_BLESS").is_some_and(|value| value == "1") {
        fs::write(expected, actual).map_err(|error| error.to_string())?;
        return Ok(());
    }
    let wanted = fs::read_to_string(expected).unwrap_or_default();
    if wanted == actual {
        return Ok(());
    }
    let difference = similar::TextDiff::from_lines(wanted.as_str(), actual);
    Err(format!("\n{}", difference.unified_diff().header(&expected.display().to_string(), "actual")))
}

/// Reports as plain lines: place, severity, code, message, what is said at the places, help and fixes.
pub fn reports(source: &Source, diagnostics: &[Diagnostic]) -> String {
    let mut out = String::new();
    for found in diagnostics {
        let at = source.line_col(found.primary.span.start);
        let shown = source.slice(found.primary.span.range()).replace('\n', "⏎");
        let _ = writeln!(
            out,
            "{}:{} {}[{}] {}",
            at.line,
            at.col,
            found.severity.word(),
            found.code,
            found.message
        );
        let _ = writeln!(out, "    at   `{shown}` {}", found.primary.text);
        for label in &found.labels {
            let at = source.line_col(label.span.start);
            let _ = writeln!(out, "    and  {}:{} {}", at.line, at.col, label.text);
        }
        for help in &found.help {
            let _ = writeln!(out, "    help {help}");
        }
        for note in &found.notes {
            let _ = writeln!(out, "    note {note}");
        }
        for fix in &found.fixes {
            let _ = writeln!(out, "    fix  {}: {}", fix.title, mended(source, fix));
        }
    }
    out
}

/// The line of a fix's first edit as it stands when the fix is made.
pub fn mended(source: &Source, fix: &tablewright::diag::Fix) -> String {
    let mut text = source.text().to_string();
    let mut edits: Vec<_> = fix.edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
    for edit in &edits {
        text.replace_range(edit.span.range(), &edit.text);
    }
    let first = edits.last().map_or(0, |edit| edit.span.start as usize);
    let start = text[..first].rfind('\n').map_or(0, |at| at + 1);
    text[start..].lines().next().unwrap_or("").trim_end().to_owned()
}
