//! The files around a document: those that are open, and those in the folders that are open in the editor.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lsp_types::Location;

use super::address;
use super::documents::{Document, Documents};
use super::look::{DocumentLook, Ways};
use crate::base::Span;
use crate::modules::regular;

/// More files than this are not looked through.
const MAX_FILES: usize = 2_000;
/// Folders inside one another.
const MAX_FOLDER_DEPTH: usize = 8;

/// A place where a name stands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NameOccurrence {
    /// The file.
    pub path: PathBuf,
    /// The bytes in it.
    pub start: u32,
    /// The place for the editor.
    pub location: Location,
    /// What is written there.
    pub written: String,
    /// Whether the file is the user's to change.
    pub own: bool,
}

/// Every place where the name of a definition stands, in the files around it. The definition is the first;
/// `None` where the work was stopped.
pub(crate) fn everywhere(
    look: &DocumentLook,
    of: Span,
    documents: &Documents,
    ways: &Arc<Ways>,
    stop: &Arc<AtomicBool>,
) -> Option<Vec<NameOccurrence>> {
    let (home, _) = look.file_of(of.source)?;
    let mut all = standing_in(look, &home, of);
    // A table of a note is named by a heading, and written otherwise where it is mentioned.
    let mut written: Vec<String> = all.iter().map(|standing| standing.written.clone()).collect();
    written.sort_unstable();
    written.dedup();
    let mentions = |text: &str| written.iter().any(|written| text.contains(written.as_str()));
    let mut seen: BTreeSet<PathBuf> = BTreeSet::from([look.document.path.clone()]);
    let open: Vec<PathBuf> = documents.all().iter().map(|document| document.path.clone()).collect();
    for path in open.into_iter().chain(on_disk(&home, ways)) {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if !seen.insert(path.clone()) {
            continue;
        }
        let Some(document) = document_of(&path, documents, ways).filter(|it| mentions(it.text())) else {
            continue;
        };
        let other = DocumentLook::at(&document, documents, ways, stop)?;
        for standing in standing_in(&other, &home, of) {
            if !all.iter().any(|known| known.path == standing.path && known.start == standing.start) {
                all.push(standing);
            }
        }
    }
    Some(all)
}

/// The places in one look; the definition by its file and its bytes, since each look has sources of its own.
fn standing_in(look: &DocumentLook, home: &Path, of: Span) -> Vec<NameOccurrence> {
    let Some(survey) = &look.survey else { return Vec::new() };
    let here = survey
        .origins()
        .map(|(source, _)| source)
        .find(|source| look.file_of(*source).is_some_and(|(path, _)| path == *home));
    let Some(source) = here else { return Vec::new() };
    let of = Span { source, ..of };
    let places = survey.places_of(of).into_iter();
    places
        .filter_map(|at| {
            let (path, own) = look.file_of(at.source)?;
            let written = look.sources().get(at.source)?.slice(at.range()).to_owned();
            Some(NameOccurrence { path, start: at.start, location: look.location(at)?, written, own })
        })
        .collect()
}

/// The document of a file: as it is open, or else as it is saved.
pub(crate) fn document_of(path: &Path, documents: &Documents, ways: &Ways) -> Option<Arc<Document>> {
    if let Some(open) = documents.of_path(path) {
        return Some(Arc::clone(open));
    }
    let bytes = regular::read(path, ways.limits.source_bytes).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    Some(Arc::new(Document::new(address::uri_of(path)?, 0, &text)))
}

/// The sources in the folder of a file and in the folders that are open in the editor.
fn on_disk(home: &Path, ways: &Ways) -> Vec<PathBuf> {
    let mut found = BTreeSet::new();
    for folder in home.parent().into_iter().chain(ways.roots.iter().map(PathBuf::as_path)) {
        collect(folder, 0, &mut found);
    }
    found.into_iter().collect()
}

fn collect(folder: &Path, depth: usize, found: &mut BTreeSet<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten().take(MAX_FILES) {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        let Ok(kind) = entry.file_type() else { continue };
        if found.len() >= MAX_FILES || name.starts_with('.') || matches!(&*name, "target" | "node_modules") {
            continue;
        }
        // A link may lead back up.
        if kind.is_dir() && depth < MAX_FOLDER_DEPTH {
            collect(&path, depth + 1, found);
        } else if kind.is_file() && (name.ends_with(".tw") || name.ends_with(".md")) {
            found.insert(path);
        }
    }
}
