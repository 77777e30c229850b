//! Where the machine goes on.

use crate::engine::step::{CodeFlow, Step};
use crate::engine::{Host, Stop};
use crate::plan::{JumpOp, Value};

impl Step<'_> {
    pub(super) fn take_jump(&mut self, host: &mut Host<'_>, pc: u32, op: JumpOp) -> Result<CodeFlow, Stop> {
        match op {
            JumpOp::Skip(to) => Ok(CodeFlow::Jump(to)),
            JumpOp::SkipUnless(to) => {
                let yes = self.pop_yes_no()?;
                Ok(if yes { CodeFlow::Next } else { CodeFlow::Jump(to) })
            }
            JumpOp::SkipIfSet { local, to } => {
                let set = *self.local(local) != Value::Unset;
                Ok(if set { CodeFlow::Jump(to) } else { CodeFlow::Next })
            }
            JumpOp::SkipIfPresent(to) => {
                if *self.peek(0) != Value::Nothing {
                    return Ok(CodeFlow::Jump(to));
                }
                self.pop();
                Ok(CodeFlow::Next)
            }
            JumpOp::SkipUnlessWaiting(to) => {
                let waits = host.leaves_dice() && !self.wants_natural();
                Ok(if waits { CodeFlow::Next } else { CodeFlow::Jump(to) })
            }
            JumpOp::LoopEnter => {
                self.begin_loop(pc);
                Ok(CodeFlow::Next)
            }
            JumpOp::LoopAgain(to) => {
                self.begin_pass();
                Ok(CodeFlow::Jump(to))
            }
            JumpOp::LoopLeave => {
                self.end_loop();
                Ok(CodeFlow::Next)
            }
            JumpOp::NextItem { list, item, exit } => self.next_item(list, item, exit),
            JumpOp::CountDown { count, exit } => Ok(self.count_down(count, exit)),
            JumpOp::Call(code, count) => {
                // What luck decides as a whole is not run.
                self.keeps_to_bounds(code, count as usize)?;
                match self.decided(host, (code, None), count)? {
                    Some(flow) => Ok(flow),
                    None => self.call(host, code, count),
                }
            }
            JumpOp::Run(proc, count) => self.run_proc(host, proc, count),
            JumpOp::Return => self.leave(host),
            JumpOp::StopProc(proc) => self.stop_proc(host, proc),
        }
    }
}
