//! Adding and removing: records of rosters, items of lists, words of sets, cards of decks.

use super::resolver::StmtResolver;
use crate::base::{Span, closest};
use crate::check::program::{Expr, ExprKind, Kind, Program, RosterId, SheetId, Stmt, StmtKind, TableId};
use crate::check::reports::Reports;
use crate::check::scope::{KindName, NameMeaning, Want};
use crate::check::stmt::places::item_wanted;
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast;

impl StmtResolver<'_, '_> {
    /// The roster that a name leads to.
    fn roster_named(&mut self, written: &ast::Expr) -> Option<RosterId> {
        let named = if let ast::ExprKind::Field(base, name) = &written.kind {
            self.of_a_module(base, name)
        } else {
            let name = written.name().filter(|name| self.scope.find(&name.text, |_| false).is_none());
            name.and_then(|name| self.cx.names.named_quietly(self.cx.ws, self.scope.module, name))
        };
        if let Some(NameMeaning::Roster(id)) = named { Some(id) } else { None }
    }

    /// `add vendor(name = "Mag") to vendors`, `add shaken to hero.traits`.
    pub(super) fn add(
        &mut self,
        item: &ast::Expr,
        to: &ast::Expr,
        span: Span,
        made: &mut Vec<Stmt>,
    ) -> Option<StmtKind> {
        if let Some(roster) = self.roster_named(to) {
            return self.add_record(item, roster, span).map(StmtKind::Do);
        }
        let target = self.target(to, None, made);
        let Some(target) = target else {
            self.exprs().expr(item, &Want::any());
            return None;
        };
        let Some(want) = item_wanted(&target.kind) else {
            self.not_a_collection((item, '+'), to, &target.kind, span);
            return None;
        };
        let value = self.exprs().value(item, &want, "what is added");
        Some(StmtKind::AddTo(value, target.place))
    }

    /// `let torch = add flame(name = "a torch") to flames`: the record that was made.
    pub(in crate::check) fn added(&mut self, item: &ast::Expr, to: &ast::Expr, span: Span) -> Expr {
        let made = match self.roster_named(to) {
            Some(roster) => self.add_record(item, roster, span),
            None => {
                let message = format!(
                    "`{}` is no roster, so no record comes back from it",
                    self.cx.reading.written(to.span)
                );
                let report = Diagnostic::error(&codes::procedures::NO_RECORD, to.span, message);
                self.cx.report(
                    report
                        .help("adding to a list or a set returns nothing; write `add` on a line of its own"),
                );
                None
            }
        };
        made.unwrap_or(Expr { kind: ExprKind::Broken, span, gives: Kind::Any })
    }

    fn add_record(&mut self, item: &ast::Expr, roster: RosterId, span: Span) -> Option<Expr> {
        let sheet = self.cx.ws.program.rosters.get(roster.index())?.sheet;
        let (callee, args) = item.called();
        let named = callee.name().and_then(|name| self.cx.names.kind_at(self.cx.ws, self.scope.module, name));
        let name = self.cx.ws.program.sheets.get(sheet.index()).map(|sheet| sheet.def.name.clone())?;
        match named {
            Some(KindName::Sheet(found)) if found == sheet => {}
            Some(KindName::Sheet(_) | KindName::Scale(_)) | None => {
                let message = format!("what you add here must be a {name}");
                let report = Diagnostic::error(&codes::procedures::NO_RECORD, callee.span, message);
                self.cx.report(report.help(format!("write `{name}(name = \"…\", …)`")));
                return None;
            }
        }
        let (given_name, fields) = self.record_fields(sheet, args);
        let Some(given_name) = given_name else {
            let report = Diagnostic::error(&codes::procedures::NO_RECORD, item.span, "a record needs a name");
            self.cx.report(report.help(format!("write `{name}(name = \"…\", …)`")));
            return None;
        };
        if self.cx.ws.is_own(self.scope.module) {
            missing_fields(&mut self.cx.reports, &self.cx.ws.program, sheet, &fields, item.span);
        }
        let kind = ExprKind::Added { roster, name: Box::new(given_name), fields };
        Some(Expr { kind, span, gives: Kind::Record(sheet) })
    }

    fn record_fields(&mut self, sheet: SheetId, args: &[ast::Argument]) -> (Option<Expr>, Vec<Option<Expr>>) {
        let known = self
            .cx
            .ws
            .program
            .sheets
            .get(sheet.index())
            .map(|sheet| sheet.fields.clone())
            .unwrap_or_default();
        let mut name = None;
        let mut fields: Vec<Option<Expr>> = vec![None; known.len()];
        for arg in args {
            let Some(field) = &arg.name else {
                let value = self.exprs().value(&arg.value, &Want::of(Kind::Text), "the name");
                if name.is_some() {
                    let report =
                        Diagnostic::error(&codes::kinds::ARGUMENTS, value.span, "fields are given by name");
                    self.cx.report(report.help("write `hp = 3`"));
                }
                name = Some(value);
                continue;
            };
            if &*field.text == "name" {
                name = Some(self.exprs().value(&arg.value, &Want::of(Kind::Text), "the name"));
                continue;
            }
            let Some(at) = known.iter().position(|known| known.name == field.text) else {
                no_such_field(&mut self.cx.reports, field, known.iter().map(|known| &*known.name));
                self.exprs().expr(&arg.value, &Want::any());
                continue;
            };
            self.cx.names.field(self.cx.ws, field, &Kind::Record(sheet));
            let kind = known.get(at).map_or(Kind::Any, |known| known.kind.clone());
            let value = self.exprs().value(&arg.value, &Want::of(kind), &format!("`{}`", field.text));
            if let Some(slot) = fields.get_mut(at) {
                *slot = Some(value);
            }
        }
        (name, fields)
    }

    /// `remove hero from party`, `remove x from xs`.
    pub(super) fn remove(
        &mut self,
        item: &ast::Expr,
        from: &ast::Expr,
        span: Span,
        made: &mut Vec<Stmt>,
    ) -> Option<StmtKind> {
        if let Some(roster) = self.roster_named(from) {
            let sheet = self.cx.ws.program.rosters.get(roster.index())?.sheet;
            let value = self.exprs().value(item, &Want::of(Kind::Record(sheet)), "what is removed");
            return Some(StmtKind::RemoveRecord(value, roster));
        }
        let target = self.target(from, None, made);
        let Some(target) = target else {
            self.exprs().expr(item, &Want::any());
            return None;
        };
        let Some(want) = item_wanted(&target.kind) else {
            self.not_a_collection((item, '-'), from, &target.kind, span);
            return None;
        };
        let value = self.exprs().value(item, &want, "what is removed");
        Some(StmtKind::RemoveFrom(value, target.place))
    }

    /// The deck that `reshuffle` names.
    pub(super) fn deck(&mut self, written: &ast::Expr) -> Option<TableId> {
        let table = self.exprs().table_named(written);
        if let Some(id) = table
            && self.cx.has_rest(id)
        {
            return Some(id);
        }
        let message = format!("`{}` is not a deck", self.cx.reading.written(written.span));
        let mut report = Diagnostic::error(&codes::procedures::NO_DECK, written.span, message);
        if let Some(id) = table {
            report = report.label(self.cx.ws.program.table(id).def.span, "nothing can be drawn from this");
        }
        self.cx.report(report);
        None
    }

    /// `add 5 to gold`, where gold is a number.
    fn not_a_collection(
        &mut self,
        (item, sign): (&ast::Expr, char),
        of: &ast::Expr,
        kind: &Kind,
        span: Span,
    ) {
        let message = format!("this is {}, which has no items", self.cx.ws.program.describe(kind));
        let report = Diagnostic::error(&codes::kinds::NOT_A_LIST, of.span, message);
        let report = match kind {
            kind if *kind == Kind::Number || kind.is_quantity() => {
                let (place, amount) = (self.cx.reading.written(of.span), self.cx.reading.written(item.span));
                let text = format!("{place} {sign}= {amount}");
                report.surely(format!("write `{text}`"), span, text)
            }
            _ => report.help("`add` and `remove` work on rosters, lists and sets"),
        };
        self.cx.report(report);
    }
}

fn no_such_field<'a>(
    reports: &mut Reports,
    field: &ast::Name,
    known: impl ExactSizeIterator<Item = &'a str>,
) {
    let message = format!("there is no field `{}`", field.text);
    let mut report = Diagnostic::error(&codes::procedures::NO_SUCH_FIELD, field.span, message);
    if reports.may_compare(known.len())
        && let Some(near) = closest(&field.text, known)
    {
        report = report.did_you_mean(near, field.span);
    }
    reports.add(report);
}

fn missing_fields(
    reports: &mut Reports,
    program: &Program,
    sheet: SheetId,
    fields: &[Option<Expr>],
    span: Span,
) {
    let known = program.sheets.get(sheet.index()).map(|sheet| sheet.fields.clone()).unwrap_or_default();
    let missing =
        known.iter().zip(fields).filter(|(field, value)| value.is_none() && field.default.is_none());
    let names: Vec<String> = missing.map(|(field, _)| format!("`{}`", field.name)).collect();
    if !names.is_empty() {
        let message = format!("{} must be given: there is no default", names.join(" and "));
        reports.add(Diagnostic::error(&codes::procedures::NO_VALUE, span, message));
    }
}
