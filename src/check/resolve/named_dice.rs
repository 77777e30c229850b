//! `3dboost`: dice that have a name, which may be a table, a function or an option.

use super::DiceResolver;
use super::die_names::die_name;
use super::fields::is_numeric;
use super::made;
use crate::base::Span;
use crate::check::Builtin;
use crate::check::exprs::broken;
use crate::check::program::{Args, DiceGroup, Expr, ExprKind, Faces, Kind};
use crate::check::resolve::symbol_dice::no_order;
use crate::check::scope::{NameMeaning, Want};
use crate::diag::{Diagnostic, codes};
use crate::dice::PoolOp;
use crate::syntax::ast::{self, Argument, Modifier, Name, Path};

impl DiceResolver<'_, '_> {
    /// So many dice of a name, with its arguments and modifiers. A function that is nothing but a die is that die, so that it
    /// may explode; anything else is rolled so often, and its results are kept and counted.
    pub(super) fn named_die(
        &mut self,
        (count, unit, args): (&ast::Expr, &Path, &[Argument]),
        modifiers: &[Modifier],
        span: Span,
    ) -> Expr {
        let Some(die) = die_name(count, unit) else { return broken(span) };
        if let Some((one, faces)) = self.one_die(&die, args, span) {
            if let (ExprKind::Quantity(..), Some(first)) = (&one.kind, modifiers.first()) {
                no_order(&mut self.cx.reports, first.span);
                return broken(span);
            }
            let pool = self.pool_of_faces(Some(count), faces, modifiers, span);
            let ExprKind::Quantity(_, unit) = one.kind else { return pool };
            return made(ExprKind::Quantity(Box::new(pool), unit), span, one.gives);
        }
        let name = ast::Expr { kind: ast::ExprKind::Name(die.clone()), span: die.span };
        let of = match args {
            [] => name,
            [..] => {
                let span = Span {
                    end: args.iter().fold(die.span.end, |end, arg| end.max(arg.value.span.end)),
                    ..die.span
                };
                ast::Expr { kind: ast::ExprKind::Call(Box::new(name), args.to_vec()), span }
            }
        };
        let count = self.exprs().number(count, "the number of dice");
        let body = self.exprs().expr(&of, &Want::any());
        let body = self.cx.row_as_value(body);
        let numeric = is_numeric(&body.gives);
        let gives = crate::check::kinds::list_of(body.gives.clone());
        let (shown, kind) = (self.cx.ws.program.describe(&body.gives), body.gives.clone());
        let times = ExprKind::Times { count: Box::new(count), body: Box::new(body), unique: false };
        let list = made(times, span, gives);
        if let Some(again) = modifiers.iter().find(|modifier| matches!(modifier.op, PoolOp::Again(_))) {
            let message = format!("`{}` is not a plain die, so it cannot be rolled again here", die.text);
            let report = Diagnostic::error(&codes::pools::NO_POOL, again.span, message);
            self.cx.report(
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
                self.cx.report(report.label(die.span, "rolled here"));
                broken(span)
            }
            _ => {
                let ops = self.pool_ops(modifiers);
                made(ExprKind::ListOps(Box::new(list), ops), span, Kind::Number)
            }
        }
    }

    /// A function that is one plain die, and the faces which that has with these arguments.
    fn one_die(&mut self, die: &Name, args: &[Argument], span: Span) -> Option<(Expr, Faces)> {
        if self.scope.find(&die.text, |_| false).is_some() {
            return None;
        }
        let (_, named, _) = self.cx.ws.named(self.scope.module, &die.text).into_iter().next()?;
        let NameMeaning::Fn(id) = named else { return None };
        self.cx.define_fn(id);
        let function = self.cx.ws.program.fns.get(id.index()).cloned()?;
        let body = function.body.clone()?;
        let faces = group_of(&body)?.faces.clone();
        let faces = match &faces {
            Faces::Computed(sides) if !reads_arguments_alone(sides) => return None,
            Faces::Computed(sides) => {
                let (given, _) = self.calls().arguments(&function.def, &function.params, None, args, span);
                let plain = |expr: &Expr| matches!(expr.kind, ExprKind::Literal(_));
                let default = |at: usize| function.params.get(at)?.default.clone().filter(plain);
                let given: Args =
                    given.into_iter().enumerate().map(|(at, arg)| arg.or_else(|| default(at))).collect();
                // What is rolled for an argument counts once, wherever it is used.
                let once = matches!(sides.kind, ExprKind::Local(_));
                if !once && !given.iter().flatten().all(reads_arguments_alone) {
                    return None;
                }
                Faces::Computed(Box::new(with_arguments(sides, &given)?))
            }
            Faces::Sides(_)
            | Faces::Percent
            | Faces::Fate
            | Faces::Digits(_)
            | Faces::Numbers(_)
            | Faces::Texts(_) => {
                self.calls().arguments(&function.def, &function.params, None, args, span);
                faces
            }
        };
        Some((body, faces))
    }
}

/// The one plain die that an expression is, with or without a unit.
fn group_of(body: &Expr) -> Option<&DiceGroup> {
    if let ExprKind::Quantity(of, _) = &body.kind { group_of(of) } else { body.one_die() }
}

/// Whether sides that are worked out read nothing but the function's arguments, so that they can be worked out
/// where it is called.
fn reads_arguments_alone(sides: &Expr) -> bool {
    let known = matches!(sides.kind, ExprKind::Literal(_) | ExprKind::Local(_) | ExprKind::Global(_));
    let worked_out = matches!(sides.kind, ExprKind::Arith(..) | ExprKind::Negate(_) | ExprKind::Builtin(..));
    known || worked_out && sides.parts().into_iter().all(reads_arguments_alone)
}

/// The same sides with arguments in place of the function's locals; `None` where one was not given.
fn with_arguments(sides: &Expr, given: &Args) -> Option<Expr> {
    let of = |expr: &Expr| with_arguments(expr, given);
    let kind = if let ExprKind::Local(local) = &sides.kind {
        return given.get(local.0 as usize)?.clone();
    } else if let ExprKind::Arith(first, rest) = &sides.kind {
        let rest = rest.iter().map(|(op, term)| Some((*op, of(term)?)));
        ExprKind::Arith(Box::new(of(first)?), rest.collect::<Option<_>>()?)
    } else if let ExprKind::Negate(inner) = &sides.kind {
        ExprKind::Negate(Box::new(of(inner)?))
    } else if let ExprKind::Builtin(function, args) = &sides.kind {
        ExprKind::Builtin(*function, args.iter().map(of).collect::<Option<_>>()?)
    } else {
        sides.kind.clone()
    };
    Some(Expr { kind, span: sides.span, gives: sides.gives.clone() })
}
