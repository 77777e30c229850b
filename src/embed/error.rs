//! Errors.

use std::fmt;

use crate::diag::Diagnostic;
use crate::engine::PromptRequest;
use crate::modules::LoadError;
use crate::session::{EntryOutcome, Reply};

/// Why an entry failed. A failed entry leaves the session unchanged.
///
/// ```
/// use tablewright::{Error, Session};
///
/// let mut session = Session::new(7);
/// let error = session.submit("let strength = 3\nstrengh + d20").unwrap_err();
/// assert_eq!(error.diagnostics()[0].code, "TW0301");
/// assert!(error.to_string().starts_with("error[TW0301]: "));
/// assert!(session.submit("strength").is_err());
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// An error in the source, or in what it does.
    Faulty(Vec<Diagnostic>),
    /// A limit was reached.
    Limit(Vec<Diagnostic>),
    /// A question has no answer; [`Session::start`](super::Session::start) lets you answer one by one.
    Asks(Question),
    /// A run has ended, and an answer was given to it all the same.
    NothingAsked,
    /// Interrupted, by the flag given to `set_interrupt`.
    Interrupted,
    /// A file is missing or cannot be read.
    File(LoadError),
}

impl Error {
    /// The diagnostics; the first error among them is the cause.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Error::Faulty(reports) | Error::Limit(reports) => reports,
            Error::Asks(_) | Error::NothingAsked | Error::Interrupted | Error::File(_) => &[],
        }
    }

    /// The error of a reply that did not finish.
    pub(super) fn of(reply: Reply) -> Error {
        match reply.outcome {
            EntryOutcome::Limit => Error::Limit(reply.reports),
            EntryOutcome::Asks(request) => Error::Asks(Question::new(&request)),
            EntryOutcome::Interrupted => Error::Interrupted,
            EntryOutcome::Done | EntryOutcome::Faulty => Error::Faulty(reply.reports),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Faulty(reports) | Error::Limit(reports) => {
                match reports.iter().find(|report| report.is_error()).or(reports.first()) {
                    Some(report) => write!(f, "{report}"),
                    None => f.write_str("it was not done"),
                }
            }
            Error::Asks(question) => write!(f, "`{}` has no answer: {}", question.name, question.text),
            Error::NothingAsked => f.write_str("the run has ended: nothing is asked"),
            Error::Interrupted => f.write_str("interrupted"),
            Error::File(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::File(error) => Some(error),
            Error::Faulty(_)
            | Error::Limit(_)
            | Error::Asks(_)
            | Error::NothingAsked
            | Error::Interrupted => None,
        }
    }
}

impl From<LoadError> for Error {
    fn from(error: LoadError) -> Error {
        Error::File(error)
    }
}

/// A question waiting for its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The prompt's name.
    pub name: String,
    /// The question.
    pub text: String,
    /// The possible answers, if there is a choice.
    pub options: Vec<String>,
    /// The default answer, if there is one.
    pub default: Option<String>,
}

impl Question {
    pub(super) fn new(request: &PromptRequest) -> Question {
        Question {
            name: request.name.to_string(),
            text: request.question.clone(),
            options: request.options.iter().map(|(_, text)| text.clone()).collect(),
            default: request.default.as_ref().map(|(_, text)| text.clone()),
        }
    }
}
