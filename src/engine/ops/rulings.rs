//! The referee's rulings: on a row before its effects are applied, and on the step in progress.

use std::sync::Arc;

use super::records::effects_of;
use crate::check::program::{Match, RowKey};
use crate::engine::machine::{Flow, Host, Machine};
use crate::engine::{EventKind, Fault, Ruling, RulingRequest, Stop};
use crate::plan::{Op, Plan, RowValue, Value};

impl Machine {
    /// Applies a row as the referee rules. A row that was taken instead of another lies above it on the
    /// stack, and this step is taken again for it.
    pub(super) fn apply_ruled(
        &mut self,
        plan: &Plan,
        host: &mut Host<'_>,
        row: &Arc<RowValue>,
    ) -> Result<Flow, Stop> {
        // The referee took this very row.
        match self.settled(plan) {
            0 => {}
            again => {
                self.stack.truncate(self.stack.len().saturating_sub(again));
                self.pop();
                self.take_instead(plan, row);
                if again == LATER {
                    let request = self.ruling_request(plan, row, true);
                    self.tell_ruling(plan, host, Ruling::Defer, &request);
                    self.state.deferred.push(Value::Row(Arc::clone(row)));
                    return Ok(self.push(Value::Nothing));
                }
                return self.run_effects(plan, host, row);
            }
        }
        let request = self.ruling_request(plan, row, true);
        let ruling = host.answers.ruling(&request)?;
        self.tell_ruling(plan, host, ruling, &request);
        match ruling {
            Ruling::Accept => {
                self.pop();
                self.take_instead(plan, row);
                self.run_effects(plan, host, row)
            }
            Ruling::Row(at) | Ruling::RowLater(at) => {
                let roll = plan.program.tables.get(row.table.index());
                let roll = roll.and_then(|table| table.rows.get(at as usize)).map(|row| number_of(&row.key));
                let wanted = RowValue { row: at, roll: roll.unwrap_or(Value::Nothing), ..(**row).clone() };
                self.forget_first(plan);
                // The first one again: above it stands the row that was taken by hand.
                for _ in 0..if matches!(ruling, Ruling::RowLater(_)) { LATER } else { NOW } {
                    self.push(self.peek(0).clone());
                }
                self.draw_here(plan, host, row, Some(Value::Row(Arc::new(wanted))))
            }
            Ruling::Reroll => {
                self.forget_first(plan);
                self.draw_here(plan, host, row, None)
            }
            Ruling::Ignore | Ruling::Defer => {
                self.pop();
                self.take_instead(plan, row);
                if ruling == Ruling::Defer {
                    self.state.deferred.push(Value::Row(Arc::clone(row)));
                }
                Ok(self.push(Value::Nothing))
            }
        }
    }

    /// Whether a row of several is applied.
    pub(super) fn rules_for(
        &mut self,
        plan: &Plan,
        host: &mut Host<'_>,
        row: &Arc<RowValue>,
    ) -> Result<bool, Stop> {
        let request = self.ruling_request(plan, row, false);
        let ruling = host.answers.ruling(&request)?;
        self.tell_ruling(plan, host, ruling, &request);
        if ruling == Ruling::Defer {
            self.state.deferred.push(Value::Row(Arc::clone(row)));
        }
        Ok(!matches!(ruling, Ruling::Ignore | Ruling::Defer))
    }

    fn tell_ruling(&self, plan: &Plan, host: &mut Host<'_>, ruling: Ruling, request: &RulingRequest) {
        let what = match ruling {
            Ruling::Accept => return,
            Ruling::Row(_) | Ruling::RowLater(_) => "row",
            Ruling::Reroll => "reroll",
            Ruling::Ignore => "ignore",
            Ruling::Defer => "defer",
        };
        let (table, text) = (Arc::clone(&request.table), request.text.clone());
        self.tell(plan, host, |_| EventKind::Ruling { what, table, text });
    }

    fn ruling_request(&self, plan: &Plan, row: &Arc<RowValue>, alone: bool) -> RulingRequest {
        let table = plan.program.tables.get(row.table.index());
        let key = |row: &crate::check::program::Row| row.key.text.to_string();
        let text_of = |at: u32| {
            let cells = plan.tables.get(row.table.index()).and_then(|table| table.cells.get(at as usize));
            let cells = cells.and_then(|cells| cells.as_ref()).map(Arc::clone);
            cells.map_or_else(String::new, |cells| {
                let row = RowValue { row: at, cells, ..(**row).clone() };
                self.show(plan, &Value::Row(Arc::new(row)))
            })
        };
        let rows = table.filter(|_| alone).into_iter().flat_map(|table| (0u32..).zip(&table.rows));
        RulingRequest {
            table: table.map_or_else(|| Arc::from("?"), |table| Arc::clone(&table.def.name)),
            roll: if row.roll == Value::Nothing { String::new() } else { self.show(plan, &row.roll) },
            text: self.show(plan, &Value::Row(Arc::clone(row))),
            rows: rows.map(|(at, row)| (key(row), text_of(at))).collect(),
            can_reroll: alone && can_roll(plan, row),
            span: self.frames.last().and_then(|frame| plan.code(frame.code).span(frame.pc)),
        }
    }

    /// How often the first row stands again below the one on top. Where it does, that one was taken by
    /// hand, and nothing is left to rule on.
    fn settled(&self, plan: &Plan) -> usize {
        let Some(frame) = self.frames.last() else { return 0 };
        let locals = frame.base as usize + plan.code(frame.code).locals as usize;
        let room = self.stack.len().saturating_sub(locals);
        let same = |depth: usize| {
            room >= depth + 2
                && matches!(
                    (self.peek(depth), self.peek(depth + 1)),
                    (Value::Row(one), Value::Row(two)) if Arc::ptr_eq(one, two)
                )
        };
        (1..=LATER).take_while(|depth| same(*depth)).count()
    }

    /// Where the row on top was taken instead of another, the first one is the one below.
    fn has_first(&self, plan: &Plan) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        let locals = frame.base as usize + plan.code(frame.code).locals as usize;
        self.stack.len() >= locals + 2 && matches!(self.peek(1), Value::Row(_))
    }

    /// Keeps only the first of the rows that came up.
    fn forget_first(&mut self, plan: &Plan) {
        if self.has_first(plan) {
            self.pop();
        }
    }

    /// Puts a row in the place of the first one, wherever the code in progress holds that.
    fn take_instead(&mut self, plan: &Plan, row: &Arc<RowValue>) {
        // The row itself has been taken off the stack.
        self.stack.push(Value::Row(Arc::clone(row)));
        let replaced = self.has_first(plan);
        self.pop();
        if !replaced {
            return;
        }
        let first = self.pop();
        let base = self.frames.last().map_or(0, |frame| frame.base as usize);
        for slot in self.stack.iter_mut().skip(base).filter(|slot| **slot == first) {
            *slot = Value::Row(Arc::clone(row));
        }
    }

    /// Draws from the table of a row once more; then this step is taken again.
    fn draw_here(
        &mut self,
        plan: &Plan,
        host: &mut Host<'_>,
        row: &Arc<RowValue>,
        key: Option<Value>,
    ) -> Result<Flow, Stop> {
        host.budget.depth(self.frames.len())?;
        let Some(code) = plan.tables.get(row.table.index()).and_then(|table| table.draw) else {
            return Ok(Flow::Switch);
        };
        self.stack.extend_from_slice(&row.args);
        self.push_frame(plan.code(code), code, row.args.len());
        if let Some(key) = key {
            self.set_local(plan.code(code).roll, key);
        }
        Ok(Flow::Switch)
    }

    /// Runs the effects of a row, if it has any; its value is `nothing`.
    pub(super) fn run_effects(
        &mut self,
        plan: &Plan,
        host: &mut Host<'_>,
        row: &Arc<RowValue>,
    ) -> Result<Flow, Stop> {
        let Some(code) = effects_of(plan, row) else { return Ok(self.push(Value::Nothing)) };
        self.stack.extend_from_slice(&row.args);
        self.stack.push(Value::Row(Arc::clone(row)));
        let count = u32::try_from(row.args.len() + 1).unwrap_or(u32::MAX);
        self.call(plan, host, code, count)
    }

    /// Tells that the referee came back to the prompt at which the run waits.
    pub fn tell_back(&self, plan: &Plan, host: &mut Host<'_>) {
        self.tell(plan, host, |_| EventKind::Undo { what: "back", text: String::new(), events: 0 });
    }

    /// Leaves the step in which the run waits or, outside of one, the procedure. What it was called.
    ///
    /// # Errors
    /// There is neither.
    pub fn leave_step(&mut self, plan: &Plan, host: &mut Host<'_>) -> Result<(), Stop> {
        let at = self.frames.iter().rposition(|frame| frame.proc.is_some());
        let Some((at, frame)) = at.and_then(|at| Some((at, self.frames.get(at)?))) else {
            let fault = Fault::new(&crate::diag::codes::running::NOT_RUNNING, "no step is being played here");
            return Err(fault.help("Ctrl-C leaves all of the entry").into());
        };
        let code = Arc::clone(plan.code(frame.code));
        let step = step_around(&code.ops, frame.pc);
        let name = match step.and_then(|(begin, _)| code.ops.get(begin as usize)) {
            Some(Op::StepBegin(text)) => plan.texts.get(*text as usize).cloned().unwrap_or_default(),
            _ => Arc::clone(&code.name),
        };
        self.tell(plan, host, |_| EventKind::Ruling {
            what: "skip",
            table: Arc::from(""),
            text: name.to_string(),
        });
        self.frames.truncate(at + 1);
        self.settling.retain(|settling| settling.depth <= at);
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        let (locals, loops) = (frame.base as usize + code.locals as usize, frame.loops as usize);
        match step {
            Some((begin, end)) => {
                frame.pc = end;
                let inner = |(nth, (pc, _)): (usize, &(u32, u32))| nth >= loops && *pc > begin;
                let keep = self.progress.0.iter().enumerate().position(inner);
                self.progress.0.truncate(keep.unwrap_or(self.progress.0.len()));
                self.stack.truncate(locals);
            }
            None => {
                frame.pc = code.end;
                self.progress.0.truncate(loops);
                self.stack.truncate(locals);
                self.stack.push(Value::Nothing);
            }
        }
        Ok(())
    }
}

/// How often the first row is put on the stack again where another is taken, to be applied or put off.
const NOW: usize = 1;
const LATER: usize = 2;

/// Whether a row's table can be rolled without a key.
fn can_roll(plan: &Plan, row: &RowValue) -> bool {
    let by_die = plan.program.tables.get(row.table.index()).is_some_and(|table| table.die.is_some());
    by_die || plan.tables.get(row.table.index()).is_some_and(|table| !table.weights.is_empty())
}

/// Where the step that holds a place begins and ends.
fn step_around(ops: &[Op], pc: u32) -> Option<(u32, u32)> {
    let mut open = Vec::new();
    for (at, op) in (0u32..).zip(ops) {
        match op {
            Op::StepBegin(_) => open.push(at),
            Op::StepEnd => {
                let begin = open.pop()?;
                if begin <= pc && pc <= at {
                    return Some((begin, at));
                }
            }
            _ => {}
        }
    }
    None
}

/// The number that a row's key stands for; of a range its lower end.
fn number_of(key: &RowKey) -> Value {
    match key.matches.first() {
        Some(Match::Numbers(low, high)) => low.or(*high).map_or(Value::Nothing, Value::Number),
        Some(Match::Word(_)) => Value::Text(Arc::clone(&key.text)),
        None => Value::Nothing,
    }
}
