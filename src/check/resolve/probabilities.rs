//! Probabilities: `1 in 6`, `70% chance`.

use super::ExprResolver;
use super::{made, number};
use crate::base::{Num, Span};
use crate::check::program::{Expr, ExprKind, Kind, Literal};
use crate::check::reading::SourceReader;
use crate::check::reports::Reports;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast;

impl ExprResolver<'_, '_> {
    /// `70% chance`.
    pub(super) fn likely(&mut self, chance: &ast::Expr, span: Span) -> Expr {
        let chance = self.number(chance, "a probability");
        if let ExprKind::Literal(Literal::Number { value, .. }) = chance.kind
            && (value.is_negative() || value > Num::ONE)
        {
            let message = format!("{value} is not a probability");
            let report = Diagnostic::error(&codes::kinds::NO_PROBABILITY, chance.span, message);
            let report = report.help("a probability is between 0% and 100%");
            let report = self.cx.reading.as_probability(report, chance.span, value);
            self.cx.report(report);
        }
        made(ExprKind::Likely(Box::new(chance)), span, Kind::YesNo)
    }
}

impl SourceReader<'_> {
    /// With what was probably meant: `(7/33) chance`, `70% chance`.
    fn as_probability(&self, report: Diagnostic, at: Span, value: Num) -> Diagnostic {
        let before = self.before(at);
        let (written, hundred) = (self.written(at), Num::int(100));
        if before.trim_end().ends_with(" in") {
            let behind = self.after(at);
            let word = behind.len() - behind.trim_start().len() + "chance".len();
            let end = at.end + u32::try_from(word).unwrap_or(0);
            return report.fix("leave `chance` out", Span { start: at.end, end, ..at }, "");
        }
        let over = before.trim_end().strip_suffix('/').map(str::trim_end);
        if let Some(over) = over {
            let top = over.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
            let (from, above) = (top.len(), over.get(top.len()..).unwrap_or(""));
            let start = at.start as usize - before.len() + from;
            let share = format!("({above}/{written})");
            let whole = Span::new(at.source, start, at.end as usize);
            return if above.is_empty() {
                report
            } else {
                report.fix(format!("write `{share} chance`"), whole, share)
            };
        }
        if !value.is_negative() && value <= hundred {
            return report.fix(format!("write `{written}% chance`"), at, format!("{written}%"));
        }
        report
    }
}

/// `1 in 6`.
pub(super) fn one_in(reports: &mut Reports, part: Num, of: Num, span: Span) -> Expr {
    let chance = part.div(of).ok().filter(|chance| !chance.is_negative() && *chance <= Num::ONE);
    let Some(chance) = chance else {
        let message = format!("{part} in {of} is not a probability");
        let report = Diagnostic::error(&codes::kinds::NO_PROBABILITY, span, message);
        reports.add(report.help("the first number is at most the second: `1 in 6`"));
        return made(ExprKind::Broken, span, Kind::YesNo);
    };
    made(ExprKind::Likely(Box::new(number(chance, span))), span, Kind::YesNo)
}
