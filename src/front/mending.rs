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
use crate::base::SourceId;
use crate::diag::{Diagnostic, codes, mend_keeping, only_fix};
use crate::modules::{Origin, SourceText};
use crate::session::Session;
use crate::syntax;

/// Codes before this one are of lines that cannot be read.
const FIRST_OF_MEANING: &str = "TW0100";

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
            // What a name stands for is not known before its line can be read, nor that of its rule-set.
            let (read, mut others): (Vec<_>, Vec<_>) = reports
                .iter()
                .cloned()
                .partition(|report| report.is_error() && report.code < FIRST_OF_MEANING);
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
            let rounds = [read, if open { Vec::new() } else { others }];
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
