//! Rolls without end that are taken from something which stops at a number: `max(0, left - d6!)`, `ash.hp -= d6!` where
//! `hp` has bounds. How far below that they would lead makes no difference.

use super::amount::RolledCode;
use super::uses::{CountPlace, IntoCount};
use crate::check::Builtin;
use crate::engine::luck::Course;
use crate::plan::{Ix, Measured, Op, PlayOp, Taker};
use crate::syntax::ast::ArithOp;

/// The rolls of some code of which this is true, with where each leads to.
pub(super) fn floored(traced: &RolledCode<'_>) -> Vec<(IntoCount, Course)> {
    let mut all = Vec::new();
    for (at, _) in traced.steps().filter(|(_, op)| **op == Op::Arith(ArithOp::Subtract)) {
        let found = floor(traced, at).and_then(|(floor, unit)| {
            let amount = traced.amount_taken(Taker { at, operand: 1 })?;
            let last = Some((floor.ceil().as_int()?, unit));
            Some((Course { up: false, last, against: Vec::new(), steps: amount.locals }, amount.rolls))
        });
        let Some((course, rolls)) = found else { continue };
        let into = |carried| IntoCount { code: traced.id, at, operand: 0, carried };
        all.extend(rolls.into_iter().map(|carried| (into(carried), course.clone())));
    }
    all
}

/// Where a difference stops that is made at a step.
fn floor(traced: &RolledCode<'_>, at: Ix) -> Option<Measured> {
    let taker = traced.flow.taker(at)?;
    let op = traced.op(taker.at)?;
    if let Op::Play(PlayOp::SetField(symbol)) = op {
        return least_of_field(traced, *symbol).filter(|_| taker.operand == 1);
    }
    traced.constant_taken(taker.other()).filter(|_| matches!(op, Op::Builtin(Builtin::Max, 2)))
}

/// The number below which a field with this name never is, where that is the same for all of them.
fn least_of_field(traced: &RolledCode<'_>, symbol: Ix) -> Option<Measured> {
    let name = traced.plan.symbols.get(symbol as usize)?;
    let sheets = traced.plan.program.sheets.iter();
    let fields = sheets.flat_map(|sheet| &sheet.fields).filter(|field| field.name == *name);
    let mut least: Vec<_> = fields.map(|field| field.bounds.as_ref()?.0.number()).collect::<Option<_>>()?;
    least.dedup();
    <[_; 1]>::try_from(least).ok().map(|[least]| (least, None))
}

/// The local from which a roll is taken, where it is one.
pub(super) fn taken_from(traced: &RolledCode<'_>, into: &IntoCount) -> Option<CountPlace> {
    let local = traced.local_taken(Taker { at: into.at, operand: into.operand })?;
    Some(CountPlace::Local(traced.id, local))
}
