//! Cells that are values: numbers, quantities, dice, ranges; everything else is text.

use super::{Builder, Pair, Rule, boxed, next, only};
use crate::base::Span;
use crate::syntax::ast::{ArithOp, CellKind, Expr, ExprKind};

impl Builder {
    /// What a cell is by its look.
    pub(super) fn cell_kind(&mut self, raw: &str, span: Span) -> CellKind {
        let digits = raw.strip_suffix('%').unwrap_or(raw);
        if raw.len() <= 18 && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            let (value, percent) = self.num(raw, span);
            return CellKind::Value(Expr { kind: ExprKind::Number { value, percent }, span });
        }
        if is_plain_die(raw) {
            return CellKind::Value(Expr { kind: self.die(raw, span), span });
        }
        if could_be_value(raw) {
            let start = span.start as usize;
            let value = self.try_read(Rule::one_value, raw, start, |builder, mut pairs| {
                builder.cell_value(only(next(&mut pairs)), span)
            });
            if let Some(Some(value)) = value {
                return CellKind::Value(value);
            }
        }
        if could_be_dice(raw)
            && let Some(value) = self.quiet_expr(raw, span.start as usize)
            && is_dice_alone(&value)
        {
            return CellKind::Value(value);
        }
        CellKind::Text(self.bare_text(raw, span.start as usize))
    }

    /// The value that a cell is; `None` for signs and numbers that make no value.
    fn cell_value(&mut self, pair: Pair<'_>, span: Span) -> Option<Expr> {
        if pair.as_rule() == Rule::value_range {
            let mut bounds = pair.into_inner().map(|number| self.cell_number(&number));
            let (low, high) = (bounds.next()?, bounds.next()?);
            drop(bounds);
            return Some(Expr { kind: ExprKind::Range(Box::new(low), Box::new(high)), span });
        }
        let mut terms: Vec<(ArithOp, Expr)> = Vec::new();
        let (mut negative, mut op, mut unit, mut dice) = (false, ArithOp::Add, None, false);
        let mut parts = pair.into_inner().peekable();
        while let Some(part) = parts.next() {
            match part.as_rule() {
                Rule::value_sign => negative = part.as_str() != "+",
                Rule::value_op => {
                    op = match part.as_str() {
                        "+" => ArithOp::Add,
                        "-" | "−" | "–" => ArithOp::Subtract,
                        "/" => ArithOp::Divide,
                        _ => ArithOp::Multiply,
                    }
                }
                Rule::unit => unit = Some(self.path(part)),
                Rule::cell_number => terms.push((op, self.cell_number(&part))),
                _ => {
                    dice = true;
                    terms.push((op, self.cell_dice(part, &mut parts)));
                }
            }
        }
        if terms.len() > 1 && !dice {
            return None;
        }
        let mut value = sum_of_products(terms)?;
        if negative {
            value = negated(value)?;
        }
        value = match unit {
            Some(unit) => *boxed(ExprKind::Quantity(Box::new(value), Box::new(unit)), span),
            None => value,
        };
        Some(Expr { span, ..value })
    }

    fn cell_number(&mut self, pair: &Pair<'_>) -> Expr {
        let span = self.span(pair);
        let (value, percent) = self.num(&pair.as_str().replace(',', ""), span);
        Expr { kind: ExprKind::Number { value, percent }, span }
    }

    fn cell_dice<'t>(
        &mut self,
        die: Pair<'t>,
        parts: &mut std::iter::Peekable<impl Iterator<Item = Pair<'t>>>,
    ) -> Expr {
        let span = self.span(&die);
        let dice = Expr { kind: self.die(die.as_str(), span), span };
        let mut whole = span;
        let mut modifiers = Vec::new();
        while let Some(part) = parts.next_if(|part| !is_value_part(part.as_rule())) {
            whole = whole.to(self.span(&part));
            let modifier = self.modifier(part, span, &modifiers);
            modifiers.extend(modifier);
        }
        if modifiers.is_empty() {
            return dice;
        }
        Expr { kind: ExprKind::Modified(Box::new(dice), modifiers), span: whole }
    }
}

/// Whether a part of a cell's value is no modifier.
fn is_value_part(rule: Rule) -> bool {
    matches!(rule, Rule::value_op | Rule::unit | Rule::cell_number | Rule::die | Rule::value_sign)
}

/// Puts terms together, products first.
fn sum_of_products(terms: Vec<(ArithOp, Expr)>) -> Option<Expr> {
    let mut sum: Vec<(ArithOp, Expr)> = Vec::new();
    for (op, term) in terms {
        match op {
            ArithOp::Multiply | ArithOp::Divide => {
                let (sign, first) = sum.pop()?;
                let span = first.span.to(term.span);
                let kind = match first.kind {
                    ExprKind::Arith(head, mut rest)
                        if rest.iter().all(|(op, _)| matches!(op, ArithOp::Multiply | ArithOp::Divide)) =>
                    {
                        rest.push((op, term));
                        ExprKind::Arith(head, rest)
                    }
                    kind => ExprKind::Arith(Box::new(Expr { kind, span: first.span }), vec![(op, term)]),
                };
                sum.push((sign, Expr { kind, span }));
            }
            ArithOp::Add | ArithOp::Subtract | ArithOp::FloorDivide | ArithOp::Modulo => sum.push((op, term)),
        }
    }
    let mut sum = sum.into_iter();
    let (_, first) = sum.next()?;
    let rest: Vec<(ArithOp, Expr)> = sum.collect();
    let span = rest.last().map_or(first.span, |(_, last)| first.span.to(last.span));
    if rest.is_empty() {
        return Some(first);
    }
    Some(Expr { kind: ExprKind::Arith(Box::new(first), rest), span })
}

/// The value with its sign turned: of a sum, its first term.
fn negated(value: Expr) -> Option<Expr> {
    let span = value.span;
    let kind = match value.kind {
        ExprKind::Number { value, percent } => ExprKind::Number { value: value.neg().ok()?, percent },
        ExprKind::Arith(first, rest) => ExprKind::Arith(Box::new(negated(*first)?), rest),
        kind => ExprKind::Negate(Box::new(Expr { kind, span })),
    };
    Some(Expr { kind, span })
}

/// A cheap look at what cannot be a value, which most cells are.
fn could_be_value(raw: &str) -> bool {
    let begins =
        raw.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '−' | '–' | 'd' | 'D'));
    begins && raw.len() <= 64 && raw.bytes().any(|byte| byte.is_ascii_digit() || matches!(byte, b'%' | b'F'))
}

/// Whether a cell may be dice that are written as an expression: `(2d6 * 1000) gp`, `d{1,1,0}`.
fn could_be_dice(raw: &str) -> bool {
    let begins =
        raw.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '−' | '(' | 'd' | 'D'));
    let holds_die = || {
        let mut chars = raw.chars().peekable();
        std::iter::from_fn(|| Some((chars.next()?, chars.peek().copied()))).any(|(c, after)| {
            matches!(c, 'd' | 'D')
                && after.is_some_and(|after| after.is_ascii_digit() || matches!(after, '(' | '{' | '%' | 'F'))
        })
    };
    begins && raw.len() <= 96 && holds_die()
}

/// Whether an expression is nothing but dice, numbers and what reckons with them.
fn is_dice_alone(value: &Expr) -> bool {
    fn plain(value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Number { .. } | ExprKind::Dice(_) => true,
            ExprKind::Modified(of, _)
            | ExprKind::Negate(of)
            | ExprKind::Advantage(_, of)
            | ExprKind::Label(of, _)
            | ExprKind::Quantity(of, _) => plain(of),
            ExprKind::Pool(entries) => entries.iter().all(plain),
            ExprKind::Arith(first, rest) => plain(first) && rest.iter().all(|(_, term)| plain(term)),
            _ => false,
        }
    }
    plain(value)
}

/// `2d6` and `d20`, by far the most common values besides numbers.
fn is_plain_die(raw: &str) -> bool {
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    raw.split_once(['d', 'D'])
        .is_some_and(|(count, sides)| !sides.is_empty() && all_digits(count) && all_digits(sides))
}
