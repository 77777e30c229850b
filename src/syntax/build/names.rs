//! Names as they are written: a name that stands in many places is held once.

use std::sync::Arc;

use rustc_hash::FxHashSet;

/// The names that stood in the source so far; of many, the latest.
#[derive(Debug, Default)]
pub(super) struct Names {
    seen: FxHashSet<Arc<str>>,
}

impl Names {
    /// The text of a name, shared with the places before where it stands.
    pub(super) fn shared(&mut self, name: &str) -> Arc<str> {
        /// What is defined once and mentioned nowhere is not to be held for long.
        const MOST: usize = 512;
        if let Some(known) = self.seen.get(name) {
            return Arc::clone(known);
        }
        if self.seen.len() >= MOST {
            self.seen.clear();
        }
        let text: Arc<str> = Arc::from(name);
        self.seen.insert(Arc::clone(&text));
        text
    }
}
