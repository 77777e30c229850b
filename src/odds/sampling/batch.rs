//! A batch of runs: what is to be sampled, and what came of it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashMap;

use crate::base::{Limits, stop};
use crate::engine::luck::Seed;
use crate::engine::{EntryPoint, State, StepsTaken};
use crate::plan::{CodeId, Op, Plan, PlayOp, Value};

/// What is to be sampled.
pub(crate) struct Sampling<'s> {
    /// The plan.
    pub plan: &'s Plan,
    /// The state that every run begins in.
    pub state: &'s State,
    /// What is run.
    pub entry: &'s EntryPoint,
    /// How many runs.
    pub runs: u64,
    /// What their luck is made from.
    pub seed: Seed,
    /// What each run may use.
    pub limits: &'s Limits,
    /// Set from outside to stop with what there is.
    pub interrupt: Option<Arc<AtomicBool>>,
}

impl Sampling<'_> {
    pub(super) fn is_stopped(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|flag| stop::is_set(flag))
    }
}

/// What came of the runs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Sampled {
    /// How often each value came up.
    pub counts: FxHashMap<Value, u64>,
    /// How many runs there were; fewer than asked for where it was stopped.
    pub runs: u64,
    /// The steps of procedures that some run took.
    pub steps: StepsTaken,
}

impl Sampled {
    /// Both batches as one.
    pub(super) fn with(self, other: Sampled) -> Sampled {
        let (mut into, from) =
            if self.counts.len() < other.counts.len() { (other, self) } else { (self, other) };
        into.counts.reserve(from.counts.len());
        for (value, count) in from.counts {
            *into.counts.entry(value).or_insert(0) += count;
        }
        into.runs += from.runs;
        into.steps.0.extend(from.steps.0);
        into
    }

    /// The steps that no run took, of those procedures that ran: `camp (travel)`.
    pub(crate) fn steps_missed(&self, plan: &Plan) -> Vec<String> {
        let mut ran: Vec<CodeId> = self.steps.0.iter().map(|(code, _)| *code).collect();
        ran.sort_unstable();
        ran.dedup();
        let mut missed = Vec::new();
        for id in ran {
            let code = plan.code(id);
            for (at, op) in (0u32..).zip(&code.ops) {
                if let Op::Play(PlayOp::StepBegin(name)) = op
                    && !self.steps.0.contains(&(id, at))
                    && let Some(name) = plan.texts.get(*name as usize)
                {
                    missed.push(format!("{name} ({})", code.name));
                }
            }
        }
        missed
    }
}
