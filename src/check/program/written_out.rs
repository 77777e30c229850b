//! A walk over a few numbers that are known, as the list of what each gives: `[r[i] + r[i + 1] for i in 1..3]` looks at
//! places of a list that are known, too.

use super::order::Functions;
use super::{Expr, ExprKind, ItemScope, Literal, LocalId};
use crate::base::Num;
use crate::syntax::ast::ArithOp;

/// So many expressions are written out at most.
const LARGEST: usize = 2_000;

impl ItemScope {
    /// What a walk gives for each of its numbers; `None` where they are not known, or many, or where something else than
    /// looking at places of lists comes of them: dice fall as they did.
    pub(crate) fn written_out(&self, each: &Expr, fns: &Functions) -> Option<Vec<Expr>> {
        let looks = each.descendants().any(|part| {
            matches!(&part.kind, ExprKind::Item(_, place) if place.descendants().any(|of| self.is_item(of)))
        });
        let (first, last) = self.numbers()?;
        let count = usize::try_from(last.checked_sub(first)?.checked_add(1)?).ok()?;
        let calm = || each.descendants().all(|part| is_look(part, fns));
        if !looks || each.descendants().count().saturating_mul(count) > LARGEST || !calm() {
            return None;
        }
        let written = |number: i64| {
            let mut written = each.clone();
            written.put_in(self.item, Num::int(number));
            written.work_out(fns);
            written
        };
        let all: Vec<Expr> = (first..=last).map(written).collect();
        let size: usize = all.iter().map(|part| part.descendants().count()).sum();
        (size <= LARGEST).then_some(all)
    }

    /// The ends of the numbers that are walked over, where all of them are.
    fn numbers(&self) -> Option<(i64, i64)> {
        if self.filter.is_some() {
            return None;
        }
        if let ExprKind::Range(first, last) = &self.of.kind {
            return Some((first.known()?.as_int()?, last.known()?.as_int()?));
        }
        let Literal::Range(Some(first), Some(last)) = self.of.literal()? else { return None };
        Some((first.as_int()?, last.as_int()?))
    }
}

/// Whether an expression by itself does nothing but look, compare and calculate.
fn is_look(expr: &Expr, fns: &Functions) -> bool {
    if let ExprKind::Map(scope, _) = &expr.kind {
        return scope.filter.is_none();
    }
    matches!(&expr.kind, ExprKind::Item(..) | ExprKind::List(_)) || expr.is_calm_itself(fns, 0)
}

impl Expr {
    /// The number, where it is written out.
    fn known(&self) -> Option<Num> {
        self.literal().and_then(Literal::number)
    }

    /// Puts a number in the place of a local.
    fn put_in(&mut self, local: LocalId, number: Num) {
        if matches!(self.kind, ExprKind::Local(of) if of == local) {
            self.kind = ExprKind::Literal(Literal::Number { value: number, percent: false });
        }
        self.parts_mut().into_iter().for_each(|part| part.put_in(local, number));
    }

    /// Works out sums of numbers that are known, and walks over them.
    fn work_out(&mut self, fns: &Functions) {
        self.parts_mut().into_iter().for_each(|part| part.work_out(fns));
        let worked_out = if let ExprKind::Arith(first, rest) = &self.kind {
            known_sum(first, rest).map(|value| ExprKind::Literal(Literal::Number { value, percent: false }))
        } else if let ExprKind::Map(scope, each) = &self.kind {
            scope.written_out(each, fns).map(ExprKind::List)
        } else {
            None
        };
        if let Some(kind) = worked_out {
            self.kind = kind;
        }
    }
}

fn known_sum(first: &Expr, rest: &[(ArithOp, Expr)]) -> Option<Num> {
    rest.iter().try_fold(first.known()?, |sum, (op, number)| match op {
        ArithOp::Add => sum.add(number.known()?).ok(),
        ArithOp::Subtract => sum.sub(number.known()?).ok(),
        ArithOp::Multiply | ArithOp::Divide | ArithOp::FloorDivide | ArithOp::Modulo => None,
    })
}
