//! How likely each row of a table is: what stands beside the rows where a table is shown with its odds.

use std::sync::Arc;

use super::asking::Inquiry;
use super::nowhere::NO_SOURCE;
use crate::check::program::{ExprKind, Table};
use crate::dist::Prob;
use crate::engine::EntryPoint;
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
    /// Whether these are no more than the least that they can be.
    pub short: bool,
}

impl Inquiry<'_> {
    /// The odds of each row, where a text mentions a table and nothing else: `hazard`,
    /// `dungeon_turn.hazard`, `hoard(2)`. `None` where it is something else, or where there are no exact
    /// odds of its rows; [`Inquiry::odds`] says why.
    pub(crate) fn row_odds(&mut self, text: &str) -> Option<RowOdds> {
        if !may_mention_a_table(text) {
            return None;
        }
        let (closure, ..) = self.attempt().read(parse_expression, text).ok()?;
        let ExprKind::Draw(pick) = &closure.body.kind else { return None };
        let table = Arc::clone(self.inspect().program().tables.get(pick.table.index())?);
        if pick.filter.is_some() || closure.given.is_some() || closure.before.is_some() {
            return None;
        }
        let each = table.kind == TableKind::Each;
        let code = match each {
            true => self.attempt().world().expression("rows", &closure),
            false => self.attempt().world().row(&closure)?.1,
        };
        if !self.attempt().begin().is_done() {
            return None;
        }
        let means = self.means();
        let exact = Exact::new(means.limits()).with_interrupt(means.interrupt()).for_a_moment();
        let (plan, state) = (self.world().plan(), self.world().state());
        let entry = EntryPoint::new(code);
        let chances = if each {
            exact.each_odds(plan, state, pick.table, entry)
        } else {
            exact.row_odds(plan, state, pick.table, entry)
        };
        let (chances, short) = chances.ok()?;
        Some(RowOdds { table, chances, short })
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
