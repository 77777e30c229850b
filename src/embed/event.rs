//! Events: what happened during an entry.

use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json};

use crate::engine;
use crate::session::{Viewer, json};

/// Something that happened: a roll, a row, a change, something said. As JSON it is a line of the log of
/// `tw run --json`, without its number; `docs/schemas/event.schema.json` lists the kinds and their parts.
///
/// ```
/// let mut session = tablewright::Session::new(7);
/// session.submit("keep hp = 8").unwrap();
/// let reply = session.submit("hp -= 3\nsay \"Ouch!\"").unwrap();
/// let kinds: Vec<&str> = reply.events.iter().map(|event| event.kind()).collect();
/// assert_eq!(kinds, ["set", "say"]);
/// assert_eq!(reply.events[0].get("to").unwrap(), "5");
/// assert_eq!(reply.events[1].text(), "Ouch!");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Event(Map<String, Json>);

impl Event {
    pub(super) fn new(event: &engine::Event, viewer: &Viewer) -> Event {
        Event(json::event_parts(event, viewer))
    }

    /// The kind of event: `roll`, `row`, `check`, `set`, `say`, `time`, …
    pub fn kind(&self) -> &str {
        self.get("type").and_then(Json::as_str).unwrap_or_default()
    }

    /// One of its parts.
    pub fn get(&self, part: &str) -> Option<&Json> {
        self.0.get(part)
    }

    /// The text that was said or rolled, or an empty string.
    pub fn text(&self) -> &str {
        self.get("text").and_then(Json::as_str).unwrap_or_default()
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Json::Object(self.0.clone()))
    }
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}
