//! Loading: started files, and house rules.

use std::path::Path;

use super::Reply;
use super::entry::Attempt;
use super::nowhere::NO_SPAN;
use super::proof::{is_doubtful, proof, proof_by_dice, to_prove};
use super::steps::RuleStep;
use super::world::World;
use crate::diag::Diagnostic;
use crate::engine::{EntryPoint, NoAnswers, NoLog};
use crate::modules::{LoadError, SourceText};

/// What came of looking for the mistakes in a file. Taking apart what was looked at takes a tenth of the time, so a
/// process that ends with it may forget it.
pub(crate) struct Judged {
    /// What is wrong.
    pub reports: Vec<Diagnostic>,
    /// What was looked at.
    _world: World,
}

impl Attempt<'_> {
    /// Loads a file that a person started, with all that it uses. The reports of all its mistakes; where
    /// one is an error, nothing has changed but the sources.
    ///
    /// # Errors
    /// The file is missing or cannot be read.
    pub(crate) fn load(&mut self, path: &Path) -> Result<Vec<Diagnostic>, LoadError> {
        let text = self.papers().start(path)?;
        let step = RuleStep::Load(path.to_path_buf());
        if self.world().steps().any() {
            return self.load_beside(step);
        }
        Ok(self.load_as(text, step))
    }

    /// Loads a text as if it were a file.
    pub(crate) fn load_text(&mut self, text: SourceText) -> Vec<Diagnostic> {
        let step = RuleStep::Given(self.papers().give(text.clone()));
        self.load_as(text, step)
    }

    /// Loads a file beside what is loaded and what was typed, for which its names and changes count.
    fn load_beside(&mut self, step: RuleStep) -> Result<Vec<Diagnostic>, LoadError> {
        let made = self.maker().renew_with(step)?;
        if !made.reports.iter().any(Diagnostic::is_error) {
            *self.world() = made.world;
        }
        Ok(made.reports)
    }

    /// Looks for the mistakes in a file, with all that it uses, as [`Attempt::load`] does; nothing can be played after
    /// it, so that most of what playing needs is not made.
    ///
    /// # Errors
    /// The file is missing or cannot be read.
    pub(crate) fn judge(&mut self, path: &Path) -> Result<Judged, LoadError> {
        let text = self.papers().start(path)?;
        let _heed = self.means().heed();
        let mut draft = self.world().clone();
        let mut reports = draft.load_main(&mut self.papers().host(), text);
        if reports.iter().any(Diagnostic::is_interruption) {
            return Ok(Judged { reports, _world: draft });
        }
        let tables = to_prove(self.papers().sources(), draft.program(), 0..draft.program().tables.len());
        let mut by_dice = draft.clone();
        by_dice.lower_dice(tables.iter().map(|(at, _)| *at));
        match proof_by_dice(self.means(), &by_dice, &tables) {
            Some(found) => add_proof(found, &draft, &mut reports),
            None => {
                draft.lower();
                self.prove(&draft, &mut reports);
            }
        }
        Ok(Judged { reports, _world: draft })
    }

    fn load_as(&mut self, text: SourceText, step: RuleStep) -> Vec<Diagnostic> {
        let _heed = self.means().heed();
        let mut draft = self.world().clone();
        draft.note_step(step);
        let mut reports = draft.load_main(&mut self.papers().host(), text);
        self.take_over(draft, &mut reports);
        reports
    }

    /// Gives the top-level names of the started file their values and puts its `every` and `when` in
    /// force, without running its other statements: for those who load a file for its definitions.
    pub(crate) fn run_definitions(&mut self) -> Reply {
        let code = self.world().definitions();
        let entry = Some(EntryPoint::new(code));
        let reply = self.run_code(entry, NO_SPAN, &mut NoAnswers::default(), &mut NoLog);
        if reply.is_done() {
            self.world().note_step(RuleStep::Define);
        }
        reply
    }

    /// Puts another value of an option in force: `dungeon_turn.quiet_turns`, `3`.
    pub(crate) fn set_option(&mut self, name: &str, value: &str) -> Vec<Diagnostic> {
        let _heed = self.means().heed();
        let mut draft = self.world().clone();
        draft.note_step(RuleStep::Option { name: name.to_owned(), value: value.to_owned() });
        let mut reports = match self.papers().set_option(&mut draft, name, value) {
            Ok(reports) => reports,
            Err(reports) => return reports,
        };
        self.take_over(draft, &mut reports);
        reports
    }

    /// Puts a draft in force, if there is nothing wrong with it and its tables.
    pub(super) fn take_over(&mut self, mut draft: World, reports: &mut Vec<Diagnostic>) {
        if reports.iter().any(Diagnostic::is_interruption) {
            return;
        }
        draft.lower();
        self.prove(&draft, reports);
        if !reports.iter().any(Diagnostic::is_error) {
            *self.world() = draft;
        }
    }

    /// Adds what is wrong with the tables of a draft.
    fn prove(&mut self, draft: &World, reports: &mut Vec<Diagnostic>) {
        let tables = 0..draft.program().tables.len();
        add_proof(proof(self.means(), self.papers().sources(), draft, tables), draft, reports);
    }
}

/// Adds what is wrong with the tables of a draft to what is wrong with the rest of it.
fn add_proof(mut proof: Vec<Diagnostic>, draft: &World, reports: &mut Vec<Diagnostic>) {
    if reports.iter().any(Diagnostic::is_error) {
        // One mistake does not hide the gaps of other tables; what it touches itself is not judged.
        proof.retain(|gap| !is_doubtful(gap.primary.span, reports, draft.program()));
    }
    reports.extend(proof);
    reports.sort_by_key(Diagnostic::order);
}
