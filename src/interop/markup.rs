//! Tables of a note that are written in HTML or drawn with `+---+`, as tables with pipes.

use super::foundry::{NoTables, text_in};
use crate::syntax::other_tables;

/// A note with every table written with pipes.
pub(super) fn with_pipes(text: &str, lost: &mut Vec<String>) -> String {
    let mut tables = other_tables(text);
    tables.sort_by_key(|table| table.range.start);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for table in tables {
        let Some(written) = text.get(table.range.clone()).filter(|_| table.range.start >= at) else {
            continue;
        };
        let rows = if table.html { html_rows(written, lost) } else { drawn_rows(written) };
        out.push_str(text.get(at..table.range.start).unwrap_or(""));
        out.push_str(&format!("\n\n{}\n", piped(&rows)));
        at = table.range.end;
    }
    out.push_str(text.get(at..).unwrap_or(""));
    out
}

fn piped(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut out = String::new();
    for (nth, row) in rows.iter().enumerate() {
        let cells = (0..columns).map(|at| row.get(at).map_or("", String::as_str).replace('|', "\\|"));
        out.push_str(&format!("| {} |\n", cells.collect::<Vec<_>>().join(" | ")));
        if nth == 0 {
            out.push_str(&format!("|{}\n", "---|".repeat(columns)));
        }
    }
    out
}

fn html_rows(html: &str, lost: &mut Vec<String>) -> Vec<Vec<String>> {
    let lower = html.to_ascii_lowercase();
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut at = 0;
    while let Some(start) = lower.get(at..).and_then(|rest| rest.find("<t")).map(|start| at + start) {
        let inside =
            lower.get(start..).and_then(|rest| rest.find('>')).map_or(html.len(), |end| start + end + 1);
        let rest = lower.get(start..).unwrap_or("");
        at = inside;
        if rest.starts_with("<tr") {
            rows.push(Vec::new());
        } else if rest.starts_with("<td") || rest.starts_with("<th>") || rest.starts_with("<th ") {
            let ends = ["<td", "<th", "</td", "</th", "<tr", "</tr", "</table"];
            let after = lower.get(inside..).unwrap_or("");
            let end =
                ends.iter().filter_map(|end| after.find(end)).min().map_or(html.len(), |end| inside + end);
            let cell = text_in(html.get(inside..end).unwrap_or(""), &NoTables, lost);
            let cell = cell.split_whitespace().collect::<Vec<_>>().join(" ");
            match rows.last_mut() {
                Some(row) => row.push(cell),
                None => rows.push(vec![cell]),
            }
        }
    }
    rows.retain(|row| !row.is_empty());
    rows
}

/// The lines between two rules are one row.
fn drawn_rows(drawn: &str) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut fresh = true;
    for line in drawn.lines().map(str::trim) {
        let Some(inside) = line.strip_prefix('|') else {
            fresh = true;
            continue;
        };
        let cells = inside.trim_end_matches('|').split('|').map(|cell| cell.trim().to_owned());
        match rows.last_mut().filter(|_| !fresh) {
            Some(row) => {
                for (at, cell) in cells.enumerate().filter(|(_, cell)| !cell.is_empty()) {
                    match row.get_mut(at) {
                        Some(before) => *before = format!("{before} {cell}").trim().to_owned(),
                        None => row.push(cell),
                    }
                }
            }
            None => rows.push(cells.collect()),
        }
        fresh = false;
    }
    rows
}
