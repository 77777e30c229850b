//! The rules made again, by the steps that made them: from the texts as they are now, with all of the
//! state that still fits them; or from the same texts, to go on where a saved campaign stood.

use super::anew::{Maker, Making};
use super::steps::RuleStep;
use super::world::World;
use crate::diag::Diagnostic;
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

impl Maker<'_> {
    /// Makes the rules again from the files as they are now, with what was typed and the house rules
    /// that were set. The state goes on as far as it fits. Where something is wrong, there is no world.
    ///
    /// # Errors
    /// A file cannot be had.
    pub(crate) fn renew(&mut self) -> Result<(Renewed, Option<World>), LoadError> {
        let before = self.papers().look_anew();
        let made = self.renew_all();
        if !matches!(made, Ok((_, Some(_)))) {
            self.papers().look_as_before(before);
        }
        made
    }

    fn renew_all(&mut self) -> Result<(Renewed, Option<World>), LoadError> {
        let mut left_out = Vec::new();
        loop {
            let mut renewed = Renewed::default();
            let draft = self.made_again(&mut renewed)?;
            if !renewed.is_done() && self.papers().leave_out_broken(&mut renewed.reports) {
                left_out.extend(renewed.reports);
                continue;
            }
            renewed.reports.splice(0..0, left_out);
            let draft = renewed.is_done().then_some(draft);
            return Ok((renewed, draft));
        }
    }

    /// A world with the rules as they are now and the state of this one.
    fn made_again(&mut self, renewed: &mut Renewed) -> Result<World, LoadError> {
        let mut steps = self.world().steps().all();
        steps.extend(self.world().waiting_steps(self.papers().sources()));
        let made = self.made_from(&steps, None, Making::Leniently)?;
        let mut draft = made.world;
        renewed.reports = made.reports;
        renewed.lost = made.lost;
        renewed.interrupted = made.interrupted;
        if steps.contains(&RuleStep::Once) {
            renewed.lost.push("what was read once, and is in no file".to_owned());
        }
        if renewed.is_done() {
            renewed.lost.extend(self.keep_what_fits(&mut draft));
        }
        Ok(draft)
    }
}
