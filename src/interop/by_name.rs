//! Which reader a file needs, by the end of its name.

use std::borrow::Cow;
use std::path::Path;

use super::Carried;
use super::anydice::import_anydice;
use super::carried::ImportError;
use super::import::{import_csv, import_json};
use super::list_parts::import_lists;
use super::notes::import_markdown;
use super::perchance::{import_perchance, is_perchance};
use super::source::{without_controls, without_signals};
use super::spaced::with_tabs;
use super::tabbed::import_tabbed;
use crate::base::{SourceId, stop};
use crate::syntax::{Verdict, other_tables, parse_file};

/// What the ends of names mean, for whoever has given a file that cannot be read.
pub(crate) const ENDS: &str = "`.csv` and `.tsv` are read as columns, `.json` and `.db` as RollTables of Foundry or as Datasworn, `.txt` as a list, or as columns where tabs are between them, `.perchance` as a generator, `.anydice` as a program, everything else as Markdown";

/// Makes a source of a file of another program.
///
/// # Errors
/// It holds nothing that can be read so.
pub(crate) fn import_file(path: &Path, text: &str) -> Result<Carried, ImportError> {
    let mut left_out = 0;
    // Before anything is read: what stands on both sides of one may mean something together.
    let text = without_signals(text, &mut left_out);
    let mut carried = by_ending(path, &text, &mut left_out).map_err(ImportError::in_short)?;
    // Some were written with signs, as `&#7;`.
    if let Cow::Owned(plain) = without_controls(&carried.text, &mut left_out) {
        carried.text = plain;
    }
    match left_out {
        0 => {}
        1 => carried.lost.push("1 control character is left out: no source may hold any".to_owned()),
        _ => carried.lost.push(format!("{left_out} control characters are left out: no source may hold any")),
    }
    can_be_read(&carried.text).map_err(ImportError::in_short)?;
    Ok(carried.in_short())
}

/// Nobody is given a source that cannot be read: what no reader has foreseen is refused.
fn can_be_read(text: &str) -> Result<(), ImportError> {
    let read = parse_file(SourceId(0), text);
    // Whoever was stopped has not read it, and says so.
    if read.verdict == Verdict::Complete || stop::is_asked() {
        return Ok(());
    }
    let Some(wrong) = read.diagnostics.iter().find(|report| report.is_error()) else { return Ok(()) };
    let (before, from) = text.split_at_checked(wrong.primary.span.start as usize).unwrap_or((text, ""));
    let line = before.rsplit('\n').next().unwrap_or("").len();
    let written = text.get(before.len() - line..).unwrap_or(from).lines().next().unwrap_or("");
    let written: String = written.chars().take(80).collect();
    Err(ImportError::Broken(format!(
        "what would be written could not be read again: {}, in `{}`; change that and try again",
        wrong.message,
        written.trim()
    )))
}

fn by_ending(path: &Path, text: &str, left_out: &mut usize) -> Result<Carried, ImportError> {
    let end = path.extension().map(|end| end.to_string_lossy().to_lowercase());
    let stem =
        path.file_stem().map_or_else(|| "table".to_owned(), |stem| stem.to_string_lossy().into_owned());
    match end.as_deref() {
        Some("csv" | "tsv" | "tab") => import_csv(text, &stem),
        Some("anydice") => import_anydice(text),
        Some("json" | "db" | "jsonl") => import_json(text, left_out),
        Some("perchance") => import_perchance(text, &stem),
        _ if is_perchance(text) => import_perchance(text, &stem),
        Some("txt" | "text") if other_tables(text).is_empty() => lines_or_columns(text, &stem),
        _ => import_markdown(text).or_else(|error| match error {
            // A list in a note has no pipes.
            ImportError::NoTable => lines_or_columns(text, &stem),
            ImportError::Broken(_) => Err(error),
        }),
    }
}

/// Text without any table: a list, or what was copied out of a spreadsheet.
fn lines_or_columns(text: &str, name: &str) -> Result<Carried, ImportError> {
    let spaced = || with_tabs(text).and_then(|tabbed| import_tabbed(&tabbed, name));
    import_tabbed(text, name).or_else(spaced).unwrap_or_else(|| import_lists(text, name))
}
