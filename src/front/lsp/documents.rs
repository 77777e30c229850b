//! The texts that are open in the editor. What is open counts, not what is saved.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use lsp_types::{TextDocumentContentChangeEvent, Uri};

use super::address;
use super::place::{Encoding, LineStarts};
use crate::base::SharedMap;
use crate::modules::shown;

/// A mark at the beginning of some files that is no part of their text.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A text that is open.
#[derive(Debug)]
pub(crate) struct Document {
    /// Its address, as the editor writes it.
    pub uri: Uri,
    /// The file, by its true path.
    pub path: PathBuf,
    /// How often it was changed, as the editor counts.
    pub version: i32,
    /// The whole text.
    pub lines: LineStarts,
    /// The text that is read, once somebody has asked for it.
    read: OnceLock<Arc<str>>,
}

impl Document {
    /// A document as the editor opens it.
    pub(crate) fn new(uri: Uri, version: i32, whole: &str) -> Document {
        let path = address::path_of(&uri);
        Document { uri, path, version, lines: LineStarts::new(whole), read: OnceLock::new() }
    }

    /// The text that is read: without a mark at its beginning.
    pub(crate) fn text(&self) -> &Arc<str> {
        self.read.get_or_init(|| match self.lines.text().strip_prefix(BYTE_ORDER_MARK) {
            Some(text) => text.into(),
            None => Arc::clone(self.lines.text()),
        })
    }

    /// How many bytes of the whole text stand before the text that is read.
    pub(crate) fn before(&self) -> usize {
        if self.lines.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 }
    }

    /// How many bytes the text has that is read.
    pub(crate) fn len(&self) -> usize {
        self.lines.len() - self.before()
    }

    /// Whether it is a Markdown note.
    pub(crate) fn is_markdown(&self) -> bool {
        let end = self.path.extension();
        end.is_some_and(|end| end.eq_ignore_ascii_case("md") || end == "markdown")
    }

    /// The document after some changes, each made to what the one before has left.
    pub(crate) fn changed(
        &self,
        version: i32,
        changes: &[TextDocumentContentChangeEvent],
        encoding: Encoding,
    ) -> Document {
        let mut lines = self.lines.clone();
        for change in changes {
            lines = match change.range {
                Some(range) => lines.replaced(lines.bytes(range, encoding), &change.text),
                None => LineStarts::new(&change.text),
            };
        }
        Document { uri: self.uri.clone(), path: self.path.clone(), version, lines, read: OnceLock::new() }
    }
}

/// Everything that is open. A copy is cheap, and what is changed in one leaves the others as they are.
#[derive(Debug, Clone, Default)]
pub(crate) struct Documents {
    open: SharedMap<String, Arc<Document>>,
    /// The document of each file, by its true path; of several with one path the one that was changed last.
    by_path: SharedMap<PathBuf, Arc<Document>>,
    /// Their texts, by where they stand; without those of `unread`.
    texts: SharedMap<String, Arc<str>>,
    /// Documents whose texts nobody has looked at since they were changed.
    unread: SharedMap<PathBuf, Arc<Document>>,
    edition: u64,
}

impl Documents {
    /// Puts a document in, instead of what has its address.
    pub(crate) fn put(&mut self, document: Document) {
        let document = Arc::new(document);
        self.open.insert(document.uri.as_str().to_owned(), Arc::clone(&document));
        self.stand_for_its_file(document);
        self.edition += 1;
    }

    fn stand_for_its_file(&mut self, document: Arc<Document>) {
        self.unread.insert(document.path.clone(), Arc::clone(&document));
        self.by_path.insert(document.path.clone(), document);
    }

    /// Takes a document out.
    pub(crate) fn close(&mut self, uri: &Uri) {
        let Some(closed) = self.get(uri).cloned() else { return };
        self.open.remove(&uri.as_str().to_owned());
        self.edition += 1;
        if self.of_path(&closed.path).is_some_and(|standing| standing.uri != closed.uri) {
            return;
        }
        self.texts.remove(&shown(&closed.path));
        self.unread.remove(&closed.path);
        self.by_path.remove(&closed.path);
        let others = self.open.values().filter(|other| other.path == closed.path);
        if let Some(other) = others.min_by_key(|other| other.uri.as_str()).cloned() {
            self.stand_for_its_file(other);
        }
    }

    /// Has the texts of what was changed at hand: only who looks at them needs them in one piece.
    pub(crate) fn read(&mut self) {
        for document in std::mem::take(&mut self.unread).values() {
            self.texts.insert(shown(&document.path), Arc::clone(document.text()));
        }
    }

    /// Something outside may be another than before: a file was saved or taken away.
    pub(crate) fn renew(&mut self) {
        self.edition += 1;
    }

    /// The document of an address.
    pub(crate) fn get(&self, uri: &Uri) -> Option<&Arc<Document>> {
        self.open.get(uri.as_str())
    }

    /// The document that is open of a file.
    pub(crate) fn of_path(&self, path: &Path) -> Option<&Arc<Document>> {
        self.by_path.get(path)
    }

    /// The texts that are open, by where they stand.
    pub(crate) fn texts(&self) -> &SharedMap<String, Arc<str>> {
        &self.texts
    }

    /// Every document, by its address.
    pub(crate) fn all(&self) -> Vec<&Arc<Document>> {
        let mut all: Vec<&Arc<Document>> = self.open.values().collect();
        all.sort_unstable_by_key(|document| document.uri.as_str());
        all
    }

    /// How many documents are open.
    pub(crate) fn count(&self) -> usize {
        self.open.values().count()
    }

    /// A number that is another one whenever something has changed.
    pub(crate) fn edition(&self) -> u64 {
        self.edition
    }
}

/// What is open now: the editor changes it, and whoever begins to work takes a copy.
#[derive(Clone, Default)]
pub(crate) struct Desk(Arc<Mutex<Documents>>);

impl Desk {
    /// Everything as it is now, to be looked at.
    pub(crate) fn now(&self) -> Documents {
        let mut open = self.open();
        open.read();
        open.clone()
    }

    /// The document of an address as it is now.
    pub(crate) fn get(&self, uri: &Uri) -> Option<Arc<Document>> {
        self.open().get(uri).cloned()
    }

    /// The address of every document.
    pub(crate) fn addresses(&self) -> Vec<Uri> {
        self.open().all().into_iter().map(|document| document.uri.clone()).collect()
    }

    /// Changes what is open.
    pub(crate) fn change(&self, change: impl FnOnce(&mut Documents)) {
        change(&mut self.open());
    }

    fn open(&self) -> MutexGuard<'_, Documents> {
        // A thread that has panicked ends the server; until then the texts are as good as they were.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
