//! Laws of what is read: places lie inside, formatting settles and keeps the meaning, fixes mend.

use super::Input;
use super::corpus::Kind;
use crate::base::{Limits, SourceId, Span};
use crate::diag::{Diagnostic, codes, edited, mend_keeping};
use crate::modules::{Origin, SourceText};
use crate::session::{RollSeed, Session};
use crate::syntax::{self, TokenClass, Unformatted, Verdict};

const ID: SourceId = SourceId(0);
/// So many fixes of an input are tried, each by itself.
const FIXES: usize = 4;

/// Whether a place is one of this text.
fn inside(text: &str, span: Span) -> bool {
    span.start <= span.end && text.get(span.range()).is_some()
}

/// Every place that a report names.
fn places(report: &Diagnostic) -> impl Iterator<Item = Span> {
    let labels = report.labels.iter().map(|label| label.span);
    let edits = report.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
    std::iter::once(report.primary.span).chain(labels).chain(edits)
}

fn all_inside(text: &str, reports: &[Diagnostic], by: &str) -> Result<(), String> {
    for report in reports {
        for span in places(report) {
            if span.source != ID || !inside(text, span) {
                return Err(format!("{by}: {} is outside at {span:?}: `{}`", report.code, report.message));
            }
        }
    }
    Ok(())
}

/// Every reader reads it, and what it says has places inside.
pub fn reads(input: &Input) -> Result<(), String> {
    let text = &input.text();
    for (by, read) in [
        ("file", syntax::parse_file as fn(SourceId, &str) -> syntax::Parsed),
        ("entry", syntax::parse_entry),
        ("note", syntax::parse_markdown),
    ] {
        let parsed = read(ID, text);
        all_inside(text, &parsed.diagnostics, by)?;
        if let Some(item) = parsed.file.items.iter().find(|item| !inside(text, item.span)) {
            return Err(format!("{by}: an item is outside at {:?}", item.span));
        }
        let wrong = parsed.diagnostics.iter().any(Diagnostic::is_error);
        let fits = match parsed.verdict {
            Verdict::Complete => !wrong,
            Verdict::Broken => wrong,
            Verdict::Incomplete => true,
        };
        if !fits {
            return Err(format!("{by}: {:?}, though errors: {wrong}", parsed.verdict));
        }
    }
    for (by, read) in [
        ("expression", syntax::parse_expression as fn(SourceId, &str) -> _),
        ("question", syntax::parse_question),
    ] {
        let (expr, reports) = read(ID, text);
        all_inside(text, &reports, by)?;
        if expr.is_none() && reports.is_empty() {
            return Err(format!("{by}: nothing is read and nothing said"));
        }
    }
    let mut last = 0;
    for token in syntax::tokens(text) {
        if token.range.start < last || text.get(token.range.clone()).is_none() {
            return Err(format!("colours: {:?} at {:?}, after {last}", token.class, token.range));
        }
        last = token.range.end;
    }
    for part in syntax::note_parts(text) {
        if text.get(part.range.clone()).is_none() {
            return Err(format!("parts of a note: {:?}", part.range));
        }
    }
    Ok(())
}

/// The tree without its places.
fn meaning(text: &str) -> String {
    let debug = format!("{:?}", syntax::parse_file(ID, text).file);
    let parts = debug.split("Span {").enumerate();
    let kept = parts
        .map(|(at, part)| if at == 0 { part } else { part.split_once('}').map_or("", |(_, rest)| rest) });
    kept.collect()
}

/// The comments of a text.
fn comments(text: &str) -> Vec<String> {
    let all = syntax::tokens(text);
    let all = all.iter().filter(|token| matches!(token.class, TokenClass::Comment | TokenClass::Doc));
    all.map(|token| text[token.range.clone()].trim().to_owned()).collect()
}

/// Formatting twice is formatting once; it keeps the tree and every comment.
pub fn formats(input: &Input) -> Result<(), String> {
    let text = input.text();
    let once = match syntax::format(&text) {
        Ok(once) => once,
        Err(Unformatted::Unread(_)) => return Ok(()),
        Err(Unformatted::Changed) => return Err(format!("formatted it would be another:\n{text}")),
    };
    let Ok(twice) = syntax::format(&once) else {
        return Err(format!("what was formatted cannot be read:\n{once}"));
    };
    if once != twice {
        return Err(format!("formatted twice it changes:\n{once}\n---- becomes\n{twice}"));
    }
    let (was, is) = (meaning(&text), meaning(&once));
    if was != is {
        let differs = was.bytes().zip(is.bytes()).take_while(|(a, b)| a == b).count();
        let about = |of: &str| {
            of.get(differs.saturating_sub(60)..).unwrap_or("").chars().take(160).collect::<String>()
        };
        return Err(format!(
            "the meaning changes:\n{once}\n---- was {}\n---- is {}",
            about(&was),
            about(&is)
        ));
    }
    if comments(&text) != comments(&once) {
        return Err(format!("comments change: `{:?}`:\n{once}", comments(&text)));
    }
    Ok(())
}

/// A session with a text, and what is said of it.
fn loaded(text: &str, kind: Kind) -> (Session, Vec<Diagnostic>) {
    let limits = Limits { steps: 100_000, outcomes: 2_000, ..Limits::default() };
    let mut session = Session::with_limits(RollSeed::new(7), limits);
    let name = if kind == Kind::Note { "fuzzed.md" } else { "fuzzed.tw" };
    let source = SourceText { name: name.into(), text: text.into(), origin: Origin::Session(name.into()) };
    let reports = session.load_text(source);
    (session, reports)
}

fn count(reports: &[Diagnostic]) -> usize {
    reports.iter().filter(|report| report.is_error()).count()
}

/// Whether a text can be read to its end, and how many errors the checker finds in it.
fn quality(text: &str, kind: Kind) -> (usize, usize) {
    let read = if kind == Kind::Note { syntax::parse_markdown } else { syntax::parse_file };
    (count(&read(ID, text).diagnostics), count(&loaded(text, kind).1))
}

/// What is said has places in sources; fixes can be made and make nothing worse.
pub fn checks(input: &Input) -> Result<(), String> {
    let text = input.text().trim_start_matches('\u{feff}').to_owned();
    let (session, reports) = loaded(&text, input.kind);
    for report in &reports {
        for span in places(report) {
            let source = session.sources().get(span.source);
            if !source.is_some_and(|source| inside(source.text(), span)) {
                return Err(format!("{} is outside at {span:?}: `{}`", report.code, report.message));
            }
        }
    }
    let Some(id) =
        (0..64).map(SourceId).find(|id| session.sources().get(*id).is_some_and(|of| **of.text() == *text))
    else {
        return Ok(());
    };
    let before = quality(&text, input.kind);
    let fixes = reports.iter().flat_map(|report| report.fixes.iter().map(move |fix| (report, fix)));
    for (report, fix) in
        fixes.filter(|(_, fix)| fix.edits.iter().all(|edit| edit.span.source == id)).take(FIXES)
    {
        let Some(mended) = edited(&text, fix.edits.iter().collect()) else {
            return Err(format!("{}: a fix cannot be made: `{}`", report.code, fix.title));
        };
        // A line with a sign that may not stand in it is not read before the sign is gone.
        if report.code != codes::syntax::CONTROL_CHARACTER.id {
            better(report.code, &fix.title, before, quality(&mended, input.kind), &mended)?;
        }
    }
    let note = input.kind == Kind::Note;
    let all = mend_keeping(id, &text, &reports, |now| syntax::reads_as_well(&text, now, note));
    let hidden = reports.iter().any(|report| report.code == codes::syntax::CONTROL_CHARACTER.id);
    if all.made.len() > 1 && !hidden {
        better("all", "all fixes at once", before, quality(&all.text, input.kind), &all.text)?;
    }
    Ok(())
}

/// Whether a fix left a text no worse: what could be read still can, and what was right is.
fn better(
    code: &str,
    title: &str,
    (unread, wrong): (usize, usize),
    (unread_now, wrong_now): (usize, usize),
    now: &str,
) -> Result<(), String> {
    if unread_now > unread || (unread == 0 && wrong == 0 && wrong_now > 0) {
        return Err(format!(
            "{code}: worse after a fix: `{title}`: {unread} → {unread_now} when read, {wrong} → {wrong_now} in all:\n{now}"
        ));
    }
    Ok(())
}
