//! Why something was not done.

use std::fmt;

use crate::diag::Diagnostic;
use crate::engine::PromptRequest;
use crate::modules::LoadError;
use crate::session::{Outcome, Reply};

/// Why something was not done. Whatever it was, nothing has changed.
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
    /// Something is wrong with the source or with what it does.
    Faulty(Vec<Diagnostic>),
    /// A limit stopped it.
    Limit(Vec<Diagnostic>),
    /// A prompt has no answer; [`Session::start`](super::Session::start) answers one by one.
    Asks(Question),
    /// Whoever may interrupt has done so.
    Interrupted,
    /// A file cannot be had.
    File(LoadError),
}

impl Error {
    /// What there is to say about the source; the first error is the reason.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Error::Faulty(reports) | Error::Limit(reports) => reports,
            Error::Asks(_) | Error::Interrupted | Error::File(_) => &[],
        }
    }

    /// Why a reply is none.
    pub(super) fn of(reply: Reply) -> Error {
        match reply.outcome {
            Outcome::Limit => Error::Limit(reply.reports),
            Outcome::Asks(request) => Error::Asks(Question::new(&request)),
            Outcome::Interrupted => Error::Interrupted,
            Outcome::Done | Outcome::Faulty => Error::Faulty(reply.reports),
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
            Error::Interrupted => f.write_str("interrupted"),
            Error::File(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::File(error) => Some(error),
            Error::Faulty(_) | Error::Limit(_) | Error::Asks(_) | Error::Interrupted => None,
        }
    }
}

impl From<LoadError> for Error {
    fn from(error: LoadError) -> Error {
        Error::File(error)
    }
}

/// A question that waits for its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The prompt's name.
    pub name: String,
    /// The question.
    pub text: String,
    /// What may be answered, where there is a choice.
    pub options: Vec<String>,
    /// What holds where nobody answers, if anything does.
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
