//! The machine: a stack, the frames of what is in progress, and the state in play.

use std::collections::VecDeque;
use std::sync::Arc;

use super::{
    Answers, Budget, Chance, Control, DiceFaces, DiceRequest, Event, EventKind, Fault, Frame, Log, Looks,
    Notes, Point, Progress, Seen, Spot, State, Stop, When,
};
use crate::check::program::{ProcId, TableId};
use crate::diag::codes::running;
use crate::engine::luck::Scripted;
use crate::plan::{Code, CodeId, Names, Op, Plan, QuerySite, Value};

/// Answers questions about distributions; what does so stands above the engine.
pub trait Oracle {
    /// The value of `odds`, `chance` and the like, from the state in play, which stays as it is.
    ///
    /// # Errors
    /// What is asked about goes wrong, or is too large.
    fn query(&self, plan: &Plan, state: &State, site: &QuerySite, captured: &[Value]) -> Result<Value, Stop>;

    /// In what proportions a table's die gives its rows.
    ///
    /// # Errors
    /// As [`Oracle::query`].
    fn row_weights(
        &self,
        plan: &Plan,
        state: &State,
        table: TableId,
        args: &[Value],
    ) -> Result<Vec<u64>, Stop>;
}

/// What the machine needs from outside: luck, decisions, somebody to tell, and limits.
pub struct Host<'a> {
    /// Luck.
    pub luck: &'a mut dyn Chance,
    /// Decisions.
    pub answers: &'a mut dyn Answers,
    /// Who is told.
    pub log: &'a mut dyn Log,
    /// Who knows distributions.
    pub oracle: Option<&'a dyn Oracle>,
    /// What may be used.
    pub budget: &'a mut Budget,
    /// Dice that tests give for a while, innermost last, with the frame that gave them.
    pub scripts: Vec<(usize, Scripted)>,
    /// Whether dice are asked for before they are rolled.
    pub(super) by_hand: bool,
    /// Whether rows are ruled on before they are applied.
    pub(super) rules: bool,
    /// What the roll in progress is of, where dice are asked for.
    pub(super) rolling: String,
    /// Faces that a person rolled for the roll in progress; `None` is left to luck.
    pub(super) hand: VecDeque<Option<u64>>,
}

impl<'a> Host<'a> {
    /// A host without scripts.
    pub fn new(
        luck: &'a mut dyn Chance,
        answers: &'a mut dyn Answers,
        log: &'a mut dyn Log,
        oracle: Option<&'a dyn Oracle>,
        budget: &'a mut Budget,
    ) -> Host<'a> {
        let (by_hand, rules) = (answers.rolls_by_hand(), answers.rules());
        Host {
            luck,
            answers,
            log,
            oracle,
            budget,
            rolling: String::new(),
            scripts: Vec::new(),
            by_hand,
            rules,
            hand: VecDeque::new(),
        }
    }

    pub(super) fn decide(&mut self, point: Point<'_>) -> Result<Option<Value>, Stop> {
        if self.scripts.is_empty() && !self.by_hand { self.luck.decide(point) } else { Ok(None) }
    }

    pub(super) fn below(&mut self, n: u64) -> Result<u64, Stop> {
        match self.scripts.last_mut() {
            Some((_, script)) => script.below(n),
            None if self.by_hand => match self.by_hand(n)? {
                Some(face) => Ok(face.saturating_sub(1)),
                None => self.luck.below(n),
            },
            None => self.luck.below(n),
        }
    }

    /// The next face that a person rolled, asked for where none is in hand; `None` for luck's.
    fn by_hand(&mut self, sides: u64) -> Result<Option<u64>, Stop> {
        if self.luck.has_given() {
            return Ok(None);
        }
        if self.hand.is_empty() {
            let die = format!("d{sides}");
            let faces = DiceFaces::Sides(sides);
            let of = self.rolling.clone();
            let request = DiceRequest { of, expr: die.clone(), die, faces, count: 1, span: None };
            self.hand.extend(self.answers.dice(&request)?);
        }
        Ok(self.hand.pop_front().flatten())
    }

    /// Asks a person for dice that are about to be rolled together.
    pub(super) fn gather(&mut self, request: impl FnOnce() -> DiceRequest) -> Result<(), Stop> {
        self.hand.clear();
        if self.by_hand && self.scripts.is_empty() && !self.luck.has_given() {
            let request = request();
            self.rolling.clone_from(&request.of);
            // Dice of several kinds are asked for one by one.
            if request.count > 0 {
                self.hand.extend(self.answers.dice(&request)?);
            }
        }
        Ok(())
    }
}

/// Faces for pools, from the innermost script or from luck.
impl crate::dice::Luck for Host<'_> {
    type Stop = Stop;

    fn face(&mut self, sides: u32) -> Result<u32, Stop> {
        match self.scripts.last_mut() {
            Some((_, script)) => script.face(sides),
            None if self.by_hand => match self.by_hand(u64::from(sides))? {
                Some(face) => Ok(u32::try_from(face).unwrap_or(sides)),
                None => self.luck.face(sides),
            },
            None => self.luck.face(sides),
        }
    }
}

/// Where a run begins.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The code.
    pub code: CodeId,
    /// Its arguments.
    pub args: Vec<Value>,
}

impl Entry {
    /// Code without arguments.
    pub fn new(code: CodeId) -> Entry {
        Entry { code, args: Vec::new() }
    }
}

/// Calls in a circle that are named, at most.
const LONGEST_ROUND: usize = 8;

/// A run in progress. Two machines that are equal go on equally.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Machine {
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
    /// What the step in progress has done, in debug builds.
    pub seen: Seen,
}

/// What a step does to the place in the code.
pub(super) enum Flow {
    /// On to the next step.
    Next,
    /// On to another step of the same code.
    Jump(u32),
    /// Frames have changed; go on with the innermost.
    Switch,
    /// The outermost code has ended.
    Done,
}

/// How the caller goes on after code that a step runs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Back {
    /// The value is dropped.
    drops: bool,
    /// The step is taken again.
    again: bool,
}

impl Back {
    /// After the step, which gives the value of the code.
    const AFTER_WITH_VALUE: Back = Back { drops: false, again: false };
    /// After the step, which gives nothing.
    pub(super) const AFTER: Back = Back { drops: true, again: false };
    /// With the step once more.
    const AGAIN: Back = Back { drops: true, again: true };
    /// With the step once more, which takes the value of the code.
    pub(super) const AGAIN_WITH_VALUE: Back = Back { drops: false, again: true };
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
            seen: Seen::default(),
        }
    }

    /// A machine about to begin.
    pub fn begin(plan: &Plan, state: State, entry: Entry) -> Machine {
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
    pub fn run(&mut self, plan: &Plan, host: &mut Host<'_>) -> Result<Value, Stop> {
        const LOOK_UP: u64 = 0xfff;
        loop {
            let Some(frame) = self.frames.last() else {
                return Ok(self.pop());
            };
            let code = Arc::clone(plan.code(frame.code));
            let mut pc = frame.pc;
            loop {
                host.budget.charge(1).map_err(|stop| self.place(plan, stop, &code, pc))?;
                if host.budget.steps_left & LOOK_UP == 0 {
                    host.budget.look_up()?;
                }
                let op = *code.ops.get(pc as usize).expect("every way leads to a step of the code");
                let flow = self.held_step(plan, host, &code, pc, op);
                if self.looks.are_met() && self.has_looked(&code, pc, op) {
                    return Err(Stop::Forks);
                }
                match flow.map_err(|stop| self.place(plan, stop, &code, pc))? {
                    Flow::Next => pc += 1,
                    Flow::Jump(to) => pc = to,
                    Flow::Switch => break,
                    Flow::Done => return Ok(self.pop()),
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
    fn has_looked(&self, code: &Code, pc: u32, op: Op) -> bool {
        let hands_on = matches!(
            op,
            Op::Local(_)
                | Op::SetLocal(_)
                | Op::SetGlobal(_)
                | Op::Pop
                | Op::SkipIfSet { .. }
                | Op::SkipIfPresent(_)
                | Op::NextItem { .. }
                | Op::Field(_)
                | Op::MakeParts(_)
                | Op::MakeList(_)
                | Op::SetField(_)
                | Op::StoreField(_)
                | Op::Run(..)
                | Op::Say
                | Op::Note
                | Op::Return
        );
        if hands_on || code.told.at(pc).is_some() {
            self.looks.handed_on();
        }
        self.looks.seen().is_some()
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

    fn push_frame(&mut self, code: &Code, id: CodeId, args: usize, drops: bool) {
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
            loops: u32::try_from(self.progress.0.len()).unwrap_or(u32::MAX),
            timer: None,
        });
    }

    /// Refuses calls within calls that go too deep, and names what calls itself.
    fn may_call(&self, plan: &Plan, host: &Host<'_>, code: CodeId) -> Result<(), Stop> {
        host.budget.depth(self.frames.len()).map_err(|stop| match stop {
            Stop::Fault(fault) => {
                let before = self.frames.iter().rev().map(|frame| frame.code);
                let round: Vec<CodeId> = before.take_while(|of| *of != code).take(LONGEST_ROUND).collect();
                let names = round.iter().rev().map(|of| &*plan.code(*of).name);
                let name = &*plan.code(code).name;
                let all: Vec<&str> = std::iter::once(name).chain(names).chain([name]).collect();
                let is_round =
                    round.len() < LONGEST_ROUND && self.frames.iter().any(|frame| frame.code == code);
                let fault = fault
                    .help("something calls itself without an end; give it a condition under which it stops");
                let what = format!("in a circle: {}", all.join(" → "));
                Stop::Fault(if is_round { fault.help(what) } else { fault })
            }
            other => other,
        })
    }

    /// Calls code with the topmost `args` values; the caller goes on after this step with its value.
    pub(super) fn call(
        &mut self,
        plan: &Plan,
        host: &Host<'_>,
        code: CodeId,
        args: u32,
    ) -> Result<Flow, Stop> {
        self.run_code(plan, host, code, args as usize, Back::AFTER_WITH_VALUE)
    }

    /// Runs code with arguments; its value is dropped, and this step is then taken again.
    pub(super) fn interrupt(
        &mut self,
        plan: &Plan,
        host: &Host<'_>,
        code: CodeId,
        args: &[Value],
    ) -> Result<Flow, Stop> {
        self.stack.extend_from_slice(args);
        self.run_code(plan, host, code, args.len(), Back::AGAIN)
    }

    /// Runs code with the topmost `args` values.
    pub(super) fn run_code(
        &mut self,
        plan: &Plan,
        host: &Host<'_>,
        code: CodeId,
        args: usize,
        back: Back,
    ) -> Result<Flow, Stop> {
        self.may_call(plan, host, code)?;
        self.push_frame(plan.code(code), code, args, back.drops);
        if let [.., caller, _] = self.frames.as_mut_slice()
            && !back.again
        {
            caller.pc += 1;
        }
        Ok(Flow::Switch)
    }

    /// Ends the innermost code with the value on top of the stack.
    pub(super) fn leave(&mut self, host: &mut Host<'_>) -> Result<Flow, Stop> {
        let value = self.pop();
        self.end_scripts(host)?;
        let Some(frame) = self.frames.pop() else { return Ok(Flow::Done) };
        self.notes.shrink(frame.base as usize);
        self.stack.truncate(frame.base as usize);
        self.progress.0.truncate(frame.loops as usize);
        self.drop_doings(self.frames.len());
        if !frame.drops {
            self.stack.push(value);
        }
        Ok(if self.frames.is_empty() { Flow::Done } else { Flow::Switch })
    }

    /// Scripts that the innermost code began and did not end must have come up.
    fn end_scripts(&self, host: &mut Host<'_>) -> Result<(), Stop> {
        while host.scripts.last().is_some_and(|(depth, _)| *depth >= self.frames.len()) {
            end_script(host)?;
        }
        Ok(())
    }

    /// Unwinds to the running procedure of this id and goes to its end.
    pub(super) fn stop_proc(&mut self, plan: &Plan, host: &mut Host<'_>, proc: ProcId) -> Result<Flow, Stop> {
        let Some(at) = self.frames.iter().rposition(|frame| frame.proc == Some(proc)) else {
            let name = plan.program.procs.get(proc.index()).map_or("it", |proc| &proc.def.name);
            return Err(Fault::new(&running::NOT_RUNNING, format!("`{name}` is not running")).into());
        };
        while self.frames.len() > at + 1 {
            self.end_scripts(host)?;
            self.frames.pop();
        }
        self.drop_doings(at);
        if let Some(frame) = self.frames.last_mut() {
            let code = plan.code(frame.code);
            frame.pc = code.end;
            let locals = frame.base as usize + code.locals as usize;
            self.progress.0.truncate(frame.loops as usize);
            self.notes.shrink(locals);
            self.stack.truncate(locals);
        }
        self.stack.push(Value::Nothing);
        Ok(Flow::Switch)
    }

    /// The topmost value, taken. The plan never takes more than it put there.
    pub(super) fn pop(&mut self) -> Value {
        self.take_notes_from(self.stack.len().saturating_sub(1));
        let value = self.stack.pop().expect("a step takes no more than the plan put there");
        self.looks.look(&value);
        value
    }

    /// What lies on the stack from this height on is looked at and taken.
    fn take_notes_from(&self, height: usize) {
        self.seen.shrink(height);
        self.look_from(height);
        self.notes.shrink(height);
    }

    /// What lies on the stack from this height on is looked at.
    pub(super) fn look_from(&self, height: usize) {
        for at in height..self.stack.len() {
            self.notes.read(Spot::Slot(u32::try_from(at).unwrap_or(u32::MAX)));
        }
    }

    /// Drops what lies on the stack from this height on.
    pub(super) fn drop_from(&mut self, height: usize) {
        self.seen.shrink(height);
        self.notes.shrink(height);
        self.stack.truncate(height);
    }

    /// The topmost `count` values, taken, in the order they were put.
    pub(super) fn pop_many(&mut self, count: usize) -> Vec<Value> {
        let at = self.stack.len().checked_sub(count).expect("a step takes no more than the plan put there");
        self.take_notes_from(at);
        let values = self.stack.split_off(at);
        values.iter().for_each(|value| self.looks.look(value));
        values
    }

    /// The value `depth` below the topmost one, left where it is.
    pub(super) fn peek(&self, depth: usize) -> &Value {
        let at = self.stack.len().checked_sub(depth + 1).expect("a step looks at what the plan put there");
        self.notes.read(Spot::Slot(u32::try_from(at).unwrap_or(u32::MAX)));
        let value = self.stack.get(at).expect("it lies below the top");
        self.looks.look(value);
        value
    }

    pub(super) fn push(&mut self, value: Value) -> Flow {
        self.stack.push(value);
        Flow::Next
    }

    pub(super) fn local(&self, local: u32) -> &Value {
        let at = self.place_of(local);
        self.seen.reads(local);
        self.notes.read(Spot::Slot(at));
        let value = self.stack.get(at as usize).expect("a local has a place on the stack");
        self.looks.look(value);
        value
    }

    /// The state as a whole is looked at.
    pub(super) fn look_at_state(&self) {
        if self.looks.are_met() {
            let records = self.state.rosters.iter().flatten().flatten();
            let fields = records.flat_map(|record| &record.fields);
            self.state.globals.iter().chain(fields).for_each(|value| self.looks.look(value));
        }
    }

    pub(super) fn local_mut(&mut self, local: u32) -> &mut Value {
        let at = self.place_of(local);
        self.seen.reads(local);
        self.seen.sets(local);
        self.notes.read(Spot::Slot(at));
        self.notes.write(Spot::Slot(at));
        self.stack.get_mut(at as usize).expect("a local has a place on the stack")
    }

    pub(super) fn set_local(&mut self, local: u32, value: Value) {
        let at = self.place_of(local);
        self.seen.sets(local);
        self.notes.write(Spot::Slot(at));
        *self.stack.get_mut(at as usize).expect("a local has a place on the stack") = value;
    }

    fn place_of(&self, local: u32) -> u32 {
        self.frames.last().expect("locals belong to code in progress").base + local
    }

    /// A value as people read it.
    pub fn show(&self, plan: &Plan, value: &Value) -> String {
        show(plan, &self.state, value)
    }

    /// A value as a part of what is said.
    pub(super) fn spoken(&self, plan: &Plan, value: &Value) -> String {
        spoken(plan, &self.state, value)
    }

    /// The procedures in progress, outermost first.
    pub fn within(&self, plan: &Plan) -> Arc<[Arc<str>]> {
        let procedures = self.frames.iter().filter(|frame| frame.proc.is_some());
        procedures.map(|frame| Arc::clone(&plan.code(frame.code).name)).collect()
    }

    /// Tells the log, if anybody reads it.
    pub(super) fn tell(&self, plan: &Plan, host: &mut Host<'_>, kind: impl FnOnce(&Machine) -> EventKind) {
        if !host.log.wants() {
            return;
        }
        let innermost = self.frames.last();
        let span = innermost.and_then(|frame| plan.code(frame.code).span(frame.pc));
        let within = self.within(plan);
        let span = span.filter(|span| span.source.0 != u32::MAX);
        let at = When { turn: 0, clocks: self.state.clocks.clone() };
        host.log.event(Event { kind: kind(self), span, within, at });
    }
}

/// Ends the innermost script: all of its dice must have come up.
pub(super) fn end_script(host: &mut Host<'_>) -> Result<(), Stop> {
    host.answers.pop();
    let Some((_, script)) = host.scripts.pop() else { return Ok(()) };
    if script.left() == 0 {
        return Ok(());
    }
    let (left, given) = (script.left(), script.given());
    Err(Fault::new(&running::DICE_LEFT, format!("{left} of {given} given dice did not come up"))
        .help("give exactly as many dice as are rolled")
        .into())
}

/// A value as people read it, with the names of records from a state.
pub fn show(plan: &Plan, state: &State, value: &Value) -> String {
    Names { plan, record: &|roster, record| state.name_of(roster, record) }.show(value)
}

/// A value as a part of what is said: words of ladders and lists stand as people write them, `dead tired`.
pub fn spoken(plan: &Plan, state: &State, value: &Value) -> String {
    let text = show(plan, state, value);
    if matches!(value, Value::Word(..) | Value::Set(..)) { text.replace('_', " ") } else { text }
}
