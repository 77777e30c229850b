//! What works on a workspace.

use super::names::References;
use super::reading::SourceReader;
use super::reports::Reports;
use super::waiting::{Altered, Depth, OpenRecords};
use super::workspace::{SourceHost, Workspace};
use crate::diag::Diagnostic;

/// Works on a workspace. What it needs for that is kept in parts, each of which alone changes what it holds.
pub(super) struct Checker<'a> {
    pub(super) ws: &'a mut Workspace,
    pub(super) reading: SourceReader<'a>,
    pub(super) reports: Reports,
    pub(super) names: References,
    pub(super) depth: Depth,
    pub(super) open: OpenRecords,
    pub(super) altered: Altered,
}

impl<'a> Checker<'a> {
    pub(super) fn new(ws: &'a mut Workspace, host: &'a mut SourceHost<'_>) -> Checker<'a> {
        Checker {
            ws,
            reading: SourceReader::new(host),
            reports: Reports::default(),
            names: References::default(),
            depth: Depth::default(),
            open: OpenRecords::default(),
            altered: Altered::default(),
        }
    }

    /// What was found wrong, by place, each once.
    pub(super) fn finish(self) -> Vec<Diagnostic> {
        let Checker { reading, reports, .. } = self;
        let mut found = reports.finish();
        found.retain(|report| !reading.misses_what_is_lost(report));
        found
    }

    /// Takes down a report.
    pub(super) fn report(&mut self, report: Diagnostic) {
        self.reports.add(report);
    }
}
