//! Questions about distributions.

use super::super::program::{Closure, Expr, ExprKind, Kind, QueryKind};
use super::super::scope::{Scope, Want};
use super::super::workspace::Checker;
use super::made;
use crate::base::Span;
use crate::check::Builtin;
use crate::syntax::ast;

impl Checker<'_, '_> {
    /// `odds e`, `chance(c)`, `mean(e)`, with `given`, `after`, and names bound by `where`. All of it
    /// is worked out anew for each possible course, so it stands in a frame of its own.
    pub fn query(
        &mut self,
        scope: &mut Scope,
        query: &ast::Query,
        bindings: &[ast::Binding],
        span: Span,
    ) -> Expr {
        scope.open();
        let before = query.after.as_ref().map(|after| self.expr(scope, after, &Want::any()));
        let mark = scope.enter();
        let bound = self.bindings(scope, bindings);
        let of = match query.kind {
            ast::QueryKind::Chance | ast::QueryKind::FirstTurn => self.condition(scope, &query.of),
            ast::QueryKind::Odds | ast::QueryKind::Mean => self.expr(scope, &query.of, &Want::any()),
        };
        let given = query.given.as_ref().map(|given| self.condition(scope, given));
        scope.leave(mark);
        let measured = match query.kind {
            ast::QueryKind::Mean => self.row_as_value(of),
            ast::QueryKind::Odds | ast::QueryKind::Chance | ast::QueryKind::FirstTurn => of,
        };
        let (kind, gives, of) = match query.kind {
            ast::QueryKind::Odds => (QueryKind::Odds, Kind::Any, measured),
            ast::QueryKind::Chance => (QueryKind::Chance, Kind::Number, measured),
            ast::QueryKind::FirstTurn => (QueryKind::FirstTurn, Kind::Any, measured),
            ast::QueryKind::Mean => {
                let measured = mean_of_items(measured);
                let gives = self.common_measure([measured.gives.clone()]);
                (QueryKind::Mean, gives, self.fitted_to_mean(measured))
            }
        };
        let body = if bound.is_empty() {
            of
        } else {
            let (span, gives) = (of.span, of.gives.clone());
            made(ExprKind::Bind(bound, Box::new(of)), span, gives)
        };
        let frame = scope.close();
        let locals = frame.count();
        let closure = Closure { before, body, given, captures: frame.captures, locals };
        made(ExprKind::Query(kind, Box::new(closure)), span, gives)
    }

    fn fitted_to_mean(&mut self, of: Expr) -> Expr {
        match of.gives {
            Kind::Quantity(_) => of,
            _ => self.fitted(of, &Kind::Number, "what a mean is asked of"),
        }
    }

    /// An expression handed over unrolled.
    pub fn unrolled(&mut self, scope: &mut Scope, written: &ast::Expr) -> Expr {
        scope.open();
        let body = self.expr(scope, written, &Want::any());
        let frame = scope.close();
        let (span, locals) = (body.span, frame.count());
        let closure = Closure { before: None, body, given: None, captures: frame.captures, locals };
        made(ExprKind::Unrolled(Box::new(closure)), span, Kind::Dice)
    }
}

/// `mean(party.speed)`: of a list, the mean of its items is meant.
fn mean_of_items(of: Expr) -> Expr {
    match &of.gives {
        Kind::List(item) => {
            let gives = if matches!(**item, Kind::Quantity(_)) { (**item).clone() } else { Kind::Number };
            let span = of.span;
            made(ExprKind::Builtin(Builtin::Mean, vec![of]), span, gives)
        }
        _ => of,
    }
}
