//! Whether conditions of rows leave nothing out: `light is bright`, `light is dim`, `light is out`.

use super::{Expr, ExprKind, IsTest, Match, Program, Row, ScaleId};
use crate::base::Num;
use crate::syntax::ast::LadderSide;

/// Numbers from … to …; an open end is `None`.
type Interval = (Option<Num>, Option<Num>);

/// The numbers that rows hold whatever their conditions come to: those of rows without one, and those of
/// rows of which one holds in every case. Sorted by their low ends.
pub(crate) fn held_always(program: &Program, rows: &[Row]) -> Vec<(Option<Num>, Option<Num>)> {
    let spans = |row: &Row| -> Vec<Interval> {
        let numbers = row.key.matches.iter().filter_map(|part| match part {
            Match::Numbers(low, high) => Some((*low, *high)),
            Match::Word(_) => None,
        });
        numbers.collect()
    };
    let mut held: Vec<Interval> = rows.iter().filter(|row| row.guard.is_none()).flat_map(spans).collect();
    let guarded: Vec<(&Expr, Interval)> = rows
        .iter()
        .filter_map(|row| Some((row.guard.as_deref()?, spans(row))))
        .flat_map(|(guard, spans)| spans.into_iter().map(move |span| (guard, span)))
        .collect();
    for span in pieces(&guarded) {
        let over: Vec<&Expr> =
            guarded.iter().filter(|(_, around)| holds(*around, span)).map(|(guard, _)| *guard).collect();
        if leave_nothing_out(program, &over) {
            held.push(span);
        }
    }
    held.sort();
    held
}

/// The pieces into which the ends of ranges cut each other, where each range is whole numbers.
fn pieces(guarded: &[(&Expr, Interval)]) -> Vec<Interval> {
    const MOST: usize = 400;
    if guarded.len() > MOST {
        return Vec::new();
    }
    let after = |high: Num| high.add(Num::ONE).ok();
    let mut starts: Vec<Option<Num>> = guarded
        .iter()
        .flat_map(|(_, (low, high))| std::iter::once(*low).chain(high.and_then(after).map(Some)))
        .collect();
    starts.sort();
    starts.dedup();
    let ends = starts.iter().skip(1).copied().chain([None]);
    let piece =
        |(start, next): (&Option<Num>, Option<Num>)| (*start, next.and_then(|next| next.sub(Num::ONE).ok()));
    starts.iter().zip(ends).map(piece).collect()
}

/// Whether a range holds all of another one.
fn holds(around: Interval, of: Interval) -> bool {
    let low = around.0.is_none_or(|low| of.0.is_some_and(|first| low <= first));
    let high = around.1.is_none_or(|high| of.1.is_some_and(|last| last <= high));
    low && high
}

/// Whether in every case at least one of these conditions holds.
fn leave_nothing_out(program: &Program, guards: &[&Expr]) -> bool {
    let opposite = |a: &Expr| guards.iter().any(|b| are_opposite(a, b));
    guards.iter().any(|guard| opposite(guard))
        || guards.iter().any(|guard| every_word(program, guard, guards))
}

/// `night` and `not night`, `n <= 6` and `n > 6`.
fn are_opposite(a: &Expr, b: &Expr) -> bool {
    if let ExprKind::Not(of) = &a.kind {
        return same(of, b);
    }
    if let ExprKind::Is { of, negated: false, tests } = &a.kind
        && let ExprKind::Is { of: other, negated: true, tests: denied } = &b.kind
    {
        return same(of, other) && tests.len() == denied.len() && tests.iter().zip(denied).all(same_test);
    }
    if let ExprKind::Compare(left, compare, right) = &a.kind
        && let ExprKind::Compare(first, other, second) = &b.kind
    {
        return same(left, first) && same(right, second) && compare.negated() == *other;
    }
    false
}

/// Whether the conditions that ask the same as this one name every word of its list.
fn every_word(program: &Program, guard: &Expr, guards: &[&Expr]) -> bool {
    let ExprKind::Is { of: asked, tests, .. } = &guard.kind else { return false };
    let Some(scale) = tests.iter().find_map(scale_of) else { return false };
    let count = program.scales.get(scale.index()).map_or(0, |scale| scale.words.len());
    let mut named = vec![false; count];
    for guard in guards {
        let ExprKind::Is { of, negated, tests } = &guard.kind else { continue };
        if !same(of, asked) {
            continue;
        }
        for (at, named) in named.iter_mut().enumerate() {
            *named |= tests.iter().any(|test| names(test, at)) != *negated;
        }
    }
    count > 0 && named.iter().all(|named| *named)
}

fn scale_of(test: &IsTest) -> Option<ScaleId> {
    word_of(test).map(|(scale, _)| scale)
}

fn word_of(test: &IsTest) -> Option<(ScaleId, u32)> {
    match test {
        IsTest::Equals(expr) | IsTest::Standing(expr, _) => expr.literal()?.word(),
        IsTest::Even | IsTest::Odd | IsTest::Empty => None,
    }
}

/// Whether a test holds for the word at this place.
fn names(test: &IsTest, at: usize) -> bool {
    let Some((_, word)) = word_of(test) else { return false };
    let mark = word as usize;
    match test {
        IsTest::Standing(_, LadderSide::OrWorse) => at >= mark,
        IsTest::Standing(_, LadderSide::OrBetter) => at <= mark,
        IsTest::Standing(_, LadderSide::Worse) => at > mark,
        IsTest::Standing(_, LadderSide::Better) => at < mark,
        IsTest::Equals(_) | IsTest::Even | IsTest::Odd | IsTest::Empty => at == mark,
    }
}

fn same_test((a, b): (&IsTest, &IsTest)) -> bool {
    match a {
        IsTest::Equals(a) => matches!(b, IsTest::Equals(b) if same(a, b)),
        IsTest::Standing(a, how) => matches!(b, IsTest::Standing(b, other) if how == other && same(a, b)),
        IsTest::Even => matches!(b, IsTest::Even),
        IsTest::Odd => matches!(b, IsTest::Odd),
        IsTest::Empty => matches!(b, IsTest::Empty),
    }
}

/// Whether two expressions surely give the same: what holds a value, and what is written out.
pub(super) fn same(a: &Expr, b: &Expr) -> bool {
    if let (ExprKind::Field(of, name), ExprKind::Field(other, field)) = (&a.kind, &b.kind) {
        return name == field && same(of, other);
    }
    if let (ExprKind::Member(roster, name), ExprKind::Member(other, called)) = (&a.kind, &b.kind) {
        return roster == other && same(name, called);
    }
    let both = (&a.kind, &b.kind);
    matches!(both, (ExprKind::Local(a), ExprKind::Local(b)) if a == b)
        || matches!(both, (ExprKind::Global(a), ExprKind::Global(b)) if a == b)
        || matches!(both, (ExprKind::Option(a), ExprKind::Option(b)) if a == b)
        || matches!(both, (ExprKind::Literal(a), ExprKind::Literal(b)) if a == b)
}
