//! What is done in a session: each deed wholly or not at all, and back and forth.

use std::path::Path;
use std::sync::Arc;

use super::anew::Maker;
use super::chronicle::ByReferee;
use super::history::{Deed, Entered, held_alone};
use super::image::Image;
use super::luck::LuckState;
use super::nowhere::NO_SPAN;
use super::renew::Renewed;
use super::script::{Scribe, Script};
use super::survey::Survey;
use super::world::World;
use super::{EntryOutcome, Judged, Prepared, Reply, Session, saved};
use crate::base::Span;
use crate::check::program::Test;
use crate::diag::Diagnostic;
use crate::engine::{Answers, Event, EventKind, Log, NoAnswers, NoLog};
use crate::modules::{LoadError, SourceText};
use crate::plan::CodeId;

/// What is loaded and in play at a moment.
pub(crate) struct Standing(World);

impl Session {
    /// Does an entry: expressions, definitions, statements. Prompts have no answer but their policy.
    #[cfg(test)]
    pub(crate) fn submit(&mut self, text: &str) -> Reply {
        self.submit_to(text, &mut NoAnswers::default(), &mut Vec::<Event>::new())
    }

    /// Does an entry, with somebody to answer and somebody to tell.
    pub(crate) fn submit_to(&mut self, text: &str, answers: &mut dyn Answers, log: &mut dyn Log) -> Reply {
        self.act(Deed::Enter, text, answers, log)
    }

    /// Changes what is in play by the referee's hand: `ash.hp = 3`. It is an entry like any other.
    pub(crate) fn change_to(&mut self, text: &str, answers: &mut dyn Answers, log: &mut dyn Log) -> Reply {
        let mut log = ByReferee { log, within: Arc::from([]), changed: false };
        self.act(Deed::Change, text, answers, &mut log)
    }

    /// Applies a row that had been put off, by its place from 0.
    pub(crate) fn apply_deferred(
        &mut self,
        at: usize,
        answers: &mut dyn Answers,
        log: &mut dyn Log,
    ) -> Reply {
        let text = self.inspect().deferred().get(at).cloned().unwrap_or_default();
        self.act(Deed::Apply(at), &text, answers, log)
    }

    /// Puts a state that was written in the place of the one in play. It is an entry that can be taken
    /// back. Where it does not fit, the reports say where and why, and nothing has changed. `name` is
    /// what the text is called in reports.
    pub(crate) fn import_state(&mut self, name: &str, text: &str, log: &mut dyn Log) -> Reply {
        let shown = format!(":import state {name}");
        self.act(Deed::Import(text.into()), &shown, &mut NoAnswers::default(), log)
    }

    /// Makes the rules again from the files as they are now, with what was typed and the house rules
    /// that were set. The state goes on as far as it fits. It is an entry that can be taken back. Where
    /// something is wrong, nothing has changed but the sources.
    ///
    /// # Errors
    /// A file cannot be had.
    pub(crate) fn reload(&mut self, log: &mut dyn Log) -> Result<Renewed, LoadError> {
        let before = self.world.clone();
        let (renewed, draft) = Maker::new(&before, &mut self.papers, &self.means).renew()?;
        let Some(draft) = draft else { return Ok(renewed) };
        self.editions = self.editions.saturating_add(1);
        self.world = draft;
        self.world.set_edition(self.editions);
        let (number, events) = (self.history.begin(), usize::from(log.wants()));
        let held = held_alone(&before, &self.world);
        let (text, deed) = (":reload".into(), Deed::Reload);
        self.history.remember(Entered { number, text, deed, events, before, held });
        let mut text = "The rules were loaded again.".to_owned();
        if !renewed.lost.is_empty() {
            text.push_str(&format!(" Not kept: {}.", renewed.lost.join("; ")));
        }
        self.note(text, log);
        Ok(renewed)
    }

    /// Takes down that a file was loaded where somebody plays, with what it set up, as an entry that can be taken
    /// back to how everything was `before`.
    pub(crate) fn note_loaded(&mut self, before: Standing, text: &str) {
        let Standing(before) = before;
        let (number, held) = (self.history.begin(), held_alone(&before, &self.world));
        self.history.remember(Entered {
            number,
            text: text.into(),
            deed: Deed::Load,
            events: 0,
            before,
            held,
        });
    }

    /// The same, as an entry that is done again.
    fn reload_as_entry(&mut self, log: &mut dyn Log) -> Reply {
        let mut reply = Reply::nothing(self.history.next());
        match self.reload(log) {
            Ok(renewed) if renewed.is_done() => {}
            Ok(renewed) => {
                reply.outcome =
                    if renewed.interrupted { EntryOutcome::Interrupted } else { EntryOutcome::Faulty };
                reply.reports = renewed.reports;
            }
            Err(_) => reply.outcome = EntryOutcome::Faulty,
        }
        reply
    }

    /// Tells something that is no event of the game.
    fn note(&self, text: String, log: &mut dyn Log) {
        if log.wants() {
            let (kind, at) = (EventKind::Note(text), self.world.when());
            log.event(Event { kind, span: None, within: Arc::from([]), at });
        }
    }

    /// Does what an entry is, all of it or nothing.
    fn act(&mut self, deed: Deed, text: &str, answers: &mut dyn Answers, log: &mut dyn Log) -> Reply {
        match deed {
            Deed::Reload => return self.reload_as_entry(log),
            // There is nothing to roll in it.
            Deed::Load => {
                return Reply { outcome: EntryOutcome::Faulty, ..Reply::nothing(self.history.next()) };
            }
            Deed::Enter | Deed::Change | Deed::Apply(_) | Deed::Import(_) => {}
        }
        let means = self.means.clone();
        let _heed = means.heed();
        let number = self.history.begin();
        let before = self.world.clone();
        let mut log = EventCounter { log, events: 0 };
        let mut reply = match &deed {
            Deed::Change if let Some((name, value)) = self.option_put(text) => {
                let reports = self.set_option(name, value);
                let faulty = reports.iter().any(Diagnostic::is_error);
                let outcome = if faulty { EntryOutcome::Faulty } else { EntryOutcome::Done };
                Reply { outcome, reports, ..Reply::nothing(number) }
            }
            Deed::Enter | Deed::Change => self.attempt().enter(number, text, answers, &mut log),
            Deed::Import(state) => self.take_state(number, text, state, &mut log),
            Deed::Apply(at) => {
                let entry = self.world.take_deferred(*at);
                let reply = self.attempt().run_code(entry, NO_SPAN, answers, &mut log);
                Reply { entry: number, value: None, ..reply }
            }
            Deed::Reload | Deed::Load => Reply::nothing(number),
        };
        if reply.is_done() {
            let events = log.events;
            let held = held_alone(&before, &self.world);
            let looks = deed == Deed::Enter && self.only_looked(&reply, events, &before);
            let entered = Entered { number, text: text.into(), deed, events, before, held };
            match looks {
                true => self.history.put_back(entered),
                false => self.history.remember(entered),
            }
        } else {
            self.world = before;
            if deed == Deed::Enter && reply.outcome == EntryOutcome::Faulty {
                let whole = Span::new(self.papers.typed(number, text).source, 0, text.trim_end().len());
                reply.reports = match self.meaning().deed_to_choose(text, whole) {
                    Some(report) => vec![report],
                    None => self.meaning().with_sound_readings(text, reply.reports),
                };
            }
        }
        reply
    }

    /// Whether an entry only looked at something: it defined nothing, rolled nothing, told nothing, and left all in
    /// play as it was. It is asked only where something could be done again.
    fn only_looked(&self, reply: &Reply, events: usize, before: &World) -> bool {
        let (_, forth) = self.history.way_back();
        let is_silent = reply.changes.only_value && reply.seed.is_none() && events == 0;
        forth && is_silent && self.world.is_in_play_as(before)
    }

    fn take_state(&mut self, number: u32, shown: &str, state: &str, log: &mut dyn Log) -> Reply {
        let name = shown.trim_start_matches(":import state ");
        let definitions = saved::definitions(&self.world, state);
        if !definitions.is_empty() {
            // Where that fails, the state is refused for the first of these names.
            self.attempt().enter(number, &definitions, &mut NoAnswers::default(), &mut NoLog);
        }
        match saved::take(&mut self.world, &mut self.papers, &self.means, name, state) {
            Ok(()) => {
                self.note(format!("The state of {name} is in play from here on."), log);
                Reply::nothing(number)
            }
            Err(report) => {
                Reply { outcome: EntryOutcome::Faulty, reports: vec![*report], ..Reply::nothing(number) }
            }
        }
    }

    /// Takes back the last entries, their dice too; gives how many there were.
    pub(crate) fn undo(&mut self, count: usize) -> usize {
        (0..count).take_while(|_| self.history.back(&mut self.world)).count()
    }

    /// Takes back the last entries; gives what they were, the last one first.
    #[cfg(test)]
    pub(crate) fn undo_texts(&mut self, count: usize) -> Vec<String> {
        self.undo_entries(count).into_iter().map(|(text, _)| text).collect()
    }

    /// The same, each with how many events it had told.
    pub(crate) fn undo_entries(&mut self, count: usize) -> Vec<(String, usize)> {
        let entries = self.history.entries().rev().take(count);
        let entries = entries.map(|entered| (entered.text.to_string(), entered.events)).collect();
        self.undo(count);
        entries
    }

    /// Does again the entry that was taken back last; its text, if there is one.
    pub(crate) fn redo(&mut self) -> Option<Arc<str>> {
        self.history.forth(&mut self.world)
    }

    /// Does the last entry again with new dice; `None` where there is none.
    pub(crate) fn reroll(
        &mut self,
        answers: &mut dyn Answers,
        log: &mut dyn Log,
    ) -> Option<(Arc<str>, Reply)> {
        let entered = self.history.take_last()?;
        let text = Arc::clone(&entered.text);
        let luck = self.world.luck().clone();
        let after = std::mem::replace(&mut self.world, entered.before.clone());
        // The dice that came before must not come again, neither from the seed nor from a hand.
        let seed = if luck.seed == self.seed() { luck.seed.next() } else { luck.seed };
        self.world.set_luck(LuckState { seed, ..luck });
        if log.wants() {
            let kind = EventKind::Undo { what: "reroll", text: text.to_string(), events: entered.events };
            log.event(Event { kind, span: None, within: Arc::from([]), at: self.world.when() });
        }
        let reply = self.act(entered.deed.clone(), &text, answers, log);
        if !reply.is_done() {
            self.world = after;
            self.history.put_back(entered);
        }
        Some((text, reply))
    }

    /// The entries that were done, with their numbers, oldest first.
    pub(crate) fn entries(&self) -> impl DoubleEndedIterator<Item = (u32, &str)> {
        self.history.entries().map(|entered| (entered.number, &*entered.text))
    }

    /// The number of the next entry.
    pub(crate) fn next_number(&self) -> u32 {
        self.history.next()
    }

    /// Gives the next entry this number, as it had when it was first entered.
    pub(crate) fn number_next(&mut self, number: u32) {
        self.history.number_next(number);
    }

    /// How many entries can be taken back, and whether one can be done again.
    pub(crate) fn way_back(&self) -> (usize, bool) {
        self.history.way_back()
    }

    /// Loads a file that a person started, with all that it uses. The reports of all its mistakes; where
    /// one is an error, nothing has changed but the sources.
    ///
    /// # Errors
    /// The file is missing or cannot be read.
    pub(crate) fn load(&mut self, path: &Path) -> Result<Vec<Diagnostic>, LoadError> {
        self.attempt().load(path)
    }

    /// Looks for the mistakes in a file as [`Session::load`] does, for whoever wants to know nothing else: it is not
    /// loaded.
    ///
    /// # Errors
    /// The file is missing or cannot be read.
    pub(crate) fn judge_file(&mut self, path: &Path) -> Result<Judged, LoadError> {
        self.attempt().judge(path)
    }

    /// Loads a file as [`Session::load`] does, but of a Markdown note all that is sound: a table with a
    /// mistake is left out, and its report becomes a warning.
    ///
    /// # Errors
    /// The file is missing or cannot be read.
    pub(crate) fn load_sound(&mut self, path: &Path) -> Result<Vec<Diagnostic>, LoadError> {
        let mut left_out = Vec::new();
        loop {
            let mut reports = self.load(path)?;
            if !reports.iter().any(Diagnostic::is_error) || !self.papers.leave_out_broken(&mut reports) {
                left_out.extend(reports);
                return Ok(left_out);
            }
            left_out.extend(reports.into_iter().filter(|report| !report.notes.is_empty()));
        }
    }

    /// Loads a text as if it were a file.
    pub(crate) fn load_text(&mut self, text: SourceText) -> Vec<Diagnostic> {
        self.attempt().load_text(text)
    }

    /// Loads a file as [`Session::load`] does into a session that holds nothing yet, and keeps what is
    /// known of it where there are mistakes, too. Only a file without mistakes is in force afterwards.
    ///
    /// # Errors
    /// The file is missing or cannot be read.
    pub(crate) fn survey(&mut self, path: &Path) -> Result<Survey, LoadError> {
        self.attempt().survey(path)
    }

    /// Puts another value of an option in force: `dungeon_turn.quiet_turns`, `3`.
    pub(crate) fn set_option(&mut self, name: &str, value: &str) -> Vec<Diagnostic> {
        self.attempt().set_option(name, value)
    }

    /// The option that a change by the referee's hand puts in force, and its value.
    fn option_put<'t>(&self, text: &'t str) -> Option<(&'t str, &'t str)> {
        let (name, value) = text.split_once('=').map(|(name, value)| (name.trim(), value.trim()))?;
        self.inspect().is_option(name).then_some((name, value))
    }

    /// Gives the top-level names of the started file their values and puts its `every` and `when` in
    /// force, without running its other statements: for those who load a file for its definitions.
    pub(crate) fn run_definitions(&mut self) -> Reply {
        self.attempt().run_definitions()
    }

    /// All that is loaded and in play, for [`Session::put_back`].
    pub(crate) fn standing(&self) -> Standing {
        Standing(self.world.clone())
    }

    /// Makes everything as it was: what came since was not to be.
    pub(crate) fn put_back(&mut self, standing: Standing) {
        self.world = standing.0;
    }

    /// Sets up what is in play as the top of the started file says, and gives the places of what was left
    /// out because it plays a game of its own.
    pub(crate) fn set_up(&mut self) -> (Reply, Vec<Span>) {
        self.attempt().set_up()
    }

    /// Runs the statements of the started file. Where they fail, nothing has changed.
    pub(crate) fn run_main(&mut self, answers: &mut dyn Answers, log: &mut dyn Log) -> Reply {
        self.attempt().run_main(answers, log)
    }

    /// Gives globals and rosters that are new what they begin with.
    pub(crate) fn begin(&mut self) -> Reply {
        self.attempt().begin()
    }

    /// Makes an expression ready to be rolled.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn prepare(&mut self, text: &str) -> Result<Prepared, Reply> {
        self.attempt().prepare(text)
    }

    /// Rolls a prepared expression once. Where it fails, nothing has changed.
    pub(crate) fn roll(
        &mut self,
        prepared: &Prepared,
        answers: &mut dyn Answers,
        log: &mut dyn Log,
    ) -> Reply {
        self.attempt().roll(prepared, answers, log)
    }

    /// Runs a test from the campaign's first state; nothing of it stays.
    pub(crate) fn run_test(&mut self, test: &Arc<Test>, log: &mut dyn Log) -> Reply {
        self.attempt().run_test(test, log)
    }

    /// The state in play, as a JSON text.
    pub(crate) fn export_state(&self) -> String {
        saved::export(&self.world, self.papers.sources())
    }

    /// The definitions of the session as a file in `folder`: files that were loaded are used, or copied
    /// where they could not be used from there. What was only rolled or done is not in it.
    pub(crate) fn script(&mut self, folder: &Path) -> Script {
        Scribe::new(&self.world, &mut self.papers).script(folder)
    }

    /// Where the session stands; `None` where it cannot be made again.
    pub(crate) fn image(&self) -> Option<Image> {
        // Rules from before everything was loaded again came from texts that are no longer the last.
        let is_last = self.world.edition() == self.editions;
        let image = || Image::of(&self.world, self.papers.sources(), self.history.next());
        is_last.then(image).flatten()
    }

    /// Makes a session with nothing loaded stand where another one stood. Its sources are read again, so
    /// they must be what they were.
    ///
    /// # Errors
    /// Why it cannot be made again; the session is of no use then.
    pub(crate) fn stand_at(&mut self, image: &Image) -> Result<(), String> {
        self.world = Maker::new(&self.world, &mut self.papers, &self.means).stand_at(image)?;
        self.history.number_next(image.next);
        Ok(())
    }
}

/// Counts the events on their way.
struct EventCounter<'a> {
    log: &'a mut dyn Log,
    events: usize,
}

impl Log for EventCounter<'_> {
    fn wants(&self) -> bool {
        self.log.wants()
    }

    fn event(&mut self, event: Event) {
        self.events += 1;
        self.log.event(event);
    }

    fn step(&mut self, code: CodeId, at: u32) {
        self.log.step(code, at);
    }
}
