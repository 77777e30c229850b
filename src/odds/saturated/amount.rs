//! What a count goes on by: what is rolled, and what is made of it before it gets there.

use std::ops::Range;

use crate::base::Num;
use crate::check::Builtin;
use crate::engine::luck::OnTheWay;
use crate::plan::{Code, DiceOp, Ix, Measured, Op, Plan};
use crate::syntax::ast::ArithOp;

/// What is never less than nothing.
pub(super) struct Amount {
    /// Where no local of these is less than nothing.
    pub locals: Vec<Ix>,
    /// The rolls in it that may come to any number, by their first steps: the more of one, the more it is.
    pub rolls: Vec<(Ix, OnTheWay)>,
}

/// A value while it is worked out.
#[derive(Default)]
struct Reckoned {
    /// What it is at least, where that is known.
    least: Option<Num>,
    /// The rolls without end that it is at least as much as, less what is taken off them.
    rolls: Vec<(Ix, OnTheWay)>,
    /// The number or the local that it is, where it is nothing else.
    plain: Option<Plain>,
}

#[derive(Clone, Copy)]
enum Plain {
    Number(Num),
    Local(Ix),
}

impl Amount {
    /// What steps give that roll and reckon one after the other; `None` where that may be less than nothing.
    pub(super) fn of(plan: &Plan, code: &Code, steps: Range<Ix>) -> Option<Amount> {
        let ops = code.ops.get(steps.start as usize..steps.end as usize)?;
        let mut locals = Vec::new();
        let mut stack: Vec<Reckoned> = Vec::new();
        for (at, op) in (steps.start..).zip(ops) {
            let does = op.does(plan);
            let below = stack.len().checked_sub(does.takes as usize)?;
            let taken = stack.split_off(below);
            if let Op::Jump(_) = op {
                return None;
            }
            let given = Reckoned::given(plan, code, (at, op), taken, below);
            if let Some(Plain::Local(local)) = given.plain {
                locals.push(local);
            }
            match does.given() {
                0 => {}
                1 => stack.push(given),
                _ => return None,
            }
        }
        let [whole] = <[Reckoned; 1]>::try_from(stack).ok()?;
        whole.least.filter(|least| *least >= Num::ZERO)?;
        let is_drawn = code.draws.at(steps.start).is_some_and(|draw| draw.until == steps.end);
        let rolls = if is_drawn && ops.iter().any(|op| is_endless(plan, op)) {
            vec![(steps.start, OnTheWay::default())]
        } else {
            whole.rolls
        };
        Some(Amount { locals, rolls })
    }
}

/// What a step rolls, where that may come to any number. Where more than the roll is decided at once, what is made of
/// it is not known.
fn rolled(plan: &Plan, code: &Code, at: Ix, above: usize) -> Vec<(Ix, OnTheWay)> {
    let rolls = code.ops.get(at as usize).is_some_and(|op| is_endless(plan, op));
    let above = u32::try_from(above).ok().filter(|_| rolls && code.draws.at(at).is_none());
    above.map(|above| (at, OnTheWay { above, ..OnTheWay::default() })).into_iter().collect()
}

impl Reckoned {
    fn plain(plain: Plain, least: Num) -> Reckoned {
        Reckoned { least: Some(least), rolls: Vec::new(), plain: Some(plain) }
    }

    /// What a step gives that takes some values, while others lie below it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of what other steps give, nothing needs to be known")]
    fn given(plan: &Plan, code: &Code, (at, op): (Ix, &Op), taken: Vec<Reckoned>, below: usize) -> Reckoned {
        match op {
            Op::Local(local) if is_steady(plan, code, *local) => {
                Reckoned::plain(Plain::Local(*local), Num::ZERO)
            }
            Op::Const(_) => match constant(plan, op) {
                Some((number, _)) => Reckoned::plain(Plain::Number(number), number),
                None => Reckoned::default(),
            },
            Op::Dice(DiceOp::Roll(pool)) => Reckoned {
                least: (!plan.pool(*pool).may_be_negative()).then_some(Num::ZERO),
                rolls: rolled(plan, code, at, below),
                plain: None,
            },
            Op::Arith(ArithOp::Add) => {
                let least = taken.iter().try_fold(Num::ZERO, |sum, part| sum.add(part.least?).ok());
                Reckoned { least, ..Reckoned::at_least_each(taken, Num::ZERO) }
            }
            Op::Arith(ArithOp::Multiply) => {
                let is_nothing_or_more = |part: &Reckoned| part.least.is_some_and(|least| least >= Num::ZERO);
                let least = taken.iter().all(is_nothing_or_more).then_some(Num::ZERO);
                // Not less than each, unless the other may be less than 1.
                Reckoned { least, ..Reckoned::at_least_each(taken, Num::ONE) }
            }
            Op::Builtin(Builtin::Max, _) => {
                let least = taken.iter().filter_map(|part| part.least).max();
                let rolls = taken.into_iter().flat_map(|part| part.rolls).collect();
                Reckoned { least, rolls, plain: None }
            }
            Op::Arith(ArithOp::Subtract) => {
                Reckoned { rolls: less(taken).unwrap_or_default(), ..Reckoned::default() }
            }
            Op::Quantity(unit) => match <[Reckoned; 1]>::try_from(taken) {
                Ok([Reckoned { least, mut rolls, .. }]) => {
                    // What was taken off it before was of no unit.
                    rolls.retain(|(_, way)| way.unit.is_none() && !way.is_less());
                    rolls.iter_mut().for_each(|(_, way)| way.unit = Some(*unit));
                    Reckoned { least, rolls, plain: None }
                }
                Err(_) => Reckoned::default(),
            },
            _ => Reckoned::default(),
        }
    }

    /// Of each value its rolls, where the others are so much or more.
    fn at_least_each(taken: Vec<Reckoned>, others: Num) -> Reckoned {
        let falls_short = |part: &Reckoned| part.least.is_none_or(|least| least < others);
        let short = taken.iter().filter(|part| falls_short(part)).count();
        let kept = taken.into_iter().filter(|part| short == usize::from(falls_short(part)));
        Reckoned { rolls: kept.flat_map(|part| part.rolls).collect(), ..Reckoned::default() }
    }
}

/// The rolls of the first of two values, less the second.
fn less(taken: Vec<Reckoned>) -> Option<Vec<(Ix, OnTheWay)>> {
    let [from, off] = <[Reckoned; 2]>::try_from(taken).ok()?;
    let off = off.plain?;
    let mut rolls = from.rolls;
    rolls.retain(|(_, way)| way.unit.is_none());
    for (_, way) in &mut rolls {
        match off {
            Plain::Number(number) => way.less = way.less.add(number).ok()?,
            Plain::Local(local) => way.less_locals.push(local),
        }
    }
    Some(rolls)
}

/// The number that a step gives, and its unit.
pub(super) fn constant(plan: &Plan, op: &Op) -> Option<Measured> {
    let Op::Const(at) = op else { return None };
    plan.consts.get(*at as usize)?.measured()
}

/// Whether a local holds what it held when the code began, at every step.
pub(super) fn is_steady(plan: &Plan, code: &Code, local: Ix) -> bool {
    !code.ops.iter().any(|op| op.does(plan).locals.changes(local))
}

/// Whether a step rolls what may come to any number.
pub(super) fn is_endless(plan: &Plan, op: &Op) -> bool {
    matches!(op, Op::Dice(DiceOp::Roll(pool)) if plan.pool(*pool).is_endless())
}

/// Whether there is another way to a step than from the one before it.
pub(super) fn is_led_to(plan: &Plan, code: &Code, at: Ix) -> bool {
    code.ops.iter().any(|op| op.does(plan).leads.elsewhere() == Some(at))
}
