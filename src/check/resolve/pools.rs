//! Pools that `where` gives a name to: the name is the total, and where dice are wanted it is the dice.

use super::super::Builtin;
use super::super::kinds::list_of;
use super::super::program::{DiceGroup, Expr, ExprKind, Faces, ItemScope, Kind, LocalId};
use super::super::scope::{Scope, Words};
use super::{literal_number, made, number};
use crate::base::Num;
use crate::syntax::ast;

/// Room for the dice of a pool that is about to get a name.
pub(super) fn hold_dice(scope: &mut Scope, value: &Expr) -> Option<LocalId> {
    let ExprKind::Pool(groups, ops) = &value.kind else { return None };
    let [group] = groups.as_slice() else { return None };
    let one = literal_number(&group.count) == Some(Num::ONE);
    let plain = match &group.faces {
        Faces::Sides(_) | Faces::Percent | Faces::Fate | Faces::Digits(_) | Faces::Numbers(_) => true,
        // Sides that are worked out are so once for the whole pool.
        Faces::Texts(_) | Faces::Computed(_) => false,
    };
    (plain && !one && ops.is_empty()).then(|| scope.hold_dice(list_of(Kind::Number)))
}

/// The dice behind a name.
pub(super) fn named_dice(scope: &mut Scope, written: &ast::Expr) -> Option<Expr> {
    let ast::ExprKind::Name(name) = &written.kind else { return None };
    let dice = scope.dice_of(&name.text)?;
    Some(made(ExprKind::Local(dice), written.span, list_of(Kind::Number)))
}

/// Where somebody wants to see the dice of a pool, these are what is bound, from lowest to highest, and the
/// name is their sum.
pub(super) fn with_dice(scope: &mut Scope, bound: Vec<(LocalId, Expr)>) -> Vec<(LocalId, Expr)> {
    let mut all = Vec::with_capacity(bound.len());
    for (local, value) in bound {
        let dice = scope.local(local).and_then(|local| local.dice);
        let used = dice.filter(|dice| scope.local(*dice).is_some_and(|local| local.used));
        match (used, value.kind) {
            (Some(dice), ExprKind::Pool(groups, _)) => {
                let span = value.span;
                let held = made(ExprKind::Local(dice), span, list_of(Kind::Number));
                all.extend(groups.into_iter().map(|group| (dice, each_die(scope, group))));
                let sum = ExprKind::Builtin(Builtin::Sum, vec![held]);
                all.push((local, made(sum, span, Kind::Number)));
            }
            (_, kind) => all.push((local, Expr { kind, ..value })),
        }
    }
    all
}

/// The dice of a group, one by one.
fn each_die(scope: &mut Scope, group: DiceGroup) -> Expr {
    let DiceGroup { count, faces, span } = group;
    let die = DiceGroup { count: number(Num::ONE, span), faces, span };
    let body = made(ExprKind::Pool(vec![die], Vec::new()), span, Kind::Number);
    let times = ExprKind::Times { count: Box::new(count), body: Box::new(body), unique: false };
    let of = Box::new(made(times, span, list_of(Kind::Number)));
    let mark = scope.enter();
    let item = scope.bind_item(Kind::Number, Words::None);
    scope.leave(mark);
    let sorted = ExprKind::Sort(ItemScope { of, item, filter: None }, Vec::new());
    made(sorted, span, list_of(Kind::Number))
}
