//! Numbers with what they count.

use std::fmt::Display;

/// A number with what it counts, by the word for one: `1 state`, `3 states`.
pub(crate) fn counted<N: Display + PartialEq + From<u8>>(count: N, one: &str) -> String {
    let many = if count == N::from(1) { "" } else { "s" };
    format!("{count} {one}{many}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_no_plural() {
        assert_eq!([0_usize, 1, 2].map(|count| counted(count, "state")), ["0 states", "1 state", "2 states"]);
    }
}
