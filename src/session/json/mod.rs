//! What a session has to tell as JSON: values, events, reports. One object for each thing, with `"tw": 1`
//! and its kind first. The schemas stand in `docs/schemas`, and the tests hold every object against them.

mod event;
mod report;
mod value;

use serde_json::{Map, Value};

pub(crate) use event::{at_json, event_json, event_parts};
pub(crate) use report::{diagnostic, die};
pub(crate) use value::{companion, value_json};

/// The format that every object names.
pub(crate) const VERSION: u32 = 1;

/// An object of this kind: the version, the kind, then its own keys.
pub(crate) fn object(kind: &str, parts: Value) -> Value {
    let mut object = Map::new();
    object.insert("tw".to_owned(), VERSION.into());
    object.insert("kind".to_owned(), kind.into());
    if let Value::Object(parts) = parts {
        object.extend(parts);
    }
    Value::Object(object)
}
