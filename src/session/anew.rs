//! The rules made from the steps that led to them: files and house rules as they are, and all that was
//! typed as one file, so that a definition that took another's place, or a `change`, counts for
//! everything that mentions it.

use std::path::Path;
use std::sync::Arc;

use super::load::path_of;
use super::luck::{LuckState, RollSeed};
use super::steps::Step;
use super::typed::value_name;
use super::typed::{Typed, Words, holding};
use super::world::{Run, World};
use super::{Session, entry};
use crate::base::SourceId;
use crate::check::Host;
use crate::check::program::{Block, Body};
use crate::diag::{Diagnostic, codes};
use crate::engine::{Entry, NoAnswers, NoLog, Stop};
use crate::modules::LoadError;
use crate::syntax::{self, ast};

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
pub(super) struct Made {
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
    /// Whether somebody asked to stop.
    pub interrupted: bool,
}

impl Made {
    fn failed(&self) -> bool {
        self.interrupted || self.reports.iter().any(Diagnostic::is_error)
    }
}

impl Session {
    /// The words of a step that later ones may give another meaning.
    pub(super) fn words_of(&mut self, step: &Step) -> Words {
        match step {
            Step::Text { number, text, .. } => self.typed(*number, text).words(text),
            Step::Load(_) | Step::Given(_) | Step::Define | Step::Option { .. } | Step::Once => {
                Words::default()
            }
        }
    }

    /// An entry of the past, or the one that is made now.
    pub(super) fn typed(&mut self, number: u32, text: &str) -> Arc<Typed> {
        self.typed.read(&mut self.sources, number, text)
    }

    /// The entries among some steps that added to the rules.
    fn typed_of(&mut self, steps: &[Step]) -> Vec<Arc<Typed>> {
        let texts = steps.iter().filter_map(|step| match step {
            Step::Text { number, text, .. } => Some((*number, text.as_str())),
            Step::Load(_) | Step::Given(_) | Step::Define | Step::Option { .. } | Step::Once => None,
        });
        texts.map(|(number, text)| self.typed(number, text)).collect()
    }

    /// Whether an entry may mean something else for what was typed before it, so that the rules must be
    /// made anew with it.
    pub(super) fn concerns_earlier(&mut self, typed: &Typed) -> bool {
        let names = typed.names();
        let uses = typed.uses().next().is_some();
        if names.is_empty() && !uses && !typed.changes() {
            return false;
        }
        if typed.changes() || (uses && typed.sets().next().is_some()) {
            return self.program().modules.len() > 1 || self.world.steps.any();
        }
        let known: Vec<_> = names.iter().filter(|name| self.is_known(&name.text)).collect();
        if known.is_empty() && !uses {
            return false;
        }
        let said = self.world.steps.said();
        (uses && said.any()) || known.iter().any(|name| said.holds(&name.text))
    }

    fn is_known(&self, name: &str) -> bool {
        let program = self.program();
        self.world.workspace.reads_bare(name)
            || program.scales.iter().any(|scale| *scale.def.name == *name)
            || program.sheets.iter().any(|sheet| *sheet.def.name == *name)
            || program.units.all.iter().any(|unit| *unit.def.name == *name)
    }

    /// Makes the rules from their steps. Of the last step, where it is the entry `now`, the statements
    /// are given to be run.
    ///
    /// # Errors
    /// A file cannot be had.
    pub(super) fn made_from(
        &mut self,
        steps: &[Step],
        now: Option<u32>,
        making: Making,
    ) -> Result<Made, LoadError> {
        let _heed = self.heed();
        let seed = self.world.luck.seed;
        let mut world = World::new(seed);
        // What a campaign begins with is rolled from luck of its own: the next roll stays as it was.
        world.luck = LuckState::new(RollSeed { roll: u64::MAX - seed.roll, ..seed });
        world.edition = self.world.edition;
        let mut made = Made {
            world,
            body: Body::default(),
            reports: Vec::new(),
            lost: Vec::new(),
            waiting: Vec::new(),
            interrupted: false,
        };
        for step in steps {
            match step {
                Step::Load(path) => made.reports.extend(self.load_again(&mut made.world, path)?),
                Step::Given(at) => made.reports.extend(self.given_again(&mut made.world, *at)),
                Step::Define if making == Making::RulesOnly => {
                    made.world.definitions();
                }
                Step::Define | Step::Option { .. } | Step::Text { .. } | Step::Once => continue,
            }
            if made.failed() {
                return Ok(made);
            }
            if matches!(step, Step::Load(_) | Step::Given(_)) {
                made.world.lower();
                if making != Making::RulesOnly {
                    let code = made.world.definitions();
                    self.begin_in(&mut made, Some(Entry::new(code)));
                }
            }
        }
        let entries = self.typed_of(steps);
        self.add_typed(&mut made, &entries, now, making);
        if !made.failed() {
            self.options_again(&mut made, steps, &entries, making);
        }
        if made.failed() {
            return Ok(made);
        }
        made.world.lower();
        let answers = self.world.plan.answers.clone();
        Arc::make_mut(&mut made.world.plan).answers = answers;
        if making != Making::RulesOnly {
            let tables = 0..made.world.workspace.program().tables.len();
            made.reports.extend(self.proof(&made.world, tables));
            made.reports.sort_by_key(Diagnostic::order);
            if !made.failed() {
                self.begin_in(&mut made, None);
            }
        }
        let waits = |step: &&Step| match step {
            Step::Text { number, .. } => made.waiting.iter().any(|typed| typed.number == *number),
            _ => false,
        };
        let kept: Vec<Step> = steps.iter().filter(|step| !waits(step)).cloned().collect();
        for step in kept {
            let words = self.words_of(&step);
            made.world.steps.push_saying(step, words);
        }
        made.world.waiting.clone_from(&made.waiting);
        Ok(made)
    }

    /// Adds what was typed, as one file.
    fn add_typed(&mut self, made: &mut Made, entries: &[Arc<Typed>], now: Option<u32>, making: Making) {
        let mut entries = entries.to_vec();
        loop {
            let items: Vec<ast::Item> = holding(&entries).into_iter().flatten().collect();
            let past = |at: &Diagnostic| {
                let of = entries.iter().filter(|typed| Some(typed.number) != now);
                of.filter(|typed| typed.source == at.primary.span.source)
                    .any(|typed| typed.only_did(at.primary.span))
            };
            let mut tried = made.world.workspace.clone();
            let mut host = Host { loader: &mut self.loader, sources: &mut self.sources };
            let (body, mut found) = tried.extend_but(&mut host, ast::File { items }, &past);
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
                (Some(_), Some(at)) if entries.get(at).is_some_and(|typed| self.waits(typed)) => {
                    made.waiting.push(entries.remove(at));
                }
                (Some(wrong), Some(at)) if making == Making::Leniently => {
                    let gone = entries.remove(at);
                    made.lost.push(self.left_out(&gone, wrong));
                }
                (Some(_), _) => return made.reports.extend(found),
                (None, _) => {
                    made.reports.extend(found);
                    made.world.workspace = tried;
                    self.put_in_force(made, body, &entries, now);
                    return;
                }
            }
        }
    }

    /// What waits for names, as steps.
    pub(super) fn waiting_steps(&self) -> Vec<Step> {
        let step = |typed: &Arc<Typed>| {
            let text = self.sources.get(typed.source)?.text().to_string();
            Some(Step::Text { number: typed.number, text, only_value: false, anew: true })
        };
        self.world.waiting.iter().filter_map(step).collect()
    }

    fn waits(&self, typed: &Typed) -> bool {
        self.world.waiting.iter().any(|waiting| waiting.number == typed.number)
    }

    /// The names that definitions lack, where nothing else is wrong with an entry that only defines, and
    /// where none of them looks like a slip: they may come with a later entry.
    pub(super) fn missing_names(&self, typed: &Typed, reports: &[Diagnostic]) -> Option<Vec<String>> {
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
            let name = self.sources.get(at.source)?.slice(at.range()).to_owned();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        (only_defines && !names.is_empty()).then_some(names)
    }

    /// Adds to reports of unknown names that one of them was defined, and what it waits for.
    pub(super) fn tell_waiting(&self, reports: &mut [Diagnostic]) {
        let unknown = [codes::names::UNKNOWN.id, codes::names::UNKNOWN_UNIT.id];
        for report in reports.iter_mut().filter(|report| unknown.contains(&report.code)) {
            let at = report.primary.span;
            let name = self.sources.get(at.source).map_or("", |source| source.slice(at.range()));
            // `2dboost` are dice that have a name.
            let is_unit = report.code == codes::names::UNKNOWN_UNIT.id;
            let name = if is_unit { name.strip_prefix('d').unwrap_or(name) } else { name };
            let is_it = |typed: &&Arc<Typed>| typed.names().iter().any(|own| *own.text == *name);
            if self.world.waiting.iter().any(|typed| is_it(&typed)) {
                report.help = vec![format!("`{name}` was defined, but mentions names that are not")];
                report.fixes.clear();
            }
        }
    }

    fn left_out(&self, typed: &Typed, wrong: &Diagnostic) -> String {
        let source = self.sources.get(typed.source);
        let first = source.map_or("", |source| source.line(1));
        format!("entry {}, `{first}`: {}", typed.number, wrong.message)
    }

    /// Makes the code of what was typed: of the past only for what still runs, such as timers.
    fn put_in_force(&mut self, made: &mut Made, body: Body, entries: &[Arc<Typed>], now: Option<u32>) {
        let new = entries.iter().find(|typed| Some(typed.number) == now).map(|typed| typed.source);
        let Body { block, locals } = body;
        let (fresh, past): (Vec<_>, Vec<_>) =
            block.stmts.into_iter().partition(|stmt| Some(stmt.span.source) == new);
        made.world.lower();
        if !past.is_empty() {
            made.world.body("entries", &Body { block: Block { stmts: past }, locals: locals.clone() });
        }
        made.body = Body { block: Block { stmts: fresh }, locals };
        let mut valued = entries.iter().rev().filter(|typed| typed.valued && Some(typed.number) != now);
        if let Some(last) = valued.next() {
            made.world.workspace.alias("_", &value_name(last.number));
        }
    }

    /// Puts house rules in force again, but for those that a later entry sets.
    fn options_again(&mut self, made: &mut Made, steps: &[Step], entries: &[Arc<Typed>], making: Making) {
        for (at, step) in steps.iter().enumerate() {
            let Step::Option { name, value } = step else { continue };
            let bare = name.rsplit('.').next().unwrap_or(name);
            let later = steps.iter().skip(at).filter_map(|step| match step {
                Step::Text { number, .. } => entries.iter().find(|typed| typed.number == *number),
                _ => None,
            });
            if later.flat_map(|typed| typed.sets()).any(|set| set == bare) {
                continue;
            }
            let reports = self.option_again(&mut made.world, name, value);
            let wrong = reports.iter().find(|report| report.is_error());
            match wrong {
                Some(wrong) if making == Making::Leniently => {
                    made.lost.push(format!("the house rule {name} = {value}: {}", wrong.message));
                }
                Some(_) => made.reports.extend(reports),
                None => {}
            }
        }
    }

    /// Gives what is new in a draft what it begins with.
    fn begin_in(&mut self, made: &mut Made, entry: Option<Entry>) {
        let (mut budget, oracle, mut answers) = (self.budget(), self.exact(), NoAnswers::default());
        let mut run = Run { answers: &mut answers, oracle: Some(&oracle), budget: &mut budget, change: None };
        match made.world.run(entry, &mut run, &mut NoLog).0 {
            Ok(_) => {}
            Err(Stop::Fault(fault)) => made.reports.push(fault.diagnostic(entry::NO_SPAN)),
            Err(Stop::Asks(_) | Stop::Orders(_) | Stop::Forks | Stop::Interrupted) => made.interrupted = true,
        }
    }

    fn load_again(&mut self, draft: &mut World, path: &Path) -> Result<Vec<Diagnostic>, LoadError> {
        let text = self.loader.start(path)?;
        let mut host = Host { loader: &mut self.loader, sources: &mut self.sources };
        Ok(draft.workspace.load_main(&mut host, text))
    }

    fn given_again(&mut self, draft: &mut World, at: usize) -> Vec<Diagnostic> {
        let Some(text) = self.given.get(at).cloned() else { return Vec::new() };
        let mut host = Host { loader: &mut self.loader, sources: &mut self.sources };
        draft.workspace.load_main(&mut host, text)
    }

    pub(super) fn option_again(&mut self, draft: &mut World, name: &str, value: &str) -> Vec<Diagnostic> {
        let path = path_of(self.add_source("<option>", name), name);
        let (written, mut reports) = syntax::parse_expression(self.add_source("<option>", value), value);
        if let Some(written) = written.filter(|_| reports.is_empty()) {
            let mut host = Host { loader: &mut self.loader, sources: &mut self.sources };
            reports = draft.workspace.set_option(&mut host, &path, &written);
        }
        reports
    }

    /// Makes the rules anew with one more step, from the texts as they were read, and with all of the
    /// state that still fits them. Where something no longer works, the reports say what, and nothing
    /// has changed.
    ///
    /// # Errors
    /// A file cannot be had.
    pub(super) fn renew_with(&mut self, step: Step) -> Result<Made, LoadError> {
        let mut steps = self.world.steps.all();
        let now = match &step {
            Step::Text { number, .. } => Some(*number),
            _ => None,
        };
        steps.extend(self.waiting_steps());
        steps.push(step);
        let kept = self.loader.hold();
        let made = self.made_from(&steps, now, Making::Strictly);
        self.loader.keep(kept);
        let mut made = made?;
        if !made.failed() {
            let lost = self.keep_what_fits(&mut made.world);
            made.lost.extend(lost);
        }
        Ok(made)
    }
}
