//! What is found wrong.

use crate::base::{SourceId, Span, stop};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::Name;

/// What was found wrong, in the order in which it was found.
#[derive(Debug, Default)]
pub(super) struct Reports {
    found: Vec<Diagnostic>,
    /// How many names have been compared with unknown ones.
    compared: usize,
}

/// How much was found so far, to come back to.
pub(super) struct ReportMark(usize);

impl Reports {
    /// Takes a report down.
    pub(super) fn add(&mut self, report: Diagnostic) {
        self.found.push(report);
    }

    /// Takes several down.
    pub(super) fn extend(&mut self, reports: impl IntoIterator<Item = Diagnostic>) {
        self.found.extend(reports);
    }

    /// Whether so much was found that what may be meant is not looked for any more: that takes as long as there are
    /// names, each time.
    pub(super) fn are_many(&self) -> bool {
        const MANY: usize = 400;
        self.found.len() > MANY
    }

    /// Whether a further unknown name may be compared with so many that are known: not where so much was found, or
    /// compared, that looking for what may be meant would take longer than everything else.
    pub(super) fn may_compare(&mut self, known: usize) -> bool {
        const MOST: usize = 250_000;
        if self.are_many() || self.compared > MOST {
            return false;
        }
        self.compared = self.compared.saturating_add(known);
        true
    }

    /// Where [`Reports::back_to`] comes back to.
    pub(super) fn mark(&self) -> ReportMark {
        ReportMark(self.found.len())
    }

    /// Whether an error was found since the mark.
    pub(super) fn has_errors_since(&self, mark: ReportMark) -> bool {
        self.found.get(mark.0..).is_some_and(|since| since.iter().any(Diagnostic::is_error))
    }

    /// Drops what was found since the mark: somebody else says it, or it was only tried.
    pub(super) fn back_to(&mut self, mark: ReportMark) {
        self.found.truncate(mark.0);
    }

    /// What was found, by place, each once.
    /// Where somebody asked to stop, that alone: what is missing was not looked at.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        if stop::is_asked() {
            return vec![Diagnostic::interrupted(Span::new(SourceId(u32::MAX), 0, 0))];
        }
        self.found.sort_by(|a, b| a.order().cmp(&b.order()));
        self.found.dedup();
        self.found
    }

    /// Reports a second definition of a name.
    pub(super) fn duplicate(&mut self, name: &Name, other: Span, what: &str) {
        let message = format!("`{}` is defined twice", name.text);
        let report = Diagnostic::error(&codes::names::DUPLICATE, name.span, message);
        self.add(report.here("defined again here").label(other, format!("this {what} is defined here")));
    }
}
