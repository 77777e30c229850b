//! Pipe tables in columns of equal width on the screen.

use unicode_width::UnicodeWidthStr;

use super::{Rule, draws_dashes, is_delimiter, parse};

/// What may stand around a cell without being one; as `cell_blank` in the grammar of tables.
pub(super) const BLANKS: [char; 4] = [' ', '\t', '\r', '\u{a0}'];

/// How a column's cells stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Align {
    Plain,
    Left,
    Right,
    Centre,
}

/// A line of the table as it was written.
enum PipeLine<'t> {
    Row(Vec<&'t str>),
    Dashes,
    Comment(&'t str),
}

/// The lines of a table, comments among them, with outer bars and aligned columns.
pub(super) fn aligned(lines: &[&str]) -> Vec<String> {
    let mut aligns: Vec<Align> = Vec::new();
    let mut table = Vec::new();
    let mut rows = 0;
    for line in lines.iter().filter(|line| !line.is_empty()) {
        if line.trim().starts_with('#') {
            table.push(PipeLine::Comment(line));
            continue;
        }
        rows += 1;
        if rows == 2 && is_delimiter(line) {
            aligns = cells(line).iter().map(|cell| align_of(cell)).collect();
            table.push(PipeLine::Dashes);
        } else if rows > 2 && draws_dashes(line, 3) {
            table.push(PipeLine::Dashes);
        } else {
            table.push(PipeLine::Row(cells(line)));
        }
    }
    let count = table
        .iter()
        .map(|line| if let PipeLine::Row(cells) = line { cells.len() } else { 0 })
        .max()
        .unwrap_or(0);
    let count = count.max(aligns.len());
    let mut widths = vec![3; count];
    for line in &table {
        if let PipeLine::Row(cells) = line {
            for (width, cell) in widths.iter_mut().zip(cells) {
                *width = (*width).max(cell.width());
            }
        }
    }
    aligns.resize(count, Align::Plain);
    table.iter().map(|line| drawn(line, &widths, &aligns)).collect()
}

fn drawn(line: &PipeLine<'_>, widths: &[usize], aligns: &[Align]) -> String {
    let mut out = String::from("|");
    match line {
        PipeLine::Comment(comment) => return (*comment).to_owned(),
        PipeLine::Dashes => {
            for (width, align) in widths.iter().zip(aligns) {
                out.push_str(&dashes(*width, *align));
                out.push('|');
            }
        }
        PipeLine::Row(cells) => {
            for ((cell, width), align) in cells.iter().zip(widths).zip(aligns) {
                let blank = width.saturating_sub(cell.width());
                let before = match align {
                    Align::Plain | Align::Left => 0,
                    Align::Right => blank,
                    Align::Centre => blank / 2,
                };
                out.push(' ');
                out.push_str(&" ".repeat(before));
                out.push_str(cell);
                out.push_str(&" ".repeat(blank - before));
                out.push_str(" |");
            }
        }
    }
    out
}

fn dashes(width: usize, align: Align) -> String {
    match align {
        Align::Plain => "-".repeat(width + 2),
        Align::Left => format!(":{}", "-".repeat(width + 1)),
        Align::Right => format!("{}:", "-".repeat(width + 1)),
        Align::Centre => format!(":{}:", "-".repeat(width)),
    }
}

fn align_of(cell: &str) -> Align {
    match (cell.starts_with(':'), cell.ends_with(':')) {
        (false, false) => Align::Plain,
        (true, false) => Align::Left,
        (false, true) => Align::Right,
        (true, true) => Align::Centre,
    }
}

/// The cells of a line, outer blanks taken off.
fn cells(line: &str) -> Vec<&str> {
    match parse(Rule::pipe_lines, line) {
        Ok(mut lines) => lines
            .next()
            .map(|line| line.into_inner().map(|cell| cell.as_str().trim()).collect())
            .unwrap_or_default(),
        Err(_) => vec![line],
    }
}
