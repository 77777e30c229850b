//! Getting at parts: columns, fields, items, words.

use std::sync::Arc;

use crate::base::{Num, closest, same_text};
use crate::check::program::{RosterId, ScaleId, Table};
use crate::diag::codes::running;
use crate::engine::step::{CodeFlow, Step};
use crate::engine::{Fault, Stop};
use crate::plan::{Plan, RowValue, Value};

impl Step<'_> {
    pub(super) fn read_field(&mut self, symbol: u32) -> Result<CodeFlow, Stop> {
        let of = self.pop();
        let value = self.field_of(&of, symbol)?;
        Ok(self.push(value))
    }

    fn field_of(&self, of: &Value, symbol: u32) -> Result<Value, Stop> {
        match of {
            Value::Row(row) => self.column(row, symbol),
            Value::Record(roster, record) => self.record_field(*roster, *record, symbol),
            Value::Parts(parts) => {
                let name = symbol_name(self.plan(), symbol);
                let found = parts.iter().find(|(part, _)| **part == *name).map(|(_, value)| value.clone());
                found.ok_or_else(|| no_such(name, "what was returned", parts.iter().map(|(part, _)| &**part)))
            }
            Value::Quantity(number, unit) if self.plan().program.units.get(*unit).symbols.is_some() => {
                let unit = self.plan().program.units.get(*unit);
                let name = symbol_name(self.plan(), symbol);
                let heap = number.mul(unit.factor)?;
                let counted = unit.symbols.as_ref().and_then(|symbols| symbols.count(heap, name));
                let names = || unit.symbols.as_ref().map(|symbols| symbols.names()).unwrap_or_default();
                counted.map(Value::Number).ok_or_else(|| {
                    no_such(name, &format!("a heap of {}", unit.def.name), names().iter().map(String::as_str))
                })
            }
            Value::List(items) => {
                let values: Result<Vec<Value>, Stop> =
                    items.iter().map(|item| self.field_of(item, symbol)).collect();
                let values =
                    values.map_err(|stop| as_number_of_items(stop, symbol_name(self.plan(), symbol)))?;
                Ok(Value::List(Arc::new(values)))
            }
            Value::Nothing => {
                let name = symbol_name(self.plan(), symbol);
                Err(Fault::new(&running::NOTHING, format!("this is nothing, so it has no `{name}`"))
                    .help("`if x is nothing then … else …` handles both cases")
                    .into())
            }
            Value::Text(text) => {
                let name = symbol_name(self.plan(), symbol);
                let stop = self.wrong_kind(&format!("something with a `{name}`"), of);
                Err(with_row_of(self.plan(), stop, text, symbol))
            }
            Value::Unset
            | Value::YesNo(_)
            | Value::Number(_)
            | Value::Percent(_)
            | Value::Quantity(..)
            | Value::Fraction(_)
            | Value::Word(..)
            | Value::Set(..)
            | Value::Range(_)
            | Value::Unrolled(_)
            | Value::Odds(_)
            | Value::Open(_) => {
                let name = symbol_name(self.plan(), symbol);
                Err(self.wrong_kind(&format!("something with a `{name}`"), of))
            }
        }
    }

    fn column(&self, row: &RowValue, symbol: u32) -> Result<Value, Stop> {
        let table = self.plan().tables.get(row.table.index());
        let at = table.and_then(|table| table.columns_by_symbol.iter().position(|column| *column == symbol));
        let name = symbol_name(self.plan(), symbol);
        if let Some(value) = at.and_then(|at| row.cells.get(at)) {
            return if *value == Value::Unset { Err(not_rolled(name)) } else { Ok(value.clone()) };
        }
        match name {
            "roll" => Ok(row.roll.clone()),
            "key" => Ok(key_of(self.plan(), row)),
            "name" => {
                let row = super::compare::handed_on(self.plan(), row);
                Ok(Value::text(super::compare::row_name(self.plan(), row)))
            }
            "number" => Ok(Value::int(i64::from(row.row) + 1)),
            _ => {
                let def = self.plan().program.tables.get(row.table.index());
                let columns = def.into_iter().flat_map(|def| def.columns.iter().map(|column| &*column.name));
                let table = def.map_or("?", |def| &def.def.name);
                Err(or_a_word(no_such(name, &format!("a row of `{table}`"), columns), name))
            }
        }
    }

    fn record_field(&self, roster: RosterId, record: u32, symbol: u32) -> Result<Value, Stop> {
        let name = symbol_name(self.plan(), symbol);
        let Some(own_name) = self.name_if_there(roster, record) else {
            return Err(gone(self.plan(), roster, record, name));
        };
        if let Some(at) = self.plan().field_place(roster, name) {
            return Ok(self.field(roster, record, at, symbol).unwrap_or(Value::Nothing));
        }
        if name == "name" {
            return Ok(Value::Text(Arc::clone(own_name)));
        }
        let sheet = self
            .plan()
            .program
            .rosters
            .get(roster.index())
            .and_then(|roster| self.plan().program.sheets.get(roster.sheet.index()));
        let fields = sheet.into_iter().flat_map(|sheet| sheet.fields.iter().map(|field| &*field.name));
        Err(no_such(name, &format!("`{own_name}`"), fields))
    }

    pub(super) fn item(&mut self) -> Result<CodeFlow, Stop> {
        let (of, at) = self.pop_two();
        let Value::List(items) = &of else { return Err(self.wrong_kind("a list", &of)) };
        let wanted = self.number(&at)?;
        let place = wanted.as_int().and_then(|at| usize::try_from(at.checked_sub(1)?).ok());
        let Some(value) = place.and_then(|place| items.get(place)) else {
            let counted = if wanted.is_zero() { "; the first is 1" } else { "" };
            let message = format!("there is no item {wanted} in a list of {}{counted}", items.len());
            return Err(Fault::new(&running::NO_ITEM, message).into());
        };
        Ok(self.push(value.clone()))
    }

    /// Whether a list has an item at a place, counted from 1.
    pub(super) fn has_item(&mut self) -> CodeFlow {
        let (of, at) = self.pop_two();
        let place = at.as_number().and_then(Num::as_int).and_then(|at| usize::try_from(at).ok());
        let there = match (&of, place) {
            (Value::List(items), Some(place)) => (1..=items.len()).contains(&place),
            _ => false,
        };
        self.push(Value::YesNo(there))
    }

    /// Who in a roster has this name.
    pub(super) fn member_called(&self, roster: RosterId, wanted: &str) -> Option<Value> {
        self.called(roster, wanted).map(|at| Value::Record(roster, at))
    }

    pub(super) fn member(&mut self, roster: RosterId) -> Result<CodeFlow, Stop> {
        let name = self.pop();
        if let Value::Record(..) = name {
            return Ok(self.push(name));
        }
        let wanted = self.show(&name);
        let records = self.roster(roster);
        match self.member_called(roster, &wanted) {
            Some(member) => Ok(self.push(member)),
            None => {
                let roster =
                    self.plan().program.rosters.get(roster.index()).map_or("it", |roster| &roster.def.name);
                let names: Vec<&str> = records.iter().flatten().map(|record| &*record.name).collect();
                let fault =
                    Fault::new(&running::NO_RECORD, format!("nobody in `{roster}` is called `{wanted}`"));
                Err(match closest(&wanted, names.iter().copied()) {
                    Some(near) => fault.help(format!("did you mean `{near}`?")),
                    None => fault,
                }
                .into())
            }
        }
    }

    pub(super) fn read_word(&mut self, scale: ScaleId) -> Result<CodeFlow, Stop> {
        let value = self.pop();
        let word = self.word_of(scale, value)?;
        Ok(self.push(word))
    }

    /// A word of a list, or nothing, by a text or a row.
    pub(super) fn word_of(&self, scale: ScaleId, value: Value) -> Result<Value, Stop> {
        if value == Value::Nothing || matches!(&value, Value::Word(of, _) if *of == scale) {
            return Ok(value);
        }
        let text = if let Value::Row(row) = &value {
            let row = super::compare::handed_on(self.plan(), row);
            super::compare::row_name(self.plan(), row).to_owned()
        } else {
            self.show(&value)
        };
        let words = self.plan().program.scales.get(scale.index()).expect("a list of words of the program");
        match (0u32..).zip(&words.words).find(|(_, word)| same_text(word, &text)) {
            Some((at, _)) => Ok(Value::Word(scale, at)),
            None => {
                let known = words.words.join(", ");
                Err(Fault::new(&running::NO_WORD, format!("`{text}` is not a word of `{}`", words.def.name))
                    .help(format!("its words are {known}"))
                    .into())
            }
        }
    }
}

/// The name behind a symbol.
pub(super) fn symbol_name(plan: &Plan, symbol: u32) -> &str {
    plan.symbol(symbol)
}

/// That a field of somebody is wanted who has been removed.
pub(super) fn gone(plan: &Plan, roster: RosterId, record: u32, field: &str) -> Stop {
    let of = plan.program.rosters.get(roster.index());
    let first = of.and_then(|of| of.records.get(record as usize)).map(|record| &record.name);
    let who = first.map_or_else(|| "somebody".to_owned(), ToString::to_string);
    let roster = of.map_or("party", |of| &of.def.name);
    let fault = Fault::new(&running::NO_RECORD, format!("`{field}` of {who}, who is gone"));
    let help = format!(
        "`remove` took {who} out of `{roster}`; a loop goes over everybody who was there when it started, and `if hero in {roster}` tests who still is"
    );
    fault.help(help).into()
}

/// A row's key: the number where it is a single one, otherwise as printed.
fn key_of(plan: &Plan, row: &RowValue) -> Value {
    use crate::check::program::Match;
    let def = plan.program.tables.get(row.table.index());
    let Some(key) = def.and_then(|table| table.rows.get(row.row as usize)).map(|row| &row.key) else {
        return Value::Nothing;
    };
    match key.matches.as_slice() {
        [Match::Numbers(Some(low), Some(high))] if low == high => Value::Number(*low),
        [Match::Numbers(low, high)] => Value::Range(Arc::new((*low, *high))),
        _ => Value::Text(Arc::clone(&key.text)),
    }
}

/// A filter of a table's rows looks at a cell that is only rolled once the row comes up.
fn not_rolled(column: &str) -> Stop {
    let message =
        format!("`{column}` is only rolled once its row comes up, and rows are filtered before that");
    let help = format!(
        "filter by the row's name (`it is not …`) or a column without dice; or roll first: `let row = …`, then `row.{column}`"
    );
    Fault::new(&running::NO_FIELD, message).help(help).into()
}

fn no_such<'a>(name: &str, of: &str, known: impl Iterator<Item = &'a str>) -> Stop {
    let known: Vec<&str> = known.collect();
    let fault = Fault::new(&running::NO_FIELD, format!("{of} has no `{name}`"));
    match closest(name, known.iter().copied()) {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None if known.is_empty() => fault,
        None => fault.help(format!("it has {}", known.join(", "))),
    }
    .into()
}

/// Where nothing of a row is called nearly so, `it is fire` may ask about a word.
fn or_a_word(stop: Stop, name: &str) -> Stop {
    let Stop::Fault(fault) = stop else { return stop };
    let is_near = fault.help.iter().any(|help| help.starts_with("did you mean"));
    if is_near {
        fault.into()
    } else {
        fault.help(format!("if the word is meant, write it in quotes: `\"{name}\"`")).into()
    }
}

/// The number of a die or count that must be whole and not negative.
pub(super) fn whole(number: Num) -> Option<u64> {
    number.as_int().and_then(|number| u64::try_from(number).ok())
}

/// Adds how the items of a list are counted, where other languages ask for its `length`.
fn as_number_of_items(stop: Stop, name: &str) -> Stop {
    let Stop::Fault(fault) = stop else { return stop };
    let asks = ["length", "size", "len"].contains(&name);
    if asks { fault.help("how many items a list has: `count(list)`").into() } else { fault.into() }
}

/// Where a text was given and a row is needed: the charts that have the column, with the row that the text is the
/// key of, or else the rows there are.
fn with_row_of(plan: &Plan, stop: Stop, text: &str, symbol: u32) -> Stop {
    const MOST: usize = 8;
    let Stop::Fault(fault) = stop else { return stop };
    let tables = plan.program.tables.iter().zip(plan.tables.iter());
    let mut charts =
        tables.filter(|(_, lowered)| lowered.columns_by_symbol.contains(&symbol)).map(|(table, _)| table);
    let has = |table: &&Arc<Table>| table.rows.iter().any(|row| row.key.text.eq_ignore_ascii_case(text));
    if let Some(table) = charts.clone().find(has) {
        return fault
            .help(format!("`{text}` is a key: write `{}[\"{text}\"]` for its row", table.def.name))
            .into();
    }
    let Some(table) = charts.next() else { return fault.into() };
    let keys: Vec<String> =
        table.rows.iter().take(MOST).map(|row| format!("{}[\"{}\"]", table.def.name, row.key.text)).collect();
    fault.help(format!("give it a row, such as {}", keys.join(", "))).into()
}
