//! Progress of long work: shown on a terminal after half a second, and taken away again.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::console::Console;
use super::door;
use super::render::Style;
use super::render::summary::so_far;
use crate::base::DEFAULT_SAMPLES;
use crate::session::{OddsInParts, Progress};

/// How long work runs before it is shown how much of it is done.
const PATIENCE: Duration = Duration::from_millis(500);

/// Counts pieces of work, and shows how many are done, or what came of them.
pub(crate) struct Meter {
    started: Instant,
    done: AtomicU64,
    bar: ProgressBar,
    look: Style,
}

impl Meter {
    /// A meter for so many samples.
    pub(crate) fn new(samples: Option<u64>, console: &Console) -> Meter {
        let words = "{bar:30} {pos} of {len} samples, {eta} left; Ctrl-C stops with what there is";
        Meter::of(samples.unwrap_or(DEFAULT_SAMPLES), words, console)
    }

    /// A meter for so many entries of a journal that are done once more.
    pub(crate) fn of_journal(entries: usize, console: &Console) -> Meter {
        let words = "{bar:30} {pos} of {len} entries of the journal, {eta} left";
        Meter::of(u64::try_from(entries).unwrap_or(u64::MAX), words, console)
    }

    fn of(count: u64, words: &str, console: &Console) -> Meter {
        let bar = ProgressBar::with_draw_target(Some(count), ProgressDrawTarget::hidden());
        let shape = if console.err().ascii { "#>-" } else { "█▌ " };
        if let Ok(style) = ProgressStyle::with_template(words) {
            bar.set_style(style.progress_chars(shape));
        }
        if !door::err_is_terminal() || console.quiet {
            bar.finish();
        }
        Meter { started: Instant::now(), done: AtomicU64::new(0), bar, look: console.err() }
    }

    /// What is told while odds are worked out, from any thread.
    pub(crate) fn tell(&self) -> impl Fn(Progress<'_>) + Sync + '_ {
        |told| match told {
            Progress::Samples(samples) => self.are_done(samples),
            Progress::SoFar(odds) => self.say(odds),
        }
    }

    /// Counts pieces that are done.
    pub(crate) fn are_done(&self, pieces: u64) {
        let done = self.done.fetch_add(pieces, Ordering::Relaxed) + pieces;
        if self.is_seen() && self.started.elapsed() >= PATIENCE {
            self.appear();
            self.bar.set_position(done);
        }
    }

    /// Shows what samples say while exact odds are looked for.
    fn say(&self, odds: &OddsInParts) {
        if self.is_seen() {
            if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
                self.bar.set_style(style);
            }
            self.appear();
            self.bar.set_message(format!("{}; looking for exact odds", so_far(odds, self.look)));
            self.bar.tick();
        }
    }

    fn is_seen(&self) -> bool {
        !self.bar.is_finished()
    }

    fn appear(&self) {
        if self.bar.is_hidden() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
