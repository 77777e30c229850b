//! Counts that are only held against a few numbers: `if day == 5`, `if turn mod 3 == 0`. Once such a count has passed
//! all of them, it makes no difference how far, so that a loop that counts comes back to where it was. Nor does it of a
//! roll without end that goes into such a count (`left -= d6!`): from some number on all of its results are one.

mod amount;
mod floors;

use rustc_hash::FxHashMap;

use self::amount::{Amount, constant, is_endless, is_led_to, is_steady};
use self::floors::floored;
use crate::base::Num;
use crate::check::program::UnitId;
use crate::engine::luck::{Enough, OnTheWay};
use crate::plan::{Code, CodeId, Ix, JumpOp, Op, Plan, Reach, Slice, Value};
use crate::syntax::ast::ArithOp;

/// What is known of such counts.
#[derive(Default)]
pub(super) struct Saturated {
    /// By the code, with their locals.
    counts: FxHashMap<CodeId, Vec<(Ix, Saturation)>>,
    /// What rolls without end go into, by their first steps.
    rolls: FxHashMap<(CodeId, Ix), Enough>,
}

/// How a count is looked at that only ever goes one way.
#[derive(Debug, Clone, PartialEq)]
struct Saturation {
    /// Which way, and what it is held against.
    course: Enough,
    /// Beyond that only the remainder makes a difference, divided by this.
    modulus: i64,
}

/// How a local is used, as far as its steps have been looked at.
struct CountUses {
    /// The numbers that it is held against.
    held: Vec<Num>,
    /// The unit of all of them.
    unit: Option<UnitId>,
    /// The locals that it is held against.
    against: Vec<Ix>,
    /// The locals that it goes on by.
    steps: Vec<Ix>,
    /// What its remainder is taken by.
    modulus: i64,
    /// Whether it goes up, and whether it goes down.
    goes: (bool, bool),
    /// The rolls without end that go into it, by their first steps.
    rolls: Vec<(Ix, OnTheWay)>,
}

/// The most that a count may be divided by.
const MOST_REMAINDERS: i64 = 1_000;

/// What becomes of a value that was just given.
enum Read {
    /// It is one step on from where it was: up, or down.
    Counted(bool),
    /// So it is by a roll.
    Rolled(bool, Amount),
    /// It is held against a number, of a unit or of none.
    Held(Num, Option<UnitId>),
    /// It is held against a local that keeps what it holds.
    HeldAgainst(Ix),
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
            let counts =
                (0..code.locals).filter_map(|local| Some((local, uses(plan, (id, code), local, slice)?)));
            let mut known = Vec::new();
            for (local, uses) in counts {
                let rolls = uses.rolls.clone();
                let Some(saturation) = uses.saturation() else { continue };
                if saturation.modulus == 1 {
                    let into = |way| Enough { way, ..saturation.course.clone() };
                    all.rolls.extend(rolls.into_iter().map(|(at, way)| ((id, at), into(way))));
                }
                known.push((local, saturation));
            }
            if !known.is_empty() {
                all.counts.insert(id, known);
            }
            for (at, enough) in floored(plan, code) {
                all.rolls.entry((id, at)).or_insert(enough);
            }
        }
        all
    }

    /// What a roll without end that begins at a step goes into, where that is all that becomes of it.
    pub(super) fn goes_into(&self, step: (CodeId, Ix)) -> Option<&Enough> {
        self.rolls.get(&step)
    }

    /// Puts counts that have passed all that they are held against in place of others of which the same is true.
    pub(super) fn settle(&self, code: CodeId, locals: &mut [Value]) {
        for (local, saturation) in self.counts.get(&code).map_or(&[][..], Vec::as_slice) {
            let held = |local: Ix| locals.get(local as usize);
            let settled = held(*local).and_then(|count| saturation.settled(count, &held));
            if let (Some(settled), Some(Value::Number(count) | Value::Quantity(count, _))) =
                (settled, locals.get_mut(*local as usize))
            {
                *count = Num::int(settled);
            }
        }
    }
}

impl Saturation {
    fn settled<'v>(&self, count: &Value, held: &dyn Fn(Ix) -> Option<&'v Value>) -> Option<i64> {
        let up = self.course.up;
        let (count, last) = self.course.last(count, held)?;
        let first = last.checked_add(if up { 1 } else { -1 })?;
        let beyond = count.checked_sub(first)?;
        let is_beyond = if up { beyond > 0 } else { beyond < 0 };
        is_beyond.then_some(first + beyond % self.modulus)
    }
}

impl CountUses {
    /// Takes in how a value is used; gives whether the rest still holds.
    fn sees(&mut self, read: Read) -> bool {
        match read {
            Read::Ignored => true,
            Read::Other => false,
            Read::Counted(up) => self.goes(up),
            Read::Rolled(up, amount) => {
                self.steps.extend(amount.locals);
                self.rolls.extend(amount.rolls);
                self.goes(up)
            }
            Read::Held(number, unit) => {
                let is_first = self.held.is_empty();
                self.held.push(number);
                let known = std::mem::replace(&mut self.unit, unit);
                is_first || known == unit
            }
            Read::HeldAgainst(local) => {
                self.against.push(local);
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

    fn goes(&mut self, up: bool) -> bool {
        self.goes = (self.goes.0 || up, self.goes.1 || !up);
        self.goes != (true, true)
    }

    /// What follows from all uses.
    fn saturation(self) -> Option<Saturation> {
        let (up, down) = self.goes;
        let nearest = |number: &Num| if up { number.floor() } else { number.ceil() }.as_int();
        let held: Vec<i64> = self.held.iter().map(nearest).collect::<Option<_>>()?;
        let last = if up { held.into_iter().max() } else { held.into_iter().min() };
        // Where only remainders are taken, it is as if it were held against 0.
        let last = last.or_else(|| self.against.is_empty().then_some(0).filter(|_| self.modulus > 1));
        let is_held = last.is_some() || !self.against.is_empty();
        let last = last.map(|last| (last, self.unit));
        let course = Enough { up, last, against: self.against, steps: self.steps, way: OnTheWay::default() };
        ((up || down) && is_held).then_some(Saturation { course, modulus: self.modulus })
    }
}

/// How a local is used, where it is a count that is only held against what stays as it is.
fn uses(plan: &Plan, (id, code): (CodeId, &Code), local: Ix, slice: &Slice) -> Option<CountUses> {
    let mut uses = CountUses {
        held: Vec::new(),
        unit: None,
        against: Vec::new(),
        steps: Vec::new(),
        modulus: 1,
        goes: (false, false),
        rolls: Vec::new(),
    };
    for (pc, op) in (0u32..).zip(&code.ops) {
        if *op == Op::Local(local) {
            if slice.needs_local(id, pc, local) && !uses.sees(read_at(plan, (id, code), (pc, local), slice)) {
                return None;
            }
        } else if op.does(plan).locals.read().is_none_or(|mut read| read.any(|read| read == local)) {
            return None;
        }
    }
    Some(uses)
}

/// What becomes of what a step gives that gives a local.
fn read_at(plan: &Plan, (id, code): (CodeId, &Code), (pc, local): (u32, u32), slice: &Slice) -> Read {
    let Some((at, operand)) = taken(plan, code, pc) else { return Read::Other };
    // What it stands beside: the step after it, or the one before it if there is no other way to get here.
    let beside = match operand {
        0 => Some(pc + 1).filter(|_| at == pc + 2),
        _ => pc.checked_sub(1).filter(|_| !is_led_to(plan, code, pc)),
    };
    let beside = beside.and_then(|beside| code.ops.get(beside as usize));
    let number = beside.and_then(|beside| constant(plan, beside));
    let is_set_again = code.ops.get(at as usize + 1) == Some(&Op::SetLocal(local));
    let whole = |number: Num| number.as_int();
    match (code.ops.get(at as usize), number) {
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
        (Some(Op::Compare(_)), Some((number, unit))) => Read::Held(number, unit),
        (Some(Op::Compare(_)), None) => match beside {
            Some(Op::Local(other)) if is_steady(plan, code, *other) => Read::HeldAgainst(*other),
            Some(_) | None => Read::Other,
        },
        (Some(Op::Arith(ArithOp::Add)), Some((number, _))) if is_set_again => match whole(number) {
            Some(0) => Read::Ignored,
            Some(step) => Read::Counted(step > 0),
            None => Read::Other,
        },
        (Some(Op::Arith(ArithOp::Subtract)), Some((number, _))) if is_set_again && operand == 0 => {
            match whole(number) {
                Some(0) => Read::Ignored,
                Some(step) => Read::Counted(step < 0),
                None => Read::Other,
            }
        }
        (Some(Op::Arith(op @ (ArithOp::Add | ArithOp::Subtract))), None) if is_set_again && operand == 0 => {
            match Amount::of(plan, code, pc + 1..at) {
                Some(amount) => Read::Rolled(*op == ArithOp::Add, amount),
                None => Read::Other,
            }
        }
        (Some(Op::Arith(ArithOp::Modulo)), Some((number, _))) if operand == 0 => match whole(number) {
            Some(by @ 1..=MOST_REMAINDERS) => Read::Divided(by),
            Some(_) | None => Read::Other,
        },
        (Some(Op::IsEven | Op::IsOdd), _) => Read::Divided(2),
        (Some(_) | None, _) => Read::Other,
    }
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
