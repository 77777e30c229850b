//! What functions, procedures and questions look at of the cards that they draw, wherever these go: into names, hands,
//! loops, and what else is called with them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::worths::{CardPlace, CardWorth, HeldAround};
use crate::check::Builtin;
use crate::check::program::{
    Args, Block, Expr, ExprKind, FnId, ItemScope, Kind, LocalId, Param, Place, ProcId, Stmt, StmtKind,
    TableId, TextPart,
};
use crate::plan::{CodeId, Plan};

/// What is looked at of a card, or of a column of it: all of it, or no more than what something is worth of which it is
/// all that is not written out.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct CardLook<'p> {
    pub(super) column: Option<&'p str>,
    pub(super) worth: Option<CardWorth<'p>>,
}

impl CardLook<'_> {
    const WHOLE: CardLook<'static> = CardLook { column: None, worth: None };
}

/// Whose locals they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Owner {
    Fn(FnId),
    Proc(ProcId),
    /// A question, or what else is one expression with code of its own.
    Written(CodeId),
}

/// What is looked at of the cards of each deck that these draw.
pub(super) fn at_cards<'p>(plan: &'p Plan, owners: &[Owner]) -> FxHashMap<TableId, Vec<CardLook<'p>>> {
    let mut walk = LookWalk {
        plan,
        owner: Owner::Fn(FnId(0)),
        decks: SeenLooks::default(),
        locals: SeenLooks::default(),
        under: Vec::new(),
        changed: FxHashSet::default(),
    };
    loop {
        let before = (walk.decks.len(), walk.locals.len());
        for owner in owners {
            walk.owner = *owner;
            walk.body(*owner);
        }
        if (walk.decks.len(), walk.locals.len()) == before {
            return walk.decks.0;
        }
    }
}

/// What is looked at, by what it is of. It only ever grows.
struct SeenLooks<'p, K>(FxHashMap<K, Vec<CardLook<'p>>>);

impl<K> Default for SeenLooks<'_, K> {
    fn default() -> Self {
        SeenLooks(FxHashMap::default())
    }
}

impl<'p, K: std::hash::Hash + Eq> SeenLooks<'p, K> {
    fn add(&mut self, of: K, looks: &[CardLook<'p>]) {
        let known = self.0.entry(of).or_default();
        for look in looks {
            if !known.contains(look) {
                known.push(look.clone());
            }
        }
    }

    fn of(&self, of: &K) -> Vec<CardLook<'p>> {
        self.0.get(of).cloned().unwrap_or_default()
    }

    fn len(&self) -> usize {
        self.0.values().map(|looks| looks.len() + 1).sum()
    }
}

struct LookWalk<'p> {
    plan: &'p Plan,
    owner: Owner,
    decks: SeenLooks<'p, TableId>,
    locals: SeenLooks<'p, (Owner, LocalId)>,
    /// The conditions around what is being looked through, and whether they hold there.
    under: Vec<HeldAround<'p>>,
    /// Locals that are changed once they are set: a condition on what one held need not be one on what it holds.
    changed: FxHashSet<LocalId>,
}

impl<'p> LookWalk<'p> {
    fn body(&mut self, owner: Owner) {
        let program = &self.plan.program;
        match owner {
            Owner::Fn(function) => {
                let Some(function) = program.fns.get(function.index()) else { return };
                self.changed.clear();
                self.defaults(&function.params);
                function.body.iter().for_each(|body| self.whole(body));
            }
            Owner::Proc(procedure) => {
                let Some(procedure) = program.procs.get(procedure.index()) else { return };
                self.defaults(&procedure.params);
                self.changed = procedure.body.block.descendants().flat_map(Stmt::assignments).collect();
                procedure.takes.iter().for_each(|takes| self.whole(takes));
                self.block(&procedure.body.block);
            }
            Owner::Written(code) => {
                let Some(written) = self.plan.written.get(&code) else { return };
                self.changed.clear();
                // Who is handed what it gives is not known.
                self.whole(&written.expr);
            }
        }
    }

    fn defaults(&mut self, params: &'p [Param]) {
        for (at, param) in (0u32..).zip(params) {
            if let Some(default) = &param.default {
                let seen = self.seen(LocalId(at));
                self.expr(default, &seen);
            }
        }
    }

    fn block(&mut self, block: &'p Block) {
        block.stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever is not named looks at all that it works out: the safe answer"
    )]
    fn stmt(&mut self, stmt: &'p Stmt) {
        match &stmt.kind {
            StmtKind::Let(local, value) | StmtKind::Set(Place::Local(local), value) => {
                let seen = self.seen(*local);
                self.expr(value, &seen);
            }
            // What is only told is no part of what comes to pass.
            StmtKind::Tell(_, value) => self.told(value),
            StmtKind::For { item, of, filter, .. } => {
                filter.iter().for_each(|filter| self.whole(filter));
                let seen = self.seen(*item);
                self.expr(of, &seen);
            }
            StmtKind::Prompt { question, .. } => {
                self.told(question);
                self.wholes(stmt.exprs().into_iter().filter(|expr| !std::ptr::eq(*expr, question)));
            }
            StmtKind::If { branches, otherwise } => return self.branches(branches, otherwise),
            _ => {
                stmt.assignments().into_iter().for_each(|local| self.sees(local, &[CardLook::WHOLE]));
                self.wholes(stmt.exprs());
            }
        }
        self.captured(stmt.captured());
        stmt.blocks().into_iter().for_each(|block| self.block(block));
    }

    /// Each condition holds where what it leads to is done, and none of those before it.
    fn branches(&mut self, branches: &'p [(Expr, Block)], otherwise: &'p Block) {
        let around = self.under.len();
        for (condition, block) in branches {
            self.whole(condition);
            self.under.push((condition, true));
            self.block(block);
            self.under.pop();
            self.under.push((condition, false));
        }
        self.block(otherwise);
        self.under.truncate(around);
    }

    fn told(&mut self, value: &'p Expr) {
        let ExprKind::Text(parts) = &value.kind else { return self.expr(value, &[]) };
        for part in parts {
            match part {
                TextPart::Live(expr) => self.expr(expr, &[]),
                TextPart::Literal(_) => {}
            }
        }
    }

    fn captured(&mut self, captured: impl IntoIterator<Item = LocalId>) {
        captured.into_iter().for_each(|local| self.sees(local, &[CardLook::WHOLE]));
    }

    fn seen(&self, local: LocalId) -> Vec<CardLook<'p>> {
        self.locals.of(&(self.owner, local))
    }

    fn sees(&mut self, local: LocalId, looks: &[CardLook<'p>]) {
        self.locals.add((self.owner, local), looks);
    }

    fn whole(&mut self, expr: &'p Expr) {
        self.expr(expr, &[CardLook::WHOLE]);
    }

    fn wholes(&mut self, exprs: impl IntoIterator<Item = &'p Expr>) {
        exprs.into_iter().for_each(|expr| self.whole(expr));
    }

    /// An expression of whose value so much is looked at; of a list, of each of its items.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever is not named looks at all there is: the safe answer"
    )]
    fn expr(&mut self, expr: &'p Expr, looks: &[CardLook<'p>]) {
        if looks.contains(&CardLook::WHOLE)
            && let Some(hole) = CardPlace::of(expr)
        {
            return self.worth(expr, hole);
        }
        match &expr.kind {
            ExprKind::Local(local) => self.sees(*local, looks),
            ExprKind::Draw(pick) => {
                self.decks.add(pick.table, looks);
                self.wholes(expr.parts());
            }
            ExprKind::UnrolledTable(table, _) => {
                self.decks.add(*table, &[CardLook::WHOLE]);
                self.wholes(expr.parts());
            }
            ExprKind::Unrolled(closure) | ExprKind::Query(_, closure) => self.captured(closure.captured()),
            ExprKind::Field(of, name) => self.expr(of, &columns(name, looks)),
            ExprKind::Times { count, body, unique: false } => {
                self.whole(count);
                self.expr(body, looks);
            }
            ExprKind::Map(scope, each) => {
                self.expr(each, looks);
                self.wholes(scope.filter.as_deref());
                let items = self.seen(scope.item);
                self.expr(&scope.of, &items);
            }
            ExprKind::Filter(scope) => self.items(scope, [], looks),
            ExprKind::Sort(scope, keys) if !keys.is_empty() => {
                self.items(scope, keys.iter().map(|(key, _)| key), looks);
            }
            ExprKind::Groups(scope, by) | ExprKind::Extreme(scope, by, _) => {
                self.items(scope, [&**by], looks);
            }
            ExprKind::Builtin(builtin, args) => {
                let rows =
                    |arg: &Expr| matches!(&arg.gives, Kind::List(item) if matches!(**item, Kind::Row(_)));
                let counts = *builtin == Builtin::Count && args.iter().all(rows);
                let hands_on =
                    matches!(builtin, Builtin::First | Builtin::Last | Builtin::Reverse | Builtin::Together);
                let looks = match (counts, hands_on) {
                    (true, _) => &[],
                    (_, true) => looks,
                    (false, false) => &[CardLook::WHOLE][..],
                };
                args.iter().for_each(|arg| self.expr(arg, looks));
            }
            ExprKind::Item(list, at) => {
                self.expr(list, looks);
                self.whole(at);
            }
            ExprKind::If(condition, then, otherwise) => {
                self.whole(condition);
                for (branch, holds) in [(then, true), (otherwise, false)] {
                    self.under.push((condition, holds));
                    self.expr(branch, looks);
                    self.under.pop();
                }
            }
            ExprKind::Label(of, _) | ExprKind::Pick(of) => self.expr(of, looks),
            ExprKind::List(items) => items.iter().for_each(|item| self.expr(item, looks)),
            ExprKind::Bind(bindings, body) => {
                self.expr(body, looks);
                for (local, value) in bindings {
                    let seen = self.seen(*local);
                    self.expr(value, &seen);
                }
            }
            ExprKind::Call(function, args) => self.args(Owner::Fn(*function), args),
            ExprKind::Run(procedure, args, answers) => {
                self.args(Owner::Proc(*procedure), args);
                self.wholes(answers.iter().map(|(_, answer)| answer));
            }
            _ => self.wholes(expr.parts()),
        }
    }

    /// What is worth something of which a card, or a column of it, is all that is not written out: no more is looked at
    /// of the card, and that only where the conditions around hold.
    fn worth(&mut self, of: &'p Expr, hole: CardPlace<'p>) {
        let mut under = self.under.clone();
        under.retain(|(condition, _)| CardPlace::of(condition) == Some(hole));
        if matches!(hole, CardPlace::Local(local) if self.changed.contains(&local)) {
            under.clear();
        }
        let look = CardLook { column: None, worth: Some(CardWorth { of, hole, under }) };
        match hole {
            CardPlace::Local(local) => self.sees(local, &[look]),
            CardPlace::Draw(draw, table) => {
                self.decks.add(table, &[look]);
                self.wholes(draw.parts());
            }
        }
    }

    /// A list whose items are looked at by some conditions or keys, and in the end so much.
    fn items(
        &mut self,
        scope: &'p ItemScope,
        by: impl IntoIterator<Item = &'p Expr>,
        looks: &[CardLook<'p>],
    ) {
        self.wholes(by.into_iter().chain(scope.filter.as_deref()));
        self.sees(scope.item, looks);
        let items = self.seen(scope.item);
        self.expr(&scope.of, &items);
    }

    /// What is called looks at its parameters as it does.
    fn args(&mut self, owner: Owner, args: &'p Args) {
        for (at, arg) in (0u32..).zip(args) {
            let seen = self.locals.of(&(owner, LocalId(at)));
            arg.iter().for_each(|arg| self.expr(arg, &seen));
        }
    }
}

/// What is looked at of a row, where so much is looked at of a column.
fn columns<'p>(name: &'p str, looks: &[CardLook<'p>]) -> Vec<CardLook<'p>> {
    let column = |look: &CardLook<'p>| {
        let worth = if look.column.is_none() { look.worth.clone() } else { None };
        CardLook { column: Some(name), worth }
    };
    looks.iter().map(column).collect()
}
