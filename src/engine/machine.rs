//! The machine: a stack, the frames of what is in progress, and the state in play.

use std::sync::Arc;

use super::control::Control;
use super::{CallerGets, Frame, Looks, LoopProgress, Notes, State};
use crate::plan::{Code, CodeId, Plan, Value, ValueFormatter};

/// Where a run begins.
#[derive(Debug, Clone)]
pub(crate) struct EntryPoint {
    /// The code.
    pub code: CodeId,
    /// Its arguments.
    pub args: Vec<Value>,
}

impl EntryPoint {
    /// Code without arguments.
    pub(crate) fn new(code: CodeId) -> EntryPoint {
        EntryPoint { code, args: Vec::new() }
    }
}

/// A run in progress. Two machines that are equal go on equally.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Machine {
    /// Locals and operands.
    pub stack: Vec<Value>,
    /// What is in progress, outermost first.
    pub frames: Vec<Frame>,
    /// The state in play.
    pub state: State,
    /// What is in progress that takes more than a step, innermost last.
    pub controls: Vec<Control>,
    /// How far loops have come.
    pub progress: LoopProgress,
    /// What this run looks at and changes, where that is asked for.
    pub notes: Notes,
    /// Whether it looked at a number that is open.
    pub looks: Looks,
}

impl Machine {
    /// A machine in a state, with nothing to do.
    pub(super) fn idle(state: State) -> Machine {
        Machine {
            stack: Vec::new(),
            frames: Vec::new(),
            state,
            controls: Vec::new(),
            progress: LoopProgress::default(),
            notes: Notes::default(),
            looks: Looks::default(),
        }
    }

    /// A machine about to begin.
    pub(crate) fn begin(plan: &Plan, state: State, entry: EntryPoint) -> Machine {
        let mut machine = Machine::idle(state);
        let count = entry.args.len();
        machine.stack.extend(entry.args);
        machine.push_frame(plan.code(entry.code), entry.code, count, CallerGets::Value);
        machine
    }

    pub(super) fn push_frame(&mut self, code: &Code, id: CodeId, args: usize, gives: CallerGets) {
        let base = self.stack.len().saturating_sub(args);
        let from = self.frames.last().map_or(0, |frame| frame.pc);
        let locals = code.locals as usize;
        self.stack.resize(base + locals.max(args), Value::Unset);
        self.frames.push(Frame {
            code: id,
            pc: 0,
            base: u32::try_from(base).unwrap_or(u32::MAX),
            proc: None,
            from,
            gives,
            loops: u32::try_from(self.progress.loops().len()).unwrap_or(u32::MAX),
            timer: None,
        });
    }

    /// The procedures in progress, outermost first.
    pub(crate) fn within(&self, plan: &Plan) -> Arc<[Arc<str>]> {
        let procedures = self.frames.iter().filter(|frame| frame.proc.is_some());
        procedures.map(|frame| Arc::clone(&plan.code(frame.code).name)).collect()
    }
}

/// A value as people read it, with the names of records from a state.
pub(crate) fn show(plan: &Plan, state: &State, value: &Value) -> String {
    ValueFormatter { plan, record: &|roster, record| state.name_of(roster, record) }.show(value)
}

/// The same, a long list by its ends alone.
pub(crate) fn show_briefly(plan: &Plan, state: &State, value: &Value) -> String {
    ValueFormatter { plan, record: &|roster, record| state.name_of(roster, record) }.show_briefly(value)
}
