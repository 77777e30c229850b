//! The one list of codes. A code never changes its meaning and is never used again for another.
//!
//! | codes | about |
//! |---|---|
//! | TW00nn | reading the text |
//! | TW01nn | files, modules, options |
//! | TW02nn | tables |
//! | TW03nn | names |
//! | TW04nn | kinds and units |
//! | TW05nn | dice |
//! | TW06nn | procedures, state, tests |
//! | TW07nn | what goes wrong while running |
//! | TW08nn | limits |

pub(crate) mod coverage;
pub(crate) mod dice;
pub(crate) mod files;
pub(crate) mod kinds;
pub(crate) mod limits;
pub(crate) mod names;
pub(crate) mod pools;
pub(crate) mod procedures;
pub(crate) mod running;
pub(crate) mod syntax;
pub(crate) mod tables;

/// A code with its explanation. `bad` is a small source that provokes it and `good` the same source
/// mended; both are run by the tests.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Code {
    /// `TW` and four digits.
    pub id: &'static str,
    /// The fault in a few words.
    pub title: &'static str,
    /// What it means, why it is so, and what to do, in Markdown.
    pub explain: &'static str,
    /// A source that provokes it; empty where a small source cannot.
    pub bad: &'static str,
    /// The same, mended.
    pub good: &'static str,
}

/// Every code, in order.
pub(crate) fn all() -> impl Iterator<Item = &'static Code> {
    [
        syntax::ALL,
        files::ALL,
        tables::ALL,
        coverage::ALL,
        names::ALL,
        kinds::ALL,
        dice::ALL,
        pools::ALL,
        procedures::ALL,
        running::ALL,
        limits::ALL,
    ]
    .into_iter()
    .flatten()
    .copied()
}

/// The code of this id, in any case, if there is one.
pub(crate) fn find(id: &str) -> Option<&'static Code> {
    all().find(|code| code.id.eq_ignore_ascii_case(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_stand_in_order_and_only_once() {
        let ids: Vec<&str> = all().map(|code| code.id).collect();
        let mut sorted = ids.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(ids, sorted);
    }
}
