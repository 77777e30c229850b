//! The one list of operators, which help, completion, the reference and the tests read.

use super::operator::About;
use super::ops;

/// Every operator, in the order of the reference.
pub(crate) static OPERATORS: [&About; 12] = [
    &ops::KEEP_HIGHEST,
    &ops::KEEP_LOWEST,
    &ops::DROP_HIGHEST,
    &ops::DROP_LOWEST,
    &ops::EXPLODE,
    &ops::COMPOUND,
    &ops::PENETRATE,
    &ops::REROLL,
    &ops::REROLL_ONCE,
    &ops::COUNT,
    &ops::MIN,
    &ops::MAX,
];

/// The operator that is written so, here or elsewhere, in capitals or not.
pub(crate) fn operator(spelling: &str) -> Option<&'static About> {
    OPERATORS.into_iter().find(|about| about.is_spelled(spelling))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_has_each_operator() {
        let reference = include_str!("../../docs/reference.md");
        let is_told = |symbol: &str| {
            reference.split(&format!("`{symbol}")).skip(1).any(|rest| !rest.starts_with(char::is_alphabetic))
        };
        let missing: Vec<_> = OPERATORS.iter().map(|about| about.symbol).filter(|of| !is_told(of)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn each_spelling_is_that_of_one_operator() {
        let spellings = |about: &About| {
            let others = about.aliases.iter().map(|alias| alias.spelling);
            std::iter::once(about.symbol).chain(others).collect::<Vec<_>>()
        };
        let mut all: Vec<_> = OPERATORS.iter().flat_map(|about| spellings(about)).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
