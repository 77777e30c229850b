//! Sheets, and the rosters whose records fill them.

use std::sync::Arc;

use super::checker::Checker;
use super::kinds::WrittenBounds;
use super::program::{
    Expr, ExprKind, Kind, Literal, ModuleId, Program, RosterId, RosterRecord, SheetField, SheetId,
};
use super::reading::SourceReader;
use super::reports::Reports;
use super::scope::{BareWords, BodyPlace, Scope, Want};
use super::table::slug;
use super::waiting::PendingField;
use super::workspace::Workspace;
use crate::base::{Span, closest};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, CellKind, TableBody};

/// Resolves the sheets and rosters of one module: it sees the checker and the module, and nothing else.
pub(super) struct RecordResolver<'c, 'a> {
    cx: &'c mut Checker<'a>,
    module: ModuleId,
}

impl<'a> Checker<'a> {
    /// For the sheets and rosters of a module.
    pub(super) fn records_in(&mut self, module: ModuleId) -> RecordResolver<'_, 'a> {
        RecordResolver { cx: self, module }
    }
}

impl RecordResolver<'_, '_> {
    /// Adds the fields of these sheets; every module's `sheet hero` adds to one.
    pub(crate) fn sheets(&mut self, sheets: Vec<(ast::Sheet, SheetId)>) {
        for (sheet, id) in sheets {
            for field in sheet.fields {
                self.add_field(id, field);
            }
        }
    }

    fn add_field(&mut self, sheet: SheetId, field: ast::SheetField) {
        let (kind, bounds) = match &field.kind {
            Some(kind) => self.cx.kinds_in(self.module).kept_kind(kind, &field.name),
            None => (Kind::Any, None),
        };
        let Some(found) = self.cx.ws.program.sheets.get_mut(sheet.index()) else { return };
        let place = self.cx.ws.defs.field_spans.get(&(sheet, field.name.text.clone())).copied();
        let known = place.and_then(|_| found.fields.named(&field.name.text));
        if let Some(known) = known {
            let known_kind = known.kind.clone();
            let name = field.name.text.clone();
            let at = self.cx.ws.defs.columns_as_fields.iter().position(|of| *of == (sheet, name.clone()));
            if let Some(at) = at {
                self.cx.ws.defs.columns_as_fields.remove(at);
                return self.declare_column(sheet, field, kind, bounds);
            }
            match place {
                Some(first)
                    if first.source == field.name.span.source && self.module != Workspace::SESSION =>
                {
                    self.cx.reports.duplicate(&field.name, first, "field");
                }
                Some(first) if known_kind != kind && field.kind.is_some() => {
                    let (a, b) =
                        (self.cx.ws.program.describe(&known_kind), self.cx.ws.program.describe(&kind));
                    let message = format!("`{}` is {a} in one sheet and {b} in another", field.name.text);
                    let report = Diagnostic::error(&codes::procedures::TWO_KINDS, field.name.span, message);
                    self.cx
                        .report(report.here(b).label(first, a).help("give one of the fields another name"));
                }
                Some(_) | None => {}
            }
            return;
        }
        let at = found.fields.len();
        Arc::make_mut(found).fields.push(SheetField {
            name: field.name.text.clone(),
            kind,
            bounds: None,
            default: None,
            doc: field.doc,
        });
        self.cx.ws.defs.field_spans.insert((sheet, field.name.text.clone()), field.name.span);
        let default = field.default;
        self.cx.open.add_field(PendingField { module: self.module, sheet, at, bounds, default });
    }

    /// Declares a field that a roster's column had made: it becomes what the sheet says, and what stands in
    /// the column has to fit.
    fn declare_column(&mut self, sheet: SheetId, field: ast::SheetField, kind: Kind, bounds: WrittenBounds) {
        let fields =
            self.cx.ws.program.sheets.get_mut(sheet.index()).map(|sheet| &mut Arc::make_mut(sheet).fields);
        let known = fields.and_then(|fields| {
            let at = fields.place(&field.name.text)?;
            Some((at, fields.get_mut(at)?))
        });
        let Some((at, known)) = known else { return };
        known.kind = kind.clone();
        known.default = None;
        known.doc = field.doc;
        self.cx.ws.defs.field_spans.insert((sheet, field.name.text.clone()), field.name.span);
        let default = field.default;
        self.cx.open.add_field(PendingField { module: self.module, sheet, at, bounds, default });
        let place = format!("`{}`", field.name.text);
        for roster in 0..self.cx.ws.program.rosters.len() {
            let Some(mut found) = self.cx.ws.program.rosters.get(roster).cloned() else { continue };
            if found.sheet != sheet {
                continue;
            }
            for record in &mut Arc::make_mut(&mut found).records {
                if let Some(slot) = record.fields.get_mut(at) {
                    *slot = slot.take().map(|value| self.cx.fitted(value, &kind, &place));
                }
            }
            if let Some(slot) = self.cx.ws.program.rosters.get_mut(roster) {
                *slot = found;
            }
        }
    }

    /// Gives sheets the fields that only columns of rosters name: procedures may use them before the rows are looked at.
    pub(crate) fn columns(&mut self, rosters: &[(ast::Roster, RosterId)]) {
        for (roster, id) in rosters {
            let Some(TableBody::Pipe { headings, rows }) = &roster.body else { continue };
            let Some(sheet) = self.cx.ws.program.rosters.get(id.index()).map(|known| known.sheet) else {
                continue;
            };
            let name_at = name_column(headings);
            for (at, heading) in headings.iter().enumerate().filter(|(at, _)| *at != name_at) {
                let name = slug(&heading.text);
                let found = self.cx.ws.program.sheets.get(sheet.index());
                if found.is_none_or(|sheet| sheet.fields.place(&name).is_none()) {
                    self.field_of_column(sheet, heading, at, rows);
                }
            }
        }
    }

    /// Works out the records of rosters.
    pub(crate) fn rosters(&mut self, rosters: Vec<(ast::Roster, RosterId)>) {
        for (roster, id) in rosters {
            let sheet =
                self.cx.ws.program.rosters.get(id.index()).map_or(Workspace::HERO, |known| known.sheet);
            let records = match &roster.body {
                Some(TableBody::Pipe { headings, rows }) => self.records(sheet, headings, rows),
                Some(TableBody::Lines(_) | TableBody::Bullets(_)) | None => Vec::new(),
            };
            if let Some(found) = self.cx.ws.program.rosters.get_mut(id.index()) {
                Arc::make_mut(found).records = records;
            }
            self.cx.open.add_roster(id);
        }
    }

    /// The sheet of this name; where there is none, it is reported and the heroes' is taken.
    pub(crate) fn sheet(&mut self, name: &ast::Name) -> SheetId {
        match self.cx.names.kind_at(self.cx.ws, self.module, name) {
            Some(super::scope::KindName::Sheet(sheet)) => sheet,
            Some(super::scope::KindName::Scale(_)) | None => {
                unknown_sheet(&mut self.cx.reports, &self.cx.ws.program, name);
                Workspace::HERO
            }
        }
    }

    fn records(
        &mut self,
        sheet: SheetId,
        headings: &[ast::TableHeading],
        rows: &[ast::PipeRow],
    ) -> Vec<RosterRecord> {
        let name_at = name_column(headings);
        let columns: Vec<Option<usize>> = headings
            .iter()
            .enumerate()
            .map(
                |(at, heading)| {
                    if at == name_at { None } else { self.field_of_column(sheet, heading, at, rows) }
                },
            )
            .collect();
        let count = self.cx.ws.program.sheets.get(sheet.index()).map_or(0, |sheet| sheet.fields.len());
        let mut records = Vec::with_capacity(rows.len());
        for row in rows {
            let mut fields: Vec<Option<Expr>> = vec![None; count];
            for (cell, field) in row.cells.iter().zip(&columns) {
                let Some(field) = *field else { continue };
                let value = self.record_cell(sheet, field, cell);
                if let Some(slot) = fields.get_mut(field) {
                    *slot = value;
                }
            }
            let name = row.cells.get(name_at).map_or_else(|| "".into(), |cell| Arc::from(cell.raw().trim()));
            records.push(RosterRecord { name, fields, span: row.span });
        }
        records
    }

    /// The field that a column fills. A column that no sheet knows makes a field of its own, unless it
    /// looks like a slip of the keys.
    fn field_of_column(
        &mut self,
        sheet: SheetId,
        heading: &ast::TableHeading,
        at: usize,
        rows: &[ast::PipeRow],
    ) -> Option<usize> {
        let name = slug(&heading.text);
        let found = self.cx.ws.program.sheets.get(sheet.index())?;
        if let Some(at) = found.fields.place(&name) {
            let field = ast::Name::new(name, heading.span);
            self.cx.names.field(self.cx.ws, &field, &Kind::Record(sheet));
            return Some(at);
        }
        let known: Vec<Arc<str>> = found.fields.iter().map(|field| field.name.clone()).collect();
        if name.is_empty() {
            let report =
                Diagnostic::error(&codes::procedures::NO_SUCH_FIELD, heading.span, "this column has no name");
            self.cx.report(report.help("write the name of the field above it"));
            return None;
        }
        if let Some(near) = closest(&name, known.iter().map(|known| &**known)) {
            let message = format!("a {} has no field `{name}`", found.def.name);
            let report = Diagnostic::error(&codes::procedures::NO_SUCH_FIELD, heading.span, message);
            let report = report.help(format!("did you mean `{near}`?"));
            self.cx.report(report.fix(format!("write `{near}`"), heading.span, near));
            return None;
        }
        let texts = rows
            .iter()
            .filter_map(|row| row.cells.get(at))
            .any(|cell| matches!(cell.kind, CellKind::Text(_)));
        let kind = if texts { Kind::Text } else { Kind::Number };
        let default = super::exprs::nothing(heading.span);
        let found = self.cx.ws.program.sheets.get_mut(sheet.index())?;
        Arc::make_mut(found).fields.push(SheetField {
            name: name.as_str().into(),
            kind: kind.or_nothing(),
            bounds: None,
            default: Some(default),
            doc: None,
        });
        let name: Arc<str> = name.into();
        self.cx.ws.defs.columns_as_fields.push((sheet, name.clone()));
        self.cx.ws.defs.field_spans.insert((sheet, name), heading.span);
        Some(found.fields.len() - 1)
    }

    /// The value of a record's field; `None` where the cell is blank.
    fn record_cell(&mut self, sheet: SheetId, field: usize, cell: &ast::Cell) -> Option<Expr> {
        let found = self.cx.ws.program.sheets.get(sheet.index())?.fields.get(field)?;
        let (kind, place) = (found.kind.clone(), format!("`{}`", found.name));
        let mut scope = Scope::new(self.module, BodyPlace::Value);
        let value = match &cell.kind {
            CellKind::Blank => return None,
            CellKind::Value(value) => self.cx.exprs(&mut scope).expr(value, &Want::of(kind.clone())),
            CellKind::Text(text) => match text_as(&self.cx.ws.program, &kind, text) {
                Some(value) => value,
                None => self.cx.exprs(&mut scope).text(text),
            },
        };
        Some(self.cx.fitted(value, &kind, &place))
    }
}

impl Checker<'_> {
    /// Resolves the bounds and defaults of new fields; they see the record's other fields.
    pub(crate) fn complete_sheets(&mut self) {
        for pending in self.open.take_fields() {
            let sheet = self.ws.program.sheets.get(pending.sheet.index());
            let field = sheet.and_then(|sheet| Some((sheet.def.span, sheet.fields.get(pending.at)?)));
            let Some((span, kind)) = field.map(|(span, field)| (span, field.kind.clone())) else {
                continue;
            };
            let mut scope = Scope::new(pending.module, BodyPlace::Value);
            scope.bind_item(Kind::Record(pending.sheet), BareWords::None);
            let bounds = self.calls(&mut scope).bounds(&kind, pending.bounds.as_ref());
            // A set of words begins empty, unless it is said what is in it.
            let empty = ast::Expr { kind: ast::ExprKind::List(Vec::new()), span };
            let written = pending.default.or(matches!(kind, Kind::Set(_)).then_some(empty));
            let want = if kind == Kind::Any { Want::open() } else { Want::of(kind) };
            let default =
                written.as_ref().map(|default| self.exprs(&mut scope).value(default, &want, "the default"));
            let sheet = self.ws.program.sheets.get_mut(pending.sheet.index());
            if let Some(field) = sheet.and_then(|sheet| Arc::make_mut(sheet).fields.get_mut(pending.at)) {
                field.bounds = bounds;
                if let (Kind::Any, Some(default)) = (&field.kind, &default) {
                    field.kind = super::define::loose(&default.gives);
                }
                field.default = default;
            }
        }
    }

    /// Fills up the records of new rosters and reports fields that nothing gives a value.
    pub(crate) fn complete_rosters(&mut self) {
        let new = self.open.take_rosters();
        for at in 0..self.ws.program.rosters.len() {
            let id = RosterId::from(at);
            let Some(roster) = self.ws.program.rosters.get(at).cloned() else { continue };
            let Some(sheet) = self.ws.program.sheets.get(roster.sheet.index()).cloned() else { continue };
            for (field_at, field) in sheet.fields.iter().enumerate() {
                let given = |record: &RosterRecord| record.fields.get(field_at).is_some_and(Option::is_some);
                let missing = roster.records.iter().find(|record| !given(record));
                // Who only rolls on another rule-set's table does not play by its sheet.
                let counts = field.default.is_none() && !self.reading.is_on_demand();
                if let Some(missing) = missing.filter(|_| counts)
                    && self.open.tell(id, field_at)
                {
                    let at = if new.contains(&id) { missing.span } else { roster.def.span };
                    self.reports.add(no_value(self.ws, &self.reading, &sheet, field, missing, at));
                }
            }
            if roster.records.iter().all(|record| record.fields.len() == sheet.fields.len()) {
                continue;
            }
            if let Some(roster) = self.ws.program.rosters.get_mut(at) {
                for record in &mut Arc::make_mut(roster).records {
                    record.fields.resize(sheet.fields.len(), None);
                }
            }
        }
    }
}

/// The column that holds the records' names: the one called so, else the first.
pub(super) fn name_column(headings: &[ast::TableHeading]) -> usize {
    headings.iter().position(|heading| slug(&heading.text) == "name").unwrap_or(0)
}

fn sheet_id(program: &Program, sheet: &super::program::Sheet) -> SheetId {
    let at = program
        .sheets
        .iter()
        .position(|known| known.def.span == sheet.def.span && known.def.name == sheet.def.name);
    SheetId::from(at.unwrap_or(0))
}

/// A cell's text as a yes or no, or as a set of words, where the field is one.
fn text_as(program: &Program, kind: &Kind, text: &ast::Text) -> Option<Expr> {
    let written = text.literal();
    let written = written.trim();
    let made = |kind: ExprKind, gives: &Kind| Expr { kind, span: text.span, gives: gives.clone() };
    if *kind == Kind::YesNo {
        let yes = written.eq_ignore_ascii_case("yes");
        let said = yes || written.eq_ignore_ascii_case("no");
        return said.then(|| made(ExprKind::Literal(Literal::YesNo(yes)), kind));
    }
    let Kind::Set(scale) = kind else { return None };
    let words = written.split([',', ';']).map(str::trim).filter(|word| !word.is_empty());
    let items: Option<Vec<Expr>> = words
        .map(|word| Some(made(ExprKind::Literal(program.word_of(*scale, word)?), &Kind::Word(*scale))))
        .collect();
    Some(made(ExprKind::List(items?), kind))
}

fn unknown_sheet(reports: &mut Reports, program: &Program, name: &ast::Name) {
    let sheets = program.sheets.iter().map(|sheet| sheet.def.name.to_string()).collect::<Vec<_>>();
    let message = format!("there is no sheet `{}`", name.text);
    let mut report = Diagnostic::error(&codes::names::UNKNOWN_KIND, name.span, message);
    match closest(&name.text, sheets.iter().map(String::as_str)) {
        Some(near) => {
            report = report.did_you_mean(near, name.span);
        }
        None => report = report.help(format!("declare it: `sheet {}` with its fields", name.text)),
    }
    reports.add(report);
}

/// The report on a field that nothing gives a value.
fn no_value(
    ws: &Workspace,
    reading: &SourceReader<'_>,
    sheet: &super::program::Sheet,
    field: &SheetField,
    record: &RosterRecord,
    at: Span,
) -> Diagnostic {
    let message = format!("{} has no `{}`, and the field has no default", record.name, field.name);
    let mut report = Diagnostic::error(&codes::procedures::NO_VALUE, at, message);
    if let Some(span) = ws.defs.field_spans.get(&(sheet_id(&ws.program, sheet), field.name.clone())) {
        report = report.label(*span, "the field");
    }
    let is_given = |at: usize| record.fields.get(at).is_some_and(Option::is_some);
    let mut given = sheet.fields.iter().enumerate().filter(|(at, _)| is_given(*at));
    let starts_with_it =
        |other: &SheetField| other.default.as_ref().is_some_and(|e| *reading.written(e.span) == *field.name);
    let same = given.find(|(_, other)| starts_with_it(other));
    report.help(match same {
        Some((_, other)) => {
            let (column, wanted) = (&other.name, &field.name);
            format!("call the column `{column}` `{wanted}`: `{column}` starts there by itself")
        }
        None => format!("add a column `{}` to the table", field.name),
    })
}
