//! Odds of straight arithmetic on dice, without the machine.
//!
//! Where code has no branches and no locals, every operand is used exactly once, so operands are
//! independent, and the machine's stack of values can be read as a stack of distributions. Parts are
//! then combined rather than crossed, and what is known of endless explosions stays known. The tests
//! hold this route against the machine.

use std::sync::Arc;

use crate::base::Num;
use crate::check::Builtin;
use crate::check::program::UnitId;
use crate::dice::ExactError;
use crate::dist::{Budget, Dist, DistError, Tail};
use crate::plan::{Code, Op, Plan, Value};
use crate::syntax::ast::{ArithOp, Compare};

/// Why this route gives nothing.
#[derive(Debug)]
pub(super) enum NoRoute {
    /// The code is of another form, or something in it goes wrong: the machine sees to it.
    Machine,
    /// The distributions grew too large; the step at which they did.
    TooLarge(DistError, u32),
}

enum Operand {
    Numbers(Dist<Num>),
    YesNo(Dist<bool>),
    /// Results of a repeated roll, each list sorted.
    Lists(Dist<Vec<Num>>),
    /// The keys of a list that is sorted by its own items.
    NoKeys,
}

/// The distribution of what such code gives.
pub(super) fn distribution(
    plan: &Plan,
    code: &Code,
    residual_bits: u32,
    budget: &mut Budget,
) -> Result<Dist<Value>, NoRoute> {
    let mut stack: Vec<Operand> = Vec::new();
    for (pc, op) in (0u32..).zip(&code.ops) {
        let too_large = |error| match error {
            DistError::Number(_) => NoRoute::Machine,
            other => NoRoute::TooLarge(other, pc),
        };
        match *op {
            Op::Const(index) => match plan.consts.get(index as usize) {
                Some(Value::Number(number)) => stack.push(Operand::Numbers(Dist::point(*number))),
                Some(Value::List(items)) if items.is_empty() => stack.push(Operand::NoKeys),
                _ => return Err(NoRoute::Machine),
            },
            Op::Roll(pool) => {
                let pool = plan.pools.get(pool as usize).ok_or(NoRoute::Machine)?;
                let dist = pool.total_dist_within(residual_bits, budget).map_err(|error| match error {
                    ExactError::Dist(error) => too_large(error),
                    ExactError::Problem(_) => NoRoute::Machine,
                })?;
                stack.push(Operand::Numbers(dist));
            }
            Op::RollTimes(pool) => {
                let pool = plan.pools.get(pool as usize).ok_or(NoRoute::Machine)?;
                let count = certain_count(&numbers(stack.pop())?).ok_or(NoRoute::Machine)?;
                let once = pool.total_dist_within(residual_bits, budget).map_err(|_| NoRoute::Machine)?;
                stack.push(Operand::Lists(once.multiset(count, budget).map_err(too_large)?));
            }
            // These leave whole numbers and lists as they are.
            Op::ToCount | Op::ToItems => {}
            Op::SortBy(0) => match (stack.pop(), stack.pop()) {
                (Some(Operand::NoKeys), Some(Operand::Lists(lists))) => stack.push(Operand::Lists(lists)),
                _ => return Err(NoRoute::Machine),
            },
            Op::Arith(op) => {
                let (left, right) = two_numbers(&mut stack)?;
                stack.push(Operand::Numbers(arith(op, &left, &right, budget).map_err(too_large)?));
            }
            Op::Negate => {
                let dist = numbers(stack.pop())?;
                let turned = dist.linear(Num::int(-1), Num::ZERO).map_err(|_| NoRoute::Machine)?;
                stack.push(Operand::Numbers(turned));
            }
            Op::Compare(compare) => {
                let (left, right) = two_numbers(&mut stack)?;
                let held = compared(compare, &left, &right, budget);
                stack.push(Operand::YesNo(held.map_err(too_large)?));
            }
            Op::Not => match stack.pop() {
                Some(Operand::YesNo(dist)) => stack.push(Operand::YesNo(dist.map(|yes| !yes))),
                _ => return Err(NoRoute::Machine),
            },
            Op::Builtin(builtin @ (Builtin::Min | Builtin::Max | Builtin::Sum), count) if count > 1 => {
                let mut joined = numbers(stack.pop())?;
                for _ in 1..count {
                    let other = numbers(stack.pop())?;
                    joined = join(builtin, &other, &joined, budget).map_err(too_large)?;
                }
                stack.push(Operand::Numbers(joined));
            }
            Op::Builtin(builtin @ (Builtin::Floor | Builtin::Ceil | Builtin::Round), 1) => {
                let dist = numbers(stack.pop())?;
                stack.push(Operand::Numbers(dist.map(|number| match builtin {
                    Builtin::Floor => number.floor(),
                    Builtin::Ceil => number.ceil(),
                    _ => number.round(),
                })));
            }
            Op::Return => {
                return match stack.pop() {
                    Some(Operand::Numbers(dist)) => Ok(dist.relabel(Value::Number)),
                    Some(Operand::YesNo(dist)) => Ok(dist.relabel(Value::YesNo)),
                    Some(Operand::Lists(dist)) => Ok(dist.relabel(|list| {
                        Value::List(Arc::new(list.into_iter().map(Value::Number).collect()))
                    })),
                    Some(Operand::NoKeys) | None => Err(NoRoute::Machine),
                };
            }
            _ => return Err(NoRoute::Machine),
        }
    }
    Err(NoRoute::Machine)
}

/// How often something is rolled, where that is certain.
fn certain_count(count: &Dist<Num>) -> Option<u32> {
    let [(count, _)] = count.outcomes() else { return None };
    u32::try_from(count.as_int()?).ok()
}

/// A distribution of numbers, where all outcomes count as numbers.
pub fn as_numbers(dist: &Dist<Value>) -> Option<Dist<Num>> {
    let number = |(value, weight): &(Value, crate::dist::Nat)| Some((value.as_number()?, weight.clone()));
    let outcomes: Option<Vec<_>> = dist.outcomes().iter().map(number).collect();
    Dist::with_cut(outcomes?, dist.cut().cloned()).ok()
}

/// A distribution of quantities in one unit, as numbers of that unit.
pub fn as_quantities(dist: &Dist<Value>) -> Option<(Dist<Num>, UnitId)> {
    let Some((Value::Quantity(_, unit), _)) = dist.outcomes().first() else { return None };
    let number = |(value, weight): &(Value, crate::dist::Nat)| match value {
        Value::Quantity(number, of) if of == unit => Some((*number, weight.clone())),
        _ => None,
    };
    let outcomes: Option<Vec<_>> = dist.outcomes().iter().map(number).collect();
    Some((Dist::with_cut(outcomes?, dist.cut().cloned()).ok()?, *unit))
}

fn numbers(operand: Option<Operand>) -> Result<Dist<Num>, NoRoute> {
    match operand {
        Some(Operand::Numbers(dist)) => Ok(dist),
        Some(Operand::YesNo(dist)) => Ok(dist.map(|yes| Num::int(i64::from(*yes)))),
        Some(Operand::Lists(_) | Operand::NoKeys) | None => Err(NoRoute::Machine),
    }
}

fn two_numbers(stack: &mut Vec<Operand>) -> Result<(Dist<Num>, Dist<Num>), NoRoute> {
    let right = numbers(stack.pop())?;
    Ok((numbers(stack.pop())?, right))
}

fn arith(
    op: ArithOp,
    left: &Dist<Num>,
    right: &Dist<Num>,
    budget: &mut Budget,
) -> Result<Dist<Num>, DistError> {
    match (op, single(left), single(right)) {
        (ArithOp::Add, _, _) => left.sum(right, budget),
        (ArithOp::Subtract, _, _) => left.sum(&right.linear(Num::int(-1), Num::ZERO)?, budget),
        (ArithOp::Multiply, Some(factor), _) if !factor.is_zero() => Ok(right.linear(factor, Num::ZERO)?),
        (ArithOp::Multiply, _, Some(factor)) if !factor.is_zero() => Ok(left.linear(factor, Num::ZERO)?),
        (ArithOp::Divide, _, Some(divisor)) => Ok(left.linear(Num::ONE.div(divisor)?, Num::ZERO)?),
        (ArithOp::Multiply | ArithOp::Divide | ArithOp::FloorDivide | ArithOp::Modulo, _, _) => left
            .try_product(right, budget, |a, b| {
                let result = match op {
                    ArithOp::Add => a.add(*b),
                    ArithOp::Subtract => a.sub(*b),
                    ArithOp::Multiply => a.mul(*b),
                    ArithOp::Divide => a.div(*b),
                    ArithOp::FloorDivide => a.floor_div(*b),
                    ArithOp::Modulo => a.modulo(*b),
                };
                result.map_err(DistError::from)
            }),
    }
}

fn single(dist: &Dist<Num>) -> Option<Num> {
    match (dist.outcomes(), dist.is_complete()) {
        ([(only, _)], true) => Some(*only),
        _ => None,
    }
}

fn join(builtin: Builtin, a: &Dist<Num>, b: &Dist<Num>, budget: &mut Budget) -> Result<Dist<Num>, DistError> {
    match builtin {
        Builtin::Min => a.product(b, budget, |a, b| *a.min(b)),
        Builtin::Max => a.product(b, budget, |a, b| *a.max(b)),
        _ => a.sum(b, budget),
    }
}

/// Whether a comparison holds. What is not listed above all that is listed is on one side of a known
/// number, so that the tails of endless explosions are exact.
fn compared(
    compare: Compare,
    left: &Dist<Num>,
    right: &Dist<Num>,
    budget: &mut Budget,
) -> Result<Dist<bool>, DistError> {
    let known = single(right).filter(|number| left.outcomes().last().is_some_and(|(last, _)| number <= last));
    let above = left.cut().filter(|cut| cut.tail == Tail::Above);
    if let (Some(number), Some(cut)) = (known, above) {
        let far = matches!(compare, Compare::More | Compare::AtLeast | Compare::NotEqual);
        let listed =
            left.outcomes().iter().map(|(value, weight)| (holds(compare, *value, number), weight.clone()));
        return Dist::from_weights(listed.chain([(far, cut.weight.clone())]));
    }
    left.product(right, budget, |a, b| holds(compare, *a, *b))
}

fn holds(compare: Compare, a: Num, b: Num) -> bool {
    match compare {
        Compare::Equal => a == b,
        Compare::NotEqual => a != b,
        Compare::Less => a < b,
        Compare::AtMost => a <= b,
        Compare::More => a > b,
        Compare::AtLeast => a >= b,
    }
}
