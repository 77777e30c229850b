//! Batches: the same machine run many times, each run on a stream of its own, so that the result is
//! the same for every number of threads.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::base::Limits;
use crate::engine::luck::{Seed, Seeded};
use crate::engine::{Budget, Entry, Host, Machine, NoAnswers, NoLog, Oracle, State, Stop};
use crate::plan::{Plan, Value};

/// What is to be sampled.
pub struct Sampling<'s> {
    /// The plan.
    pub plan: &'s Plan,
    /// The state that every run begins in.
    pub state: &'s State,
    /// What is run.
    pub entry: &'s Entry,
    /// How many runs.
    pub runs: u64,
    /// What their luck is made from.
    pub seed: Seed,
    /// What each run may use.
    pub limits: &'s Limits,
    /// Set from outside to stop with what there is.
    pub interrupt: Option<std::sync::Arc<std::sync::atomic::AtomicBool>>,
}

/// What came of the runs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sampled {
    /// How often each value came up.
    pub counts: FxHashMap<Value, u64>,
    /// How many runs there were; fewer than asked for where it was stopped.
    pub runs: u64,
}

/// Runs in a piece of work; small enough that stopping is quick.
const CHUNK: u64 = 1024;

/// Runs the batch. `progress` is told of runs done, from any thread.
///
/// # Errors
/// A run goes wrong or asks what nobody answers.
pub fn sample(work: &Sampling<'_>, progress: &(dyn Fn(u64) + Sync)) -> Result<Sampled, Stop> {
    let chunks = work.runs.div_ceil(CHUNK);
    (0..chunks)
        .into_par_iter()
        .map(|chunk| {
            let from = chunk * CHUNK;
            let to = (from + CHUNK).min(work.runs);
            let counts = run_chunk(work, from..to)?;
            progress(counts.runs);
            Ok(counts)
        })
        .try_reduce(Sampled::default, |a, b| Ok(merged(a, b)))
}

fn run_chunk(work: &Sampling<'_>, runs: std::ops::Range<u64>) -> Result<Sampled, Stop> {
    let mut sampled = Sampled::default();
    let oracle = super::Exact::new(work.limits);
    let begun = Machine::begin(work.plan, work.state.clone(), work.entry.clone());
    for run in runs {
        let stop =
            work.interrupt.as_ref().is_some_and(|flag| flag.load(std::sync::atomic::Ordering::Relaxed));
        if stop {
            break;
        }
        let mut luck = Seeded::stream(work.seed, run);
        let mut answers = NoAnswers::default();
        let mut budget = Budget::new(work.limits);
        let mut log = NoLog;
        let oracle: &dyn Oracle = &oracle;
        let mut host = Host::new(&mut luck, &mut answers, &mut log, Some(oracle), &mut budget);
        let value = begun.clone().run(work.plan, &mut host)?;
        *sampled.counts.entry(value).or_insert(0) += 1;
        sampled.runs += 1;
    }
    Ok(sampled)
}

fn merged(mut a: Sampled, b: Sampled) -> Sampled {
    for (value, count) in b.counts {
        *a.counts.entry(value).or_insert(0) += count;
    }
    a.runs += b.runs;
    a
}

/// Between which bounds a probability lies that came up `hits` times in `runs`, at 95 in 100
/// (Wilson's interval).
pub fn interval(hits: u64, runs: u64) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    if runs == 0 {
        return (0.0, 1.0);
    }
    // Display only: the counts themselves stay exact.
    #[allow(clippy::cast_precision_loss)]
    let (n, p) = (runs as f64, hits as f64 / runs as f64);
    let centre = p + Z * Z / (2.0 * n);
    let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + Z * Z / n;
    (((centre - spread) / whole).max(0.0), ((centre + spread) / whole).min(1.0))
}
