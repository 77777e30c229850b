//! The one way in for every user: submit, judge, roll, undo, describe.
//!
//! A [`Session`] holds what is loaded and the state in play. Nothing here prints, and nothing reads
//! the clock or the environment. It is a front for parts that can be read alone:
//!
//! - `world`: what is loaded and in play, which an entry changes; `history`: the way back and forth;
//! - `papers`: all texts, read and typed; `means`: limits, and who stops what runs;
//! - [`Inspect`] looks at a world, [`Glossary`] finds what names stand for, [`Meaning`] says what a text means
//!   here, [`Inquiry`] asks a copy for odds and values;
//! - `entry::Attempt` tries an entry or a file in a world, `anew::Maker` makes rules beside one;
//! - `saved` writes a state and reads it back, `image` keeps where a session stands, `script` writes a file.

mod acts;
mod anew;
pub(crate) mod answer_lines;
mod answers;
mod aside;
mod asking;
mod at_table;
mod beside;
pub(crate) mod change;
mod chronicle;
mod clock;
mod compared;
mod complete;
mod deeds;
mod entry;
mod fields;
mod history;
pub(crate) mod image;
mod inspect;
mod joined;
mod joining;
pub(crate) mod json;
mod known;
mod load;
mod lookup;
mod luck;
mod means;
mod meant;
mod names;
mod new_rows;
mod notes;
mod nowhere;
mod numbered;
pub(crate) mod odds;
mod offers;
mod on_tables;
pub(crate) mod orders;
pub(crate) mod outline;
mod papers;
mod places;
mod proof;
mod question;
mod renew;
mod reply;
mod rows;
pub(crate) mod sampled;
mod saved;
mod script;
pub(crate) mod series;
mod settled;
mod setup;
pub(crate) mod state;
pub(crate) mod steps;
mod survey;
mod taken;
mod trial;
mod typed;
mod typing;
mod view;
mod who;
mod world;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub(crate) use acts::Standing;
pub(crate) use answers::{GivenAnswers, Inputs, Person};
pub(crate) use asking::Inquiry;
pub(crate) use at_table::{APPLY, AtTable, DICE};
pub(crate) use complete::Candidate;
pub(crate) use entry::Prepared;
pub(crate) use fields::OddsInParts;
pub(crate) use inspect::Inspect;
pub(crate) use load::Judged;
pub(crate) use lookup::Glossary;
pub use luck::RollSeed;
pub(crate) use luck::{CallersLuck, read_dice};
pub(crate) use meant::Meaning;
pub(crate) use names::{Named, What, built_in, near};
pub(crate) use places::named_place;
pub(crate) use question::{Progress, Tell};
pub(crate) use reply::{EntryOutcome, Reply};
pub(crate) use rows::RowOdds;
pub(crate) use survey::Survey;
pub(crate) use typing::Typing;
pub(crate) use view::Viewer;

use self::entry::Attempt;
use self::history::History;
use self::means::Means;
use self::odds::{Odds, OddsAsk};
use self::papers::Papers;
use self::world::World;
use crate::base::{Limits, Num, SharedMap, SourceId, Sources};
use crate::check::program::Program;
use crate::diag::Diagnostic;
use crate::engine::Event;
use crate::modules::{LoadError, OwnRules};
use crate::plan::{FixedAnswers, Value};
use crate::syntax::Verdict;

/// What is loaded, the state in play, and the way there and back.
#[derive(Clone)]
pub(crate) struct Session {
    means: Means,
    papers: Papers,
    world: World,
    history: History,
    /// How often everything has been loaded again.
    editions: u32,
}

impl Session {
    /// A session with nothing loaded, which rolls from this seed.
    pub(crate) fn new(seed: RollSeed) -> Session {
        Session::with_limits(seed, Limits::default())
    }

    /// A session with limits of its own.
    pub(crate) fn with_limits(seed: RollSeed, limits: Limits) -> Session {
        Session {
            papers: Papers::new(&limits),
            means: Means::new(limits),
            world: World::new(seed),
            history: History::new(1),
            editions: 0,
        }
    }

    /// A session with nothing loaded, with this one's limits and folder.
    pub(crate) fn renewed(&self) -> Session {
        Session {
            means: self.means.clone(),
            papers: self.papers.begun_again(),
            world: World::new(self.seed()),
            history: History::new(1),
            editions: 0,
        }
    }

    /// A copy to try things on: what is loaded and the state in play, without the way back.
    pub(crate) fn scratch(&self) -> Session {
        Session {
            means: self.means.clone(),
            papers: self.papers.clone(),
            world: self.world.clone(),
            history: History::new(self.history.next()),
            editions: self.editions,
        }
    }

    /// Looks at what is loaded and in play.
    pub(crate) fn inspect(&self) -> Inspect<'_> {
        Inspect::new(&self.world, &self.papers)
    }

    /// Finds what names stand for, in rule-sets that are not loaded, too.
    pub(crate) fn lookup(&mut self) -> Glossary<'_> {
        Glossary::new(&self.world, &mut self.papers)
    }

    /// Says what texts mean here.
    pub(crate) fn meaning(&self) -> Meaning<'_> {
        Meaning::new(&self.world, &self.papers, &self.means)
    }

    /// Asks for odds and values; what is in play stays as it is.
    pub(crate) fn asking(&mut self) -> Inquiry<'_> {
        Inquiry::new(&self.world, &mut self.papers, &self.means)
    }

    /// Tries something, and changes the session by it.
    fn attempt(&mut self) -> Attempt<'_> {
        Attempt::new(&mut self.world, &mut self.papers, &self.means)
    }

    /// Stops whatever runs soon after the flag is set.
    pub(crate) fn set_interrupt(&mut self, flag: Arc<AtomicBool>) {
        self.means.set_interrupt(flag);
    }

    /// The limits in force.
    pub(crate) fn limits(&self) -> &Limits {
        self.means.limits()
    }

    /// Lets what is typed use files of this folder and below.
    ///
    /// # Errors
    /// There is no such folder.
    pub(crate) fn set_folder(&mut self, folder: &Path) -> Result<(), LoadError> {
        self.papers.set_folder(folder)
    }

    /// Finds rule-sets in this folder too, after the shipped ones.
    pub(crate) fn set_user_folder(&mut self, folder: PathBuf) {
        self.papers.set_user_folder(folder);
    }

    /// Where a person may keep rule-sets.
    pub(crate) fn user_folder(&self) -> Option<&Path> {
        self.papers.user_folder()
    }

    /// The rule-sets in the person's own folder that `use` finds.
    pub(crate) fn own_rules(&self) -> Vec<OwnRules> {
        self.papers.own_rules()
    }

    /// Every rule-set that `use` finds: the shipped ones, then those in the person's own folder.
    pub(crate) fn rule_sets(&self) -> impl Iterator<Item = Named> + use<> {
        self.papers.rule_sets()
    }

    /// Every source so far, for showing reports.
    pub(crate) fn sources(&self) -> &Sources {
        self.papers.sources()
    }

    /// The texts that have been read, by where they stand: a true path, or `library/delving.tw`.
    pub(crate) fn texts_read(&self) -> &BTreeMap<String, Arc<str>> {
        self.papers.texts_read()
    }

    /// Takes these texts from now on in the stead of what stands in those places.
    pub(crate) fn keep_texts(&mut self, texts: SharedMap<String, Arc<str>>) {
        self.papers.let_go(texts);
    }

    /// The file that a source was read from; `None` for what was typed and what is shipped.
    pub(crate) fn file_of(&self, source: SourceId) -> Option<PathBuf> {
        self.papers.file_of(source)
    }

    /// The tables and lists of a note that was loaded which are not rolled, and why.
    pub(crate) fn not_rolled(&self, path: &Path) -> Vec<String> {
        self.papers.not_rolled(path, |_| true)
    }

    /// Those of them over which a die is named.
    pub(crate) fn meant_to_be_rolled(&self, path: &Path) -> Vec<String> {
        self.papers.not_rolled(path, |title| title.is_some_and(crate::syntax::names_its_die))
    }

    /// The report on a text that is not read at all.
    pub(crate) fn refused_text(&mut self, path: &Path, text: &str, error: &LoadError) -> Diagnostic {
        self.papers.refused_text(path, text, error)
    }

    /// What is loaded.
    pub(crate) fn program(&self) -> &Program {
        self.world.program()
    }

    /// What that was made into, for the judge to see which steps it reaches.
    #[cfg(test)]
    pub(crate) fn plan(&self) -> &crate::plan::Plan {
        self.world.plan()
    }

    /// A value as people read it.
    pub(crate) fn show(&self, value: &Value) -> String {
        self.world.show(value)
    }

    /// The same, a long list by its ends alone.
    pub(crate) fn show_briefly(&self, value: &Value) -> String {
        self.world.show_briefly(value)
    }

    /// Whether a text is whole, goes on, or is broken.
    pub(crate) fn judge(&self, text: &str) -> Verdict {
        self.meaning().judge(text)
    }

    /// The mean and the range of an expression that is being typed, where they are quick to work out.
    pub(crate) fn hint(&self, text: &str) -> Option<String> {
        // Nothing stays of what is not entered.
        Inquiry::new(&self.world, &mut self.papers.clone(), &self.means).hint(text)
    }

    /// Whether an expression runs a procedure, so that more comes of it than its value.
    pub(crate) fn is_run(&self, text: &str) -> bool {
        Inquiry::new(&self.world, &mut self.papers.clone(), &self.means).is_run(text)
    }

    /// The odds of an expression from the state in play, which stays as it is, and what there is to say
    /// about its source. `tell` is told of samples taken.
    ///
    /// # Errors
    /// What is wrong with the expression, or why there are no odds.
    pub(crate) fn odds(
        &mut self,
        text: &str,
        ask: &OddsAsk,
        tell: Tell<'_>,
    ) -> Result<(Odds, Vec<Diagnostic>), Reply> {
        self.asking().odds(text, ask, tell)
    }

    /// The same, part by part where what is asked has parts, such as what a procedure returns.
    ///
    /// # Errors
    /// What is wrong with the expression, or why there are no odds.
    pub(crate) fn odds_in_parts(
        &mut self,
        text: &str,
        ask: &OddsAsk,
        tell: Tell<'_>,
    ) -> Result<(OddsInParts, Vec<Diagnostic>), Reply> {
        self.asking().odds_in_parts(text, ask, tell)
    }

    /// The odds of each row, where a text mentions a table and nothing else; `None` where it is something
    /// else, or where there are no exact odds of its rows.
    pub(crate) fn row_odds(&mut self, text: &str) -> Option<RowOdds> {
        self.asking().row_odds(text)
    }

    /// The totals that a rolled yes or no compares, worked out once more with the dice of `events`.
    pub(crate) fn compared(&self, text: &str, events: &[Event], value: &Value) -> Option<String> {
        Inquiry::new(&self.world, &mut self.papers.clone(), &self.means).compared(text, events, value)
    }

    /// The seed of the next roll.
    pub(crate) fn seed(&self) -> RollSeed {
        self.world.luck().seed
    }

    /// Rolls from this seed from now on.
    pub(crate) fn set_seed(&mut self, seed: RollSeed) {
        self.world.set_seed(seed);
    }

    /// Answers prompts in the same way every time: for odds. Those that were given before are forgotten.
    pub(crate) fn set_answers(&mut self, answers: FixedAnswers) {
        self.world.set_answers(answers);
    }

    /// Of the answers that hold every time, those that nothing has asked for.
    pub(crate) fn unasked_answers(&self) -> Vec<String> {
        self.world.plan().answers.unasked()
    }

    /// Takes luck from a caller instead of the seed.
    pub(crate) fn set_callers_luck(&mut self, luck: Option<CallersLuck>) {
        self.world.set_callers_luck(luck);
    }

    /// Uses these faces next, in order; afterwards the seed again, or nothing with `only`.
    pub(crate) fn set_dice(&mut self, dice: Vec<Num>, only: bool) {
        self.world.give(dice, only);
    }

    /// The given dice that have not come up, and whether nothing else may.
    pub(crate) fn given_dice(&self) -> (Vec<Num>, bool) {
        (self.world.luck().given.rest().collect(), self.world.luck().only_given)
    }

    /// How many of the given dice have not come up.
    pub(crate) fn dice_left(&self) -> usize {
        self.world.luck().given.left()
    }
}
