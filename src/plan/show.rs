//! Values as people read them.

use std::fmt::Write;
use std::sync::Arc;

use super::{Plan, RowValue, Unrolled, Value};
use crate::base::Num;
use crate::check::program::{RosterId, UnitId};

/// Shows values: the names of tables, units and words come from the plan, those of records from the
/// state in play.
pub(crate) struct ValueFormatter<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The name of a record.
    pub record: &'a dyn Fn(RosterId, u32) -> Arc<str>,
}

/// How deep lists within lists are shown.
const MAX_DEPTH: u32 = 64;

/// A list of more items is told by its ends alone where it changes, and where somebody looks at it.
const LONG: usize = 200;
/// So many items of each end.
const ENDS: usize = 10;

/// Whether a list is told by its ends alone.
pub(crate) fn is_long(items: &[Value]) -> bool {
    items.len() > LONG
}

impl ValueFormatter<'_> {
    /// The value as text: a row as its first result column.
    pub(crate) fn show(&self, value: &Value) -> String {
        let mut text = String::new();
        self.write(&mut text, value, 0);
        text
    }

    /// The same, where of a long list its ends are enough, and how much lies between.
    pub(crate) fn show_briefly(&self, value: &Value) -> String {
        let Value::List(items) = value else { return self.show(value) };
        let (Some(first), Some(last), true) =
            (items.get(..ENDS), items.len().checked_sub(ENDS).and_then(|at| items.get(at..)), is_long(items))
        else {
            return self.show(value);
        };
        let mut text = String::from("[");
        for item in first {
            self.write(&mut text, item, 1);
            text.push_str(", ");
        }
        // Writing to a string cannot fail.
        let _ = write!(text, "… {} more …", items.len() - 2 * ENDS);
        for item in last {
            text.push_str(", ");
            self.write(&mut text, item, 1);
        }
        text.push(']');
        text
    }

    fn write(&self, out: &mut String, value: &Value, depth: u32) {
        if depth > MAX_DEPTH {
            return out.push('…');
        }
        // Writing to a string cannot fail.
        let _ = match value {
            Value::Unset | Value::Nothing => write!(out, "nothing"),
            Value::YesNo(yes) => write!(out, "{}", if *yes { "yes" } else { "no" }),
            Value::Number(number) => write!(out, "{}", number.shown()),
            Value::Percent(number) => write!(out, "{}", number.percent()),
            Value::Quantity(number, unit) if self.plan.program.units.get(*unit).symbols.is_some() => {
                let unit = self.plan.program.units.get(*unit);
                let symbols = unit.symbols.as_ref().zip(number.mul(unit.factor).ok());
                write!(out, "{}", symbols.map_or_else(String::new, |(symbols, heap)| symbols.shown(heap)))
            }
            Value::Quantity(number, unit) => {
                write!(out, "{} {}", number.mixed(), self.unit(*unit, *number))
            }
            Value::Fraction(fraction) => write!(out, "{fraction}"),
            Value::Word(scale, word) => write!(out, "{}", self.word(scale.index(), *word)),
            Value::Set(scale, words) => {
                let words: Vec<&str> = words.iter().map(|word| self.word(scale.index(), *word)).collect();
                write!(out, "{}", if words.is_empty() { "none".to_owned() } else { words.join(", ") })
            }
            Value::Text(text) => write!(out, "{text}"),
            Value::Range(range) => match &**range {
                // A minus behind the dash would read as a second one.
                (Some(low), Some(high)) if low.is_negative() => {
                    write!(out, "{} to {}", low.shown(), high.shown())
                }
                (Some(low), Some(high)) => write!(out, "{}–{}", low.shown(), high.shown()),
                (Some(low), None) => write!(out, "{}+", low.shown()),
                (None, Some(high)) => write!(out, "{} or less", high.shown()),
                (None, None) => write!(out, "any"),
            },
            Value::List(items) => {
                self.list(out, items.iter(), depth);
                Ok(())
            }
            Value::Row(row) => {
                self.row(out, row, depth);
                Ok(())
            }
            Value::Record(roster, record) => write!(out, "{}", (self.record)(*roster, *record)),
            Value::Parts(parts) => {
                self.parts(out, parts, depth);
                Ok(())
            }
            Value::Unrolled(unrolled) => match &**unrolled {
                Unrolled::Expr(..) | Unrolled::Pool(_) => write!(out, "dice, not rolled yet"),
                Unrolled::Table(table, _) => write!(out, "the table {}", self.table_name(table.index())),
            },
            Value::Open(_) => write!(out, "a number that is still open"),
            Value::Odds(odds) => {
                for (at, (outcome, probability)) in odds.outcomes.iter().enumerate() {
                    if at > 0 {
                        out.push_str(", ");
                    }
                    self.write(out, outcome, depth + 1);
                    let least = if odds.short && at + 1 < odds.outcomes.len() { "at least " } else { "" };
                    let _ = write!(out, ": {least}{probability}");
                }
                Ok(())
            }
        };
    }

    fn list<'v>(&self, out: &mut String, items: impl Iterator<Item = &'v Value>, depth: u32) {
        out.push('[');
        for (at, item) in items.enumerate() {
            if at > 0 {
                out.push_str(", ");
            }
            self.write(out, item, depth + 1);
        }
        out.push(']');
    }

    fn row(&self, out: &mut String, row: &RowValue, depth: u32) {
        if let Some(first) = row.cells.first() {
            return self.write(out, first, depth + 1);
        }
        let table = self.plan.program.tables.get(row.table.index());
        let key = table.and_then(|table| table.rows.get(row.row as usize)).map(|row| &row.key.text);
        out.push_str(key.map_or("", |key| key));
    }

    fn parts(&self, out: &mut String, parts: &[(Arc<str>, Value)], depth: u32) {
        out.push('{');
        for (at, (name, value)) in parts.iter().enumerate() {
            let _ = write!(out, "{}{name}: ", if at > 0 { ", " } else { "" });
            self.write(out, value, depth + 1);
        }
        out.push('}');
    }

    /// The name of a unit as it stands after this number.
    pub(crate) fn unit(&self, unit: UnitId, number: Num) -> &str {
        let unit = self.plan.program.units.get(unit);
        if number == Num::ONE { &unit.singular } else { &unit.plural }
    }

    /// A word of a ladder or list.
    pub(crate) fn word(&self, scale: usize, word: u32) -> &str {
        let scale = self.plan.program.scales.get(scale);
        scale.and_then(|scale| scale.words.get(word as usize)).map_or("?", |word| word)
    }

    /// A table's name.
    pub(crate) fn table_name(&self, table: usize) -> &str {
        self.plan.program.tables.get(table).map_or("?", |table| &table.def.name)
    }
}
