//! The results of a row while they are worked out.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::check::program::{Expr, LocalId, ScaleId};
use crate::syntax::ast;

/// The results of a row while they are worked out: each may use others by the names of their columns.
#[derive(Debug, Clone)]
pub(in crate::check) struct RowCells {
    /// The columns by their names, of which the first has each.
    places: FxHashMap<Arc<str>, usize>,
    cells: Vec<RowCell>,
    /// What others use, in the order in which it is worked out.
    shared: Vec<(usize, LocalId)>,
}

/// A result of a row.
#[derive(Debug, Clone)]
struct RowCell {
    written: (ast::Cell, Option<ScaleId>),
    made: Option<Expr>,
    /// Whether it is being worked out, maybe for another.
    is_running: bool,
    /// Where others find it.
    local: Option<LocalId>,
}

impl RowCells {
    /// Results of a row that are still to be worked out.
    pub(super) fn new(
        columns: impl Iterator<Item = Arc<str>>,
        written: impl Iterator<Item = (ast::Cell, Option<ScaleId>)>,
    ) -> RowCells {
        let cell = |written| RowCell { written, made: None, is_running: false, local: None };
        let mut places = FxHashMap::default();
        for (at, name) in columns.enumerate() {
            places.entry(name).or_insert(at);
        }
        RowCells { places, cells: written.map(cell).collect(), shared: Vec::new() }
    }

    /// The result in the column of this name.
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// Whether a result is there that is not being worked out.
    pub(super) fn is_free(&self, at: usize) -> bool {
        self.cells.get(at).is_some_and(|cell| !cell.is_running)
    }

    /// Whether a result is being worked out.
    pub(super) fn is_running(&self, at: usize) -> bool {
        self.cells.get(at).is_some_and(|cell| cell.is_running)
    }

    /// A result as it is written.
    pub(super) fn written(&self, at: usize) -> Option<(ast::Cell, Option<ScaleId>)> {
        self.cells.get(at).map(|cell| cell.written.clone())
    }

    /// A result, where another asked for it already.
    pub(super) fn made(&self, at: usize) -> Option<Expr> {
        self.cells.get(at)?.made.clone()
    }

    /// A result is about to be worked out.
    pub(super) fn begin(&mut self, at: usize) {
        self.cells.get_mut(at).into_iter().for_each(|cell| cell.is_running = true);
    }

    /// A result is worked out.
    pub(super) fn end(&mut self, at: usize, value: &Expr) {
        if let Some(cell) = self.cells.get_mut(at) {
            (cell.is_running, cell.made) = (false, Some(value.clone()));
        }
    }

    /// Where others find a result, if one has used it.
    pub(super) fn local(&self, at: usize) -> Option<LocalId> {
        self.cells.get(at)?.local
    }

    /// From here on, others find a result in a local.
    pub(super) fn share(&mut self, at: usize, local: LocalId) {
        self.cells.get_mut(at).into_iter().for_each(|cell| cell.local = Some(local));
        self.shared.push((at, local));
    }

    /// What others use, in the order in which it is worked out.
    pub(super) fn into_shared(self) -> Vec<(usize, LocalId)> {
        self.shared
    }
}
