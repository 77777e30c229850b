//! Progress of long work: shown on a terminal after half a second, and taken away again.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::console::Console;
use crate::base::DEFAULT_SAMPLES;

/// How long work runs before anything is shown.
const PATIENCE: Duration = Duration::from_millis(500);

/// Counts samples, and shows how many there are.
pub struct Meter {
    started: Instant,
    done: AtomicU64,
    bar: ProgressBar,
}

impl Meter {
    /// A meter for so many samples.
    pub fn new(samples: Option<u64>, console: &Console) -> Meter {
        let bar = ProgressBar::with_draw_target(
            Some(samples.unwrap_or(DEFAULT_SAMPLES)),
            ProgressDrawTarget::hidden(),
        );
        let shape = if console.err.ascii { "#>-" } else { "█▌ " };
        if let Ok(style) = ProgressStyle::with_template(
            "{bar:30} {pos} of {len} samples, {eta} left; Ctrl-C stops with what there is",
        ) {
            bar.set_style(style.progress_chars(shape));
        }
        if !std::io::stderr().is_terminal() || console.quiet {
            bar.finish();
        }
        Meter { started: Instant::now(), done: AtomicU64::new(0), bar }
    }

    /// What is told of samples taken, from any thread.
    pub fn tell(&self) -> impl Fn(u64) + Sync + '_ {
        move |samples| {
            let done = self.done.fetch_add(samples, Ordering::Relaxed) + samples;
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
