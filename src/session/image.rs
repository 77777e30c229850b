//! Where a session stands, without the way there: the steps that made its rules, and its state. A
//! session made from that goes on exactly as this one does, but for what can be taken back.

use serde::{Deserialize, Serialize};

use super::anew::{Maker, Making};
use super::luck::RollSeed;
use super::saved;
use super::steps::RuleStep;
use super::typed::value_name;
use super::world::World;
use crate::base::Sources;
use crate::diag::Diagnostic;

/// Where a session stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Image {
    /// What made the rules.
    pub steps: Vec<RuleStep>,
    /// The state, with the values of entries.
    pub state: serde_json::Value,
    /// The number of the next entry.
    pub next: u32,
}

impl Image {
    /// Where a world stands, and the next entry; `None` where it cannot be made again.
    pub(super) fn of(world: &World, sources: &Sources, next: u32) -> Option<Image> {
        if world.is_waiting() {
            return None;
        }
        let steps = world.steps().all();
        let once = |step: &RuleStep| matches!(step, RuleStep::Once | RuleStep::Given(_));
        let again = !steps.iter().any(once) && !world.luck().only_given;
        again.then(|| Image { steps, state: saved::all_written(world, sources), next })
    }
}

impl Maker<'_> {
    /// A world that stands where another one stood. Its sources are read again, so they must be what they were.
    ///
    /// # Errors
    /// Why it cannot be made again.
    pub(crate) fn stand_at(&mut self, image: &Image) -> Result<World, String> {
        // Up to the last entry that made the rules anew, they are made in one piece, as they were then.
        let is_anew = |step: &RuleStep| matches!(step, RuleStep::Text { anew: true, .. });
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
            let words = self.papers().words_of(step);
            draft.note_step_saying(step.clone(), words);
        }
        draft.lower();
        let means = self.means();
        saved::take_written(&mut draft, self.papers().sources(), means, &image.state)?;
        // Whatever the cause, a state that is another one must not be gone on from.
        let stands = saved::all_written(&draft, self.papers().sources());
        if stands == image.state { Ok(draft) } else { Err("the state is another one".to_owned()) }
    }

    /// Does one step in a draft, without running anything.
    fn follow(&mut self, draft: &mut World, step: &RuleStep) -> Result<(), String> {
        match step {
            RuleStep::Load(path) => {
                let text = self.papers().start(path).map_err(|error| error.to_string())?;
                without_errors(&draft.load_main(&mut self.papers().host(), text))?;
                draft.lower();
            }
            RuleStep::Define => {
                draft.definitions();
            }
            RuleStep::Option { name, value } => {
                let set = self.papers().set_option(draft, name, value);
                without_errors(&set.unwrap_or_else(|reports| reports))?;
            }
            RuleStep::Text { number, text, only_value, .. } => {
                let typed = self.papers().typed(*number, text);
                without_errors(&typed.reports)?;
                let (body, found) = draft.extend(&mut self.papers().host(), typed.file.clone());
                without_errors(&found)?;
                if !only_value {
                    draft.lower();
                    draft.body(&format!("entry {number}"), &body);
                }
                if typed.valued {
                    draft.name_last(&value_name(*number));
                }
            }
            RuleStep::Given(_) | RuleStep::Once => {
                return Err("what was read once, and is in no file".to_owned());
            }
        }
        Ok(())
    }
}

/// Why something no longer works, if it does not.
fn without_errors(reports: &[Diagnostic]) -> Result<(), String> {
    match reports.iter().find(|report| report.is_error()) {
        Some(report) => Err(report.message.clone()),
        None => Ok(()),
    }
}
