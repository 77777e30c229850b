//! Codes about reading the text.

use super::Code;

macro_rules! codes {
    ($($name:ident = $id:literal, $title:literal, $explain:literal, $bad:literal, $good:literal;)*) => {
        $(
            #[doc = $title]
            pub(crate) static $name: Code = Code { id: $id, title: $title, explain: $explain, bad: $bad, good: $good };
        )*
        /// The codes of this page, in order.
        pub(crate) static ALL: &[&Code] = &[$(&$name),*];
    };
}

codes! {
    UNEXPECTED = "TW0001", "unexpected text",
        "Something is written here that does not belong. The report says what was expected instead.",
        "let x = * 3", "let x = 2 * 3";
    BLOCK_OPEN = "TW0002", "a block that is never closed",
        "A block such as `procedure`, `if`, `repeat` or a table of `key: text` rows ends with `end`. The report points at the line that opened it. `end` may name what it closes, as in `end procedure`, which makes such a slip easier to find.",
        "procedure camp\n  say \"Night falls.\"", "procedure camp\n  say \"Night falls.\"\nend procedure";
    END_WITHOUT_BLOCK = "TW0003", "an `end` that closes nothing",
        "Every `end` closes the innermost open block. Where it names one, as in `end step`, a block of that name must be open.",
        "say \"Dawn.\"\nend", "say \"Dawn.\"";
    TEXT_OPEN = "TW0004", "a text without its closing quote",
        "Text goes between `\"` and `\"` on one line. A quote inside a text is written `\\\"`, a line break `\\n`.",
        "say \"Night falls.", "say \"Night falls.\"";
    LONE_BRACE = "TW0005", "an unmatched brace",
        "Braces in a text hold an expression that is worked out where the text is shown, as in `\"{2d6} rations\"`. For a plain brace, write `\\{`.",
        "say \"a { in a text\"", "say \"a \\{ in a text\"";
    RESERVED_WORD = "TW0006", "a reserved word as a name",
        "The words that join expressions and start statements cannot be names. The reference lists them all.",
        "let times = 3", "let rounds = 3";
    NAME_LIKE_DIE = "TW0007", "a name that reads as a die",
        "`d6` is a die wherever it stands, so no name may begin with `d` and a digit. `d(3)` is one, too, so nothing that is called with brackets may be `d`.",
        "let d6_bonus = 1", "let bonus_d6 = 1";
    NUMBER_TOO_LARGE = "TW0008", "a number that is too large",
        "Numbers are exact, and a numerator or denominator holds about eighteen digits.",
        "let x = 99999999999999999999", "let x = 999999999999";
    CONTROL_CHARACTER = "TW0009", "an invisible character in the source",
        "Control characters, NUL, and characters that change the direction of writing make a source look different from what it is. They are not allowed; write what you mean instead.",
        "let x = 1\u{0} + 2", "let x = 1 + 2";
    SINGLE_EQUALS = "TW0010", "a single `=` in an expression",
        "`=` gives a name its value, and belongs in statements. To compare two things, use `==` or `is`.",
        "let hit = 3\nif hit = 3 then say \"Hit.\"", "let hit = 3\nif hit == 3 then say \"Hit.\"";
    ARROW_UNSPACED = "TW0011", "`=>` without spaces",
        "In a row, ` => ` with a space on both sides starts what `apply` does. Without the spaces it is text. Text that holds ` => ` is written `\\=>`.",
        "table t rolls d2\n  1: Trap=>say \"Snap.\"\n  2: Nothing\nend table",
        "table t rolls d2\n  1: Trap => say \"Snap.\"\n  2: Nothing\nend table";
    BAD_KEY = "TW0012", "a key that cannot be read",
        "A row's key is a number, a range (`2-3`, `2 to 3`, `96-00`), a list (`13,14`), an open end (`12+`, `3 or less`, `≤ 3`), or a word.",
        "table t rolls d4\n  1-2-3: Low\n  4: High\nend table", "table t rolls d4\n  1-3: Low\n  4: High\nend table";
    CHAINED_COMPARISON = "TW0013", "a chained comparison",
        "`1 < x < 6` is not read, because `1 < x` is already an answer. Write both comparisons and join them with `and`.",
        "let x = d6\nlet y = 1 < x < 6", "let x = d6\nlet y = 1 < x and x < 6";
    NOT_WITH_OR = "TW0014", "`is not … or …`",
        "`x is not A or B` could deny both or only the first, so neither is taken. Write `not (x is A or B)`, or `x is not A or x is B`.",
        "ladder light: bright > dim > dark\nkeep lamp: light = bright\nif lamp is not bright or dim then say \"Dark.\"",
        "ladder light: bright > dim > dark\nkeep lamp: light = bright\nif not (lamp is bright or dim) then say \"Dark.\"";
    MISPLACED_WORD = "TW0015", "a word in the wrong place",
        "`given` belongs to a question about odds, `unique` to `times`, and a `where` that binds names to the top of an expression.",
        "let x = d6 given 3", "let x = d6";
    MISPLACED_WHERE = "TW0016", "a filter on something that is not a list",
        "`where` with a condition filters the one name, call or bracket directly before it. `where name = value` binds a name for the whole expression before it.",
        "let x = 3 where it > 1", "let x = [3, 1] where it > 1";
    AMBIGUOUS_DASH = "TW0017", "a long dash between numbers",
        "In a table's key `1–6` is a range. In an expression it could be a difference as well, so it is not read: write `1..6` or `1 - 6`.",
        "let x = 1–6", "let x = 1..6";
    CROSS_UNSPACED = "TW0018", "`x` without spaces",
        "`x` multiplies only with a space on both sides: `2d6 x 100`. Elsewhere it is a name or belongs to one.",
        "let x = (2)x 3", "let x = (2) x 3";
    TABLE_WITHOUT_ROWS = "TW0020", "a table without rows",
        "Below a table's first line comes a Markdown table, a bullet list, or rows `key: text` closed by `end table`.",
        "table t rolls d6\n\nsay \"x\"", "table t\n- a\n- b\n\nsay \"x\"";
    DEFINITION_IN_BLOCK = "TW0021", "a definition inside a block",
        "Tables, functions, procedures and options are defined at the top of a file, never inside a block.",
        "procedure camp\n  table t\nend procedure", "procedure camp\n  say \"Night.\"\nend procedure";
    ELSE_WITHOUT_IF = "TW0022", "an `else` without its `if`",
        "`else` continues the innermost open `if`. Below a one-line `if … then …` it stands on the next line, with nothing between.",
        "if d6 > 3 then say \"Yes.\"\nsay \"Well.\"\nelse say \"No.\"", "if d6 > 3 then say \"Yes.\" else say \"No.\"\nsay \"Well.\"";
    NOT_A_PLACE = "TW0023", "a value assigned to something that is not a name",
        "Only a name, a field or an entry can be given a value.",
        "let x = 1\nx + 1 = 2", "let x = 1\nx = 2";
    PROMPT_WITHOUT_KIND = "TW0024", "a prompt that does not say what it wants",
        "`choose` takes its answers `from` something; `ask` names the kind of answer it wants.",
        "ask hours: \"How long?\"", "ask hours: \"How long?\" 1..12";
    SCALE_SIGN = "TW0025", "words and ladders mixed up",
        "`words` have no order and are separated by `|`; the words of a `ladder` are ordered and separated by `>`.",
        "ladder light: bright | dim", "ladder light: bright > dim";
    FOREIGN_SIGN = "TW0026", "a sign from another language",
        "Some signs from programming languages and other dice programs are words here: `and`, `or`, `not`, `mod`.",
        "let x = 7 % 2", "let x = 7 mod 2";
    BRACKET_OPEN = "TW0027", "a bracket that is never closed",
        "A line goes on while a bracket is open. The report points at the bracket that nothing closes.",
        "let x = (1 + 2\nlet y = 3", "let x = (1 + 2)\nlet y = 3";
    THEN_IN_BLOCK = "TW0028", "a `then` at the end of a line",
        "A block `if` has no `then`: the condition is alone on its line, and `end` closes the block. `then` belongs to the form on one line.",
        "if d6 > 3 then\n  say \"Yes.\"\nend", "if d6 > 3\n  say \"Yes.\"\nend";
    NOT_CHANGED = "TW0029", "what cannot be changed",
        "`change` reaches tables and charts, their rows and dice, functions, procedures and their steps, and options. Units, words, ladders and sheets hold other definitions together, and what `keep` holds is changed by a statement.",
        "keep torches = 3\nchange keep torches = 5", "keep torches = 3\ntorches = 5";
    BROUGHT = "TW0040", "a line from another program",
        "Dice programs, virtual tabletops and programming languages write some things differently. The report shows how to write the line here; in a session, and for `tw roll`, a line that can mean only one thing just works.",
        "let x == 3", "let x = 3";
    COMMENT_OPEN = "TW0041", "a comment in a note that is never closed",
        "In a note, a comment begins with `<!--` and ends with `-->`. Where the end is missing, no program for Markdown shows what is below, so nothing of it is read here either; the report names the tables and lists that are left out.",
        "", "";
}
