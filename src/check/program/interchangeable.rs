//! Lists of rolls of which it makes no difference what they are, only which are the same: the faces seen so far of one
//! die, where nothing is asked but how many there are, how many different ones, and whether the next roll is among
//! them. Each face stands for any other, so that a list of so many different ones stands for all of these.

use std::collections::{BTreeMap, BTreeSet};

use super::seen::different;
use super::{Block, Body, Expr, ExprKind, Faces, Fold, IsTest, LocalId, Place, Stmt, StmtKind};
use crate::check::Builtin;

/// So many lists of a body are looked at, each of which takes a walk over all of it.
const MOST_LISTS: usize = 8;

/// The locals of a body that hold such lists, and what they are looked at for. The parameters are the first locals.
pub(super) fn interchangeable(body: &Body, params: usize) -> BTreeMap<LocalId, Vec<Fold>> {
    let block = &body.block;
    // What is handed in may hold anything.
    let named = |stmt: &Stmt| if let StmtKind::Let(local, _) = stmt.kind { Some(local) } else { None };
    let named: BTreeSet<LocalId> = block.descendants().filter_map(named).collect();
    let grown = block.descendants().filter_map(added).map(|(list, _)| list);
    let lists: BTreeSet<LocalId> = grown.filter(|list| named.contains(list)).collect();
    let looked_at = lists.into_iter().take(MOST_LISTS);
    looked_at.filter_map(|list| Some((list, SeenFaces::of(list, block, params)?))).collect()
}

/// The list to which a statement adds, and what.
fn added(stmt: &Stmt) -> Option<(LocalId, &Expr)> {
    if let StmtKind::AddTo(value, Place::Local(list)) = &stmt.kind {
        return Some((*list, value));
    }
    let StmtKind::Set(Place::Local(list), value) = &stmt.kind else { return None };
    Some((*list, value.added_to(*list)?))
}

/// How many sides a die has that shows 1, 2, 3 …, each as likely.
#[derive(Clone, Copy, PartialEq)]
enum SideCount {
    Known(u32),
    /// What a local holds.
    By(LocalId),
}

/// What a list holds.
#[derive(Clone, Copy, PartialEq)]
enum FaceSource {
    /// Rolls that are added as they fall.
    Dice(SideCount),
    /// What was rolled and named before, by this name.
    Named(LocalId),
}

/// How a list, and the name of the rolls that are added to it, are looked at.
struct SeenFaces {
    list: LocalId,
    source: Option<FaceSource>,
    /// What is rolled for the name, once that has been met.
    rolled: Option<SideCount>,
    /// Whether the named roll has fallen, and nothing was added since: what was added before stands for others.
    is_fresh: bool,
    counts: bool,
}

impl SeenFaces {
    /// What a list is looked at for; `None` where it makes a difference which rolls are in it.
    fn of(list: LocalId, block: &Block, params: usize) -> Option<Vec<Fold>> {
        let mut uses = SeenFaces { list, source: None, rolled: None, is_fresh: false, counts: false };
        block.descendants().try_for_each(|stmt| uses.add_source(stmt))?;
        uses.block(block)?;
        let sides = match uses.source? {
            FaceSource::Dice(sides) => sides,
            FaceSource::Named(_) => uses.rolled?,
        };
        if let SideCount::By(local) = sides
            && (local.0 as usize >= params || block.stmts.iter().any(|stmt| stmt.sets(local)))
        {
            return None;
        }
        let different = Fold::HowManyDifferent;
        Some(if uses.counts { vec![different, Fold::Count] } else { vec![different] })
    }

    /// Where what is added comes from: one name, or one kind of die.
    fn add_source(&mut self, stmt: &Stmt) -> Option<()> {
        if let Some((_, value)) = added(stmt).filter(|(list, _)| *list == self.list) {
            let source = if let ExprKind::Local(roll) = value.kind {
                FaceSource::Named(roll)
            } else {
                FaceSource::Dice(sides_of(value)?)
            };
            if *self.source.get_or_insert(source) != source {
                return None;
            }
        }
        Some(())
    }

    fn named(&self) -> Option<LocalId> {
        if let Some(FaceSource::Named(roll)) = self.source { Some(roll) } else { None }
    }

    fn is_looked_at(&self, local: LocalId) -> bool {
        local == self.list || self.named() == Some(local)
    }

    fn block(&mut self, block: &Block) -> Option<()> {
        block.stmts.iter().try_for_each(|stmt| self.stmt(stmt))
    }

    fn stmt(&mut self, stmt: &Stmt) -> Option<()> {
        if stmt.captured().into_iter().any(|local| self.is_looked_at(local)) {
            return None;
        }
        if added(stmt).is_some_and(|(list, _)| list == self.list) {
            let is_known = self.named().is_none() || self.is_fresh;
            self.is_fresh = false;
            return is_known.then_some(());
        }
        if stmt.assignments().iter().any(|changed| self.is_looked_at(*changed)) {
            return None;
        }
        if let StmtKind::Let(local, value) = &stmt.kind {
            if *local == self.list {
                return matches!(&value.kind, ExprKind::List(items) if items.is_empty()).then_some(());
            }
            if Some(*local) == self.named() {
                self.is_fresh = true;
                return self.rolled.replace(sides_of(value)?).is_none().then_some(());
            }
        }
        if matches!(stmt.kind, StmtKind::If { .. }) {
            return self.branches(stmt);
        }
        let blocks = stmt.blocks();
        // What is done again begins with what the time before has left.
        self.is_fresh &= blocks.is_empty();
        stmt.exprs().into_iter().try_for_each(|expr| self.expr(expr))?;
        for block in blocks {
            self.is_fresh = false;
            self.block(block)?;
            self.is_fresh = false;
        }
        Some(())
    }

    /// Of several ways one is taken.
    fn branches(&mut self, stmt: &Stmt) -> Option<()> {
        stmt.exprs().into_iter().try_for_each(|expr| self.expr(expr))?;
        let before = self.is_fresh;
        let mut after = before;
        for block in stmt.blocks() {
            self.is_fresh = before;
            self.block(block)?;
            after &= self.is_fresh;
        }
        self.is_fresh = after;
        Some(())
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever is not named looks at the list where one of its parts does"
    )]
    fn expr(&mut self, expr: &Expr) -> Option<()> {
        let is =
            |of: &Expr, local: Option<LocalId>| matches!(of.kind, ExprKind::Local(it) if Some(it) == local);
        let list = Some(self.list);
        match &expr.kind {
            ExprKind::Local(local) | ExprKind::RollLocal(local) => {
                return (!self.is_looked_at(*local)).then_some(());
            }
            ExprKind::Query(_, closure) | ExprKind::Unrolled(closure) => {
                let looks = closure.captured().any(|local| self.is_looked_at(local));
                return (!looks).then_some(());
            }
            ExprKind::In(item, within) if is(within, list) => {
                return (self.is_fresh && is(item, self.named())).then_some(());
            }
            ExprKind::Builtin(Builtin::Count, args) if args.iter().all(|arg| is(arg, list)) => {
                self.counts = true;
                return Some(());
            }
            ExprKind::Builtin(Builtin::Count, args)
                if args.iter().all(|arg| different(arg).is_some_and(|of| is(of, list))) =>
            {
                return Some(());
            }
            ExprKind::Is { of, tests, .. } if is(of, list) => {
                return tests.iter().all(|test| matches!(test, IsTest::Empty)).then_some(());
            }
            _ => {}
        }
        expr.parts().into_iter().try_for_each(|part| self.expr(part))
    }
}

/// How many sides one die has, where it shows 1, 2, 3 …, each as likely.
fn sides_of(expr: &Expr) -> Option<SideCount> {
    match &expr.one_die()?.faces {
        Faces::Sides(sides) => Some(SideCount::Known(*sides)),
        Faces::Percent => Some(SideCount::Known(100)),
        Faces::Computed(sides) => {
            if let ExprKind::Local(local) = sides.kind {
                Some(SideCount::By(local))
            } else {
                None
            }
        }
        Faces::Fate | Faces::Digits(_) | Faces::Numbers(_) | Faces::Texts(_) => None,
    }
}
