//! The log of a run: JSON lines, or a transcript, as it happens.

use std::cell::{Cell, RefCell};
use std::io::BufRead;

use serde_json::{Map, Value as Json, json};

use crate::engine::{Event, EventKind, Log, PromptRequest, Stop};
use crate::front::app::AppError;
use crate::front::console::Console;
use crate::front::render::events::{Detail, event_line};
use crate::front::render::json::{die, object};
use crate::front::render::value::TableBook;
use crate::session::{Person, Viewer};

/// An event as JSON.
pub fn event_json(event: &Event, n: u64, viewer: &Viewer) -> Json {
    let mut parts = Map::new();
    parts.insert("n".to_owned(), n.into());
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
    object("event", Json::Object(parts))
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
        EventKind::Check { value, total, dc, success } => json!({
            "type": "check", "total": number_or_text(total), "dc": number_or_text(dc), "success": success,
            "value": viewer.json(value),
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

/// Writes the log as JSON lines, as it happens, and asks for answers in lines of JSON.
pub struct JsonLog<'a> {
    console: &'a Console,
    viewer: Viewer,
    n: Cell<u64>,
    /// What the clocks show, by unit.
    at: RefCell<Map<String, Json>>,
    /// Why writing failed, once it has.
    failed: RefCell<Option<AppError>>,
}

impl<'a> JsonLog<'a> {
    /// A log that has not begun.
    pub fn new(console: &'a Console, viewer: Viewer) -> JsonLog<'a> {
        JsonLog { console, viewer, n: Cell::new(0), at: RefCell::default(), failed: RefCell::default() }
    }

    /// Writes an event that is no event of the machine: the start, a question, the end.
    pub fn own(&self, kind: &str, parts: Json) {
        let mut all = Map::new();
        all.insert("n".to_owned(), self.next().into());
        all.insert("type".to_owned(), kind.into());
        if let Json::Object(parts) = parts {
            all.extend(parts);
        }
        self.write(&object("event", Json::Object(all)));
    }

    fn next(&self) -> u64 {
        self.n.replace(self.n.get() + 1)
    }

    fn write(&self, object: &Json) {
        if let Err(error) = self.console.line(&object.to_string()) {
            self.failed.borrow_mut().get_or_insert(error);
        }
    }

    /// Why writing failed, if it has.
    pub fn failure(&self) -> Option<AppError> {
        self.failed.borrow_mut().take()
    }

    /// Takes down an event.
    fn take(&self, event: &Event) {
        if let EventKind::Time { now, .. } = &event.kind
            && let Some((count, unit)) = now.split_once(' ')
        {
            self.at.borrow_mut().insert(unit.to_owned(), number_or_text(count));
        }
        let mut line = event_json(event, self.next(), &self.viewer);
        if !self.at.borrow().is_empty() {
            line["at"] = Json::Object(self.at.borrow().clone());
        }
        self.write(&line);
    }
}

impl Log for &JsonLog<'_> {
    fn wants(&self) -> bool {
        true
    }

    fn event(&mut self, event: Event) {
        self.take(&event);
    }
}

impl Person for &JsonLog<'_> {
    fn ask(&mut self, request: &PromptRequest) -> Result<Option<String>, Stop> {
        let options: Vec<&str> = request.options.iter().map(|(_, text)| text.as_str()).collect();
        let default = request.default.as_ref().map(|(_, text)| text.as_str());
        let question = json!({"id": &*request.name, "question": request.question, "options": options, "default": default});
        self.own("ask", question);
        // Whoever answers waits for the question.
        if let Err(error) = self.console.let_go(true).and_then(|()| self.console.flush()) {
            self.failed.borrow_mut().get_or_insert(error);
        }
        let mut line = String::new();
        match std::io::stdin().lock().read_line(&mut line) {
            Ok(0) | Err(_) => Ok(None),
            Ok(_) => {
                let answer: Json = serde_json::from_str(&line).unwrap_or(Json::Null);
                Ok(answer
                    .get("value")
                    .map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)))
            }
        }
    }
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
