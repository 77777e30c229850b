//! Codes about files, modules and options.

use super::Code;

/// A file that is not there.
pub(crate) static MISSING: Code = Code {
    id: "TW0101",
    title: "a file that is not there",
    explain: "`use \"name.tw\"` reads a file in the same folder. The path is written with `/` on every system, and upper and lower case count.",
    bad: "use \"no_such_file.tw\"",
    good: "use delving",
};

/// A file outside the script's folder.
pub(crate) static OUTSIDE: Code = Code {
    id: "TW0102",
    title: "a file outside the script's folder",
    explain: "A script that somebody gave you must not be able to look around on your disk. So it reads only files in the folder of the script that was started, and below it. Links that lead out of the folder are refused too.",
    bad: "use \"/tables.tw\"",
    good: "use delving",
};

/// A file that cannot be read.
pub(crate) static UNREADABLE: Code = Code {
    id: "TW0103",
    title: "a file that cannot be read",
    explain: "The path names a folder, a device, or a file that the system does not let you read. Only regular files are sources.",
    bad: "",
    good: "use delving",
};

/// A file that is not text.
pub(crate) static NOT_TEXT: Code = Code {
    id: "TW0104",
    title: "a file that is not text",
    explain: "Sources are UTF-8 text without NUL characters. Most editors save UTF-8 when asked to; a file from a word processor must be exported as plain text first.",
    bad: "",
    good: "use delving",
};

/// A rule-set that does not exist.
pub(crate) static UNKNOWN_RULES: Code = Code {
    id: "TW0105",
    title: "a rule-set that does not exist",
    explain: "`use name` without quotes loads a shipped rule-set; `tw library` lists them. Put the name of your own file in quotes: `use \"tables.tw\"`.",
    bad: "use delvin",
    good: "use delving",
};

/// Files that use one another in a circle.
pub(crate) static CIRCLE: Code = Code {
    id: "TW0106",
    title: "files that use each other in a circle",
    explain: "A file can be used only when all that it uses is loaded. Where two files use each other, neither can come first. Put what both need into a third file.",
    bad: "",
    good: "use delving",
};

/// An option that does not exist.
pub(crate) static UNKNOWN_OPTION: Code = Code {
    id: "TW0107",
    title: "an option that does not exist",
    explain: "`use rules with name = value` sets an option of the rule-set, or fills one of its stubs. `tw library` lists the options of a rule-set.",
    bad: "use delving with candle_lives = whole_delve",
    good: "use delving with candle_life = whole_delve",
};

/// An option set by a file that was not started.
pub(crate) static OPTION_ELSEWHERE: Code = Code {
    id: "TW0108",
    title: "an option set by a file that was not started",
    explain: "A module is loaded once, with one state, however many files use it. So its options are set by the started file alone; a used file cannot choose house rules for everybody.",
    bad: "",
    good: "use delving with candle_life = whole_delve",
};

/// A second heading of a rule-set.
pub(crate) static SECOND_HEAD: Code = Code {
    id: "TW0109",
    title: "a second `rules` line",
    explain: "A file is one rule-set at most, so `rules name \"Title\"` stands in it once, before everything else.",
    bad: "rules moor \"The Moor\"\nrules fen \"The Fen\"",
    good: "rules moor \"The Moor\"",
};

/// A name for a used module that is taken.
pub(crate) static ALIAS_TAKEN: Code = Code {
    id: "TW0110",
    title: "two modules with the same name",
    explain: "Before a dot, a name must mean one module. If two modules have the same name, rename one of them with `as`.",
    bad: "use delving as dv\nuse dungeon_turn as dv",
    good: "use delving as dv\nuse dungeon_turn as dt",
};

/// A definition named like an open part, which it does not fill.
pub(crate) static NOT_FILLED: Code = Code {
    id: "TW0111",
    title: "a definition that does not fill the part of the same name",
    explain: "Rule-sets leave some parts to you, such as a table of encounters. A definition of the same name does not fill such a part by itself; `use rules with name = name` does.",
    bad: "use delving\n\ntable encounters\n- rats\n- ghouls",
    good: "use delving with encounters = encounters\n\ntable encounters\n- rats\n- ghouls",
};

/// The codes of this page, in order.
pub(crate) static ALL: &[&Code] = &[
    &MISSING,
    &OUTSIDE,
    &UNREADABLE,
    &NOT_TEXT,
    &UNKNOWN_RULES,
    &CIRCLE,
    &UNKNOWN_OPTION,
    &OPTION_ELSEWHERE,
    &SECOND_HEAD,
    &ALIAS_TAKEN,
    &NOT_FILLED,
];
