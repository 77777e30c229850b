//! Why a run stops.

use super::{Order, PromptRequest};
use crate::base::{NumError, Span};
use crate::diag::codes::running;
use crate::diag::{Code, Diagnostic, Label};

/// Something that went wrong; the machine knows the place and adds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Its code.
    pub code: &'static Code,
    /// What went wrong.
    pub message: String,
    /// What to do.
    pub help: Vec<String>,
    /// Other places involved.
    pub labels: Vec<Label>,
    /// Where, once the machine has said so.
    pub span: Option<Span>,
    /// Whether a limit was passed.
    pub is_limit: bool,
}

/// Why a run stopped before its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Something went wrong.
    Fault(Fault),
    /// A prompt has no answer. Nothing has changed: given one, the run goes on.
    Asks(Box<PromptRequest>),
    /// The referee orders something at a prompt. Nothing has changed: once it is done, the run goes on.
    Orders(Order),
    /// Luck forks here. Only the exact driver sees this.
    Forks,
    /// Somebody asked to stop.
    Interrupted,
}

impl Fault {
    /// A fault without a place yet.
    pub(crate) fn new(code: &'static Code, message: impl Into<String>) -> Fault {
        let message = message.into();
        Fault { code, message, help: Vec::new(), labels: Vec::new(), span: None, is_limit: false }
    }

    /// Says what to do.
    #[must_use]
    pub(crate) fn help(mut self, text: impl Into<String>) -> Fault {
        self.help.push(text.into());
        self
    }

    /// Names another place involved.
    #[must_use]
    pub(crate) fn label(mut self, span: Span, text: impl Into<String>) -> Fault {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// As a report; `fallback` is where it is shown if the place is not known.
    pub(crate) fn diagnostic(self, fallback: Span) -> Diagnostic {
        let mut report = Diagnostic::error(self.code, self.span.unwrap_or(fallback), self.message);
        report.help = self.help;
        report.labels = self.labels;
        report
    }
}

impl Stop {
    /// A limit was passed.
    pub(crate) fn limit(code: &'static Code, message: impl Into<String>) -> Stop {
        let fault = Fault { is_limit: true, ..Fault::new(code, message) };
        Stop::Fault(fault.help("`tw limits` shows the limits and how to raise them"))
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

impl From<NumError> for Stop {
    fn from(error: NumError) -> Stop {
        let code = match error {
            NumError::Overflow => &running::OVERFLOW,
            NumError::DivisionByZero => &running::DIVISION,
        };
        Stop::Fault(Fault::new(code, error.to_string()))
    }
}
