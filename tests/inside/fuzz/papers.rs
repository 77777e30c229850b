//! Laws of files: a journal is what was written or damaged, what is imported can be read, and only marked
//! places of a note are filled.

use std::path::Path;
use std::sync::OnceLock;

use super::Input;
use super::corpus::Kind;
use crate::base::SourceId;
use crate::front::journal::{Beginning, Journal};
use crate::front::record::JournalRecord;
use crate::interop::{fill, import_file, marks};
use crate::syntax::{self, Verdict};

const SEVEN: Beginning<'_> = Beginning { seed: "7", asked: false, with_files: true };

/// A journal as it was written.
pub fn journal() -> &'static [u8] {
    static WRITTEN: OnceLock<Vec<u8>> = OnceLock::new();
    WRITTEN.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let mut journal = Journal::open(folder.path(), SEVEN, false).expect("begun").journal;
        for (number, text) in (1..).zip(["let x = 1", "x + d6\n", "say \"\u{1b}[31m{x}\"", "do turn()"]) {
            let answers = vec![("deed".to_owned(), format!("rest {number}"))];
            journal.add(&JournalRecord::Enter { number, text: text.to_owned(), answers }).expect("written");
        }
        drop(journal);
        std::fs::read(folder.path().join("journal")).expect("written")
    })
}

fn records(folder: &Path) -> Option<Vec<String>> {
    let opened = Journal::open(folder, SEVEN, false).ok()?;
    Some(opened.records.iter().map(|record| serde_json::to_string(record).expect("JSON")).collect())
}

/// Of a journal that was cut or changed comes what was written, up to some record, or a report; a report leaves
/// it as it is; and repaired, it can be opened.
pub fn opens_journals(input: &Input) -> Result<(), String> {
    static WRITTEN: OnceLock<Vec<String>> = OnceLock::new();
    let in_folder = |bytes: &[u8]| {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("journal"), bytes).expect("written");
        folder
    };
    let written = WRITTEN.get_or_init(|| records(in_folder(journal()).path()).expect("whole"));
    let folder = in_folder(&input.bytes);
    match records(folder.path()) {
        Some(found) => {
            // What was written whole is never dropped in silence, but for a last line that was torn.
            if !written.starts_with(&found) {
                return Err(format!("records that nobody wrote: {found:?}"));
            }
            let whole = input.bytes.iter().filter(|byte| **byte == b'\n').count();
            if found.len() < whole && found.len() != 1 {
                return Err(format!("{} of {whole} lines are dropped in silence", whole - found.len()));
            }
        }
        None => {
            if std::fs::read(folder.path().join("journal")).expect("it is there") != input.bytes {
                return Err("a damaged journal was changed".to_owned());
            }
            if Journal::open(folder.path(), SEVEN, true).is_ok() {
                let copy = std::fs::read(folder.path().join("journal.damaged-1"));
                if copy.ok().as_deref() != Some(&input.bytes) {
                    return Err("repaired without a copy".to_owned());
                }
                let Some(found) = records(folder.path()) else {
                    return Err("repaired, it cannot be opened".to_owned());
                };
                if !written.starts_with(&found) {
                    return Err(format!("repaired into what nobody wrote: {found:?}"));
                }
            }
        }
    }
    Ok(())
}

/// What is imported can be read, and formatting settles it.
pub fn imports(input: &Input) -> Result<(), String> {
    let text = input.text();
    let (end, text) = match input.kind {
        Kind::Foreign => text.split_once('\n').unwrap_or(("txt", "")),
        Kind::Code | Kind::Line | Kind::Note | Kind::State | Kind::Journal => ("md", text.as_str()),
    };
    let end: String = end.chars().filter(char::is_ascii_alphabetic).collect();
    let Ok(carried) = import_file(Path::new("paper").with_extension(end).as_path(), text) else {
        return Ok(());
    };
    let parsed = syntax::parse_file(SourceId(0), &carried.text);
    if parsed.verdict != Verdict::Complete {
        let said =
            parsed.diagnostics.iter().find(|report| report.is_error()).map_or("", |report| &report.message);
        return Err(format!("what is written cannot be read: `{said}`:\n{}", carried.text));
    }
    // Nobody else's text is code: an import writes tables, settings and functions, and nothing that runs. In
    // a note, blocks of our own code are taken as they are.
    if input.kind == Kind::Note || text.contains("```") {
        return Ok(());
    }
    let runs = parsed.file.items.iter().find(|item| matches!(item.kind, syntax::ast::ItemKind::Stmt(..)));
    if let Some(item) = runs {
        return Err(format!(
            "an import runs something: `{}`:\n{}",
            &carried.text[item.span.range()],
            carried.text
        ));
    }
    Ok(())
}

/// Places are filled, nothing else changes, and filling again gives the same.
pub fn fills(input: &Input) -> Result<(), String> {
    const RESULT: &str = "a | b\n<!-- /tw --> ``` c";
    let text = input.text();
    let Ok(found) = marks(&text) else { return Ok(()) };
    let results = vec![Some(RESULT.to_owned()); found.len()];
    // What would change the text around it is refused, and nothing is written.
    let Ok(once) = fill(&text, &found, &results) else { return Ok(()) };
    let Ok(again) = marks(&once) else { return Err(format!("filled, its marks are broken:\n{once}")) };
    if again.iter().map(|mark| &mark.expr).ne(found.iter().map(|mark| &mark.expr)) {
        return Err(format!("filled, it has other marks:\n{once}"));
    }
    let around = |text: &str, marks: &[crate::interop::Mark]| {
        let ends = marks.iter().map(|mark| mark.content.end).collect::<Vec<_>>();
        let starts = marks.iter().map(|mark| mark.content.start).chain([text.len()]);
        let from = std::iter::once(0).chain(ends);
        from.zip(starts).map(|(from, upto)| text[from..upto].to_owned()).collect::<Vec<_>>()
    };
    if around(&text, &found) != around(&once, &again) {
        return Err(format!("something else changes:\n{once}"));
    }
    let twice =
        fill(&once, &again, &results).map_err(|error| format!("filled again it is refused: {error}"))?;
    if twice == once {
        Ok(())
    } else {
        Err(format!("filled again it changes:\n{once}\n---- becomes\n{twice}"))
    }
}
