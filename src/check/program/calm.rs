//! Expressions without luck: they look, compare and calculate.

use super::order::Functions;
use super::{Args, Expr, ExprKind, FnId, ItemScope};

impl ItemScope {
    pub(crate) fn is_item(&self, expr: &Expr) -> bool {
        matches!(expr.kind, ExprKind::Local(local) if local == self.item)
    }

    /// Whether which items take part is no matter of luck: dice would fall for other items in another order.
    pub(crate) fn is_calm(&self, fns: &Functions) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter.is_calm(fns))
    }

    /// Whether the items are sorted by nothing but themselves.
    pub(crate) fn sorts_by_value(&self, keys: &[(Expr, bool)]) -> bool {
        self.filter.is_none() && keys.iter().all(|(key, _)| self.is_item(key))
    }
}

/// Calls that are looked into, one in another.
const MAX_CALL_DEPTH: u32 = 8;

impl Expr {
    /// Whether it does nothing but look, compare and calculate: no dice, neither here nor in what it calls.
    pub(crate) fn is_calm(&self, fns: &Functions) -> bool {
        self.looks_only(fns, 0)
    }

    fn looks_only(&self, fns: &Functions, deep: u32) -> bool {
        self.descendants().all(|expr| expr.is_calm_itself(fns, deep))
    }

    pub(super) fn is_calm_itself(&self, fns: &Functions, deep: u32) -> bool {
        let is_calm = matches!(
            self.kind,
            ExprKind::Literal(_)
                | ExprKind::Local(_)
                | ExprKind::Global(_)
                | ExprKind::Field(..)
                | ExprKind::Builtin(..)
                | ExprKind::Arith(..)
                | ExprKind::Negate(_)
                | ExprKind::Compare(..)
                | ExprKind::And(_)
                | ExprKind::Or(_)
                | ExprKind::Not(_)
                | ExprKind::Is { .. }
                | ExprKind::In(..)
                | ExprKind::Range(..)
                | ExprKind::If(..)
        );
        is_calm
            || matches!(&self.kind, ExprKind::Call(called, args) if is_calm_call(fns, *called, args, deep))
    }
}

/// Whether a call with these arguments does nothing but look, compare and calculate.
fn is_calm_call(fns: &Functions, function: FnId, args: &Args, deep: u32) -> bool {
    let Some(called) = fns.get(function.index()).filter(|_| deep < MAX_CALL_DEPTH) else { return false };
    let all_given = called.params.iter().zip(args).all(|(param, arg)| arg.is_some() && !param.unrolled);
    let body = called.body.as_ref().filter(|_| all_given && called.params.len() == args.len());
    body.is_some_and(|body| body.looks_only(fns, deep + 1))
}
