//! Bodies that end with an expression of what their loops came to: `return max(0, harm - armour)` behind a loop that adds
//! to `harm`.

use super::straight::after_loops;
use super::{Block, Body, Child, Ending, Expr, ExprKind, LocalId, Place, Returns, Stmt, StmtKind};
use crate::check::Builtin;
use crate::syntax::ast::ArithOp;

impl Body {
    /// What it makes in the end of the one number that its loops come to; `None` where it makes nothing of it, looks at
    /// more than that, or may return before. The parameters are the first locals.
    pub(crate) fn ending(&self, params: usize) -> Option<&Ending> {
        self.ending_by(|block, locals| {
            let is_loop = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Repeat(..) | StmtKind::For { .. });
            let end = block.stmts.iter().rposition(is_loop)? + 1;
            let (head, rest) = block.stmts.split_at_checked(end)?;
            if head.iter().any(leaves) {
                return None;
            }
            let rest = after_loops(block, rest, locals)?;
            let is_open =
                |local: &LocalId| local.0 as usize >= params || head.iter().any(|stmt| stmt.sets(*local));
            let mut read = rest.free_locals().into_iter().filter(is_open);
            let (Some(local), None) = (read.next(), read.next()) else { return None };
            if !chooses(&rest) {
                return None;
            }
            let last = head.last()?;
            // What is looked at on the way is known there no better than to what it is held against.
            if !head.iter().all(|stmt| only_adds(stmt, local)) {
                return None;
            }
            let gives = number_of(head, local)?;
            let returned = Expr { kind: ExprKind::Local(local), span: last.span, gives: gives.gives.clone() };
            let mut stmts = head.to_vec();
            stmts.push(Stmt { kind: StmtKind::Return(Returns::Value(returned)), span: last.span });
            Some(Ending { head: Body::new(Block { stmts }, locals.to_vec()), local, rest })
        })
    }
}

/// Whether a statement may end the body, or an earlier part of it.
fn leaves(stmt: &Stmt) -> bool {
    stmt.descendants().any(|stmt| matches!(stmt.kind, StmtKind::Return(_) | StmtKind::Stop(_)))
}

/// Whether nothing looks at a local in a statement but what is added to it.
pub(super) fn only_adds(stmt: &Stmt, local: LocalId) -> bool {
    stmt.descendants().all(|stmt| is_added_to(stmt, local) || !looks_at(stmt, local))
}

/// Whether a statement does nothing to a local but to add to it.
fn is_added_to(stmt: &Stmt, local: LocalId) -> bool {
    if let StmtKind::Set(Place::Local(set), value) = &stmt.kind
        && *set == local
        && let ExprKind::Arith(first, terms) = &value.kind
    {
        let adds = |op: &ArithOp| matches!(op, ArithOp::Add | ArithOp::Subtract);
        return matches!(first.kind, ExprKind::Local(of) if of == local)
            && terms.iter().all(|(op, term)| adds(op) && !term.reads(local));
    }
    false
}

/// Whether a statement by itself looks at a local, hands it on or changes it.
fn looks_at(stmt: &Stmt, local: LocalId) -> bool {
    let mut looks = false;
    stmt.visit_children(&mut |child| {
        looks |= match child {
            Child::Expr(expr) => expr.reads(local),
            Child::Use(of) | Child::Assignment(of) => of == local,
            Child::Binding(_) | Child::Block(_) | Child::Started(_) => false,
        };
    });
    looks
}

/// What a local is first set to, where that is a number.
fn number_of(head: &[Stmt], local: LocalId) -> Option<&Expr> {
    head.iter().find_map(|stmt| {
        let StmtKind::Let(set, value) = &stmt.kind else { return None };
        value.number().filter(|_| *set == local).map(|_| value)
    })
}

/// Whether something is chosen or held against something: all else is as well worked out on the way.
fn chooses(expr: &Expr) -> bool {
    expr.descendants().any(|expr| {
        matches!(
            expr.kind,
            ExprKind::If(..) | ExprKind::Compare(..) | ExprKind::Builtin(Builtin::Min | Builtin::Max, _)
        )
    })
}
