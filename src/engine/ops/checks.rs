//! Advantage, checks and contests.

use std::sync::Arc;

use crate::base::Num;
use crate::engine::frame::Frame;
use crate::engine::machine::{Flow, Host, Machine};
use crate::engine::{EventKind, Stop};
use crate::plan::{Op, Plan, Value};
use crate::syntax::ast::ArithOp;

impl Machine {
    /// Leaves the net count on the stack until the operand has been rolled once, and then, where it
    /// is rolled again, the count with the first result and its natural face.
    pub(super) fn edge_begin(&mut self, plan: &Plan) -> Result<Flow, Stop> {
        let net = self.pop();
        let net = self.number(plan, &net)?;
        Ok(self.push(Value::Number(net)))
    }

    pub(super) fn edge_end(&mut self, plan: &Plan, start: u32) -> Result<Flow, Stop> {
        let (mark, result) = self.pop_two();
        match mark {
            Value::List(first) => {
                let [net, earlier, natural] = first.as_slice() else { return Ok(self.push(result)) };
                let net = self.number(plan, net)?;
                let keep_later = {
                    let order = self.rank(plan, &result, earlier)?;
                    if net > Num::ZERO { order.is_gt() } else { order.is_lt() }
                };
                if keep_later {
                    return Ok(self.push(result));
                }
                if let Some(slot) = self.naturals.last_mut()
                    && *natural != Value::Unset
                {
                    *slot = natural.clone();
                }
                let earlier = earlier.clone();
                Ok(self.push(earlier))
            }
            net => {
                if self.number(plan, &net)?.is_zero() {
                    return Ok(self.push(result));
                }
                // The second roll has a natural face of its own.
                let natural = self
                    .naturals
                    .last_mut()
                    .map_or(Value::Unset, |slot| std::mem::replace(slot, Value::Nothing));
                let first = Value::List(Arc::new(vec![net, result, natural]));
                self.push(first);
                Ok(Flow::Jump(start))
            }
        }
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

    pub(super) fn check(&mut self, plan: &Plan, host: &mut Host<'_>) -> Result<Flow, Stop> {
        self.decide_check(plan, host, ["total", "dc"])
    }

    pub(super) fn contest(&mut self, plan: &Plan, host: &mut Host<'_>) -> Result<Flow, Stop> {
        self.decide_check(plan, host, ["total", "against"])
    }

    /// A check's parts: total, what it was against, margin, shortfall, success, natural face.
    fn decide_check(&mut self, plan: &Plan, host: &mut Host<'_>, names: [&str; 2]) -> Result<Flow, Stop> {
        let tie = self.pop();
        let (total, dc) = self.pop_two();
        let natural = self.naturals.pop().unwrap_or(Value::Nothing);
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
        let mut frames = self.frames.iter().rev();
        let Some(frame) = frames.next() else { return Vec::new() };
        let ops = plan.code(frame.code).ops.get(..frame.pc as usize).unwrap_or_default();
        let begins = ops.iter().rposition(|op| *op == Op::NaturalBegin).unwrap_or(0);
        let mut names = self.mentioned(plan, frame, begins as u32..frame.pc);
        let mut inner = frame;
        for caller in frames {
            if !names.is_empty() || inner.proc.is_some() {
                break;
            }
            let Some(range) = arguments(plan, caller) else { break };
            names = self.mentioned(plan, caller, range);
            if names.len() > 1 {
                return Vec::new();
            }
            inner = caller;
        }
        names
    }

    /// The names of the records that a part of a frame's code takes up, in order.
    fn mentioned(&self, plan: &Plan, frame: &Frame, part: std::ops::Range<u32>) -> Vec<Arc<str>> {
        let ops = &plan.code(frame.code).ops;
        let mut names: Vec<Arc<str>> = Vec::new();
        let mut last = None;
        for op in ops.get(part.start as usize..part.end as usize).unwrap_or_default() {
            let mentioned = match op {
                Op::Const(at) => plan.consts.get(*at as usize).cloned(),
                Op::Local(at) => self.stack.get(frame.base as usize + *at as usize).cloned(),
                Op::Global(at) => self.state.globals.get(at.index()).cloned(),
                Op::Member(roster) => {
                    last.and_then(|name| self.member_called(*roster, &self.show(plan, &name)))
                }
                _ => None,
            };
            if let Some(Value::Record(roster, record)) = mentioned {
                let name = self.state.name_of(roster, record);
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            last = mentioned;
        }
        names
    }
}

/// Where the arguments of the call in progress are worked out; nothing where it is no call.
fn arguments(plan: &Plan, caller: &Frame) -> Option<std::ops::Range<u32>> {
    let code = plan.code(caller.code);
    let is_call = |at: &u32| matches!(code.ops.get(*at as usize), Some(Op::Call(..)));
    let call = [Some(caller.pc), caller.pc.checked_sub(1)].into_iter().flatten().find(is_call)?;
    let whole = code.span(call)?;
    let inside = |at: &u32| {
        code.span(*at).is_some_and(|span| {
            span.source == whole.source && whole.start <= span.start && span.end <= whole.end
        })
    };
    let begins = (0..call).rev().take_while(inside).last().unwrap_or(call);
    Some(begins..call)
}
