//! Who resolves what is written in a body: each sees the checker and the names in reach, and nothing else.
//!
//! An expression holds names, calls and dice, and each of these holds expressions; so each resolver opens
//! the next one, for the same body.

use crate::check::checker::Checker;
use crate::check::scope::Scope;

/// Resolves expressions: operators, conditions, lists, texts, questions about odds.
pub(in crate::check) struct ExprResolver<'s, 'a> {
    pub(super) cx: &'s mut Checker<'a>,
    pub(super) scope: &'s mut Scope,
}

/// Resolves names: bare ones, and what stands before a dot, a bracket or an index.
pub(in crate::check) struct NameResolver<'s, 'a> {
    pub(super) cx: &'s mut Checker<'a>,
    pub(super) scope: &'s mut Scope,
}

/// Resolves calls, and puts arguments to parameters.
pub(in crate::check) struct CallResolver<'s, 'a> {
    pub(super) cx: &'s mut Checker<'a>,
    pub(super) scope: &'s mut Scope,
}

/// Resolves dice and pools with their operators.
pub(in crate::check) struct DiceResolver<'s, 'a> {
    pub(super) cx: &'s mut Checker<'a>,
    pub(super) scope: &'s mut Scope,
}

impl<'a> Checker<'a> {
    /// For expressions with these names in reach.
    pub(in crate::check) fn exprs<'s>(&'s mut self, scope: &'s mut Scope) -> ExprResolver<'s, 'a> {
        ExprResolver { cx: self, scope }
    }

    /// For names.
    pub(in crate::check) fn names_in<'s>(&'s mut self, scope: &'s mut Scope) -> NameResolver<'s, 'a> {
        NameResolver { cx: self, scope }
    }

    /// For calls.
    pub(in crate::check) fn calls<'s>(&'s mut self, scope: &'s mut Scope) -> CallResolver<'s, 'a> {
        CallResolver { cx: self, scope }
    }

    /// For dice.
    pub(in crate::check) fn pools<'s>(&'s mut self, scope: &'s mut Scope) -> DiceResolver<'s, 'a> {
        DiceResolver { cx: self, scope }
    }
}

impl<'a> ExprResolver<'_, 'a> {
    pub(super) fn names_in(&mut self) -> NameResolver<'_, 'a> {
        self.cx.names_in(self.scope)
    }

    pub(super) fn calls(&mut self) -> CallResolver<'_, 'a> {
        self.cx.calls(self.scope)
    }

    pub(super) fn pools(&mut self) -> DiceResolver<'_, 'a> {
        self.cx.pools(self.scope)
    }
}

impl<'a> NameResolver<'_, 'a> {
    pub(super) fn exprs(&mut self) -> ExprResolver<'_, 'a> {
        self.cx.exprs(self.scope)
    }

    pub(super) fn calls(&mut self) -> CallResolver<'_, 'a> {
        self.cx.calls(self.scope)
    }
}

impl<'a> CallResolver<'_, 'a> {
    pub(super) fn exprs(&mut self) -> ExprResolver<'_, 'a> {
        self.cx.exprs(self.scope)
    }

    pub(super) fn names_in(&mut self) -> NameResolver<'_, 'a> {
        self.cx.names_in(self.scope)
    }

    pub(super) fn pools(&mut self) -> DiceResolver<'_, 'a> {
        self.cx.pools(self.scope)
    }
}

impl<'a> DiceResolver<'_, 'a> {
    pub(super) fn exprs(&mut self) -> ExprResolver<'_, 'a> {
        self.cx.exprs(self.scope)
    }

    pub(super) fn calls(&mut self) -> CallResolver<'_, 'a> {
        self.cx.calls(self.scope)
    }
}
