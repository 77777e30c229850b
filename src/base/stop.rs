//! Whether somebody asked for what runs on this thread to stop. Whoever reads or checks much looks at the sign
//! now and then and gives up; what came of it until then is dropped by whoever asked for it.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that somebody outside sets.
pub(crate) type Sign = Arc<AtomicBool>;

thread_local! {
    static HEEDED: RefCell<Option<Sign>> = const { RefCell::new(None) };
}

/// Whether somebody has seen a sign that is set.
static HEARD: AtomicBool = AtomicBool::new(false);

/// Whether a sign is set; then whoever looks at it is about to stop in words.
pub(crate) fn is_set(sign: &AtomicBool) -> bool {
    let set = sign.load(Ordering::Relaxed);
    if set {
        HEARD.store(true, Ordering::Relaxed);
    }
    set
}

/// Whether what runs has seen that it is to stop.
pub(crate) fn is_heard() -> bool {
    HEARD.load(Ordering::Relaxed)
}

/// While this lives, a sign is heeded; then the one before it again.
#[must_use]
pub(crate) struct Heed {
    before: Option<Sign>,
}

impl Drop for Heed {
    fn drop(&mut self) {
        HEEDED.set(self.before.take());
    }
}

/// Heeds a sign on this thread. Without one, what runs here runs to its end.
pub(crate) fn heed(sign: Option<Sign>) -> Heed {
    Heed { before: HEEDED.replace(sign) }
}

/// The sign that is heeded on this thread, to hand it to another one.
pub(crate) fn heeded() -> Option<Sign> {
    HEEDED.with_borrow(Clone::clone)
}

/// Whether what runs on this thread is to stop.
pub(crate) fn is_asked() -> bool {
    HEEDED.with_borrow(|sign| sign.as_ref().is_some_and(|sign| is_set(sign)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_heeded_one_within_another() {
        let (outer, inner) = (Sign::default(), Sign::default());
        let within = heed(Some(Arc::clone(&outer)));
        {
            let _within = heed(Some(Arc::clone(&inner)));
            outer.store(true, Ordering::Relaxed);
            assert!(!is_asked());
            inner.store(true, Ordering::Relaxed);
            assert!(is_asked());
        }
        inner.store(false, Ordering::Relaxed);
        assert!(is_asked());
        drop(within);
        assert!(!is_asked());
    }
}
