//! Names that no file has yet.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// A file beside this one that is not there yet.
pub(crate) fn free_beside(path: &Path) -> PathBuf {
    let part = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, end) = (part(path.file_stem()), part(path.extension()));
    let dot = if end.is_empty() { "" } else { "." };
    let named = (2..1000).map(|nth| path.with_file_name(format!("{stem}-{nth}{dot}{end}")));
    let mut free = named.filter(|path| std::fs::symlink_metadata(path).is_err());
    free.next().unwrap_or_else(|| path.with_file_name("another"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_number_is_taken() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        assert_eq!((free_beside(&at("a.tw")), free_beside(&at("log"))), (at("a-2.tw"), at("log-2")));
        std::fs::write(at("a-2.tw"), "").expect("written");
        assert_eq!(free_beside(&at("a.tw")), at("a-3.tw"));
    }
}
