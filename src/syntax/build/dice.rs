//! Dice and their modifiers; what other systems write is turned into ours or refused with a choice.

use super::{Builder, Pair, Pairs, Rule, next, only};
use crate::base::{Num, Span};
use crate::diag::Diagnostic;
use crate::diag::codes::dice as dice_codes;
use crate::dice::{Again, Bound, Compare, Condition, Count, How, Keep, Kept, PoolOp, Side};
use crate::syntax::ast::{Dice, Expr, ExprKind, Modifier, Name, Sides, Text};
use crate::syntax::equals::Apart;
use crate::syntax::foreign;

impl Builder {
    /// A die in one token: `4d6`, `d%`, `dF`, `d66`.
    pub(super) fn die(&mut self, text: &str, span: Span) -> ExprKind {
        let (count, sides) = text.split_once(['d', 'D']).unwrap_or(("", text));
        let count = (!count.is_empty()).then(|| {
            let place = Span { end: span.start.saturating_add(length(count)), ..span };
            let (value, percent) = self.num(count, place);
            Expr { kind: ExprKind::Number { value, percent }, span: place }
        });
        let sides = self.plain_sides(sides, span);
        ExprKind::Dice(Box::new(Dice { count, sides }))
    }

    fn plain_sides(&mut self, text: &str, span: Span) -> Sides {
        match text {
            "%" => Sides::Percent,
            "F" | "f" => Sides::Fate,
            "66" => Sides::Digits(2),
            "666" => Sides::Digits(3),
            _ => Sides::Number(self.int(text, span)),
        }
    }

    fn int(&mut self, text: &str, span: Span) -> i64 {
        self.num(text, span).0.as_int().unwrap_or(0)
    }

    /// `d(n)` and `d{2,3,5}`, after a count where there is one.
    pub(super) fn open_die(&mut self, count: Option<Expr>, pair: Pair<'_>) -> ExprKind {
        let inner = only(pair);
        let span = self.span(&inner);
        let sides = match inner.as_rule() {
            Rule::faces => self.faces(inner),
            Rule::die_plain => self.plain_sides(inner.as_str(), span),
            _ => {
                let sides = self.expr(only(inner));
                Sides::Computed(Box::new(Expr { span, ..sides }))
            }
        };
        ExprKind::Dice(Box::new(Dice { count, sides }))
    }

    /// A die behind its count: `2d(n)`, `(n)d6`.
    pub(super) fn tailed(&mut self, count: Expr, tail: Pair<'_>, span: Span) -> Expr {
        Expr { kind: self.open_die(Some(count), tail), span }
    }

    fn faces(&mut self, pair: Pair<'_>) -> Sides {
        let whole = self.span(&pair);
        let mut faces: Vec<Face> = Vec::new();
        // Where the faces that were read last begin.
        let mut last = 0;
        for face in pair.into_inner() {
            let span = self.span(&face);
            if face.as_rule() == Rule::face_weight {
                let weight = self.num(only(face).as_str(), span).0;
                let weight = weight.as_int().and_then(|weight| usize::try_from(weight).ok()).unwrap_or(0);
                if faces.len().saturating_sub(last).saturating_mul(weight) > MOST_FACES {
                    self.too_many_faces(span);
                } else {
                    weigh(&mut faces, last, weight);
                }
                if faces.len() > MOST_FACES_TOGETHER {
                    self.too_many_faces(span);
                    break;
                }
                continue;
            }
            last = faces.len();
            match face.as_rule() {
                Rule::text => faces.push(Face::Text(self.text(face))),
                Rule::face_symbols => faces.push(Face::Symbols(self.symbols_of(face))),
                Rule::face_blank => faces.push(Face::Symbols(Vec::new())),
                Rule::face_range => self.range_of_faces(face, &mut faces),
                _ => faces.push(Face::Number(self.face_number(face.as_str(), span))),
            }
        }
        self.sides_of(faces, whole)
    }

    /// `success + advantage`: what stands on one face, with how often.
    fn symbols_of(&mut self, face: Pair<'_>) -> Vec<(Num, Name)> {
        let symbol = |symbol: Pair<'_>| {
            let mut parts = symbol.into_inner().peekable();
            let count = parts.next_if(|part| part.as_rule() == Rule::digits);
            let count = match count {
                Some(count) => {
                    let span = self.span(&count);
                    self.num(count.as_str(), span).0
                }
                None => Num::ONE,
            };
            (count, self.name(&next(&mut parts)))
        };
        face.into_inner().map(symbol).collect()
    }

    fn range_of_faces(&mut self, face: Pair<'_>, faces: &mut Vec<Face>) {
        let span = self.span(&face);
        let mut ends = face.into_inner();
        let low = self.face_number(next(&mut ends).as_str(), span);
        let high = self.face_number(next(&mut ends).as_str(), span);
        let count = high.sub(low).ok().and_then(|width| width.floor().as_int()).unwrap_or(-1);
        if count >= i64::try_from(MOST_FACES).unwrap_or(i64::MAX) {
            self.too_many_faces(span);
        } else if count < 0 {
            self.report(
                Diagnostic::error(&dice_codes::MIXED_FACES, span, "this range ends before it begins").fix(
                    format!("write {high}..{low}"),
                    span,
                    format!("{high}..{low}"),
                ),
            );
        } else {
            let values = (0..=count).filter_map(|step| low.add(Num::int(step)).ok());
            faces.extend(values.map(Face::Number));
        }
    }

    /// Faces of one kind. On a die of symbols `0` is a blank.
    fn sides_of(&mut self, faces: Vec<Face>, whole: Span) -> Sides {
        let (mut numbers, mut texts, mut symbols) = (Vec::new(), Vec::new(), Vec::new());
        for face in faces {
            match face {
                Face::Number(number) => numbers.push(number),
                Face::Text(text) => texts.push(text),
                Face::Symbols(face) => symbols.push(face),
            }
        }
        if !symbols.is_empty() && numbers.iter().all(|number| number.is_zero()) {
            symbols.extend(numbers.drain(..).map(|_| Vec::new()));
        }
        let kinds = [numbers.is_empty(), texts.is_empty(), symbols.is_empty()];
        if kinds.iter().filter(|empty| !**empty).count() > 1 {
            self.report(
                Diagnostic::error(&dice_codes::MIXED_FACES, whole, "a die has faces of one kind")
                    .help("write all faces as numbers, all as texts in quotes, or all as symbols"),
            );
        }
        if !symbols.is_empty() {
            Sides::Symbols(symbols)
        } else if texts.is_empty() {
            Sides::Numbers(numbers)
        } else {
            Sides::Texts(texts)
        }
    }

    fn too_many_faces(&mut self, span: Span) {
        let message = format!("a die has {MOST_FACES} faces at most where they are written out");
        self.report(
            Diagnostic::error(&dice_codes::MIXED_FACES, span, message)
                .help("`d10000` has as many as it says; a table of weights takes any weight"),
        );
    }

    /// A number with its sign.
    pub(super) fn face_number(&mut self, text: &str, span: Span) -> Num {
        let digits = text.trim_start_matches(['+', '-', '−', '–']);
        let (value, _) = self.num(digits, span);
        if text.starts_with(['-', '−', '–']) { value.neg().unwrap_or(Num::ZERO) } else { value }
    }

    /// A modifier behind those `before` it; `None` where it was refused.
    pub(super) fn modifier(&mut self, pair: Pair<'_>, dice: Span, before: &[Modifier]) -> Option<Modifier> {
        /// Dice with more modifiers than this were written by no person.
        const MANY: usize = 32;
        let span = self.span(&pair);
        let Some(read) = operator_reader(pair.as_rule()) else {
            let (text, behind) = around(&pair);
            let refusal = match Apart::of(text, behind) {
                Some(apart) => apart.report(apart.around(span.after())),
                None if let Some(report) = foreign::side_behind(text, span) => report,
                None => {
                    let sides = sides_before(text, pair.as_str());
                    foreign::refuse(pair.as_str(), span, dice, before.iter().take(MANY).any(counts), sides)
                }
            };
            self.report(refusal);
            return None;
        };
        Some(Modifier { op: read(self, pair.into_inner(), span), span })
    }

    /// Dice kept or dropped; one where no number stands.
    fn keep(&mut self, kept: Kept, count: Option<Pair<'_>>, span: Span) -> Written {
        let count = count.map_or_else(|| one(span), |count| self.amount(count));
        PoolOp::Keep(Keep { kept, count })
    }

    fn bounded(&mut self, side: Side, mut parts: Pairs<'_>) -> Written {
        PoolOp::Bound(Bound { side, number: self.amount(next(&mut parts)) })
    }

    fn count(&mut self, mut parts: Pairs<'_>) -> Written {
        let hit = self.condition(next(&mut parts));
        PoolOp::Count(Count { hit, miss: parts.next().map(|miss| self.condition(miss)) })
    }

    fn reroll(&mut self, when: Pair<'_>, limit: Option<Box<Expr>>) -> Written {
        let when = Some(self.condition(when));
        PoolOp::Again(Again { how: How::Replace, when, limit })
    }

    fn amount(&mut self, pair: Pair<'_>) -> Box<Expr> {
        let span = self.span(&pair);
        if pair.as_rule() == Rule::digits {
            let (value, percent) = self.num(pair.as_str(), span);
            return Box::new(Expr { kind: ExprKind::Number { value, percent }, span });
        }
        let inner = self.expr(only(pair));
        Box::new(Expr { span, ..inner })
    }

    /// A condition; bare digits, as other systems write them, ask for that face.
    fn condition(&mut self, pair: Pair<'_>) -> Condition<Box<Expr>> {
        let span = self.span(&pair);
        if pair.as_rule() == Rule::digits {
            return Condition { compare: Compare::Equal, number: self.amount(pair), to: None };
        }
        let within = pair.as_rule() == Rule::within_faces;
        let mut inner = pair.into_inner();
        let compare = if within { Compare::Equal } else { compare_of(next(&mut inner).as_str()) };
        let number = self.face_bound(next(&mut inner));
        let to = inner.next().map(|up_to| self.face_bound(only(up_to)));
        if to.is_some() && !matches!(compare, Compare::Equal | Compare::NotEqual) {
            self.report(
                Diagnostic::error(&dice_codes::RANGE_COMPARED, span, "use `in` to ask about a range")
                    .help("write `c in 3..5` for the faces from 3 to 5, or `c>=3` for those from 3 on"),
            );
        }
        Condition { compare, number, to }
    }

    fn face_bound(&mut self, with: Pair<'_>) -> Box<Expr> {
        let place = self.span(&with);
        if with.as_rule() == Rule::face_value {
            return Box::new(self.accessed(with));
        }
        if with.as_rule() != Rule::face_number {
            return self.amount(with);
        }
        let value = self.face_number(with.as_str(), place);
        Box::new(Expr { kind: ExprKind::Number { value, percent: false }, span: place })
    }

    fn explosion(&mut self, mut inner: Pairs<'_>) -> Written {
        let sign = next(&mut inner);
        let place = self.span(&sign);
        let (mut when, mut limit) = (None, None);
        for part in inner {
            if part.as_rule() == Rule::limit {
                limit = Some(self.amount(only(part)));
            } else {
                when = Some(self.condition(part));
            }
        }
        let how = match sign.as_str() {
            "!!" => How::Add,
            "!p" | "!P" => How::JoinLower,
            sign => {
                if sign.eq_ignore_ascii_case("xo") {
                    limit = limit.or_else(|| Some(one(place)));
                }
                How::Join
            }
        };
        PoolOp::Again(Again { how, when, limit })
    }
}

/// An operator as it is written.
type Written = PoolOp<Box<Expr>, Box<Expr>>;

/// Builds an operator from the parts of its rule.
type OperatorReader = fn(&mut Builder, Pairs<'_>, Span) -> Written;

/// How the operators of the grammar are built; nothing for what is no operator of ours.
fn operator_reader(rule: Rule) -> Option<OperatorReader> {
    let reader: OperatorReader = match rule {
        Rule::keep_highest => |b, mut parts, span| b.keep(Kept::Highest, parts.next(), span),
        Rule::keep_lowest => |b, mut parts, span| b.keep(Kept::Lowest, parts.next(), span),
        Rule::drop_highest => |b, mut parts, span| b.keep(Kept::ButHighest, parts.next(), span),
        Rule::drop_lowest => |b, mut parts, span| b.keep(Kept::ButLowest, parts.next(), span),
        Rule::at_least => |b, parts, _| b.bounded(Side::AtLeast, parts),
        Rule::at_most => |b, parts, _| b.bounded(Side::AtMost, parts),
        Rule::reroll => |b, mut parts, _| b.reroll(next(&mut parts), None),
        Rule::reroll_once => |b, mut parts, span| b.reroll(next(&mut parts), Some(one(span))),
        Rule::count => |b, parts, _| b.count(parts),
        Rule::explosion => |b, parts, _| b.explosion(parts),
        _ => return None,
    };
    Some(reader)
}

/// Whether a rule is of what may stand behind dice: an operator, or what may have been meant as one.
pub(super) fn is_modifier(rule: Rule) -> bool {
    rule == Rule::odd_modifier || operator_reader(rule).is_some()
}

/// The number that was left out.
fn one(span: Span) -> Box<Expr> {
    Box::new(Expr { kind: ExprKind::Number { value: Num::ONE, percent: false }, span })
}

fn compare_of(sign: &str) -> Compare {
    match sign {
        ">=" | "≥" => Compare::AtLeast,
        "<=" | "≤" => Compare::AtMost,
        "!=" | "≠" => Compare::NotEqual,
        ">" => Compare::More,
        "<" => Compare::Less,
        _ => Compare::Equal,
    }
}

/// What stands on one face.
#[derive(Clone)]
enum Face {
    Number(Num),
    Text(Text),
    Symbols(Vec<(Num, Name)>),
}

/// How many faces a die may have whose faces are written out.
const MOST_FACES: usize = 10_000;

/// How many these may be where some are written once for many.
const MOST_FACES_TOGETHER: usize = 10 * MOST_FACES;

/// Repeats the faces from `start` on so often as they weigh.
fn weigh<T: Clone>(faces: &mut Vec<T>, start: usize, weight: usize) {
    let last = faces.split_off(start);
    for _ in 0..weight {
        faces.extend(last.iter().cloned());
    }
}

/// What is read up to the end of a piece, and what stands behind it.
fn around<'t>(pair: &Pair<'t>) -> (&'t str, &'t str) {
    let span = pair.as_span();
    span.get_input().split_at_checked(span.end()).unwrap_or_default()
}

fn length(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

/// How many sides the dice have that a text ends with, before a modifier: 6 of `2d6x10`.
fn sides_before(text: &str, modifier: &str) -> Option<u32> {
    let dice = text.strip_suffix(modifier)?;
    let digits = dice.trim_end_matches(|c: char| c.is_ascii_digit());
    digits.ends_with(['d', 'D']).then(|| dice.get(digits.len()..)?.parse().ok())?
}

/// Whether a modifier makes a count of the dice.
fn counts(modifier: &Modifier) -> bool {
    matches!(modifier.op, PoolOp::Count(_))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::base::SourceId;
    use crate::dice::OPERATORS;
    use crate::syntax::{grammar, parse_expression};

    /// The operators of the grammar: what `modifier` may be.
    fn rules() -> BTreeSet<String> {
        let text = include_str!("../../../grammar/dice.pest");
        let (_, body) = text.split_once("\nmodifier = _{").expect("a rule of the grammar");
        let (body, _) = body.split_once('}').expect("its end");
        body.split('|').map(|rule| rule.trim().to_owned()).collect()
    }

    #[test]
    fn every_operator_of_the_grammar_is_in_the_list_with_all_its_spellings() {
        let mut met = BTreeSet::new();
        for about in OPERATORS {
            let others = about.aliases.iter().map(|alias| alias.spelling);
            for spelling in std::iter::once(about.symbol).chain(others) {
                let text = about.example.replacen(about.symbol, spelling, 1);
                let read = grammar::parse(Rule::one_expr, &text).expect("it is read");
                let rule = |pair: Pair<'_>| is_modifier(pair.as_rule()).then_some(pair.as_rule());
                met.extend(read.flatten().filter_map(rule).map(|rule| format!("{rule:?}")));
                let (built, reports) = parse_expression(SourceId(0), &text);
                let Some(ExprKind::Modified(_, modifiers)) = built.map(|built| built.kind) else {
                    panic!("{text}: {reports:?}")
                };
                let op = &modifiers.first().expect("an operator").op;
                assert!(std::ptr::eq(op.about(), about), "{text} is {}", op.about().name);
            }
        }
        assert_eq!(met, rules(), "left what `OPERATORS` tries, right what the grammar has");
    }
}
