//! Loops that only gather: each pass adds to totals, or keeps the most or the least so far, and looks at nothing
//! that another pass changes. It makes no difference in which order the items come.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::guards::same;
use super::{
    Block, Expr, ExprKind, Function, ItemScope, Kind, Literal, LocalId, Place, Stmt, StmtKind, UnitFamily,
};
use crate::base::{Num, SharedVec};
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
    let mut pass = GatheringPass { fns, own, kept, read, marks: BTreeMap::new() };
    filter.is_none_or(|filter| pass.looks(filter))
        && pass.block(body)
        && pass.kept.keys().all(|kept| !pass.read.contains(kept))
}

/// What one pass of a loop adds to a local, where it does nothing else.
struct Addition<'e> {
    /// When it does.
    condition: Option<&'e Expr>,
    local: LocalId,
    /// The local with what is added to it.
    value: &'e Expr,
    first: &'e Expr,
    added: &'e Expr,
}

impl<'e> Addition<'e> {
    fn of(body: &'e Block) -> Option<Addition<'e>> {
        let [only] = body.stmts.as_slice() else { return None };
        let (condition, set) = if let StmtKind::If { branches, otherwise } = &only.kind {
            let ([(condition, block)], []) = (branches.as_slice(), otherwise.stmts.as_slice()) else {
                return None;
            };
            (Some(condition), block.stmts.as_slice())
        } else {
            (None, std::slice::from_ref(only))
        };
        let [Stmt { kind: StmtKind::Set(Place::Local(local), value), .. }] = set else { return None };
        let ExprKind::Arith(first, rest) = &value.kind else { return None };
        let [(ArithOp::Add, added)] = rest.as_slice() else { return None };
        let is_total = matches!(first.kind, ExprKind::Local(of) if of == *local);
        is_total.then_some(Addition { condition, local: *local, value, first, added })
    }

    fn like(&self, kind: ExprKind, gives: Kind) -> Expr {
        Expr { kind, gives, span: self.added.span }
    }

    /// The local with all of a list added to it.
    fn with_all(&self, list: ExprKind) -> (LocalId, Expr) {
        let gives = &self.added.gives;
        let list = self.like(list, Kind::List(Box::new(gives.clone())));
        let sum = self.like(ExprKind::Builtin(Builtin::Sum, vec![list]), gives.clone());
        let all = ExprKind::Arith(Box::new(self.first.clone()), vec![(ArithOp::Add, sum)]);
        (self.local, Expr { kind: all, ..self.value.clone() })
    }
}

/// What a loop adds to a local that does nothing else, as one sum; `None` where it does more, or where it makes a
/// difference in which order items of several units are added: `is_one` says of which families there is one unit.
pub(crate) fn gathered_sum(
    is_one: &dyn Fn(UnitFamily) -> bool,
    scope: &ItemScope,
    body: &Block,
) -> Option<(LocalId, Expr)> {
    let addition = Addition::of(body)?;
    let added = addition.added;
    let is_alike =
        added.gives == Kind::Number || matches!(added.gives, Kind::Quantity(family) if is_one(family));
    if !is_alike || added.gives != addition.value.gives {
        return None;
    }
    let filters: Vec<Expr> = scope.filter.as_deref().into_iter().chain(addition.condition).cloned().collect();
    let filter = match <[Expr; 1]>::try_from(filters) {
        Ok([only]) => Some(Box::new(only)),
        Err(none) if none.is_empty() => None,
        Err(both) => Some(Box::new(addition.like(ExprKind::And(both), Kind::YesNo))),
    };
    let scope = ItemScope { filter, ..scope.clone() };
    Some(addition.with_all(ExprKind::Map(scope, Box::new(added.clone()))))
}

/// What a local is after numbers were added to it so many times, as one sum; `None` where a pass does more.
pub(super) fn repeated_sum(count: &Expr, body: &Block) -> Option<(LocalId, Expr)> {
    let addition = Addition::of(body)?;
    let added = addition.added;
    // Of a procedure that runs itself nobody knows what it gives before it is worked out.
    let runs = added.gives == Kind::Any && matches!(added.kind, ExprKind::Run(..));
    let is_number = added.gives == Kind::Number && addition.value.gives == Kind::Number;
    if !is_number && !runs {
        return None;
    }
    let pass = match addition.condition {
        None => added.clone(),
        Some(condition) => {
            let nothing = addition
                .like(ExprKind::Literal(Literal::Number { value: Num::ZERO, percent: false }), Kind::Number);
            let parts = [condition.clone(), added.clone(), nothing].map(Box::new);
            let [condition, added, nothing] = parts;
            addition.like(ExprKind::If(condition, added, nothing), Kind::Number)
        }
    };
    let times = ExprKind::Times { count: Box::new(count.clone()), body: Box::new(pass), unique: false };
    Some(addition.with_all(times))
}

/// How a value goes into what was gathered before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GatheredAs {
    Total,
    Most,
    Least,
    /// It is set to the same, whichever pass does it.
    Mark,
}

/// What a pass does.
struct GatheringPass<'a, 'e> {
    fns: &'a SharedVec<Arc<Function>>,
    /// The locals that each pass has for itself.
    own: BTreeSet<LocalId>,
    /// Those that it gathers into.
    kept: BTreeMap<LocalId, GatheredAs>,
    /// Those that it looks at.
    read: BTreeSet<LocalId>,
    /// What those are set to that are only marked.
    marks: BTreeMap<LocalId, &'e Expr>,
}

impl<'e> GatheringPass<'_, 'e> {
    fn block(&mut self, block: &'e Block) -> bool {
        block.stmts.iter().all(|stmt| self.stmt(stmt))
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever is not named may depend on the order: the safe answer"
    )]
    fn stmt(&mut self, stmt: &'e Stmt) -> bool {
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

    /// A local is set to itself and something more, to the better of itself and something else, or marked.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever is not named may depend on the order: the safe answer"
    )]
    fn gathers(&mut self, local: LocalId, value: &'e Expr) -> bool {
        let is_itself = |expr: &Expr| matches!(expr.kind, ExprKind::Local(of) if of == local);
        match &value.kind {
            ExprKind::Arith(first, rest) => {
                // The unit of a sum is that of its first term.
                let only_adds = value.gives == Kind::Number && rest.iter().all(|(op, _)| *op == ArithOp::Add);
                let adds = rest.iter().all(|(op, _)| matches!(op, ArithOp::Add | ArithOp::Subtract));
                let terms = || [&**first].into_iter().chain(rest.iter().map(|(_, term)| term));
                // `total = total - fee`, but not `total = fee - total`.
                let goes_on = is_itself(first) || (only_adds && terms().any(is_itself));
                goes_on
                    && adds
                    && self.keeps(local, GatheredAs::Total)
                    && self.look_but_at(terms(), &is_itself)
            }
            ExprKind::Builtin(of @ (Builtin::Max | Builtin::Min), args) => {
                let into = if *of == Builtin::Max { GatheredAs::Most } else { GatheredAs::Least };
                let args = match args.as_slice() {
                    [Expr { kind: ExprKind::List(items), .. }] => items,
                    _ => args,
                };
                self.keeps(local, into) && self.look_but_at(args.iter(), &is_itself)
            }
            ExprKind::If(condition, then, otherwise) => {
                if let Some((into, better)) = better_of(condition, local, then, otherwise) {
                    return self.keeps(local, into) && self.looks(better);
                }
                let mut side = |side: &'e Expr| is_itself(side) || self.gathers(local, side);
                side(then) && side(otherwise) && self.looks(condition)
            }
            ExprKind::Literal(_) => {
                let mark = self.marks.entry(local).or_insert(value);
                same(mark, value) && self.keeps(local, GatheredAs::Mark)
            }
            _ => false,
        }
    }

    /// Whether expressions only look, where exactly one of them is what is gathered into.
    fn look_but_at(
        &mut self,
        mut exprs: impl Iterator<Item = &'e Expr> + Clone,
        is_itself: &dyn Fn(&Expr) -> bool,
    ) -> bool {
        exprs.clone().filter(|expr| is_itself(expr)).count() == 1
            && exprs.all(|expr| is_itself(expr) || self.looks(expr))
    }

    /// Whether all passes gather into a local in the same way.
    fn keeps(&mut self, local: LocalId, into: GatheredAs) -> bool {
        *self.kept.entry(local).or_insert(into) == into
    }

    /// Whether an expression only looks, and at what.
    fn looks(&mut self, expr: &Expr) -> bool {
        self.read.extend(expr.descendants().flat_map(Expr::uses));
        expr.is_calm(self.fns)
    }
}

/// `if value > best then best = value`.
fn best_so_far<'e>(condition: &'e Expr, block: &'e Block) -> Option<(LocalId, GatheredAs, &'e Expr)> {
    let [Stmt { kind: StmtKind::Set(Place::Local(local), value), .. }] = block.stmts.as_slice() else {
        return None;
    };
    let (into, new) = better_than(condition, *local)?;
    same(new, value).then_some((*local, into, value))
}

/// `if value > best then value else best`.
fn better_of<'e>(
    condition: &'e Expr,
    best: LocalId,
    then: &'e Expr,
    otherwise: &'e Expr,
) -> Option<(GatheredAs, &'e Expr)> {
    let is_best = |expr: &Expr| matches!(expr.kind, ExprKind::Local(of) if of == best);
    let (into, new) = better_than(condition, best)?;
    match (is_best(then), is_best(otherwise)) {
        (false, true) => same(new, then).then_some((into, then)),
        // `if best >= value then best else value`.
        (true, false) => {
            let into = if into == GatheredAs::Most { GatheredAs::Least } else { GatheredAs::Most };
            same(new, otherwise).then_some((into, otherwise))
        }
        (true, true) | (false, false) => None,
    }
}

/// `value > best`: as what the value goes into the best where that holds, and the value.
fn better_than(condition: &Expr, best: LocalId) -> Option<(GatheredAs, &Expr)> {
    let ExprKind::Compare(left, op, right) = &condition.kind else { return None };
    let is_best = |expr: &Expr| matches!(expr.kind, ExprKind::Local(of) if of == best);
    let into = match op {
        Compare::More | Compare::AtLeast => GatheredAs::Most,
        Compare::Less | Compare::AtMost => GatheredAs::Least,
        Compare::Equal | Compare::NotEqual => return None,
    };
    match (is_best(left), is_best(right)) {
        (false, true) => Some((into, left)),
        (true, false) if into == GatheredAs::Most => Some((GatheredAs::Least, right)),
        (true, false) => Some((GatheredAs::Most, right)),
        (true, true) | (false, false) => None,
    }
}
