//! Finds and reads sources, and keeps within the limits and the script's folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::trees::Trees;
use super::trouble::shown;
use super::{LoadError, Origin, Shipped, SourceText, regular};
use crate::base::{LIMITS, LimitInfo, Limits, SharedMap, SourceId, Sources, closest};
use crate::syntax::{self, Parsed};

/// Finds and reads sources. What it has read counts against the limits for as long as it lives.
#[derive(Debug, Clone, Default)]
pub(crate) struct Loader {
    limits: Limits,
    root: Option<PathBuf>,
    pub(super) user: Option<PathBuf>,
    /// The folders of started files that do not lie below the root.
    own: Vec<PathBuf>,
    /// The files that count, each once however often it is read, with their bytes.
    counted: BTreeMap<PathBuf, u64>,
    /// The bytes of all of them together.
    bytes: u64,
    /// What has been read, by where it stands: a true path, or `library/delving.tw`.
    read: BTreeMap<String, Arc<str>>,
    /// Texts to be taken in the stead of what stands there now.
    kept: SharedMap<String, Arc<str>>,
    /// Of notes, by their places, where the parts begin that are left out.
    without: BTreeMap<PathBuf, Vec<usize>>,
    /// The rule-sets that were read into trees.
    trees: Trees,
}

/// A source that was found and is not read yet.
#[derive(Debug, Clone)]
pub(crate) struct FoundSource(SourceOrigin);

#[derive(Debug, Clone)]
enum SourceOrigin {
    Shipped(&'static Shipped),
    File { file: PathBuf, name: String, wanted: String },
}

impl FoundSource {
    /// A shipped rule-set.
    pub(super) fn shipped(shipped: &'static Shipped) -> FoundSource {
        FoundSource(SourceOrigin::Shipped(shipped))
    }

    /// A file by its true path, as reports call it, and as it was asked for.
    pub(super) fn file(file: PathBuf, name: &str, wanted: &str) -> FoundSource {
        FoundSource(SourceOrigin::File { file, name: name.to_owned(), wanted: wanted.to_owned() })
    }

    /// What reports call it.
    pub(crate) fn name(&self) -> String {
        match &self.0 {
            SourceOrigin::Shipped(shipped) => library_place(shipped.name),
            SourceOrigin::File { name, .. } => name.clone(),
        }
    }

    /// Where it comes from.
    pub(crate) fn origin(&self) -> Origin {
        match &self.0 {
            SourceOrigin::Shipped(shipped) => Origin::Library(shipped.name),
            SourceOrigin::File { file, .. } => Origin::File(file.clone()),
        }
    }
}

/// What stands for the place of a shipped rule-set.
fn library_place(name: &str) -> String {
    format!("library/{name}.tw")
}

impl Loader {
    /// A loader with these limits. It reads no file before a script is started.
    pub(crate) fn new(limits: Limits) -> Loader {
        Loader { limits, ..Loader::default() }
    }

    /// Lets texts of the session use files of this folder and below, where no script is started.
    pub(crate) fn set_folder(&mut self, folder: &Path) -> Result<(), LoadError> {
        self.root = Some(resolve(folder, &shown(folder))?);
        Ok(())
    }

    /// How deep files may use one another.
    pub(crate) fn use_depth(&self) -> u64 {
        self.limits.use_depth
    }

    /// Reads the file that a person started. Its folder becomes the one that scripts may read. A second
    /// started file is read wherever it lies, and may use files of its own folder; for others it widens
    /// nothing.
    pub(crate) fn start(&mut self, path: &Path) -> Result<SourceText, LoadError> {
        let wanted = shown(path);
        let file = self.true_path(path, &wanted)?;
        let text = self.text_of(&file, &wanted)?;
        // Under its own name too, where that is a link: the link may be gone when the text is asked for.
        self.read.insert(shown(&regular::whole(path)), Arc::clone(&text));
        match (&self.root, file.parent()) {
            (None, folder) => self.root = folder.map(Path::to_path_buf),
            (Some(root), Some(folder)) if !folder.starts_with(root) => self.own.push(folder.to_path_buf()),
            (Some(_), _) => {}
        }
        Ok(SourceText { name: wanted.into(), text, origin: Origin::File(file) })
    }

    /// Reads the file that `use "path"` asks for in a source of this origin.
    #[cfg(test)]
    pub(crate) fn beside(&mut self, from: &Origin, path: &str) -> Result<SourceText, LoadError> {
        let found = self.find_beside(from, path)?;
        self.text_at(&found)
    }

    /// Finds the file that `use "path"` asks for in a source of this origin, and does not read it.
    pub(crate) fn find_beside(&self, from: &Origin, path: &str) -> Result<FoundSource, LoadError> {
        let outside = || LoadError::Outside { path: path.to_owned() };
        let own = match from {
            Origin::File(file) => self.own_root(file).or_else(|| self.started_beside(file)),
            Origin::Session(_) | Origin::Library(_) => None,
        };
        let root = match (own.or(self.root.as_deref()), from) {
            (Some(root), Origin::File(_) | Origin::Session(_)) => root.to_path_buf(),
            (None, Origin::File(_) | Origin::Session(_)) | (_, Origin::Library(_)) => {
                return Err(LoadError::NoFolder { path: path.to_owned() });
            }
        };
        let asked = Path::new(path);
        if asked.components().any(|part| matches!(part, Component::Prefix(_) | Component::RootDir)) {
            return Err(outside());
        }
        let folder = match from {
            Origin::File(file) => file.parent().unwrap_or(&root),
            Origin::Session(_) | Origin::Library(_) => &root,
        };
        // Where a started file lies elsewhere, its own folder is not below the root.
        let file = self.true_path(&folder.join(asked), path)?;
        if !file.starts_with(&root) {
            return Err(outside());
        }
        let name = file.strip_prefix(&root).map_or_else(|_| path.to_owned(), shown);
        Ok(FoundSource::file(file, &name, path))
    }

    /// The text of what was found.
    pub(crate) fn text_at(&mut self, found: &FoundSource) -> Result<SourceText, LoadError> {
        match &found.0 {
            SourceOrigin::Shipped(shipped) => Ok(self.shipped_text(shipped)),
            SourceOrigin::File { file, name, wanted } => {
                let text = self.text_of(file, wanted)?;
                Ok(SourceText { name: name.as_str().into(), text, origin: Origin::File(file.clone()) })
            }
        }
    }

    /// The folder of a started file that a file lies in, where it lies outside the root.
    fn started_beside(&self, file: &Path) -> Option<&Path> {
        let outside = self.root.as_ref().is_none_or(|root| !file.starts_with(root));
        let own = self.own.iter().filter(|folder| outside && file.starts_with(folder));
        own.map(PathBuf::as_path).min_by_key(|folder| folder.as_os_str().len())
    }

    /// Whether a text that comes from elsewhere than a file would be read from one.
    ///
    /// # Errors
    /// It is too long, or no text.
    pub(crate) fn would_read(&self, source: &SourceText) -> Result<(), LoadError> {
        let length = u64::try_from(source.text.len()).unwrap_or(u64::MAX);
        if length > self.limits.source_bytes {
            return Err(self.passed(&source.name, "source_bytes", Some(length)));
        }
        no_nul(&source.text, &source.name)
    }

    /// The text of a file as it was read, and where it stands; `None` where it was not read.
    pub(crate) fn text_read(&self, path: &Path) -> Option<(SourceText, PathBuf)> {
        let wanted = shown(path);
        let file = self.true_path(path, &wanted).ok()?;
        let text = Arc::clone(self.read.get(&shown(&file))?);
        Some((SourceText { name: wanted.into(), text, origin: Origin::File(file.clone()) }, file))
    }

    /// Leaves out of a note what begins at a byte. Whether it was in it until now.
    pub(crate) fn leave_out(&mut self, note: &Path, at: usize) -> bool {
        let without = self.without.entry(note.to_path_buf()).or_default();
        let fresh = !without.contains(&at);
        if fresh {
            without.push(at);
        }
        fresh
    }

    /// The note in which a table of this name stands that was left out.
    pub(crate) fn left_out(&self, name: &str) -> Option<&Path> {
        let is_named = |(note, starts): &(&PathBuf, &Vec<usize>)| {
            let Some(text) = self.read.get(&shown(note)) else { return false };
            let mut parts = syntax::note_parts(text).into_iter();
            parts.any(|part| part.name == name && starts.contains(&part.range.start))
        };
        self.without.iter().find(is_named).map(|(note, _)| note.as_path())
    }

    /// The list of a note that was read whose heading this is the name of: its heading, how many entries it has,
    /// and the note.
    pub(crate) fn list_of_a_note(&self, name: &str) -> Option<(String, usize, &str)> {
        let notes = self.read.iter().filter(|(note, _)| note.ends_with(".md") || note.ends_with(".markdown"));
        notes.into_iter().find_map(|(note, text)| {
            let named = |title: &String| syntax::name_of(title) == name;
            let list =
                syntax::note_lists(text).into_iter().find(|list| list.title.as_ref().is_some_and(named))?;
            Some((list.title?, list.entries.len(), note.rsplit('/').next().unwrap_or(note)))
        })
    }

    /// Reads a source into a tree, for the sources of a session.
    pub(crate) fn tree(&mut self, text: &SourceText, sources: &mut Sources) -> (SourceId, Parsed) {
        // Where the parts begin that are left out.
        let left_out = match &text.origin {
            Origin::File(path) => self.without.get(path).map_or(&[][..], Vec::as_slice),
            Origin::Session(_) | Origin::Library(_) => &[],
        };
        self.trees.read(text, left_out, sources)
    }

    /// What has been read, by where it stands: a true path, or `library/delving.tw`.
    pub(crate) fn texts(&self) -> &BTreeMap<String, Arc<str>> {
        &self.read
    }

    /// Takes these texts from now on in the stead of what stands in those places.
    pub(crate) fn keep(&mut self, texts: SharedMap<String, Arc<str>>) {
        self.kept = texts;
    }

    /// Takes what has been read from now on as it was read; gives what was taken so before.
    pub(crate) fn hold(&mut self) -> SharedMap<String, Arc<str>> {
        let before = self.kept.clone();
        for (place, text) in &self.read {
            self.kept.insert(place.clone(), Arc::clone(text));
        }
        before
    }

    /// The same loader, with nothing read.
    #[must_use]
    pub(crate) fn afresh(&self) -> Loader {
        Loader {
            counted: BTreeMap::new(),
            bytes: 0,
            read: BTreeMap::new(),
            without: BTreeMap::new(),
            ..self.clone()
        }
    }

    /// The true path of a file; where its text is kept, the file may be gone or be another one.
    pub(super) fn true_path(&self, path: &Path, wanted: &str) -> Result<PathBuf, LoadError> {
        let whole = regular::whole(path);
        if self.kept.contains_key(&shown(&whole)) { Ok(whole) } else { resolve(path, wanted) }
    }

    /// The text of a file: the kept one, or what stands there.
    pub(super) fn text_of(&mut self, file: &Path, wanted: &str) -> Result<Arc<str>, LoadError> {
        let place = shown(file);
        let text = match self.kept.get(&place) {
            Some(text) => Arc::clone(text),
            None => self.read(file, wanted)?,
        };
        self.read.insert(place, Arc::clone(&text));
        Ok(text)
    }

    /// The text of a shipped rule-set: the kept one, or what is shipped.
    fn shipped_text(&mut self, found: &'static Shipped) -> SourceText {
        let shown = library_place(found.name);
        let origin = Origin::Library(found.name);
        let text = self.kept.get(&shown).cloned().unwrap_or_else(|| found.text.into());
        self.read.insert(shown.clone(), Arc::clone(&text));
        SourceText { name: shown.into(), text, origin }
    }

    /// Whether the text of a file is kept.
    pub(super) fn is_kept(&self, file: &Path) -> bool {
        self.kept.contains_key(&shown(&regular::whole(file)))
    }

    /// The places of the texts that are kept, in no order.
    pub(super) fn kept_places(&self) -> impl Iterator<Item = &str> {
        self.kept.keys().map(String::as_str)
    }

    /// Reads a regular file within the limits; never more than the limit's bytes.
    fn read(&mut self, file: &Path, wanted: &str) -> Result<Arc<str>, LoadError> {
        let unreadable =
            |error: std::io::Error| LoadError::Unreadable { path: wanted.to_owned(), why: error.to_string() };
        let before = self.counted.get(file).copied();
        let files = u64::try_from(self.counted.len()).unwrap_or(u64::MAX);
        if before.is_none() && files >= self.limits.files {
            return Err(self.passed(wanted, "files", Some(files + 1)));
        }
        let meta = fs::metadata(file).map_err(unreadable)?;
        if !meta.is_file() {
            return Err(LoadError::NotRegular { path: wanted.to_owned() });
        }
        let most = self.limits.source_bytes;
        let bytes = regular::read(file, most).map_err(unreadable)?;
        let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        if length > most {
            return Err(self.passed(wanted, "source_bytes", Some(meta.len().max(length))));
        }
        // A file that was read before counts as what it is now.
        let together = self.bytes - before.unwrap_or(0) + length;
        if together > self.limits.all_source_bytes {
            return Err(self.passed(wanted, "all_source_bytes", Some(together)));
        }
        let text = as_text(bytes, wanted)?;
        self.bytes = together;
        self.counted.insert(file.to_path_buf(), length);
        Ok(text.into())
    }

    fn passed(&self, path: &str, name: &str, met: Option<u64>) -> LoadError {
        let info = limit_info(name);
        LoadError::limit(path, info, self.limits.get(name).unwrap_or(info.default), met)
    }
}

fn limit_info(name: &str) -> &'static LimitInfo {
    LIMITS.iter().find(|info| info.name == name).expect("limits are asked for by names of the one list")
}

/// The true path of an existing file: no links, no `..`.
fn resolve(path: &Path, wanted: &str) -> Result<PathBuf, LoadError> {
    fs::canonicalize(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => {
            if let Ok(target) = fs::read_link(path) {
                let why = format!("it is a link to `{}`, which is not there", target.display());
                return LoadError::Unreadable { path: wanted.to_owned(), why };
            }
            LoadError::Missing { path: wanted.to_owned(), near: near_file(path, wanted) }
        }
        _ => LoadError::Unreadable { path: wanted.to_owned(), why: error.to_string() },
    })
}

/// A file of the same folder with nearly the name that was asked for.
fn near_file(path: &Path, wanted: &str) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let entries = fs::read_dir(path.parent()?).ok()?;
    let mut names: Vec<String> = entries
        .take(1000)
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|entry| entry.ends_with(".tw") || entry.ends_with(".md"))
        .collect();
    names.sort_unstable();
    let near = closest(name, names.iter().map(String::as_str))?;
    Some(format!("{}{near}", wanted.strip_suffix(name).unwrap_or("")))
}

/// The bytes as text, without a byte order mark; NUL and broken UTF-8 are refused.
fn as_text(bytes: Vec<u8>, wanted: &str) -> Result<String, LoadError> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let upto = error.utf8_error().valid_up_to();
        let line = line_of(error.as_bytes().get(..upto).unwrap_or_default());
        LoadError::NotText { path: wanted.to_owned(), line }
    })?;
    no_nul(&text, wanted)?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

fn no_nul(text: &str, wanted: &str) -> Result<(), LoadError> {
    let Some(at) = text.find('\0') else { return Ok(()) };
    let line = line_of(text.as_bytes().get(..at).unwrap_or_default());
    Err(LoadError::Nul { path: wanted.to_owned(), line })
}

/// The line, from 1, that stands behind these bytes.
fn line_of(before: &[u8]) -> usize {
    before.iter().filter(|byte| **byte == b'\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("game")).unwrap();
        fs::write(dir.path().join("game/main.tw"), "use \"side.tw\"\n").unwrap();
        fs::write(dir.path().join("game/side.tw"), "let x = 1\n").unwrap();
        fs::write(dir.path().join("secret.tw"), "let y = 2\n").unwrap();
        dir
    }

    fn started(dir: &tempfile::TempDir) -> (Loader, Origin) {
        let mut loader = Loader::new(Limits::default());
        let main = loader.start(&dir.path().join("game/main.tw")).unwrap();
        (loader, main.origin)
    }

    #[test]
    fn files_beside_the_script_are_read_and_no_others() {
        let dir = folder();
        let (mut loader, main) = started(&dir);
        let side = loader.beside(&main, "side.tw").unwrap();
        assert_eq!((&*side.name, &*side.text), ("side.tw", "let x = 1\n"));
        let outside = |path: &str| LoadError::Outside { path: path.to_owned() };
        assert_eq!(loader.beside(&main, "../secret.tw").unwrap_err(), outside("../secret.tw"));
        assert_eq!(loader.beside(&main, "/etc/passwd").unwrap_err(), outside("/etc/passwd"));
        let missing = loader.beside(&main, "sied.tw").unwrap_err();
        assert_eq!(missing, LoadError::Missing { path: "sied.tw".into(), near: Some("side.tw".into()) });
    }

    #[test]
    fn a_second_started_file_uses_its_own_folder_and_widens_nothing_else() {
        let dir = folder();
        let (mut loader, main) = started(&dir);
        fs::create_dir(dir.path().join("other")).unwrap();
        fs::write(dir.path().join("other/start.tw"), "use \"luck.tw\"\n").unwrap();
        fs::write(dir.path().join("other/luck.tw"), "let luck = 7\n").unwrap();
        let second = loader.start(&dir.path().join("other/start.tw")).unwrap();
        assert_eq!(&*loader.beside(&second.origin, "luck.tw").unwrap().text, "let luck = 7\n");
        let outside = |path: &str| LoadError::Outside { path: path.to_owned() };
        assert_eq!(loader.beside(&second.origin, "../secret.tw").unwrap_err(), outside("../secret.tw"));
        assert_eq!(loader.beside(&main, "../other/luck.tw").unwrap_err(), outside("../other/luck.tw"));
    }

    #[cfg(unix)]
    #[test]
    fn links_out_of_the_folder_and_folders_are_refused() {
        let dir = folder();
        let (mut loader, main) = started(&dir);
        std::os::unix::fs::symlink(dir.path().join("secret.tw"), dir.path().join("game/link.tw")).unwrap();
        fs::create_dir(dir.path().join("game/sub.tw")).unwrap();
        assert!(matches!(loader.beside(&main, "link.tw"), Err(LoadError::Outside { .. })));
        assert!(matches!(loader.beside(&main, "sub.tw"), Err(LoadError::NotRegular { .. })));
    }

    #[test]
    fn bytes_that_are_no_text_are_named_with_their_line() {
        let dir = folder();
        let (mut loader, main) = started(&dir);
        fs::write(dir.path().join("game/bad.tw"), b"a\n\xff\xfe").unwrap();
        fs::write(dir.path().join("game/nul.tw"), b"a\n\n\0").unwrap();
        assert!(matches!(loader.beside(&main, "bad.tw"), Err(LoadError::NotText { line: 2, .. })));
        assert!(matches!(loader.beside(&main, "nul.tw"), Err(LoadError::Nul { line: 3, .. })));
    }

    #[test]
    fn limits_name_themselves() {
        let dir = folder();
        let mut loader = Loader::new(Limits { source_bytes: 12, ..Limits::default() });
        let error = loader.start(&dir.path().join("game/main.tw")).unwrap_err();
        assert!(matches!(error, LoadError::Limit { code: "TW0801", limit: 12, met: Some(14), .. }));
        let mut loader = Loader::new(Limits { files: 1, ..Limits::default() });
        let main = loader.start(&dir.path().join("game/main.tw")).unwrap();
        let error = loader.beside(&main.origin, "side.tw").unwrap_err();
        assert!(matches!(error, LoadError::Limit { code: "TW0803", .. }));
    }

    #[test]
    fn a_file_counts_once_however_often_it_is_read() {
        let dir = folder();
        let main = dir.path().join("game/main.tw");
        let mut loader = Loader::new(Limits { files: 2, all_source_bytes: 40, ..Limits::default() });
        let origin = loader.start(&main).unwrap().origin;
        for _ in 0..9 {
            assert!(loader.beside(&origin, "side.tw").is_ok());
            assert!(loader.start(&main).is_ok());
        }
        // It counts as what it is now, even so.
        fs::write(&main, "# a much longer text\n").unwrap();
        assert!(loader.start(&main).is_ok());
        fs::write(&main, "# a text that is longer than all may be together\n").unwrap();
        assert!(matches!(loader.start(&main), Err(LoadError::Limit { code: "TW0802", .. })));
    }
}
