//! What happened, in order: everything shown of a run is a view of this.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use serde::Serialize;

use super::By;
use crate::base::{Num, Span};
use crate::check::program::UnitFamily;
use crate::plan::{CodeId, Value};

/// A die as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct DieShown {
    /// How many sides it has.
    pub sides: u32,
    /// What came up, as a number.
    pub face: String,
    /// What it counts for, where operators changed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Whether it is part of the result.
    pub kept: bool,
    /// Whether it was thrown again, or came by an explosion: `exploded`, `rerolled`, …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<&'static str>,
}

/// Something that happened, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Event {
    /// What happened.
    pub kind: EventKind,
    /// Where it was written.
    pub span: Option<Span>,
    /// The procedures and steps in progress, outermost first: `dungeon_turn`, `hazard`.
    pub within: Arc<[Arc<str>]>,
    /// When.
    pub at: When,
}

/// When something happened.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct When {
    /// How many turns had begun: runs of procedures that take time. The machine does not count them.
    pub turn: u64,
    /// What the clocks showed, each in its smallest unit.
    pub clocks: Vec<(UnitFamily, Num)>,
}

/// What can happen. Texts are as shown; values go along for programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum EventKind {
    /// Dice were rolled.
    Roll {
        /// The pool as the language writes it.
        expr: String,
        /// The dice.
        dice: Vec<DieShown>,
        /// What came of it, as text.
        total: String,
        /// A label.
        label: Option<Arc<str>>,
    },
    /// A table gave a row.
    Row {
        /// The table.
        table: Arc<str>,
        /// The row's place, from 0.
        row: u32,
        /// The row as a value.
        value: Value,
        /// What picked it, as text.
        roll: String,
        /// Its text.
        text: String,
    },
    /// A check was made.
    Check {
        /// The parts of the check.
        value: Value,
        /// The total, as text.
        total: String,
        /// What it was against, as text.
        dc: String,
        /// Whether it succeeded.
        success: bool,
        /// Whose figures it took, in the order of their mention.
        whose: Vec<Arc<str>>,
    },
    /// A place was changed.
    Set {
        /// Which: `lamp`, `Ash.hp`.
        what: String,
        /// What it held, as text.
        from: String,
        /// What it holds, as text.
        to: String,
        /// Who changed it.
        by: By,
        /// It is kept quietly: bookkeeping that reports do not tell.
        quiet: bool,
    },
    /// A step began.
    Step {
        /// Its title or name.
        name: Arc<str>,
    },
    /// A step came to its end.
    StepEnd,
    /// A procedure began.
    Procedure {
        /// Its title or name.
        name: Arc<str>,
        /// Whether it takes time: it is a turn.
        turn: bool,
    },
    /// Time passed.
    Time {
        /// How far, as text.
        by: String,
        /// The clock afterwards, as text.
        now: String,
    },
    /// A timer was started, ran out or was cancelled.
    Timer {
        /// Its name, and whose.
        name: String,
        /// `started`, `ran out`, `cancelled`, `held`.
        what: &'static str,
    },
    /// A prompt was answered.
    Answer {
        /// The prompt's name.
        name: Arc<str>,
        /// The question.
        question: String,
        /// The answer, as text.
        value: String,
    },
    /// The referee stepped in.
    Ruling {
        /// What was done: `accept`, `row`, `reroll`, `ignore`, `defer`, `skip`.
        what: &'static str,
        /// The table of the row that it is about; empty where it is about none.
        table: Arc<str>,
        /// The row, or the step, as text.
        text: String,
    },
    /// Something that was done was taken back, or done again.
    Undo {
        /// `undo`, `redo`, `reroll`, `back`.
        what: &'static str,
        /// What had been done, as it was typed.
        text: String,
        /// How many events, right before this one or what was taken back before, told of it.
        events: usize,
    },
    /// The script said something.
    Say {
        /// The text, with its values put in.
        text: String,
        /// The words of it that stand in the statement itself; the rest was put in.
        fixed: Vec<Arc<str>>,
    },
    /// Something for the referee only.
    Note(String),
    /// A value to show: a bare expression, or what was rolled.
    Value {
        /// The value.
        value: Value,
        /// As text.
        text: String,
    },
    /// A table to show with a row marked.
    Show {
        /// The row.
        value: Value,
        /// As text.
        text: String,
    },
}

/// Takes events.
pub(crate) trait Log {
    /// Whether anybody reads them; where not, none is made.
    fn wants(&self) -> bool;

    /// Takes one.
    fn event(&mut self, event: Event);

    /// A step of a procedure begins, told also where no events are wanted: its code, and where it stands
    /// there.
    fn step(&mut self, code: CodeId, at: u32) {
        let _ = (code, at);
    }
}

/// Nobody reads.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct NoLog;

impl Log for NoLog {
    fn wants(&self) -> bool {
        false
    }

    fn event(&mut self, _: Event) {}
}

/// Nobody reads; which steps of procedures were taken is kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct StepsTaken(pub FxHashSet<(CodeId, u32)>);

impl Log for StepsTaken {
    fn wants(&self) -> bool {
        false
    }

    fn event(&mut self, _: Event) {}

    fn step(&mut self, code: CodeId, at: u32) {
        self.0.insert((code, at));
    }
}

impl Log for Vec<Event> {
    fn wants(&self) -> bool {
        true
    }

    fn event(&mut self, event: Event) {
        self.push(event);
    }
}
