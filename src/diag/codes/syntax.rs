//! Codes about reading the text.

use super::Code;

/// The text cannot be read here.
pub static UNEXPECTED: Code = Code {
    id: "TW0001",
    title: "the text cannot be read here",
    explain: "The reader met something that cannot stand at this place. The report lists what could stand there instead.",
    bad: "let x = * 3",
    good: "let x = 2 * 3",
};

/// The codes of this page, in order.
pub static ALL: &[&Code] = &[&UNEXPECTED];
