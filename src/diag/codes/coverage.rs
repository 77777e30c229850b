//! Codes about what a table's rows leave out of what its die can make.

use super::Code;

/// A result of the die has no row.
pub(crate) static GAP: Code = Code {
    id: "TW0250",
    title: "a result of the die has no row",
    explain: "The checker works out everything that the table's die can make, with all that callers say they add (`shift`), and looks for a row for each. Here some results have none, and a roll that gives one would stop the game. The report says which, and how often it would happen.",
    bad: "table mood rolls 2d6\n  2-6: calm\n  8-12: angry\nend table\n",
    good: "table mood rolls 2d6\n  2-7: calm\n  8-12: angry\nend table\n",
};

/// A row that no roll can reach.
pub(crate) static UNREACHABLE: Code = Code {
    id: "TW0251",
    title: "a row that no roll can reach",
    explain: "No result of the table's die picks this row. Either it is the wrong die, or modifiers are added to the roll: then declare them with `shift` on the table's line.",
    bad: "table mood rolls 2d6\n  1: furious\n  2-7: calm\n  8-12: angry\nend table\n",
    good: "table mood shift -1..+0 rolls 2d6\n  1: furious\n  2-7: calm\n  8-12: angry\nend table\n",
};

/// The codes of this page, in order.
pub(crate) static ALL: &[&Code] = &[&GAP, &UNREACHABLE];
