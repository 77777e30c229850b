//! What an operation does to the stack, and whether it can do more than give a value.

use super::Kept;
use super::sure::{Base, Sure};
use crate::check::Builtin;
use crate::plan::{CodeId, Op, Plan};
use crate::syntax::ast::{ArithOp, Compare};

/// What an operation takes and gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Effect {
    pub(super) takes: usize,
    pub(super) gives: usize,
}

impl Effect {
    /// What an operation of this code does to the stack.
    pub(super) fn of(plan: &Plan, code: CodeId, op: Op) -> Effect {
        let (takes, gives) = takes_and_gives(plan, code, op);
        Effect { takes: takes as usize, gives }
    }
}

fn takes_and_gives(plan: &Plan, code: CodeId, op: Op) -> (u32, usize) {
    match op {
        Op::Const(_)
        | Op::Local(_)
        | Op::Global(_)
        | Op::Option(_)
        | Op::Roster(_)
        | Op::Roll(_)
        | Op::KeyHolds(..)
        | Op::HasRow(_)
        | Op::FindRow(_)
        | Op::DrawWeighted(_)
        | Op::DrawCard(_)
        | Op::Rows(_)
        | Op::DeckLeft(_)
        | Op::Now(_)
        | Op::Settle
        | Op::Policy(_)
        | Op::Missing(_) => (0, 1),
        Op::Skip(_)
        | Op::SkipIfSet { .. }
        | Op::LoopEnter
        | Op::LoopAgain(_)
        | Op::LoopLeave
        | Op::NextItem { .. }
        | Op::CountDown { .. }
        | Op::NaturalBegin
        | Op::Reshuffle(_)
        | Op::StepBegin(_)
        | Op::StepEnd
        | Op::StopProc(_)
        | Op::HoldTimer
        | Op::ScriptEnd
        | Op::NeedsKey(_) => (0, 0),
        Op::SetLocal(_)
        | Op::SetGlobal(_)
        | Op::Pop
        | Op::SkipUnless(_)
        | Op::SkipIfPresent(_)
        | Op::Append { .. }
        | Op::RowSwitch(_)
        | Op::Say
        | Op::Note
        | Op::Show
        | Op::Value
        | Op::Rolled
        | Op::RemoveRecord(_)
        | Op::SettleNext
        | Op::AdvanceTo
        | Op::CancelTimer(_)
        | Op::Return => (1, 0),
        Op::ToItems
        | Op::ToCount
        | Op::Negate
        | Op::Not
        | Op::IsEven
        | Op::IsOdd
        | Op::IsEmpty
        | Op::Quantity(_)
        | Op::RollUnrolled
        | Op::Field(_)
        | Op::Member(_)
        | Op::RollTimes(_)
        | Op::Label(_)
        | Op::Likely
        | Op::PickItem
        | Op::EdgeBegin
        | Op::AsWord(_)
        | Op::Apply
        | Op::Advance
        | Op::TimerLeft(_) => (1, 1),
        Op::Arith(_)
        | Op::Compare(_)
        | Op::Is
        | Op::IsStanding(_)
        | Op::In
        | Op::MakeRange
        | Op::Item
        | Op::EdgeEnd(_)
        | Op::SortBy(_)
        | Op::GroupBy
        | Op::ExtremeBy(_)
        | Op::Step(_)
        | Op::With
        | Op::WithOnce
        | Op::Without
        | Op::CellAt(_)
        | Op::HasItem
        | Op::CellOf(_)
        | Op::TurnedTrue => (2, 1),
        Op::SetField(_) | Op::StoreField(_) | Op::NudgeTimer(_) => (2, 0),
        Op::Check | Op::Contest | Op::Clamp => (3, 1),
        Op::Prompt(_) => (4, 1),
        Op::MakeList(count)
        | Op::MakeText(count)
        | Op::MakeUnrolled(_, count)
        | Op::MakeUnrolledTable(_, count)
        | Op::Builtin(_, count)
        | Op::Call(_, count)
        | Op::Run(_, count) => (count, 1),
        Op::LookupIn(count) => (count + 1, 1),
        Op::Expect(count) => (count + 1, 0),
        Op::MakeParts(names) => (names_in(plan, names), 1),
        Op::RollWith(template) => (holes_of(plan, template), 1),
        Op::Draw(table) | Op::DrawRow(table) => (params_of(plan, table), 1),
        Op::Lookup(table) => (params_of(plan, table) + 1, 1),
        Op::LookupCell(table) => (params_of(plan, table) + 2, 1),
        Op::HasKey(table, keys) => (params_of(plan, table) + keys, 1),
        // In the table's own code there are no arguments below the list.
        Op::DrawAmong(table) => (if is_own(plan, code, table) { 1 } else { params_of(plan, table) + 1 }, 1),
        Op::BuildRow(table, _) => (columns_of(plan, table), 1),
        Op::Query(site) => (plan.queries.get(site as usize).map_or(0, |site| site.captures), 1),
        Op::AddRecord(roster) => (fields_of(plan, roster) + 1, 1),
        Op::StartTimer(site) => (plan.timers.get(site as usize).map_or(0, |site| site.captures) + 2, 0),
        Op::StartEvery(site) => (plan.everys.get(site as usize).map_or(0, |site| site.captures) + 1, 0),
        Op::StartWhen(site) => (plan.whens.get(site as usize).map_or(0, |site| site.captures), 0),
        Op::ScriptBegin(dice, names) => (dice + names_in(plan, names), 0),
    }
}

fn names_in(plan: &Plan, names: u32) -> u32 {
    small(plan.names.get(names as usize).map_or(0, |names| names.len()))
}

fn holes_of(plan: &Plan, template: u32) -> u32 {
    let template = plan.templates.get(template as usize);
    small(template.map_or(0, |template| template.holes() + usize::from(template.groups.is_empty())))
}

fn params_of(plan: &Plan, table: crate::check::program::TableId) -> u32 {
    plan.tables.get(table.index()).map_or(0, |table| table.params)
}

fn columns_of(plan: &Plan, table: crate::check::program::TableId) -> u32 {
    small(plan.tables.get(table.index()).map_or(0, |table| table.columns_by_symbol.len()))
}

fn fields_of(plan: &Plan, roster: crate::check::program::RosterId) -> u32 {
    let sheet = plan.program.rosters.get(roster.index()).map(|roster| roster.sheet);
    let sheet = sheet.and_then(|sheet| plan.program.sheets.get(sheet.index()));
    small(sheet.map_or(0, |sheet| sheet.fields.len()))
}

fn is_own(plan: &Plan, code: CodeId, table: crate::check::program::TableId) -> bool {
    plan.tables.get(table.index()).is_some_and(|table| table.draw == Some(code) || table.row == Some(code))
}

fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Which operations make a difference by themselves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sinks {
    pub(super) kept: Kept,
    /// Whether anything is watched for, so that it matters when it is looked at.
    pub(super) is_watched: bool,
    /// Whether records are removed, so that one may be gone.
    pub(super) removes: bool,
}

impl Sinks {
    /// Whether an operation makes a difference even where its value makes none: it may go wrong with what
    /// it takes, it changes what is no variable, or it draws luck that is kept. Everything that is not
    /// known to be harmless does.
    pub(super) fn holds(self, op: Op, taken: &[Sure]) -> bool {
        match op {
            Op::Const(_)
            | Op::Local(_)
            | Op::SetLocal(_)
            | Op::Global(_)
            | Op::SetGlobal(_)
            | Op::Option(_)
            | Op::Pop
            | Op::Skip(_)
            | Op::SkipIfSet { .. }
            | Op::SkipIfPresent(_)
            | Op::LoopEnter
            | Op::LoopAgain(_)
            | Op::LoopLeave
            | Op::NextItem { .. }
            | Op::CountDown { .. }
            | Op::Append { .. }
            | Op::Compare(Compare::Equal | Compare::NotEqual)
            | Op::Is
            | Op::IsEmpty
            | Op::MakeList(_)
            | Op::MakeText(_)
            | Op::MakeParts(_)
            | Op::Roster(_)
            | Op::Label(_)
            | Op::NaturalBegin
            | Op::Draw(_)
            | Op::Lookup(_)
            | Op::FindRow(_)
            | Op::NeedsKey(_)
            | Op::RowSwitch(_)
            | Op::BuildRow(..)
            | Op::Rows(_)
            | Op::DeckLeft(_)
            | Op::Call(..)
            | Op::Run(..)
            | Op::Return
            | Op::Say
            | Op::Note
            | Op::Show
            | Op::Value
            | Op::Rolled
            | Op::TimerLeft(_)
            | Op::Now(_)
            | Op::StepEnd
            | Op::Policy(_) => false,
            Op::SetField(_) | Op::StoreField(_) => {
                self.removes || !taken.first().is_some_and(|record| record.is(Base::Record))
            }
            Op::Roll(_) | Op::DrawWeighted(_) => self.kept.luck,
            Op::EdgeBegin | Op::EdgeEnd(_) => self.kept.luck || !is_sure(op, taken),
            Op::StepBegin(_) => self.kept.steps,
            Op::Settle | Op::SettleNext => self.is_watched,
            _ => !is_sure(op, taken),
        }
    }
}

/// Whether an operation goes well with all that it may take here.
fn is_sure(op: Op, taken: &[Sure]) -> bool {
    match (op, taken) {
        (Op::Arith(ArithOp::Add | ArithOp::Subtract), [a, b]) => a.adds_up(*b),
        (Op::Negate, [of]) => of.is_alike(*of) && !of.is_word(),
        (Op::Not | Op::SkipUnless(_), [of]) => of.is_yes_no(),
        (Op::Compare(_), [a, b]) => a.is_alike(*b) && !a.is_word(),
        (Op::IsStanding(_), [a, b]) => a.is_word() && a.is_alike(*b),
        (Op::In, [_, within]) => within.is_list(),
        (Op::ToItems, [of]) => of.is_list(),
        (Op::Quantity(_) | Op::EdgeBegin, [of]) => of.is_number(),
        (Op::EdgeEnd(_), [_, of]) => of.is_number(),
        (Op::Field(_), [of]) => of.has_fields(),
        (Op::Check | Op::Contest, [a, b, tie]) => a.is_number() && b.is_number() && tie.is_yes_no(),
        (Op::Clamp, [of, low, high]) => of.is_alike(*low) && of.is_alike(*high) && !of.is_word(),
        (Op::Step(_), [word, by]) => word.is_word() && by.is_number(),
        (Op::With | Op::WithOnce | Op::Without, [to, _]) => to.is_list(),
        (Op::Builtin(builtin, _), taken) => function_is_sure(builtin, taken),
        _ => false,
    }
}

fn function_is_sure(builtin: Builtin, taken: &[Sure]) -> bool {
    let numbers = || taken.iter().all(|of| of.is_number());
    match (builtin, taken) {
        (Builtin::Sum, [of]) => of.list && of.item().adds_up(of.item()),
        (Builtin::Sum, [a, b]) => a.is_number() && a.adds_up(*b),
        (Builtin::Floor | Builtin::Ceil | Builtin::Round | Builtin::Abs, [of]) => of.is_number(),
        (Builtin::Min | Builtin::Max, [_, _, ..]) => numbers(),
        (Builtin::Count | Builtin::Reverse | Builtin::Distinct, [of]) => of.list,
        (Builtin::Any | Builtin::All | Builtin::NoneOf | Builtin::Summary, [of]) => {
            of.list && of.item().is_yes_no()
        }
        (Builtin::Worse | Builtin::Better, [word]) => word.is_word(),
        // They show whatever it is.
        (Builtin::Capital | Builtin::TitleCase | Builtin::Upper | Builtin::Lower | Builtin::ToText, [_]) => {
            true
        }
        _ => false,
    }
}
