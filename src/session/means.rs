//! What a session may use, and who may stop it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::base::{Limits, stop};
use crate::engine::CommandBudget;
use crate::odds::Exact;

/// Limits, and the flag that stops whatever runs.
#[derive(Debug, Clone, Default)]
pub(super) struct Means {
    limits: Limits,
    interrupt: Option<Arc<AtomicBool>>,
}

impl Means {
    /// These limits, and nobody who stops anything.
    pub(crate) fn new(limits: Limits) -> Means {
        Means { limits, interrupt: None }
    }

    /// The limits in force.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Stops whatever runs soon after the flag is set.
    pub(crate) fn set_interrupt(&mut self, flag: Arc<AtomicBool>) {
        self.interrupt = Some(flag);
    }

    /// The same limits, for what stops soon after another flag is set.
    pub(crate) fn until(&self, interrupt: Option<Arc<AtomicBool>>) -> Means {
        Means { interrupt, ..self.clone() }
    }

    /// The flag.
    pub(crate) fn interrupt(&self) -> Option<Arc<AtomicBool>> {
        self.interrupt.clone()
    }

    /// Whether the flag is set.
    pub(crate) fn is_to_stop(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|flag| stop::is_set(flag))
    }

    /// While this lives, what is read and checked stops soon after the flag is set, too.
    pub(crate) fn heed(&self) -> stop::Heed {
        // Whoever has no flag may stand in somebody's way who has one.
        stop::heed(self.interrupt().or_else(stop::heeded))
    }

    /// What one command may use.
    pub(crate) fn budget(&self) -> CommandBudget {
        CommandBudget { interrupt: self.interrupt(), ..CommandBudget::new(&self.limits) }
    }

    /// Who knows distributions while something runs.
    pub(crate) fn exact(&self) -> Exact {
        Exact::new(&self.limits).with_interrupt(self.interrupt()).rounding()
    }
}
