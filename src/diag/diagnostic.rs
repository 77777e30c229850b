//! One report about a source.

use std::fmt;

use serde::Serialize;

use super::Code;
use super::codes::running::INTERRUPTED;
use crate::base::Span;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The source cannot be used as it stands.
    Error,
    /// It runs, but probably not as meant.
    Warning,
    /// Worth knowing.
    Note,
}

impl Severity {
    /// The word that reports show.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// A place involved in a report and what is to be said about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is to be said about it.
    pub text: String,
}

/// One replacement of a piece of source text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Edit {
    /// What is replaced; an empty span inserts.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

/// A change of the source that mends the fault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fix {
    /// What the change does, as an instruction: `write 4d6kh3`.
    pub title: String,
    /// The edits that make it, none overlapping another.
    pub edits: Vec<Edit>,
    /// How sure it is that this is meant.
    #[serde(skip)]
    pub certainty: Certainty,
}

/// How sure it is that a fix does what is meant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Certainty {
    /// Nothing else can be meant: a session does it by itself.
    Sure,
    /// It is made where somebody asks for fixes and the report has no other.
    #[default]
    Likely,
    /// It shows how the line could be written, with something in it that only its writer knows: nobody makes it but
    /// by choosing it.
    Example,
}

/// One report: what is wrong, where, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// The stable code; `tw explain` tells more about it.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// Where it is wrong, and what is to be said there.
    pub primary: Label,
    /// The other places involved.
    pub labels: Vec<Label>,
    /// What to do.
    pub help: Vec<String>,
    /// What else is worth knowing.
    pub notes: Vec<String>,
    /// Changes that would mend it.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    fn new(severity: Severity, code: &'static Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code: code.id,
            severity,
            message: message.into(),
            primary: Label { span, text: String::new() },
            labels: Vec::new(),
            help: Vec::new(),
            notes: Vec::new(),
            fixes: Vec::new(),
        }
    }

    /// An error at `span`.
    pub(crate) fn error(code: &'static Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, span, message)
    }

    /// A warning at `span`.
    pub(crate) fn warning(code: &'static Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, span, message)
    }

    /// A note at `span`.
    pub(crate) fn note_at(code: &'static Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Note, code, span, message)
    }

    /// The report on a source that was not looked at to its end, because somebody asked to stop.
    pub(crate) fn interrupted(span: Span) -> Diagnostic {
        let message = "stopped before all of it was looked at";
        Diagnostic::error(&INTERRUPTED, span, message).help("nothing has changed; run it again to start over")
    }

    /// Whether it says that somebody asked to stop.
    pub(crate) fn is_interruption(&self) -> bool {
        self.code == INTERRUPTED.id
    }

    /// Says something at the primary place.
    #[must_use]
    pub(crate) fn here(mut self, text: impl Into<String>) -> Diagnostic {
        self.primary.text = text.into();
        self
    }

    /// Names another place involved.
    #[must_use]
    pub(crate) fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Says what to do.
    #[must_use]
    pub(crate) fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }

    /// Adds something worth knowing.
    #[must_use]
    pub(crate) fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Offers a change that replaces `span` by `text`.
    #[must_use]
    pub(crate) fn fix(mut self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Diagnostic {
        let edits = vec![Edit { span, text: text.into() }];
        self.fixes.push(Fix { title: title.into(), edits, certainty: Certainty::Likely });
        self
    }

    /// Offers a change in several places.
    #[must_use]
    pub(crate) fn fix_all(mut self, title: impl Into<String>, edits: Vec<Edit>) -> Diagnostic {
        self.fixes.push(Fix { title: title.into(), edits, certainty: Certainty::Likely });
        self
    }

    /// Offers the one change that can be meant.
    #[must_use]
    pub(crate) fn surely(self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Diagnostic {
        let mut report = self.fix(title, span, text);
        if let Some(last) = report.fixes.last_mut() {
            last.certainty = Certainty::Sure;
        }
        report
    }

    /// Shows what a line could be, with something in it that only its writer knows.
    #[must_use]
    pub(crate) fn for_example(
        self,
        title: impl Into<String>,
        span: Span,
        text: impl Into<String>,
    ) -> Diagnostic {
        let mut report = self.fix(title, span, text);
        if let Some(last) = report.fixes.last_mut() {
            last.certainty = Certainty::Example;
        }
        report
    }

    /// Offers another name that was probably meant, at `span`.
    #[must_use]
    pub(crate) fn did_you_mean(self, near: impl Into<String>, span: Span) -> Diagnostic {
        let near = near.into();
        self.fix(format!("write `{near}`"), span, near)
    }

    /// Whether the source cannot be used as it stands.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The order in which reports are shown: by place, errors first at one place.
    pub(crate) fn order(&self) -> (Span, Severity, &'static str) {
        (self.primary.span, self.severity, self.code)
    }
}

/// The code and what is wrong: `error[TW0301]: there is no …`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: {}", self.severity.word(), self.code, self.message)
    }
}

impl std::error::Error for Diagnostic {}
