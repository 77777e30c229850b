//! Where a session stands, without the way there: the steps that made its rules, and its state. A
//! session made from that goes on exactly as this one does, but for what can be taken back.

use serde::{Deserialize, Serialize};

use super::Session;
use super::luck::RollSeed;
use super::steps::Step;
use super::world::World;
use crate::diag::Diagnostic;

/// Where a session stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Image {
    /// What made the rules.
    pub steps: Vec<Step>,
    /// The state, with the values of entries.
    pub state: serde_json::Value,
    /// The number of the next entry.
    pub next: u32,
}

impl Session {
    /// Where the session stands; `None` where it cannot be made again.
    pub fn image(&self) -> Option<Image> {
        // Rules from before everything was loaded again came from texts that are no longer the last.
        if self.world.edition != self.editions {
            return None;
        }
        let steps = self.world.steps.all();
        let again = !steps.contains(&Step::Once) && !self.world.luck.only_given;
        again.then(|| Image { steps, state: self.all_written(), next: self.next_entry })
    }

    /// Makes a session with nothing loaded stand where another one stood. Its sources are read again, so
    /// they must be what they were.
    ///
    /// # Errors
    /// Why it cannot be made again; the session is of no use then.
    pub fn stand_at(&mut self, image: &Image) -> Result<(), String> {
        let mut draft = World::new(RollSeed::new(0));
        for step in &image.steps {
            let reports = self.again(&mut draft, step).map_err(|error| error.to_string())??;
            if let Some(report) = reports.iter().find(|report: &&Diagnostic| report.is_error()) {
                return Err(report.message.clone());
            }
            match step {
                Step::Load(_) => draft.lower(),
                Step::Define => {
                    draft.definitions();
                }
                Step::Option { .. } | Step::Text { .. } | Step::Once => {}
            }
        }
        draft.lower();
        self.world = draft;
        self.take_written(&image.state)?;
        self.next_entry = image.next;
        // Whatever the cause, a state that is another one must not be gone on from.
        if self.all_written() == image.state { Ok(()) } else { Err("the state is another one".to_owned()) }
    }

    /// How many entries can be taken back, and whether one can be done again.
    pub fn way_back(&self) -> (usize, bool) {
        (self.entries.len(), !self.undone.is_empty())
    }
}
