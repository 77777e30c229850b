//! The second witness: runs that share nothing with exact odds.
//!
//! Each run steps the machine as play does, and every die is thrown by itself, from a stream of the run's
//! own. No transition, no memo, no slice and no distribution of a pool is used, so that what is wrong with
//! any of these shows when both are held against each other. Only what a program itself asks for, such as
//! `chance(…)` in a condition, is worked out exactly.

use rayon::prelude::*;

use super::batch::{Sampled, Sampling};
use crate::engine::luck::Seeded;
use crate::engine::{CommandBudget, Host, Machine, NoAnswers, Stop};
use crate::odds::exact::Exact;

/// Runs in a piece of work; small enough that stopping is quick.
const CHUNK: u64 = 256;

/// Takes the samples.
///
/// # Errors
/// A run goes wrong or asks what nobody answers; of several, the first.
pub(super) fn sample_apart(work: &Sampling<'_>, progress: &(dyn Fn(u64) + Sync)) -> Result<Sampled, Stop> {
    let parts: Vec<Result<Sampled, Stop>> = (0..work.runs.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let from = chunk * CHUNK;
            let part = some(work, from, (from + CHUNK).min(work.runs))?;
            progress(part.runs);
            Ok(part)
        })
        .collect();
    let mut all = Sampled::default();
    for part in parts {
        all = all.with(part?);
    }
    Ok(all)
}

fn some(work: &Sampling<'_>, from: u64, to: u64) -> Result<Sampled, Stop> {
    let oracle = Exact::new(work.limits).with_interrupt(work.interrupt.clone());
    let mut budget = CommandBudget { interrupt: work.interrupt.clone(), ..CommandBudget::new(work.limits) };
    let mut sampled = Sampled::default();
    for run in from..to {
        if work.is_stopped() {
            break;
        }
        budget.renew();
        let mut machine = Machine::begin(work.plan, work.state.clone(), work.entry.clone());
        let mut luck = Seeded::stream(work.seed, run);
        let mut answers = NoAnswers::default();
        let mut host = Host::new(&mut luck, &mut answers, &mut sampled.steps, Some(&oracle), &mut budget);
        match machine.run(work.plan, &mut host) {
            Ok(value) => *sampled.counts.entry(value).or_insert(0) += 1,
            // What there is so far is what was asked for.
            Err(Stop::Interrupted) => break,
            Err(stop) => return Err(stop),
        }
        sampled.runs += 1;
    }
    Ok(sampled)
}
