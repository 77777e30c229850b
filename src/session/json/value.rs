//! Values as JSON: exact numbers as numbers where they are whole and as strings where not, rows as
//! objects of their columns.

use serde_json::{Map, Value as Json, json};

use crate::base::Num;
use crate::dist::Fraction;
use crate::engine::State;
use crate::plan::{Plan, Ratio, RowValue, Value, ValueFormatter};

/// How deep lists within lists are written.
const MAX_DEPTH: u32 = 64;

/// A value as JSON; names come from the plan and the state in play.
pub(crate) fn value_json(plan: &Plan, state: &State, value: &Value) -> Json {
    let names = ValueFormatter { plan, record: &|roster, record| state.name_of(roster, record) };
    value_within(plan, &names, value, 0)
}

/// The companion of a value that is a string because it is no whole number. One that is short has its own.
pub(crate) fn companion(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) | Value::Percent(number) | Value::Quantity(number, _) => {
            (!number.is_int()).then(|| number.to_f64())
        }
        Value::Fraction(ratio) => ratio.short().is_none().then(|| ratio.to_f64()),
        _ => None,
    }
}

fn number(number: Num) -> Json {
    number.as_int().map_or_else(|| Json::from(number.to_string()), Json::from)
}

fn value_within(plan: &Plan, names: &ValueFormatter<'_>, value: &Value, depth: u32) -> Json {
    if depth > MAX_DEPTH {
        return Json::from("…");
    }
    match value {
        Value::Unset | Value::Nothing => Json::Null,
        Value::YesNo(yes) => Json::from(*yes),
        Value::Number(exact) => number(*exact),
        Value::List(items) => items.iter().map(|item| value_within(plan, names, item, depth + 1)).collect(),
        Value::Row(row) => Json::Object(row_json(plan, names, row, depth)),
        Value::Parts(parts) => {
            let part = |(name, part): &(std::sync::Arc<str>, Value)| {
                (name.to_string(), value_within(plan, names, part, depth + 1))
            };
            Json::Object(parts.iter().map(part).collect())
        }
        Value::Set(scale, words) => {
            words.iter().map(|word| Json::from(names.word(scale.index(), *word))).collect()
        }
        Value::Odds(odds) => {
            // Of what is not listed it is known how likely that is together; of the others no more than the least.
            let bounds = if odds.short { odds.outcomes.len().saturating_sub(1) } else { 0 };
            let outcome = |(nth, (value, chance)): (usize, &(Value, Fraction))| {
                let known = if nth < bounds { "at_least" } else { "exact" };
                json!({"value": value_within(plan, names, value, depth + 1), known: chance.to_string(), "p": chance.to_f64()})
            };
            odds.outcomes.iter().enumerate().map(outcome).collect()
        }
        // What people read as `2 1/3` is for programs the fraction that it is.
        Value::Percent(share) => match share.mul(Num::int(100)) {
            Ok(hundredfold) => Json::from(format!("{hundredfold}%")),
            Err(_) => number(*share),
        },
        Value::Quantity(_, unit) if plan.program.units.get(*unit).symbols.is_some() => {
            Json::from(names.show(value))
        }
        Value::Quantity(amount, unit) => Json::from(format!("{amount} {}", names.unit(*unit, *amount))),
        Value::Fraction(ratio) if ratio.short().is_some() => short_ratio(ratio),
        Value::Fraction(_)
        | Value::Open(_)
        | Value::Word(..)
        | Value::Text(_)
        | Value::Range(_)
        | Value::Record(..)
        | Value::Unrolled(_) => Json::from(names.show(value)),
    }
}

/// A chance that is short: the least that it can be, and by how much it is short at most.
fn short_ratio(ratio: &Ratio) -> Json {
    json!({"at_least": Fraction::to_string(ratio), "p": ratio.to_f64(), "short_by": ratio.short_f64()})
}

fn row_json(plan: &Plan, names: &ValueFormatter<'_>, row: &RowValue, depth: u32) -> Map<String, Json> {
    let mut object = Map::new();
    let table = plan.program.tables.get(row.table.index());
    object.insert("table".to_owned(), names.table_name(row.table.index()).into());
    object.insert("roll".to_owned(), value_within(plan, names, &row.roll, depth + 1));
    object.insert("row".to_owned(), row.row.saturating_add(1).into());
    let columns = table.map_or(&[][..], |table| &table.columns);
    for (column, cell) in columns.iter().zip(row.cells.iter()) {
        // A column may bear one of the three names; the row's own keys win.
        object.entry(column.name.to_string()).or_insert_with(|| value_within(plan, names, cell, depth + 1));
    }
    object
}
