//! The session as a caller has it.

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

/// What is loaded and what is in play. It takes what a person could type, and gives back data.
///
/// A session is `Clone`, which is a way to try something out, and `Send`.
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

/// What came of an entry.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// The value of its last expression, if it has one.
    pub value: Option<Value>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// Warnings and notes about its text.
    pub diagnostics: Vec<Diagnostic>,
    /// What was defined, a line for each.
    pub defined: Vec<String>,
    /// The seed from which dice were rolled, if any were.
    pub seed: Option<RollSeed>,
}

impl Session {
    /// A session with nothing loaded, which rolls from this seed: with the same entries and the same seed,
    /// the same comes up.
    pub fn new(seed: impl Into<RollSeed>) -> Session {
        Session { inner: session::Session::new(seed.into()), luck: None }
    }

    /// The same with limits of its own, for texts of strangers.
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

    /// Does an entry, all of it or nothing: expressions, definitions, statements.
    ///
    /// # Errors
    /// What is wrong; nothing has changed.
    pub fn submit(&mut self, text: &str) -> Result<Reply, Error> {
        self.submit_with(text, &[])
    }

    /// Does an entry whose questions have these answers, each by the name of its prompt, in order.
    ///
    /// # Errors
    /// What is wrong, or the question that has no answer; nothing has changed.
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
        let asks = matches!(reply.outcome, session::Outcome::Asks(_));
        if let Some(luck) = self.luck.as_ref().filter(|_| !asks) {
            luck.done();
        }
        if !reply.is_done() {
            return Err(Error::of(reply));
        }
        let viewer = self.inner.viewer();
        Ok(Reply {
            value: reply.value.as_ref().map(|value| Value::new(value, &viewer)),
            events: log.iter().map(|event| Event::new(event, &viewer)).collect(),
            diagnostics: reply.reports,
            defined: reply.changes.defined,
            seed: reply.seed,
        })
    }

    /// Loads a file, and sets up what is in play as its top says. It may use files of its own folder and the
    /// rule-sets that are shipped.
    ///
    /// # Errors
    /// The file cannot be had, or something is wrong with it.
    pub fn load(&mut self, path: &Path) -> Result<Vec<Diagnostic>, Error> {
        let before = self.inner.clone();
        let reports = self.inner.load(path)?;
        self.set_up(reports, before)
    }

    /// Loads a text as if it were a file of this name.
    ///
    /// # Errors
    /// Something is wrong with it.
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

    /// The odds of an expression from the state in play, which stays as it is: exact, or from samples where
    /// there is too much to count; [`Odds::samples`] says which.
    ///
    /// # Errors
    /// What is wrong with the expression.
    pub fn odds(&mut self, text: &str) -> Result<Odds, Error> {
        let (odds, _) = self.inner.odds(text, &OddsAsk::default(), &|_| {}).map_err(Error::of)?;
        Ok(Odds::new(odds))
    }

    /// Takes the last entry back; `false` where there is none.
    pub fn undo(&mut self) -> bool {
        self.inner.undo(1) == 1
    }

    /// Does again what was taken back last; `false` where there is nothing.
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

    /// Takes all luck of play from the caller: `draw(n)` is asked for a number from 1 to `n`, each as likely.
    /// A number that is none of these is a fault of the run. Samples of odds go on using the seed; a clone of
    /// the session draws from the same luck.
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

    /// Stops whatever runs soon after the flag is set.
    pub fn set_interrupt(&mut self, flag: Arc<AtomicBool>) {
        self.inner.set_interrupt(flag);
    }

    /// Lets entries use files of this folder and below.
    ///
    /// # Errors
    /// There is no such folder.
    pub fn set_folder(&mut self, folder: &Path) -> Result<(), Error> {
        Ok(self.inner.set_folder(folder)?)
    }

    /// The state in play as JSON text.
    pub fn export_state(&self) -> String {
        self.inner.export_state()
    }

    /// Puts a state that was exported in the place of the one in play.
    ///
    /// # Errors
    /// Where and why it does not fit; nothing has changed.
    pub fn import_state(&mut self, text: &str) -> Result<(), Error> {
        let reply = self.inner.import_state("state", text, &mut engine::NoLog);
        if reply.is_done() { Ok(()) } else { Err(Error::of(reply)) }
    }

    /// Where a span of a diagnostic lies.
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
