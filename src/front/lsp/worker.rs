//! Does the work in a thread of its own, in the order in which it came; of several looks at one document
//! only the last.

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};

use lsp_server::{Message, Request, RequestId, Response, ResponseError};
use lsp_types::Uri;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::documents::{Desk, Document, Documents};
use super::look::{DocumentLook, Ways};
use super::place::LineStarts;
use super::rename::{self, RenameContext};
use super::reports::{self, Board};
use super::{actions, colours, complete, hover, jump, layout, outline};
use crate::base::stop::heed;
use crate::front::watch;

/// The code of the protocol for: the text has changed, ask again.
const CONTENT_MODIFIED: i32 = -32801;
/// The code for: the request makes sense, and cannot be done.
const REQUEST_FAILED: i32 = -32803;
/// The code for: the editor itself has given up.
const REQUEST_CANCELLED: i32 = -32800;
/// The code for: there is no such request.
pub(crate) const METHOD_NOT_FOUND: i32 = -32601;
/// The code for: the request says something that makes no sense.
pub(crate) const INVALID_PARAMS: i32 = -32602;

/// Something to do. Which texts are open is looked up when it is begun: as many jobs as an editor likes may
/// wait, and none of them holds a text that is long gone.
pub(crate) struct Job {
    /// What to do.
    pub task: Task,
    /// Set when nobody waits for it any more.
    pub stop: CancelFlag,
}

impl Job {
    fn look(uri: Uri) -> Job {
        Job { task: Task::Look(uri), stop: CancelFlag::default() }
    }
}

/// Whether somebody still waits.
#[derive(Debug, Clone, Default)]
pub(crate) struct CancelFlag {
    /// What runs looks at this one.
    flag: Arc<AtomicBool>,
    cancelled: Arc<AtomicBool>,
    /// The work needs more memory than it may take.
    full: Arc<AtomicBool>,
}

impl CancelFlag {
    /// The text has changed.
    pub(crate) fn outdated(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// The editor does not want it any more.
    pub(crate) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
        self.outdated();
    }

    /// Whether the work it belongs to is not over: the worker drops its own half then.
    pub(crate) fn is_waited_for(&self) -> bool {
        Arc::strong_count(&self.flag) > 1
    }

    fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// The work was given up for want of memory.
    fn fill(&self) {
        self.full.store(true, Ordering::Relaxed);
        self.outdated();
    }

    fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// What a request is answered with that was stopped.
    fn answer(&self) -> ResponseError {
        if self.is_full() {
            error(REQUEST_FAILED, watch::too_much_memory())
        } else if self.cancelled.load(Ordering::Relaxed) {
            error(REQUEST_CANCELLED, "the request was cancelled".to_owned())
        } else {
            error(CONTENT_MODIFIED, "the text has changed".to_owned())
        }
    }
}

/// What is to be done.
pub(crate) enum Task {
    /// Look at a document and show the reports on it.
    Look(Uri),
    /// A document was closed: its reports go.
    Forget(Uri),
    /// Answer a request about a document.
    Answer(Request, Uri),
}

/// A document whose reports the editor shows.
struct ShownDocument {
    /// The text that they are about.
    text: LineStarts,
    /// The files that were read for them.
    read: Vec<PathBuf>,
}

/// The worker's own memory.
pub(crate) struct Worker {
    ways: Arc<Ways>,
    out: Outbox,
    desk: Desk,
    /// Looks that answer requests, each with the edition that it is of; the last used comes last.
    looks: Vec<(u64, DocumentLook)>,
    shown: BTreeMap<String, ShownDocument>,
    board: Board,
}

/// Looks at more documents than this are not kept: each holds all that its document defines.
const MAX_LOOKS: usize = 16;

/// The way to the editor. What cannot be handed over has nobody to read it.
#[derive(Clone)]
pub(crate) struct Outbox(Arc<dyn Fn(Message) + Send + Sync>);

impl Outbox {
    /// A way that hands messages to this.
    pub(crate) fn new(hand_over: impl Fn(Message) + Send + Sync + 'static) -> Outbox {
        Outbox(Arc::new(hand_over))
    }

    /// Tells the editor something.
    pub(crate) fn send(&self, message: impl Into<Message>) {
        (self.0)(message.into());
    }

    /// Answers a request.
    pub(crate) fn answer(&self, id: RequestId, answer: Result<Value, ResponseError>) {
        self.send(Response { id, response_result: answer });
    }
}

impl Worker {
    /// A worker that has seen nothing yet.
    pub(crate) fn new(ways: Arc<Ways>, out: Outbox, desk: Desk) -> Worker {
        let board = Board::default();
        Worker { ways, out, desk, looks: Vec::new(), shown: BTreeMap::new(), board }
    }

    /// Works until nothing can come any more; `again` brings looks at documents that use what has changed.
    pub(crate) fn run(mut self, jobs: &Receiver<Job>) {
        let mut waiting: VecDeque<Job> = VecDeque::new();
        loop {
            if waiting.is_empty() {
                match jobs.recv() {
                    Ok(job) => waiting.push_back(job),
                    Err(_) => return,
                }
            }
            waiting.extend(jobs.try_iter());
            let Some(job) = waiting.pop_front() else { continue };
            // Documents that use this one come after everything that waits already.
            for uri in self.work(&job) {
                let is_it = |other: &Job| matches!(&other.task, Task::Look(of) if *of == uri);
                if !waiting.iter().any(|other| is_it(other) && !other.stop.is_set()) {
                    waiting.push_back(Job::look(uri));
                }
            }
        }
    }

    /// Does what is to be done; gives the documents that are to be looked at again.
    fn work(&mut self, job: &Job) -> Vec<Uri> {
        // Whoever changes a text says first that what was asked about the older one is over: what is not
        // over by now is about these.
        if matches!(job.task, Task::Look(_)) && job.stop.is_set() {
            return Vec::new();
        }
        let documents = &self.desk.now();
        match &job.task {
            Task::Look(uri) => self.look_and_show(uri, documents, &job.stop),
            Task::Forget(uri) => {
                self.looks.retain(|(_, look)| look.document.uri != *uri);
                self.shown.remove(uri.as_str());
                let fresh = self.board.put(uri, None);
                self.show(fresh, documents);
                Vec::new()
            }
            Task::Answer(request, uri) => {
                let stopped = || Err(job.stop.answer());
                let answer = if job.stop.is_set() {
                    stopped()
                } else {
                    self.answer_in_room(request, uri, documents, &job.stop)
                };
                // What was stopped half-way says nothing that could be believed.
                let answer = if job.stop.is_set() { stopped() } else { answer };
                self.out.answer(request.id.clone(), answer);
                Vec::new()
            }
        }
    }

    /// An answer, or that more memory is needed than there may be.
    fn answer_in_room(
        &mut self,
        request: &Request,
        uri: &Uri,
        documents: &Documents,
        stop: &CancelFlag,
    ) -> Result<Value, ResponseError> {
        let _heed = heed(Some(Arc::clone(&stop.flag)));
        let (answer, too_much) = watch::giving_way(&stop.flag, || self.answer(request, uri, documents, stop));
        if too_much {
            self.looks.clear();
            stop.fill();
        }
        answer
    }

    fn look_and_show(&mut self, uri: &Uri, documents: &Documents, stop: &CancelFlag) -> Vec<Uri> {
        let Some(document) = documents.get(uri) else { return Vec::new() };
        let others = self.looks.len();
        let (found, read) = match self.look(document, documents, stop) {
            Ok(look) => (reports::by_address(look, documents.count()), look.files_read()),
            // There may be room without what is known of others.
            Err(_) if stop.is_full() && others > 0 => return vec![uri.clone()],
            Err(_) if stop.is_full() => (reports::too_much(uri), Vec::new()),
            Err(_) => return Vec::new(),
        };
        let shown = ShownDocument { text: document.lines.clone(), read };
        let fresh = self.board.put(uri, Some(found));
        self.show(fresh, documents);
        let before = self.shown.insert(uri.as_str().to_owned(), shown);
        if before.is_some_and(|before| before.text.is_same(&document.lines)) {
            return Vec::new();
        }
        let is_user = |other: &&Arc<Document>| other.uri != *uri && self.uses(other, document);
        documents.all().into_iter().filter(is_user).map(|other| other.uri.clone()).collect()
    }

    fn uses(&self, document: &Document, used: &Document) -> bool {
        self.shown.get(document.uri.as_str()).is_some_and(|shown| shown.read.contains(&used.path))
    }

    fn show(&self, fresh: Vec<(String, Vec<lsp_types::Diagnostic>)>, documents: &Documents) {
        for (uri, diagnostics) in fresh {
            let Ok(uri) = uri.parse::<Uri>() else { continue };
            let version = documents.get(&uri).map(|document| document.version);
            self.out.send(reports::publish(uri, diagnostics, version));
        }
    }

    /// The look at a document as it is now.
    fn look(
        &mut self,
        document: &Arc<Document>,
        documents: &Documents,
        stop: &CancelFlag,
    ) -> Result<&mut DocumentLook, ResponseError> {
        let edition = documents.edition();
        let known = self.looks.iter().position(|(_, look)| look.document.uri == document.uri);
        let known = known.map(|at| self.looks.remove(at)).filter(|(known, _)| *known == edition);
        let look = match known {
            Some(look) => look,
            None => {
                let look = || DocumentLook::at(document, documents, &self.ways, &stop.flag);
                let (look, too_much) = watch::giving_way(&stop.flag, look);
                if too_much {
                    self.looks.clear();
                    stop.fill();
                }
                let look = look.filter(|_| !too_much);
                (edition, look.ok_or_else(|| stop.answer())?)
            }
        };
        if self.looks.len() >= MAX_LOOKS {
            self.looks.remove(0);
        }
        self.looks.push(look);
        self.looks.last_mut().map(|(_, look)| look).ok_or_else(|| stop.answer())
    }

    fn answer(
        &mut self,
        request: &Request,
        uri: &Uri,
        documents: &Documents,
        stop: &CancelFlag,
    ) -> Result<Value, ResponseError> {
        let Some(document) = documents.get(uri) else {
            return Err(error(INVALID_PARAMS, format!("`{}` is not open", uri.as_str())));
        };
        // Of a text that is too long to be read there is nothing to say but that, and looking would take long.
        if document.len() as u64 > self.ways.limits.source_bytes {
            return Ok(Value::Null);
        }
        let encoding = self.ways.encoding;
        match request.method.as_str() {
            "textDocument/formatting" => {
                value(Some(layout::edits(document, encoding, self.ways.limits.source_bytes)))
            }
            "textDocument/documentSymbol" => value(Some(outline::symbols(document, encoding))),
            "textDocument/hover" => {
                let params: lsp_types::HoverParams = read(&request.params)?;
                let at = params.text_document_position_params.position;
                value(hover::hover(self.look(document, documents, stop)?, at, &stop.flag))
            }
            "textDocument/definition" => {
                let params: lsp_types::GotoDefinitionParams = read(&request.params)?;
                let at = params.text_document_position_params.position;
                value(jump::definition(self.look(document, documents, stop)?, at))
            }
            "textDocument/references" => {
                let params: lsp_types::ReferenceParams = read(&request.params)?;
                let at = params.text_document_position.position;
                let with = params.context.include_declaration;
                let ways = Arc::clone(&self.ways);
                let look = self.look(document, documents, stop)?;
                value(jump::references(look, at, with, documents, &ways, &stop.flag))
            }
            "textDocument/completion" => {
                let params: lsp_types::CompletionParams = read(&request.params)?;
                let at = params.text_document_position.position;
                value(complete::completion(self.look(document, documents, stop)?, at))
            }
            "textDocument/codeAction" => {
                let params: lsp_types::CodeActionParams = read(&request.params)?;
                value(Some(actions::fixes(self.look(document, documents, stop)?, params.range)))
            }
            "textDocument/semanticTokens/full" => {
                value(Some(colours::tokens(self.look(document, documents, stop)?)))
            }
            "textDocument/prepareRename" => {
                let params: lsp_types::TextDocumentPositionParams = read(&request.params)?;
                value(
                    rename::prepare(self.look(document, documents, stop)?, params.position)
                        .map_err(refused)?,
                )
            }
            "textDocument/rename" => {
                let params: lsp_types::RenameParams = read(&request.params)?;
                let at = params.text_document_position.position;
                let ways = Arc::clone(&self.ways);
                let around = RenameContext { documents, ways: &ways, stop: &stop.flag };
                let look = self.look(document, documents, stop)?;
                value(rename::rename(look, at, &params.new_name, &around).map_err(refused)?)
            }
            other => Err(error(METHOD_NOT_FOUND, format!("`{other}` is not supported"))),
        }
    }
}

/// Starts the worker. It ends when nothing can come any more.
pub(crate) fn start(
    ways: Arc<Ways>,
    out: Outbox,
    desk: Desk,
) -> std::io::Result<(Sender<Job>, std::thread::JoinHandle<()>)> {
    const STACK: usize = 64 << 20;
    let (sender, jobs) = std::sync::mpsc::channel();
    let worker = Worker::new(ways, out, desk);
    let thread = std::thread::Builder::new().name("worker".to_owned()).stack_size(STACK);
    let thread = thread.spawn(move || worker.run(&jobs))?;
    Ok((sender, thread))
}

fn read<T: DeserializeOwned>(params: &Value) -> Result<T, ResponseError> {
    T::deserialize(params).map_err(|wrong| error(INVALID_PARAMS, wrong.to_string()))
}

fn value<T: Serialize>(found: Option<T>) -> Result<Value, ResponseError> {
    serde_json::to_value(found).map_err(|wrong| error(INVALID_PARAMS, wrong.to_string()))
}

fn refused(why: rename::Refusal) -> ResponseError {
    error(REQUEST_FAILED, why)
}

/// An answer that says why there is none.
pub(crate) fn error(code: i32, message: String) -> ResponseError {
    ResponseError { code, message, data: None }
}
