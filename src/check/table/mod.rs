//! Tables: what they are called by (their shape, known as soon as they are declared) and what stands
//! in them (worked out when it is first asked for).

mod cells;
mod change;
mod cycles;
mod keys;
mod lints;
mod loose_chances;
mod loose_effects;
mod loose_weights;
mod near_keys;
mod numbered_lines;
mod row_cells;
mod row_places;
mod row_resolver;
mod rows;
mod said_rolls;
mod shape;
mod shares;
mod spans;
mod text_sums;
mod turned;
mod two_dice;
mod unnumbered;
mod unrolled_dice;
mod written_dice;

use std::sync::Arc;

use super::checker::Checker;
use super::defs::{DefinitionState, TableInfo};
use super::program::{Args, Def, Expr, Kind, LocalId, Param, Table, TableId};
use super::scope::{BodyPlace, Scope, Want};
use crate::base::{ByName, Num};
use crate::check::program::Program;
use crate::check::table::keys::{column_keys, key_unit, no_die};
use crate::check::table::lints::lint_rows;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast;

pub(super) use cycles::table_cycles;
pub(super) use row_cells::RowCells;
pub(super) use row_resolver::RowResolver;
pub(crate) use shape::slug;
pub(super) use spans::prove_rows;

impl Checker<'_> {
    /// Declares a table and reads its shape.
    pub(crate) fn add_table(&mut self, def: Def, written: Arc<ast::Table>) -> TableId {
        let id = TableId::from(self.ws.program.tables.len());
        let info = shape::shape(&mut self.reports, self.ws, def.module, &written);
        let tags = written.tags.iter().map(|tag| (id, Arc::from(tag.literal())));
        self.ws.program.tags.extend(tags);
        self.ws.program.tables.push(Arc::new(empty_table(def, written.kind)));
        self.ws.defs.tables.push(DefinitionState::Waiting(written));
        self.ws.defs.infos.push(Arc::new(info));
        id
    }

    /// Declares a table that is only named.
    pub(crate) fn add_stub_table(&mut self, def: Def, stub: &ast::Stub, about: Arc<str>) -> TableId {
        let id = TableId::from(self.ws.program.tables.len());
        let params = self.stub_params(def.module, &stub.params);
        let locals = u32::try_from(params.len() + 1).unwrap_or(u32::MAX);
        let row_local = LocalId::from(params.len());
        let table = empty_table(def, ast::TableKind::Table);
        self.ws.program.tables.push(Arc::new(Table {
            params,
            locals,
            row_local,
            stub: Some(about),
            ..table
        }));
        self.ws.defs.tables.push(DefinitionState::Done);
        self.ws.defs.infos.push(Arc::default());
        id
    }

    /// What is known of a table; its cells are worked out first, where that is possible now.
    pub(crate) fn info(&mut self, id: TableId) -> Arc<TableInfo> {
        self.define_table(id);
        self.ws.defs.infos.get(id.index()).cloned().unwrap_or_default()
    }

    /// Makes a table's parameters known.
    pub(crate) fn declare_table_params(&mut self, id: TableId) {
        self.define_table(id);
    }

    /// Works a table out, unless that is done or under way.
    pub(crate) fn define_table(&mut self, id: TableId) {
        let deep = self.depth.is_deep();
        let Some(state) = self.ws.defs.tables.get_mut(id.index()) else { return };
        let written = match state {
            DefinitionState::Done | DefinitionState::Running => return,
            DefinitionState::Waiting(_) if deep => return,
            DefinitionState::Waiting(written) => written.clone(),
        };
        *state = DefinitionState::Running;
        self.depth.define();
        self.work_table(id, &written);
        self.depth.defined();
        if let Some(state) = self.ws.defs.tables.get_mut(id.index()) {
            *state = DefinitionState::Done;
        }
    }

    fn work_table(&mut self, id: TableId, written: &ast::Table) {
        let module = self.ws.program.table(id).def.module;
        let mut scope = Scope::new(module, BodyPlace::Table);
        let params = self.calls(&mut scope).params(&written.params);
        // Cells of this table may mention it with arguments, so the parameters are known from here on.
        self.set_table(id, |table| table.params.clone_from(&params));
        let mark = scope.enter();
        let row_local = scope.bind("row", Kind::Row(id));
        scope.leave(mark);
        let layout = shape::layout(self.ws, module, written);
        let die = self.rows_in(&mut scope).die(written, &layout);
        // Effects of rows may mention coming rolls on this table.
        let rolled = die.as_ref().map(|(die, _)| die.clone());
        self.set_table(id, |table| {
            table.die = rolled;
            (table.clamp, table.shift) = (false, None);
        });
        self.set_options(id, &mut scope, &written.options);
        let (mut rows, kinds) =
            self.rows_in(&mut scope).rows(id, written, &layout, die.as_ref().map(|(die, _)| die));
        // Rows are many, and stay.
        rows.shrink_to_fit();
        let (mut columns, mut two_keys) = (ByName::default(), false);
        if let Some(slot) = self.ws.defs.infos.get_mut(id.index()) {
            let info = Arc::make_mut(slot);
            for (column, kind) in info.columns.iter_mut().zip(kinds) {
                column.kind = kind;
            }
            let known = info.columns.iter().map(|column| super::program::Column {
                name: column.name.clone(),
                heading: column.heading.clone(),
                span: column.span,
            });
            columns = known.collect();
            two_keys = !info.headings.is_empty();
        }
        let column_keys = if two_keys { Some(column_keys(written, &layout)) } else { None };
        let key_unit = key_unit(self.ws, module, written, &layout);
        let locals = scope.frame().count();
        let die_text = die.map_or_else(|| "".into(), |(_, text)| text);
        lint_rows(&mut self.reports, self.ws, &self.reading, module, written, &rows, &layout);
        self.set_table(id, |table| {
            table.params = params;
            table.die_text = die_text;
            table.columns = columns;
            table.rows = rows;
            table.column_keys = column_keys;
            table.key_unit = key_unit;
            table.row_local = row_local;
            table.locals = locals;
        });
    }

    /// Puts in force what the first line of a table says besides its die.
    pub(super) fn set_options(&mut self, id: TableId, scope: &mut Scope, options: &ast::TableOptions) {
        if options.shift.is_some() {
            let shift = self.rows_in(scope).shift(options.shift.as_ref());
            self.set_table(id, |table| table.shift = shift);
            self.keep_coming(id);
        }
        if options.clamp {
            self.set_table(id, |table| table.clamp = true);
        }
    }

    /// Changes a table of the program.
    pub(crate) fn set_table(&mut self, id: TableId, change: impl FnOnce(&mut Table)) {
        if let Some(table) = self.ws.program.tables.get_mut(id.index()) {
            change(Arc::make_mut(table));
        }
    }
}

impl Checker<'_> {
    /// Parameters of something that is only named.
    pub(super) fn stub_params(
        &mut self,
        module: super::program::ModuleId,
        written: &[ast::Param],
    ) -> Vec<Param> {
        let mut scope = Scope::new(module, BodyPlace::Value);
        self.calls(&mut scope).params(written)
    }
}

impl RowResolver<'_, '_> {
    /// `shift -3..+3`: two numbers written out.
    fn shift(
        &mut self,
        written: Option<&(ast::Expr, ast::Expr)>,
    ) -> Option<(crate::base::Num, crate::base::Num)> {
        let (low, high) = written?;
        let low_value = self.exprs().number(low, "a shift");
        let high_value = self.exprs().number(high, "a shift");
        let numbers = (low_value.number(), high_value.number());
        match numbers {
            (Some(from), Some(to)) if from <= to => Some((from, to)),
            (Some(from), Some(to)) => {
                let span = low.span.to(high.span);
                let report =
                    Diagnostic::error(&codes::tables::REVERSED, span, "this range ends before it begins");
                self.cx.report(report.fix(format!("write {to}..{from}"), span, format!("{to}..{from}")));
                None
            }
            (_, _) => None,
        }
    }

    /// Warns of a number in the place of dice, which is always the same: `rolls 4`, `rolls 1-4`.
    fn rolls_a_number(&mut self, written: &ast::Expr) {
        let Some(sides) = sides_meant(written) else { return };
        let shown = self.cx.reading.written(written.span);
        let message = format!("`{shown}` is no die: nothing is rolled");
        let report = Diagnostic::warning(&codes::tables::NO_DIE, written.span, message);
        self.cx.report(report.fix(format!("roll d{sides}"), written.span, format!("d{sides}")));
    }

    /// What is rolled, and how it was written.
    fn die(&mut self, written: &ast::Table, layout: &shape::TableLayout) -> Option<(Expr, Arc<str>)> {
        let heading = layout.die_heading.as_ref();
        let source = match (&written.options.rolls, heading) {
            (Some(rolls), Some(heading)) => {
                let (line, head) =
                    (self.cx.reading.written(rolls.span), self.cx.reading.written(heading.span));
                if line != head {
                    let message =
                        format!("this table rolls {line} by its first line and {head} by its heading");
                    let report = Diagnostic::warning(&codes::tables::TWO_DICE, heading.span, message);
                    self.cx.report(report.label(rolls.span, "this one counts").help("leave one of them out"));
                }
                rolls
            }
            (Some(rolls), None) => rolls,
            (None, Some(heading)) => heading,
            (None, None) => {
                if layout.needs_die {
                    no_die(&mut self.cx.reports, &self.cx.reading, written);
                }
                return None;
            }
        };
        self.rolls_a_number(source);
        let die = self.exprs().expr(source, &Want::any());
        let die = self.cx.row_as_value(die);
        if let (ast::TableKind::Table, ast::TableBody::Bullets(rows)) = (written.kind, &written.body) {
            self.cx.report(unnumbered::list(&self.cx.reading, written, rows.len(), die.span));
            return None;
        }
        let text = written.implied_die.as_deref().map(Arc::from);
        Some((die, text.unwrap_or_else(|| self.cx.reading.written(source.span))))
    }
}

/// The number of sides that a number, or a range from 1, was meant for: `4`, `1-4`.
fn sides_meant(written: &ast::Expr) -> Option<Num> {
    let whole = |of: &ast::Expr| {
        let ast::ExprKind::Number { value, percent: false } = &of.kind else { return None };
        Some(*value)
    };
    let ends = if let ast::ExprKind::Arith(first, rest) = &written.kind {
        let [(ast::ArithOp::Subtract, last)] = rest.as_slice() else { return None };
        Some((&**first, last))
    } else if let ast::ExprKind::Range(first, last) = &written.kind {
        Some((&**first, &**last))
    } else {
        None
    };
    let sides = match ends {
        Some((first, last)) => whole(last).filter(|_| whole(first) == Some(Num::ONE))?,
        None => whole(written)?,
    };
    (sides > Num::ONE && sides.to_string().bytes().all(|byte| byte.is_ascii_digit())).then_some(sides)
}

fn empty_table(def: Def, kind: ast::TableKind) -> Table {
    Table {
        def,
        kind,
        params: Vec::new(),
        die: None,
        die_text: "".into(),
        columns: ByName::default(),
        rows: Vec::new(),
        column_keys: None,
        key_unit: None,
        clamp: false,
        shift: None,
        coming: None,
        favoured: false,
        row_local: LocalId(0),
        locals: 0,
        stub: None,
        changed: None,
    }
}

/// A table mentioned with its defaults, for places that take it unrolled.
pub(crate) fn default_args(program: &Program, id: TableId) -> Args {
    program.table(id).params.iter().map(|_| None).collect()
}
