//! Rows that are added in play: `add blue to colour`, `add lantern: 5 to prices`. A list or a chart is written again
//! with one row more, as a change of it.

use super::deeds::DeedLine;
use super::papers::Papers;
use super::world::World;
use crate::base::Span;
use crate::check::program::{Row, Table};
use crate::syntax::ast::TableKind;
use crate::syntax::name_of;

/// What is said to come to which table: `add blue to colour`, `change colour: add blue`.
fn added(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let is_plain = !text.contains(['\n', '{', '}', '|']);
    if let Some((row, table)) = text.strip_prefix("add ").and_then(|rest| rest.rsplit_once(" to ")) {
        return is_plain.then_some((row, table));
    }
    let (table, row) = text.strip_prefix("change ")?.split_once(": add ")?;
    is_plain.then_some((row, table))
}

/// The change that adds a row, where a list or a chart is meant whose rows are all as they were written.
pub(super) fn row_lines(world: &World, papers: &Papers, text: &str) -> Vec<DeedLine> {
    let Some((row, said)) = added(text).or_else(|| placed(text)) else { return Vec::new() };
    let said = said.trim().trim_start_matches("the ").trim_end_matches(" table").trim_end_matches(" deck");
    let row = row.trim().trim_start_matches("a row ").trim_matches('"');
    let id = world.workspace().table_named(&name_of(said));
    let table = id.and_then(|id| world.program().tables.get(id.index()));
    let line = table.filter(|_| !row.is_empty()).and_then(|table| with_row(table, papers, row));
    line.map(|line| DeedLine::new("", line)).into_iter().collect()
}

/// What is said to come to which chart by a key that may be new: `prices[lantern] = 5`, `change prices row lantern: 5`.
fn placed(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let is_plain = !text.contains(['\n', '{', '}', '|']);
    let found = match text.strip_prefix("change ") {
        Some(rest) => rest.split_once(' ').map(|(table, row)| (row.trim_start_matches("row "), table)),
        None => {
            let (table, row) = text.split_once('[')?;
            row.contains("] = ").then_some((row, table))
        }
    };
    found.filter(|_| is_plain)
}

fn with_row(table: &Table, papers: &Papers, row: &str) -> Option<String> {
    let word = match table.kind {
        TableKind::Table => "table",
        TableKind::Deck => "deck",
        TableKind::Chart => "chart",
        TableKind::Each => return None,
    };
    let title = table.def.title.as_ref().map(|title| format!(" \"{}\"", title.replace('"', "\\\"")));
    let mut lines = vec![format!("change {word} {}{}", table.def.name, title.unwrap_or_default())];
    if table.kind == TableKind::Chart {
        lines.extend(chart_with(table, papers, row)?);
    } else {
        lines.extend(written_rows(table, papers, ['-', '*'])?);
        lines.push(format!("- {row}"));
    }
    Some(lines.join("\n"))
}

/// The rows as they are written, each of which begins with one of these; a row that was changed by itself does not.
fn written_rows(table: &Table, papers: &Papers, begins: [char; 2]) -> Option<Vec<String>> {
    let is_plain = table.die.is_none() && table.params.is_empty() && table.shift.is_none();
    let line = |row: &Row| {
        let (_, line) = lines_at(papers, row.span)?;
        line.starts_with(begins).then(|| line.to_owned())
    };
    table.rows.first().filter(|_| is_plain)?;
    table.rows.iter().map(line).collect()
}

/// The line of a place, and all lines before it.
fn lines_at(papers: &Papers, span: Span) -> Option<(&str, &str)> {
    let text = papers.sources().get(span.source)?.text();
    let start = text.get(..span.start as usize)?.rfind('\n').map_or(0, |end| end + 1);
    Some((text.get(..start)?, text.get(start..)?.lines().next()?.trim()))
}

/// The lines of a chart in columns, with a row more: its key, and what stands in the columns.
fn chart_with(table: &Table, papers: &Papers, row: &str) -> Option<Vec<String>> {
    let (key, cells) =
        row.split_once("] = ").or_else(|| row.split_once(": ")).or_else(|| row.split_once(" = "))?;
    let cells: Vec<&str> = cells.split(',').map(str::trim).collect();
    let first = table.rows.first().filter(|row| row.cells.len() == cells.len())?;
    let (before, _) = lines_at(papers, first.span)?;
    let mut above = before.lines().rev().map(str::trim);
    let (rule, heads) = (above.next()?, above.next()?);
    let mut lines = vec![heads.to_owned(), rule.to_owned()];
    lines.extend(written_rows(table, papers, ['|', '|'])?);
    lines.push(format!("| {} | {} |", key.trim(), cells.join(" | ")));
    Some(lines)
}

/// `change reaction 3-5: Angry`, `reaction[3-5] = Angry`: a row is changed by its key.
pub(super) fn changed_lines(world: &World, text: &str) -> Vec<DeedLine> {
    let text = text.trim();
    let found = match text.strip_prefix("change ") {
        Some(rest) => rest.split_once(' ').and_then(|(name, rest)| Some((name, rest.split_once(": ")?))),
        None => text.split_once('[').and_then(|(name, rest)| Some((name, rest.split_once("] = ")?))),
    };
    let Some((name, (key, row))) = found else { return Vec::new() };
    let id = world.workspace().table_named(name);
    let Some(table) = id.and_then(|id| world.program().tables.get(id.index())) else { return Vec::new() };
    let key = key.trim();
    let known = table.rows.iter().any(|row| *row.key.text == *key || *row.name == *key);
    if !known || text.contains(['\n', '|']) {
        return Vec::new();
    }
    vec![DeedLine::new("", format!("change {name} row {key}: {}", row.trim().trim_matches('"')))]
}
