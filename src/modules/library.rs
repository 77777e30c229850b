//! The shipped rule-sets. They are part of the program, and are read only when they are used.

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

#[cfg(test)]
mod tests {
    use super::*;

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
