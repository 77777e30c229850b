//! The log of a run as JSON lines, as it happens.

use std::cell::{Cell, RefCell};
use std::io::BufRead;
use std::rc::Rc;

use serde_json::{Map, Value as Json, json};

use crate::engine::{DiceRequest, Event, Log, PromptRequest, RulingRequest, Stop, When};
use crate::front::app::AppError;
use crate::front::console::Console;
use crate::front::stage::Keeper;
use crate::session::json::{at_json, event_json, object};
use crate::session::{APPLY, DICE, Inputs, Person, Session, Viewer, orders};

/// Writes the log as JSON lines, as it happens, and asks for answers in lines of JSON.
pub(crate) struct JsonLog<'a> {
    console: &'a Console,
    viewer: Viewer,
    n: Cell<u64>,
    /// When the last event happened.
    at: RefCell<When>,
    /// Why writing failed, once it has.
    failed: RefCell<Option<AppError>>,
    keeper: RefCell<Option<Keeper<'a>>>,
    /// Whether what happens has been written before.
    replaying: Rc<Cell<bool>>,
}

impl<'a> JsonLog<'a> {
    /// A log that has not begun.
    pub(crate) fn new(console: &'a Console, viewer: Viewer, at: When) -> JsonLog<'a> {
        JsonLog {
            console,
            viewer,
            n: Cell::new(0),
            at: RefCell::new(at),
            failed: RefCell::default(),
            keeper: RefCell::default(),
            replaying: Rc::default(),
        }
    }

    /// Keeps what is answered, and writes nothing while what was answered before is answered again.
    pub(crate) fn keep(&self, keeper: Option<Keeper<'a>>) {
        self.keeper.replace(keeper);
    }

    /// Writes nothing while this holds.
    pub(crate) fn quiet_while(self, replaying: &Rc<Cell<bool>>) -> JsonLog<'a> {
        JsonLog { replaying: Rc::clone(replaying), ..self }
    }

    /// Goes on numbering events from here.
    pub(crate) fn counting_from(self, n: u64) -> JsonLog<'a> {
        self.n.set(n);
        self
    }

    /// The number of the next event.
    pub(crate) fn count(&self) -> u64 {
        self.n.get()
    }

    /// Writes an event that is no event of the machine: the start, a question, the end.
    pub(crate) fn own(&self, kind: &str, parts: Json) {
        let mut all = Map::new();
        all.insert("n".to_owned(), self.next().into());
        all.insert("at".to_owned(), at_json(&self.at.borrow(), &self.viewer));
        all.insert("type".to_owned(), kind.into());
        if let Json::Object(parts) = parts {
            all.extend(parts);
        }
        self.write(&object("event", Json::Object(all)));
    }

    /// Writes the end, at the time that the session shows.
    pub(crate) fn ended(&self, session: &Session, parts: Json) {
        self.at.replace(When {
            turn: session.inspect().turns(),
            clocks: session.inspect().state().clocks.clone(),
        });
        self.own("end", parts);
    }

    fn next(&self) -> u64 {
        self.n.replace(self.n.get() + 1)
    }

    fn write(&self, object: &Json) {
        if let Err(error) = self.console.json(object) {
            self.failed.borrow_mut().get_or_insert(error);
        }
    }

    /// Why writing failed, if it has.
    pub(crate) fn failure(&self) -> Option<AppError> {
        self.failed.borrow_mut().take()
    }

    /// Takes down an event.
    fn take(&self, event: &Event) {
        self.at.borrow_mut().clone_from(&event.at);
        if !self.replaying.get() {
            self.write(&event_json(event, self.next(), &self.viewer));
        }
    }

    /// Asks a question, and reads lines until one answers it.
    fn question(&self, id: &str, parts: Json, so_far: &Inputs) -> Option<String> {
        let kept = self.keeper.borrow_mut().as_mut().map_or(Ok(()), |keeper| keeper.keep(so_far));
        self.own("ask", parts);
        // Whoever answers waits for the question.
        let asked = kept.and_then(|()| self.console.let_go(true)).and_then(|()| self.console.flush());
        if let Err(error) = asked {
            self.failed.borrow_mut().get_or_insert(error);
            return None;
        }
        loop {
            let mut line = String::new();
            match std::io::stdin().lock().read_line(&mut line) {
                Ok(0) | Err(_) => return None,
                Ok(_) => {}
            }
            let answer: Json = serde_json::from_str(&line).unwrap_or(Json::Null);
            let other = answer.get("id").is_some_and(|of| of.as_str() != Some(id));
            match answer.get("value") {
                Some(value) if !other => {
                    return Some(value.as_str().map_or_else(|| value.to_string(), str::to_owned));
                }
                Some(_) => self.refuse(&format!("the question is `{id}`, not {}", answer["id"]), &[]),
                None => self.refuse(&format!("an answer is a line {{\"id\": \"{id}\", \"value\": …}}"), &[]),
            }
        }
    }

    fn refuse(&self, why: &str, help: &[String]) {
        self.own("error", json!({"message": why, "help": help}));
        if let Err(error) = self.console.let_go(true).and_then(|()| self.console.flush()) {
            self.failed.borrow_mut().get_or_insert(error);
        }
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
    fn ask(&mut self, request: &PromptRequest, so_far: &Inputs) -> Result<Option<String>, Stop> {
        let options: Vec<&str> = request.options.iter().map(|(_, text)| text.as_str()).collect();
        let default = request.default.as_ref().map(|(_, text)| text.as_str());
        let mut question = json!({"id": &*request.name, "question": request.question, "options": options, "default": default});
        if let Some(source) = request.span.and_then(|span| self.viewer.sources().get(span.source)) {
            let line = request.span.map_or(0, |span| source.line_col(span.start).line);
            question["src"] = format!("{}:{line}", source.name()).into();
        }
        Ok(self.question(&request.name, question, so_far))
    }

    fn dice(&mut self, request: &DiceRequest, so_far: &Inputs) -> Result<Option<String>, Stop> {
        let question = json!({
            "id": DICE, "question": orders::dice_question(request),
            "expr": request.expr, "die": request.die, "count": request.count,
            "faces": request.faces.in_words(),
        });
        Ok(self.question(DICE, question, so_far))
    }

    fn ruling(&mut self, request: &RulingRequest, so_far: &Inputs) -> Result<Option<String>, Stop> {
        let rows = request.rows.iter().map(|(key, text)| json!({"row": key, "text": text}));
        let question = json!({
            "id": APPLY, "question": orders::ruling_question(request), "options": orders::choices(request),
            "default": "accept", "rows": rows.collect::<Vec<_>>(),
        });
        Ok(self.question(APPLY, question, so_far))
    }

    fn refused(&mut self, why: &str, help: &[String]) {
        self.refuse(why, help);
    }
}
