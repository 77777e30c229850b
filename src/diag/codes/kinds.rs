//! Codes about kinds and units.

use super::Code;

/// The wrong kind of value.
pub(crate) static WRONG: Code = Code {
    id: "TW0401",
    title: "the wrong kind of value",
    explain: "Every place holds a certain kind of value: a number, a text, a yes or no, a word of a ladder. The report says which kind is needed and which one is there.",
    bad: "if 3 then say \"yes\"",
    good: "if 3 > 2 then say \"yes\"",
};

/// Units that do not fit.
pub(crate) static UNITS: Code = Code {
    id: "TW0402",
    title: "units that do not fit",
    explain: "Quantities are added and compared only with quantities of a related unit. Feet and pounds have nothing in common, and a plain number is not a quantity. Units are related where they are declared: `unit turn = 10 minutes`.",
    bad: "say 30 ft + 2 lb",
    good: "say 30 ft + 2 yd",
};

/// Too few or too many arguments.
pub(crate) static ARGUMENTS: Code = Code {
    id: "TW0403",
    title: "too few or too many arguments",
    explain: "What is called must be given what it asks for: the arguments in order, or by name. Those with a default may be left out.",
    bad: "fn cost(base, rate) = base * rate\nsay cost(3)",
    good: "fn cost(base, rate) = base * rate\nsay cost(3, 2)",
};

/// Arguments for something that takes none.
pub(crate) static NOT_CALLED: Code = Code {
    id: "TW0404",
    title: "arguments for something that takes none",
    explain: "Functions, tables and procedures are called with arguments. Options, what `keep` holds, and local names are only mentioned.",
    bad: "option rate = 2\nsay rate(3)",
    good: "option rate = 2\nsay rate * 3",
};

/// A list is needed.
pub(crate) static NOT_A_LIST: Code = Code {
    id: "TW0405",
    title: "a list is needed",
    explain: "Lists, sets, parties, rosters and ranges have items. A single number or row does not.",
    bad: "say pick 3",
    good: "say pick [3, 4]",
};

/// A comparison that can never be true.
pub(crate) static NEVER_EQUAL: Code = Code {
    id: "TW0406",
    title: "a comparison that can never be true",
    explain: "The two sides are of different kinds, so they are never equal. Write numbers without quotes.",
    bad: "say d6 == \"six\"",
    good: "say d6 == 6",
};

/// Words compared with < or >.
pub(crate) static WORD_ORDER: Code = Code {
    id: "TW0407",
    title: "words compared with < or >",
    explain: "Words of a ladder have an order, but which of them is the greater could be read either way. `is dim or better` and `is tired or worse` say it plainly.",
    bad: "ladder light: bright > dim > out\nkeep lamp: light = bright\nsay lamp < light.dim",
    good: "ladder light: bright > dim > out\nkeep lamp: light = bright\nsay lamp is dim or worse",
};

/// An order where there is none.
pub(crate) static NO_LADDER: Code = Code {
    id: "TW0408",
    title: "comparing words that have no order",
    explain: "`or worse`, `or better`, `worsen` and `improve` need a ladder, whose words stand in order, best first. `words` have no order.",
    bad: "words deed: search | rest\nkeep last: deed = rest\nworsen last",
    good: "ladder light: bright > dim > out\nkeep lamp: light = bright\nworsen lamp",
};

/// A probability outside 0% to 100%.
pub(crate) static NO_PROBABILITY: Code = Code {
    id: "TW0410",
    title: "a probability outside 0% to 100%",
    explain: "A chance is at least 0% and at most 100%. `1 in 6` is one of six; the first number is at most the second.",
    bad: "say 7 in 6",
    good: "say 1 in 6",
};

/// A range of numbers that ends before it begins.
pub(crate) static REVERSED: Code = Code {
    id: "TW0411",
    title: "a range of numbers that ends before it begins",
    explain: "A range is written from its low end to its high end.",
    bad: "say 3 in 6..1",
    good: "say 3 in 1..6",
};

/// A division by nothing.
pub(crate) static DIVIDE_BY_ZERO: Code = Code {
    id: "TW0412",
    title: "a division by nothing",
    explain: "No number can be divided by 0.",
    bad: "say 3 / 0",
    good: "say 3 / 2",
};

/// `unique` without a table.
pub(crate) static UNIQUE: Code = Code {
    id: "TW0413",
    title: "`unique` without a table",
    explain: "`3 times rumors unique` draws rows of a table without repeating one. Numbers may repeat; there are no rows to keep apart.",
    bad: "say 3 times d6 unique",
    good: "table rumors\n- a light on the moor\n- a new well\n- a lost ox\nsay 2 times rumors unique",
};

/// Dice as what a sheet or a `keep` holds.
pub(crate) static KEPT_DICE: Code = Code {
    id: "TW0414",
    title: "dice where a value is kept",
    explain: "What a sheet or `keep` holds is a value, which is saved with the campaign. Dice would be rolled once, and their result kept. Keep how many sides they have, and roll them where they are used. Parameters and options may hold dice.",
    bad: "sheet hero\n  blade: dice = d8\nend sheet",
    good: "sheet hero\n  blade: number = 8\nend sheet\n\nfn hit(who: hero) = d(who.blade)",
};

/// The codes of this page, in order.
pub(crate) static ALL: &[&Code] = &[
    &WRONG,
    &UNITS,
    &ARGUMENTS,
    &NOT_CALLED,
    &NOT_A_LIST,
    &NEVER_EQUAL,
    &WORD_ORDER,
    &NO_LADDER,
    &NO_PROBABILITY,
    &REVERSED,
    &DIVIDE_BY_ZERO,
    &UNIQUE,
    &KEPT_DICE,
];
