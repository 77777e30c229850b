//! `3dboost`: dice that have a name, which may be a table, a function or an option.

use super::fields::is_numeric;
use super::made;
use crate::base::Span;
use crate::check::checker::Checker;
use crate::check::exprs::broken;
use crate::check::program::{DiceGroup, Expr, ExprKind, Faces, Kind};
use crate::check::resolve::symbol_dice::no_order;
use crate::check::scope::{Found, Named, Scope, Want};
use crate::check::{Builtin, Workspace};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, Modifier, ModifierKind, Name, Path};

impl Checker<'_, '_> {
    /// So many dice of a name, with modifiers. A function that is nothing but a die is that die, so that it
    /// may explode; anything else is rolled so often, and its results are kept and counted.
    pub(super) fn named_die(
        &mut self,
        scope: &mut Scope,
        count: &ast::Expr,
        unit: &Path,
        modifiers: &[Modifier],
        span: Span,
    ) -> Expr {
        let Some(die) = die_name(count, unit) else { return broken(span) };
        if let Some(one) = self.one_die(scope, &die)
            && let Some(group) = group_of(&one)
        {
            let faces = group.faces.clone();
            if let (ExprKind::Quantity(..), Some(first)) = (&one.kind, modifiers.first()) {
                no_order(&mut self.reports, first.span);
                return broken(span);
            }
            let pool = self.pool_of_faces(scope, Some(count), faces, modifiers, span);
            let ExprKind::Quantity(_, unit) = one.kind else { return pool };
            return made(ExprKind::Quantity(Box::new(pool), unit), span, one.gives);
        }
        let of = ast::Expr { kind: ast::ExprKind::Name(die.clone()), span: die.span };
        let count = self.number(scope, count, "the number of dice");
        let body = self.expr(scope, &of, &Want::any());
        let body = self.row_as_value(body);
        let numeric = is_numeric(&body.gives);
        let gives = crate::check::kinds::list_of(body.gives.clone());
        let (shown, kind) = (self.ws.program.describe(&body.gives), body.gives.clone());
        let times = ExprKind::Times { count: Box::new(count), body: Box::new(body), unique: false };
        let list = made(times, span, gives);
        if let Some(again) = modifiers.iter().find(|modifier| rolls_again(&modifier.kind)) {
            let message = format!("`{}` is not a plain die, so it cannot be rolled again here", die.text);
            let report = Diagnostic::error(&codes::pools::NO_POOL, again.span, message);
            self.report(
                report.help("a function that is one die may: `fn lucky = d{1, 1, 2}`, and then `3dlucky!`"),
            );
            return broken(span);
        }
        match modifiers {
            [] if numeric => made(ExprKind::Builtin(Builtin::Sum, vec![list]), span, kind),
            [] => list,
            [first, ..] if !numeric && !matches!(kind, Kind::Any) => {
                let message = format!("these dice give {shown}, of which none is higher or lower");
                let report = Diagnostic::error(&codes::pools::NO_POOL, first.span, message);
                self.report(report.label(die.span, "rolled here"));
                broken(span)
            }
            _ => {
                let ops = self.pool_ops(scope, modifiers);
                made(ExprKind::ListOps(Box::new(list), ops), span, Kind::Number)
            }
        }
    }

    /// A function without arguments that is one plain die.
    fn one_die(&mut self, scope: &mut Scope, die: &Name) -> Option<Expr> {
        if scope.find(&die.text, |_| false).is_some() {
            return None;
        }
        let (_, named, _) = self.ws.named(scope.module, &die.text).into_iter().next()?;
        let Named::Fn(id) = named else { return None };
        self.define_fn(id);
        let function = self.ws.program.fns.get(id.index())?;
        let body = function.body.as_ref().filter(|_| function.params.is_empty())?;
        group_of(body)?;
        Some(body.clone())
    }
}

/// The one plain die that an expression is, with or without a unit.
fn group_of(body: &Expr) -> Option<&DiceGroup> {
    if let ExprKind::Quantity(of, _) = &body.kind {
        return group_of(of);
    }
    // Sides that are worked out may read what is known over there alone.
    body.one_die().filter(|group| !matches!(group.faces, Faces::Computed(_)))
}

/// The name behind the `d`, where it touches its number.
fn die_name(count: &ast::Expr, unit: &Path) -> Option<Name> {
    let text = unit.name.text.strip_prefix('d')?;
    let touches = count.span.end == unit.span.start && count.span.source == unit.span.source;
    let span = Span { start: unit.span.start.saturating_add(1), ..unit.span };
    (unit.module.is_none() && touches && !text.is_empty()).then(|| Name::new(text, span))
}

/// Whether a modifier throws dice once more.
fn rolls_again(kind: &ModifierKind) -> bool {
    match kind {
        ModifierKind::Explode { .. }
        | ModifierKind::Compound { .. }
        | ModifierKind::Penetrate { .. }
        | ModifierKind::Reroll(_)
        | ModifierKind::RerollOnce(_) => true,
        ModifierKind::KeepHighest(_)
        | ModifierKind::KeepLowest(_)
        | ModifierKind::DropHighest(_)
        | ModifierKind::DropLowest(_)
        | ModifierKind::Count { .. }
        | ModifierKind::Min(_)
        | ModifierKind::Max(_) => false,
    }
}

/// Whether what stands behind a number is no unit but `d` and the name of something that is rolled.
pub(super) fn is_named_die(ws: &Workspace, scope: &mut Scope, count: &ast::Expr, unit: &Path) -> bool {
    let Some(die) = die_name(count, unit) else { return false };
    if !ws.units_named(scope.module, &unit.name.text).is_empty() {
        return false;
    }
    if let Some(Found::Local(local)) = scope.find(&die.text, |_| false) {
        return scope.local(local).is_some_and(|local| local.unrolled);
    }
    ws.named(scope.module, &die.text).into_iter().any(|(_, named, _)| match named {
        Named::Table(_) | Named::Fn(_) | Named::Option(_) => true,
        Named::Global(_) | Named::Roster(_) | Named::Member(..) | Named::Proc(_) => false,
    })
}
