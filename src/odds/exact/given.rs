//! Means behind a condition: what the value comes to where the condition holds, over how often it does.

use super::Exact;
use super::oracle::mean_value;
use crate::base::Num;
use crate::check::program::{Expr, ExprKind, Kind, Literal};
use crate::engine::{State, Stop};
use crate::odds::demand::{Demand, Gap, Mean};
use crate::odds::error::OddsError;
use crate::plan::{CodeId, Plan, SourceExpr, Value};

impl Exact {
    /// The mean of a value where a condition holds, of numbers without end; nothing where it is not known.
    pub(super) fn mean_given(
        &self,
        plan: &Plan,
        state: &State,
        code: CodeId,
        captured: &[Value],
    ) -> Result<Option<Value>, Stop> {
        let Some(written) = plan.written.get(&code) else { return Ok(None) };
        let (Some(value), Some(held)) = (where_held(&written.expr, true), where_held(&written.expr, false))
        else {
            return Ok(None);
        };
        let asked = |expr: Expr| SourceExpr { expr, ..SourceExpr::clone(written) };
        let (value, held) = (asked(value), asked(held));
        let mut demand = Demand::new(self, plan, state);
        let value = mean_or_nothing(demand.mean_of(&value, captured))?;
        let held = mean_or_nothing(demand.mean_of(&held, captured))?;
        let (Some(value), Some(held)) = (value, held) else { return Ok(None) };
        let number = value.number.div(&held.number);
        Ok(number.and_then(|number| mean_value(Mean { number, ..value })))
    }
}

fn mean_or_nothing(mean: Result<Option<Mean>, Gap>) -> Result<Option<Mean>, Stop> {
    match mean {
        Ok(mean) => Ok(mean),
        Err(Gap::Machine(OddsError::Stop(Stop::Interrupted))) => Err(Stop::Interrupted),
        Err(Gap::Uncovered | Gap::Wrong | Gap::TooLarge(..) | Gap::Machine(_) | Gap::Told(_)) => Ok(None),
    }
}

/// Of a value and its condition, the value where that holds and 0 where it does not, or 1 in its place.
fn where_held(pair: &Expr, is_value: bool) -> Option<Expr> {
    let of = |kind: ExprKind, gives: Kind| Expr { kind, span: pair.span, gives };
    if let ExprKind::Bind(bindings, inner) = &pair.kind {
        let inner = where_held(inner, is_value)?;
        let gives = inner.gives.clone();
        return Some(of(ExprKind::Bind(bindings.clone(), Box::new(inner)), gives));
    }
    let ExprKind::List(both) = &pair.kind else { return None };
    let [value, condition] = both.as_slice() else { return None };
    let number = |value: Num| of(ExprKind::Literal(Literal::Number { value, percent: false }), Kind::Number);
    let then = if is_value { value.clone() } else { number(Num::ONE) };
    let branches = [then, number(Num::ZERO)].map(Box::new);
    let [then, otherwise] = branches;
    Some(of(ExprKind::If(Box::new(condition.clone()), then, otherwise), Kind::Number))
}
