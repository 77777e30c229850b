//! Records that nothing tells apart: of a roster whose records are only picked by luck and looked at as a whole,
//! it makes no difference which of them stands in which state. So states are counted that differ in no more
//! than that as one.

use std::sync::Arc;

use crate::check::Builtin;
use crate::check::program::RosterId;
use crate::engine::{Record, State};
use crate::plan::{Code, DiceOp, Op, Plan, PlayOp, Reach, TableOp, TimeOp, Value};

/// The rosters of a question whose records nothing tells apart.
pub(super) fn alike(plan: &Plan, reach: &Reach, state: &State) -> Vec<RosterId> {
    let rosters = (0u32..).map(RosterId).zip(state.rosters.iter());
    let adds = |roster: &RosterId| {
        let added = |op: &Op| matches!(op, Op::Play(PlayOp::AddRecord(of, _)) if of == roster);
        reach.codes().any(|code| plan.code(code).ops.iter().any(added))
    };
    let begin = rosters.filter(|(roster, of)| begin_alike(of) && (of.len() > 1 || adds(roster)));
    let all: Vec<RosterId> = begin.map(|(roster, _)| roster).collect();
    if all.is_empty() || state.globals.iter().any(Value::holds_record) {
        return Vec::new();
    }
    let codes = || reach.codes().map(|code| plan.code(code));
    // What is only told is no part of a state.
    let told = |next: Option<&Op>| matches!(next, Some(Op::Play(PlayOp::Tell(_))));
    let tells = |code: &Code| {
        let mut steps = (0u32..).zip(&code.ops);
        steps.any(|(at, op)| {
            let is_told = matches!(op, Op::MakeText(_)) && told(code.ops.get(at as usize + 1));
            let is_listed =
                matches!(op, Op::Append { .. }) && code.walks.iter().any(|walk| walk.lists && walk.has(at));
            tells_apart(plan, *op) && !is_told && !is_listed
        })
    };
    if codes().any(|code| tells(code)) {
        return Vec::new();
    }
    let is_alike = |roster: &RosterId| {
        let met = |code: &Code, at: u32| {
            code.ops.get(at as usize) != Some(&Op::Roster(*roster)) || is_whole(code, at)
        };
        codes().all(|code| (0u32..).zip(&code.ops).all(|(at, _)| met(code, at)))
    };
    all.into_iter().filter(is_alike).collect()
}

/// Whether all records are in the same state, and none has been removed.
fn begin_alike(records: &[Option<Arc<Record>>]) -> bool {
    let fields = |record: &'_ Option<Arc<Record>>| record.as_ref().map(|record| record.fields.clone());
    if records.is_empty() {
        return true;
    }
    let Some(first) = records.first().and_then(fields) else { return false };
    let alike = |record: &Option<Arc<Record>>| record.as_ref().is_some_and(|record| record.fields == first);
    !first.iter().any(Value::holds_record) && records.iter().all(alike)
}

/// Whether the records that a step gives are looked at as a whole, or each by itself.
fn is_whole(code: &Code, at: u32) -> bool {
    let after = |at: u32| code.ops.get(at as usize..).unwrap_or_default();
    match (code.walks.iter().find(|walk| walk.from == at), after(at + 1)) {
        (None, next) => is_looked_at_whole(next),
        (Some(walk), _) if !walk.lists => true,
        // What a walk makes of them, or those that it lets through, lies in a local.
        (Some(walk), _) => match after(walk.until) {
            [Op::Local(_), next @ ..] => is_looked_at_whole(next),
            _ => false,
        },
    }
}

/// Whether a list is picked from, or looked at as a whole, by the steps that follow it.
fn is_looked_at_whole(next: &[Op]) -> bool {
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
    match next {
        [Op::ToItems, Op::Dice(DiceOp::PickItem), ..] => true,
        [Op::Builtin(builtin, 1), ..] | [Op::Field(_), Op::Builtin(builtin, 1), ..] => of_numbers(*builtin),
        _ => false,
    }
}

/// Whether a step may tell one record from another, or keep one where it is not seen here: by its name, its place
/// among others, what is due to it, or what a person says of it. A step that is new has to say so here.
fn tells_apart(plan: &Plan, op: Op) -> bool {
    match op {
        Op::Field(name) => plan.symbols.get(name as usize).is_some_and(|name| &**name == "name"),
        Op::Time(time) => time != TimeOp::Settle,
        Op::Play(play) => !matches!(
            play,
            PlayOp::Tell(_)
                | PlayOp::SetField(_)
                | PlayOp::StoreField(_)
                | PlayOp::StepBegin(_)
                | PlayOp::StepEnd
                // What is called otherwise than others is told apart by its name alone.
                | PlayOp::AddRecord(..)
        ),
        Op::Table(table) => tells_apart_by_table(table),
        Op::Member(_)
        | Op::Append { .. }
        | Op::MakeText(_)
        | Op::With
        | Op::WithOnce
        | Op::Without
        | Op::MakeUnrolled(..)
        | Op::MakeUnrolledTable(..)
        | Op::SortBy(_)
        | Op::GroupBy
        | Op::ExtremeBy(_)
        | Op::AsWord(_)
        | Op::AsKept(_)
        | Op::Query(_)
        | Op::Missing(_) => true,
        Op::Jump(_)
        | Op::Dice(_)
        | Op::Const(_)
        | Op::Local(_)
        | Op::SetLocal(_)
        | Op::Global(_)
        | Op::SetGlobal(_)
        | Op::Option(_)
        | Op::Pop
        | Op::ToItems
        | Op::ToWalk
        | Op::ToCount
        | Op::Arith(_)
        | Op::Negate
        | Op::Not
        | Op::Compare(_)
        | Op::Is
        | Op::IsStanding(_)
        | Op::IsEven
        | Op::IsOdd
        | Op::IsEmpty
        | Op::In
        | Op::MakeList(_)
        | Op::MakeParts(_)
        | Op::MakeRange
        | Op::Quantity(_)
        | Op::Item
        | Op::Roster(_)
        | Op::Builtin(..)
        | Op::HasItem
        | Op::Clamp
        | Op::Step(_) => false,
    }
}

fn tells_apart_by_table(op: TableOp) -> bool {
    match op {
        TableOp::Lookup(_)
        | TableOp::LookupCell(_)
        | TableOp::LookupIn(_)
        | TableOp::HasKey(..)
        | TableOp::GiveNext
        | TableOp::AddNext
        | TableOp::DropNext => true,
        TableOp::Draw(_)
        | TableOp::HasRow(_)
        | TableOp::CellAt(_)
        | TableOp::CellOf(_)
        | TableOp::KeyHolds(..)
        | TableOp::FindRow(_)
        | TableOp::DrawAmong { .. }
        | TableOp::DrawRest { .. }
        | TableOp::DrawRow(_)
        | TableOp::DrawWeighted(_)
        | TableOp::DrawCard(_)
        | TableOp::RowSwitch(_)
        | TableOp::BuildRow(..)
        | TableOp::Rows(_)
        | TableOp::Reshuffle(_)
        | TableOp::DeckLeft(_)
        | TableOp::NeedsKey(_) => false,
    }
}
