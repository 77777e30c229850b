//! Codes about limits: one for each limit of [`crate::base::LIMITS`].

use super::Code;

/// A source file is too large.
pub(crate) static SOURCE_BYTES: Code = Code {
    id: "TW0801",
    title: "a source file is too large",
    explain: "The most bytes in one source file. Split a long file: what `use` names is loaded from a file of its own.",
    bad: "",
    good: "",
};

/// All sources together are too large.
pub(crate) static ALL_SOURCE_BYTES: Code = Code {
    id: "TW0802",
    title: "all sources together are too large",
    explain: "The most bytes in all files of one program together.",
    bad: "",
    good: "",
};

/// Too many source files.
pub(crate) static FILES: Code = Code {
    id: "TW0803",
    title: "too many source files",
    explain: "The most files one program can use.",
    bad: "",
    good: "",
};

/// Files use one another too deeply.
pub(crate) static USE_DEPTH: Code = Code {
    id: "TW0804",
    title: "files use each other too deeply",
    explain: "How deep files that use files can be nested.",
    bad: "",
    good: "",
};

/// Brackets or blocks stand too deep inside one another.
pub(crate) static NESTING: Code = Code {
    id: "TW0805",
    title: "brackets or blocks nested too deeply",
    explain: "Brackets and blocks inside one another are counted before the text is read. Give a part of the expression a name with `let`, or a part of the block a procedure of its own.",
    bad: "say (((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))",
    good: "say 1",
};

/// Values stand too deep inside one another.
pub(crate) static VALUE_NESTING: Code = Code {
    id: "TW0806",
    title: "values nested too deeply",
    explain: "How deep lists of lists can be nested.",
    bad: "let nest = [1]\nrepeat 100 times\n  nest = [nest]\nend",
    good: "let nest = [1]\nrepeat 10 times\n  nest = [nest]\nend",
};

/// Calls stand too deep inside one another.
pub(crate) static CALLS: Code = Code {
    id: "TW0807",
    title: "calls nested too deeply",
    explain: "Calls of functions, tables and procedures can be nested only so deep. A table that rolls itself needs a row where it ends, and that row must come up often enough.",
    bad: "fn down(n) = down(n + 1)\ndown(0)",
    good: "fn down(n) = if n == 0 then 0 else down(n - 1)\ndown(3)",
};

/// The text takes too much work to read.
pub(crate) static PARSER_CALLS: Code = Code {
    id: "TW0808",
    title: "the text takes too much work to read",
    explain: "The most steps for reading one source. Ordinary text stays far below; split a text that was made by a program.",
    bad: "",
    good: "",
};

/// Too many dice in one command.
pub(crate) static DICE: Code = Code {
    id: "TW0809",
    title: "too many dice in one command",
    explain: "The most dice that one command can roll, explosions and rerolls included. Where only the odds matter, `odds` needs no dice at all.",
    bad: "20 times 99999d6",
    good: "20 times 99d6",
};

/// A die has too many sides.
pub(crate) static SIDES: Code = Code {
    id: "TW0810",
    title: "a die has too many sides",
    explain: "The most sides a die can have.",
    bad: "let n = 1000001\nd(n)",
    good: "let n = 1000\nd(n)",
};

/// Too many dice in one pool.
pub(crate) static POOL: Code = Code {
    id: "TW0811",
    title: "too many dice in one pool",
    explain: "The most dice in one pool, extra dice from explosions included.",
    bad: "let n = 100001\n(n)d6",
    good: "let n = 100\n(n)d6",
};

/// A command takes too many steps.
pub(crate) static STEPS: Code = Code {
    id: "TW0812",
    title: "a command takes too many steps",
    explain: "The most steps one command can take. A procedure that never ends is stopped at the same place on every machine. Look for a `repeat until` whose condition never comes true.",
    bad: "repeat until no\n  let x = 1\nend repeat",
    good: "repeat 3 times\n  let x = 1\nend repeat",
};

/// Too many samples.
pub(crate) static SAMPLES: Code = Code {
    id: "TW0813",
    title: "too many samples",
    explain: "The most samples for one question.",
    bad: "",
    good: "",
};

/// Exact odds have too many outcomes.
pub(crate) static OUTCOMES: Code = Code {
    id: "TW0814",
    title: "exact odds have too many outcomes",
    explain: "Exact odds are worked out as long as the outcomes, or the states on the way to them, stay below this number. Beyond it samples are taken, and the answer says so; with `--exact` it is an error.",
    bad: "",
    good: "",
};

/// A text is too long.
pub(crate) static TEXT: Code = Code {
    id: "TW0815",
    title: "a text is too long",
    explain: "The most bytes in one text.",
    bad: "fn twice(t) = \"{t}{t}\"\nfn grow(n, t) = if n == 0 then t else grow(n - 1, twice(t))\ngrow(30, \"a long text\")",
    good: "fn twice(t) = \"{t}{t}\"\nfn grow(n, t) = if n == 0 then t else grow(n - 1, twice(t))\ngrow(3, \"a long text\")",
};

/// A list is too long.
pub(crate) static LIST: Code = Code {
    id: "TW0816",
    title: "a list is too long",
    explain: "The most items in one list.",
    bad: "let n = 2000000\n[x for x in 1..n]",
    good: "let n = 2000\n[x for x in 1..n]",
};

/// Too much memory is needed.
pub(crate) static LIVE_BYTES: Code = Code {
    id: "TW0817",
    title: "too much memory is needed",
    explain: "The most memory the program can use, in bytes. Odds that need more are sampled instead; anything else stops and changes nothing.",
    bad: "",
    good: "",
};

/// A command prints too much.
pub(crate) static OUTPUT_BYTES: Code = Code {
    id: "TW0818",
    title: "a command prints too much",
    explain: "The most bytes that one command can print.",
    bad: "",
    good: "",
};

/// A report is cut.
pub(crate) static REPORT_BYTES: Code = Code {
    id: "TW0819",
    title: "a report is cut",
    explain: "The most bytes of one report; the rest is left out.",
    bad: "",
    good: "",
};

/// A source line is cut.
pub(crate) static LINE_COLUMNS: Code = Code {
    id: "TW0820",
    title: "a source line is cut",
    explain: "The most columns of a source line that a report shows.",
    bad: "",
    good: "",
};

/// Conditions keep turning true.
pub(crate) static ROUNDS: Code = Code {
    id: "TW0821",
    title: "conditions keep turning true",
    explain: "What a `when` does may turn another condition true, and so on; after so many rounds this is taken for a circle.",
    bad: "",
    good: "",
};

/// The codes of this page, in order.
pub(crate) static ALL: &[&Code] = &[
    &SOURCE_BYTES,
    &ALL_SOURCE_BYTES,
    &FILES,
    &USE_DEPTH,
    &NESTING,
    &VALUE_NESTING,
    &CALLS,
    &PARSER_CALLS,
    &DICE,
    &SIDES,
    &POOL,
    &STEPS,
    &SAMPLES,
    &OUTCOMES,
    &TEXT,
    &LIST,
    &LIVE_BYTES,
    &OUTPUT_BYTES,
    &REPORT_BYTES,
    &LINE_COLUMNS,
    &ROUNDS,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::LIMITS;

    #[test]
    fn every_limit_has_its_code() {
        let codes: Vec<&str> = ALL.iter().map(|code| code.id).collect();
        let limits: Vec<&str> = LIMITS.iter().map(|limit| limit.code).collect();
        assert_eq!(codes, limits);
    }
}
