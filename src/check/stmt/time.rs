//! Timers, and what happens again and again or when something turns true.

use super::resolver::StmtResolver;
use crate::base::closest;
use crate::check::Workspace;
use crate::check::program::{Body, Expr, Kind, StmtKind, TimerId};
use crate::check::reports::Reports;
use crate::check::resolve::without_nothing;
use crate::check::scope::{BodyPlace, LocalFrame, Scope, Want};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, Name};

impl StmtResolver<'_, '_> {
    /// A time: a quantity of any clock.
    pub(in crate::check) fn duration(&mut self, written: &ast::Expr, place: &str) -> Expr {
        let value = self.exprs().expr(written, &Want::any());
        let value = self.cx.row_as_value(value);
        let kind = without_nothing(&value.gives);
        if !matches!(kind, Kind::Quantity(_) | Kind::Any) {
            let message =
                format!("{place} must have a unit, and this is {}", self.cx.ws.program.describe(&kind));
            let report = Diagnostic::error(&codes::kinds::UNITS, value.span, message);
            self.cx.report(report.help("for example `10 minutes` or `6 turns`"));
        }
        value
    }

    /// `timer death for hero = 1 minute not while fight … end`.
    pub(super) fn timer(&mut self, timer: &ast::Timer) -> StmtKind {
        let lasts = self.duration(&timer.lasts, "the time of a timer");
        let each = timer.each.as_ref().map(|each| self.whose(each));
        let id = match self.cx.ws.scope(self.scope.module).timers.get(&timer.name.text).copied() {
            Some(id) => id,
            None => {
                self.cx.declarations(self.scope.module).declare_timer(timer);
                TimerId::from(self.cx.ws.program.timers.len().saturating_sub(1))
            }
        };
        let place = open_body(self.scope);
        let not_while = timer.not_while.as_ref().map(|condition| self.exprs().condition(condition));
        let block = self.block(&timer.body);
        let (frame, body) = close_body(self.scope, place, block);
        let (each, not_while) = (each.map(Box::new), not_while.map(Box::new));
        StmtKind::Timer { timer: id, each, lasts: Box::new(lasts), not_while, body, captures: frame.captures }
    }

    /// The record that a timer is for.
    fn whose(&mut self, each: &ast::Expr) -> Expr {
        let value = self.exprs().expr(each, &Want::any());
        let kind = crate::check::resolve::without_nothing(&value.gives);
        if !matches!(kind, Kind::Record(_) | Kind::Any) {
            let message =
                format!("a timer is for a record, and this is {}", self.cx.ws.program.describe(&kind));
            self.cx.report(Diagnostic::error(&codes::kinds::WRONG, value.span, message));
        }
        value
    }

    /// `cancel torch`, `cancel death for hero`.
    pub(super) fn cancel(&mut self, name: &Name, each: Option<&ast::Expr>) -> Option<StmtKind> {
        let each = each.map(|each| self.whose(each));
        let timer = timer_named(&mut self.cx.reports, self.cx.ws, self.scope, name)?;
        Some(StmtKind::Cancel(timer, each))
    }

    /// `every 6 turns … end`.
    pub(super) fn every(&mut self, period: &ast::Expr, body: &ast::Block) -> StmtKind {
        let period = self.duration(period, "how often");
        let place = open_body(self.scope);
        let block = self.block(body);
        let (frame, body) = close_body(self.scope, place, block);
        StmtKind::Every { period, body, captures: frame.captures }
    }

    /// `when c for h in xs … end`.
    pub(super) fn when(
        &mut self,
        condition: &ast::Expr,
        each: Option<&(Name, ast::Expr)>,
        body: &ast::Block,
    ) -> StmtKind {
        let place = open_body(self.scope);
        let each = each.map(|(name, list)| {
            let (item, list, _) = self.exprs().walk(name, list, None);
            Box::new((item, list))
        });
        let condition = Box::new(self.exprs().condition(condition));
        let block = self.block(body);
        let (frame, body) = close_body(self.scope, place, block);
        StmtKind::When { each, condition, body, captures: frame.captures }
    }
}

fn close_body(
    scope: &mut Scope,
    place: (BodyPlace, u32),
    block: crate::check::program::Block,
) -> (LocalFrame, Box<Body>) {
    let frame = scope.close();
    (scope.place, scope.passes) = place;
    let body = Box::new(Body::new(block, frame.names()));
    (frame, body)
}

/// A body that runs later, with copies of the locals it mentions. Nothing around it can be left.
fn open_body(scope: &mut Scope) -> (BodyPlace, u32) {
    scope.open();
    let place = std::mem::replace(&mut scope.place, BodyPlace::Effect);
    let passes = std::mem::replace(&mut scope.passes, 0);
    (place, passes)
}

/// The same; where there is none, it is reported.
fn timer_named(reports: &mut Reports, ws: &Workspace, scope: &Scope, name: &Name) -> Option<TimerId> {
    if let Some(timer) = ws.timer_known(scope, name) {
        return Some(timer);
    }
    let message = format!("there is no timer `{}`", name.text);
    let mut report = Diagnostic::error(&codes::procedures::UNKNOWN_TIMER, name.span, message);
    if !reports.may_compare(ws.program.timers.len()) {
        reports.add(report);
        return None;
    }
    let known: Vec<String> = ws.program.timers.iter().map(|timer| timer.def.name.to_string()).collect();
    match closest(&name.text, known.iter().map(String::as_str)) {
        Some(near) => {
            report = report.did_you_mean(near, name.span);
        }
        None => {
            report = report.help("a timer is declared where it starts: `timer torch = 6 turns` … `end timer`")
        }
    }
    reports.add(report);
    None
}
