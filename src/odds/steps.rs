//! Batches whose runs take every step, each run on a stream of its own.

use std::ops::Range;

use rayon::prelude::*;

use super::{Exact, Sampled, Sampling};
use crate::engine::luck::{Drawn, Made, Totals, Words};
use crate::engine::{Budget, Host, Machine, NoAnswers, NoLog, Stop};
use crate::plan::Value;

/// Runs in a piece of work; small enough that stopping is quick.
const CHUNK: u64 = 1024;

/// Runs the batch, step by step in every run. Pools of which only the total is wanted are drawn from
/// their exact distributions.
///
/// # Errors
/// A run goes wrong or asks what nobody answers.
pub fn sample_by_steps(work: &Sampling<'_>, progress: &(dyn Fn(u64) + Sync)) -> Result<Sampled, Stop> {
    let totals = Totals::of(work.plan);
    (0..work.runs.div_ceil(CHUNK))
        .into_par_iter()
        .map_init(
            || Runner::new(work, &totals),
            |runner, chunk| {
                let from = chunk * CHUNK;
                let counts = runner.run(from..(from + CHUNK).min(work.runs))?;
                progress(counts.runs);
                Ok(counts)
            },
        )
        .try_reduce(Sampled::default, |a, b| Ok(merged(a, b)))
}

/// What runs share that follow one another.
struct Runner<'w> {
    work: &'w Sampling<'w>,
    begun: Machine,
    machine: Machine,
    oracle: Exact,
    totals: &'w Totals,
    made: Made,
    budget: Budget,
}

impl<'w> Runner<'w> {
    fn new(work: &'w Sampling<'w>, totals: &'w Totals) -> Runner<'w> {
        let begun = Machine::begin(work.plan, work.state.clone(), work.entry.clone());
        let oracle = Exact::new(work.limits).with_interrupt(work.interrupt.clone());
        let budget = Budget { interrupt: work.interrupt.clone(), ..Budget::new(work.limits) };
        Runner { work, machine: begun.clone(), begun, oracle, totals, made: Made::default(), budget }
    }

    fn run(&mut self, runs: Range<u64>) -> Result<Sampled, Stop> {
        let mut sampled = Sampled::default();
        let mut words = Words::from(self.work.seed, runs.start);
        for _ in runs {
            if self.work.is_stopped() {
                break;
            }
            let value = match self.once(&mut words) {
                Ok(value) => value,
                // What there is so far is what was asked for.
                Err(Stop::Interrupted) => break,
                Err(stop) => return Err(stop),
            };
            *sampled.counts.entry(value).or_insert(0) += 1;
            sampled.runs += 1;
        }
        Ok(sampled)
    }

    fn once(&mut self, words: &mut Words) -> Result<Value, Stop> {
        self.machine.clone_from(&self.begun);
        self.budget.renew();
        words.next_run();
        let mut luck = Drawn::new(words, self.totals, &mut self.made);
        let mut answers = NoAnswers::default();
        let mut log = NoLog;
        let mut host = Host::new(&mut luck, &mut answers, &mut log, Some(&self.oracle), &mut self.budget);
        self.machine.run(self.work.plan, &mut host)
    }
}

fn merged(a: Sampled, b: Sampled) -> Sampled {
    let (mut into, from) = if a.counts.len() < b.counts.len() { (b, a) } else { (a, b) };
    for (value, count) in from.counts {
        *into.counts.entry(value).or_insert(0) += count;
    }
    into.runs += from.runs;
    into
}
