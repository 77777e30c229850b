//! Names that are set again: from there on they are another local.

use super::{DiceGroup, Expr, ExprKind, Faces, IsTest, ItemScope, LocalId, TextPart};
use crate::syntax::ast::Modifier;

impl Expr {
    /// Reads another local in place of one, wherever that is read.
    pub(super) fn rename(&mut self, from: LocalId, to: LocalId) {
        let read = |local: &mut LocalId| {
            if *local == from {
                *local = to;
            }
        };
        if let ExprKind::Local(local) | ExprKind::RollLocal(local) = &mut self.kind {
            read(local);
        } else if let ExprKind::Query(_, closure) | ExprKind::Unrolled(closure) = &mut self.kind {
            closure.captures.iter_mut().for_each(|(outside, _)| read(outside));
        }
        self.parts_mut().into_iter().for_each(|part| part.rename(from, to));
    }

    /// What [`Expr::parts`] gives, to be changed.
    pub(super) fn parts_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
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
            | ExprKind::Broken => Vec::new(),
            ExprKind::Text(texts) => texts.iter_mut().filter_map(live_mut).collect(),
            ExprKind::Member(_, of)
            | ExprKind::Field(of, _)
            | ExprKind::Label(of, _)
            | ExprKind::Quantity(of, _)
            | ExprKind::Negate(of)
            | ExprKind::Not(of)
            | ExprKind::Likely(of)
            | ExprKind::Pick(of)
            | ExprKind::DiceOf(of)
            | ExprKind::AsWord(of, _) => vec![of],
            ExprKind::Item(a, b)
            | ExprKind::HasItem(a, b)
            | ExprKind::Range(a, b)
            | ExprKind::Compare(a, _, b)
            | ExprKind::In(a, b)
            | ExprKind::Otherwise(a, b)
            | ExprKind::Advantage(a, b)
            | ExprKind::Times { count: a, body: b, .. } => vec![a, b],
            ExprKind::If(a, b, c) => vec![a, b, c],
            ExprKind::Exploding(dice) => vec![&mut dice.count, &mut dice.die],
            ExprKind::Check(a, b, tie) | ExprKind::Contest(a, b, tie) => {
                [&mut **a, &mut **b].into_iter().chain(tie.as_deref_mut()).collect()
            }
            ExprKind::Added { name, fields, .. } => {
                [&mut **name].into_iter().chain(fields.iter_mut().flatten()).collect()
            }
            ExprKind::TimerLeft(_, each) => each.as_deref_mut().into_iter().collect(),
            ExprKind::Draw(pick) => {
                let filter = pick.filter.as_mut().map(|(_, condition)| condition);
                pick.args.iter_mut().flatten().chain(filter).collect()
            }
            ExprKind::Lookup(lookup) | ExprKind::HasKey(lookup) => {
                lookup.args.iter_mut().flatten().chain(&mut lookup.keys).collect()
            }
            ExprKind::LookupIn(of, keys) => [&mut **of].into_iter().chain(keys).collect(),
            ExprKind::UnrolledTable(_, args) | ExprKind::Call(_, args) | ExprKind::DrawRest(_, args) => {
                args.iter_mut().flatten().collect()
            }
            ExprKind::Run(_, args, answers) => {
                args.iter_mut().flatten().chain(seconds_mut(answers)).collect()
            }
            ExprKind::Builtin(_, exprs)
            | ExprKind::List(exprs)
            | ExprKind::And(exprs)
            | ExprKind::Or(exprs) => exprs.iter_mut().collect(),
            ExprKind::Pool(groups, ops) => {
                groups.iter_mut().flat_map(group_mut).chain(ops_mut(ops)).collect()
            }
            ExprKind::PoolOf(entries, ops) => entries.iter_mut().chain(ops_mut(ops)).collect(),
            ExprKind::ListOps(of, ops) => [&mut **of].into_iter().chain(ops_mut(ops)).collect(),
            ExprKind::Parts(named) => seconds_mut(named).collect(),
            ExprKind::Arith(first, rest) => [&mut **first].into_iter().chain(seconds_mut(rest)).collect(),
            ExprKind::Is { of, tests, .. } => {
                [&mut **of].into_iter().chain(tests.iter_mut().filter_map(with_mut)).collect()
            }
            ExprKind::Bind(bindings, body) => seconds_mut(bindings).chain([&mut **body]).collect(),
            ExprKind::Map(scope, by) | ExprKind::Extreme(scope, by, _) | ExprKind::Groups(scope, by) => {
                scope_mut(scope).chain([&mut **by]).collect()
            }
            ExprKind::Filter(scope) => scope_mut(scope).collect(),
            ExprKind::Sort(scope, keys) => {
                scope_mut(scope).chain(keys.iter_mut().map(|(key, _)| key)).collect()
            }
        }
    }
}

fn seconds_mut<T>(pairs: &mut [(T, Expr)]) -> impl Iterator<Item = &mut Expr> {
    pairs.iter_mut().map(|(_, second)| second)
}

fn ops_mut(ops: &mut [Modifier<Expr>]) -> impl Iterator<Item = &mut Expr> {
    ops.iter_mut().flat_map(|modifier| modifier.op.numbers_mut()).map(|number| &mut **number)
}

fn live_mut(part: &mut TextPart) -> Option<&mut Expr> {
    match part {
        TextPart::Live(expr) => Some(expr),
        TextPart::Literal(_) => None,
    }
}

fn with_mut(test: &mut IsTest) -> Option<&mut Expr> {
    match test {
        IsTest::Equals(expr) | IsTest::Standing(expr, _) => Some(expr),
        IsTest::Even | IsTest::Odd | IsTest::Empty => None,
    }
}

fn scope_mut(scope: &mut ItemScope) -> impl Iterator<Item = &mut Expr> {
    [&mut *scope.of].into_iter().chain(scope.filter.as_deref_mut())
}

fn group_mut(group: &mut DiceGroup) -> impl Iterator<Item = &mut Expr> {
    let sides = match &mut group.faces {
        Faces::Computed(sides) => Some(&mut **sides),
        Faces::Sides(_)
        | Faces::Percent
        | Faces::Fate
        | Faces::Digits(_)
        | Faces::Numbers(_)
        | Faces::Texts(_) => None,
    };
    [&mut group.count].into_iter().chain(sides)
}
