//! The fence around memory. Somebody outside measures how much the process holds and raises the sign;
//! whoever works on something that may grow looks at it, and gives up in words.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the process held more than it may when it was measured last.
static FULL: AtomicBool = AtomicBool::new(false);
/// Measures anew.
static MEASURE: OnceLock<fn() -> bool> = OnceLock::new();

/// Lets `measure` say whether the process holds more than it may. The first one stays.
pub(crate) fn measure_by(measure: fn() -> bool) {
    // A second one would be that of another embedder in the same process.
    let _ = MEASURE.set(measure);
}

/// Measures, and raises or lowers the sign.
pub(crate) fn measure() -> bool {
    let full = MEASURE.get().is_some_and(|measure| measure());
    FULL.store(full, Ordering::Relaxed);
    full
}

/// Whether too much is held. Costs next to nothing while the sign is down; where it is up, it is measured
/// anew, because what was held may be gone.
pub(crate) fn is_full() -> bool {
    FULL.load(Ordering::Relaxed) && measure()
}
