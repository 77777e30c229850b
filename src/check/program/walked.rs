//! Lists that one loop goes through, and nothing else looks at: it makes no difference whether what is in them is
//! rolled before the loop or item by item.

use std::collections::{BTreeMap, BTreeSet};

use super::{Block, Body, Child, Expr, ExprKind, LocalId, Stmt, StmtKind};

/// The locals of a body that are named once, or are among the first so many, which are handed in, and whose only reader
/// is a loop that goes through them: once each time that they are named.
pub(crate) fn walked_once(body: &Body, params: usize) -> BTreeSet<LocalId> {
    let mut mentions = Mentions::default();
    let handed = (0u32..).take(params).map(LocalId);
    mentions.named = handed.map(|local| (local, Some(0))).collect();
    mentions.block(&body.block, 0);
    let Mentions { named, walked, often, .. } = mentions;
    let is_walked = |local: &LocalId| often.get(local) == Some(&1) && named.get(local) == walked.get(local);
    walked.keys().copied().filter(is_walked).collect()
}

/// Where locals are mentioned.
#[derive(Default)]
struct Mentions {
    /// How often each is looked at, changed or handed on.
    often: BTreeMap<LocalId, u32>,
    /// In which stretch of the body each is named; several times is nowhere.
    named: BTreeMap<LocalId, Option<u32>>,
    /// In which stretch a loop goes through each.
    walked: BTreeMap<LocalId, Option<u32>>,
    /// How many stretches there are that are done more or less often than what is around them.
    stretches: u32,
}

impl Mentions {
    fn block(&mut self, block: &Block, stretch: u32) {
        block.stmts.iter().for_each(|stmt| self.stmt(stmt, stretch));
    }

    fn stmt(&mut self, stmt: &Stmt, stretch: u32) {
        if let StmtKind::Let(local, _) = &stmt.kind
            && self.named.insert(*local, Some(stretch)).is_some()
        {
            self.named.insert(*local, None);
        }
        if let StmtKind::For { of: Expr { kind: ExprKind::Local(local), .. }, .. } = &stmt.kind {
            self.walked.insert(*local, Some(stretch));
        }
        // Of all else it is taken that what is in it may be done more or less often.
        let is_apart = !matches!(stmt.kind, StmtKind::If { .. } | StmtKind::Step { .. });
        stmt.visit_children(&mut |child| match child {
            Child::Expr(expr) => {
                expr.descendants().flat_map(Expr::uses).for_each(|local| self.mentions(local));
            }
            Child::Use(local) | Child::Assignment(local) => self.mentions(local),
            Child::Block(block) => {
                self.stretches += u32::from(is_apart);
                self.block(block, if is_apart { self.stretches } else { stretch });
            }
            Child::Binding(_) | Child::Started(_) => {}
        });
    }

    fn mentions(&mut self, local: LocalId) {
        *self.often.entry(local).or_default() += 1;
    }
}
