//! Questions, and what becomes of their conditions.

use super::{Coder, Lowerer, last};
use crate::base::Num;
use crate::check::program::{Closure, Expr, ExprKind, Kind, Literal, QueryKind};
use crate::plan::{HeldSums, Op, QuerySite};

impl Lowerer<'_> {
    pub(super) fn query(&mut self, coder: &mut Coder, kind: &QueryKind, closure: &Closure) {
        let captures = self.captured(coder, &closure.captures);
        let code = self.closure("odds", closure);
        let given = closure.given.is_some();
        let held = if *kind == QueryKind::Mean { self.held_sums(closure) } else { None };
        self.plan.queries.push(QuerySite { kind: kind.clone(), code, captures, given, held });
        coder.op(Op::Query(last(&self.plan.queries)));
    }

    /// What a mean behind a condition is made of.
    fn held_sums(&mut self, closure: &Closure) -> Option<HeldSums> {
        let given = closure.given.as_ref().filter(|_| closure.turns.is_none())?;
        let mut of = |is_value: bool| {
            let body = where_held(&closure.body, given, is_value);
            self.closure("odds", &Closure { body, given: None, ..closure.clone() })
        };
        Some(HeldSums { value: of(true), times: of(false) })
    }
}

/// The value where a condition holds and 0 where it does not, or 1 in its place; names bound by `where` are seen by both.
fn where_held(body: &Expr, given: &Expr, is_value: bool) -> Expr {
    let of = |kind: ExprKind| Expr { kind, span: body.span, gives: Kind::Number };
    if let ExprKind::Bind(bindings, inner) = &body.kind {
        return of(ExprKind::Bind(bindings.clone(), Box::new(where_held(inner, given, is_value))));
    }
    let number = |value: Num| of(ExprKind::Literal(Literal::Number { value, percent: false }));
    let then = if is_value { body.clone() } else { number(Num::ONE) };
    of(ExprKind::If(Box::new(given.clone()), Box::new(then), Box::new(number(Num::ZERO))))
}
