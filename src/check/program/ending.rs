//! Bodies that end with an expression of what their loops came to: `return max(0, harm - armour)` behind a loop that adds
//! to `harm`.

use super::straight::after_loops;
use super::{Block, Body, Ending, Expr, ExprKind, LocalId, Place, Returns, Stmt, StmtKind};
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
            let mut read = Vec::new();
            free_locals(&rest, &mut Vec::new(), &mut read);
            read.retain(|local| local.0 as usize >= params || head.iter().any(|stmt| sets(stmt, *local)));
            let (local, others) = read.split_first()?;
            if others.iter().any(|other| other != local) || !chooses(&rest) {
                return None;
            }
            let (local, last) = (*local, head.last()?);
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
    let ends = matches!(stmt.kind, StmtKind::Return(_) | StmtKind::Stop(_));
    ends || stmt.blocks().into_iter().any(|block| block.stmts.iter().any(leaves))
}

/// Whether a local is set in a statement, or may be changed in it.
fn sets(stmt: &Stmt, local: LocalId) -> bool {
    let is_set =
        matches!(stmt.kind, StmtKind::Let(set, _) if set == local) || stmt.changed_local() == Some(local);
    is_set || stmt.blocks().into_iter().any(|block| block.stmts.iter().any(|stmt| sets(stmt, local)))
}

/// Whether nothing looks at a local in a statement but what is added to it.
pub(super) fn only_adds(stmt: &Stmt, local: LocalId) -> bool {
    let is_read = |expr: &Expr| {
        let mut read = Vec::new();
        free_locals(expr, &mut Vec::new(), &mut read);
        read.contains(&local)
    };
    let is_added_to = if let StmtKind::Set(Place::Local(set), value) = &stmt.kind
        && *set == local
        && let ExprKind::Arith(first, terms) = &value.kind
    {
        let adds = |op: &ArithOp| matches!(op, ArithOp::Add | ArithOp::Subtract);
        matches!(first.kind, ExprKind::Local(of) if of == local)
            && terms.iter().all(|(op, term)| adds(op) && !is_read(term))
    } else {
        stmt.changed_local() != Some(local) && !stmt.exprs().into_iter().any(is_read)
    };
    let is_captured = stmt.captures().iter().any(|(outside, _)| *outside == local);
    is_added_to
        && !is_captured
        && stmt.blocks().into_iter().all(|block| block.stmts.iter().all(|stmt| only_adds(stmt, local)))
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
    matches!(
        expr.kind,
        ExprKind::If(..) | ExprKind::Compare(..) | ExprKind::Builtin(Builtin::Min | Builtin::Max, _)
    ) || expr.parts().into_iter().any(chooses)
}

/// The locals that an expression reads and does not bind.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "whatever is not named binds nothing, and reads what its parts do"
)]
fn free_locals(expr: &Expr, bound: &mut Vec<LocalId>, read: &mut Vec<LocalId>) {
    let mut reads = |local: LocalId, bound: &[LocalId]| {
        if !bound.contains(&local) {
            read.push(local);
        }
    };
    match &expr.kind {
        ExprKind::Local(local) | ExprKind::RollLocal(local) => reads(*local, bound),
        ExprKind::Query(_, closure) | ExprKind::Unrolled(closure) => {
            closure.captures.iter().for_each(|(outside, _)| reads(*outside, bound));
        }
        ExprKind::Bind(bindings, body) => {
            let around = bound.len();
            for (local, value) in bindings {
                free_locals(value, bound, read);
                bound.push(*local);
            }
            free_locals(body, bound, read);
            bound.truncate(around);
        }
        ExprKind::Map(scope, _)
        | ExprKind::Filter(scope)
        | ExprKind::Extreme(scope, ..)
        | ExprKind::Sort(scope, _)
        | ExprKind::Groups(scope, _) => {
            bound.push(scope.item);
            expr.parts().into_iter().for_each(|part| free_locals(part, bound, read));
            bound.pop();
        }
        _ => expr.parts().into_iter().for_each(|part| free_locals(part, bound, read)),
    }
}
