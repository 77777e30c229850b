//! What steps do: those that lead somewhere.

use super::{Does, Gives, Leads, Locals, Needs, Parts, RunsCode, Subject, op};
use crate::plan::{JumpOp, Plan};

impl JumpOp {
    /// What this step does.
    pub(super) fn does(self, plan: &Plan) -> Does {
        match self {
            JumpOp::Skip(to) => op(0, Gives::None).leads(Leads::To(to)),
            JumpOp::SkipUnless(to) => op(1, Gives::None).leads(Leads::Either(to)).needs(Needs::YesNo),
            JumpOp::SkipIfSet { local, to } => {
                op(0, Gives::None).leads(Leads::Either(to)).locals(Locals::Reads(local)).passes_on()
            }
            JumpOp::SkipIfPresent(to) => op(1, Gives::None).leads(Leads::EitherKeeping(to)).passes_on(),
            JumpOp::SkipUnlessWaiting(to) => {
                op(0, Gives::None).leads(Leads::Either(to)).reads(Parts::NATURALS)
            }
            JumpOp::LoopEnter | JumpOp::LoopLeave => op(0, Gives::None),
            JumpOp::LoopAgain(to) => op(0, Gives::None).leads(Leads::Back(to)),
            JumpOp::NextItem { list, item, exit } => {
                op(0, Gives::None).leads(Leads::Either(exit)).locals(Locals::Walks { list, item }).passes_on()
            }
            JumpOp::CountDown { count, exit } => {
                op(0, Gives::None).leads(Leads::Either(exit)).locals(Locals::Counts(count))
            }
            JumpOp::Call(code, count) => {
                let called = op(count, Gives::Result).runs(RunsCode::Code(code));
                // What is given may be beyond what a parameter may be.
                if plan.code(code).bounds.is_empty() { called } else { called.may_fail() }
            }
            JumpOp::Run(proc, count) => op(count, Gives::Result).runs(RunsCode::Proc(proc)).passes_on(),
            JumpOp::Return => op(1, Gives::None).leads(Leads::Return).passes_on(),
            JumpOp::StopProc(proc) => op(0, Gives::None).about(Subject::Proc(proc)).may_fail(),
        }
    }
}
