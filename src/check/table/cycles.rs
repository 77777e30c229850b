//! Tables that roll one another in a circle that cannot end.

use super::super::program::{Expr, ExprKind, RowKey, Table, TableId, TextPart};
use super::super::workspace::Checker;
use crate::diag::{Diagnostic, codes};

/// The tables that working an expression out always rolls or looks up.
fn always_rolled(value: &Expr, found: &mut Vec<TableId>) {
    match &value.kind {
        ExprKind::Draw(pick) => found.push(pick.table),
        ExprKind::Lookup(lookup) => {
            found.push(lookup.table);
            lookup.keys.iter().for_each(|key| always_rolled(key, found));
        }
        ExprKind::Text(parts) => {
            for part in parts {
                match part {
                    TextPart::Live(live) => always_rolled(live, found),
                    TextPart::Literal(_) => {}
                }
            }
        }
        ExprKind::Field(of, _)
        | ExprKind::Negate(of)
        | ExprKind::Label(of, _)
        | ExprKind::Quantity(of, _) => {
            always_rolled(of, found);
        }
        ExprKind::Arith(first, rest) => {
            always_rolled(first, found);
            rest.iter().for_each(|(_, term)| always_rolled(term, found));
        }
        ExprKind::List(items) | ExprKind::Builtin(_, items) => {
            items.iter().for_each(|item| always_rolled(item, found))
        }
        ExprKind::Times { count, body, .. }
            if super::super::resolve_number(count).is_some_and(|n| !n.is_zero() && !n.is_negative()) =>
        {
            always_rolled(body, found);
        }
        // Everything else may or may not come to roll; the run bounds it.
        _ => {}
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

impl Checker<'_, '_> {
    /// Reports every table from `first` on whose rows all lead back to it, for ever.
    pub fn table_cycles(&mut self, first: usize) {
        let count = self.ws.program.tables.len();
        let rows: Vec<Vec<Vec<TableId>>> =
            self.ws.program.tables.iter().map(|table| rows_roll(table)).collect();
        let mut ends = vec![false; count];
        loop {
            let before = ends.iter().filter(|end| **end).count();
            for (at, table_rows) in rows.iter().enumerate() {
                let row_ends =
                    |row: &Vec<TableId>| row.iter().all(|id| ends.get(id.index()).copied().unwrap_or(true));
                let end = table_rows.is_empty() || table_rows.iter().any(row_ends);
                if let Some(slot) = ends.get_mut(at) {
                    *slot = end;
                }
            }
            if ends.iter().filter(|end| **end).count() == before {
                break;
            }
        }
        let mut told: Vec<usize> = Vec::new();
        for at in (first..count).filter(|at| !ends.get(*at).copied().unwrap_or(true)) {
            if told.contains(&at) {
                continue;
            }
            // All tables of one circle are one mistake.
            let mut circle = vec![at];
            let mut next = 0;
            while let Some(table) = circle.get(next).copied() {
                next += 1;
                for id in rows.get(table).into_iter().flatten().flatten() {
                    if !circle.contains(&id.index()) && !ends.get(id.index()).copied().unwrap_or(true) {
                        circle.push(id.index());
                    }
                }
            }
            let table = self.table(TableId::from(at));
            let message = format!("every row of `{}` rolls on, so it can never end", table.def.name);
            let mut report = Diagnostic::error(&codes::tables::ENDLESS, table.def.span, message);
            for other in circle.iter().filter(|other| **other != at).take(4) {
                report = report.label(self.table(TableId::from(*other)).def.span, "which it rolls");
            }
            told.extend(circle);
            self.report(report.help("give it a row that rolls nothing more"));
        }
    }

    /// Whether two keys pick the same.
    pub(super) fn same_key(a: &RowKey, b: &RowKey) -> bool {
        !a.matches.is_empty() && a.matches == b.matches
    }
}
