//! Code of lists that are no lists: of which no more is looked at than counts (see [`counted_lists`]).

use super::coder::Counters;
use super::{Coder, Lowerer};
use crate::check::program::{
    Body, Counter, CounterLook, Expr, LocalId, OfCount, Stmt, counted_lists, list_begun, number_added,
};
use crate::plan::{Ix, JumpOp, Op, Value};
use crate::syntax::ast::{ArithOp, Compare};

impl Lowerer<'_> {
    /// Lays out the counts of a body.
    pub(super) fn count_lists(coder: &mut Coder, body: &Body, params: usize) {
        let lists = counted_lists(body, params).into_iter();
        let laid = |(list, counters): (LocalId, Vec<Counter>)| {
            let first = coder.fresh(u32::try_from(counters.len()).unwrap_or(u32::MAX));
            (list, counters.into_iter().zip(first..).collect())
        };
        coder.counters = Counters::new(lists.map(laid).collect());
    }

    /// A statement that begins a list which is counted, or adds to it; gives whether it is one.
    pub(super) fn counted_stmt(&mut self, coder: &mut Coder, stmt: &Stmt) -> bool {
        if let Some(list) = list_begun(stmt).filter(|list| coder.counters.hold(*list)) {
            for (_, count) in coder.counters.of(list) {
                self.push(coder, Value::int(0));
                coder.op(Op::SetLocal(count));
            }
            return true;
        }
        let Some((list, value)) = number_added(stmt).filter(|(list, _)| coder.counters.hold(*list)) else {
            return false;
        };
        let added = coder.fresh(1);
        self.expr(coder, value);
        coder.op(Op::SetLocal(added));
        for (counter, count) in coder.counters.of(list) {
            self.counted(coder, (&counter, count), added);
        }
        coder.release(added);
        true
    }

    fn counted(&mut self, coder: &mut Coder, (counter, count): (&Counter, Ix), added: Ix) {
        let unless = match counter {
            Counter::All | Counter::Sum => None,
            Counter::Passing(_, item, condition) => {
                coder.ops([Op::Local(added), Op::SetLocal(item.0)]);
                self.expr(coder, condition);
                Some(coder.hole(JumpOp::SkipUnless(0)))
            }
            Counter::Same(number) => {
                coder.op(Op::Local(added));
                self.push(coder, Value::Number(*number));
                coder.op(Op::Compare(Compare::Equal));
                Some(coder.hole(JumpOp::SkipUnless(0)))
            }
        };
        if *counter == Counter::Sum {
            let sum = [Op::Local(count), Op::Local(added), Op::Arith(ArithOp::Add), Op::SetLocal(count)];
            coder.ops(sum);
        } else {
            self.count(coder, count, ArithOp::Add);
        }
        if let Some(hole) = unless {
            coder.fill(hole);
        }
    }

    /// A look at a list that is counted; gives whether an expression is one.
    pub(super) fn counted_look(&mut self, coder: &mut Coder, expr: &Expr) -> bool {
        if coder.counters.are_none() {
            return false;
        }
        let Some(look) = CounterLook::of(expr) else { return false };
        let counters = coder.counters.of(look.list);
        let Some((_, count)) = counters.into_iter().find(|(counter, _)| *counter == look.counter) else {
            return false;
        };
        coder.op(Op::Local(count));
        let against = match look.asked {
            OfCount::Number => return true,
            OfCount::IsNone => Compare::Equal,
            OfCount::IsSome => Compare::NotEqual,
        };
        self.push(coder, Value::int(0));
        coder.op(Op::Compare(against));
        true
    }
}
