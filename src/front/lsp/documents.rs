//! The texts that are open in the editor. What is open counts, not what is saved.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use lsp_types::{TextDocumentContentChangeEvent, Uri};

use super::address;
use super::place::{Encoding, LineStarts};

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
    /// The text that is read: without a mark at its beginning.
    pub text: Arc<str>,
}

impl Document {
    /// A document as the editor opens it.
    pub(crate) fn new(uri: Uri, version: i32, whole: &str) -> Document {
        let path = address::path_of(&uri);
        Document::made(uri, path, version, LineStarts::new(whole.into()))
    }

    fn made(uri: Uri, path: PathBuf, version: i32, lines: LineStarts) -> Document {
        let text = match lines.text().strip_prefix(BYTE_ORDER_MARK) {
            Some(text) => text.into(),
            None => Arc::clone(lines.text()),
        };
        Document { uri, path, version, lines, text }
    }

    /// How many bytes of the whole text stand before the text that is read.
    pub(crate) fn before(&self) -> usize {
        self.lines.text().len() - self.text.len()
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
                None => LineStarts::new(change.text.as_str().into()),
            };
        }
        Document::made(self.uri.clone(), self.path.clone(), version, lines)
    }
}

/// Everything that is open. A copy is cheap.
#[derive(Debug, Clone, Default)]
pub(crate) struct Documents {
    open: BTreeMap<String, Arc<Document>>,
    edition: u64,
}

impl Documents {
    /// Puts a document in, instead of what has its address.
    pub(crate) fn put(&mut self, document: Document) -> Arc<Document> {
        let document = Arc::new(document);
        self.open.insert(document.uri.as_str().to_owned(), Arc::clone(&document));
        self.edition += 1;
        document
    }

    /// Takes a document out.
    pub(crate) fn close(&mut self, uri: &Uri) {
        self.open.remove(uri.as_str());
        self.edition += 1;
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
    pub(crate) fn of_path(&self, path: &std::path::Path) -> Option<&Arc<Document>> {
        self.open.values().find(|document| document.path == path)
    }

    /// Every document, by its address.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<Document>> {
        self.open.values()
    }

    /// A number that is another one whenever something has changed.
    pub(crate) fn edition(&self) -> u64 {
        self.edition
    }
}
