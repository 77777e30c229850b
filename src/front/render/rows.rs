//! A table with the odds beside each of its rows.

use super::bars::bar;
use super::clean::clean_line;
use super::markdown::unbold;
use super::percent::percent;
use super::style::{Style, Tint};
use super::table::Grid;
use crate::base::Sources;
use crate::interop::PrintedTable;
use crate::session::RowOdds;
use crate::syntax::ast::TableKind;

/// Below this width there is no room for bars beside the rows.
const ROOMY: usize = 64;
const BAR: usize = 16;
/// Longer fractions say less than the percentage beside them.
const LONGEST_FRACTION: usize = 16;

/// The table as it is printed, each row with its odds, exactly and as a bar.
pub(crate) fn rows(expr: &str, odds: &RowOdds, sources: &Sources, look: Style) -> String {
    let sheet = PrintedTable::of(&odds.table, sources);
    let title = odds.table.def.title.as_ref().map(|title| format!("  {}", clean_line(title)));
    let head = look.tint(Tint::Title, clean_line(expr));
    let mut out = format!("{head}{}\n", title.unwrap_or_default());
    let keyed = sheet.rows.iter().any(|row| !row.key.is_empty());
    let weighted = !keyed && odds.table.kind != TableKind::Each;
    let highest = odds.chances.iter().map(crate::dist::Prob::to_f64).fold(0.0, f64::max);
    let mut grid = Grid::default();
    if keyed || weighted {
        let die = if sheet.die.is_empty() { if keyed { "" } else { "weight" } } else { &sheet.die };
        grid.head.push(die.to_owned());
        grid.right.push(true);
    }
    for heading in &sheet.headings {
        // The one column of a list of rows has the table's title, which stands above already.
        grid.head.push(if *heading == sheet.title { String::new() } else { unbold(heading) });
        grid.right.push(false);
    }
    grid.head.extend(["odds", "exact"].map(str::to_owned));
    grid.right.extend([true, true]);
    for (row, chance) in sheet.rows.iter().zip(&odds.chances) {
        let mut cells = Vec::new();
        if keyed {
            cells.push(row.key.clone());
        } else if weighted {
            cells.push(row.weight.to_string());
        }
        cells.extend(
            (0..sheet.headings.len())
                .map(|at| row.cells.get(at).map_or_else(String::new, |cell| unbold(cell))),
        );
        let exact = chance.to_string();
        cells.push(percent(chance.to_f64()));
        cells.push(if odds.short || exact.len() > LONGEST_FRACTION { String::new() } else { exact });
        if look.width >= ROOMY {
            let share = if highest > 0.0 { chance.to_f64() / highest } else { 0.0 };
            cells.push(bar(share, BAR, look));
        }
        grid.rows.push(cells);
    }
    if look.width >= ROOMY {
        grid.head.push(String::new());
        grid.right.push(false);
    }
    out.push_str(&grid.draw(look));
    out
}
