//! Codes about procedures, state and tests.

use super::Code;

/// A statement in a used file.
pub(crate) static STATEMENT_IN_USED: Code = Code {
    id: "TW0601",
    title: "a statement in a used file",
    explain: "Statements at the top run only in the file you start. A used file defines tables, functions and procedures, and its `every` and `when` apply from the start of the campaign; its other statements do nothing.",
    bad: "",
    good: "",
};

/// A table that is only named.
pub(crate) static STUB_SHOWN: Code = Code {
    id: "TW0602",
    title: "a table that is not filled in",
    explain: "`stub table hoard \"…\"` says that a rule-book names a table without giving it. Mentioned in text, its description is shown in brackets. Fill it with a table of your own: `use … with hoard = mine`.",
    bad: "stub table hoard \"a hoard of your own\"\ntable finds\n- a chest: {hoard}\n- nothing",
    good: "table hoard\n- ten coins\ntable finds\n- a chest: {hoard}\n- nothing",
};

/// A function that asks or changes something.
pub(crate) static FN_RUNS: Code = Code {
    id: "TW0603",
    title: "a function that asks or changes something",
    explain: "A `fn` may roll dice, but it neither asks the table nor changes what the campaign keeps, so it can be used anywhere. What does is a `procedure`, which may `return` a result.",
    bad: "keep paces = 0\nfn walk(far)\n  paces += far\n  return far\nend fn",
    good: "keep paces = 0\nprocedure walk(far)\n  paces += far\n  return far\nend procedure",
};

/// A value with which nothing is done.
pub(crate) static BARE: Code = Code {
    id: "TW0604",
    title: "a value that is not used",
    explain: "Inside a procedure a bare expression does nothing that anybody sees. `say` shows it, `roll` rolls it openly, `do` runs a procedure.",
    bad: "procedure walk\n  d6\nend procedure",
    good: "procedure walk\n  roll d6\nend procedure",
};

/// `skip` outside a step or loop.
pub(crate) static SKIP: Code = Code {
    id: "TW0605",
    title: "`skip` outside a step or loop",
    explain: "`skip` ends the step, or the pass of the loop, that it is in. `stop` ends the procedure.",
    bad: "procedure walk\n  skip\nend procedure",
    good: "procedure walk\n  step look\n    skip\n  end step\nend procedure",
};

/// `return` out of place.
pub(crate) static RETURN: Code = Code {
    id: "TW0606",
    title: "`return` out of place",
    explain: "Only a procedure, or a function of several lines, returns a result: one value, or several parts that each have a name.",
    bad: "test \"a test\"\n  return 3\nend test",
    good: "procedure walk\n  return 3\nend procedure",
};

/// `apply` without a row.
pub(crate) static NOT_APPLIED: Code = Code {
    id: "TW0607",
    title: "`apply` without a row",
    explain: "`apply` does what a row says, so it takes a table, or a row that was picked before.",
    bad: "procedure walk\n  apply d6\nend procedure",
    good: "procedure walk\n  roll d6\nend procedure",
};

/// No procedure to run or stop.
pub(crate) static NOT_DONE: Code = Code {
    id: "TW0608",
    title: "no procedure to run or stop",
    explain: "`do` runs a procedure, and `stop name` ends the running procedure of that name. Tables are rolled with `roll` and applied with `apply`.",
    bad: "fn pace = 3\nprocedure walk\n  do pace\nend procedure",
    good: "procedure pace\n  say \"three\"\nend procedure\nprocedure walk\n  do pace\nend procedure",
};

/// Something that stands only in tests.
pub(crate) static ONLY_IN_TESTS: Code = Code {
    id: "TW0609",
    title: "something that belongs in a test",
    explain: "`expect` and `with dice` belong to tests: `test \"…\"` … `end test`.",
    bad: "procedure walk\n  expect 1 == 1\nend procedure",
    good: "test \"one\"\n  expect 1 == 1\nend test",
};

/// A step that does not exist.
pub(crate) static NO_STEP: Code = Code {
    id: "TW0610",
    title: "a step that does not exist",
    explain: "`change procedure walk step look` replaces the step of that name; `before`, `after` and `without` go by the name too. The procedure has no such step.",
    bad: "procedure walk\n  step look\n    say \"looking\"\n  end step\nend procedure\nchange procedure walk step lok\n  say \"not looking\"\nend change",
    good: "procedure walk\n  step look\n    say \"looking\"\n  end step\nend procedure\nchange procedure walk step look\n  say \"not looking\"\nend change",
};

/// A timer that does not exist.
pub(crate) static UNKNOWN_TIMER: Code = Code {
    id: "TW0611",
    title: "a timer that does not exist",
    explain: "A timer is defined where it starts, `timer torch = 6 turns`. `cancel` names one that some procedure starts.",
    bad: "procedure walk\n  cancel torch\nend procedure",
    good: "procedure walk\n  timer torch = 1 hour\n    say \"dark\"\n  end timer\n  cancel torch\nend procedure",
};

/// A prompt that does not exist.
pub(crate) static UNKNOWN_PROMPT: Code = Code {
    id: "TW0612",
    title: "a prompt that does not exist",
    explain: "`policy` and `with … answers` answer prompts by their names. No `choose` or `ask` has this name.",
    bad: "test \"walk\"\n  with dice 1 and answers reply = 3\n    roll d6\n  end with\nend test",
    good: "procedure walk\n  ask reply: \"How far?\" 1..6\nend procedure\ntest \"walk\"\n  with dice 1 and answers reply = 3\n    roll d6\n    do walk\n  end with\nend test",
};

/// A question for something that nobody can say.
pub(crate) static NOT_ASKED: Code = Code {
    id: "TW0613",
    title: "a question that cannot be answered",
    explain: "`ask` takes a number, a range such as `1..12`, text, `yes_no`, or words. For one of several things, `choose … from` takes a list, a roster, or a table.",
    bad: "procedure walk\n  ask way: \"Which dice?\" list\nend procedure",
    good: "procedure walk\n  ask way: \"How far?\" 1..6\nend procedure",
};

/// A field with two kinds.
pub(crate) static TWO_KINDS: Code = Code {
    id: "TW0614",
    title: "a field with two kinds",
    explain: "All modules that declare `sheet hero` add fields to one sheet. Two of them give the same field different kinds, so a value that suits one would break the other.",
    bad: "",
    good: "",
};

/// A field without a value.
pub(crate) static NO_VALUE: Code = Code {
    id: "TW0615",
    title: "a field without a value",
    explain: "Every field of a record needs a value: a column of the roster, or a default in the sheet.",
    bad: "sheet hero\n  hp: number\nend sheet\nparty\n| name | level |\n|---|---|\n| Ash | 3 |",
    good: "sheet hero\n  hp: number\nend sheet\nparty\n| name | hp |\n|---|---|\n| Ash | 3 |",
};

/// A column that fills no field.
pub(crate) static NO_SUCH_FIELD: Code = Code {
    id: "TW0616",
    title: "a column that fills no field",
    explain: "The columns of a roster fill the fields of its sheet, and this one looks like a slip of the keys.",
    bad: "sheet hero\n  max_hp: number = 4\nend sheet\nparty\n| name | max_ph |\n|---|---|\n| Ash | 3 |",
    good: "sheet hero\n  max_hp: number = 4\nend sheet\nparty\n| name | max_hp |\n|---|---|\n| Ash | 3 |",
};

/// A record is needed.
pub(crate) static NO_RECORD: Code = Code {
    id: "TW0617",
    title: "a record is needed",
    explain: "`add` puts a record into a roster: the sheet, with a name and its fields, as in `add hero(name = \"Ash\") to party`.",
    bad: "procedure join\n  add 3 to party\nend procedure",
    good: "procedure join\n  add hero(name = \"Ash\") to party\nend procedure",
};

/// A deck is needed.
pub(crate) static NO_DECK: Code = Code {
    id: "TW0618",
    title: "a deck is needed",
    explain: "`reshuffle` puts the drawn cards of a deck back, or the rows of a table that `draw` took. Where every row has a chance of its own, nothing is drawn, and nothing is put back.",
    bad: "each moods\n| chance | mood |\n|---|---|\n| 50% | Calm |\n| 50% | Angry |\nprocedure again\n  reshuffle moods\nend procedure",
    good: "deck moods\n- Calm\n- Angry\nprocedure again\n  reshuffle moods\nend procedure",
};

/// A bonus for the coming rolls on something that takes none.
pub(crate) static NO_NEXT: Code = Code {
    id: "TW0620",
    title: "nothing can be added to these rolls",
    explain: "`next 3 rolls on reaction at +2` adds to the coming rolls on a table. The table needs a die, and `shift` on its line says what may be added, so that the checker can make sure that every total has a row.",
    bad: "table mood rolls d6\n  1-3: calm\n  4-6: angry\nend table\nprocedure bless\n  next 3 rolls on mood at +2\nend procedure",
    good: "table mood shift 0..+2 rolls d6\n  1-3: calm\n  4 or more: angry\nend table\nprocedure bless\n  next 3 rolls on mood at +2\nend procedure",
};

/// A party in a file that was not started.
pub(crate) static PARTY_ELSEWHERE: Code = Code {
    id: "TW0619",
    title: "a party in a file that was not started",
    explain: "A campaign has one party, and it is written in the file that is started, so that the same rule-sets serve every table. A party in a used file is left out.",
    bad: "",
    good: "",
};

/// The codes of this page, in order.
pub(crate) static ALL: &[&Code] = &[
    &STATEMENT_IN_USED,
    &STUB_SHOWN,
    &FN_RUNS,
    &BARE,
    &SKIP,
    &RETURN,
    &NOT_APPLIED,
    &NOT_DONE,
    &ONLY_IN_TESTS,
    &NO_STEP,
    &UNKNOWN_TIMER,
    &UNKNOWN_PROMPT,
    &NOT_ASKED,
    &TWO_KINDS,
    &NO_VALUE,
    &NO_SUCH_FIELD,
    &NO_RECORD,
    &NO_DECK,
    &PARTY_ELSEWHERE,
    &NO_NEXT,
];
