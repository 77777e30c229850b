//! Counts that are only held against a few numbers: `if day == 5`, `if turn mod 3 == 0`. Once such a count has passed
//! all of them, it makes no difference how far, so that a loop that counts comes back to where it was. Nor does it of a
//! roll without end that goes into such a count (`left -= d6!`): from some number on all of its results are one.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::base::Num;
use crate::engine::luck::Enough;
use crate::plan::{Code, CodeId, DiceOp, JumpOp, Op, Plan, Reach, Slice, Value};
use crate::syntax::ast::ArithOp;

/// What is known of such counts.
#[derive(Default)]
pub(super) struct Saturated {
    /// By the code and the local.
    counts: FxHashMap<(CodeId, u32), Saturation>,
    /// What rolls without end go into, by their first steps.
    rolls: FxHashMap<(CodeId, u32), Enough>,
}

/// How a count is looked at that only ever goes one way.
#[derive(Debug, Clone, PartialEq)]
struct Saturation {
    /// The last number that it is held against, where it goes up; and where it goes down.
    last: (Option<i64>, Option<i64>),
    /// Beyond these only the remainder makes a difference, divided by this.
    modulus: i64,
    /// Whether it goes up, and whether it goes down.
    goes: (bool, bool),
}

/// The most that a count may be divided by.
const MOST_REMAINDERS: i64 = 1_000;

/// What becomes of a value that was just given.
enum Read {
    /// It is one step on from where it was: up, or down.
    Counted(bool),
    /// So it is by a roll, which begins at this step where it has no end.
    Rolled(bool, Option<u32>),
    /// It is held against a number.
    Held(Num),
    /// Its remainder is taken.
    Divided(i64),
    /// Nothing looks at it.
    Ignored,
    /// Anything else.
    Other,
}

impl Saturated {
    /// The counts of code with loops that luck ends, or with rolls without end.
    pub(super) fn of(plan: &Plan, reach: &Reach, slice: &Slice) -> Saturated {
        let mut all = Saturated::default();
        for id in reach.codes() {
            let code = plan.code(id);
            if code.loops.all().all(|by| by.is_counted()) && !code.ops.iter().any(|op| is_endless(plan, op)) {
                continue;
            }
            for local in 0..code.locals {
                if let Some((saturation, rolls)) = saturation(plan, (id, code), local, slice) {
                    let into = saturation.enough();
                    all.rolls.extend(rolls.into_iter().filter_map(|at| Some(((id, at), into?))));
                    all.counts.insert((id, local), saturation);
                }
            }
        }
        all
    }

    /// What a roll without end that begins at a step goes into, where that is all that becomes of it.
    pub(super) fn goes_into(&self, step: (CodeId, u32)) -> Option<Enough> {
        self.rolls.get(&step).copied()
    }

    /// Puts a count that has passed all that it is held against in place of others of which the same is true.
    pub(super) fn settle(&self, code: CodeId, local: u32, value: &mut Value) {
        let Some(saturation) = self.counts.get(&(code, local)) else { return };
        if let Value::Number(number) = value
            && let Some(count) = number.as_int()
        {
            *number = Num::int(saturation.settled(count));
        }
    }
}

impl Saturation {
    /// From where on it makes no difference how far it goes.
    fn enough(&self) -> Option<Enough> {
        let (up, _) = self.goes;
        Some(Enough { up, last: self.last_held().filter(|_| self.modulus == 1)? })
    }

    /// The last number that it is held against on its way.
    fn last_held(&self) -> Option<i64> {
        if self.goes.0 { self.last.0 } else { self.last.1 }
    }

    fn settled(&self, count: i64) -> i64 {
        let (up, _) = self.goes;
        let Some(first) = self.last_held().unwrap_or(0).checked_add(if up { 1 } else { -1 }) else {
            return count;
        };
        let Some(beyond) = count.checked_sub(first) else { return count };
        let is_beyond = if up { beyond > 0 } else { beyond < 0 };
        if is_beyond { first + beyond % self.modulus } else { count }
    }

    /// Takes in how a value is used; gives whether the rest still holds.
    fn sees(&mut self, read: &Read) -> bool {
        match read {
            Read::Ignored => true,
            Read::Other => false,
            Read::Counted(up) | Read::Rolled(up, _) => {
                self.goes = (self.goes.0 || *up, self.goes.1 || !*up);
                self.goes != (true, true)
            }
            Read::Held(number) => {
                let Some(low) = number.floor().as_int() else { return false };
                self.last.0 = Some(self.last.0.map_or(low, |last| last.max(low)));
                let high = if number.is_int() { low } else { low + 1 };
                self.last.1 = Some(self.last.1.map_or(high, |last| last.min(high)));
                true
            }
            Read::Divided(by) => {
                let common = (1..=MOST_REMAINDERS).find(|all| all % by == 0 && all % self.modulus == 0);
                common.is_some_and(|common| {
                    self.modulus = common;
                    true
                })
            }
        }
    }
}

/// How a local is used, where it is a count that is only held against numbers.
/// With it come the rolls without end that go into it.
fn saturation(
    plan: &Plan,
    (id, code): (CodeId, &Code),
    local: u32,
    slice: &Slice,
) -> Option<(Saturation, Vec<u32>)> {
    let mut saturation = Saturation { last: (None, None), modulus: 1, goes: (false, false) };
    let mut rolls = Vec::new();
    for (pc, op) in (0u32..).zip(&code.ops) {
        let does = op.does(plan);
        if *op == Op::Local(local) {
            if !slice.needs_local(id, pc, local) {
                continue;
            }
            let read = read_at(plan, (id, code), (pc, local), slice);
            if !saturation.sees(&read) {
                return None;
            }
            if let Read::Rolled(_, Some(first)) = read {
                rolls.push(first);
            }
        } else if does.locals.read().is_none_or(|mut read| read.any(|read| read == local)) {
            return None;
        }
    }
    let (up, down) = saturation.goes;
    ((up || down) && (saturation.last.0.is_some() || saturation.modulus > 1)).then_some((saturation, rolls))
}

/// What becomes of what a step gives that gives a local.
fn read_at(plan: &Plan, (id, code): (CodeId, &Code), (pc, local): (u32, u32), slice: &Slice) -> Read {
    let Some((at, operand)) = taken(plan, code, pc) else { return Read::Other };
    let number = |pc: u32| {
        let Op::Const(at) = code.ops.get(pc as usize)? else { return None };
        plan.consts.get(*at as usize)?.as_number()
    };
    // What it stands beside: the step after it or before it.
    let beside =
        if operand == 0 { number(pc + 1).filter(|_| at == pc + 2) } else { number(pc.wrapping_sub(1)) };
    let is_set_again = code.ops.get(at as usize + 1) == Some(&Op::SetLocal(local));
    let whole = |number: Num| number.as_int();
    match (code.ops.get(at as usize), beside) {
        (Some(Op::MakeParts(names)), _) => {
            let names = plan.names.get(*names as usize);
            let name = names.and_then(|names| names.get(operand as usize));
            let is_returned = match code.ops.get(at as usize + 1) {
                Some(Op::Jump(JumpOp::Return)) => true,
                Some(Op::Jump(JumpOp::Skip(to))) => code.end > 0 && *to >= code.end,
                Some(_) | None => false,
            };
            match name {
                Some(name) if is_returned && !slice.looks_at_part(plan, id, name) => Read::Ignored,
                Some(_) | None => Read::Other,
            }
        }
        (Some(Op::Compare(_)), Some(number)) => Read::Held(number),
        (Some(Op::Arith(ArithOp::Add)), Some(number)) if is_set_again => match whole(number) {
            Some(0) => Read::Ignored,
            Some(step) => Read::Counted(step > 0),
            None => Read::Other,
        },
        (Some(Op::Arith(ArithOp::Subtract)), Some(number)) if is_set_again && operand == 0 => {
            match whole(number) {
                Some(0) => Read::Ignored,
                Some(step) => Read::Counted(step < 0),
                None => Read::Other,
            }
        }
        (Some(Op::Arith(op @ (ArithOp::Add | ArithOp::Subtract))), None) if is_set_again && operand == 0 => {
            match rolled(plan, code, pc + 1..at) {
                Some(first) => Read::Rolled(*op == ArithOp::Add, first),
                None => Read::Other,
            }
        }
        (Some(Op::Arith(ArithOp::Modulo)), Some(number)) if operand == 0 => match whole(number) {
            Some(by @ 1..=MOST_REMAINDERS) => Read::Divided(by),
            Some(_) | None => Read::Other,
        },
        (Some(Op::IsEven | Op::IsOdd), _) => Read::Divided(2),
        (Some(_) | None, _) => Read::Other,
    }
}

/// Steps that roll what is never less than nothing: the first of them, where what begins there may come to any number.
/// `None` for all other steps.
fn rolled(plan: &Plan, code: &Code, steps: Range<u32>) -> Option<Option<u32>> {
    let first = steps.start;
    let ops = code.ops.get(first as usize..steps.end as usize)?;
    let pool = |op: &Op| if let Op::Dice(DiceOp::Roll(pool)) = op { Some(plan.pool(*pool)) } else { None };
    let constant = |op: &Op| {
        let Op::Const(at) = op else { return None };
        plan.consts.get(*at as usize)?.as_number()
    };
    let adds = |op: &Op| matches!(op, Op::Arith(ArithOp::Add));
    let is_amount = |op: &Op| {
        adds(op)
            || pool(op).is_some_and(|pool| !pool.may_be_negative())
            || constant(op).is_some_and(|number| number >= Num::ZERO)
    };
    if !ops.iter().all(is_amount) {
        return None;
    }
    let is_drawn = code.draws.at(first).is_some_and(|draw| draw.until == steps.end);
    let is_endless = |op: &Op| is_endless(plan, op);
    let endless = if is_drawn { ops.iter().any(is_endless) } else { ops.first().is_some_and(is_endless) };
    Some(endless.then_some(first))
}

fn is_endless(plan: &Plan, op: &Op) -> bool {
    matches!(op, Op::Dice(DiceOp::Roll(pool)) if plan.pool(*pool).is_endless())
}

/// The step that takes what a step gives, and as which of its operands; `None` where ways part before that.
fn taken(plan: &Plan, code: &Code, pc: u32) -> Option<(u32, u32)> {
    let mut above = 0u32;
    for (at, op) in (0u32..).zip(&code.ops).skip(pc as usize + 1) {
        let does = op.does(plan);
        if does.takes > above {
            return Some((at, does.takes - above - 1));
        }
        if matches!(op, Op::Jump(_)) {
            return None;
        }
        above = above - does.takes + does.given();
    }
    None
}
