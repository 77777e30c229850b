//! Pools that `where` gives a name to: the name is the total, and where dice are wanted it is the dice.

use super::DiceResolver;
use super::made;
use super::single_dice::{self, DiceSteps};
use crate::base::Num;
use crate::check::Builtin;
use crate::check::kinds::list_of;
use crate::check::program::{Expr, ExprKind, Kind, LocalId};
use crate::check::scope::{Resolution, Scope, SummedDice};
use crate::diag::Diagnostic;
use crate::syntax::ast;

/// Room for the dice of a pool that is about to get a name.
pub(super) fn hold_dice(scope: &mut Scope, value: &Expr) -> Option<LocalId> {
    let holds = if let ExprKind::Pool(groups, ops) = &value.kind {
        matches!(groups.as_slice(), [group] if DiceSteps::of(group, ops).is_some())
    } else {
        // `{d8, d6, d4}`: each entry competes with its sum.
        matches!(&value.kind, ExprKind::PoolOf(_, ops) if single_dice::are_entries(ops))
    };
    holds.then(|| scope.hold_dice(list_of(Kind::Number)))
}

/// A name that holds the sum of several dice.
#[derive(Clone, Copy)]
pub(super) enum NamedTotal {
    /// `where` gave it: where dice are wanted, it is the dice.
    WithDice,
    /// `let` gave it.
    Alone,
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
        let Some((dice, _)) = self.sum_behind(written) else { return report };
        let report = report.label(dice.span, format!("`{}` is the sum of these dice", name.text));
        let text = self.cx.reading.written(dice.span);
        match one_by_one(&text, dice.by_die) {
            Some(list) => report.fix(format!("keep the dice: `{list}`"), dice.span, list),
            None => report,
        }
    }

    /// Whether a name holds the sum of several dice, and whether the dice are within reach behind it.
    pub(super) fn named_total(&mut self, written: &ast::Expr) -> Option<NamedTotal> {
        let (dice, total) = self.sum_behind(written)?;
        dice.several.then_some(total)
    }

    /// The dice that a name is the sum of: one of a body, or one at the top of a file.
    fn sum_behind(&mut self, written: &ast::Expr) -> Option<(SummedDice, NamedTotal)> {
        let name = written.name()?;
        if let Some(Resolution::Local(id)) = self.scope.find(&name.text, |_| false) {
            let local = self.scope.local(id)?;
            let total = if local.dice.is_some() { NamedTotal::WithDice } else { NamedTotal::Alone };
            return Some((local.sum_of?, total));
        }
        let named = self.cx.ws.named(self.scope.module, &name.text).first()?.1;
        let dice = self.cx.ws.defs.sums.get(&named.global()?).copied()?;
        Some((dice, NamedTotal::Alone))
    }
}

/// Dice as a list: `5 times d6` for `5d6`, and `sort 4d6kh3` where not each die stays as it is.
fn one_by_one(dice: &str, plain: bool) -> Option<String> {
    if !plain {
        return Some(format!("sort {dice}"));
    }
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

/// The dice that a value is the sum of, where they may be looked at one by one.
pub(in crate::check) fn summed_dice(value: &Expr) -> Option<SummedDice> {
    if let ExprKind::PoolOf(entries, ops) = &value.kind {
        let count = i64::try_from(entries.len()).ok().map(Num::int);
        let several = single_dice::are_several(count, ops);
        let dice = SummedDice { span: value.span, by_die: false, several };
        return single_dice::are_entries(ops).then_some(dice);
    }
    let ExprKind::Pool(groups, ops) = &value.kind else { return None };
    let [group] = groups.as_slice() else { return None };
    let by_die = DiceSteps::of(group, ops)?.by_die();
    let several = single_dice::are_several(group.count.number(), ops);
    Some(SummedDice { span: value.span, by_die, several })
}

/// The values of the single dice that an expression rolls, where it is dice and nothing else.
pub(super) fn single_dice(scope: &mut Scope, value: &Expr) -> Option<Expr> {
    let span = value.span;
    if let ExprKind::Pool(groups, ops) = &value.kind {
        let [group] = groups.as_slice() else { return None };
        return Some(DiceSteps::of(group, ops)?.list(scope, group.clone(), ops));
    }
    if let ExprKind::PoolOf(entries, ops) = &value.kind {
        return single_dice::entries(scope, entries, ops, span);
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
        let dice = used.and_then(|dice| Some((dice, dice_of_pool(scope, &value)?)));
        let Some((dice, single)) = dice else {
            all.push((local, value));
            continue;
        };
        let span = value.span;
        all.push((dice, single));
        let held = made(ExprKind::Local(dice), span, list_of(Kind::Number));
        all.push((local, made(ExprKind::Builtin(Builtin::Sum, vec![held]), span, Kind::Number)));
    }
    all
}
