//! The conversation with the editor: greeting, changes of texts, requests, farewell.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use lsp_server::{Connection, Message, Notification, Request, RequestId};
use lsp_types::{
    CancelParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    InitializeParams, NumberOrString, Uri,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::documents::{Document, Documents};
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
    let (jobs, thread) = worker::start(Arc::new(ways), out.clone())
        .map_err(|error| AppError::Unusable { what: format!("no thread can be started: {error}") })?;
    let mut server = Server {
        documents: Documents::default(),
        encoding,
        jobs,
        out: out.clone(),
        under_way: Vec::new(),
        farewell: false,
    };
    let exit = server.serve(connection);
    // What is still under way is for nobody.
    server.under_way.iter().for_each(|waiting| waiting.stop.outdated());
    drop(server);
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

/// Something that the worker has not said to be done.
struct PendingJob {
    uri: Uri,
    /// The request; none for a look.
    request: Option<RequestId>,
    stop: CancelFlag,
}

struct Server {
    documents: Documents,
    encoding: Encoding,
    jobs: Sender<Job>,
    out: Outbox,
    under_way: Vec<PendingJob>,
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
            Some(uri) => self.give(Task::Answer(request, uri)),
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
                let uri = item.uri.clone();
                self.documents.put(Document::new(item.uri, item.version, &item.text));
                self.changed(uri);
            }
            "textDocument/didChange" => {
                let Some(params) = read::<DidChangeTextDocumentParams>(told.params) else { return };
                let Some(known) = self.documents.get(&params.text_document.uri).cloned() else { return };
                let version = params.text_document.version;
                self.documents.put(known.changed(version, &params.content_changes, self.encoding));
                self.changed(params.text_document.uri);
            }
            "textDocument/didClose" => {
                let Some(params) = read::<DidCloseTextDocumentParams>(told.params) else { return };
                let uri = params.text_document.uri;
                self.documents.close(&uri);
                self.outdate(&uri);
                self.give(Task::Forget(uri));
                self.look_at_all();
            }
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                self.documents.renew();
                self.look_at_all();
            }
            "$/cancelRequest" => {
                let Some(params) = read::<CancelParams>(told.params) else { return };
                let id = match params.id {
                    NumberOrString::Number(number) => RequestId::from(number),
                    NumberOrString::String(text) => RequestId::from(text),
                };
                let wanted = |waiting: &&PendingJob| waiting.request.as_ref() == Some(&id);
                self.under_way.iter().filter(wanted).for_each(|waiting| waiting.stop.cancel());
            }
            _ => {}
        }
    }

    /// A document is another one than before.
    fn changed(&mut self, uri: Uri) {
        self.outdate(&uri);
        self.give(Task::Look(uri));
    }

    /// Stops what is under way for the older version of a document.
    fn outdate(&mut self, uri: &Uri) {
        let of_it = |waiting: &&PendingJob| waiting.uri == *uri;
        self.under_way.iter().filter(of_it).for_each(|waiting| waiting.stop.outdated());
    }

    fn look_at_all(&mut self) {
        let all: Vec<Uri> = self.documents.iter().map(|document| document.uri.clone()).collect();
        all.into_iter().for_each(|uri| self.give(Task::Look(uri)));
    }

    fn give(&mut self, task: Task) {
        /// More than this is under way only where much of it is over.
        const MANY: usize = 256;
        let stop = CancelFlag::default();
        let (uri, request) = match &task {
            Task::Look(uri) | Task::Forget(uri) => (uri.clone(), None),
            Task::Answer(request, uri) => (uri.clone(), Some(request.id.clone())),
        };
        if !matches!(task, Task::Forget(_)) {
            self.under_way.push(PendingJob { uri, request, stop: stop.clone() });
        }
        if self.under_way.len() > MANY {
            // The worker holds the other half of a stop for as long as it works on it.
            self.under_way.retain(|waiting| waiting.stop.is_waited_for());
        }
        // A worker that is gone has said why; the editor will notice that nothing is answered.
        let _ = self.jobs.send(Job { task, documents: self.documents.clone(), stop });
    }
}

fn read<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}
