//! Samples that are taken beside the search for exact odds, once that has taken a while. Whoever waits sees what they
//! say, and where no exact odds are found they are there.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::means::Means;
use super::odds::Odds;
use super::question::{Progress, Question};
use super::sampled::Sampler;
use crate::engine::Stop;

/// How long exact odds are looked for before samples are taken, too.
const PATIENCE: Duration = Duration::from_millis(200);
/// How often whoever waits for samples looks whether they are to stop.
const LOOK: Duration = Duration::from_millis(5);
/// One in so many runs is done first, for a first look, but not fewer than these.
const FIRST_LOOK: u64 = 50;
const FEWEST_LOOKED_AT: u64 = 100;

/// Looks for something; where that takes a while, samples are taken at the same time by what `sampler` makes, which
/// stops soon after a flag is set. They are given where what was found `lacks` odds and they had been begun.
pub(super) fn beside<'s, T>(
    sampler: impl FnOnce(Arc<AtomicBool>) -> Sampler<'s>,
    means: &Means,
    question: Question<'_>,
    search: impl FnOnce() -> T,
    lacks: impl FnOnce(&T) -> bool,
) -> (T, Option<Result<Odds, Stop>>) {
    let stop = Arc::new(AtomicBool::new(false));
    let sampler = sampler(Arc::clone(&stop));
    let (found_soon, is_over) = mpsc::channel::<()>();
    let (give, given) = mpsc::channel();
    thread::scope(|scope| {
        // Without a thread the samples are taken afterwards.
        let _ = thread::Builder::new().name("samples".to_owned()).spawn_scoped(scope, move || {
            if is_over.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                // Whoever has found exact odds by now listens no more.
                let _ = give.send(sampler.meanwhile(question));
            }
        });
        let found = search();
        drop(found_soon);
        if !lacks(&found) {
            stop.store(true, Ordering::Relaxed);
            return (found, None);
        }
        loop {
            match given.recv_timeout(LOOK) {
                Ok(samples) => return (found, Some(samples)),
                Err(RecvTimeoutError::Disconnected) => return (found, None),
                Err(RecvTimeoutError::Timeout) if means.is_to_stop() => stop.store(true, Ordering::Relaxed),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    })
}

impl Sampler<'_> {
    /// Samples, of which some are told of as soon as they are there.
    fn meanwhile(&self, question: Question<'_>) -> Result<Odds, Stop> {
        let runs = self.bearable_runs(question.prepared)?;
        let first = self.seen(question, (runs / FIRST_LOOK).max(FEWEST_LOOKED_AT).min(runs))?;
        match self.seen(question, runs) {
            Ok(all) if all.samples() < first.samples() => Ok(first),
            Err(Stop::Interrupted) => Ok(first),
            all => all,
        }
    }

    /// Samples, and whoever waits is told of them.
    fn seen(&self, question: Question<'_>, runs: u64) -> Result<Odds, Stop> {
        let odds = self.samples(question, runs)?;
        (question.tell)(Progress::SoFar(&self.inspect().in_parts(odds.clone())));
        Ok(odds)
    }
}
