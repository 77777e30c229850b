//! Pools that `where` gives a name to: the name is the total, and where dice are wanted it is the dice.

use super::DiceResolver;
use super::{made, number};
use crate::base::Num;
use crate::check::Builtin;
use crate::check::kinds::list_of;
use crate::check::program::{DiceGroup, Explosion, Expr, ExprKind, Faces, ItemScope, Kind, LocalId};
use crate::check::scope::{BareWords, Resolution, Scope};
use crate::diag::Diagnostic;
use crate::dice::{Again, How, PoolOp};
use crate::syntax::ast::{self, Compare, Modifier};

/// Room for the dice of a pool that is about to get a name.
pub(super) fn hold_dice(scope: &mut Scope, value: &Expr) -> Option<LocalId> {
    if !matches!(value.kind, ExprKind::Pool(..)) {
        // `{d8, d6, d4}`: each entry competes with its sum.
        let mixed = matches!(&value.kind, ExprKind::PoolOf(_, ops) if ops.is_empty());
        return mixed.then(|| scope.hold_dice(list_of(Kind::Number)));
    }
    are_single_dice(value).then(|| scope.hold_dice(list_of(Kind::Number)))
}

/// The highest face of dice that may be looked at one by one.
fn highest(faces: &Faces) -> Option<Num> {
    match faces {
        Faces::Sides(sides) => Some(Num::int(i64::from(*sides))),
        Faces::Percent => Some(Num::int(100)),
        Faces::Fate => Some(Num::ONE),
        Faces::Digits(count) => Some(Num::int((0..*count).fold(0, |number, _| number * 10 + 6))),
        Faces::Numbers(numbers) => numbers.iter().max().copied(),
        // Sides that are worked out are so once for the whole pool.
        Faces::Texts(_) | Faces::Computed(_) => None,
    }
}

/// Whether an operator makes another value of each die by itself: it may as well be rolled die by die.
fn stays_one_die(modifier: &Modifier<Expr>) -> bool {
    let of_one = match &modifier.op {
        PoolOp::Bound(_) => true,
        PoolOp::Again(again) => matches!(again.how, How::Add | How::Replace),
        PoolOp::Keep(_) | PoolOp::Count(_) => false,
    };
    of_one && modifier.numbers().all(|number| number.number().is_some())
}

/// On which faces the dice explode, and how often at most, where that is all that is done with them.
fn explosion(group: &DiceGroup, ops: &[Modifier<Expr>]) -> Option<((Compare, Num), Option<Num>)> {
    let [Modifier { op: PoolOp::Again(Again { how: How::Join, when, limit }), .. }] = ops else {
        return None;
    };
    let again = match when {
        // A range is no single comparison.
        Some(on) if on.to.is_some() => return None,
        Some(on) => (on.compare, on.number.number()?),
        None => (Compare::Equal, highest(&group.faces)?),
    };
    let limit = match limit {
        Some(limit) => Some(limit.number()?),
        None => None,
    };
    Some((again, limit))
}

impl DiceResolver<'_, '_> {
    /// The dice behind a name.
    pub(super) fn named_dice(&mut self, written: &ast::Expr) -> Option<Expr> {
        let dice = dice_behind(self.scope, written)?;
        if let ast::ExprKind::Name(name) = &written.kind
            && let Some(Resolution::Local(id)) = self.scope.find(&name.text, |_| false)
        {
            self.cx.names.local(name.span, self.scope.local(id));
        }
        Some(dice)
    }

    /// The report on a sum that is used as a list, with the dice that its name was given.
    pub(super) fn sum_of_dice(&mut self, written: &ast::Expr, report: Diagnostic) -> Diagnostic {
        let ast::ExprKind::Name(name) = &written.kind else { return report };
        let Some(Resolution::Local(id)) = self.scope.find(&name.text, |_| false) else { return report };
        let Some(dice) = self.scope.local(id).and_then(|local| local.sum_of) else { return report };
        let report = report.label(dice, format!("`{}` is the sum of these dice", name.text));
        let text = self.cx.reading.written(dice);
        match one_by_one(&text) {
            Some(list) => report.fix(format!("keep the dice: `{list}`"), dice, list),
            None => report,
        }
    }
}

/// Dice as a list: `5 times d6` for `5d6`.
fn one_by_one(dice: &str) -> Option<String> {
    let count = match dice.strip_prefix('(') {
        Some(rest) => rest.find(')')? + 2,
        None => dice.find(|c: char| !c.is_ascii_digit())?,
    };
    let (count, die) = (dice.get(..count)?, dice.get(count..)?);
    (!count.is_empty() && die.starts_with('d')).then(|| format!("{count} times {die}"))
}

fn dice_behind(scope: &mut Scope, written: &ast::Expr) -> Option<Expr> {
    let ast::ExprKind::Name(name) = &written.kind else { return None };
    if let Some(dice) = scope.dice_of(&name.text) {
        return Some(made(ExprKind::Local(dice), written.span, list_of(Kind::Number)));
    }
    let Some(Resolution::Local(id)) = scope.find(&name.text, |_| false) else { return None };
    let unrolled = scope.local(id).filter(|local| local.unrolled && local.kind == Kind::Dice).is_some();
    unrolled.then(|| {
        let of = made(ExprKind::Local(id), written.span, Kind::Dice);
        made(ExprKind::DiceOf(Box::new(of)), written.span, list_of(Kind::Number))
    })
}

/// Whether an expression is equal dice that may be looked at one by one.
pub(super) fn are_single_dice(value: &Expr) -> bool {
    let ExprKind::Pool(groups, ops) = &value.kind else { return false };
    let [group] = groups.as_slice() else { return false };
    let explodes = explosion(group, ops).is_some();
    highest(&group.faces).is_some() && (explodes || ops.iter().all(stays_one_die))
}

/// The values of the single dice that an expression rolls, where it is dice and nothing else.
pub(super) fn single_dice(scope: &mut Scope, value: &Expr) -> Option<Expr> {
    let span = value.span;
    if let ExprKind::Pool(groups, ops) = &value.kind {
        let [group] = groups.as_slice() else { return None };
        return are_single_dice(value).then(|| each_die(scope, group.clone(), ops));
    }
    if let ExprKind::PoolOf(entries, ops) = &value.kind {
        let list = || made(ExprKind::List(entries.clone()), span, list_of(Kind::Number));
        return ops.is_empty().then(list);
    }
    if let ExprKind::RollLocal(local) = &value.kind {
        let of = made(ExprKind::Local(*local), span, Kind::Dice);
        return Some(made(ExprKind::DiceOf(Box::new(of)), span, list_of(Kind::Number)));
    }
    matches!(value.kind, ExprKind::Times { unique: false, .. }).then(|| value.clone())
}

/// The same, where it is a pool that is written out.
pub(super) fn dice_of_pool(scope: &mut Scope, value: &Expr) -> Option<Expr> {
    let is_pool = matches!(value.kind, ExprKind::Pool(..) | ExprKind::PoolOf(..));
    is_pool.then(|| single_dice(scope, value))?
}

/// Where somebody wants to see the dice of a pool, these are what is bound, from lowest to highest, and the
/// name is their sum.
pub(super) fn with_dice(scope: &mut Scope, bound: Vec<(LocalId, Expr)>) -> Vec<(LocalId, Expr)> {
    let mut all = Vec::with_capacity(bound.len());
    for (local, value) in bound {
        let dice = scope.local(local).and_then(|local| local.dice);
        let used = dice.filter(|dice| scope.local(*dice).is_some_and(|local| local.used));
        match (used, value.kind) {
            (Some(dice), ExprKind::Pool(groups, ops)) => {
                let span = value.span;
                let held = made(ExprKind::Local(dice), span, list_of(Kind::Number));
                all.extend(groups.into_iter().map(|group| (dice, each_die(scope, group, &ops))));
                let sum = ExprKind::Builtin(Builtin::Sum, vec![held]);
                all.push((local, made(sum, span, Kind::Number)));
            }
            (Some(dice), ExprKind::PoolOf(entries, _)) => {
                let span = value.span;
                let held = made(ExprKind::Local(dice), span, list_of(Kind::Number));
                all.push((dice, made(ExprKind::List(entries), span, list_of(Kind::Number))));
                let sum = ExprKind::Builtin(Builtin::Sum, vec![held]);
                all.push((local, made(sum, span, Kind::Number)));
            }
            (_, kind) => all.push((local, Expr { kind, ..value })),
        }
    }
    all
}

/// The dice of a group, one by one.
fn each_die(scope: &mut Scope, group: DiceGroup, ops: &[Modifier<Expr>]) -> Expr {
    let explodes = explosion(&group, ops);
    let DiceGroup { count, faces, span } = group;
    let die = DiceGroup { count: number(Num::ONE, span), faces, span };
    if let Some((again, limit)) = explodes {
        let die = made(ExprKind::Pool(vec![die], Vec::new()), span, Kind::Number);
        let dice = Explosion { count, die, again, limit };
        return made(ExprKind::Exploding(Box::new(dice)), span, list_of(Kind::Number));
    }
    let body = made(ExprKind::Pool(vec![die], ops.to_vec()), span, Kind::Number);
    let times = ExprKind::Times { count: Box::new(count), body: Box::new(body), unique: false };
    let of = Box::new(made(times, span, list_of(Kind::Number)));
    let mark = scope.enter();
    let item = scope.bind_item(Kind::Number, BareWords::None);
    scope.leave(mark);
    let sorted = ExprKind::Sort(ItemScope { of, item, filter: None }, Vec::new());
    made(sorted, span, list_of(Kind::Number))
}
