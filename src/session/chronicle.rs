//! Events on their way from the machine to whoever reads them: turns are counted, steps are named.

use std::sync::Arc;

use crate::engine::{By, Event, EventKind, Log};

/// Adds to each event what the machine does not keep: the turn, and the step in progress.
pub(super) struct Chronicle<'a> {
    log: &'a mut dyn Log,
    /// How many turns have begun.
    pub turns: u64,
    /// The steps in progress: how deep the procedure of each is, and its name.
    steps: Vec<(usize, Arc<str>)>,
}

impl<'a> Chronicle<'a> {
    /// A chronicle that goes on after so many turns.
    pub(crate) fn new(log: &'a mut dyn Log, turns: u64) -> Chronicle<'a> {
        Chronicle { log, turns, steps: Vec::new() }
    }

    /// The procedures of an event, each with its step.
    fn path(&self, procedures: &[Arc<str>]) -> Arc<[Arc<str>]> {
        let mut path = Vec::with_capacity(procedures.len() + self.steps.len());
        for (depth, name) in (1..).zip(procedures) {
            path.push(Arc::clone(name));
            path.extend(self.steps.iter().filter(|(of, _)| *of == depth).map(|(_, step)| Arc::clone(step)));
        }
        path.into()
    }
}

impl Log for Chronicle<'_> {
    fn wants(&self) -> bool {
        self.log.wants()
    }

    fn event(&mut self, mut event: Event) {
        let depth = event.within.len();
        // What was left without coming to its end is over.
        let begins = matches!(event.kind, EventKind::Procedure { .. });
        self.steps.retain(|(of, _)| *of < depth || (*of == depth && !begins));
        if let EventKind::StepEnd = event.kind {
            if self.steps.last().is_some_and(|(of, _)| *of == depth) {
                self.steps.pop();
            }
            return;
        }
        if let EventKind::Procedure { turn: true, .. } = event.kind {
            self.turns += 1;
        }
        event.at.turn = self.turns;
        let path = self.path(&event.within);
        if let EventKind::Step { name } = &event.kind {
            self.steps.push((depth, Arc::clone(name)));
        }
        event.within = path;
        self.log.event(event);
    }
}

/// Marks what is changed as changed by the referee, in the procedures that wait for that.
pub(super) struct ByReferee<'a> {
    pub log: &'a mut dyn Log,
    pub within: Arc<[Arc<str>]>,
    /// Whether anything has changed.
    pub changed: bool,
}

impl Log for ByReferee<'_> {
    fn wants(&self) -> bool {
        self.log.wants()
    }

    fn event(&mut self, mut event: Event) {
        if let EventKind::Set { by, .. } = &mut event.kind {
            *by = By::Referee;
            self.changed = true;
        }
        event.within = Arc::clone(&self.within);
        self.log.event(event);
    }
}
