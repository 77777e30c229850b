//! Lists to which numbers are added one by one, and of which no more is looked at than how many there are, what they
//! come to, and how many meet a condition: they need not be kept, and each look at one is a count that goes up. A loop
//! that only luck ends has odds then, though the list itself would have no end.

use std::collections::{BTreeMap, BTreeSet};

use super::{Block, Body, Expr, ExprKind, IsTest, ItemScope, Kind, LocalId, Place, Stmt, StmtKind};
use crate::base::Num;
use crate::check::Builtin;
use crate::syntax::ast::ArithOp;

/// What a list is looked at for.
#[derive(Debug, Clone)]
pub(crate) enum Counter {
    /// How many there are.
    All,
    /// What they come to.
    Sum,
    /// How many a condition lets through that looks at nothing but the item: how it reads, by which it is known; the
    /// item's local; and the condition.
    Passing(String, LocalId, Expr),
    /// How many are the same as a number.
    Same(Num),
}

impl PartialEq for Counter {
    /// Whether both count the same.
    fn eq(&self, other: &Counter) -> bool {
        match (self, other) {
            (Counter::All, Counter::All) | (Counter::Sum, Counter::Sum) => true,
            (Counter::Passing(reads, ..), Counter::Passing(other, ..)) => reads == other,
            (Counter::Same(number), Counter::Same(other)) => number == other,
            (Counter::All | Counter::Sum | Counter::Passing(..) | Counter::Same(_), _) => false,
        }
    }
}

/// A look at a list by which it need not be kept.
pub(crate) struct CounterLook {
    /// The list.
    pub(crate) list: LocalId,
    /// What is counted.
    pub(crate) counter: Counter,
    /// What is asked of the count.
    pub(crate) asked: OfCount,
}

/// What is asked of a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OfCount {
    /// The number itself.
    Number,
    /// Whether it is nothing.
    IsNone,
    /// Whether it is something.
    IsSome,
}

impl CounterLook {
    /// The look that an expression is.
    pub(crate) fn of(expr: &Expr) -> Option<CounterLook> {
        let found = |list: &Expr, counter: Counter, asked: OfCount| {
            let ExprKind::Local(list) = list.kind else { return None };
            Some(CounterLook { list, counter, asked })
        };
        if let ExprKind::Is { of, negated, tests } = &expr.kind
            && matches!(tests.as_slice(), [IsTest::Empty])
        {
            return found(of, Counter::All, if *negated { OfCount::IsSome } else { OfCount::IsNone });
        }
        if let ExprKind::In(item, within) = &expr.kind
            && item.gives == Kind::Number
            && let Some(number) = item.number()
        {
            return found(within, Counter::Same(number), OfCount::IsSome);
        }
        let ExprKind::Builtin(builtin, args) = &expr.kind else { return None };
        let [list] = args.as_slice() else { return None };
        match (builtin, &list.kind) {
            (Builtin::Count, ExprKind::Filter(ItemScope { of, item, filter: Some(filter) })) => {
                let reads = reads_of_item(filter, *item).filter(|_| filter.gives == Kind::YesNo)?;
                found(of, Counter::Passing(reads, *item, (**filter).clone()), OfCount::Number)
            }
            (Builtin::Count, _) => found(list, Counter::All, OfCount::Number),
            (Builtin::Sum, _) => found(list, Counter::Sum, OfCount::Number),
            _ => None,
        }
    }
}

/// How an expression reads that looks at an item and at what is written out, and cannot go wrong; `None` of others.
#[expect(clippy::wildcard_enum_match_arm, reason = "whatever is not named may look at more: the safe answer")]
fn reads_of_item(expr: &Expr, item: LocalId) -> Option<String> {
    let head = match &expr.kind {
        ExprKind::Local(local) if *local == item => "it".to_owned(),
        ExprKind::Literal(literal) => format!("{literal:?}"),
        ExprKind::Compare(_, compare, _) => format!("{compare:?}"),
        ExprKind::And(_) => "and".to_owned(),
        ExprKind::Or(_) => "or".to_owned(),
        ExprKind::Not(_) => "not".to_owned(),
        ExprKind::Range(..) => "range".to_owned(),
        ExprKind::In(..) => "in".to_owned(),
        ExprKind::Is { negated, tests, .. } => {
            let test = |test: &IsTest| match test {
                IsTest::Equals(_) => Some('='),
                IsTest::Even => Some('e'),
                IsTest::Odd => Some('o'),
                IsTest::Standing(..) | IsTest::Empty => None,
            };
            format!("is {negated} {}", tests.iter().map(test).collect::<Option<String>>()?)
        }
        ExprKind::Arith(_, rest) => {
            let op = |(op, with): &(ArithOp, Expr)| match op {
                ArithOp::Add | ArithOp::Subtract => Some(format!("{op:?} ")),
                ArithOp::Modulo if with.number()? > Num::ZERO => Some(format!("{op:?} ")),
                ArithOp::Modulo | ArithOp::Multiply | ArithOp::Divide | ArithOp::FloorDivide => None,
            };
            rest.iter().map(op).collect::<Option<String>>()?
        }
        _ => return None,
    };
    let parts: Option<Vec<String>> = expr.parts().into_iter().map(|part| reads_of_item(part, item)).collect();
    Some(format!("{head}({})", parts?.join(", ")))
}

/// The locals of a body that hold such lists, with all that is counted of each. The parameters are the first locals.
pub(crate) fn counted_lists(body: &Body, params: usize) -> BTreeMap<LocalId, Vec<Counter>> {
    let named = |stmt: &Stmt| {
        list_begun(stmt).filter(|list| matches!(stmt.kind, StmtKind::Let(..)) && list.index() >= params)
    };
    let lists: BTreeSet<LocalId> = body.block.descendants().filter_map(named).collect();
    if lists.is_empty() {
        return BTreeMap::new();
    }
    let mut uses = CounterUses { counters: BTreeMap::new(), others: BTreeSet::new(), lists };
    uses.block(&body.block);
    let (counters, others) = (uses.counters, uses.others);
    // What nobody looks at is no count.
    counters.into_iter().filter(|(list, all)| !others.contains(list) && !all.is_empty()).collect()
}

/// The list that a statement begins, with nothing in it.
pub(crate) fn list_begun(stmt: &Stmt) -> Option<LocalId> {
    let (StmtKind::Let(local, value) | StmtKind::Set(Place::Local(local), value)) = &stmt.kind else {
        return None;
    };
    matches!(&value.kind, ExprKind::List(items) if items.is_empty()).then_some(*local)
}

/// The list to which a statement adds a number, and the number.
pub(crate) fn number_added(stmt: &Stmt) -> Option<(LocalId, &Expr)> {
    let (list, value) = if let StmtKind::AddTo(value, Place::Local(list)) = &stmt.kind {
        (*list, value)
    } else {
        let StmtKind::Set(Place::Local(list), value) = &stmt.kind else { return None };
        (*list, value.added_to(*list)?)
    };
    (value.gives == Kind::Number).then_some((list, value))
}

/// How lists are used.
struct CounterUses {
    lists: BTreeSet<LocalId>,
    counters: BTreeMap<LocalId, Vec<Counter>>,
    /// Those that are used in another way.
    others: BTreeSet<LocalId>,
}

impl CounterUses {
    fn block(&mut self, block: &Block) {
        block.stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        self.others.extend(stmt.captured());
        if let Some((list, value)) = number_added(stmt) {
            // What is added may look at what was added before.
            self.counters.entry(list).or_default();
            return self.expr(value);
        }
        if list_begun(stmt).is_some_and(|list| self.lists.contains(&list)) {
            return;
        }
        self.others.extend(stmt.assignments());
        self.others.extend(stmt.bindings());
        stmt.exprs().into_iter().for_each(|expr| self.expr(expr));
        stmt.blocks().into_iter().for_each(|block| self.block(block));
    }

    fn expr(&mut self, expr: &Expr) {
        if let Some(look) = CounterLook::of(expr)
            && self.lists.contains(&look.list)
        {
            let known = self.counters.entry(look.list).or_default();
            if !known.contains(&look.counter) {
                known.push(look.counter);
            }
            return;
        }
        if let ExprKind::Local(local) | ExprKind::RollLocal(local) = expr.kind {
            self.others.insert(local);
        }
        if let ExprKind::Query(_, closure) | ExprKind::Unrolled(closure) = &expr.kind {
            self.others.extend(closure.captured());
        }
        expr.parts().into_iter().for_each(|part| self.expr(part));
    }
}
