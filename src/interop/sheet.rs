//! A table as other programs know it: a die, headings, and rows of text.

use crate::base::{Num, Source, Sources, Span};
use crate::check::program::{Match, Row, Table};
use crate::syntax::plain;

/// A table without meaning: what is printed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct PrintedTable {
    /// Its name.
    pub(crate) name: String,
    /// Its title, or its name in words.
    pub(crate) title: String,
    /// Its doc comment.
    pub(crate) about: String,
    /// The die as written; empty for rows that are drawn by weight.
    pub(crate) die: String,
    /// The headings of the result columns.
    pub(crate) headings: Vec<String>,
    /// The rows.
    pub(crate) rows: Vec<SheetRow>,
}

/// A row as it is printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SheetRow {
    /// Its key.
    pub(crate) key: String,
    /// The numbers it stands for, where these are whole; an open end is `None`.
    pub(crate) ranges: Vec<(Option<i64>, Option<i64>)>,
    /// Whether it is picked by these numbers alone: not by words, nor by fractions.
    pub(crate) is_numbers: bool,
    /// Its weight where rows are drawn by weight.
    pub(crate) weight: Num,
    /// Its chance as written, where every row has one of its own.
    pub(crate) chance: Option<String>,
    /// Its results as written.
    pub(crate) cells: Vec<String>,
}

impl SheetRow {
    /// The row as a note names it: by its key, else by what it says.
    pub(crate) fn shown(&self) -> String {
        const LONGEST: usize = 40;
        if !self.key.is_empty() {
            return format!("row {}", self.key);
        }
        // However long a row is, it may be named many times.
        let between = |at: usize| if at == 0 { "" } else { "; " };
        let mut said =
            self.cells.iter().enumerate().flat_map(|(at, cell)| between(at).chars().chain(cell.chars()));
        let begins: String = said.by_ref().take(LONGEST).collect();
        let goes_on = if said.next().is_some() { "…" } else { "" };
        format!("row `{begins}{goes_on}`")
    }
}

impl PrintedTable {
    /// The table as it is printed.
    pub(crate) fn of(table: &Table, sources: &Sources) -> PrintedTable {
        let name = table.def.name.to_string();
        let title = table.def.title.as_deref().map_or_else(|| in_words(&name), str::to_owned);
        PrintedTable {
            title,
            about: table.def.doc.as_deref().unwrap_or("").to_owned(),
            die: table.die_text.to_string(),
            headings: table.columns.iter().map(|column| column.heading.to_string()).collect(),
            rows: table.rows.iter().map(|row| row_of(row, sources)).collect(),
            name,
        }
    }
}

fn row_of(row: &Row, sources: &Sources) -> SheetRow {
    let ranges = row.key.matches.iter().filter_map(|part| match part {
        Match::Numbers(low, high) => Some((low.and_then(Num::as_int), high.and_then(Num::as_int))),
        Match::Word(_) => None,
    });
    let is_whole = |end: Option<Num>| end.is_none_or(Num::is_int);
    SheetRow {
        key: row.key.text.to_string(),
        ranges: ranges.collect(),
        is_numbers: row.key.matches.iter().all(|part| match part {
            Match::Numbers(low, high) => is_whole(*low) && is_whole(*high),
            Match::Word(_) => false,
        }),
        weight: row.weight,
        chance: row.chance.as_ref().map(|chance| written(chance.span, sources)),
        cells: row.cells.iter().map(|cell| written(cell.span, sources)).collect(),
    }
}

/// A piece of source as it was written, without the quotes around a whole text.
fn written(span: Span, sources: &Sources) -> String {
    let text =
        sources.get(span.source).map_or("", |source: &std::sync::Arc<Source>| source.slice(span.range()));
    let text = text.trim();
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    plain::shown_around_code(inner.filter(|inner| !inner.contains('"')).unwrap_or(text))
}

/// `encounter_disposition` as `Encounter disposition`.
pub(crate) fn in_words(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}", letters.as_str().replace('_', " ").trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_given_as_they_read() {
        assert_eq!(plain::shown_around_code("a \\| b \\|\\| c"), "a | b || c");
        assert_eq!(
            plain::shown_around_code("Fish &amp; {2d6 | x &amp; y} \\{d6\\}"),
            "Fish & {2d6 | x &amp; y} \\{d6\\}"
        );
        assert_eq!(plain::shown_around_code("back\\slash \\\\ and \\*"), "back\\slash \\\\ and *");
    }

    #[test]
    fn a_row_is_named_by_its_beginning() {
        let row = |cells: &[&str]| SheetRow {
            key: String::new(),
            ranges: Vec::new(),
            is_numbers: false,
            weight: Num::ONE,
            chance: None,
            cells: cells.iter().map(|cell| (*cell).to_owned()).collect(),
        };
        assert_eq!(row(&["a wolf", "3"]).shown(), "row `a wolf; 3`");
        let exactly = "é".repeat(40);
        assert_eq!(row(&[&exactly]).shown(), format!("row `{exactly}`"));
        assert_eq!(row(&[&exactly, ""]).shown(), format!("row `{exactly}…`"));
    }

    #[test]
    fn names_become_titles() {
        assert_eq!(in_words("lost_things"), "Lost things");
    }
}
