//! `next 3 rolls on reaction at +2`: what is added to the coming rolls on a table.

use super::resolver::StmtResolver;
use std::sync::Arc;

use super::super::checker::Checker;
use super::super::defs::DefinitionState;
use super::super::exprs::number;
use super::super::program::{Def, Expr, ExprKind, Global, GlobalId, Kind, StmtKind, TableId};
use crate::base::{Num, Span};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, TableKind};

impl StmtResolver<'_, '_> {
    /// The statement: how many rolls, on which table, and what each is given.
    pub(super) fn coming_rolls(
        &mut self,
        count: Option<&ast::Expr>,
        table: &ast::Expr,
        bonus: &ast::Expr,
        span: Span,
    ) -> Option<StmtKind> {
        let count = match count {
            Some(count) => self.exprs().number(count, "how many rolls"),
            None => number(Num::ONE, span),
        };
        let value = self.exprs().number(bonus, "what is added");
        let Some(id) = self.exprs().table_named(table) else {
            let message = format!("`{}` is not a table", self.cx.reading.written(table.span));
            self.cx.report(Diagnostic::error(&codes::procedures::NO_NEXT, table.span, message));
            return None;
        };
        self.cx.define_table(id);
        if !self.takes_a_bonus(id, table.span) {
            return None;
        }
        let Some(coming) = self.cx.ws.program.table(id).coming else {
            self.undeclared_bonus(id, &value, table.span);
            return None;
        };
        self.bonus_beyond(id, &value);
        self.cx.set_table(id, |table| table.favoured = true);
        Some(StmtKind::Next { coming, count: Box::new(count), bonus: Box::new(value) })
    }

    /// Whether a die picks the rows of a table.
    fn takes_a_bonus(&mut self, id: TableId, span: Span) -> bool {
        let table = self.cx.ws.program.table(id);
        let why = match table.kind {
            TableKind::Chart => "is looked up, not rolled",
            TableKind::Deck => "is drawn from, not rolled",
            TableKind::Each => "gives every row its own chance, so nothing can be added to its roll",
            TableKind::Table if table.die.is_none() => {
                "picks its rows by weight, so nothing can be added to its roll"
            }
            TableKind::Table => return true,
        };
        let message = format!("`{}` {why}", table.def.name);
        let report = Diagnostic::error(&codes::procedures::NO_NEXT, span, message);
        let report = report.label(table.def.span, "this one");
        self.cx.report(report.help("only a table with a die, such as `rolls 2d6`, can have a bonus"));
        false
    }

    /// The table's line has to say what may be added, so that every total is known to have a row.
    fn undeclared_bonus(&mut self, id: TableId, bonus: &Expr, span: Span) {
        let table = self.cx.ws.program.table(id);
        let (name, at) = (table.def.name.clone(), table.def.span);
        let range = match bonus.number() {
            Some(bonus) if bonus < Num::ZERO => format!("{}..0", bonus.shown()),
            Some(bonus) => format!("0..+{}", bonus.shown()),
            None => "-2..+2".to_owned(),
        };
        let message = format!("`{name}` does not say what may be added to its rolls");
        let report = Diagnostic::error(&codes::procedures::NO_NEXT, span, message);
        let report = report.label(at, format!("this line needs `shift {range}`"));
        self.cx.report(report.help(format!(
            "write `shift {range}` on the table's line, or `change {name} shift {range}`, and the checker makes \
             sure that every total has a row"
        )));
    }

    /// A bonus that the table does not allow for.
    fn bonus_beyond(&mut self, id: TableId, bonus: &Expr) {
        let table = self.cx.ws.program.table(id);
        let (Some((low, high)), Some(written)) = (table.shift, bonus.number()) else { return };
        if written >= low && written <= high {
            return;
        }
        let (low, high) = (low.shown(), high.shown());
        let message =
            format!("`{}` allows for {low} to {high}, and this is {}", table.def.name, written.shown());
        let report = Diagnostic::error(&codes::procedures::NO_NEXT, bonus.span, message);
        let report = report.label(table.def.span, format!("its `shift` goes from {low} to {high}"));
        self.cx.report(report.help("widen `shift` on the table's line"));
    }
}

impl Checker<'_> {
    /// Where the bonuses of the coming rolls on a table are kept; made with the table's first `shift`.
    pub(in crate::check) fn keep_coming(&mut self, id: TableId) -> Option<GlobalId> {
        let table = self.ws.program.table(id);
        if table.coming.is_some() || table.shift.is_none() || table.die.is_none() {
            return table.coming;
        }
        let span = table.def.span;
        let name: Arc<str> = format!("{}{}", Global::COMING, table.def.name).into();
        let def = Def { name, title: None, doc: None, ..table.def.clone() };
        let gives = Kind::List(Box::new(Kind::Number));
        let initial = Expr { kind: ExprKind::List(Vec::new()), span, gives: gives.clone() };
        let coming = GlobalId::from(self.ws.program.globals.len());
        let global =
            Global { def, kind: gives, bounds: None, initial, kept: true, quiet: false, rolled: false };
        self.ws.program.globals.push(global);
        self.ws.defs.globals.push(DefinitionState::Done);
        self.set_table(id, |table| table.coming = Some(coming));
        Some(coming)
    }
}
