//! What an entry does, and what the colon commands do.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::asking::{Asking, not_taken};
use super::commands::{self, Command, ParsedCommand};
use super::editors;
use crate::diag::{Diagnostic, codes};
use crate::engine::Event;
use crate::front::app::AppError;
use crate::front::campaign::Campaign;
use crate::front::cli::answering::{Beforehand, warn_unasked};
use crate::front::cli::args::{OddsFormat, ReportFormat};
use crate::front::cli::ask::{Ask, tail};
use crate::front::cli::{about, changed, exchange, library, odds, start};
use crate::front::console::Console;
use crate::front::files;
use crate::front::places::campaign_path;
use crate::front::record::JournalRecord;
use crate::front::render::events::Detail;
use crate::front::render::markdown::unbold;
use crate::front::render::wrap::hanging;
use crate::front::render::{Tint, clean, clean_line};
use crate::front::replay::{self, Taken};
use crate::interop::Form;
use crate::modules::PRELUDE;
use crate::plan::FixedAnswers;
use crate::session::{AtTable, Inputs, Session, What};

/// Does what is typed, and keeps what only the terminal needs.
pub(crate) struct Actions<'a> {
    pub(super) console: &'a Console,
    pub(super) files: Vec<PathBuf>,
    pub(super) log: Vec<Event>,
    pub(super) campaign: Option<Campaign>,
    /// What was answered, by the numbers of entries.
    pub(super) inputs: Vec<(u32, Inputs)>,
    /// Who rolls and who rules.
    pub table: AtTable,
    /// Whether somebody is there to answer prompts.
    pub asks: bool,
    /// Whether the log and the way back are all there; from a snapshot on otherwise.
    pub(super) whole: bool,
    /// Whether the session is to be left.
    pub(super) leaves: bool,
    /// The reports that were shown last, for `:fix`.
    pub(super) reported: Vec<Diagnostic>,
    /// The lines of a note since `:paste`.
    pasted: Option<String>,
    /// The files that `:save` wrote, as they were written.
    pub(super) saved: BTreeMap<PathBuf, String>,
}

impl<'a> Actions<'a> {
    /// Nothing done yet.
    pub(crate) fn new(console: &'a Console) -> Actions<'a> {
        Actions {
            console,
            files: Vec::new(),
            log: Vec::new(),
            campaign: None,
            inputs: Vec::new(),
            table: AtTable::default(),
            asks: true,
            whole: true,
            leaves: false,
            reported: Vec::new(),
            pasted: None,
            saved: BTreeMap::new(),
        }
    }

    /// Whether lines are gathered since `:paste`, whatever they hold.
    pub(crate) fn is_pasting(&self) -> bool {
        self.pasted.is_some()
    }

    /// Begins to gather the lines of a note, where no terminal marks what is pasted.
    fn paste(&mut self) -> Result<(), AppError> {
        self.pasted = Some(String::new());
        if !self.asks {
            return Ok(());
        }
        self.console.line("Paste the note, then type a line with only `.` (or press Ctrl-D).")
    }

    /// Takes the next lines of a note; a line with only a dot ends it.
    fn gather(&mut self, session: &mut Session, lines: &str) -> Result<bool, AppError> {
        for line in lines.split('\n') {
            match &mut self.pasted {
                Some(_) if line.trim() == "." => self.end_paste(session)?,
                Some(note) => {
                    note.push_str(line);
                    note.push('\n');
                }
                None => {}
            }
        }
        Ok(!self.leaves)
    }

    /// Forgets what was gathered since `:paste`.
    pub(crate) fn drop_paste(&mut self) {
        self.pasted = None;
    }

    /// Reads what was gathered since `:paste` as one note, if there is anything.
    ///
    /// # Errors
    /// Standard output fails.
    pub(crate) fn end_paste(&mut self, session: &mut Session) -> Result<(), AppError> {
        match self.pasted.take() {
            Some(note) if !note.trim().is_empty() => self.enter(session, note.trim_end()),
            Some(_) | None => Ok(()),
        }
    }

    /// Goes on with a campaign; what is done is kept in it.
    pub(crate) fn go_on(&mut self, taken: Taken) {
        self.files = taken.files;
        self.log = taken.log;
        self.inputs = taken.inputs;
        self.whole = taken.whole;
        self.campaign = Some(taken.campaign);
    }

    /// Writes down what was done, before it is shown.
    pub(crate) fn keep(&mut self, record: &JournalRecord) -> Result<(), AppError> {
        self.campaign.as_mut().map_or(Ok(()), |campaign| campaign.add(record))
    }

    /// Keeps the texts that were read, before what was done with them.
    pub(super) fn keep_texts(&mut self, session: &Session) -> Result<(), AppError> {
        self.campaign.as_mut().map_or(Ok(()), |campaign| campaign.keep_texts(session))
    }

    /// Where one is, when there is something to show, and the sign to type.
    pub(crate) fn prompt(&self, session: &Session) -> String {
        if self.is_pasting() {
            return self.console.out().glyph("… ", "> ").to_owned();
        }
        let sign = self.console.out().glyph("›", ">");
        match session.inspect().now() {
            Some(now) => format!("{} {sign} ", clean_line(&now)),
            None => format!("tw{sign} "),
        }
    }

    /// Loads a file that the session does not have yet. Whether all went well.
    ///
    /// # Errors
    /// The campaign cannot be written.
    pub(crate) fn add_file(&mut self, session: &mut Session, file: PathBuf) -> Result<bool, AppError> {
        self.load_and_keep(session, file, None)
    }

    /// Loads a file, as the entry with a number where it is one. Whether all went well.
    fn load_and_keep(
        &mut self,
        session: &mut Session,
        file: PathBuf,
        number: Option<u32>,
    ) -> Result<bool, AppError> {
        let before = session.standing();
        if !self.load(session, &file) {
            return Ok(false);
        }
        self.keep_texts(session)?;
        let path = campaign_path(&file);
        if number.is_some() {
            session.note_loaded(before, &replay::loaded_text(&path));
        }
        self.keep(&JournalRecord::Load { path, number })?;
        self.keep(&JournalRecord::SetUp)?;
        if !self.files.contains(&file) {
            self.files.push(file);
        }
        Ok(true)
    }

    /// Loads the file that the user's sessions begin with. Where it is at fault, the session goes on without.
    ///
    /// # Errors
    /// As [`Actions::add_file`].
    pub(crate) fn start_up(&mut self, session: &mut Session, file: &Path) -> Result<(), AppError> {
        if !self.add_file(session, file.to_path_buf())? {
            let name = clean_line(&file.to_string_lossy()).into_owned();
            self.console.remark(&format!(
                "the start-up file was not loaded; fix `{name}`, or ignore it with `--no-config`\n"
            ));
        }
        Ok(())
    }

    fn load(&mut self, session: &mut Session, file: &std::path::Path) -> bool {
        let before = session.standing();
        let reports = match start::load_sound(session, file, self.console) {
            Ok(reports) => reports,
            Err(error) => {
                self.console.complain(&error);
                return false;
            }
        };
        // A closed output is found by whoever prints next.
        let _ = start::show_reports(&reports, session, ReportFormat::Human, self.console);
        self.reported.clone_from(&reports);
        if reports.iter().any(Diagnostic::is_error) {
            return false;
        }
        let is_set_up = start::set_up(session, file, self.console).unwrap_or(false);
        if !is_set_up {
            session.put_back(before);
        }
        is_set_up
    }

    /// Sets up what the file loaded last says, where it did not come to that before.
    ///
    /// # Errors
    /// The campaign cannot be written.
    pub(crate) fn define(&mut self, session: &mut Session) -> Result<bool, AppError> {
        let (reply, _) = session.set_up();
        if !start::show_reply(&reply, session, self.console)? {
            return Ok(false);
        }
        self.keep(&JournalRecord::SetUp).map(|()| true)
    }

    /// Does one line; `false` where the session is to be left.
    ///
    /// # Errors
    /// Standard output fails.
    pub(crate) fn take(&mut self, session: &mut Session, line: &str) -> Result<bool, AppError> {
        if self.is_pasting() {
            return self.gather(session, line);
        }
        let line = line.trim();
        if line.is_empty() {
            return Ok(true);
        }
        // A command below a table that was not ended with a blank line ends it.
        if let Some((before, command)) = line.rsplit_once('\n')
            && !before.starts_with(':')
            && command.starts_with(':')
            && matches!(commands::read(command), ParsedCommand::Command(..))
        {
            return Ok(self.take(session, before)? && self.take(session, command)?);
        }
        if !line.starts_with(':') {
            let word = line.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
            return match commands::plain(line).filter(|_| !session.inspect().is_defined(word)) {
                Some((Command::Quit, _)) => Ok(false),
                Some((command, rest)) => self.command(session, command, rest).map(|()| !self.leaves),
                None => self.enter(session, line).map(|()| !self.leaves),
            };
        }
        match commands::read(line) {
            ParsedCommand::Command(Command::Quit, _) => Ok(false),
            ParsedCommand::Command(command, rest) => {
                self.command(session, command, rest).map(|()| !self.leaves)
            }
            ParsedCommand::Unknown(word, near) => {
                let help = match near {
                    Some(near) => format!("did you mean `:{near}`?"),
                    None => "`:help` lists the commands".to_owned(),
                };
                self.console
                    .complain(&AppError::usage(format!("unknown command `:{}`", clean_line(word)), help));
                Ok(true)
            }
            ParsedCommand::Ambiguous(word) => {
                let fits: Vec<String> =
                    commands::beginning_with(word).map(|info| format!(":{}", info.name)).collect();
                let what = format!("`:{word}` begins several commands");
                self.console.complain(&AppError::usage(what, fits.join(", ")));
                Ok(true)
            }
        }
    }

    /// Before something that looks back: all that was done is there to be seen and taken back.
    fn look_back(&mut self, session: &mut Session) -> Result<(), AppError> {
        let Some(campaign) = self.campaign.as_mut().filter(|_| !self.whole) else { return Ok(()) };
        (self.log, self.inputs) = replay::look_back(campaign, session, self.console)?;
        self.whole = true;
        Ok(())
    }

    fn command(&mut self, session: &mut Session, command: Command, rest: &str) -> Result<(), AppError> {
        let console = self.console;
        if command.looks_back() && !in_reach(command, rest, session) {
            self.look_back(session)?;
        }
        match command {
            Command::Help => self.help(session, rest),
            Command::Odds => self.odds(session, rest),
            Command::Trace => self.trace(session, rest),
            Command::Tables => self.tables(session, rest),
            Command::Info => self.info(session, rest),
            Command::Load => self.load_file(session, rest),
            Command::Paste => self.paste(),
            Command::Reload => self.reload(session),
            Command::Save => self.save(session, rest),
            Command::Undo => self.undo(session, rest),
            Command::Redo => self.redo(session, rest),
            Command::Deferred => self.deferred(session, rest),
            Command::Reroll => self.reroll(session),
            Command::History => self.history(session, rest),
            Command::Edit => self.edit(session, rest),
            Command::Fix => self.fix(session, rest),
            Command::Explain => match codes::find(rest) {
                Some(code) => console.print(&about::explanation(code, console.out())),
                None => self.refuse(
                    format!("there is no code `{rest}`"),
                    "reports show their code: `:explain TW0301`",
                ),
            },
            Command::Set => self.set(session, rest),
            Command::Seed => self.seed(session, rest),
            Command::Dice => self.dice(session, rest),
            Command::State => console.print(&super::super::render::state::state(session, console.out())),
            Command::Party => console.print(&super::super::render::state::party(session, console.out())),
            Command::Time => console.print(&super::super::render::state::time(session, console.out())),
            Command::Log => self.show_log(session, rest),
            Command::Export => self.export(session, rest),
            Command::Import => self.import(session, rest),
            Command::Limits => console.print(&about::limits_table(session.limits(), console.out())),
            Command::Clear => console.clear(),
            Command::Quit => Ok(()),
        }
    }

    pub(super) fn refuse(&self, what: impl Into<String>, help: &str) -> Result<(), AppError> {
        self.console.complain(&AppError::usage(what, help));
        Ok(())
    }

    fn odds(&self, session: &mut Session, rest: &str) -> Result<(), AppError> {
        if rest.is_empty() {
            return self.refuse("`:odds` needs an expression", "for example `:odds 4d6kh3`");
        }
        let asked = match Asking::read(rest) {
            Ok(asked) => asked,
            Err(word) => {
                let (what, help) = not_taken(word);
                return self.refuse(what, help);
            }
        };
        if let Some((what, help)) = asked.at_odds() {
            return self.refuse(what, help);
        }
        let stood = Beforehand::read(&asked.answering, self.console).and_then(|given| given.stand(session));
        if let Err(error) = stood {
            self.console.complain(&error);
            return Ok(());
        }
        let done = match asked.changed {
            Some(pair) => changed::what_if(session, asked.expr, pair, self.console),
            None => {
                let tail = match asked.tail.map(|(least, text)| tail(least, text)).transpose() {
                    Ok(tail) => tail,
                    Err(error) => {
                        self.console.complain(&error);
                        return Ok(());
                    }
                };
                let (rows, running) = (asked.rows, asked.running);
                let ask = Ask { tail, rows, running, ..Ask::default() };
                let exprs = [asked.expr.to_owned()];
                odds::show(session, &exprs, &ask, OddsFormat::Bars, self.console)
            }
        };
        warn_unasked(session, self.console);
        session.set_answers(FixedAnswers::default());
        done.map(|_| ())
    }

    fn trace(&mut self, session: &mut Session, rest: &str) -> Result<(), AppError> {
        if rest.is_empty() {
            return self.refuse("`:trace` needs an expression", "for example `:trace 4d6kh3`");
        }
        let number = session.next_number();
        let of = JournalRecord::Enter { number, text: rest.to_owned(), answers: Inputs::new() };
        self.play(session, rest, Detail::Traced, of, Inputs::new())
    }

    fn tables(&self, session: &mut Session, rest: &str) -> Result<(), AppError> {
        let console = self.console;
        let mut names =
            if rest.is_empty() { session.inspect().names() } else { session.lookup().names_of(rest) };
        if names.is_empty() {
            names = session.inspect().names();
            names.retain(|named| session.inspect().has_tag(named, rest));
        }
        // What only rule-sets use of each other is no table of the reader's.
        let is_for_rules = |named: &crate::session::Named| &*named.module == PRELUDE && rest != PRELUDE;
        names.retain(|named| named.what.is_table() && !named.name.starts_with('_') && !is_for_rules(named));
        if !names.is_empty() {
            for group in names.chunk_by_mut(|a, b| a.module == b.module) {
                if let Some(first) = group.first() {
                    console.line(&console.out().tint(Tint::Dim, clean_line(&first.module)).to_string())?;
                }
                for named in group.iter_mut().filter(|named| !session.inspect().reads_bare(named)) {
                    named.usage = format!("{}.{}", named.module, named.usage);
                }
                console.print(&library::listing(group, console.out()))?;
            }
            return Ok(());
        }
        if !rest.is_empty() {
            return self.refuse(
                format!("`{rest}` has no tables"),
                "`:tables` lists what is loaded; `tw library` lists the rule-sets",
            );
        }
        console.line("No tables are loaded. These rule-sets are there by name:")?;
        for rules in session.rule_sets().filter(|rules| &*rules.name != PRELUDE) {
            console.line(&format!("  :tables {}", rules.name))?;
        }
        Ok(())
    }

    pub(super) fn info(&self, session: &mut Session, rest: &str) -> Result<(), AppError> {
        let console = self.console;
        if rest.is_empty() {
            return self
                .refuse("`:info` needs a name", "for example `:info kh` or `:info dungeon_turn.hazard`");
        }
        let Some(named) = session.lookup().describe(rest) else {
            let names = session.inspect().names();
            let help = match crate::session::near(&names, rest) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "`:tables` lists tables, `:help` topics".to_owned(),
            };
            return self.refuse(format!("`{}` is not defined here", clean_line(rest)), &help);
        };
        let source = named.source(session.sources()).map(str::to_owned);
        let changes = named.changed_by(session.program(), session.sources());
        console.print(&library::description(&named, source.as_deref(), &changes, console.out()))?;
        if named.what == What::Value
            && let Some(value) = session.inspect().value_of(&named)
        {
            console.line(&format!("\n  = {}", clean(&unbold(&session.show(&value)))))?;
        }
        Ok(())
    }

    pub(super) fn load_file(&mut self, session: &mut Session, rest: &str) -> Result<(), AppError> {
        let name = rest.trim_matches('"');
        if name.is_empty() {
            return self.refuse("`:load` needs a file", "for example `:load moor.tw`");
        }
        let number = session.next_number();
        if self.load_and_keep(session, PathBuf::from(name), Some(number))? {
            self.console.line(&format!("loaded {}", clean_line(name)))?;
            for line in session.inspect().loaded_tables() {
                self.console.line(&format!("  {}", clean_line(&line)))?;
            }
            for line in session.not_rolled(Path::new(name)) {
                let line = format!("  not read: {}", clean_line(&line));
                self.console.line(&hanging(&line, self.console.out().width))?;
            }
        }
        Ok(())
    }

    pub(super) fn reload(&mut self, session: &mut Session) -> Result<(), AppError> {
        if self.files.is_empty() {
            return self.refuse("no file was loaded", "load one with `:load moor.tw`");
        }
        let mut log = Vec::new();
        if replay::reload(session, self.campaign.as_mut(), &mut log, self.console)? {
            self.log.extend(log);
            let count = self.files.len();
            let files = if count == 1 { "file" } else { "files" };
            self.console.line(&format!("reloaded {count} {files}"))?;
        }
        Ok(())
    }

    fn history(&self, session: &Session, rest: &str) -> Result<(), AppError> {
        for (number, text) in session.entries().filter(|(_, text)| text.contains(rest)) {
            let number = self.console.out().tint(Tint::Dim, format!("{number:>4}"));
            let text = clean(text).replace('\n', "\n      ");
            self.console.line(&format!("{number}  {text}"))?;
        }
        Ok(())
    }

    fn edit(&mut self, session: &mut Session, rest: &str) -> Result<(), AppError> {
        let Some(editor) = editors::find() else {
            return self.refuse("there is no editor", "set the variable EDITOR, for example to `nano`");
        };
        let name = rest.trim_matches('"');
        let last = self.faulty_entry(session);
        let last = last.or_else(|| session.entries().next_back().map(|(_, text)| text.to_owned()));
        let last = last.unwrap_or_default();
        // Removed when it is let go.
        let entry = match name.is_empty().then(|| files::for_a_moment("tw-entry-", &last)).transpose() {
            Ok(entry) => entry,
            Err(error) => {
                self.console.complain(&error);
                return Ok(());
            }
        };
        let path = entry.as_ref().map_or(Path::new(name), |entry| entry);
        let mut words = editor.split_whitespace();
        let program = words.next().unwrap_or("vi");
        let ran = std::process::Command::new(program).args(words).arg(path).status();
        if !ran.as_ref().is_ok_and(std::process::ExitStatus::success) {
            return self.refuse(
                format!("the editor `{}` failed", clean_line(&editor)),
                "the variable EDITOR names the editor to use",
            );
        }
        if !name.is_empty() {
            return self.load_file(session, name);
        }
        let text = match files::read_text(path, session.limits()) {
            Ok(text) => text,
            Err(error) => {
                self.console.complain(&error);
                return Ok(());
            }
        };
        if text.trim().is_empty() { Ok(()) } else { self.enter(session, text.trim_end()) }
    }

    fn export(&self, session: &mut Session, rest: &str) -> Result<(), AppError> {
        if let Some(done) = self.export_record(session, rest) {
            return done;
        }
        let (name, form) = rest.rsplit_once(' ').unwrap_or((rest, "markdown"));
        let Some(form) = Form::named(form.trim()) else {
            let forms: Vec<&str> = Form::ALL.iter().map(|(name, _)| *name).collect();
            return self.refuse(format!("there is no format `{}`", clean_line(form)), &forms.join(", "));
        };
        match library::export_table(session, name.trim(), form) {
            Ok(carried) => exchange::give(&carried, self.console).map(drop),
            Err(near) => {
                let help = near.map_or_else(
                    || "`:tables` lists them".to_owned(),
                    |near| format!("did you mean `{near}`?"),
                );
                self.refuse(format!("there is no table `{}`", clean_line(name)), &help)
            }
        }
    }
}

/// Whether a command that looks back finds what it needs in what was done since the snapshot.
fn in_reach(command: Command, rest: &str, session: &Session) -> bool {
    let (back, forth) = session.way_back();
    match command {
        Command::Undo if rest.is_empty() => back > 0,
        Command::Undo => rest.parse::<usize>().is_ok_and(|count| count <= back),
        Command::Redo => forth,
        Command::Reroll => back > 0,
        Command::Export => rest.starts_with("state"),
        _ => false,
    }
}
