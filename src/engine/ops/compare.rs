//! Comparisons: what is equal, what comes first, what is in what.

use std::cmp::Ordering;
use std::sync::Arc;

use super::arith::{convert, not_exact};
use crate::base::{Num, same_text};
use crate::check::program::{Match, Row, ScaleId};
use crate::diag::codes::running;
use crate::engine::step::{CodeFlow, Step};
use crate::engine::{Fault, Stop};
use crate::plan::{Open, Plan, Ratio, RowValue, Value, ValueFormatter};
use crate::syntax::ast::{Compare, LadderSide};

impl Step<'_> {
    pub(super) fn compare(&mut self, compare: Compare) -> Result<CodeFlow, Stop> {
        let (left, right) = self.pop_two();
        if let Some(order) = self.open_order(&left, &right) {
            return Ok(self.push(Value::YesNo(holds(compare, order))));
        }
        if let (Value::Fraction(_), _) | (_, Value::Fraction(_)) = (&left, &right) {
            // Whether it is the same may depend on what is left out, too.
            self.order(&left, &right)?;
        }
        let yes = match compare {
            Compare::Equal => is_same(self.plan(), &left, &right),
            Compare::NotEqual => !is_same(self.plan(), &left, &right),
            Compare::Less | Compare::AtMost | Compare::More | Compare::AtLeast => {
                holds(compare, self.order(&left, &right)?)
            }
        };
        Ok(self.push(Value::YesNo(yes)))
    }

    /// How a number that is open stands to one that is not, where that is known.
    fn open_order(&self, left: &Value, right: &Value) -> Option<Ordering> {
        let order = |open: &Open, other: &Value| {
            let (number, unit) = other.measured()?;
            (unit == open.unit).then(|| self.order_of_open(open, number))?
        };
        match (left, right) {
            (Value::Open(open), other) => order(open, other),
            (other, Value::Open(open)) => order(open, other).map(Ordering::reverse),
            _ => None,
        }
    }

    /// The order of two numbers or quantities; texts by alphabet.
    pub(super) fn order(&self, left: &Value, right: &Value) -> Result<Ordering, Stop> {
        match (left, right) {
            (Value::Quantity(a, unit), Value::Quantity(b, other)) => {
                match convert(self.plan(), *b, *other, *unit) {
                    Some(b) => Ok(a.cmp(&b?)),
                    None => {
                        let (left, right) = (self.show(left), self.show(right));
                        Err(Fault::new(&running::UNITS, format!("`{left}` and `{right}` cannot be compared"))
                            .into())
                    }
                }
            }
            // A zero needs no unit, nor does an open comparison with it.
            (Value::Quantity(a, _), Value::Number(zero)) if zero.is_zero() => Ok(a.cmp(&Num::ZERO)),
            (Value::Number(zero), Value::Quantity(b, _)) if zero.is_zero() => Ok(Num::ZERO.cmp(b)),
            (Value::Text(a), Value::Text(b)) => Ok(a.to_lowercase().cmp(&b.to_lowercase())),
            (Value::Fraction(a), Value::Fraction(b)) => a.order(b).ok_or_else(|| not_exact(a)),
            (Value::Fraction(a), b) => a.order(&self.number(b)?.into()).ok_or_else(|| not_exact(a)),
            (a, Value::Fraction(b)) => Ratio::from(self.number(a)?).order(b).ok_or_else(|| not_exact(b)),
            (Value::Word(..), _) | (_, Value::Word(..)) => {
                Err(Fault::new(&running::KIND, "`<` cannot compare words of a ladder")
                    .help("write `is tired or worse` or `is dim or better`")
                    .into())
            }
            _ => Ok(self.number(left)?.cmp(&self.number(right)?)),
        }
    }

    pub(super) fn is_standing(&mut self, standing: LadderSide) -> Result<CodeFlow, Stop> {
        let (left, right) = self.pop_two();
        let (Value::Word(scale, at), Value::Word(other, mark)) = (&left, &right) else {
            return Err(self.wrong_kind("a word of a ladder", &left));
        };
        if scale != other {
            return Err(self.wrong_kind("a word of the same ladder", &left));
        }
        let yes = match standing {
            LadderSide::OrWorse => at >= mark,
            LadderSide::OrBetter => at <= mark,
            LadderSide::Worse => at > mark,
            LadderSide::Better => at < mark,
        };
        Ok(self.push(Value::YesNo(yes)))
    }

    pub(super) fn is_multiple(&mut self, rest: i64) -> Result<CodeFlow, Stop> {
        let value = self.pop();
        if let Value::Open(open) = &value
            && let Some(left) = self.left_over(open, 2)
        {
            return Ok(self.push(Value::YesNo(left == rest)));
        }
        let number = self.number(&value)?;
        let whole = number.as_int().is_some_and(|number| number.rem_euclid(2) == rest);
        Ok(self.push(Value::YesNo(whole)))
    }

    pub(super) fn is_in(&mut self) -> Result<CodeFlow, Stop> {
        let (item, within) = self.pop_two();
        let yes = if let Value::List(items) = &within {
            items.iter().any(|other| is_same(self.plan(), &item, other))
        } else if let Value::Range(range) = &within {
            in_range(self.number(&item)?, range.0, range.1)
        } else if let Value::Set(scale, words) = &within {
            self.is_in_set(&item, *scale, words)
        } else if let Value::Text(text) = &within {
            text.to_lowercase().contains(&self.show(&item).to_lowercase())
        } else {
            let stop = self.wrong_kind("a list, a range or a set", &within);
            let Stop::Fault(fault) = stop else { return Err(stop) };
            let help = "for a chance, say that it is a number, `n: number`, or write `(1 / n) chance`";
            return Err(if within.as_number().is_some() { fault.help(help).into() } else { fault.into() });
        };
        Ok(self.push(Value::YesNo(yes)))
    }

    /// Whether a set has a word, or one that is called like it.
    fn is_in_set(&self, item: &Value, scale: ScaleId, words: &[u32]) -> bool {
        if let Value::Word(of, word) = item {
            return *of == scale && words.contains(word);
        }
        let names = self.plan().program.scales.get(scale.index());
        let named = |word: &u32| names.and_then(|scale| scale.words.get(*word as usize));
        let text = self.show(item).to_lowercase();
        words.iter().filter_map(named).any(|word| word.to_lowercase() == text)
    }
}

fn holds(compare: Compare, order: Ordering) -> bool {
    match compare {
        Compare::Equal => order.is_eq(),
        Compare::NotEqual => order.is_ne(),
        Compare::Less => order.is_lt(),
        Compare::AtMost => order.is_le(),
        Compare::More => order.is_gt(),
        Compare::AtLeast => order.is_ge(),
    }
}

/// Whether a number lies in a range; an open end is `None`.
pub(in crate::engine) fn in_range(number: Num, low: Option<Num>, high: Option<Num>) -> bool {
    low.is_none_or(|low| low <= number) && high.is_none_or(|high| number <= high)
}

/// What `is` and `==` mean: a row is compared by name with texts and words and by key with numbers, and the key of a row
/// with a text as it is written; quantities in one unit; everything else as it is.
pub(crate) fn is_same(plan: &Plan, left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Row(a), Value::Row(b)) => is_same(plan, &row_identity(plan, a), &row_identity(plan, b)),
        (Value::Row(row), other) | (other, Value::Row(row)) => row_is(plan, row, other),
        (Value::Quantity(a, unit), Value::Quantity(b, other)) => {
            matches!(convert(plan, *b, *other, *unit), Some(Ok(b)) if *a == b)
        }
        (Value::Quantity(a, _), Value::Number(b)) | (Value::Number(b), Value::Quantity(a, _)) => {
            a.is_zero() && b.is_zero()
        }
        (Value::Word(scale, word), Value::Text(text)) | (Value::Text(text), Value::Word(scale, word)) => {
            let words = plan.program.scales.get(scale.index());
            words.and_then(|scale| scale.words.get(*word as usize)).is_some_and(|word| same_text(word, text))
        }
        (Value::YesNo(yes), Value::Number(number)) | (Value::Number(number), Value::YesNo(yes)) => {
            *number == Num::int(i64::from(*yes))
        }
        (key @ (Value::Number(_) | Value::Range(_)), Value::Text(text))
        | (Value::Text(text), key @ (Value::Number(_) | Value::Range(_))) => is_key(key, text),
        (Value::Fraction(fraction), other) | (other, Value::Fraction(fraction)) => {
            let same = |number: Num| **fraction == Ratio::from(number);
            matches!(other, Value::Fraction(other) if fraction == other)
                || other.as_number().is_some_and(same)
        }
        (Value::List(a), Value::List(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| is_same(plan, a, b))
        }
        _ => left.same(right),
    }
}

/// Whether a text is a number or a range as the key of a row is written: `"6"`, `"1-5"`, `"01–05"`, `"9+"`.
fn is_key(key: &Value, text: &str) -> bool {
    let number = |text: &str| text.trim().parse::<Num>().ok();
    let text = text.replace(['–', '—', '−'], "-");
    if let Value::Number(known) = key {
        return number(&text) == Some(*known);
    }
    let Value::Range(range) = key else { return false };
    // A sign at the beginning belongs to the number.
    let dash = || text.char_indices().skip(1).find(|(_, sign)| *sign == '-').map(|(at, _)| at);
    let ends = text.split_once(" to ").or_else(|| Some((text.get(..dash()?)?, text.get(dash()? + 1..)?)));
    match **range {
        (Some(low), Some(high)) => {
            ends.is_some_and(|(from, to)| number(from) == Some(low) && number(to) == Some(high))
        }
        (Some(low), None) => text.trim().strip_suffix('+').and_then(number) == Some(low),
        (None, Some(high)) => text.trim().strip_suffix("or less").and_then(number) == Some(high),
        (None, None) => false,
    }
}

fn row_is(plan: &Plan, row: &RowValue, other: &Value) -> bool {
    match other {
        Value::Number(number) | Value::Percent(number) => {
            let def = plan.program.tables.get(row.table.index());
            let key = def.and_then(|table| table.rows.get(row.row as usize)).map(|row| &row.key.matches);
            let held = key.is_some_and(|matches| {
                matches.iter().any(|part| match part {
                    Match::Numbers(low, high) => in_range(*number, *low, *high),
                    Match::Word(_) => false,
                })
            });
            match row.cells.first() {
                // A row that is a number is that number, whatever picks it.
                Some(cell @ (Value::Number(_) | Value::Percent(_))) => cell.same(other),
                Some(Value::Text(text)) => held || is_key(other, text),
                Some(Value::Row(inner)) => held || row_is(plan, inner, other),
                Some(_) | None => held,
            }
        }
        Value::Text(text) => {
            same_text(row_name(plan, row), text)
                || first_text(row).is_some_and(|own| same_text(own, text))
                || matches!(row.cells.first(), Some(Value::Row(inner)) if row_is(plan, inner, other))
        }
        Value::Word(scale, word) => {
            let words = plan.program.scales.get(scale.index());
            let word = words.and_then(|scale| scale.words.get(*word as usize));
            word.is_some_and(|word| same_text(word, row_name(plan, row)))
                || row.cells.first().is_some_and(|cell| cell == other)
        }
        Value::Quantity(..) => row.cells.first().is_some_and(|cell| {
            if let Value::Text(text) = cell {
                let as_written = ValueFormatter { plan, record: &|_, _| Arc::from("") };
                same_text(text, &as_written.show(other))
            } else {
                is_same(plan, cell, other)
            }
        }),
        Value::Unset
        | Value::Nothing
        | Value::YesNo(_)
        | Value::Fraction(_)
        | Value::Set(..)
        | Value::Range(_)
        | Value::List(_)
        | Value::Row(_)
        | Value::Record(..)
        | Value::Parts(_)
        | Value::Unrolled(_)
        | Value::Odds(_)
        | Value::Open(_) => row.cells.first().is_some_and(|cell| is_same(plan, cell, other)),
    }
}

fn first_text(row: &RowValue) -> Option<&str> {
    match row.cells.first() {
        Some(Value::Text(text)) => Some(text),
        _ => None,
    }
}

/// A row that is nothing but the row of another table, such as `- {encounters}`, stands for that one.
pub(crate) fn handed_on<'r>(plan: &Plan, row: &'r RowValue) -> &'r RowValue {
    let mut row = row;
    while let Some(Value::Row(inner)) = row.cells.first()
        && !says_what_it_is(plan, row)
    {
        row = inner;
    }
    row
}

/// What rows are told apart by: a number by what it comes to, any other by its name, or where its name says nothing, as
/// in `- {colour} {shape}`, by what came up in it.
pub(crate) fn row_identity(plan: &Plan, row: &RowValue) -> Value {
    let row = handed_on(plan, row);
    match row.cells.first() {
        Some(number @ Value::Number(_)) => number.clone(),
        Some(came_up) if !says_what_it_is(plan, row) => came_up.clone(),
        Some(_) | None => Value::text(row_name(plan, row)),
    }
}

/// Whether the name of a picked row says what it is.
fn says_what_it_is(plan: &Plan, row: &RowValue) -> bool {
    let table = plan.program.tables.get(row.table.index());
    table.and_then(|table| table.rows.get(row.row as usize)).is_none_or(Row::says_what_it_is)
}

/// The name of a picked row.
pub(crate) fn row_name<'p>(plan: &'p Plan, row: &RowValue) -> &'p str {
    let table = plan.program.tables.get(row.table.index());
    table.and_then(|table| table.rows.get(row.row as usize)).map_or("", |row| &row.name)
}
