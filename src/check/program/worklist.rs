//! Loops that work something off: each pass takes one off what is left to do, may put more there by luck, and adds to
//! totals. What one item comes to, with all that it brings, does not depend on the others.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::ending::only_adds;
use super::straight::given;
use super::{Block, Body, Expr, ExprKind, Kind, Literal, LocalId, Repeat, Returns, Stmt, StmtKind, Worklist};
use crate::base::{Num, Span};
use crate::dice::Compare;

impl Body {
    /// What it works off, and what it gives then: a total, or totals by name; `None` where it does anything else.
    pub(crate) fn worklists(&self) -> &[Worklist] {
        self.worklists_by(|block, locals| worklists(block, locals).unwrap_or_default())
    }
}

fn worklists(block: &Block, locals: &[Arc<str>]) -> Option<Vec<Worklist>> {
    let [named @ .., repeat, last] = block.stmts.as_slice() else { return None };
    let firsts: Vec<(LocalId, Num)> = named.iter().map(first_number).collect::<Option<_>>()?;
    let (StmtKind::Repeat(Repeat::Until(until), pass), StmtKind::Return(returns)) =
        (&repeat.kind, &last.kind)
    else {
        return None;
    };
    let left = used_up(until)?;
    // Nothing looks at what other passes came to.
    let adds = |local: LocalId| pass.stmts.iter().all(|stmt| only_adds(stmt, local));
    if !firsts.iter().all(|(local, _)| adds(*local)) {
        return None;
    }
    let first = |local: LocalId| firsts.iter().find(|(of, _)| *of == local).map(|(_, first)| *first);
    let of = |name: Option<&Arc<str>>, total: &Expr| {
        let ExprKind::Local(total) = total.kind else { return None };
        let pass = one_pass((pass, repeat.span), &firsts, [left, total], locals).filter(|_| left != total)?;
        Some(Worklist { part: name.cloned(), items: first(left)?, total: first(total)?, pass })
    };
    match returns {
        Returns::Value(total) => Some(vec![of(None, total)?]),
        Returns::Parts(parts) => parts.iter().map(|(name, total)| of(Some(name), total)).collect(),
    }
}

fn first_number(stmt: &Stmt) -> Option<(LocalId, Num)> {
    if let StmtKind::Let(local, value) = &stmt.kind { Some((*local, value.number()?)) } else { None }
}

/// What is at an end when nothing of it is left: `rooms == 0`, `rooms <= 0`, `rooms < 1`.
fn used_up(until: &Expr) -> Option<LocalId> {
    let ExprKind::Compare(left, compare, right) = &until.kind else { return None };
    let ExprKind::Local(local) = left.kind else { return None };
    let end = match compare {
        Compare::Equal | Compare::AtMost => Num::ZERO,
        Compare::Less => Num::ONE,
        Compare::NotEqual | Compare::More | Compare::AtLeast => return None,
    };
    (right.number() == Some(end)).then_some(local)
}

/// What one pass adds to both, as an expression.
fn one_pass(
    (pass, span): (&Block, Span),
    counts: &[(LocalId, Num)],
    both: [LocalId; 2],
    locals: &[Arc<str>],
) -> Option<Expr> {
    let mut own: BTreeSet<LocalId> = counts.iter().map(|(local, _)| *local).collect();
    own.extend(pass.descendants().flat_map(Stmt::bindings));
    // What returns in the middle of a pass is the end of all of them.
    let goes_on = |stmt: &Stmt| {
        !matches!(stmt.kind, StmtKind::Return(_))
            && stmt.assignments().iter().all(|local| own.contains(local))
    };
    if !pass.descendants().all(goes_on) {
        return None;
    }
    let number = |kind: ExprKind| Expr { kind, span, gives: Kind::Number };
    let nothing = || number(ExprKind::Literal(Literal::Number { value: Num::ZERO, percent: false }));
    let stmt = |kind: StmtKind| Stmt { kind, span };
    let mut stmts: Vec<Stmt> =
        counts.iter().map(|(local, _)| stmt(StmtKind::Let(*local, nothing()))).collect();
    stmts.extend(pass.stmts.iter().cloned());
    let parts = both.iter().zip(Worklist::PARTS);
    let parts = parts.map(|(local, name)| (Arc::from(name), number(ExprKind::Local(*local))));
    stmts.push(stmt(StmtKind::Return(Returns::Parts(parts.collect()))));
    given(&Block { stmts }, None, locals)
}
