//! `is`: questions about a value, with words looked up by its kind.

use std::sync::Arc;

use super::ExprResolver;
use super::made;
use crate::base::Span;
use crate::base::{likely_of, some_of};
use crate::check::exprs::broken;
use crate::check::program::{Expr, ExprKind, IsTest, Kind, Literal, Program, Row};
use crate::check::reports::Reports;
use crate::check::resolve::arith::never_equal;
use crate::check::scope::{NameMeaning, Want};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, Alternative};

impl ExprResolver<'_, '_> {
    /// `e is A or B`, `e is not A`.
    pub(crate) fn is(
        &mut self,
        of: &ast::Expr,
        negated: bool,
        alternatives: &[Alternative],
        span: Span,
    ) -> Expr {
        let of = self.expr(of, &Want::any());
        let want = self.names_in().want_like(&of);
        let mut tests = Vec::with_capacity(alternatives.len());
        for (at, alternative) in alternatives.iter().enumerate() {
            if at > 0 {
                self.no_condition_as_word(&alternative.value, &want);
            }
            tests.push(self.is_test(&of, alternative, &want));
        }
        made(ExprKind::Is { of: Box::new(of), negated, tests }, span, Kind::YesNo)
    }

    fn is_test(&mut self, of: &Expr, alternative: &Alternative, want: &Want) -> IsTest {
        let row = self.row_called_so(of, &alternative.value);
        if row.is_none()
            && let Some(test) = alternative.value.name().and_then(named_test)
        {
            return test;
        }
        if let Some(report) = self.row_as_listed(of, &alternative.value) {
            let is_error = report.is_error();
            self.cx.report(report);
            if is_error {
                return IsTest::Equals(broken(alternative.value.span));
            }
        }
        let value = match row {
            Some(row) => row,
            None => self.expr(&alternative.value, want),
        };
        if let Some(side) = alternative.standing {
            return standing(&mut self.cx.reports, &self.cx.ws.program, value, side);
        }
        let row = matches!(super::without_nothing(&of.gives), Kind::Row(_) | Kind::AnyRow);
        let value = if row { self.row_test(of, value) } else { self.plain_test(of, value) };
        IsTest::Equals(value)
    }

    /// `omen is nothing`, `room is empty`, `oracle is yes`, where a row is called so: a roll always gives a row, so that
    /// row is meant.
    fn row_called_so(&mut self, of: &Expr, written: &ast::Expr) -> Option<Expr> {
        let Kind::Row(table) = &of.gives else { return None };
        let called = match (&written.kind, written.name()) {
            (ast::ExprKind::Nothing, _) => "nothing",
            (ast::ExprKind::YesNo(true), _) => "yes",
            (ast::ExprKind::YesNo(false), _) => "no",
            (_, Some(name)) if named_test(name).is_some() => &*name.text,
            (_, _) => return None,
        };
        let name = self.cx.row_name(*table, called)?;
        Some(made(ExprKind::Literal(name), written.span, of.gives.clone()))
    }

    /// The report on a row that is written as odds list it: `{d4} wolves`. It would be rolled anew, and the row is
    /// known by what is left without its dice.
    fn row_as_listed(&mut self, of: &Expr, written: &ast::Expr) -> Option<Diagnostic> {
        let Kind::Row(table) = super::without_nothing(&of.gives) else { return None };
        let whole = self.cx.reading.written(written.span);
        let text = whole.trim_matches('"').trim();
        if !text.contains('{') {
            return None;
        }
        self.cx.info(table);
        let table = self.cx.ws.program.table(table);
        let is_it = |row: &&Row| row.name != row.listed && row.listed.eq_ignore_ascii_case(text);
        let name = Arc::clone(&table.rows.iter().find(is_it)?.name);
        let message = format!("`{text}` is rolled anew here, and the row is called \"{name}\"");
        let report = match whole.starts_with('"') {
            true => Diagnostic::warning(&codes::names::UNKNOWN_ROW, written.span, message),
            false => Diagnostic::error(&codes::names::UNKNOWN_ROW, written.span, message),
        };
        let report = report.fix(format!("write \"{name}\""), written.span, format!("\"{name}\""));
        let others = table.rows.iter().filter(|row| row.name.eq_ignore_ascii_case(&name)).count() > 1;
        Some(if others {
            report.help("several rows have this name: `.key` tells them apart")
        } else {
            report
        })
    }

    pub(super) fn plain_test(&mut self, of: &Expr, value: Expr) -> Expr {
        let is_word = crate::check::kinds::wanted_word(&of.gives).is_some();
        let value = if is_word && value.gives != Kind::Any {
            self.cx.comparable(value, &of.gives.clone().or_nothing())
        } else {
            value
        };
        never_equal(&mut self.cx.reports, &self.cx.ws.program, of, &value, value.span);
        value
    }

    /// What a row is compared with: a name, a key, another row. A name that no row has is reported.
    pub(crate) fn row_test(&mut self, of: &Expr, value: Expr) -> Expr {
        let Kind::Row(table) = super::without_nothing(&of.gives) else { return value };
        let ExprKind::Literal(Literal::Text(text)) = &value.kind else { return value };
        if let Some(name) = self.cx.row_name(table, text) {
            return made(ExprKind::Literal(name), value.span, Kind::Row(table));
        }
        let info = self.cx.info(table);
        if info.has_live_names || info.keys.find(text).is_some() {
            return value;
        }
        let def = self.cx.ws.program.table(table).def.clone();
        let message = format!("no row of `{}` is called \"{text}\"", def.name);
        let mut report =
            Diagnostic::error(&codes::names::UNKNOWN_ROW, value.span, message).label(def.span, "the table");
        let names = info.row_names.values().map(|name| &**name);
        if self.cx.reports.may_compare(names.len())
            && let Some(near) = crate::base::closest(text, names.clone()).or_else(|| likely_of(text, names))
        {
            report = report.help(format!("did you mean \"{near}\"?"));
            report = report.fix(format!("write \"{near}\""), value.span, format!("\"{near}\""));
        } else {
            let rows: Vec<String> =
                self.cx.ws.program.table(table).rows.iter().map(|row| row.name.to_string()).collect();
            report = report.help(format!("its rows are {}", some_of(&rows)));
        }
        self.cx.report(report);
        broken(value.span)
    }

    /// After `or`, a name that is a condition of its own would be read as a word in silence.
    fn no_condition_as_word(&mut self, written: &ast::Expr, want: &Want) {
        let ast::ExprKind::Name(name) = &written.kind else { return };
        let named = self.cx.ws.named(self.scope.module, &name.text).first().map(|hit| hit.1);
        let is_condition = match named {
            Some(NameMeaning::Global(id)) => {
                self.cx.define_global(id);
                self.cx.ws.program.globals.get(id.index()).is_some_and(|global| global.kind == Kind::YesNo)
            }
            Some(NameMeaning::Fn(id)) => {
                self.cx.define_fn(id);
                self.cx.ws.program.fns.get(id.index()).is_some_and(|function| function.gives == Kind::YesNo)
            }
            Some(NameMeaning::Option(id)) => self.cx.ws.option_def(id).kind == Kind::YesNo,
            Some(
                NameMeaning::Roster(_)
                | NameMeaning::Member(..)
                | NameMeaning::Table(_)
                | NameMeaning::Proc(_),
            )
            | None => match self.scope.find(&name.text, |_| false) {
                Some(crate::check::scope::Resolution::Local(id)) => {
                    self.scope.local(id).is_some_and(|local| local.kind == Kind::YesNo)
                }
                Some(crate::check::scope::Resolution::Field(_)) | None => false,
            },
        };
        if !is_condition || want.kind == Kind::YesNo {
            return;
        }
        let message = format!("`{}` could be a yes or no, or a word", name.text);
        let report = Diagnostic::error(&codes::names::OR_CLASH, name.span, message);
        self.cx.report(report.help(format!(
            "for the condition, put brackets around what stands before: `(x is a) or {}`",
            name.text
        )));
    }
}

/// The tests that have a name of their own.
fn named_test(name: &ast::Name) -> Option<IsTest> {
    match &*name.text {
        "even" => Some(IsTest::Even),
        "odd" => Some(IsTest::Odd),
        "empty" => Some(IsTest::Empty),
        _ => None,
    }
}

fn standing(reports: &mut Reports, program: &Program, value: Expr, standing: ast::LadderSide) -> IsTest {
    if let Kind::Word(scale) = value.gives
        && let Some(found) = program.scales.get(scale.index())
        && !found.ladder
    {
        let message = format!("the words of `{}` have no order", found.def.name);
        let mark = found.def.span;
        let report = Diagnostic::error(&codes::kinds::NO_LADDER, value.span, message);
        reports
            .add(report.label(mark, "these are `words`").help("words in order are a `ladder`, best first"));
    } else if !matches!(value.gives, Kind::Word(_) | Kind::Any) {
        let message = format!(
            "this is {}, and only words of a ladder are better or worse",
            program.describe(&value.gives)
        );
        reports.add(Diagnostic::error(&codes::kinds::NO_LADDER, value.span, message));
    }
    IsTest::Standing(value, standing)
}
