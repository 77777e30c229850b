//! Tables that roll one another in a circle that cannot end.

use rustc_hash::FxHashSet;

use crate::check::program::{Expr, ExprKind, Program, Table, TableId};
use crate::check::reports::Reports;
use crate::diag::{Diagnostic, codes};

/// The tables that working an expression out always rolls or looks up.
fn always_rolled(value: &Expr, found: &mut Vec<TableId>) {
    if let ExprKind::Draw(pick) = &value.kind {
        found.push(pick.table);
    }
    if let ExprKind::Lookup(lookup) = &value.kind {
        found.push(lookup.table);
        lookup.keys.iter().for_each(|key| always_rolled(key, found));
    }
    if let ExprKind::Times { count, body, .. } = &value.kind
        && count.number().is_some_and(|n| !n.is_zero() && !n.is_negative())
    {
        always_rolled(body, found);
    }
    // The parts of everything else may or may not come to roll; the run bounds it.
    let works_all_out = matches!(
        value.kind,
        ExprKind::Text(_)
            | ExprKind::Field(..)
            | ExprKind::Negate(_)
            | ExprKind::Label(..)
            | ExprKind::Quantity(..)
            | ExprKind::Arith(..)
            | ExprKind::List(_)
            | ExprKind::Builtin(..)
    );
    if works_all_out {
        value.parts().into_iter().for_each(|part| always_rolled(part, found));
    }
}

/// What each row of a table always rolls.
fn rows_roll(table: &Table) -> Vec<Vec<TableId>> {
    let rows = table.rows.iter().filter(|row| !row.weight.is_zero());
    let rolls = rows.map(|row| {
        let mut found = Vec::new();
        row.cells.iter().for_each(|cell| always_rolled(cell, &mut found));
        found
    });
    rolls.collect()
}

/// Which of these tables, the first of them with the number `first`, have a row that comes to an end.
/// Tables before them do, or they would have been reported.
fn ending(tables: &[Vec<Vec<TableId>>], first: usize) -> Vec<bool> {
    let place = |id: TableId| id.index().checked_sub(first).filter(|place| *place < tables.len());
    let mut ends = vec![false; tables.len()];
    // For each table, the rows that roll it: of which table, and which of its rows.
    let mut rolled_by: Vec<Vec<(usize, usize)>> = vec![Vec::new(); tables.len()];
    // For each row, how many rolls of tables that are not known to end it still holds.
    let mut open: Vec<Vec<usize>> = Vec::with_capacity(tables.len());
    let mut found: Vec<usize> = Vec::new();
    for (at, rows) in tables.iter().enumerate() {
        let mut counts = Vec::with_capacity(rows.len());
        for (nth, row) in rows.iter().enumerate() {
            let inside = row.iter().filter_map(|id| place(*id));
            counts.push(inside.clone().count());
            inside.for_each(|other| rolled_by.get_mut(other).into_iter().for_each(|by| by.push((at, nth))));
        }
        if rows.is_empty() || counts.contains(&0) {
            found.push(at);
        }
        open.push(counts);
    }
    while let Some(at) = found.pop() {
        let Some(slot) = ends.get_mut(at) else { continue };
        if std::mem::replace(slot, true) {
            continue;
        }
        for (table, row) in rolled_by.get(at).into_iter().flatten() {
            if let Some(count) = open.get_mut(*table).and_then(|rows| rows.get_mut(*row)) {
                *count -= 1;
                if *count == 0 {
                    found.push(*table);
                }
            }
        }
    }
    ends
}

/// Reports every table from `first` on whose rows all lead back to it, for ever.
pub(in crate::check) fn table_cycles(reports: &mut Reports, program: &Program, first: usize) {
    let tables = program.tables.iter().skip(first);
    let rows: Vec<Vec<Vec<TableId>>> = tables.map(|table| rows_roll(table)).collect();
    let ends = ending(&rows, first);
    let is_endless =
        |at: usize| at.checked_sub(first).is_some_and(|place| !ends.get(place).copied().unwrap_or(true));
    let mut told: FxHashSet<usize> = FxHashSet::default();
    for at in (first..first + rows.len()).filter(|at| is_endless(*at)) {
        if told.contains(&at) {
            continue;
        }
        // All tables of one circle are one mistake.
        let mut circle = vec![at];
        let mut known = FxHashSet::from_iter([at]);
        let mut next = 0;
        while let Some(table) = circle.get(next).copied() {
            next += 1;
            for id in rows.get(table - first).into_iter().flatten().flatten() {
                if is_endless(id.index()) && known.insert(id.index()) {
                    circle.push(id.index());
                }
            }
        }
        let table = program.table(TableId::from(at));
        let message = format!("every row of `{}` rolls again, so it can never end", table.def.name);
        let mut report = Diagnostic::error(&codes::tables::ENDLESS, table.def.span, message);
        for other in circle.iter().filter(|other| **other != at).take(4) {
            report = report.label(program.table(TableId::from(*other)).def.span, "which it rolls");
        }
        told.extend(circle);
        reports.add(report.help("add a row that does not roll again"));
    }
}
