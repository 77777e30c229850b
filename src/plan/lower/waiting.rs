//! Lists of rolls that one loop goes through, for exact odds: each roll is made with the pass that it is for. Rolled
//! beforehand, so many of them in every order would be as many states.

use std::collections::{BTreeMap, BTreeSet};

use super::lists::pool_to_leave;
use super::{Coder, Lowerer};
use crate::check::program::{
    Block, Body, Child, Expr, ExprKind, ItemScope, LocalId, StmtKind, TableId, Waiting, walked_once,
};
use crate::plan::{Ix, JumpOp, Op, Value};

impl Lowerer<'_> {
    /// Says what the one loop that goes through a list may do with it. Those of the first so many locals may be handed
    /// in with dice that are left to it.
    pub(super) fn leave_to_loops(&self, coder: &mut Coder, body: &Body, params: usize) {
        let walked = walked_once(body, params);
        if !walked.is_empty() {
            let lists = self.waiting_lists(coder, body, &walked);
            coder.let_wait(lists);
        }
        coder.leave_to_loops(walked, params);
    }

    /// The lists whose rolls wait: rolled with any pass they are what they were where the list got its name.
    fn waiting_lists(
        &self,
        coder: &mut Coder,
        body: &Body,
        walked: &BTreeSet<LocalId>,
    ) -> BTreeMap<LocalId, (Ix, Expr)> {
        let stmts: Vec<_> = body.block.descendants().collect();
        let named = |list: LocalId| {
            stmts.iter().find_map(|stmt| {
                let StmtKind::Let(local, value) = &stmt.kind else { return None };
                (*local == list).then_some(value)
            })
        };
        let mut set = BTreeSet::new();
        for stmt in &stmts {
            stmt.visit_children(&mut |child| {
                if let Child::Assignment(local) = child {
                    set.insert(local);
                }
            });
        }
        let mut lists = BTreeMap::new();
        for stmt in &stmts {
            if let StmtKind::For { of: Expr { kind: ExprKind::Local(list), .. }, body, .. } = &stmt.kind
                && walked.contains(list)
                && let Some((_, roll)) = named(*list).and_then(|value| self.rolls_of_passes(value, body))
                && roll.free_locals().is_disjoint(&set)
            {
                lists.insert(*list, (coder.fresh(1), roll.clone()));
            }
        }
        lists
    }

    fn rolls_of_passes<'e>(&self, list: &'e Expr, body: &Block) -> Option<(&'e Expr, &'e Expr)> {
        // Known dice wait wherever they are handed.
        if pool_to_leave(list).is_some() {
            return None;
        }
        let tables = &self.program.tables;
        let table = |id: TableId| tables.get(id.index()).map(|table| &**table);
        Waiting::new(&self.program.fns, table).rolls_of_passes(list, body)
    }

    /// The list that gets a name; where its rolls wait, how many there are is kept beside it. Whether it is such a one.
    pub(super) fn list_or_count(&mut self, coder: &mut Coder, list: LocalId, value: &Expr) -> bool {
        let (Some((kept, _)), ExprKind::Times { count, .. }) = (coder.waiting(list), &value.kind) else {
            return false;
        };
        let at_once = coder.hole(JumpOp::SkipUnlessWaiting(0));
        self.expr(coder, count);
        coder.ops([Op::ToCount, Op::SetLocal(kept)]);
        self.push(coder, Value::Nothing);
        let end = coder.hole(JumpOp::Skip(0));
        coder.fill(at_once);
        self.expr(coder, value);
        coder.fill(end);
        true
    }

    /// Walks a list, or rolls item by item.
    pub(super) fn walk_or_wait(&mut self, coder: &mut Coder, scope: &ItemScope, body: &Block) {
        if let ExprKind::Local(list) = scope.of.kind
            && let Some((kept, roll)) = coder.waiting(list)
        {
            return self.either_way(coder, scope, body, |this, coder| {
                this.counting_down(coder, kept, |this, coder| this.rolled_pass(coder, scope, &roll, body));
            });
        }
        match self.rolls_of_passes(&scope.of, body) {
            Some((count, roll)) => self.either_way(coder, scope, body, |this, coder| {
                this.repeat(coder, count, |this, coder| this.rolled_pass(coder, scope, roll, body));
            }),
            None => self.walk(coder, scope, |this, coder| this.pass(coder, body)),
        }
    }

    fn rolled_pass(&mut self, coder: &mut Coder, scope: &ItemScope, roll: &Expr, body: &Block) {
        self.expr(coder, roll);
        coder.op(Op::SetLocal(scope.item.0));
        self.item(coder, scope, |this, coder| this.pass(coder, body));
    }

    fn either_way(
        &mut self,
        coder: &mut Coder,
        scope: &ItemScope,
        body: &Block,
        waiting: impl FnOnce(&mut Self, &mut Coder),
    ) {
        let at_once = coder.hole(JumpOp::SkipUnlessWaiting(0));
        waiting(self, coder);
        let end = coder.hole(JumpOp::Skip(0));
        coder.fill(at_once);
        self.walk(coder, scope, |this, coder| this.pass(coder, body));
        coder.fill(end);
    }
}
