//! `tw odds`.

use std::borrow::Cow;

use super::answering::{Beforehand, warn_unasked};
use super::args::{LuckArgs, OddsArgs, OddsFormat};
use super::ask::{Ask, tail};
use super::start::{exit_of, joined, prepare, say_seed, seed_of, session, show_reply};
use crate::front::app::{AppError, Exit};
use crate::front::console::Console;
use crate::front::progress::Meter;
use crate::front::render::odds::{bars, csv, table};
use crate::front::render::rows::rows as render_rows;
use crate::front::render::several::{by_field, swept};
use crate::front::render::summary::OddsView;
use crate::front::render::{Tint, chart, json, running};
use crate::plan::Value;
use crate::session::odds::{DistributionEnd, Method, Odds, OddsAsk};
use crate::session::series::SeriesQuestion;
use crate::session::{OddsInParts, RowOdds, Session};

/// `tw odds EXPR…`.
pub(crate) fn odds(args: &OddsArgs, console: &Console) -> Result<Exit, AppError> {
    console.give_mistakes_as_json(args.json || args.format == OddsFormat::Json);
    let least = args.at_least.as_ref().map(|text| tail(true, text));
    let most = args.at_most.as_ref().map(|text| tail(false, text));
    let tail = least.or(most).transpose()?;
    let seed = seed_of(args.seed.as_deref())?;
    let how = OddsAsk { exact_only: args.exact, samples: args.samples, seed, ..OddsAsk::default() };
    let running = match (args.or_more, args.or_less) {
        (true, _) => Some(DistributionEnd::AtLeast),
        (false, true) => Some(DistributionEnd::AtMost),
        (false, false) => None,
    };
    let ask = Ask { how, tail, rows: args.rows, running };
    if let Some(other) = &args.changed {
        return super::changed::compare(args, other, &ask, console);
    }
    let format = if args.json { OddsFormat::Json } else { args.format };
    if let Some(error) = ask.refused_in(format) {
        return Err(error);
    }
    let luck = LuckArgs { seed: Some(seed.to_string()), dice: Vec::new() };
    let mut session = session(&luck, console)?;
    if !prepare(&mut session, &args.sources.files, &args.sources.set, console)? {
        return Ok(Exit::Fault);
    }
    Beforehand::read(&args.answering, console)?.stand(&mut session)?;
    // What the files set up may have been rolled: then the odds are those of that roll.
    let rolled = session.seed() != seed && format != OddsFormat::Json;
    let against = args.exprs.iter().any(|expr| matches!(expr.as_str(), "vs" | "vs." | "versus"));
    let exprs = match against {
        true => vec![args.exprs.join(" ")],
        false => joined(&args.exprs, &session).into_iter().map(Cow::into_owned).collect(),
    };
    let (exit, all) = shown(&mut session, &exprs, &ask, format, console)?;
    if rolled && ask.how.samples.is_none() {
        console.flush()?;
        if !console.quiet {
            let text = "what the file sets up was rolled once, with this seed; the odds start from there";
            console.remark(&format!("{}\n", console.err().tint(Tint::Dim, text)));
        }
        say_seed(seed, console);
    }
    warn_unasked(&session, console);
    // The process ends here, and all that it holds with it: to take long lists apart takes longer than to print
    // what is shown of them.
    std::mem::forget((session, all));
    Ok(exit)
}

/// Works out and shows the odds of some expressions.
///
/// # Errors
/// Standard output fails.
pub(crate) fn show(
    session: &mut Session,
    exprs: &[String],
    ask: &Ask,
    format: OddsFormat,
    console: &Console,
) -> Result<Exit, AppError> {
    shown(session, exprs, ask, format, console).map(|(exit, _)| exit)
}

/// The same, with the odds that were shown.
fn shown(
    session: &mut Session,
    exprs: &[String],
    ask: &Ask,
    format: OddsFormat,
    console: &Console,
) -> Result<(Exit, Vec<Odds>), AppError> {
    if let ([expr], OddsFormat::Bars) = (exprs, format)
        && ask.is_plain()
        && let Some(rows) = session.row_odds(expr)
    {
        console.print(&render_rows(expr, &rows, session.sources(), console.out()))?;
        return Ok((Exit::Done, Vec::new()));
    }
    let asked: Vec<SeriesQuestion> = exprs.iter().map(|expr| session.meaning().read_series(expr)).collect();
    let sweep = asked.iter().find_map(|asked| asked.sweep.clone());
    let parts: Vec<(Option<String>, String)> = asked.into_iter().flat_map(|asked| asked.parts).collect();
    // Who writes a record into the question asks for its parts together.
    let in_parts = parts.len() == 1
        && ask.tail.is_none()
        && matches!(format, OddsFormat::Bars | OddsFormat::Svg | OddsFormat::Html)
        && parts.iter().all(|(_, expr)| !expr.trim_start().starts_with('{'));
    let mut fields = None;
    let mut all = Vec::new();
    let meter = Meter::new(ask.how.samples, console);
    for (name, expr) in &parts {
        let meant =
            if session.meaning().is_sound(expr) { None } else { session.meaning().sound_meaning(expr) };
        let expr =
            meant.as_deref().map_or(expr.as_str(), |meant| meant.strip_prefix("odds ").unwrap_or(meant));
        let answered = if in_parts {
            session.odds_in_parts(expr, &ask.how, &meter.tell())
        } else {
            let odds = session.odds(expr, &ask.how, &meter.tell());
            odds.map(|(odds, reports)| (OddsInParts::Whole(Box::new(odds)), reports))
        };
        match answered {
            Ok((odds, reports)) => {
                super::start::show_reports(&reports, session, super::args::ReportFormat::Human, console)?;
                match odds {
                    OddsInParts::Whole(mut odds) => {
                        odds.name.clone_from(name);
                        all.push(*odds);
                    }
                    OddsInParts::Each(each) => {
                        fields = Some(name.as_deref().unwrap_or(expr).to_owned());
                        all = each;
                    }
                }
            }
            Err(reply) => {
                show_reply(&reply, session, console)?;
                return Ok((exit_of(&reply), all));
            }
        }
    }
    let refused = ask.refused_of(&all).filter(|_| fields.is_none() || ask.running.is_some());
    if let Some(error) = refused {
        console.complain(&error);
        return Ok((error.exit(), all));
    }
    let rows = match format {
        OddsFormat::Json if ask.is_plain() => parts.iter().map(|(_, expr)| session.row_odds(expr)).collect(),
        _ => Vec::new(),
    };
    match (fields, sweep, format) {
        (Some(name), _, OddsFormat::Bars) => {
            console.print(&by_field(&name, &all, ask.rows, console.out()))?;
        }
        (_, Some(name), OddsFormat::Bars | OddsFormat::Table) => {
            console.print(&swept(&name, exprs, &all, ask.tail, console.out()))?;
        }
        (_, _, _) => write(&all, &rows, ask, format, console)?,
    }
    if format != OddsFormat::Json && all.iter().any(is_sampled) {
        console.flush()?;
        say_seed(ask.how.seed, console);
    }
    Ok((Exit::Done, all))
}

fn is_sampled(odds: &Odds) -> bool {
    match &odds.method {
        Method::Samples { .. } => true,
        Method::Exact | Method::Short | Method::Rounded => false,
    }
}

fn write(
    all: &[Odds],
    rows: &[Option<RowOdds>],
    ask: &Ask,
    format: OddsFormat,
    console: &Console,
) -> Result<(), AppError> {
    let tails: Vec<_> =
        all.iter().map(|odds| ask.tail.and_then(|(bound, at)| odds.tail(bound, at))).collect();
    let view = OddsView { rows: ask.rows, tails: tails.clone(), running: ask.running };
    let most = ask.rows.unwrap_or(60);
    match format {
        OddsFormat::Bars => console.print(&bars(all, &view, console.out())),
        OddsFormat::Table => {
            if all.len() > 1
                && let Some(text) = running::table(all, &view, console.out())
            {
                return console.print(&text);
            }
            for (nth, odds) in all.iter().enumerate() {
                let tails = tails.get(nth).cloned().into_iter().collect();
                let view = OddsView { rows: ask.rows, tails, running: None };
                console.print(&table(odds, &view, console.out()))?;
            }
            Ok(())
        }
        OddsFormat::Csv => console.print(&csv(all)),
        OddsFormat::Json => {
            for (nth, (odds, tail)) in all.iter().zip(&tails).enumerate() {
                let rows = rows.get(nth).and_then(Option::as_ref);
                console.json(&json::odds(odds, tail.as_ref(), rows, ask.running))?;
            }
            Ok(())
        }
        OddsFormat::Svg => match ask.running.and_then(|bound| chart::curves(all, bound)) {
            Some(drawn) => console.print(&drawn),
            None => console.print(&chart::svg_of(all, most)),
        },
        OddsFormat::Html => console.print(&chart::html(all, most)),
    }
}

/// Shows a distribution that is a value, as `odds e` gives it.
///
/// # Errors
/// Standard output fails.
pub(crate) fn show_value(
    session: &Session,
    expr: &str,
    value: &Value,
    console: &Console,
) -> Result<(), AppError> {
    let expr = expr.trim().strip_prefix("odds ").unwrap_or(expr);
    match Odds::of_value(session.inspect(), expr, value) {
        Some(odds) => write(&[odds], &[], &Ask::default(), OddsFormat::Bars, console),
        None => Ok(()),
    }
}
