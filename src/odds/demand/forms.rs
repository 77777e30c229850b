//! What an expression is, as far as that is seen by looking at it.

use crate::base::Num;
use crate::check::Builtin;
use crate::check::program::{DiceGroup, Expr, ExprKind, Faces, ItemScope, Kind, Literal, RowPick};
use crate::dice::PoolSpec;
use crate::plan::{build, pool_template};
use crate::syntax::ast::Compare;

/// Whether an expression is a number of times, for sure: a whole number, or a pool of plain dice.
pub(super) fn is_number_of_times(count: &Expr) -> bool {
    let dice =
        |group: &DiceGroup| matches!(group.faces, Faces::Sides(_) | Faces::Percent) && is_small(&group.count);
    if let ExprKind::Pool(groups, ops) = &count.kind {
        return ops.is_empty() && groups.iter().all(dice);
    }
    count.literal().is_some_and(|literal| literal.number().is_some())
}

/// Whether an expression is a pool.
pub(super) fn is_pool(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Pool(..))
}

/// Whether an expression is a small number that is written out.
pub(super) fn is_small(expr: &Expr) -> bool {
    const SMALL: i64 = 1_000;
    let number = expr.literal().and_then(Literal::number).and_then(Num::as_int);
    number.is_some_and(|number| (0..=SMALL).contains(&number))
}

/// Whether an expression is a procedure's result, or a part of one.
pub(super) fn is_run(expr: &Expr) -> bool {
    if let ExprKind::Field(of, _) = &expr.kind { is_run(of) } else { matches!(expr.kind, ExprKind::Run(..)) }
}

/// Whether an expression comes to a procedure's result, behind names or on a branch.
#[expect(clippy::wildcard_enum_match_arm, reason = "whatever is not named comes to nothing but itself")]
pub(super) fn comes_to_run(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Bind(_, body) => comes_to_run(body),
        ExprKind::If(_, yes, no) => comes_to_run(yes) || comes_to_run(no),
        _ => is_run(expr),
    }
}

/// Whether an expression is a list of what is thrown or drawn, of which nothing is certain.
pub(super) fn is_thrown(expr: &Expr) -> bool {
    is_list(expr) && matches!(expr.kind, ExprKind::Exploding(_) | ExprKind::Times { .. } | ExprKind::Draw(_))
}

/// Whether an expression gives a list.
pub(super) fn is_list(expr: &Expr) -> bool {
    // What is looked through is a list, whatever it was called before.
    matches!(expr.gives, Kind::List(_)) || matches!(expr.kind, ExprKind::Filter(_) | ExprKind::Map(..))
}

/// The pool that an expression is, where nothing in it has to be worked out.
pub(super) fn known_pool(expr: &Expr) -> Option<PoolSpec> {
    let ExprKind::Pool(groups, ops) = &expr.kind else { return None };
    let (template, holes) = pool_template(groups, ops);
    if !holes.is_empty() {
        return None;
    }
    build::pool(&template, &mut std::iter::empty()).ok()
}

/// `if a > b then a else b`: the two names of which an expression is the greater or the lesser, with the function that
/// says the same.
pub(super) fn extreme_of_names(expr: &Expr) -> Option<(Builtin, [&Expr; 2])> {
    let ExprKind::If(condition, then, otherwise) = &expr.kind else { return None };
    let ExprKind::Compare(left, compare, right) = &condition.kind else { return None };
    let name = |expr: &Expr| {
        let ExprKind::Local(local) = &expr.kind else { return None };
        matches!(expr.gives, Kind::Number | Kind::Any).then_some(*local)
    };
    let compared = [name(left)?, name(right)?];
    let given = [name(then)?, name(otherwise)?];
    let is_first = given == compared;
    if compared[0] == compared[1] || !(is_first || given == [compared[1], compared[0]]) {
        return None;
    }
    let is_greater = match compare {
        Compare::More | Compare::AtLeast => is_first,
        Compare::Less | Compare::AtMost => !is_first,
        Compare::Equal | Compare::NotEqual => return None,
    };
    Some((if is_greater { Builtin::Max } else { Builtin::Min }, [then, otherwise]))
}

/// A mention of a table without a filter, where an expression is one.
pub(super) fn mention(expr: &Expr) -> Option<&RowPick> {
    let ExprKind::Draw(pick) = &expr.kind else { return None };
    pick.filter.is_none().then_some(pick)
}

/// Whether an expression is the item that is gone through.
pub(super) fn is_item(scope: &ItemScope, expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Local(local) if local == scope.item)
}

/// Whether a list is sorted by its own values, and whether from the highest down.
pub(super) fn sort_order(scope: &ItemScope, keys: &[(Expr, bool)]) -> Option<bool> {
    match keys {
        [] => Some(false),
        [(key, down)] if is_item(scope, key) => Some(*down),
        _ => None,
    }
}
