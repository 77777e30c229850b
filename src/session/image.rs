//! Where a session stands, without the way there: the steps that made its rules, and its state. A
//! session made from that goes on exactly as this one does, but for what can be taken back.

use serde::{Deserialize, Serialize};

use super::Session;
use super::anew::Making;
use super::luck::RollSeed;
use super::steps::Step;
use super::typed::value_name;
use super::world::World;
use crate::check::Host;
use crate::diag::Diagnostic;

/// Where a session stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Image {
    /// What made the rules.
    pub steps: Vec<Step>,
    /// The state, with the values of entries.
    pub state: serde_json::Value,
    /// The number of the next entry.
    pub next: u32,
}

impl Session {
    /// Where the session stands; `None` where it cannot be made again.
    pub(crate) fn image(&self) -> Option<Image> {
        // Rules from before everything was loaded again came from texts that are no longer the last.
        if self.world.edition != self.editions {
            return None;
        }
        if !self.world.waiting.is_empty() {
            return None;
        }
        let steps = self.world.steps.all();
        let once = |step: &Step| matches!(step, Step::Once | Step::Given(_));
        let again = !steps.iter().any(once) && !self.world.luck.only_given;
        again.then(|| Image { steps, state: self.all_written(), next: self.next_entry })
    }

    /// Makes a session with nothing loaded stand where another one stood. Its sources are read again, so
    /// they must be what they were.
    ///
    /// # Errors
    /// Why it cannot be made again; the session is of no use then.
    pub(crate) fn stand_at(&mut self, image: &Image) -> Result<(), String> {
        // Up to the last entry that made the rules anew, they are made in one piece, as they were then.
        let is_anew = |step: &Step| matches!(step, Step::Text { anew: true, .. });
        let whole = image.steps.iter().rposition(is_anew).map_or(0, |last| last + 1);
        let (first, rest) = image.steps.split_at(whole);
        let mut draft = World::new(RollSeed::new(0));
        if whole > 0 {
            let made = self.made_from(first, None, Making::RulesOnly).map_err(|error| error.to_string())?;
            without_errors(&made.reports)?;
            draft = made.world;
        }
        for step in rest {
            self.follow(&mut draft, step)?;
            let words = self.words_of(step);
            draft.steps.push_saying(step.clone(), words);
        }
        draft.lower();
        self.world = draft;
        self.take_written(&image.state)?;
        self.next_entry = image.next;
        // Whatever the cause, a state that is another one must not be gone on from.
        if self.all_written() == image.state { Ok(()) } else { Err("the state is another one".to_owned()) }
    }

    /// Does one step in a draft, without running anything.
    fn follow(&mut self, draft: &mut World, step: &Step) -> Result<(), String> {
        match step {
            Step::Load(path) => {
                let text = self.loader.start(path).map_err(|error| error.to_string())?;
                let mut host = Host { loader: &mut self.loader, sources: &mut self.sources };
                without_errors(&draft.workspace.load_main(&mut host, text))?;
                draft.lower();
            }
            Step::Define => {
                draft.definitions();
            }
            Step::Option { name, value } => without_errors(&self.option_again(draft, name, value))?,
            Step::Text { number, text, only_value, .. } => {
                let typed = self.typed(*number, text);
                without_errors(&typed.reports)?;
                let mut host = Host { loader: &mut self.loader, sources: &mut self.sources };
                let (body, found) = draft.workspace.extend(&mut host, typed.file.clone());
                without_errors(&found)?;
                if !only_value {
                    draft.lower();
                    draft.body(&format!("entry {number}"), &body);
                }
                if typed.valued {
                    draft.workspace.alias("_", &value_name(*number));
                }
            }
            Step::Given(_) | Step::Once => return Err("what was read once, and is in no file".to_owned()),
        }
        Ok(())
    }

    /// How many entries can be taken back, and whether one can be done again.
    pub(crate) fn way_back(&self) -> (usize, bool) {
        (self.entries.len(), !self.undone.is_empty())
    }
}

/// Why something no longer works, if it does not.
fn without_errors(reports: &[Diagnostic]) -> Result<(), String> {
    match reports.iter().find(|report| report.is_error()) {
        Some(report) => Err(report.message.clone()),
        None => Ok(()),
    }
}
