//! In debug builds, and so in all tests, each step is held to what it says of itself: how much it takes and
//! gives, which locals it looks at and sets, and that nothing has happened where it stops to ask. In play this
//! is nothing, and costs nothing.

use super::Stop;
use super::machine::{Flow, Host, Machine};
#[cfg(debug_assertions)]
use crate::plan::Does;
use crate::plan::{Code, Op, Plan};

/// What a step has done to the stack.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// The least height that the stack had.
    #[cfg(debug_assertions)]
    low: std::cell::Cell<usize>,
    /// The first locals that were looked at, and that were set, as bits.
    #[cfg(debug_assertions)]
    locals: std::cell::Cell<(u128, u128)>,
}

/// How things stand before a step.
#[cfg(debug_assertions)]
#[derive(Debug, Clone, Copy)]
pub(super) struct Before {
    pub(super) height: usize,
    pub(super) frames: usize,
}

#[cfg(debug_assertions)]
impl Seen {
    /// A step begins.
    pub(super) fn begin(&self, height: usize) {
        self.low.set(height);
        self.locals.set((0, 0));
    }

    /// The stack shrinks to this height.
    pub(super) fn shrink(&self, height: usize) {
        self.low.set(self.low.get().min(height));
    }

    /// A local is looked at.
    pub(super) fn reads(&self, local: u32) {
        let (read, set) = self.locals.get();
        self.locals.set((read | bit(local), set));
    }

    /// A local is set.
    pub(super) fn sets(&self, local: u32) {
        let (read, set) = self.locals.get();
        self.locals.set((read, set | bit(local)));
    }

    /// Holds a step that was taken to what it says of itself. `after` is how things stand now, where the step
    /// has not called other code.
    pub(super) fn hold(&self, does: &Does, what: &dyn std::fmt::Debug, before: Before, after: Option<usize>) {
        let takes = does.takes as usize;
        let below = before.height.saturating_sub(takes);
        assert!(self.low.get() >= below, "{what:?} takes more than {takes} values");
        if let Some(after) = after {
            let keeps = after == before.height && does.keeps();
            let given = below + does.given() as usize;
            assert!(
                after == given || keeps || does.leads_away(after, below),
                "{what:?} leaves {after} values of {}, not {given}",
                before.height
            );
        }
        let (read, set) = self.locals.get();
        if let Some(declared) = does.locals.read() {
            let declared = declared.map(bit).fold(0, |all, bit| all | bit);
            assert!(read & !declared == 0, "{what:?} looks at a local that it does not name");
        }
        let declared = (0..u128::BITS).filter(|local| does.locals.changes(*local)).map(bit);
        let declared = declared.fold(0, |all, bit| all | bit);
        // What is called has its own locals, and gets them from the caller.
        assert!(after.is_none() || set & !declared == 0, "{what:?} sets a local that it does not name");
    }

    /// Holds a step that stopped to ask to having done nothing.
    pub(super) fn hold_stopped(&self, what: &dyn std::fmt::Debug, before: Before, now: Before) {
        let same =
            self.low.get() >= before.height && now.height == before.height && now.frames == before.frames;
        assert!(same && self.locals.get().1 == 0, "{what:?} stopped half done");
    }
}

#[cfg(debug_assertions)]
fn bit(local: u32) -> u128 {
    1u128.checked_shl(local).unwrap_or(0)
}

#[cfg(not(debug_assertions))]
impl Seen {
    #[inline]
    pub(super) fn shrink(&self, _: usize) {}

    #[inline]
    pub(super) fn reads(&self, _: u32) {}

    #[inline]
    pub(super) fn sets(&self, _: u32) {}
}

/// What was seen is no part of what a machine is.
impl PartialEq for Seen {
    fn eq(&self, _: &Seen) -> bool {
        true
    }
}

impl Eq for Seen {}

impl std::hash::Hash for Seen {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl Machine {
    /// Takes a step; in debug builds, holds it to what it says of itself.
    pub(super) fn held_step(
        &mut self,
        plan: &Plan,
        host: &mut Host<'_>,
        code: &Code,
        pc: u32,
        op: Op,
    ) -> Result<Flow, Stop> {
        #[cfg(not(debug_assertions))]
        return self.step(plan, host, code, pc, op);
        #[cfg(debug_assertions)]
        {
            let stands =
                |machine: &Machine| Before { height: machine.stack.len(), frames: machine.frames.len() };
            let before = stands(self);
            self.seen.begin(before.height);
            let flow = self.step(plan, host, code, pc, op);
            match &flow {
                Ok(Flow::Next | Flow::Jump(_)) => {
                    self.seen.hold(&op.does(plan), &op, before, Some(self.stack.len()));
                }
                // Who leaves code takes its locals along.
                Ok(Flow::Switch | Flow::Done) if self.frames.len() >= before.frames => {
                    self.seen.hold(&op.does(plan), &op, before, None);
                }
                Err(Stop::Asks(_) | Stop::Orders(_) | Stop::Forks) => {
                    self.seen.hold_stopped(&op, before, stands(self));
                }
                Ok(Flow::Switch | Flow::Done) | Err(Stop::Fault(_) | Stop::Interrupted) => {}
            }
            flow
        }
    }
}
