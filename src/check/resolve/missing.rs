//! Look-ups that may miss: `t[5].goal otherwise 5`, `xs[3] otherwise 0`, `t has 5`; and lists in which there may be nothing:
//! `max(xs) otherwise 0`.

use super::ExprResolver;
use super::{Head, made};
use crate::base::Span;
use crate::check::Builtin;
use crate::check::exprs::broken;
use crate::check::program::{Args, Expr, ExprKind, IsTest, Kind, Literal, LocalId, Lookup, TableId};
use crate::check::scope::{BareWords, NameMeaning, Scope, Want};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, TableKind};

/// A look-up that gives `nothing` where there is no such row or item, or nothing in the list, and what is worked out before it;
/// anything else as it is.
pub(super) fn or_nothing(scope: &mut Scope, value: Expr) -> (Vec<(LocalId, Expr)>, Expr) {
    let mut bound = Vec::new();
    let (span, gives) = (value.span, value.gives.clone());
    match guarded(scope, value, &mut bound) {
        (value, None) => (bound, value),
        (value, Some(there)) => {
            let nothing = made(ExprKind::Literal(Literal::Nothing), span, Kind::Nothing);
            let gives = crate::check::kinds::one_of(vec![gives, Kind::Nothing]);
            let found = ExprKind::If(Box::new(there), Box::new(value), Box::new(nothing));
            (bound, made(found, span, gives))
        }
    }
}

/// A look-up that reads its key from a local, and the condition that it finds something.
fn guarded(scope: &mut Scope, value: Expr, bound: &mut Vec<(LocalId, Expr)>) -> (Expr, Option<Expr>) {
    match value {
        Expr { kind: ExprKind::Field(of, name), span, gives } => {
            let (of, there) = match *of {
                // Of an empty list the first is nothing, which has no fields.
                Expr {
                    kind: ExprKind::Builtin(of @ (Builtin::First | Builtin::Last), args),
                    span,
                    gives,
                } => of_items(scope, (of, args), (span, gives), bound),
                of => guarded(scope, of, bound),
            };
            (made(ExprKind::Field(Box::new(of), name), span, gives), there)
        }
        Expr { kind: ExprKind::Item(of, at), span, gives } => {
            let of = held(scope, *of, bound);
            let at = held(scope, *at, bound);
            let there = ExprKind::HasItem(Box::new(of.clone()), Box::new(at.clone()));
            let there = made(there, span, Kind::YesNo);
            (made(ExprKind::Item(Box::new(of), Box::new(at)), span, gives), Some(there))
        }
        Expr { kind: ExprKind::Lookup(lookup), span, gives } => {
            let Lookup { table, args, keys } = *lookup;
            let args: Args = args.into_iter().map(|arg| arg.map(|arg| held(scope, arg, bound))).collect();
            let keys: Vec<Expr> = keys.into_iter().map(|key| held(scope, key, bound)).collect();
            let lookup = Lookup { table, args, keys };
            let there = made(ExprKind::HasKey(Box::new(lookup.clone())), span, Kind::YesNo);
            (made(ExprKind::Lookup(Box::new(lookup)), span, gives), Some(there))
        }
        Expr { kind: ExprKind::Builtin(of, args), span, gives } if of.needs_items() => {
            of_items(scope, (of, args), (span, gives), bound)
        }
        Expr { kind: ExprKind::Pick(list), span, gives } if may_be_list(&list) => {
            let (list, there) = not_empty(scope, *list, bound);
            (made(ExprKind::Pick(Box::new(list)), span, gives), Some(there))
        }
        value => (value, None),
    }
}

/// What a function gives of the items of a list, and the condition that there are any.
fn of_items(
    scope: &mut Scope,
    (of, args): (Builtin, Vec<Expr>),
    (span, gives): (Span, Kind),
    bound: &mut Vec<(LocalId, Expr)>,
) -> (Expr, Option<Expr>) {
    match one_list(args) {
        Ok(list) => {
            let (list, there) = not_empty(scope, list, bound);
            (made(ExprKind::Builtin(of, vec![list]), span, gives), Some(there))
        }
        Err(args) => (made(ExprKind::Builtin(of, args), span, gives), None),
    }
}

/// Whether a value may turn out to be a list: one of which no kind is known is asked when it is there.
fn may_be_list(of: &Expr) -> bool {
    matches!(of.gives, Kind::List(_) | Kind::Any)
        || matches!(of.kind, ExprKind::Filter(_) | ExprKind::Map(..))
}

/// The only argument, where that may be a list; the arguments as they are elsewhere.
fn one_list(mut args: Vec<Expr>) -> Result<Expr, Vec<Expr>> {
    match args.pop() {
        Some(only) if args.is_empty() && may_be_list(&only) => Ok(only),
        last => Err(args.into_iter().chain(last).collect()),
    }
}

/// A list, held once, and the condition that there is something in it.
fn not_empty(scope: &mut Scope, list: Expr, bound: &mut Vec<(LocalId, Expr)>) -> (Expr, Expr) {
    let list = held(scope, list, bound);
    let is_empty = ExprKind::Is { of: Box::new(list.clone()), negated: true, tests: vec![IsTest::Empty] };
    let there = made(is_empty, list.span, Kind::YesNo);
    (list, there)
}

/// A value that is worked out once, before it is asked for twice.
fn held(scope: &mut Scope, value: Expr, bound: &mut Vec<(LocalId, Expr)>) -> Expr {
    if matches!(value.kind, ExprKind::Literal(_) | ExprKind::Local(_)) {
        return value;
    }
    let (span, gives) = (value.span, value.gives.clone());
    let mark = scope.enter();
    let local = scope.bind("", gives.clone());
    scope.leave(mark);
    bound.push((local, value));
    made(ExprKind::Local(local), span, gives)
}

impl Builtin {
    /// Whether it goes wrong with a list in which there is nothing.
    fn needs_items(self) -> bool {
        matches!(self, Builtin::Max | Builtin::Min | Builtin::Mean)
    }
}

impl ExprResolver<'_, '_> {
    /// `t has 5`: whether a table has a row for this; `None` where it is no table that stands there.
    pub(super) fn table_has(&mut self, written: &ast::Expr, key: &ast::Expr, span: Span) -> Option<Expr> {
        let (callee, args) = written.called();
        let Some(Head::Named(NameMeaning::Table(table))) = self.calls().quiet_head(callee) else {
            return None;
        };
        if self.cx.ws.program.table(table).kind == TableKind::Each {
            // What comes up is a list of rows, and is looked into as such.
            return None;
        }
        let args = self.calls().table_args(table, args, written.span);
        let want = Want { kind: self.cx.info(table).key_kind.clone(), words: BareWords::Keys(table) };
        let key = self.expr(key, &want);
        let key = self.cx.row_as_value(key);
        if self.is_asked_for_a_row(table, &key) {
            self.cx.report(row_and_not_key(&self.cx.reading.written(written.span), &key, span));
            return Some(broken(span));
        }
        let lookup = Lookup { table, args, keys: vec![key] };
        Some(made(ExprKind::HasKey(Box::new(lookup)), span, Kind::YesNo))
    }

    /// Whether a table that is rolled is asked for a row by its name: its keys are numbers, so it never has it.
    fn is_asked_for_a_row(&mut self, table: TableId, key: &Expr) -> bool {
        let rolled = matches!(self.cx.ws.program.table(table).kind, TableKind::Table | TableKind::Deck);
        rolled && self.cx.info(table).keys.is_empty() && key.literal().and_then(Literal::text).is_some()
    }
}

fn row_and_not_key(table: &str, key: &Expr, span: Span) -> Diagnostic {
    let name = key.literal().and_then(Literal::text).map_or("", |text| text);
    let message = format!("`{table}` is looked up by number, so it never has \"{name}\"");
    Diagnostic::error(&codes::kinds::NEVER_EQUAL, span, message)
        .label(key.span, "the name of a row is no key")
        .fix(
            format!("ask which row comes up: `{table} is \"{name}\"`"),
            span,
            format!("{table} is \"{name}\""),
        )
}
