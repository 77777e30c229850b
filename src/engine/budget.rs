//! What one command may use: counts, not clocks, so that a script stops at the same place everywhere.

use super::{Fault, Stop};
use crate::base::{Limits, counted, memory, stop};
use crate::diag::codes::limits;
use crate::dice;

/// What is left of a command's limits, and the limits themselves.
#[derive(Debug, Clone)]
pub(crate) struct CommandBudget {
    /// Steps left; a step that touches much is charged by size.
    pub steps_left: u64,
    /// Steps in one command.
    pub steps: u64,
    /// Calls within calls.
    pub calls: usize,
    /// Calls that are in progress around all that is run.
    pub calls_around: usize,
    /// Items of a list.
    pub list: usize,
    /// Values inside one another.
    pub nesting: usize,
    /// Bytes of a text.
    pub text: usize,
    /// Rounds in which conditions may turn true after one step.
    pub rounds: u32,
    /// Dice, sides and pools.
    pub dice: dice::RollLimits,
    /// Set from outside to stop the run at its next step.
    pub interrupt: Option<std::sync::Arc<std::sync::atomic::AtomicBool>>,
}

impl CommandBudget {
    /// A whole command's worth of these limits.
    pub(crate) fn new(limits: &Limits) -> CommandBudget {
        let small = |limit: u64| u32::try_from(limit).unwrap_or(u32::MAX);
        let size = |limit: u64| usize::try_from(limit).unwrap_or(usize::MAX);
        CommandBudget {
            steps_left: limits.steps,
            steps: limits.steps,
            calls: size(limits.calls),
            calls_around: 0,
            list: size(limits.list_items),
            nesting: size(limits.value_nesting),
            text: size(limits.text_bytes),
            rounds: small(limits.rounds),
            dice: dice::RollLimits {
                dice_left: limits.dice,
                dice: limits.dice,
                sides: small(limits.sides),
                pool: small(limits.pool),
            },
            interrupt: None,
        }
    }

    /// A whole command's worth again.
    pub(crate) fn renew(&mut self) {
        self.steps_left = self.steps;
        self.dice.dice_left = self.dice.dice;
    }

    /// Takes steps off.
    ///
    /// # Errors
    /// None are left.
    pub(crate) fn charge(&mut self, steps: u64) -> Result<(), Stop> {
        match self.steps_left.checked_sub(steps) {
            Some(left) => {
                self.steps_left = left;
                Ok(())
            }
            None => {
                self.steps_left = 0;
                let limit = self.steps;
                Err(Stop::limit(
                    &limits::STEPS,
                    format!("stopped after {}, the limit of one command", counted(limit, "step")),
                ))
            }
        }
    }

    /// Whether to stop: somebody asked for it, or too much memory is held.
    ///
    /// # Errors
    /// It is to stop.
    pub(crate) fn look_up(&self) -> Result<(), Stop> {
        if self.interrupt.as_ref().is_some_and(|flag| stop::is_set(flag)) {
            return Err(Stop::Interrupted);
        }
        if memory::is_full() {
            return Err(Stop::limit(
                &limits::LIVE_BYTES,
                "stopped: more memory is needed than a command may take".to_owned(),
            ));
        }
        Ok(())
    }

    /// Refuses a list that would be too long.
    ///
    /// # Errors
    /// The list is longer than the limit.
    pub(crate) fn list(&mut self, items: usize) -> Result<(), Stop> {
        if items > self.list {
            let limit = self.list;
            return Err(Stop::limit(&limits::LIST, format!("a list of {items} items; the limit is {limit}")));
        }
        self.charge(items as u64 / 4)
    }

    /// Refuses one more item where a list already holds as many as it may. What grows one by one is charged
    /// one by one.
    ///
    /// # Errors
    /// It does.
    pub(crate) fn grows(&mut self, items: usize) -> Result<(), Stop> {
        if items >= self.list { self.list(items + 1) } else { self.charge(1) }
    }

    /// Refuses a text that would be too long.
    ///
    /// # Errors
    /// The text is longer than the limit.
    pub(crate) fn text(&mut self, bytes: usize) -> Result<(), Stop> {
        if bytes > self.text {
            let limit = self.text;
            return Err(Stop::limit(&limits::TEXT, format!("a text of {bytes} bytes; the limit is {limit}")));
        }
        self.charge(bytes as u64 / 16)
    }

    /// Refuses calls within calls that go too deep.
    ///
    /// # Errors
    /// They do.
    pub(crate) fn depth(&self, calls: usize) -> Result<(), Stop> {
        if calls.saturating_add(self.calls_around) <= self.calls {
            return Ok(());
        }
        let limit = self.calls;
        let fault = Fault::new(&limits::CALLS, format!("calls are nested deeper than {limit}"));
        Err(Stop::Fault(Fault { is_limit: true, ..fault }))
    }
}
