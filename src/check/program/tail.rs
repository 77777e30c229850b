//! Bodies that end with an expression of what their loops came to: `return max(0, harm - armour)` behind a loop that adds
//! to `harm`.

use super::straight::after_loops;
use super::{Block, Body, Expr, ExprKind, LocalId, Returns, Stmt, StmtKind};
use crate::check::Builtin;

/// A body in two parts.
#[derive(Debug, Clone)]
pub(crate) struct Tail {
    /// All up to the last loop, which gives what one local came to.
    pub head: Body,
    /// That local.
    pub local: LocalId,
    /// What is made of it then.
    pub rest: Expr,
}

impl Body {
    /// What it makes in the end of the one number that its loops come to; `None` where it makes nothing of it, looks at
    /// more than that, or may return before. The parameters are the first locals.
    pub(crate) fn tail(&self, params: usize) -> Option<&Tail> {
        self.tail_by(|block, locals| {
            let is_loop = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Repeat(..) | StmtKind::For { .. });
            let end = block.stmts.iter().rposition(is_loop)? + 1;
            let (head, rest) = block.stmts.split_at_checked(end)?;
            if head.iter().any(leaves) {
                return None;
            }
            let rest = after_loops(block, rest)?;
            let mut read = Vec::new();
            free_locals(&rest, &mut Vec::new(), &mut read);
            read.retain(|local| local.0 as usize >= params || head.iter().any(|stmt| sets(stmt, *local)));
            let (local, others) = read.split_first()?;
            if others.iter().any(|other| other != local) || !chooses(&rest) {
                return None;
            }
            let (local, last) = (*local, head.last()?);
            let gives = number_of(head, local)?;
            let returned = Expr { kind: ExprKind::Local(local), span: last.span, gives: gives.gives.clone() };
            let mut stmts = head.to_vec();
            stmts.push(Stmt { kind: StmtKind::Return(Returns::Value(returned)), span: last.span });
            Some(Tail { head: Body::new(Block { stmts }, locals.to_vec()), local, rest })
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

/// What a local is first set to, where that is a number.
fn number_of(head: &[Stmt], local: LocalId) -> Option<&Expr> {
    head.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Let(set, value) if *set == local => value.number().map(|_| value),
        _ => None,
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
