//! Starting a session from the command line: limits, seed, files, house rules.

use std::borrow::Cow;
use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use signal_hook::consts::SIGINT;
use signal_hook::flag::{register, register_conditional_shutdown};

use super::args::{LuckArgs, ReportFormat};
use super::input::{is_stdin, read_text};
use crate::base::{Sources, Span, stop};
use crate::diag::{Diagnostic, Severity};
use crate::front::app::{AppError, Exit};
use crate::front::console::Console;
use crate::front::render::{Tint, clean_line, json, report};
use crate::front::watch;
use crate::modules::{LoadError, Origin, SourceText};
use crate::session::{AtTable, EntryOutcome, Reply, RollSeed, Session, read_dice};
use crate::syntax::brought::translate;

/// More pictures than this help nobody.
const MOST_PICTURES: usize = 50;

/// A seed that nobody chose.
pub(crate) fn fresh_seed() -> RollSeed {
    // The standard library keys its hash maps from the system's randomness.
    let word = || std::hash::RandomState::new().build_hasher().finish();
    let mut seed = word();
    // Small seeds are those that people choose.
    while u32::try_from(seed).is_ok() {
        seed = word();
    }
    RollSeed::new(seed)
}

/// The seed that was given, or a fresh one.
///
/// # Errors
/// The text is no seed.
pub(crate) fn seed_of(given: Option<&str>) -> Result<RollSeed, AppError> {
    let Some(text) = given else { return Ok(fresh_seed()) };
    text.parse().map_err(|error| AppError::usage(format!("`{text}` is not a seed"), format!("{error}")))
}

/// A session with the limits in force, which finds the user's own rule-sets.
pub(crate) fn plain_session(seed: RollSeed, console: &Console) -> Session {
    let mut session = Session::with_limits(seed, console.limits.clone());
    if let Some(folder) = &console.rules {
        session.set_user_folder(folder.clone());
    }
    session
}

/// A session with the limits in force and luck as it was asked for. Ctrl-C stops what it runs.
///
/// # Errors
/// The seed or the dice make no sense.
pub(crate) fn session(luck: &LuckArgs, console: &Console) -> Result<Session, AppError> {
    let (session, _) = interruptible_session(luck, console)?;
    let _ = ends_by_interrupt();
    Ok(session)
}

/// The same, with the flag that Ctrl-C sets.
///
/// # Errors
/// As [`session`].
pub(crate) fn interruptible_session(
    luck: &LuckArgs,
    console: &Console,
) -> Result<(Session, Arc<AtomicBool>), AppError> {
    let mut session = plain_session(seed_of(luck.seed.as_deref())?, console);
    if gives_dice(luck) {
        give_dice(&mut session, luck)?;
    }
    let flag = interrupt_flag();
    session.set_interrupt(Arc::clone(&flag));
    Ok((session, flag))
}

/// Lets the faces of the command line come up, and no others.
///
/// # Errors
/// They make no sense.
pub(crate) fn give_dice(session: &mut Session, luck: &LuckArgs) -> Result<(), AppError> {
    let dice = read_dice(&luck.dice.join(",")).map_err(|word| {
        AppError::usage(format!("`{word}` is not a face of a die"), "give faces as numbers: `--dice 5,4,2`")
    })?;
    if dice.is_empty() {
        return Err(AppError::usage("`--dice` names no faces", "give faces as numbers: `--dice 5,4,2`"));
    }
    session.set_dice(dice, true);
    Ok(())
}

/// Whether faces are given on the command line.
pub(crate) fn gives_dice(luck: &LuckArgs) -> bool {
    !luck.dice.is_empty() && !asks_dice(luck)
}

/// Whether a person rolls the dice: `--dice ask`.
pub(crate) fn asks_dice(luck: &LuckArgs) -> bool {
    matches!(luck.dice.as_slice(), [word] if word.trim() == "ask")
}

/// Who does what at the table, as the command line says.
pub(crate) fn table_of(luck: &LuckArgs) -> AtTable {
    AtTable { dice: asks_dice(luck), ..AtTable::default() }
}

/// The flag that Ctrl-C sets, one for all that the process does; a second Ctrl-C ends the process.
pub(crate) fn interrupt_flag() -> Arc<AtomicBool> {
    let register_both = || {
        let flag = Arc::new(AtomicBool::new(false));
        // Where the system has no such signal, nothing can be interrupted.
        let _ = register_conditional_shutdown(SIGINT, i32::from(Exit::Interrupted.code()), Arc::clone(&flag));
        let _ = register(SIGINT, Arc::clone(&flag));
        flag
    };
    Arc::clone(INTERRUPT.get_or_init(register_both))
}

/// The same, for a command that is over when it is set: by Ctrl-C, or because its time is over.
pub(crate) fn ends_by_interrupt() -> Arc<AtomicBool> {
    let flag = interrupt_flag();
    watch::end_by(&flag);
    flag
}

/// Whether a command was asked to stop.
pub(crate) fn was_interrupted() -> bool {
    INTERRUPT.get().is_some_and(|flag| stop::is_set(flag))
}

static INTERRUPT: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// What is wrong with getting a source, as an error of the program.
pub(crate) fn load_error(error: &LoadError) -> AppError {
    match error {
        LoadError::Missing { path, near } => AppError::NoFile {
            path: path.clone(),
            help: near.as_ref().map_or_else(
                || "paths are taken from the folder you are in".to_owned(),
                |near| format!("did you mean `{near}`?"),
            ),
        },
        LoadError::Limit { .. } => AppError::Unusable { what: format!("{error} ({})", error.code().id) },
        other => AppError::Unusable { what: other.to_string() },
    }
}

/// Loads a started file, or standard input for `-`.
///
/// # Errors
/// It is missing or cannot be read.
pub(crate) fn load(
    session: &mut Session,
    path: &Path,
    console: &Console,
) -> Result<Vec<Diagnostic>, AppError> {
    if is_stdin(path) {
        let text = read_text(path, console)?;
        let origin = Origin::Session("<stdin>".into());
        return Ok(session.load_text(SourceText { name: "<stdin>".into(), text: text.into(), origin }));
    }
    session.load(path).map_err(|error| load_error(&error))
}

/// The same, but of a Markdown note all that is sound.
///
/// # Errors
/// As [`load`].
pub(crate) fn load_sound(
    session: &mut Session,
    path: &Path,
    console: &Console,
) -> Result<Vec<Diagnostic>, AppError> {
    if is_stdin(path) {
        return load(session, path, console);
    }
    session.load_sound(path).map_err(|error| load_error(&error))
}

/// Loads files for their rules and what their tops set up, and puts house rules in force. `Ok(false)` where a source is at
/// fault; its reports have been shown.
///
/// # Errors
/// A file cannot be had, or a house rule makes no sense.
pub(crate) fn prepare(
    session: &mut Session,
    files: &[PathBuf],
    set: &[String],
    console: &Console,
) -> Result<bool, AppError> {
    for file in files {
        let reports = load_sound(session, file, console)?;
        if reports.iter().any(Diagnostic::is_error) {
            show_reports(&reports, session, ReportFormat::Human, console)?;
            return Ok(false);
        }
        mention_warnings(&reports, file, console);
        if !set_up(session, file, console)? {
            return Ok(false);
        }
    }
    set_options(session, set, console)
}

/// Sets up what is in play as the top of a loaded file says, and names what plays a game of its own there. Whether
/// all went well.
///
/// # Errors
/// Standard output fails.
pub(crate) fn set_up(session: &mut Session, file: &Path, console: &Console) -> Result<bool, AppError> {
    let (reply, left_out) = session.set_up();
    let is_done = show_reply(&reply, session, console)?;
    if is_done {
        mention_left_out(&left_out, session, file, console);
    }
    Ok(is_done)
}

/// Who rolls or tests has seen the warnings of a file before, or will want to look at them later.
pub(crate) fn mention_warnings(reports: &[Diagnostic], file: &Path, console: &Console) {
    let count = reports.iter().filter(|report| report.severity == Severity::Warning).count();
    if count == 0 || console.quiet {
        return;
    }
    let shown = file.display().to_string();
    let (name, warnings) = (clean_line(&shown), if count == 1 { "warning" } else { "warnings" });
    let text = format!("{name}: {count} {warnings}; `tw check {name}` shows what to fix");
    console.remark(&format!("{}\n", console.err().tint(Tint::Dim, text)));
}

/// What plays at the top of a file is not played by who asks for something else: it is named, so that nobody
/// takes its effects for granted.
fn mention_left_out(left_out: &[Span], session: &Session, file: &Path, console: &Console) {
    let line =
        |span: &Span| session.sources().get(span.source).map(|source| source.line_col(span.start).line);
    let mut lines: Vec<u32> = left_out.iter().filter_map(line).collect();
    lines.dedup();
    let (Some((last, rest)), false) = (lines.split_last(), console.quiet) else { return };
    let numbers: Vec<String> = rest.iter().map(ToString::to_string).collect();
    let which = if rest.is_empty() {
        format!("line {last} is")
    } else {
        format!("lines {} and {last} are", numbers.join(", "))
    };
    let name = file.display().to_string();
    let name = clean_line(&name);
    let text = format!("{name}: {which} not played here; `tw run {name}` plays all of it");
    console.remark(&format!("{}\n", console.err().tint(Tint::Dim, text)));
}

/// Puts house rules in force: `dungeon_turn.quiet_turns=3`.
///
/// # Errors
/// A text is no `option=value`.
pub(crate) fn set_options(
    session: &mut Session,
    set: &[String],
    console: &Console,
) -> Result<bool, AppError> {
    for pair in set {
        let Some((name, value)) = pair.split_once('=') else {
            let help = "write it as `--set dungeon_turn.quiet_turns=3`";
            return Err(AppError::usage(format!("`{pair}` is not a house rule"), help));
        };
        let reports = session.set_option(name.trim(), value.trim());
        show_reports(&reports, session, ReportFormat::Human, console)?;
        if reports.iter().any(Diagnostic::is_error) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Shows reports: pictures on standard error, lines and JSON as a result. A command that gives its result as JSON
/// gives a mistake so, too, besides its picture.
///
/// # Errors
/// Standard output fails.
pub(crate) fn show_reports(
    reports: &[Diagnostic],
    session: &Session,
    format: ReportFormat,
    console: &Console,
) -> Result<(), AppError> {
    let sources = session.sources();
    let wanted = reports.iter().filter(|report| match report.severity {
        Severity::Error => true,
        Severity::Warning => !console.quiet,
        Severity::Note => !console.quiet && console.is_news(report.code),
    });
    let mut pictures = Pictures::new(console);
    for one in wanted {
        match format {
            ReportFormat::Human => {
                if one.is_error() && console.gives_mistakes_as_json() {
                    console.json(&json::diagnostic(one, sources))?;
                }
                pictures.show(one, sources);
            }
            ReportFormat::Short => console.line(&report::short(one, sources))?,
            ReportFormat::Json => console.json(&json::diagnostic(one, sources))?,
        }
    }
    pictures.end("`tw check --format short` lists all of them");
    Ok(())
}

/// Draws reports on standard error, as many as help; of the others it says how many there are.
pub(crate) struct Pictures<'a> {
    console: &'a Console,
    shown: usize,
    left: usize,
}

impl<'a> Pictures<'a> {
    /// None yet.
    pub(crate) fn new(console: &'a Console) -> Pictures<'a> {
        Pictures { console, shown: 0, left: 0 }
    }

    /// Draws a report, or counts it.
    pub(crate) fn show(&mut self, report: &Diagnostic, sources: &Sources) {
        if self.shown >= MOST_PICTURES {
            self.left += 1;
            return;
        }
        self.shown += 1;
        self.console.remark(&format!("{}\n", report::picture(report, sources, self.console.err())));
    }

    /// Says how many were not drawn, and where all of them are to be had.
    pub(crate) fn end(self, all: &str) {
        match self.left {
            0 => {}
            1 => self.console.remark(&format!("1 more report; {all}\n")),
            left => self.console.remark(&format!("{left} more reports; {all}\n")),
        }
    }
}

/// Shows the reports of a reply and, for a prompt without an answer, names it. Whether all was done.
///
/// # Errors
/// Standard output fails.
pub(crate) fn show_reply(reply: &Reply, session: &Session, console: &Console) -> Result<bool, AppError> {
    show_reports(&reply.reports, session, ReportFormat::Human, console)?;
    if let EntryOutcome::Asks(request) = &reply.outcome {
        console.remark(&super::prompt::needed(request, session, console.is_session(), console.err()));
    }
    Ok(reply.is_done())
}

/// The exit code of a reply.
pub(crate) fn exit_of(reply: &Reply) -> Exit {
    match reply.outcome {
        EntryOutcome::Done => Exit::Done,
        EntryOutcome::Faulty => Exit::Fault,
        EntryOutcome::Limit => Exit::Limit,
        EntryOutcome::Asks(_) => Exit::InputNeeded,
        EntryOutcome::Interrupted => Exit::Interrupted,
    }
}

/// Several arguments that are one expression between them: `tw roll 2d6 + 3`, `tw adv d20`, `tw 4d6 drop lowest`.
pub(crate) fn joined<'a>(exprs: &'a [String], session: &Session) -> Vec<Cow<'a, str>> {
    let whole = exprs.join(" ");
    let is_apart = || exprs.iter().all(|expr| session.meaning().is_sound(expr));
    // What may be several things is asked about as a whole, before anything of it is rolled.
    let is_one = || session.meaning().sound_meaning(&whole).is_some() || translate(&whole).is_some();
    if exprs.len() > 1 && !is_apart() && is_one() {
        return vec![Cow::Owned(whole)];
    }
    exprs.iter().map(|expr| Cow::Borrowed(expr.as_str())).collect()
}

/// Says from which seed dice were rolled.
pub(crate) fn say_seed(seed: RollSeed, console: &Console) {
    if !console.quiet {
        console.remark(&format!("{}\n", console.err().tint(Tint::Dim, format!("seed {seed}"))));
    }
}
