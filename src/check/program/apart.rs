//! Passes of a loop that have nothing to do with each other: each looks at its own record alone and changes nothing
//! else, but for sums that nobody reads on the way. It makes no difference in which order they are gone through.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Args, Block, Expr, ExprKind, FnId, Function, IsTest, ItemScope, LocalId, Place, Repeat, Stmt};
use super::{StmtKind, TextPart};
use crate::base::SharedVec;
use crate::syntax::ast::ArithOp;

/// Whether the passes of `for item in … where filter` go over the records of a roster and have nothing to do with
/// each other.
pub(crate) fn passes_apart(fns: &SharedVec<Arc<Function>>, scope: &ItemScope, body: &Block) -> bool {
    let mut pass = PassLocals::over(fns, scope.item);
    let is_apart = scope.filter.as_deref().is_none_or(|filter| pass.expr(filter)) && pass.block(body);
    is_roster(scope) && is_apart && pass.read.is_disjoint(&pass.sums)
}

/// The same where nothing is added up over the passes either.
pub(crate) fn passes_alone(fns: &SharedVec<Arc<Function>>, scope: &ItemScope, body: &Block) -> bool {
    let mut pass = PassLocals::over(fns, scope.item);
    let is_apart = scope.filter.as_deref().is_none_or(|filter| pass.expr(filter)) && pass.block(body);
    is_roster(scope) && is_apart && pass.sums.is_empty()
}

/// Whether what is made of each record of a roster looks at that record alone, and no luck has a say in it.
pub(crate) fn items_apart(fns: &SharedVec<Arc<Function>>, scope: &ItemScope, each: Option<&Expr>) -> bool {
    let mut looked = scope.filter.as_deref().into_iter().chain(each);
    let mut pass = PassLocals::over(fns, scope.item);
    is_roster(scope) && looked.all(|expr| expr.is_calm(fns) && pass.expr(expr))
}

fn is_roster(scope: &ItemScope) -> bool {
    matches!(scope.of.kind, ExprKind::Roster(_))
}

/// What a pass does.
struct PassLocals<'a> {
    fns: &'a SharedVec<Arc<Function>>,
    /// The locals that stand for the record of the pass.
    records: BTreeSet<LocalId>,
    /// The locals that are set anew in each pass.
    own: BTreeSet<LocalId>,
    /// The locals that are only added to.
    sums: BTreeSet<LocalId>,
    /// The locals from before the loop that are read.
    read: BTreeSet<LocalId>,
    /// How deep calls go.
    deep: u32,
}

/// Calls that are looked into, one in another.
const MAX_CALL_DEPTH: u32 = 8;

impl<'a> PassLocals<'a> {
    fn over(fns: &'a SharedVec<Arc<Function>>, record: LocalId) -> PassLocals<'a> {
        PassLocals {
            fns,
            records: BTreeSet::from([record]),
            own: BTreeSet::new(),
            sums: BTreeSet::new(),
            read: BTreeSet::new(),
            deep: 0,
        }
    }

    fn is_record(&self, expr: &Expr) -> bool {
        matches!(expr.kind, ExprKind::Local(local) if self.records.contains(&local))
    }

    fn block(&mut self, block: &Block) -> bool {
        block.stmts.iter().all(|stmt| self.stmt(stmt))
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever is not named may do something that others see: the safe answer"
    )]
    fn stmt(&mut self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Let(local, value) => {
                let is_apart = self.expr(value);
                self.own.insert(*local);
                is_apart
            }
            StmtKind::Set(place, value) => self.set(place, value),
            StmtKind::AddTo(value, place) | StmtKind::RemoveFrom(value, place) => {
                self.is_own_field(place) && self.expr(value)
            }
            StmtKind::Worsen(place, by) | StmtKind::Improve(place, by) => {
                self.is_own_field(place) && by.as_ref().is_none_or(|by| self.expr(by))
            }
            StmtKind::If { branches, otherwise } => {
                branches.iter().all(|(condition, block)| self.expr(condition) && self.block(block))
                    && self.block(otherwise)
            }
            StmtKind::Repeat(Repeat::Times(value) | Repeat::Until(value), body) => {
                self.expr(value) && self.block(body)
            }
            StmtKind::Step { body, .. } => self.block(body),
            StmtKind::Tell(_, value) => self.is_record(value) || self.told(value),
            StmtKind::Skip => true,
            _ => false,
        }
    }

    fn is_own_field(&self, place: &Place) -> bool {
        matches!(place, Place::Field(of, _) if self.is_record(of))
    }

    fn set(&mut self, place: &Place, value: &Expr) -> bool {
        match place {
            Place::Local(local) if self.own.contains(local) => self.expr(value),
            Place::Local(local) => {
                let ExprKind::Arith(first, rest) = &value.kind else { return false };
                self.sums.insert(*local);
                matches!(first.kind, ExprKind::Local(of) if of == *local)
                    && rest
                        .iter()
                        .all(|(op, term)| matches!(op, ArithOp::Add | ArithOp::Subtract) && self.expr(term))
            }
            Place::Global(_) => false,
            Place::Field(..) => self.is_own_field(place) && self.expr(value),
        }
    }

    /// What is told is no part of what comes to pass, but what is rolled for it is rolled.
    fn told(&mut self, value: &Expr) -> bool {
        let ExprKind::Text(parts) = &value.kind else { return self.expr(value) };
        parts.iter().all(|part| match part {
            TextPart::Literal(_) => true,
            TextPart::Live(expr) => self.is_record(expr) || self.expr(expr),
        })
    }

    /// Whether an expression looks at the record of the pass alone, and changes nothing.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever is not named may look at anything: the safe answer"
    )]
    fn expr(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Local(local) => {
                if !self.own.contains(local) {
                    self.read.insert(*local);
                }
                !self.records.contains(local)
            }
            ExprKind::Field(of, _) if self.is_record(of) => true,
            // What belongs to another record may change in that one's pass.
            ExprKind::Field(of, _) => !of.gives.may_be_record() && self.expr(of),
            ExprKind::Bind(bindings, body) => {
                bindings.iter().all(|(local, value)| {
                    let is_apart = self.expr(value);
                    self.own.insert(*local);
                    is_apart
                }) && self.expr(body)
            }
            ExprKind::Call(function, args) => self.call(*function, args),
            ExprKind::Is { of, tests, .. } => {
                self.expr(of) && tests.iter().filter_map(IsTest::with).all(|with| self.expr(with))
            }
            ExprKind::Literal(_)
            | ExprKind::Text(_)
            | ExprKind::Global(_)
            | ExprKind::Builtin(..)
            | ExprKind::Pool(..)
            | ExprKind::PoolOf(..)
            | ExprKind::ListOps(..)
            | ExprKind::Label(..)
            | ExprKind::Quantity(..)
            | ExprKind::List(_)
            | ExprKind::Parts(_)
            | ExprKind::Range(..)
            | ExprKind::Arith(..)
            | ExprKind::Negate(_)
            | ExprKind::Compare(..)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Not(_)
            | ExprKind::In(..)
            | ExprKind::If(..)
            | ExprKind::Otherwise(..)
            | ExprKind::Likely(_)
            | ExprKind::Advantage(..) => expr.parts().into_iter().all(|part| self.expr(part)),
            _ => false,
        }
    }

    /// A call, which may be given the record of the pass.
    fn call(&mut self, function: FnId, args: &Args) -> bool {
        let Some(called) = self.fns.get(function.index()).filter(|_| self.deep < MAX_CALL_DEPTH) else {
            return false;
        };
        let Some(body) = &called.body else { return false };
        let mut inside = PassLocals::over(self.fns, LocalId(u32::MAX));
        inside.deep = self.deep + 1;
        for ((at, param), arg) in (0u32..).zip(&called.params).zip(args) {
            let Some(arg) = arg.as_ref().filter(|_| !param.unrolled) else { return false };
            if self.is_record(arg) {
                inside.records.insert(LocalId(at));
            } else if self.expr(arg) {
                inside.own.insert(LocalId(at));
            } else {
                return false;
            }
        }
        args.len() == called.params.len() && inside.expr(body)
    }
}
