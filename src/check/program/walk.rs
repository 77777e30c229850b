//! Going through statements and expressions: what stands in each is said here, and nowhere else.

use std::collections::BTreeSet;
use std::iter;

use super::{
    Block, Body, Capture, DiceGroup, Expr, ExprKind, Faces, IsTest, ItemScope, LocalId, Place, PromptAsk,
    Repeat, Returns, RowPick, Stmt, StmtKind, TextPart,
};
use crate::base::preorder;
use crate::syntax::ast::Modifier;

/// What stands directly in a statement or an expression.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Child<'p> {
    /// An expression that is worked out over the same locals; not one of a closure.
    Expr(&'p Expr),
    /// A block that is done with the statement, over the same locals.
    Block(&'p Block),
    /// What the statement starts, which is done later and has locals of its own.
    Started(&'p Body),
    /// A local that is read, or copied for what has locals of its own.
    Use(LocalId),
    /// A local that is bound from here on: of a `let` and a prompt to the end of the block around it, of all else to
    /// the end of what it stands in.
    Binding(LocalId),
    /// A bound local that is given another value.
    Assignment(LocalId),
}

impl<'p> Child<'p> {
    fn expr(self) -> Option<&'p Expr> {
        if let Child::Expr(expr) = self { Some(expr) } else { None }
    }

    fn block(self) -> Option<&'p Block> {
        if let Child::Block(block) = self { Some(block) } else { None }
    }

    fn started(self) -> Option<&'p Block> {
        if let Child::Started(body) = self { Some(&body.block) } else { None }
    }

    fn used(self) -> Option<LocalId> {
        if let Child::Use(local) = self { Some(local) } else { None }
    }

    fn bound(self) -> Option<LocalId> {
        if let Child::Binding(local) = self { Some(local) } else { None }
    }

    fn assigned(self) -> Option<LocalId> {
        if let Child::Assignment(local) = self { Some(local) } else { None }
    }
}

/// Who is shown the children.
type Visitor<'v, 'p> = &'v mut dyn FnMut(Child<'p>);

/// The children of one sort.
fn gathered<'p, T>(of: impl Fn(Child<'p>) -> Option<T>, show: impl FnOnce(Visitor<'_, 'p>)) -> Vec<T> {
    let mut found = Vec::new();
    show(&mut |child| found.extend(of(child)));
    found
}

impl Block {
    /// All statements of it and of the blocks within, each before those within it; not those of what is started.
    pub(crate) fn descendants(&self) -> impl Iterator<Item = &Stmt> {
        preorder(&self.stmts, |stmt, found| {
            stmt.visit_children(&mut |child| {
                found.extend(child.block().into_iter().flat_map(|block| &block.stmts))
            });
        })
    }
}

impl Stmt {
    /// The statement and all those within it.
    pub(crate) fn descendants(&self) -> impl Iterator<Item = &Stmt> {
        iter::once(self).chain(self.blocks().into_iter().flat_map(Block::descendants))
    }

    /// What it starts, which is done later.
    pub(crate) fn started(&self) -> Option<&Block> {
        gathered(Child::started, |visit| self.visit_children(visit)).pop()
    }

    /// The expressions that are worked out with it, not those of the blocks within it or of what it starts.
    pub(crate) fn exprs(&self) -> Vec<&Expr> {
        gathered(Child::expr, |visit| self.visit_children(visit))
    }

    /// The blocks within it that are done with it, not those of what it starts.
    pub(crate) fn blocks(&self) -> Vec<&Block> {
        gathered(Child::block, |visit| self.visit_children(visit))
    }

    /// The locals of which what it starts holds copies.
    pub(crate) fn captured(&self) -> Vec<LocalId> {
        gathered(Child::used, |visit| self.visit_children(visit))
    }

    /// The locals that it binds.
    pub(crate) fn bindings(&self) -> Vec<LocalId> {
        gathered(Child::bound, |visit| self.visit_children(visit))
    }

    /// The bound locals that it gives another value.
    pub(crate) fn assignments(&self) -> Vec<LocalId> {
        gathered(Child::assigned, |visit| self.visit_children(visit))
    }

    /// Whether it gives a local a value, by itself or in a statement within it.
    pub(crate) fn sets(&self, local: LocalId) -> bool {
        self.descendants().any(|stmt| stmt.bindings().contains(&local) || stmt.assignments().contains(&local))
    }

    /// Shows what stands directly in it, in the order in which it is come to.
    pub(crate) fn visit_children<'p>(&'p self, visit: Visitor<'_, 'p>) {
        match &self.kind {
            StmtKind::Let(local, value) => binds(visit, *local, value),
            StmtKind::Tell(_, value)
            | StmtKind::Apply(value)
            | StmtKind::Do(value)
            | StmtKind::Return(Returns::Value(value))
            | StmtKind::Advance(value)
            | StmtKind::Expect(value)
            | StmtKind::RemoveRecord(value, _) => visit(Child::Expr(value)),
            StmtKind::Return(Returns::Parts(parts)) => exprs(visit, seconds(parts)),
            StmtKind::Set(place, value)
            | StmtKind::AddTo(value, place)
            | StmtKind::RemoveFrom(value, place) => place.visit(visit, [value]),
            StmtKind::Worsen(place, by) | StmtKind::Improve(place, by) => place.visit(visit, by),
            StmtKind::If { branches, otherwise } => {
                for (condition, block) in branches {
                    visit(Child::Expr(condition));
                    visit(Child::Block(block));
                }
                visit(Child::Block(otherwise));
            }
            StmtKind::For { item, of, filter, body } => {
                visit(Child::Expr(of));
                visit(Child::Binding(*item));
                exprs(visit, filter.as_deref());
                visit(Child::Block(body));
            }
            StmtKind::Repeat(Repeat::Times(value) | Repeat::Until(value), body) => {
                visit(Child::Expr(value));
                visit(Child::Block(body));
            }
            StmtKind::Step { body, .. } => visit(Child::Block(body)),
            StmtKind::Prompt { question, ask, default, condition, local, .. } => {
                let others = default.as_deref().into_iter().chain(condition.as_deref());
                exprs(visit, iter::once(question).chain(others).chain(ask.exprs()));
                visit(Child::Binding(*local));
            }
            StmtKind::Timer { each, lasts, body, captures, .. } => {
                exprs(visit, each.as_deref().into_iter().chain([&**lasts]));
                starts(visit, body, captures);
            }
            StmtKind::Every { period, body, captures } => {
                visit(Child::Expr(period));
                starts(visit, body, captures);
            }
            StmtKind::When { each, body, captures, .. } => {
                exprs(visit, each.iter().map(|each| &each.1));
                starts(visit, body, captures);
            }
            StmtKind::Cancel(_, each) => exprs(visit, each),
            StmtKind::Nudge(_, owner, left) => exprs(visit, owner.as_deref().into_iter().chain([&**left])),
            StmtKind::Next { count, bonus, .. } => exprs(visit, [&**count, &**bonus]),
            StmtKind::With { dice, answers, body } => {
                exprs(visit, dice.iter().chain(seconds(answers)));
                visit(Child::Block(body));
            }
            StmtKind::Stop(_) | StmtKind::Skip | StmtKind::Reshuffle(_) => {}
        }
    }
}

impl Expr {
    /// Whether it runs a procedure itself.
    pub(crate) fn runs(&self) -> bool {
        self.descendants().any(|expr| matches!(expr.kind, ExprKind::Run(..)))
    }

    /// The expression and all those inside it that share its locals, each before those inside it.
    pub(crate) fn descendants(&self) -> impl Iterator<Item = &Expr> {
        preorder([self], |expr, found| {
            expr.visit_children(&mut |child| found.extend(child.expr()));
        })
    }

    /// The expressions directly inside this one that share its locals; not those of closures.
    pub(crate) fn parts(&self) -> Vec<&Expr> {
        gathered(Child::expr, |visit| self.visit_children(visit))
    }

    /// The locals that it looks at itself, or of which it holds copies.
    pub(crate) fn uses(&self) -> Vec<LocalId> {
        gathered(Child::used, |visit| self.visit_children(visit))
    }

    /// Whether it looks at a local that it does not bind.
    pub(crate) fn reads(&self, local: LocalId) -> bool {
        self.free_locals().contains(&local)
    }

    /// The locals that it looks at and that were bound before.
    pub(crate) fn free_locals(&self) -> BTreeSet<LocalId> {
        let mut free = BTreeSet::new();
        self.find_free(&mut Vec::new(), &mut free);
        free
    }

    fn find_free(&self, bound: &mut Vec<LocalId>, free: &mut BTreeSet<LocalId>) {
        let around = bound.len();
        self.visit_children(&mut |child| match child {
            Child::Expr(part) => part.find_free(bound, free),
            Child::Use(local) | Child::Assignment(local) if bound.contains(&local) => {}
            Child::Use(local) | Child::Assignment(local) => {
                free.insert(local);
            }
            Child::Binding(local) => bound.push(local),
            Child::Block(_) | Child::Started(_) => {}
        });
        bound.truncate(around);
    }

    /// Shows what stands directly in it, in the order in which it is come to.
    pub(crate) fn visit_children<'p>(&'p self, visit: Visitor<'_, 'p>) {
        match &self.kind {
            ExprKind::Literal(_)
            | ExprKind::Global(_)
            | ExprKind::Option(_)
            | ExprKind::Roster(_)
            | ExprKind::DeckLeft(_)
            | ExprKind::Now(_)
            | ExprKind::StubText(_)
            | ExprKind::Broken => {}
            ExprKind::Local(local) | ExprKind::RollLocal(local) => visit(Child::Use(*local)),
            ExprKind::Unrolled(closure) | ExprKind::Query(_, closure) => {
                closure.captured().for_each(|local| visit(Child::Use(local)))
            }
            ExprKind::Bind(bindings, body) => {
                bindings.iter().for_each(|(local, value)| binds(visit, *local, value));
                visit(Child::Expr(body));
            }
            ExprKind::Draw(pick) => pick.visit(visit),
            ExprKind::Map(scope, by) | ExprKind::Extreme(scope, by, _) | ExprKind::Groups(scope, by) => {
                scope.visit(visit, [&**by]);
            }
            ExprKind::Filter(scope) => scope.visit(visit, []),
            ExprKind::Sort(scope, keys) => scope.visit(visit, keys.iter().map(|(key, _)| key)),
            ExprKind::Text(texts) => exprs(visit, texts.iter().filter_map(TextPart::live)),
            ExprKind::Member(_, of)
            | ExprKind::Field(of, _)
            | ExprKind::Label(of, _)
            | ExprKind::Quantity(of, _)
            | ExprKind::Negate(of)
            | ExprKind::Not(of)
            | ExprKind::Likely(of)
            | ExprKind::Pick(of)
            | ExprKind::DiceOf(of)
            | ExprKind::AsWord(of, _) => visit(Child::Expr(of)),
            ExprKind::Item(a, b)
            | ExprKind::HasItem(a, b)
            | ExprKind::Range(a, b)
            | ExprKind::Compare(a, _, b)
            | ExprKind::In(a, b)
            | ExprKind::Otherwise(a, b)
            | ExprKind::Advantage(a, b)
            | ExprKind::Times { count: a, body: b, .. } => exprs(visit, [&**a, &**b]),
            ExprKind::If(a, b, c) => exprs(visit, [&**a, &**b, &**c]),
            ExprKind::Exploding(dice) => exprs(visit, [&dice.count, &dice.die]),
            ExprKind::Check(a, b, tie) | ExprKind::Contest(a, b, tie) => {
                exprs(visit, [&**a, &**b].into_iter().chain(tie.as_deref()));
            }
            ExprKind::Added { name, fields, .. } => {
                exprs(visit, iter::once(&**name).chain(fields.iter().flatten()));
            }
            ExprKind::TimerLeft(_, each) => exprs(visit, each.as_deref()),
            ExprKind::Lookup(of) | ExprKind::HasKey(of) => {
                exprs(visit, of.args.iter().flatten().chain(&of.keys));
            }
            ExprKind::LookupIn(of, keys) => exprs(visit, iter::once(&**of).chain(keys)),
            ExprKind::UnrolledTable(_, args) | ExprKind::Call(_, args) | ExprKind::DrawRest(_, args) => {
                exprs(visit, args.iter().flatten());
            }
            ExprKind::Run(_, args, answers) => {
                exprs(visit, args.iter().flatten().chain(seconds(answers)));
            }
            ExprKind::Builtin(_, all) | ExprKind::List(all) | ExprKind::And(all) | ExprKind::Or(all) => {
                exprs(visit, all);
            }
            ExprKind::Pool(groups, ops) => {
                exprs(visit, groups.iter().flat_map(DiceGroup::parts).chain(ops_parts(ops)));
            }
            ExprKind::PoolOf(entries, ops) => exprs(visit, entries.iter().chain(ops_parts(ops))),
            ExprKind::ListOps(of, ops) => exprs(visit, iter::once(&**of).chain(ops_parts(ops))),
            ExprKind::Parts(named) => exprs(visit, seconds(named)),
            ExprKind::Arith(first, rest) => exprs(visit, iter::once(&**first).chain(seconds(rest))),
            ExprKind::Is { of, tests, .. } => {
                exprs(visit, iter::once(&**of).chain(tests.iter().filter_map(IsTest::with)));
            }
        }
    }
}

fn exprs<'p>(visit: Visitor<'_, 'p>, exprs: impl IntoIterator<Item = &'p Expr>) {
    exprs.into_iter().for_each(|expr| visit(Child::Expr(expr)));
}

fn binds<'p>(visit: Visitor<'_, 'p>, local: LocalId, value: &'p Expr) {
    visit(Child::Expr(value));
    visit(Child::Binding(local));
}

fn starts<'p>(visit: Visitor<'_, 'p>, body: &'p Body, captures: &[Capture]) {
    captures.iter().for_each(|(outside, _)| visit(Child::Use(*outside)));
    visit(Child::Started(body));
}

/// The second of each pair: what stands under a name, or behind an operator.
fn seconds<T>(pairs: &[(T, Expr)]) -> impl Iterator<Item = &Expr> {
    pairs.iter().map(|(_, second)| second)
}

fn ops_parts(ops: &[Modifier<Expr>]) -> impl Iterator<Item = &Expr> {
    ops.iter().flat_map(Modifier::numbers)
}

impl Place {
    /// Shows what it is a place of, then what it is changed with, then that it is another from there on.
    fn visit<'p>(&'p self, visit: Visitor<'_, 'p>, with: impl IntoIterator<Item = &'p Expr>) {
        match self {
            Place::Local(local) => {
                exprs(visit, with);
                visit(Child::Assignment(*local));
            }
            Place::Global(_) => exprs(visit, with),
            Place::Field(of, _) => exprs(visit, iter::once(&**of).chain(with)),
        }
    }
}

impl PromptAsk {
    /// What it works out to ask.
    fn exprs(&self) -> Vec<&Expr> {
        match self {
            PromptAsk::From(of) | PromptAsk::Row(of) => vec![of],
            PromptAsk::Number(ends) => ends.iter().flat_map(|(low, high)| [low, high]).collect(),
            PromptAsk::YesNo | PromptAsk::Text => Vec::new(),
        }
    }
}

impl TextPart {
    /// What is worked out and shown, where it is not literal.
    pub(crate) fn live(&self) -> Option<&Expr> {
        match self {
            TextPart::Live(expr) => Some(expr),
            TextPart::Literal(_) => None,
        }
    }
}

impl IsTest {
    /// What it compares with, if with anything.
    pub(crate) fn with(&self) -> Option<&Expr> {
        match self {
            IsTest::Equals(expr) | IsTest::Standing(expr, _) => Some(expr),
            IsTest::Even | IsTest::Odd | IsTest::Empty => None,
        }
    }
}

impl RowPick {
    fn visit<'p>(&'p self, visit: Visitor<'_, 'p>) {
        exprs(visit, self.args.iter().flatten());
        if let Some((row, condition)) = &self.filter {
            visit(Child::Binding(*row));
            visit(Child::Expr(condition));
        }
    }
}

impl ItemScope {
    fn visit<'p>(&'p self, visit: Visitor<'_, 'p>, each: impl IntoIterator<Item = &'p Expr>) {
        visit(Child::Expr(&self.of));
        visit(Child::Binding(self.item));
        exprs(visit, self.filter.as_deref().into_iter().chain(each));
    }
}

impl DiceGroup {
    fn parts(&self) -> impl Iterator<Item = &Expr> {
        let sides = match &self.faces {
            Faces::Computed(sides) => Some(&**sides),
            Faces::Sides(_)
            | Faces::Percent
            | Faces::Fate
            | Faces::Digits(_)
            | Faces::Numbers(_)
            | Faces::Texts(_) => None,
        };
        iter::once(&self.count).chain(sides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{SourceId, Span};
    use crate::check::program::{Kind, Literal};

    #[test]
    fn a_local_is_free_where_one_branch_reads_it_before_another_binds_it_anew() {
        let span = Span::new(SourceId(0), 0, 0);
        let made = |kind| Expr { kind, span, gives: Kind::Any };
        let (x, yes) = (LocalId(0), || Box::new(made(ExprKind::Literal(Literal::YesNo(true)))));
        let read = || Box::new(made(ExprKind::Local(x)));
        let bound = || Box::new(made(ExprKind::Bind(vec![(x, *yes())], read())));
        assert!(!bound().reads(x));
        assert!(made(ExprKind::If(yes(), bound(), read())).reads(x));
        assert!(made(ExprKind::Bind(vec![(x, *read())], yes())).reads(x));
        assert!(made(ExprKind::If(yes(), bound(), bound())).free_locals().is_empty());
    }
}
