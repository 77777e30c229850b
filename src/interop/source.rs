//! Writing what was brought as a source of the language.

use std::fmt::Write as _;

/// A title on one line, with nothing in it that quotes give a meaning.
pub(super) fn title_in(title: &str) -> String {
    let title = title.replace('\\', "").replace('"', "'").replace('{', "(").replace('}', ")");
    title
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A table in columns.
pub(super) fn pipes(
    name: &str,
    title: &str,
    about: &str,
    headings: &[String],
    rows: &[Vec<String>],
) -> String {
    let mut out = String::new();
    for line in about.lines() {
        let _ = writeln!(out, "## {line}");
    }
    let _ = writeln!(out, "table {name} \"{}\"", title_in(title));
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
