//! The rules made again, by the steps that made them: from the texts as they are now, with all of the
//! state that still fits them; or from the same texts, to go on where a saved campaign stood.

use std::sync::Arc;

use super::anew::Making;
use super::steps::Step;
use super::world::World;
use super::{Deed, Entered, Outcome, Reply, Session};
use crate::diag::Diagnostic;
use crate::engine::{Event, EventKind, Log, When};
use crate::modules::LoadError;

/// What came of loading everything again.
#[derive(Debug, Default)]
pub(crate) struct Renewed {
    /// Reports about the sources. Where one is an error, nothing has changed but the sources.
    pub reports: Vec<Diagnostic>,
    /// What could not be kept, in words.
    pub lost: Vec<String>,
    /// Whether somebody asked to stop; nothing has changed then.
    pub interrupted: bool,
}

impl Renewed {
    /// Whether the new rules are in force.
    pub(crate) fn is_done(&self) -> bool {
        !self.interrupted && !self.reports.iter().any(Diagnostic::is_error)
    }
}

impl Session {
    /// Makes the rules again from the files as they are now, with what was typed and the house rules
    /// that were set. The state goes on as far as it fits. It is an entry that can be taken back. Where something is wrong, nothing has changed
    /// but the sources.
    ///
    /// # Errors
    /// A file cannot be had.
    pub(crate) fn reload(&mut self, log: &mut dyn Log) -> Result<Renewed, LoadError> {
        let before = self.loader.clone();
        self.loader = before.afresh();
        let mut renewed = Renewed::default();
        let mut made = self.made_again(&mut renewed);
        while !renewed.is_done() && self.leave_out_broken(&mut renewed.reports) {
            let left_out = std::mem::take(&mut renewed);
            made = self.made_again(&mut renewed);
            renewed.reports.splice(0..0, left_out.reports);
        }
        let draft = match made {
            Ok(draft) if renewed.is_done() => draft,
            other => {
                self.loader = before;
                return other.map(|_| renewed);
            }
        };
        self.editions = self.editions.saturating_add(1);
        let before = std::mem::replace(&mut self.world, draft);
        let number = self.next_entry;
        self.next_entry += 1;
        self.remember(Entered {
            number,
            text: ":reload".into(),
            deed: Deed::Reload,
            events: usize::from(log.wants()),
            before,
        });
        self.world.edition = self.editions;
        self.undone.clear();
        self.tell_reload(&renewed, log);
        Ok(renewed)
    }

    /// The same, as an entry that is done again.
    pub(super) fn reload_as_entry(&mut self, log: &mut dyn Log) -> Reply {
        let number = self.next_entry;
        let mut reply = Reply::nothing(number);
        match self.reload(log) {
            Ok(renewed) if renewed.is_done() => {}
            Ok(renewed) => {
                reply.outcome = if renewed.interrupted { Outcome::Interrupted } else { Outcome::Faulty };
                reply.reports = renewed.reports;
            }
            Err(_) => reply.outcome = Outcome::Faulty,
        }
        reply
    }

    fn tell_reload(&self, renewed: &Renewed, log: &mut dyn Log) {
        if !log.wants() {
            return;
        }
        let mut text = "The rules were loaded again.".to_owned();
        if !renewed.lost.is_empty() {
            text.push_str(&format!(" Not kept: {}.", renewed.lost.join("; ")));
        }
        let at = When { turn: self.world.turns, clocks: self.world.state.clocks.clone() };
        log.event(Event { kind: EventKind::Note(text), span: None, within: Arc::from([]), at });
    }

    /// A world with the rules as they are now and the state of this one.
    fn made_again(&mut self, renewed: &mut Renewed) -> Result<World, LoadError> {
        let mut steps = self.world.steps.all();
        steps.extend(self.waiting_steps());
        let made = self.made_from(&steps, None, Making::Leniently)?;
        let mut draft = made.world;
        renewed.reports = made.reports;
        renewed.lost = made.lost;
        renewed.interrupted = made.interrupted;
        if steps.contains(&Step::Once) {
            renewed.lost.push("what was read once, and is in no file".to_owned());
        }
        if renewed.is_done() {
            renewed.lost.extend(self.keep_what_fits(&mut draft));
        }
        Ok(draft)
    }
}
