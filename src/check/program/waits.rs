//! Rolls that may wait: they come to the same whenever they are made, for they look at nothing that changes, and
//! nothing looks at how many were made before.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{
    Block, Child, Expr, ExprKind, FnId, Function, Kind, LocalId, Row, Stmt, StmtKind, Table, TableId,
};
use crate::base::SharedVec;
use crate::syntax::ast::TableKind;

/// Statements of a loop that are written out a second time, at most.
const MOST_STMTS: usize = 40;

/// What looks through what is rolled.
pub(crate) struct Waiting<'p, T> {
    fns: &'p SharedVec<Arc<Function>>,
    table: T,
    /// What is being looked through, or was: what leads back to itself has nothing more to say.
    seen_fns: BTreeSet<FnId>,
    seen_tables: BTreeSet<TableId>,
}

impl<'p, T: Fn(TableId) -> Option<&'p Table>> Waiting<'p, T> {
    /// In a program with these functions and tables.
    pub(crate) fn new(fns: &'p SharedVec<Arc<Function>>, table: T) -> Waiting<'p, T> {
        Waiting { fns, table, seen_fns: BTreeSet::new(), seen_tables: BTreeSet::new() }
    }

    /// What is rolled so many times for a list that a loop goes through, where each roll may be made with the pass
    /// that it is for: the count and the roll.
    pub(crate) fn rolls_of_passes<'e>(
        &mut self,
        list: &'e Expr,
        body: &Block,
    ) -> Option<(&'e Expr, &'e Expr)> {
        let ExprKind::Times { count, body: roll, unique: false } = &list.kind else { return None };
        let set = body.descendants().flat_map(assigned).collect::<BTreeSet<LocalId>>();
        let waits = is_written_twice(body) && self.may_wait(roll) && roll.free_locals().is_disjoint(&set);
        waits.then_some((count, roll))
    }

    fn may_wait(&mut self, roll: &Expr) -> bool {
        roll.descendants().all(|part| self.part_may_wait(part))
    }

    fn part_may_wait(&mut self, part: &Expr) -> bool {
        if let ExprKind::Draw(pick) = &part.kind {
            return self.rows_may_wait(pick.table);
        }
        if let ExprKind::Call(called, _) = &part.kind {
            return self.call_may_wait(*called);
        }
        // What a record holds may change.
        if let ExprKind::Field(of, _) = &part.kind {
            return matches!(of.gives, Kind::Row(_));
        }
        let changes = matches!(part.kind, ExprKind::Global(_));
        let rolls = matches!(
            part.kind,
            ExprKind::Text(_)
                | ExprKind::Option(_)
                | ExprKind::Pool(..)
                | ExprKind::PoolOf(..)
                | ExprKind::Label(..)
                | ExprKind::Quantity(..)
                | ExprKind::List(_)
                | ExprKind::Parts(_)
                | ExprKind::Times { .. }
                | ExprKind::Otherwise(..)
                | ExprKind::Likely(_)
                | ExprKind::Advantage(..)
                | ExprKind::Bind(..)
                | ExprKind::AsWord(..)
        );
        rolls || !changes && part.is_calm_itself(self.fns, 0)
    }

    fn call_may_wait(&mut self, called: FnId) -> bool {
        if !self.seen_fns.insert(called) {
            return true;
        }
        let function = self.fns.get(called.index()).cloned();
        function.as_ref().and_then(|function| function.body.as_ref()).is_some_and(|body| self.may_wait(body))
    }

    fn rows_may_wait(&mut self, table: TableId) -> bool {
        if !self.seen_tables.insert(table) {
            return true;
        }
        let Some(table) = (self.table)(table) else { return false };
        let is_plain = table.kind == TableKind::Table && table.stub.is_none() && table.coming.is_none();
        is_plain
            && table.die.as_ref().is_none_or(|die| self.may_wait(die))
            && table.rows.iter().all(|row| self.row_may_wait(row))
    }

    fn row_may_wait(&mut self, row: &Row) -> bool {
        row.guard.is_none() && row.cells.iter().all(|cell| self.may_wait(cell))
    }
}

fn assigned(stmt: &Stmt) -> Vec<LocalId> {
    let mut assigned = Vec::new();
    stmt.visit_children(&mut |child| {
        if let Child::Assignment(local) | Child::Binding(local) = child {
            assigned.push(local);
        }
    });
    assigned
}

/// Whether what a loop does may stand in the plan a second time: it is short, and holds nothing that is one thing
/// wherever it is come to, such as a step, and no such loop within.
fn is_written_twice(body: &Block) -> bool {
    let mut stmts = 0;
    body.descendants().all(|stmt| {
        stmts += 1;
        let again =
            matches!(&stmt.kind, StmtKind::For { of, .. } if matches!(of.kind, ExprKind::Times { .. }));
        let is_plain = matches!(
            stmt.kind,
            StmtKind::Let(..)
                | StmtKind::Set(..)
                | StmtKind::Tell(..)
                | StmtKind::Do(_)
                | StmtKind::If { .. }
                | StmtKind::For { .. }
                | StmtKind::Repeat(..)
                | StmtKind::Stop(_)
                | StmtKind::Skip
                | StmtKind::Return(_)
                | StmtKind::Worsen(..)
                | StmtKind::Improve(..)
                | StmtKind::AddTo(..)
                | StmtKind::RemoveRecord(..)
                | StmtKind::RemoveFrom(..)
        );
        let mut asks = stmt.exprs().into_iter().flat_map(Expr::descendants);
        stmts <= MOST_STMTS
            && is_plain
            && !again
            && !asks.any(|expr| matches!(expr.kind, ExprKind::Query(..) | ExprKind::Unrolled(_)))
    })
}
