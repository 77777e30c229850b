//! Rows that say in words what to roll next, and roll nothing: `Roll again twice`, `Roll on the gems table`.

use std::sync::Arc;

use super::shape::{ColumnRole, TableLayout};
use crate::base::Span;
use crate::check::Workspace;
use crate::check::program::ModuleId;
use crate::check::reading::SourceReader;
use crate::check::reports::Reports;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, CellKind, Segment, TableBody, TableKind};

/// More rows than this of one table are not pointed at.
const TOLD: usize = 3;
/// A table's name has no more words than this.
const NAME_WORDS: usize = 6;

/// What a text says to roll.
struct Said {
    /// Where in the text it says so.
    start: usize,
    end: usize,
    /// The table.
    table: String,
    times: usize,
}

/// Words after `roll again` that belong to it.
const MORE: &[&str] = &[
    " on this table",
    " on the table",
    " on this list",
    " again",
    " more",
    " and combine the results",
    " and combine both",
    " and combine them",
    " and combine",
    " and use both results",
    " and use both",
    " and keep both",
    " and take both",
    " and apply both",
];

/// Notes on rows whose text says what to roll.
pub(super) fn said_rolls(
    reports: &mut Reports,
    ws: &Workspace,
    reading: &SourceReader<'_>,
    module: ModuleId,
    table: &ast::Table,
    layout: &TableLayout,
) {
    if table.kind != TableKind::Table || !table.params.is_empty() {
        return;
    }
    let is_table = |name: &str| {
        ws.named(module, name).first().is_some_and(|(_, meaning, _)| {
            meaning.table().is_some_and(|id| ws.program.table(id).params.is_empty())
        })
    };
    let columns: Vec<Arc<str>> = ws.named(module, &table.name.text).first().map_or_else(Vec::new, |found| {
        let info = found.1.table().and_then(|id| ws.defs.infos.get(id.index()));
        info.map_or_else(Vec::new, |info| info.columns.iter().map(|column| column.name.clone()).collect())
    });
    let mut told = 0;
    for (span, column) in texts(table, layout) {
        let written = reading.written(span);
        // Of a row with several results, one alone is rolled again.
        let own = match columns.get(column).filter(|_| columns.len() > 1) {
            Some(column) => format!("{}.{column}", table.name.text),
            None => table.name.text.to_string(),
        };
        let Some(said) = said(&written, &own, is_table) else { continue };
        reports.add(note(&said, &written, span));
        told += 1;
        if told == TOLD {
            break;
        }
    }
}

/// Where the texts of a table's rows stand that nothing in them changes, each with the number of its result.
fn texts(table: &ast::Table, layout: &TableLayout) -> Vec<(Span, usize)> {
    let is_plain = |text: &ast::Text| text.segments.iter().all(|part| matches!(part, Segment::Literal(_)));
    match &table.body {
        TableBody::Pipe { rows, .. } => {
            let results: Vec<usize> = layout
                .roles
                .iter()
                .enumerate()
                .filter(|(_, role)| **role == ColumnRole::Result)
                .map(|(at, _)| at)
                .collect();
            let cells = rows.iter().flat_map(|row| {
                results.iter().enumerate().filter_map(|(nth, at)| Some((row.cells.get(*at)?, nth)))
            });
            let cells =
                cells.filter(|(cell, _)| matches!(&cell.kind, CellKind::Text(text) if is_plain(text)));
            cells.map(|(cell, nth)| (cell.span, nth)).collect()
        }
        TableBody::Lines(rows) | TableBody::Bullets(rows) => {
            let rows = rows.iter().filter(|row| row.effects.is_none() && is_plain(&row.text));
            rows.map(|row| (row.text.span, 0)).collect()
        }
    }
}

fn note(said: &Said, written: &str, span: Span) -> Diagnostic {
    let words = written.get(said.start..said.end).unwrap_or_default();
    let start = span.start as usize + said.start;
    let place = Span::new(span.source, start, start + words.len());
    let one = format!("{{{}}}", said.table);
    let live = match said.times {
        1 => one,
        2 => format!("{one} and {one}"),
        _ => format!("{}{one} and {one}", format!("{one}, ").repeat(said.times - 2)),
    };
    let message = format!("`{words}` is shown, and rolls nothing");
    let note = Diagnostic::note_at(&codes::tables::SAID_ROLL, place, message);
    // What is left out of the new rolls, nothing that is written in its place could know.
    let but =
        ["ignor", "disregard", "except", "discard", "reroll", "re-roll", "treat", "keep", "choose", "pick"];
    let after = written.get(said.end..).unwrap_or_default().to_ascii_lowercase();
    let sentence = after.split(['.', '!']).next().unwrap_or_default();
    if but.iter().any(|word| sentence.contains(word)) {
        return note.help(format!(
            "`{live}` would roll, but leave nothing out: a row that is not to come up again needs a condition (`when`), or a table of its own without it"
        ));
    }
    note.fix(format!("write {live}"), place, live.clone())
}

/// The first words of a text that say what to roll.
fn said(text: &str, own: &str, is_table: impl Fn(&str) -> bool) -> Option<Said> {
    let lower = text.to_ascii_lowercase();
    let starts = lower.match_indices("roll").map(|(at, _)| at);
    starts
        .filter_map(|at| {
            let before = lower.get(..at)?;
            let start = ["re-", "re"].iter().find(|re| before.ends_with(*re)).map_or(at, |re| at - re.len());
            let free = is_order(lower.get(..start)?);
            let rest = lower.get(at + "roll".len()..)?;
            let (length, times, table) = what_to_roll(rest, start < at, own, &is_table)?;
            let end = at + "roll".len() + length;
            let ends = lower.get(end..)?.chars().next().is_none_or(|c| !c.is_alphanumeric());
            (free && ends).then_some(Said { start, end, table, times })
        })
        .next()
}

/// Whether what follows tells somebody to do something, rather than that it is a bread roll.
fn is_order(before: &str) -> bool {
    const LINKS: &[&str] = &[" and", " then", " or", "also", "instead", "must", "should", "please"];
    let before = before.trim_end_matches([' ', '*', '_', '(', '[', '"']);
    before.is_empty()
        || before.ends_with(['.', '!', '?', ',', ';', ':', '-', '–', '—', '&', '+', '/'])
        || LINKS.iter().any(|link| before.ends_with(link))
}

/// Behind `roll`: how long the words are that say what is rolled, how often, and on which table.
fn what_to_roll(
    rest: &str,
    again: bool,
    own: &str,
    is_table: &impl Fn(&str) -> bool,
) -> Option<(usize, usize, String)> {
    let mut at = 0;
    let mut times = None;
    let mut again = again;
    while let Some((word, count)) = OFTEN.iter().find(|(word, _)| follows(rest, at, word)) {
        at += word.len();
        again |= *count == 0;
        times = times.or(Some(*count).filter(|count| *count > 0));
    }
    for on in [" on the ", " on table ", " on "] {
        let Some(named) = rest.get(at..).and_then(|rest| rest.strip_prefix(on)) else { continue };
        if let Some((length, name)) = table_named(named, is_table) {
            return Some((at + on.len() + length, times.unwrap_or(1), name));
        }
    }
    while let Some(more) = MORE.iter().find(|more| follows(rest, at, more)) {
        at += more.len();
    }
    // `roll again on Table B`: on another, which has no such name here.
    let elsewhere = rest.get(at..).is_some_and(|rest| rest.starts_with(" on "));
    if elsewhere {
        return None;
    }
    (again || times.is_some_and(|times| times > 1)).then(|| (at, times.unwrap_or(1), own.to_owned()))
}

/// How often something is rolled; `again` counts for nothing.
const OFTEN: &[(&str, usize)] = &[
    (" again", 0),
    (" once", 1),
    (" twice", 2),
    (" two times", 2),
    (" 2 times", 2),
    (" two more times", 2),
    (" thrice", 3),
    (" three times", 3),
    (" 3 times", 3),
    (" three more times", 3),
];

/// Whether words stand at a place of a text, and end there.
fn follows(text: &str, at: usize, words: &str) -> bool {
    let rest = text.get(at..).and_then(|rest| rest.strip_prefix(words));
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
}

/// The table whose name a text begins with, and how long the words are: the longest name counts.
fn table_named(text: &str, is_table: &impl Fn(&str) -> bool) -> Option<(usize, String)> {
    let ends = text.char_indices().filter(|(_, c)| !c.is_alphanumeric() && !matches!(c, '_' | '-' | '\''));
    let ends: Vec<usize> = ends.map(|(at, _)| at).chain([text.len()]).take(NAME_WORDS).collect();
    ends.into_iter().rev().find_map(|end| {
        let words = text.get(..end).filter(|words| !words.ends_with(' '))?;
        let bare = words.strip_suffix(" table").unwrap_or(words);
        let name = crate::syntax::name_of(bare);
        is_table(&name).then_some((end, name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<(String, usize, String)> {
        let said = said(text, "own", |name| matches!(name, "gems" | "night_finds"))?;
        Some((text.get(said.start..said.end)?.to_owned(), said.times, said.table))
    }

    #[test]
    fn what_rows_say_is_found() {
        let cases = [
            ("Roll again", "Roll again", 1, "own"),
            ("Reroll.", "Reroll", 1, "own"),
            ("A trap; re-roll on this table.", "re-roll on this table", 1, "own"),
            ("Roll twice and combine both", "Roll twice and combine both", 2, "own"),
            ("Roll again twice", "Roll again twice", 2, "own"),
            ("roll three more times", "roll three more times", 3, "own"),
            ("Roll on gems", "Roll on gems", 1, "gems"),
            ("Roll twice on the Gems table!", "Roll twice on the Gems table", 2, "gems"),
            ("Roll on the Night Finds table", "Roll on the Night Finds table", 1, "night_finds"),
        ];
        for (text, words, times, table) in cases {
            assert_eq!(found(text), Some((words.into(), times, table.into())), "{text}");
        }
    }

    #[test]
    fn what_only_sounds_like_it_is_left() {
        for text in
            ["A troll again", "rolls of cloth", "roll of thunder", "Roll on the floor", "a scroll twice"]
        {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
