//! What is looked at of the numbers of a list whose order nothing looks at: how many meet a condition, what they come
//! to, the most and the least. Numbers that meet the same conditions need not be told apart, and of a list of which
//! only the sum is wanted, the sum is all there is.

use super::{Expr, ExprKind, IsTest, Kind, Literal, LocalId};
use crate::base::Num;
use crate::check::Builtin;
use crate::dice::{Compare, Condition, PoolOp};

/// What a list of numbers is looked at for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Fold {
    /// How many there are.
    Count,
    /// How many meet a condition.
    Passing(Tally),
    /// What they come to.
    Sum,
    /// The highest.
    Most,
    /// The lowest.
    Least,
    /// Which different ones there are.
    Different,
}

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

/// The list that an expression looks at, and for what; `None` where it looks at more.
pub(super) fn folded(expr: &Expr) -> Option<(LocalId, Fold)> {
    if let Some((local, test)) = counted(expr) {
        return Some((local, Fold::Passing(test)));
    }
    // Whether a number is in a list is whether any is that number.
    if let ExprKind::In(item, within) = &expr.kind {
        return Some((
            folded_list(within, true)?,
            Fold::Passing(Tally::Meets(Condition::equals(number(item)?))),
        ));
    }
    let ExprKind::Builtin(builtin, args) = &expr.kind else { return None };
    let [of] = args.as_slice() else { return None };
    let fold = Fold::of(*builtin)?;
    Some((folded_list(of, fold == Fold::Count)?, fold))
}

/// The list whose different items an expression gives.
pub(super) fn different(expr: &Expr) -> Option<&Expr> {
    let ExprKind::Builtin(Builtin::Distinct, args) = &expr.kind else { return None };
    if let [of] = args.as_slice() { Some(of) } else { None }
}

/// The local whose different items are all that a list has to do with, or a column of them.
pub(super) fn different_of(list: &Expr) -> Option<LocalId> {
    folded_list(if let ExprKind::Field(rows, _) = &list.kind { rows } else { list }, true)
}

/// A local that holds a list, or that with numbers that are known.
fn folded_list(of: &Expr, alone: bool) -> Option<LocalId> {
    let is_list = matches!(of.gives, Kind::List(_));
    if let ExprKind::Local(local) = of.kind {
        return is_list.then_some(local);
    }
    let ExprKind::Builtin(Builtin::Together, args) = &of.kind else { return None };
    let known = |arg: &&Expr| matches!(&arg.kind, ExprKind::List(items) if items.iter().all(|item| number(item).is_some()));
    let mut others = args.iter().filter(|arg| !known(arg));
    match (others.next(), others.next()) {
        (Some(only), None) if !alone => folded_list(only, alone),
        _ => None,
    }
}

impl Fold {
    /// What a function looks at a list for.
    #[expect(clippy::wildcard_enum_match_arm, reason = "whatever is not named looks at more")]
    pub(crate) fn of(builtin: Builtin) -> Option<Fold> {
        Some(match builtin {
            Builtin::Count => Fold::Count,
            Builtin::Sum => Fold::Sum,
            Builtin::Max => Fold::Most,
            Builtin::Min => Fold::Least,
            _ => return None,
        })
    }
}

/// The list of which an expression counts how many meet a condition, and which condition.
fn counted(expr: &Expr) -> Option<(LocalId, Tally)> {
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
