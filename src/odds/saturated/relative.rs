//! Counts of which only matters how far apart they are: two sides that gather points, and at the end who has more. They
//! stand as well for all others that are as far apart.

use rustc_hash::FxHashSet;

use super::traced::TracedCode;
use crate::plan::{Ix, Op, Taker};
use crate::syntax::ast::ArithOp;

/// Counts that are only held against each other.
pub(in crate::odds) struct Relative {
    locals: Vec<Ix>,
    /// Those of which more is looked at than how far apart they are in the end.
    compared: Vec<Ix>,
    /// For each step, whether none of them lies on the stack there, and none is set anew from there on while others are
    /// still held against it.
    may_settle: Vec<bool>,
}

/// More steps than that are not gone through from each of them.
const MOST_STEPS: usize = 400;
/// More counts than that are not held against each other.
const MOST_COUNTS: usize = 8;

impl Relative {
    /// The counts of a code of which this is true.
    pub(super) fn of(traced: &TracedCode<'_>) -> Vec<Relative> {
        if traced.code.ops.len() > MOST_STEPS || traced.code.loops.is_empty() {
            return Vec::new();
        }
        let mut known: Vec<(Ix, Vec<Ix>)> =
            (0..traced.code.locals).filter_map(|local| Some((local, others(traced, local)?))).collect();
        loop {
            let before = known.len();
            let locals: Vec<Ix> = known.iter().map(|(local, _)| *local).collect();
            known.retain(|(_, others)| others.iter().all(|other| locals.contains(other)));
            if known.len() == before {
                break;
            }
        }
        let mut all = Vec::new();
        while let Some((local, others)) = known.pop() {
            let (mut locals, mut open) = (vec![local], others);
            while let Some(other) = open.pop() {
                if let Some(at) = known.iter().position(|(known, _)| *known == other) {
                    locals.push(other);
                    open.extend(known.swap_remove(at).1);
                }
            }
            let counts = locals.iter().filter(|local| !traced.is_steady(**local)).count();
            if (2..=MOST_COUNTS).contains(&locals.len()) && counts > 1 {
                locals.sort_unstable();
                let free = |at: Ix| !lies_on_stack(traced, &locals, at) && lasts(traced, &locals, at);
                let may_settle = traced.steps().map(|(at, _)| free(at)).collect();
                let compared = locals.iter().copied().filter(|local| is_compared(traced, *local)).collect();
                all.push(Relative { locals, compared, may_settle });
            }
        }
        all
    }

    /// All that are compared, where a local is one of them.
    pub(super) fn compared_with(&self, local: Ix) -> Option<&[Ix]> {
        self.compared.contains(&local).then_some(&self.compared)
    }

    /// The locals that hold them.
    pub(in crate::odds) fn locals(&self) -> &[Ix] {
        &self.locals
    }

    /// Whether they may be put in place of others, as far apart, before a step.
    pub(super) fn may_settle(&self, pc: Ix) -> bool {
        self.may_settle.get(pc as usize).copied().unwrap_or(false)
    }
}

/// The locals that a local is held against, where it is nothing but counted and held against them.
#[expect(clippy::wildcard_enum_match_arm, reason = "whatever is not named may look at more")]
fn others(traced: &TracedCode<'_>, local: Ix) -> Option<Vec<Ix>> {
    let mut others = Vec::new();
    for read in traced.reads(local)? {
        for taker in traced.flow.takers(read).iter().filter(|taker| !traced.is_idle(**taker)) {
            let with = taker.other();
            match traced.op(taker.at)? {
                // What is doubled is no longer as far from the others as it was.
                Op::Arith(ArithOp::Add) if traced.may_take(with, local) => return None,
                Op::Arith(ArithOp::Add) if traced.becomes(taker.at, local) => {}
                Op::Arith(ArithOp::Subtract) if taker.operand == 0 && traced.becomes(taker.at, local) => {}
                op @ (Op::Compare(_) | Op::Arith(ArithOp::Subtract)) => {
                    let other = traced.local_taken(with).filter(|other| *other != local)?;
                    let first = if taker.operand == 0 { local } else { other };
                    let is_step = |set: &Taker| traced.op(set.at) == Some(&Op::SetLocal(first));
                    if !matches!(op, Op::Compare(_)) && traced.flow.takers(taker.at).iter().any(is_step) {
                        return None;
                    }
                    others.push(other);
                }
                _ => return None,
            }
        }
    }
    let is_set = |op: &Op| !op.does(traced.plan).locals.changes(local) || *op == Op::SetLocal(local);
    traced.code.ops.iter().all(is_set).then_some(others)
}

/// Whether a step sets a local to something that has nothing to do with what it was.
fn sets_anew(traced: &TracedCode<'_>, at: Ix, local: Ix) -> bool {
    let is_local = |at, operand| traced.local_taken(Taker { at, operand }) == Some(local);
    let giver = traced.flow.giver(Taker { at, operand: 0 });
    let goes_on = giver.is_some_and(|at| match traced.op(at) {
        Some(Op::Arith(ArithOp::Add)) => is_local(at, 0) || is_local(at, 1),
        // `own = other - own` does not.
        Some(Op::Arith(ArithOp::Subtract)) => is_local(at, 0),
        Some(_) | None => false,
    });
    traced.op(at) == Some(&Op::SetLocal(local)) && !goes_on
}

/// Whether a local is compared somewhere.
fn is_compared(traced: &TracedCode<'_>, local: Ix) -> bool {
    let mut compares = traced.steps().filter(|(_, op)| matches!(op, Op::Compare(_)));
    compares.any(|(at, _)| (0..2).any(|operand| traced.local_taken(Taker { at, operand }) == Some(local)))
}

/// Whether what a local held may lie on the stack before a step.
fn lies_on_stack(traced: &TracedCode<'_>, locals: &[Ix], at: Ix) -> bool {
    let reads = traced
        .steps()
        .take(at as usize)
        .filter(|(_, op)| matches!(op, Op::Local(local) if locals.contains(local)));
    reads.flat_map(|(read, _)| traced.flow.takers(read)).any(|taker| at <= taker.at)
}

/// Whether from a step on no local is set anew while others are held against it that still hold what they hold now.
fn lasts(traced: &TracedCode<'_>, locals: &[Ix], from: Ix) -> bool {
    let all: u32 = (0..).zip(locals).map(|(bit, _)| 1 << bit).sum();
    let mut open = vec![(from, all)];
    let mut seen: FxHashSet<(Ix, u32)> = FxHashSet::default();
    while let Some((at, mut held)) = open.pop() {
        let Some(op) = traced.op(at) else { continue };
        for (bit, local) in (0u32..).zip(locals) {
            if !sets_anew(traced, at, *local) {
                continue;
            }
            held &= !(1 << bit);
            let is_held =
                |(bit, other): (u32, &Ix)| held & (1 << bit) != 0 && traced.is_live_after(at, *other);
            if traced.is_live_after(at, *local) && (0u32..).zip(locals).any(is_held) {
                return false;
            }
        }
        for next in op.does(traced.plan).next(traced.plan, traced.code, at) {
            if held != 0 && seen.insert((next, held)) {
                open.push((next, held));
            }
        }
    }
    true
}
