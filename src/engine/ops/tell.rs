//! Saying and showing.

use std::sync::Arc;

use crate::check::program::Telling;
use crate::diag::codes::running;
use crate::engine::Host;
use crate::engine::host::end_script;
use crate::engine::step::{CodeFlow, Step};
use crate::engine::{EventKind, Fault, Stop};
use crate::plan::{Plan, PlayOp, Value};

impl Step<'_> {
    pub(super) fn take_play(
        &mut self,
        plan: &Plan,
        host: &mut Host<'_>,
        op: PlayOp,
    ) -> Result<CodeFlow, Stop> {
        match op {
            PlayOp::Tell(how) => Ok(self.tell_of(plan, host, how)),
            PlayOp::Apply => self.apply(plan, host),
            PlayOp::SetField(symbol) => self.change_field(plan, host, symbol),
            PlayOp::StoreField(symbol) => self.store_field(plan, host, symbol),
            PlayOp::AddRecord(roster, given) => self.add_record(plan, host, roster, given),
            PlayOp::RemoveRecord(roster) => self.remove_record(plan, host, roster),
            PlayOp::StepBegin(text) => Ok(self.step_begin(plan, host, text)),
            PlayOp::StepEnd => Ok(self.step_end(plan, host)),
            PlayOp::Policy(site) => self.policy(plan, host, site),
            PlayOp::Prompt(site) => self.prompt(plan, host, site),
            PlayOp::Expect(sides) => self.expect(plan, sides),
            PlayOp::ScriptBegin(dice, answers) => self.script_begin(plan, host, dice as usize, answers),
            PlayOp::ScriptEnd => end_script(host).map(|()| CodeFlow::Next),
        }
    }

    /// Tells of the value on the stack.
    pub(super) fn tell_of(&mut self, plan: &Plan, host: &mut Host<'_>, how: Telling) -> CodeFlow {
        let value = self.pop();
        self.tell(plan, host, |step| match how {
            Telling::Say => EventKind::Say { text: step.spoken(plan, &value), fixed: step.own_words(plan) },
            Telling::Note => EventKind::Note(step.spoken(plan, &value)),
            Telling::Show => EventKind::Show { text: step.show(plan, &value), value: value.clone() },
            Telling::Roll | Telling::Value => {
                EventKind::Value { text: step.show(plan, &value), value: value.clone() }
            }
        });
        CodeFlow::Next
    }

    /// Of what is said, the words that stand in the statement itself.
    fn own_words(&self, plan: &Plan) -> Vec<Arc<str>> {
        let words = self.here(plan).and_then(|(code, pc)| code.words.at(pc));
        words.map_or_else(Vec::new, |words| words.to_vec())
    }

    pub(super) fn step_begin(&mut self, plan: &Plan, host: &mut Host<'_>, text: u32) -> CodeFlow {
        let name = Arc::clone(plan.text(text));
        self.tell(plan, host, |_| EventKind::Step { name });
        if let Some(frame) = self.frames().last() {
            host.log.step(frame.code, frame.pc);
        }
        CodeFlow::Next
    }

    pub(super) fn step_end(&mut self, plan: &Plan, host: &mut Host<'_>) -> CodeFlow {
        self.tell(plan, host, |_| EventKind::StepEnd);
        CodeFlow::Next
    }

    /// A test's expectation; both sides of a comparison are below it.
    pub(super) fn expect(&mut self, plan: &Plan, sides: u32) -> Result<CodeFlow, Stop> {
        let held = self.pop();
        let sides = self.pop_many(sides as usize);
        if held == Value::YesNo(true) {
            return Ok(CodeFlow::Next);
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
