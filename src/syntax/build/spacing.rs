//! Where a space decides what is meant: dashes, `x`, and comparisons behind dice.

use super::{Builder, Pair};
use crate::base::{Num, Span};
use crate::diag::Diagnostic;
use crate::diag::codes::{dice as dice_codes, syntax as codes};
use crate::dice::PoolOp;
use crate::syntax::ast::{Compare, Expr, ExprKind};
use crate::syntax::equals::takes_condition;

impl Builder {
    /// A dash and an `x` are operators only with space on both sides.
    pub(super) fn check_spacing(&mut self, sign: &Pair<'_>, left: Span, right: Span) {
        let span = self.span(sign);
        let apart = left.end < span.start && span.end < right.start;
        if apart {
            return;
        }
        if matches!(sign.as_str(), "–" | "—") {
            let whole = span;
            let message = format!("`{}` could be a range or a minus", sign.as_str());
            self.report(
                Diagnostic::error(&codes::AMBIGUOUS_DASH, whole, message)
                    .note("between numbers of a table's key a dash is a range; in an expression it is not")
                    .fix("write `..` for the range", whole, "..")
                    .fix("write ` - ` for the difference", whole, " - "),
            );
        } else if matches!(sign.as_str(), "x" | "X") {
            self.report(
                Diagnostic::error(
                    &codes::CROSS_UNSPACED,
                    span,
                    "`x` multiplies only with a space on both sides",
                )
                .fix("multiply: write ` * `", span, " * "),
            );
        }
    }

    /// A comparison directly behind a die is often meant for each die.
    pub(super) fn check_die_comparison(&mut self, left: &Expr, compare: Compare, sign: Span, right: &Expr) {
        let touches_left = left.span.end == sign.start;
        let touches_right = sign.end == right.span.start;
        if let ExprKind::Quantity(dice, unit) = &left.kind
            && is_pool(dice)
            && unit.module.is_none()
            && takes_condition(&unit.name.text)
            && matches!(right.kind, ExprKind::Number { .. })
        {
            let span = dice.span.after().to(right.span);
            let modifier = unit.name.text.to_lowercase();
            let message = format!("write the modifier without a space: `{modifier}{}…`", compare.sign());
            self.report(
                Diagnostic::error(&dice_codes::SPACED_MODIFIER, span, message)
                    .help("write it without spaces, right after the die or after one space")
                    .fix(
                        format!("write `{modifier}{}` without spaces", compare.sign()),
                        Span { end: right.span.start, ..dice.span.after() },
                        format!("{modifier}{}", compare.sign()),
                    ),
            );
            return;
        }
        if !is_pool(left) {
            return;
        }
        if compare == Compare::NotEqual && touches_left != touches_right {
            self.report(
                Diagnostic::error(
                    &dice_codes::HALF_SPACED,
                    sign,
                    "`!=` has a space on one side only, which makes it ambiguous",
                )
                .fix("compare the total: ` != `", Span { end: right.span.start, ..left.span.after() }, " != ")
                .fix(
                    "explode on this face: `!=`",
                    Span { end: right.span.start, ..left.span.after() },
                    "!=",
                ),
            );
        } else if touches_left && touches_right && is_several_dice(left) {
            let report = Diagnostic::note_at(
                &dice_codes::COMPARES_TOTAL,
                left.span.to(right.span),
                "this compares the total of the dice",
            );
            // Anything longer goes in brackets.
            let plain = matches!(right.kind, ExprKind::Number { .. } | ExprKind::Name(_));
            self.report(if plain {
                report.fix("count the dice that meet it: `c`", left.span.after(), "c")
            } else {
                report
            });
        }
    }
}

/// Whether an expression is dice, with or without modifiers.
fn is_pool(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Dice(_) | ExprKind::Pool(_) => true,
        ExprKind::Modified(of, _) | ExprKind::Label(of, _) => is_pool(of),
        _ => false,
    }
}

/// Whether an expression is dice of which some may meet a condition and others not: several, all of which stay.
fn is_several_dice(expr: &Expr) -> bool {
    if let ExprKind::Modified(of, modifiers) = &expr.kind {
        let stay = modifiers.iter().all(|modifier| match modifier.op {
            PoolOp::Again(_) | PoolOp::Bound(_) => true,
            PoolOp::Keep(_) | PoolOp::Count(_) => false,
        });
        return stay && is_several_dice(of);
    }
    let ExprKind::Dice(dice) = &expr.kind else { return false };
    let is_one = |count: &Expr| matches!(&count.kind, ExprKind::Number { value, .. } if *value == Num::ONE);
    dice.count.as_ref().is_some_and(|count| !is_one(count))
}
