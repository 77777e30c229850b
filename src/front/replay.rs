//! Taking up a campaign again: everything in its journal is done once more.

use std::path::{Path, PathBuf};

use super::app::AppError;
use super::campaign::{Campaign, FoundSnapshots};
use super::cli::args::{LuckArgs, ReportFormat};
use super::cli::start::{give_dice, gives_dice, load_error, seed_of, show_reports};
use super::console::Console;
use super::journal::Beginning;
use super::progress::Meter;
use super::record::JournalRecord;
use super::render::report::short;
use super::render::{Tint, clean_line};
use super::snapshot::Snapshot;
use super::sources::{self, Store};
use crate::base::SharedMap;
use crate::diag::Diagnostic;
use crate::engine::{Event, EventKind, Log, When};
use crate::session::{GivenAnswers, Inputs, Reply, Session, Standing, read_dice};

/// A campaign that goes on.
pub(crate) struct Taken {
    /// Its journal.
    pub campaign: Campaign,
    /// Whether nothing has been done in it yet.
    pub fresh: bool,
    /// The files that it has loaded.
    pub files: Vec<PathBuf>,
    /// Whether the statements of its started file have run.
    pub started: bool,
    /// What happened in it.
    pub log: Vec<Event>,
    /// What was answered, by the numbers of entries; 0 is the file's own statements.
    pub inputs: Answered,
    /// Whether the last file was loaded, and it did not come to giving its names their values.
    pub undefined: bool,
    /// The entry that this file is, where it is one.
    pub loading: Option<Loading>,
    /// Whether the log and the way back are all there. Where the session came from a snapshot, they reach
    /// back to that.
    pub whole: bool,
}

/// What was answered, by the numbers of entries.
pub(crate) type Answered = Vec<(u32, Inputs)>;

/// Opens a campaign and goes on where it stands: from its snapshot, and then by doing again what came
/// after that. The session comes with nothing loaded. Whoever names files begins a campaign with them in which
/// nothing was played yet. Luck that is asked for besides the campaign's own
/// is new luck in it.
///
/// # Errors
/// The campaign cannot be opened, or something in it no longer works.
pub(crate) fn open(
    folder: &Path,
    repair: bool,
    with_files: bool,
    luck: &LuckArgs,
    session: &mut Session,
    console: &Console,
) -> Result<Taken, AppError> {
    let seed = session.seed().to_string();
    let begins = Beginning { seed: &seed, asked: luck.seed.is_some(), with_files };
    let (mut campaign, records) = Campaign::open(folder, begins, repair)?;
    // Dice of the command line are for what is done now, not for what was done then.
    session.set_dice(Vec::new(), false);
    let FoundSnapshots { chosen, mut aside, ahead } = campaign.snapshots();
    if let Some((path, snapshot)) = ahead.first().filter(|_| !repair) {
        return Err(campaign.cut_short(path, snapshot));
    }
    let mut whole = true;
    let mut done = Replayed::default();
    if let Some(snapshot) = chosen {
        match from_snapshot(&mut campaign, &snapshot, &records, session) {
            Ok((there, gathered)) => (*session, done, whole) = (there, gathered, false),
            Err(why) => aside = why,
        }
    }
    if whole {
        done = all_again(&mut campaign, &records, folder, session, console)?;
    }
    let caught_up = catch_up(&mut campaign, &ahead, session, &mut done)?;
    session.keep_texts(SharedMap::default());
    if let Some(why) = aside.filter(|_| !console.quiet) {
        let done = if whole { "all that the journal has was" } else { "a little more was" };
        console.remark(&format!("the snapshot is ignored: {why}; {done} replayed\n"));
    }
    say_changes(&campaign, &records, session, console);
    if let Some(repaired) = &campaign.repaired {
        console.remark(&format!("{}\n", clean_line(&repaired.told())));
    }
    if let Some(told) = caught_up {
        console.remark(&format!("{}\n", clean_line(&told)));
    }
    if records.len() > 1 && !console.quiet {
        console.remark(&format!("the campaign in {} goes on\n", clean_line(&folder.to_string_lossy())));
    }
    new_luck(&mut campaign, luck, &records, session, console)?;
    let started = records.iter().any(|record| {
        matches!(record, JournalRecord::Main { .. } | JournalRecord::Define | JournalRecord::SetUp)
    });
    let last = records.iter().rev().find(|record| !matches!(record, JournalRecord::Texts { .. }));
    let undefined = matches!(last, Some(JournalRecord::Load { .. }));
    let fresh = records.len() <= 1;
    Ok(Taken {
        campaign,
        fresh,
        files: done.files,
        started,
        undefined,
        loading: done.loading,
        log: done.log,
        inputs: done.inputs,
        whole,
    })
}

/// A session in which everything has been done again.
///
/// # Errors
/// Something no longer works.
fn all_again(
    campaign: &mut Campaign,
    records: &[JournalRecord],
    folder: &Path,
    session: &mut Session,
    console: &Console,
) -> Result<Replayed, AppError> {
    let mut done = Replayed::default();
    let meter = Meter::of_journal(records.len(), console);
    campaign.sources = Store::new(folder);
    for (number, record) in (1..).zip(records) {
        meter.are_done(1);
        if let JournalRecord::Texts { texts } = record {
            session.keep_texts(campaign.sources.read(texts)?);
            continue;
        }
        done.again(session, record).map_err(|why| AppError::Saved {
            what: format!("line {number} of the journal in `{}` no longer works: {why}", folder.display()),
            help: "another Tablewright may have written it; start a campaign in another folder".to_owned(),
        })?;
    }
    Ok(done)
}

/// A session that goes on from a snapshot, and what was gathered since. Where it does not: why, if that
/// is to be said. What was taken back or done again from before the snapshot needs all that came before.
fn from_snapshot(
    campaign: &mut Campaign,
    snapshot: &Snapshot,
    records: &[JournalRecord],
    session: &Session,
) -> Result<(Session, Replayed), Option<String>> {
    let since = records.get(snapshot.records..).unwrap_or_default();
    let mut there = session.renewed();
    let read = campaign.sources.read(&snapshot.texts);
    there.keep_texts(read.map_err(|error| Some(error.to_string()))?);
    there.stand_at(&snapshot.image).map_err(Some)?;
    let mut done = Replayed { files: snapshot.files.clone(), ..Replayed::default() };
    for record in since {
        let (back, forth) = there.way_back();
        let in_reach = match record {
            JournalRecord::Undo { count } => *count <= back,
            JournalRecord::Reroll { .. } => back > 0,
            JournalRecord::Redo => forth,
            _ => true,
        };
        if !in_reach {
            return Err(None);
        }
        if let JournalRecord::Texts { texts } = record {
            let read = campaign.sources.read(texts);
            there.keep_texts(read.map_err(|error| Some(error.to_string()))?);
            continue;
        }
        done.again(&mut there, record).map_err(Some)?;
    }
    Ok((there, done))
}

/// Takes the state from a snapshot that was made after more records than the journal has, as an entry that can
/// be taken back, and puts those snapshots aside. What is to be said of it, if there are any.
///
/// # Errors
/// It cannot be written.
fn catch_up(
    campaign: &mut Campaign,
    ahead: &[(PathBuf, Snapshot)],
    session: &mut Session,
    done: &mut Replayed,
) -> Result<Option<String>, AppError> {
    let Some((path, snapshot)) = ahead.first() else { return Ok(None) };
    let taken = match state_of(campaign, snapshot, session) {
        Ok(state) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let record = JournalRecord::Import { number: snapshot.image.next, name, state };
            match done.again(session, &record) {
                Ok(()) => campaign.add(&record).map(|()| None)?,
                Err(why) => Some(why),
            }
        }
        Err(why) => Some(why),
    };
    let aside = ahead.iter().map(|(path, _)| campaign.put_aside(path)).collect::<Result<Vec<_>, _>>()?;
    let (count, aside) = (snapshot.records, aside.first().unwrap_or(path).display());
    Ok(Some(match taken {
        None => format!(
            "the journal is cut short: the state is taken from the snapshot after {count} records, and `:undo` goes \
             back to what the journal has; `{aside}` is the snapshot"
        ),
        Some(why) => format!(
            "the journal is cut short, and the state of the snapshot after {count} records does not fit what it \
             has: {why}; `{aside}` is the snapshot"
        ),
    }))
}

/// The state that a snapshot holds, written down.
fn state_of(campaign: &mut Campaign, snapshot: &Snapshot, session: &Session) -> Result<String, String> {
    let mut there = session.renewed();
    there.keep_texts(campaign.sources.read(&snapshot.texts).map_err(|error| error.to_string())?);
    there.stand_at(&snapshot.image)?;
    Ok(there.export_state())
}

/// The whole of a campaign, for those who look back further than a snapshot reaches.
///
/// # Errors
/// The journal cannot be read, or something in it no longer works.
pub(crate) fn look_back(
    campaign: &mut Campaign,
    session: &mut Session,
    console: &Console,
) -> Result<(Vec<Event>, Answered), AppError> {
    let records = campaign.records()?;
    let mut fresh = session.renewed();
    let folder = campaign.folder().to_path_buf();
    let done = all_again(campaign, &records, &folder, &mut fresh, console)?;
    fresh.keep_texts(SharedMap::default());
    *session = fresh;
    Ok((done.log, done.inputs))
}

/// Puts the luck in force that the command line asks for; dice that it gave another time are gone.
fn new_luck(
    campaign: &mut Campaign,
    luck: &LuckArgs,
    records: &[JournalRecord],
    session: &mut Session,
    console: &Console,
) -> Result<(), AppError> {
    let waits = campaign.waiting().is_some();
    let is_new = records.len() == 1;
    let begun = records.first().and_then(|record| match record {
        JournalRecord::Begin { seed, .. } => Some(seed.clone()),
        _ => None,
    });
    if let (Some(text), false) = (luck.seed.as_deref(), is_new) {
        let seed = seed_of(Some(text))?;
        // Whoever repeats the command that began it does not ask for the same dice once more.
        if begun == Some(seed.to_string()) {
            console
                .remark(&format!("the dice go on from where they were; `:seed {seed}` starts them again\n"));
        } else {
            campaign.add(&JournalRecord::Seed { seed: seed.to_string() })?;
            session.set_seed(seed);
        }
    }
    let (left, only) = session.given_dice();
    if !gives_dice(luck) {
        if only && !waits {
            campaign.add(&JournalRecord::Dice { dice: String::new(), only: false })?;
            session.set_dice(Vec::new(), false);
        }
        return Ok(());
    }
    give_dice(session, luck)?;
    if waits && session.given_dice() == (left, true) {
        return Ok(());
    }
    if waits {
        let help = "give the same `--dice` as before, or answer at a terminal and type `:dice 5, 4` there";
        return Err(AppError::usage("a question is waiting, with the dice that were given", help));
    }
    campaign.add(&JournalRecord::Dice { dice: luck.dice.join(","), only: true })
}

/// Says what is not as it was: files, the program, and a record that was torn off.
fn say_changes(campaign: &Campaign, records: &[JournalRecord], session: &Session, console: &Console) {
    let warn = |what: String| {
        let warning = console.err().tint(Tint::Warning, "warning");
        console.remark(&format!("{warning}: {}\n", clean_line(&what)));
    };
    let played = "the campaign goes on with the files as they were";
    for (place, text) in session.texts_read() {
        let name = shown(place);
        match sources::now(place) {
            Some(now) if now == **text => {}
            Some(_) => warn(format!("`{name}` has changed: {played}, and `:reload` takes what it is now")),
            None => warn(format!("`{name}` is gone: {played}")),
        }
    }
    if let Some(JournalRecord::Begin { program, .. }) = records.first()
        && program != env!("CARGO_PKG_VERSION")
    {
        warn(format!("the campaign was begun by Tablewright {program}"));
    }
    if campaign.torn {
        warn("the last record is incomplete; its command had no reply yet and was not run".to_owned());
    }
}

/// An entry that loads a file: its number, how everything was before, and what it is called.
pub(crate) struct Loading(u32, Standing, String);

impl Loading {
    /// The file was set up.
    pub(crate) fn done(self, session: &mut Session) {
        let Loading(number, before, text) = self;
        session.number_next(number);
        session.note_loaded(before, &text);
    }
}

/// What doing it again has gathered.
#[derive(Default)]
struct Replayed {
    files: Vec<PathBuf>,
    /// A file that is loaded and not set up yet.
    loading: Option<Loading>,
    log: Vec<Event>,
    inputs: Answered,
}

impl Replayed {
    fn again(&mut self, session: &mut Session, record: &JournalRecord) -> Result<(), String> {
        match record {
            JournalRecord::Main { answers } => self.inputs.push((0, answers.clone())),
            JournalRecord::Enter { number, answers, .. }
            | JournalRecord::Change { number, answers, .. }
            | JournalRecord::Apply { number, answers, .. }
            | JournalRecord::Reroll { number, answers } => self.inputs.push((*number, answers.clone())),
            _ => {}
        }
        let seed = |text: &str| seed_of(Some(text)).map_err(|error| error.to_string());
        match record {
            JournalRecord::Begin { seed: text, .. } => session.set_seed(seed(text)?),
            JournalRecord::Seed { seed: text } => session.set_seed(seed(text)?),
            JournalRecord::Load { path, number } => {
                self.loading = number.map(|number| Loading(number, session.standing(), loaded_text(path)));
                load(session, path)?;
                self.files.push(path.clone());
            }
            JournalRecord::Define => done(&session.run_definitions(), session)?,
            JournalRecord::SetUp => {
                done(&session.set_up().0, session)?;
                self.loading.take().into_iter().for_each(|loading| loading.done(session));
            }
            JournalRecord::Main { answers } => {
                let reply = session.run_main(&mut given(answers), &mut self.log);
                done(&reply, session)?;
            }
            JournalRecord::Enter { number, text, answers } => {
                session.number_next(*number);
                let reply = session.submit_to(text, &mut given(answers), &mut self.log);
                done(&reply, session)?;
            }
            JournalRecord::Change { number, text, answers } => {
                session.number_next(*number);
                let reply = session.change_to(text, &mut given(answers), &mut self.log);
                done(&reply, session)?;
            }
            JournalRecord::Apply { number, at, answers } => {
                session.number_next(*number);
                let reply = session.apply_deferred(*at, &mut given(answers), &mut self.log);
                done(&reply, session)?;
            }
            // Nothing of it is done yet, or nothing is to be done.
            JournalRecord::Wait { .. } | JournalRecord::Texts { .. } => {}
            JournalRecord::Number { next } => session.number_next(*next),
            JournalRecord::Reroll { number, answers } => {
                session.number_next(*number);
                match session.reroll(&mut given(answers), &mut self.log) {
                    Some((_, reply)) => done(&reply, session)?,
                    None => return Err("there is nothing to roll again".to_owned()),
                }
            }
            JournalRecord::Undo { count } => {
                for (text, events) in session.undo_entries(*count) {
                    self.log.push(mark(session, "undo", text, events));
                }
            }
            JournalRecord::Redo => {
                if let Some(text) = session.redo() {
                    self.log.push(mark(session, "redo", text.to_string(), 0));
                }
            }
            JournalRecord::Dice { dice, only } => {
                session.set_dice(read_dice(dice).map_err(|word| format!("`{word}` is no face"))?, *only);
            }
            JournalRecord::Set { name, value } => refuse_errors(&session.set_option(name, value), session)?,
            JournalRecord::Import { number, name, state } => {
                session.number_next(*number);
                let reply = session.import_state(name, state, &mut self.log);
                done(&reply, session)?;
            }
            JournalRecord::Reload => {
                let renewed =
                    session.reload(&mut self.log).map_err(|error| load_error(&error).to_string())?;
                refuse_errors(&renewed.reports, session)?;
            }
        }
        Ok(())
    }
}

/// What an entry is called that loads a file.
pub(crate) fn loaded_text(path: &Path) -> String {
    format!(":load {}", shown(&path.to_string_lossy()))
}

/// Loads everything again from the sources as they are now, and says what could not be kept. Whether all
/// went well; where it did not, nothing has changed.
///
/// # Errors
/// The campaign cannot be written, or standard output fails.
pub(crate) fn reload(
    session: &mut Session,
    campaign: Option<&mut Campaign>,
    log: &mut dyn Log,
    console: &Console,
) -> Result<bool, AppError> {
    let renewed = match session.reload(log) {
        Ok(renewed) => renewed,
        Err(error) => {
            console.complain(&load_error(&error));
            return Ok(false);
        }
    };
    show_reports(&renewed.reports, session, ReportFormat::Human, console)?;
    if !renewed.is_done() {
        console.remark("nothing has changed: the rules are those from before\n");
        return Ok(false);
    }
    if let Some(campaign) = campaign {
        campaign.keep_texts(session)?;
        campaign.add(&JournalRecord::Reload)?;
    }
    for lost in &renewed.lost {
        console.line(&format!("not kept: {}", clean_line(lost)))?;
    }
    Ok(true)
}

/// A place as it is shown: from this folder on.
fn shown(place: &str) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    Path::new(place).strip_prefix(&here).map_or(place.to_owned(), |path| path.to_string_lossy().into_owned())
}

/// The mark in the log of what was taken back or done again.
pub(crate) fn mark(session: &Session, what: &'static str, text: String, events: usize) -> Event {
    let at = When { turn: session.inspect().turns(), clocks: session.inspect().state().clocks.clone() };
    Event { kind: EventKind::Undo { what, text, events }, span: None, within: std::sync::Arc::from([]), at }
}

fn load(session: &mut Session, path: &Path) -> Result<(), String> {
    // Named as it was typed where that was in this folder, so that reports and logs are the same.
    let here = std::env::current_dir().unwrap_or_default();
    let path = path.strip_prefix(&here).unwrap_or(path);
    let reports = session.load_sound(path).map_err(|error| load_error(&error).to_string())?;
    refuse_errors(&reports, session)
}

fn given(answers: &Inputs) -> GivenAnswers<'static> {
    let mut given = GivenAnswers::new();
    given.begin_with(answers, false);
    given
}

fn done(reply: &Reply, session: &Session) -> Result<(), String> {
    refuse_errors(&reply.reports, session)?;
    if reply.is_done() { Ok(()) } else { Err("it does not come to its end".to_owned()) }
}

fn refuse_errors(reports: &[Diagnostic], session: &Session) -> Result<(), String> {
    match reports.iter().find(|report| report.is_error()) {
        Some(report) => Err(short(report, session.sources())),
        None => Ok(()),
    }
}
