//! `tagged("forest")`: a roll on one of the tables that have a tag.

use super::CallResolver;
use super::{made, number};
use crate::base::{Num, Span, closest};
use crate::check::Workspace;
use crate::check::exprs::broken;
use crate::check::program::{Expr, ExprKind, Kind, Program, TableId};
use crate::check::reports::Reports;
use crate::check::scope::{NameMeaning, Scope};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, Argument, Compare, TableKind};

impl CallResolver<'_, '_> {
    /// One of the tables with this tag, each as likely as the others, is rolled.
    pub(super) fn tagged(&mut self, args: &[Argument], span: Span) -> Expr {
        let tag = if let [Argument { name: None, value }] = args { plain_text(value) } else { None };
        let Some(tag) = tag else {
            let report = Diagnostic::error(&codes::kinds::ARGUMENTS, span, "`tagged` takes one tag");
            self.cx.report(report.help("for example `tagged(\"forest\")`"));
            return broken(span);
        };
        let tables = tables_tagged(self.cx.ws, self.scope, &tag);
        if tables.is_empty() {
            unknown_tag(&mut self.cx.reports, &self.cx.ws.program, &tag, span);
            return broken(span);
        }
        let mut rolls = Vec::with_capacity(tables.len());
        for table in &tables {
            let args = self.table_args(*table, &[], span);
            rolls.push(self.names_in().draw(*table, args, None, span));
        }
        one_of_rolls(self.scope, rolls, span)
    }
}

/// What a text without live parts says, or a word.
fn plain_text(value: &ast::Expr) -> Option<String> {
    if let ast::ExprKind::Text(text) = &value.kind {
        return text.is_literal().then(|| text.literal().into_owned());
    }
    value.name().map(|name| name.text.to_string())
}

/// Picks one of several rolls; only that one is made.
fn one_of_rolls(scope: &mut Scope, mut rolls: Vec<Expr>, span: Span) -> Expr {
    if rolls.len() <= 1 {
        return rolls.pop().unwrap_or_else(|| broken(span));
    }
    let places: Vec<Expr> = (0i64..).zip(&rolls).map(|(at, _)| number(Num::int(at), span)).collect();
    let list = made(ExprKind::List(places), span, crate::check::kinds::list_of(Kind::Number));
    let pick = made(ExprKind::Pick(Box::new(list)), span, Kind::Number);
    let mark = scope.enter();
    let picked = scope.bind("", Kind::Number);
    scope.leave(mark);
    let chosen = chosen_roll(rolls, 0, &|at, compare| {
        let local = made(ExprKind::Local(picked), span, Kind::Number);
        let held = ExprKind::Compare(Box::new(local), compare, Box::new(number(Num::int(at), span)));
        made(held, span, Kind::YesNo)
    });
    made(ExprKind::Bind(vec![(picked, pick)], Box::new(chosen)), span, Kind::AnyRow)
}

/// The roll whose place was picked, among those that stand from `first` on. They are halved again and again: thousands
/// of choices within each other would be too deep.
fn chosen_roll(mut rolls: Vec<Expr>, first: i64, picked: &dyn Fn(i64, Compare) -> Expr) -> Expr {
    let half = rolls.len() / 2;
    let above = rolls.split_off(half);
    let middle = first.saturating_add(i64::try_from(half).unwrap_or(i64::MAX));
    let condition = picked(middle, Compare::Less);
    let side = |mut rolls: Vec<Expr>, first| match rolls.len() {
        1 => rolls.remove(0),
        _ => chosen_roll(rolls, first, picked),
    };
    let span = condition.span;
    let (below, above) = (side(rolls, first), side(above, middle));
    made(ExprKind::If(Box::new(condition), Box::new(below), Box::new(above)), span, Kind::AnyRow)
}

/// The tables in reach that are rolled and have a tag, in the order of their definition. Of two tables
/// of one name in one source the later counts.
fn tables_tagged(ws: &Workspace, scope: &Scope, tag: &str) -> Vec<TableId> {
    let reachable = ws.reachable(scope.module);
    let is_in_force = |id: &TableId| {
        let table = ws.program.table(*id);
        let same = ws.named(table.def.module, &table.def.name);
        let is_rolled = matches!(table.kind, TableKind::Table | TableKind::Deck);
        let named = same.iter().any(|(_, named, _)| matches!(named, NameMeaning::Table(of) if of == id));
        is_rolled && named && reachable.contains(&table.def.module)
    };
    let tagged = ws.program.tags.iter().filter(|(_, of)| of.eq_ignore_ascii_case(tag));
    tagged.map(|(id, _)| *id).filter(is_in_force).collect()
}

fn unknown_tag(reports: &mut Reports, program: &Program, tag: &str, span: Span) {
    let known: Vec<String> = program.tags.iter().map(|(_, tag)| tag.to_string()).collect();
    let message = format!("no table that can be rolled here has the tag `{tag}`");
    let report = Diagnostic::error(&codes::names::UNKNOWN, span, message);
    let near = closest(tag, known.iter().map(String::as_str)).filter(|near| *near != tag);
    let report = report.help(match near {
        Some(near) => format!("did you mean `tagged(\"{near}\")`?"),
        None => format!("tags stand on the table's line: `table wolves tags \"{tag}\"`"),
    });
    reports.add(report);
}
