//! Dice one by one, where a list is wanted: the values that count in the end, from lowest to highest.
//!
//! They are known where each modifier says by itself what becomes of each die: bounds and rerolls, explosions on
//! the highest face or on those of one comparison, and dice that are kept or dropped, in any order. They are not
//! known where dice are counted (a count is a number), where faces are no numbers, and where a number of a modifier
//! is not written out.

use super::{made, number};
use crate::base::{Num, Span};
use crate::check::Builtin;
use crate::check::kinds::list_of;
use crate::check::program::{DiceGroup, Explosion, Expr, ExprKind, Faces, ItemScope, Kind, LocalId};
use crate::check::scope::Scope;
use crate::dice::{Again, Condition, How, Kept, PoolOp, Side};
use crate::syntax::ast::{ArithOp, Compare, Modifier};

/// What is known of the faces of dice that may be looked at one by one.
enum KnownFaces {
    /// Nothing is thrown: these are entries.
    Nothing,
    /// Dice with this highest face; sides that are worked out leave it open.
    Dice(Option<Num>),
}

/// What is known of these faces; nothing of those that are no numbers.
fn thrown(faces: &Faces) -> Option<KnownFaces> {
    let highest = match faces {
        Faces::Sides(sides) => Num::int(i64::from(*sides)),
        Faces::Percent => Num::int(100),
        Faces::Fate => Num::ONE,
        Faces::Digits(count) => Num::int((0..*count).fold(0, |number, _| number * 10 + 6)),
        Faces::Numbers(numbers) => numbers.iter().max().copied()?,
        Faces::Computed(_) => return Some(KnownFaces::Dice(None)),
        Faces::Texts(_) => return None,
    };
    Some(KnownFaces::Dice(Some(highest)))
}

/// Whether an operator makes another value of each die by itself: it may as well be rolled die by die.
pub(super) fn stays_one_die(modifier: &Modifier<Expr>) -> bool {
    let of_one = match &modifier.op {
        PoolOp::Bound(_) => true,
        PoolOp::Again(again) => matches!(again.how, How::Add | How::Replace),
        PoolOp::Keep(_) | PoolOp::Count(_) => false,
    };
    of_one && modifier.numbers().all(|number| number.number().is_some())
}

/// What is done to dice that are seen one by one.
enum DiceStep {
    /// Those that explode throw others, which count so much more or less than they show.
    Explode { on: (Compare, Num), limit: Option<Num>, shift: Num },
    /// Those that meet the condition are thrown again: until they do not, or once.
    Reroll { on: (Compare, Num), once: bool },
    /// Values are raised or lowered.
    Bound(Side, Num),
    /// Some stay.
    Keep(Kept, Num),
}

/// How equal dice come to be a list.
pub(super) struct DiceSteps {
    /// So many operators change each die by itself as it is thrown.
    by_die: usize,
    /// What is done then.
    then: Vec<DiceStep>,
}

impl DiceSteps {
    /// How the dice are seen one by one, where they can be.
    pub(super) fn of(group: &DiceGroup, ops: &[Modifier<Expr>]) -> Option<DiceSteps> {
        let thrown = thrown(&group.faces)?;
        let by_die = ops.iter().take_while(|op| stays_one_die(op)).count();
        let then = ops.iter().skip(by_die).map(|op| step(op, &thrown)).collect::<Option<_>>()?;
        Some(DiceSteps { by_die, then })
    }

    /// Whether each die is rolled by itself, so that as many of one are the same.
    pub(super) fn by_die(&self) -> bool {
        self.then.is_empty()
    }

    /// The list.
    pub(super) fn list(self, scope: &mut Scope, group: DiceGroup, ops: &[Modifier<Expr>]) -> Expr {
        let DiceSteps { by_die, then } = self;
        let DiceGroup { count, faces, span } = group;
        // Sides that are worked out are so once for all dice.
        let (faces, sides) = match faces {
            Faces::Computed(sides) => {
                let held = scope.hold_dice(Kind::Number);
                (Faces::Computed(Box::new(local(held, span, Kind::Number))), Some((held, *sides)))
            }
            known @ (Faces::Sides(_)
            | Faces::Percent
            | Faces::Fate
            | Faces::Digits(_)
            | Faces::Numbers(_)
            | Faces::Texts(_)) => (known, None),
        };
        let die = |ops: &[Modifier<Expr>]| {
            let die = DiceGroup { count: number(Num::ONE, span), faces: faces.clone(), span };
            made(ExprKind::Pool(vec![die], ops.to_vec()), span, Kind::Number)
        };
        let mut then = then.into_iter();
        let first = then.as_slice().first().filter(|_| by_die == 0);
        let mut list = if let Some(DiceStep::Explode { on, limit, shift: Num::ZERO }) = first {
            let list = exploding(count, die(&[]), *on, *limit);
            then.next();
            list
        } else {
            sorted(scope, times(count, die(ops.get(..by_die).unwrap_or_default())))
        };
        for step in then {
            list = step.done(scope, list, &die(&[]));
        }
        let Some(sides) = sides else { return list };
        made(ExprKind::Bind(vec![sides], Box::new(list)), span, list_of(Kind::Number))
    }
}

/// The entries of `{d8, d6}kh1` one by one, where they can be seen so.
pub(super) fn entries(
    scope: &mut Scope,
    entries: &[Expr],
    ops: &[Modifier<Expr>],
    span: Span,
) -> Option<Expr> {
    let steps: Vec<DiceStep> = ops.iter().map(|op| step(op, &KnownFaces::Nothing)).collect::<Option<_>>()?;
    let list = made(ExprKind::List(entries.to_vec()), span, list_of(Kind::Number));
    // Nothing throws again here, so that it does not matter which die would be thrown.
    let none = number(Num::ZERO, span);
    Some(steps.into_iter().fold(list, |list, step| step.done(scope, list, &none)))
}

/// Whether entries with these operators can be seen one by one.
pub(super) fn are_entries(ops: &[Modifier<Expr>]) -> bool {
    ops.iter().all(|op| step(op, &KnownFaces::Nothing).is_some())
}

/// Whether more than one of so many dice may count after these operators; it may where their count is open.
pub(super) fn are_several(count: Option<Num>, ops: &[Modifier<Expr>]) -> bool {
    let left = ops.iter().fold(count, |left, op| {
        let PoolOp::Keep(keep) = &op.op else { return left };
        let number = keep.count.number();
        match keep.kept {
            Kept::Highest | Kept::Lowest => left.into_iter().chain(number).min(),
            Kept::ButHighest | Kept::ButLowest => left?.sub(number?).ok(),
        }
    });
    left.is_none_or(|left| left > Num::ONE)
}

/// What an operator does to dice that are seen one by one; entries are not thrown again.
fn step(modifier: &Modifier<Expr>, thrown: &KnownFaces) -> Option<DiceStep> {
    Some(match &modifier.op {
        PoolOp::Count(_) => return None,
        PoolOp::Keep(keep) => DiceStep::Keep(keep.kept, keep.count.number()?),
        PoolOp::Bound(bound) => DiceStep::Bound(bound.side, bound.number.number()?),
        PoolOp::Again(Again { how, when, limit }) => {
            let KnownFaces::Dice(highest) = thrown else { return None };
            let on = match when {
                // A range is no single comparison.
                Some(Condition { to: Some(_), .. }) => return None,
                Some(on) => (on.compare, on.number.number()?),
                None => (Compare::Equal, (*highest)?),
            };
            let limit = match limit {
                Some(limit) => Some(limit.number()?),
                None => None,
            };
            match how {
                How::Join => DiceStep::Explode { on, limit, shift: Num::ZERO },
                How::JoinLower => DiceStep::Explode { on, limit, shift: Num::int(-1) },
                How::Replace if limit.is_none_or(|limit| limit == Num::ONE) => {
                    DiceStep::Reroll { on, once: limit.is_some() }
                }
                // What is added to a die after it was changed as one of several.
                How::Replace | How::Add => return None,
            }
        }
    })
}

impl DiceStep {
    fn done(self, scope: &mut Scope, list: Expr, die: &Expr) -> Expr {
        let span = list.span;
        match self {
            DiceStep::Explode { on, limit, shift } => exploded(scope, list, die, (on, limit, shift)),
            DiceStep::Reroll { on: (compare, face), once } => {
                let item = item(scope);
                let test = Condition { compare, number: Box::new(number(face, span)), to: None };
                let again = Again { how: How::Replace, when: Some(test), limit: None };
                let thrown = if let (ExprKind::Pool(groups, _), false) = (&die.kind, once) {
                    let again = Modifier { op: PoolOp::Again(again), span };
                    made(ExprKind::Pool(groups.clone(), vec![again]), span, Kind::Number)
                } else {
                    die.clone()
                };
                let value = local(item, span, Kind::Number);
                let met = yes_no(
                    ExprKind::Compare(Box::new(value.clone()), compare, Box::new(number(face, span))),
                    span,
                );
                let kind = ExprKind::If(Box::new(met), Box::new(thrown), Box::new(value));
                let list = mapped(list, item, None, made(kind, span, Kind::Number));
                sorted(scope, list)
            }
            DiceStep::Bound(side, bound) => {
                let item = item(scope);
                let extreme = match side {
                    Side::AtLeast => Builtin::Max,
                    Side::AtMost => Builtin::Min,
                };
                let values = vec![local(item, span, Kind::Number), number(bound, span)];
                let list =
                    mapped(list, item, None, made(ExprKind::Builtin(extreme, values), span, Kind::Number));
                sorted(scope, list)
            }
            DiceStep::Keep(kept, count) => stay(scope, list, kept, count),
        }
    }
}

/// `[dice[place] for place in 1..count(dice) where …]`.
fn stay(scope: &mut Scope, list: Expr, kept: Kept, count: Num) -> Expr {
    let span = list.span;
    let numbers = || list_of(Kind::Number);
    let dice = scope.hold_dice(numbers());
    let place = item(scope);
    let of = |kind: ExprKind| made(kind, span, Kind::Number);
    let all = || of(ExprKind::Builtin(Builtin::Count, vec![local(dice, span, numbers())]));
    let others = || of(ExprKind::Arith(Box::new(all()), vec![(ArithOp::Subtract, number(count, span))]));
    let here = || local(place, span, Kind::Number);
    let (compare, with) = match kept {
        Kept::Highest => (Compare::More, others()),
        Kept::Lowest => (Compare::AtMost, number(count, span)),
        Kept::ButHighest => (Compare::AtMost, others()),
        Kept::ButLowest => (Compare::More, number(count, span)),
    };
    let stays = yes_no(ExprKind::Compare(Box::new(here()), compare, Box::new(with)), span);
    let places = made(ExprKind::Range(Box::new(number(Num::ONE, span)), Box::new(all())), span, numbers());
    let die = ExprKind::Item(Box::new(local(dice, span, numbers())), Box::new(here()));
    let some = mapped(places, place, Some(stays), of(die));
    let any =
        yes_no(ExprKind::Compare(Box::new(all()), Compare::More, Box::new(number(Num::ZERO, span))), span);
    let none = made(ExprKind::List(Vec::new()), span, numbers());
    let chosen = made(ExprKind::If(Box::new(any), Box::new(some), Box::new(none)), span, numbers());
    let bound = vec![(dice, sorted(scope, list))];
    made(ExprKind::Bind(bound, Box::new(chosen)), span, numbers())
}

/// The dice, and those that they make explode.
fn exploded(
    scope: &mut Scope,
    list: Expr,
    die: &Expr,
    (on, limit, shift): ((Compare, Num), Option<Num>, Num),
) -> Expr {
    let span = list.span;
    let numbers = || list_of(Kind::Number);
    if limit.is_some_and(|limit| limit < Num::ONE) {
        return list;
    }
    let dice = scope.hold_dice(numbers());
    let item = item(scope);
    let (compare, face) = on;
    let value = Box::new(local(item, span, Kind::Number));
    let met = yes_no(ExprKind::Compare(value, compare, Box::new(number(face, span))), span);
    let of = Box::new(local(dice, span, numbers()));
    let explode = ItemScope { of, item, filter: Some(Box::new(met)) };
    let explode = made(ExprKind::Filter(explode), span, numbers());
    let count = made(ExprKind::Builtin(Builtin::Count, vec![explode]), span, Kind::Number);
    let more = limit.map(|limit| limit.sub(Num::ONE).unwrap_or(Num::ZERO));
    let extra = match more {
        Some(Num::ZERO) => times(count, die.clone()),
        more => exploding(count, die.clone(), on, more),
    };
    let extra = if shift == Num::ZERO {
        extra
    } else {
        let item = self::item(scope);
        let shown = Box::new(local(item, span, Kind::Number));
        let sum = ExprKind::Arith(shown, vec![(ArithOp::Add, number(shift, span))]);
        mapped(extra, item, None, made(sum, span, Kind::Number))
    };
    let all = ExprKind::Builtin(Builtin::Together, vec![local(dice, span, numbers()), extra]);
    let all = sorted(scope, made(all, span, numbers()));
    made(ExprKind::Bind(vec![(dice, list)], Box::new(all)), span, numbers())
}

fn exploding(count: Expr, die: Expr, again: (Compare, Num), limit: Option<Num>) -> Expr {
    let span = die.span;
    let dice = Explosion { count, die, again, limit };
    made(ExprKind::Exploding(Box::new(dice)), span, list_of(Kind::Number))
}

fn times(count: Expr, body: Expr) -> Expr {
    let span = body.span;
    let times = ExprKind::Times { count: Box::new(count), body: Box::new(body), unique: false };
    made(times, span, list_of(Kind::Number))
}

fn mapped(of: Expr, item: LocalId, filter: Option<Expr>, each: Expr) -> Expr {
    let span = of.span;
    let scope = ItemScope { of: Box::new(of), item, filter: filter.map(Box::new) };
    made(ExprKind::Map(scope, Box::new(each)), span, list_of(Kind::Number))
}

fn sorted(scope: &mut Scope, of: Expr) -> Expr {
    let span = of.span;
    let item = item(scope);
    let scope = ItemScope { of: Box::new(of), item, filter: None };
    made(ExprKind::Sort(scope, Vec::new()), span, list_of(Kind::Number))
}

/// A local for an item that no name reaches.
fn item(scope: &mut Scope) -> LocalId {
    scope.hold_dice(Kind::Number)
}

fn local(id: LocalId, span: Span, kind: Kind) -> Expr {
    made(ExprKind::Local(id), span, kind)
}

fn yes_no(kind: ExprKind, span: Span) -> Expr {
    made(kind, span, Kind::YesNo)
}

/// Why dice with these operators are no list, and what to write.
pub(super) fn why_no_list(ops: &[Modifier<Expr>]) -> &'static str {
    if ops.iter().any(|op| matches!(op.op, PoolOp::Count(_))) {
        return "`c` makes one number of the dice: leave it out, and the single dice are a list";
    }
    match ops.iter().all(|op| op.numbers().all(|number| number.number().is_some())) {
        true => "a list of dice is `4 times d6`",
        false => {
            "where the numbers of the modifiers are written out, as in `4d6kh3`, the dice are a list; otherwise keep from a list: `4 times d6`"
        }
    }
}
