//! Whether a place may hold a value.

use std::sync::Arc;

use serde_json::Value as Json;

use super::refused::Refused;
use super::values::{StateReader, down, items};
use crate::check::program::{Kind, Program};
use crate::plan::Value;

impl StateReader<'_> {
    /// A value for a place of a kind. Where the kind is one of words, a bare text is a word.
    pub(crate) fn value_of(&self, at: &str, kind: &Kind, json: &Json) -> Result<Value, Refused> {
        if let (Some(scale), Json::String(_)) = (words_of(kind), json) {
            return self.word(at, scale, json).map(|word| Value::Word(scale.into(), word));
        }
        if let (Kind::Set(scale), Json::Array(_)) = (kind, json) {
            let words = items(at, json)?.map(|(at, word)| self.value_of(&at, &Kind::Word(*scale), word));
            return Ok(Value::List(Arc::new(words.collect::<Result<_, _>>()?)));
        }
        let value = self.value(at, json)?;
        match wanted(&self.plan.program, kind, &value) {
            None => Ok(value),
            Some(wanted) => {
                let found = found(&value);
                Err(Refused::new(pointed(at, json), format!("{found} does not fit here"))
                    .expected(format!("this place holds {wanted}")))
            }
        }
    }
}

/// The words that a place holds, where it holds nothing that is written like one.
fn words_of(kind: &Kind) -> Option<usize> {
    match kind {
        Kind::Word(scale) => Some(scale.index()),
        Kind::OneOf(kinds) if !kinds.iter().any(|kind| matches!(kind, Kind::Text | Kind::Any)) => {
            let mut scales = kinds.iter().filter_map(words_of);
            scales.next().filter(|_| scales.next().is_none())
        }
        _ => None,
    }
}

/// The part of an object that says what it is.
fn pointed(at: &str, json: &Json) -> String {
    match json.as_object().and_then(|object| object.keys().next()) {
        Some(key) => down(at, key),
        None => at.to_owned(),
    }
}

/// What a value is, in words.
fn found(value: &Value) -> &'static str {
    match value {
        Value::Unset | Value::Nothing => "null (nothing)",
        Value::YesNo(_) => "a yes or no",
        Value::Number(_) | Value::Fraction(_) | Value::Open(_) => "a number",
        Value::Percent(_) => "a percentage",
        Value::Quantity(..) => "a quantity of this unit",
        Value::Word(..) => "a word of this list",
        Value::Set(..) => "a set of words of this list",
        Value::Text(_) => "a text",
        Value::Range(_) => "a range",
        Value::List(_) => "a list",
        Value::Row(_) => "a row of this table",
        Value::Record(..) => "a record of this roster",
        Value::Parts(_) => "a value of named parts",
        Value::Unrolled(_) => "an unrolled expression",
        Value::Odds(_) => "a distribution",
    }
}

/// What a place of this kind holds, where the value is nothing of that. What is not known before the run
/// may be anything.
fn wanted(program: &Program, kind: &Kind, value: &Value) -> Option<String> {
    let name = |names: Option<&std::sync::Arc<str>>| names.map_or("?", |name| &**name).to_owned();
    let word = |scale: usize| name(program.scales.get(scale).map(|scale| &scale.def.name));
    let (fits, says) = match kind {
        Kind::Any | Kind::Dice | Kind::Table | Kind::Nothing => return None,
        Kind::OneOf(kinds) => {
            let all: Option<Vec<String>> = kinds.iter().map(|kind| wanted(program, kind, value)).collect();
            let nothing = kinds.contains(&Kind::Nothing);
            // `nothing` fits where it is one of several.
            let all = all.filter(|_| !(nothing && *value == Value::Nothing))?;
            return Some(all.join(", or "));
        }
        Kind::Number => {
            let fits =
                matches!(value, Value::Number(_) | Value::Percent(_) | Value::Fraction(_) | Value::Row(_));
            (fits, "a number".to_owned())
        }
        Kind::Quantity(family) => {
            let unit =
                program.units.smallest.get(family.index()).and_then(|id| program.units.all.get(id.index()));
            let own = |id: &crate::check::program::UnitId| program.units.all.get(id.index());
            let fits =
                matches!(value, Value::Quantity(_, id) if own(id).is_some_and(|own| own.family == *family));
            (fits, format!("a quantity, in {}", unit.map_or("its unit", |unit| &*unit.plural)))
        }
        Kind::YesNo => (matches!(value, Value::YesNo(_)), "true or false".to_owned()),
        Kind::Text => {
            let other = matches!(value, Value::List(_) | Value::Set(..) | Value::Record(..) | Value::Nothing);
            (!other, "a text".to_owned())
        }
        Kind::Word(scale) => {
            let fits = matches!(value, Value::Word(of, _) if of == scale);
            (fits, format!("a word of `{}`", word(scale.index())))
        }
        Kind::Set(scale) => {
            let fits = matches!(value, Value::Set(of, _) if of == scale);
            (fits, format!("words of `{}`", word(scale.index())))
        }
        Kind::Row(table) => {
            let of = name(program.tables.get(table.index()).map(|table| &table.def.name));
            (matches!(value, Value::Row(row) if row.table == *table), format!("a row of `{of}`"))
        }
        Kind::AnyRow => (matches!(value, Value::Row(_)), "a row".to_owned()),
        Kind::List(inner) => match value {
            Value::List(items) => return items.iter().find_map(|item| wanted(program, inner, item)),
            _ => (matches!(value, Value::Set(..)), "a list".to_owned()),
        },
        Kind::Record(sheet) => {
            let own =
                |roster: usize| program.rosters.get(roster).is_some_and(|roster| roster.sheet == *sheet);
            let of = name(program.sheets.get(sheet.index()).map(|sheet| &sheet.def.name));
            (matches!(value, Value::Record(roster, _) if own(roster.index())), format!("a {of}"))
        }
        Kind::Range => (matches!(value, Value::Range(_) | Value::Number(_)), "a range".to_owned()),
        Kind::Check | Kind::Returned(_) | Kind::Parts(_) => {
            (matches!(value, Value::Parts(_)), "named parts".to_owned())
        }
    };
    (!fits).then_some(says)
}
