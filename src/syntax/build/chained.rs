//! Two comparisons in a row, as mathematics writes them: `1 <= x <= 6`.

use super::{Builder, Pair};
use crate::diag::{Diagnostic, codes::syntax as codes};
use crate::syntax::ast::{Compare, Expr, ExprKind};

impl Builder {
    /// Reports them with the range or the two comparisons that are meant.
    pub(super) fn report_chained(&mut self, left: &Expr, second: Compare, sign: &Pair<'_>, right: &Expr) {
        let ExprKind::Compare(low, first, middle) = &left.kind else { return };
        let report =
            Diagnostic::error(&codes::CHAINED_COMPARISON, self.span(sign), "comparisons cannot be chained")
                .label(middle.span, "this is compared twice");
        let input = sign.get_input();
        let within = |at: u32| (at as usize).saturating_sub(self.base);
        let text = |of: &Expr| input.get(within(of.span.start)..within(of.span.end)).unwrap_or_default();
        let is_plain = |of: &Expr| matches!(of.kind, ExprKind::Number { .. } | ExprKind::Name(_));
        let (one, of, other) = (text(low), text(middle), text(right));
        let ends = match (first, second) {
            (Compare::AtMost, Compare::AtMost) => Some((one, other)),
            (Compare::AtLeast, Compare::AtLeast) => Some((other, one)),
            _ => None,
        };
        let ours = match ends.filter(|_| is_plain(low) && is_plain(right)) {
            Some((from, to)) => Some(format!("{of} in {from}..{to}")),
            None if matches!(middle.kind, ExprKind::Name(_) | ExprKind::Field(..)) => {
                Some(format!("{one} {} {of} and {of} {} {other}", first.sign(), second.sign()))
            }
            None => None,
        };
        self.report(match ours {
            Some(ours) => report.fix(format!("write `{ours}`"), left.span.to(right.span), ours),
            None => {
                report.help("name what is compared, and join both comparisons with `and`: `1 < x and x < 6`")
            }
        });
    }
}
