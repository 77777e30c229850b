//! Code that walks lists: comprehensions, filters, sorting, repeated rolls.

use std::collections::BTreeSet;

use super::coder::Hole;
use super::pool::known_entry;
use super::table::small;
use super::{Coder, Lowerer};
use crate::check::Builtin;
use crate::check::program::{
    Args, Block, Called, Explosion, Expr, ExprKind, ItemScope, Kind, LocalId, ParamUses, RowPick,
    gathered_sum, gathers_from_rolls, is_sortable, items_apart, passes_apart, walked_once,
};
use crate::dice::PoolSpec;
use crate::plan::{DiceOp, IndependentWalk, Ix, JumpOp, Loop, Op, TableOp, Value, down_mask};
use crate::syntax::ast::{ArithOp, Compare};

/// The known pool that is rolled a number of times.
pub(super) fn pool_to_leave(list: &Expr) -> Option<PoolSpec> {
    let ExprKind::Times { body, unique: false, .. } = &list.kind else { return None };
    known_entry(body).filter(|pool| pool.faces().is_none_or(|faces| !faces.is_text()))
}

impl Lowerer<'_> {
    /// Walks the scope's list; `each` writes the steps for one item that the filter lets through.
    pub(crate) fn walk(
        &mut self,
        coder: &mut Coder,
        scope: &ItemScope,
        each: impl FnOnce(&mut Self, &mut Coder),
    ) {
        self.expr(coder, &scope.of);
        self.walk_items(coder, scope, each);
    }

    /// The same, where the items may come in any order.
    pub(super) fn walk_gathering(
        &mut self,
        coder: &mut Coder,
        scope: &ItemScope,
        each: impl FnOnce(&mut Self, &mut Coder),
    ) {
        self.sorted(coder, &scope.of, |_| {});
        self.walk_items(coder, scope, each);
    }

    /// The same over the records of a roster, where what is done for one has nothing to do with the others.
    /// `lists`: the walk only makes a list, and luck has no say in it.
    pub(crate) fn walk_apart(
        &mut self,
        coder: &mut Coder,
        scope: &ItemScope,
        lists: bool,
        each: impl FnOnce(&mut Self, &mut Coder),
    ) {
        let from = coder.here();
        self.expr(coder, &scope.of);
        let list = self.walk_items(coder, scope, each);
        coder.walked(IndependentWalk { from, until: coder.here(), list, item: scope.item.0, lists });
    }

    /// The same, and in any order where nothing that is done for an item is a matter of luck: dice would fall
    /// for other items in another order.
    fn walk_in_any_order(
        &mut self,
        coder: &mut Coder,
        scope: &ItemScope,
        is_calm: bool,
        each: impl FnOnce(&mut Self, &mut Coder),
    ) {
        if is_calm && scope.is_calm(&self.program.fns) {
            self.unordered(coder, &scope.of);
        } else {
            self.expr(coder, &scope.of);
        }
        self.walk_items(coder, scope, each);
    }

    /// Walks the list that has just been worked out; gives the local that holds it.
    fn walk_items(
        &mut self,
        coder: &mut Coder,
        scope: &ItemScope,
        each: impl FnOnce(&mut Self, &mut Coder),
    ) -> Ix {
        self.walk_each(coder, scope, |_, _| {}, each)
    }

    /// The same, where items may be dice that were left to this loop: each is rolled as the loop comes to it.
    fn walk_rolling(
        &mut self,
        coder: &mut Coder,
        scope: &ItemScope,
        each: impl FnOnce(&mut Self, &mut Coder),
    ) {
        let item = scope.item.0;
        let roll = |_: &mut Self, coder: &mut Coder| {
            coder.ops([Op::Local(item), DiceOp::RollIfLeft.into(), Op::SetLocal(item)]);
        };
        self.walk_each(coder, scope, roll, each);
    }

    /// What is done with an item, if the filter lets it through.
    pub(super) fn item(
        &mut self,
        coder: &mut Coder,
        scope: &ItemScope,
        each: impl FnOnce(&mut Self, &mut Coder),
    ) {
        let refused = scope.filter.as_ref().map(|filter| {
            self.expr(coder, filter);
            coder.hole(JumpOp::SkipUnless(0))
        });
        each(self, coder);
        if let Some(refused) = refused {
            coder.fill(refused);
        }
    }

    /// Walks the list that has just been worked out; `first` is done with each item before anything looks at it.
    fn walk_each(
        &mut self,
        coder: &mut Coder,
        scope: &ItemScope,
        first: impl FnOnce(&mut Self, &mut Coder),
        each: impl FnOnce(&mut Self, &mut Coder),
    ) -> Ix {
        let list = coder.fresh(2);
        coder.op(Op::ToWalk);
        coder.op(Op::SetLocal(list));
        self.push(coder, Value::int(0));
        coder.op(Op::SetLocal(list + 1));
        let start = coder.enter(Loop::Items(list));
        let exit = coder.hole(JumpOp::NextItem { list, item: scope.item.0, exit: 0 });
        first(self, coder);
        self.item(coder, scope, each);
        coder.again(start);
        coder.fill(exit);
        coder.op(JumpOp::LoopLeave);
        coder.release(list);
        list
    }

    /// A fresh local with an empty list in it.
    fn collector(&mut self, coder: &mut Coder) -> Ix {
        let list = coder.fresh(1);
        self.push(coder, Value::List(std::sync::Arc::new(Vec::new())));
        coder.op(Op::SetLocal(list));
        list
    }

    /// Gives the collected list and frees its local.
    fn collected(coder: &mut Coder, list: Ix) {
        coder.op(Op::Local(list));
    }

    /// What each item gives. `sorted`: only the values count, not their order, so that equal states merge in
    /// exact odds.
    pub(crate) fn map(&mut self, coder: &mut Coder, scope: &ItemScope, each: &Expr, sorted: bool) {
        let list = self.collector(coder);
        let append = |this: &mut Self, coder: &mut Coder| {
            this.expr(coder, each);
            coder.op(Op::Append { list, sorted });
        };
        if items_apart(&self.program.fns, scope, Some(each)) {
            self.walk_apart(coder, scope, true, append);
        } else {
            self.walk_in_any_order(coder, scope, sorted && each.is_calm(&self.program.fns), append);
        }
        Self::collected(coder, list);
        coder.release(list);
    }

    /// The items that a scope lets through.
    pub(crate) fn filter(&mut self, coder: &mut Coder, scope: &ItemScope, sorted: bool) {
        let list = self.collector(coder);
        let append = |_: &mut Self, coder: &mut Coder| {
            coder.op(Op::Local(scope.item.0));
            coder.op(Op::Append { list, sorted });
        };
        if items_apart(&self.program.fns, scope, None) {
            self.walk_apart(coder, scope, true, append);
        } else {
            self.walk_in_any_order(coder, scope, sorted, append);
        }
        Self::collected(coder, list);
        coder.release(list);
    }

    /// The items with a key of each, for a step that goes by the keys.
    pub(crate) fn by_key(&mut self, coder: &mut Coder, scope: &ItemScope, key: &Expr, op: impl Into<Op>) {
        self.walk_keyed(coder, scope, |this, coder| this.expr(coder, key));
        coder.op(op);
    }

    /// Groups of the items. Of what each is by itself, the order of the items says nothing.
    pub(crate) fn groups(&mut self, coder: &mut Coder, scope: &ItemScope, by: &Expr) {
        if scope.filter.is_some() || !scope.is_item(by) {
            return self.by_key(coder, scope, by, Op::GroupBy);
        }
        self.unordered(coder, &scope.of);
        coder.op(Op::ToItems);
        let items = coder.fresh(1);
        coder.op(Op::SetLocal(items));
        coder.ops([Op::Local(items), Op::Local(items), Op::GroupBy]);
        coder.release(items);
    }

    /// Collects the items and, beside them, their keys.
    fn walk_keyed(&mut self, coder: &mut Coder, scope: &ItemScope, key: impl FnOnce(&mut Self, &mut Coder)) {
        let items = self.collector(coder);
        let keys = self.collector(coder);
        self.walk(coder, scope, |this, coder| {
            coder.op(Op::Local(scope.item.0));
            coder.op(Op::Append { list: items, sorted: false });
            key(this, coder);
            coder.op(Op::Append { list: keys, sorted: false });
        });
        Self::collected(coder, items);
        Self::collected(coder, keys);
        coder.release(items);
    }

    /// Without keys the values themselves are sorted, and repeated rolls need not keep their order.
    pub(crate) fn sort(&mut self, coder: &mut Coder, scope: &ItemScope, keys: &[(Expr, bool)]) {
        if scope.sorts_by_value(keys) {
            self.unordered(coder, &scope.of);
            coder.op(Op::ToItems);
            self.empty_list(coder);
            coder.op(Op::SortBy(u32::from(keys.first().is_some_and(|(_, down)| *down))));
            return;
        }
        self.walk_keyed(coder, scope, |this, coder| {
            for (key, _) in keys {
                this.expr(coder, key);
            }
            coder.op(Op::MakeList(u32::try_from(keys.len()).unwrap_or(u32::MAX)));
        });
        coder.op(Op::SortBy(down_mask(keys.iter().map(|(_, down)| *down))));
    }

    fn empty_list(&mut self, coder: &mut Coder) {
        self.push(coder, Value::List(std::sync::Arc::new(Vec::new())));
    }

    /// `for item in list`.
    pub(super) fn for_each(
        &mut self,
        coder: &mut Coder,
        item: LocalId,
        of: &Expr,
        filter: Option<&Expr>,
        body: &Block,
    ) {
        let scope = ItemScope {
            of: Box::new(of.clone()),
            item,
            filter: filter.map(|filter| Box::new(filter.clone())),
        };
        let pass = |this: &mut Self, coder: &mut Coder| this.pass(coder, body);
        let made = self.dice_to_leave(of);
        let is_left = matches!(of.kind, ExprKind::Local(list) if coder.may_hold_left(list));
        if passes_apart(&self.program.fns, &scope, body) {
            self.walk_apart(coder, &scope, false, pass);
        } else if gathers_from_rolls(&self.program.fns, &scope, body) {
            let all = &self.program.units.all;
            let is_one = |family| all.iter().filter(|unit| unit.family == family).count() == 1;
            match gathered_sum(&is_one, &scope, body) {
                Some((local, sum)) => {
                    self.value_of(coder, local, &sum);
                    coder.op(Op::SetLocal(local.0));
                }
                None => self.walk_gathering(coder, &scope, pass),
            }
        } else if is_left || made.is_some() {
            match made {
                Some(pool) => self.left_dice(coder, of, pool),
                None => self.expr(coder, of),
            }
            self.walk_rolling(coder, &scope, pass);
        } else {
            self.walk_or_wait(coder, &scope, body);
        }
    }

    /// The value of a local: sorted, where it is a list whose order nothing looks at, so that equal states
    /// merge in exact odds.
    pub(crate) fn value_of(&mut self, coder: &mut Coder, local: LocalId, value: &Expr) {
        if !coder.is_in_any_order(local) {
            if self.list_or_count(coder, local, value) {
                return;
            }
            return match self.dice_to_leave(value) {
                Some(pool) if coder.leaves_dice(local) => self.left_dice(coder, value, pool),
                Some(_) | None => self.expr(coder, value),
            };
        }
        self.sorted(coder, value, |coder| coder.rolled_for(local));
    }

    fn dice_to_leave(&mut self, list: &Expr) -> Option<Ix> {
        pool_to_leave(list).map(|pool| self.known_pool(pool))
    }

    /// A list of dice that may be left to the loop that goes through it.
    fn left_dice(&mut self, coder: &mut Coder, list: &Expr, pool: Ix) {
        let ExprKind::Times { count, body, .. } = &list.kind else { return self.expr(coder, list) };
        let before = coder.at(list.span);
        let list = self.collector(coder);
        self.repeat(coder, count, |_, coder| {
            let around = coder.at(body.span);
            coder.op(DiceOp::RollOrLeave(pool));
            coder.back_to(around);
            coder.op(Op::Append { list, sorted: false });
        });
        Self::collected(coder, list);
        coder.release(list);
        coder.back_to(before);
    }

    /// A list that may come in any order, sorted.
    pub(super) fn sorted(&mut self, coder: &mut Coder, value: &Expr, rolled: impl FnOnce(&mut Coder)) {
        self.unordered(coder, value);
        rolled(coder);
        let comes_sorted = matches!(
            value.kind,
            ExprKind::Times { unique: false, .. } | ExprKind::Map(..) | ExprKind::Filter(_)
        );
        if !comes_sorted {
            self.empty_list(coder);
            coder.op(Op::SortBy(0));
        }
    }

    /// The arguments of what is called. Lists at whose order it does not look come sorted, so that equal states merge.
    pub(crate) fn args_for(&mut self, coder: &mut Coder, called: Called, args: &Args) -> u32 {
        let may_be_sorted = |arg: &Expr| {
            matches!(&arg.gives, Kind::List(item) if is_sortable(item)) && !arg.is_calm(&self.program.fns)
        };
        if !args.iter().flatten().any(may_be_sorted) {
            return self.args(coder, args);
        }
        let uses = ParamUses::of(self.program, called, args);
        let walked = self.walked_params(called);
        for (at, arg) in (0u32..).zip(args) {
            let left = arg.as_ref().filter(|_| walked.contains(&LocalId(at)));
            if let Some((arg, pool)) = left.and_then(|arg| Some((arg, self.dice_to_leave(arg)?)))
                && uses.looks_at_order(LocalId(at))
            {
                self.left_dice(coder, arg, pool);
                continue;
            }
            match arg {
                Some(arg) if may_be_sorted(arg) && !uses.looks_at_order(LocalId(at)) => {
                    let counted = uses.counted(LocalId(at), args);
                    self.sorted(coder, arg, |coder| {
                        counted.iter().for_each(|tests| coder.rolled_to_count(tests))
                    });
                }
                Some(arg) => self.expr(coder, arg),
                None => self.push(coder, Value::Unset),
            }
        }
        u32::try_from(args.len()).unwrap_or(u32::MAX)
    }

    /// The parameters of a procedure that one loop goes through, and nothing else looks at.
    fn walked_params(&self, called: Called) -> BTreeSet<LocalId> {
        let Called::Proc(id) = called else { return BTreeSet::new() };
        let procedure = self.program.procs.get(id.index());
        procedure.map(|called| walked_once(&called.body, called.params.len())).unwrap_or_default()
    }

    /// An expression whose list may come in any order.
    pub(crate) fn unordered(&mut self, coder: &mut Coder, expr: &Expr) {
        let before = coder.at(expr.span);
        if let ExprKind::Times { count, body, unique } = &expr.kind {
            let pool = known_entry(body).filter(|_| !*unique);
            match pool.filter(|pool| pool.faces().is_none_or(|faces| !faces.is_text())) {
                Some(pool) => {
                    self.expr(coder, count);
                    coder.op(Op::ToCount);
                    let pool = self.known_pool(pool);
                    coder.op(DiceOp::RollTimes(pool));
                }
                None => self.times(coder, count, body, *unique, true),
            }
        } else if let ExprKind::Map(scope, each) = &expr.kind {
            self.map(coder, scope, each, true);
        } else if let ExprKind::Filter(scope) = &expr.kind {
            self.filter(coder, scope, true);
        } else if let ExprKind::Builtin(of, args) = &expr.kind
            && expr.keeps_items()
        {
            args.iter().for_each(|arg| self.unordered(coder, arg));
            coder.op(Op::Builtin(*of, u32::try_from(args.len()).unwrap_or(u32::MAX)));
        } else {
            self.expr(coder, expr);
        }
        coder.back_to(before);
    }

    /// `n times e`.
    pub(crate) fn times(&mut self, coder: &mut Coder, count: &Expr, body: &Expr, unique: bool, sorted: bool) {
        if unique && let ExprKind::Draw(pick) = &body.kind {
            return self.unique_draws(coder, count, pick);
        }
        let list = self.collector(coder);
        self.repeat(coder, count, |this, coder| {
            this.expr(coder, body);
            coder.op(Op::Append { list, sorted });
        });
        Self::collected(coder, list);
        coder.release(list);
    }

    /// The dice of a pool that explodes, thrown as the pool throws them: first all of it, then what follows.
    /// In their order they are known by their faces alone, so that equal states merge in exact odds.
    pub(crate) fn exploding(&mut self, coder: &mut Coder, dice: &Explosion) {
        let list = self.collector(coder);
        let due = coder.fresh(2);
        match dice.limit {
            // Each die makes one less due, but where it explodes.
            None => {
                self.expr(coder, &dice.count);
                coder.op(Op::ToCount);
                coder.op(Op::SetLocal(due));
                // What is due does not only go down: this is no loop that is counted.
                let start = coder.enter(Loop::Explosion);
                coder.op(Op::Local(due));
                self.push(coder, Value::int(0));
                coder.op(Op::Compare(Compare::More));
                let exit = coder.hole(JumpOp::SkipUnless(0));
                let ends = self.thrown(coder, dice, list, due + 1);
                let goes_on = coder.hole(JumpOp::Skip(0));
                coder.fill(ends);
                self.count(coder, due, ArithOp::Subtract);
                coder.fill(goes_on);
                coder.again(start);
                coder.fill(exit);
                coder.op(JumpOp::LoopLeave);
            }
            Some(limit) => {
                self.push(coder, Value::int(0));
                coder.op(Op::SetLocal(due));
                self.repeat(coder, &dice.count, |this, coder| {
                    let ends = this.thrown(coder, dice, list, due + 1);
                    this.count(coder, due, ArithOp::Add);
                    coder.fill(ends);
                });
                self.counting_down(coder, due, |this, coder| {
                    let extra = coder.fresh(1);
                    this.push(coder, Value::Number(limit));
                    coder.op(Op::SetLocal(extra));
                    this.counting_down(coder, extra, |this, coder| {
                        let ends = this.thrown(coder, dice, list, due + 1);
                        let goes_on = coder.hole(JumpOp::Skip(0));
                        coder.fill(ends);
                        this.push(coder, Value::int(0));
                        coder.op(Op::SetLocal(extra));
                        coder.fill(goes_on);
                    });
                    coder.release(extra);
                });
            }
        }
        Self::collected(coder, list);
        coder.release(list);
    }

    /// One more of what a local counts, or one less.
    pub(super) fn count(&mut self, coder: &mut Coder, count: Ix, op: ArithOp) {
        coder.op(Op::Local(count));
        self.push(coder, Value::int(1));
        coder.op(Op::Arith(op));
        coder.op(Op::SetLocal(count));
    }

    /// Throws one die into the list. Where it does not explode, goes to the hole.
    fn thrown(&mut self, coder: &mut Coder, dice: &Explosion, list: Ix, face: Ix) -> Hole {
        self.expr(coder, &dice.die);
        coder.op(Op::SetLocal(face));
        coder.op(Op::Local(face));
        coder.op(Op::Append { list, sorted: true });
        coder.op(Op::Local(face));
        self.push(coder, Value::Number(dice.again.1));
        coder.op(Op::Compare(dice.again.0));
        coder.hole(JumpOp::SkipUnless(0))
    }

    /// Steps done a number of times.
    pub(crate) fn repeat(
        &mut self,
        coder: &mut Coder,
        count: &Expr,
        body: impl FnOnce(&mut Self, &mut Coder),
    ) {
        let left = coder.fresh(1);
        self.expr(coder, count);
        coder.op(Op::ToCount);
        coder.op(Op::SetLocal(left));
        self.counting_down(coder, left, body);
        coder.release(left);
    }

    /// Steps done until the count in a local is used up.
    pub(super) fn counting_down(
        &mut self,
        coder: &mut Coder,
        left: Ix,
        body: impl FnOnce(&mut Self, &mut Coder),
    ) {
        let start = coder.enter(Loop::Counted(left));
        let exit = coder.hole(JumpOp::CountDown { count: left, exit: 0 });
        body(self, coder);
        coder.again(start);
        coder.fill(exit);
        coder.op(JumpOp::LoopLeave);
    }

    /// `3 times rumors unique`: draws among the rows that have not come up.
    fn unique_draws(&mut self, coder: &mut Coder, count: &Expr, pick: &RowPick) {
        let drawn = self.collector(coder);
        self.repeat(coder, count, |this, coder| {
            this.args(coder, &pick.args);
            this.rows_of(coder, pick);
            coder.op(Op::Local(drawn));
            coder.op(Op::Without);
            coder.op(TableOp::DrawAmong { table: pick.table, args: Some(small(pick.args.len())) });
            coder.op(Op::Append { list: drawn, sorted: false });
        });
        Self::collected(coder, drawn);
        coder.release(drawn);
    }

    /// `sum`, `count` and the like do not care about order; a sum of repeated rolls needs no list.
    pub(crate) fn builtin(&mut self, coder: &mut Coder, builtin: Builtin, args: &[Expr]) {
        let count = u32::try_from(args.len()).unwrap_or(u32::MAX);
        match args {
            [Expr { kind: ExprKind::Times { count: times, body, unique: false }, .. }]
                if builtin == Builtin::Sum =>
            {
                self.running_sum(coder, times, body);
            }
            [only] if builtin.is_free_of_order() => {
                self.unordered(coder, only);
                coder.op(Op::Builtin(builtin, 1));
            }
            _ => {
                self.exprs(coder, args);
                coder.op(Op::Builtin(builtin, count));
            }
        }
    }

    fn running_sum(&mut self, coder: &mut Coder, times: &Expr, body: &Expr) {
        let sum = coder.fresh(1);
        self.push(coder, Value::int(0));
        coder.op(Op::SetLocal(sum));
        self.repeat(coder, times, |this, coder| {
            coder.op(Op::Local(sum));
            this.expr(coder, body);
            coder.op(Op::Builtin(Builtin::Sum, 2));
            coder.op(Op::SetLocal(sum));
        });
        coder.op(Op::Local(sum));
        coder.release(sum);
    }
}
