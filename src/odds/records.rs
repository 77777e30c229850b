//! Records that nothing tells apart: of a roster whose records are only picked by luck and looked at as a whole,
//! it makes no difference which of them stands in which state. So states are counted that differ in no more
//! than that as one.

use std::sync::Arc;

use crate::check::Builtin;
use crate::check::program::RosterId;
use crate::engine::{Record, State};
use crate::plan::{DiceOp, Op, Plan, PlayOp, Reach, TableOp, TimeOp, Value};

/// The rosters of a question whose records nothing tells apart.
pub(super) fn alike(plan: &Plan, reach: &Reach, state: &State) -> Vec<RosterId> {
    let rosters = (0u32..).map(RosterId).zip(state.rosters.iter());
    let all: Vec<RosterId> = rosters.filter(|(_, of)| begin_alike(of)).map(|(roster, _)| roster).collect();
    if all.is_empty() || state.globals.iter().any(Value::holds_record) {
        return Vec::new();
    }
    let codes = || reach.codes().map(|code| plan.code(code).ops.as_slice());
    // What is only told is no part of a state.
    let told = |next: Option<&Op>| matches!(next, Some(Op::Play(PlayOp::Tell(_))));
    let tells = |ops: &[Op]| {
        let mut steps = (1..).zip(ops);
        steps.any(|(next, op)| {
            tells_apart(plan, *op) && !(matches!(op, Op::MakeText(_)) && told(ops.get(next)))
        })
    };
    if codes().any(tells) {
        return Vec::new();
    }
    let is_alike = |roster: &RosterId| {
        let met = |ops: &[Op], at: usize| match ops.get(at) {
            Some(Op::Roster(of)) if of == roster => is_whole(ops.get(at + 1..).unwrap_or_default()),
            Some(_) | None => true,
        };
        codes().all(|ops| (0..ops.len()).all(|at| met(ops, at)))
    };
    all.into_iter().filter(is_alike).collect()
}

/// Whether there are several records, all in the same state, of which none has been removed.
fn begin_alike(records: &[Option<Arc<Record>>]) -> bool {
    let fields = |record: &'_ Option<Arc<Record>>| record.as_ref().map(|record| record.fields.clone());
    let Some(first) = records.first().and_then(fields) else { return false };
    let alike = |record: &Option<Arc<Record>>| record.as_ref().is_some_and(|record| record.fields == first);
    records.len() > 1 && !first.iter().any(Value::holds_record) && records.iter().all(alike)
}

/// Whether a list of records is picked from, or looked at as a whole, by the steps that follow it.
fn is_whole(next: &[Op]) -> bool {
    let of_numbers = |builtin: Builtin| {
        matches!(
            builtin,
            Builtin::Sum
                | Builtin::Count
                | Builtin::Min
                | Builtin::Max
                | Builtin::Any
                | Builtin::All
                | Builtin::NoneOf
        )
    };
    matches!(next, [Op::ToItems, Op::Dice(DiceOp::PickItem), ..] | [Op::Builtin(Builtin::Count, 1), ..])
        || matches!(next, [Op::Field(_), Op::Builtin(builtin, 1), ..] if of_numbers(*builtin))
}

/// Whether a step may tell one record from another, or keep one where it is not seen here: by its name, its place
/// among others, what is due to it, or what a person says of it.
fn tells_apart(plan: &Plan, op: Op) -> bool {
    if let Op::Field(name) = op {
        return plan.symbols.get(name as usize).is_some_and(|name| &**name == "name");
    }
    if let Op::Play(play) = op {
        return !matches!(
            play,
            PlayOp::Tell(_)
                | PlayOp::SetField(_)
                | PlayOp::StoreField(_)
                | PlayOp::StepBegin(_)
                | PlayOp::StepEnd
        );
    }
    if let Op::Time(time) = op {
        return time != TimeOp::Settle;
    }
    matches!(
        op,
        Op::Member(_)
            | Op::Append { .. }
            | Op::With
            | Op::WithOnce
            | Op::Without
            | Op::MakeText(_)
            | Op::MakeUnrolled(..)
            | Op::MakeUnrolledTable(..)
            | Op::SortBy(_)
            | Op::GroupBy
            | Op::ExtremeBy(_)
            | Op::AsWord(_)
            | Op::Query(_)
            | Op::Missing(_)
            | Op::Table(
                TableOp::Lookup(_)
                    | TableOp::LookupCell(_)
                    | TableOp::LookupIn(_)
                    | TableOp::HasKey(..)
                    | TableOp::GiveNext
                    | TableOp::AddNext
                    | TableOp::DropNext
            )
    )
}
