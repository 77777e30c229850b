//! Going through an expression's parts.

use super::{Args, DiceGroup, Expr, ExprKind, Faces, IsTest, ItemScope, PoolOp, TextPart};

impl Expr {
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
            ExprKind::Text(texts) => parts.extend(texts.iter().filter_map(|part| match part {
                TextPart::Live(expr) => Some(expr),
                TextPart::Literal(_) => None,
            })),
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
            | ExprKind::Edge(a, b)
            | ExprKind::Times { count: a, body: b, .. } => parts.extend([&**a, &**b]),
            ExprKind::If(a, b, c) => parts.extend([&**a, &**b, &**c]),
            ExprKind::Exploding(dice) => parts.extend([&dice.count, &dice.die]),
            ExprKind::Check(a, b, tie) | ExprKind::Contest(a, b, tie) => {
                parts.extend([&**a, &**b]);
                parts.extend(tie.as_deref());
            }
            ExprKind::Added { name, fields, .. } => {
                parts.push(name);
                parts.extend(fields.iter().flatten());
            }
            ExprKind::TimerLeft(_, each) => parts.extend(each.as_deref()),
            ExprKind::Draw(pick) => {
                given(&mut parts, &pick.args);
                parts.extend(pick.filter.as_ref().map(|(_, condition)| condition));
            }
            ExprKind::Lookup(lookup) | ExprKind::HasKey(lookup) => {
                given(&mut parts, &lookup.args);
                parts.extend(&lookup.keys);
            }
            ExprKind::LookupIn(of, keys) => {
                parts.push(of);
                parts.extend(keys);
            }
            ExprKind::UnrolledTable(_, args) | ExprKind::Call(_, args) | ExprKind::DrawRest(_, args) => {
                given(&mut parts, args)
            }
            ExprKind::Run(_, args, answers) => {
                given(&mut parts, args);
                parts.extend(answers.iter().map(|(_, answer)| answer));
            }
            ExprKind::Builtin(_, exprs)
            | ExprKind::List(exprs)
            | ExprKind::And(exprs)
            | ExprKind::Or(exprs) => parts.extend(exprs),
            ExprKind::Pool(groups, ops) => {
                groups.iter().for_each(|group| group_parts(&mut parts, group));
                ops.iter().for_each(|op| op_parts(&mut parts, op));
            }
            ExprKind::PoolOf(entries, ops) => {
                parts.extend(entries);
                ops.iter().for_each(|op| op_parts(&mut parts, op));
            }
            ExprKind::ListOps(of, ops) => {
                parts.push(of);
                ops.iter().for_each(|op| op_parts(&mut parts, op));
            }
            ExprKind::Parts(named) => parts.extend(named.iter().map(|(_, value)| value)),
            ExprKind::Arith(first, rest) => {
                parts.push(first);
                parts.extend(rest.iter().map(|(_, term)| term));
            }
            ExprKind::Is { of, tests, .. } => {
                parts.push(of);
                parts.extend(tests.iter().filter_map(|test| match test {
                    IsTest::Equals(expr) | IsTest::Standing(expr, _) => Some(expr),
                    IsTest::Even | IsTest::Odd | IsTest::Empty => None,
                }));
            }
            ExprKind::Bind(bindings, body) => {
                parts.extend(bindings.iter().map(|(_, value)| value));
                parts.push(body);
            }
            ExprKind::Map(scope, by) | ExprKind::Extreme(scope, by, _) | ExprKind::Groups(scope, by) => {
                scope_parts(&mut parts, scope);
                parts.push(by);
            }
            ExprKind::Filter(scope) => scope_parts(&mut parts, scope),
            ExprKind::Sort(scope, keys) => {
                scope_parts(&mut parts, scope);
                parts.extend(keys.iter().map(|(key, _)| key));
            }
        }
        parts
    }
}

fn given<'e>(parts: &mut Vec<&'e Expr>, args: &'e Args) {
    parts.extend(args.iter().flatten());
}

fn scope_parts<'e>(parts: &mut Vec<&'e Expr>, scope: &'e ItemScope) {
    parts.push(&scope.of);
    parts.extend(scope.filter.as_deref());
}

fn group_parts<'e>(parts: &mut Vec<&'e Expr>, group: &'e DiceGroup) {
    parts.push(&group.count);
    if let Faces::Computed(sides) = &group.faces {
        parts.push(sides);
    }
}

fn op_parts<'e>(parts: &mut Vec<&'e Expr>, op: &'e PoolOp) {
    parts.extend(op.number.as_deref());
    for test in [&op.on, &op.less].into_iter().flatten() {
        parts.push(&test.with);
        parts.extend(test.to.as_deref());
    }
    parts.extend(op.limit.as_deref());
}
