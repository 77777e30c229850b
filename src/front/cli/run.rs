//! `tw run`, and `tw` with a script on standard input.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::answering::{Beforehand, warn_dice_left};
use super::args::{ReplArgs, RunArgs, RunFormat};
use super::input::{is_stdin, read_text};
use super::log::JsonLog;
use super::prompt::write_answers;
use super::start::{
    exit_of, give_dice, gives_dice, load, prepare, say_seed, session, set_options, set_up, show_reply,
    show_reports, table_of,
};
use crate::base::Source;
use crate::diag::Diagnostic;
use crate::engine::{Log, NoLog, When};
use crate::front::apart::{Output, keep_apart};
use crate::front::app::{AppError, Exit};
use crate::front::campaign::{self, Campaign};
use crate::front::console::Console;
use crate::front::door;
use crate::front::files::{self, Links};
use crate::front::places::campaign_path;
use crate::front::record::{JournalRecord, Waiting};
use crate::front::render::events::Detail;
use crate::front::render::markdown::unbold;
use crate::front::render::report::short;
use crate::front::render::teller::ReportForm;
use crate::front::render::{Tint, clean, clean_line};
use crate::front::repl::LOOKS;
use crate::front::replay;
use crate::front::sealed::checksum;
use crate::front::stage::{Keeper, Stage};
use crate::front::states;
use crate::plan::Value;
use crate::session::{
    AtTable, EntryOutcome, GivenAnswers, Inputs, Named, Person, Reply, Session, What, near,
};

/// What is run, and where it is kept.
struct Game<'a> {
    args: &'a RunArgs,
    session: Session,
    campaign: Option<Campaign>,
    /// The files that are loaded.
    files: Vec<PathBuf>,
    /// What is run, as a campaign keeps it.
    of: JournalRecord,
    /// What it was answered before.
    before: Inputs,
}

/// `tw run FILE [PROCEDURE]`.
pub(crate) fn run(args: &RunArgs, console: &Console) -> Result<Exit, AppError> {
    console.give_mistakes_as_json(args.json || args.format == RunFormat::Json);
    let mut session = session(&args.luck, console)?;
    if args.save.is_some() && is_stdin(&args.file) {
        return Err(AppError::usage(
            "a campaign needs a file",
            "write the script to a file: standard input is gone afterwards",
        ));
    }
    let file = campaign_path(&args.file);
    keep_outputs_apart(args, &session)?;
    let mut taken = match &args.save {
        Some(folder) => Some(replay::open(folder, args.repair, true, &args.luck, &mut session, console)?),
        None => None,
    };
    let is_new = !taken.as_ref().is_some_and(|taken| taken.files.contains(&file));
    if is_new {
        let reports = load(&mut session, &args.file, console)?;
        show_reports(&reports, &session, super::args::ReportFormat::Human, console)?;
        if reports.iter().any(Diagnostic::is_error) {
            return Ok(exit_of_reports(&reports));
        }
    }
    // It may use others.
    keep_outputs_apart(args, &session)?;
    if let (Some(taken), true) = (&mut taken, is_new) {
        taken.campaign.keep_texts(&session)?;
        taken.campaign.add(&JournalRecord::Load { path: file.clone(), number: None })?;
        taken.files.push(file);
    }
    if !set_options(&mut session, &args.set, console)? {
        return Ok(Exit::Fault);
    }
    if let Some(taken) = &mut taken {
        for (name, value) in args.set.iter().filter_map(|pair| pair.split_once('=')) {
            let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
            taken.campaign.add(&JournalRecord::Set { name, value })?;
        }
    }
    if let (Some(taken), true) = (&mut taken, args.reload) {
        if taken.campaign.waiting().is_some() && !args.drop_waiting {
            let help = "go on with it without `--reload`, or abandon it with `--drop`";
            return Err(AppError::usage("a question is waiting in this campaign", help));
        }
        if !replay::reload(&mut session, Some(&mut taken.campaign), &mut NoLog, console)? {
            return Ok(Exit::Fault);
        }
    }
    let started = taken.as_ref().is_some_and(|taken| taken.started);
    let (mut campaign, files) = taken.map_or((None, Vec::new()), |taken| (Some(taken.campaign), taken.files));
    let waiting = campaign.as_ref().and_then(|campaign| campaign.waiting().clone());
    if started && args.procedure.is_none() && waiting.is_none() {
        let help = "name a procedure to go on with: `tw run delve.tw dungeon_turn --save campaign`";
        return Err(AppError::usage("the statements of this file have run in this campaign", help));
    }
    let is_main = match &waiting {
        Some((of, _)) if args.procedure.is_none() => matches!(of, JournalRecord::Main { .. }),
        _ => args.procedure.is_none(),
    };
    if !is_main && !define(&mut session, &args.file, campaign.as_mut(), started, console)? {
        return Ok(Exit::Fault);
    }
    if let Some(path) = &args.import_state
        && !import(args, path, &mut session, campaign.as_mut(), &waiting, console)?
    {
        return Ok(Exit::File);
    }
    let (of, before) = what_runs(args, &mut session, waiting)?;
    let game = Game { args, session, campaign, files, of, before };
    match args.format {
        RunFormat::Json => run_json(game, console),
        _ if args.json => run_json(game, console),
        RunFormat::Text => run_shown(game, ReportForm::Plain, console),
        RunFormat::Markdown => run_shown(game, ReportForm::Markdown, console),
    }
}

/// Refuses to write over what this run reads: sources, answers, the campaign. A state may be written where it was
/// read from, since all of it is in play by then.
fn keep_outputs_apart(args: &RunArgs, session: &Session) -> Result<(), AppError> {
    let output = |flag, path: &Option<PathBuf>| path.clone().map(|path| (flag, path));
    let (state, answers) =
        (output("--export-state", &args.export_state), output("--write-answers", &args.write_answers));
    let mut read: Vec<PathBuf> = session.texts_read().keys().map(PathBuf::from).collect();
    read.extend(std::iter::once(&args.file).chain(&args.answering.answers).cloned());
    read.retain(|file| !is_stdin(file));
    read.extend(args.save.iter().flat_map(|folder| campaign::files_in(folder)));
    let outputs: Vec<Output<'_>> =
        state.iter().chain(&answers).map(|(flag, path)| Output { flag, path }).collect();
    keep_apart(&outputs, &read)?;
    match (&answers, &args.import_state) {
        (Some((flag, path)), Some(state)) => {
            keep_apart(&[Output { flag, path }], std::slice::from_ref(state))
        }
        _ => Ok(()),
    }
}

/// Sets up what is in play as the top of the file says, unless that has been done before. Whether all went well.
fn define(
    session: &mut Session,
    file: &Path,
    campaign: Option<&mut Campaign>,
    started: bool,
    console: &Console,
) -> Result<bool, AppError> {
    if started {
        let reply = session.begin();
        return show_reply(&reply, session, console);
    }
    let is_done = set_up(session, file, console)?;
    if let (Some(campaign), true) = (campaign, is_done) {
        campaign.add(&JournalRecord::SetUp)?;
    }
    Ok(is_done)
}

/// Goes on from a state in a file. Whether all of it fits.
fn import(
    args: &RunArgs,
    path: &Path,
    session: &mut Session,
    campaign: Option<&mut Campaign>,
    waiting: &Waiting,
    console: &Console,
) -> Result<bool, AppError> {
    if waiting.is_some() && !args.drop_waiting {
        let help = "go on with it without `--import-state`, or abandon it with `--drop`";
        return Err(AppError::usage("a question is waiting in this campaign", help));
    }
    let (text, name, number) =
        (states::read(path, session.limits())?, states::shown(path), session.next_number());
    let seed = session.seed();
    let reply = session.import_state(&name, &text, &mut NoLog);
    if !show_reply(&reply, session, console)? {
        return Ok(false);
    }
    // Luck that the command line names comes before that of the state.
    if args.luck.seed.is_some() {
        session.set_seed(seed);
    }
    if gives_dice(&args.luck) {
        give_dice(session, &args.luck)?;
    }
    if let Some(campaign) = campaign {
        campaign.add(&JournalRecord::Import { number, name, state: text })?;
        if args.luck.seed.is_some() {
            campaign.add(&JournalRecord::Seed { seed: seed.to_string() })?;
        }
    }
    Ok(true)
}

/// What is to be run, and what it was answered before: what the campaign waits with, or what the command
/// line names.
fn what_runs(
    args: &RunArgs,
    session: &mut Session,
    waiting: Waiting,
) -> Result<(JournalRecord, Inputs), AppError> {
    let waiting = waiting.filter(|_| !args.drop_waiting);
    let Some(procedure) = &args.procedure else {
        return Ok(waiting.unwrap_or((JournalRecord::Main { answers: Inputs::new() }, Inputs::new())));
    };
    if let Some(error) = no_procedure(args, procedure, session) {
        return Err(error);
    }
    let arguments = args.arguments.join(", ");
    let text = if procedure.contains('(') { procedure.clone() } else { format!("{procedure}({arguments})") };
    let wanted = JournalRecord::Enter { number: session.next_number(), text, answers: Inputs::new() };
    match waiting {
        Some((of, inputs)) if of == wanted => Ok((of, inputs)),
        Some((of, inputs)) if !inputs.is_empty() => {
            let what = match of {
                JournalRecord::Enter { text, .. } => format!("`{}`", clean_line(&text)),
                _ => "the file's own statements".to_owned(),
            };
            Err(AppError::usage(
                format!("{what} waits at a question in this campaign, with {} answered", inputs.len()),
                "continue with the same command, or abandon it with `--drop`",
            ))
        }
        _ => Ok((wanted, Inputs::new())),
    }
}

/// Where the command line names something that cannot be run: the procedures that there are.
fn no_procedure(args: &RunArgs, called: &str, session: &mut Session) -> Option<AppError> {
    let name = called.split('(').next().unwrap_or(called).trim();
    // Tables and functions are called like procedures; an option may hold a table.
    let runs = |named: &Named| {
        named.what.is_table()
            || matches!(named.what, What::Procedure | What::Function | What::Option | What::Builtin)
    };
    if session.lookup().describe(name).is_some_and(|named| runs(&named)) {
        return None;
    }
    let mut procedures: Vec<Named> =
        session.inspect().names().into_iter().filter(|named| named.what == What::Procedure).collect();
    // Those of the file itself stand before those of what it uses.
    let own = session.inspect().started();
    procedures.sort_by_key(|named| !own.contains(&named.module));
    let what =
        format!("`{}` has no procedure `{}`", clean_line(&args.file.to_string_lossy()), clean_line(name));
    let alone = |named: &Named| procedures.iter().filter(|other| other.name == named.name).count() == 1;
    let usage = |named: &Named| match own.contains(&named.module) || alone(named) {
        true => named.usage.clone(),
        false => format!("{}.{}", named.module, named.usage),
    };
    let listed = procedures.iter().map(usage).collect::<Vec<_>>().join(", ");
    let help = match (near(&procedures, name), listed.is_empty()) {
        (_, true) => "it has none: `procedure NAME … end` defines one".to_owned(),
        (Some(near), false) => format!("did you mean `{near}`? The procedures are: {listed}"),
        (None, false) => format!("the procedures are: {listed}"),
    };
    Some(AppError::usage(what, help))
}

/// With a transcript; at a terminal, the person there is asked.
fn run_shown(mut game: Game<'_>, form: ReportForm, console: &Console) -> Result<Exit, AppError> {
    let args = game.args;
    let at_terminal = std::io::stdin().is_terminal() && door::err_is_terminal() && !is_stdin(&args.file);
    let seed = game.session.seed();
    let detail = match (console.verbose, console.quiet) {
        (true, _) => Detail::Traced,
        (false, true) => Detail::Said,
        (false, false) => Detail::Told,
    };
    let mut shown = !game.before.is_empty();
    let reply = loop {
        let mut answers = game.answers(shown, console)?;
        let keeper = game.campaign.as_mut().map(|campaign| Keeper { campaign, of: game.of.clone() });
        let stage = Stage::new(console, detail, &game.session).in_form(detail, form, &game.session);
        let stage = stage.keeping(0).with_keeper(keeper).quiet_while(&answers.replaying).with_looks(&LOOKS);
        let mut person = &stage;
        if at_terminal {
            answers.person = Some(&mut person as &mut dyn Person);
        }
        let number = game.session.next_number();
        let reply = play(&mut game.session, &game.of, &mut answers, &mut &stage);
        answers.person = None;
        if answers.back {
            game.session.number_next(number);
            game.before = answers.inputs_before();
            shown = true;
            continue;
        }
        // Where an answer was refused, the others were not asked for yet.
        if reply.outcome != EntryOutcome::Faulty {
            warn_left_over(&answers, console);
        }
        let taken = answers.taken;
        stage.end()?;
        if reply.is_done() {
            warn_dice_left(&game.session, console);
        }
        game.keep(&reply, taken)?;
        break reply;
    };
    console.let_go(false)?;
    let session = &game.session;
    if let (Some(value), true) = (&reply.value, args.procedure.is_some())
        && *value != Value::Nothing
    {
        console.line(&clean(&unbold(&session.show(value))))?;
    }
    show_reply(&reply, session, console)?;
    if reply.seed.is_some() && !gives_dice(&args.luck) {
        console.flush()?;
        say_seed(seed, console);
    }
    Ok(exit_of(&reply))
}

/// With the log as JSON lines; questions are asked in them, and answered on standard input.
fn run_json(mut game: Game<'_>, console: &Console) -> Result<Exit, AppError> {
    // From here on the log tells of them.
    console.give_mistakes_as_json(false);
    let seed = game.session.seed().to_string();
    let (mut first, mut count) = (true, 0);
    let mut shown = !game.before.is_empty();
    let (reply, failure) = loop {
        let mut answers = game.answers(shown, console)?;
        let keeper = game.campaign.as_mut().map(|campaign| Keeper { campaign, of: game.of.clone() });
        let at = When {
            turn: game.session.inspect().turns(),
            clocks: game.session.inspect().state().clocks.clone(),
        };
        let log = JsonLog::new(console, game.session.inspect().viewer(), at)
            .quiet_while(&answers.replaying)
            .counting_from(count);
        log.keep(keeper);
        if std::mem::take(&mut first) {
            log.own("start", start_parts(&game.session, &seed));
        }
        let mut person = &log;
        if !is_stdin(&game.args.file) {
            answers.person = Some(&mut person as &mut dyn Person);
        }
        let number = game.session.next_number();
        let reply = play(&mut game.session, &game.of, &mut answers, &mut &log);
        answers.person = None;
        if answers.back {
            count = log.count();
            game.session.number_next(number);
            game.before = answers.inputs_before();
            shown = true;
            continue;
        }
        let session = &game.session;
        for report in reply.reports.iter().filter(|report| report.is_error()) {
            log.own("error", json!({"code": report.code, "message": short(report, session.sources())}));
        }
        let value = reply.value.as_ref().map(|value| session.inspect().json(value));
        let end = json!({"status": exit_of(&reply).code(), "value": value, "state": state_parts(session)});
        log.ended(session, end);
        if reply.outcome != EntryOutcome::Faulty {
            warn_left_over(&answers, console);
        }
        let (failure, taken) = (log.failure(), answers.taken);
        drop(log);
        if reply.is_done() {
            warn_dice_left(&game.session, console);
        }
        game.keep(&reply, taken)?;
        break (reply, failure);
    };
    console.let_go(false)?;
    if let Some(error) = failure {
        return Err(error);
    }
    show_reply(&reply, &game.session, console)?;
    Ok(exit_of(&reply))
}

/// What a log says at its start: all that a run follows from but its inputs.
fn start_parts(session: &Session, seed: &str) -> serde_json::Value {
    let options =
        session.inspect().settings().into_iter().map(|setting| (setting.name, setting.value.into()));
    let options: serde_json::Map<String, serde_json::Value> = options.collect();
    let hash = |source: &Source| format!("{:08x}", checksum(0, source.text().as_bytes()));
    let files = session.sources().iter().filter(|(_, source)| !source.name().starts_with('<'));
    let files = files.map(|(_, source)| (source.name().to_owned(), hash(source).into()));
    let files: serde_json::Map<String, serde_json::Value> = files.collect();
    let version = env!("CARGO_PKG_VERSION");
    json!({"version": version, "files": files, "options": options, "seed": seed})
}

/// What is in play, as texts.
fn state_parts(session: &Session) -> serde_json::Value {
    let kept = session.inspect().kept().into_iter().map(|held| (held.name, held.text.into()));
    let kept: serde_json::Map<String, serde_json::Value> = kept.collect();
    let party = session.inspect().members("party").map(|members| {
        let row = |row: &Vec<String>| {
            let named = members.head.iter().zip(row).map(|(head, cell)| (head.clone(), cell.as_str().into()));
            serde_json::Value::Object(named.collect())
        };
        members.rows.iter().map(row).collect::<Vec<_>>()
    });
    json!({"kept": kept, "party": party.unwrap_or_default(), "time": session.inspect().clocks()})
}

/// Runs the file's statements, or what the command line names.
fn play(
    session: &mut Session,
    of: &JournalRecord,
    answers: &mut GivenAnswers<'_>,
    log: &mut dyn Log,
) -> Reply {
    match of {
        JournalRecord::Enter { text, .. } => session.submit_to(text, answers, log),
        _ => session.run_main(answers, log),
    }
}

impl Game<'_> {
    /// The sources of answers, but for the person.
    fn answers<'p>(&self, shown: bool, console: &Console) -> Result<GivenAnswers<'p>, AppError> {
        if self.campaign.is_some() {
            console.hold();
        }
        let mut answers = GivenAnswers::new();
        answers.table = AtTable {
            referee: self.args.referee,
            policies: self.args.ask_policies,
            ..table_of(&self.args.luck)
        };
        Beforehand::read(&self.args.answering, console)?.give(&mut answers)?;
        answers.begin_with(&self.before, shown);
        Ok(answers)
    }

    /// Keeps what was done, or where it waits; and the answers where they are wanted.
    fn keep(&mut self, reply: &Reply, taken: Inputs) -> Result<(), AppError> {
        if let Some(path) = &self.args.write_answers {
            write_answers(path, &taken)?;
        }
        match (&mut self.campaign, &reply.outcome) {
            (Some(campaign), EntryOutcome::Done) => {
                campaign.keep_texts(&self.session)?;
                campaign.add(&self.of.clone().with(taken))?;
                campaign.snap(&self.session, &self.files);
            }
            (Some(campaign), EntryOutcome::Asks(_)) => campaign.wait(&self.of, &taken)?,
            _ => {}
        }
        match (&self.args.export_state, &reply.outcome) {
            (Some(path), EntryOutcome::Done) => {
                files::replace(path, &self.session.export_state(), Links::Within)
            }
            _ => Ok(()),
        }
    }
}

fn warn_left_over(answers: &GivenAnswers<'_>, console: &Console) {
    for (name, left, asked) in answers.left_over() {
        let warning = console.err().tint(Tint::Warning, "warning");
        let name = clean_line(name);
        let left: Vec<String> = left.iter().map(|answer| format!("`{}`", clean_line(answer))).collect();
        let why = match asked {
            0 => format!("`{name}` was not asked for, so its answer was not used"),
            1 => format!("`{name}` was asked for once, so {} was not used", left.join(", ")),
            times => format!("`{name}` was asked for {times} times, so {} was not used", left.join(", ")),
        };
        console.remark(&format!("{warning}: {why}\n"));
    }
}

/// Standard input as a script; files are loaded for their definitions first.
pub(crate) fn script(args: &ReplArgs, console: &Console) -> Result<Exit, AppError> {
    let mut session = session(&args.luck, console)?;
    if !prepare(&mut session, &args.sources.files, &args.sources.set, console)? {
        return Ok(Exit::Fault);
    }
    let text = read_text(std::path::Path::new("-"), console)?;
    // A script has no commands of the session; what has some, or lines that only a session understands, is
    // typed into one.
    let has_orders = text.lines().any(crate::front::repl::commands::is_for_session);
    if !has_orders && crate::syntax::note_as_entries(&text).is_some() {
        let pasted = format!(":paste\n{text}\n.\n");
        return crate::front::repl::lines::over(args, pasted.as_bytes(), console);
    }
    if has_orders || text.trim_start().starts_with('|') || session.meaning().meant(text.trim_end()).is_some()
    {
        return crate::front::repl::lines::over(args, text.as_bytes(), console);
    }
    let seed = session.seed();
    let stage = Stage::new(console, Detail::Said, &session).keeping(0);
    let reply = session.submit_to(&text, &mut GivenAnswers::new(), &mut &stage);
    stage.end()?;
    if let Some(value) = reply.value.as_ref().filter(|value| **value != Value::Nothing) {
        console.line(&clean(&unbold(&session.show(value))))?;
    }
    show_reply(&reply, &session, console)?;
    if reply.seed.is_some() && !gives_dice(&args.luck) {
        console.flush()?;
        say_seed(seed, console);
    }
    Ok(exit_of(&reply))
}

fn exit_of_reports(reports: &[Diagnostic]) -> Exit {
    let limit = reports.iter().any(|report| report.is_error() && report.code.starts_with("TW08"));
    if limit { Exit::Limit } else { Exit::Fault }
}
