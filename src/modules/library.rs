//! The shipped rule-sets. They are part of the program, and are read only when they are used.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashSet;

use crate::base::{SourceId, stop};
use crate::syntax;

/// A shipped rule-set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shipped {
    /// Its name, as `use` says it.
    pub name: &'static str,
    /// Its source.
    pub text: &'static str,
}

macro_rules! library {
    ($($name:literal),* $(,)?) => {
        /// Every shipped rule-set, by name.
        pub(crate) static LIBRARY: &[Shipped] = &[$(Shipped {
            name: $name,
            text: include_str!(concat!("../../library/", $name, ".tw")),
        }),*];
    };
}

library!(
    "delving",
    "dungeon_exploration",
    "dungeon_turn",
    "prelude",
    "safe_areas_and_rooms",
    "travel_and_time"
);

/// The rule-set that holds what the others share. It is for them, not for people.
pub(crate) const PRELUDE: &str = "prelude";

/// Whether a source of this name is one of the shipped rule-sets.
pub(crate) fn is_shipped(source: &str) -> bool {
    let name = source.strip_prefix("library/").and_then(|rest| rest.strip_suffix(".tw"));
    name.is_some_and(|name| shipped(name).is_some())
}

/// The shipped rule-set of this name.
pub(crate) fn shipped(name: &str) -> Option<&'static Shipped> {
    LIBRARY.iter().find(|shipped| shipped.name == name)
}

/// The shipped rule-sets in which this name can be rolled, called or run, as they are shipped. None where the reading
/// is interrupted.
pub(crate) fn shipped_with(name: &str) -> Vec<&'static str> {
    /// The names of each, which are read once: every key that is typed may ask for them.
    static NAMES: OnceLock<Vec<FxHashSet<Arc<str>>>> = OnceLock::new();
    let homes = |names: &[FxHashSet<Arc<str>>]| {
        let read = LIBRARY.iter().zip(names);
        read.filter(|(_, names)| names.contains(name)).map(|(shipped, _)| shipped.name).collect()
    };
    if let Some(names) = NAMES.get() {
        return homes(names);
    }
    let names: Vec<_> = LIBRARY.iter().map(rolled_names).collect();
    if stop::is_asked() { Vec::new() } else { homes(NAMES.get_or_init(|| names)) }
}

/// Where the shipped rule-sets have something of this name to roll: `delving.hazard`.
pub(crate) fn shipped_homes(name: &str) -> Vec<String> {
    shipped_with(name).into_iter().map(|home| format!("{home}.{name}")).collect()
}

/// What can be rolled, called or run of a shipped rule-set.
fn rolled_names(shipped: &Shipped) -> FxHashSet<Arc<str>> {
    let read = syntax::parse_file(SourceId(u32::MAX), shipped.text);
    read.file.items.iter().filter_map(|item| item.kind.rolled()).map(|name| Arc::clone(&name.text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_in_the_rule_sets_that_have_it() {
        assert!(shipped_with("hazard").contains(&"delving"));
        assert!(shipped_with("nobody_has_this").is_empty());
    }

    #[test]
    fn every_file_of_the_library_is_shipped() {
        let mut files: Vec<String> = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/library"))
            .unwrap()
            .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
            .filter_map(|name| name.strip_suffix(".tw").map(str::to_owned))
            .collect();
        files.sort_unstable();
        let shipped: Vec<&str> = LIBRARY.iter().map(|shipped| shipped.name).collect();
        assert_eq!(files, shipped);
    }
}
