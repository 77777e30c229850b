//! Watches over the process from a thread of its own: how much memory it holds, how long it runs, and
//! whether somebody pressed Ctrl-C. What works looks at the signs that are raised here and stops in words;
//! where nothing looks in time, the process ends.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::Thread;
use std::time::{Duration, Instant};

use super::app::{AppError, Exit};
use super::terminal;
use crate::base::{memory, stop};

/// How often the watch looks.
const LOOK: Duration = Duration::from_millis(5);
/// How long a command may take to notice Ctrl-C. One that works where nothing looks, and so has nothing to
/// show, ends then.
const NOTICE: Duration = Duration::from_millis(50);
/// How long it may take to say what it has, once it has noticed, and to write a file to its end.
const GRACE: Duration = Duration::from_millis(500);
/// Bytes beyond the limit at which the process ends, whatever it is doing.
const BEYOND: u64 = 80 << 20;

/// Bytes beyond the limit at which what gives way is asked to.
const GIVING_WAY: u64 = 20 << 20;

/// The limit in force, in bytes.
static LIMIT: AtomicU64 = AtomicU64::new(u64::MAX);
/// Whether nothing runs, because somebody is asked.
static RESTS: AtomicBool = AtomicBool::new(false);
/// Whether the time that was given is over.
static LATE: AtomicBool = AtomicBool::new(false);
/// How many files are being written.
static WRITES: AtomicUsize = AtomicUsize::new(0);
static WATCH: OnceLock<Thread> = OnceLock::new();
/// What gives way, if something does.
static GIVES_WAY: Mutex<Option<Yielding>> = Mutex::new(None);
/// The flag that Ctrl-C sets, where the command is over when it is pressed.
static ENDS_BY: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Begins to watch, with a limit in bytes and perhaps one in seconds.
pub(crate) fn begin(bytes: u64, seconds: Option<f64>) {
    LIMIT.store(bytes, Ordering::Relaxed);
    memory::measure_by(|| held() > LIMIT.load(Ordering::Relaxed));
    let end = seconds.filter(|seconds| seconds.is_finite() && *seconds > 0.0).map(|seconds| {
        let span = Duration::from_secs_f64(seconds.min(1e9));
        (Instant::now() + span, seconds)
    });
    let started = std::thread::Builder::new().name("watch".to_owned()).spawn(move || watch(end));
    // Without a thread there is no fence; everything else works.
    if let Ok(started) = started {
        let _ = WATCH.set(started.thread().clone());
        terminal::set_watched();
    }
}

/// Ends the process soon after this flag is set, where what runs does not do so itself.
pub(crate) fn end_by(flag: &Arc<AtomicBool>) {
    let _ = ENDS_BY.set(Arc::clone(flag));
}

/// Work that stops where it needs more memory than it may, without the process ending with it.
struct Yielding {
    stop: Arc<AtomicBool>,
    asked: bool,
}

/// Does a piece of work that stops soon after this flag is set, and drops what it has. The flag is set where more
/// memory is held than may be: then the second part of the answer is true, and whoever began the work goes on.
pub(crate) fn giving_way<T>(stop: &Arc<AtomicBool>, work: impl FnOnce() -> T) -> (T, bool) {
    let put = |new| std::mem::replace(&mut *GIVES_WAY.lock().unwrap_or_else(PoisonError::into_inner), new);
    let before = put(Some(Yielding { stop: Arc::clone(stop), asked: false }));
    let done = work();
    (done, put(before).is_some_and(|work| work.asked))
}

/// Asks what gives way to stop.
fn ask_to_give_way() {
    let mut gives_way = GIVES_WAY.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(work) = gives_way.as_mut().filter(|work| !work.asked) {
        work.asked = true;
        work.stop.store(true, Ordering::Relaxed);
    }
}

/// What is said where more memory is needed than there may be.
pub(crate) fn too_much_memory() -> String {
    let limit = LIMIT.load(Ordering::Relaxed) >> 20;
    format!("stopped: more memory is needed than a command may take ({limit} MiB, TW0817)")
}

/// What is written here is written to its end, unless that takes long.
pub(crate) fn writing<T>(write: impl FnOnce() -> T) -> T {
    WRITES.fetch_add(1, Ordering::Relaxed);
    let written = write();
    WRITES.fetch_sub(1, Ordering::Relaxed);
    written
}

/// How long after a stop was asked for the process ends.
fn grace() -> Duration {
    if stop::is_heard() || WRITES.load(Ordering::Relaxed) > 0 { GRACE } else { NOTICE }
}

/// While somebody is asked, nothing needs watching.
pub(crate) fn resting<T>(ask: impl FnOnce() -> T) -> T {
    RESTS.store(true, Ordering::Relaxed);
    let answer = ask();
    RESTS.store(false, Ordering::Relaxed);
    if let Some(watch) = WATCH.get() {
        watch.unpark();
    }
    answer
}

fn watch(end: Option<(Instant, f64)>) {
    let mut asked: Option<Instant> = None;
    loop {
        match RESTS.load(Ordering::Relaxed) {
            true => std::thread::park_timeout(Duration::from_millis(250)),
            false => std::thread::sleep(LOOK),
        }
        terminal::heed_end();
        let now = Instant::now();
        if let Some((end, seconds)) = end.filter(|(end, _)| now >= *end) {
            match ENDS_BY.get().filter(|_| now < end + grace()) {
                // What was sampled so far may still be shown.
                Some(flag) => {
                    LATE.store(true, Ordering::Relaxed);
                    flag.store(true, Ordering::Relaxed);
                }
                None => quit(&late(seconds), Exit::Limit),
            }
        }
        let limit = LIMIT.load(Ordering::Relaxed);
        if memory::measure() {
            let held = held();
            if held > limit.saturating_add(BEYOND) {
                quit(&too_much_memory(), Exit::Limit);
            }
            if held > limit.saturating_add(GIVING_WAY) {
                ask_to_give_way();
            }
        }
        if ENDS_BY.get().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            let since = *asked.get_or_insert(now);
            if now.duration_since(since) >= grace() && !LATE.load(Ordering::Relaxed) {
                quit("stopped before the end (TW0727)", Exit::Interrupted);
            }
        }
    }
}

fn late(seconds: f64) -> String {
    format!("stopped after {seconds} seconds, as `--timeout` says")
}

/// What to say where the command was stopped because its time was over.
pub(crate) fn was_late(seconds: Option<f64>) -> Option<AppError> {
    let seconds = seconds.filter(|_| LATE.load(Ordering::Relaxed))?;
    Some(AppError::Late { what: late(seconds) })
}

fn quit(what: &str, exit: Exit) -> ! {
    super::door::remark(&format!("error: {what}\n"), false);
    leave(exit)
}

/// Ends the process as it is, where nothing is left to say.
pub(crate) fn leave(exit: Exit) -> ! {
    std::process::exit(i32::from(exit.code()));
}

/// Bytes of memory that the process holds; 0 where the system does not say.
fn held() -> u64 {
    memory_stats::memory_stats().map_or(0, |stats| u64::try_from(stats.physical_mem).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_gives_way_is_asked_to() {
        let (outer, inner) = (Arc::<AtomicBool>::default(), Arc::<AtomicBool>::default());
        ask_to_give_way();
        let ((), outer_full) = giving_way(&outer, || {
            let ((), inner_full) = giving_way(&inner, ask_to_give_way);
            assert!(inner_full && inner.load(Ordering::Relaxed));
        });
        ask_to_give_way();
        assert!(!outer_full && !outer.load(Ordering::Relaxed));
    }
}
