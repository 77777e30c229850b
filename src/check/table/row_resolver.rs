//! Who resolves the rows of a table.

use crate::check::checker::Checker;
use crate::check::resolve::ExprResolver;
use crate::check::scope::Scope;
use crate::check::stmt::StmtResolver;

/// Resolves the rows of one table, cell by cell, and what stands on its first line: it sees the checker and
/// the table's parameters, and nothing else.
pub(in crate::check) struct RowResolver<'s, 'a> {
    pub(super) cx: &'s mut Checker<'a>,
    pub(super) scope: &'s mut Scope,
}

impl<'a> Checker<'a> {
    /// For the rows of a table with these names in reach.
    pub(in crate::check) fn rows_in<'s>(&'s mut self, scope: &'s mut Scope) -> RowResolver<'s, 'a> {
        RowResolver { cx: self, scope }
    }
}

impl<'a> RowResolver<'_, 'a> {
    pub(super) fn exprs(&mut self) -> ExprResolver<'_, 'a> {
        self.cx.exprs(self.scope)
    }

    pub(super) fn stmts(&mut self) -> StmtResolver<'_, 'a> {
        self.cx.stmts(self.scope)
    }
}
