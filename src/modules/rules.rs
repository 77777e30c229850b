//! Rule-sets by name: the shipped ones, and those that a person keeps in a folder of their own.

use std::fs;
use std::path::{Path, PathBuf};

use super::loader::{FoundSource, Loader};
#[cfg(test)]
use super::text::SourceText;
use super::trouble::shown;
use super::{LIBRARY, LoadError, shipped};
use crate::base::closest;

/// The endings of a rule-set's file; the first is looked for first.
const ENDINGS: [&str; 2] = ["tw", "md"];
/// Entries of the folder that are looked at when it is listed.
const MAX_LISTED: usize = 1000;

/// A rule-set in a person's own folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct OwnRules {
    /// Its name, as `use` says it.
    pub name: String,
    /// Its file.
    pub path: PathBuf,
}

impl Loader {
    /// Looks for rule-sets in this folder too, after the shipped ones.
    pub(crate) fn set_user_folder(&mut self, folder: PathBuf) {
        // Its true path, so that what a file of it uses can be seen to lie in it.
        self.user = Some(fs::canonicalize(&folder).unwrap_or(folder));
    }

    /// The folder of a person's own rule-sets, whether it is there or not.
    pub(crate) fn user_folder(&self) -> Option<&Path> {
        self.user.as_deref()
    }

    /// The rule-sets in the person's own folder, by name. One that has the name of a shipped rule-set is never
    /// used.
    pub(crate) fn own_rules(&self) -> Vec<OwnRules> {
        let entries = self.user.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
        let mut all: Vec<OwnRules> =
            entries.take(MAX_LISTED).flatten().filter_map(|entry| own(entry.path())).collect();
        all.sort();
        // Of two files of one name, the one that `use` takes.
        all.retain(|rules| self.own_file(&rules.name).as_ref() == Some(&rules.path));
        all
    }

    /// Whether there is a rule-set of this name.
    pub(crate) fn is_rules(&self, name: &str) -> bool {
        shipped(name).is_some() || self.own_file(name).is_some()
    }

    /// The rule-set of this name: a shipped one, or one of the person's own folder.
    #[cfg(test)]
    pub(crate) fn rules(&mut self, name: &str) -> Result<SourceText, LoadError> {
        let found = self.find_rules(name)?;
        self.text_at(&found)
    }

    /// Finds the rule-set of this name, and does not read it.
    pub(crate) fn find_rules(&self, name: &str) -> Result<FoundSource, LoadError> {
        if let Some(found) = shipped(name) {
            return Ok(FoundSource::shipped(found));
        }
        if let Some(file) = self.own_file(name) {
            let wanted = shown(&file);
            let file = self.true_path(&file, &wanted)?;
            return Ok(FoundSource::file(file, &wanted, &wanted));
        }
        let own = self.own_rules();
        let names = LIBRARY.iter().map(|shipped| shipped.name).chain(own.iter().map(|rules| &*rules.name));
        Err(LoadError::Unknown { name: name.to_owned(), near: closest(name, names).map(str::to_owned) })
    }

    /// Where `use "path"` in a file of the person's own rule-sets may lead.
    pub(super) fn own_root(&self, file: &Path) -> Option<&Path> {
        self.user.as_deref().filter(|folder| file.starts_with(folder))
    }

    /// The file of a rule-set of one's own; where a campaign kept its text, the one that it was read from.
    fn own_file(&self, name: &str) -> Option<PathBuf> {
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let names = || ENDINGS.iter().map(|ending| format!("{name}.{ending}"));
        let folder = self.user.as_ref().filter(|_| is_name)?;
        let there = |file: &PathBuf| self.is_kept(file) || file.is_file();
        let found = names().map(|file| folder.join(file)).find(there);
        found.or_else(|| {
            let of_name = |place: &&Path| names().any(|file| place.ends_with(&file));
            self.kept_places().map(Path::new).filter(of_name).min().map(Path::to_path_buf)
        })
    }
}

fn own(path: PathBuf) -> Option<OwnRules> {
    let ending = path.extension()?.to_str()?;
    let name = path.file_stem()?.to_str()?.to_owned();
    (ENDINGS.contains(&ending) && path.is_file()).then_some(OwnRules { name, path })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Limits;

    #[test]
    fn rule_sets_are_found_by_name() {
        let mut loader = Loader::new(Limits::default());
        assert_eq!(&*loader.rules("delving").unwrap().name, "library/delving.tw");
        let near = Some("delving".to_owned());
        assert_eq!(loader.rules("delvin").unwrap_err(), LoadError::Unknown { name: "delvin".into(), near });
    }

    #[test]
    fn own_rule_sets_come_after_the_shipped_ones_and_read_their_own_folder_only() {
        let folder = tempfile::tempdir().unwrap();
        let rules = folder.path().join("rules");
        fs::create_dir(&rules).unwrap();
        for (name, text) in [
            ("rules/moor.tw", "use \"parts.tw\"\n"),
            ("rules/moor.md", "# never read\n"),
            ("rules/parts.tw", ""),
            ("rules/finds.md", "# finds\n"),
            ("rules/delving.tw", "# hidden\n"),
            ("rules/notes.txt", ""),
            ("secret.tw", ""),
        ] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let mut loader = Loader::new(Limits::default());
        assert!(!loader.is_rules("moor"));
        loader.set_user_folder(rules);
        let names: Vec<String> = loader.own_rules().into_iter().map(|rules| rules.name).collect();
        assert_eq!(names, ["delving", "finds", "moor", "parts"]);
        assert_eq!(&*loader.rules("delving").unwrap().name, "library/delving.tw");
        assert!(loader.rules("finds").unwrap().is_markdown());
        let moor = loader.rules("moor").unwrap();
        assert_eq!(&*moor.text, "use \"parts.tw\"\n");
        assert!(loader.beside(&moor.origin, "parts.tw").is_ok());
        assert!(matches!(loader.beside(&moor.origin, "../secret.tw"), Err(LoadError::Outside { .. })));
        assert!(matches!(loader.rules("../secret"), Err(LoadError::Unknown { .. })));
        let near = Some("moor".to_owned());
        assert_eq!(loader.rules("mor").unwrap_err(), LoadError::Unknown { name: "mor".into(), near });
    }
}
