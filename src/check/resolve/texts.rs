//! Picks inside a text: under a name of their own, or one of several texts.

use super::ExprResolver;
use super::{made, number};
use crate::base::{Num, Span};
use crate::check::program::{Expr, ExprKind, Kind, Literal, LocalId};
use crate::check::reports::Reports;
use crate::check::scope::Want;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, Compare, Name, Text};

/// A pick under a name that shows nothing where it is made.
pub(super) fn unshown(named: Expr) -> Expr {
    let span = named.span;
    let empty = made(ExprKind::Literal(Literal::Text("".into())), span, Kind::Text);
    let ExprKind::Bind(bound, _) = named.kind else { return empty };
    made(ExprKind::Bind(bound, Box::new(empty)), span, Kind::Text)
}

/// How much the options of a choice may weigh together.
const HEAVIEST: i64 = 10_000;

impl ExprResolver<'_, '_> {
    /// Notes a `$` before a live part, which other languages put there and which is shown here: `${gold}`.
    pub(super) fn shown_dollars(&mut self, text: &Text) {
        let pairs = text.segments.windows(2).filter_map(|pair| match pair {
            [ast::Segment::Literal(before), ast::Segment::Live(live)] if before.ends_with('$') => {
                Some(live.span)
            }
            _ => None,
        });
        let places: Vec<Span> = pairs.filter(|live| self.cx.reading.before(*live).ends_with("${")).collect();
        if !self.cx.ws.is_own(self.scope.module) {
            return;
        }
        for live in places {
            let sign = Span::new(live.source, live.start as usize - 2, live.start as usize - 1);
            let message = "this `$` is shown: braces alone hold what is worked out";
            let report = Diagnostic::note_at(&codes::syntax::FOREIGN_SIGN, sign, message);
            self.cx.report(report.fix("take it out", sign, ""));
        }
    }

    /// Warns of a `}` that no brace opens, right behind a name that is known: `a pedlar with goods}`.
    pub(super) fn stray_braces(&mut self, text: &Text) {
        let has_one = |part: &ast::Segment| matches!(part, ast::Segment::Literal(text) if text.contains('}'));
        if !text.segments.iter().any(has_one) || !self.cx.ws.is_own(self.scope.module) {
            return;
        }
        let written = self.cx.reading.written(text.span);
        let (mut open, mut escaped) = (0_usize, false);
        for (at, sign) in written.char_indices() {
            let is_plain = !escaped;
            escaped = sign == '\\' && is_plain;
            match sign {
                '{' if is_plain => open += 1,
                '}' if is_plain && open > 0 => open -= 1,
                '}' if is_plain => {
                    let before = written.get(..at).unwrap_or("");
                    let start = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len();
                    let name = before.get(start..).unwrap_or("");
                    let known = self.scope.local_names().any(|local| local == name)
                        || !self.cx.ws.named(self.scope.module, name).is_empty();
                    if known && !name.is_empty() {
                        let from = text.span.start as usize;
                        let place = Span::new(text.span.source, from + at, from + at + 1);
                        let message = format!("no brace is open here: `{name}` is shown as text");
                        let report = Diagnostic::warning(&codes::syntax::LONE_BRACE, place, message);
                        let before = Span::new(text.span.source, from + start, from + start);
                        let title = format!("open one: `{{{name}}}`");
                        self.cx.report(report.for_example(title, before, "{"));
                    }
                }
                _ => {}
            }
        }
    }

    /// `{b = beast}`: shows the pick, which has this name up to the end of the text.
    pub(super) fn named_pick(&mut self, name: &Name, of: &ast::Expr, span: Span) -> Expr {
        let value = self.expr(of, &Want::any());
        let local = self.let_local(name, &value);
        let gives = value.gives.clone();
        let shown = made(ExprKind::Local(local), span, gives.clone());
        made(ExprKind::Bind(vec![(local, value)], Box::new(shown)), span, gives)
    }

    /// `{red | blue | 2x green}`: a place among the weights is picked, and the text that holds it is read.
    pub(super) fn one_text(&mut self, options: &[(Num, Text)], span: Span) -> Expr {
        let weights = whole_weights(&mut self.cx.reports, options, span);
        let mark = self.scope.enter();
        let picked = self.scope.bind("", Kind::Number);
        let texts: Vec<Expr> = options.iter().map(|(_, text)| self.text(text)).collect();
        self.scope.leave(mark);
        let of_option = |(at, weight): (i64, &i64)| {
            (0..*weight).map(move |_| number(Num::int(at), span)).collect::<Vec<Expr>>()
        };
        let places: Vec<Expr> = (0i64..).zip(&weights).flat_map(of_option).collect();
        let list = made(ExprKind::List(places), span, crate::check::kinds::list_of(Kind::Number));
        let pick = made(ExprKind::Pick(Box::new(list)), span, Kind::Number);
        let chosen = chosen(picked, texts, 0, span);
        made(ExprKind::Bind(vec![(picked, pick)], Box::new(chosen)), span, Kind::Text)
    }
}

/// The text whose place, counted from `first`, was picked. Halves of halves, so that thousands of texts do not
/// stand thousands deep in each other.
fn chosen(picked: LocalId, mut texts: Vec<Expr>, first: i64, span: Span) -> Expr {
    if texts.len() <= 1 {
        let empty = || made(ExprKind::Literal(Literal::Text("".into())), span, Kind::Text);
        return texts.pop().unwrap_or_else(empty);
    }
    let later = texts.split_off(texts.len() / 2);
    let border = first.saturating_add(i64::try_from(texts.len()).unwrap_or(i64::MAX));
    let is_before = ExprKind::Compare(
        Box::new(made(ExprKind::Local(picked), span, Kind::Number)),
        Compare::Less,
        Box::new(number(Num::int(border), span)),
    );
    let is_before = Box::new(made(is_before, span, Kind::YesNo));
    let (texts, later) = (chosen(picked, texts, first, span), chosen(picked, later, border, span));
    made(ExprKind::If(is_before, Box::new(texts), Box::new(later)), span, Kind::Text)
}

/// The weights as whole numbers in the same proportions.
fn whole_weights(reports: &mut Reports, options: &[(Num, Text)], span: Span) -> Vec<i64> {
    let common = options.iter().fold(1_i64, |common, (weight, _)| {
        num_integer::lcm(i128::from(common), i128::from(weight.denominator())).try_into().unwrap_or(HEAVIEST)
    });
    let whole = |weight: &Num| weight.mul(Num::int(common)).ok().and_then(Num::as_int).unwrap_or(HEAVIEST);
    let weights: Vec<i64> = options.iter().map(|(weight, _)| whole(weight)).collect();
    let sum = weights.iter().fold(0_i64, |sum, weight| sum.saturating_add(*weight));
    if sum > 0 && sum <= HEAVIEST {
        return weights;
    }
    let message = if sum == 0 {
        "no text of this choice has any weight".to_owned()
    } else {
        format!("the texts of a choice weigh {HEAVIEST} together at most")
    };
    let report = Diagnostic::error(&codes::tables::WEIGHT, span, message);
    reports.add(report.help("a table of weights takes any weight: `- 2x green`"));
    options.iter().map(|_| 1).collect()
}
