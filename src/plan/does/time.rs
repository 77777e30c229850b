//! What steps do: those about time.

use super::{Does, Gives, Parts, RunsCode, Subject, op};
use crate::plan::{Plan, TimeOp};

impl TimeOp {
    /// What this step does.
    pub(super) fn does(self, plan: &Plan) -> Does {
        match self {
            TimeOp::Settle => {
                let settled = op(0, Gives::None).runs(RunsCode::WhatIsDue);
                settled.reads(Parts::WATCHES).writes(Parts::TIMERS)
            }
            TimeOp::TurnedTrue => op(2, Gives::YesNo).writes(Parts::WATCHES).may_fail(),
            TimeOp::Advance => op(1, Gives::Any).reads(Parts::CLOCKS).may_fail(),
            TimeOp::AdvanceTo => {
                let passes = op(1, Gives::None).runs(RunsCode::WhatIsDue);
                passes.writes(Parts::CLOCKS.and(Parts::TIMERS)).may_fail()
            }
            TimeOp::StartTimer(site) => {
                let captures = plan.timers.get(site as usize).map_or(0, |site| site.captures);
                let started = op(captures + 2, Gives::None).runs(RunsCode::Timer(site)).reads(Parts::CLOCKS);
                started.writes(Parts::TIMERS).hands_on().may_fail()
            }
            TimeOp::HoldTimer => op(0, Gives::None).writes(Parts::TIMERS),
            TimeOp::CancelTimer(timer) => {
                op(1, Gives::None).about(Subject::Timer(timer)).reads(Parts::ROSTERS).writes(Parts::TIMERS)
            }
            TimeOp::NudgeTimer(timer) => op(2, Gives::None)
                .about(Subject::Timer(timer))
                .reads(Parts::CLOCKS)
                .writes(Parts::TIMERS)
                .may_fail(),
            TimeOp::TimerLeft(timer) => {
                op(1, Gives::Any).about(Subject::Timer(timer)).reads(Parts::TIMERS.and(Parts::CLOCKS))
            }
            TimeOp::Now(_) => op(0, Gives::Any).reads(Parts::CLOCKS.and(Parts::NOW)),
            TimeOp::StartEvery(site) => {
                let captures = plan.everys.get(site as usize).map_or(0, |site| site.captures);
                let started = op(captures + 1, Gives::None)
                    .runs(RunsCode::Every(site))
                    .reads(Parts::CLOCKS.and(Parts::NOW));
                started.writes(Parts::TIMERS).hands_on().may_fail()
            }
            TimeOp::StartWhen(site) => {
                let captures = plan.whens.get(site as usize).map_or(0, |site| site.captures);
                op(captures, Gives::None).runs(RunsCode::When(site)).writes(Parts::WATCHES).hands_on()
            }
        }
    }
}
