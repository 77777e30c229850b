//! Markdown in: the tables that a note itself would roll, under the names that it would give them, and its
//! other tables as charts to look things up in.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::ops::Range;

use super::carried::{Carried, ImportError};
use super::columns::{Columns, Rolled};
use super::die_word::DieWord;
use super::foundry::inert;
use super::halves;
use super::list_keys::mark_of;
use super::lists::import_entries;
use super::markup::{with_pipes, without_comments};
use super::said::cell_in;
use super::sheet::in_words;
use super::source::{head, pipes, title_in};
use crate::base::{FreeNames, SourceId, stop};
use crate::diag::Diagnostic;
use crate::syntax::{
    KeyedRows, NoteList, NotePart, PartForm, dice_of_word, is_roll_heading, name_of, note_comments,
    note_lists, note_parts, parse_file, pipe_lines,
};

/// Makes a source of the tables and the code in a Markdown text. Headings, captions and block ids name the
/// tables, as they do where the note itself is used.
///
/// # Errors
/// There is no table.
pub(crate) fn import_markdown(text: &str) -> Result<Carried, ImportError> {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let (mut lost, mut comments) = (Vec::new(), Vec::new());
    let is_cut = note_comments(&text).open.is_some();
    let text = without_comments(&text, &mut comments);
    let text = with_pipes(&text, &mut lost);
    let parts: Vec<NotePart> = note_parts(&text).into_iter().filter(|part| !part.form.is_lines()).collect();
    let mut names = FreeNames::default();
    for part in &parts {
        names.give(&part.name);
    }
    let mut pieces: Vec<String> = Vec::new();
    let (mut line, mut counted) = (1, 0);
    for part in parts.iter().take_while(|_| !stop::is_asked()) {
        let written = text.get(part.range.clone()).unwrap_or("").trim_end();
        line += text.get(counted..part.range.start).map_or(0, |passed| passed.matches('\n').count());
        counted = counted.max(part.range.start);
        let is_code = part.name.is_empty() && part.not_rolled.is_none();
        let piece = if is_code { code_of(written) } else { table_of(part, written, &mut names, &mut lost) };
        let read = parse_file(SourceId(0), &piece);
        match read.diagnostics.iter().find(|report| report.is_error()) {
            Some(report) => {
                lost.push(format!("line {line}: what stands there is left out: {}", report.message))
            }
            None if piece.trim().is_empty() => {}
            None => {
                if part.not_rolled.is_some() && !piece.starts_with("table ") {
                    let first = piece.lines().next().unwrap_or("");
                    lost.push(format!(
                        "line {line}: no die is rolled on this table; it is written as `{first}`"
                    ));
                }
                pieces.push(piece);
            }
        }
    }
    let lists = note_lists(&text);
    let titles = lists.iter().filter_map(|list| list.title.as_deref()).map(name_of);
    let known: HashSet<String> = parts.iter().map(|part| part.name.clone()).chain(titles).collect();
    for list in lists.iter().take_while(|_| !stop::is_asked()) {
        if list.nested > 0 {
            let title = list.title.as_deref().unwrap_or("without a heading");
            lost.push(format!(
                "list `{title}`: nested entries are written behind the entry that they belong to"
            ));
        }
        let mut told = Vec::new();
        pieces.push(list_of(list, &known, &mut names, &mut told));
        // Of several, each note says which it is about.
        let title = list.title.as_deref().filter(|_| lists.len() > 1);
        let about = title.map(|title| format!("list `{title}`: ")).unwrap_or_default();
        lost.extend(told.into_iter().map(|note| format!("{about}{note}")));
    }
    if pieces.is_empty() {
        // A comment that is not closed may be why.
        lost.extend(comments.into_iter().filter(|_| is_cut));
        return Err(nothing_found(&lost));
    }
    lost.splice(0..0, comments);
    let titles: HashSet<String> = parts
        .iter()
        .filter_map(|part| part.title.clone())
        .chain(lists.iter().filter_map(|list| list.title.clone()))
        .collect();
    // What stands between two entries is none of them, where it is known where each stands.
    let tables = parts.into_iter().map(|part| part.range);
    let tables = tables.filter(|range| !lists.iter().any(|list| list.range == *range));
    let mut inside: Vec<(Range<usize>, bool)> = tables.map(|range| (range, false)).collect();
    for list in &lists {
        match list.pieces.is_empty() {
            true => inside.push((list.range.clone(), true)),
            false => inside.extend(list.pieces.iter().map(|piece| (piece.clone(), false))),
        }
    }
    lost.extend(prose_left_out(&text, inside, &titles));
    Ok(Carried { text: pieces.join("\n"), lost })
}

/// Why there is nothing to write.
fn nothing_found(lost: &[String]) -> ImportError {
    if lost.is_empty() { ImportError::NoTable } else { ImportError::Broken(lost.join("; ")) }
}

/// The lines of a fenced block, without its fences where they are in its range.
fn code_of(written: &str) -> String {
    let lines = written.lines().filter(|line| !line.trim_start().starts_with("```"));
    lines.map(|line| format!("{line}\n")).collect()
}

fn table_of(part: &NotePart, written: &str, names: &mut FreeNames, lost: &mut Vec<String>) -> String {
    let first_is_row = matches!(part.form, PartForm::Pipes { first_is_row: true });
    let halves = in_halves(written, lost);
    let written = halves.as_ref().map_or(written, |(written, _)| written);
    let title = part.title.as_deref().map(title_in).filter(|title| !title.is_empty());
    let mut out = String::new();
    if part.not_rolled.is_some() {
        if let Some(out) = by_chance(part, written, names, lost) {
            return out;
        }
        let name = names.give(&name_of(part.title.as_deref().unwrap_or("chart")));
        let title = title.unwrap_or_else(|| in_words(&name));
        // Under `chance`, every row is rolled by itself.
        let first = written.trim_start_matches([' ', '|']).split('|').next().unwrap_or("");
        let kind = if first.trim().eq_ignore_ascii_case("chance") { "each" } else { "chart" };
        let _ = writeln!(out, "{kind} {name} \"{title}\"");
    } else {
        let title = title.unwrap_or_else(|| in_words(&part.name));
        let implied = halves.as_ref().map_or(part.implied_die.as_ref(), |(_, whole)| whole.as_ref());
        let rolls = implied.map(|die| format!(" rolls {die}")).unwrap_or_default();
        let _ = writeln!(out, "table {} \"{title}\"{rolls}", part.name);
    }
    for (nth, line) in pipe_lines(written, first_is_row).iter().enumerate() {
        let cells = cells_of(line);
        let is_blank = cells.first().is_some_and(|key| key.trim().is_empty());
        if part.not_rolled.is_none() && nth > 1 && cells.len() > 1 && is_blank {
            let says = cells.join(" ");
            if !says.trim().is_empty() {
                lost.push(format!("`{}` has no number, and is left out", says.trim()));
            }
            continue;
        }
        let _ = writeln!(out, "{line}");
    }
    out
}

/// A table with a column that says how likely each row is, which no note rolls by.
fn by_chance(
    part: &NotePart,
    written: &str,
    names: &mut FreeNames,
    lost: &mut Vec<String>,
) -> Option<String> {
    let mut lines = written.lines().filter(|line| !line.trim().is_empty()).map(cells_of);
    let headings = lines.next()?;
    let fits = |row: &Vec<String>| row.len() == headings.len();
    let rows: Vec<Vec<String>> = lines.filter(|row| !is_rule(row)).collect();
    if !rows.iter().all(fits) {
        return None;
    }
    let mut columns = Columns { headings, rows };
    let mut notes = Vec::new();
    let kind = match columns.find_rolled(&mut notes) {
        Rolled::Weights | Rolled::Die => "table",
        Rolled::Each => "each",
        Rolled::By(_) | Rolled::Nothing => return None,
    };
    lost.extend(notes);
    let title = part.title.as_deref().map(title_in).filter(|title| !title.is_empty());
    let name = names.give(&name_of(title.as_deref().unwrap_or("by chance")));
    let title = title.unwrap_or_else(|| in_words(&name));
    Some(pipes(&head(kind, &name, &title), &columns.headings, &columns.rows))
}

/// Whether the cells of a line only draw the rule below a head.
fn is_rule(row: &[String]) -> bool {
    row.iter().all(|cell| cell.contains('-') && cell.trim_matches(['-', ':']).is_empty())
}

/// A table that is printed in two halves, side by side, with the second below the first; and the die that
/// both fill, where nothing over them says it.
fn in_halves(written: &str, lost: &mut Vec<String>) -> Option<(String, Option<String>)> {
    let mut lines = written.lines().filter(|line| !line.trim().is_empty()).map(cells_of);
    let headings = lines.next()?;
    let rows: Vec<Vec<String>> = lines.filter(|row| !is_rule(row)).collect();
    let Some((headings, rows, die)) = halves::stacked(&headings, &rows) else {
        lost.extend(halves::note_on_two(&headings, &rows));
        return None;
    };
    lost.push(halves::note(&headings));
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule = format!("|{}\n", "---|".repeat(headings.len()));
    let rows = rows.iter().map(|row| line(row));
    let text = [line(&headings), rule].into_iter().chain(rows).collect();
    let said = headings.first().is_some_and(|first| !is_roll_heading(first));
    Some((text, (!said).then_some(die)))
}

/// The cells of a line, as they are written.
fn cells_of(line: &str) -> Vec<String> {
    let line = line.trim_start_matches(['>', ' ', '\t']).trim_end();
    let line = line.strip_prefix('|').unwrap_or(line);
    let mut cells = vec![String::new()];
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        if letter == '|' {
            cells.push(String::new());
        } else if let Some(cell) = cells.last_mut() {
            cell.push(letter);
            if letter == '\\' {
                cell.extend(letters.next());
            }
        }
    }
    // The last bar closes the line.
    if cells.len() > 1 && cells.last().is_some_and(|cell| cell.trim().is_empty()) {
        cells.pop();
    }
    cells.into_iter().map(|cell| cell.trim().to_owned()).collect()
}

/// A list of a note as a table.
fn list_of(
    list: &NoteList,
    known: &HashSet<String>,
    names: &mut FreeNames,
    lost: &mut Vec<String>,
) -> String {
    let name = names.give(&name_of(list.title.as_deref().unwrap_or("list")));
    let title = list.title.clone().unwrap_or_else(|| in_words(&name));
    if let Some(keyed) = &list.keyed {
        let table = |says: &dyn Fn(&str) -> String| keyed_rows(keyed, (name.as_str(), title.as_str()), says);
        let live = table(&|text| if is_live(text, known) { text.to_owned() } else { inert(text) });
        let is_wrong = parse_file(SourceId(0), &live).diagnostics.iter().any(Diagnostic::is_error);
        return if is_wrong { table(&inert) } else { live };
    }
    // What is rolled in the note is rolled, as far as it is known here.
    let says = |text: &str| if is_live(text, known) { text.to_owned() } else { inert(text) };
    let (mut told, heads) = (Vec::new(), (name.as_str(), title.as_str()));
    let live = import_entries(&list.entries, heads, &says, &mut told);
    if parse_file(SourceId(0), &live).diagnostics.iter().any(Diagnostic::is_error) {
        return import_entries(&list.entries, heads, &inert, lost);
    }
    lost.extend(told);
    live
}

/// A list whose numbers cover a die as a table of it.
fn keyed_rows(keyed: &KeyedRows, (name, title): (&str, &str), says: &dyn Fn(&str) -> String) -> String {
    let die = DieWord::of(&keyed.die).map_or_else(|| keyed.die.clone(), |die| die.written().to_owned());
    let rows: Vec<Vec<String>> =
        keyed.rows.iter().map(|(key, text)| vec![key.clone(), cell_in(&says(text))]).collect();
    pipes(&head("table", name, title), &[die, "result".to_owned()], &rows)
}

/// Whether all that stands in the braces of a text is dice, a choice, or a table of the note.
fn is_live(text: &str, known: &HashSet<String>) -> bool {
    let is_known = |word: &str| {
        word.chars().all(|c| c.is_ascii_digit()) || dice_of_word(word).is_some() || known.contains(word)
    };
    let mut braces =
        text.split('{').skip(1).map(|rest| rest.split_once('}').map_or("\"", |(inside, _)| inside));
    braces.all(|inside| {
        let mut words =
            inside.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
        inside.contains('|') && !inside.contains('"') || words.all(is_known)
    })
}

/// How many lines are neither in a part nor the title of one; what stands between two pieces of a list is in none.
/// With each part comes whether it is a list.
fn prose_left_out(
    text: &str,
    mut parts: Vec<(Range<usize>, bool)>,
    titles: &HashSet<String>,
) -> Option<String> {
    parts.sort_by_key(|(part, _)| part.end);
    let mut parts = parts.into_iter().peekable();
    let mut at = 0;
    let mut prose = 0;
    let mut after_blank = true;
    for line in text.split_inclusive('\n') {
        while parts.next_if(|(part, _)| part.end <= at).is_some() {}
        let shown = line.trim();
        let goes_on = !after_blank || line.starts_with([' ', '\t', '>']) || mark_of(shown).is_some();
        let inside = parts.peek().is_some_and(|(part, is_list)| {
            part.start < at + line.len() && (goes_on || part.start == at || !is_list)
        });
        let heads = shown.starts_with('#') || shown.starts_with("```") || shown.starts_with('^');
        let heads = heads || titles.contains(shown.trim_matches(['*', '_', ':', ' ']));
        prose += usize::from(!inside && !shown.is_empty() && !heads);
        after_blank = shown.is_empty();
        at += line.len();
    }
    match prose {
        0 => None,
        1 => Some("one line of prose is left out".to_owned()),
        _ => Some(format!("{prose} lines of prose are left out")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_the_names_that_a_note_gives_them() {
        let text = "# Notes\nSome prose.\n## Bog finds\n\n| d4 | find |\n|----|------|\n| 1-4 | mud |\n\n\
                    **What crosses**\n\n| Roll | x |\n|:--|--|\n| 1-3 | y |\n| 4-6 | {d6} z |\n^crossing\n\n\
                    ## Prices\n\n| thing | cost |\n|---|---|\n| rope | 1 gp |\n\n```tw\nfn f() = 3\n```\n";
        let carried = import_markdown(text).expect("tables");
        assert_eq!(
            carried.text,
            "table bog_finds \"Bog finds\"\n| d4 | find |\n|----|------|\n| 1-4 | mud |\n\n\
             table crossing \"What crosses\" rolls d6\n| Roll | x |\n|:--|--|\n| 1-3 | y |\n| 4-6 | {d6} z |\n\n\
             chart prices \"Prices\"\n| thing | cost |\n|---|---|\n| rope | 1 gp |\n\nfn f() = 3\n"
        );
        assert_eq!(carried.lost.len(), 2, "{:?}", carried.lost);
        assert_eq!(import_markdown("no table | here"), Err(ImportError::NoTable));
    }
}
