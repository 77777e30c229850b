//! How a count is used: what it goes on by, and what it is held against.

use super::amount::{CarriedRoll, RolledCode};
use crate::base::Num;
use crate::check::program::{GlobalId, UnitId};
use crate::engine::luck::Course;
use crate::plan::{CodeId, Ix, Op, Parts, PlayOp, Taker, Value};
use crate::syntax::ast::ArithOp;

/// Where a count is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CountPlace {
    Local(CodeId, Ix),
    Global(GlobalId),
    /// In records, by the symbol of the field.
    Field(Ix),
}

/// How a count is looked at that only ever goes one way.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Saturation {
    /// Which way, and what it is held against.
    pub(super) course: Course,
    /// Beyond that only the remainder makes a difference, divided by this.
    pub(super) modulus: i64,
}

impl Saturation {
    /// What stands for a count that has passed all that it is held against; `None` where it stands for itself.
    pub(super) fn settled<'v>(&self, count: &Value, held: &dyn Fn(Ix) -> Option<&'v Value>) -> Option<Value> {
        let up = self.course.up;
        let (now, last) = self.course.last(count, held)?;
        let first = last.checked_add(if up { 1 } else { -1 })?;
        let beyond = now.checked_sub(first)?;
        let is_beyond = if up { beyond > 0 } else { beyond < 0 };
        let settled = Num::int(first + beyond % self.modulus);
        let (_, unit) = count.measured().filter(|_| is_beyond)?;
        Some(unit.map_or(Value::Number(settled), |unit| Value::Quantity(settled, unit)))
    }
}

/// A roll that goes into a count at a step.
pub(super) struct IntoCount {
    pub(super) code: CodeId,
    /// Takes the count and what it goes on by.
    pub(super) at: Ix,
    /// The count.
    pub(super) operand: u32,
    pub(super) carried: CarriedRoll,
}

/// How a count is used, as far as its steps have been looked at.
pub(super) struct CountUses {
    place: CountPlace,
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
    /// The rolls without end that go into it.
    pub(super) rolls: Vec<IntoCount>,
    /// The steps that set it to what it was and something more.
    pub(super) counting: Vec<(CodeId, Ix)>,
}

/// The most that a count may be divided by.
const MOST_REMAINDERS: i64 = 1_000;

/// What becomes of a count that is looked at.
enum CountUse {
    /// It goes on by something.
    Steps(CountStep),
    /// It is held against a number, of a unit or of none.
    Held(Num, Option<UnitId>),
    /// It is held against a local that keeps what it holds.
    HeldAgainst(Ix),
    /// Its remainder is taken.
    Divided(i64),
    /// Nothing looks at it.
    Ignored,
}

/// How a count goes on.
struct CountStep {
    up: bool,
    locals: Vec<Ix>,
    rolls: Vec<IntoCount>,
    sets: Vec<Ix>,
}

impl CountPlace {
    /// The steps of a code that give what the count is, where that makes a difference; `None` where others look at it.
    fn reads(self, traced: &RolledCode<'_>) -> Option<Vec<Ix>> {
        let gives = match self {
            CountPlace::Local(code, local) => {
                return if code == traced.id { traced.reads(local) } else { Some(Vec::new()) };
            }
            CountPlace::Global(global) => Op::Global(global),
            CountPlace::Field(symbol) => Op::Field(symbol),
        };
        let mut reads = Vec::new();
        for (at, op) in traced.steps() {
            if *op == gives {
                reads.push(at);
            } else if self.is_seen_by(traced, op) {
                return None;
            }
        }
        Some(reads)
    }

    /// Whether a step that does not give it may look at it all the same.
    fn is_seen_by(self, traced: &RolledCode<'_>, op: &Op) -> bool {
        let does = op.does(traced.plan);
        match self {
            CountPlace::Local(..) => true,
            CountPlace::Global(_) => does.reads.meets(Parts::GLOBALS) && does.global.is_none(),
            CountPlace::Field(_) => {
                let is_plain = matches!(op, Op::Field(_)) || does.field.is_some();
                does.reads.meets(Parts::FIELDS) && !is_plain
            }
        }
    }

    /// Whether a step sets it.
    pub(super) fn is_set_by(self, traced: &RolledCode<'_>, op: &Op) -> bool {
        let does = op.does(traced.plan);
        match self {
            CountPlace::Local(code, local) => code == traced.id && does.locals.changes(local),
            CountPlace::Global(global) => does.global == Some(global) && does.writes.holds(Parts::GLOBALS),
            CountPlace::Field(symbol) => does.field.is_some_and(|field| field.symbol() == symbol),
        }
    }

    /// Whether a step sets it that takes what it becomes, the count being what another step gave.
    fn is_set_again(self, traced: &RolledCode<'_>, read: Ix, taker: Taker) -> bool {
        match (self, traced.op(taker.at)) {
            (CountPlace::Local(_, local), Some(op)) => *op == Op::SetLocal(local),
            (CountPlace::Global(global), Some(op)) => *op == Op::SetGlobal(global),
            (CountPlace::Field(symbol), Some(Op::Play(PlayOp::SetField(set) | PlayOp::StoreField(set)))) => {
                let record = |at| Taker { at, operand: 0 };
                *set == symbol && taker.operand == 1 && traced.is_same(record(taker.at), record(read))
            }
            (CountPlace::Field(_), Some(_)) | (_, None) => false,
        }
    }
}

impl CountUses {
    /// How a count is used; `None` where more is looked at of it.
    pub(super) fn of(place: CountPlace, all: &[RolledCode<'_>]) -> Option<CountUses> {
        let mut uses = CountUses {
            place,
            held: Vec::new(),
            unit: None,
            against: Vec::new(),
            steps: Vec::new(),
            modulus: 1,
            goes: (false, false),
            rolls: Vec::new(),
            counting: Vec::new(),
        };
        for traced in all {
            for read in place.reads(traced)? {
                for taker in traced.flow.takers(read) {
                    uses.sees(traced.id, uses.used(traced, read, *taker)?)?;
                }
            }
        }
        Some(uses)
    }

    /// Takes in how a value is used; `None` where nothing follows from it any more.
    fn sees(&mut self, code: CodeId, used: CountUse) -> Option<()> {
        match used {
            CountUse::Ignored => {}
            CountUse::Steps(step) => {
                self.goes = (self.goes.0 || step.up, self.goes.1 || !step.up);
                self.steps.extend(step.locals);
                self.rolls.extend(step.rolls);
                self.counting.extend(step.sets.into_iter().map(|at| (code, at)));
            }
            CountUse::Held(number, unit) => {
                let is_first = self.held.is_empty();
                self.held.push(number);
                let known = std::mem::replace(&mut self.unit, unit);
                return (is_first || known == unit).then_some(());
            }
            CountUse::HeldAgainst(local) => self.against.push(local),
            CountUse::Divided(by) => {
                self.modulus = (1..=MOST_REMAINDERS).find(|all| all % by == 0 && all % self.modulus == 0)?;
            }
        }
        (self.goes != (true, true)).then_some(())
    }

    /// What becomes of the count that a step gives, where another takes it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "whatever is not named may look at more")]
    fn used(&self, traced: &RolledCode<'_>, read: Ix, taker: Taker) -> Option<CountUse> {
        let other = taker.other();
        match traced.op(taker.at)? {
            _ if traced.is_idle(taker) => Some(CountUse::Ignored),
            Op::Compare(_) | Op::Is => match traced.constant_taken(other) {
                Some((number, unit)) => Some(CountUse::Held(number, unit)),
                None => {
                    let local = traced.local_taken(other).filter(|local| traced.is_steady(*local));
                    let own = matches!(self.place, CountPlace::Local(..));
                    local.filter(|_| own).map(CountUse::HeldAgainst)
                }
            },
            Op::Arith(op @ (ArithOp::Add | ArithOp::Subtract)) => {
                let up = *op == ArithOp::Add;
                if !up && taker.operand != 0 {
                    return None;
                }
                self.step(traced, read, (taker, other), up)
            }
            Op::Arith(ArithOp::Modulo) if taker.operand == 0 => {
                let by = traced.constant_taken(other)?.0.as_int()?;
                (1..=MOST_REMAINDERS).contains(&by).then_some(CountUse::Divided(by))
            }
            Op::IsEven | Op::IsOdd => Some(CountUse::Divided(2)),
            _ => None,
        }
    }

    /// What the count goes on by.
    fn step(
        &self,
        traced: &RolledCode<'_>,
        read: Ix,
        (taker, other): (Taker, Taker),
        up: bool,
    ) -> Option<CountUse> {
        let takers = traced.flow.takers(taker.at);
        if takers.is_empty() || !takers.iter().all(|set| self.place.is_set_again(traced, read, *set)) {
            return None;
        }
        let sets = takers.iter().map(|set| set.at).collect();
        if let Some((number, _)) = traced.constant_taken(other) {
            let number = number.as_int()?;
            let up = up == (number > 0);
            let step = CountStep { up, locals: Vec::new(), rolls: Vec::new(), sets };
            return Some(if number == 0 { CountUse::Ignored } else { CountUse::Steps(step) });
        }
        let amount = traced.amount_taken(other)?;
        // The locals of other code are not at hand where the count is looked at.
        let is_own = matches!(self.place, CountPlace::Local(..)) || amount.locals.is_empty();
        let into = |carried| IntoCount { code: traced.id, at: taker.at, operand: taker.operand, carried };
        let rolls = amount.rolls.into_iter().map(into).collect();
        is_own.then_some(CountUse::Steps(CountStep { up, locals: amount.locals, rolls, sets }))
    }

    /// What follows from all uses.
    pub(super) fn saturation(&self) -> Option<Saturation> {
        let (up, down) = self.goes;
        let nearest = |number: &Num| if up { number.floor() } else { number.ceil() }.as_int();
        let held: Vec<i64> = self.held.iter().map(nearest).collect::<Option<_>>()?;
        let last = if up { held.into_iter().max() } else { held.into_iter().min() };
        // Where only remainders are taken, it is as if it were held against 0.
        let last = last.or_else(|| self.against.is_empty().then_some(0).filter(|_| self.modulus > 1));
        let is_held = last.is_some() || !self.against.is_empty();
        let last = last.map(|last| (last, self.unit));
        let course = Course { up, last, against: self.against.clone(), steps: self.steps.clone() };
        ((up || down) && is_held).then_some(Saturation { course, modulus: self.modulus })
    }
}
