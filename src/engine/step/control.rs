//! What is in progress within a step of the code: each such thing is a frame of its own kind.

use super::Step;
use crate::base::Num;
use crate::plan::{Parts, Value};

/// Something in progress that is not done with one step.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Control {
    /// How many frames there were when it began: it belongs to the last of them, and ends with it.
    depth: usize,
    doing: Doing,
}

/// What is in progress.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::engine) enum Doing {
    /// A check, with the first natural face of its dice: `nothing` until the first die.
    Check(Value),
    /// An operand that may be rolled twice, with what it gave the first time.
    Twice(Option<First>),
    /// The rows of a list that are still to be applied.
    Applying(Vec<Value>),
    /// A row that the referee rules on: another is drawn to be put in its place.
    Ruling {
        /// The row that came up.
        first: Value,
        /// What is done with the other one.
        then: Then,
    },
    /// Conditions that are looked at until a whole round has changed nothing.
    Settling(Settling),
}

/// What an operand gave the first time it was rolled.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::engine) struct First {
    pub(in crate::engine) result: Value,
    /// The natural face of that roll, where a check waits for one.
    pub(in crate::engine) natural: Option<Value>,
}

/// What is done with a row that was drawn in place of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::engine) enum Then {
    /// It is ruled on in its turn.
    Rule,
    /// It is applied.
    Apply,
    /// It is put off.
    Defer,
}

/// How far conditions have been looked at.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::engine) struct Settling {
    /// Rounds so far.
    pub(in crate::engine) round: u32,
    /// The condition that is next.
    pub(in crate::engine) at: usize,
    /// Timers that waited when the round began and have not been looked at.
    pub(in crate::engine) held: usize,
    /// For whom each condition held when the round began.
    pub(in crate::engine) before: Vec<Vec<Value>>,
}

impl Step<'_> {
    /// Begins something that the innermost code is about.
    pub(in crate::engine) fn begin_doing(&mut self, doing: Doing) {
        if matches!(doing, Doing::Check(_)) {
            self.seen.writes(Parts::NATURALS);
        }
        self.machine.controls.push(Control { depth: self.machine.frames.len(), doing });
    }

    /// What the innermost code is about, if that takes more than a step.
    pub(in crate::engine) fn doing(&mut self) -> Option<&mut Doing> {
        let depth = self.machine.frames.len();
        self.machine
            .controls
            .last_mut()
            .filter(|control| control.depth == depth)
            .map(|control| &mut control.doing)
    }

    /// Ends what the innermost code is about.
    pub(in crate::engine) fn end_doing(&mut self) {
        self.machine.controls.pop();
    }

    /// Drops what was begun where there were more frames than this.
    pub(in crate::engine) fn drop_doings(&mut self, depth: usize) {
        while self.machine.controls.last().is_some_and(|control| control.depth > depth) {
            self.machine.controls.pop();
        }
    }

    /// The natural face of the innermost check in progress.
    pub(in crate::engine) fn natural(&self) -> Option<&Value> {
        self.seen.reads(Parts::NATURALS);
        self.machine.controls.iter().rev().find_map(|control| match &control.doing {
            Doing::Check(natural) => Some(natural),
            Doing::Twice(_) | Doing::Applying(_) | Doing::Ruling { .. } | Doing::Settling(_) => None,
        })
    }

    /// Sets the natural face of the innermost check in progress.
    pub(in crate::engine) fn set_natural(&mut self, face: Value) {
        self.seen.writes(Parts::NATURALS);
        let natural = self.machine.controls.iter_mut().rev().find_map(|control| match &mut control.doing {
            Doing::Check(natural) => Some(natural),
            Doing::Twice(_) | Doing::Applying(_) | Doing::Ruling { .. } | Doing::Settling(_) => None,
        });
        natural.into_iter().for_each(|natural| natural.clone_from(&face));
    }

    /// Whether a check in progress waits for its first natural face.
    pub(in crate::engine) fn wants_natural(&self) -> bool {
        self.natural() == Some(&Value::Nothing)
    }

    /// Gives a check that waits for one its first natural face.
    pub(in crate::engine) fn note_natural(&mut self, natural: Option<Num>) {
        if let Some(natural) = natural.filter(|_| self.wants_natural()) {
            self.set_natural(Value::Number(natural));
        }
    }
}
