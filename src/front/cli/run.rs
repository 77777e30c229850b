//! `tw run`, and `tw` with a script on standard input.

use std::io::IsTerminal;

use serde_json::json;

use super::args::{ReplArgs, RunArgs};
use super::input::{is_stdin, read_text};
use super::log::{JsonLog, Transcript};
use super::prompt::AtTerminal;
use super::start::{exit_of, load, prepare, say_seed, session, set_options, show_reply, show_reports};
use crate::base::Source;
use crate::diag::Diagnostic;
use crate::engine::Log;
use crate::front::app::{AppError, Exit};
use crate::front::campaign::{Campaign, Record, campaign_path, checksum, hashes};
use crate::front::console::Console;
use crate::front::render::events::Detail;
use crate::front::render::report::short;
use crate::front::render::value::TableBook;
use crate::front::render::{Tint, clean};
use crate::front::replay;
use crate::plan::Value;
use crate::session::{GivenAnswers, Person, Reply, Session};

/// What is run, and where it is kept.
struct Game<'a> {
    args: &'a RunArgs,
    session: Session,
    campaign: Option<Campaign>,
    /// Whether the statements of the file, or its definitions, have run before.
    started: bool,
}

/// `tw run FILE [PROCEDURE]`.
pub fn run(args: &RunArgs, console: &Console) -> Result<Exit, AppError> {
    let mut session = session(&args.luck, console)?;
    if args.save.is_some() && is_stdin(&args.file) {
        return Err(AppError::usage(
            "a campaign needs a file",
            "write the script to a file: standard input is gone afterwards",
        ));
    }
    let file = campaign_path(&args.file);
    let mut taken = match &args.save {
        Some(folder) => {
            Some(replay::open(folder, args.repair, args.luck.seed.as_deref(), &mut session, console)?)
        }
        None => None,
    };
    if !taken.as_ref().is_some_and(|taken| taken.files.contains(&file)) {
        let reports = load(&mut session, &args.file, console)?;
        show_reports(&reports, &session, super::args::ReportFormat::Human, console)?;
        if reports.iter().any(Diagnostic::is_error) {
            return Ok(exit_of_reports(&reports));
        }
        if let Some(taken) = &mut taken {
            taken.campaign.add(&Record::Load { path: file, sources: hashes(&session) })?;
        }
    }
    if !set_options(&mut session, &args.set, console)? {
        return Ok(Exit::Fault);
    }
    if let Some(taken) = &mut taken {
        for (name, value) in args.set.iter().filter_map(|pair| pair.split_once('=')) {
            let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
            taken.campaign.add(&Record::Set { name, value })?;
        }
    }
    let started = taken.as_ref().is_some_and(|taken| taken.started);
    if started && args.procedure.is_none() {
        let help = "name a procedure to go on with: `tw run delve.tw dungeon_turn --save campaign`";
        return Err(AppError::usage("the statements of this file have run in this campaign", help));
    }
    let campaign = taken.map(|taken| taken.campaign);
    let game = Game { args, session, campaign, started };
    if args.json { run_json(game, console) } else { run_shown(game, console) }
}

/// With a transcript; at a terminal, the person there is asked.
fn run_shown(mut game: Game<'_>, console: &Console) -> Result<Exit, AppError> {
    let args = game.args;
    let mut person = AtTerminal { console };
    let mut answers = GivenAnswers::new();
    give_answers(&mut answers, args, console)?;
    let at_terminal = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    if at_terminal && !is_stdin(&args.file) {
        answers.person = Some(&mut person as &mut dyn Person);
    }
    let seed = game.session.seed();
    let detail = match (console.verbose, console.quiet) {
        (true, _) => Detail::Traced,
        (false, true) => Detail::Said,
        (false, false) => Detail::Told,
    };
    let mut transcript = Transcript::new(console, detail, TableBook::of(&game.session));
    let reply = game.play(&mut answers, &mut transcript, console)?;
    if let Some(error) = transcript.failed {
        return Err(error);
    }
    let session = &game.session;
    if let (Some(value), true) = (&reply.value, args.procedure.is_some())
        && *value != Value::Nothing
    {
        console.line(&clean(&session.show(value)))?;
    }
    warn_left_over(&answers, console);
    show_reply(&reply, session, console)?;
    if reply.seed.is_some() && args.luck.dice.is_empty() {
        console.flush()?;
        say_seed(seed, console);
    }
    Ok(exit_of(&reply))
}

/// With the log as JSON lines; questions are asked in them, and answered on standard input.
fn run_json(mut game: Game<'_>, console: &Console) -> Result<Exit, AppError> {
    let log = JsonLog::new(console, game.session.viewer());
    let mut person = &log;
    let mut answers = GivenAnswers::new();
    give_answers(&mut answers, game.args, console)?;
    if !is_stdin(&game.args.file) {
        answers.person = Some(&mut person as &mut dyn Person);
    }
    let options = game.session.settings().into_iter().map(|setting| (setting.name, setting.value.into()));
    let options: serde_json::Map<String, serde_json::Value> = options.collect();
    let seed = game.session.seed().to_string();
    let hash = |source: &Source| format!("{:08x}", checksum(0, source.text().as_bytes()));
    let files =
        game.session.sources().iter().map(|(_, source)| (source.name().to_owned(), hash(source).into()));
    let files: serde_json::Map<String, serde_json::Value> = files.collect();
    let version = env!("CARGO_PKG_VERSION");
    log.own("start", json!({"version": version, "files": files, "options": options, "seed": seed}));
    let reply = game.play(&mut answers, &mut &log, console)?;
    let session = &game.session;
    for report in reply.reports.iter().filter(|report| report.is_error()) {
        log.own("error", json!({"code": report.code, "message": short(report, session.sources())}));
    }
    let value = reply.value.as_ref().map(|value| session.json(value));
    log.own("end", json!({"status": exit_of(&reply).code(), "value": value}));
    if let Some(error) = log.failure() {
        return Err(error);
    }
    warn_left_over(&answers, console);
    show_reply(&reply, session, console)?;
    Ok(exit_of(&reply))
}

impl Game<'_> {
    /// Runs the file's statements or, where one is named, a procedure. What was done is on disk before it
    /// is shown.
    fn play(
        &mut self,
        answers: &mut GivenAnswers<'_>,
        log: &mut dyn Log,
        console: &Console,
    ) -> Result<Reply, AppError> {
        if self.campaign.is_some() {
            console.hold();
        }
        let (reply, record) = match &self.args.procedure {
            None => (self.session.run_main(answers, log), None),
            Some(procedure) => {
                let defined = self.define()?;
                if !defined.is_done() {
                    console.let_go(false)?;
                    return Ok(defined);
                }
                let arguments = self.args.arguments.join(", ");
                let is_call = procedure.contains('(');
                let call = if is_call { procedure.clone() } else { format!("{procedure}({arguments})") };
                (self.session.submit_to(&call, answers, log), Some(call))
            }
        };
        if let (Some(campaign), true) = (&mut self.campaign, reply.is_done()) {
            let answers = answers.taken.clone();
            campaign.add(&match record {
                None => Record::Main { answers },
                Some(text) => Record::Enter { number: reply.entry, text, answers },
            })?;
        }
        console.let_go(false)?;
        Ok(reply)
    }

    /// Gives the file's top-level names their values, unless that has been done before.
    fn define(&mut self) -> Result<Reply, AppError> {
        let reply = if self.started { self.session.begin() } else { self.session.run_definitions() };
        if let (Some(campaign), true, false) = (&mut self.campaign, reply.is_done(), self.started) {
            campaign.add(&Record::Define)?;
        }
        Ok(reply)
    }
}

fn warn_left_over(answers: &GivenAnswers<'_>, console: &Console) {
    for name in answers.left_over() {
        let warning = console.err.tint(Tint::Warning, "warning");
        console.remark(&format!("{warning}: an answer to `{name}` was not asked for\n"));
    }
}

/// Standard input as a script; files are loaded for their definitions first.
pub fn script(args: &ReplArgs, console: &Console) -> Result<Exit, AppError> {
    let mut session = session(&args.luck, console)?;
    if !prepare(&mut session, &args.sources.files, &args.sources.set, console)? {
        return Ok(Exit::Fault);
    }
    let text = read_text(std::path::Path::new("-"), console)?;
    let seed = session.seed();
    let mut transcript = Transcript::new(console, Detail::Said, TableBook::of(&session));
    let reply = session.submit_to(&text, &mut GivenAnswers::new(), &mut transcript);
    if let Some(error) = transcript.failed {
        return Err(error);
    }
    if let Some(value) = reply.value.as_ref().filter(|value| **value != Value::Nothing) {
        console.line(&clean(&session.show(value)))?;
    }
    show_reply(&reply, &session, console)?;
    if reply.seed.is_some() && args.luck.dice.is_empty() {
        console.flush()?;
        say_seed(seed, console);
    }
    Ok(exit_of(&reply))
}

fn exit_of_reports(reports: &[Diagnostic]) -> Exit {
    let limit = reports.iter().any(|report| report.is_error() && report.code.starts_with("TW08"));
    if limit { Exit::Limit } else { Exit::Fault }
}

fn give_answers(answers: &mut GivenAnswers<'_>, args: &RunArgs, console: &Console) -> Result<(), AppError> {
    let wrong = |what: String| {
        AppError::usage(what, "an answer is `--answer deed=search`, or a line `deed: search` in a file")
    };
    for pair in &args.answer {
        answers.give(pair).map_err(wrong)?;
    }
    if let Some(file) = &args.answers {
        answers.read(&read_text(file, console)?).map_err(wrong)?;
    }
    answers.defaults = args.defaults;
    Ok(())
}
