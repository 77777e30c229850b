//! Text with tabs between its columns, as it is copied out of a spreadsheet: tables one after another, each with
//! its title above it, if it has one.

use super::carried::{Carried, ImportError};
use super::import::import_csv;
use super::list_keys::{mark_of, weak_mark};
use crate::base::FreeNames;
use crate::syntax::name_of;

/// A table as it is written, and the line above it.
struct SheetBlock<'t> {
    title: Option<&'t str>,
    lines: Vec<&'t str>,
}

impl SheetBlock<'_> {
    /// Whether its lines are cells. A number, a tab and a text are an entry of a list, which may go on in the next
    /// line.
    fn is_table(&self) -> bool {
        let cells = |line: &&str| line.trim().matches('\t').count() + 1;
        let is_entry = |line: &&str| mark_of(line.trim()).is_some() || weak_mark(line.trim()).is_some();
        let widest = self.lines.iter().map(cells).max().unwrap_or(0);
        self.lines.len() > 1 && (widest > 2 || !self.lines.iter().skip(1).all(is_entry))
    }
}

/// The tables of a text that has tabs between its columns; `None` where it is anything else.
pub(super) fn import_tabbed(text: &str, name: &str) -> Option<Result<Carried, ImportError>> {
    let blocks = blocks(text)?;
    let mut names = FreeNames::default();
    let mut pieces = Vec::new();
    let mut lost = Vec::new();
    for block in &blocks {
        let title = block.title.map_or(name, bare);
        let name = names.give(&name_of(title));
        match import_csv(&block.lines.join("\n"), &name) {
            Ok(carried) => {
                pieces.push(carried.text);
                lost.extend(carried.lost);
            }
            Err(error) => return Some(Err(error)),
        }
    }
    Some(Ok(Carried { text: pieces.join("\n"), lost }))
}

/// A title without what sets it off.
fn bare(title: &str) -> &str {
    title.trim_matches(|c: char| c.is_whitespace() || matches!(c, '#' | '*' | '_' | ':'))
}

/// The tables of a text; none where a line belongs to no table and is no title of one.
fn blocks(text: &str) -> Option<Vec<SheetBlock<'_>>> {
    let mut all: Vec<SheetBlock> = Vec::new();
    let mut title = None;
    let mut open = false;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        if !line.trim().contains('\t') {
            // Two lines above a table: one of them would be lost.
            if title.replace(line).is_some() {
                return None;
            }
            open = false;
            continue;
        }
        match all.last_mut().filter(|_| open) {
            Some(block) => block.lines.push(line),
            None => all.push(SheetBlock { title: title.take(), lines: vec![line] }),
        }
        open = true;
    }
    (title.is_none() && !all.is_empty() && all.iter().all(SheetBlock::is_table)).then_some(all)
}
