//! Running a machine: step by step, to the end or to where it must stop.

use std::sync::Arc;

use super::luck::LoopPass;
use super::step::{CodeFlow, Step};
use super::{Host, Machine, Stop};
use crate::plan::{Code, JumpOp, Op, Plan, Value};

impl Machine {
    /// Runs to the end, or to where it must stop; then the same call goes on.
    ///
    /// # Errors
    /// See [`Stop`]. After [`Stop::Asks`] and [`Stop::Forks`] nothing has changed since the step
    /// began.
    pub(crate) fn run(&mut self, plan: &Plan, host: &mut Host<'_>) -> Result<Value, Stop> {
        const LOOK_UP: u64 = 0xfff;
        loop {
            let Some(frame) = self.frames.last() else {
                return Ok(self.result());
            };
            let code = Arc::clone(plan.code(frame.code));
            let mut pc = frame.pc;
            let has_draws = !code.draws.is_empty() && host.luck.knows_calls();
            let has_cells = !code.cells.is_empty();
            loop {
                host.budget.charge(1).map_err(|stop| self.place(plan, stop, &code, pc))?;
                if host.budget.steps_left & LOOK_UP == 0 {
                    host.budget.look_up()?;
                }
                if has_cells && let Some(until) = Step::of(self, plan).left_out(host, &code, pc) {
                    pc = until;
                    if let Some(frame) = self.frames.last_mut() {
                        frame.pc = pc;
                    }
                    continue;
                }
                if has_draws && let Some(until) = Step::of(self, plan).drawn(host, &code, pc)? {
                    pc = until;
                    if let Some(frame) = self.frames.last_mut() {
                        frame.pc = pc;
                    }
                    continue;
                }
                let op = *code.ops.get(pc as usize).expect("every way leads to a step of the code");
                let flow = Step::of(self, plan).take(host, &code, pc, op);
                if self.looks.are_met() && self.has_looked(plan, &code, pc, op) {
                    return Err(Stop::Forks);
                }
                let at = pc;
                match flow.map_err(|stop| self.place(plan, stop, &code, pc))? {
                    CodeFlow::Next => pc += 1,
                    CodeFlow::Jump(to) => pc = to,
                    CodeFlow::Switch => break,
                    CodeFlow::Done => return Ok(self.result()),
                }
                if let Some(frame) = self.frames.last_mut() {
                    frame.pc = pc;
                }
                if let Op::Jump(JumpOp::LoopAgain(from)) = op {
                    let code = (&*code.ops, from, at);
                    if self.may_rest(host, code) {
                        return Err(Stop::Forks);
                    }
                }
            }
        }
    }

    /// Whether a step has looked at an open number; those that only hand values on have not.
    fn has_looked(&self, plan: &Plan, code: &Code, pc: u32, op: Op) -> bool {
        if op.does(plan).passes_on || code.told.at(pc).is_some() {
            self.looks.handed_on();
        }
        self.looks.seen().is_some()
    }

    /// The value that the outermost code gave.
    fn result(&mut self) -> Value {
        self.stack.pop().expect("code gives a value")
    }

    /// Whether this is the end of a pass of a procedure's loop at which luck lets the machine rest.
    fn may_rest(&self, host: &mut Host<'_>, (ops, from, to): (&[Op], u32, u32)) -> bool {
        let Some(frame) = self.frames.last().filter(|frame| frame.proc.is_some()) else { return false };
        host.scripts.is_empty() && host.luck.rests(&LoopPass { ops, code: frame.code, from, to })
    }

    /// Adds the place to a fault that has none, and the calls that led there.
    fn place(&self, plan: &Plan, stop: Stop, code: &Code, pc: u32) -> Stop {
        let Stop::Fault(mut fault) = stop else { return stop };
        if fault.span.is_none() {
            fault.span = code.span(pc).filter(|span| span.source.0 != u32::MAX);
        }
        Stop::Fault(self.with_trail(plan, fault))
    }

    /// Tells that the referee came back to the prompt at which the run waits.
    pub(crate) fn tell_back(&mut self, plan: &Plan, host: &mut Host<'_>) {
        Step::of(self, plan).tell_back(host);
    }

    /// Leaves the step in which the run waits or, outside of one, the procedure.
    ///
    /// # Errors
    /// There is neither.
    pub(crate) fn leave_step(&mut self, plan: &Plan, host: &mut Host<'_>) -> Result<(), Stop> {
        Step::of(self, plan).leave_part(host)
    }
}
