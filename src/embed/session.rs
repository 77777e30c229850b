//! The session.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{Error, Event, Location, Odds, Value};
use crate::base::{Limits, Span};
use crate::diag::Diagnostic;
use crate::engine;
use crate::modules::{Origin, SourceText};
use crate::session::{self, CallersLuck, GivenAnswers, RollSeed, odds::OddsAsk};

/// The rules that are loaded and the state of play. Takes anything a person could type, and returns data.
///
/// A session is `Send`, and `Clone`: use a clone to try something out.
///
/// ```
/// use tablewright::Session;
///
/// let mut session = Session::new(7);
/// session.submit("let strength = 3").unwrap();
/// let value = session.submit("10 + strength").unwrap().value.unwrap();
/// assert_eq!(value.text(), "13");
/// ```
#[derive(Clone)]
pub struct Session {
    inner: session::Session,
    luck: Option<CallersLuck>,
}

/// The result of an entry.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// The value of its last expression, if it has one.
    pub value: Option<Value>,
    /// The events, in order.
    pub events: Vec<Event>,
    /// Warnings and notes about the source.
    pub diagnostics: Vec<Diagnostic>,
    /// The definitions, a line for each.
    pub defined: Vec<String>,
    /// The seed of the dice, if any were rolled.
    pub seed: Option<RollSeed>,
}

impl Session {
    /// An empty session that rolls from this seed. The same seed and the same entries give the same
    /// results.
    pub fn new(seed: impl Into<RollSeed>) -> Session {
        Session { inner: session::Session::new(seed.into()), luck: None }
    }

    /// An empty session with limits of its own, for untrusted text.
    ///
    /// ```
    /// use tablewright::{Error, Limits, Session};
    ///
    /// let mut limits = Limits::default();
    /// limits.steps = 10_000;
    /// let mut session = Session::with_limits(7, limits);
    /// let endless = session.submit("let n = 1\nrepeat until n < 0\nn += 1\nend repeat");
    /// assert!(matches!(endless, Err(Error::Limit(_))));
    /// ```
    pub fn with_limits(seed: impl Into<RollSeed>, limits: Limits) -> Session {
        Session { inner: session::Session::with_limits(seed.into(), limits), luck: None }
    }

    /// Runs an entry as a whole or not at all: expressions, definitions, statements.
    ///
    /// # Errors
    /// The entry fails; the session is unchanged.
    pub fn submit(&mut self, text: &str) -> Result<Reply, Error> {
        self.submit_with(text, &[])
    }

    /// Runs an entry and answers its questions, by the names of their prompts, in order.
    ///
    /// # Errors
    /// The entry fails, or a question has no answer; the session is unchanged.
    pub fn submit_with(&mut self, text: &str, answers: &[(String, String)]) -> Result<Reply, Error> {
        let mut given = GivenAnswers::new();
        for (name, answer) in answers {
            given.add(name, answer);
        }
        let mut log: Vec<engine::Event> = Vec::new();
        if let Some(luck) = &self.luck {
            luck.begin_again();
        }
        let reply = self.inner.submit_to(text, &mut given, &mut log);
        let asks = matches!(reply.outcome, session::EntryOutcome::Asks(_));
        if let Some(luck) = self.luck.as_ref().filter(|_| !asks) {
            luck.done();
        }
        if !reply.is_done() {
            return Err(Error::of(reply));
        }
        let viewer = self.inner.inspect().viewer();
        Ok(Reply {
            value: reply.value.as_ref().map(|value| Value::new(value, &viewer)),
            events: log.iter().map(|event| Event::new(event, &viewer)).collect(),
            diagnostics: reply.reports,
            defined: reply.changes.defined,
            seed: reply.seed,
        })
    }

    /// Loads a file and runs the definitions and set-up at its top. It can use files in its own folder and
    /// the shipped rule-sets.
    ///
    /// # Errors
    /// The file is missing or cannot be read, or has errors.
    pub fn load(&mut self, path: &Path) -> Result<Vec<Diagnostic>, Error> {
        let before = self.inner.clone();
        let reports = self.inner.load(path)?;
        self.set_up(reports, before)
    }

    /// Loads a text as if it were a file with this name.
    ///
    /// # Errors
    /// The text has errors.
    pub fn load_text(&mut self, name: &str, text: &str) -> Result<Vec<Diagnostic>, Error> {
        let before = self.inner.clone();
        let text = SourceText { name: name.into(), text: text.into(), origin: Origin::Session(name.into()) };
        let reports = self.inner.load_text(text);
        self.set_up(reports, before)
    }

    fn set_up(
        &mut self,
        reports: Vec<Diagnostic>,
        before: session::Session,
    ) -> Result<Vec<Diagnostic>, Error> {
        if reports.iter().any(Diagnostic::is_error) {
            return Err(Error::Faulty(reports));
        }
        let (reply, _) = self.inner.set_up();
        if reply.is_done() {
            return Ok(reports);
        }
        self.inner = before;
        Err(Error::of(reply))
    }

    /// The odds of an expression in the current state, which does not change: exact, or sampled if there
    /// are too many cases; [`Odds::samples`] says which.
    ///
    /// # Errors
    /// The expression has errors, or its odds cannot be worked out.
    pub fn odds(&mut self, text: &str) -> Result<Odds, Error> {
        let (odds, _) = self.inner.odds(text, &OddsAsk::default(), &|_| {}).map_err(Error::of)?;
        Ok(Odds::new(odds))
    }

    /// Undoes the last entry; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        self.inner.undo(1) == 1
    }

    /// Redoes the last undone entry; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        self.inner.redo().is_some()
    }

    /// The seed of the next roll.
    pub fn seed(&self) -> RollSeed {
        self.inner.seed()
    }

    /// Rolls from this seed from now on.
    pub fn set_seed(&mut self, seed: impl Into<RollSeed>) {
        self.inner.set_seed(seed.into());
    }

    /// Takes all dice from the caller: `draw(n)` must return a number from 1 to `n`, all equally likely. Any
    /// other number is an error of the run. Sampled odds go on using the seed; a clone of the session shares
    /// the same `draw`.
    ///
    /// ```
    /// let mut session = tablewright::Session::new(7);
    /// session.set_luck(|sides| sides);
    /// assert_eq!(session.submit("3d6").unwrap().value.unwrap().text(), "18");
    /// ```
    pub fn set_luck(&mut self, draw: impl FnMut(u64) -> u64 + Send + 'static) {
        let luck = CallersLuck::new(draw);
        self.inner.set_callers_luck(Some(luck.clone()));
        self.luck = Some(luck);
    }

    /// Stops a run soon after this flag is set.
    pub fn set_interrupt(&mut self, flag: Arc<AtomicBool>) {
        self.inner.set_interrupt(flag);
    }

    /// Lets entries use files in this folder and below.
    ///
    /// # Errors
    /// There is no such folder.
    pub fn set_folder(&mut self, folder: &Path) -> Result<(), Error> {
        Ok(self.inner.set_folder(folder)?)
    }

    /// The current state as JSON text.
    pub fn export_state(&self) -> String {
        self.inner.export_state()
    }

    /// Replaces the current state with an exported one.
    ///
    /// # Errors
    /// The state does not fit the rules that are loaded; the session is unchanged.
    pub fn import_state(&mut self, text: &str) -> Result<(), Error> {
        let reply = self.inner.import_state("state", text, &mut engine::NoLog);
        if reply.is_done() { Ok(()) } else { Err(Error::of(reply)) }
    }

    /// The place of a span from a diagnostic.
    ///
    /// ```
    /// let mut session = tablewright::Session::new(7);
    /// let error = session.load_text("moor.tw", "table moor\n- fog\n- {mist}\n").unwrap_err();
    /// let at = session.locate(error.diagnostics()[0].primary.span).unwrap();
    /// assert_eq!((at.source.as_str(), at.line, at.column), ("moor.tw", 3, 4));
    /// ```
    pub fn locate(&self, span: Span) -> Option<Location> {
        let source = self.inner.sources().get(span.source)?;
        let at = source.line_col(span.start);
        Some(Location { source: source.name().to_owned(), line: at.line, column: at.col })
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("seed", &self.seed().to_string()).finish_non_exhaustive()
    }
}
