//! Progress of long work: shown on a terminal after half a second, and taken away again.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::console::Console;
use super::door;
use crate::base::DEFAULT_SAMPLES;

/// How long work runs before anything is shown.
const PATIENCE: Duration = Duration::from_millis(500);

/// Counts pieces of work, and shows how many are done.
pub(crate) struct Meter {
    started: Instant,
    done: AtomicU64,
    bar: ProgressBar,
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
        Meter { started: Instant::now(), done: AtomicU64::new(0), bar }
    }

    /// What is told of pieces done, from any thread.
    pub(crate) fn tell(&self) -> impl Fn(u64) + Sync + '_ {
        move |pieces| {
            let done = self.done.fetch_add(pieces, Ordering::Relaxed) + pieces;
            if self.bar.is_finished() || self.started.elapsed() < PATIENCE {
                return;
            }
            if self.bar.is_hidden() {
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            self.bar.set_position(done);
        }
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
