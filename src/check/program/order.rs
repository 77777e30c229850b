//! Whose order is looked at: a list that is only counted, added up or searched may stand in any order, so
//! that exact odds need not tell its orders apart.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::gathers::only_gathers;
use super::interchangeable::interchangeable;
use super::seen::{Fold, Tally, Threshold, different, different_of, folded};
use super::{Args, Block, Body, Expr, ExprKind, FnId, Function, IsTest, ItemScope, Kind};
use super::{LocalId, Place, ProcId, Program, Stmt, StmtKind};
use crate::base::SharedVec;
use crate::base::stack::with_room;
use crate::check::Builtin;
use crate::dice::PoolOp;

/// All functions of a program.
pub(super) type Functions = SharedVec<Arc<Function>>;

/// The locals of a body that hold lists of numbers whose order nothing looks at.
pub(crate) fn in_any_order(program: &Program, body: &Body) -> BTreeSet<LocalId> {
    looks(program, |looks| looks.block(&body.block)).free()
}

/// The same of what expressions bind.
pub(crate) fn bound_in_any_order<'e>(
    program: &Program,
    exprs: impl Iterator<Item = &'e Expr> + Clone,
) -> BTreeSet<LocalId> {
    looks(program, |looks| exprs.clone().for_each(|expr| looks.expr(expr, true))).free()
}

/// Whether a name bound by `where` holds a list of numbers whose order nothing looks at.
pub(crate) fn is_bound_in_any_order(
    program: &Program,
    (local, list): (LocalId, &Kind),
    bindings: &[(LocalId, Expr)],
    body: &Expr,
) -> bool {
    let mut looks = OrderUses::new(program, BTreeMap::new());
    looks.by_value = matches!(list, Kind::List(item) if is_told_by_value(item));
    looks.settle(|looks| looks.bound(bindings, body, true));
    !looks.ordered.contains(&local)
}

/// The locals of a body that hold lists of which it is only counted how many meet conditions, with the conditions. Of
/// one that is set in several places all of them are known, and nothing is added to it.
pub(crate) fn only_counted(program: &Program, body: &Body) -> BTreeMap<LocalId, Vec<Tally<Threshold>>> {
    let looks = looks(program, |looks| looks.block(&body.block));
    let tallies = |(local, folds): (LocalId, Vec<Fold<Threshold>>)| Some((local, tallies(folds)?));
    let (several, grown) = (looks.several.clone(), looks.grown.clone());
    let are_known = |folds: &[Fold<Threshold>]| folds.iter().all(|fold| fold.clone().known().is_some());
    let may_be = |(local, folds): &(LocalId, Vec<Fold<Threshold>>)| {
        !several.contains(local) || (!grown.contains(local) && are_known(folds))
    };
    looks.folded().filter(may_be).filter_map(tallies).collect()
}

/// The conditions that are counted, where no more is looked at than how many meet each.
fn tallies(folds: Vec<Fold<Threshold>>) -> Option<Vec<Tally<Threshold>>> {
    let tally = |fold| if let Fold::Passing(tally) = fold { Some(tally) } else { None };
    let counted = folds.into_iter().filter(|fold| *fold != Fold::Count);
    counted.map(tally).collect::<Option<Vec<_>>>().filter(|all| !all.is_empty())
}

/// The locals of a body that hold lists to which numbers are added one by one, and what they are looked at for,
/// where that is not all. The parameters are the first locals.
pub(crate) fn only_folded(program: &Program, body: &Body, params: usize) -> BTreeMap<LocalId, Vec<Fold>> {
    let looks = looks(program, |looks| looks.block(&body.block));
    let grown = looks.grown.clone();
    let known = |(local, folds): (LocalId, Vec<Fold<Threshold>>)| {
        Some((local, folds.into_iter().map(Fold::known).collect::<Option<Vec<Fold>>>()?))
    };
    let folded = looks.folded().filter(|(local, _)| grown.contains(local)).filter_map(known);
    folded.chain(interchangeable(body, params)).collect()
}

/// Whether a loop walks a list that is made for it, and only gathers from the items: they may come in any order.
pub(crate) fn gathers_from_rolls(fns: &Functions, scope: &ItemScope, body: &Block) -> bool {
    let is_made = !matches!(scope.of.kind, ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::List(_));
    let may_be_sorted = matches!(&scope.of.gives, Kind::List(item) if is_sortable(item));
    is_made && may_be_sorted && only_gathers(fns, scope.item, scope.filter.as_deref(), body)
}

/// A list may be made from another: it is free where both are. What looks at the order of one may so turn out
/// to look at the order of others, until nothing more does.
fn looks<'p>(program: &'p Program, look: impl Fn(&mut OrderUses<'p>)) -> OrderUses<'p> {
    let mut looks = OrderUses::new(program, BTreeMap::new());
    looks.settle(look);
    looks
}

/// What has been found.
struct OrderUses<'p> {
    program: &'p Program,
    /// Locals that are set to something.
    set: BTreeSet<LocalId>,
    /// Parameters whose order is asked about.
    params: BTreeSet<LocalId>,
    /// Those of which the order is looked at, or that hold anything but lists of numbers.
    ordered: BTreeSet<LocalId>,
    /// Those that are looked at in another way than by counting and adding up.
    whole: BTreeSet<LocalId>,
    /// Those that are set in several places.
    several: BTreeSet<LocalId>,
    /// Those that hold something from where they are named.
    bound: BTreeSet<LocalId>,
    /// Those to which something is added.
    grown: BTreeSet<LocalId>,
    /// What they are looked at for besides.
    folds: BTreeMap<LocalId, Vec<Fold<Threshold>>>,
    /// What is known of what is called.
    called: BTreeMap<CalledWith, ParamUses>,
    /// Whether lists of no kind of their own hold what is told apart by nothing but its value.
    by_value: bool,
}

/// How what is called looks at its parameters.
#[derive(Debug, Clone, Default)]
pub(crate) struct ParamUses {
    /// Those at whose order it looks.
    ordered: BTreeSet<LocalId>,
    /// What it looks at the others for, where that is not all of them.
    folds: BTreeMap<LocalId, Vec<Fold<Threshold>>>,
}

/// What is called with arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Called {
    Fn(FnId),
    Proc(ProcId),
}

/// What is called, and whether all lists that it is given hold what is told apart by nothing but its value.
type CalledWith = (Called, bool);

/// So many definitions that are called are looked into at most.
const MOST_CALLED: usize = 64;

impl ParamUses {
    /// How something that is called looks at its parameters.
    pub(crate) fn of(program: &Program, called: Called, args: &Args) -> ParamUses {
        let mut looks = OrderUses::new(program, BTreeMap::new());
        let called = (called, looks.are_by_value(args));
        looks.look_into(called);
        looks.called.remove(&called).unwrap_or_default()
    }

    /// Whether it looks at the order of a list.
    pub(crate) fn looks_at_order(&self, param: LocalId) -> bool {
        self.ordered.contains(&param)
    }

    /// The conditions of which it only counts how many items of a list meet them, with what is handed over beside.
    pub(crate) fn counted(&self, param: LocalId, args: &Args) -> Option<Vec<Tally<Threshold>>> {
        tallies(self.handed(param, args)?)
    }

    /// What it looks at a list for, with what is handed over beside.
    fn handed(&self, param: LocalId, args: &Args) -> Option<Vec<Fold<Threshold>>> {
        self.folds.get(&param)?.iter().map(|fold| fold.handed(args)).collect()
    }
}

impl<'p> OrderUses<'p> {
    /// Nothing has been found yet, but what is known of what is called.
    fn new(program: &'p Program, called: BTreeMap<CalledWith, ParamUses>) -> OrderUses<'p> {
        OrderUses {
            program,
            set: BTreeSet::new(),
            params: BTreeSet::new(),
            ordered: BTreeSet::new(),
            whole: BTreeSet::new(),
            several: BTreeSet::new(),
            bound: BTreeSet::new(),
            grown: BTreeSet::new(),
            folds: BTreeMap::new(),
            called,
            by_value: false,
        }
    }

    /// Looks until nothing more is found.
    fn settle(&mut self, look: impl Fn(&mut OrderUses<'p>)) {
        loop {
            let before = self.ordered.len();
            look(self);
            if self.ordered.len() == before {
                return;
            }
        }
    }

    fn free(&self) -> BTreeSet<LocalId> {
        self.set.difference(&self.ordered).copied().collect()
    }

    /// The lists that are looked at for no more than is known, and for what.
    fn folded(self) -> impl Iterator<Item = (LocalId, Vec<Fold<Threshold>>)> {
        let free = self.free();
        let OrderUses { whole, folds, set, .. } = self;
        let unseen =
            set.into_iter().filter(|local| !folds.contains_key(local)).map(|local| (local, Vec::new()));
        let unseen: Vec<(LocalId, Vec<_>)> = unseen.collect();
        let all = folds.into_iter().chain(unseen);
        all.filter(move |(local, _)| free.contains(local) && !whole.contains(local))
    }

    fn block(&mut self, block: &Block) {
        block.stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever is not named looks at the order of all that it works out: the safe answer"
    )]
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Let(local, value) => {
                self.bound.insert(*local);
                self.sets(*local, value);
            }
            StmtKind::Set(Place::Local(local), value) => {
                self.several.insert(*local);
                match value.added_to(*local).filter(|_| self.bound.contains(local)) {
                    Some(item) => self.adds(*local, item),
                    None => self.sets(*local, value),
                }
            }
            StmtKind::AddTo(value, Place::Local(local)) => self.adds(*local, value),
            // Which of several that are called the same is gone is a matter of their order.
            StmtKind::RemoveFrom(value, Place::Local(local))
                if matches!(value.gives, Kind::Number | Kind::Word(_)) =>
            {
                self.whole.insert(*local);
                self.expr(value, true);
            }
            StmtKind::For { item, of, filter, body } => {
                self.expr(of, !only_gathers(&self.program.fns, *item, filter.as_deref(), body));
                self.all(filter.as_deref());
            }
            _ => {
                stmt.assignments().into_iter().for_each(|local| self.sees(local, true));
                self.all(stmt.exprs());
            }
        }
        self.captured(stmt.captured());
        stmt.blocks().into_iter().for_each(|block| self.block(block));
    }

    fn sets(&mut self, local: LocalId, value: &Expr) {
        self.set.insert(local);
        let is_empty = matches!(&value.kind, ExprKind::List(items) if items.is_empty());
        let may_be_sorted = matches!(&value.gives, Kind::List(item) if is_sortable(item));
        if !is_empty && !may_be_sorted {
            self.ordered.insert(local);
        }
        self.expr(value, self.ordered.contains(&local));
    }

    /// A value is added to a list.
    fn adds(&mut self, local: LocalId, value: &Expr) {
        self.several.insert(local);
        self.grown.insert(local);
        if !is_sortable(&value.gives) || !self.bound.contains(&local) {
            self.ordered.insert(local);
        }
        self.expr(value, true);
    }

    fn captured(&mut self, captured: impl IntoIterator<Item = LocalId>) {
        captured.into_iter().for_each(|local| self.sees(local, true));
    }

    fn sees(&mut self, local: LocalId, in_order: bool) {
        self.whole.insert(local);
        if in_order {
            self.ordered.insert(local);
        }
    }

    fn folds(&mut self, local: LocalId, fold: Fold<Threshold>) {
        let folds = self.folds.entry(local).or_default();
        if !folds.contains(&fold) {
            folds.push(fold);
        }
    }

    /// A list of which it makes no difference how often each item is in it.
    fn different(&mut self, list: &Expr) {
        match different_of(list) {
            Some(local) => self.folds(local, Fold::Different),
            None => self.expr(list, false),
        }
    }

    /// What something is called with, which looks at the order of that or not.
    fn args(&mut self, called: Called, args: &Args) {
        let called = (called, self.are_by_value(args));
        for (at, arg) in (0u32..).zip(args) {
            let Some(arg) = arg else { continue };
            // What has no kind of its own may be a list, too.
            let may_be_list = matches!(arg.gives, Kind::List(_) | Kind::Any);
            let matters = may_be_list && self.is_asked_about(arg);
            let in_order = !matters || self.looks_at_order(called, LocalId(at));
            let uses = self.called.get(&called);
            match (&arg.kind, uses.and_then(|uses| uses.handed(LocalId(at), args))) {
                (ExprKind::Local(list), Some(folds)) if !in_order => {
                    folds.into_iter().for_each(|fold| self.folds(*list, fold));
                }
                _ => self.expr(arg, in_order),
            }
        }
    }

    /// Whether anybody wants to know of a local in an expression whether its order is looked at: of parameters only where
    /// that is asked for a caller. Chains of calls are not gone through for nothing.
    fn is_asked_about(&self, expr: &Expr) -> bool {
        let is_asked = |local: &LocalId| self.set.contains(local) || self.params.contains(local);
        expr.descendants().any(|expr| matches!(&expr.kind, ExprKind::Local(local) if is_asked(local)))
    }

    /// Whether all lists among arguments hold what is told apart by nothing but its value.
    fn are_by_value(&self, args: &Args) -> bool {
        args.iter().flatten().all(|arg| {
            if let Kind::List(item) = &arg.gives {
                self.is_by_value(item)
            } else {
                arg.gives != Kind::Any || self.by_value
            }
        })
    }

    fn is_by_value(&self, item: &Kind) -> bool {
        is_told_by_value(item) || (*item == Kind::Any && self.by_value)
    }

    /// Whether what is called looks at the order of what it is given; also where that is not known.
    fn looks_at_order(&mut self, called: CalledWith, param: LocalId) -> bool {
        if !self.called.contains_key(&called) && self.called.len() < MOST_CALLED {
            self.look_into(called);
        }
        self.called.get(&called).is_none_or(|uses| uses.ordered.contains(&param))
    }

    fn look_into(&mut self, called: CalledWith) {
        let (params, body, block, takes) = match called.0 {
            Called::Fn(id) => {
                let Some(called) = self.program.fns.get(id.index()) else { return };
                (&called.params, called.body.as_ref(), None, None)
            }
            Called::Proc(id) => {
                let Some(called) = self.program.procs.get(id.index()) else { return };
                (&called.params, None, Some(&called.body.block), called.takes.as_ref())
            }
        };
        let all: BTreeSet<LocalId> = (0u32..).zip(params).map(|(at, _)| LocalId(at)).collect();
        if body.is_none() && block.is_none() {
            self.called.insert(called, ParamUses { ordered: all, folds: BTreeMap::new() });
            return;
        }
        let exprs = params.iter().filter_map(|param| param.default.as_ref()).chain(body).chain(takes);
        // Of one that calls itself it is taken that it looks at no order, until something in it does: what was found
        // of others meanwhile is found anew then. Further in that would be much work; there it may look at all.
        let known = self.called.clone();
        let mut ordered = if self.params.is_empty() { BTreeSet::new() } else { all.clone() };
        loop {
            let assumed = ParamUses { ordered: ordered.clone(), folds: BTreeMap::new() };
            let mut within = OrderUses::new(self.program, known.clone());
            within.called.insert(called, assumed);
            within.params.clone_from(&all);
            within.by_value = called.1;
            with_room(|| {
                within.settle(|looks| {
                    looks.all(exprs.clone());
                    block.into_iter().for_each(|block| looks.block(block));
                });
            });
            let found: BTreeSet<LocalId> = all.intersection(&within.ordered).copied().collect();
            if found.is_subset(&ordered) {
                self.called = std::mem::take(&mut within.called);
                self.called.insert(called, ParamUses { ordered: found, folds: within.param_folds() });
                return;
            }
            ordered = found;
        }
    }

    /// What parameters are looked at for, of those at which nothing else is looked, and which hold what they were handed.
    fn param_folds(self) -> BTreeMap<LocalId, Vec<Fold<Threshold>>> {
        let OrderUses { params, set, ordered, whole, several, folds, .. } = self;
        let holds =
            |local: &LocalId| params.contains(local) && !set.contains(local) && !several.contains(local);
        let is_known = |(local, folds): &(LocalId, Vec<Fold<Threshold>>)| {
            holds(local)
                && !ordered.contains(local)
                && !whole.contains(local)
                && folds.iter().flat_map(Fold::locals).all(|local| holds(&local))
        };
        folds.into_iter().filter(is_known).collect()
    }

    /// Rows that are gone through in groups.
    fn groups(&mut self, scope: &ItemScope) {
        self.all(scope.filter.as_deref());
        let Some((rows, by)) = groups_of_rows(&self.program.fns, scope) else { return };
        self.expr(by, true);
        // Of a group of what is the same, it makes no difference which comes first.
        let alike = matches!(&rows.gives, Kind::List(item) if self.is_by_value(item))
            && matches!(&scope.of.kind, ExprKind::Groups(groups, by) if groups.is_item(by));
        self.expr(rows, !alike && self.ordered.contains(&scope.item));
    }

    fn all<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) {
        exprs.into_iter().for_each(|expr| self.expr(expr, true));
    }

    fn bound(&mut self, bindings: &[(LocalId, Expr)], body: &Expr, in_order: bool) {
        bindings.iter().for_each(|(local, value)| self.sets(*local, value));
        self.expr(body, in_order);
    }

    /// An expression whose value is looked at `in_order`, or not.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "whatever is not named looks at the order: the safe answer"
    )]
    fn expr(&mut self, expr: &Expr, in_order: bool) {
        if let Some((local, fold)) = folded(expr) {
            return self.folds(local, fold);
        }
        let fns = &self.program.fns;
        match &expr.kind {
            ExprKind::Local(local) => self.sees(*local, in_order),
            ExprKind::Unrolled(closure) | ExprKind::Query(_, closure) => self.captured(closure.captured()),
            ExprKind::Bind(bindings, body) => self.bound(bindings, body, in_order),
            ExprKind::Builtin(builtin, args) => match (different(expr), args.as_slice()) {
                (Some(of), _) if !in_order && expr.keeps_items() => self.different(of),
                (None, [only]) if *builtin == Builtin::Count && different(only).is_some() => {
                    different(only).into_iter().for_each(|of| self.different(of));
                }
                _ => {
                    let free =
                        (args.len() == 1 && builtin.is_free_of_order()) || (expr.keeps_items() && !in_order);
                    args.iter().for_each(|arg| self.expr(arg, !free));
                }
            },
            ExprKind::If(condition, then, otherwise) => {
                self.expr(condition, true);
                self.expr(then, in_order);
                self.expr(otherwise, in_order);
            }
            ExprKind::Label(of, _) => self.expr(of, in_order),
            ExprKind::Call(function, args) => self.args(Called::Fn(*function), args),
            ExprKind::Run(procedure, args, answers) => {
                self.all(answers.iter().map(|(_, answer)| answer));
                self.args(Called::Proc(*procedure), args);
            }
            ExprKind::Sort(scope, keys) if scope.sorts_by_value(keys) => self.expr(&scope.of, false),
            ExprKind::Groups(scope, by) if scope.filter.is_none() && scope.is_item(by) => {
                self.expr(&scope.of, false);
            }
            // A column of each row.
            ExprKind::Field(of, _) if matches!(of.gives, Kind::List(_)) => self.expr(of, in_order),
            // Within a group the items stand as they did in the list.
            ExprKind::Map(scope, each) if groups_of_rows(fns, scope).is_some() => {
                self.expr(each, true);
                self.groups(scope);
            }
            ExprKind::Map(scope, each) if !in_order && scope.is_calm(fns) && each.is_calm(fns) => {
                self.expr(&scope.of, false);
                self.all(scope.filter.as_deref().into_iter().chain([&**each]));
            }
            ExprKind::Filter(scope) if !in_order && groups_of_rows(fns, scope).is_some() => {
                self.groups(scope);
            }
            ExprKind::Filter(scope) if !in_order && scope.is_calm(fns) => {
                self.expr(&scope.of, false);
                self.all(scope.filter.as_deref());
            }
            // What is thrown again is thrown in the list's order.
            ExprKind::ListOps(of, ops) if !ops.iter().any(|op| matches!(op.op, PoolOp::Again(_))) => {
                self.expr(of, false);
                self.all(expr.parts().into_iter().skip(1));
            }
            ExprKind::In(item, within) => {
                self.expr(item, true);
                match within.kind {
                    ExprKind::Local(list) => self.folds(list, Fold::Different),
                    _ => self.expr(within, false),
                }
            }
            // Whether there is anything in a list is known of any part of it.
            ExprKind::Is { of, tests, .. } if tests.iter().all(|test| matches!(test, IsTest::Empty)) => {
                if !matches!((&of.kind, &of.gives), (ExprKind::Local(_), Kind::List(_))) {
                    self.expr(of, false);
                }
            }
            _ => self.all(expr.parts()),
        }
    }
}

/// Whether values of a kind may stand in any order: sorting them tells no two apart that are the same.
pub(crate) fn is_sortable(kind: &Kind) -> bool {
    matches!(kind, Kind::Number | Kind::Row(_) | Kind::Word(_) | Kind::YesNo | Kind::Text)
}

/// Whether values of a kind that are the same are so in every way. Rows may be the same by their names alone, and texts
/// but for their case: of those it makes a difference which comes first.
fn is_told_by_value(kind: &Kind) -> bool {
    matches!(kind, Kind::Number | Kind::Quantity(_) | Kind::Word(_) | Kind::YesNo)
}

/// The rows that are walked in groups of equal keys, and the key.
fn groups_of_rows<'s>(fns: &Functions, scope: &'s ItemScope) -> Option<(&'s Expr, &'s Expr)> {
    let ExprKind::Groups(groups, by) = &scope.of.kind else { return None };
    (groups.filter.is_none() && by.is_calm(fns)).then_some((&groups.of, by))
}

impl Expr {
    /// Whether it only makes another list of the same items, whatever their order.
    pub(crate) fn keeps_items(&self) -> bool {
        let ExprKind::Builtin(builtin, args) = &self.kind else { return false };
        let by_value = |of: &Expr| matches!(&of.gives, Kind::List(item) if is_told_by_value(item));
        matches!(builtin, Builtin::Reverse | Builtin::Together)
            || (*builtin == Builtin::Distinct && args.iter().all(by_value))
    }

    /// What is added to a list by setting it to this: `list ++ [d6]`.
    pub(crate) fn added_to(&self, list: LocalId) -> Option<&Expr> {
        let ExprKind::Builtin(Builtin::Together, args) = &self.kind else { return None };
        let [before, added] = args.as_slice() else { return None };
        let ExprKind::List(items) = &added.kind else { return None };
        let is_list = matches!(before.kind, ExprKind::Local(local) if local == list);
        items.first().filter(|_| is_list && items.len() == 1)
    }
}

impl Builtin {
    /// Whether what it makes of a list does not depend on the list's order.
    pub(crate) fn is_free_of_order(self) -> bool {
        matches!(
            self,
            Builtin::Sum
                | Builtin::Count
                | Builtin::Mean
                | Builtin::Any
                | Builtin::All
                | Builtin::NoneOf
                | Builtin::Min
                | Builtin::Max
                | Builtin::Summary
        )
    }
}
