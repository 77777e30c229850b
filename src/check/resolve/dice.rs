//! Dice and pools. What is wrong with a pool whose numbers are written out is told before it is rolled.

use super::DiceResolver;
use std::convert::Infallible;
use std::sync::Arc;

use super::die_names::{is_named_die, named_die_called};
use super::{made, number};
use crate::base::{Num, Span};
use crate::check::exprs::broken;
use crate::check::program::{DiceGroup, Expr, ExprKind, Faces, Kind};
use crate::check::reports::Reports;
use crate::check::scope::Want;
use crate::diag::{Diagnostic, codes};
use crate::dice::{self, Kept, NumberRole, PoolOp, ProblemKind};
use crate::syntax::ast::{self, Modifier, Sides};

impl DiceResolver<'_, '_> {
    /// A group of equal dice with its modifiers.
    pub(crate) fn dice(&mut self, dice: &ast::Dice, modifiers: &[Modifier], span: Span) -> Expr {
        if let Sides::Symbols(faces) = &dice.sides {
            return self.symbol_dice(dice.count.as_ref(), faces, modifiers, span);
        }
        let Some(faces) = self.faces(&dice.sides, span) else { return broken(span) };
        self.pool_of_faces(dice.count.as_ref(), faces, modifiers, span)
    }

    /// So many dice with these faces.
    pub(super) fn pool_of_faces(
        &mut self,
        count: Option<&ast::Expr>,
        faces: Faces,
        modifiers: &[Modifier],
        span: Span,
    ) -> Expr {
        let count = match count {
            Some(count) => self.exprs().number(count, "the number of dice"),
            None => number(Num::ONE, span),
        };
        if let Some(n) = count.number()
            && (n.is_negative() || !n.is_int())
        {
            let message = format!("{n} dice cannot be rolled");
            self.cx.report(
                Diagnostic::error(&codes::pools::COUNT, count.span, message)
                    .help("the number of dice is 0 or more"),
            );
        }
        let ops = self.pool_ops(modifiers);
        let gives = match (&faces, ops.iter().any(|op| matches!(op.op, PoolOp::Count(_)))) {
            (Faces::Texts(_), false) if count.number() == Some(Num::ONE) => Kind::Text,
            (Faces::Texts(_), false) => Kind::Any,
            (_, _) => Kind::Number,
        };
        let group = DiceGroup { count, faces, span };
        pool_problems(&mut self.cx.reports, &group, &ops, span);
        made(ExprKind::Pool(vec![group], ops), span, gives)
    }

    fn faces(&mut self, sides: &Sides, span: Span) -> Option<Faces> {
        let faces = match sides {
            Sides::Number(n) => match u32::try_from(*n) {
                Ok(n) => Faces::Sides(n),
                Err(_) => {
                    let message = format!("a die cannot have {n} sides");
                    self.cx.report(Diagnostic::error(&codes::pools::FACES, span, message));
                    return None;
                }
            },
            Sides::Percent => Faces::Percent,
            Sides::Fate => Faces::Fate,
            Sides::Digits(digits) => Faces::Digits(*digits),
            Sides::Computed(sides) => {
                let sides = self.exprs().number(sides, "the number of sides");
                let literal = sides.number().and_then(Num::as_int).and_then(|n| u32::try_from(n).ok());
                match literal {
                    Some(n) => Faces::Sides(n),
                    None => Faces::Computed(Box::new(sides)),
                }
            }
            Sides::Symbols(_) => return None,
            Sides::Numbers(numbers) => Faces::Numbers(numbers.as_slice().into()),
            Sides::Texts(texts) => {
                let texts: Vec<Arc<str>> = texts.iter().map(|text| text.literal().into()).collect();
                Faces::Texts(texts.into())
            }
        };
        Some(faces)
    }

    /// `{d8!, d6!}` with its modifiers. Plain dice between the braces explode or are rerolled each by itself.
    pub(crate) fn pool(&mut self, entries: &[ast::Expr], modifiers: &[Modifier], span: Span) -> Expr {
        let places: Vec<Span> = entries.iter().map(|entry| entry.span).collect();
        let plain: Option<Vec<&ast::Dice>> = entries.iter().map(plain_dice).collect();
        let again = modifiers.iter().take_while(|op| is_again(op)).count();
        let (again, others) = modifiers.split_at(again);
        // What is worked out for a modifier is so once, and not for each of the dice.
        let are_known = again.iter().flat_map(Modifier::numbers).all(is_written_out);
        let (entries, modifiers): (Vec<Expr>, _) = match plain {
            Some(dice) if are_known => {
                let each = dice.into_iter().zip(&places).map(|(dice, at)| self.dice(dice, again, *at));
                (each.collect(), others)
            }
            Some(_) | None => {
                let each = entries.iter().map(|entry| self.exprs().number(entry, "an entry of a pool"));
                (each.collect(), modifiers)
            }
        };
        if let Some(again) = modifiers.iter().find(|op| is_again(op)) {
            let message = ProblemKind::NeedsDice.to_string();
            let report = Diagnostic::error(&codes::pools::NO_POOL, again.span, message);
            self.cx.report(report.help(
                "each part between the braces is one total: write `!` or `r` next to its dice, as in `{d8! + 1, d6!}`",
            ));
            return broken(span);
        }
        let ops = self.pool_ops(modifiers);
        self.keeps_every_entry(&places, &ops);
        made(ExprKind::PoolOf(entries, ops), span, Kind::Number)
    }

    /// `{4d6 + 2d8}kh3`: each part between the braces is one total, and there are no three of them.
    fn keeps_every_entry(&mut self, entries: &[Span], ops: &[Modifier<Expr>]) {
        let Some(first) = ops.first() else { return };
        let PoolOp::Keep(keep) = &first.op else { return };
        let count = keep.count.number().and_then(Num::as_int).and_then(|count| usize::try_from(count).ok());
        let (Some(from), Some(to)) = (entries.first(), entries.last()) else { return };
        if count.is_none_or(|count| count < entries.len()) {
            return;
        }
        let message = "there are no more totals than that: each part between the braces is one";
        let report = Diagnostic::warning(&codes::pools::KEEPS_ALL, first.span, message);
        let dice = entries.iter().map(|entry| single_dice(&self.cx.reading.written(*entry)));
        let dice: Vec<String> = dice.collect::<Option<Vec<_>>>().unwrap_or_default().concat();
        let report = match dice.len() {
            0..=1 => report,
            _ => {
                let text = dice.join(", ");
                report.fix(format!("as single dice: `{{{text}}}`"), from.to(*to), text)
            }
        };
        self.cx.report(report);
    }

    /// Something with modifiers: dice, a pool, or a list of numbers.
    pub(crate) fn modified(&mut self, of: &ast::Expr, modifiers: &[Modifier], span: Span) -> Expr {
        if let ast::ExprKind::Dice(dice) = &of.kind {
            return self.dice(dice, modifiers, span);
        }
        if let ast::ExprKind::Pool(entries) = &of.kind {
            return self.pool(entries, modifiers, span);
        }
        if let ast::ExprKind::Modified(inner, first) = &of.kind {
            let all: Vec<Modifier> = first.iter().chain(modifiers).cloned().collect();
            return self.modified(inner, &all, span);
        }
        if let ast::ExprKind::Quantity(count, unit) = &of.kind
            && is_named_die(self.cx.ws, self.scope, count, unit)
        {
            return self.named_die((count, unit, &[]), modifiers, span);
        }
        if let ast::ExprKind::Call(callee, args) = &of.kind
            && let Some((count, unit)) = named_die_called(self.cx.ws, self.scope, callee)
        {
            return self.named_die((count, unit, args), modifiers, span);
        }
        self.modified_list(of, modifiers, span)
    }

    fn modified_list(&mut self, of: &ast::Expr, modifiers: &[Modifier], span: Span) -> Expr {
        let value = match self.named_dice(of) {
            Some(dice) => dice,
            None => self.exprs().expr(of, &Want::any()),
        };
        let ops = self.pool_ops(modifiers);
        let list = crate::check::kinds::item_of(&value.gives);
        if list.is_none() && !matches!(value.kind, ExprKind::Broken) {
            let message = format!(
                "modifiers work on dice and lists, and this is {}",
                self.cx.ws.program.describe(&value.gives)
            );
            let at = modifiers.first().map_or(span, |modifier| modifier.span);
            let report =
                Diagnostic::error(&codes::pools::NO_POOL, at, message).label(value.span, "not a pool");
            let help = if of.name().is_some() {
                "bind dice that explode, are rerolled or bounded, or plain ones, and keep afterwards: `(p)kh1 where p = 3d6!`; or a list, `p = 3 times d6`"
            } else {
                "put the modifier right after the dice: `4d6kh3 + 1`"
            };
            self.cx.report(report.help(help));
            return broken(span);
        }
        if let Some(amount @ Kind::Quantity(_)) = list {
            self.modifies_amounts(&value, &amount, modifiers, span);
            return broken(span);
        }
        made(ExprKind::ListOps(Box::new(value), ops), span, Kind::Number)
    }

    /// Modifiers after a list of amounts in a unit.
    fn modifies_amounts(&mut self, list: &Expr, amount: &Kind, modifiers: &[Modifier], span: Span) {
        let message = format!(
            "modifiers work on dice and plain numbers, and each of these is {}",
            self.cx.ws.program.describe(amount)
        );
        let at = modifiers.first().map_or(span, |modifier| modifier.span);
        let report =
            Diagnostic::error(&codes::pools::NO_POOL, at, message).label(list.span, "a list of amounts");
        let one = match modifiers {
            [Modifier { op: PoolOp::Keep(keep), .. }] => {
                Some(keep.kept).filter(|_| &*self.cx.reading.written(keep.count.span) == "1")
            }
            _ => None,
        };
        let written = self.cx.reading.written(list.span);
        // What stands before a modifier is bracketed as a whole, or has no brackets around it.
        let bare = written.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(&written);
        let taken = |function: &str| format!("{function}({bare})");
        let report = match one {
            Some(Kept::Highest) => {
                report.fix(format!("the highest of them: `{}`", taken("max")), span, taken("max"))
            }
            Some(Kept::Lowest) => {
                report.fix(format!("the lowest of them: `{}`", taken("min")), span, taken("min"))
            }
            Some(Kept::ButHighest | Kept::ButLowest) | None => report.help(
                "`max(…)` and `min(…)` give the highest and the lowest amount, `count(… where it > …)` counts those above one",
            ),
        };
        self.cx.report(report);
    }

    pub(super) fn pool_ops(&mut self, modifiers: &[Modifier]) -> Vec<Modifier<Expr>> {
        modifiers.iter().map(|modifier| self.pool_op(modifier)).collect()
    }

    fn pool_op(&mut self, modifier: &Modifier) -> Modifier<Expr> {
        let Ok(op) = modifier.op.try_map(|figure, written| {
            let what = match figure {
                NumberRole::Count => "how many dice",
                NumberRole::Limit => "a limit",
                NumberRole::Bound => "a bound",
                NumberRole::Face => "what a die is compared with",
            };
            Ok::<_, Infallible>(Box::new(self.exprs().number(written, what)))
        });
        Modifier { op, span: modifier.span }
    }
}

/// The pool as the dice layer knows it, where nothing in it has to be worked out first.
fn spec_of(group: &DiceGroup, ops: &[Modifier<Expr>]) -> Option<dice::PoolSpec> {
    let count = u32::try_from(group.count.number()?.as_int()?).ok()?;
    let faces = match &group.faces {
        Faces::Sides(n) => dice::Faces::Sides(*n),
        Faces::Percent => dice::Faces::Sides(100),
        Faces::Fate => dice::Faces::Fate,
        Faces::Digits(digits) => dice::Faces::Digits(u8::try_from(*digits).unwrap_or(u8::MAX)),
        Faces::Numbers(numbers) => dice::Faces::Numbers(numbers.clone()),
        Faces::Texts(texts) => dice::Faces::Texts(texts.clone()),
        Faces::Computed(_) => return None,
    };
    let mut spec = dice::PoolSpec::dice(count, faces);
    for modifier in ops {
        let known = modifier.op.try_map(|_, number| number.number().ok_or(())).ok()?;
        spec = spec.with(known.counted().ok()?);
    }
    Some(spec)
}

/// The dice of a sum one by one: `d6`, `d6` and `d8` for `2d6 + d8`; `None` for anything else, and for very many.
fn single_dice(sum: &str) -> Option<Vec<String>> {
    const MOST: usize = 20;
    let mut dice = Vec::new();
    for pool in sum.split('+').map(str::trim) {
        let (count, sides) = pool.split_once('d')?;
        let count: usize = if count.is_empty() { 1 } else { count.parse().ok()? };
        let plain = !sides.is_empty() && sides.bytes().all(|digit| digit.is_ascii_digit());
        if !plain || dice.len() + count > MOST {
            return None;
        }
        dice.extend(std::iter::repeat_n(format!("d{sides}"), count));
    }
    Some(dice)
}

/// Whether dice stand anywhere in an expression that heads a table.
pub(in crate::check) fn has_dice(written: &ast::Expr) -> bool {
    use ast::ExprKind as Is;
    if let Is::Arith(first, rest) = &written.kind {
        return has_dice(first) || rest.iter().any(|(_, term)| has_dice(term));
    }
    if let Is::Negate(of) | Is::Label(of, _) = &written.kind {
        return has_dice(of);
    }
    if let Is::Call(_, args) = &written.kind {
        return args.iter().any(|arg| has_dice(&arg.value));
    }
    matches!(written.kind, Is::Dice(_) | Is::Pool(_) | Is::Modified(..) | Is::Advantage(..))
}

/// The faces that a bare die has: `d10` for `10`.
pub(in crate::check) fn sides_of(die: &Expr) -> Option<i64> {
    match die.one_die()?.faces {
        Faces::Sides(n) => Some(i64::from(n)),
        Faces::Percent => Some(100),
        Faces::Computed(_) | Faces::Fate | Faces::Digits(_) | Faces::Numbers(_) | Faces::Texts(_) => None,
    }
}

/// Dice with numbers on their faces and nothing behind them.
fn plain_dice(entry: &ast::Expr) -> Option<&ast::Dice> {
    let ast::ExprKind::Dice(dice) = &entry.kind else { return None };
    (!matches!(dice.sides, Sides::Symbols(_) | Sides::Texts(_))).then_some(dice)
}

fn is_again(modifier: &Modifier) -> bool {
    matches!(modifier.op, PoolOp::Again(_))
}

fn is_written_out(number: &ast::Expr) -> bool {
    matches!(number.kind, ast::ExprKind::Number { .. })
}

/// Tells what is wrong with a pool whose numbers are all written out.
fn pool_problems(reports: &mut Reports, group: &DiceGroup, ops: &[Modifier<Expr>], span: Span) {
    let Some(spec) = spec_of(group, ops) else { return };
    for problem in spec.problems() {
        let at = problem.op.and_then(|at| ops.get(at)).map_or(span, |op| op.span);
        let code = match problem.kind {
            ProblemKind::NoFaces | ProblemKind::TooManyDigits => &codes::pools::FACES,
            ProblemKind::EndlessExplosion | ProblemKind::EndlessReroll => &codes::pools::ENDLESS,
            ProblemKind::NeverMeets => &codes::pools::NEVER_MEETS,
            ProblemKind::AfterCount | ProblemKind::NeedsDice | ProblemKind::NeedsNumbers => {
                &codes::pools::NO_POOL
            }
            ProblemKind::KeepsAll => &codes::pools::KEEPS_ALL,
        };
        let message = problem.kind.to_string();
        let report = if problem.kind.is_fatal() {
            Diagnostic::error(code, at, message)
        } else {
            Diagnostic::warning(code, at, message)
        };
        let report = match problem.kind {
            ProblemKind::EndlessExplosion => {
                report.help("say at most how many extra dice: `!limit 3`, or explode on fewer faces")
            }
            ProblemKind::EndlessReroll => report.help("reroll once with `ro`, or on fewer faces"),
            ProblemKind::NoFaces
            | ProblemKind::TooManyDigits
            | ProblemKind::NeverMeets
            | ProblemKind::AfterCount
            | ProblemKind::NeedsDice
            | ProblemKind::NeedsNumbers
            | ProblemKind::KeepsAll => report,
        };
        reports.add(report);
    }
}
