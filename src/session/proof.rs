//! That every result of a table's die has a row.

use super::means::Means;
use super::nowhere::NO_SPAN;
use super::world::World;
use crate::base::{Sources, Span, stop};
use crate::check::program::{Program, Table};
use crate::diag::Diagnostic;
use crate::modules;
use crate::odds::coverage::{self, Coverage};

/// Proves that every result of a table's die has a row, for some tables by their places. Those of the shipped library are proved by its own tests; where an option of theirs
/// has another value, their dice may be others, and then only what would go wrong is told.
pub(super) fn proof(
    means: &Means,
    sources: &Sources,
    draft: &World,
    tables: impl IntoIterator<Item = usize>,
) -> Vec<Diagnostic> {
    let exact = means.exact();
    let mut coverage = Coverage::new(&exact, draft.plan(), draft.state());
    all_of(&to_prove(sources, draft.program(), tables), |at| Some(coverage.check(at.into())))
        .unwrap_or_default()
}

/// The same by nothing but the dice of a plan; `None` where that does not do.
pub(super) fn proof_by_dice(
    means: &Means,
    draft: &World,
    tables: &[(usize, Proves)],
) -> Option<Vec<Diagnostic>> {
    let exact = means.exact();
    all_of(tables, |at| coverage::check_known(&exact, draft.plan(), at.into()))
}

fn all_of(
    tables: &[(usize, Proves)],
    mut check: impl FnMut(usize) -> Option<Vec<Diagnostic>>,
) -> Option<Vec<Diagnostic>> {
    let mut reports = Vec::new();
    for (at, how) in tables.iter().take_while(|_| !stop::is_asked()) {
        reports.extend(check(*at)?.into_iter().filter(|report| *how == Proves::Both || report.is_error()));
    }
    if stop::is_asked() {
        // What could not be worked out in time says nothing of the table.
        return Some(vec![Diagnostic::interrupted(NO_SPAN)]);
    }
    Some(reports)
}

/// What of a proof is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Proves {
    /// All of it.
    Both,
    /// What would go wrong.
    Errors,
}

/// Of some tables, by their places, those that are proved.
pub(super) fn to_prove(
    sources: &Sources,
    program: &Program,
    tables: impl IntoIterator<Item = usize>,
) -> Vec<(usize, Proves)> {
    let shipped = |table: &Table| {
        sources.get(table.def.span.source).is_some_and(|source| modules::is_shipped(source.name()))
    };
    let started = program.modules.len().saturating_sub(1);
    let has_options = |table: &Table| {
        program.options.iter().any(|option| option.changed && option.def.module == table.def.module)
    };
    let how = |at: usize| {
        let table = program.tables.get(at)?;
        let own = table.def.module.index() == started || !shipped(table);
        if table.changed.is_some() || own {
            Some((at, Proves::Both))
        } else {
            has_options(table).then_some((at, Proves::Errors))
        }
    };
    tables.into_iter().filter_map(how).collect()
}

/// Whether something is wrong in the table that a report is on: from its name to its last row, or below it, where a
/// row may have stood that could not be read.
pub(super) fn is_doubtful(at: Span, reports: &[Diagnostic], program: &Program) -> bool {
    let here = |span: &Span| span.source == at.source;
    let tables = || program.tables.iter().filter(|table| here(&table.def.span));
    let table =
        tables().filter(|table| table.def.span.start <= at.start).max_by_key(|table| table.def.span.start);
    let begin = table.map_or(0, |table| table.def.span.start);
    let rows = table.iter().flat_map(|table| &table.rows).map(|row| row.span).filter(here);
    let end = rows.map(|span| span.end).max().unwrap_or(begin);
    let next =
        tables().map(|table| table.def.span.start).filter(|next| *next >= end).min().unwrap_or(u32::MAX);
    let mut wrong = reports.iter().filter(|report| report.is_error() && here(&report.primary.span));
    wrong.any(|report| {
        let start = report.primary.span.start;
        // Names that are not known, and all that comes after, take no row away.
        (begin..end).contains(&start) || (end..next).contains(&start) && report.code < "TW0300"
    })
}
