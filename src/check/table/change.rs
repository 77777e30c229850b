//! What `change` does to tables, their rows and dice, and to options.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::row_places::{Called, CalledBy, RowPlaces, in_words, written};
use super::rows::Results;
use super::shape::slug;
use crate::base::{Span, closest};
use crate::check::checker::Checker;
use crate::check::defs::DefinitionState;
use crate::check::program::{LocalId, Match, ModuleId, Program, RowKey, Table, TableId};
use crate::check::reading::SourceReader;
use crate::check::reports::Reports;
use crate::check::resolve::bind_params;
use crate::check::scope::{BodyPlace, NameMeaning, Scope, Want};
use crate::check::table::keys::{KeyedTable, row_key};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, ChangeKind, KeyText, LineRow, RenewedBy, TableKind};

/// Changes tables as one module says: it sees the checker and the module, and nothing else.
pub(in crate::check) struct TableChanger<'c, 'a> {
    cx: &'c mut Checker<'a>,
    module: ModuleId,
    /// Where the rows stand of tables that are changed row by row.
    places: FxHashMap<TableId, RowPlaces>,
}

impl<'a> Checker<'a> {
    /// For the changes that a module makes to tables and options.
    pub(in crate::check) fn table_changes(&mut self, module: ModuleId) -> TableChanger<'_, 'a> {
        TableChanger { cx: self, module, places: FxHashMap::default() }
    }
}

impl TableChanger<'_, '_> {
    /// Makes the changes of a module that the definitions that wait are worked out with.
    pub(crate) fn changes(&mut self, changes: &[Arc<ast::Change>]) {
        for change in changes {
            match &change.kind {
                ChangeKind::Row { column, row, cell, renewed } => {
                    if let Some(id) = self.changed_table(&change.target) {
                        let written =
                            RowChange { column: column.as_ref(), row, cell, renewed: renewed.as_deref() };
                        self.change_row(id, &written);
                    }
                }
                ChangeKind::Head(head) => {
                    if let Some(id) = self.changed_table(&change.target) {
                        self.change_head(id, head);
                    }
                }
                ChangeKind::Value(function) => self.change_option(&change.target, function),
                // Made before anything was worked out.
                ChangeKind::Table(_)
                | ChangeKind::Procedure(_)
                | ChangeKind::Step(..)
                | ChangeKind::Before(..)
                | ChangeKind::After(..)
                | ChangeKind::Without(_) => {}
            }
        }
        for id in self.cx.altered.take_procs() {
            self.cx.define_proc(id);
        }
    }

    fn changed_table(&mut self, target: &ast::Path) -> Option<TableId> {
        let Some(id) = self.cx.changes_in(self.module).change_target(target)?.table() else {
            let message = format!("`{}` is not a table", target.name.text);
            self.cx.report(Diagnostic::error(&codes::kinds::WRONG, target.span, message));
            return None;
        };
        // What came before a whole new table is gone with the old one.
        if self.cx.altered.is_replaced_after(id, self.module) {
            return None;
        }
        self.cx.define_table(id);
        self.table_changed(id, target.span);
        Some(id)
    }

    /// A scope in which a table's parameters are in reach, for text written in another module.
    fn table_scope(&mut self, id: TableId) -> Scope {
        let table = self.cx.ws.program.table(id);
        let mut scope = Scope::new(self.module, BodyPlace::Table);
        bind_params(&mut scope, &table.params);
        let mark = scope.enter();
        while scope.frame().count() < table.locals {
            scope.bind("row", super::Kind::Row(id));
        }
        scope.leave(mark);
        scope
    }

    fn change_row(&mut self, id: TableId, change: &RowChange<'_>) {
        let row = change.row;
        // While a handle on it is held, a change makes a copy of the whole table.
        let table = self.cx.ws.program.table(id);
        let places = self.places.entry(id).or_default();
        let named =
            change.column.and_then(|column| row_and_column(&table, places, &row.key.text, &column.text));
        let (at, column_at) = match (named, change.column) {
            (Some(found), _) => found,
            (None, None) => {
                let Some(at) = self.row_to_change(id, row) else { return };
                (at, 0)
            }
            (None, Some(name)) => {
                let Some(at) = self.row_to_change(id, row) else { return };
                let Some(column) = column_named(&table, &name.text) else {
                    return no_column(&mut self.cx.reports, &self.cx.ws.program, id, name);
                };
                (at, column)
            }
        };
        drop(table);
        self.change_cell(id, change, (at, column_at));
    }

    /// Changes one cell of a row, and what else of the row is written anew.
    fn change_cell(&mut self, id: TableId, change: &RowChange<'_>, (at, column_at): (usize, usize)) {
        let row = change.row;
        let table = self.cx.ws.program.table(id);
        let mut scope = self.table_scope(id);
        let places = self.places.entry(id).or_default();
        let renewed = change.renewed.filter(|renewed| renews(&table, places, &renewed.by));
        let guard = renewed.and_then(|renewed| renewed.guard.as_ref()).or(row.guard.as_ref());
        let guard = guard.map(|guard| self.cx.exprs(&mut scope).condition(guard));
        let text = renewed.map_or(&row.text, |renewed| &renewed.text);
        // Only what picks the row is new.
        let keeps_text = text.segments.is_empty() && (renewed.is_some() || guard.is_some());
        let cell = match change.cell {
            ast::CellKind::Text(_) => {
                let column = self.cx.info(id).columns.get(column_at).map(|column| column.kind.clone());
                let numbers = column == Some(super::Kind::Number);
                let results = if numbers { Results::Numbers } else { Results::Texts };
                self.cx.rows_in(&mut scope).result(text, results)
            }
            written @ (ast::CellKind::Value(_) | ast::CellKind::Blank) => {
                self.cx.rows_in(&mut scope).cell_value(written, row.text.span, None)
            }
        };
        let block = row.effects.as_ref().filter(|block| !block.stmts.is_empty());
        let effects = block
            .map(|block| self.cx.rows_in(&mut scope).effect_block(LocalId::from(table.params.len()), block));
        let locals = scope.frame().count();
        let written_as = self.cx.reading.written(text.span);
        let name = super::shape::name_or_written(super::shape::row_name(text), &written_as);
        let name: Arc<str> = name.into();
        let listed = super::shape::listed_name(&name, text, || &*written_as);
        let (key, weight) = match renewed.map(|renewed| &renewed.by) {
            Some(RenewedBy::Key(key)) => {
                (Some(key_of_change(&mut self.cx.reports, &self.cx.reading, &table, key)), None)
            }
            Some(RenewedBy::Weight(weight)) => (None, Some(*weight)),
            None => (None, None),
        };
        if let Some(row) = table.rows.get(at) {
            self.places.entry(id).or_default().take_out(at, row);
        }
        drop(table);
        let mut kept_kind = true;
        self.cx.set_table(id, |table| {
            table.locals = table.locals.max(locals);
            let is_deck = table.kind == ast::TableKind::Deck;
            let Some(changed) = table.rows.get_mut(at) else { return };
            if let Some(slot) = changed.cells.get_mut(column_at).filter(|_| !keeps_text) {
                kept_kind = slot.gives == cell.gives;
                *slot = cell;
            }
            if column_at == 0 && !keeps_text {
                (changed.name, changed.listed) = (name, listed);
            }
            if guard.is_some() {
                changed.guard = guard.map(Box::new);
            }
            // A new text without effects has none; only a named column leaves the effects alone.
            if effects.is_some() || (change.column.is_none() && !keeps_text) {
                changed.effects = effects;
            }
            if let Some(key) = key {
                if is_deck {
                    changed.weight = super::rows::cards(&key);
                }
                changed.key = key;
            }
            changed.weight = weight.unwrap_or(changed.weight);
            changed.span = row.span;
        });
        self.refresh(id, at, (!kept_kind).then_some(column_at));
    }

    /// The row that has this key, as printed or by its meaning, or this name.
    fn row_to_change(&mut self, id: TableId, row: &LineRow) -> Option<usize> {
        let table = self.cx.ws.program.table(id);
        let wanted = row.key.text.trim();
        let reports = self.cx.reports.mark();
        let dummy = nameless(&table.def.name, row.span);
        let key = row_key(&mut self.cx.reports, &self.cx.reading, &row.key, &KeyedTable::of(&dummy, None));
        self.cx.reports.back_to(reports);
        let places = self.places.entry(id).or_default();
        let mut first = |by: CalledBy, name: &Called| places.first(&table.rows, by, name);
        let found = first(CalledBy::Text, &written(wanted))
            .or_else(|| {
                (!key.matches.is_empty())
                    .then(|| first(CalledBy::Key, &Called::Picked(key.matches)))
                    .flatten()
            })
            .or_else(|| first(CalledBy::Name, &written(wanted)));
        if found.is_none() {
            let message = format!("`{}` has no row `{wanted}`", table.def.name);
            let mut report = Diagnostic::error(&codes::names::UNKNOWN_ROW, row.key.span, message);
            report = report.label(table.def.span, "the table");
            if !self.cx.reports.may_compare(table.rows.len()) {
                self.cx.report(report);
                return found;
            }
            let keys: Vec<&str> = table.rows.iter().map(|row| &*row.key.text).collect();
            match closest(wanted, keys.iter().copied()) {
                Some(near) => report = report.help(format!("did you mean `{near}`?")),
                None => {
                    let most: Vec<&str> = keys.iter().take(20).copied().collect();
                    report = report.help(format!("its rows are {}", most.join(", ")));
                }
            }
            let name = &table.def.name;
            report = report.help(format!(
                "a new row needs the table anew: `change table {name}`, and all its rows below it"
            ));
            self.cx.report(report);
        }
        found
    }

    /// A whole new table under the old name; what mentions it keeps its meaning.
    pub(in crate::check) fn change_table(&mut self, id: TableId, written: &ast::Table) {
        let mut def = self.cx.ws.program.table(id).def.clone();
        def.module = self.module;
        def.whole = written.span;
        def.span = written.name.span;
        let info = super::shape::shape(&mut self.cx.reports, self.cx.ws, self.module, written);
        self.cx.set_table(id, |table| {
            *table = super::empty_table(def, written.kind);
        });
        if let Some(slot) = self.cx.ws.defs.infos.get_mut(id.index()) {
            *slot = Arc::new(info);
        }
        if let Some(state) = self.cx.ws.defs.tables.get_mut(id.index()) {
            *state = DefinitionState::Waiting(Arc::new(written.clone()));
        }
        self.cx.altered.replace(id, self.module);
        self.table_changed(id, written.name.span);
    }

    fn table_changed(&mut self, id: TableId, at: Span) {
        self.cx.altered.add_table(id);
        self.cx.set_table(id, |table| table.changed = Some(at));
    }

    /// `change hazard rolls d8 clamp`: what the first line says anew.
    fn change_head(&mut self, id: TableId, options: &ast::TableOptions) {
        if let Some(die) = &options.rolls {
            self.change_die(id, die);
        }
        let mut scope = self.table_scope(id);
        self.cx.set_options(id, &mut scope, options);
    }

    fn change_die(&mut self, id: TableId, written: &ast::Expr) {
        let table = self.cx.ws.program.table(id);
        let refused = match table.kind {
            TableKind::Chart => Some(("is looked up, so no die picks its rows", "change table …")),
            TableKind::Deck => Some(("is drawn from, so no die picks its rows", "change table …")),
            TableKind::Each => {
                Some(("gives every row its own chance, so no die picks one", "change table …"))
            }
            TableKind::Table if table.rows.iter().all(|row| row.key.matches.is_empty()) => {
                Some(("picks its rows by weight, so no die can pick them", "change table …"))
            }
            TableKind::Table => None,
        };
        if let Some((why, instead)) = refused {
            let message = format!("`{}` {why}", table.def.name);
            let report = Diagnostic::error(&codes::tables::NO_KEY, written.span, message);
            let report = report.label(table.def.span, "this one");
            return self
                .cx
                .report(report.help(format!("change it as a whole: `{instead}` with keys of its own")));
        }
        let mut scope = self.table_scope(id);
        let die = self.cx.exprs(&mut scope).expr(written, &Want::any());
        let die = self.cx.row_as_value(die);
        let (text, locals) = (self.cx.reading.written(written.span), scope.frame().count());
        self.cx.set_table(id, |table| {
            table.die = Some(die);
            table.die_text = text;
            table.locals = table.locals.max(locals);
        });
    }

    /// `change option quiet_turns = 3`; a function was changed before.
    fn change_option(&mut self, target: &ast::Path, function: &ast::FnDef) {
        if let Some(NameMeaning::Option(id)) = self.cx.changes_in(self.module).change_target(target) {
            self.cx.set_option(id, self.module, &function.body);
        }
    }

    /// Takes in what a changed row is called, and anew the kind of a column that it changed: what a table has
    /// of others is as it was, and thousands of them may be changed.
    fn refresh(&mut self, id: TableId, at: usize, column: Option<usize>) {
        let table = self.cx.ws.program.table(id);
        let Some(slot) = self.cx.ws.defs.infos.get_mut(id.index()) else { return };
        let info = Arc::make_mut(slot);
        let Some(row) = table.rows.get(at) else { return };
        let places = self.places.entry(id).or_default();
        places.put_in(at, row);
        info.add_names(std::iter::once(row.name.clone()));
        for part in &row.key.matches {
            if let Match::Word(word) = part
                && info.keys.find(word).is_none_or(|known| known != word)
            {
                info.keys.push(word.clone());
            }
        }
        if let Some((of, column)) = column.and_then(|of| Some((of, info.columns.get_mut(of)?))) {
            column.kind = places.kind(&table.rows, of, at);
        }
    }
}

/// What a change of a row says.
struct RowChange<'c> {
    column: Option<&'c ast::Name>,
    row: &'c LineRow,
    cell: &'c ast::CellKind,
    renewed: Option<&'c KeyText>,
}

/// Whether the text of a changed row is a new key or weight for a table of this kind. Elsewhere it is text.
fn renews(table: &Table, places: &mut RowPlaces, by: &RenewedBy) -> bool {
    let mut has_part = |is_word: bool| places.has_part(&table.rows, is_word);
    match by {
        RenewedBy::Weight(_) => !has_part(true) && !has_part(false) && table.kind != TableKind::Each,
        RenewedBy::Key(key) => has_part(key.parts.iter().any(|part| matches!(part, ast::KeyPart::Word(_)))),
    }
}

/// The column that somebody means by a heading or a name.
fn column_named(table: &Table, written: &str) -> Option<usize> {
    let wanted = slug(written);
    table.columns.place(&wanted)
}

/// The row and the column that several words mean together, where either may have more than one: the words
/// before the last, and the last.
fn row_and_column(table: &Table, places: &mut RowPlaces, before: &str, last: &str) -> Option<(usize, usize)> {
    let words: Vec<&str> = before.split_whitespace().chain([last]).collect();
    (1..words.len()).rev().find_map(|cut| {
        let (row, column) = (words.get(..cut)?.join(" "), words.get(cut..)?.join(" "));
        let at = places.first(&table.rows, CalledBy::Words, &in_words(&row))?;
        Some((at, column_named(table, &column)?))
    })
}

/// A table with nothing in it, for reading a key by itself.
fn nameless(name: &Arc<str>, span: Span) -> ast::Table {
    ast::Table::new(TableKind::Chart, ast::Name::new(name.clone(), span), span)
}

fn no_column(reports: &mut Reports, program: &Program, id: TableId, name: &ast::Name) {
    let table = program.table(id);
    let message = format!("`{}` has no column `{}`", table.def.name, name.text);
    let mut report = Diagnostic::error(&codes::names::UNKNOWN_FIELD, name.span, message);
    if !reports.may_compare(table.columns.len()) {
        return reports.add(report);
    }
    let columns: Vec<&str> = table.columns.iter().map(|column| &*column.name).collect();
    match closest(&name.text, columns.iter().copied()) {
        Some(near) => {
            report = report.did_you_mean(near, name.span);
        }
        None => report = report.help(format!("its columns are {}", columns.join(", "))),
    }
    reports.add(report);
}

/// A new key for a row of a table that is worked out.
fn key_of_change(
    reports: &mut Reports,
    reading: &SourceReader<'_>,
    table: &Table,
    key: &ast::WrittenKey,
) -> RowKey {
    let shape = ast::Table { kind: table.kind, ..nameless(&table.def.name, key.span) };
    row_key(reports, reading, key, &KeyedTable::of(&shape, table.die.as_ref()))
}
