//! Going through an expression's parts.

use std::iter;

use super::{DiceGroup, Expr, ExprKind, Faces, IsTest, ItemScope, TextPart};
use crate::syntax::ast::Modifier;

impl Expr {
    /// Whether it runs a procedure itself.
    pub(crate) fn runs(&self) -> bool {
        matches!(self.kind, ExprKind::Run(..)) || self.parts().into_iter().any(Expr::runs)
    }

    /// The expressions directly inside this one that share its locals; not those of closures.
    pub(crate) fn parts(&self) -> Vec<&Expr> {
        let mut parts = Vec::new();
        match &self.kind {
            ExprKind::Literal(_)
            | ExprKind::Local(_)
            | ExprKind::RollLocal(_)
            | ExprKind::Global(_)
            | ExprKind::Option(_)
            | ExprKind::Roster(_)
            | ExprKind::Unrolled(_)
            | ExprKind::Query(..)
            | ExprKind::DeckLeft(_)
            | ExprKind::Now(_)
            | ExprKind::StubText(_)
            | ExprKind::Broken => {}
            ExprKind::Text(texts) => parts.extend(texts.iter().filter_map(TextPart::live)),
            ExprKind::Member(_, of)
            | ExprKind::Field(of, _)
            | ExprKind::Label(of, _)
            | ExprKind::Quantity(of, _)
            | ExprKind::Negate(of)
            | ExprKind::Not(of)
            | ExprKind::Likely(of)
            | ExprKind::Pick(of)
            | ExprKind::DiceOf(of)
            | ExprKind::AsWord(of, _) => parts.push(of),
            ExprKind::Item(a, b)
            | ExprKind::HasItem(a, b)
            | ExprKind::Range(a, b)
            | ExprKind::Compare(a, _, b)
            | ExprKind::In(a, b)
            | ExprKind::Otherwise(a, b)
            | ExprKind::Advantage(a, b)
            | ExprKind::Times { count: a, body: b, .. } => parts.extend([&**a, &**b]),
            ExprKind::If(a, b, c) => parts.extend([&**a, &**b, &**c]),
            ExprKind::Exploding(dice) => parts.extend([&dice.count, &dice.die]),
            ExprKind::Check(a, b, tie) | ExprKind::Contest(a, b, tie) => {
                parts.extend([&**a, &**b].into_iter().chain(tie.as_deref()));
            }
            ExprKind::Added { name, fields, .. } => {
                parts.extend(iter::once(&**name).chain(fields.iter().flatten()));
            }
            ExprKind::TimerLeft(_, each) => parts.extend(each.as_deref()),
            ExprKind::Draw(pick) => {
                let filter = pick.filter.as_ref().map(|(_, condition)| condition);
                parts.extend(pick.args.iter().flatten().chain(filter));
            }
            ExprKind::Lookup(lookup) | ExprKind::HasKey(lookup) => {
                parts.extend(lookup.args.iter().flatten().chain(&lookup.keys));
            }
            ExprKind::LookupIn(of, keys) => parts.extend(iter::once(&**of).chain(keys)),
            ExprKind::UnrolledTable(_, args) | ExprKind::Call(_, args) | ExprKind::DrawRest(_, args) => {
                parts.extend(args.iter().flatten());
            }
            ExprKind::Run(_, args, answers) => {
                parts.extend(args.iter().flatten().chain(seconds(answers)));
            }
            ExprKind::Builtin(_, exprs)
            | ExprKind::List(exprs)
            | ExprKind::And(exprs)
            | ExprKind::Or(exprs) => parts.extend(exprs),
            ExprKind::Pool(groups, ops) => {
                parts.extend(groups.iter().flat_map(DiceGroup::parts).chain(ops_parts(ops)));
            }
            ExprKind::PoolOf(entries, ops) => parts.extend(entries.iter().chain(ops_parts(ops))),
            ExprKind::ListOps(of, ops) => parts.extend(iter::once(&**of).chain(ops_parts(ops))),
            ExprKind::Parts(named) => parts.extend(seconds(named)),
            ExprKind::Arith(first, rest) => parts.extend(iter::once(&**first).chain(seconds(rest))),
            ExprKind::Is { of, tests, .. } => {
                parts.extend(iter::once(&**of).chain(tests.iter().filter_map(IsTest::with)));
            }
            ExprKind::Bind(bindings, body) => parts.extend(seconds(bindings).chain([&**body])),
            ExprKind::Map(scope, by) | ExprKind::Extreme(scope, by, _) | ExprKind::Groups(scope, by) => {
                parts.extend(scope.parts().chain([&**by]));
            }
            ExprKind::Filter(scope) => parts.extend(scope.parts()),
            ExprKind::Sort(scope, keys) => parts.extend(scope.parts().chain(keys.iter().map(|(key, _)| key))),
        }
        parts
    }
}

/// The second of each pair: what stands under a name, or behind an operator.
fn seconds<T>(pairs: &[(T, Expr)]) -> impl Iterator<Item = &Expr> {
    pairs.iter().map(|(_, second)| second)
}

fn ops_parts(ops: &[Modifier<Expr>]) -> impl Iterator<Item = &Expr> {
    ops.iter().flat_map(Modifier::numbers)
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

impl ItemScope {
    fn parts(&self) -> impl Iterator<Item = &Expr> {
        iter::once(&*self.of).chain(self.filter.as_deref())
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
