//! The one way in for every user: submit, judge, roll, undo, describe.
//!
//! A [`Session`] holds what is loaded and the state in play. Nothing here prints, and nothing reads
//! the clock or the environment.

mod anew;
mod answers;
mod at_table;
pub(crate) mod change;
mod chronicle;
mod compared;
mod complete;
mod entry;
mod fields;
mod history;
pub(crate) mod image;
pub(crate) mod json;
mod known;
mod load;
mod look;
mod luck;
mod meant;
mod names;
pub(crate) mod odds;
mod offers;
pub(crate) mod orders;
pub(crate) mod outline;
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
mod trial;
mod typed;
mod typing;
mod view;
mod world;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashMap;

pub(crate) use answers::{GivenAnswers, Inputs, Person};
pub(crate) use at_table::{APPLY, AtTable, DICE};
pub(crate) use complete::Candidate;
pub use luck::RollSeed;
pub(crate) use luck::{CallersLuck, read_dice};
pub(crate) use names::{Named, What, built_in, near};
pub(crate) use reply::{Outcome, Reply};
pub(crate) use rows::RowOdds;
pub(crate) use settled::named_place;
pub(crate) use survey::Survey;
pub(crate) use typing::Typing;
pub(crate) use view::Viewer;

use self::typed::Readings;
use self::world::World;
use crate::base::{Limits, Num, SourceId, Sources, Span, stop};
use crate::check::program::Program;
use crate::diag::Diagnostic;
use crate::engine::Budget;
use crate::engine::luck::Scripted;
use crate::modules::{LoadError, Loader, SourceText};
use crate::odds::Exact;
use crate::plan::{CodeId, StandingAnswers, Value};
use crate::syntax::{self, Verdict};

/// How many entries can be taken back.
const UNDO: usize = 100;
/// The place of what is in no source.
const NO_SOURCE: SourceId = SourceId(u32::MAX);

/// What is loaded, the state in play, and the way there and back.
#[derive(Clone)]
pub(crate) struct Session {
    limits: Limits,
    loader: Loader,
    sources: Sources,
    world: World,
    entries: Vec<Entered>,
    undone: Vec<(Entered, World)>,
    next_entry: u32,
    /// How often everything has been loaded again.
    editions: u32,
    interrupt: Option<Arc<AtomicBool>>,
    /// Rule-sets that were loaded to look at them.
    alone: FxHashMap<String, Arc<Program>>,
    /// Entries as they were read.
    typed: Readings,
    /// Texts that were given and stand in no file.
    given: Vec<SourceText>,
}

/// An entry that was done.
#[derive(Debug, Clone)]
struct Entered {
    number: u32,
    text: Arc<str>,
    deed: Deed,
    /// How many events it told.
    events: usize,
    /// The world before it.
    before: World,
}

/// What kind of entry it was.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Deed {
    /// Typed as it is.
    Enter,
    /// A change by the referee's hand.
    Change,
    /// A row that had been put off, by its place.
    Apply(usize),
    /// A state that was read in, as its text.
    Import(Arc<str>),
    /// Everything was loaded again.
    Reload,
}

/// An expression that is ready to be rolled many times.
#[derive(Debug, Clone)]
pub(crate) struct Prepared {
    code: CodeId,
    span: Span,
    /// Warnings and notes about it.
    pub reports: Vec<Diagnostic>,
}

impl Session {
    /// A session with nothing loaded, which rolls from this seed.
    pub(crate) fn new(seed: RollSeed) -> Session {
        Session::with_limits(seed, Limits::default())
    }

    /// A session with limits of its own.
    pub(crate) fn with_limits(seed: RollSeed, limits: Limits) -> Session {
        Session {
            loader: Loader::new(limits.clone()),
            limits,
            sources: Sources::new(),
            world: World::new(seed),
            entries: Vec::new(),
            undone: Vec::new(),
            next_entry: 1,
            editions: 0,
            interrupt: None,
            alone: FxHashMap::default(),
            typed: Readings::default(),
            given: Vec::new(),
        }
    }

    /// Stops whatever runs soon after the flag is set.
    pub(crate) fn set_interrupt(&mut self, flag: Arc<AtomicBool>) {
        self.interrupt = Some(flag);
    }

    /// While this lives, what is read and checked stops soon after the flag is set, too.
    fn heed(&self) -> stop::Heed {
        // Whoever has no flag may stand in somebody's way who has one.
        stop::heed(self.interrupt.clone().or_else(stop::heeded))
    }

    /// Lets what is typed use files of this folder and below.
    ///
    /// # Errors
    /// There is no such folder.
    pub(crate) fn set_folder(&mut self, folder: &Path) -> Result<(), LoadError> {
        self.loader.set_folder(folder)
    }

    /// Finds rule-sets in this folder too, after the shipped ones.
    pub(crate) fn set_user_folder(&mut self, folder: PathBuf) {
        self.loader.set_user_folder(folder);
    }

    /// The limits in force.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Every source so far, for showing reports.
    pub(crate) fn sources(&self) -> &Sources {
        &self.sources
    }

    /// What is loaded.
    pub(crate) fn program(&self) -> &Program {
        self.world.workspace.program()
    }

    /// A value as people read it.
    pub(crate) fn show(&self, value: &Value) -> String {
        crate::engine::show(&self.world.plan, &self.world.state, value)
    }

    /// A value as JSON.
    pub(crate) fn json(&self, value: &Value) -> serde_json::Value {
        json::value_json(&self.world.plan, &self.world.state, value)
    }

    /// Whether a text is whole, goes on, or is broken.
    pub(crate) fn judge(&self, text: &str) -> Verdict {
        let _heed = self.heed();
        // `party` shows the party; where there is none, its table is about to follow.
        let rosters = &self.program().rosters;
        let party = rosters.iter().any(|roster| &*roster.def.name == "party" && !roster.records.is_empty());
        let waits = !party && text.trim_end_matches(' ') == "party";
        // Rows that are typed or pasted line by line are one table, up to a blank line.
        if waits || syntax::is_rows_alone(text) {
            return Verdict::Incomplete;
        }
        if syntax::note_as_entries(text).is_some() {
            return Verdict::Complete;
        }
        let verdict = syntax::parse_entry(NO_SOURCE, text).verdict;
        match Session::well_formed(text).filter(|_| verdict == Verdict::Broken) {
            Some(mended) => syntax::parse_entry(NO_SOURCE, &mended).verdict,
            None => verdict,
        }
    }

    /// The seed of the next roll.
    pub(crate) fn seed(&self) -> RollSeed {
        self.world.luck.seed
    }

    /// Rolls from this seed from now on.
    pub(crate) fn set_seed(&mut self, seed: RollSeed) {
        self.world.luck.seed = seed;
    }

    /// Answers prompts in the same way every time: for odds. Those that were given before are forgotten.
    pub(crate) fn set_answers(&mut self, answers: StandingAnswers) {
        Arc::make_mut(&mut self.world.plan).answers = answers;
    }

    /// Of the answers that hold every time, those that nothing has asked for.
    pub(crate) fn unasked_answers(&self) -> Vec<String> {
        self.world.plan.answers.unasked()
    }

    /// Takes luck from a caller instead of the seed.
    pub(crate) fn set_callers_luck(&mut self, luck: Option<CallersLuck>) {
        self.world.luck.callers = luck;
    }

    /// Uses these faces next, in order; afterwards the seed again, or nothing with `only`.
    pub(crate) fn set_dice(&mut self, dice: Vec<Num>, only: bool) {
        self.world.luck.given = Scripted::new(dice);
        self.world.luck.only_given = only;
    }

    /// The given dice that have not come up, and whether nothing else may.
    pub(crate) fn given_dice(&self) -> (Vec<Num>, bool) {
        (self.world.luck.given.rest().collect(), self.world.luck.only_given)
    }

    /// How many of the given dice have not come up.
    pub(crate) fn dice_left(&self) -> usize {
        self.world.luck.given.left()
    }

    /// Who knows distributions while something runs.
    fn exact(&self) -> Exact {
        Exact::new(&self.limits).with_interrupt(self.interrupt.clone()).rounding()
    }

    /// A copy to try things on: what is loaded and the state in play, without the way back.
    pub(crate) fn scratch(&self) -> Session {
        Session {
            limits: self.limits.clone(),
            loader: self.loader.clone(),
            sources: self.sources.clone(),
            world: self.world.clone(),
            entries: Vec::new(),
            undone: Vec::new(),
            next_entry: self.next_entry,
            editions: self.editions,
            interrupt: self.interrupt.clone(),
            alone: FxHashMap::default(),
            typed: self.typed.clone(),
            given: self.given.clone(),
        }
    }

    /// What one command may use.
    fn budget(&self) -> Budget {
        Budget { interrupt: self.interrupt.clone(), ..Budget::new(&self.limits) }
    }
}
