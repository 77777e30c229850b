//! Which locals are still read later: the exact driver drops the others, so that equal states merge.

use super::{Code, Op, Plan};

/// For each step of a code, the locals whose values may still be read.
#[derive(Debug, Clone, Default)]
pub struct Live {
    at: Vec<u128>,
    all: bool,
}

const MOST: u32 = 128;

impl Live {
    /// Looks at a code once. Tables' own code and code with very many locals keep everything.
    pub fn of(plan: &Plan, code: &Code) -> Live {
        let keeps_all = code.locals > MOST || code.ops.iter().any(reads_frame);
        if keeps_all {
            return Live { at: Vec::new(), all: true };
        }
        let mut at = vec![0u128; code.ops.len() + 1];
        loop {
            let mut changed = false;
            for (pc, op) in code.ops.iter().enumerate().rev() {
                let mut live = 0;
                for next in successors(code, pc, op) {
                    live |= at.get(next).copied().unwrap_or(0);
                }
                let live = before(plan, op, live);
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
    pub fn is_live(&self, pc: u32, local: u32) -> bool {
        self.all || local >= MOST || self.at.get(pc as usize).is_none_or(|live| live & (1 << local) != 0)
    }
}

/// Steps that look at the frame as a whole.
fn reads_frame(op: &Op) -> bool {
    matches!(
        op,
        Op::RowSwitch(_)
            | Op::BuildRow(..)
            | Op::FindRow(_)
            | Op::HasRow(_)
            | Op::KeyHolds(..)
            | Op::DrawCard(_)
    )
}

fn successors(code: &Code, pc: usize, op: &Op) -> Vec<usize> {
    let next = pc + 1;
    match op {
        Op::Skip(to) | Op::LoopAgain(to) => vec![*to as usize],
        Op::SkipUnless(to) | Op::SkipIfPresent(to) | Op::EdgeEnd(to) => vec![next, *to as usize],
        Op::SkipIfSet { to, .. } => vec![next, *to as usize],
        Op::NextItem { exit, .. } | Op::CountDown { exit, .. } => vec![next, *exit as usize],
        Op::Return => Vec::new(),
        // Something that runs inside may unwind to this code's end.
        _ => vec![next, code.end as usize],
    }
}

/// What is live before a step, from what is live after it.
fn before(plan: &Plan, op: &Op, after: u128) -> u128 {
    let bit = |local: u32| 1u128 << local;
    match *op {
        Op::SetLocal(local) => after & !bit(local),
        Op::Local(local) | Op::SkipIfSet { local, .. } => after | bit(local),
        Op::NextItem { list, item, .. } => (after & !bit(item)) | bit(list) | bit(list + 1),
        Op::CountDown { count, .. } => after | bit(count),
        Op::Append { list, .. } => after | bit(list),
        // An answer that the caller gave.
        Op::Prompt(site) => {
            let given = plan.prompts.get(site as usize).and_then(|site| site.given);
            after | given.map_or(0, bit)
        }
        _ => after,
    }
}
