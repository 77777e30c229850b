//! Who resolves statements.

use crate::check::checker::Checker;
use crate::check::resolve::{CallResolver, ExprResolver, NameResolver};
use crate::check::scope::Scope;

/// Resolves the statements of one body: it sees the checker and the names in reach, and nothing else.
pub(in crate::check) struct StmtResolver<'s, 'a> {
    pub(super) cx: &'s mut Checker<'a>,
    pub(super) scope: &'s mut Scope,
}

impl<'a> Checker<'a> {
    /// For statements with these names in reach.
    pub(in crate::check) fn stmts<'s>(&'s mut self, scope: &'s mut Scope) -> StmtResolver<'s, 'a> {
        StmtResolver { cx: self, scope }
    }
}

impl<'a> StmtResolver<'_, 'a> {
    pub(super) fn exprs(&mut self) -> ExprResolver<'_, 'a> {
        self.cx.exprs(self.scope)
    }

    pub(super) fn names_in(&mut self) -> NameResolver<'_, 'a> {
        self.cx.names_in(self.scope)
    }

    pub(super) fn calls(&mut self) -> CallResolver<'_, 'a> {
        self.cx.calls(self.scope)
    }
}
