//! Saying and showing.

use std::sync::Arc;

use crate::diag::codes::running;
use crate::engine::machine::{Flow, Host, Machine};
use crate::engine::{EventKind, Fault, Stop};
use crate::plan::{Plan, Value};

impl Machine {
    pub(super) fn say(&mut self, plan: &Plan, host: &mut Host<'_>) -> Flow {
        let value = self.pop();
        self.tell(plan, host, |machine| EventKind::Say {
            text: machine.spoken(plan, &value),
            fixed: machine.own_words(plan),
        });
        Flow::Next
    }

    /// Of what is said, the words that stand in the statement itself.
    fn own_words(&self, plan: &Plan) -> Vec<Arc<str>> {
        let words = self.frames.last().and_then(|frame| plan.code(frame.code).words.at(frame.pc));
        words.map_or_else(Vec::new, |words| words.to_vec())
    }

    pub(super) fn note(&mut self, plan: &Plan, host: &mut Host<'_>) -> Flow {
        let value = self.pop();
        self.tell(plan, host, |machine| EventKind::Note(machine.spoken(plan, &value)));
        Flow::Next
    }

    pub(super) fn show_row(&mut self, plan: &Plan, host: &mut Host<'_>) -> Flow {
        let value = self.pop();
        self.tell(plan, host, |machine| EventKind::Show {
            text: machine.show(plan, &value),
            value: value.clone(),
        });
        Flow::Next
    }

    pub(super) fn show_value(&mut self, plan: &Plan, host: &mut Host<'_>) -> Flow {
        let value = self.pop();
        self.tell(plan, host, |machine| EventKind::Value {
            text: machine.show(plan, &value),
            value: value.clone(),
        });
        Flow::Next
    }

    pub(super) fn step_begin(&mut self, plan: &Plan, host: &mut Host<'_>, text: u32) -> Flow {
        let name = Arc::clone(plan.text(text));
        self.tell(plan, host, |_| EventKind::Step { name });
        if let Some(frame) = self.frames.last() {
            host.log.step(frame.code, frame.pc);
        }
        Flow::Next
    }

    pub(super) fn step_end(&mut self, plan: &Plan, host: &mut Host<'_>) -> Flow {
        self.tell(plan, host, |_| EventKind::StepEnd);
        Flow::Next
    }

    /// A test's expectation; both sides of a comparison are below it.
    pub(super) fn expect(&mut self, plan: &Plan, sides: u32) -> Result<Flow, Stop> {
        let held = self.pop();
        let sides = self.pop_many(sides as usize);
        if held == Value::YesNo(true) {
            return Ok(Flow::Next);
        }
        if held != Value::YesNo(false) {
            return Err(self.wrong_kind(plan, "yes or no", &held));
        }
        let fault = match sides.as_slice() {
            [left, right] => {
                let (left, right) = (self.show(plan, left), self.show(plan, right));
                Fault::new(&running::EXPECTATION, "the expectation does not hold")
                    .help(format!("left of the comparison: {left}"))
                    .help(format!("right of it: {right}"))
            }
            _ => Fault::new(&running::EXPECTATION, "the expectation does not hold"),
        };
        Err(fault.into())
    }
}
