//! The log of a run: JSON lines, or a transcript, as it happens.

use serde_json::{Map, Value as Json, json};

use crate::engine::{Event, EventKind, Log};
use crate::front::app::AppError;
use crate::front::console::Console;
use crate::front::render::events::{Detail, event_line};
use crate::front::render::json::{die, object};
use crate::front::render::value::TableBook;
use crate::session::Session;

/// An event as JSON; values are their texts where no session is at hand to show more.
pub fn event_json(event: &Event, n: u64, session: &Session) -> Json {
    let mut parts = Map::new();
    parts.insert("n".to_owned(), n.into());
    if !event.within.is_empty() {
        let within: Vec<&str> = event.within.iter().map(|name| &**name).collect();
        parts.insert("in".to_owned(), within.join("/").into());
    }
    if let Some(source) = event.span.and_then(|span| session.sources().get(span.source)) {
        let line = event.span.map_or(0, |span| source.line_col(span.start).line);
        parts.insert("src".to_owned(), format!("{}:{line}", source.name()).into());
    }
    if let Json::Object(own) = own_parts(&event.kind, session) {
        // What an event does not have is left out.
        parts.extend(own.into_iter().filter(|(key, part)| !part.is_null() || key == "value"));
    }
    object("event", Json::Object(parts))
}

fn own_parts(kind: &EventKind, session: &Session) -> Json {
    match kind {
        EventKind::Roll { expr, dice, total, label } => {
            let dice: Vec<Json> = dice.iter().map(die).collect();
            json!({"type": "roll", "expr": expr, "dice": dice, "total": number_or_text(total), "label": label.as_deref()})
        }
        EventKind::Row { table, row, value, roll, text } => {
            let (roll, row) = (number_or_text(roll), row.saturating_add(1));
            json!({"type": "row", "table": &**table, "row": row, "roll": roll, "text": text, "value": session.json(value)})
        }
        EventKind::Check { value, total, dc, success } => json!({
            "type": "check", "total": number_or_text(total), "dc": number_or_text(dc), "success": success,
            "value": session.json(value),
        }),
        EventKind::Set { what, from, to } => json!({"type": "set", "what": what, "from": from, "to": to}),
        EventKind::Step { name } => json!({"type": "step", "name": &**name}),
        EventKind::Procedure { name } => json!({"type": "procedure", "name": &**name}),
        EventKind::Time { by, now } => json!({"type": "time", "by": by, "now": now}),
        EventKind::Timer { name, what } => json!({"type": "timer", "name": name, "what": what}),
        EventKind::Answer { name, question, value } => {
            json!({"type": "answer", "id": &**name, "question": question, "value": value})
        }
        EventKind::Say(text) => json!({"type": "say", "text": text}),
        EventKind::Note(text) => json!({"type": "note", "text": text}),
        EventKind::Value { value, text } => {
            json!({"type": "value", "value": session.json(value), "text": text})
        }
        EventKind::Show { value, text } => {
            json!({"type": "show", "value": session.json(value), "text": text})
        }
    }
}

/// Whole numbers as numbers, all else as text.
fn number_or_text(text: &str) -> Json {
    text.parse::<i64>().map_or_else(|_| Json::from(text), Json::from)
}

/// Prints a transcript as it happens, and keeps every event.
pub struct Transcript<'a> {
    console: &'a Console,
    detail: Detail,
    tables: TableBook,
    /// What happened.
    pub events: Vec<Event>,
    /// Why printing failed, once it has.
    pub failed: Option<AppError>,
}

impl<'a> Transcript<'a> {
    /// A transcript of this detail.
    pub fn new(console: &'a Console, detail: Detail, tables: TableBook) -> Transcript<'a> {
        Transcript { console, detail, tables, events: Vec::new(), failed: None }
    }

    fn print(&self, event: &Event) -> Result<(), AppError> {
        let look = self.console.out;
        if let EventKind::Show { value, .. } = &event.kind
            && let Some(table) = self.tables.show(value, look)
        {
            return self.console.print(&table);
        }
        match event_line(event, self.detail, look) {
            Some(line) => self.console.line(&line),
            None => Ok(()),
        }
    }
}

impl Log for Transcript<'_> {
    fn wants(&self) -> bool {
        true
    }

    fn event(&mut self, event: Event) {
        if let Err(error) = self.print(&event) {
            self.failed.get_or_insert(error);
        }
        self.events.push(event);
    }
}
