//! The parts of a long text are read at the same time, on several threads.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::stack;
use crate::base::stop;

/// How many threads read a text: one, unless it is so long that it pays to begin more.
pub(super) fn threads(text: &str) -> usize {
    /// So many bytes take some milliseconds to read, and beginning a thread takes some hundredths of one.
    const SHARE: usize = 1 << 15;
    const MOST: usize = 8;
    let most = (text.len() / SHARE).min(MOST);
    if most < 2 { 1 } else { thread::available_parallelism().map_or(1, NonZeroUsize::get).min(most) }
}

/// Does each of so many parts of the work on a text, on so many threads; gives what came of them in order.
pub(super) fn all<T: Send>(
    text: &str,
    parts: usize,
    threads: usize,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    if threads < 2 || parts < 2 {
        return (0..parts).map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<T>>> = (0..parts).map(|_| Mutex::new(None)).collect();
    let some = || {
        while let nth = next.fetch_add(1, Ordering::Relaxed)
            && let Some(place) = done.get(nth)
        {
            let made = work(nth);
            if let Ok(mut place) = place.lock() {
                *place = Some(made);
            }
        }
    };
    with_more(threads - 1, text, &some);
    let done = done.into_iter().enumerate();
    done.map(|(nth, made)| made.into_inner().ok().flatten().unwrap_or_else(|| work(nth))).collect()
}

/// Does the same work on this thread and on so many more, as far as the system gives them.
fn with_more(more: usize, text: &str, work: &(impl Fn() + Sync)) {
    /// What the first thread of a program has, in bytes.
    const USUAL: usize = 8 << 20;
    let size = if stack::is_shallow(text) { USUAL } else { stack::LARGE };
    let sign = stop::heeded();
    thread::scope(|scope| {
        for _ in 0..more {
            let sign = sign.clone();
            let work = move || {
                let _heed = stop::heed(sign);
                work();
            };
            if thread::Builder::new().stack_size(size).spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_of_the_parts_stands_in_their_order() {
        for threads in 1..5 {
            for parts in 0..40 {
                let made = all("", parts, threads, |nth| nth * nth);
                assert_eq!(made, (0..parts).map(|nth| nth * nth).collect::<Vec<_>>());
            }
        }
    }
}
