//! A session and a file mean the same: every script of the documentation is typed line by line, loaded as
//! a file, and loaded as the file that the session amounts to, and all three have the same odds.

use std::fs;
use std::path::Path;

use crate::base::{Limits, SourceId};
use crate::diag::Diagnostic;
use crate::session::odds::{OddsAsk, Outcome};
use crate::session::{RollSeed, Session};
use crate::syntax::ast::ItemKind;
use crate::syntax::{Verdict, parse_entry};

/// A script of a page: where it stands, and its text with the blocks that it continues.
struct Script {
    place: String,
    text: String,
}

/// The scripts of a page that run, and the files that its blocks make.
fn scripts(page: &str) -> (Vec<Script>, Vec<(String, String)>) {
    let text = fs::read_to_string(format!("{}/docs/{page}", env!("CARGO_MANIFEST_DIR"))).expect("a page");
    let (mut scripts, mut files) = (Vec::new(), Vec::new());
    let mut before = String::new();
    let lines: Vec<&str> = text.lines().collect();
    let mut at = 0;
    while at < lines.len() {
        let fence = lines[at].len() - lines[at].trim_start_matches('`').len();
        if fence < 3 {
            at += 1;
            continue;
        }
        let info: Vec<&str> = lines[at][fence..].split_whitespace().collect();
        let close = (at + 1..lines.len())
            .find(|&line| lines[line].len() == fence && lines[line].chars().all(|c| c == '`'))
            .expect("a fence that is closed");
        let block: String = lines[at + 1..close].iter().map(|line| format!("{line}\n")).collect();
        if let Some(name) = info.iter().find_map(|word| word.strip_prefix("file=")) {
            files.push((name.to_owned(), block.clone()));
        }
        let runs = info.first() == Some(&"tw") && !info.iter().any(|word| word.starts_with("fails="));
        if runs {
            if !info.contains(&"continues") {
                before.clear();
            }
            before.push_str(&block);
            before.push('\n');
            scripts.push(Script { place: format!("{page}:{}", at + 1), text: before.clone() });
        }
        at = close + 1;
    }
    (scripts, files)
}

/// A text cut into what is entered at a time, as it is at a prompt.
fn entries(text: &str) -> Vec<String> {
    let judge = Session::new(RollSeed::new(1));
    let mut entries = Vec::new();
    let mut entry = String::new();
    for line in text.lines() {
        entry.push_str(line);
        entry.push('\n');
        let open = !line.trim().is_empty() && matches!(judge.judge(entry.trim_end()), Verdict::Incomplete);
        // A definition after a table that no blank line ends begins an entry of its own.
        if !open {
            entries.push(std::mem::take(&mut entry));
        }
    }
    entries.push(entry);
    // Changes that follow one another may need each other, as a new die and its rows: they are pasted.
    entries.dedup_by(|next, before| {
        let both = before.starts_with("change ") && next.starts_with("change ");
        if both {
            before.push_str(next);
        }
        both
    });
    entries.retain(|entry| !entry.trim().is_empty());
    entries
}

fn session(folder: &Path) -> Session {
    // What takes long to work out says no more about whether two sessions are alike.
    let limits = Limits { outcomes: 2_000, steps: 200_000, ..Limits::default() };
    let mut session = Session::with_limits(RollSeed::new(7), limits);
    session.set_folder(folder).expect("a folder");
    session
}

fn loaded(folder: &Path, name: &str, text: &str) -> Result<Session, String> {
    fs::write(folder.join(name), text).expect("a file");
    let mut session = session(folder);
    let reports = session.load(&folder.join(name)).expect("the file is there");
    match reports.iter().find(|report| report.is_error()) {
        Some(report) => Err(format!("{}\n{text}", report.message)),
        None => Ok(session),
    }
}

/// The odds of an expression as texts, where they are exact.
fn odds(session: &mut Session, text: &str) -> Option<Vec<String>> {
    let ask = OddsAsk { exact_only: true, ..OddsAsk::default() };
    let (odds, _) = session.odds(text, &ask, &|_| {}).ok()?;
    let shown = |outcome: Outcome<'_>| format!("{} {:?}", outcome.text(), outcome.exact());
    odds.is_exact().then(|| odds.outcomes().map(shown).collect())
}

/// Whether an entry defines something: by what the parser makes of it, so that no kind is forgotten.
fn defines(entry: &str) -> bool {
    let items = parse_entry(SourceId(0), entry).file.items;
    items.iter().any(|item| !matches!(item.kind, ItemKind::Stmt(_)))
}

fn typed_like_a_file(script: &Script, folder: &Path, asked: &mut usize) -> Result<(), String> {
    let file = loaded(folder, "alike_file.tw", &script.text)?;
    let mut typed = session(folder);
    let (mut questions, mut lets) = (Vec::new(), Vec::new());
    for entry in entries(&script.text) {
        if crate::syntax::is_expression(entry.trim()) {
            questions.push(entry.trim().to_owned());
        } else if let Some(rest) = entry.strip_prefix("let ") {
            lets.push(rest.split([' ', '=']).next().unwrap_or("").to_owned());
        } else if defines(&entry) {
            let reply = typed.submit(&entry);
            if !reply.is_done() {
                let why: Vec<&str> = reply.reports.iter().map(|report| report.message.as_str()).collect();
                return Err(format!("refused: {entry}{}", why.join("; ")));
            }
        }
    }
    let text = typed.script(folder).text;
    let mut saved = loaded(folder, "alike_saved.tw", &text).map_err(|why| format!("saved: {why}"))?;
    let mut file = file;
    for question in
        questions.iter().filter(|question| !lets.iter().any(|name| question.contains(name.as_str())))
    {
        let wanted = odds(&mut file, question);
        *asked += usize::from(wanted.is_some());
        for (what, session) in [("typed", &mut typed), ("saved", &mut saved)] {
            let found = odds(session, question);
            if found != wanted {
                return Err(format!("{what}: {question}\nfile: {wanted:?}\n{what}: {found:?}"));
            }
        }
    }
    Ok(())
}

/// Every line of the scripts is taken at a prompt, in its order.
fn taken_at_a_prompt(script: &Script, folder: &Path) -> Result<(), String> {
    let mut session = session(folder);
    for entry in entries(&script.text) {
        let reply = session.submit(&entry);
        let wrong = reply.reports.iter().find(|report: &&Diagnostic| report.is_error());
        if let Some(report) = wrong {
            return Err(format!("refused: {entry}{}", report.message));
        }
    }
    Ok(())
}

fn page(name: &str) {
    let (scripts, files) = scripts(name);
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a folder");
    for (file, text) in files {
        fs::write(root.join(file), text).expect("a file");
    }
    let (mut failures, mut asked) = (Vec::new(), 0);
    for script in &scripts {
        let alike = typed_like_a_file(script, &root, &mut asked);
        if let Err(why) = alike.and_then(|()| taken_at_a_prompt(script, &root)) {
            failures.push(format!("{}: {why}", script.place));
        }
    }
    assert!(failures.is_empty(), "{} of {}\n{}", failures.len(), scripts.len(), failures.join("\n\n"));
    assert!(asked > 20, "only {asked} questions were asked");
}

#[test]
fn the_tutorial_means_the_same_in_a_session() {
    page("tutorial.md");
}

#[test]
fn the_cookbook_means_the_same_in_a_session() {
    page("cookbook.md");
}

#[test]
fn the_reference_means_the_same_in_a_session() {
    page("reference.md");
}
