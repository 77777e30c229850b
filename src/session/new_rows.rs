//! Rows that are added in play: `add blue to colour`. A list is written again with one row more, as a change of it.

use super::deeds::DeedLine;
use super::papers::Papers;
use super::world::World;
use crate::check::program::Table;
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

/// The change that adds a row, where a list is meant whose rows are all as they were written.
pub(super) fn row_lines(world: &World, papers: &Papers, text: &str) -> Vec<DeedLine> {
    let Some((row, said)) = added(text) else { return Vec::new() };
    let said = said.trim().trim_start_matches("the ").trim_end_matches(" table").trim_end_matches(" deck");
    let row = row.trim().trim_start_matches("a row ").trim_matches('"');
    let id = world.workspace().table_named(&name_of(said));
    let table = id.and_then(|id| world.program().tables.get(id.index()));
    let line = table.filter(|_| !row.is_empty()).and_then(|table| with_row(table, papers, row));
    line.map(|line| DeedLine::new("", line)).into_iter().collect()
}

fn with_row(table: &Table, papers: &Papers, row: &str) -> Option<String> {
    let word = match table.kind {
        TableKind::Table => "table",
        TableKind::Deck => "deck",
        TableKind::Chart | TableKind::Each => return None,
    };
    let is_list =
        table.die.is_none() && table.params.is_empty() && table.shift.is_none() && !table.rows.is_empty();
    let title = table.def.title.as_ref().map(|title| format!(" \"{}\"", title.replace('"', "\\\"")));
    let mut lines = vec![format!("change {word} {}{}", table.def.name, title.unwrap_or_default())];
    for row in table.rows.iter().filter(|_| is_list) {
        let source = papers.sources().get(row.span.source)?;
        let text = source.text();
        let start = text.get(..row.span.start as usize)?.rfind('\n').map_or(0, |end| end + 1);
        let line = text.get(start..)?.lines().next()?.trim();
        // A row that was changed by itself stands in no line of a list.
        lines.push(line.starts_with(['-', '*']).then(|| line.to_owned())?);
    }
    is_list.then(|| {
        lines.push(format!("- {row}"));
        lines.join("\n")
    })
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
