//! Timers, and what happens again and again or when something turns true.

use crate::base::closest;
use crate::check::Workspace;
use crate::check::checker::Checker;
use crate::check::program::{Body, Expr, Kind, StmtKind, TimerId};
use crate::check::reports::Reports;
use crate::check::scope::{Frame, Place, Scope, Want};
use crate::diag::{Diagnostic, codes};
use crate::syntax::ast::{self, Name};

impl Checker<'_, '_> {
    /// `timer death for hero = 1 minute not while fight … end`.
    pub(super) fn timer(&mut self, scope: &mut Scope, timer: &ast::Timer) -> StmtKind {
        let lasts = self.duration(scope, &timer.lasts, "the time of a timer");
        let each = timer.each.as_ref().map(|each| self.whose(scope, each));
        let id = match self.ws.scope(scope.module).timers.get(&timer.name.text).copied() {
            Some(id) => id,
            None => {
                self.declare_timer(scope.module, timer);
                TimerId::from(self.ws.program.timers.len().saturating_sub(1))
            }
        };
        let place = open_body(scope);
        let not_while = timer.not_while.as_ref().map(|condition| self.condition(scope, condition));
        let block = self.block(scope, &timer.body);
        let (frame, body) = close_body(scope, place, block);
        StmtKind::Timer { timer: id, each, lasts, not_while, body, captures: frame.captures }
    }

    /// The record that a timer is for.
    fn whose(&mut self, scope: &mut Scope, each: &ast::Expr) -> Expr {
        let value = self.expr(scope, each, &Want::any());
        let kind = crate::check::resolve::without_nothing(&value.gives);
        if !matches!(kind, Kind::Record(_) | Kind::Any) {
            let message = format!("a timer is for a record, and this is {}", self.ws.program.describe(&kind));
            self.report(Diagnostic::error(&codes::kinds::WRONG, value.span, message));
        }
        value
    }

    /// `cancel torch`, `cancel death for hero`.
    pub(super) fn cancel(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        each: Option<&ast::Expr>,
    ) -> Option<StmtKind> {
        let each = each.map(|each| self.whose(scope, each));
        let timer = timer_named(&mut self.reports, self.ws, scope, name)?;
        Some(StmtKind::Cancel(timer, each))
    }

    /// `every 6 turns … end`.
    pub(super) fn every(&mut self, scope: &mut Scope, period: &ast::Expr, body: &ast::Block) -> StmtKind {
        let period = self.duration(scope, period, "how often");
        let place = open_body(scope);
        let block = self.block(scope, body);
        let (frame, body) = close_body(scope, place, block);
        StmtKind::Every { period, body, captures: frame.captures }
    }

    /// `when c for h in xs … end`.
    pub(super) fn when(
        &mut self,
        scope: &mut Scope,
        condition: &ast::Expr,
        each: Option<&(Name, ast::Expr)>,
        body: &ast::Block,
    ) -> StmtKind {
        let place = open_body(scope);
        let each = each.map(|(name, list)| {
            let (item, list, _) = self.walk(scope, name, list, None);
            (item, list)
        });
        let condition = self.condition(scope, condition);
        let block = self.block(scope, body);
        let (frame, body) = close_body(scope, place, block);
        StmtKind::When { each, condition, body, captures: frame.captures }
    }
}

fn close_body(
    scope: &mut Scope,
    place: (Place, u32),
    block: crate::check::program::Block,
) -> (Frame, Box<Body>) {
    let frame = scope.close();
    (scope.place, scope.passes) = place;
    let body = Box::new(Body { block, locals: frame.names() });
    (frame, body)
}

/// A body that runs later, with copies of the locals it mentions. Nothing around it can be left.
fn open_body(scope: &mut Scope) -> (Place, u32) {
    scope.open();
    let place = std::mem::replace(&mut scope.place, Place::Effect);
    let passes = std::mem::replace(&mut scope.passes, 0);
    (place, passes)
}

/// The same; where there is none, it is reported.
fn timer_named(reports: &mut Reports, ws: &Workspace, scope: &Scope, name: &Name) -> Option<TimerId> {
    if let Some(timer) = ws.timer_known(scope, name) {
        return Some(timer);
    }
    let known: Vec<String> = ws.program.timers.iter().map(|timer| timer.def.name.to_string()).collect();
    let message = format!("there is no timer `{}`", name.text);
    let mut report = Diagnostic::error(&codes::procedures::UNKNOWN_TIMER, name.span, message);
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
