//! A document looked at: what the checker knows of it, and where its places are for the editor.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lsp_types::{Location, Range, Uri};

use super::address;
use super::documents::{Document, Documents};
use super::place::{Encoding, LineStarts};
use super::shelf::Shelf;
use crate::base::{Limits, SourceId, Sources, Span};
use crate::diag::Diagnostic;
use crate::modules::Origin;
use crate::session::{RollSeed, Session, Survey};

/// What every look needs: how to count, and what is allowed.
#[derive(Debug, Clone)]
pub(crate) struct Ways {
    /// How places are counted.
    pub encoding: Encoding,
    /// The limits in force.
    pub limits: Limits,
    /// The rule-sets as files.
    pub shelf: Shelf,
    /// The folder of the user's own rule-sets.
    pub rules: Option<PathBuf>,
    /// The folders that are open in the editor.
    pub roots: Vec<PathBuf>,
}

/// A document looked at, with everything it uses.
pub(crate) struct DocumentLook {
    /// The document.
    pub document: Arc<Document>,
    /// Holds what was loaded, if there are no mistakes in it; its sources in any case.
    pub session: Session,
    /// What is known of it; `None` where its text cannot be read at all.
    pub survey: Option<Survey>,
    /// The reports on it and on what it uses.
    pub reports: Vec<Diagnostic>,
    ways: Arc<Ways>,
    documents: Documents,
    /// Whether the session holds what is sound of a note with mistakes; `None` before it was tried.
    sound: Option<bool>,
}

impl DocumentLook {
    /// Looks at a document. What takes long ends soon after `stop` is set; the look says nothing then.
    pub(crate) fn at(
        document: &Arc<Document>,
        documents: &Documents,
        ways: &Arc<Ways>,
        stop: &Arc<AtomicBool>,
    ) -> Option<DocumentLook> {
        let mut session = Session::with_limits(RollSeed::new(1), ways.limits.clone());
        session.set_interrupt(Arc::clone(stop));
        if let Some(folder) = &ways.rules {
            session.set_user_folder(folder.clone());
        }
        session.keep_texts(documents.texts().clone());
        let (survey, reports) = match session.survey(&document.path) {
            Ok(survey) => {
                let reports = survey.reports.clone();
                (Some(survey), reports)
            }
            // What it says stands at the beginning, whatever follows.
            Err(error) => (None, vec![session.refused_text(&document.path, "", &error)]),
        };
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let (document, ways, documents) = (Arc::clone(document), Arc::clone(ways), documents.clone());
        Some(DocumentLook { document, session, survey, reports, ways, documents, sound: None })
    }

    /// Whether the session can play what was looked at. Of a note with mistakes it plays what is sound, as
    /// `:load` does.
    pub(crate) fn can_play(&mut self) -> bool {
        if !self.reports.iter().any(Diagnostic::is_error) {
            return true;
        }
        if self.sound.is_none() && self.document.is_markdown() {
            let reports = self.session.load_sound(&self.document.path);
            self.sound = Some(reports.is_ok_and(|reports| !reports.iter().any(Diagnostic::is_error)));
        }
        self.sound == Some(true)
    }

    /// Every source that was read.
    pub(crate) fn sources(&self) -> &Sources {
        self.session.sources()
    }

    /// How places are counted.
    pub(crate) fn encoding(&self) -> Encoding {
        self.ways.encoding
    }

    /// The byte of the read text that a place of the document means.
    pub(crate) fn byte(&self, position: lsp_types::Position) -> u32 {
        let whole = self.document.lines.byte(position, self.ways.encoding);
        u32::try_from(whole.saturating_sub(self.document.before())).unwrap_or(u32::MAX)
    }

    /// The document's own source; `None` where it was not read.
    pub(crate) fn source(&self) -> Option<SourceId> {
        self.survey.as_ref().map(|survey| survey.source)
    }

    /// The range of a span of the document's own source.
    pub(crate) fn own_range(&self, span: Span) -> Range {
        own_range(&self.document, span.range(), self.ways.encoding)
    }

    /// The file of a source, and whether it may be changed.
    pub(crate) fn file_of(&self, source: SourceId) -> Option<(PathBuf, bool)> {
        if self.survey.is_none() || self.source() == Some(source) {
            let path = self.document.path.clone();
            let own = !self.ways.shelf.holds(&path);
            return Some((path, own));
        }
        match self.survey.as_ref()?.origin(source)? {
            Origin::File(path) => Some((path.clone(), true)),
            Origin::Library(name) => self.ways.shelf.file(name).map(|path| (path, false)),
            Origin::Session(_) => None,
        }
    }

    /// The address of a source as the editor knows it.
    pub(crate) fn uri_of(&self, source: SourceId) -> Option<Uri> {
        let (path, _) = self.file_of(source)?;
        match self.documents.of_path(&path) {
            Some(open) => Some(open.uri.clone()),
            None => address::uri_of(&path),
        }
    }

    /// Where a span is for the editor; `None` where it is in no file.
    pub(crate) fn location(&self, span: Span) -> Option<Location> {
        let uri = self.uri_of(span.source)?;
        if let Some(open) = self.documents.get(&uri) {
            return Some(Location { uri, range: own_range(open, span.range(), self.ways.encoding) });
        }
        let lines = LineStarts::new(self.sources().get(span.source)?.text());
        Some(Location { uri, range: lines.range(span.range(), self.ways.encoding) })
    }

    /// The files that were read for it.
    pub(crate) fn files_read(&self) -> Vec<PathBuf> {
        let origins = self.survey.iter().flat_map(Survey::origins);
        let files = origins.filter_map(|(_, origin)| match origin {
            Origin::File(file) => Some(file.clone()),
            Origin::Library(_) | Origin::Session(_) => None,
        });
        files.collect()
    }
}

/// The range of some bytes of the text of a document that is read.
pub(crate) fn own_range(document: &Document, bytes: std::ops::Range<usize>, encoding: Encoding) -> Range {
    let before = document.before();
    document.lines.range(bytes.start + before..bytes.end + before, encoding)
}
