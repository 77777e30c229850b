//! `tw run`, and `tw` with a script on standard input.

use std::io::IsTerminal;

use serde_json::json;

use super::args::{ReplArgs, RunArgs};
use super::input::{is_stdin, read_text};
use super::log::{Transcript, event_json};
use super::prompt::AtTerminal;
use super::start::{exit_of, load, prepare, say_seed, session, set_options, show_reply, show_reports};
use crate::diag::Diagnostic;
use crate::engine::{Event, Log};
use crate::front::app::{AppError, Exit};
use crate::front::console::Console;
use crate::front::render::events::Detail;
use crate::front::render::json::object;
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
    let mut person = AtTerminal { look: console.err };
    let at_terminal = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    let mut answers = GivenAnswers::new();
    give_answers(&mut answers, args, console)?;
    if at_terminal && !is_stdin(&args.file) && !args.json {
        answers.person = Some(&mut person as &mut dyn Person);
    }
    let seed = session.seed();
    let (reply, lines) = if args.json {
        let mut events: Vec<Event> = Vec::new();
        let reply = play(&mut session, args, &mut answers, &mut events)?;
        (reply, Some(events))
    } else {
        let detail = if console.verbose {
            Detail::Traced
        } else if console.quiet {
            Detail::Said
        } else {
            Detail::Told
        };
        let mut transcript = Transcript::new(console, detail, TableBook::of(&session));
        let reply = play(&mut session, args, &mut answers, &mut transcript)?;
        if let Some(error) = transcript.failed {
            return Err(error);
        }
        (reply, None)
    };
    if let Some(events) = lines {
        write_log(&events, &reply, &session, &seed.to_string(), console)?;
    } else if let (Some(value), true) = (&reply.value, args.procedure.is_some())
        && *value != crate::plan::Value::Nothing
    {
        console.line(&clean(&session.show(value)))?;
    }
    for name in answers.left_over() {
        console.remark(&format!(
            "{}: an answer to `{name}` was not asked for\n",
            console.err.tint(Tint::Warning, "warning")
        ));
    }
    show_reply(&reply, &session, console)?;
    if reply.seed.is_some() && args.luck.dice.is_empty() {
        console.flush()?;
        say_seed(seed, console);
    }
    Ok(exit_of(&reply))
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
fn play(
    session: &mut Session,
    args: &RunArgs,
    answers: &mut GivenAnswers<'_>,
    log: &mut dyn Log,
) -> Result<Reply, AppError> {
    let Some(procedure) = &args.procedure else { return Ok(session.run_main(answers, log)) };
    let defined = session.run_definitions();
    if !defined.is_done() {
        return Ok(defined);
    }
    let call = if procedure.contains('(') { procedure.clone() } else { format!("{procedure}()") };
    Ok(match session.prepare(&call) {
        Ok(prepared) => session.roll(&prepared, answers, log),
        Err(reply) => reply,
    })
}

fn write_log(
    events: &[Event],
    reply: &Reply,
    session: &Session,
    seed: &str,
    console: &Console,
) -> Result<(), AppError> {
    let start = json!({"n": 0, "type": "start", "version": env!("CARGO_PKG_VERSION"), "seed": seed});
    console.line(&object("event", start).to_string())?;
    let mut n = 0;
    for event in events {
        n += 1;
        console.line(&event_json(event, n, session).to_string())?;
    }
    for report in reply.reports.iter().filter(|report| report.is_error()) {
        n += 1;
        let error = json!({"n": n, "type": "error", "code": report.code, "message": short(report, session.sources())});
        console.line(&object("event", error).to_string())?;
    }
    let value = reply.value.as_ref().map(|value| session.json(value));
    let end = json!({"n": n + 1, "type": "end", "status": exit_of(reply).code(), "value": value});
    console.line(&object("event", end).to_string())
}
