//! The tables of a handbook, with the odds of their rows.

use std::fmt::Write as _;
use std::sync::Arc;

use super::{Handbook, code, one_line};
use crate::check::program::{Row, Table};
use crate::dist::Prob;
use crate::front::render::percent::percent;
use crate::interop::PrintedTable;
use crate::syntax::ast::TableKind;

/// A longer fraction says no more than its percentage.
const MAX_FRACTION: usize = 12;

impl Handbook<'_> {
    pub(super) fn tables(&mut self, title: &str, kinds: &[TableKind]) {
        let ours: Vec<Arc<Table>> = self
            .program
            .tables
            .iter()
            .filter(|table| self.is_ours(&table.def) && table.stub.is_none() && kinds.contains(&table.kind))
            .cloned()
            .collect();
        if ours.is_empty() {
            return;
        }
        self.section(title);
        for table in ours {
            self.heading(&table.def);
            self.prose(table.def.doc.as_deref());
            self.table(&table);
        }
    }

    fn table(&mut self, table: &Table) {
        let sheet = PrintedTable::of(table, self.session.sources());
        let chances = self.chances(table);
        if !table.params.is_empty() || !table.die_text.is_empty() {
            let _ = writeln!(self.out, "{}\n", code(&self.signature(&table.def)));
        }
        let key = match table.kind {
            TableKind::Deck => "cards".to_owned(),
            TableKind::Table | TableKind::Chart | TableKind::Each if !sheet.die.is_empty() => {
                sheet.die.clone()
            }
            TableKind::Table | TableKind::Chart | TableKind::Each => self.key_heading(table),
        };
        let keyed = table.rows.iter().any(|row| !row.key.text.is_empty());
        let weighted = !keyed && table.rows.iter().any(|row| row.weight != crate::base::Num::ONE);
        let guards = table.rows.iter().any(|row| row.guard.is_some());
        let effects = table.rows.iter().any(|row| row.effects.is_some());
        let mut head = Vec::new();
        head.extend(keyed.then(|| key.clone()));
        head.extend(weighted.then(|| "weight".to_owned()));
        head.extend(guards.then(|| "only when".to_owned()));
        head.extend(sheet.headings.iter().cloned());
        head.extend(effects.then(|| "what it does".to_owned()));
        head.extend(chances.as_ref().map(|_| "odds".to_owned()));
        self.pipe(&head);
        let _ = writeln!(self.out, "|{}", "---|".repeat(head.len()));
        for (nth, (row, shown)) in table.rows.iter().zip(&sheet.rows).enumerate() {
            let mut line = Vec::new();
            line.extend(keyed.then(|| shown.key.clone()));
            line.extend(weighted.then(|| shown.weight.to_string()));
            line.extend(guards.then(|| self.guard(row)));
            line.extend(shown.cells.iter().cloned());
            line.extend(effects.then(|| self.effects(row)));
            line.extend(chances.as_ref().map(|all| all.get(nth).map_or_else(String::new, odds)));
            self.pipe(&line);
        }
        self.out.push('\n');
    }

    /// What stands above the keys of a table in columns.
    fn key_heading(&self, table: &Table) -> String {
        let whole = self.source(table.def.whole);
        let head = whole.lines().find_map(|line| line.trim_start().strip_prefix('|'));
        head.and_then(|head| head.split('|').next()).map_or_else(String::new, |first| first.trim().to_owned())
    }

    /// How likely each row is, where the table can be rolled as it is.
    fn chances(&mut self, table: &Table) -> Option<Vec<Prob>> {
        let rolled = match table.kind {
            TableKind::Chart => table.die.is_some(),
            TableKind::Table | TableKind::Deck | TableKind::Each => true,
        };
        if !rolled || table.params.iter().any(|param| param.default.is_none()) {
            return None;
        }
        let module = self.program.modules.get(self.module.index())?.name.clone();
        let full = format!("{module}.{}", table.def.name);
        let found =
            self.session.row_odds(&full).or_else(|| self.session.asking().row_odds(&table.def.name))?;
        (found.table.def.span == table.def.span).then_some(found.chances)
    }

    fn guard(&self, row: &Row) -> String {
        row.guard.as_ref().map_or_else(String::new, |guard| code(self.source(guard.span)))
    }

    fn effects(&self, row: &Row) -> String {
        let Some(block) = &row.effects else { return String::new() };
        let all: Vec<String> = block.stmts.iter().map(|stmt| code(self.source(stmt.span))).collect();
        all.join("; ")
    }

    fn pipe(&mut self, cells: &[String]) {
        let cells: Vec<String> = cells.iter().map(|cell| one_line(cell).replace('|', "\\|")).collect();
        let _ = writeln!(self.out, "| {} |", cells.join(" | "));
    }
}

fn odds(chance: &Prob) -> String {
    let exact = chance.to_string();
    let share = percent(chance.to_f64());
    if exact.len() <= MAX_FRACTION && exact.contains('/') { format!("{exact} = {share}") } else { share }
}
