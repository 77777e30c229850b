//! What `change` does to tables, functions and options.

use std::sync::Arc;

use super::super::program::{LocalId, ModuleId, Row, TableId};
use super::super::scope::{Named, Place, Scope, Want};
use super::super::workspace::{Checker, Progress};
use super::rows::{Results, column_kind};
use super::shape::slug;
use crate::base::closest;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, ChangeKind, LineRow};

impl Checker<'_, '_> {
    /// Makes the changes of a module that are not about steps.
    pub fn changes(&mut self, module: ModuleId, changes: &[Arc<ast::Change>]) {
        for change in changes {
            match &change.kind {
                ChangeKind::Row { column, row, cell } => {
                    if let Some(id) = self.changed_table(module, &change.target) {
                        self.change_row(module, id, column.as_ref(), row, cell);
                    }
                }
                ChangeKind::Table(table) => {
                    if let Some(id) = self.changed_table(module, &change.target) {
                        self.change_table(module, id, table);
                    }
                }
                ChangeKind::Rolls(die) => {
                    if let Some(id) = self.changed_table(module, &change.target) {
                        self.change_die(module, id, die);
                    }
                }
                ChangeKind::Value(function) => self.change_value(module, &change.target, function),
                ChangeKind::Step(..)
                | ChangeKind::Before(..)
                | ChangeKind::After(..)
                | ChangeKind::Without(_) => {}
            }
        }
        for id in std::mem::take(&mut self.define_later) {
            self.define_proc(id);
        }
    }

    fn changed_table(&mut self, module: ModuleId, target: &ast::Path) -> Option<TableId> {
        match self.change_target(module, target)? {
            Named::Table(id) => {
                self.define_table(id);
                Some(id)
            }
            Named::Option(_)
            | Named::Global(_)
            | Named::Roster(_)
            | Named::Member(..)
            | Named::Fn(_)
            | Named::Proc(_) => {
                let message = format!("`{}` is no table", target.name.text);
                self.report(Diagnostic::error(&codes::kinds::WRONG, target.span, message));
                None
            }
        }
    }

    /// A scope in which a table's parameters are in reach, for text written in another module.
    fn table_scope(&mut self, module: ModuleId, id: TableId) -> Scope {
        let table = self.table(id);
        let mut scope = Scope::new(module, Place::Table);
        self.bind_params(&mut scope, &table.params);
        let mark = scope.enter();
        while scope.frame().count() < table.locals {
            scope.bind("row", super::Kind::Row(id));
        }
        scope.leave(mark);
        scope
    }

    fn change_row(
        &mut self,
        module: ModuleId,
        id: TableId,
        column: Option<&ast::Name>,
        row: &LineRow,
        written: &ast::CellKind,
    ) {
        let table = self.table(id);
        let Some(at) = self.row_to_change(id, row) else { return };
        let column_at = match column {
            None => 0,
            Some(name) => {
                let wanted = slug(&name.text);
                match table.columns.iter().position(|column| *column.name == *wanted) {
                    Some(at) => at,
                    None => return self.no_column(id, name),
                }
            }
        };
        let mut scope = self.table_scope(module, id);
        let guard = row.guard.as_ref().map(|guard| self.condition(&mut scope, guard));
        let cell = match written {
            ast::CellKind::Text(text) => {
                let numbers = column_kind(&table.rows, column_at) == super::Kind::Number;
                let results = if numbers { Results::Numbers } else { Results::Texts };
                self.result(&mut scope, text, results)
            }
            written @ (ast::CellKind::Value(_) | ast::CellKind::Blank) => {
                self.cell_value(&mut scope, written, row.text.span, None)
            }
        };
        let block = row.effects.as_ref().filter(|block| !block.stmts.is_empty());
        let effects =
            block.map(|block| self.effect_block(&mut scope, LocalId::from(table.params.len()), block));
        let locals = scope.frame().count();
        let written_as = self.written(row.text.span);
        let name = super::shape::name_or_written(super::shape::row_name(&row.text), &written_as);
        self.set_table(id, |table| {
            table.locals = table.locals.max(locals);
            if let Some(changed) = table.rows.get_mut(at) {
                if let Some(slot) = changed.cells.get_mut(column_at) {
                    *slot = cell;
                }
                if column_at == 0 {
                    changed.name = name;
                }
                if guard.is_some() {
                    changed.guard = guard;
                }
                // A new text without effects has none; only a named column leaves the effects alone.
                if effects.is_some() || column.is_none() {
                    changed.effects = effects;
                }
                changed.span = row.span;
            }
        });
        self.refresh(id);
    }

    /// The row that has this key, as printed or by its meaning, or this name.
    fn row_to_change(&mut self, id: TableId, row: &LineRow) -> Option<usize> {
        let table = self.table(id);
        let wanted = row.key.text.trim();
        let reports = self.found.len();
        let dummy = ast::Table {
            kind: ast::TableKind::Chart,
            name: ast::Name::new(table.def.name.clone(), row.span),
            title: None,
            params: Vec::new(),
            rolls: None,
            shift: None,
            clamp: None,
            body: ast::TableBody::Lines(Vec::new()),
            doc: None,
            head: row.span,
            span: row.span,
        };
        let key = self.row_key(&row.key, &dummy, None);
        self.found.truncate(reports);
        let by_text = |known: &Row| known.key.text.eq_ignore_ascii_case(wanted);
        let by_key = |known: &Row| Self::same_key(&known.key, &key);
        let by_name = |known: &Row| known.name.eq_ignore_ascii_case(wanted);
        let found = table.rows.iter().position(by_text);
        let found = found.or_else(|| table.rows.iter().position(by_key));
        let found = found.or_else(|| table.rows.iter().position(by_name));
        if found.is_none() {
            let keys: Vec<&str> = table.rows.iter().map(|row| &*row.key.text).collect();
            let message = format!("`{}` has no row `{wanted}`", table.def.name);
            let mut report = Diagnostic::error(&codes::names::UNKNOWN_ROW, row.key.span, message);
            report = report.label(table.def.span, "the table");
            match closest(wanted, keys.iter().copied()) {
                Some(near) => report = report.help(format!("did you mean `{near}`?")),
                None => {
                    let most: Vec<&str> = keys.iter().take(20).copied().collect();
                    report = report.help(format!("its rows are {}", most.join(", ")));
                }
            }
            self.report(report);
        }
        found
    }

    fn no_column(&mut self, id: TableId, name: &ast::Name) {
        let table = self.table(id);
        let columns: Vec<&str> = table.columns.iter().map(|column| &*column.name).collect();
        let message = format!("`{}` has no column `{}`", table.def.name, name.text);
        let mut report = Diagnostic::error(&codes::names::UNKNOWN_FIELD, name.span, message);
        match closest(&name.text, columns.iter().copied()) {
            Some(near) => {
                report = report.did_you_mean(near, name.span);
            }
            None => report = report.help(format!("its columns are {}", columns.join(", "))),
        }
        self.report(report);
    }

    /// A whole new table under the old name; what mentions it keeps its meaning.
    fn change_table(&mut self, module: ModuleId, id: TableId, written: &ast::Table) {
        let mut def = self.table(id).def.clone();
        def.module = module;
        def.whole = written.span;
        let info = self.shape(module, written);
        let written = Arc::new(written.clone());
        self.set_table(id, |table| {
            *table = super::empty_table(def, written.kind);
        });
        if let Some(slot) = self.ws.defs.infos.get_mut(id.index()) {
            *slot = Arc::new(info);
        }
        if let Some(state) = self.ws.defs.tables.get_mut(id.index()) {
            *state = Progress::Waiting(written);
        }
        self.define_table(id);
    }

    fn change_die(&mut self, module: ModuleId, id: TableId, written: &ast::Expr) {
        let table = self.table(id);
        if table.rows.iter().all(|row| row.key.matches.is_empty()) {
            let message = format!("`{}` picks its rows by weight, so no die can pick them", table.def.name);
            let report = Diagnostic::error(&codes::tables::NO_KEY, written.span, message);
            let report = report.label(table.def.span, "its rows have no keys");
            return self.report(report.help("change the whole table: `change table …` with keys of its own"));
        }
        let mut scope = self.table_scope(module, id);
        let die = self.expr(&mut scope, written, &Want::any());
        let die = self.row_as_value(die);
        let (text, locals) = (self.written(written.span), scope.frame().count());
        self.set_table(id, |table| {
            table.die = Some(die);
            table.die_text = text;
            table.locals = table.locals.max(locals);
        });
    }

    /// `change option quiet_turns = 3`, `change fn f(x) = …`.
    fn change_value(&mut self, module: ModuleId, target: &ast::Path, function: &ast::FnDef) {
        match self.change_target(module, target) {
            Some(Named::Option(id)) => self.set_option(id, module, &function.body),
            Some(Named::Fn(id)) => {
                self.ws.defs.param_locals.remove(&super::super::load::Defined::Fn(id));
                if let Some(known) = self.ws.program.fns.get_mut(id.index()) {
                    let known = Arc::make_mut(known);
                    known.def.module = module;
                    known.gives = super::Kind::Any;
                    known.stub = None;
                }
                if let Some(kind) = &function.gives {
                    let gives = self.kind(module, kind, &function.name).0;
                    if let Some(known) = self.ws.program.fns.get_mut(id.index()) {
                        Arc::make_mut(known).gives = gives;
                    }
                }
                if let Some(state) = self.ws.defs.fns.get_mut(id.index()) {
                    *state = Progress::Waiting(Arc::new(function.clone()));
                }
                self.define_fn(id);
            }
            Some(
                Named::Global(_) | Named::Roster(_) | Named::Member(..) | Named::Table(_) | Named::Proc(_),
            ) => {
                let message = format!("`{}` is neither an option nor a function", target.name.text);
                self.report(Diagnostic::error(&codes::kinds::WRONG, target.span, message));
            }
            None => {}
        }
    }

    /// Takes names of rows and kinds of columns anew, after a change.
    fn refresh(&mut self, id: TableId) {
        let table = self.table(id);
        let Some(slot) = self.ws.defs.infos.get_mut(id.index()) else { return };
        let info = Arc::make_mut(slot);
        info.add_names(table.rows.iter().map(|row| row.name.clone()));
        for (at, column) in info.columns.iter_mut().enumerate() {
            column.kind = column_kind(&table.rows, at);
        }
    }
}
