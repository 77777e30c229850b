//! Loops that only gather: each pass adds to totals, or keeps the most or the least so far, and looks at nothing
//! that another pass changes. It makes no difference in which order the items come.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::guards::same;
use super::{Block, Expr, ExprKind, Function, LocalId, Place, Stmt, StmtKind};
use crate::base::SharedVec;
use crate::check::Builtin;
use crate::dice::Compare;
use crate::syntax::ast::ArithOp;

/// Whether the passes of `for item in … where filter` only gather, and luck has no say in what.
pub(super) fn only_gathers(
    fns: &SharedVec<Arc<Function>>,
    item: LocalId,
    filter: Option<&Expr>,
    body: &Block,
) -> bool {
    let (own, kept, read) = (BTreeSet::from([item]), BTreeMap::new(), BTreeSet::new());
    let mut pass = GatheringPass { fns, own, kept, read };
    filter.is_none_or(|filter| pass.looks(filter))
        && pass.block(body)
        && pass.kept.keys().all(|kept| !pass.read.contains(kept))
}

/// How a value goes into what was gathered before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GatheredAs {
    Total,
    Most,
    Least,
}

/// What a pass does.
struct GatheringPass<'a> {
    fns: &'a SharedVec<Arc<Function>>,
    /// The locals that each pass has for itself.
    own: BTreeSet<LocalId>,
    /// Those that it gathers into.
    kept: BTreeMap<LocalId, GatheredAs>,
    /// Those that it looks at.
    read: BTreeSet<LocalId>,
}

impl GatheringPass<'_> {
    fn block(&mut self, block: &Block) -> bool {
        block.stmts.iter().all(|stmt| self.stmt(stmt))
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever is not named may depend on the order: the safe answer"
    )]
    fn stmt(&mut self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Let(local, value) => self.own.insert(*local) && self.looks(value),
            StmtKind::Set(Place::Local(local), value) if self.own.contains(local) => self.looks(value),
            StmtKind::Set(Place::Local(local), value) => self.gathers(*local, value),
            StmtKind::If { branches, otherwise } => {
                if let ([(condition, block)], []) = (branches.as_slice(), otherwise.stmts.as_slice())
                    && let Some((local, into, value)) = best_so_far(condition, block)
                {
                    return self.keeps(local, into) && self.looks(value);
                }
                branches.iter().all(|(condition, block)| self.looks(condition) && self.block(block))
                    && self.block(otherwise)
            }
            StmtKind::Skip => true,
            _ => false,
        }
    }

    /// A local is set to itself and something more.
    fn gathers(&mut self, local: LocalId, value: &Expr) -> bool {
        let is_itself = |expr: &Expr| matches!(expr.kind, ExprKind::Local(of) if of == local);
        if let ExprKind::Arith(first, rest) = &value.kind {
            return is_itself(first)
                && rest.iter().all(|(op, _)| matches!(op, ArithOp::Add | ArithOp::Subtract))
                && self.keeps(local, GatheredAs::Total)
                && rest.iter().all(|(_, term)| self.looks(term));
        }
        let ExprKind::Builtin(builtin, args) = &value.kind else { return false };
        if !matches!(builtin, Builtin::Max | Builtin::Min) {
            return false;
        }
        let into = if *builtin == Builtin::Max { GatheredAs::Most } else { GatheredAs::Least };
        let (itself, others): (Vec<&Expr>, Vec<&Expr>) = args.iter().partition(|arg| is_itself(arg));
        itself.len() == 1 && self.keeps(local, into) && others.into_iter().all(|other| self.looks(other))
    }

    /// Whether all passes gather into a local in the same way.
    fn keeps(&mut self, local: LocalId, into: GatheredAs) -> bool {
        *self.kept.entry(local).or_insert(into) == into
    }

    /// Whether an expression only looks, and at what.
    fn looks(&mut self, expr: &Expr) -> bool {
        if let ExprKind::Local(local) = &expr.kind {
            self.read.insert(*local);
        }
        expr.is_calm(self.fns) && expr.parts().into_iter().all(|part| self.looks(part))
    }
}

/// `if value > best then best = value`.
fn best_so_far<'e>(condition: &'e Expr, block: &'e Block) -> Option<(LocalId, GatheredAs, &'e Expr)> {
    let ExprKind::Compare(left, op, right) = &condition.kind else { return None };
    let [Stmt { kind: StmtKind::Set(Place::Local(local), value), .. }] = block.stmts.as_slice() else {
        return None;
    };
    let is_best = |expr: &Expr| matches!(expr.kind, ExprKind::Local(of) if of == *local);
    let into = match op {
        Compare::More | Compare::AtLeast => GatheredAs::Most,
        Compare::Less | Compare::AtMost => GatheredAs::Least,
        Compare::Equal | Compare::NotEqual => return None,
    };
    let (into, new) = match (is_best(left), is_best(right)) {
        (false, true) => (into, left),
        (true, false) if into == GatheredAs::Most => (GatheredAs::Least, right),
        (true, false) => (GatheredAs::Most, right),
        (true, true) | (false, false) => return None,
    };
    same(new, value).then_some((*local, into, value))
}
