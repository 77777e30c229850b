//! Values, read back: names must be known, places must be there, numbers exact.

use std::cell::RefCell;
use std::sync::Arc;

use serde_json::Value as Json;

use super::names::{Labels, Names};
use super::refused::Refused;
use super::write::written_at;
use crate::base::{Num, Sources};
use crate::check::program::{TableId, UnitId, UnrolledId};
use crate::dist::Fraction;
use crate::plan::{CodeId, OddsValue, Plan, Ratio, RowValue, Unrolled, Value};

/// How deep values may lie in one another.
const MAX_DEPTH: u32 = 64;

/// Reads what a state holds, each part with its place.
pub(super) struct StateReader<'a> {
    pub plan: &'a Plan,
    pub labels: &'a Labels,
    pub sources: &'a Sources,
    /// Where the rules are not those that the state was written with: what does not fit is noted, and
    /// left out.
    pub notes: Option<RefCell<Vec<Refused>>>,
    /// Where the records of each roster now stand, by where they stood.
    pub moved: RefCell<Vec<Vec<u32>>>,
}

impl StateReader<'_> {
    /// What was read; where that failed and may be left out, it is noted.
    pub(crate) fn or_note<T>(&self, read: Result<T, Refused>) -> Result<Option<T>, Refused> {
        match (read, &self.notes) {
            (Ok(value), _) => Ok(Some(value)),
            (Err(refused), Some(notes)) => {
                notes.borrow_mut().push(refused);
                Ok(None)
            }
            (Err(refused), None) => Err(refused),
        }
    }

    /// Whether the rules may be others.
    pub(crate) fn is_lenient(&self) -> bool {
        self.notes.is_some()
    }

    /// A value.
    pub(crate) fn value(&self, at: &str, json: &Json) -> Result<Value, Refused> {
        self.deep(at, json, 0)
    }

    /// Values in a list.
    pub(crate) fn values(&self, at: &str, json: &Json) -> Result<Vec<Value>, Refused> {
        self.all(at, json, 0)
    }

    fn deep(&self, at: &str, json: &Json, depth: u32) -> Result<Value, Refused> {
        if depth > MAX_DEPTH {
            return Err(Refused::new(at, "values lie too deep in one another here"));
        }
        match json {
            Json::Null => Ok(Value::Nothing),
            Json::Bool(yes) => Ok(Value::YesNo(*yes)),
            Json::Number(_) => number(at, json).map(Value::Number),
            Json::String(text) => Ok(Value::text(text.as_str())),
            Json::Array(_) => Ok(Value::List(Arc::new(self.all(at, json, depth)?))),
            Json::Object(_) => self.plain(at, json, depth),
        }
    }

    /// An object with nothing but names and numbers in it.
    fn plain(&self, at: &str, json: &Json, depth: u32) -> Result<Value, Refused> {
        let has = |key: &str| json.get(key).map(|found| (down(at, key), found));
        if let Some((at, of)) = has("number") {
            return number(&at, of).map(Value::Number);
        }
        if let Some((at, of)) = has("share") {
            return number(&at, of).map(Value::Percent);
        }
        if let Some((at, of)) = has("percent") {
            let hundredth = number(&at, of)?.div(Num::int(100));
            return hundredth.map(Value::Percent).map_err(|_| Refused::new(at, "number too large"));
        }
        if let Some((of, amount)) = has("amount") {
            let unit = self.named(at, json, "unit", &self.labels.units, "unit")?;
            return Ok(Value::Quantity(number(&of, amount)?, UnitId::from(unit)));
        }
        if let Some((at, of)) = has("fraction") {
            let number = fraction(&at, of)?;
            let ratio = match has("short") {
                Some((at, short)) => Ratio::at_least(number, fraction(&at, short)?),
                None => number.into(),
            };
            return Ok(Value::Fraction(Arc::new(ratio)));
        }
        if let Some((of, word)) = has("word") {
            let scale = self.named(at, json, "of", &self.labels.scales, "list of words")?;
            return Ok(Value::Word(scale.into(), self.word(&of, scale, word)?));
        }
        if let Some((of, words)) = has("words") {
            let scale = self.named(at, json, "of", &self.labels.scales, "list of words")?;
            let words = items(&of, words)?.map(|(at, word)| self.word(&at, scale, word));
            let mut words: Vec<u32> = words.collect::<Result<_, _>>()?;
            words.sort_unstable();
            words.dedup();
            return Ok(Value::Set(scale.into(), words.into()));
        }
        if let Some((of, record)) = has("record") {
            return self.record(at, json, &of, record);
        }
        match json.get("unset") {
            Some(_) => Ok(Value::Unset),
            None => self.compound(at, json, depth),
        }
    }

    /// The place of the code that stands where a part says: the one that is numbered, or another that
    /// was written there.
    pub(crate) fn code_at<T>(
        &self,
        json: &Json,
        nth: Result<u32, Refused>,
        known: &[T],
        code: impl Fn(&T) -> CodeId,
    ) -> Result<u32, Refused> {
        let Some(at) = json.get("at").and_then(Json::as_str) else { return nth };
        let is_there = |of: &T| written_at(self.plan, self.sources, code(of)) == at;
        match nth {
            Ok(nth) if known.get(nth as usize).is_some_and(is_there) => Ok(nth),
            nth => {
                let found = (0u32..).zip(known).find(|(_, of)| is_there(of)).map(|(nth, _)| nth);
                match (found, self.is_lenient()) {
                    (Some(found), _) => Ok(found),
                    (None, true) => nth,
                    (None, false) => {
                        Err(Refused::new("", format!("nothing that starts this stands at {at} here")))
                    }
                }
            }
        }
    }

    fn record(&self, at: &str, json: &Json, of: &str, record: &Json) -> Result<Value, Refused> {
        let roster = self.named(at, json, "of", &self.labels.rosters, "roster")?;
        let moved = self.moved.borrow();
        let places = moved.get(roster).map_or(&[][..], Vec::as_slice);
        let place = place(of, record, places.len(), "record")?;
        let now = places.get(place as usize).copied().unwrap_or(place);
        Ok(Value::Record(roster.into(), now))
    }

    /// What has other values in it.
    fn compound(&self, at: &str, json: &Json, depth: u32) -> Result<Value, Refused> {
        let has = |key: &str| json.get(key).map(|found| (down(at, key), found));
        let inner = |key: &str| self.all(&down(at, key), part(at, json, key)?, depth);
        if let Some((at, range)) = has("range") {
            let end = |nth: usize| match range.get(nth) {
                None | Some(Json::Null) => Ok(None),
                Some(end) => number(&down(&at, nth), end).map(Some),
            };
            return Ok(Value::Range(Arc::new((end(0)?, end(1)?))));
        }
        if has("row").is_some() {
            return self.row(at, json, depth);
        }
        if let Some((at, parts)) = has("parts") {
            let one = |(at, part): (String, &Json)| {
                let name = part.get(0).and_then(Json::as_str);
                let name =
                    name.ok_or_else(|| Refused::new(&at, "a part is a list of its name and its value"))?;
                let value = part.get(1).unwrap_or(&Json::Null);
                Ok((Arc::from(name), self.deep(&down(&at, 1), value, depth + 1)?))
            };
            let parts = items(&at, parts)?.map(one).collect::<Result<Vec<_>, Refused>>()?;
            return Ok(Value::Parts(parts.into()));
        }
        if let Some((of, id)) = has("unrolled") {
            let known: Vec<CodeId> = self.plan.unrolled.iter().copied().collect();
            let nth = place(&of, id, known.len(), "unrolled expression");
            let id = self
                .code_at(json, nth, &known, |code| *code)
                .map_err(|_| Refused::new(of, "there is no such unrolled expression here"))?;
            return Ok(Value::Unrolled(Arc::new(Unrolled::Expr(UnrolledId(id), inner("captured")?.into()))));
        }
        if has("table").is_some() {
            let table = self.named(at, json, "table", &self.labels.tables, "table")?;
            return Ok(Value::Unrolled(Arc::new(Unrolled::Table(table.into(), inner("args")?.into()))));
        }
        if let Some((at, outcomes)) = has("odds") {
            let one = |(at, pair): (String, &Json)| {
                let (value, chance) =
                    (pair.get(0).unwrap_or(&Json::Null), pair.get(1).unwrap_or(&Json::Null));
                Ok((self.deep(&at, value, depth + 1)?, fraction(&at, chance)?))
            };
            let outcomes = items(&at, outcomes)?.map(one).collect::<Result<Vec<_>, Refused>>()?;
            let short = json.get("short") == Some(&Json::Bool(true));
            return Ok(Value::Odds(Arc::new(OddsValue { outcomes, short })));
        }
        Err(Refused::new(at, "this is not a value").expected("a number, a text, true, false, null, a list, or an object such as `{\"word\": \"dim\", \"of\": \"light\"}`"))
    }

    fn row(&self, at: &str, json: &Json, depth: u32) -> Result<Value, Refused> {
        let id = self.named(at, json, "of", &self.labels.tables, "table")?;
        let table = self.plan.program.tables.get(id);
        let rows = table.map_or(&[][..], |table| &table.rows);
        let of = down(at, "row");
        let key = json.get("key").and_then(Json::as_str);
        let is = |row: &crate::check::program::Row| key.is_none_or(|key| *row.key.text == *key);
        let has_key = |row: u32| rows.get(row as usize).is_some_and(is);
        let row = match place(&of, part(at, json, "row")?, rows.len(), "row") {
            Ok(row) if has_key(row) => row,
            Ok(_) if !self.is_lenient() => {
                let keys: Vec<&str> = rows.iter().map(|row| &*row.key.text).collect();
                let refused = Refused::new(down(at, "key"), "the row of this number has another key");
                return Err(
                    refused.expected(format!("the keys of the rows, in order, are {}", keys.join(", ")))
                );
            }
            // The rows of a table that was changed are told by their keys.
            Ok(_) | Err(_) if self.is_lenient() && key.is_some_and(|key| !key.is_empty()) => {
                let found = (0u32..).zip(rows).find(|(_, row)| is(row)).map(|(at, _)| at);
                let why = || Refused::new(&of, format!("no row has the key `{}`", key.unwrap_or("")));
                found.ok_or_else(why)?
            }
            Ok(row) => row,
            Err(refused) => return Err(refused),
        };
        let (args, cells) = (down(at, "args"), down(at, "cells"));
        let roll = self.deep(&down(at, "roll"), part(at, json, "roll")?, depth + 1)?;
        let args: Arc<[Value]> = self.all(&args, part(at, json, "args")?, depth)?.into();
        let values: Arc<[Value]> = self.all(&cells, part(at, json, "cells")?, depth)?.into();
        let columns = self.plan.tables.get(id).map_or(0, |table| table.columns_by_symbol.len());
        if values.len() != columns {
            let why = format!("there are {} cells", values.len());
            return Err(Refused::new(cells, why).expected(format!("a row of this table has {columns}")));
        }
        let params = table.map_or(0, |table| table.params.len());
        if args.len() != params {
            let why = format!("there are {} arguments", args.len());
            return Err(Refused::new(down(at, "args"), why).expected(format!("this table takes {params}")));
        }
        Ok(Value::Row(Arc::new(RowValue { table: TableId::from(id), row, roll, args, cells: values })))
    }

    fn all(&self, at: &str, json: &Json, depth: u32) -> Result<Vec<Value>, Refused> {
        items(at, json)?.map(|(at, item)| self.deep(&at, item, depth + 1)).collect()
    }

    /// The id of the name that stands in a part of an object.
    pub(crate) fn named(
        &self,
        at: &str,
        json: &Json,
        key: &str,
        names: &Names,
        what: &str,
    ) -> Result<usize, Refused> {
        let name = part(at, json, key)?;
        let at = down(at, key);
        let text = name.as_str().ok_or_else(|| Refused::new(&at, format!("{name} names no {what}")))?;
        names.id(text).ok_or_else(|| unknown(&at, names, text, what))
    }

    /// A word of a list.
    pub(crate) fn word(&self, at: &str, scale: usize, word: &Json) -> Result<u32, Refused> {
        let words = self.plan.program.scales.get(scale).map_or(&[][..], |scale| &scale.words);
        let name = word.as_str().unwrap_or("");
        let found = words.iter().position(|other| other.eq_ignore_ascii_case(name));
        found.and_then(|found| u32::try_from(found).ok()).ok_or_else(|| {
            Refused::new(at, format!("{word} is not one of the words for this place"))
                .expected(format!("one of {}", words.join(", ")))
        })
    }
}

/// The place of a part: `kept` and `lamp` are `/kept/lamp`.
pub(super) fn down(at: &str, key: impl std::fmt::Display) -> String {
    format!("{at}/{}", key.to_string().replace('~', "~0").replace('/', "~1"))
}

/// A part that must be there.
pub(super) fn part<'j>(at: &str, json: &'j Json, key: &str) -> Result<&'j Json, Refused> {
    json.get(key).ok_or_else(|| Refused::new(at, format!("`{key}` is missing here")))
}

/// A name that nothing has.
pub(super) fn unknown(at: &str, names: &Names, name: &str, what: &str) -> Refused {
    let near = crate::base::closest(name, names.all());
    let refused = Refused::new(at, format!("there is no {what} `{name}` here"));
    match near {
        Some(near) => refused.expected(format!("did you mean `{near}`?")),
        None => refused,
    }
}

/// The items of a list, each with its place.
pub(super) fn items<'j>(
    at: &str,
    json: &'j Json,
) -> Result<impl Iterator<Item = (String, &'j Json)>, Refused> {
    let list = json.as_array().ok_or_else(|| Refused::new(at, "expected a list, such as `[1, 2]`"))?;
    let at = at.to_owned();
    Ok(list.iter().enumerate().map(move |(nth, item)| (down(&at, nth), item)))
}

/// An exact number: `3`, `1.5`, or a text such as `"3/2"`.
pub(super) fn number(at: &str, json: &Json) -> Result<Num, Refused> {
    let text = match json {
        Json::Number(number) => number.to_string(),
        Json::String(text) => text.clone(),
        _ => String::new(),
    };
    text.parse().map_err(|_| {
        Refused::new(at, format!("{json} is not a number that fits here"))
            .expected("a whole number, `1.5`, or an exact fraction as `\"3/2\"`")
    })
}

fn fraction(at: &str, json: &Json) -> Result<Fraction, Refused> {
    let text = json.as_str().unwrap_or("");
    let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
    let zero = bottom.bytes().all(|digit| digit == b'0');
    let parsed = top.parse().ok().zip(bottom.parse().ok()).filter(|_| !zero);
    let (top, bottom) = parsed.ok_or_else(|| Refused::new(at, format!("{json} is not a fraction")))?;
    Ok(Fraction::new(top, bottom))
}

/// A place from 0 of one from 1.
pub(super) fn place(at: &str, json: &Json, count: usize, what: &str) -> Result<u32, Refused> {
    let nth = json.as_u64().and_then(|nth| u32::try_from(nth).ok()?.checked_sub(1));
    nth.filter(|nth| (*nth as usize) < count).ok_or_else(|| {
        let refused = Refused::new(at, format!("there is no {what} {json}"));
        match count {
            0 => refused.expected(format!("there is none of that kind: no {what}")),
            count => refused.expected(format!("a number from 1 to {count}")),
        }
    })
}

/// The place of a record's field.
pub(super) fn field_place(roster: &str, record: usize, field: &str) -> String {
    down(&down(&down(&down("/rosters", roster), record), "fields"), field)
}
