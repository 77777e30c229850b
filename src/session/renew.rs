//! The rules made again, by the steps that made them: from the texts as they are now, with all of the
//! state that still fits them; or from the same texts, to go on where a saved campaign stood.

use std::path::Path;
use std::sync::Arc;

use super::entry::{keep_last_value, value_name};
use super::load::path_of;
use super::luck::{LuckState, RollSeed};
use super::steps::Step;
use super::world::{Run, World};
use super::{Deed, Entered, Outcome, Reply, Session};
use crate::base::Source;
use crate::check::Host;
use crate::diag::Diagnostic;
use crate::engine::{Entry, Event, EventKind, Log, NoAnswers, NoLog, Stop, When};
use crate::modules::LoadError;
use crate::syntax;

/// What came of loading everything again.
#[derive(Debug, Default)]
pub struct Renewed {
    /// Reports about the sources. Where one is an error, nothing has changed but the sources.
    pub reports: Vec<Diagnostic>,
    /// What could not be kept, in words.
    pub lost: Vec<String>,
    /// Whether somebody asked to stop; nothing has changed then.
    pub interrupted: bool,
}

impl Renewed {
    /// Whether the new rules are in force.
    pub fn is_done(&self) -> bool {
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
    pub fn reload(&mut self, log: &mut dyn Log) -> Result<Renewed, LoadError> {
        let before = self.loader.clone();
        self.loader = before.afresh();
        let mut renewed = Renewed::default();
        let made = self.made_again(&mut renewed);
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
        self.remember(Entered { number, text: ":reload".into(), deed: Deed::Reload, before });
        self.world.edition = self.editions;
        self.undone.clear();
        self.tell_reload(&renewed, log);
        Ok(renewed)
    }

    /// The same, as an entry that is done again.
    pub(super) fn reload_as_entry(&mut self, log: &mut dyn Log) -> Reply {
        let number = self.next_entry;
        let mut reply =
            Reply { entry: number, outcome: Outcome::Done, reports: Vec::new(), value: None, seed: None };
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
        let mut draft = World::new(self.world.luck.seed);
        // What a campaign begins with is rolled from luck of its own: the next roll stays as it was.
        let seed = self.world.luck.seed;
        draft.luck = LuckState::new(RollSeed { roll: u64::MAX - seed.roll, ..seed });
        for step in self.world.steps.all() {
            let is_load = matches!(step, Step::Load(_));
            match self.again(&mut draft, &step)? {
                Ok(reports) => renewed.reports.extend(reports),
                Err(lost) => renewed.lost.push(lost),
            }
            if renewed.is_done() && is_load {
                draft.lower();
                let code = draft.definitions();
                self.begin_in(&mut draft, Some(Entry::new(code)), renewed);
            }
            if !renewed.is_done() {
                return Ok(draft);
            }
        }
        draft.lower();
        renewed.reports.extend(self.proof(&draft, 0));
        renewed.reports.sort_by_key(Diagnostic::order);
        if renewed.is_done() {
            self.begin_in(&mut draft, None, renewed);
        }
        if renewed.is_done() {
            renewed.lost.extend(self.keep_what_fits(&mut draft));
        }
        Ok(draft)
    }

    /// Gives what is new in a draft what it begins with.
    fn begin_in(&mut self, draft: &mut World, entry: Option<Entry>, renewed: &mut Renewed) {
        let (mut budget, oracle, mut answers) = (self.budget(), self.exact(), NoAnswers::default());
        let mut run = Run { answers: &mut answers, oracle: Some(&oracle), budget: &mut budget, change: None };
        match draft.run(entry, &mut run, &mut NoLog).0 {
            Ok(_) => {}
            Err(Stop::Fault(fault)) => renewed.reports.push(fault.diagnostic(super::entry::NO_SPAN)),
            Err(Stop::Asks(_) | Stop::Orders(_) | Stop::Forks | Stop::Interrupted) => {
                renewed.interrupted = true;
            }
        }
    }

    /// Does one step in a draft, without running anything: the reports about a file, or why something
    /// that was typed or set no longer works.
    pub(super) fn again(
        &mut self,
        draft: &mut World,
        step: &Step,
    ) -> Result<Result<Vec<Diagnostic>, String>, LoadError> {
        let done = match step {
            Step::Load(path) => Ok(self.load_again(draft, path)?),
            Step::Define => Ok(Vec::new()),
            Step::Option { name, value } => self.option_again(draft, name, value).map(|()| Vec::new()),
            Step::Text { number, text, only_value } => {
                self.text_again(draft, *number, text, *only_value).map(|()| Vec::new())
            }
            Step::Once => Err("what was read once, and is in no file".to_owned()),
        };
        if done.is_ok() {
            draft.steps.push(step.clone());
        }
        Ok(done)
    }

    fn load_again(&mut self, draft: &mut World, path: &Path) -> Result<Vec<Diagnostic>, LoadError> {
        let text = self.loader.start(path)?;
        let mut host = Host { loader: &mut self.loader, sources: &mut self.sources };
        Ok(draft.workspace.load_main(&mut host, text))
    }

    fn option_again(&mut self, draft: &mut World, name: &str, value: &str) -> Result<(), String> {
        let path = path_of(self.add_source("<option>", name), name);
        let (written, mut reports) = syntax::parse_expression(self.add_source("<option>", value), value);
        if let Some(written) = written.filter(|_| reports.is_empty()) {
            let mut host = Host { loader: &mut self.loader, sources: &mut self.sources };
            reports = draft.workspace.set_option(&mut host, &path, &written);
        }
        without_errors(&format!("the house rule {name} = {value}"), &reports)
    }

    fn text_again(&mut self, draft: &mut World, number: u32, text: &str, only: bool) -> Result<(), String> {
        let source = self.sources.add(Source::new(format!("<repl:{number}>"), text));
        let syntax::Parsed { mut file, diagnostics, .. } = syntax::parse_entry(source, text);
        let what = format!("entry {number}, `{}`", text.lines().next().unwrap_or(""));
        without_errors(&what, &diagnostics)?;
        let valued = keep_last_value(&mut file, number);
        let mut host = Host { loader: &mut self.loader, sources: &mut self.sources };
        let (body, found) = draft.workspace.extend(&mut host, file);
        without_errors(&what, &found)?;
        if !only {
            draft.lower();
            draft.body(&format!("entry {number}"), &body);
        }
        if valued {
            draft.workspace.alias("_", &value_name(number));
        }
        Ok(())
    }
}

/// Why something no longer works, if it does not.
fn without_errors(what: &str, reports: &[Diagnostic]) -> Result<(), String> {
    match reports.iter().find(|report| report.is_error()) {
        Some(report) => Err(format!("{what}: {}", report.message)),
        None => Ok(()),
    }
}
