//! What happened, as JSON.

use serde_json::{Map, Value as Json, json};

use super::{die, object};
use crate::engine::{By, Event, EventKind, When};
use crate::session::Viewer;

/// An event as JSON.
pub(crate) fn event_json(event: &Event, n: u64, viewer: &Viewer) -> Json {
    let mut parts = Map::new();
    parts.insert("n".to_owned(), n.into());
    parts.extend(event_parts(event, viewer));
    object("event", Json::Object(parts))
}

/// What an event as JSON says besides its number.
pub(crate) fn event_parts(event: &Event, viewer: &Viewer) -> Map<String, Json> {
    let mut parts = Map::new();
    parts.insert("at".to_owned(), at_json(&event.at, viewer));
    if !event.within.is_empty() {
        let within: Vec<&str> = event.within.iter().map(|name| &**name).collect();
        parts.insert("in".to_owned(), within.join("/").into());
    }
    if let Some(source) = event.span.and_then(|span| viewer.sources().get(span.source)) {
        let line = event.span.map_or(0, |span| source.line_col(span.start).line);
        parts.insert("src".to_owned(), format!("{}:{line}", source.name()).into());
    }
    if let Json::Object(own) = own_parts(&event.kind, viewer) {
        // What an event does not have is left out.
        parts.extend(own.into_iter().filter(|(key, part)| !part.is_null() || key == "value"));
    }
    parts
}

/// When something happened: the turn, and each clock in its smallest unit.
pub(crate) fn at_json(at: &When, viewer: &Viewer) -> Json {
    let mut parts = Map::new();
    parts.insert("turn".to_owned(), at.turn.into());
    for (unit, now) in viewer.clock_units(at) {
        parts.insert(unit, number_or_text(&now.to_string()));
    }
    Json::Object(parts)
}

fn own_parts(kind: &EventKind, viewer: &Viewer) -> Json {
    match kind {
        EventKind::Roll { expr, dice, total, label } => {
            let dice: Vec<Json> = dice.iter().map(die).collect();
            json!({"type": "roll", "expr": expr, "dice": dice, "total": number_or_text(total), "label": label.as_deref()})
        }
        EventKind::Row { table, row, value, roll, text } => {
            let (roll, row) = (number_or_text(roll), row.saturating_add(1));
            json!({"type": "row", "table": &**table, "row": row, "roll": roll, "text": text, "value": viewer.json(value)})
        }
        EventKind::Check { value, total, dc, success, whose } => {
            let whose = (!whose.is_empty()).then(|| whose.iter().map(|name| &**name).collect::<Vec<_>>());
            json!({
                "type": "check", "total": number_or_text(total), "dc": number_or_text(dc), "success": success,
                "whose": whose, "value": viewer.json(value),
            })
        }
        EventKind::Set { what, from, to, by, quiet: _ } => {
            let by = match by {
                By::Rules => "rules",
                By::Referee => "referee",
            };
            json!({"type": "set", "what": what, "from": from, "to": to, "by": by})
        }
        EventKind::Step { name } => json!({"type": "step", "name": &**name}),
        EventKind::StepEnd => json!({"type": "step"}),
        EventKind::Procedure { name, turn } => {
            json!({"type": if *turn { "turn" } else { "procedure" }, "name": &**name})
        }
        EventKind::Ruling { what, table, text } => {
            let table = (!table.is_empty()).then_some(&**table);
            json!({"type": "interrupt", "by": "referee", "what": what, "table": table, "text": text})
        }
        EventKind::Undo { what, text, .. } => {
            let text = (!text.is_empty()).then_some(text);
            json!({"type": "undo", "what": what, "text": text})
        }
        EventKind::Time { by, now } => json!({"type": "time", "by": by, "now": now}),
        EventKind::Timer { name, what } => json!({"type": "timer", "name": name, "what": what}),
        EventKind::Answer { name, question, value } => {
            json!({"type": "answer", "id": &**name, "question": question, "value": value})
        }
        EventKind::Say { text, .. } => json!({"type": "say", "text": text}),
        EventKind::Note(text) => json!({"type": "note", "text": text}),
        EventKind::Value { value, text } => {
            json!({"type": "value", "value": viewer.json(value), "text": text})
        }
        EventKind::Show { value, text } => {
            json!({"type": "show", "value": viewer.json(value), "text": text})
        }
    }
}

/// Whole numbers as numbers, all else as text.
fn number_or_text(text: &str) -> Json {
    text.parse::<i64>().map_or_else(|_| Json::from(text), Json::from)
}
