//! The conversation with the editor: greeting, changes of texts, requests, farewell.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use lsp_server::{Connection, Message, Notification, Request, RequestId};
use lsp_types::{
    CancelParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    InitializeParams, NumberOrString, Uri,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::documents::{Desk, Document, Documents};
use super::look::Ways;
use super::place::Encoding;
use super::shelf::Shelf;
use super::wire::Wire;
use super::worker::{self, CancelFlag, INVALID_PARAMS, Job, Outbox, Task, error};
use super::{address, capabilities};
use crate::front::app::{AppError, Exit};
use crate::front::console::Console;
use crate::front::watch;

/// The code of the protocol for: a request before the greeting.
const NOT_INITIALIZED: i32 = -32002;
/// How long what is under way may take to stop once the editor has said farewell.
const FAREWELL: Duration = Duration::from_millis(200);
/// The code for: a request that may not come now.
const INVALID_REQUEST: i32 = -32600;

/// `tw lsp`: serves an editor over standard input and output until it says farewell.
///
/// # Errors
/// What comes over standard input is not the language server protocol.
pub(crate) fn run(console: &Console) -> Result<Exit, AppError> {
    let (connection, wire) = Wire::open()
        .map_err(|error| AppError::Unusable { what: format!("no thread can be started: {error}") })?;
    let sender = connection.sender.clone();
    let out = Outbox::new(move |message| {
        let _ = sender.send(message);
    });
    // While nobody types there is little to watch.
    let exit = watch::resting(|| converse(&connection, &out, console));
    drop((connection, out));
    // A reader that has met something else than the protocol says so here.
    match wire.close() {
        Ok(()) => Ok(exit?),
        Err(error) => {
            Err(AppError::Unusable { what: format!("the editor's message cannot be read: {error}") })
        }
    }
}

fn converse(connection: &Connection, out: &Outbox, console: &Console) -> Result<Exit, AppError> {
    let Some((encoding, roots)) = greeted(connection, out) else { return Ok(Exit::Fault) };
    let rules = console.rules.clone();
    let ways = Ways { encoding, limits: console.limits.clone(), shelf: Shelf::new(), rules, roots };
    let desk = Desk::default();
    let (jobs, thread) = worker::start(Arc::new(ways), out.clone(), desk.clone())
        .map_err(|error| AppError::Unusable { what: format!("no thread can be started: {error}") })?;
    let mut server = Server {
        desk,
        encoding,
        jobs,
        out: out.clone(),
        looks: HashMap::new(),
        requests: Vec::new(),
        farewell: false,
    };
    let exit = server.serve(connection);
    // What is still under way is for nobody.
    server.looks.values().for_each(CancelFlag::outdated);
    server.requests.iter().for_each(|waiting| waiting.stop.outdated());
    drop(server);
    // What looks at no sign on its way would hold up the editor's end; it only reads.
    let begun = Instant::now();
    while !thread.is_finished() {
        if begun.elapsed() >= FAREWELL {
            watch::leave(exit);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    let _ = thread.join();
    Ok(exit)
}

/// Waits for the greeting and answers it. How places are counted from then on; `None` where the editor leaves before.
fn greeted(connection: &Connection, out: &Outbox) -> Option<(Encoding, Vec<PathBuf>)> {
    for message in &connection.receiver {
        match message {
            Message::Request(request) if request.method == "initialize" => {
                match InitializeParams::deserialize(&request.params) {
                    Ok(params) => {
                        let general = params.capabilities.general.as_ref();
                        let offered = general.and_then(|general| general.position_encodings.as_deref());
                        let encoding = Encoding::negotiated(offered);
                        out.answer(request.id, Ok(answer_to_greeting(encoding)));
                        return Some((encoding, roots_of(&params)));
                    }
                    Err(wrong) => out.answer(request.id, Err(error(INVALID_PARAMS, wrong.to_string()))),
                }
            }
            Message::Request(request) => {
                let message = "the server waits for `initialize`".to_owned();
                out.answer(request.id, Err(error(NOT_INITIALIZED, message)));
            }
            Message::Notification(told) if told.method == "exit" => return None,
            Message::Notification(_) | Message::Response(_) => {}
        }
    }
    None
}

/// The folders that are open in the editor.
fn roots_of(params: &InitializeParams) -> Vec<PathBuf> {
    let folders = params.workspace_folders.iter().flatten().map(|folder| &folder.uri);
    #[allow(deprecated)] // Older editors say only this one.
    let root = params.root_uri.iter().filter(|_| params.workspace_folders.is_none());
    folders.chain(root).map(address::path_of).collect()
}

fn answer_to_greeting(encoding: Encoding) -> Value {
    json!({
        "capabilities": capabilities::all(encoding),
        "serverInfo": {"name": "tablewright", "version": env!("CARGO_PKG_VERSION")},
    })
}

/// A request that the worker may still be about.
struct PendingRequest {
    uri: Uri,
    id: RequestId,
    stop: CancelFlag,
}

struct Server {
    desk: Desk,
    encoding: Encoding,
    jobs: Sender<Job>,
    out: Outbox,
    /// The last look at each document; those before it are over.
    looks: HashMap<String, CancelFlag>,
    requests: Vec<PendingRequest>,
    farewell: bool,
}

impl Server {
    fn serve(&mut self, connection: &Connection) -> Exit {
        for message in &connection.receiver {
            match message {
                Message::Request(request) => self.request(request),
                Message::Notification(told) if told.method == "exit" => {
                    return if self.farewell { Exit::Done } else { Exit::Fault };
                }
                Message::Notification(told) => self.told(told),
                Message::Response(_) => {}
            }
        }
        Exit::Fault
    }

    fn request(&mut self, request: Request) {
        if self.farewell || request.method == "initialize" {
            let message = format!("`{}` cannot come now", request.method);
            return self.out.answer(request.id, Err(error(INVALID_REQUEST, message)));
        }
        if request.method == "shutdown" {
            self.farewell = true;
            return self.out.answer(request.id, Ok(Value::Null));
        }
        if !capabilities::is_known(&request.method) {
            let message = format!("`{}` is not supported", request.method);
            return self.out.answer(request.id, Err(error(worker::METHOD_NOT_FOUND, message)));
        }
        let uri = request.params.pointer("/textDocument/uri").and_then(Value::as_str);
        match uri.and_then(|uri| uri.parse::<Uri>().ok()) {
            Some(uri) => self.answer(request, uri),
            None => {
                let message = "the request names no document".to_owned();
                self.out.answer(request.id, Err(error(INVALID_PARAMS, message)));
            }
        }
    }

    /// What the editor tells. What makes no sense is left out: there is nobody to answer.
    fn told(&mut self, told: Notification) {
        match told.method.as_str() {
            "textDocument/didOpen" => {
                let Some(params) = read::<DidOpenTextDocumentParams>(told.params) else { return };
                let item = params.text_document;
                self.change(Document::new(item.uri, item.version, &item.text));
            }
            "textDocument/didChange" => {
                let Some(params) = read::<DidChangeTextDocumentParams>(told.params) else { return };
                let Some(known) = self.desk.get(&params.text_document.uri) else { return };
                let version = params.text_document.version;
                self.change(known.changed(version, &params.content_changes, self.encoding));
            }
            "textDocument/didClose" => {
                let Some(params) = read::<DidCloseTextDocumentParams>(told.params) else { return };
                let uri = params.text_document.uri;
                self.outdate(&uri);
                self.looks.remove(uri.as_str());
                self.desk.change(|documents| documents.close(&uri));
                self.give(Task::Forget(uri), CancelFlag::default());
                self.look_at_all();
            }
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                self.desk.change(Documents::renew);
                self.look_at_all();
            }
            "$/cancelRequest" => {
                let Some(params) = read::<CancelParams>(told.params) else { return };
                let id = match params.id {
                    NumberOrString::Number(number) => RequestId::from(number),
                    NumberOrString::String(text) => RequestId::from(text),
                };
                let wanted = self.requests.iter().filter(|waiting| waiting.id == id);
                wanted.for_each(|waiting| waiting.stop.cancel());
            }
            _ => {}
        }
    }

    /// A document is another one than before. What was asked about the older one is over before the new one
    /// can be seen.
    fn change(&mut self, document: Document) {
        let uri = document.uri.clone();
        self.outdate(&uri);
        self.desk.change(|documents| documents.put(document));
        self.look(uri);
    }

    /// Stops what is under way for the older version of a document.
    fn outdate(&mut self, uri: &Uri) {
        self.looks.get(uri.as_str()).into_iter().for_each(CancelFlag::outdated);
        let of_it = self.requests.iter().filter(|waiting| waiting.uri == *uri);
        of_it.for_each(|waiting| waiting.stop.outdated());
    }

    fn look_at_all(&mut self) {
        self.desk.addresses().into_iter().for_each(|uri| self.look(uri));
    }

    /// Has a document looked at. An earlier look that is not done yet would show nothing newer.
    fn look(&mut self, uri: Uri) {
        let stop = CancelFlag::default();
        if let Some(before) = self.looks.insert(uri.as_str().to_owned(), stop.clone()) {
            before.outdated();
        }
        self.give(Task::Look(uri), stop);
    }

    fn answer(&mut self, request: Request, uri: Uri) {
        /// More than this are under way only where much of it is over.
        const MANY: usize = 256;
        let stop = CancelFlag::default();
        self.requests.push(PendingRequest { uri: uri.clone(), id: request.id.clone(), stop: stop.clone() });
        if self.requests.len() > MANY {
            // The worker holds the other half of a stop for as long as it works on it.
            self.requests.retain(|waiting| waiting.stop.is_waited_for());
        }
        self.give(Task::Answer(request, uri), stop);
    }

    fn give(&self, task: Task, stop: CancelFlag) {
        // A worker that is gone has said why; the editor will notice that nothing is answered.
        let _ = self.jobs.send(Job { task, stop });
    }
}

fn read<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}
