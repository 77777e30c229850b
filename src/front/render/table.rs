//! A table in columns that fit the width, with a row marked, and figures beside each row.

use std::borrow::Cow;

use super::clean::clean_line;
use super::style::{Style, Tint};
use super::wrap::{columns, wrap};

/// Columns of text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Grid {
    /// The headings.
    pub head: Vec<String>,
    /// The rows, as many cells each.
    pub rows: Vec<Vec<String>>,
    /// The row that is marked.
    pub hit: Option<usize>,
    /// Which columns hold figures, and stand to the right.
    pub right: Vec<bool>,
}

const GAP: usize = 2;
const LEAST: usize = 8;

/// A cell as it is printed, and how many columns it takes.
struct Cell<'g> {
    text: Cow<'g, str>,
    columns: usize,
}

impl<'g> Cell<'g> {
    fn of(text: &'g str) -> Cell<'g> {
        let text = clean_line(text);
        Cell { columns: columns(&text), text }
    }
}

/// How the lines of a grid are laid out.
struct Layout<'g> {
    widths: Vec<usize>,
    right: &'g [bool],
    look: Style,
}

impl Grid {
    /// The grid as text, a line break at the end of each line. Long cells go on below.
    pub(crate) fn draw(&self, look: Style) -> String {
        let cells = self.cells();
        let layout =
            Layout { widths: widths(&cells, look.width.saturating_sub(2)), right: &self.right, look };
        let mut out = String::new();
        let mut rows = cells.iter();
        if let Some(head) = rows.next()
            && self.head.iter().any(|head| !head.is_empty())
        {
            layout.line(head, "  ", Some(Tint::Dim), &mut out);
        }
        for (nth, row) in rows.enumerate() {
            let hit = self.hit == Some(nth);
            let mark = if hit { look.glyph("▶ ", "> ") } else { "  " };
            layout.line(row, mark, hit.then_some(Tint::Hit), &mut out);
        }
        out
    }

    /// Whether every cell has the room it needs.
    pub(crate) fn fits(&self, look: Style) -> bool {
        let needs = needs(&self.cells());
        needs.iter().sum::<usize>() + GAP * needs.len().saturating_sub(1) <= look.width.saturating_sub(2)
    }

    /// The cells of the headings and of all rows.
    fn cells(&self) -> Vec<Vec<Cell<'_>>> {
        let all = std::iter::once(&self.head).chain(&self.rows);
        all.map(|row| row.iter().map(|cell| Cell::of(cell)).collect()).collect()
    }
}

/// How wide each column would be with all the room it needs.
fn needs(cells: &[Vec<Cell<'_>>]) -> Vec<usize> {
    let mut needs = vec![0; cells.iter().map(Vec::len).max().unwrap_or(0)];
    for (need, cell) in cells.iter().flat_map(|row| (0..).zip(row)) {
        if let Some(need) = needs.get_mut::<usize>(need) {
            *need = cell.columns.max(*need);
        }
    }
    needs
}

/// How wide each column is: what it needs, and where that is too much, the widest give way.
fn widths(cells: &[Vec<Cell<'_>>], room: usize) -> Vec<usize> {
    let mut widths = needs(cells);
    let gaps = GAP * widths.len().saturating_sub(1);
    while widths.iter().sum::<usize>() + gaps > room {
        let Some(widest) = widths.iter_mut().max().filter(|widest| **widest > LEAST) else { break };
        *widest -= 1;
    }
    widths
}

impl Layout<'_> {
    /// Adds the lines of a row.
    fn line(&self, cells: &[Cell<'_>], mark: &str, tint: Option<Tint>, out: &mut String) {
        let broken: Vec<Vec<Cell<'_>>> =
            cells.iter().zip(&self.widths).map(|(cell, width)| break_cell(cell, *width)).collect();
        let height = broken.iter().map(Vec::len).max().unwrap_or(1);
        let nothing = Cell { text: Cow::Borrowed(""), columns: 0 };
        for nth in 0..height {
            let from = out.len();
            out.push_str(if nth == 0 { mark } else { "  " });
            for (column, (lines, width)) in broken.iter().zip(&self.widths).enumerate() {
                let cell = lines.get(nth).unwrap_or(&nothing);
                let missing = width.saturating_sub(cell.columns);
                let right = self.right.get(column).copied().unwrap_or(false);
                let (before, after) = if right { (missing, 0) } else { (0, missing) };
                let gap = if column > 0 { GAP } else { 0 };
                out.extend(std::iter::repeat_n(' ', gap + before));
                out.push_str(&cell.text);
                out.extend(std::iter::repeat_n(' ', after));
            }
            let least = if nth == 0 { mark.len() } else { 2 };
            let written = out.get(from..).unwrap_or("");
            out.truncate(from + written.trim_end().len().max(least));
            if let Some(tint) = tint {
                let text = out.split_off(from);
                out.push_str(&self.look.tint(tint, text).to_string());
            }
            out.push('\n');
        }
    }
}

/// The lines of a cell.
fn break_cell<'c>(cell: &'c Cell<'_>, width: usize) -> Vec<Cell<'c>> {
    if cell.columns <= width {
        return vec![Cell { text: Cow::Borrowed(&cell.text), columns: cell.columns }];
    }
    let lines = wrap(&cell.text, width).into_iter();
    lines.map(|line| Cell { columns: columns(&line), text: Cow::Owned(line) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_fit_and_the_row_is_marked() {
        let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        let grid = Grid {
            head: row(["2d6", "what"]),
            rows: vec![row(["2-3", "a short one"]), row(["4+", "one that is a good deal longer"])],
            hit: Some(1),
            right: vec![true, false],
        };
        let drawn = grid.draw(Style { width: 24, ascii: true, ..Style::default() });
        assert_eq!(drawn, "  2d6  what\n  2-3  a short one\n>  4+  one that is a\n       good deal longer\n");
    }
}
