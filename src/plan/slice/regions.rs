//! What a condition decides over: the steps between it and the place where its ways have met again.

use crate::plan::{Code, Leads, Plan};

/// The steps that another decides over.
#[derive(Debug, Clone, Copy)]
pub(super) struct Region {
    /// The step that decides.
    pub(super) by: u32,
    pub(super) from: u32,
    /// Where its ways have met.
    pub(super) until: u32,
    /// Whether it decides whether a loop goes round again.
    pub(super) goes_round: bool,
}

/// The regions of a code, one inside another. All go by loops and conditions, so that none overlaps the end of
/// another; what lies before its step belongs to a loop, whose end always makes a difference.
pub(super) struct Regions {
    /// For each step that decides, its region.
    by_step: Vec<Option<Region>>,
    /// For each step, the innermost step before it that decides over it.
    inner: Vec<Option<u32>>,
    /// Those that begin before their step, as a loop does whose condition stands within it.
    loops: Vec<Region>,
}

impl Regions {
    pub(super) fn of(plan: &Plan, code: &Code) -> Regions {
        let mut regions =
            Regions { by_step: vec![None; code.ops.len()], inner: Vec::new(), loops: Vec::new() };
        // From the last on, so that a region skips over those inside it.
        for (at, op) in code.ops.iter().enumerate().rev() {
            let region =
                far_end(plan, op.does(plan).leads).map(|to| regions.region(plan, code, small(at), to));
            if let Some(slot) = regions.by_step.get_mut(at) {
                *slot = region;
            }
        }
        regions.inner = regions.innermost();
        let all = regions.by_step.iter().flatten();
        regions.loops = all.filter(|region| region.from <= region.by).copied().collect();
        regions
    }

    /// The steps from `by` to `to`, and further to wherever steps among them lead; with those of a loop that
    /// ends there.
    fn region(&self, plan: &Plan, code: &Code, by: u32, to: u32) -> Region {
        let end = small(code.ops.len());
        let mut region = Region { by, from: by + 1, until: to.max(by + 1), goes_round: false };
        let mut next = region.from;
        while next < region.until {
            let mut back = None;
            let Some(op) = code.ops.get(next as usize) else { break };
            let (leads_to, then) = match self.at(next) {
                Some(inner) => {
                    back = inner.goes_round.then_some(inner.from);
                    (inner.until, inner.until.max(next + 1))
                }
                None => match op.does(plan).leads {
                    Leads::To(to) => (to, next + 1),
                    Leads::Return => (end, next + 1),
                    Leads::Back(start) => {
                        back = Some(start);
                        (0, next + 1)
                    }
                    leads @ (Leads::Either(_) | Leads::EitherKeeping(_) | Leads::ToRow(_)) => {
                        (far_end(plan, leads).unwrap_or(0), next + 1)
                    }
                    Leads::On | Leads::Twice(_) | Leads::Nowhere => (0, next + 1),
                },
            };
            if let Some(start) = back.filter(|start| *start <= by) {
                region.from = region.from.min(start);
                region.goes_round = true;
            }
            region.until = region.until.max(leads_to);
            next = then;
        }
        region.until = region.until.min(end);
        region
    }

    fn innermost(&self) -> Vec<Option<u32>> {
        let mut open: Vec<Region> = Vec::new();
        let mut inner = Vec::with_capacity(self.by_step.len());
        for (at, here) in (0u32..).zip(&self.by_step) {
            while open.last().is_some_and(|region| region.until <= at) {
                open.pop();
            }
            inner.push(open.last().map(|region| region.by));
            open.extend(here);
        }
        inner
    }

    /// The region of a step that decides.
    pub(super) fn at(&self, step: u32) -> Option<Region> {
        self.by_step.get(step as usize).copied().flatten()
    }

    /// The innermost step that decides whether a step is taken. Others decide over that one.
    pub(super) fn around(&self, step: u32) -> Option<u32> {
        self.inner.get(step as usize).copied().flatten()
    }

    /// The regions that a step lies in.
    pub(super) fn holding(&self, step: u32) -> impl Iterator<Item = Region> {
        let outwards = |by: &u32| self.around(*by);
        let before = std::iter::successors(self.around(step), outwards).filter_map(|by| self.at(by));
        let round = self.loops.iter().filter(move |region| region.from <= step && step <= region.by);
        before.chain(round.copied())
    }
}

/// The furthest that a step with several ways leads.
fn far_end(plan: &Plan, leads: Leads) -> Option<u32> {
    match leads {
        Leads::Either(to) | Leads::EitherKeeping(to) => Some(to),
        Leads::ToRow(table) => plan.tables.get(table.index())?.row_starts.iter().max().copied(),
        Leads::On | Leads::To(_) | Leads::Twice(_) | Leads::Back(_) | Leads::Return | Leads::Nowhere => None,
    }
}

fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
