//! Rolls without end that are taken from something which stops at a number: `max(0, left - d6!)`, `ash.hp -= d6!` where
//! `hp` has bounds. How far below that they would lead makes no difference.

use super::amount::{Amount, constant, is_led_to};
use crate::check::Builtin;
use crate::engine::luck::{Enough, OnTheWay};
use crate::plan::{Code, Ix, Measured, Op, Plan, PlayOp};
use crate::syntax::ast::ArithOp;

/// The rolls of some code of which this is true, by their first steps.
pub(super) fn floored(plan: &Plan, code: &Code) -> Vec<(Ix, Enough)> {
    let mut all = Vec::new();
    for (at, op) in (0..).zip(&code.ops) {
        if *op == Op::Arith(ArithOp::Subtract)
            && let Some(off) = begin_of(plan, code, at)
            && let Some(floor) = floor(plan, code, at, off)
            && let Some(Amount { locals, rolls }) = Amount::of(plan, code, off..at)
        {
            let enough = |way: OnTheWay| {
                let last = Some((floor.0.ceil().as_int()?, floor.1));
                Some(Enough { up: false, last, against: Vec::new(), steps: locals.clone(), way })
            };
            all.extend(rolls.into_iter().filter_map(|(roll, way)| Some((roll, enough(way)?))));
        }
    }
    all
}

/// Where a difference stops that is made at a step; the second part of it begins at another.
fn floor(plan: &Plan, code: &Code, at: Ix, off: Ix) -> Option<Measured> {
    let op = |at: Ix| code.ops.get(at as usize);
    let is_max = |op: Option<&Op>| matches!(op, Some(Op::Builtin(Builtin::Max, 2)));
    let next = op(at + 1)?;
    if let Op::Play(PlayOp::SetField(symbol)) = next {
        return least_of_field(plan, *symbol);
    }
    // `max(left - d6!, 0)`
    if is_max(op(at + 2)) {
        return constant(plan, next);
    }
    // `max(0, left - d6!)`
    let begin = begin_of(plan, code, off).filter(|_| is_max(Some(next)))?;
    constant(plan, op(begin.checked_sub(1)?)?).filter(|_| !is_led_to(plan, code, begin))
}

/// The number below which a field with this name never is, where that is the same for all of them.
fn least_of_field(plan: &Plan, symbol: Ix) -> Option<Measured> {
    let name = plan.symbols.get(symbol as usize)?;
    let fields =
        plan.program.sheets.iter().flat_map(|sheet| &sheet.fields).filter(|field| field.name == *name);
    let mut least: Vec<_> = fields.map(|field| field.bounds.as_ref()?.0.number()).collect::<Option<_>>()?;
    least.dedup();
    <[_; 1]>::try_from(least).ok().map(|[least]| (least, None))
}

/// Where what the step before this one leaves on top begins to be worked out, by steps that follow one another.
fn begin_of(plan: &Plan, code: &Code, end: Ix) -> Option<Ix> {
    let mut wanted = 1;
    for at in (0..end).rev() {
        let op = code.ops.get(at as usize)?;
        let does = op.does(plan);
        if matches!(op, Op::Jump(_)) || does.given() > wanted {
            return None;
        }
        wanted = wanted - does.given() + does.takes;
        if wanted == 0 {
            return Some(at);
        }
    }
    None
}
