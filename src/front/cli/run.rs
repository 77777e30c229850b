//! `tw run`, and `tw` with a script on standard input.

use std::io::IsTerminal;

use serde_json::json;

use super::args::{ReplArgs, RunArgs};
use super::input::{is_stdin, read_text};
use super::log::{JsonLog, Transcript};
use super::prompt::AtTerminal;
use super::start::{exit_of, load, prepare, say_seed, session, set_options, show_reply, show_reports};
use crate::diag::Diagnostic;
use crate::engine::Log;
use crate::front::app::{AppError, Exit};
use crate::front::console::Console;
use crate::front::render::events::Detail;
use crate::front::render::report::short;
use crate::front::render::value::TableBook;
use crate::front::render::{Tint, clean};
use crate::session::{GivenAnswers, Person, Reply, Session};

/// `tw run FILE [PROCEDURE]`.
pub fn run(args: &RunArgs, console: &Console) -> Result<Exit, AppError> {
    let mut session = session(&args.luck, console)?;
    let reports = load(&mut session, &args.file, console)?;
    show_reports(&reports, &session, super::args::ReportFormat::Human, console)?;
    if reports.iter().any(Diagnostic::is_error) {
        return Ok(exit_of_reports(&reports));
    }
    if !set_options(&mut session, &args.set, console)? {
        return Ok(Exit::Fault);
    }
    if args.json { run_json(args, &mut session, console) } else { run_shown(args, &mut session, console) }
}

/// With a transcript; at a terminal, the person there is asked.
fn run_shown(args: &RunArgs, session: &mut Session, console: &Console) -> Result<Exit, AppError> {
    let mut person = AtTerminal { look: console.err };
    let mut answers = GivenAnswers::new();
    give_answers(&mut answers, args, console)?;
    let at_terminal = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    if at_terminal && !is_stdin(&args.file) {
        answers.person = Some(&mut person as &mut dyn Person);
    }
    let seed = session.seed();
    let detail = match (console.verbose, console.quiet) {
        (true, _) => Detail::Traced,
        (false, true) => Detail::Said,
        (false, false) => Detail::Told,
    };
    let mut transcript = Transcript::new(console, detail, TableBook::of(session));
    let reply = play(session, args, &mut answers, &mut transcript);
    if let Some(error) = transcript.failed {
        return Err(error);
    }
    if let (Some(value), true) = (&reply.value, args.procedure.is_some())
        && *value != crate::plan::Value::Nothing
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
fn run_json(args: &RunArgs, session: &mut Session, console: &Console) -> Result<Exit, AppError> {
    let log = JsonLog::new(console, session.viewer());
    let mut person = &log;
    let mut answers = GivenAnswers::new();
    give_answers(&mut answers, args, console)?;
    if !is_stdin(&args.file) {
        answers.person = Some(&mut person as &mut dyn Person);
    }
    let options = session.settings().into_iter().map(|setting| (setting.name, setting.value.into()));
    let options: serde_json::Map<String, serde_json::Value> = options.collect();
    let seed = session.seed().to_string();
    log.own("start", json!({"version": env!("CARGO_PKG_VERSION"), "seed": seed, "options": options}));
    let reply = play(session, args, &mut answers, &mut &log);
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
    if let Some(value) = reply.value.as_ref().filter(|value| **value != crate::plan::Value::Nothing) {
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

/// Runs the file's statements or, where one is named, a procedure.
fn play(session: &mut Session, args: &RunArgs, answers: &mut GivenAnswers<'_>, log: &mut dyn Log) -> Reply {
    let Some(procedure) = &args.procedure else { return session.run_main(answers, log) };
    let defined = session.run_definitions();
    if !defined.is_done() {
        return defined;
    }
    let call = if procedure.contains('(') { procedure.clone() } else { format!("{procedure}()") };
    match session.prepare(&call) {
        Ok(prepared) => session.roll(&prepared, answers, log),
        Err(reply) => reply,
    }
}
