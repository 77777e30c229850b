//! Tables in: what comes out is source text that a person goes on with.

use std::fmt::Write as _;

use serde_json::Value;

use super::carried::{Carried, ImportError};
use super::sheet::{Sheet, as_name, in_words};
use super::source::{pipes, title_in};
use super::{datasworn, foundry};

/// Makes a source of values that commas, semicolons, tabs or bars keep apart, with a head; the first column
/// is what is rolled. The separator is the one that the lines agree on.
///
/// # Errors
/// The text cannot be read so, or has no rows.
pub(crate) fn import_csv(text: &str, name: &str) -> Result<Carried, ImportError> {
    let text = text.trim_start_matches('\u{feff}');
    let separator = separator_of(text);
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .trim(csv::Trim::All)
        .delimiter(separator)
        .from_reader(text.as_bytes());
    let broken = |error: csv::Error| ImportError::Broken(error.to_string());
    let mut lost = Vec::new();
    let mut headings = Vec::new();
    for heading in reader.headers().map_err(broken)? {
        headings.push(heading_in(heading, headings.is_empty(), &mut lost));
    }
    let mut rows: Vec<Vec<String>> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(broken)?;
        let mut cells: Vec<String> = record.iter().map(str::to_owned).collect();
        if cells.len() > headings.len() {
            lost.push(format!("row {} has {} cells too many", rows.len() + 1, cells.len() - headings.len()));
        }
        cells.resize(headings.len(), String::new());
        rows.push(cells);
    }
    if rows.is_empty() {
        return Err(ImportError::NoTable);
    }
    let name = as_name(name);
    let title = in_words(&name);
    if headings.len() == 1 {
        let rows: Vec<(u64, String)> = rows.into_iter().flatten().map(|cell| (1, cell)).collect();
        lost.push(format!("there is one column, so every line of `{}` is as likely", heading_of(&headings)));
        return Ok(Carried { text: bullets(&name, &title, "table", &rows), lost });
    }
    Ok(Carried { text: pipes(&name, &title, "", &headings, &rows), lost })
}

fn heading_of(headings: &[String]) -> &str {
    headings.first().map_or("", String::as_str)
}

/// The separator that splits the head, and the most of the lines below into as many columns.
fn separator_of(text: &str) -> u8 {
    const LINES: usize = 20;
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).take(LINES).collect();
    let found = [b',', b';', b'\t', b'|'].into_iter().max_by_key(|separator| {
        let mut counts = lines.iter().map(|line| outside_quotes(line, *separator));
        let head = counts.next().unwrap_or(0);
        let agree = counts.filter(|count| *count == head).count();
        (head > 0, agree, head, *separator == b',')
    });
    found.unwrap_or(b',')
}

fn outside_quotes(line: &str, separator: u8) -> usize {
    let mut quoted = false;
    let mut count = 0;
    for byte in line.bytes() {
        quoted ^= byte == b'"';
        count += usize::from(byte == separator && !quoted);
    }
    count
}

/// A heading that would give a column a meaning of its own is renamed: what a stranger wrote never becomes
/// code. The first one may say what is rolled.
fn heading_in(heading: &str, first: bool, lost: &mut Vec<String>) -> String {
    let lower = heading.trim().to_lowercase();
    let has_meaning = matches!(lower.as_str(), "then" | "when") || (!first && lower == "weight");
    if !has_meaning {
        return heading.to_owned();
    }
    lost.push(format!("the column `{heading}` is called `{heading} text` here: `{lower}` has a meaning"));
    format!("{heading} text")
}

/// Makes a source of lines: a numbered or bulleted list, or bare lines, one entry each. A line that
/// is indented, or goes on in small letters, belongs to the one above it; numbers of pages are left out.
///
/// # Errors
/// There is no line.
pub(crate) fn import_lines(text: &str, name: &str) -> Result<Carried, ImportError> {
    let mut lost = Vec::new();
    let mut title = None;
    let mut entries: Vec<Entry> = Vec::new();
    for line in text.trim_start_matches('\u{feff}').lines() {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            continue;
        }
        match mark_of(trimmed) {
            Some((key, rest)) => entries.push(Entry { key, text: rest.to_owned() }),
            None if entries.is_empty() && title.is_none() && trimmed.ends_with(':') => {
                title = Some(trimmed.trim_end_matches(':').trim_start_matches('#').trim().to_owned());
            }
            None if entries.is_empty() && title.is_none() && trimmed.starts_with('#') => {
                title = Some(trimmed.trim_start_matches('#').trim().to_owned());
            }
            None if trimmed.chars().all(|c| c.is_ascii_digit()) => {
                lost.push(format!("`{trimmed}` alone on its line is taken for the number of a page"));
            }
            None => match entries.last_mut() {
                Some(last) if last.key.is_some() || goes_on(line) => {
                    last.text.push(' ');
                    last.text.push_str(trimmed);
                }
                _ => entries.push(Entry { key: None, text: trimmed.to_owned() }),
            },
        }
    }
    if entries.is_empty() {
        return Err(ImportError::NoTable);
    }
    let name = as_name(title.as_deref().unwrap_or(name));
    let title = title.unwrap_or_else(|| in_words(&name));
    Ok(Carried { text: lines_out(&name, &title, &entries, &mut lost), lost })
}

/// An entry of a list, with the numbers before it.
struct Entry {
    key: Option<(i64, i64)>,
    text: String,
}

/// The number or range, or the bullet, that a line begins with, and what follows.
fn mark_of(line: &str) -> Option<(Option<(i64, i64)>, &str)> {
    for bullet in ["- ", "* ", "• ", "+ ", "– "] {
        if let Some(rest) = line.strip_prefix(bullet) {
            return Some((None, rest.trim()));
        }
    }
    let (from, rest) = number(line)?;
    let (to, rest) = match rest.strip_prefix(['-', '–', '—']).and_then(number) {
        Some((to, rest)) => (to, rest),
        None => (from, rest),
    };
    let rest = rest
        .strip_prefix(['.', ')', ':'])
        .or_else(|| rest.strip_prefix(['\t', ' ']).filter(|_| to > from))?;
    (to >= from && !rest.trim().is_empty()).then(|| (Some((from, to)), rest.trim()))
}

/// The number that a text begins with, `00` being a hundred, and what follows.
fn number(text: &str) -> Option<(i64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    Some((if digits == "00" { 100 } else { digits.parse().ok()? }, rest))
}

fn goes_on(line: &str) -> bool {
    line.starts_with([' ', '\t']) || line.trim_start().chars().next().is_some_and(char::is_lowercase)
}

/// Entries with numbers become rows of a die where they fill one; others are as likely as each other.
fn lines_out(name: &str, title: &str, entries: &[Entry], lost: &mut Vec<String>) -> String {
    let ranges: Option<Vec<(i64, i64)>> = entries.iter().map(|entry| entry.key).collect();
    let fills = |ranges: &[(i64, i64)]| {
        let next = ranges.iter().try_fold(1, |next, (from, to)| (*from == next).then_some(to + 1));
        next.map(|next| next - 1)
    };
    let text = |entry: &Entry| inert(&entry.text);
    let Some((ranges, sides)) = ranges.and_then(|ranges| fills(&ranges).map(|sides| (ranges, sides))) else {
        if entries.iter().any(|entry| entry.key.is_some()) {
            lost.push(
                "the numbers do not run from 1 on without a gap, so every entry is as likely".to_owned(),
            );
        }
        let rows: Vec<(u64, String)> = entries.iter().map(|entry| (1, text(entry))).collect();
        return bullets(name, title, "table", &rows);
    };
    let rows: Vec<Vec<String>> = ranges
        .iter()
        .zip(entries)
        .map(|((from, to), entry)| {
            let key = if from == to { from.to_string() } else { format!("{from}-{to}") };
            vec![key, text(entry)]
        })
        .collect();
    pipes(name, title, "", &[format!("d{sides}"), "result".to_owned()], &rows)
}

/// A stranger's text with nothing live in it.
fn inert(text: &str) -> String {
    text.replace('\\', "\\\\").replace('{', "\\{")
}

/// Makes a source of a JSON document: a RollTable of Foundry, or the oracles of Datasworn.
///
/// # Errors
/// It is neither.
pub(crate) fn import_json(text: &str) -> Result<Carried, ImportError> {
    let document: Value = serde_json::from_str(text.trim_start_matches('\u{feff}'))
        .map_err(|error| ImportError::Broken(error.to_string()))?;
    let is_foundry = document.get("results").is_some();
    if !is_foundry && datasworn::is_datasworn(&document) {
        return datasworn::import_datasworn(&document);
    }
    foundry_table(&document)
}

/// Makes a source of a Foundry RollTable document.
///
/// # Errors
/// It is none.
#[cfg(test)]
pub(crate) fn import_foundry(text: &str) -> Result<Carried, ImportError> {
    let document: Value =
        serde_json::from_str(text).map_err(|error| ImportError::Broken(error.to_string()))?;
    foundry_table(&document)
}

fn foundry_table(document: &Value) -> Result<Carried, ImportError> {
    let mut lost = Vec::new();
    let sheet = foundry::read(document, &mut lost).map_err(ImportError::Broken)?;
    if sheet.rows.is_empty() {
        return Err(ImportError::NoTable);
    }
    let deck = foundry::is_deck(document);
    let sheet = foundry::as_rolled(sheet, &mut lost);
    lost.dedup();
    Ok(Carried { text: source_of(&sheet, deck), lost })
}

fn source_of(sheet: &Sheet, deck: bool) -> String {
    if deck || sheet.die.is_empty() {
        let weight =
            |row: &super::SheetRow| row.weight.as_int().and_then(|weight| u64::try_from(weight).ok());
        let cell = |row: &super::SheetRow| row.cells.first().cloned().unwrap_or_default();
        let rows: Vec<(u64, String)> =
            sheet.rows.iter().map(|row| (weight(row).unwrap_or(1), cell(row))).collect();
        let about: String = sheet.about.lines().map(|line| format!("## {line}\n")).collect();
        let kind = if deck { "deck" } else { "table" };
        return format!("{about}{}", bullets(&sheet.name, &sheet.title, kind, &rows));
    }
    let die = if sheet.die.is_empty() { "Roll" } else { sheet.die.as_str() };
    let headings: Vec<String> =
        std::iter::once(die.to_owned()).chain(sheet.headings.iter().cloned()).collect();
    let line =
        |row: &super::SheetRow| std::iter::once(row.key.clone()).chain(row.cells.iter().cloned()).collect();
    let rows: Vec<Vec<String>> = sheet.rows.iter().map(line).collect();
    pipes(&sheet.name, &sheet.title, &sheet.about, &headings, &rows)
}

/// A table or deck of lines, each with its weight.
fn bullets(name: &str, title: &str, kind: &str, rows: &[(u64, String)]) -> String {
    let mut out = format!("{kind} {name} \"{}\"\n", title_in(title));
    for (weight, text) in rows {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = text.replace(" => ", " \\=> ");
        let _ = match weight {
            // `3x crows` in a stranger's list are three times crows, and not a weight.
            1 if !text.starts_with(|c: char| c.is_ascii_digit()) => writeln!(out, "- {text}"),
            _ => writeln!(out, "- {weight}x {text}"),
        };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_rows_become_pipes() {
        let carried = import_csv("d6,find\n1-3,\"a, b|c\"\n4-6\n", "Bog finds").expect("a table");
        assert_eq!(
            carried.text,
            "table bog_finds \"Bog finds\"\n| d6 | find |\n|---|---|\n| 1-3 | a, b\\|c |\n| 4-6 |  |\n"
        );
    }

    /// What is imported reads back without a report, whatever it holds.
    fn reads(carried: &Carried) {
        let read = crate::syntax::parse_file(crate::base::SourceId(0), &carried.text);
        assert!(read.diagnostics.is_empty(), "{}\n{:?}", carried.text, read.diagnostics);
    }

    #[test]
    fn any_separator_is_found() {
        for text in [
            "d6;find\n1-3;mud, wet\n4-6;eels\n",
            "d6\tfind\n1-3\tmud, wet\n4-6\teels",
            "d6|find\n1-3|mud, wet\n4-6|eels",
        ] {
            let carried = import_csv(text, "bog").expect("a table");
            assert_eq!(
                carried.text,
                "table bog \"Bog\"\n| d6 | find |\n|---|---|\n| 1-3 | mud, wet |\n| 4-6 | eels |\n"
            );
        }
        let carried = import_csv("\u{feff}d2,then,when\n1,x = 2,no\n2,b,c\n", "then").expect("a table");
        assert!(
            carried.text.contains("table table_then ") && carried.text.contains("| then text |"),
            "{}",
            carried.text
        );
        assert_eq!(carried.lost.len(), 2);
        reads(&carried);
    }

    #[test]
    fn lists_become_rows() {
        let carried = import_lines("Bog finds:\n1. mud\n2. eels in\n   a basket\n3. {d6} => x\n17\n", "x")
            .expect("a table");
        assert_eq!(
            carried.text,
            "table bog_finds \"Bog finds\"\n| d3 | result |\n|---|---|\n| 1 | mud |\n| 2 | eels in a basket |\n| 3 | \\{d6} => x |\n"
        );
        assert_eq!(carried.lost.len(), 1);
        reads(&carried);
        let carried = import_lines("01-50 mud\n51–00 eels\n", "bog").expect("a table");
        assert!(
            carried.text.contains("| d100 | result |") && carried.text.contains("| 51-100 | eels |"),
            "{}",
            carried.text
        );
        let carried = import_lines("- mud\n- eels => gold\n- a lamp\n", "bog").expect("a table");
        assert_eq!(carried.text, "table bog \"Bog\"\n- mud\n- eels \\=> gold\n- a lamp\n");
        reads(&carried);
    }

    #[test]
    fn foundry_tables_mean_what_foundry_makes_of_them() {
        let of = |formula: &str, more: &str, results: &str| {
            let text =
                format!(r#"{{"name":"Bog\nfinds","formula":"{formula}"{more},"results":[{results}]}}"#);
            let carried = import_foundry(&text).expect("a table");
            reads(&carried);
            carried
        };
        let two = r#"{"text":"mud","range":[1,1]},{"text":"eels","range":[2,4]}"#;
        let carried = of("1d100", "", two);
        assert!(carried.text.contains("| 1d4 | result |"), "{}", carried.text);
        assert_eq!(carried.lost.len(), 1);
        let carried = of("1d8", "", r#"{"text":"mud","range":[1,1]},{"text":"eels","range":[4,5]}"#);
        assert_eq!(carried.text, "table bog_finds \"Bog finds\"\n- mud\n- 2x eels\n");
        let carried = of("1d4", r#","replacement":false"#, two);
        assert_eq!(carried.text, "deck bog_finds \"Bog finds\"\n- mud\n- 3x eels\n");
        let strange =
            r#"{"text":"\\{2d6} [[/r 2d6 # cold]]{coins} [[@level]] [[goods]] {now}","range":[1,1]}"#;
        let carried = of("1d1", "", strange);
        assert!(carried.text.contains(r"\\\{2d6} {2d6} coins (@level) (goods) \{now}"), "{}", carried.text);
        assert_eq!(carried.lost.len(), 2);
    }

    #[test]
    fn foundry_tables_become_pipes() {
        let text = r#"{"name":"Bog","formula":"1d2","results":[{"text":"mud","range":[1,1]},{"text":"[[1d4]] eels","range":[2,2]}]}"#;
        let carried = import_foundry(text).expect("a table");
        assert!(
            carried.text.contains("| 1d2 | result |\n|---|---|\n| 1 | mud |\n| 2 | {1d4} eels |"),
            "{}",
            carried.text
        );
    }
}
