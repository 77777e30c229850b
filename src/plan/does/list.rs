//! The list of all steps, with what each does.

use super::{About, Does, Fails, Field, Gives, Leads, Locals, Needs, Parts, RollGives, Runs};
use crate::check::program::{RosterId, TableId};
use crate::plan::{Op, Plan};
use crate::syntax::ast::{ArithOp, Compare};

impl Op {
    /// What this step does.
    #[allow(clippy::too_many_lines)] // One line for each kind of step: the list of what they do.
    pub(crate) fn does(self, plan: &Plan) -> Does {
        use Fails::{AsDrawn, IfGone};
        const fn op(takes: u32, gives: Gives) -> Does {
            Does::new(takes, gives)
        }
        match self {
            Op::Const(value) => op(0, Gives::Const(value)),
            Op::Local(local) => op(0, Gives::Local(local)).locals(Locals::Reads(local)).passes_on(),
            Op::SetLocal(local) => op(1, Gives::None).locals(Locals::Sets(local)).passes_on(),
            Op::Global(global) => {
                Does { global: Some(global), ..op(0, Gives::Global(global)).reads(Parts::GLOBALS) }
            }
            Op::SetGlobal(global) => {
                Does { global: Some(global), ..op(1, Gives::None).writes(Parts::GLOBALS).passes_on() }
            }
            Op::Option(option) => op(0, Gives::Result).runs(Runs::Option(option)),
            Op::Pop => op(1, Gives::None).passes_on(),
            Op::Skip(to) => op(0, Gives::None).leads(Leads::To(to)),
            Op::SkipUnless(to) => op(1, Gives::None).leads(Leads::Either(to)).needs(Needs::YesNo),
            Op::SkipIfSet { local, to } => {
                op(0, Gives::None).leads(Leads::Either(to)).locals(Locals::Reads(local)).passes_on()
            }
            Op::SkipIfPresent(to) => op(1, Gives::None).leads(Leads::EitherKeeping(to)).passes_on(),
            Op::LoopEnter | Op::LoopLeave => op(0, Gives::None),
            Op::LoopAgain(to) => op(0, Gives::None).leads(Leads::Back(to)),
            Op::NextItem { list, item, exit } => {
                op(0, Gives::None).leads(Leads::Either(exit)).locals(Locals::Walks { list, item }).passes_on()
            }
            Op::CountDown { count, exit } => {
                op(0, Gives::None).leads(Leads::Either(exit)).locals(Locals::Counts(count))
            }
            Op::Append { list, sorted: _ } => op(1, Gives::None).locals(Locals::Grows(list)),
            Op::ToItems => op(1, Gives::FirstList).reads(Parts::ROSTERS).needs(Needs::FirstList),
            Op::ToCount => op(1, Gives::Count).may_fail(),
            Op::Arith(ArithOp::Add | ArithOp::Subtract) => op(2, Gives::Sum).needs(Needs::Sum),
            Op::Arith(ArithOp::Multiply | ArithOp::Divide | ArithOp::FloorDivide | ArithOp::Modulo) => {
                op(2, Gives::Calculated).may_fail()
            }
            Op::Negate => op(1, Gives::First).needs(Needs::Sign),
            Op::Not => op(1, Gives::YesNo).needs(Needs::YesNo),
            Op::Compare(Compare::Equal | Compare::NotEqual) | Op::Is => {
                op(2, Gives::YesNo).reads(Parts::ROSTERS)
            }
            Op::Compare(Compare::Less | Compare::AtMost | Compare::More | Compare::AtLeast) => {
                op(2, Gives::YesNo).needs(Needs::Order)
            }
            Op::IsStanding(_) => op(2, Gives::YesNo).needs(Needs::Standing),
            Op::IsEven | Op::IsOdd => op(1, Gives::YesNo).may_fail(),
            Op::IsEmpty => op(1, Gives::YesNo),
            Op::In => op(2, Gives::YesNo).reads(Parts::ROSTERS).needs(Needs::SecondList),
            Op::MakeList(count) => op(count, Gives::List).passes_on(),
            Op::MakeText(count) => op(count, Gives::Text).reads(Parts::ROSTERS),
            Op::MakeParts(names) => op(names_in(plan, names), Gives::Parts(names)).passes_on(),
            Op::MakeRange => op(2, Gives::Any).may_fail(),
            Op::Quantity(unit) => op(1, Gives::Quantity(unit)).needs(Needs::Number),
            Op::MakeUnrolled(of, count) => op(count, Gives::Any).runs(Runs::HandedOver(of)).hands_on(),
            Op::MakeUnrolledTable(table, count) => {
                op(count, Gives::Any).runs(Runs::OfTable(table)).hands_on()
            }
            Op::RollUnrolled | Op::RollDice => op(1, Gives::Any).runs(Runs::AnyHandedOver).may_fail(),
            Op::Field(symbol) => {
                let reads = Parts::FIELDS.and(Parts::ROSTERS);
                op(1, Gives::Field(symbol)).reads(reads).needs(Needs::Fields).passes_on()
            }
            Op::Item => op(2, Gives::Any).may_fail(),
            Op::Roster(roster) => op(0, Gives::Records).about(About::Roster(roster)).reads(Parts::ROSTERS),
            Op::Member(roster) => {
                op(1, Gives::Record).about(About::Roster(roster)).reads(Parts::ROSTERS).may_fail()
            }
            Op::Builtin(builtin, count) => {
                op(count, Gives::Function(builtin)).reads(Parts::ROSTERS).needs(Needs::Function(builtin))
            }
            Op::Roll(pool) => op(0, Gives::Pool(pool)).reads(Parts::NATURALS).writes(Parts::NATURALS).luck(),
            Op::RollWith(template) => op(holes_of(plan, template), Gives::Any)
                .about(About::Template(template))
                .writes(Parts::NATURALS)
                .luck()
                .may_fail(),
            Op::RollTimes(pool) => op(1, Gives::Pools(pool)).writes(Parts::NATURALS).luck().may_fail(),
            Op::Label(text) => op(1, Gives::First).about(About::Text(text)),
            Op::Likely => op(1, Gives::YesNo).luck().may_fail(),
            Op::PickItem => op(1, Gives::Item).luck().may_fail(),
            Op::EdgeBegin => op(1, Gives::Number).needs(Needs::Number).luck(),
            Op::EdgeEnd(start) => {
                let twice = op(2, Gives::Second).leads(Leads::Twice(start)).needs(Needs::Number);
                twice.writes(Parts::NATURALS).luck()
            }
            Op::CheckBegin => op(0, Gives::None).writes(Parts::NATURALS),
            Op::Check | Op::Contest => op(3, Gives::Check).writes(Parts::NATURALS).needs(Needs::Check),
            Op::Draw(table) => op(params_of(plan, table), Gives::Result).runs(Runs::Draw(table)),
            Op::Lookup(table) => op(params_of(plan, table) + 1, Gives::Result).runs(Runs::Lookup(table)),
            Op::LookupCell(table) => {
                let cell = op(params_of(plan, table) + 2, Gives::Result).runs(Runs::Cell(table));
                cell.reads(Parts::ROSTERS).may_fail()
            }
            Op::LookupIn(count) => {
                let looked_up = op(count + 1, Gives::Any).runs(Runs::AnyHandedOver);
                looked_up.reads(Parts::ROSTERS).may_fail()
            }
            Op::KeyHolds(table, _) => {
                let held = op(0, Gives::ByRoll(RollGives::Held)).about(About::Table(table));
                held.locals(Locals::Frame).reads(Parts::ROSTERS).may_fail()
            }
            Op::FindRow(table) => {
                let found = op(0, Gives::ByRoll(RollGives::Row)).locals(Locals::Frame);
                found.runs(Runs::OfTable(table)).reads(Parts::ROSTERS).fails(AsDrawn)
            }
            Op::HasKey(table, keys) => {
                let has = op(params_of(plan, table) + keys, Gives::HasKey(table)).runs(Runs::HasKey(table));
                has.reads(Parts::ROSTERS).may_fail()
            }
            Op::HasRow(table) => {
                let has = op(0, Gives::ByRoll(RollGives::Held)).locals(Locals::Frame);
                has.runs(Runs::OfTable(table)).reads(Parts::ROSTERS).may_fail()
            }
            Op::HasItem => op(2, Gives::YesNo),
            Op::CellAt(table) => {
                op(2, Gives::Number).about(About::Table(table)).reads(Parts::ROSTERS).may_fail()
            }
            Op::CellOf(table) => {
                op(2, Gives::Any).runs(Runs::OfTable(table)).reads(Parts::ROSTERS).may_fail()
            }
            Op::DrawAmong { table, args } => {
                let drawn = op(args.unwrap_or(0) + 1, Gives::Drawn { table, own: args.is_none() })
                    .runs(Runs::DrawAmong(table));
                drawn.reads(Parts::ALL).luck().may_fail()
            }
            Op::DrawRest { table, args } => {
                let drawn = op(args + 1, Gives::Drawn { table, own: false }).runs(Runs::DrawAmong(table));
                drawn.reads(Parts::ALL).writes(Parts::DECKS).luck().may_fail()
            }
            Op::DrawRow(table) => {
                op(params_of(plan, table), Gives::Result).runs(Runs::DrawRow(table)).may_fail()
            }
            Op::DrawWeighted(table) => op(0, Gives::Count).runs(Runs::OfTable(table)).luck(),
            Op::DrawCard(table) => {
                let card = op(0, Gives::ByRoll(RollGives::Row)).runs(Runs::OfTable(table));
                card.locals(Locals::Frame).writes(Parts::DECKS).luck().may_fail()
            }
            Op::RowSwitch(table) => {
                let row = op(1, Gives::Picked(table)).about(About::Table(table)).leads(Leads::ToRow(table));
                row.locals(Locals::Frame)
            }
            Op::BuildRow(table, _) => op(columns_of(plan, table), Gives::Built(table))
                .about(About::Table(table))
                .locals(Locals::Frame),
            Op::Rows(table) => op(0, Gives::Rows).runs(Runs::OfTable(table)),
            Op::Reshuffle(deck) => op(0, Gives::None).about(About::Table(deck)).writes(Parts::DECKS),
            Op::DeckLeft(deck) => op(0, Gives::Count).about(About::Table(deck)).reads(Parts::DECKS),
            Op::Call(code, count) => op(count, Gives::Result).runs(Runs::Code(code)),
            Op::Run(proc, count) => op(count, Gives::Result).runs(Runs::Proc(proc)).passes_on(),
            Op::Return => op(1, Gives::None).leads(Leads::Return).passes_on(),
            Op::AsWord(scale) => {
                op(1, Gives::Any).about(About::Scale(scale)).reads(Parts::ROSTERS).may_fail()
            }
            Op::SortBy(_) => op(2, Gives::FirstList).may_fail(),
            Op::GroupBy | Op::ExtremeBy(_) => op(2, Gives::Any).may_fail(),
            Op::Query(site) => {
                let captures = plan.queries.get(site as usize).map_or(0, |site| site.captures);
                op(captures, Gives::Result).runs(Runs::Query(site)).reads(Parts::ALL).may_fail()
            }
            Op::Tell(_) => op(1, Gives::None).passes_on(),
            Op::Apply => op(1, Gives::Any).runs(Runs::Effects).writes(Parts::DEFERRED).asks().may_fail(),
            Op::SetField(symbol) => {
                let set = op(2, Gives::None).runs(Runs::Sheets).reads(Parts::ROSTERS);
                Does {
                    field: Some(Field::Bounded(symbol)),
                    ..set.writes(Parts::FIELDS).fails(IfGone).passes_on()
                }
            }
            Op::StoreField(symbol) => {
                let set = op(2, Gives::None).runs(Runs::Sheets).reads(Parts::ROSTERS);
                Does {
                    field: Some(Field::Plain(symbol)),
                    ..set.writes(Parts::FIELDS).fails(IfGone).passes_on()
                }
            }
            Op::Clamp => op(3, Gives::Clamped).needs(Needs::Clamp),
            Op::Step(_) => op(2, Gives::First).needs(Needs::Step),
            Op::AddRecord(roster) => {
                let added = op(fields_of(plan, roster) + 1, Gives::Any).runs(Runs::Sheets);
                added.about(About::Roster(roster)).writes(Parts::ROSTERS.and(Parts::FIELDS)).may_fail()
            }
            Op::RemoveRecord(roster) => op(1, Gives::None)
                .about(About::Roster(roster))
                .writes(Parts::ROSTERS.and(Parts::FIELDS))
                .may_fail(),
            Op::With | Op::WithOnce => op(2, Gives::With).reads(Parts::ROSTERS).needs(Needs::FirstList),
            Op::Without => op(2, Gives::FirstList).reads(Parts::ROSTERS).needs(Needs::FirstList),
            Op::StepBegin(text) => op(0, Gives::None).about(About::Text(text)).writes(Parts::STEPS),
            Op::StepEnd => op(0, Gives::None),
            Op::Settle => {
                let settled = op(0, Gives::None).runs(Runs::WhatIsDue);
                settled.reads(Parts::WATCHES).writes(Parts::TIMERS)
            }
            Op::TurnedTrue => op(2, Gives::YesNo).writes(Parts::WATCHES).may_fail(),
            Op::StopProc(proc) => op(0, Gives::None).about(About::Proc(proc)).may_fail(),
            Op::Advance => op(1, Gives::Any).reads(Parts::CLOCKS).may_fail(),
            Op::AdvanceTo => {
                let passes = op(1, Gives::None).runs(Runs::WhatIsDue);
                passes.writes(Parts::CLOCKS.and(Parts::TIMERS)).may_fail()
            }
            Op::StartTimer(site) => {
                let captures = plan.timers.get(site as usize).map_or(0, |site| site.captures);
                let started = op(captures + 2, Gives::None).runs(Runs::Timer(site)).reads(Parts::CLOCKS);
                started.writes(Parts::TIMERS).hands_on().may_fail()
            }
            Op::HoldTimer => op(0, Gives::None).writes(Parts::TIMERS),
            Op::CancelTimer(timer) => {
                op(1, Gives::None).about(About::Timer(timer)).reads(Parts::ROSTERS).writes(Parts::TIMERS)
            }
            Op::NudgeTimer(timer) => op(2, Gives::None)
                .about(About::Timer(timer))
                .reads(Parts::CLOCKS)
                .writes(Parts::TIMERS)
                .may_fail(),
            Op::TimerLeft(timer) => {
                op(1, Gives::Any).about(About::Timer(timer)).reads(Parts::TIMERS.and(Parts::CLOCKS))
            }
            Op::Now(_) => op(0, Gives::Any).reads(Parts::CLOCKS.and(Parts::NOW)),
            Op::StartEvery(site) => {
                let captures = plan.everys.get(site as usize).map_or(0, |site| site.captures);
                let started = op(captures + 1, Gives::None)
                    .runs(Runs::Every(site))
                    .reads(Parts::CLOCKS.and(Parts::NOW));
                started.writes(Parts::TIMERS).hands_on().may_fail()
            }
            Op::StartWhen(site) => {
                let captures = plan.whens.get(site as usize).map_or(0, |site| site.captures);
                op(captures, Gives::None).runs(Runs::When(site)).writes(Parts::WATCHES).hands_on()
            }
            Op::Prompt(site) => {
                let given = plan.prompts.get(site as usize).and_then(|site| site.given);
                let asked =
                    op(4, Gives::Any).runs(Runs::Policies).locals(given.map_or(Locals::None, Locals::Reads));
                asked.about(About::Prompt(site)).reads(Parts::ROSTERS).asks().may_fail()
            }
            Op::Policy(site) => op(0, Gives::Any).about(About::Prompt(site)).runs(Runs::Policies),
            Op::Expect(count) => op(count + 1, Gives::None).may_fail(),
            Op::ScriptBegin(dice, names) => op(dice + names_in(plan, names), Gives::None)
                .about(About::Names(names))
                .writes(Parts::SCRIPTS)
                .may_fail(),
            Op::ScriptEnd => op(0, Gives::None).writes(Parts::SCRIPTS).may_fail(),
            Op::NeedsKey(table) => {
                op(0, Gives::None).about(About::Table(table)).leads(Leads::Nowhere).fails(AsDrawn)
            }
            Op::Missing(text) => op(0, Gives::Any).about(About::Text(text)).leads(Leads::Nowhere).may_fail(),
        }
    }
}

fn names_in(plan: &Plan, names: u32) -> u32 {
    small(plan.names.get(names as usize).map_or(0, |names| names.len()))
}

fn holes_of(plan: &Plan, template: u32) -> u32 {
    let template = plan.templates.get(template as usize);
    small(template.map_or(0, |template| template.holes() + usize::from(template.groups.is_empty())))
}

fn params_of(plan: &Plan, table: TableId) -> u32 {
    plan.tables.get(table.index()).map_or(0, |table| table.params)
}

fn columns_of(plan: &Plan, table: TableId) -> u32 {
    small(plan.tables.get(table.index()).map_or(0, |table| table.columns_by_symbol.len()))
}

fn fields_of(plan: &Plan, roster: RosterId) -> u32 {
    let sheet = plan.program.rosters.get(roster.index()).map(|roster| roster.sheet);
    let sheet = sheet.and_then(|sheet| plan.program.sheets.get(sheet.index()));
    small(sheet.map_or(0, |sheet| sheet.fields.len()))
}

fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
