//! What is done at the table: entries are played, taken back, rolled again; the referee changes what is
//! in play; what happened is told again.

use std::cmp::Ordering;
use std::path::Path;

use super::actions::Actions;
use super::looking::LOOKS;
use crate::base::stop;
use crate::diag::Diagnostic;
use crate::engine::{Event, EventKind};
use crate::front::app::AppError;
use crate::front::cli::{prompt, roll, start};
use crate::front::files;
use crate::front::record::JournalRecord;
use crate::front::render::events::{Detail, shown_value};
use crate::front::render::teller::{ReportForm, Teller};
use crate::front::render::value::{TableBook, beside, value_lines};
use crate::front::render::{Style, Tint, clean_line};
use crate::front::replay::mark;
use crate::front::stage::{Keeper, Stage};
use crate::interop::import_pasted;
use crate::plan::Value;
use crate::session::json::event_json;
use crate::session::{EntryOutcome, GivenAnswers, Inputs, Person, Reply, Session, orders, read_dice};

/// What is said of an entry that was stopped.
const STOPPED: &str = "stopped; nothing has changed\n";

/// Events kept for `:log`.
const LOG: usize = 10_000;

impl Actions<'_> {
    /// Does an entry and shows what comes of it.
    pub(super) fn enter(&mut self, session: &mut Session, text: &str) -> Result<(), AppError> {
        // What is read before anything runs is stopped by Ctrl-C, too; what came of it until then is not run.
        let _heed = stop::heed(Some(start::interrupt_flag()));
        let meaning = session.meaning();
        let carried = import_pasted(text, &|| meaning.free_table_name("pasted"), || meaning.is_sound(text));
        let carried = carried.filter(|carried| meaning.is_sound(&carried.text));
        if self.is_stopped() {
            return Ok(());
        }
        if let Some(carried) = carried {
            for lost in &carried.lost {
                self.console.remark(&format!("note: {}\n", clean_line(lost)));
            }
            let number = session.next_number();
            let of = JournalRecord::Enter { number, text: carried.text.clone(), answers: Inputs::new() };
            return self.play(session, &carried.text, Detail::Told, of, Inputs::new());
        }
        let entries = meaning.pasted(text);
        if self.is_stopped() {
            return Ok(());
        }
        if let Some(entries) = entries {
            for entry in entries.into_iter().take_while(|_| !stop::is_asked()) {
                let number = session.next_number();
                let of = JournalRecord::Enter { number, text: entry.clone(), answers: Inputs::new() };
                self.play(session, &entry, Detail::Told, of, Inputs::new())?;
                self.say_how_to_mend(&entry);
            }
            return Ok(());
        }
        let meant = session.meaning().meant(text);
        if self.is_stopped() {
            return Ok(());
        }
        let first_line = |text: &str| text.lines().next().unwrap_or("").to_owned();
        let (typed, typed_in_one) = (first_line(text), !text.trim_end().contains('\n'));
        let text = meant.as_deref().unwrap_or(text);
        let first = first_line(text);
        // What a roll meant is seen in its line; a table that is only closed at its end is what was typed.
        if first != typed && !crate::syntax::is_expression(text) {
            // Of a paste only the first line is another; what is said in one line may be done in several.
            let shown = if typed_in_one { text } else { &*first };
            for (nth, line) in shown.lines().enumerate() {
                let head = if nth == 0 { "read as: " } else { "         " };
                let line = format!("{head}{}", clean_line(line));
                self.console.line(&self.console.out().tint(Tint::Dim, line).to_string())?;
            }
        }
        let number = session.next_number();
        let of = JournalRecord::Enter { number, text: text.to_owned(), answers: Inputs::new() };
        self.play(session, text, Detail::Told, of, Inputs::new())?;
        self.say_how_to_mend(text);
        if let Some(near) =
            super::commands::nearly_plain(text).filter(|_| self.reported.iter().any(Diagnostic::is_error))
        {
            self.console.remark(&format!("or did you mean the command `:{near}`?\n"));
        }
        Ok(())
    }

    /// Says at a terminal how a block with a mistake is mended: nobody types all of it again.
    fn say_how_to_mend(&self, text: &str) {
        let is_block = text.trim_end().contains('\n');
        if !self.asks || !is_block || !self.reported.iter().any(Diagnostic::is_error) {
            return;
        }
        let edit = "`:edit` opens it in your editor";
        self.console.remark(&match super::fixing::fixable(&self.reported) {
            Some(_) => format!("`:fix` makes the fixes and reads it again; {edit}\n"),
            None => format!("{edit}\n"),
        });
    }

    /// Whether somebody asked to stop, which is said.
    fn is_stopped(&self) -> bool {
        let stopped = stop::is_asked();
        if stopped {
            self.console.remark(STOPPED);
        }
        stopped
    }

    /// Goes on with what the campaign waits with, if there is somebody to answer.
    ///
    /// # Errors
    /// As [`Actions::take`].
    pub(crate) fn go_on_waiting(&mut self, session: &mut Session) -> Result<(), AppError> {
        let waiting = self.campaign.as_ref().and_then(|campaign| campaign.waiting().clone());
        let Some((of, inputs)) = waiting.filter(|_| self.asks) else { return Ok(()) };
        let text = match &of {
            JournalRecord::Enter { text, .. } | JournalRecord::Change { text, .. } => text.clone(),
            _ => "the file's own statements".to_owned(),
        };
        self.console.line(&format!("it waits at a question of {}", clean_line(&text)))?;
        self.play(session, &text, Detail::Told, of, inputs)
    }

    /// Runs something with the person at the terminal, and shows its reply. `before` is what it was
    /// answered before it was interrupted.
    pub(super) fn play(
        &mut self,
        session: &mut Session,
        text: &str,
        detail: Detail,
        of: JournalRecord,
        mut before: Inputs,
    ) -> Result<(), AppError> {
        // A bare expression is one line at its end; statements and procedures tell as they go.
        let detail = if detail < Detail::Traced && crate::syntax::is_expression(text) && !session.is_run(text)
        {
            Detail::Said
        } else {
            detail
        };
        let mut shown = !before.is_empty();
        let (reply, events, taken) = loop {
            let mut answers = GivenAnswers::new();
            answers.table = self.table;
            answers.begin_with(&before, shown);
            if self.campaign.is_some() {
                self.console.hold();
            }
            let keeper = self.campaign.as_mut().map(|campaign| Keeper { campaign, of: of.clone() });
            let stage = Stage::new(self.console, detail, session).with_keeper(keeper).keeping(LOG);
            let stage = stage.quiet_while(&answers.replaying).with_looks(&LOOKS);
            let mut person = &stage;
            answers.person = self.asks.then_some(&mut person as &mut dyn Person);
            let number = session.next_number();
            let reply = run_record(session, &of, &mut answers, &mut &stage);
            answers.person = None;
            if answers.back {
                session.number_next(number);
                before = answers.inputs_before();
                shown = true;
                continue;
            }
            self.table = answers.table;
            let taken = answers.taken;
            break (reply, stage.end()?, taken);
        };
        self.keep_reply(session, &of, &reply, taken)?;
        self.reported.clone_from(&reply.reports);
        self.console.let_go(false)?;
        self.show(session, text, &events, &reply)?;
        // Of a run that told very much, only what is kept is moved, so that it is never held twice.
        let untold = events.len().saturating_sub(LOG);
        self.log.extend(events.into_iter().skip(untold));
        let surplus = self.log.len().saturating_sub(LOG);
        self.log.drain(..surplus);
        Ok(())
    }

    /// Writes down what came of a run.
    fn keep_reply(
        &mut self,
        session: &Session,
        of: &JournalRecord,
        reply: &Reply,
        taken: Inputs,
    ) -> Result<(), AppError> {
        match &reply.outcome {
            EntryOutcome::Done => {
                self.keep_texts(session)?;
                self.keep(&of.clone().with(taken.clone()))?;
                if let Some(campaign) = &mut self.campaign {
                    campaign.snap(session, &self.files);
                }
                self.inputs.push((reply.entry, taken));
            }
            // Whoever went away in the middle of it goes on there another time.
            EntryOutcome::Asks(_) if self.asks && self.campaign.is_some() => self.leaves = true,
            EntryOutcome::Asks(_)
            | EntryOutcome::Faulty
            | EntryOutcome::Limit
            | EntryOutcome::Interrupted => {
                self.console.fails(start::exit_of(reply));
                self.keep(&JournalRecord::Number { next: session.next_number() })?;
            }
        }
        Ok(())
    }

    fn show(
        &self,
        session: &mut Session,
        text: &str,
        events: &[Event],
        reply: &Reply,
    ) -> Result<(), AppError> {
        let console = self.console;
        if self.leaves {
            return console.line("the campaign continues at this question");
        }
        if !start::show_reply(reply, session, console)? {
            match reply.outcome {
                EntryOutcome::Interrupted => console.remark(STOPPED),
                // What was told on the way did not come to its end.
                _ if events.iter().any(is_told) => console.remark("nothing of this is kept\n"),
                _ => {}
            }
            return Ok(());
        }
        if !reply.changes.waits_for.is_empty() {
            let names: Vec<String> = reply.changes.waits_for.iter().map(|name| format!("`{name}`")).collect();
            return console.line(&format!("waits for {}, not defined yet", clean_line(&names.join(", "))));
        }
        for defined in &reply.changes.defined {
            console.line(&console.out().tint(Tint::Dim, clean_line(defined)).to_string())?;
        }
        for lost in &reply.changes.lost {
            console.line(&format!("not kept: {}", clean_line(lost)))?;
        }
        let Some(value) = &reply.value else { return Ok(()) };
        if *value == Value::Nothing && !events.is_empty() {
            return Ok(());
        }
        let rolled = events.iter().any(|event| matches!(event.kind, EventKind::Roll { .. }));
        let plain = !matches!(value, Value::Odds(_) | Value::List(_));
        if crate::syntax::is_expression(text) && (rolled || !plain) {
            return roll::show_roll(session, text, events, reply, console);
        }
        let shown = roll::shown_or_shortened(session, value, console);
        let beside = if shown.contains('/') { beside(text, value, console.out()) } else { String::new() };
        console.line(&format!("{}{beside}", shown_value(&shown, console.out())))?;
        console.print(&value_lines(session, value, console.out()))?;
        roll::say_how_to_see_all(session, value, console);
        if let Some(range) = perhaps_range(text).filter(|_| console.is_news("range")) {
            let note = format!("`{}` is a subtraction; a range is written `{range}`", text.trim());
            console.remark(&format!("{}\n", console.err().tint(Tint::Dim, note)));
        }
        Ok(())
    }

    pub(super) fn undo(&mut self, session: &mut Session, rest: &str) -> Result<(), AppError> {
        let Some(count) = how_many(rest) else {
            return self.refuse(format!("`{rest}` is not a number"), "for example `:undo 2`");
        };
        let taken_back = session.undo_entries(count);
        if taken_back.is_empty() {
            return self.console.line("there is nothing to take back");
        }
        self.keep(&JournalRecord::Undo { count: taken_back.len() })?;
        for (text, events) in taken_back {
            self.console.line(&format!("taken back: {}", clean_line(&text)))?;
            self.log.push(mark(session, "undo", text, events));
        }
        Ok(())
    }

    pub(super) fn redo(&mut self, session: &mut Session, rest: &str) -> Result<(), AppError> {
        let Some(count) = how_many(rest) else {
            return self.refuse(format!("`{rest}` is not a number"), "for example `:redo 2`");
        };
        for done in 0..count {
            let Some(text) = session.redo() else {
                let nothing =
                    if done == 0 { "nothing was taken back" } else { "nothing more was taken back" };
                return self.console.line(nothing);
            };
            self.keep(&JournalRecord::Redo)?;
            self.log.push(mark(session, "redo", text.to_string(), 0));
            self.console.line(&format!("again: {}", clean_line(&text)))?;
        }
        Ok(())
    }

    pub(super) fn reroll(&mut self, session: &mut Session) -> Result<(), AppError> {
        let Some(text) = session.entries().next_back().map(|(_, text)| text.to_owned()) else {
            return self.console.line("nothing has been rolled yet");
        };
        let of = JournalRecord::Reroll { number: session.next_number(), answers: Inputs::new() };
        self.play(session, &text, Detail::Told, of, Inputs::new())
    }

    /// Lists what was put off, or applies one of it.
    pub(super) fn deferred(&mut self, session: &mut Session, rest: &str) -> Result<(), AppError> {
        let all = session.inspect().deferred();
        if rest.is_empty() {
            if all.is_empty() {
                return self.console.line("nothing is deferred");
            }
            for (nth, text) in (1..).zip(&all) {
                self.console.line(&format!("{nth:>4}  {}", shown_value(text, self.console.out())))?;
            }
            return self.console.line("`:deferred 1` applies the first");
        }
        let at = rest.parse::<usize>().ok().and_then(|nth| nth.checked_sub(1)).filter(|at| *at < all.len());
        let Some(at) = at else {
            return self
                .refuse(format!("nothing is deferred under {}", clean_line(rest)), "`:deferred` lists it");
        };
        let of = JournalRecord::Apply { number: session.next_number(), at, answers: Inputs::new() };
        self.play(session, "", Detail::Told, of, Inputs::new())
    }

    pub(super) fn set(&mut self, session: &mut Session, rest: &str) -> Result<(), AppError> {
        if rest.is_empty() {
            return self.console.print(&crate::front::render::state::options(session, self.console.out()));
        }
        // What is said from here on is not about an entry before.
        self.reported.clear();
        if let Some(change) = orders::read_change(rest) {
            return match change {
                Ok(change) => {
                    change.put(&mut self.table);
                    self.console.line(change.in_words())
                }
                Err(why) => self.refuse(why, "for example `:set dice ask`"),
            };
        }
        let Some((name, value)) = orders::pair(rest) else {
            return self.refuse("`:set` needs a name and a value", "for example `:set ash.hp 3`");
        };
        if !session.inspect().is_option(name) {
            let Some((place, value)) = session.inspect().set_pair(rest) else { return Ok(()) };
            if let Some((why, help)) = orders::is_relative(rest, &place, &value) {
                return self.refuse(why, &help);
            }
            return self.change(session, &place, &value);
        }
        if self.change_to(session, &format!("{name} = {value}"))? {
            self.console.line(&format!("{} = {}", clean_line(name), clean_line(value)))?;
        }
        Ok(())
    }

    /// An entry that the referee's hand makes; whether it was done. What fails tells why.
    fn change_to(&mut self, session: &mut Session, text: &str) -> Result<bool, AppError> {
        let number = session.next_number();
        let of = JournalRecord::Change { number, text: text.to_owned(), answers: Inputs::new() };
        self.play(session, text, Detail::Told, of, Inputs::new())?;
        Ok(session.entries().next_back().is_some_and(|(last, _)| last == number))
    }

    /// Changes what is in play by the referee's hand.
    fn change(&mut self, session: &mut Session, place: &str, value: &str) -> Result<(), AppError> {
        let Some(was) = session.asking().holds(place) else { return self.no_place(session, place) };
        let before = self.log.len();
        if !self.change_to(session, &format!("{place} = {value}"))? {
            return Ok(());
        }
        let told = self.log.get(before..).unwrap_or(&[]);
        let told = told.iter().any(|event| matches!(event.kind, EventKind::Set { .. }));
        let Some(now) = session.asking().settled(place, value) else { return Ok(()) };
        let (place, holds, value) = (clean_line(place), clean_line(&now.holds), clean_line(value));
        let verb = if told { "is" } else { "stays" };
        match now.order {
            Some(Ordering::Less) => self
                .console
                .line(&format!("{place} stays within its bounds: {value} is too high, so it {verb} {holds}")),
            Some(Ordering::Greater) => self
                .console
                .line(&format!("{place} stays within its bounds: {value} is too low, so it {verb} {holds}")),
            Some(Ordering::Equal) | None if told => Ok(()),
            // What a `let` holds changes without an event.
            Some(Ordering::Equal) | None if was != now.holds => {
                self.console.line(&format!("{place} is {holds}"))
            }
            Some(Ordering::Equal) | None => self.console.line(&format!("{place} is already {holds}")),
        }
    }

    /// Says that nothing of this name is in play, and what might be meant.
    fn no_place(&self, session: &Session, place: &str) -> Result<(), AppError> {
        let like = session.inspect().places_like(place);
        if session.program().tables.iter().any(|table| *table.def.name == *place) {
            let what = format!("`{}` is a table, which holds no value", clean_line(place));
            let help = format!(
                "`:dice 5` says what its die shows next; `{0}[5]` is the row for 5",
                clean_line(place)
            );
            return self.refuse(what, &help);
        }
        let help = match like.as_slice() {
            [] => "`:state` and `:party` show what may be set, `:set` alone the house rules".to_owned(),
            [near] => format!("did you mean `{}`?", clean_line(near)),
            [first, ..] => {
                let all: Vec<String> = like.iter().map(|name| format!("`{}`", clean_line(name))).collect();
                format!("whose? {}: for example `:set {} 3`", all.join(", "), clean_line(first))
            }
        };
        self.refuse(format!("nothing in play is called `{}`", clean_line(place)), &help)
    }

    pub(super) fn seed(&mut self, session: &mut Session, rest: &str) -> Result<(), AppError> {
        if rest.is_empty() {
            return self.console.line(&format!("seed {}", session.seed()));
        }
        match start::seed_of(Some(rest)) {
            Ok(seed) => {
                session.set_seed(seed);
                self.keep(&JournalRecord::Seed { seed: seed.to_string() })?;
                self.console.line(&format!("seed {seed}"))
            }
            Err(error) => {
                self.console.complain(&error);
                Ok(())
            }
        }
    }

    pub(super) fn dice(&mut self, session: &mut Session, rest: &str) -> Result<(), AppError> {
        match read_dice(rest) {
            _ if rest == "ask" || rest == "seed" => self.set(session, &format!("dice {rest}")),
            Ok(dice) if !dice.is_empty() => {
                let count = dice.len();
                session.set_dice(dice, false);
                self.keep(&JournalRecord::Dice { dice: rest.to_owned(), only: false })?;
                self.console.line(&orders::dice_given(count))
            }
            Ok(_) => self.refuse("`:dice` needs faces", "for example `:dice 5, 4, 2`"),
            Err(word) => self.refuse(
                format!("`{}` is not a face of a die", clean_line(&word)),
                "for example `:dice 5, 4, 2`, or `:dice ask`",
            ),
        }
    }

    /// Tells what happened: the last lines with every die, or as a journal.
    pub(super) fn show_log(&self, session: &Session, rest: &str) -> Result<(), AppError> {
        if let Some(text) = self.journal(session, rest) {
            return self.console.print(&text);
        }
        let count = rest.parse::<usize>().unwrap_or(usize::MAX);
        if !rest.is_empty() && count == usize::MAX {
            return self.refuse(
                format!("there is no log `{}`", clean_line(rest)),
                "`:log 20`, `:log text`, `:log markdown` or `:log json`",
            );
        }
        let text =
            told(session, Detail::Traced, ReportForm::Plain, self.console.out(), self.log.iter().collect());
        let lines: Vec<&str> = text.lines().collect();
        for line in lines.iter().skip(lines.len().saturating_sub(count)) {
            self.console.line(line)?;
        }
        Ok(())
    }

    /// What happened, in a form: `text`, `markdown` or `json`.
    fn journal(&self, session: &Session, form: &str) -> Option<String> {
        let plain = Style { color: false, brief: false, ..self.console.out() };
        match form {
            "text" | "txt" => {
                Some(told(session, Detail::Told, ReportForm::Plain, plain, standing(&self.log)))
            }
            "markdown" | "md" => {
                Some(told(session, Detail::Told, ReportForm::Markdown, plain, standing(&self.log)))
            }
            "json" | "jsonl" => {
                let viewer = session.inspect().viewer();
                let line = |(n, event): (u64, &Event)| format!("{}\n", event_json(event, n, &viewer));
                Some((0..).zip(&self.log).map(line).collect())
            }
            _ => None,
        }
    }

    /// Writes what happened, or what was answered, to a file; `None` where something else is meant.
    pub(super) fn export_record(&self, session: &Session, rest: &str) -> Option<Result<(), AppError>> {
        let file = |name: &str| name.trim().trim_matches('"').to_owned();
        if rest == "state" || rest.starts_with("state ") {
            return Some(self.export_state(session, &file(rest.trim_start_matches("state"))));
        }
        if let Some(name) = rest.strip_prefix("answers ") {
            return Some(self.export_answers(session, Path::new(&file(name))));
        }
        let name = file(rest);
        let form = name.rsplit_once('.').filter(|_| !name.contains(' ')).map(|(_, end)| end)?;
        let text = self.journal(session, form)?;
        Some(self.write(":export", Path::new(&name), &text))
    }

    fn export_answers(&self, session: &Session, path: &Path) -> Result<(), AppError> {
        let done: Vec<u32> = session.entries().map(|(number, _)| number).collect();
        let inputs = self.inputs.iter().filter(|(number, _)| *number == 0 || done.contains(number));
        let all: Inputs = inputs.flat_map(|(_, inputs)| inputs.iter().cloned()).collect();
        self.write(":export answers", path, &prompt::answers_text(&all))
    }

    /// Writes a text to a file that is not there yet, for a command that a name follows.
    pub(super) fn write(&self, command: &str, path: &Path, text: &str) -> Result<(), AppError> {
        match files::create(path, text) {
            Ok(()) => self.console.line(&format!("wrote {}", clean_line(&path.to_string_lossy()))),
            Err(error) => {
                self.console.complain(&error.after(command));
                Ok(())
            }
        }
    }
}

/// What two numbers with nothing but a dash between them may mean, the greater one behind it: `1..6` for `1-6`.
fn perhaps_range(text: &str) -> Option<String> {
    let (from, to) = text.trim().split_once('-')?;
    let number =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u32>().ok())?;
    (number(from)? < number(to)?).then(|| format!("{from}..{to}"))
}

/// Does what a record says it will be.
fn run_record(
    session: &mut Session,
    of: &JournalRecord,
    answers: &mut GivenAnswers<'_>,
    log: &mut dyn crate::engine::Log,
) -> Reply {
    match of {
        JournalRecord::Change { text, .. } => session.change_to(text, answers, log),
        JournalRecord::Apply { at, .. } => session.apply_deferred(*at, answers, log),
        JournalRecord::Enter { text, .. } => session.submit_to(text, answers, log),
        JournalRecord::Reroll { .. } => match session.reroll(answers, log) {
            Some((_, reply)) => reply,
            None => session.begin(),
        },
        _ => session.run_main(answers, log),
    }
}

/// Whether something is told that did not stay so.
fn is_told(event: &Event) -> bool {
    matches!(event.kind, EventKind::Set { .. } | EventKind::Time { .. } | EventKind::Timer { .. })
}

/// What happened, told.
fn told(session: &Session, detail: Detail, form: ReportForm, look: Style, events: Vec<&Event>) -> String {
    let mut teller = Teller::new(detail, form, look, TableBook::of(session)).for_later();
    let mut text: String = events.into_iter().map(|event| teller.tell(event)).collect();
    text.push_str(&teller.rest());
    text
}

/// What of a log happened in the end, for a journal: without what was taken back or rolled again, and
/// without the referee's own notes.
fn standing(log: &[Event]) -> Vec<&Event> {
    let (mut kept, mut gone): (Vec<&Event>, Vec<Vec<&Event>>) = (Vec::new(), Vec::new());
    for event in log {
        match &event.kind {
            EventKind::Undo { what: "undo", events, .. } => {
                gone.push(kept.split_off(kept.len().saturating_sub(*events)));
            }
            EventKind::Undo { what: "redo", .. } => kept.extend(gone.pop().unwrap_or_default()),
            EventKind::Undo { what: "reroll", events, .. } => {
                kept.truncate(kept.len().saturating_sub(*events));
            }
            _ => kept.push(event),
        }
    }
    kept.retain(|event| !matches!(event.kind, EventKind::Note(_) | EventKind::Undo { .. }));
    kept
}

/// How many entries are meant: one, where no number is given.
fn how_many(rest: &str) -> Option<usize> {
    if rest.is_empty() { Some(1) } else { rest.parse().ok() }
}
