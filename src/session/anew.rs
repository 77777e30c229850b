//! The rules made from the steps that led to them: files and house rules as they are, and all that was
//! typed as one file, so that a definition that took another's place, or a `change`, counts for
//! everything that mentions it.

use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::luck::{LuckState, RollSeed};
use super::means::Means;
use super::nowhere::NO_SPAN;
use super::papers::Papers;
use super::proof::proof;
use super::steps::RuleStep;
use super::typed::value_name;
use super::typed::{Typed, holding};
use super::world::{RunContext, World};
use crate::base::{SourceId, Sources};
use crate::check::program::{Block, Body};
use crate::diag::{Diagnostic, codes};
use crate::engine::{EntryPoint, NoAnswers, NoLog, Stop};
use crate::modules::LoadError;
use crate::syntax::ast;

/// What is to become of something that no longer works, and whether the campaign's beginning is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Making {
    /// An entry at the prompt: whatever no longer works refuses it.
    Strictly,
    /// The files may be others: entries that no longer work are left out, and named.
    Leniently,
    /// The rules alone, for a state that is read in.
    RulesOnly,
}

/// Rules that were made.
#[derive(Debug)]
pub(super) struct FreshWorld {
    /// What stands at its beginning, with nothing of the state in play.
    pub world: World,
    /// Of the last entry, what is to be run.
    pub body: Body,
    /// What is wrong, and what else there is to say.
    pub reports: Vec<Diagnostic>,
    /// What was left out, in words.
    pub lost: Vec<String>,
    /// Of the entries that waited for names, those that still do.
    pub waiting: Vec<Arc<Typed>>,
    /// The numbers of the entries of which nothing holds any more.
    gone: FxHashSet<u32>,
    /// Whether somebody asked to stop.
    pub interrupted: bool,
}

impl FreshWorld {
    fn failed(&self) -> bool {
        self.interrupted || self.reports.iter().any(Diagnostic::is_error)
    }
}

/// Makes rules from the steps that led to them, beside a world that stays as it is.
#[derive(Debug)]
pub(super) struct Maker<'s> {
    world: &'s World,
    papers: &'s mut Papers,
    means: &'s Means,
}

impl<'s> Maker<'s> {
    /// Beside this world, from these texts.
    pub(crate) fn new(world: &'s World, papers: &'s mut Papers, means: &'s Means) -> Maker<'s> {
        Maker { world, papers, means }
    }

    /// The world as it stands.
    pub(crate) fn world(&self) -> &'s World {
        self.world
    }

    /// The texts.
    pub(crate) fn papers(&mut self) -> &mut Papers {
        self.papers
    }

    /// What may be used.
    pub(crate) fn means(&self) -> &'s Means {
        self.means
    }

    /// Whether an entry may mean something else for what was typed before it, so that the rules must be
    /// made anew with it.
    pub(crate) fn concerns_earlier(&self, typed: &Typed) -> bool {
        let names = typed.names();
        let uses = typed.uses().next().is_some();
        if names.is_empty() && !uses && !typed.changes() {
            return false;
        }
        if typed.changes() || (uses && typed.sets().next().is_some()) {
            return self.world.program().modules.len() > 1 || self.world.steps().any();
        }
        let known: Vec<_> = names.iter().filter(|name| self.is_known(&name.text)).collect();
        if known.is_empty() && !uses {
            return false;
        }
        let said = self.world.steps().said();
        (uses && said.any()) || known.iter().any(|name| said.holds(&name.text))
    }

    fn is_known(&self, name: &str) -> bool {
        let program = self.world.program();
        self.world.workspace().reads_bare(name)
            || program.scales.iter().any(|scale| *scale.def.name == *name)
            || program.sheets.iter().any(|sheet| *sheet.def.name == *name)
            || program.units.all.iter().any(|unit| *unit.def.name == *name)
    }

    /// Makes the rules from their steps. Of the last step, where it is the entry `now`, the statements
    /// are given to be run.
    ///
    /// # Errors
    /// A file cannot be had.
    pub(crate) fn made_from(
        &mut self,
        steps: &[RuleStep],
        now: Option<u32>,
        making: Making,
    ) -> Result<FreshWorld, LoadError> {
        let _heed = self.means.heed();
        let seed = self.world.luck().seed;
        let mut world = World::new(seed);
        // What a campaign begins with is rolled from luck of its own: the next roll stays as it was.
        world.set_luck(LuckState::new(RollSeed { roll: u64::MAX - seed.roll, ..seed }));
        world.set_edition(self.world.edition());
        let mut made = FreshWorld {
            world,
            body: Body::default(),
            reports: Vec::new(),
            lost: Vec::new(),
            waiting: Vec::new(),
            gone: FxHashSet::default(),
            interrupted: false,
        };
        for step in steps {
            match step {
                RuleStep::Load(path) => made.reports.extend(self.load_again(&mut made.world, path)?),
                RuleStep::Given(at) => made.reports.extend(self.given_again(&mut made.world, *at)),
                RuleStep::Define if making == Making::RulesOnly => {
                    made.world.definitions();
                }
                RuleStep::Define | RuleStep::Option { .. } | RuleStep::Text { .. } | RuleStep::Once => {
                    continue;
                }
            }
            if made.failed() {
                return Ok(made);
            }
            if matches!(step, RuleStep::Load(_) | RuleStep::Given(_)) {
                made.world.lower();
                if making != Making::RulesOnly {
                    let code = made.world.definitions();
                    self.begin_in(&mut made, Some(EntryPoint::new(code)));
                }
            }
        }
        let entries = self.papers.typed_of(steps);
        self.add_typed(&mut made, &entries, now, making);
        if !made.failed() {
            self.options_again(&mut made, steps, &entries, making);
        }
        if made.failed() {
            return Ok(made);
        }
        made.world.lower();
        made.world.set_answers(self.world.plan().answers.clone());
        if making != Making::RulesOnly {
            let tables = 0..made.world.program().tables.len();
            made.reports.extend(proof(self.means, self.papers.sources(), &made.world, tables));
            made.reports.sort_by_key(Diagnostic::order);
            if !made.failed() {
                self.begin_in(&mut made, None);
            }
        }
        self.note_steps(&mut made, steps);
        made.world.set_waiting(made.waiting.clone());
        Ok(made)
    }

    /// Takes down the steps that led to what was made, but for those that wait. Entries of which nothing holds
    /// are left out once they are half of all: what is redefined over and over costs no more each time.
    fn note_steps(&mut self, made: &mut FreshWorld, steps: &[RuleStep]) {
        // Most often all that was there goes on, with one more.
        let mut new = steps;
        let forgets = made.gone.len() > steps.len() / 2;
        if made.waiting.is_empty()
            && !forgets
            && let Some(more) = self.world.steps().begin(steps)
        {
            made.world.set_steps(self.world.steps().clone());
            new = more;
        }
        let waiting: FxHashSet<u32> = made.waiting.iter().map(|typed| typed.number).collect();
        let left_out = |step: &&RuleStep| match step {
            RuleStep::Text { number, .. } => {
                waiting.contains(number) || (forgets && made.gone.contains(number))
            }
            _ => false,
        };
        for step in new.iter().filter(|step| !left_out(step)) {
            let words = self.papers.words_of(step);
            made.world.note_step_saying(step.clone(), words);
        }
    }

    /// Adds what was typed, as one file.
    fn add_typed(&mut self, made: &mut FreshWorld, entries: &[Arc<Typed>], now: Option<u32>, making: Making) {
        let mut entries = entries.to_vec();
        loop {
            let held = holding(&entries);
            let nothing_holds = |(typed, items): (&Arc<Typed>, &Vec<_>)| {
                (items.is_empty() && typed.sets().next().is_none()).then_some(typed.number)
            };
            let gone = entries.iter().zip(&held).filter_map(nothing_holds).collect();
            let items: Vec<ast::Item> = held.into_iter().flatten().collect();
            let past = |at: &Diagnostic| {
                let of = entries.iter().filter(|typed| Some(typed.number) != now);
                of.filter(|typed| typed.source == at.primary.span.source)
                    .any(|typed| typed.only_did(at.primary.span))
            };
            let mut tried = made.world.workspace().clone();
            let (body, mut found) =
                tried.extend_but(&mut self.papers.host(), ast::File { items, ..ast::File::default() }, &past);
            let fresh = |at: &Diagnostic| {
                let of = entries.iter().filter(|typed| Some(typed.number) == now);
                let of: Vec<SourceId> = of.map(|typed| typed.source).collect();
                std::iter::once(&at.primary).chain(&at.labels).any(|label| of.contains(&label.span.source))
            };
            found.retain(|report| !past(report) && (report.is_error() || fresh(report)));
            let wrong = found.iter().find(|report| report.is_error());
            let faulty = wrong.and_then(|report| {
                entries.iter().position(|typed| typed.source == report.primary.span.source)
            });
            match (wrong, faulty) {
                (Some(_), Some(at)) if entries.get(at).is_some_and(|typed| self.world.waits(typed)) => {
                    made.waiting.push(entries.remove(at));
                }
                (Some(wrong), Some(at)) if making == Making::Leniently => {
                    let gone = entries.remove(at);
                    made.lost.push(left_out(self.papers.sources(), &gone, wrong));
                }
                (Some(_), _) => return made.reports.extend(found),
                (None, _) => {
                    made.reports.extend(found);
                    made.gone = gone;
                    made.world.set_workspace(tried);
                    self.put_in_force(made, body, &entries, now);
                    return;
                }
            }
        }
    }

    /// The names that definitions lack, where nothing else is wrong with an entry that only defines, and
    /// where none of them looks like a slip: they may come with a later entry.
    pub(crate) fn missing_names(&self, typed: &Typed, reports: &[Diagnostic]) -> Option<Vec<String>> {
        let only_defines =
            !typed.valued && typed.file.items.iter().all(|item| !matches!(item.kind, ast::ItemKind::Stmt(_)));
        let mut names: Vec<String> = Vec::new();
        for report in reports.iter().filter(|report| report.is_error()) {
            let at = report.primary.span;
            // A name that the entry itself defines is near by chance.
            let own = |text: &str| typed.names().iter().any(|name| *name.text == *text);
            let is_slip = report.fixes.iter().flat_map(|fix| &fix.edits).any(|edit| !own(&edit.text));
            if report.code != codes::names::UNKNOWN.id || at.source != typed.source || is_slip {
                return None;
            }
            let name = self.papers.sources().get(at.source)?.slice(at.range()).to_owned();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        (only_defines && !names.is_empty()).then_some(names)
    }

    /// Makes the code of what was typed: of the past only for what still runs, such as timers.
    fn put_in_force(&mut self, made: &mut FreshWorld, body: Body, entries: &[Arc<Typed>], now: Option<u32>) {
        let new = entries.iter().find(|typed| Some(typed.number) == now).map(|typed| typed.source);
        let Body { block, locals, .. } = body;
        let (fresh, past): (Vec<_>, Vec<_>) =
            block.stmts.into_iter().partition(|stmt| Some(stmt.span.source) == new);
        made.world.lower();
        if !past.is_empty() {
            made.world.body("entries", &Body::new(Block { stmts: past }, locals.clone()));
        }
        made.body = Body::new(Block { stmts: fresh }, locals);
        let mut valued = entries.iter().rev().filter(|typed| typed.valued && Some(typed.number) != now);
        if let Some(last) = valued.next() {
            made.world.name_last(&value_name(last.number));
        }
    }

    /// Puts house rules in force again, but for those that a later entry sets.
    fn options_again(
        &mut self,
        made: &mut FreshWorld,
        steps: &[RuleStep],
        entries: &[Arc<Typed>],
        making: Making,
    ) {
        for (at, step) in steps.iter().enumerate() {
            let RuleStep::Option { name, value } = step else { continue };
            let bare = name.rsplit('.').next().unwrap_or(name);
            let later = steps.iter().skip(at).filter_map(|step| match step {
                RuleStep::Text { number, .. } => entries.iter().find(|typed| typed.number == *number),
                _ => None,
            });
            if later.flat_map(|typed| typed.sets()).any(|set| set == bare) {
                continue;
            }
            let Err(reports) = self.papers.set_option(&mut made.world, name, value) else {
                continue;
            };
            match reports.iter().find(|report| report.is_error()) {
                Some(wrong) if making == Making::Leniently => {
                    made.lost.push(format!("the house rule {name} = {value}: {}", wrong.message));
                }
                Some(_) | None => made.reports.extend(reports),
            }
        }
    }

    /// Gives what is new in a draft what it begins with.
    fn begin_in(&mut self, made: &mut FreshWorld, entry: Option<EntryPoint>) {
        let (mut budget, oracle, mut answers) =
            (self.means.budget(), self.means.exact(), NoAnswers::default());
        let mut run =
            RunContext { answers: &mut answers, oracle: Some(&oracle), budget: &mut budget, change: None };
        match made.world.run(entry, &mut run, &mut NoLog).0 {
            Ok(_) => {}
            Err(Stop::Fault(fault)) => made.reports.push(fault.diagnostic(NO_SPAN)),
            Err(Stop::Asks(_) | Stop::Orders(_) | Stop::Forks | Stop::Interrupted) => made.interrupted = true,
        }
    }

    fn load_again(&mut self, draft: &mut World, path: &Path) -> Result<Vec<Diagnostic>, LoadError> {
        let text = self.papers.start(path)?;
        Ok(draft.load_main(&mut self.papers.host(), text))
    }

    fn given_again(&mut self, draft: &mut World, at: usize) -> Vec<Diagnostic> {
        let Some(text) = self.papers.given(at) else { return Vec::new() };
        draft.load_main(&mut self.papers.host(), text)
    }

    /// Makes the rules anew with one more step, from the texts as they were read, and with all of the
    /// state that still fits them. Where something no longer works, the reports say what, and nothing
    /// has changed.
    ///
    /// # Errors
    /// A file cannot be had.
    pub(crate) fn renew_with(&mut self, step: RuleStep) -> Result<FreshWorld, LoadError> {
        let mut steps = self.world.steps().all();
        let now = match &step {
            RuleStep::Text { number, .. } => Some(*number),
            _ => None,
        };
        steps.extend(self.world.waiting_steps(self.papers.sources()));
        steps.push(step);
        let kept = self.papers.hold();
        let made = self.made_from(&steps, now, Making::Strictly);
        self.papers.let_go(kept);
        let mut made = made?;
        if !made.failed() {
            let lost = self.keep_what_fits(&mut made.world);
            made.lost.extend(lost);
        }
        Ok(made)
    }
}

/// What is said of an entry that was left out.
fn left_out(sources: &Sources, typed: &Typed, wrong: &Diagnostic) -> String {
    let source = sources.get(typed.source);
    let first = source.map_or("", |source| source.line(1));
    format!("entry {}, `{first}`: {}", typed.number, wrong.message)
}
