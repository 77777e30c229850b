//! Arithmetic: exact, with units that must fit.

use std::sync::Arc;

use crate::base::Num;
use crate::check::program::UnitId;
use crate::diag::codes::running;
use crate::engine::Host;
use crate::engine::step::{CodeFlow, Step};
use crate::engine::{Fault, Stop};
use crate::plan::{Open, Plan, Ratio, Value};
use crate::syntax::ast::ArithOp;

impl Step<'_> {
    pub(super) fn arith(&mut self, host: &mut Host<'_>, op: ArithOp) -> Result<CodeFlow, Stop> {
        let (left, right) = self.pop_two();
        if let Some(open) = open_sum(op, &left, &right) {
            self.looked_on();
            return Ok(self.push(open?));
        }
        if let (ArithOp::Modulo, Value::Open(open)) = (op, &left)
            && let Some(by) = divisor(open, &right)
            && let Some(left) = self.left_over(open, by)
        {
            let left = Num::int(left);
            return Ok(self.push(open.unit.map_or(Value::Number(left), |unit| Value::Quantity(left, unit))));
        }
        let value = self.calculate(op, &left, &right)?;
        host.budget.charge(value.weight())?;
        Ok(self.push(value))
    }

    pub(super) fn calculate(&self, op: ArithOp, left: &Value, right: &Value) -> Result<Value, Stop> {
        match (left, right) {
            (Value::Number(a), Value::Number(b)) => Ok(Value::Number(op.apply(*a, *b)?)),
            (Value::Percent(a), Value::Percent(b)) if matches!(op, ArithOp::Add | ArithOp::Subtract) => {
                Ok(Value::Percent(op.apply(*a, *b)?))
            }
            (Value::Quantity(a, unit), Value::Quantity(b, other)) => {
                self.quantities(op, (*a, *unit), (*b, *other))
            }
            // A zero needs no unit: the sum of no coins is one.
            (Value::Quantity(_, unit), Value::Number(zero))
                if zero.is_zero() && matches!(op, ArithOp::Add | ArithOp::Subtract) =>
            {
                self.calculate(op, left, &Value::Quantity(*zero, *unit))
            }
            (Value::Number(zero), Value::Quantity(_, unit)) if zero.is_zero() && op != ArithOp::Multiply => {
                self.calculate(op, &Value::Quantity(*zero, *unit), right)
            }
            (Value::Quantity(a, unit), other) => {
                let number = self.number(other)?;
                match op {
                    ArithOp::Multiply | ArithOp::Divide | ArithOp::FloorDivide | ArithOp::Modulo => {
                        Ok(Value::Quantity(op.apply(*a, number)?, *unit))
                    }
                    ArithOp::Add | ArithOp::Subtract => Err(self.unit_needed(left, right)),
                }
            }
            (other, Value::Quantity(b, unit)) => {
                let number = self.number(other)?;
                match op {
                    ArithOp::Multiply => Ok(Value::Quantity(number.mul(*b)?, *unit)),
                    ArithOp::Add
                    | ArithOp::Subtract
                    | ArithOp::Divide
                    | ArithOp::FloorDivide
                    | ArithOp::Modulo => Err(self.unit_needed(left, right)),
                }
            }
            _ => {
                let (a, b) = (self.number(left)?, self.number(right)?);
                let result = op.apply(a, b)?;
                let of_probability =
                    matches!((left, right), (Value::Fraction(_), _) | (_, Value::Fraction(_)));
                // `1 - chance(c)` is a probability again, and is shown as one.
                match of_probability && Num::ZERO < result && result < Num::ONE {
                    true => Ok(Value::Fraction(Arc::new(result.into()))),
                    false => Ok(Value::Number(result)),
                }
            }
        }
    }

    /// Two quantities of one family: sums have the first one's unit, quotients are numbers.
    fn quantities(
        &self,
        op: ArithOp,
        (a, unit): (Num, UnitId),
        (b, other): (Num, UnitId),
    ) -> Result<Value, Stop> {
        let b = convert(self.plan(), b, other, unit).ok_or_else(|| {
            let (one, two) =
                (&self.plan().program.units.get(unit).plural, &self.plan().program.units.get(other).plural);
            Stop::from(
                Fault::new(&running::UNITS, format!("{one} and {two} cannot be combined"))
                    .help("only units that are related can be added, compared or divided"),
            )
        })??;
        match op {
            ArithOp::Add | ArithOp::Subtract | ArithOp::Modulo => Ok(Value::Quantity(op.apply(a, b)?, unit)),
            ArithOp::Divide | ArithOp::FloorDivide => Ok(Value::Number(op.apply(a, b)?)),
            ArithOp::Multiply => {
                let unit = &self.plan().program.units.get(unit).plural;
                Err(Fault::new(&running::UNITS, format!("{unit} times {unit} has no meaning here")).into())
            }
        }
    }

    fn unit_needed(&self, left: &Value, right: &Value) -> Stop {
        let (left, right) = (self.show(left), self.show(right));
        Fault::new(&running::UNITS, format!("`{left}` and `{right}`: one has a unit and the other has none"))
            .help("give both a unit, or divide by one of the unit to get a plain number")
            .into()
    }

    /// The number that a value counts as.
    pub(super) fn number(&self, value: &Value) -> Result<Num, Stop> {
        if let Some(number) = value.as_number() {
            return Ok(number);
        }
        if let Value::Row(row) = value
            && row.cells.first() == Some(&Value::Nothing)
        {
            let table =
                self.plan().program.tables.get(row.table.index()).map_or("?", |table| &table.def.name);
            let message = format!("the row of `{table}` has no number to calculate with");
            return Err(Fault::new(&running::NOTHING, message).into());
        }
        if let Value::Fraction(ratio) = value
            && ratio.short().is_some()
        {
            return Err(not_exact(ratio));
        }
        if let Value::Fraction(_) = value {
            let message = "this probability is too fine to calculate with";
            return Err(Fault::new(&running::OVERFLOW, message).into());
        }
        Err(self.wrong_kind("a number", value))
    }

    pub(super) fn negate(&mut self) -> Result<CodeFlow, Stop> {
        let value = self.pop();
        let negated = if let Value::Quantity(number, unit) = value {
            Value::Quantity(number.neg()?, unit)
        } else if let Value::Percent(number) = value {
            Value::Percent(number.neg()?)
        } else {
            Value::Number(self.number(&value)?.neg()?)
        };
        Ok(self.push(negated))
    }

    pub(super) fn quantity(&mut self, unit: UnitId) -> Result<CodeFlow, Stop> {
        let value = self.pop();
        let number = if let Value::Quantity(number, from) = &value {
            // `(10 minutes) turns` is a change of unit.
            let converted = convert(self.plan(), *number, *from, unit);
            converted.ok_or_else(|| self.wrong_kind("a number", &value))??
        } else {
            self.number(&value)?
        };
        Ok(self.push(Value::Quantity(number, unit)))
    }

    pub(super) fn make_range(&mut self) -> Result<CodeFlow, Stop> {
        let (low, high) = self.pop_two();
        let low = self.number(&low)?;
        let high = self.number(&high)?;
        Ok(self.push(Value::Range(std::sync::Arc::new((Some(low), Some(high))))))
    }

    /// Keeps the number below the two topmost between them; a bound that is `nothing` is open.
    pub(super) fn clamp(&mut self) -> Result<CodeFlow, Stop> {
        let high = self.pop();
        let low = self.pop();
        let value = self.pop();
        if value == Value::Nothing {
            return Ok(self.push(value));
        }
        let mut kept = value;
        if low != Value::Nothing && self.order(&kept, &low)?.is_lt() {
            kept = low;
        }
        if high != Value::Nothing && self.order(&kept, &high)?.is_gt() {
            kept = high;
        }
        Ok(self.push(kept))
    }
}

/// Sums and multiples of numbers that are open; nothing for all else.
/// The whole number that an open one is divided by, in its own unit or without one.
fn divisor(open: &Open, by: &Value) -> Option<i64> {
    let (number, unit) = by.measured()?;
    number.as_int().filter(|by| *by > 1 && (unit.is_none() || unit == open.unit))
}

fn open_sum(op: ArithOp, left: &Value, right: &Value) -> Option<Result<Value, Stop>> {
    if !matches!(left, Value::Open(_)) && !matches!(right, Value::Open(_)) {
        return None;
    }
    let plain = |value: &Value| {
        if let Value::Quantity(number, unit) = value {
            return Some((*number, Some(*unit)));
        }
        let number =
            if let Value::YesNo(yes) = value { Num::int(i64::from(*yes)) } else { number_in(value)? };
        Some((number, None))
    };
    let result = match (op, left, right) {
        (ArithOp::Add, Value::Open(open), other) | (ArithOp::Add, other, Value::Open(open)) => {
            if let Value::Open(other) = other
                && other.unit == open.unit
            {
                open.join(other)
            } else {
                let (number, unit) = plain(other)?;
                (unit == open.unit).then(|| open.add(number))?
            }
        }
        (ArithOp::Subtract, left, right) => {
            let minus = |open: &Open| open.times(Num::int(-1));
            match (left, right) {
                (Value::Open(a), Value::Open(b)) if a.unit == b.unit => minus(b).and_then(|b| a.join(&b)),
                (Value::Open(open), other) => {
                    let (number, unit) = plain(other)?;
                    (unit == open.unit).then(|| open.add(number.neg()?))?
                }
                (other, Value::Open(open)) => {
                    let (number, unit) = plain(other)?;
                    (unit == open.unit).then(|| minus(open)?.add(number))?
                }
                _ => return None,
            }
        }
        (ArithOp::Multiply, Value::Open(open), other) | (ArithOp::Multiply, other, Value::Open(open)) => {
            let (factor, unit) = plain(other)?;
            let unit = if open.unit.is_some() && unit.is_some() { return None } else { open.unit.or(unit) };
            (!factor.is_zero()).then(|| Ok(Open { unit, ..open.times(factor)? }))?
        }
        (ArithOp::Divide, Value::Open(open), other) => {
            let (divisor, unit) = plain(other)?;
            (unit.is_none() && !divisor.is_zero()).then(|| open.times(Num::ONE.div(divisor)?))?
        }
        _ => return None,
    };
    // What cancels is a number again.
    let closed = |open: Open| match (open.sums.is_empty(), open.unit) {
        (true, None) => Value::Number(open.plus),
        (true, Some(unit)) => Value::Quantity(open.plus, unit),
        (false, _) => Value::Open(Arc::new(open)),
    };
    Some(result.map(closed).map_err(Stop::from))
}

/// A number of one unit in another; `None` where they are not related.
pub(in crate::engine) fn convert(
    plan: &Plan,
    number: Num,
    from: UnitId,
    to: UnitId,
) -> Option<Result<Num, Stop>> {
    if from == to {
        return Some(Ok(number));
    }
    let (from, to) = (plan.program.units.get(from), plan.program.units.get(to));
    let related = from.family == to.family;
    related.then(|| Ok(number.mul(from.factor)?.div(to.factor)?))
}

/// What says that nothing can be worked out from a probability that leaves something out.
pub(super) fn not_exact(ratio: &Ratio) -> Stop {
    let short = ratio.short().map_or(0.0, crate::dist::Fraction::to_f64);
    let message = format!("this probability is not known exactly: it may be too low by up to {short:.1e}");
    let help = "it can be shown, and compared with anything that is not this close to it";
    Fault::new(&running::TOO_FINE, message).help(help).into()
}

fn number_in(value: &Value) -> Option<Num> {
    if let Value::Number(number) = value { Some(*number) } else { None }
}
