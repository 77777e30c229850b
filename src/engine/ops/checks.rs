//! Advantage, checks and contests.

use std::sync::Arc;

use crate::base::Num;
use crate::engine::Host;
use crate::engine::control::{Doing, First};
use crate::engine::step::{CodeFlow, Step};
use crate::engine::{EventKind, Frame, Stop};
use crate::plan::{JumpOp, Op, Plan, RecordMention, Value};
use crate::syntax::ast::ArithOp;

impl Step<'_> {
    /// An operand begins that may be rolled twice; its net count stays on the stack.
    pub(super) fn edge_begin(&mut self, plan: &Plan) -> Result<CodeFlow, Stop> {
        let net = self.pop();
        let net = self.number(plan, &net)?;
        self.begin_doing(Doing::Twice(None));
        Ok(self.push(Value::Number(net)))
    }

    /// After the first roll goes back for the second, where the count is not 0; after the second keeps one.
    pub(super) fn edge_end(&mut self, plan: &Plan, start: u32) -> Result<CodeFlow, Stop> {
        let result = self.pop();
        let Some(Doing::Twice(first)) = self.doing() else { unreachable!("the operand has begun") };
        let Some(First { result: earlier, natural }) = first.take() else {
            let net = self.peek(0).clone();
            if self.number(plan, &net)?.is_zero() {
                self.pop();
                self.end_doing();
                return Ok(self.push(result));
            }
            // The second roll has a natural face of its own.
            let natural = self.natural().cloned();
            self.set_natural(Value::Nothing);
            if let Some(Doing::Twice(first)) = self.doing() {
                *first = Some(First { result, natural });
            }
            return Ok(CodeFlow::Jump(start));
        };
        self.end_doing();
        let net = self.pop();
        let net = self.number(plan, &net)?;
        self.look(&earlier);
        let order = self.rank(plan, &result, &earlier)?;
        let keeps_later = if net > Num::ZERO { order.is_gt() } else { order.is_lt() };
        if keeps_later {
            return Ok(self.push(result));
        }
        natural.into_iter().for_each(|natural| self.set_natural(natural));
        Ok(self.push(earlier))
    }

    /// The order of two results of one operand: rows by what was rolled, ladders best highest.
    pub(in crate::engine) fn rank(
        &self,
        plan: &Plan,
        a: &Value,
        b: &Value,
    ) -> Result<std::cmp::Ordering, Stop> {
        match (a, b) {
            (Value::Row(a), Value::Row(b)) => self.order(plan, &a.roll, &b.roll),
            (Value::Word(_, a), Value::Word(_, b)) => Ok(b.cmp(a)),
            _ => self.order(plan, a, b),
        }
    }

    pub(super) fn check(&mut self, plan: &Plan, host: &mut Host<'_>) -> Result<CodeFlow, Stop> {
        self.decide_check(plan, host, ["total", "dc"])
    }

    pub(super) fn contest(&mut self, plan: &Plan, host: &mut Host<'_>) -> Result<CodeFlow, Stop> {
        self.decide_check(plan, host, ["total", "against"])
    }

    /// A check's parts: total, what it was against, margin, shortfall, success, natural face.
    fn decide_check(&mut self, plan: &Plan, host: &mut Host<'_>, names: [&str; 2]) -> Result<CodeFlow, Stop> {
        let tie = self.pop();
        let (total, dc) = self.pop_two();
        let natural = self.natural().cloned().unwrap_or(Value::Nothing);
        self.end_doing();
        let tie_wins = tie != Value::YesNo(false);
        let margin = self.calculate(plan, ArithOp::Subtract, &total, &dc)?;
        let order = self.order(plan, &total, &dc)?;
        let success = order.is_gt() || (tie_wins && order.is_eq());
        let short = if order.is_lt() {
            self.calculate(plan, ArithOp::Subtract, &dc, &total)?
        } else {
            self.calculate(plan, ArithOp::Subtract, &total, &total)?
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
        self.tell(plan, host, |machine| EventKind::Check {
            value: value.clone(),
            total: machine.show(plan, &total),
            dc: machine.show(plan, &dc),
            success,
            whose: machine.checked(plan),
        });
        Ok(self.push(value))
    }

    /// Whose check it is: the records that it mentions, or else the one that the call mentions which led
    /// to it, as in `surprise_check(hero.wis)`.
    fn checked(&self, plan: &Plan) -> Vec<Arc<str>> {
        let mut frames = self.frames().iter().rev();
        let Some(frame) = frames.next() else { return Vec::new() };
        let mut names = self.mentioned(plan, frame, frame.pc);
        let mut inner = frame;
        for caller in frames {
            let op = plan.code(caller.code).ops.get(inner.from as usize);
            let is_call = inner.proc.is_none() && matches!(op, Some(Op::Jump(JumpOp::Call(..))));
            if !names.is_empty() || !is_call {
                break;
            }
            names = self.mentioned(plan, caller, inner.from);
            if names.len() > 1 {
                return Vec::new();
            }
            inner = caller;
        }
        names
    }

    /// The names of the records that a step of a frame's code is about, in order.
    fn mentioned(&self, plan: &Plan, frame: &Frame, step: u32) -> Vec<Arc<str>> {
        let mut names: Vec<Arc<str>> = Vec::new();
        for mention in plan.code(frame.code).mentions.at(step).into_iter().flat_map(|of| &**of) {
            if let Some(Value::Record(roster, record)) = self.meant(plan, frame, mention) {
                let name = self.name_of(roster, record);
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }

    fn meant(&self, plan: &Plan, frame: &Frame, mention: &RecordMention) -> Option<Value> {
        match mention {
            RecordMention::Local(local) => self.held_in(frame, *local).cloned(),
            RecordMention::Global(global) => self.told_global(*global).cloned(),
            RecordMention::Member(roster, name) => {
                let name = self.meant(plan, frame, name)?;
                self.member_called(*roster, &self.show(plan, &name))
            }
            RecordMention::Named(name) => Some(Value::Text(Arc::clone(name))),
        }
    }
}
