//! Columns in which dice without end stand: charts of step dice, a table of blows.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::forms::mention;
use crate::check::program::{Expr, ExprKind, Program, Row, TableId};

/// The columns that have been looked at: a table may be long, and a cell of it may be looked up for each value of
/// something else.
pub(super) struct EndlessColumns<'p> {
    program: &'p Program,
    known: RefCell<FxHashMap<(TableId, usize), bool>>,
}

impl<'p> EndlessColumns<'p> {
    pub(super) fn new(program: &'p Program) -> EndlessColumns<'p> {
        EndlessColumns { program, known: RefCell::default() }
    }

    /// The column that is looked at of a row which is looked up or rolled: its table and its place there; `None` where
    /// it has no dice without end.
    pub(super) fn column(&self, of: &Expr, name: &str) -> Option<(TableId, usize)> {
        let id = match (&of.kind, mention(of)) {
            (ExprKind::Lookup(lookup), _) => lookup.table,
            (_, Some(pick)) if pick.args.is_empty() => pick.table,
            (_, _) => return None,
        };
        let table = self.program.table(id);
        let place = table.columns.place(name)?;
        let is_endless = |row: &Row| row.cells.get(place).is_some_and(Expr::rolls_endless);
        let mut known = self.known.borrow_mut();
        let is_known = *known.entry((id, place)).or_insert_with(|| table.rows.iter().any(is_endless));
        is_known.then_some((id, place))
    }

    /// Whether an expression looks at one of them somewhere.
    pub(super) fn are_read(&self, expr: &Expr) -> bool {
        expr.descendants().any(|expr| {
            if let ExprKind::Field(of, name) = &expr.kind { self.column(of, name).is_some() } else { false }
        })
    }
}
