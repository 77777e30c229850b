//! What is looked at of the numbers of a list of which it is only counted how many meet a condition: numbers that
//! meet the same conditions need not be told apart.

use super::{Expr, ExprKind, IsTest, Literal, LocalId};
use crate::base::Num;
use crate::check::Builtin;
use crate::dice::{Compare, Condition, PoolOp};

/// A condition on a number that is known before anything is rolled.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Tally {
    /// The number is compared with another, or with a range.
    Meets(Condition),
    /// One condition more than another.
    Less(Condition, Condition),
    Even,
    Odd,
    Not(Box<Tally>),
    All(Vec<Tally>),
    Any(Vec<Tally>),
}

impl Tally {
    /// What it says of a number.
    pub(crate) fn of(&self, number: Num) -> i32 {
        i32::from(match self {
            Tally::Less(hit, miss) => return i32::from(hit.holds(number)) - i32::from(miss.holds(number)),
            Tally::Meets(condition) => condition.holds(number),
            Tally::Even => number.is_int() && number.modulo(Num::int(2)) == Ok(Num::ZERO),
            Tally::Odd => number.is_int() && number.modulo(Num::int(2)) == Ok(Num::ONE),
            Tally::Not(test) => test.of(number) == 0,
            Tally::All(tests) => tests.iter().all(|test| test.of(number) != 0),
            Tally::Any(tests) => tests.iter().any(|test| test.of(number) != 0),
        })
    }
}

/// The list of which an expression counts how many meet a condition, and which condition.
pub(super) fn counted(expr: &Expr) -> Option<(LocalId, Tally)> {
    let local = |of: &Expr| if let ExprKind::Local(local) = of.kind { Some(local) } else { None };
    if let ExprKind::Builtin(Builtin::Count, args) = &expr.kind
        && let [of] = args.as_slice()
        && let ExprKind::Filter(scope) = &of.kind
    {
        return Some((local(&scope.of)?, test(scope.filter.as_deref()?, scope.item)?));
    }
    if let ExprKind::ListOps(of, ops) = &expr.kind
        && let [op] = ops.as_slice()
        && let PoolOp::Count(count) = &op.op
    {
        let known = |condition: &Condition<Box<Expr>>| condition.try_map(|expr| number(expr).ok_or(())).ok();
        let hit = known(&count.hit)?;
        let test = match &count.miss {
            Some(miss) => Tally::Less(hit, known(miss)?),
            None => Tally::Meets(hit),
        };
        return Some((local(of)?, test));
    }
    None
}

/// A condition on an item that looks at nothing else.
#[expect(clippy::wildcard_enum_match_arm, reason = "whatever is not named may look at more: the safe answer")]
fn test(expr: &Expr, item: LocalId) -> Option<Tally> {
    let is_item = |of: &Expr| matches!(of.kind, ExprKind::Local(local) if local == item);
    let all = |parts: &[Expr]| parts.iter().map(|part| test(part, item)).collect::<Option<Vec<Tally>>>();
    let within =
        |from: Num, to: Num| Tally::Meets(Condition { compare: Compare::Equal, number: from, to: Some(to) });
    match &expr.kind {
        ExprKind::Compare(of, compare, with) if is_item(of) => {
            Some(Tally::Meets(Condition { compare: *compare, number: number(with)?, to: None }))
        }
        ExprKind::In(of, range) if is_item(of) => match &range.kind {
            ExprKind::Range(from, to) => Some(within(number(from)?, number(to)?)),
            ExprKind::Literal(Literal::Range(Some(from), Some(to))) => Some(within(*from, *to)),
            _ => None,
        },
        ExprKind::Is { of, negated, tests } if is_item(of) => {
            let any = Tally::Any(tests.iter().map(is_test).collect::<Option<_>>()?);
            Some(if *negated { Tally::Not(Box::new(any)) } else { any })
        }
        ExprKind::Not(of) => Some(Tally::Not(Box::new(test(of, item)?))),
        ExprKind::And(parts) => Some(Tally::All(all(parts)?)),
        ExprKind::Or(parts) => Some(Tally::Any(all(parts)?)),
        _ => None,
    }
}

fn is_test(test: &IsTest) -> Option<Tally> {
    match test {
        IsTest::Equals(with) => Some(Tally::Meets(Condition::equals(number(with)?))),
        IsTest::Even => Some(Tally::Even),
        IsTest::Odd => Some(Tally::Odd),
        IsTest::Standing(..) | IsTest::Empty => None,
    }
}

fn number(expr: &Expr) -> Option<Num> {
    if let ExprKind::Literal(Literal::Number { value, .. }) = expr.kind { Some(value) } else { None }
}
