//! Code within code: called, run in between, left, stopped.

use std::sync::Arc;

use super::{CodeFlow, Step};
use crate::base::Num;
use crate::check::program::{LocalId, ProcId};
use crate::diag::codes::{kinds, running};
use crate::engine::host::end_script;
use crate::engine::luck::{CallAt, CountAt, DrawAt, RollAt, Until};
use crate::engine::{ActiveTimer, CallerGets, EventKind, Fault, Host, Point, Spot, Stop};
use crate::plan::{Code, CodeId, Ix, LastCalls, Measured, Passed, Value};

/// Calls in a circle that are named, at most.
const LONGEST_ROUND: usize = 8;

/// How the caller goes on after code that a step runs.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct Back {
    /// What it gets.
    gives: CallerGets,
    /// The step is taken again.
    again: bool,
}

impl Back {
    /// After the step, which gives the value of the code.
    const AFTER_WITH_VALUE: Back = Back { gives: CallerGets::Value, again: false };
    /// After the step, which gives nothing.
    pub(in crate::engine) const AFTER: Back = Back { gives: CallerGets::None, again: false };
    /// With the step once more.
    const AGAIN: Back = Back { gives: CallerGets::None, again: true };
    /// With the step once more, which takes the value of the code.
    pub(in crate::engine) const AGAIN_WITH_VALUE: Back = Back { gives: CallerGets::Value, again: true };
}

impl Step<'_> {
    /// Refuses calls within calls that go too deep, and names what calls itself.
    fn may_call(&self, host: &Host<'_>, code: CodeId) -> Result<(), Stop> {
        host.budget.depth(self.machine.frames.len()).map_err(|stop| match stop {
            Stop::Fault(fault) => {
                let before = self.machine.frames.iter().rev().map(|frame| frame.code);
                let round: Vec<CodeId> = before.take_while(|of| *of != code).take(LONGEST_ROUND).collect();
                let names = round.iter().rev().map(|of| &*self.plan.code(*of).name);
                let name = &*self.plan.code(code).name;
                let all: Vec<&str> = std::iter::once(name).chain(names).chain([name]).collect();
                let is_round =
                    round.len() < LONGEST_ROUND && self.machine.frames.iter().any(|frame| frame.code == code);
                let fault = fault.help("this calls itself forever; add a condition that stops it");
                let what = format!("in a circle: {}", all.join(" → "));
                Stop::Fault(if is_round { fault.help(what) } else { fault })
            }
            Stop::Asks(_) | Stop::Orders(_) | Stop::Forks | Stop::Interrupted => stop,
        })
    }

    /// Calls code with the topmost `args` values; the caller goes on after this step with its value.
    pub(in crate::engine) fn call(
        &mut self,
        host: &Host<'_>,
        code: CodeId,
        args: u32,
    ) -> Result<CodeFlow, Stop> {
        self.run_code(host, code, args as usize, Back::AFTER_WITH_VALUE)
    }

    /// What luck decides for a call with the topmost `args` values as a whole; `None` where the code is to be
    /// run. A check in progress waits for a die of its own, and what is only added up is seen by nobody but
    /// the code itself.
    pub(in crate::engine) fn decided(
        &mut self,
        host: &mut Host<'_>,
        (code, proc): (CodeId, Option<ProcId>),
        args: u32,
    ) -> Result<Option<CodeFlow>, Stop> {
        if !host.luck.knows_calls() || self.is_asked_once() || self.aside(|step| step.wants_natural()) {
            return Ok(None);
        }
        // A way back to the beginning is no call.
        if self.last_call(host, false).is_some() {
            return Ok(None);
        }
        let height = self.machine.stack.len().saturating_sub(args as usize);
        let args = self.machine.stack.get(height..).unwrap_or(&[]);
        if args.iter().any(|arg| arg.open_sum().is_some()) {
            return Ok(None);
        }
        self.look_from(height);
        let args = self.machine.stack.get(height..).unwrap_or(&[]);
        let enough = self.enough(host, false);
        let call = CallAt { code, proc, args, depth: self.machine.frames.len(), enough };
        let Some(value) = host.decide(Point::Call(call))? else { return Ok(None) };
        self.take_notes_from(height);
        self.machine.stack.truncate(height);
        Ok(Some(self.push(value)))
    }

    /// Leaves out a cell that begins here where nothing looks at it: where the code goes on then.
    pub(in crate::engine) fn left_out(&mut self, host: &Host<'_>, code: &Code, pc: u32) -> Option<u32> {
        let cell = code.cells.at(pc)?;
        let of = self.machine.frames.last()?.code;
        let blank = host.luck.blank_cell(of, pc)?;
        self.machine.stack.push(blank);
        Some(cell.until)
    }

    /// What luck decides for an expression as a whole that begins here: where the code goes on then; `None` where
    /// its steps are to be taken.
    pub(in crate::engine) fn drawn(
        &mut self,
        host: &mut Host<'_>,
        code: &Code,
        pc: u32,
    ) -> Result<Option<u32>, Stop> {
        let (Some(draw), Some(frame)) = (code.draws.at(pc), self.machine.frames.last()) else {
            return Ok(None);
        };
        let of = frame.code;
        let places = draw.written.captures.iter().map(|local| frame.base + local.0);
        let held: Option<Vec<(u32, Value)>> =
            places.map(|at| Some((at, self.machine.stack.get(at as usize)?.clone()))).collect();
        let Some(held) = held.filter(|_| !self.aside(|step| step.wants_natural())) else { return Ok(None) };
        // What may be open is seldom looked at as a whole: step by step it is seen how far it is.
        let may_be_open = |local: &LocalId| self.machine.looks.may_be_open(of, local.0);
        if held.iter().any(|(_, value)| *value == Value::Unset)
            || draw.written.captures.iter().any(may_be_open)
        {
            return Ok(None);
        }
        // What luck decides with is looked at.
        if let Some((_, open)) = held.iter().find(|(_, value)| value.open_sum().is_some()) {
            self.machine.looks.look(open);
            return Err(Stop::Forks);
        }
        for (at, _) in &held {
            self.machine.notes.read(Spot::Slot(*at));
        }
        let args: Vec<Value> = held.into_iter().map(|(_, value)| value).collect();
        let point = Point::Draw(DrawAt { code: of, pc, args: &args, enough: self.enough(host, true) });
        let Some(value) = host.decide(point)? else { return Ok(None) };
        self.machine.stack.push(value);
        Ok(Some(draw.until))
    }

    /// From which number on it makes no difference how much more a roll comes to that begins here.
    pub(in crate::engine) fn enough(&self, host: &Host<'_>, is_draw: bool) -> Option<Measured> {
        let frame = self.machine.frames.last()?;
        let roll = RollAt { at: frame.pc, is_draw };
        let slot = |above: Ix| {
            self.machine.notes.read(Spot::Slot(frame.base + above));
            self.machine.stack.get((frame.base + above) as usize)
        };
        let mut enough: Option<Measured> = None;
        for into in host.luck.goes_into(frame.code, roll) {
            let needed: Vec<Measured> = match &into.until {
                Until::Above((number, unit)) => vec![(number.add(Num::ONE).ok()?, *unit)],
                Until::Passed { course, count } => {
                    let counts = match *count {
                        CountAt::Stack(height) => vec![slot(self.plan().code(frame.code).locals + height)?],
                        CountAt::Local(local) => vec![slot(local)?],
                        CountAt::Global(global) => vec![self.counted_global(global)?],
                        CountAt::Fields(symbol) => self.counted_fields(symbol),
                    };
                    counts.into_iter().map(|count| course.beyond(count, &slot)).collect::<Option<_>>()?
                }
            };
            for there in needed {
                let (number, unit) = into.way.before(there, &slot)?;
                enough = match enough {
                    Some((most, of)) if of == unit => Some((most.max(number), unit)),
                    Some(_) => return None,
                    None => Some((number, unit)),
                };
            }
        }
        enough
    }

    /// Whether what is called next is what was asked about, and nothing around it calls it again.
    fn is_asked_once(&self) -> bool {
        let outermost = matches!(self.machine.frames.as_slice(), [only] if only.proc.is_none());
        outermost && self.machine.progress.loops().is_empty()
    }

    /// Runs code with arguments; its value is dropped, and this step is then taken again.
    pub(in crate::engine) fn interrupt(
        &mut self,
        host: &Host<'_>,
        code: CodeId,
        args: &[Value],
    ) -> Result<CodeFlow, Stop> {
        self.push_many(args.iter().cloned());
        self.run_code(host, code, args.len(), Back::AGAIN)
    }

    /// Refuses a number beyond the bounds of the parameter that it is given to.
    pub(in crate::engine) fn keeps_to_bounds(&mut self, code: CodeId, args: usize) -> Result<(), Stop> {
        let bounds = &self.plan.code(code).bounds;
        if bounds.is_empty() {
            return Ok(());
        }
        let height = self.machine.stack.len().saturating_sub(args);
        self.look_from(height);
        let given = self.machine.stack.get(height..).unwrap_or(&[]);
        for bound in bounds.iter() {
            let value = given.get(bound.local as usize);
            if let Some(open) = value.filter(|value| value.open_sum().is_some()) {
                self.machine.looks.need(open);
                return Err(Stop::Forks);
            }
            let Some(Value::Number(number)) = value else { continue };
            if *number < bound.low || *number > bound.high {
                let (name, low, high) = (&bound.name, bound.low.shown(), bound.high.shown());
                let message = format!("`{name}` goes from {low} to {high}, and this is {}", number.shown());
                let help = format!("`max({low}, min(…, {high}))` keeps a number within them");
                return Err(Fault::new(&kinds::ARGUMENTS, message).help(help).into());
            }
        }
        Ok(())
    }

    /// Runs code with the topmost `args` values.
    pub(in crate::engine) fn run_code(
        &mut self,
        host: &Host<'_>,
        code: CodeId,
        args: usize,
        back: Back,
    ) -> Result<CodeFlow, Stop> {
        let may_call = self.may_call(host, code);
        self.keeps_to_bounds(code, args)?;
        let can_take_place = back.gives == CallerGets::Value && !back.again;
        let last = can_take_place.then(|| self.last_call(host, may_call.is_err())).flatten();
        if let Some(passed) = last {
            self.take_place(code, args, passed);
            return Ok(CodeFlow::Switch);
        }
        may_call?;
        self.machine.push_frame(self.plan.code(code), code, args, back.gives);
        if let [.., caller, _] = self.machine.frames.as_mut_slice()
            && !back.again
        {
            caller.pc += 1;
        }
        Ok(CodeFlow::Switch)
    }

    /// What becomes of what is called here, where that is the last of what the innermost code does, and luck goes
    /// round by it, or no more calls have room within each other.
    fn last_call(&self, host: &Host<'_>, is_deep: bool) -> Option<Passed> {
        let frame = self.machine.frames.last()?;
        let depth = self.machine.frames.len();
        let is_about = self.machine.controls.last().is_some_and(|control| control.depth >= depth);
        let is_scripted = host.scripts.last().is_some_and(|(of, _)| *of >= depth);
        let in_loop = self.machine.progress.loops().len() > frame.loops as usize;
        if frame.timer.is_some() || is_about || is_scripted || in_loop {
            return None;
        }
        let one = || LastCalls::one(self.plan, frame.code, frame.pc, self.machine.state.awaits());
        host.luck.last_call(frame.code, frame.pc).or_else(|| is_deep.then(one).flatten())
    }

    /// The innermost code is done with but for what it calls with the topmost `args` values, which takes its place.
    fn take_place(&mut self, code: CodeId, args: usize, passed: Passed) {
        let height = self.machine.stack.len().saturating_sub(args);
        self.take_notes_from(height);
        let args = self.machine.stack.split_off(height);
        let Some(frame) = self.machine.frames.pop() else { return };
        self.machine.notes.shrink(frame.base as usize);
        self.machine.stack.truncate(frame.base as usize);
        let count = args.len();
        self.push_many(args);
        self.machine.push_frame(self.plan.code(code), code, count, frame.gives.by_last_call(passed));
        if let Some(next) = self.machine.frames.last_mut() {
            next.from = frame.from;
        }
    }

    /// Ends the innermost code with the value on top of the stack.
    pub(in crate::engine) fn leave(&mut self, host: &mut Host<'_>) -> Result<CodeFlow, Stop> {
        let value = self.pop();
        self.end_scripts(host)?;
        let Some(frame) = self.machine.frames.pop() else { return Ok(CodeFlow::Done) };
        self.machine.notes.shrink(frame.base as usize);
        self.machine.stack.truncate(frame.base as usize);
        self.machine.progress.truncate(frame.loops as usize);
        self.drop_doings(self.machine.frames.len());
        match frame.gives {
            CallerGets::Value => self.machine.stack.push(value),
            CallerGets::Nothing => self.machine.stack.push(Value::Nothing),
            CallerGets::None => {}
        }
        Ok(if self.machine.frames.is_empty() { CodeFlow::Done } else { CodeFlow::Switch })
    }

    /// Scripts that the innermost code began and did not end must have come up.
    fn end_scripts(&self, host: &mut Host<'_>) -> Result<(), Stop> {
        while host.scripts.last().is_some_and(|(depth, _)| *depth >= self.machine.frames.len()) {
            end_script(host)?;
        }
        Ok(())
    }

    /// Unwinds to the running procedure of this id and goes to its end.
    pub(in crate::engine) fn stop_proc(
        &mut self,
        host: &mut Host<'_>,
        proc: ProcId,
    ) -> Result<CodeFlow, Stop> {
        let Some(at) = self.machine.frames.iter().rposition(|frame| frame.proc == Some(proc)) else {
            let name = self.plan.program.procs.get(proc.index()).map_or("it", |proc| &proc.def.name);
            return Err(Fault::new(&running::NOT_RUNNING, format!("`{name}` is not running")).into());
        };
        while self.machine.frames.len() > at + 1 {
            self.end_scripts(host)?;
            self.machine.frames.pop();
        }
        self.go_to_end();
        Ok(CodeFlow::Switch)
    }

    /// A loop begins.
    pub(in crate::engine) fn begin_loop(&mut self, at: u32) {
        self.machine.progress.begin(at);
    }

    /// Another pass of the innermost loop begins.
    pub(in crate::engine) fn begin_pass(&mut self) {
        self.machine.progress.pass();
    }

    /// The innermost loop ends.
    pub(in crate::engine) fn end_loop(&mut self) {
        let open = self.machine.progress.loops().len();
        self.machine.progress.truncate(open.saturating_sub(1));
    }

    /// The innermost code in progress is that of a procedure.
    pub(in crate::engine) fn is_proc(&mut self, proc: ProcId) {
        if let Some(frame) = self.machine.frames.last_mut() {
            frame.proc = Some(proc);
        }
    }

    /// The innermost code in progress is the body of a timer that may have to wait.
    pub(in crate::engine) fn is_of_timer(&mut self, timer: Arc<ActiveTimer>) {
        if let Some(frame) = self.machine.frames.last_mut() {
            frame.timer = Some(timer);
        }
    }

    /// The timer that the innermost code is the body of, taken.
    pub(in crate::engine) fn take_timer(&mut self) -> Option<Arc<ActiveTimer>> {
        self.machine.frames.last_mut().and_then(|frame| frame.timer.take())
    }

    /// Leaves the step of a procedure in which the run waits or, outside of one, the procedure.
    ///
    /// # Errors
    /// There is neither.
    pub(in crate::engine) fn leave_part(&mut self, host: &mut Host<'_>) -> Result<(), Stop> {
        let at = self.machine.frames.iter().rposition(|frame| frame.proc.is_some());
        let Some((at, frame)) = at.and_then(|at| Some((at, self.machine.frames.get(at)?))) else {
            let fault = Fault::new(&running::NOT_RUNNING, "there is no step to skip here");
            return Err(fault.help("Ctrl-C drops the whole entry").into());
        };
        let code = Arc::clone(self.plan.code(frame.code));
        let part = code.part_around(frame.pc);
        let name = Arc::clone(part.map_or(&code.name, |part| &part.name));
        self.tell(host, |_| EventKind::Ruling { what: "skip", table: Arc::from(""), text: name.to_string() });
        self.machine.frames.truncate(at + 1);
        match part {
            Some(part) => {
                self.go_to(part.end);
                // Loops that began within the part end with it.
                let loops = self.machine.frames.last().map_or(0, |frame| frame.loops as usize);
                let inner = |(nth, (pc, _)): (usize, &(u32, u32))| nth >= loops && *pc > part.begin;
                if let Some(inner) = self.machine.progress.loops().iter().enumerate().position(inner) {
                    self.machine.progress.truncate(inner);
                }
            }
            None => self.go_to_end(),
        }
        Ok(())
    }

    /// The innermost code goes on at a place where its operands are gone.
    fn go_to(&mut self, place: u32) {
        self.drop_doings(self.machine.frames.len().saturating_sub(1));
        let Some(frame) = self.machine.frames.last_mut() else { return };
        frame.pc = place;
        let locals = frame.base as usize + self.plan.code(frame.code).locals as usize;
        self.machine.notes.shrink(locals);
        self.machine.stack.truncate(locals);
    }

    /// The innermost code goes on at its end, with `nothing` as its value.
    fn go_to_end(&mut self) {
        let Some(frame) = self.machine.frames.last() else { return };
        self.machine.progress.truncate(frame.loops as usize);
        self.go_to(self.plan.code(frame.code).end);
        self.machine.stack.push(Value::Nothing);
    }
}
