//! Codes about what goes wrong while running.

use super::Code;

/// The number grew too large.
pub(crate) static OVERFLOW: Code = Code {
    id: "TW0701",
    title: "the number grew too large",
    explain: "Numbers are exact fractions whose numerator and denominator have 64 bits. A result that does not fit is an error; it never wraps and is never rounded. Work with smaller numbers, or divide earlier.",
    bad: "let big = 9000000000000000000\nbig + big",
    good: "let big = 9000000000\nbig + big",
};

/// Division by zero.
pub(crate) static DIVISION: Code = Code {
    id: "TW0702",
    title: "division by zero",
    explain: "Nothing can be divided by zero, rounded down or exactly, and `mod 0` has no meaning either. Check the divisor before dividing.",
    bad: "let n = 0\n6 / n",
    good: "let n = 2\n6 / n",
};

/// Another kind of value is needed.
pub(crate) static KIND: Code = Code {
    id: "TW0703",
    title: "another kind of value is needed",
    explain: "A value turned out to be of the wrong kind, such as a text where a number is added. Where the kind is known in advance, the checker finds this before the run.",
    bad: "let xs = [1, \"two\"]\nsum(xs)",
    good: "let xs = [1, 2]\nsum(xs)",
};

/// There is nothing where a value is needed.
pub(crate) static NOTHING: Code = Code {
    id: "TW0704",
    title: "there is nothing where a value is needed",
    explain: "Blank cells and dashes are `nothing`, and so is what has not been set. Nothing cannot be added, compared by size, or asked for its parts. `e otherwise 0` says what to use instead.",
    bad: "chart cost\n| size | gold |\n|---|---|\n| small | 3 |\n| large | — |\n\ncost[\"large\"].gold + 1",
    good: "chart cost\n| size | gold |\n|---|---|\n| small | 3 |\n| large | — |\n\n(cost[\"large\"].gold otherwise 0) + 1",
};

/// Units that do not go together.
pub(crate) static UNITS: Code = Code {
    id: "TW0705",
    title: "units that cannot be combined",
    explain: "Feet and pounds cannot be added or compared, and a number without unit does not fit one with. Related units, such as minutes and hours, are converted.",
    bad: "let d = 30 ft\nlet w = 5 lb\nd + w",
    good: "let d = 30 ft\nlet e = 2 yd\nd + e",
};

/// No such part.
pub(crate) static NO_FIELD: Code = Code {
    id: "TW0706",
    title: "no such part",
    explain: "A row has its table's columns and `roll`, `key`, `name` and `number`; a record has the fields of its sheet; a check has `total`, `dc`, `margin`, `short`, `success` and `natural`.",
    bad: "let xs = [{hits: 2}]\nxs[1].misses",
    good: "let xs = [{hits: 2}]\nxs[1].hits",
};

/// No such item.
pub(crate) static NO_ITEM: Code = Code {
    id: "TW0707",
    title: "no such item",
    explain: "The items of a list are counted from 1. Ask for one that is there, or look at `count(xs)` first.",
    bad: "let xs = [4, 5]\nxs[3]",
    good: "let xs = [4, 5]\nxs[2]",
};

/// Nobody of that name.
pub(crate) static NO_RECORD: Code = Code {
    id: "TW0708",
    title: "no record of that name",
    explain: "A record is found by its name without regard to case. One that was removed is gone for good.",
    bad: "sheet hero\n  hp: number = 4\nend sheet\n\nparty\n| name |\n|---|\n| Ash |\n\nlet who = \"Elm\"\nparty[who].hp",
    good: "sheet hero\n  hp: number = 4\nend sheet\n\nparty\n| name |\n|---|\n| Ash |\n\nlet who = \"Ash\"\nparty[who].hp",
};

/// Not a word of the list.
pub(crate) static NO_WORD: Code = Code {
    id: "TW0709",
    title: "not a word of the list",
    explain: "A text or a row was to be read as a word of a ladder or list, and there is no such word.",
    bad: "words mood: calm | angry\nfn felt(t): mood = t\nlet text = \"sad\"\nfelt(text)",
    good: "words mood: calm | angry\nfn felt(t): mood = t\nlet text = \"calm\"\nfelt(text)",
};

/// No row for this.
pub(crate) static OFF_TABLE: Code = Code {
    id: "TW0710",
    title: "no row for this",
    explain: "The roll or key lies off the end of the table, or in a gap. `clamp` on the table's line takes the nearest end; a row such as `12+` or `3 or less` is open; `shift -3..+3` declares what is added to the roll, so that the checker sees the gap before the game does.",
    bad: "table mood rolls d4\n  1-2: calm\n  3-4: angry\nend table\n\nlet roll = 7\nmood[roll]",
    good: "table mood clamp rolls d4\n  1-2: calm\n  3-4: angry\nend table\n\nlet roll = 7\nmood[roll]",
};

/// A table without die was rolled.
pub(crate) static NEEDS_KEY: Code = Code {
    id: "TW0711",
    title: "a table without die was rolled",
    explain: "A chart is looked up by a number or a word: `t[key]`. To roll it, give it a die: `rolls d6` on its line.",
    bad: "chart pace\n| pace | feet |\n|---|---|\n| slow | 15 |\n| fast | 45 |\n\npace",
    good: "chart pace\n| pace | feet |\n|---|---|\n| slow | 15 |\n| fast | 45 |\n\npace[\"slow\"]",
};

/// Nothing to choose from.
pub(crate) static EMPTY: Code = Code {
    id: "TW0712",
    title: "nothing to choose from",
    explain: "A list, or the rows that fit a condition, turned out to be empty, so there is nothing to pick, no least, no greatest and no mean.",
    bad: "let xs = []\npick xs",
    good: "let xs = [4, 5]\npick xs",
};

/// The deck has been drawn to its end.
pub(crate) static EMPTY_DECK: Code = Code {
    id: "TW0713",
    title: "the deck has been drawn to its end",
    explain: "A drawn card stays out of the deck. `reshuffle d` puts all of them back, and `d.left` says how many are left.",
    bad: "deck omens\n- a crow\n- a bell\n\nfn two = omens.name\n3 times two",
    good: "deck omens\n- a crow\n- a bell\n- a fire\n\nfn two = omens.name\n3 times two",
};

/// Dice that cannot be rolled.
pub(crate) static BAD_POOL: Code = Code {
    id: "TW0714",
    title: "dice that cannot be rolled",
    explain: "The number of dice must be whole and not negative, and a die needs at least one side. The numbers were worked out during the run, so this could not be seen before.",
    bad: "let n = 0 - 2\n(n)d6",
    good: "let n = 2\n(n)d6",
};

/// Not a probability.
pub(crate) static NO_PROBABILITY: Code = Code {
    id: "TW0715",
    title: "not a probability",
    explain: "`(e) chance` needs a number between 0 and 1, or between 0% and 100%.",
    bad: "let p = 3/2\n(p) chance",
    good: "let p = 1/2\n(p) chance",
};

/// The given dice have run out.
pub(crate) static OUT_OF_DICE: Code = Code {
    id: "TW0716",
    title: "the given dice have run out",
    explain: "`--dice` and `with dice` give the faces that come up, in order. Each die that is rolled needs one; a table drawn by weight takes one from 1 to the sum of its weights.",
    bad: "test \"two dice\"\n  with dice 5\n    expect 2d6 == 10\n  end with\nend test",
    good: "test \"two dice\"\n  with dice 5, 5\n    expect 2d6 == 10\n  end with\nend test",
};

/// A given die does not fit.
pub(crate) static WRONG_DIE: Code = Code {
    id: "TW0717",
    title: "a given die does not fit",
    explain: "A given die must be a face that the rolled die has: a whole number from 1 to its number of sides.",
    bad: "test \"a six-sided die\"\n  with dice 8\n    expect d6 == 6\n  end with\nend test",
    good: "test \"a six-sided die\"\n  with dice 6\n    expect d6 == 6\n  end with\nend test",
};

/// Given dice did not come up.
pub(crate) static DICE_LEFT: Code = Code {
    id: "TW0718",
    title: "given dice did not come up",
    explain: "`with dice` consumes exactly the dice that it lists, so that a test notices when a procedure rolls less than it should.",
    bad: "test \"one die\"\n  with dice 6, 6\n    expect d6 == 6\n  end with\nend test",
    good: "test \"one die\"\n  with dice 6\n    expect d6 == 6\n  end with\nend test",
};

/// Not an answer to this prompt.
pub(crate) static ANSWER: Code = Code {
    id: "TW0719",
    title: "not an answer to this prompt",
    explain: "A prompt lists what may be answered: by its text, by an unambiguous beginning, or by its place in the list.",
    bad: "procedure turn_of\n  choose deed: \"What now?\" from [\"search\", \"rest\"]\nend procedure\n\ntest \"an answer\"\n  with dice 1 and answers deed = \"sing\"\n    do turn_of\n    expect d6 == 1\n  end with\nend test",
    good: "procedure turn_of\n  choose deed: \"What now?\" from [\"search\", \"rest\"]\nend procedure\n\ntest \"an answer\"\n  with dice 1 and answers deed = \"rest\"\n    do turn_of\n    expect d6 == 1\n  end with\nend test",
};

/// The procedure is not running.
pub(crate) static NOT_RUNNING: Code = Code {
    id: "TW0720",
    title: "the procedure is not running",
    explain: "`stop p` ends the running procedure `p` and all that runs inside it. There is none.",
    bad: "procedure inner\n  say \"in\"\nend procedure\n\nprocedure outer\n  stop inner\nend procedure\n\ndo outer",
    good: "procedure outer\n  stop outer\nend procedure\n\ndo outer",
};

/// Time cannot pass like this.
pub(crate) static TIME: Code = Code {
    id: "TW0721",
    title: "time cannot pass like this",
    explain: "Time only goes forward, and something done every so often needs a period above zero.",
    bad: "let n = 0 - 5\nadvance (n) minutes",
    good: "let n = 5\nadvance (n) minutes",
};

/// A part that the rule-book only names.
pub(crate) static MISSING: Code = Code {
    id: "TW0722",
    title: "a part that is not filled in",
    explain: "A stub is something that a rule-book mentions but does not contain. In a text, it shows its description; to roll or call it, fill it in: `use rules with name = your_table`.",
    bad: "stub table omens \"omens of your own\"\nlet o = omens\no",
    good: "table omens\n- a crow\n- a bell\n\nlet o = omens\no",
};

/// Odds cannot be asked for here.
pub(crate) static NO_ODDS: Code = Code {
    id: "TW0723",
    title: "odds are not available here",
    explain: "The odds of a table's rows are worked out when they are asked for during a run; here nobody is there to do so.",
    bad: "",
    good: "",
};

/// No exact odds.
pub(crate) static TOO_FINE: Code = Code {
    id: "TW0724",
    title: "no exact odds",
    explain: "What is asked about has no exact odds within the limits: it has too many outcomes or states, or it ends in an error for some roll.",
    bad: "",
    good: "",
};

/// An expectation does not hold.
pub(crate) static EXPECTATION: Code = Code {
    id: "TW0725",
    title: "an expectation does not hold",
    explain: "`expect` in a test found something else. Where it compares two values, both are shown.",
    bad: "test \"sums\"\n  expect 1 + 1 == 3\nend test",
    good: "test \"sums\"\n  expect 1 + 1 == 2\nend test",
};

/// A saved state that does not fit.
pub(crate) static STATE: Code = Code {
    id: "TW0726",
    title: "a saved state that does not fit",
    explain: "`:import state` and `tw run --import-state` take a state only where all of it fits the rules that are loaded: every name is known, every value is of its place's kind and within its bounds, every timer is due in the future. The report points at the part of the file that does not fit, and says what would. Nothing has changed then. `:export state` writes a state that fits.",
    bad: "",
    good: "",
};

/// Somebody asked to stop.
pub(crate) static INTERRUPTED: Code = Code {
    id: "TW0727",
    title: "stopped before the end",
    explain: "Ctrl-C was pressed, or the time of `--timeout` was over, while a source was being read or checked. Nothing has changed, and nothing was written.",
    bad: "",
    good: "",
};

/// The codes of this page, in order.
pub(crate) static ALL: &[&Code] = &[
    &OVERFLOW,
    &DIVISION,
    &KIND,
    &NOTHING,
    &UNITS,
    &NO_FIELD,
    &NO_ITEM,
    &NO_RECORD,
    &NO_WORD,
    &OFF_TABLE,
    &NEEDS_KEY,
    &EMPTY,
    &EMPTY_DECK,
    &BAD_POOL,
    &NO_PROBABILITY,
    &OUT_OF_DICE,
    &WRONG_DIE,
    &DICE_LEFT,
    &ANSWER,
    &NOT_RUNNING,
    &TIME,
    &MISSING,
    &NO_ODDS,
    &TOO_FINE,
    &EXPECTATION,
    &STATE,
    &INTERRUPTED,
];
