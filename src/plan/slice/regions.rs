//! What a condition decides over: the steps between it and the place where its ways have met again.

use crate::plan::{Code, Op, Plan};

/// The steps that another decides over.
#[derive(Debug, Clone, Copy)]
pub(super) struct Region {
    /// The step that decides.
    pub(super) by: u32,
    pub(super) from: u32,
    /// Where its ways have met.
    pub(super) until: u32,
}

/// For each step of a code, the steps at which it was decided whether it is taken.
pub(super) struct Regions {
    within: Vec<Vec<u32>>,
    all: Vec<Region>,
    /// The steps that decide whether a loop goes round again.
    pub(super) loops: Vec<u32>,
}

impl Regions {
    pub(super) fn of(plan: &Plan, code: &Code) -> Regions {
        let within = vec![Vec::new(); code.ops.len()];
        let mut regions = Regions { within, all: Vec::new(), loops: Vec::new() };
        for (by, op) in (0u32..).zip(&code.ops) {
            let Some(to) = far_end(plan, op) else { continue };
            let (region, goes_round) = region(plan, code, by, to);
            for inner in
                regions.within.get_mut(region.from as usize..region.until as usize).into_iter().flatten()
            {
                inner.push(by);
            }
            regions.all.push(region);
            if goes_round {
                regions.loops.push(by);
            }
        }
        regions
    }

    /// The regions that a step lies in.
    pub(super) fn holding(&self, at: u32) -> impl Iterator<Item = &Region> {
        self.all.iter().filter(move |region| region.from <= at && at < region.until)
    }

    /// What decides whether a step is taken.
    pub(super) fn around(&self, at: u32) -> &[u32] {
        self.within.get(at as usize).map_or(&[], Vec::as_slice)
    }
}

/// The furthest that a step with several ways leads.
fn far_end(plan: &Plan, op: &Op) -> Option<u32> {
    match op {
        Op::SkipUnless(to)
        | Op::SkipIfPresent(to)
        | Op::SkipIfSet { to, .. }
        | Op::NextItem { exit: to, .. }
        | Op::CountDown { exit: to, .. } => Some(*to),
        Op::RowSwitch(table) => plan.tables.get(table.index())?.row_starts.iter().max().copied(),
        _ => None,
    }
}

/// The steps from `by` to `to`, and further to wherever steps among them lead; with those of a loop that
/// ends there. Says whether there is such a loop.
fn region(plan: &Plan, code: &Code, by: u32, to: u32) -> (Region, bool) {
    let end = u32::try_from(code.ops.len()).unwrap_or(u32::MAX);
    let mut region = Region { by, from: by + 1, until: to.max(by + 1) };
    let mut goes_round = false;
    let mut next = region.from;
    while next < region.until {
        let leads_to = match code.ops.get(next as usize) {
            Some(Op::Skip(to)) => *to,
            Some(Op::Return) => end,
            Some(Op::LoopAgain(start)) => {
                if *start <= by {
                    region.from = region.from.min(*start);
                    goes_round = true;
                }
                0
            }
            Some(op) => far_end(plan, op).unwrap_or(0),
            None => break,
        };
        region.until = region.until.max(leads_to);
        next += 1;
    }
    region.until = region.until.min(end);
    (region, goes_round)
}
