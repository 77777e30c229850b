//! Values: plain data, with every name as text.

use std::fmt;

use serde::{Serialize, Serializer};

use super::Number;
use crate::plan;
use crate::session::Viewer;

/// The value of an expression.
///
/// ```
/// use tablewright::{Session, Value};
///
/// let mut session = Session::new(7);
/// session.submit("table gem\n| d2 | name | worth |\n|---|---|---|\n| 1 | agate | 10 |\n| 2 | opal | 1000 |\n").unwrap();
/// let gem: Value = session.submit("gem[2]").unwrap().value.unwrap();
/// let worth: i64 = gem.get("worth").unwrap().clone().try_into().unwrap();
/// assert_eq!(worth, 1000);
///
/// let rolls: Vec<i64> = session.submit("3 times d6").unwrap().value.unwrap().try_into().unwrap();
/// assert!(rolls.iter().all(|roll| (1..=6).contains(roll)));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Value {
    kind: Kind,
    text: String,
    json: serde_json::Value,
}

/// The kind of a value, with its parts.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Kind {
    /// `nothing`.
    Nothing,
    /// Yes or no.
    YesNo(bool),
    /// A number or a percentage.
    Number(Number),
    /// A number with a unit.
    Quantity(Number, String),
    /// Text, or the word of a ladder or list.
    Text(String),
    /// Values in order.
    List(Vec<Value>),
    /// The row of a table.
    Row(Row),
    /// Named parts, in order.
    Parts(Vec<(String, Value)>),
    /// A record of a roster, by its name.
    Record(String),
    /// Anything else, as text: a range, unrolled dice, odds.
    Other,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The table's name.
    pub table: String,
    /// Its position in the table, from 1.
    pub place: u32,
    /// The number rolled or looked up, if any.
    pub roll: Box<Value>,
    /// Its cells, by the names of their columns.
    pub cells: Vec<(String, Value)>,
}

impl Value {
    /// The value, with its names as text.
    pub(super) fn new(value: &plan::Value, viewer: &Viewer) -> Value {
        Value { kind: kind(value, viewer), text: viewer.show(value), json: viewer.json(value) }
    }

    /// The kind of value.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The value as it is displayed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A cell of a row by the name of its column, or a part by its name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let (Kind::Row(Row { cells: parts, .. }) | Kind::Parts(parts)) = &self.kind else { return None };
        parts.iter().find(|(own, _)| own == name).map(|(_, value)| value)
    }
}

fn kind(value: &plan::Value, viewer: &Viewer) -> Kind {
    let own = |value: &plan::Value| Value::new(value, viewer);
    match value {
        plan::Value::Unset | plan::Value::Nothing => Kind::Nothing,
        plan::Value::YesNo(yes) => Kind::YesNo(*yes),
        plan::Value::Number(number) | plan::Value::Percent(number) => Kind::Number(Number::from(*number)),
        // What is short is no number to work with.
        plan::Value::Fraction(ratio) => match ratio.short() {
            None => Kind::Number(Number::from(&***ratio)),
            Some(_) => Kind::Other,
        },
        plan::Value::Quantity(number, unit) => {
            Kind::Quantity(Number::from(*number), viewer.unit(*unit, *number))
        }
        plan::Value::Text(_) | plan::Value::Word(..) => Kind::Text(viewer.show(value)),
        plan::Value::List(items) => Kind::List(items.iter().map(own).collect()),
        plan::Value::Set(scale, words) => {
            let word = |word: &u32| own(&plan::Value::Word(*scale, *word));
            Kind::List(words.iter().map(word).collect())
        }
        plan::Value::Row(row) => Kind::Row(Row {
            table: viewer.table_name(row.table),
            place: row.row.saturating_add(1),
            roll: Box::new(own(&row.roll)),
            cells: viewer.columns(row.table).zip(row.cells.iter().map(own)).collect(),
        }),
        plan::Value::Parts(parts) => {
            Kind::Parts(parts.iter().map(|(name, part)| (name.to_string(), own(part))).collect())
        }
        plan::Value::Record(..) => Kind::Record(viewer.show(value)),
        plan::Value::Range(_) | plan::Value::Unrolled(_) | plan::Value::Odds(_) | plan::Value::Open(_) => {
            Kind::Other
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// Serialized as in the JSON output of `tw`.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json.serialize(serializer)
    }
}

/// A value could not be converted to the type asked for.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{} is not {wanted}", if .value.text.is_empty() { "an empty text" } else { .value.text() })]
pub struct WrongKind {
    /// The value.
    pub value: Value,
    /// The type asked for, in words.
    pub wanted: &'static str,
}

/// `TryFrom` for a type by what a kind gives.
macro_rules! gives {
    ($($type:ty, $wanted:literal, $kind:pat => $given:expr;)*) => {$(
        impl TryFrom<Value> for $type {
            type Error = WrongKind;

            fn try_from(value: Value) -> Result<$type, WrongKind> {
                let given: Option<$type> = match &value.kind {
                    $kind => $given,
                    _ => None,
                };
                given.ok_or(WrongKind { value, wanted: $wanted })
            }
        }
    )*};
}

gives! {
    bool, "yes or no", Kind::YesNo(yes) => Some(*yes);
    i64, "a whole number", Kind::Number(number) | Kind::Quantity(number, _) => number.to_i64();
    f64, "a number", Kind::Number(number) | Kind::Quantity(number, _) => Some(number.to_f64());
    Number, "a number", Kind::Number(number) | Kind::Quantity(number, _) => Some(number.clone());
    Row, "a row", Kind::Row(row) => Some(row.clone());
    Vec<Value>, "a list", Kind::List(items) => Some(items.clone());
}

/// Every value has a text.
impl From<Value> for String {
    fn from(value: Value) -> String {
        value.text
    }
}

/// A list whose items are all of one type.
macro_rules! lists {
    ($($type:ty),*) => {$(
        impl TryFrom<Value> for Vec<$type> {
            type Error = WrongKind;

            fn try_from(value: Value) -> Result<Vec<$type>, WrongKind> {
                Vec::<Value>::try_from(value)?.into_iter().map(<$type>::try_from).collect()
            }
        }
    )*};
}

lists!(bool, i64, f64, Number, Row);
