//! Applies the fixes of reports to files: round after round, until nothing is left that a fix can mend,
//! and to disk only once a person has seen the difference.

use std::io::IsTerminal;
use std::path::Path;
use std::sync::Arc;

use similar::{ChangeTag, TextDiff};

use super::app::AppError;
use super::console::Console;
use super::door;
use super::files::{self, Links};
use super::render::{Style, Tint, clean, clean_line};
use super::repl::ask;
use crate::base::{SourceId, Span};
use crate::diag::{Diagnostic, Edit, Fix, codes, mend_keeping, only_fix};
use crate::modules::{Origin, SourceText};
use crate::session::Session;
use crate::syntax;

/// Codes before this one are of lines that cannot be read, and of files and rule-sets that cannot be had.
const FIRST_OF_MEANING: &str = "TW0200";
/// How the codes begin that follow from what names mean: names, kinds, and what a procedure does with them.
const BY_NAMES: [&str; 3] = ["TW03", "TW04", "TW06"];

/// Fixes may uncover other mistakes, but not for ever.
const MAX_ROUNDS: usize = 20;
/// Unchanged lines that a difference shows around each change.
const CONTEXT: usize = 2;

/// A source with its fixes made, and what is wrong with it then.
pub(crate) struct MendedSource {
    /// The text before.
    pub before: String,
    /// The text with its fixes.
    pub after: String,
    /// How many fixes were made.
    pub made: usize,
    /// A session into which the fixed text was loaded.
    pub session: Session,
    /// What is still wrong.
    pub reports: Vec<Diagnostic>,
}

/// What is loaded in each round.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Target<'a> {
    /// A file.
    File(&'a Path),
    /// A text from standard input.
    Text(&'a str),
}

impl Target<'_> {
    /// Whether it is a Markdown note.
    fn is_note(self) -> bool {
        matches!(self, Target::File(path) if Origin::File(path.to_path_buf()).is_note())
    }
}

/// Fixes a source in memory. Nothing is written.
///
/// # Errors
/// The source cannot be read.
pub(crate) fn mended(
    target: Target<'_>,
    fresh: impl Fn() -> Result<Session, AppError>,
    console: &Console,
) -> Result<MendedSource, AppError> {
    let before = match target {
        Target::File(path) => files::read_text(path, &console.limits)?,
        Target::Text(text) => text.to_owned(),
    };
    let mark = if before.starts_with('\u{feff}') { "\u{feff}" } else { "" };
    let mut text = before.trim_start_matches('\u{feff}').to_owned();
    let mut made = 0;
    let mut last = None;
    for _ in 0..MAX_ROUNDS {
        let (session, reports) = load(target, &text, fresh()?)?;
        // A round that leaves the same reports mends nothing, and is taken back.
        let found: Vec<_> = reports.iter().map(|report| (report.code, report.message.clone())).collect();
        if let Some((seen, earlier, done)) = last.take()
            && seen == found
        {
            (text, made) = (earlier, done);
            break;
        }
        let was_sound = !reports.iter().any(Diagnostic::is_error);
        // What could be read still can, and where nothing was wrong nothing is.
        let keeps = |now: &str| {
            let sound =
                || load(target, now, fresh()?).map(|(_, reports)| !reports.iter().any(Diagnostic::is_error));
            syntax::reads_as_well(&text, now, target.is_note()) && (!was_sound || sound().unwrap_or(false))
        };
        let source = source_of(&session, &text);
        let round = source.and_then(|source| {
            // What a name stands for is not known before its line can be read, nor that of its rule-set: as long as one
            // of them stands, a name that is not known may be right as it is.
            let (mut read, mut others): (Vec<_>, Vec<_>) = reports
                .iter()
                .cloned()
                .partition(|report| report.is_error() && report.code < FIRST_OF_MEANING);
            // An `end` too many may be right once another line can be read.
            let is_end = |report: &Diagnostic| report.code == codes::syntax::END_WITHOUT_BLOCK.id;
            if !read.iter().all(is_end) {
                read.retain(|report| !is_end(report) || report.fixes.iter().all(adds));
            }
            let all_defined = !read.iter().any(|report| may_define(&text, report));
            others.retain(|report| all_defined || !BY_NAMES.iter().any(|of| report.code.starts_with(of)));
            // Once the first line makes a name, the others give it another value.
            let mut made: Vec<String> = Vec::new();
            others.retain(|report| {
                let is_new =
                    report.code != codes::names::NOTHING_TO_CHANGE.id || !made.contains(&report.message);
                made.push(report.message.clone());
                is_new
            });
            // What stands below a block that is never closed is taken for a part of it.
            let open = read.iter().any(|report| report.code == codes::syntax::BLOCK_OPEN.id);
            let rounds = [read, if open { Vec::new() } else { at_declarations(&text, others) }];
            let rounds = rounds.into_iter().map(|some| mend_keeping(source, &text, &some, keeps));
            rounds.into_iter().find(|round| !round.made.is_empty())
        });
        let Some(round) = round else {
            return Ok(MendedSource { before, after: format!("{mark}{text}"), made, session, reports });
        };
        last = Some((found, std::mem::replace(&mut text, round.text), made));
        made += round.made.len();
    }
    let (session, reports) = load(target, &text, fresh()?)?;
    Ok(MendedSource { before, after: format!("{mark}{text}"), made, session, reports })
}

/// Several uses of a name that are spelt alike, and the one line that declares it otherwise: the slip is in that line.
fn at_declarations(text: &str, mut reports: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let renames = |report: &Diagnostic| {
        let [edit] = only_fix(report)?.edits.as_slice() else { return None };
        let used = text.get(edit.span.range())?;
        let is_name = |name: &str| syntax::words::is_name(name) && report.code.starts_with(BY_NAMES[0]);
        (is_name(used) && is_name(&edit.text)).then(|| (used.to_owned(), edit.text.clone()))
    };
    let names: Vec<Option<(String, String)>> = reports.iter().map(renames).collect();
    let mut at = 0;
    reports.retain_mut(|report| {
        let name = names.get(at).cloned().flatten();
        let is_first = names.iter().position(|other| *other == name) == Some(at);
        let uses = names.iter().filter(|other| **other == name).count();
        at += 1;
        let Some((used, declared)) = name.filter(|_| uses > 1) else { return true };
        let Some(place) = only_declared(text, &declared) else { return true };
        let span = Span::new(report.primary.span.source, place, place + declared.len());
        for fix in &mut report.fixes {
            fix.edits = vec![Edit { span, text: used.clone() }];
        }
        is_first
    });
    reports
}

/// Where a name is declared that stands nowhere else in a text.
fn only_declared(text: &str, name: &str) -> Option<usize> {
    const DECLARING: [&str; 10] =
        ["let", "keep", "option", "table", "chart", "deck", "each", "fn", "procedure", "timer"];
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut places = text.match_indices(name).map(|(at, _)| at).filter(|at| {
        let (before, behind) = text.split_at(*at);
        !before.ends_with(is_word) && !behind.get(name.len()..).is_some_and(|rest| rest.starts_with(is_word))
    });
    let place = places.next().filter(|_| places.next().is_none())?;
    let line = text.get(..place)?.rsplit('\n').next()?.trim();
    DECLARING.contains(&line).then_some(place)
}

/// Whether the line of a report on what cannot be read may define something: one that only tells does not.
fn may_define(text: &str, report: &Diagnostic) -> bool {
    const TELLING: [&str; 5] = ["say", "note", "show", "roll", "expect"];
    let at = report.primary.span.start as usize;
    let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    let first = text.get(start..).and_then(|line| line.split_whitespace().next()).unwrap_or("");
    report.code == codes::syntax::BLOCK_OPEN.id || !TELLING.contains(&first)
}

/// Whether a fix puts something in the place of all that it takes away.
fn adds(fix: &Fix) -> bool {
    fix.edits.iter().all(|edit| !edit.text.is_empty())
}

fn load(
    target: Target<'_>,
    text: &str,
    mut session: Session,
) -> Result<(Session, Vec<Diagnostic>), AppError> {
    let reports = match target {
        Target::Text(_) => {
            let origin = Origin::Session("<stdin>".into());
            session.load_text(SourceText { name: "<stdin>".into(), text: text.into(), origin })
        }
        Target::File(path) => {
            let place = std::fs::canonicalize(path).map_err(|error| AppError::reading(path, &error))?;
            let place = place.to_string_lossy().into_owned();
            session.keep_texts([(place, Arc::from(text))].into_iter().collect());
            session.load(path).map_err(|error| super::cli::start::load_error(&error))?
        }
    };
    Ok((session, reports))
}

/// The source that was started, which is the first with its text.
fn source_of(session: &Session, text: &str) -> Option<SourceId> {
    session.sources().iter().find(|(_, source)| &**source.text() == text).map(|(id, _)| id)
}

/// The fixes that are left to a person: more than one for the same report.
pub(crate) fn choices(reports: &[Diagnostic]) -> usize {
    reports.iter().filter(|report| !report.fixes.is_empty() && only_fix(report).is_none()).count()
}

/// The lines that differ, with a few around them.
pub(crate) fn difference(name: &str, before: &str, after: &str, look: Style) -> String {
    let name = clean_line(name);
    let plain = |text: &'_ str| text.trim_start_matches('\u{feff}').to_owned();
    let (before, after) = (plain(before), plain(after));
    let diff = TextDiff::from_lines(&before, &after);
    let mut out = format!("{}\n", look.tint(Tint::Title, name));
    for hunk in diff.unified_diff().context_radius(CONTEXT).iter_hunks() {
        out.push_str(&format!("{}\n", look.tint(Tint::Dim, hunk.header())));
        for change in hunk.iter_changes() {
            let line = change.value().trim_end_matches(['\n', '\r']);
            let line = format!("{}{}", change.tag(), clean_line(line));
            match change.tag() {
                ChangeTag::Delete => out.push_str(&format!("{}\n", look.tint(Tint::Error, line))),
                ChangeTag::Insert => out.push_str(&format!("{}\n", look.tint(Tint::Help, line))),
                ChangeTag::Equal => out.push_str(&format!("{line}\n")),
            }
        }
    }
    out
}

/// Asks whether a change may be written; `None` where nobody is there to ask.
pub(crate) fn agreed(question: &str, console: &Console) -> Option<bool> {
    if !std::io::stdin().is_terminal() || !door::out_is_terminal() {
        return None;
    }
    let words = vec!["yes".to_owned(), "no".to_owned()];
    let line = ask::line(&format!("{} [y/N] ", clean(question)), words, console);
    let line = line.ok().flatten().unwrap_or_default();
    Some(matches!(line.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// Writes the fixed text, if the file is still what was read.
///
/// # Errors
/// The file has changed in the meantime, or cannot be written.
pub(crate) fn write(path: &Path, mended: &MendedSource, console: &Console) -> Result<(), AppError> {
    if files::read_text(path, &console.limits)? != mended.before {
        let what = format!("`{}` has changed in the meantime; nothing was written", shown(path));
        return Err(AppError::Unusable { what });
    }
    files::replace(path, &mended.after, Links::Within)
}

/// A path as people read it.
pub(crate) fn shown(path: &Path) -> String {
    clean_line(&path.to_string_lossy()).into_owned()
}
