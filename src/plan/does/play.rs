//! What steps do: those of play.

use super::sizes::names_in;
use super::{Does, Fails, FieldWrite, Gives, Locals, Parts, RunsCode, Subject, op};
use crate::plan::{Plan, PlayOp};

impl PlayOp {
    /// What this step does.
    pub(super) fn does(self, plan: &Plan) -> Does {
        match self {
            PlayOp::Tell(_) => op(1, Gives::None).passes_on(),
            PlayOp::Apply => {
                op(1, Gives::Any).runs(RunsCode::Effects).writes(Parts::DEFERRED).asks().may_fail()
            }
            PlayOp::AsField(_) => op(2, Gives::Any).reads(Parts::ROSTERS).may_fail(),
            PlayOp::SetField(symbol) => {
                let set = op(2, Gives::None).runs(RunsCode::Sheets).reads(Parts::ROSTERS);
                Does {
                    field: Some(FieldWrite::Bounded(symbol)),
                    ..set.writes(Parts::FIELDS).fails(Fails::IfGone).passes_on()
                }
            }
            PlayOp::StoreField(symbol) => {
                let set = op(2, Gives::None).runs(RunsCode::Sheets).reads(Parts::ROSTERS);
                Does {
                    field: Some(FieldWrite::Plain(symbol)),
                    ..set.writes(Parts::FIELDS).fails(Fails::IfGone).passes_on()
                }
            }
            PlayOp::AddRecord(roster, count) => {
                let added = op(count.saturating_add(1), Gives::Any).runs(RunsCode::Sheets);
                added.about(Subject::Roster(roster)).writes(Parts::ROSTERS.and(Parts::FIELDS)).may_fail()
            }
            PlayOp::RemoveRecord(roster) => op(1, Gives::None)
                .about(Subject::Roster(roster))
                .writes(Parts::ROSTERS.and(Parts::FIELDS).and(Parts::TIMERS))
                .may_fail(),
            PlayOp::StepBegin(text) => op(0, Gives::None).about(Subject::Text(text)).writes(Parts::STEPS),
            PlayOp::StepEnd => op(0, Gives::None),
            PlayOp::Prompt(site) => {
                let given = plan.prompts.get(site as usize).and_then(|site| site.given);
                let asked = op(4, Gives::Any)
                    .runs(RunsCode::Policies)
                    .locals(given.map_or(Locals::None, Locals::Reads));
                asked.about(Subject::Prompt(site)).reads(Parts::ROSTERS).asks().may_fail()
            }
            PlayOp::Policy(site) => op(0, Gives::Any).about(Subject::Prompt(site)).runs(RunsCode::Policies),
            PlayOp::Expect(count) => op(count + 1, Gives::None).may_fail(),
            PlayOp::ScriptBegin(dice, names) => op(dice + names_in(plan, names), Gives::None)
                .about(Subject::Names(names))
                .writes(Parts::SCRIPTS)
                .may_fail(),
            PlayOp::ScriptEnd => op(0, Gives::None).writes(Parts::SCRIPTS).may_fail(),
        }
    }
}
