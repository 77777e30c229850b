//! Tables as Foundry's documents.

use num_integer::Integer;
use serde_json::{Value, json};

use super::id::{result_id, table_id};
use super::text_out::{escaped, link, text_out};
use crate::base::Num;
use crate::dist::Prob;
use crate::interop::set::{CellPiece, SetTable, TableSet};
use crate::interop::sheet::SheetRow;
use crate::syntax::ast::TableKind;

/// The version whose documents are written; later ones read them, too.
const CORE_VERSION: &str = "12.331";
/// Foundry draws random numbers of 32 bits.
const MAX_SIDES: u64 = 1 << 32;
/// Tables that roll on tables are drawn no deeper.
const MAX_NESTING: usize = 5;

/// Writes a RollTable; where it rolls on others, all of them in one Adventure, linked by their ids. What has
/// no place there is added to `lost`.
pub(crate) fn write(set: &TableSet, lost: &mut Vec<String>) -> String {
    let mut documents: Vec<Value> = (0..set.tables.len()).map(|at| document(set, at, lost)).collect();
    if nests_too_deep(set) {
        lost.push(format!(
            "tables roll on each other more than {MAX_NESTING} deep; Foundry stops there: {}",
            set.tables.iter().map(|table| format!("`{}`", table.sheet.name)).collect::<Vec<_>>().join(", ")
        ));
    }
    let whole = match documents.len() {
        1 => documents.remove(0),
        _ => adventure(set, documents),
    };
    format!("{whole:#}\n")
}

/// The document that Foundry brings several others in with, their ids kept.
fn adventure(set: &TableSet, tables: Vec<Value>) -> Value {
    let root = set.root();
    json!({
        "_id": table_id(&root.module, &format!("{} set", root.sheet.name)),
        "name": root.sheet.title,
        "caption": "",
        "description": "",
        "img": null,
        "actors": [], "combats": [], "items": [], "journal": [], "scenes": [],
        "tables": tables,
        "macros": [], "cards": [], "playlists": [], "folders": [],
        "_stats": {"coreVersion": CORE_VERSION},
    })
}

fn document(set: &TableSet, at: usize, lost: &mut Vec<String>) -> Value {
    let table = &set.tables[at];
    let sheet = &table.sheet;
    if sheet.headings.len() > 1 {
        lost.push(format!(
            "`{}`: Foundry has one result column; {} are joined into it",
            sheet.name,
            sheet.headings.join(", ")
        ));
    }
    let rolled = rolled(table, lost);
    let id = table_id(&table.module, &sheet.name);
    let mut results = Vec::new();
    for ((row, cells), ranges) in sheet.rows.iter().zip(&table.cells).zip(&rolled.ranges) {
        if ranges.is_empty() {
            lost.push(format!("{} never comes up, and is left out", row_of(table, row)));
        }
        for (from, to) in ranges {
            let made = result(set, table, row, cells, lost);
            let mut made = made;
            made["_id"] = json!(result_id(&id, results.len()));
            made["range"] = json!([from, to]);
            made["weight"] = json!(to - from + 1);
            made["drawn"] = json!(false);
            results.push(made);
        }
    }
    json!({
        "_id": id,
        "name": sheet.title,
        "description": escaped(&sheet.about),
        "formula": rolled.formula,
        "replacement": table.kind != TableKind::Deck,
        "displayRoll": true,
        "results": results,
        "_stats": {"coreVersion": CORE_VERSION},
    })
}

/// A result without its range: text, or another table.
fn result(
    set: &TableSet,
    table: &SetTable,
    row: &SheetRow,
    cells: &[Vec<CellPiece>],
    lost: &mut Vec<String>,
) -> Value {
    let keyed = matches!(table.kind, TableKind::Chart) && !row.key.is_empty();
    if let ([only], false) = (cells, keyed)
        && let [CellPiece::Table(place)] = only.as_slice()
    {
        let (id, title) = address(set, *place);
        return json!({
            "type": "document", "text": title, "name": title, "description": "",
            "documentCollection": "RollTable", "documentId": id, "documentUuid": format!("RollTable.{id}"),
        });
    }
    let mut told = Vec::new();
    let mut parts: Vec<String> = Vec::new();
    if keyed {
        parts.push(escaped(&row.key));
    }
    for (heading, cell) in table.sheet.headings.iter().zip(cells) {
        let text = text_out(cell, &|place| link_to(set, place), &mut told);
        parts.push(if cells.len() > 1 { format!("{}: {text}", escaped(heading)) } else { text });
    }
    for what in told {
        lost.push(format!("{}: {what}", row_of(table, row)));
    }
    let text = parts.join("; ");
    json!({"type": "text", "text": text, "name": "", "description": text})
}

fn address(set: &TableSet, place: usize) -> (String, String) {
    set.tables.get(place).map_or_else(
        || (String::new(), String::new()),
        |table| (table_id(&table.module, &table.sheet.name), table.sheet.title.clone()),
    )
}

fn link_to(set: &TableSet, place: usize) -> String {
    let (id, title) = address(set, place);
    link(&id, &title)
}

/// A row for a note: by its key, else by what it says.
fn row_of(table: &SetTable, row: &SheetRow) -> String {
    format!("`{}`, {}", table.sheet.name, row.shown())
}

/// What is rolled, and the numbers of each row.
struct FormulaRanges {
    formula: String,
    ranges: Vec<Vec<(i64, i64)>>,
}

fn rolled(table: &SetTable, lost: &mut Vec<String>) -> FormulaRanges {
    let rows = &table.sheet.rows;
    let all_rows = || rows.iter().map(SheetRow::shown).collect::<Vec<_>>().join(", ");
    let name = &table.sheet.name;
    match table.kind {
        TableKind::Chart => {
            lost.push(format!(
                "`{name}` is looked up and not rolled; Foundry rolls each of its rows as likely: {}",
                all_rows()
            ));
            return one_each(rows.len());
        }
        TableKind::Each => {
            lost.push(format!(
                "`{name}` rolls every row by itself; Foundry rolls one of them, each as likely: {}",
                all_rows()
            ));
            return one_each(rows.len());
        }
        TableKind::Table | TableKind::Deck => {}
    }
    if table.sheet.die.is_empty()
        && !table.bent
        && let Some(rolled) = by_weight(rows)
    {
        return rolled;
    }
    if let Some(formula) = table.formula.as_ref().filter(|_| !table.bent)
        && let Some(ranges) = closed_ranges(table)
    {
        return FormulaRanges { formula: formula.clone(), ranges };
    }
    if let Some(rolled) = table.odds.as_ref().and_then(|odds| by_odds(&odds.chances)) {
        if table.bent {
            lost.push(format!("`{name}`: the odds are those of this moment, as 1 of {}", rolled.formula));
        }
        return rolled;
    }
    lost.push(format!(
        "`{name}` rolls `{}`, which Foundry cannot roll so; its rows come up as likely as each other: {}",
        table.sheet.die,
        all_rows()
    ));
    one_each(rows.len())
}

#[cfg(test)]
impl TableSet {
    /// How many results each row of a table becomes.
    pub(crate) fn results(&self, place: usize) -> Vec<usize> {
        let ranges = |table| rolled(table, &mut Vec::new()).ranges;
        self.tables.get(place).map_or_else(Vec::new, |table| ranges(table).iter().map(Vec::len).collect())
    }
}

fn one_each(rows: usize) -> FormulaRanges {
    let count = i64::try_from(rows).unwrap_or(i64::MAX);
    FormulaRanges {
        formula: format!("1d{}", count.max(1)),
        ranges: (1..=count).map(|at| vec![(at, at)]).collect(),
    }
}

/// Whole numbers in the proportions of the weights.
fn by_weight(rows: &[SheetRow]) -> Option<FormulaRanges> {
    let whole = rows.iter().try_fold(1i64, |whole, row| checked_lcm(whole, row.weight.denominator()))?;
    let share = |weight: Num| weight.numerator().checked_mul(whole / weight.denominator());
    let shares: Option<Vec<i64>> = rows.iter().map(|row| share(row.weight)).collect();
    of_shares(&shares?)
}

fn checked_lcm(a: i64, b: i64) -> Option<i64> {
    (a / a.gcd(&b)).checked_mul(b)
}

/// Whole numbers in the proportions of the odds.
fn by_odds(chances: &[Prob]) -> Option<FormulaRanges> {
    let shares: Option<Vec<i64>> =
        Prob::in_whole_numbers(chances).iter().map(|share| i64::try_from(share.as_word()?).ok()).collect();
    of_shares(&shares?)
}

fn of_shares(shares: &[i64]) -> Option<FormulaRanges> {
    let mut next = 1i64;
    let mut ranges = Vec::new();
    for share in shares {
        let after = next.checked_add(*share)?;
        ranges.push(if *share > 0 { vec![(next, after - 1)] } else { Vec::new() });
        next = after;
    }
    let sides = u64::try_from(next - 1).ok().filter(|sides| (1..=MAX_SIDES).contains(sides))?;
    Some(FormulaRanges { formula: format!("1d{sides}"), ranges })
}

/// The numbers of each row, open ends closed by what the die can give; `None` where a row is not picked by
/// numbers alone.
fn closed_ranges(table: &SetTable) -> Option<Vec<Vec<(i64, i64)>>> {
    let rows = &table.sheet.rows;
    let named = || rows.iter().flat_map(|row| &row.ranges).flat_map(|(from, to)| [*from, *to]).flatten();
    // Ends beyond what comes up change nothing.
    const BEYOND: i64 = 1_000_000;
    let (least, greatest) = (named().min().unwrap_or(1), named().max().unwrap_or(1));
    let (least, greatest) = match table.ends {
        Some((low, high)) => (least.min(low), greatest.max(high)),
        None => (least.min(0) - BEYOND, greatest.max(0) + BEYOND),
    };
    rows.iter()
        .map(|row| {
            let ranges = row.ranges.iter().map(|(from, to)| (from.unwrap_or(least), to.unwrap_or(greatest)));
            let ranges: Vec<(i64, i64)> = ranges.collect();
            (!ranges.is_empty() && row.is_numbers).then_some(ranges)
        })
        .collect()
}

/// Whether a roll can lead through more tables than Foundry follows.
fn nests_too_deep(set: &TableSet) -> bool {
    let leads_to = |at: usize| {
        let cells = set.tables[at].cells.iter().flatten();
        // Only a result that is a table is rolled by Foundry itself; a link in a text is clicked.
        cells.filter_map(|cell| match cell.as_slice() {
            [CellPiece::Table(place)] => Some(*place),
            _ => None,
        })
    };
    let mut reached = vec![0];
    for _ in 0..=MAX_NESTING {
        let mut next: Vec<usize> = reached.iter().flat_map(|at| leads_to(*at)).collect();
        next.sort_unstable();
        next.dedup();
        if next.is_empty() {
            return false;
        }
        reached = next;
    }
    true
}
