//! Reports as the editor shows them: the same ones, at the same places, as `tw check --json` writes.

use std::collections::BTreeMap;

use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, NumberOrString, PublishDiagnosticsParams,
    Range, Uri,
};

use super::look::DocumentLook;
use crate::diag::codes::limits;
use crate::diag::{self, Severity};
use crate::front::render::json;
use crate::front::watch;

/// What reports name as their origin.
pub(crate) const SOURCE: &str = "tw";

/// So many reports of a look are shown: an editor shows them in a list, and each is a thousand bytes and more.
const MOST: usize = 400;
/// So many reports of all documents are shown, those of each cut alike.
const ALL: usize = 8_000;
/// So many are shown of each, however many documents are open.
const LEAST: usize = 5;

/// The reports of a look by the address of the document that they are about. Those in no file are shown in
/// the document that was looked at. The more documents are open, the fewer are shown of each.
pub(crate) fn by_address(look: &DocumentLook, open: usize) -> BTreeMap<String, Vec<Diagnostic>> {
    let most = MOST.min(ALL / open.max(1)).max(LEAST);
    let mut all: BTreeMap<String, Vec<Diagnostic>> = BTreeMap::new();
    let errors = look.reports.iter().filter(|report| report.is_error()).count();
    // Errors go before all else.
    let room = |error: bool| if error { most } else { most.saturating_sub(errors) };
    let (mut taken, mut left) = ([0, 0], 0);
    for report in &look.reports {
        let of_its_kind = &mut taken[usize::from(report.is_error())];
        if *of_its_kind == room(report.is_error()) {
            left += 1;
            continue;
        }
        *of_its_kind += 1;
        let uri = look.uri_of(report.primary.span.source).unwrap_or_else(|| look.document.uri.clone());
        all.entry(uri.as_str().to_owned()).or_default().push(shown(report, look));
    }
    if left > 0 {
        let uri = look.document.uri.as_str().to_owned();
        let own = all.entry(uri).or_default();
        let range = own.last().map(|last| last.range).unwrap_or_default();
        let more = format!("{left} more reports are not shown; `tw check --format short` lists all of them");
        own.push(plain(range, DiagnosticSeverity::INFORMATION, None, more));
    }
    all
}

/// A report of the server's own, on no mistake in the text.
fn plain(range: Range, severity: DiagnosticSeverity, code: Option<&str>, message: String) -> Diagnostic {
    let code = code.map(|code| NumberOrString::String(code.to_owned()));
    let (severity, source) = (Some(severity), Some(SOURCE.to_owned()));
    Diagnostic { range, severity, code, source, message, ..Diagnostic::default() }
}

/// What is shown on a document that needs more memory to be looked at than there may be.
pub(crate) fn too_much(document: &Uri) -> BTreeMap<String, Vec<Diagnostic>> {
    let what = watch::too_much_memory();
    let (start, code) = (Range::default(), limits::LIVE_BYTES.id);
    let report = plain(start, DiagnosticSeverity::ERROR, Some(code), what);
    BTreeMap::from([(document.as_str().to_owned(), vec![report])])
}

/// A report for the editor. Its `data` is the object of `tw check --json`.
pub(crate) fn shown(report: &diag::Diagnostic, look: &DocumentLook) -> Diagnostic {
    let related = report.labels.iter().filter_map(|label| {
        let location = look.location(label.span)?;
        Some(DiagnosticRelatedInformation { location, message: label.text.clone() })
    });
    let related: Vec<DiagnosticRelatedInformation> = related.collect();
    Diagnostic {
        range: look.location(report.primary.span).map(|at| at.range).unwrap_or_default(),
        severity: Some(severity(report.severity)),
        code: Some(NumberOrString::String(report.code.to_owned())),
        code_description: None,
        source: Some(SOURCE.to_owned()),
        message: message(report),
        related_information: (!related.is_empty()).then_some(related),
        tags: None,
        data: Some(json::diagnostic(report, look.sources())),
    }
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
    }
}

/// What is wrong, and below it what the report says at the place and what to do.
fn message(report: &diag::Diagnostic) -> String {
    let mut lines = vec![report.message.clone()];
    if !report.primary.text.is_empty() {
        lines.push(report.primary.text.clone());
    }
    lines.extend(report.help.iter().map(|help| format!("help: {help}")));
    lines.extend(report.notes.iter().map(|note| format!("note: {note}")));
    lines.join("\n")
}

/// What is shown where, over all looks. A file that is used by two open documents has the reports of both,
/// each once.
#[derive(Debug, Default)]
pub(crate) struct Board {
    /// By the document that was looked at, then by the document that the reports are about.
    found: BTreeMap<String, BTreeMap<String, Vec<Diagnostic>>>,
    shown: BTreeMap<String, Vec<Diagnostic>>,
}

impl Board {
    /// Takes the reports of a look, or none where its document was closed. Gives what is to be shown anew;
    /// the document itself always, so that the editor sees which version was looked at.
    pub(crate) fn put(
        &mut self,
        of: &Uri,
        found: Option<BTreeMap<String, Vec<Diagnostic>>>,
    ) -> Vec<(String, Vec<Diagnostic>)> {
        let of = of.as_str().to_owned();
        let mut touched: Vec<String> = vec![of.clone()];
        touched.extend(found.iter().flat_map(|found| found.keys().cloned()));
        let before = match found {
            Some(found) => self.found.insert(of.clone(), found),
            None => self.found.remove(&of),
        };
        touched.extend(before.into_iter().flat_map(|before| before.into_keys()));
        touched.sort_unstable();
        touched.dedup();
        // The document itself comes last: who has seen its reports has seen all.
        touched.sort_by_key(|uri| *uri == of);
        let mut fresh = Vec::new();
        for uri in touched {
            let all = self.all(&uri);
            if uri == of || self.shown.get(&uri) != Some(&all) {
                self.shown.insert(uri.clone(), all.clone());
                fresh.push((uri, all));
            }
        }
        fresh
    }

    fn all(&self, uri: &str) -> Vec<Diagnostic> {
        let mut all: Vec<Diagnostic> = Vec::new();
        for report in self.found.values().filter_map(|found| found.get(uri)).flatten() {
            if !all.contains(report) {
                all.push(report.clone());
            }
        }
        all
    }
}

/// The notification that shows the reports on a document.
pub(crate) fn publish(
    uri: Uri,
    diagnostics: Vec<Diagnostic>,
    version: Option<i32>,
) -> lsp_server::Notification {
    let params = PublishDiagnosticsParams { uri, diagnostics, version };
    lsp_server::Notification::new("textDocument/publishDiagnostics".to_owned(), params)
}
