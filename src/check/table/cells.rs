//! Cells that use other cells of their row: `{worth} in gold`.

use std::sync::Arc;

use super::row_cells::RowCells;
use super::row_resolver::RowResolver;
use super::shape::{ColumnRole, TableLayout};
use crate::base::Span;
use crate::base::stack::with_room;
use crate::check::Workspace;
use crate::check::program::{Expr, ExprKind, ScaleId, TableId};
use crate::check::scope::Scope;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, CellKind, Name, PipeRow};

impl RowResolver<'_, '_> {
    /// Another cell of the row, by the name of its column.
    pub(in crate::check) fn row_cell(&mut self, name: &Name, span: Span) -> Option<Expr> {
        let row = self.scope.row.as_ref().filter(|_| self.scope.is_outermost())?;
        let at = row.place(&name.text)?;
        if row.is_running(at) {
            let message = format!("the cell `{}` refers to itself", name.text);
            let report = Diagnostic::error(&codes::tables::CELL_CIRCLE, span, message);
            self.cx
                .report(report.help("a cell can use other cells of its row, as long as they do not use it"));
            return Some(crate::check::exprs::broken(span));
        }
        let value = match row.made(at) {
            Some(value) => value,
            None => {
                let (cell, scale) = row.written(at)?;
                begun_cell(self.scope, at);
                // Each may use another, as many as there are.
                let value = with_room(|| self.cell(&cell, scale));
                ended_cell(self.scope, at, &value);
                value
            }
        };
        if matches!(value.kind, ExprKind::Literal(_) | ExprKind::Broken) {
            return Some(Expr { span, ..value });
        }
        let local = match self.scope.row.as_ref()?.local(at) {
            Some(local) => local,
            None => {
                let mark = self.scope.enter();
                let local = self.scope.bind("", value.gives.clone());
                self.scope.leave(mark);
                self.scope.row.as_mut()?.share(at, local);
                local
            }
        };
        Some(Expr { kind: ExprKind::Local(local), span, gives: value.gives })
    }

    /// A name that is a cell of the row and a definition as well: the definition is meant, as elsewhere.
    pub(in crate::check) fn cell_or_definition(&mut self, name: &Name) {
        if !is_row_cell(self.scope, name) || !self.cx.ws.is_own(self.scope.module) {
            return;
        }
        let message = format!("`{}` is defined, and is a column of this table too", name.text);
        let report = Diagnostic::warning(&codes::tables::CELL_OR_NAME, name.span, message);
        let cell = format!("row.{}", name.text);
        self.cx.report(report.note("the definition is used").fix(
            "take the cell of this row",
            name.span,
            cell,
        ));
    }
}

/// The result of this place, where another cell asked for it already; else it is about to be made.
pub(super) fn begun_cell(scope: &mut Scope, at: usize) -> Option<Expr> {
    let row = scope.row.as_mut()?;
    let made = row.made(at);
    if made.is_none() {
        row.begin(at);
    }
    made
}

pub(super) fn ended_cell(scope: &mut Scope, at: usize, value: &Expr) {
    if let Some(row) = scope.row.as_mut() {
        row.end(at, value);
    }
}

/// Whether a bare name in a cell may mean another cell of its row.
fn is_row_cell(scope: &Scope, name: &Name) -> bool {
    let row = scope.row.as_ref().filter(|_| scope.is_outermost());
    row.is_some_and(|row| row.place(&name.text).is_some_and(|at| row.is_free(at)))
}

/// The results of a row, where any of them may use another.
pub(super) fn row_cells(
    ws: &Workspace,
    id: TableId,
    row: &PipeRow,
    layout: &TableLayout,
    scales: &[Option<ScaleId>],
) -> Option<Box<RowCells>> {
    let results = layout.roles.iter().enumerate().filter(|(_, role)| **role == ColumnRole::Result);
    let live = |cell: &ast::Cell| matches!(&cell.kind, CellKind::Text(text) if !text.is_literal());
    if !row.cells.iter().any(live) {
        return None;
    }
    let cells =
        results.filter_map(|(at, _)| Some((row.cells.get(at)?.clone(), scales.get(at).copied().flatten())));
    let table = ws.defs.infos.get(id.index()).cloned().unwrap_or_default();
    let columns = table.columns.iter().map(|column| Arc::clone(&column.name));
    Some(Box::new(RowCells::new(columns, cells)))
}
