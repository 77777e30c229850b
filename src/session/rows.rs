//! How likely each row of a table is: what stands beside the rows where a table is shown with its odds.

use std::sync::Arc;

use super::{NO_SOURCE, Session};
use crate::check::program::{ExprKind, Table};
use crate::dist::Prob;
use crate::engine::Entry;
use crate::odds::Exact;
use crate::syntax::ast::{self, TableKind};
use crate::syntax::parse_expression;

/// A table with the odds of its rows, from the state in play.
#[derive(Debug, Clone)]
pub(crate) struct RowOdds {
    /// The table.
    pub table: Arc<Table>,
    /// How likely each of its rows is, in their order: to be the one that comes up, or, of an
    /// each-table, to be among those that do.
    pub chances: Vec<Prob>,
}

impl Session {
    /// The odds of each row, where a text mentions a table and nothing else: `hazard`,
    /// `dungeon_turn.hazard`, `hoard(2)`. `None` where it is something else, or where there are no exact
    /// odds of its rows; [`Session::odds`] says why.
    pub(crate) fn row_odds(&mut self, text: &str) -> Option<RowOdds> {
        let before = self.world.clone();
        let odds = self.row_odds_here(text);
        self.world = before;
        odds
    }

    fn row_odds_here(&mut self, text: &str) -> Option<RowOdds> {
        if !may_mention_a_table(text) {
            return None;
        }
        let (closure, ..) = self.read(parse_expression, text).ok()?;
        let ExprKind::Draw(pick) = &closure.body.kind else { return None };
        let table = Arc::clone(self.program().tables.get(pick.table.index())?);
        if pick.filter.is_some() || closure.given.is_some() || closure.before.is_some() {
            return None;
        }
        let each = table.kind == TableKind::Each;
        let code = if each { self.world.expression("rows", &closure) } else { self.world.row(&closure)?.1 };
        if !self.begin().is_done() {
            return None;
        }
        let exact = Exact::new(&self.limits).with_interrupt(self.interrupt.clone()).for_a_moment();
        let (plan, state) = (&self.world.plan, &self.world.state);
        let entry = Entry::new(code);
        let chances = if each {
            exact.each_odds(plan, state, pick.table, entry)
        } else {
            exact.row_odds(plan, state, pick.table, entry)
        };
        Some(RowOdds { table, chances: chances.ok()? })
    }
}

/// Whether a text could mention a table and nothing else, by its form alone: what it names is not loaded to
/// see that it asks for something else.
fn may_mention_a_table(text: &str) -> bool {
    let is_name = |kind: &ast::ExprKind| match kind {
        ast::ExprKind::Name(_) => true,
        ast::ExprKind::Field(of, _) => matches!(of.kind, ast::ExprKind::Name(_)),
        _ => false,
    };
    parse_expression(NO_SOURCE, text).0.is_some_and(|expr| match &expr.kind {
        ast::ExprKind::Call(of, _) => is_name(&of.kind),
        kind => is_name(kind),
    })
}
