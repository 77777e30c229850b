//! Which locals are still read later: the exact driver drops the others, so that equal states merge.

use super::{Code, Does, Plan};

/// For each step of a code, the locals whose values may still be read.
#[derive(Debug, Clone, Default)]
pub(crate) struct Live {
    at: Vec<u128>,
    all: bool,
}

const MAX_LOCALS: u32 = 128;

impl Live {
    /// Looks at a code once. Tables' own code and code with very many locals keep everything.
    pub(crate) fn of(plan: &Plan, code: &Code) -> Live {
        let all = || Live { at: Vec::new(), all: true };
        if code.locals > MAX_LOCALS {
            return all();
        }
        let does: Vec<Does> = code.ops.iter().map(|op| op.does(plan)).collect();
        let next: Vec<Vec<u32>> = (0u32..).zip(&does).map(|(pc, does)| does.next(plan, code, pc)).collect();
        let mut at = vec![0u128; code.ops.len() + 1];
        loop {
            let mut changed = false;
            for (pc, (does, next)) in does.iter().zip(&next).enumerate().rev() {
                let mut live = 0;
                for next in next {
                    live |= at.get(*next as usize).copied().unwrap_or(0);
                }
                let Some(live) = before(does, live) else { return all() };
                if let Some(slot) = at.get_mut(pc)
                    && *slot != live
                {
                    *slot = live;
                    changed = true;
                }
            }
            if !changed {
                return Live { at, all: false };
            }
        }
    }

    /// Whether a local may still be read from this step on.
    pub(crate) fn is_live(&self, pc: u32, local: u32) -> bool {
        self.all
            || local >= MAX_LOCALS
            || self.at.get(pc as usize).is_none_or(|live| live & (1 << local) != 0)
    }
}

/// What is live before a step, from what is live after it; `None` where the step looks at all of them.
fn before(does: &Does, after: u128) -> Option<u128> {
    let bit = |local: u32| 1u128 << local;
    let set = does.locals.set().map_or(0, bit);
    Some(does.locals.read()?.fold(after & !set, |live, local| live | bit(local)))
}
