//! Statements that only name things, set them again, choose and return are an expression.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::gathers::{gathered_sum, repeated_sum};
use super::places::places_of;
use super::{
    Block, Body, Expr, ExprKind, Function, ItemScope, Kind, LocalId, Place, Repeat, Returns, Stmt, StmtKind,
    Straight,
};
use crate::base::SharedVec;
use crate::dice::PoolOp;

/// A body with more statements is taken step by step.
const MOST_STATEMENTS: usize = 256;
/// Results behind conditions are written out so often at most.
const MOST_RETURNS: u32 = 16;

impl Body {
    /// What it gives, as expressions over its locals; `None` where it does more than to name things, to choose and to
    /// return, or may end without a result.
    pub(crate) fn straight(&self) -> Option<&Straight> {
        self.straight_by(|block, locals| {
            if block.descendants().nth(MOST_STATEMENTS).is_some() {
                return None;
            }
            let whole = given(block, None, locals)?;
            let names = names_in(block).into_iter();
            let parts = names.map(|name| given(block, Some(&name), locals).map(|part| (name, part)));
            let parts = parts.collect::<Option<_>>()?;
            Some(Straight { whole, parts })
        })
    }

    /// How many locals it has as an expression, in which a name that is set again is another one from there on.
    pub(crate) fn locals_apart(&self) -> u32 {
        u32::try_from(self.locals.len() + many_set(&self.block)).unwrap_or(u32::MAX)
    }
}

impl Straight {
    /// Whether it is better worked out as an expression than step by step: where it holds several lists of rolls side
    /// by side, or one of which only places are looked at, or a table that comes up row by row, or dice without end.
    pub(crate) fn has_much_at_once(&self, fns: &SharedVec<Arc<Function>>) -> bool {
        let mut lists = 0;
        for expr in self.whole.descendants() {
            if let ExprKind::Bind(bindings, body) = &expr.kind {
                let is_list = |of: &Expr| matches!(of.gives, Kind::List(_)) && !of.is_calm(fns);
                for (nth, (local, of)) in bindings.iter().enumerate().filter(|(_, (_, of))| is_list(of)) {
                    let later = bindings.iter().skip(nth + 1).map(|(_, value)| value).chain([&**body]);
                    let is_many = matches!(of.kind, ExprKind::Draw(_)) || places_of(*local, later).is_some();
                    lists += if is_many { 2 } else { 1 };
                }
            }
            lists += 2 * expr.endless_ops();
        }
        lists > 1
    }
}

impl Expr {
    /// Whether dice in it explode without end.
    pub(crate) fn rolls_endless(&self) -> bool {
        self.descendants().any(|expr| expr.endless_ops() > 0)
    }

    /// How many of its own operators roll without end.
    fn endless_ops(&self) -> usize {
        let (ExprKind::Pool(_, ops) | ExprKind::PoolOf(_, ops) | ExprKind::ListOps(_, ops)) = &self.kind
        else {
            return 0;
        };
        let is_endless = |op: &PoolOp<_, _>| matches!(op, PoolOp::Again(again) if again.limit.is_none());
        ops.iter().filter(|op| is_endless(&op.op)).count()
    }
}

/// The names of the parts that are returned anywhere.
fn names_in(block: &Block) -> Vec<Arc<str>> {
    let mut names = Vec::new();
    for stmt in block.descendants() {
        let StmtKind::Return(Returns::Parts(parts)) = &stmt.kind else { continue };
        for (name, _) in parts {
            if !names.contains(name) {
                names.push(Arc::clone(name));
            }
        }
    }
    names
}

/// How many statements of a block, and of those within it, may set a name again.
fn many_set(block: &Block) -> usize {
    let sets =
        |stmt: &&Stmt| matches!(stmt.kind, StmtKind::Set(..) | StmtKind::For { .. } | StmtKind::Repeat(..));
    block.descendants().filter(sets).count()
}

/// What a block of a body with these locals gives, or a part of that.
pub(super) fn given(block: &Block, part: Option<&Arc<str>>, locals: &[Arc<str>]) -> Option<Expr> {
    after(&block.stmts, &[], part, &mut Turning::of(block, locals))
}

/// What the last statements of a block give, as an expression of what those before them came to.
pub(super) fn after_loops(block: &Block, last: &[Stmt], locals: &[Arc<str>]) -> Option<Expr> {
    if last.iter().flat_map(Stmt::descendants).nth(MOST_STATEMENTS).is_some() {
        return None;
    }
    after(last, &[], None, &mut Turning::of(block, locals))
}

/// What is known while statements are turned into an expression.
struct Turning {
    kinds: SetKinds,
    /// How many results may still be written out.
    returns_left: u32,
    /// The first local that no name around has been made yet.
    next: u32,
}

impl Turning {
    fn of(block: &Block, locals: &[Arc<str>]) -> Turning {
        let next = u32::try_from(locals.len()).unwrap_or(u32::MAX);
        Turning { kinds: SetKinds::of(block), returns_left: MOST_RETURNS, next }
    }

    /// What follows where a name is set again: from there on it is a local of its own, for what was made of it before
    /// may still be looked at.
    fn set_again(
        &mut self,
        (local, value): (LocalId, Expr),
        follow: impl FnOnce(&mut Self) -> Option<Expr>,
    ) -> Option<Expr> {
        let own = LocalId(self.next);
        self.next += 1;
        let mut body = follow(self)?;
        self.next -= 1;
        body.rename(local, own);
        Some(bound((own, value), body))
    }
}

/// What statements give, and where they give nothing those that follow them, innermost first.
fn after(stmts: &[Stmt], then: &[&[Stmt]], part: Option<&Arc<str>>, turning: &mut Turning) -> Option<Expr> {
    let Some((stmt, rest)) = stmts.split_first() else {
        let (next, later) = then.split_first()?;
        return after(next, later, part, turning);
    };
    let made = |kind: ExprKind, gives: Kind| Expr { kind, span: stmt.span, gives };
    if let StmtKind::Let(local, value) = &stmt.kind {
        let body = after(rest, then, part, turning)?;
        return Some(bound((*local, value.clone()), body));
    }
    if let StmtKind::Set(Place::Local(local), value) = &stmt.kind {
        if !turning.kinds.is_plain(*local) {
            return None;
        }
        return turning.set_again((*local, value.clone()), |turning| after(rest, then, part, turning));
    }
    if let StmtKind::Return(returns) = &stmt.kind {
        turning.returns_left = turning.returns_left.checked_sub(1)?;
        return match (returns, part) {
            (Returns::Value(value), None) => Some(value.clone()),
            (Returns::Value(_), Some(_)) => None,
            (Returns::Parts(parts), None) => {
                let names = parts.iter().map(|(name, _)| Arc::clone(name)).collect();
                Some(made(ExprKind::Parts(parts.clone()), Kind::Parts(names)))
            }
            (Returns::Parts(parts), Some(part)) => {
                parts.iter().find(|(name, _)| name == part).map(|(_, value)| value.clone())
            }
        };
    }
    if let Some(sum) = summed(stmt) {
        return turning.set_again(sum, |turning| after(rest, then, part, turning));
    }
    let StmtKind::If { branches, otherwise } = &stmt.kind else { return None };
    let mut follow = vec![rest];
    follow.extend_from_slice(then);
    let mut chosen = after(&otherwise.stmts, &follow, part, turning)?;
    for (condition, block) in branches.iter().rev() {
        let yes = after(&block.stmts, &follow, part, turning)?;
        let gives = if yes.gives == chosen.gives { yes.gives.clone() } else { Kind::Any };
        let parts = Box::new(condition.clone());
        chosen = made(ExprKind::If(parts, Box::new(yes), Box::new(chosen)), gives);
    }
    Some(chosen)
}

/// What kinds of values locals are set to.
#[derive(Default)]
struct SetKinds {
    /// Those that are named here.
    named: BTreeSet<LocalId>,
    /// Those that hold more than one value somewhere: what is looked at of a list is found by its name.
    whole: BTreeSet<LocalId>,
}

impl SetKinds {
    fn of(block: &Block) -> SetKinds {
        let mut kinds = SetKinds::default();
        for stmt in block.descendants() {
            if let StmtKind::Let(local, _) = &stmt.kind {
                kinds.named.insert(*local);
            }
            if let StmtKind::Let(local, value) | StmtKind::Set(Place::Local(local), value) = &stmt.kind
                && !matches!(value.gives, Kind::Number | Kind::Quantity(_) | Kind::YesNo | Kind::Word(_))
            {
                kinds.whole.insert(*local);
            }
        }
        kinds
    }

    /// Whether a local holds nothing but single values, all of which are known here.
    fn is_plain(&self, local: LocalId) -> bool {
        self.named.contains(&local) && !self.whole.contains(&local)
    }
}

/// What a local is after a loop that only adds numbers to it, so many times or for some of the items:
/// `total += t.worth`.
fn summed(stmt: &Stmt) -> Option<(LocalId, Expr)> {
    let (total, sum) = if let StmtKind::For { item, of, filter, body } = &stmt.kind {
        let scope = ItemScope { of: Box::new(of.clone()), item: *item, filter: filter.clone() };
        gathered_sum(&|_| false, &scope, body)?
    } else if let StmtKind::Repeat(Repeat::Times(count), body) = &stmt.kind {
        repeated_sum(count, body)?
    } else {
        return None;
    };
    let reads = sum.descendants().filter(|expr| matches!(expr.kind, ExprKind::Local(of) if of == total));
    // What it was before is the first term, and nothing else looks at it.
    (reads.count() == 1).then_some((total, sum))
}

/// A name in front of an expression, beside those that stand there; the value itself where that is all that is given.
fn bound(first: (LocalId, Expr), body: Expr) -> Expr {
    if matches!(body.kind, ExprKind::Local(local) if local == first.0) {
        return first.1;
    }
    let (span, gives) = (body.span, body.gives.clone());
    let kind = if let ExprKind::Bind(mut bindings, body) = body.kind {
        bindings.insert(0, first);
        ExprKind::Bind(bindings, body)
    } else {
        ExprKind::Bind(vec![first], Box::new(body))
    };
    Expr { kind, span, gives }
}
