//! What is in progress, as steps begin, look at and end it.

use super::Step;
use crate::base::Num;
use crate::engine::control::{Control, Doing};
use crate::plan::{Parts, Value};

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

    /// The place of the condition that is being looked at.
    pub(in crate::engine) fn looked_at(&self) -> Option<usize> {
        self.machine.controls.iter().rev().find_map(|control| match &control.doing {
            Doing::Settling(own) => own.at.checked_sub(1),
            Doing::Check(_) | Doing::Advantage(_) | Doing::Applying(_) | Doing::Ruling { .. } => None,
        })
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
            Doing::Advantage(_) | Doing::Applying(_) | Doing::Ruling { .. } | Doing::Settling(_) => None,
        })
    }

    /// Sets the natural face of the innermost check in progress.
    pub(in crate::engine) fn set_natural(&mut self, face: Value) {
        self.seen.writes(Parts::NATURALS);
        let natural = self.machine.controls.iter_mut().rev().find_map(|control| match &mut control.doing {
            Doing::Check(natural) => Some(natural),
            Doing::Advantage(_) | Doing::Applying(_) | Doing::Ruling { .. } | Doing::Settling(_) => None,
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
