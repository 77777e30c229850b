//! Whether a place may hold a value.

use std::sync::Arc;

use serde_json::Value as Json;

use super::refused::Refused;
use super::values::{StateReader, down, items};
use crate::check::program::Kind;
use crate::plan::{Value, wanted};

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
