//! The precedences: a flat chain of operands and operators becomes a tree.
//!
//! Loosest first: `if … else`, `otherwise`, `or`, `and`, `not`, comparisons with `is`, `in` and `has`,
//! `times`, `..`, `+ -`, `* / // mod x`, unary minus, then `adv`, `dis` and `pick` before one operand.
//! A `where` that filters belongs to the operand directly before it.

use std::iter::Peekable;

use super::infix::{Infix, Precedence};
use super::{Builder, Pair, Rule};
use crate::base::Span;
use crate::diag::Diagnostic;
use crate::diag::codes::syntax as codes;
use crate::syntax::ast::{AdvantageKind, Alternative, Compare, Expr, ExprKind, LadderSide, Query, QueryKind};
use crate::syntax::grammar::Pairs;
use crate::syntax::lines::MAX_NESTING;

/// How many operators may hold one another within one chain; written by hand it is hardly ever five.
const STEEPEST: usize = 24;

/// The parts of a chain that are still to be read.
pub(super) type Parts<'t> = Peekable<Pairs<'t>>;

/// How a chain ends, besides at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// Only at its end.
    Last,
    /// Before a `where`, which is a loop's.
    BeforeWhere,
    /// Before `with highest`, which belongs to what is filtered.
    BeforeWith,
}

impl Builder {
    /// A whole chain.
    pub(super) fn chain(&mut self, pair: Pair<'_>) -> Expr {
        self.whole(&mut pair.into_inner().peekable())
    }

    /// The operands and operators of a chain, up to the conditions at the end of an expression.
    pub(super) fn whole(&mut self, parts: &mut Parts<'_>) -> Expr {
        let above = std::mem::take(&mut self.climbed);
        let expr = self.climb(parts, Precedence::Whole, Ends::Last);
        self.climbed = above;
        self.finish(parts);
        expr
    }

    /// The list of a loop and, after `where`, its condition.
    pub(super) fn loop_chain(&mut self, pair: Pair<'_>) -> (Expr, Option<Expr>) {
        let mut parts = pair.into_inner().peekable();
        let above = std::mem::take(&mut self.climbed);
        let of = self.climb(&mut parts, Precedence::Whole, Ends::BeforeWhere);
        let filter = parts
            .next_if(|part| part.as_rule() == Rule::where_word)
            .map(|_| self.climb(&mut parts, Precedence::Whole, Ends::Last));
        self.climbed = above;
        self.finish(&mut parts);
        if filter.is_none()
            && let ExprKind::Filter(groups, _) = &of.kind
            && matches!(groups.kind, ExprKind::Groups(..))
            && groups.span.start == of.span.start
            && let ExprKind::Filter(groups, test) = of.kind
        {
            // `for g in groups of pool by it where count(g) > 1`: without brackets it is the loop's.
            return (*groups, Some(*test));
        }
        (of, filter)
    }

    /// Reports what could not be used; only an `unique` without `times` is ever left.
    fn finish(&mut self, parts: &mut Parts<'_>) {
        if let Some(rest) = parts.next_if(|part| !is_tail(part)) {
            while parts.next_if(|part| !is_tail(part)).is_some() {}
            let span = self.span(&rest);
            let message = format!("`{}` does not belong here", rest.as_str().trim());
            self.report(
                Diagnostic::error(&codes::MISPLACED_WORD, span, message)
                    .help("`unique` ends a `times`: `3 times rumors unique`"),
            );
        }
    }

    /// Reads operands as long as the operators between them hold at least as tightly as `level`.
    pub(super) fn climb(&mut self, parts: &mut Parts<'_>, level: Precedence, ends: Ends) -> Expr {
        let start = parts.peek().map_or(self.place(self.base, self.base), |part| self.span(part));
        if self.climbed >= STEEPEST {
            self.report_too_deep(start);
            parts.by_ref().for_each(drop);
            return Expr { kind: ExprKind::Nothing, span: start };
        }
        self.climbed += 1;
        let climbed = self.deeper(start, |builder| {
            let mut left = builder.prefixed(parts, ends);
            let mut nested = 0;
            while let Some(infix) = parts.peek().and_then(Infix::of) {
                let stops = match infix {
                    Infix::Where => ends == Ends::BeforeWhere,
                    Infix::With(_) => ends == Ends::BeforeWith,
                    _ => infix.level() < level,
                };
                if stops {
                    break;
                }
                nested += 1;
                if nested > MAX_NESTING {
                    builder.report_too_deep(left.span);
                    parts.by_ref().for_each(drop);
                    break;
                }
                left = builder.infix(left, infix, parts, ends);
            }
            left
        });
        self.climbed -= 1;
        climbed.unwrap_or_else(|| {
            parts.by_ref().for_each(drop);
            Expr { kind: ExprKind::Nothing, span: start }
        })
    }

    fn infix(&mut self, left: Expr, infix: Infix, parts: &mut Parts<'_>, ends: Ends) -> Expr {
        match infix {
            Infix::Arith(_) => self.arithmetic(left, infix.level(), parts, ends),
            Infix::And => self.joined(left, "and", Precedence::And, parts, ends),
            Infix::Or => self.joined(left, "or", Precedence::Or, parts, ends),
            Infix::Is { negated } => self.is(left, negated, parts, ends),
            Infix::Compare(compare) => self.comparison(left, compare, parts, ends),
            Infix::Where => self.filter(left, parts),
            Infix::With(extreme) => {
                parts.next();
                let by = self.climb(parts, Precedence::Sum, ends);
                pairwise(left, by, |left, by| ExprKind::With(left, extreme, by))
            }
            Infix::Times => self.times(left, parts, ends),
            Infix::Otherwise => {
                parts.next();
                let right = self.climb(parts, Precedence::Or, ends);
                pairwise(left, right, ExprKind::Otherwise)
            }
            Infix::Within { negated } => {
                parts.next();
                let right = self.climb(parts, Precedence::Times, ends);
                let within = pairwise(left, right, ExprKind::In);
                if negated {
                    Expr { span: within.span, kind: ExprKind::Not(Box::new(within)) }
                } else {
                    within
                }
            }
            Infix::Join => {
                parts.next();
                let right = self.climb(parts, Precedence::Product, ends);
                pairwise(left, right, ExprKind::Joined)
            }
            Infix::Stands { standing, negated } => {
                parts.next();
                let value = self.climb(parts, Precedence::Times, ends);
                let span = left.span.to(value.span);
                let alternatives = vec![Alternative { value, standing: Some(standing) }];
                Expr { kind: ExprKind::Is { of: Box::new(left), negated, alternatives }, span }
            }
            Infix::In => {
                parts.next();
                let right = self.climb(parts, Precedence::Times, ends);
                match (&left.kind, &right.kind) {
                    (
                        ExprKind::Number { value: one, percent: false },
                        ExprKind::Number { value: of, percent: false },
                    ) => {
                        let kind = ExprKind::OneIn(*one, *of);
                        Expr { kind, span: left.span.to(right.span) }
                    }
                    _ => pairwise(left, right, ExprKind::In),
                }
            }
            Infix::Has => {
                parts.next();
                let right = self.climb(parts, Precedence::Times, ends);
                pairwise(left, right, ExprKind::Has)
            }
            Infix::Range => {
                parts.next();
                let right = self.climb(parts, Precedence::Sum, ends);
                pairwise(left, right, ExprKind::Range)
            }
        }
    }

    fn arithmetic(&mut self, first: Expr, level: Precedence, parts: &mut Parts<'_>, ends: Ends) -> Expr {
        let mut span = first.span;
        let mut rest = Vec::with_capacity(1);
        while let Some(Infix::Arith(op)) = parts.peek().and_then(Infix::of)
            && Infix::Arith(op).level() == level
        {
            let Some(sign) = parts.next() else { break };
            let before = span;
            let operand = self.climb(parts, level.tighter(), ends);
            self.check_spacing(&sign, before, operand.span);
            span = span.to(operand.span);
            rest.push((op, operand));
        }
        rest.shrink_to_fit();
        Expr { kind: ExprKind::Arith(Box::new(first), rest), span }
    }

    fn joined(
        &mut self,
        first: Expr,
        joint: &str,
        level: Precedence,
        parts: &mut Parts<'_>,
        ends: Ends,
    ) -> Expr {
        let mut span = first.span;
        let mut all = vec![first];
        while parts.next_if(|part| part.as_str() == joint).is_some() {
            let operand = self.climb(parts, level.tighter(), ends);
            span = span.to(operand.span);
            all.push(operand);
        }
        let kind = if level == Precedence::And { ExprKind::And(all) } else { ExprKind::Or(all) };
        Expr { kind, span }
    }

    fn comparison(&mut self, left: Expr, compare: Compare, parts: &mut Parts<'_>, ends: Ends) -> Expr {
        let Some(written) = parts.next() else { return left };
        let sign = self.span(&written);
        let right = self.climb(parts, Precedence::Times, ends);
        if let ExprKind::Compare(_, _, middle) = &left.kind
            && middle.span.end == left.span.end
        {
            self.report_chained(&left, compare, &written, &right);
        }
        self.check_die_comparison(&left, compare, sign, &right);
        pairwise(left, right, |left, right| ExprKind::Compare(left, compare, right))
    }

    fn times(&mut self, count: Expr, parts: &mut Parts<'_>, ends: Ends) -> Expr {
        parts.next();
        let body = self.climb(parts, Precedence::Times, ends);
        let unique = parts.next_if(|part| part.as_rule() == Rule::unique);
        let mut span = count.span.to(body.span);
        if let Some(word) = &unique {
            span = span.to(self.span(word));
        }
        let kind = ExprKind::Times { count: Box::new(count), body: Box::new(body), unique: unique.is_some() };
        Expr { kind, span }
    }

    fn filter(&mut self, left: Expr, parts: &mut Parts<'_>) -> Expr {
        let Some(word) = parts.next() else { return left };
        let filters = matches!(
            left.kind,
            ExprKind::Name(_)
                | ExprKind::Field(..)
                | ExprKind::Index(..)
                | ExprKind::Call(..)
                | ExprKind::List(_)
                | ExprKind::Comprehension { .. }
                | ExprKind::Filter(..)
                | ExprKind::Sort(..)
        ) || self.was_bracketed(&left, &word);
        let condition = self.climb(parts, Precedence::Or, Ends::BeforeWith);
        if !filters && self.report_unbracketed(&left, &word) {
            return left;
        }
        pairwise(left, condition, ExprKind::Filter)
    }

    /// Reports a filter behind something that is not closed in itself; gives whether that is rolled a number of times,
    /// and so is the list that was meant.
    fn report_unbracketed(&mut self, left: &Expr, word: &Pair<'_>) -> bool {
        let input = word.get_input();
        let within = |at: u32| (at as usize).saturating_sub(self.base);
        let text = input.get(within(left.span.start)..within(left.span.end)).unwrap_or_default();
        let before = input.get(..within(left.span.start)).unwrap_or_default();
        let count = before.trim_end().strip_suffix("times").map(|count| count.trim_end());
        let report = Diagnostic::error(
            &codes::MISPLACED_WHERE,
            self.span(word),
            "`where` filters a name, a call or a bracket",
        )
        .label(left.span, "this is none of them");
        let dice = matches!(left.kind, ExprKind::Dice(_) | ExprKind::Modified(..) | ExprKind::Pool(_));
        self.report(match (count, dice) {
            (Some(count), _) => {
                // The whole list begins with its count, where that is a single word.
                let word = count.trim_end_matches(|sign: char| sign.is_alphanumeric() || sign == '_');
                let more = u32::try_from(before.len() - word.len()).unwrap_or(0);
                let list = Span { start: left.span.start.saturating_sub(more), ..left.span };
                let whole = format!("({}{text})", before.get(word.len()..).unwrap_or_default());
                match word.len() < count.len() {
                    true => report.fix(format!("write `{whole}`"), list, whole),
                    false => report.help("put brackets around the whole list: `(3 times d6) where it > 4`"),
                }
            }
            (None, true) => report
                .fix(format!("write `({text})`"), left.span, format!("({text})"))
                .help("or bind a name: `where a = d20`"),
            (None, false) => {
                report.help("put brackets around what is filtered, or bind a name: `where a = d20`")
            }
        });
        count.is_some()
    }

    /// Whether the operand that ends before `word` ends with a bracket: a bracket leaves no trace in the
    /// tree, but its span holds it.
    fn was_bracketed(&self, operand: &Expr, word: &Pair<'_>) -> bool {
        let input = word.get_input();
        let end = (operand.span.end as usize).saturating_sub(self.base);
        input.get(..end).is_some_and(|text| text.ends_with([')', ']', '}']))
    }

    fn is(&mut self, of: Expr, negated: bool, parts: &mut Parts<'_>, ends: Ends) -> Expr {
        let Some(word) = parts.next() else { return of };
        let mut span = of.span;
        let mut alternatives = Vec::new();
        loop {
            let value = self.climb(parts, Precedence::Times, ends);
            span = span.to(value.span);
            let mut standing = None;
            if let Some((found, place)) = self.standing(parts) {
                standing = Some(found);
                span = span.to(place);
            }
            alternatives.push(Alternative { value, standing });
            if !next_is_alternative(parts) {
                break;
            }
            parts.next();
        }
        if negated && alternatives.len() > 1 {
            self.not_with_or(&of, &word, &alternatives, span);
        }
        Expr { kind: ExprKind::Is { of: Box::new(of), negated, alternatives }, span }
    }

    /// `e is not A or B` is read as neither, and as not A, or else B.
    fn not_with_or(&mut self, of: &Expr, word: &Pair<'_>, alternatives: &[Alternative], span: Span) {
        let place = self.span(word);
        let begin = (place.start as usize).saturating_sub(word.as_span().start());
        let written = |from: u32, to: u32| {
            let range = (from as usize).checked_sub(begin)?..(to as usize).checked_sub(begin)?;
            word.get_input().get(range).map(str::trim)
        };
        let report = Diagnostic::error(&codes::NOT_WITH_OR, span, "`is not … or …` is ambiguous");
        let mut report = report.label(place, "does this deny all of them, or only the first?");
        let subject = written(of.span.start, of.span.end);
        let values = alternatives.first().and_then(|first| written(first.value.span.start, span.end));
        if let Some((subject, values)) = subject.zip(values) {
            let neither = format!("not ({subject} is {values})");
            report = report.fix(format!("none of them: `{neither}`"), span, neither);
        }
        // What is rolled would be rolled twice.
        let plain = of.name().is_some() && alternatives.iter().all(|each| each.standing.is_none());
        let each = |each: &Alternative| written(each.value.span.start, each.value.span.end);
        if let ([first, other], true, Some(subject)) = (alternatives, plain, subject)
            && let Some((first, other)) = each(first).zip(each(other))
        {
            let either = format!("{subject} is not {first} or {subject} is {other}");
            report = report.fix(format!("one of the two: `{either}`"), span, either);
        } else {
            report = report.help("write `x is not A or x is B` for the other reading");
        }
        self.report(report);
    }

    /// Takes `or worse` and `or better`.
    fn standing(&mut self, parts: &mut Parts<'_>) -> Option<(LadderSide, Span)> {
        let mut ahead = parts.clone();
        ahead.next_if(|part| part.as_str() == "or")?;
        let word = ahead.next_if(|part| part.as_rule() == Rule::name)?;
        let standing = match word.as_str() {
            "worse" => LadderSide::OrWorse,
            "better" => LadderSide::OrBetter,
            _ => return None,
        };
        if ahead.peek().is_some_and(|part| part.as_rule() == Rule::call) {
            return None;
        }
        *parts = ahead;
        Some((standing, self.span(&word)))
    }

    fn prefixed(&mut self, parts: &mut Parts<'_>, ends: Ends) -> Expr {
        let Some(first) = parts.peek() else {
            let span = self.place(self.base, self.base);
            return Expr { kind: ExprKind::Nothing, span };
        };
        let span = self.span(first);
        match first.as_rule() {
            Rule::prefix_word => self.prefix_word(parts, span, ends),
            Rule::odds_word => self.odds(parts, span, ends),
            Rule::if_head => self.if_expression(parts, span, ends),
            _ => self.operand(parts),
        }
    }

    /// `not`, a sign, or one of `adv`, `dis` and `pick`, which take one operand with its filter.
    fn prefix_word(&mut self, parts: &mut Parts<'_>, span: Span, ends: Ends) -> Expr {
        let word = parts.next().map_or("", |word| word.as_str());
        // Only a filter holds as tightly as a minus, and it belongs to the operand.
        let level = if word == "not" { Precedence::Not } else { Precedence::Negate };
        let of = self.climb(parts, level, ends);
        match word {
            "not" => wrap(span, of, ExprKind::Not),
            "adv" => wrap(span, of, |of| ExprKind::Advantage(AdvantageKind::Advantage, of)),
            "dis" => wrap(span, of, |of| ExprKind::Advantage(AdvantageKind::Disadvantage, of)),
            "pick" => wrap(span, of, ExprKind::Pick),
            "+" => Expr { span: span.to(of.span), ..of },
            _ => wrap(span, of, ExprKind::Negate),
        }
    }

    fn odds(&mut self, parts: &mut Parts<'_>, span: Span, ends: Ends) -> Expr {
        let first_turn = parts.next().is_some_and(|word| word.into_inner().next().is_some());
        let kind = if first_turn { QueryKind::FirstTurn } else { QueryKind::Odds };
        let of = self.climb(parts, Precedence::Whole, ends);
        let span = span.to(of.span);
        Expr {
            kind: ExprKind::Query(Box::new(Query { kind, of, given: None, after: None, within: None })),
            span,
        }
    }

    fn if_expression(&mut self, parts: &mut Parts<'_>, span: Span, ends: Ends) -> Expr {
        // A run of `else if` is flat in the source, so it is folded from its end and takes no recursion.
        let mut branches = Vec::new();
        while let Some(head) = parts.next_if(|part| part.as_rule() == Rule::if_head) {
            let start = self.span(&head);
            let mut inner = head.into_inner();
            let condition = self.chain(super::next(&mut inner));
            let value = self.chain(super::next(&mut inner));
            branches.push((start, condition, value));
        }
        if branches.len() > MAX_NESTING {
            self.report_too_deep(span);
            branches.truncate(1);
        }
        let last = self.climb(parts, Precedence::Whole, ends);
        branches.into_iter().rev().fold(last, |otherwise, (start, condition, value)| {
            let span = start.to(otherwise.span);
            let kind = ExprKind::If(Box::new(condition), Box::new(value), Box::new(otherwise));
            Expr { kind, span }
        })
    }
}

/// Whether the next `or` joins another alternative of `is`: a bare word or value follows, and nothing
/// that would make a condition of it.
fn next_is_alternative(parts: &Parts<'_>) -> bool {
    let mut ahead = parts.clone();
    if ahead.next_if(|part| part.as_str() == "or").is_none() {
        return false;
    }
    ahead.next_if(|part| part.as_str() == "-");
    let simple = matches!(
        ahead.next().map(|part| part.as_rule()),
        Some(Rule::name | Rule::word | Rule::number | Rule::text)
    );
    while ahead.next_if(|part| matches!(part.as_rule(), Rule::field | Rule::unit)).is_some() {}
    if !simple {
        return false;
    }
    match ahead.peek() {
        None => true,
        Some(after) => match Infix::of(after) {
            Some(Infix::Where) => true,
            Some(infix) => infix.level() < Precedence::Compare,
            None => is_tail(after),
        },
    }
}

/// Whether a part is a condition or a binding at the end of an expression.
fn is_tail(part: &Pair<'_>) -> bool {
    matches!(part.as_rule(), Rule::given | Rule::after | Rule::within | Rule::binding)
}

fn pairwise(left: Expr, right: Expr, kind: impl FnOnce(Box<Expr>, Box<Expr>) -> ExprKind) -> Expr {
    let span = left.span.to(right.span);
    Expr { kind: kind(Box::new(left), Box::new(right)), span }
}

fn wrap(start: Span, of: Expr, kind: impl FnOnce(Box<Expr>) -> ExprKind) -> Expr {
    let span = start.to(of.span);
    Expr { kind: kind(Box::new(of)), span }
}
