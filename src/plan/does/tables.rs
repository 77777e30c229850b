//! What steps do: those about tables.

use super::sizes::{columns_of, params_of};
use super::{Does, Fails, Gives, Leads, Locals, Parts, RollGives, RunsCode, Subject, op};
use crate::plan::{Plan, TableOp};

impl TableOp {
    /// What this step does.
    pub(super) fn does(self, plan: &Plan) -> Does {
        match self {
            TableOp::Draw(table) => op(params_of(plan, table), Gives::Result).runs(RunsCode::Draw(table)),
            TableOp::Lookup(table) => {
                let looked_up = op(params_of(plan, table) + 1, Gives::Result).runs(RunsCode::Lookup(table));
                // What is looked up may be what no row has.
                if plan.has_row_for_all(table) { looked_up } else { looked_up.may_fail() }
            }
            TableOp::LookupCell(table) => {
                let cell = op(params_of(plan, table) + 2, Gives::Result).runs(RunsCode::Cell(table));
                cell.reads(Parts::ROSTERS).may_fail()
            }
            TableOp::LookupIn(count) => {
                let looked_up = op(count + 1, Gives::Any).runs(RunsCode::AnyHandedOver);
                looked_up.reads(Parts::ROSTERS).may_fail()
            }
            TableOp::KeyHolds(table, _) => {
                let held = op(0, Gives::ByRoll(RollGives::Held)).about(Subject::Table(table));
                held.locals(Locals::Frame).reads(Parts::ROSTERS).may_fail()
            }
            TableOp::FindRow(table) => {
                let found = op(0, Gives::ByRoll(RollGives::Row)).locals(Locals::Frame);
                found.runs(RunsCode::OfTable(table)).reads(Parts::ROSTERS).fails(Fails::AsDrawn)
            }
            TableOp::HasKey(table, keys) => {
                let has =
                    op(params_of(plan, table) + keys, Gives::HasKey(table)).runs(RunsCode::HasKey(table));
                has.reads(Parts::ROSTERS).may_fail()
            }
            TableOp::HasRow(table) => {
                let has = op(0, Gives::ByRoll(RollGives::Held)).locals(Locals::Frame);
                has.runs(RunsCode::OfTable(table)).reads(Parts::ROSTERS).may_fail()
            }
            TableOp::CellAt(table) => {
                op(2, Gives::Number).about(Subject::Table(table)).reads(Parts::ROSTERS).may_fail()
            }
            TableOp::CellOf(table) => {
                op(2, Gives::Any).runs(RunsCode::OfTable(table)).reads(Parts::ROSTERS).may_fail()
            }
            TableOp::DrawAmong { table, args } => {
                let drawn = op(args.unwrap_or(0) + 1, Gives::Drawn { table, own: args.is_none() })
                    .runs(RunsCode::DrawAmong(table));
                drawn.reads(Parts::ALL).luck().may_fail()
            }
            TableOp::DrawRest { table, args } => {
                let drawn = op(args + 1, Gives::Drawn { table, own: false }).runs(RunsCode::DrawAmong(table));
                drawn.reads(Parts::ALL).writes(Parts::DECKS).luck().may_fail()
            }
            TableOp::DrawRow(table) => {
                op(params_of(plan, table), Gives::Result).runs(RunsCode::DrawRow(table)).may_fail()
            }
            TableOp::DrawWeighted(table) => op(0, Gives::Count).runs(RunsCode::OfTable(table)).luck(),
            TableOp::DrawCard(table) => {
                let card = op(0, Gives::ByRoll(RollGives::Row)).runs(RunsCode::OfTable(table));
                card.locals(Locals::Frame).writes(Parts::DECKS).luck().may_fail()
            }
            TableOp::RowSwitch(table) => {
                let row = op(1, Gives::Picked(table)).about(Subject::Table(table)).leads(Leads::ToRow(table));
                row.locals(Locals::Frame)
            }
            TableOp::BuildRow(table, _) => op(columns_of(plan, table), Gives::Built(table))
                .about(Subject::Table(table))
                .locals(Locals::Frame),
            TableOp::Rows(table) => op(0, Gives::Rows).runs(RunsCode::OfTable(table)),
            TableOp::Reshuffle(deck) => op(0, Gives::None).about(Subject::Table(deck)).writes(Parts::DECKS),
            TableOp::GiveNext => op(3, Gives::Any).may_fail(),
            TableOp::AddNext => op(2, Gives::Any).may_fail(),
            TableOp::DropNext => op(1, Gives::Any),
            TableOp::DeckLeft(deck) => op(0, Gives::Count).about(Subject::Table(deck)).reads(Parts::DECKS),
            TableOp::NeedsKey(table) => {
                op(0, Gives::None).about(Subject::Table(table)).leads(Leads::Nowhere).fails(Fails::AsDrawn)
            }
        }
    }
}
