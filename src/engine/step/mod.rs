//! A step of the machine: all that it does to the stack, to what is in progress and to what is in play goes
//! through here, and in debug builds is held to what the step says of itself.
//!
//! The machine is private to this folder: `stack` takes and puts values, `control` begins and ends what is in
//! progress, `calls` runs code within code, `world` looks at and changes what is in play, `seen` notes all of that
//! in debug builds. What each operation does stands in `ops`, in terms of these alone.

mod ahead;
mod calls;
mod control;
mod seen;
mod stack;
mod world;

pub(super) use calls::Back;

use self::seen::Seen;
use super::machine::Machine;
use super::{Event, EventKind, Frame, Host, Stop, When};
use crate::base::Span;
use crate::check::program::Param;
use crate::plan::{Code, Op, Plan};

/// A machine while it takes a step of a plan.
pub(super) struct Step<'m> {
    machine: &'m mut Machine,
    plan: &'m Plan,
    seen: Seen,
}

/// What a step does to the place in the code.
pub(in crate::engine) enum CodeFlow {
    /// On to the next step.
    Next,
    /// On to another step of the same code.
    Jump(u32),
    /// Frames have changed; go on with the innermost.
    Switch,
    /// The outermost code has ended.
    Done,
}

impl<'m> Step<'m> {
    /// A step of a machine.
    pub(in crate::engine) fn of(machine: &'m mut Machine, plan: &'m Plan) -> Step<'m> {
        Step { machine, plan, seen: Seen::default() }
    }

    /// Takes a step of the code; in debug builds, holds it to what it says of itself.
    pub(in crate::engine) fn take(
        mut self,
        host: &mut Host<'_>,
        code: &Code,
        pc: u32,
        op: Op,
    ) -> Result<CodeFlow, Stop> {
        #[cfg(not(debug_assertions))]
        return self.step(host, code, pc, op);
        #[cfg(debug_assertions)]
        {
            let before = self.stands();
            self.seen.begin(before);
            let flow = self.step(host, code, pc, op);
            let now = self.stands();
            match &flow {
                Ok(CodeFlow::Next | CodeFlow::Jump(_)) => {
                    self.seen.hold(&op.does(self.plan), &op, before, Some(now))
                }
                // Who leaves code takes its locals along.
                Ok(CodeFlow::Switch | CodeFlow::Done) if now.frames >= before.frames => {
                    self.seen.hold(&op.does(self.plan), &op, before, None);
                }
                Err(Stop::Asks(_) | Stop::Orders(_) | Stop::Forks) => {
                    self.seen.hold_stopped(&op, before, now);
                }
                Ok(CodeFlow::Switch | CodeFlow::Done) | Err(Stop::Fault(_) | Stop::Interrupted) => {}
            }
            flow
        }
    }

    /// How things stand.
    #[cfg(debug_assertions)]
    fn stands(&self) -> seen::Stands {
        let Machine { stack, frames, controls, .. } = &*self.machine;
        seen::Stands { height: stack.len(), frames: frames.len(), controls: controls.len() }
    }

    /// What the machine runs.
    pub(in crate::engine) fn plan(&self) -> &'m Plan {
        self.plan
    }

    /// The code in progress, innermost last.
    pub(in crate::engine) fn frames(&self) -> &[Frame] {
        &self.machine.frames
    }

    /// The innermost code in progress, and where it is.
    pub(in crate::engine) fn here(&self) -> Option<(&'m Code, u32)> {
        self.machine.frames.last().map(|frame| (&**self.plan.code(frame.code), frame.pc))
    }

    /// The input whose value the step before this one put on the stack.
    pub(in crate::engine) fn input_taken(&self) -> Option<&'m Param> {
        let frame = self.machine.frames.last()?;
        let Op::Local(local) = *self.plan.code(frame.code).ops.get(frame.pc.checked_sub(1)? as usize)? else {
            return None;
        };
        let program = &self.plan.program;
        let function = self.plan.fns.iter().position(|code| *code == frame.code);
        let procedure = self.plan.procs.iter().position(|code| *code == frame.code);
        let params = match (function, procedure) {
            (Some(at), _) => &program.fns.get(at)?.params,
            (None, Some(at)) => &program.procs.get(at)?.params,
            (None, None) => return None,
        };
        params.get(local as usize)
    }

    /// Where this step was written.
    pub(in crate::engine) fn span(&self) -> Option<Span> {
        self.here().and_then(|(code, pc)| code.span(pc))
    }

    /// Looks at something for those alone who are told of it.
    pub(in crate::engine) fn aside<T>(&self, look: impl FnOnce(&Step<'_>) -> T) -> T {
        let before = self.seen.aside();
        let found = look(self);
        self.seen.restore(before);
        found
    }

    /// Tells the log, if anybody reads it.
    pub(in crate::engine) fn tell(&self, host: &mut Host<'_>, kind: impl FnOnce(&Step<'_>) -> EventKind) {
        if !host.log.wants() {
            return;
        }
        let span = self.span().filter(|span| span.source.0 != u32::MAX);
        let within = self.machine.within(self.plan);
        let at = When { turn: 0, clocks: self.machine.state.clocks.clone() };
        host.log.event(Event { kind: self.aside(kind), span, within, at });
    }
}
