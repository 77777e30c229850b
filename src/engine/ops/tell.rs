//! Saying and showing.

use std::sync::Arc;

use crate::check::program::Telling;
use crate::diag::codes::running;
use crate::engine::Host;
use crate::engine::host::end_script;
use crate::engine::step::{CodeFlow, Step};
use crate::engine::{EventKind, Fault, Stop};
use crate::plan::{PlayOp, Value};

impl Step<'_> {
    pub(super) fn take_play(&mut self, host: &mut Host<'_>, op: PlayOp) -> Result<CodeFlow, Stop> {
        match op {
            PlayOp::Tell(how) => Ok(self.tell_of(host, how)),
            PlayOp::Apply => self.apply(host),
            PlayOp::AsField(symbol) => self.as_field(symbol),
            PlayOp::SetField(symbol) => self.change_field(host, symbol),
            PlayOp::StoreField(symbol) => self.store_field(host, symbol),
            PlayOp::AddRecord(roster, given) => self.add_record(host, roster, given),
            PlayOp::RemoveRecord(roster) => self.remove_record(host, roster),
            PlayOp::StepBegin(text) => Ok(self.step_begin(host, text)),
            PlayOp::StepEnd => Ok(self.step_end(host)),
            PlayOp::Policy(site) => self.policy(host, site),
            PlayOp::Prompt(site) => self.prompt(host, site),
            PlayOp::Expect(sides) => self.expect(sides),
            PlayOp::ScriptBegin(dice, answers) => self.script_begin(host, dice as usize, answers),
            PlayOp::ScriptEnd => end_script(host).map(|()| CodeFlow::Next),
        }
    }

    /// Tells of the value on the stack.
    pub(super) fn tell_of(&mut self, host: &mut Host<'_>, how: Telling) -> CodeFlow {
        let value = self.pop();
        self.tell(host, |step| match how {
            Telling::Say => EventKind::Say { text: step.spoken(&value), fixed: step.own_words() },
            Telling::Note => EventKind::Note(step.spoken(&value)),
            Telling::Show => EventKind::Show { text: step.show(&value), value: value.clone() },
            Telling::Roll | Telling::Value => {
                EventKind::Value { text: step.show(&value), value: value.clone() }
            }
        });
        CodeFlow::Next
    }

    /// Of what is said, the words that stand in the statement itself.
    fn own_words(&self) -> Vec<Arc<str>> {
        let words = self.here().and_then(|(code, pc)| code.words.at(pc));
        words.map_or_else(Vec::new, |words| words.to_vec())
    }

    pub(super) fn step_begin(&mut self, host: &mut Host<'_>, text: u32) -> CodeFlow {
        let name = Arc::clone(self.plan().text(text));
        self.tell(host, |_| EventKind::Step { name });
        if let Some(frame) = self.frames().last() {
            host.log.step(frame.code, frame.pc);
        }
        CodeFlow::Next
    }

    pub(super) fn step_end(&mut self, host: &mut Host<'_>) -> CodeFlow {
        self.tell(host, |_| EventKind::StepEnd);
        CodeFlow::Next
    }

    /// A test's expectation; both sides of a comparison are below it.
    pub(super) fn expect(&mut self, sides: u32) -> Result<CodeFlow, Stop> {
        let held = self.pop();
        let sides = self.pop_many(sides as usize);
        if held == Value::YesNo(true) {
            return Ok(CodeFlow::Next);
        }
        if held != Value::YesNo(false) {
            return Err(self.wrong_kind("yes or no", &held));
        }
        let fault = match sides.as_slice() {
            [left, right] => {
                let (left, right) = (self.show(left), self.show(right));
                Fault::new(&running::EXPECTATION, "the expectation does not hold")
                    .help(format!("left of the comparison: {left}"))
                    .help(format!("right of it: {right}"))
            }
            _ => Fault::new(&running::EXPECTATION, "the expectation does not hold"),
        };
        Err(fault.into())
    }
}
