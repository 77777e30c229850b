//! Dice as most other programs read them: sums of dice and whole numbers, with highest and lowest kept or
//! dropped.

use crate::check::program::{DiceGroup, Expr, ExprKind, Faces, Literal};
use crate::dice::{Kept, PoolOp};
use crate::syntax::ast::{ArithOp, Modifier};

/// An expression in the spelling that Foundry, Roll20 and others share; `None` where they mean something
/// else by it or don't know it.
pub(super) fn of(expr: &Expr) -> Option<String> {
    if let ExprKind::Literal(Literal::Number { value, percent: false }) = &expr.kind {
        return value.as_int().filter(|value| *value >= 0).map(|value| value.to_string());
    }
    if let ExprKind::Pool(groups, ops) = &expr.kind {
        return match (groups.as_slice(), ops.as_slice()) {
            ([group], []) => dice(group),
            ([group], [keep]) => Some(format!("{}{}", dice(group)?, kept(keep)?)),
            (_, _) => None,
        };
    }
    if let ExprKind::Label(labelled, _) = &expr.kind {
        return of(labelled);
    }
    let ExprKind::Arith(first, rest) = &expr.kind else { return None };
    let mut out = operand(first)?;
    for (op, term) in rest {
        let sign = match op {
            ArithOp::Add => "+",
            ArithOp::Subtract => "-",
            ArithOp::Multiply => "*",
            ArithOp::Divide | ArithOp::FloorDivide | ArithOp::Modulo => return None,
        };
        out = format!("{out} {sign} {}", operand(term)?);
    }
    Some(out)
}

/// Whether dice are thrown in it.
pub(super) fn rolls(expr: &Expr) -> bool {
    expr.descendants().any(|expr| matches!(expr.kind, ExprKind::Pool(..)))
}

fn operand(expr: &Expr) -> Option<String> {
    let text = of(expr)?;
    Some(if matches!(expr.kind, ExprKind::Arith(..)) { format!("({text})") } else { text })
}

fn dice(group: &DiceGroup) -> Option<String> {
    Some(format!("{}d{}", number(&group.count)?, sides(&group.faces)?))
}

fn sides(faces: &Faces) -> Option<u32> {
    match faces {
        Faces::Sides(sides) => Some(*sides),
        Faces::Percent => Some(100),
        // `d66` has 66 faces there.
        Faces::Computed(_) | Faces::Fate | Faces::Digits(_) | Faces::Numbers(_) | Faces::Texts(_) => None,
    }
}

fn kept(modifier: &Modifier<Expr>) -> Option<String> {
    let PoolOp::Keep(keep) = &modifier.op else { return None };
    let symbol = match keep.kept {
        Kept::Highest => "kh",
        Kept::Lowest => "kl",
        Kept::ButHighest => "dh",
        Kept::ButLowest => "dl",
    };
    Some(format!("{symbol}{}", number(&keep.count)?))
}

fn number(expr: &Expr) -> Option<i64> {
    let ExprKind::Literal(Literal::Number { value, .. }) = &expr.kind else { return None };
    value.as_int()
}

/// The least and the greatest that can come up, of what [`of`] can write.
pub(super) fn ends(expr: &Expr) -> Option<(i64, i64)> {
    if let Some(value) = number(expr) {
        return Some((value, value));
    }
    if let ExprKind::Label(labelled, _) = &expr.kind {
        return ends(labelled);
    }
    if let ExprKind::Pool(groups, ops) = &expr.kind {
        let [group] = groups.as_slice() else { return None };
        let (count, sides) = (number(&group.count)?, i64::from(sides(&group.faces)?));
        let kept = match ops.first() {
            None => count,
            Some(Modifier { op: PoolOp::Keep(keep), .. }) => {
                let [asked, count] = [number(&keep.count)?, count].map(u64::try_from);
                i64::try_from(keep.kept.staying(asked.ok()?, count.ok()?)).ok()?
            }
            Some(_) => return None,
        };
        return Some((kept, kept.saturating_mul(sides)));
    }
    let ExprKind::Arith(first, rest) = &expr.kind else { return None };
    rest.iter().try_fold(ends(first)?, |sum, (op, term)| joined(sum, *op, ends(term)?))
}

fn joined((low, high): (i64, i64), op: ArithOp, (least, greatest): (i64, i64)) -> Option<(i64, i64)> {
    match op {
        ArithOp::Add => Some((low.checked_add(least)?, high.checked_add(greatest)?)),
        ArithOp::Subtract => Some((low.checked_sub(greatest)?, high.checked_sub(least)?)),
        ArithOp::Multiply => {
            let corner = |a: i64, b: i64| a.checked_mul(b);
            let corners =
                [corner(low, least)?, corner(low, greatest)?, corner(high, least)?, corner(high, greatest)?];
            Some((corners.into_iter().min()?, corners.into_iter().max()?))
        }
        ArithOp::Divide | ArithOp::FloorDivide | ArithOp::Modulo => None,
    }
}
