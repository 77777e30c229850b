//! Where the values on a code's stack come from and where they go.

use super::stack_walk::StackWalk;
use super::{Code, Does, Ix, Plan};

/// For each step of a code, the steps that give what it takes, and those that take what it gives.
pub(crate) struct ValueFlow {
    steps: Vec<ValueStep>,
}

#[derive(Default)]
struct ValueStep {
    /// How high the stack is before the step.
    height: Option<u32>,
    /// Of each value that it takes, the lowest first, the steps that may have given it.
    givers: Vec<Vec<Ix>>,
    takers: Vec<Taker>,
}

/// A step that takes a value, and as which of its operands, counted from the lowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Taker {
    pub at: Ix,
    pub operand: u32,
}

impl Taker {
    /// The same step with the other of its two operands.
    pub(crate) fn other(self) -> Taker {
        Taker { operand: 1u32.saturating_sub(self.operand), ..self }
    }
}

impl ValueFlow {
    /// Follows a code; `None` where its stack is uneven.
    pub(crate) fn of(plan: &Plan, code: &Code) -> Option<ValueFlow> {
        let mut steps: Vec<ValueStep> = code.ops.iter().map(|_| ValueStep::default()).collect();
        let mut walk: StackWalk<Vec<Ix>> = StackWalk::begin();
        let meet = |mut some: Vec<Ix>, others: Vec<Ix>| {
            some.extend(others);
            some.sort_unstable();
            some.dedup();
            some
        };
        for (at, (op, step)) in (0u32..).zip(code.ops.iter().zip(&mut steps)) {
            let Some(height) = walk.come_to(at, meet) else { continue };
            let does: Does = op.does(plan);
            let taken = walk.take(does.takes);
            if does.given() > 0 {
                walk.give(vec![at]);
            }
            walk.lead(plan, does.leads, &taken, meet);
            step.height = u32::try_from(height).ok();
            step.givers = taken;
        }
        let mut taken: Vec<(Ix, Taker)> = Vec::new();
        for (at, step) in (0u32..).zip(&steps) {
            for (operand, givers) in (0u32..).zip(&step.givers) {
                taken.extend(givers.iter().map(|giver| (*giver, Taker { at, operand })));
            }
        }
        for (giver, taker) in taken {
            if let Some(step) = steps.get_mut(giver as usize) {
                step.takers.push(taker);
            }
        }
        (!walk.is_uneven()).then_some(ValueFlow { steps })
    }

    /// The steps that may give what a step takes.
    pub(crate) fn givers(&self, taker: Taker) -> &[Ix] {
        let step = self.steps.get(taker.at as usize);
        step.and_then(|step| step.givers.get(taker.operand as usize)).map_or(&[], Vec::as_slice)
    }

    /// The only step that gives what a step takes; `None` where ways meet in it.
    pub(crate) fn giver(&self, taker: Taker) -> Option<Ix> {
        if let [only] = self.givers(taker) { Some(*only) } else { None }
    }

    /// The steps that may take what a step gives.
    pub(crate) fn takers(&self, at: Ix) -> &[Taker] {
        self.steps.get(at as usize).map_or(&[], |step| &step.takers)
    }

    /// The only step that takes what a step gives.
    pub(crate) fn taker(&self, at: Ix) -> Option<Taker> {
        if let [only] = self.takers(at) { Some(*only) } else { None }
    }

    /// How high a value lies on the stack that a step takes.
    pub(crate) fn place(&self, taker: Taker) -> Option<u32> {
        let step = self.steps.get(taker.at as usize)?;
        let takes = u32::try_from(step.givers.len()).ok()?;
        (step.height? + taker.operand).checked_sub(takes)
    }
}
