//! Where the machine is.

use std::sync::Arc;

use super::ActiveTimer;
use crate::check::program::ProcId;
use crate::plan::CodeId;

/// A piece of code in progress.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Frame {
    /// The code.
    pub code: CodeId,
    /// The next step.
    pub pc: u32,
    /// The step of the code around it that runs it.
    pub from: u32,
    /// Where its locals begin on the stack.
    pub base: u32,
    /// The procedure that it is, for `stop` by name and for the place of events.
    pub proc: Option<ProcId>,
    /// Whether its value is dropped: what runs in between has none.
    pub drops: bool,
    /// How many loops were open when it began.
    pub loops: u32,
    /// The timer that has run out, where this code looks whether it may.
    pub timer: Option<Arc<ActiveTimer>>,
}

/// How far loops have come, outermost first: where each began and its passes so far. It orders
/// machines from least to most advanced and is no part of what they are.
#[derive(Debug, Clone, Default)]
pub(crate) struct Progress(pub Vec<(u32, u32)>);

impl PartialEq for Progress {
    fn eq(&self, _: &Progress) -> bool {
        true
    }
}

impl Eq for Progress {}

impl std::hash::Hash for Progress {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}
