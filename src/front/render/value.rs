//! Values that need more than a line: rows with several columns, lists of long items, odds.

use std::borrow::Cow;
use std::sync::Arc;

use super::clean::clean_line;
use super::markdown::{emphasis, unbold};
use super::percent::percent;
use super::style::{Style, Tint};
use super::table::Grid;
use super::wrap::columns;
use crate::base::{Num, SharedVec, Sources};
use crate::check::program::{Table, UnitFamily};
use crate::engine::When;
use crate::plan::{RowValue, Value, is_long};
use crate::session::{Session, Viewer};

/// How many items of a list are shown below its line.
const MOST_ITEMS: usize = 50;

/// What is shown below the line of a value; nothing where the line says it all.
pub(crate) fn value_lines(session: &Session, value: &Value, look: Style) -> String {
    match value {
        Value::Row(row) => row_lines(session, row, look),
        Value::List(items) if items.iter().any(|item| matches!(item, Value::Row(_) | Value::Text(_))) => {
            let mut out = String::new();
            for (nth, item) in (1..).zip(items.iter().take(MOST_ITEMS)) {
                let mark = look.tint(Tint::Dim, format!("{nth:>4}."));
                out.push_str(&format!("{mark} {}\n", emphasis(&clean_line(&session.show(item)), look)));
            }
            out
        }
        _ => String::new(),
    }
}

/// The columns of a row that has several.
fn row_lines(session: &Session, row: &RowValue, look: Style) -> String {
    let Some(table) = session.program().tables.get(row.table.index()) else { return String::new() };
    if row.cells.len() < 2 {
        return String::new();
    }
    let width = table.columns.iter().map(|column| columns(&column.heading)).max().unwrap_or(0);
    let line = |(column, cell): (&crate::check::program::Column, &Value)| {
        let name = super::wrap::pad(&clean_line(&column.heading), width);
        format!("  {}  {}\n", look.tint(Tint::Dim, name), emphasis(&clean_line(&session.show(cell)), look))
    };
    table.columns.iter().zip(row.cells.iter()).map(line).collect()
}

/// A list as people write it: without its brackets, and `none` where nothing is in it.
pub(crate) fn listed(text: &str) -> String {
    match text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        Some("") => "none".to_owned(),
        Some(items) => items.to_owned(),
        None => text.to_owned(),
    }
}

/// The tables as they stand, for whoever shows them while something runs.
#[derive(Clone)]
pub(crate) struct TableBook {
    tables: SharedVec<Arc<Table>>,
    viewer: Viewer,
}

impl TableBook {
    /// The tables of a session.
    pub(crate) fn of(session: &Session) -> TableBook {
        TableBook { tables: session.program().tables.clone(), viewer: session.inspect().viewer() }
    }

    /// What the clocks showed, in words: `1 hour 10 minutes`.
    pub(crate) fn clocks(&self, at: &When) -> String {
        self.viewer.clocks(at).join(", ")
    }

    /// How long a stretch of time is that is written like `1440 minutes`, and on which clock.
    pub(crate) fn length(&self, shown: &str) -> Option<(UnitFamily, Num)> {
        self.viewer.length(shown)
    }

    /// A stretch of time in words: 1440 minutes are `1 day`.
    pub(crate) fn stretch(&self, clock: UnitFamily, length: Num) -> Option<String> {
        self.viewer.stretch(clock, length)
    }

    /// Whether a row was looked up for what it holds and is no event, given whether dice were rolled
    /// just before: they may have made its key.
    pub(crate) fn is_figure(&self, value: &Value, dice: bool) -> bool {
        self.viewer.looked_up(value).is_some_and(|word| word || !dice)
    }

    /// A value by itself, given its text: a long list by its ends, where somebody looks.
    pub(crate) fn in_short<'t>(&self, value: &Value, text: &'t str, look: Style) -> Cow<'t, str> {
        match value {
            Value::List(items) if look.brief && is_long(items) => Cow::Owned(self.viewer.show_briefly(value)),
            _ => Cow::Borrowed(text),
        }
    }

    /// The name of the table that a row belongs to.
    pub(crate) fn table_name(&self, value: &Value) -> Option<&str> {
        let Value::Row(row) = value else { return None };
        self.tables.get(row.table.index()).map(|table| &*table.def.name)
    }

    /// The title and the whole table of a row in Markdown, the row in bold.
    pub(crate) fn markdown(&self, value: &Value) -> Option<(String, String)> {
        let Value::Row(row) = value else { return None };
        let table = self.tables.get(row.table.index())?;
        let sheet = crate::interop::PrintedTable::of(table, self.viewer.sources());
        let cell = |text: &str| clean_line(text).replace('|', "\\|").replace("**", "");
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let die = if sheet.die.is_empty() { "weight".to_owned() } else { sheet.die.clone() };
        let mut out =
            line(std::iter::once(die).chain(sheet.headings.iter().map(|head| cell(head))).collect());
        out.push_str(&line(vec!["---".to_owned(); sheet.headings.len() + 1]));
        for (nth, of) in sheet.rows.iter().enumerate() {
            let key = if sheet.die.is_empty() { of.weight.to_string() } else { of.key.clone() };
            let cells = std::iter::once(cell(&key)).chain(of.cells.iter().map(|text| cell(text)));
            let hit = nth == row.row as usize;
            out.push_str(&line(
                cells
                    .map(|cell| if hit && !cell.is_empty() { format!("**{cell}**") } else { cell })
                    .collect(),
            ));
        }
        Some((sheet.title, out))
    }

    /// The whole table of a row, with the row marked; `None` for what is no row of these tables.
    pub(crate) fn show(&self, value: &Value, look: Style) -> Option<String> {
        let Value::Row(row) = value else { return None };
        let table = self.tables.get(row.table.index())?;
        Some(table_lines(table, self.viewer.sources(), Some(row.row as usize), look))
    }
}

/// A whole table, with a row marked.
pub(crate) fn table_lines(table: &Table, sources: &Sources, hit: Option<usize>, look: Style) -> String {
    let sheet = crate::interop::PrintedTable::of(table, sources);
    let die = if sheet.die.is_empty() { "weight".to_owned() } else { sheet.die.clone() };
    // The one column of a list of rows has the table's title, which stands above already.
    let heading = |heading: &String| if *heading == sheet.title { String::new() } else { heading.clone() };
    let head = std::iter::once(die).chain(sheet.headings.iter().map(heading)).collect();
    let row = |row: &crate::interop::SheetRow| {
        let key = if sheet.die.is_empty() { row.weight.to_string() } else { row.key.clone() };
        std::iter::once(key).chain(row.cells.iter().map(|cell| unbold(cell))).collect()
    };
    let grid = Grid { head, rows: sheet.rows.iter().map(row).collect(), hit, right: vec![true] };
    format!("{}\n{}", look.tint(Tint::Title, clean_line(&sheet.title)), grid.draw(look))
}

/// What stands beside a fraction: a percentage for a chance, and a decimal; empty where the value is none.
pub(crate) fn beside(expr: &str, value: &Value, look: Style) -> String {
    match value {
        Value::Number(number) if !number.is_int() => beside_number(expr, number.to_f64(), look),
        Value::Fraction(fraction) => beside_number(expr, fraction.to_f64(), look),
        _ => String::new(),
    }
}

/// Whether a fraction is longer than a line: nobody reads it, and it would push all else off the screen.
pub(crate) fn is_long_fraction(text: &str, look: Style) -> bool {
    text.contains('/') && columns(text) > look.width
}

/// What is less is written with an exponent.
const LEAST_SHOWN: f64 = 0.000_1;

/// The same of a number that is no whole one.
pub(crate) fn beside_number(expr: &str, exact: f64, look: Style) -> String {
    let shown = |number: f64| {
        let text = format!("{number:.4}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    // Four places would show nothing of it.
    if exact != 0.0 && exact.abs() < LEAST_SHOWN {
        let (sign, small) = (look.glyph("≈", "~"), format!("{exact:.1e}"));
        return match expr.trim_start().starts_with("chance") {
            true => format!(" {sign} {} {sign} {small}", percent(exact)),
            false => format!(" {sign} {small}"),
        };
    }
    // Four places of a decimal are two of a percentage.
    let scaled = exact * 10_000.0;
    let sign = if (scaled - scaled.round()).abs() < 1e-9 { "=" } else { look.glyph("≈", "~") };
    let percent = shown((exact * 10_000.0).round() / 100.0);
    match expr.trim_start().starts_with("chance") {
        true => format!(" {sign} {percent}% {sign} {}", shown(exact)),
        false => format!(" {sign} {}", shown(exact)),
    }
}
