//! A code, and what is known of where its values go.

use crate::plan::{
    Code, CodeId, DiceOp, Ix, JumpOp, Live, Measured, Op, Plan, Reach, Slice, Taker, ValueFlow,
};

/// A code with the ways that its values take.
pub(super) struct TracedCode<'p> {
    pub(super) plan: &'p Plan,
    pub(super) slice: &'p Slice,
    pub(super) id: CodeId,
    pub(super) code: &'p Code,
    pub(super) flow: ValueFlow,
    live: Live,
    /// What it calls that may give any number.
    endless_calls: Vec<CodeId>,
}

impl<'p> TracedCode<'p> {
    /// Follows the values of a code; `None` where that cannot be done.
    pub(super) fn of(plan: &'p Plan, slice: &'p Slice, id: CodeId) -> Option<TracedCode<'p>> {
        let code = plan.code(id);
        let (flow, live) = (ValueFlow::of(plan, code)?, Live::of(plan, code));
        let endless_calls = endless_calls(plan, code);
        Some(TracedCode { plan, slice, id, code, flow, live, endless_calls })
    }

    pub(super) fn op(&self, at: Ix) -> Option<&'p Op> {
        self.code.ops.get(at as usize)
    }

    /// All steps, with their numbers.
    pub(super) fn steps(&self) -> impl Iterator<Item = (Ix, &'p Op)> + use<'p> {
        (0u32..).zip(&self.code.ops)
    }

    /// The number that a step gives, and its unit.
    pub(super) fn constant(&self, at: Ix) -> Option<Measured> {
        let Some(Op::Const(at)) = self.op(at) else { return None };
        self.plan.consts.get(*at as usize)?.measured()
    }

    /// The number that a step takes, and its unit.
    pub(super) fn constant_taken(&self, taker: Taker) -> Option<Measured> {
        self.constant(self.flow.giver(taker)?)
    }

    /// The local that a step takes.
    pub(super) fn local_taken(&self, taker: Taker) -> Option<Ix> {
        let Some(Op::Local(local)) = self.op(self.flow.giver(taker)?) else { return None };
        Some(*local)
    }

    /// Whether a step takes what a local holds, on one way at least.
    pub(super) fn may_take(&self, taker: Taker, local: Ix) -> bool {
        self.flow.givers(taker).iter().any(|at| self.op(*at) == Some(&Op::Local(local)))
    }

    /// Whether a local holds what it held when the code began, at every step.
    pub(super) fn is_steady(&self, local: Ix) -> bool {
        !self.code.ops.iter().any(|op| op.does(self.plan).locals.changes(local))
    }

    /// The steps that set a local; `None` where it is changed in another way, or may hold what it was handed.
    pub(super) fn setters(&self, local: Ix) -> Option<Vec<Ix>> {
        let changes = self.steps().filter(|(_, op)| op.does(self.plan).locals.changes(local));
        let sets = |(at, op): (Ix, &Op)| (*op == Op::SetLocal(local)).then_some(at);
        changes.map(sets).collect::<Option<Vec<Ix>>>().filter(|_| !self.live.is_live(0, local))
    }

    /// Whether a local may still be read after a step.
    pub(super) fn is_live_after(&self, at: Ix, local: Ix) -> bool {
        self.live.is_live(at + 1, local)
    }

    /// The steps that give a local where that makes a difference; `None` where others look at it, too.
    pub(super) fn reads(&self, local: Ix) -> Option<Vec<Ix>> {
        let mut reads = Vec::new();
        for (at, op) in self.steps() {
            let looks =
                op.does(self.plan).locals.read().is_none_or(|mut read| read.any(|read| read == local));
            if looks && self.slice.needs_local(self.id, at, local) && !self.is_left_out(at) {
                let Op::Local(_) = op else { return None };
                reads.push(at);
            }
        }
        Some(reads)
    }

    /// Whether a step belongs to a part of what the code gives that is not worked out, for nothing looks at it.
    fn is_left_out(&self, at: Ix) -> bool {
        let unread = self.slice.unread();
        let mut parts = self.code.cells.each().filter(|(first, part)| *first <= at && at < part.until);
        parts.any(|(first, _)| unread.blank_cell(self.id, *first).is_some())
    }

    /// Whether two steps of one expression take the same record.
    pub(super) fn is_same(&self, a: Taker, b: Taker) -> bool {
        let giver = |taker| self.flow.giver(taker);
        let (Some(a), Some(b)) = (giver(a), giver(b)) else { return false };
        let of = |at| Taker { at, operand: 0 };
        match (self.op(a), self.op(b)) {
            (Some(Op::Member(one)), Some(Op::Member(other))) => one == other && self.is_same(of(a), of(b)),
            (Some(one @ (Op::Local(_) | Op::Const(_) | Op::Global(_))), Some(other)) => one == other,
            (Some(_) | None, _) => false,
        }
    }

    /// Whether nothing comes of a value where a step takes it: it is only said, or it is a part of what the code gives
    /// that nothing looks at.
    pub(super) fn is_idle(&self, taker: Taker) -> bool {
        if self.code.told.at(taker.at).is_some() {
            return true;
        }
        let Some(Op::MakeParts(names)) = self.op(taker.at) else { return false };
        let names = self.plan.names.get(*names as usize);
        let name = names.and_then(|names| names.get(taker.operand as usize));
        self.is_returned(taker.at)
            && name.is_some_and(|name| !self.slice.looks_at_part(self.plan, self.id, name))
    }

    /// Whether what a step gives is what the code returns.
    fn is_returned(&self, at: Ix) -> bool {
        match self.op(at + 1) {
            Some(Op::Jump(JumpOp::Return)) => true,
            Some(Op::Jump(JumpOp::Skip(to))) => self.code.end > 0 && *to >= self.code.end,
            Some(_) | None => false,
        }
    }

    /// Whether what an arithmetic step gives is nothing but what a local becomes.
    pub(super) fn becomes(&self, at: Ix, local: Ix) -> bool {
        let takers = self.flow.takers(at);
        !takers.is_empty() && takers.iter().all(|set| self.op(set.at) == Some(&Op::SetLocal(local)))
    }

    /// Whether a step rolls what may come to any number.
    pub(super) fn is_endless(&self, op: &Op) -> bool {
        rolls_endless(self.plan, op)
            || called_code(self.plan, op).is_some_and(|called| self.endless_calls.contains(&called))
    }
}

/// What code calls in which dice are rolled without end.
fn endless_calls(plan: &Plan, code: &Code) -> Vec<CodeId> {
    let is_endless = |op: &Op| rolls_endless(plan, op);
    let mut endless: Vec<CodeId> = Vec::new();
    let mut known: Vec<CodeId> = Vec::new();
    for op in &code.ops {
        let Some(called) = called_code(plan, op) else { continue };
        if known.contains(&called) {
            continue;
        }
        known.push(called);
        if Reach::of(plan, [called]).codes().any(|code| plan.code(code).ops.iter().any(is_endless)) {
            endless.push(called);
        }
    }
    endless
}

/// The code of the function or procedure that a step calls.
pub(super) fn called_code(plan: &Plan, op: &Op) -> Option<CodeId> {
    if let Op::Jump(JumpOp::Call(called, _)) = op {
        return Some(*called);
    }
    let Op::Jump(JumpOp::Run(proc, _)) = op else { return None };
    Some(plan.procedure(*proc))
}

/// Whether a step throws dice that may come to any number.
pub(super) fn rolls_endless(plan: &Plan, op: &Op) -> bool {
    matches!(op, Op::Dice(DiceOp::Roll(pool)) if plan.pool(*pool).is_endless())
}
