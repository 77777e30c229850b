//! Advantage, checks and contests.

use std::sync::Arc;

use crate::base::Num;
use crate::engine::Host;
use crate::engine::control::{Doing, First};
use crate::engine::step::{CodeFlow, Step};
use crate::engine::{EventKind, Frame, Stop};
use crate::plan::{JumpOp, Op, RecordMention, Value};
use crate::syntax::ast::ArithOp;

impl Step<'_> {
    /// An operand begins that may be rolled twice; its net count stays on the stack.
    pub(super) fn advantage_begin(&mut self) -> Result<CodeFlow, Stop> {
        let net = self.pop();
        let net = self.number(&net)?;
        self.begin_doing(Doing::Advantage(None));
        Ok(self.push(Value::Number(net)))
    }

    /// After the first roll goes back for the second, where the count is not 0; after the second keeps one.
    pub(super) fn advantage_end(&mut self, start: u32) -> Result<CodeFlow, Stop> {
        let result = self.pop();
        let Some(Doing::Advantage(first)) = self.doing() else { unreachable!("the operand has begun") };
        let Some(First { result: earlier, natural }) = first.take() else {
            let net = self.peek(0).clone();
            if self.number(&net)?.is_zero() {
                self.pop();
                self.end_doing();
                return Ok(self.push(result));
            }
            // The second roll has a natural face of its own.
            let natural = self.natural().cloned();
            self.set_natural(Value::Nothing);
            if let Some(Doing::Advantage(first)) = self.doing() {
                *first = Some(First { result, natural });
            }
            return Ok(CodeFlow::Jump(start));
        };
        self.end_doing();
        let net = self.pop();
        let net = self.number(&net)?;
        self.look(&earlier);
        let order = self.rank(&result, &earlier)?;
        let keeps_later = if net > Num::ZERO { order.is_gt() } else { order.is_lt() };
        if keeps_later {
            return Ok(self.push(result));
        }
        natural.into_iter().for_each(|natural| self.set_natural(natural));
        Ok(self.push(earlier))
    }

    /// The order of two results of one operand: rows by what was rolled, ladders best highest.
    pub(in crate::engine) fn rank(&self, a: &Value, b: &Value) -> Result<std::cmp::Ordering, Stop> {
        match (a, b) {
            (Value::Row(a), Value::Row(b)) => self.order(&a.roll, &b.roll),
            (Value::Word(_, a), Value::Word(_, b)) => Ok(b.cmp(a)),
            _ => self.order(a, b),
        }
    }

    pub(super) fn check(&mut self, host: &mut Host<'_>) -> Result<CodeFlow, Stop> {
        self.decide_check(host, ["total", "dc"])
    }

    pub(super) fn contest(&mut self, host: &mut Host<'_>) -> Result<CodeFlow, Stop> {
        self.decide_check(host, ["total", "against"])
    }

    /// A check's parts: total, what it was against, margin, shortfall, success, natural face.
    fn decide_check(&mut self, host: &mut Host<'_>, names: [&str; 2]) -> Result<CodeFlow, Stop> {
        let tie = self.pop();
        let (total, dc) = self.pop_two();
        let natural = self.natural().cloned().unwrap_or(Value::Nothing);
        self.end_doing();
        let tie_wins = tie != Value::YesNo(false);
        let margin = self.calculate(ArithOp::Subtract, &total, &dc)?;
        let order = self.order(&total, &dc)?;
        let success = order.is_gt() || (tie_wins && order.is_eq());
        let short = if order.is_lt() {
            self.calculate(ArithOp::Subtract, &dc, &total)?
        } else {
            self.calculate(ArithOp::Subtract, &total, &total)?
        };
        let [total_name, dc_name] = names;
        let mut parts: Vec<(Arc<str>, Value)> = vec![
            (Arc::from(total_name), total.clone()),
            (Arc::from(dc_name), dc.clone()),
            (Arc::from("margin"), margin),
            (Arc::from("short"), short),
            (Arc::from("success"), Value::YesNo(success)),
            (Arc::from("natural"), natural),
        ];
        if dc_name != "dc" {
            parts.push((Arc::from("dc"), dc.clone()));
        }
        let value = Value::Parts(parts.into());
        self.tell(host, |machine| EventKind::Check {
            value: value.clone(),
            total: machine.show(&total),
            dc: machine.show(&dc),
            success,
            whose: machine.checked(),
        });
        Ok(self.push(value))
    }

    /// Whose check it is: the records that it mentions, or else the one that the call mentions which led
    /// to it, as in `surprise_check(hero.wis)`.
    fn checked(&self) -> Vec<Arc<str>> {
        let mut frames = self.frames().iter().rev();
        let Some(frame) = frames.next() else { return Vec::new() };
        let mut names = self.mentioned(frame, frame.pc);
        let mut inner = frame;
        for caller in frames {
            let op = self.plan().code(caller.code).ops.get(inner.from as usize);
            let is_call = inner.proc.is_none() && matches!(op, Some(Op::Jump(JumpOp::Call(..))));
            if !names.is_empty() || !is_call {
                break;
            }
            names = self.mentioned(caller, inner.from);
            if names.len() > 1 {
                return Vec::new();
            }
            inner = caller;
        }
        names
    }

    /// The names of the records that a step of a frame's code is about, in order.
    fn mentioned(&self, frame: &Frame, step: u32) -> Vec<Arc<str>> {
        let mut names: Vec<Arc<str>> = Vec::new();
        for mention in self.plan().code(frame.code).mentions.at(step).into_iter().flat_map(|of| &**of) {
            if let Some(Value::Record(roster, record)) = self.meant(frame, mention) {
                let name = self.name_of(roster, record);
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }

    fn meant(&self, frame: &Frame, mention: &RecordMention) -> Option<Value> {
        match mention {
            RecordMention::Local(local) => self.held_in(frame, *local).cloned(),
            RecordMention::Global(global) => self.told_global(*global).cloned(),
            RecordMention::Member(roster, name) => {
                let name = self.meant(frame, name)?;
                self.member_called(*roster, &self.show(&name))
            }
            RecordMention::Named(name) => Some(Value::Text(Arc::clone(name))),
        }
    }
}
