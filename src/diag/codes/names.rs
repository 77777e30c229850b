//! Codes about names.

use super::Code;

/// A word that is not defined.
pub(crate) static UNKNOWN: Code = Code {
    id: "TW0301",
    title: "a word that is not defined",
    explain: "Every word must name something: a table, a function, an option, a local name, or a word of the kind expected here. An undefined word is never taken as text; put text in quotes.",
    bad: "say hazrad",
    good: "say \"hazrad\"",
};

/// A name defined twice.
pub(crate) static DUPLICATE: Code = Code {
    id: "TW0302",
    title: "a name defined twice",
    explain: "In one file, a name can have only one definition; otherwise it would not be clear which is meant. In a session, a new definition takes the place of the old one.",
    bad: "fn price = 3\nfn price = 4",
    good: "fn price = 3\nfn cost = 4",
};

/// A name of several modules.
pub(crate) static AMBIGUOUS: Code = Code {
    id: "TW0303",
    title: "a name of several modules",
    explain: "A name from a used module can be written on its own as long as only one module has it. Here several do, so say which one you mean, with a dot.",
    bad: "use delving\nuse dungeon_turn\nsay hazard",
    good: "use delving\nuse dungeon_turn\nsay delving.hazard",
};

/// A part that does not exist.
pub(crate) static UNKNOWN_FIELD: Code = Code {
    id: "TW0304",
    title: "a part that does not exist",
    explain: "After a dot comes a column of a row, a field of a record, or a part of the result of a check or a procedure.",
    bad: "chart prices\n| thing | cost |\n|---|---|\n| rope | 1 |\nsay prices[rope].price",
    good: "chart prices\n| thing | cost |\n|---|---|\n| rope | 1 |\nsay prices[rope].cost",
};

/// A unit that does not exist.
pub(crate) static UNKNOWN_UNIT: Code = Code {
    id: "TW0305",
    title: "a unit that does not exist",
    explain: "A name right after a number, a die or a bracket is a unit. Time, feet, yards, miles, metres and pounds are built in; others are declared: `unit gp`, `unit turn = 10 minutes`.",
    bad: "say 3 furlongs",
    good: "unit furlong = 220 yd\nsay 3 furlongs",
};

/// A kind that does not exist.
pub(crate) static UNKNOWN_KIND: Code = Code {
    id: "TW0306",
    title: "a kind that does not exist",
    explain: "After `:` comes a kind: `number`, `text`, `yes_no`, `dice`, `table`, `list`, a range such as `0..10`, a unit, a ladder, words, a sheet, or a table.",
    bad: "keep lamps: nubmer = 3",
    good: "keep lamps: number = 3",
};

/// Nothing there to change.
pub(crate) static NOTHING_TO_CHANGE: Code = Code {
    id: "TW0307",
    title: "nothing there to change",
    explain: "`x = e` changes what exists; a new name is made with `let`, and what a campaign keeps with `keep`. `change` alters what was loaded, by its name.",
    bad: "torches = 3",
    good: "let torches = 3",
};

/// A name that is taken by the language.
pub(crate) static RESERVED: Code = Code {
    id: "TW0308",
    title: "a name that is taken by the language",
    explain: "Some names would be read as something else: `x` between numbers multiplies, so no unit can be called `x`.",
    bad: "unit x",
    good: "unit crate",
};

/// A name that a ladder or words have.
pub(crate) static KIND_NAME: Code = Code {
    id: "TW0309",
    title: "a name that a ladder or words have",
    explain: "What is kept needs a name of its own: `light` before a dot is the ladder, `light.bright`. Call what is kept by what it is: `keep lamp: light = bright`.",
    bad: "ladder light: bright > dim > out\nkeep light: light = bright",
    good: "ladder light: bright > dim > out\nkeep lamp: light = bright",
};

/// A row that does not exist.
pub(crate) static UNKNOWN_ROW: Code = Code {
    id: "TW0310",
    title: "a row that does not exist",
    explain: "A row is named by the bold text it begins with, else by its first result, without what is rolled in it: `{d4} wolves` is called `wolves`. A key is named as it is printed. No row of this table has the name.",
    bad: "table moods rolls d4\n  1-2: Calm\n  3-4: Angry\nend table\nsay moods is \"Cross\"",
    good: "table moods rolls d4\n  1-2: Calm\n  3-4: Angry\nend table\nsay moods is \"Angry\"",
};

/// An argument that is not asked for.
pub(crate) static UNKNOWN_ARGUMENT: Code = Code {
    id: "TW0311",
    title: "an argument with an unknown name",
    explain: "Arguments may be given by name, `cost(base = 3)`. The name must be one of the parameters, or for a procedure one of its prompts.",
    bad: "fn cost(base) = base * 2\nsay cost(bsae = 3)",
    good: "fn cost(base) = base * 2\nsay cost(base = 3)",
};

/// A name that may be a word or a condition.
pub(crate) static OR_CLASH: Code = Code {
    id: "TW0312",
    title: "a name that may be a word or a condition",
    explain: "`mood is calm or angry` lists words. Here the name after `or` is also a yes or no in reach, so the line is ambiguous. Brackets say which one is meant.",
    bad: "ladder light: bright > dim > out\nkeep lamp: light = bright\noption dim = no\nsay lamp is bright or dim",
    good: "ladder light: bright > dim > out\nkeep lamp: light = bright\noption dimmed = no\nsay (lamp is bright) or dimmed",
};

/// Something that cannot be changed.
pub(crate) static NOT_A_PLACE: Code = Code {
    id: "TW0313",
    title: "something that cannot be changed",
    explain: "Local names, what `keep` holds, and fields of records can be changed. Options are set where a rule-set is used; tables and procedures are altered by `change`; rows and other values are copies.",
    bad: "option pace = 3\npace = 4",
    good: "keep pace = 3\npace = 4",
};

/// A change that what is loaded cannot call.
pub(crate) static CHANGED_CALLS: Code = Code {
    id: "TW0314",
    title: "a change that takes other parameters",
    explain: "In a session, what is loaded has been read already, and calls the old definition. A function or procedure that takes its place must take the same parameters; new ones come last and have a default. In a file, `change` stands before all of it is read, and may change the parameters as well: then every call that no longer fits is reported.",
    bad: "",
    good: "",
};

/// A new name that hides the one that was to change.
pub(crate) static HIDDEN: Code = Code {
    id: "TW0315",
    title: "a new name that hides another one",
    explain: "`let` makes a new name, which ends with its block. `let total = total + d6` in a loop adds to a new `total` each time, and the one from before the loop stays as it is. To change that one, leave `let` out: `total = total + d6`, or `total += d6`.",
    bad: "procedure sum_up(n)\n  let total = 0\n  repeat n times\n    let total = total + d6\n  end repeat\n  return total\nend procedure",
    good: "procedure sum_up(n)\n  let total = 0\n  repeat n times\n    total = total + d6\n  end repeat\n  return total\nend procedure",
};

/// The name of a row where a table has that name, too.
pub(crate) static ROW_OR_TABLE: Code = Code {
    id: "TW0316",
    title: "a row that is called like a table",
    explain: "A name that holds a row of a table takes the names of that table's rows: they are not rolled. Where a table has the same name as such a row, it is easy to take one for the other. For the row, put its name in quotes; to roll on that table, let the name hold text from its beginning.",
    bad: "table dawn\n- rain\n- cloud\n\ntable cloud\n- cloud\n- sun\n\nprocedure day\n  let sky = dawn\n  sky = cloud\n  return sky\nend procedure",
    good: "table dawn\n- rain\n- cloud\n\ntable cloud\n- cloud\n- sun\n\nprocedure day\n  let sky = \"{dawn}\"\n  sky = \"{cloud}\"\n  return sky\nend procedure",
};

/// The codes of this page, in order.
pub(crate) static ALL: &[&Code] = &[
    &UNKNOWN,
    &DUPLICATE,
    &AMBIGUOUS,
    &UNKNOWN_FIELD,
    &UNKNOWN_UNIT,
    &UNKNOWN_KIND,
    &NOTHING_TO_CHANGE,
    &RESERVED,
    &KIND_NAME,
    &UNKNOWN_ROW,
    &UNKNOWN_ARGUMENT,
    &OR_CLASH,
    &NOT_A_PLACE,
    &CHANGED_CALLS,
    &HIDDEN,
    &ROW_OR_TABLE,
];
