//! `tw roll`.

use std::io::IsTerminal;

use serde_json::{Map, json};

use super::about::grouped;
use super::answering::{Beforehand, warn_dice_left};
use super::args::RollArgs;
use super::start::{
    exit_of, gives_dice, joined, prepare, say_seed, session, show_reply, show_reports, table_of,
};
use crate::engine::{Event, EventKind};
use crate::front::app::{AppError, Exit};
use crate::front::console::Console;
use crate::front::render::events::{Detail, event_line, roll_line};
use crate::front::render::json::{die, object};
use crate::front::render::markdown::unbold;
use crate::front::render::percent::decimal;
use crate::front::render::value::{beside, is_long_fraction, value_lines};
use crate::front::render::{Tint, clean};
use crate::front::stage::Stage;
use crate::plan::{Value, is_long};
use crate::session::{GivenAnswers, Person, Prepared, Reply, Session, json::companion};

/// `tw roll EXPR…`.
pub(crate) fn roll(args: &RollArgs, console: &Console) -> Result<Exit, AppError> {
    console.give_mistakes_as_json(args.json);
    let mut session = session(&args.luck, console)?;
    let first_seed = session.seed();
    if !prepare(&mut session, &args.sources.files, &args.sources.set, console)? {
        return Ok(Exit::Fault);
    }
    let beforehand = Beforehand::read(&args.answering, console)?;
    // What the files set up may have been rolled.
    let mut rolled = session.seed() != first_seed;
    let exprs = joined(&args.exprs, &session);
    // Nothing is rolled before all of it is understood.
    let mut vetted = session.scratch();
    for expr in &exprs {
        let meant = vetted.meaning().meant(expr);
        if let Err(reply) = vetted.prepare(meant.as_deref().unwrap_or(expr)) {
            show_reply(&reply, &vetted, console)?;
            return Ok(exit_of(&reply));
        }
    }
    for expr in exprs {
        let meant = session.meaning().meant(&expr);
        let expr = meant.as_deref().unwrap_or(&expr);
        let prepared = match session.prepare(expr) {
            Ok(prepared) => prepared,
            Err(reply) => {
                show_reply(&reply, &session, console)?;
                return Ok(exit_of(&reply));
            }
        };
        show_reports(&prepared.reports, &session, super::args::ReportFormat::Human, console)?;
        for _ in 0..args.times {
            let reply = once(&mut session, expr, &prepared, (args, &beforehand), console)?;
            rolled |= reply.seed.is_some();
            if !reply.is_done() {
                return Ok(exit_of(&reply));
            }
        }
    }
    warn_dice_left(&session, console);
    if rolled && !args.json && !gives_dice(&args.luck) {
        console.flush()?;
        say_seed(first_seed, console);
    }
    Ok(Exit::Done)
}

fn once(
    session: &mut Session,
    expr: &str,
    prepared: &Prepared,
    (args, beforehand): (&RollArgs, &Beforehand),
    console: &Console,
) -> Result<Reply, AppError> {
    let stage = Stage::new(console, Detail::Silent, session);
    let mut person = &stage;
    let mut answers = GivenAnswers::new();
    beforehand.give(&mut answers)?;
    answers.table = table_of(&args.luck);
    if answers.table.dice && std::io::stdin().is_terminal() && !args.json {
        answers.person = Some(&mut person as &mut dyn Person);
    }
    let reply = session.roll(prepared, &mut answers, &mut &stage);
    answers.person = None;
    let events = stage.end()?;
    if !show_reply(&reply, session, console)? {
        return Ok(reply);
    }
    if args.json {
        console.json(&roll_json(expr, &events, &reply, session, args.trace))?;
        return Ok(reply);
    }
    if args.trace {
        for line in events.iter().filter_map(|event| event_line(event, Detail::Traced, console.out())) {
            console.line(&line)?;
        }
    }
    let text = reply.value.as_ref().map(|value| session.show(value)).unwrap_or_default();
    if console.quiet {
        console.line(&unbold(&clean(&text)))?;
    } else {
        show_roll(session, expr, &events, &reply, console)?;
    }
    Ok(reply)
}

/// Shows a roll: its dice, its value, and what does not fit on the line.
pub(crate) fn show_roll(
    session: &Session,
    expr: &str,
    events: &[Event],
    reply: &Reply,
    console: &Console,
) -> Result<(), AppError> {
    let Some(value) = &reply.value else { return Ok(()) };
    if let Value::Odds(_) = value {
        return super::odds::show_value(session, expr, value, console);
    }
    let below = value_lines(session, value, console.out());
    // The items of a list stand below, once.
    let text = if matches!(value, Value::List(_)) && !below.is_empty() {
        String::new()
    } else {
        shown_or_shortened(session, value, console)
    };
    let totals = session.compared(expr, events, value);
    let text = totals.map_or(text.clone(), |totals| format!("{totals}, {text}"));
    let text = if text.contains('/') { text + &beside(expr, value, console.out()) } else { text };
    console.line(&roll_line(expr, events, &text, console.out()))?;
    console.print(&below)?;
    say_how_to_see_all(session, value, console);
    Ok(())
}

/// A value as text; where somebody looks, a long list by its ends.
pub(crate) fn shown_or_shortened(session: &Session, value: &Value, console: &Console) -> String {
    if !console.out().brief {
        return session.show(value);
    }
    let shown = session.show_briefly(value);
    match value {
        Value::Fraction(fraction) if is_long_fraction(&shown, console.out()) => {
            format!("about {}", decimal(fraction.to_f64()))
        }
        _ => shown,
    }
}

/// Says how to see all of a list that was shown shortened.
pub(crate) fn say_how_to_see_all(session: &Session, value: &Value, console: &Console) {
    let how = if console.is_session() { "`say _` prints" } else { "`--json` has" };
    if matches!(value, Value::Fraction(_))
        && shown_or_shortened(session, value, console) != session.show(value)
    {
        let text = format!("the exact fraction is too long to be shown here; {how} it");
        console.remark(&format!("{}\n", console.err().tint(Tint::Dim, text)));
    }
    let Value::List(items) = value else { return };
    let below = value_lines(session, value, console.out()).lines().count();
    let shortened = if below == 0 { is_long(items) && console.out().brief } else { below < items.len() };
    if shortened {
        let count = grouped(u64::try_from(items.len()).unwrap_or(u64::MAX));
        let text = format!("{count} items; {how} all of them");
        console.remark(&format!("{}\n", console.err().tint(Tint::Dim, text)));
    }
}

/// One roll as JSON.
pub(crate) fn roll_json(
    expr: &str,
    events: &[Event],
    reply: &Reply,
    session: &Session,
    trace: bool,
) -> serde_json::Value {
    let mut parts = Map::new();
    parts.insert("expr".to_owned(), expr.into());
    let value = reply.value.as_ref();
    parts.insert("value".to_owned(), value.map(|value| session.inspect().json(value)).unwrap_or_default());
    if let Some(float) = value.and_then(companion) {
        parts.insert("value_f".to_owned(), float.into());
    }
    parts.insert("text".to_owned(), value.map(|value| session.show(value)).unwrap_or_default().into());
    parts.insert("seed".to_owned(), json!(reply.seed.map(|seed| seed.to_string())));
    let dice = events.iter().filter_map(|event| match &event.kind {
        EventKind::Roll { dice, .. } => Some(dice),
        _ => None,
    });
    let dice: Vec<_> = dice.flatten().map(die).collect();
    parts.insert("dice".to_owned(), dice.into());
    if trace {
        let log = events
            .iter()
            .zip(1u64..)
            .map(|(event, n)| crate::session::json::event_json(event, n, &session.inspect().viewer()));
        parts.insert("log".to_owned(), log.collect::<Vec<_>>().into());
    }
    object("roll", serde_json::Value::Object(parts))
}
