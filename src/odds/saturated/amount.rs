//! What a count goes on by: what is rolled, and what is made of it before it gets there.

use std::cell::RefCell;
use std::ops::Deref;

use rustc_hash::FxHashMap;

use super::traced::{TracedCode, called_code};
use crate::base::Num;
use crate::check::Builtin;
use crate::engine::luck::{Enough, OnTheWay, RollAt, Until};
use crate::plan::{CodeId, DiceOp, Ix, JumpOp, Op, Plan, Slice, Taker};
use crate::syntax::ast::ArithOp;

/// A roll that may come to any number, where a value is as much or more, less what is taken off it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct CarriedRoll {
    pub(super) roll: RollAt,
    pub(super) way: OnTheWay,
    /// The locals that held it on the way.
    pub(super) through: Vec<Ix>,
}

/// What is known of a value.
#[derive(Debug, Clone, Default)]
pub(super) struct Amount {
    /// What it is at least, where that is known, and no local below is less than nothing.
    least: Option<Num>,
    /// The locals that it is made of.
    pub(super) locals: Vec<Ix>,
    pub(super) rolls: Vec<CarriedRoll>,
    /// The number or the local that it is, where it is nothing else.
    plain: Option<Plain>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Plain {
    Number(Num),
    Local(Ix),
}

/// A code, and what is known of the values of its steps.
pub(super) struct RolledCode<'p> {
    traced: TracedCode<'p>,
    /// Nothing while it is worked out.
    amounts: RefCell<FxHashMap<Ix, Option<Amount>>>,
    /// How many calls further in it is than the code that is asked about.
    further_in: u32,
}

/// What is called further in than this may give anything.
const DEEPEST: u32 = 4;

impl<'p> Deref for RolledCode<'p> {
    type Target = TracedCode<'p>;

    fn deref(&self) -> &TracedCode<'p> {
        &self.traced
    }
}

impl<'p> RolledCode<'p> {
    /// Follows the values of a code; `None` where that cannot be done.
    pub(super) fn of(plan: &'p Plan, slice: &'p Slice, id: CodeId) -> Option<RolledCode<'p>> {
        Some(RolledCode {
            traced: TracedCode::of(plan, slice, id)?,
            amounts: RefCell::default(),
            further_in: 0,
        })
    }

    /// What a call gives at least, with what it is handed.
    fn least_of_call(&self, called: CodeId, args: &[Amount]) -> Option<Num> {
        if self.further_in >= DEEPEST {
            return None;
        }
        let called = RolledCode::of(self.plan, self.slice, called)?;
        let called = RolledCode { further_in: self.further_in + 1, ..called };
        let returns = called.steps().filter(|(_, op)| **op == Op::Jump(JumpOp::Return));
        let given = returns.map(|(at, _)| called.amount_of(Taker { at, operand: 0 })).reduce(Amount::or)?;
        let is_handed = |local: &Ix| args.get(*local as usize).is_some_and(Amount::is_nothing_or_more);
        given.least.filter(|_| given.locals.iter().all(is_handed))
    }

    /// The rolls that may come to any number.
    pub(super) fn rolls_without_end(&self) -> Vec<RollAt> {
        let steps = self.steps().filter(|(_, op)| self.is_endless(op));
        let mut rolls: Vec<RollAt> = steps.map(|(at, _)| RollAt { at, is_draw: false }).collect();
        let is_in = |first: Ix, until: Ix| rolls.iter().any(|roll| (first..until).contains(&roll.at));
        let draws = self.code.draws.each().filter(|(first, draw)| is_in(*first, draw.until));
        let draws: Vec<RollAt> = draws.map(|(at, _)| RollAt { at: *at, is_draw: true }).collect();
        rolls.extend(draws);
        rolls
    }

    /// The numbers that a roll is held against, where all else that becomes of it gets to one of these steps, at least
    /// as much as the roll less something that is known.
    pub(super) fn held_besides(&self, roll: RollAt, ends: &[Ix]) -> Option<Vec<Enough>> {
        let draw = self.code.draws.at(roll.at).filter(|_| roll.is_draw);
        let mut held = Vec::new();
        let mut open = vec![draw.map_or(roll.at, |draw| draw.until.saturating_sub(1))];
        let mut seen = open.clone();
        while let Some(at) = open.pop() {
            for taker in self.flow.takers(at) {
                let further = match self.op(taker.at) {
                    _ if ends.contains(&taker.at) || self.is_idle(*taker) => Vec::new(),
                    Some(Op::SetLocal(local)) => self.reads(*local)?,
                    Some(Op::Compare(_) | Op::Is) => {
                        held.push(self.held_against(*taker, roll)?);
                        Vec::new()
                    }
                    _ if self.carries(taker.at, roll) => vec![taker.at],
                    _ => return None,
                };
                let new: Vec<Ix> = further.into_iter().filter(|at| !seen.contains(at)).collect();
                seen.extend(&new);
                open.extend(new);
            }
        }
        Some(held)
    }

    /// The number that a roll is held against where a step takes it, at least as much as it less something that is
    /// known.
    fn held_against(&self, taker: Taker, roll: RollAt) -> Option<Enough> {
        let number = self.constant_taken(taker.other())?;
        let rolls = self.amount_of(taker).rolls;
        let carried = rolls.into_iter().find(|carried| carried.roll == roll)?;
        Some(Enough { way: carried.way, until: Until::Above(number) })
    }

    /// What a step takes, where that is never less than nothing.
    pub(super) fn amount_taken(&self, taker: Taker) -> Option<Amount> {
        Some(self.amount_of(taker)).filter(Amount::is_nothing_or_more)
    }

    /// Whether what a step gives is at least a roll, less something.
    pub(super) fn carries(&self, at: Ix, roll: RollAt) -> bool {
        self.amount_given(at).rolls.iter().any(|carried| carried.roll == roll)
    }

    fn amount_of(&self, taker: Taker) -> Amount {
        let givers = self.flow.givers(taker).iter();
        givers.map(|giver| self.amount_given(*giver)).reduce(Amount::or).unwrap_or_default()
    }

    /// What a step gives.
    fn amount_given(&self, at: Ix) -> Amount {
        if let Some(known) = self.amounts.borrow().get(&at) {
            // What depends on itself may be anything.
            return known.clone().unwrap_or_default();
        }
        self.amounts.borrow_mut().insert(at, None);
        let given = self.work_out_amount(at).unwrap_or_default();
        self.amounts.borrow_mut().insert(at, Some(given.clone()));
        given
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "of what other steps give, nothing needs to be known")]
    fn work_out_amount(&self, at: Ix) -> Option<Amount> {
        let op = self.op(at)?;
        let takes = op.does(self.plan).takes;
        let taken: Vec<Amount> = (0..takes).map(|operand| self.amount_of(Taker { at, operand })).collect();
        let locals = taken.iter().flat_map(|part| part.locals.iter().copied()).collect();
        let mut given = match op {
            Op::Local(local) if self.is_steady(*local) => Amount {
                least: Some(Num::ZERO),
                locals: vec![*local],
                rolls: Vec::new(),
                plain: Some(Plain::Local(*local)),
            },
            Op::Local(local) => self.held(*local)?,
            Op::Const(_) => {
                let (number, _) = self.constant(at)?;
                Amount { least: Some(number), plain: Some(Plain::Number(number)), ..Amount::default() }
            }
            Op::Dice(DiceOp::Roll(pool)) => Amount {
                least: self.plan.pool(*pool).least(),
                rolls: CarriedRoll::rolled(at, false).filter(|_| self.is_endless(op)).into_iter().collect(),
                ..Amount::default()
            },
            Op::Jump(JumpOp::Call(..) | JumpOp::Run(..)) => Amount {
                least: self.least_of_call(called_code(self.plan, op)?, &taken),
                rolls: CarriedRoll::rolled(at, false).filter(|_| self.is_endless(op)).into_iter().collect(),
                ..Amount::default()
            },
            Op::Arith(ArithOp::Add) => {
                let least = taken.iter().try_fold(Num::ZERO, |sum, part| sum.add(part.least?).ok());
                Amount { least, rolls: at_least_each(taken, Num::ZERO), ..Amount::default() }
            }
            Op::Arith(ArithOp::Multiply) => {
                let least = taken.iter().all(Amount::is_nothing_or_more).then_some(Num::ZERO);
                // Not less than each, unless the other may be less than 1.
                Amount { least, rolls: at_least_each(taken, Num::ONE), ..Amount::default() }
            }
            Op::Builtin(Builtin::Max, _) => Amount {
                least: taken.iter().filter_map(|part| part.least).max(),
                rolls: taken.into_iter().flat_map(|part| part.rolls).collect(),
                ..Amount::default()
            },
            Op::Arith(ArithOp::Subtract) => less(taken)?,
            Op::Quantity(unit) => {
                let [Amount { least, mut rolls, .. }] = <[Amount; 1]>::try_from(taken).ok()?;
                // What was taken off it before was of no unit.
                rolls.retain(|carried| carried.way.unit.is_none() && !carried.way.is_less());
                rolls.iter_mut().for_each(|carried| carried.way.unit = Some(*unit));
                Amount { least, rolls, ..Amount::default() }
            }
            _ => Amount::default(),
        };
        given.add_locals(locals);
        self.add_draw(at, &mut given);
        Some(given)
    }

    /// What a local holds that is set in some places.
    fn held(&self, local: Ix) -> Option<Amount> {
        let setters = self.setters(local)?;
        let values = setters.into_iter().map(|at| self.amount_of(Taker { at, operand: 0 }));
        let mut held = values.reduce(Amount::or)?;
        held.plain = None;
        held.rolls.iter_mut().for_each(|carried| carried.through.push(local));
        Some(held)
    }

    /// What is decided at once is a roll of its own.
    fn add_draw(&self, at: Ix, given: &mut Amount) {
        let mut draws = self.code.draws.each().filter(|(_, draw)| draw.until == at + 1);
        if let Some((first, _)) = draws.next() {
            let mut steps = self.steps().skip(*first as usize).take((at + 1 - first) as usize);
            let is_endless = steps.any(|(_, op)| self.is_endless(op));
            given.rolls.extend(CarriedRoll::rolled(*first, true).filter(|_| is_endless));
        }
    }
}

impl CarriedRoll {
    fn rolled(at: Ix, is_draw: bool) -> Option<CarriedRoll> {
        let roll = RollAt { at, is_draw };
        Some(CarriedRoll { roll, way: OnTheWay::default(), through: Vec::new() })
    }
}

impl Amount {
    fn is_nothing_or_more(&self) -> bool {
        self.least.is_some_and(|least| least >= Num::ZERO)
    }

    fn add_locals(&mut self, locals: Vec<Ix>) {
        self.locals.extend(locals);
        self.locals.sort_unstable();
        self.locals.dedup();
    }

    /// Either of two. Of a roll that comes both ways, what is taken off it must be the same.
    fn or(mut self, other: Amount) -> Amount {
        self.least = self.least.zip(other.least).map(|(a, b)| a.min(b));
        self.plain = self.plain.filter(|_| self.plain == other.plain);
        self.add_locals(other.locals);
        let differs = |a: &CarriedRoll, b: &CarriedRoll| a.roll == b.roll && a != b;
        let (own, others) = (self.rolls, other.rolls);
        let agrees =
            |carried: &CarriedRoll, all: &[CarriedRoll]| !all.iter().any(|other| differs(carried, other));
        let mut rolls: Vec<CarriedRoll> =
            own.iter().filter(|carried| agrees(carried, &others)).cloned().collect();
        rolls.extend(others.into_iter().filter(|carried| !own.contains(carried) && agrees(carried, &own)));
        Amount { rolls, ..self }
    }
}

/// Of each value its rolls, where the others are so much or more.
fn at_least_each(taken: Vec<Amount>, others: Num) -> Vec<CarriedRoll> {
    let falls_short = |part: &Amount| part.least.is_none_or(|least| least < others);
    let short = taken.iter().filter(|part| falls_short(part)).count();
    let kept = taken.into_iter().filter(|part| short == usize::from(falls_short(part)));
    kept.flat_map(|part| part.rolls).collect()
}

/// The first of two values, less the second.
fn less(taken: Vec<Amount>) -> Option<Amount> {
    let [from, off] = <[Amount; 2]>::try_from(taken).ok()?;
    let off = off.plain?;
    let mut rolls = from.rolls;
    rolls.retain(|carried| carried.way.unit.is_none());
    for CarriedRoll { way, .. } in &mut rolls {
        match off {
            Plain::Number(number) => way.less = way.less.add(number).ok()?,
            Plain::Local(local) => way.less_locals.push(local),
        }
    }
    let least = match off {
        Plain::Number(number) => from.least.and_then(|least| least.sub(number).ok()),
        Plain::Local(_) => None,
    };
    Some(Amount { least, rolls, ..Amount::default() })
}
