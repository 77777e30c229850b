//! What comes of an entry.

use crate::diag::Diagnostic;
use crate::engine::{PromptRequest, Stop};
use crate::plan::Value;

use super::RollSeed;

/// How an entry ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum EntryOutcome {
    /// All of it was done.
    Done,
    /// Something is wrong; the reports say what. Nothing has changed.
    Faulty,
    /// A limit stopped it; the report names the limit. Nothing has changed.
    Limit,
    /// A prompt has no answer. Nothing has changed.
    Asks(Box<PromptRequest>),
    /// Somebody asked to stop. Nothing has changed.
    Interrupted,
}

/// What an entry did to the rules of a session.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    /// What was defined, a line for each.
    pub defined: Vec<String>,
    /// What of the state in play no longer fits them, in words.
    pub lost: Vec<String>,
    /// The names that a definition mentions and that are not defined yet: it counts once they are.
    pub waits_for: Vec<String>,
    /// Whether the entry is an expression, and nothing else.
    pub only_value: bool,
}

/// What comes of an entry.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Reply {
    /// The number of the entry, from 1; its source is called `<repl:1>`.
    pub entry: u32,
    /// How it ended.
    pub outcome: EntryOutcome,
    /// What there is to say about the source: errors, warnings, notes.
    pub reports: Vec<Diagnostic>,
    /// The value of the last expression, if there is one.
    pub value: Option<Value>,
    /// The seed from which dice were rolled, if any were.
    pub seed: Option<RollSeed>,
    /// What the entry did to the rules.
    pub changes: Box<Changes>,
}

impl Reply {
    /// The reply to an entry that has no value.
    pub(super) fn nothing(entry: u32) -> Reply {
        Reply {
            entry,
            outcome: EntryOutcome::Done,
            reports: Vec::new(),
            value: None,
            seed: None,
            changes: Box::default(),
        }
    }

    /// Whether all of it was done.
    pub(crate) fn is_done(&self) -> bool {
        self.outcome == EntryOutcome::Done
    }

    /// The reply to an entry that cannot be read or makes no sense.
    pub(super) fn faulty(entry: u32, reports: Vec<Diagnostic>) -> Reply {
        // The codes of limits are one page of the list of codes.
        if let Some(at) = reports.iter().position(Diagnostic::is_interruption) {
            let mut reports = reports;
            let reports = vec![reports.swap_remove(at)];
            return Reply { outcome: EntryOutcome::Interrupted, reports, ..Reply::nothing(entry) };
        }
        let limit = reports.iter().any(|report| report.is_error() && report.code.starts_with("TW08"));
        let outcome = if limit { EntryOutcome::Limit } else { EntryOutcome::Faulty };
        Reply { entry, outcome, reports, value: None, seed: None, changes: Box::default() }
    }

    /// Takes down why a run stopped.
    pub(super) fn stopped(&mut self, stop: Stop, fallback: crate::base::Span) {
        self.value = None;
        self.outcome = match stop {
            Stop::Fault(fault) => {
                let outcome = if fault.is_limit { EntryOutcome::Limit } else { EntryOutcome::Faulty };
                self.reports.push(fault.diagnostic(fallback));
                outcome
            }
            Stop::Asks(request) => EntryOutcome::Asks(request),
            // Play never forks; were it to, the run has stopped in its middle.
            Stop::Interrupted | Stop::Orders(_) | Stop::Forks => EntryOutcome::Interrupted,
        };
    }
}
