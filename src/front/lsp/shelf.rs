//! The shipped rule-sets as files: an editor that goes to a definition needs a file to open. They are
//! written into the user's cache the first time one is asked for.

use std::path::PathBuf;

use crate::front::config;
use crate::modules::{LIBRARY, regular, shipped};

/// Where the rule-sets stand as files.
#[derive(Debug, Clone)]
pub(crate) struct Shelf {
    folder: Option<PathBuf>,
}

impl Shelf {
    /// The shelf in the user's cache; without such a folder there are no files.
    pub(crate) fn new() -> Shelf {
        // Another library has another folder, so what an editor has open stays what it was.
        let size: usize = LIBRARY.iter().map(|shipped| shipped.text.len()).sum();
        let name = format!("library-{}-{size}", env!("CARGO_PKG_VERSION"));
        let folder = config::folders().map(|dirs| dirs.cache_dir().join(name));
        Shelf { folder }
    }

    /// The file of a rule-set, written if it is not there.
    pub(crate) fn file(&self, name: &str) -> Option<PathBuf> {
        let text = shipped(name)?.text;
        let folder = self.folder.as_ref()?;
        let path = folder.join(format!("{name}.tw"));
        let most = u64::try_from(text.len()).unwrap_or(u64::MAX);
        if regular::read(&path, most).is_ok_and(|there| there == text.as_bytes()) {
            return Some(path);
        }
        std::fs::create_dir_all(folder).ok()?;
        let mut file = tempfile::NamedTempFile::new_in(folder).ok()?;
        std::io::Write::write_all(&mut file, text.as_bytes()).ok()?;
        let mut rights = file.as_file().metadata().ok()?.permissions();
        rights.set_readonly(true);
        file.as_file().set_permissions(rights).ok()?;
        file.persist(&path).ok()?;
        Some(path)
    }

    /// Whether a file is one of these, which nobody edits.
    pub(crate) fn holds(&self, path: &std::path::Path) -> bool {
        self.folder.as_ref().is_some_and(|folder| path.starts_with(folder))
    }
}
