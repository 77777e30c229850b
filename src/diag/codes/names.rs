//! Codes about names.

use super::Code;

/// A word that names nothing.
pub static UNKNOWN: Code = Code {
    id: "TW0301",
    title: "a word that names nothing",
    explain: "Every word must name something: a table, a function, an option, a local name, or a word of the kind expected at this place. A word that names nothing is never taken as text; text stands in quotes.",
    bad: "say hazrad",
    good: "say \"hazrad\"",
};

/// The codes of this page, in order.
pub static ALL: &[&Code] = &[&UNKNOWN];
