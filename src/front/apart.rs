//! Files that a command writes are no others: what would replace a file that it reads, or another one that it
//! writes, is refused before anything is written.

use std::path::{Path, PathBuf};

use super::app::AppError;
use super::free::free_beside;
use super::places::campaign_path;
use super::render::clean_line;

/// A file that a command is told to write.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Output<'a> {
    /// The flag that names it, as `--export-state`.
    pub flag: &'a str,
    pub path: &'a Path,
}

/// Refuses outputs that are one of the inputs, or inside one that is a folder, and outputs that are the same.
///
/// # Errors
/// There is such an output.
pub(crate) fn keep_apart(outputs: &[Output<'_>], inputs: &[PathBuf]) -> Result<(), AppError> {
    for (nth, output) in outputs.iter().enumerate() {
        let Output { flag, path } = output;
        let written = shown(path);
        if let Some(input) = input_at(path, inputs) {
            let what = format!("`{flag} {written}` would replace `{}`, which is read", shown(input));
            return Err(refused(what, path));
        }
        if let Some(other) = outputs.iter().take(nth).find(|other| is_same(path, other.path)) {
            let what = format!("`{} {}` and `{flag} {written}` are one file", other.flag, shown(other.path));
            return Err(refused(what, path));
        }
    }
    Ok(())
}

/// The input that a path leads to or into, however it is spelled.
pub(crate) fn input_at<'i>(path: &Path, inputs: &'i [PathBuf]) -> Option<&'i Path> {
    inputs.iter().find(|input| is_same(path, input) || is_inside(path, input)).map(PathBuf::as_path)
}

fn refused(what: String, path: &Path) -> AppError {
    let help = format!("nothing was written: name another file, for example `{}`", shown(&free_beside(path)));
    AppError::usage(what, help)
}

fn shown(path: &Path) -> String {
    clean_line(&path.to_string_lossy()).into_owned()
}

/// Where a path leads, links followed, whether or not there is something.
fn truly(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| campaign_path(path))
}

/// Whether two paths lead to one file, however they are spelled: links and second names are followed.
fn is_same(one: &Path, other: &Path) -> bool {
    truly(one) == truly(other) || is_second_name(one, other)
}

/// Whether a path leads into a folder.
fn is_inside(path: &Path, folder: &Path) -> bool {
    folder.is_dir() && truly(path).starts_with(truly(folder))
}

#[cfg(unix)]
fn is_second_name(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    // Devices, such as `/dev/null`, lose nothing.
    let node = |path: &Path| {
        std::fs::metadata(path).ok().filter(|meta| meta.is_file()).map(|meta| (meta.dev(), meta.ino()))
    };
    node(one).is_some_and(|node_of_one| node(other) == Some(node_of_one))
}

#[cfg(not(unix))]
fn is_second_name(_: &Path, _: &Path) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_every_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("sub")).expect("a folder");
        std::fs::write(at("a.tw"), "").expect("written");
        std::fs::hard_link(at("a.tw"), at("hard.tw")).expect("a second name");
        std::os::unix::fs::symlink("a.tw", at("link.tw")).expect("a link");
        for name in ["a.tw", "sub/../a.tw", "./a.tw", "hard.tw", "link.tw"] {
            let (path, input) = (at(name), [at("a.tw")]);
            let output = [Output { flag: "-o", path: &path }];
            let refused = keep_apart(&output, &input).expect_err(name).to_string();
            assert!(refused.contains("which is read") && refused.contains("a.tw"), "{refused}");
        }
        let (one, other, free) = (at("new"), at("sub/../new"), at("sub/new"));
        let output = |path| Output { flag: "-o", path };
        assert!(keep_apart(&[output(&one), output(&other)], &[]).is_err());
        assert!(keep_apart(&[output(&one), output(&free)], &[at("a.tw")]).is_ok());
        assert!(keep_apart(&[output(&free)], &[at("sub")]).is_err());
    }
}
