//! Tests as data: an input file with the expected output beside it.
//!
//! With `TW_BLESS=1` in the environment the expected files are written anew; judge them in the diff.
use std::fs;
use std::path::{Path, PathBuf};

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

/// A folder with one file in it.
pub fn folder_with(name: &str, text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(name), text).expect("written");
    folder
}
