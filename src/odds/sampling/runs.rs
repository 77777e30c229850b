//! Batches whose runs are taken by the machine, each run on a stream of its own.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::batch::{Sampled, Sampling};
use super::compiled::{RunTally, count_one};
use super::memo::MemoSampler;
use crate::engine::luck::{Drawn, PoolTotals, Totals, Words};
use crate::engine::{CommandBudget, Host, Machine, NoAnswers, Stop};
use crate::odds::exact::Exact;
use crate::odds::states::small;
use crate::plan::Value;

/// Runs in a piece of work; small enough that stopping is quick.
const CHUNK: u64 = 1024;

/// Runs the batch: step by step, or walking (see [`MemoSampler`]). Pools of which only the total is wanted are
/// drawn from their exact distributions.
///
/// # Errors
/// A run goes wrong or asks what nobody answers.
pub(super) fn sample_runs(
    work: &Sampling<'_>,
    walks: bool,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Sampled, Stop> {
    let totals = Totals::of(work.plan);
    let next = AtomicU64::new(0);
    let chunks = work.runs.div_ceil(CHUNK);
    // What a thread has learned it keeps to the end of the batch.
    let parts = rayon::broadcast(|_| {
        let mut runner = Runner::new(work, &totals, walks);
        loop {
            let chunk = next.fetch_add(1, Ordering::Relaxed);
            if chunk >= chunks {
                return Ok(runner.finish());
            }
            let from = chunk * CHUNK;
            let done = runner.run(from..(from + CHUNK).min(work.runs));
            // No other piece need be begun, but the first fault is the one that is told.
            progress(
                done.inspect_err(|_| next.store(chunks, Ordering::Relaxed)).map_err(|stop| (chunk, stop))?,
            );
        }
    });
    let mut sampled = Sampled::default();
    let mut fault: Option<(u64, Stop)> = None;
    for part in parts {
        match part {
            Ok(part) => sampled = sampled.with(part),
            Err((chunk, stop)) if fault.as_ref().is_none_or(|(first, _)| chunk < *first) => {
                fault = Some((chunk, stop));
            }
            Err(_) => {}
        }
    }
    fault.map_or(Ok(sampled), |(_, stop)| Err(stop))
}

/// What runs share that follow one another on a thread.
struct Runner<'w> {
    work: &'w Sampling<'w>,
    walk: Option<MemoSampler<'w>>,
    begun: Machine,
    machine: Machine,
    oracle: Exact,
    totals: &'w Totals,
    made: PoolTotals,
    budget: CommandBudget,
    sampled: Sampled,
    /// How often each numbered value came up.
    walked: Vec<u64>,
}

impl<'w> Runner<'w> {
    fn new(work: &'w Sampling<'w>, totals: &'w Totals, walks: bool) -> Runner<'w> {
        let begun = Machine::begin(work.plan, work.state.clone(), work.entry.clone());
        Runner {
            walk: walks.then(|| MemoSampler::new(work, totals)),
            machine: begun.clone(),
            begun,
            oracle: Exact::new(work.limits).with_interrupt(work.interrupt.clone()),
            totals,
            made: PoolTotals::default(),
            budget: CommandBudget { interrupt: work.interrupt.clone(), ..CommandBudget::new(work.limits) },
            sampled: Sampled::default(),
            walked: Vec::new(),
            work,
        }
    }

    /// Adds some runs; gives how many there were.
    fn run(&mut self, runs: Range<u64>) -> Result<u64, Stop> {
        let mut words = Words::from(self.work.seed, runs.start);
        let mut done = 0;
        for from in runs.clone().step_by(Words::RUNS) {
            let count = usize::try_from(runs.end - from).unwrap_or(Words::RUNS).min(Words::RUNS);
            words.next_runs();
            let (some, stopped) = self.run_some(&mut words, count)?;
            done += some as u64;
            if stopped {
                break;
            }
        }
        self.sampled.runs += done;
        Ok(done)
    }

    /// Adds the runs whose words are ready; gives how many there were, and whether somebody asked to stop.
    fn run_some(&mut self, words: &mut Words, count: usize) -> Result<(usize, bool), Stop> {
        if self.work.is_stopped() {
            return Ok((0, true));
        }
        let mut left = Vec::new();
        match &mut self.walk {
            Some(walk) => {
                let mut came = RunTally { counts: &mut self.walked, left: &mut left };
                walk.side_by_side(words, count, &mut came);
            }
            None => left.extend(0..count),
        }
        let mut done = count - left.len();
        for run in left {
            words.begin_again(run);
            match self.once(words) {
                Ok(()) => done += 1,
                // What there is so far is what was asked for.
                Err(Stop::Interrupted) => return Ok((done, true)),
                Err(stop) => return Err(stop),
            }
        }
        Ok((done, false))
    }

    fn once(&mut self, words: &mut Words) -> Result<(), Stop> {
        if let Some(walk) = &mut self.walk {
            if let Some(value) = walk.once(words)? {
                count_one(&mut self.walked, value as usize);
                return Ok(());
            }
            words.begin_again(words.run());
        }
        let value = self.step(words)?;
        *self.sampled.counts.entry(value).or_insert(0) += 1;
        Ok(())
    }

    fn step(&mut self, words: &mut Words) -> Result<Value, Stop> {
        self.machine.clone_from(&self.begun);
        self.budget.renew();
        let mut luck = Drawn::new(words, self.totals, &mut self.made);
        let mut answers = NoAnswers::default();
        let mut host =
            Host::new(&mut luck, &mut answers, &mut self.sampled.steps, Some(&self.oracle), &mut self.budget);
        self.machine.run(self.work.plan, &mut host)
    }

    fn finish(mut self) -> Sampled {
        self.count_walked();
        if let Some(walk) = &self.walk {
            self.sampled.steps.0.extend(&walk.log.0);
        }
        self.sampled
    }

    /// Numbered values are counted as what they are: once for all runs, for there may be nearly as many of them
    /// as there are runs in a piece.
    fn count_walked(&mut self) {
        let Some(walk) = &self.walk else { return };
        for (number, count) in self.walked.iter_mut().enumerate().filter(|(_, count)| **count > 0) {
            let value = walk.value(small(number));
            *self.sampled.counts.entry(value).or_insert(0) += std::mem::take(count);
        }
    }
}
