//! Taking up a campaign again: everything in its journal is done once more.

use std::path::{Path, PathBuf};

use super::app::AppError;
use super::campaign::{Campaign, Record};
use super::cli::start::{load_error, seed_of};
use super::console::Console;
use super::render::clean_line;
use super::render::report::short;
use crate::diag::Diagnostic;
use crate::engine::NoLog;
use crate::session::{GivenAnswers, Reply, Session, read_dice};

/// A campaign that goes on.
pub struct Taken {
    /// Its journal.
    pub campaign: Campaign,
    /// The files that it has loaded.
    pub files: Vec<PathBuf>,
    /// Whether the statements of its started file have run.
    pub started: bool,
}

/// Opens a campaign and does again what was done in it. The session comes with nothing loaded. A seed
/// that is asked for besides the campaign's own is a new seed in it.
///
/// # Errors
/// The campaign cannot be opened, or something in it no longer works.
pub fn open(
    folder: &Path,
    repair: bool,
    asked_seed: Option<&str>,
    session: &mut Session,
    console: &Console,
) -> Result<Taken, AppError> {
    let (mut campaign, records) = Campaign::open(folder, &session.seed().to_string(), repair)?;
    let mut files = Vec::new();
    for (number, record) in (1..).zip(&records) {
        again(session, record, &mut files).map_err(|why| AppError::Saved {
            what: format!("line {number} of the journal in `{}` no longer works: {why}", folder.display()),
            help: "put the files that it loads back as they were, or begin a campaign in another folder"
                .to_owned(),
        })?;
    }
    if records.len() > 1 {
        if let Some(text) = asked_seed {
            let seed = seed_of(Some(text))?;
            campaign.add(&Record::Seed { seed: seed.to_string() })?;
            session.set_seed(seed);
        }
        if !console.quiet {
            console.remark(&format!("the campaign in {} goes on\n", clean_line(&folder.to_string_lossy())));
        }
    }
    let started = records.iter().any(|record| matches!(record, Record::Main { .. } | Record::Define));
    Ok(Taken { campaign, files, started })
}

fn again(session: &mut Session, record: &Record, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let seed = |text: &str| seed_of(Some(text)).map_err(|error| error.to_string());
    match record {
        Record::Begin { seed: text, .. } => session.set_seed(seed(text)?),
        Record::Seed { seed: text } => session.set_seed(seed(text)?),
        Record::Load { path } => {
            load(session, path)?;
            files.push(path.clone());
        }
        Record::Define => {
            let reply = session.run_definitions();
            done(&reply, session)?;
        }
        Record::Main { answers } => {
            let reply = session.run_main(&mut given(answers), &mut NoLog);
            done(&reply, session)?;
        }
        Record::Enter { text, answers } => {
            let reply = session.submit_to(text, &mut given(answers), &mut NoLog);
            done(&reply, session)?;
        }
        Record::Reroll { answers } => match session.reroll(&mut given(answers), &mut NoLog) {
            Some((_, reply)) => done(&reply, session)?,
            None => return Err("there is nothing to roll again".to_owned()),
        },
        Record::Undo { count } => {
            session.undo(*count);
        }
        Record::Redo => {
            session.redo();
        }
        Record::Dice { dice } => {
            session.set_dice(read_dice(dice).map_err(|word| format!("`{word}` is no face"))?, false);
        }
        Record::Set { name, value } => refuse_errors(&session.set_option(name, value), session)?,
        Record::Reload => {
            let mut fresh = session.renewed();
            for file in files.iter() {
                load(&mut fresh, file)?;
                let reply = fresh.run_definitions();
                done(&reply, &fresh)?;
            }
            *session = fresh;
        }
    }
    Ok(())
}

fn load(session: &mut Session, path: &Path) -> Result<(), String> {
    let reports = session.load(path).map_err(|error| load_error(&error).to_string())?;
    refuse_errors(&reports, session)
}

fn given(answers: &[(String, String)]) -> GivenAnswers<'static> {
    let mut given = GivenAnswers::new();
    for (name, value) in answers {
        given.add(name, value);
    }
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
