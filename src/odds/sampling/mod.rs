//! Batches of samples, the same for every number of threads.
//!
//! Where the exact distribution of what is asked is quick to work out, the runs are drawn from it, a
//! word of the batch's stream for each (see [`crate::dist::Alias`]). Texts made of rows and dice are made
//! without the machine (see [`Texts`]). Otherwise runs walk from draw to draw, and what lies between is run
//! once wherever it depends on little (see [`memo`]); what is known of that is laid out for many
//! runs at once (see [`compiled`]). Which way is taken depends on the question, the limits and the
//! number of runs alone.

mod batch;
mod compiled;
mod memo;
mod request;
mod runs;
mod texts;
mod transitions;
mod witness;

use rayon::prelude::*;

pub(crate) use self::batch::{Sampled, Sampling};
use self::runs::sample_runs;
pub(crate) use self::texts::Texts;
use self::texts::sample_texts;
use self::witness::sample_apart;
use super::exact::Exact;
use crate::base::Limits;
use crate::dist::{Alias, Dist};
use crate::engine::luck::{Seed, Seeded};
use crate::engine::{StepsTaken, Stop};
use crate::plan::{KeptParts, Value};

/// Draws in a piece of work; small enough that stopping is quick.
const DRAWS: u64 = 1 << 18;
/// Words made at once.
const WORDS: usize = 1 << 11;
/// Counts of the same place, so that one need not wait for the last.
const LANES: usize = 4;
/// An exact distribution is worth while if it has at most one outcome or state for so many runs...
const RUNS_PER_STATE: u64 = 16;
/// ...or one for so many runs and no more than are gone through in some hundredths of a second...
const RUNS_PER_QUICK_STATE: u64 = 4;
const QUICK_STATES: u64 = 1 << 15;
/// ...or so few that it costs next to nothing...
const FEW_STATES: u64 = 4_000;
/// ...and no more than memory has room for.
const MOST_STATES: u64 = 1_000_000;
/// More outcomes than this cannot be drawn from quickly.
const MOST_OUTCOMES: usize = 200_000;

/// How samples are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Route {
    /// Drawn from the exact distribution where that is soon worked out; else made without the machine
    /// where they are texts of rows and dice; else as runs that walk.
    #[default]
    Quickest,
    /// As runs that walk from draw to draw; what lies between is run once where it depends on little.
    Walks,
    /// As runs that take every step: the same runs, more slowly.
    Steps,
    /// As runs that take every step and throw every die by itself, sharing nothing with exact odds: the
    /// witness to hold them against. Other runs than those of the other routes.
    Apart,
}

/// Takes the samples. `progress` is told of runs done, from any thread.
///
/// # Errors
/// A run goes wrong or asks what nobody answers.
pub(crate) fn sample(
    work: &Sampling<'_>,
    route: Route,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Sampled, Stop> {
    match route {
        Route::Quickest => quickest(work, progress),
        Route::Walks => sample_runs(work, true, progress),
        Route::Steps => sample_runs(work, false, progress),
        Route::Apart => sample_apart(work, progress),
    }
}

fn quickest(work: &Sampling<'_>, progress: &(dyn Fn(u64) + Sync)) -> Result<Sampled, Stop> {
    if let Some((dist, steps)) = quick_distribution(work)
        && let Some(alias) = Alias::of(&dist)
    {
        return Ok(Sampled { steps, ..draw(work, &alias, &dist, progress) });
    }
    let code = work.entry.code;
    if Texts::are_made_by(work.plan.code(code))
        && let Some(texts) = Texts::of(work.plan, work.state, code, work.limits, work.interrupt.clone())
    {
        return Ok(sample_texts(work, &texts, progress));
    }
    sample_runs(work, true, progress)
}

/// The exact distribution, where it costs less than the runs would.
fn quick_distribution(work: &Sampling<'_>) -> Option<(Dist<Value>, StepsTaken)> {
    let quick = (work.runs / RUNS_PER_QUICK_STATE).min(QUICK_STATES);
    let states = (work.runs / RUNS_PER_STATE).max(quick).clamp(FEW_STATES, MOST_STATES);
    let limits = Limits {
        outcomes: work.limits.outcomes.min(states),
        steps: work.limits.steps.min(states),
        ..work.limits.clone()
    };
    let exact = Exact::new(&limits)
        .with_residual(Alias::RESIDUAL_BITS)
        .with_interrupt(work.interrupt.clone())
        .keeping(KeptParts { steps: true, ..KeptParts::default() });
    let dist = exact.distribution(work.plan, work.state, work.entry.clone()).ok()?;
    (dist.len() <= MOST_OUTCOMES).then(|| (dist, exact.steps_taken()))
}

fn draw(work: &Sampling<'_>, alias: &Alias, dist: &Dist<Value>, progress: &(dyn Fn(u64) + Sync)) -> Sampled {
    let places = alias.places();
    let none = || vec![0u64; places * LANES];
    let counts = (0..work.runs.div_ceil(DRAWS))
        .into_par_iter()
        .filter(|_| !work.is_stopped())
        .fold(none, |mut counts, piece| {
            let from = piece * DRAWS;
            let to = (from + DRAWS).min(work.runs);
            draw_piece(work.seed, alias, from..to, &mut counts);
            progress(to - from);
            counts
        })
        .reduce(none, |a, b| a.iter().zip(&b).map(|(a, b)| a + b).collect());
    let count = |place: usize| counts.iter().skip(place).step_by(places).sum::<u64>();
    let counts: Vec<u64> = (0..places).map(count).collect();
    let runs = counts.iter().sum();
    let outcomes = dist.outcomes().iter().zip(counts).filter(|(_, count)| *count > 0);
    Sampled {
        counts: outcomes.map(|((value, _), count)| (value.clone(), count)).collect(),
        runs,
        ..Sampled::default()
    }
}

/// Draws some runs: run `i` takes word `i` of the batch's stream, and where that lies just on the edge
/// between two outcomes, goes on with its own stream.
fn draw_piece(seed: Seed, alias: &Alias, runs: std::ops::Range<u64>, counts: &mut [u64]) {
    let mut luck = Seeded::one_word_each(seed, runs.start);
    let mut words = [0u32; WORDS];
    let mut run = runs.start;
    while run < runs.end {
        let count = usize::try_from(runs.end - run).unwrap_or(WORDS).min(WORDS);
        let Some(words) = words.get_mut(..count) else { break };
        luck.fill(words);
        for (nth, (word, run)) in words.iter().zip(run..).enumerate() {
            let place = alias.place(*word, || Seeded::stream(seed, run).long_word());
            if let Some(count) = counts.get_mut(place + nth % LANES * alias.places()) {
                *count += 1;
            }
        }
        run += count as u64;
    }
}

/// Between which bounds a probability lies that came up `hits` times in `runs`, at 95 in 100
/// (Wilson's interval).
pub(crate) fn interval(hits: u64, runs: u64) -> (f64, f64) {
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
