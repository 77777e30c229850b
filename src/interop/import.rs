//! Tables in: what comes out is source text that a person goes on with.

use std::fmt::Write as _;

use serde_json::Value;
use thiserror::Error;

use super::sheet::{Sheet, as_name, in_words};
use super::{Carried, foundry};
use crate::base::FreeNames;

/// Why nothing could be made of a text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ImportError {
    /// There is no table in it.
    #[error("there is no table in it")]
    NoTable,
    /// It is not what its name says.
    #[error("{0}")]
    Broken(String),
}

/// Makes a source of every pipe table in a Markdown text. Tables are named by the heading above them.
///
/// # Errors
/// There is no table.
pub fn import_markdown(text: &str) -> Result<Carried, ImportError> {
    let mut out = String::new();
    let mut heading = String::from("table");
    let mut names = FreeNames::default();
    let mut prose = 0;
    let lines: Vec<&str> = text.lines().collect();
    let mut at = 0;
    let mut in_code = false;
    while let Some(line) = lines.get(at) {
        let trimmed = line.trim();
        in_code ^= trimmed.starts_with("```");
        if in_code {
            at += 1;
        } else if trimmed.starts_with('#') {
            heading = trimmed.trim_start_matches('#').trim().trim_matches('*').to_owned();
            at += 1;
        } else if is_row(trimmed) && lines.get(at + 1).is_some_and(|next| is_rule(next.trim())) {
            let rows: Vec<&str> =
                lines.iter().skip(at).map(|line| line.trim()).take_while(|line| is_row(line)).collect();
            at += rows.len();
            let name = names.give(&as_name(&heading));
            let title = heading.replace('\\', "").replace('"', "'").replace('{', "(").replace('}', ")");
            let _ = write!(
                out,
                "{}table {name} \"{title}\"\n{}\n",
                if out.is_empty() { "" } else { "\n" },
                rows.join("\n")
            );
        } else {
            prose += usize::from(!trimmed.is_empty() && !trimmed.starts_with("```"));
            at += 1;
        }
    }
    if out.is_empty() {
        return Err(ImportError::NoTable);
    }
    let lost = match prose {
        0 => Vec::new(),
        1 => vec!["one line of prose is left out".to_owned()],
        _ => vec![format!("{prose} lines of prose are left out")],
    };
    Ok(Carried { text: out, lost })
}

fn is_row(line: &str) -> bool {
    line.contains('|')
}

/// The line of dashes below a table's head.
fn is_rule(line: &str) -> bool {
    line.contains('-') && line.contains('|') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

/// Makes a source of a CSV text with a head; the first column is what is rolled.
///
/// # Errors
/// The text is no CSV, or has no rows.
pub fn import_csv(text: &str, name: &str) -> Result<Carried, ImportError> {
    let mut reader =
        csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::All).from_reader(text.as_bytes());
    let broken = |error: csv::Error| ImportError::Broken(error.to_string());
    let headings: Vec<String> = reader.headers().map_err(broken)?.iter().map(str::to_owned).collect();
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut lost = Vec::new();
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
    Ok(Carried { text: pipes(&name, &title, "", &headings, &rows), lost })
}

/// Makes a source of a Foundry RollTable document.
///
/// # Errors
/// It is none.
pub fn import_foundry(text: &str) -> Result<Carried, ImportError> {
    let document: Value =
        serde_json::from_str(text).map_err(|error| ImportError::Broken(error.to_string()))?;
    let mut lost = Vec::new();
    let sheet = foundry::read(&document, &mut lost).map_err(ImportError::Broken)?;
    if sheet.rows.is_empty() {
        return Err(ImportError::NoTable);
    }
    lost.dedup();
    Ok(Carried { text: source_of(&sheet), lost })
}

fn source_of(sheet: &Sheet) -> String {
    let die = if sheet.die.is_empty() { "Roll" } else { sheet.die.as_str() };
    let headings: Vec<String> =
        std::iter::once(die.to_owned()).chain(sheet.headings.iter().cloned()).collect();
    let line =
        |row: &super::SheetRow| std::iter::once(row.key.clone()).chain(row.cells.iter().cloned()).collect();
    let rows: Vec<Vec<String>> = sheet.rows.iter().map(line).collect();
    pipes(&sheet.name, &sheet.title, &sheet.about, &headings, &rows)
}

fn pipes(name: &str, title: &str, about: &str, headings: &[String], rows: &[Vec<String>]) -> String {
    let mut out = String::new();
    for line in about.lines() {
        let _ = writeln!(out, "## {line}");
    }
    let title = title.replace('\\', "").replace('"', "'").replace('{', "(").replace('}', ")");
    let _ = writeln!(out, "table {name} \"{title}\"");
    let escape = |cell: &String| cell.replace('|', "\\|").replace(['\n', '\r'], " ");
    let line =
        |cells: &[String]| format!("| {} |\n", cells.iter().map(escape).collect::<Vec<_>>().join(" | "));
    out.push_str(&line(headings));
    let _ = writeln!(out, "|{}", "---|".repeat(headings.len()));
    for row in rows {
        out.push_str(&line(row));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_tables_are_named_by_their_headings() {
        let text = "# Notes\nSome prose.\n## Bog finds\n\n| d4 | find |\n|----|------|\n| 1-4 | mud |\n\n| d2 | x |\n|:--|--|\n| 1-2 | y |\n";
        let carried = import_markdown(text).expect("tables");
        assert!(carried.text.starts_with("table bog_finds \"Bog finds\"\n| d4 | find |"), "{}", carried.text);
        assert!(carried.text.contains("\ntable bog_finds_2 "));
        assert_eq!(carried.lost, ["one line of prose is left out"]);
        assert_eq!(import_markdown("no table | here"), Err(ImportError::NoTable));
    }

    #[test]
    fn csv_rows_become_pipes() {
        let carried = import_csv("d6,find\n1-3,\"a, b|c\"\n4-6\n", "Bog finds").expect("a table");
        assert_eq!(
            carried.text,
            "table bog_finds \"Bog finds\"\n| d6 | find |\n|---|---|\n| 1-3 | a, b\\|c |\n| 4-6 |  |\n"
        );
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
