//! The machine: a stack, the frames of what is in progress, and the state in play.

use std::sync::Arc;

use super::step::{Control, Flow, Step};
use super::{Frame, Host, Looks, Notes, Progress, State, Stop};
use crate::plan::{Code, CodeId, Names, Op, Plan, Value};

/// Where a run begins.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    /// The code.
    pub code: CodeId,
    /// Its arguments.
    pub args: Vec<Value>,
}

impl Entry {
    /// Code without arguments.
    pub(crate) fn new(code: CodeId) -> Entry {
        Entry { code, args: Vec::new() }
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
    pub progress: Progress,
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
            progress: Progress::default(),
            notes: Notes::default(),
            looks: Looks::default(),
        }
    }

    /// A machine about to begin.
    pub(crate) fn begin(plan: &Plan, state: State, entry: Entry) -> Machine {
        let mut machine = Machine::idle(state);
        let count = entry.args.len();
        machine.stack.extend(entry.args);
        machine.push_frame(plan.code(entry.code), entry.code, count, false);
        machine
    }

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
            loop {
                host.budget.charge(1).map_err(|stop| self.place(plan, stop, &code, pc))?;
                if host.budget.steps_left & LOOK_UP == 0 {
                    host.budget.look_up()?;
                }
                let op = *code.ops.get(pc as usize).expect("every way leads to a step of the code");
                let flow = Step::of(self).take(plan, host, &code, pc, op);
                if self.looks.are_met() && self.has_looked(plan, &code, pc, op) {
                    return Err(Stop::Forks);
                }
                match flow.map_err(|stop| self.place(plan, stop, &code, pc))? {
                    Flow::Next => pc += 1,
                    Flow::Jump(to) => pc = to,
                    Flow::Switch => break,
                    Flow::Done => return Ok(self.result()),
                }
                if let Some(frame) = self.frames.last_mut() {
                    frame.pc = pc;
                }
                if matches!(op, Op::LoopAgain(_)) && self.may_rest(host) {
                    return Err(Stop::Forks);
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
    fn may_rest(&self, host: &mut Host<'_>) -> bool {
        let in_procedure = self.frames.last().is_some_and(|frame| frame.proc.is_some());
        in_procedure && host.scripts.is_empty() && host.luck.rests()
    }

    /// Adds the place to a fault that has none, and the calls that led there.
    fn place(&self, plan: &Plan, stop: Stop, code: &Code, pc: u32) -> Stop {
        let Stop::Fault(mut fault) = stop else { return stop };
        if fault.span.is_none() {
            fault.span = code.span(pc).filter(|span| span.source.0 != u32::MAX);
        }
        Stop::Fault(self.with_trail(plan, fault))
    }

    pub(super) fn push_frame(&mut self, code: &Code, id: CodeId, args: usize, drops: bool) {
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
            drops,
            loops: u32::try_from(self.progress.loops().len()).unwrap_or(u32::MAX),
            timer: None,
        });
    }

    /// The procedures in progress, outermost first.
    pub(crate) fn within(&self, plan: &Plan) -> Arc<[Arc<str>]> {
        let procedures = self.frames.iter().filter(|frame| frame.proc.is_some());
        procedures.map(|frame| Arc::clone(&plan.code(frame.code).name)).collect()
    }

    /// Tells that the referee came back to the prompt at which the run waits.
    pub(crate) fn tell_back(&mut self, plan: &Plan, host: &mut Host<'_>) {
        Step::of(self).tell_back(plan, host);
    }

    /// Leaves the step in which the run waits or, outside of one, the procedure.
    ///
    /// # Errors
    /// There is neither.
    pub(crate) fn leave_step(&mut self, plan: &Plan, host: &mut Host<'_>) -> Result<(), Stop> {
        Step::of(self).leave_part(plan, host)
    }
}

/// A value as people read it, with the names of records from a state.
pub(crate) fn show(plan: &Plan, state: &State, value: &Value) -> String {
    Names { plan, record: &|roster, record| state.name_of(roster, record) }.show(value)
}
