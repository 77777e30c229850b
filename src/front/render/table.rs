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

impl Grid {
    /// The grid as text, a line break at the end of each line. Long cells go on below.
    pub(crate) fn draw(&self, look: Style) -> String {
        let widths = self.widths(look.width.saturating_sub(2));
        let mut out = String::new();
        if self.head.iter().any(|head| !head.is_empty()) {
            out.push_str(&self.line(&self.head, &widths, "  ", look, Some(Tint::Dim)));
        }
        for (nth, row) in self.rows.iter().enumerate() {
            let hit = self.hit == Some(nth);
            let mark = if hit { look.glyph("▶ ", "> ") } else { "  " };
            out.push_str(&self.line(row, &widths, mark, look, hit.then_some(Tint::Hit)));
        }
        out
    }

    /// Whether every cell has the room it needs.
    pub(crate) fn fits(&self, look: Style) -> bool {
        let needs = self.needs();
        needs.iter().sum::<usize>() + GAP * needs.len().saturating_sub(1) <= look.width.saturating_sub(2)
    }

    /// How wide each column would be with all the room it needs.
    fn needs(&self) -> Vec<usize> {
        let count = self.head.len().max(self.rows.iter().map(Vec::len).max().unwrap_or(0));
        let all = || std::iter::once(&self.head).chain(&self.rows);
        let need =
            |nth: usize| all().filter_map(|row| row.get(nth)).map(|cell| columns(&clean_line(cell))).max();
        (0..count).map(|nth| need(nth).unwrap_or(0)).collect()
    }

    /// How wide each column is: what it needs, and where that is too much, the widest give way.
    fn widths(&self, room: usize) -> Vec<usize> {
        let mut widths = self.needs();
        let gaps = GAP * widths.len().saturating_sub(1);
        while widths.iter().sum::<usize>() + gaps > room {
            let Some(widest) = widths.iter_mut().max().filter(|widest| **widest > LEAST) else { break };
            *widest -= 1;
        }
        widths
    }

    fn line(
        &self,
        cells: &[String],
        widths: &[usize],
        mark: &str,
        look: Style,
        tint: Option<Tint>,
    ) -> String {
        let broken: Vec<Vec<Cow<'_, str>>> =
            cells.iter().zip(widths).map(|(cell, width)| break_cell(clean_line(cell), *width)).collect();
        let height = broken.iter().map(Vec::len).max().unwrap_or(1);
        let mut out = String::new();
        for nth in 0..height {
            let mut text = String::from(if nth == 0 { mark } else { "  " });
            for (column, (lines, width)) in broken.iter().zip(widths).enumerate() {
                let cell = lines.get(nth).map_or("", |line| line);
                let missing = width.saturating_sub(columns(cell));
                let right = self.right.get(column).copied().unwrap_or(false);
                let (before, after) = if right { (missing, 0) } else { (0, missing) };
                let gap = if column > 0 { GAP } else { 0 };
                text.extend(std::iter::repeat_n(' ', gap + before));
                text.push_str(cell);
                text.extend(std::iter::repeat_n(' ', after));
            }
            let least = if nth == 0 { mark.len() } else { 2 };
            text.truncate(text.trim_end().len().max(least));
            match tint {
                Some(tint) => out.push_str(&look.tint(tint, text).to_string()),
                None => out.push_str(&text),
            }
            out.push('\n');
        }
        out
    }
}

fn break_cell(cell: Cow<'_, str>, width: usize) -> Vec<Cow<'_, str>> {
    if columns(&cell) <= width {
        return vec![cell];
    }
    wrap(&cell, width).into_iter().map(Cow::Owned).collect()
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
