//! Laws of what is played: sessions go back and forth, odds are those of all runs, states are whole.

use std::cell::RefCell;
use std::path::Path;

use super::Input;
use crate::base::Limits;
use crate::reaching_inside::judge::{PRELUDE, Tally, judge, session_of};
use crate::session::odds::OddsAsk;
use crate::session::{GivenAnswers, Reply, RollSeed, Session};
use crate::syntax::Verdict;

const MOOR: &str = include_str!("../../data/moor.tw");

fn small() -> Limits {
    Limits { steps: 50_000, outcomes: 2_000, dice: 5_000, list_items: 5_000, ..Limits::default() }
}

/// A text as it is typed: line by line until an entry is whole.
fn entries(session: &Session, text: &str) -> Vec<String> {
    /// Whoever types more than this in one entry has pasted it; here all of it is judged anew at each line.
    const TYPED: usize = 4000;
    let mut all = Vec::new();
    let mut open = String::new();
    for line in text.lines().filter(|line| !line.starts_with(':')) {
        open.push_str(line);
        let goes_on = open.len() > TYPED || session.judge(&open) == Verdict::Incomplete;
        if goes_on && !line.trim().is_empty() {
            open.push('\n');
        } else if !open.trim().is_empty() {
            all.push(std::mem::take(&mut open));
        }
    }
    all.extend(Some(open).filter(|open| !open.trim().is_empty()));
    all
}

fn enter(session: &mut Session, text: &str) -> Reply {
    let mut answers = GivenAnswers::new();
    answers.defaults = true;
    session.submit_to(text, &mut answers, &mut Vec::new())
}

/// What can be seen of a session.
fn seen(session: &Session) -> (String, usize) {
    (session.export_state(), session.entries().count())
}

/// Entries that fail change nothing; those that are done can be taken back and done again; what is exported
/// comes back; what is saved means the same when it is loaded and saved again.
pub fn enters(input: &Input) -> Result<(), String> {
    let text = input.text();
    let mut session = Session::with_limits(RollSeed::new(7), small());
    for entry in entries(&session, &text).iter().take(12) {
        let before = seen(&session);
        let reply = enter(&mut session, entry);
        for report in &reply.reports {
            let span = report.primary.span;
            if session.sources().get(span.source).is_none_or(|of| of.text().get(span.range()).is_none()) {
                return Err(format!("{}: a place is outside: `{entry}`", report.code));
            }
        }
        let after = seen(&session);
        if !reply.is_done() {
            if before != after {
                return Err(format!("a failed entry changes something: `{entry}`"));
            }
            continue;
        }
        if after.1 > before.1 {
            session.undo(1);
            if seen(&session) != before {
                return Err(format!(
                    "taken back it is not as before: `{entry}`:\n{}\n{}",
                    before.0,
                    session.export_state()
                ));
            }
            session.redo();
            if seen(&session) != after {
                return Err(format!("done again it is not as after: `{entry}`"));
            }
        }
        session.lookup().complete(entry, entry.len());
    }
    comes_back(&mut session)?;
    saved(&mut session)
}

/// A state goes out and comes back.
fn comes_back(session: &mut Session) -> Result<(), String> {
    let state = session.export_state();
    let reply = session.scratch().import_state("state", &state, &mut Vec::new());
    match reply.reports.first() {
        Some(report) => Err(format!("its own state is refused: `{}`:\n{state}", report.message)),
        None => Ok(()),
    }
}

/// What is saved is loaded, and saved again it is the same.
fn saved(session: &mut Session) -> Result<(), String> {
    let folder = Path::new("/");
    let script = session.script(folder);
    if script.waits || !script.left_out.is_empty() {
        return Ok(());
    }
    let mut other = Session::with_limits(RollSeed::new(7), small());
    let origin = crate::modules::Origin::Session("saved".into());
    let source =
        crate::modules::SourceText { name: "saved".into(), text: script.text.clone().into(), origin };
    let reports = other.load_text(source);
    if let Some(report) = reports.iter().find(|report| report.is_error()) {
        return Err(format!(
            "what is saved cannot be loaded: {}: `{}`:\n{}",
            report.code, report.message, script.text
        ));
    }
    let again = other.script(folder);
    // What is said about a file is not about whoever uses it.
    let about = ["rules ", "source ", "author ", "license ", "tags ", "version "];
    let lines = |text: &str| {
        let lines = text.lines().filter(|line| !about.iter().any(|word| line.starts_with(word)));
        lines.filter(|line| !line.trim().is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    if lines(&again.text) != lines(&script.text) {
        return Err(format!(
            "saved again it is not the same:\n{}\n---- becomes\n{}",
            script.text, again.text
        ));
    }
    Ok(())
}

thread_local! {
    /// A session with everything that questions may be about.
    static ASKED: RefCell<Session> = RefCell::new(session_of(PRELUDE).expect("the prelude is sound"));
}

/// Exact odds are those of every run; where there are none, it is said why.
pub fn asks(input: &Input) -> Result<(), String> {
    const SHIPPED: [&str; 5] = ["delving", "dungeon_", "safe_areas", "travel_and", "use "];
    let mut question = input.text();
    // Samples of such a question are samples of what it is about: it is asked in passing.
    if ["mean", "chance"].iter().any(|word| question.trim_start().starts_with(word)) {
        question = format!("0 + {}", question.trim_start());
    }
    // Every run of a whole delve is not made one by one.
    if SHIPPED.iter().any(|name| question.contains(name)) {
        return Ok(());
    }
    let mut session = ASKED.with_borrow(Clone::clone);
    if session.judge(&question) == Verdict::Incomplete {
        return Ok(());
    }
    let samples = OddsAsk { samples: Some(1), ..OddsAsk::default() };
    let refused = session
        .odds(&question, &samples, &|_| {})
        .is_err_and(|reply| reply.reports.iter().any(|report| !report.code.starts_with("TW07")));
    if refused {
        return Ok(());
    }
    match judge(&mut session, &question, &mut Tally::default()) {
        // What asks about endless dice in its middle cannot be run one by one.
        Err(why) if why == "a run fails with none" => Ok(()),
        judged => judged,
    }
}

fn moor() -> Session {
    let mut session = Session::with_limits(RollSeed::new(7), small());
    let origin = crate::modules::Origin::Session("moor".into());
    session.load_text(crate::modules::SourceText { name: "moor".into(), text: MOOR.into(), origin });
    session.run_definitions();
    session
}

/// States of a campaign as it goes on.
pub fn states() -> Vec<String> {
    let mut session = moor();
    let mut all = vec![session.export_state()];
    for entry in
        ["add hero(name = \"Mag\", max_hp = 3) to friends", "do explore()", "do explore()", "let x = 3d6"]
    {
        enter(&mut session, entry);
        all.push(session.export_state());
    }
    session.set_dice(vec![5.into(), 2.into()], false);
    all.push(session.export_state());
    all
}

/// A state is taken whole, and exported it is what was taken; or it is refused, and nothing has changed.
pub fn imports_states(input: &Input) -> Result<(), String> {
    let mut session = moor();
    let before = session.export_state();
    let reply = session.import_state("state.json", &input.text(), &mut Vec::new());
    let after = session.export_state();
    for report in &reply.reports {
        let span = report.primary.span;
        if session.sources().get(span.source).is_none_or(|of| of.text().get(span.range()).is_none()) {
            return Err(format!("{}: a place is outside: `{}`", report.code, report.message));
        }
    }
    if !reply.is_done() {
        return if before == after {
            Ok(())
        } else {
            Err("a state that is refused changes something".to_owned())
        };
    }
    let mut other = moor();
    let reply = other.import_state("state.json", &after, &mut Vec::new());
    if !reply.is_done() {
        let said = reply.reports.first().map_or("", |report| &report.message);
        return Err(format!("what it exports is refused: `{said}`"));
    }
    if other.export_state() != after {
        return Err(format!("what was taken changes:\n{after}\n---- becomes\n{}", other.export_state()));
    }
    // And it can be played on with.
    for entry in ["do explore()", "advance 1 hour", "fates", "ash.hp -= 9"] {
        enter(&mut session, entry);
        comes_back(&mut session)?;
    }
    Ok(())
}
