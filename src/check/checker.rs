//! What works on a workspace.

use rustc_hash::FxHashMap;

use super::program::GlobalId;
use super::reading::Reading;
use super::reports::Reports;
use super::scope::{Mention, Named};
use super::waiting::{Altered, Depth, OpenRecords};
use super::workspace::{Host, Workspace};
use crate::base::Span;
use crate::diag::Diagnostic;

/// Works on a workspace. What it needs for that is kept in parts, each of which alone changes what it holds.
pub(super) struct Checker<'a, 'h> {
    pub(super) ws: &'a mut Workspace,
    pub(super) reading: Reading<'a, 'h>,
    pub(super) reports: Reports,
    /// Names that lead to definitions, as they are resolved.
    pub(super) mentions: Vec<Mention>,
    pub(super) depth: Depth,
    pub(super) open: OpenRecords,
    pub(super) altered: Altered,
    /// How many names have been compared with unknown ones.
    pub(super) compared: usize,
    /// What a name stood for before a `let` at the top took it.
    pub(super) shadowed: FxHashMap<GlobalId, Option<(Named, Span)>>,
}

impl<'a, 'h> Checker<'a, 'h> {
    pub(super) fn new(ws: &'a mut Workspace, host: &'a mut Host<'h>) -> Checker<'a, 'h> {
        Checker {
            ws,
            reading: Reading::new(host),
            reports: Reports::default(),
            mentions: Vec::new(),
            depth: Depth::default(),
            open: OpenRecords::default(),
            altered: Altered::default(),
            compared: 0,
            shadowed: FxHashMap::default(),
        }
    }

    /// What was found wrong, by place, each once.
    pub(super) fn finish(self) -> Vec<Diagnostic> {
        self.reports.finish()
    }

    /// Takes down a report.
    pub(super) fn report(&mut self, report: Diagnostic) {
        self.reports.add(report);
    }
}
