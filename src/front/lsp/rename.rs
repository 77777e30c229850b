//! Renaming: every place of a name in every file that uses it, or none. What comes out is checked before it
//! is handed over: a name that would mean something else anywhere is refused.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lsp_types::{Position, PrepareRenameResponse, TextEdit, Uri, WorkspaceEdit};

use super::documents::{Document, Documents};
use super::look::{DocumentLook, Ways};
use super::neighbours::{self, NameOccurrence};
use crate::base::Span;
use crate::check::BUILTINS;
use crate::syntax;

/// Why there is no new name.
pub(crate) type Refusal = String;

/// What a rename needs beside the look at the document.
pub(crate) struct RenameContext<'a> {
    /// What is open.
    pub documents: &'a Documents,
    /// How to look.
    pub ways: &'a Arc<Ways>,
    /// Set when nobody waits any more.
    pub stop: &'a Arc<AtomicBool>,
}

/// The name at a place, if it can have another one.
///
/// # Errors
/// It cannot.
pub(crate) fn prepare(
    look: &DocumentLook,
    position: Position,
) -> Result<Option<PrepareRenameResponse>, Refusal> {
    let Some((at, of)) = name_at(look, position) else { return Ok(None) };
    renamable(look, of)?;
    Ok(Some(PrepareRenameResponse::Range(look.own_range(at))))
}

fn name_at(look: &DocumentLook, position: Position) -> Option<(Span, Span)> {
    let survey = look.survey.as_ref()?;
    let name = survey.name_at(survey.source, look.byte(position))?;
    Some((name.at, name.of))
}

/// The name of a definition that may have another one.
fn renamable(look: &DocumentLook, of: Span) -> Result<String, Refusal> {
    let written = look.sources().get(of.source).map(|source| source.slice(of.range()).to_owned());
    let written = written.filter(|written| syntax::words::is_name(written));
    let Some(written) = written else {
        return Err("this name comes from a heading or from the file's own name; change it there".to_owned());
    };
    match look.file_of(of.source) {
        Some((_, true)) => Ok(written),
        Some((_, false)) | None => {
            Err(format!("`{written}` belongs to a shipped rule-set, which stays as it is"))
        }
    }
}

/// The edits that give a name another one.
///
/// # Errors
/// The new name is none, is taken, or would mean something else somewhere.
pub(crate) fn rename(
    look: &DocumentLook,
    position: Position,
    new: &str,
    around: &RenameContext<'_>,
) -> Result<Option<WorkspaceEdit>, Refusal> {
    let Some((_, of)) = name_at(look, position) else { return Ok(None) };
    let old = renamable(look, of)?;
    if old == new {
        return Ok(Some(WorkspaceEdit::default()));
    }
    fits(look, new)?;
    let stopped = || "the text has changed".to_owned();
    let places =
        neighbours::everywhere(look, of, around.documents, around.ways, around.stop).ok_or_else(stopped)?;
    // `use "side.tw"` leads to the file, and goes on doing so.
    let places: Vec<NameOccurrence> =
        places.into_iter().filter(|place| !place.written.starts_with('"')).collect();
    if let Some(other) = places.iter().find(|place| place.written != old) {
        return Err(format!("`{old}` is also written `{}`; change it by hand", other.written));
    }
    if let Some(foreign) = places.iter().find(|place| !place.own) {
        return Err(format!("`{}` cannot be changed", foreign.path.display()));
    }
    still_the_same(look, &places, &old, new, around)?;
    Ok(Some(edit_of(&places, new)))
}

/// Whether a text can be the name of anything, and of something here.
fn fits(look: &DocumentLook, new: &str) -> Result<(), Refusal> {
    if !syntax::words::is_name(new) {
        return Err(format!("`{new}` is not a name: write letters, digits and `_`"));
    }
    if syntax::words::is_reserved(new) {
        return Err(format!("`{new}` is a word of the language"));
    }
    if BUILTINS.iter().any(|built_in| built_in.names.contains(&new)) {
        return Err(format!("`{new}` is built in"));
    }
    let taken = look.survey.as_ref().is_some_and(|survey| survey.reads(new));
    if taken { Err(format!("`{new}` is already the name of something else here")) } else { Ok(()) }
}

/// Whether every file means what it meant when the places are written anew: no report more, and every
/// place still leads to the definition.
fn still_the_same(
    look: &DocumentLook,
    places: &[NameOccurrence],
    old: &str,
    new: &str,
    around: &RenameContext<'_>,
) -> Result<(), Refusal> {
    let mut starts: BTreeMap<PathBuf, Vec<usize>> = BTreeMap::new();
    for place in places {
        starts.entry(place.path.clone()).or_default().push(place.start as usize);
    }
    let mut renamed = around.documents.clone();
    let mut changed = Vec::new();
    for (path, starts) in &starts {
        let document = neighbours::document_of(path, around.documents, around.ways);
        let Some(document) = document else { return Err(format!("`{}` cannot be read", path.display())) };
        let mut text = document.text().to_string();
        let mut starts = starts.clone();
        starts.sort_unstable();
        for start in starts.into_iter().rev() {
            text.replace_range(start..start + old.len(), new);
        }
        renamed.put(Document::new(document.uri.clone(), document.version, &text));
        changed.push(document);
    }
    renamed.read();
    let stopped = || "the text has changed".to_owned();
    for before in changed {
        let Some(after) = renamed.get(&before.uri) else { continue };
        let before =
            DocumentLook::at(&before, around.documents, around.ways, around.stop).ok_or_else(stopped)?;
        let after = DocumentLook::at(after, &renamed, around.ways, around.stop).ok_or_else(stopped)?;
        let count = |look: &DocumentLook| look.reports.iter().filter(|report| report.is_error()).count();
        if count(&after) > count(&before) {
            let known = |message: &str| before.reports.iter().any(|report| report.message == message);
            let fresh = after.reports.iter().find(|report| report.is_error() && !known(&report.message));
            let why = fresh.map_or("there would be errors", |report| report.message.as_str());
            return Err(format!("`{old}` cannot become `{new}`: {why}"));
        }
    }
    let home = places.first().and_then(|place| neighbours::document_of(&place.path, &renamed, around.ways));
    let Some(home) = home else {
        return Err(format!("`{}` is not there any more", look.document.path.display()));
    };
    let there = DocumentLook::at(&home, &renamed, around.ways, around.stop).ok_or_else(stopped)?;
    // Where the definition is now: places before it in its file have moved it.
    let first = places.first().map_or(0, |place| place.start as usize);
    let before =
        places.iter().filter(|place| place.path == home.path && (place.start as usize) < first).count();
    let start = first + before * new.len() - before * old.len();
    let Some(survey) = &there.survey else { return Err(format!("`{new}` cannot be read")) };
    let of = Span::new(survey.source, start, start + new.len());
    let now = neighbours::everywhere(&there, of, &renamed, around.ways, around.stop).ok_or_else(stopped)?;
    let now = now.iter().filter(|place| !place.written.starts_with('"')).count();
    if now != places.len() {
        return Err(format!("`{old}` cannot become `{new}`: some of its places would mean something else"));
    }
    Ok(())
}

#[allow(clippy::mutable_key_type)] // The protocol's own type; nothing changes an address.
fn edit_of(places: &[NameOccurrence], new: &str) -> WorkspaceEdit {
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for place in places {
        let edit = TextEdit { range: place.location.range, new_text: new.to_owned() };
        changes.entry(place.location.uri.clone()).or_default().push(edit);
    }
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}
