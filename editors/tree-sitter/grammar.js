/**
 * Tablewright, line by line and token by token: enough for colours, and it reads anything at all, so that a file
 * keeps its colours while you type. What a line is (a row, a comment, code) is decided in `src/scanner.c`, because
 * that depends on a colon somewhere behind. The lists of words are those of `src/syntax/words.rs`, written here by
 * `TW_BLESS=1 cargo test --lib editor_words`; `tests/inside/tree_sitter.rs` holds the result against the program's
 * own tokens.
 *
 * After a change: `tree-sitter generate --abi 14`.
 */

/// <reference types="tree-sitter-cli/dsl" />

/** Never names, except after a dot. */
const RESERVED = [
  "adv", "and", "default", "dis", "else", "end", "for", "from", "given", "has", "if", "in", "is", "let", "mod",
  "not", "odds", "or", "otherwise", "pick", "then", "times", "to", "where", "with",
];

const LITERALS = ["no", "nothing", "yes"];

/** Begin a statement or a definition; names elsewhere. */
const STARTING = [
  "add", "advance", "apply", "ask", "author", "cancel", "change", "choose", "do", "every", "expect", "improve",
  "license", "next", "note", "party", "policy", "remove", "repeat", "reshuffle", "return", "roll", "say", "show",
  "skip", "source", "stop", "stub", "tags", "test", "use", "version", "when", "worsen",
];

/** Begin a definition, and the name that it defines follows. */
const DEFINING = [
  "chart", "deck", "each", "fn", "keep", "ladder", "option", "procedure", "roster", "rules", "sheet", "step",
  "symbols", "table", "timer", "unit", "words",
];

/** Join the parts of a statement; names at its beginning, after a bracket and after a comma. */
const LINKING = [
  "after", "answers", "any", "as", "before", "by", "cancels", "chance", "clamp", "dice", "down", "highest",
  "lowest", "of", "quietly", "rolls", "row", "shift", "takes", "unique", "until", "while", "within", "without",
];

/** A statement may begin after these. */
const OPENERS = ["and", "else", "then"];
const STARTING_OPENERS = ["change", "stub"];

const BLANK = "\\t\\r\\f\\v \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
/** What a key cell is made of: anything but a bar, unless it is escaped; no blanks at its ends. */
const CELL_SIGN = "[^|\\\\\\n]|\\\\[^\\n]?";
const CELL_EDGE = `[^|\\\\\\n${BLANK}]|\\\\[^\\n]?`;
const SIGN = "=+\\-*\\/<>!≤≥≠×−–";
const MODIFIER = "([A-Za-z]+|!|[<>]=?|==?|!=|≥|≤|≠|[0-9]+)";

const without = (words, ...taken) => words.filter((word) => !taken.flat().includes(word));
const keyword = ($, words) => alias(choice(...words), $.keyword);
const name = ($, words) => alias(choice(...words), $.name);
/** The word after which a name is defined, and the name. */
const defining = ($, words) =>
  prec.right(seq(keyword($, words), optional($._definition)));

module.exports = grammar({
  name: "tablewright",

  externals: ($) => [$._code_start, $._row_start, $._bullet_start, $.row_text],

  extras: (_) => [new RegExp(`[${BLANK}]`)],

  word: ($) => $.name,

  rules: {
    source_file: ($) => seq(repeat(seq(optional($._line), "\n")), optional($._line)),

    _line: ($) => choice($.doc, $.comment, $.pipe_row, $.row, $.list_row, $.code),

    doc: (_) => /##[^\n]*/,
    comment: (_) => /#[^\n]*/,

    // `key: text => effects`, `- text => effects`.
    row: ($) => seq($._row_start, $.key, ":", optional($._row_text)),
    list_row: ($) => seq($._bullet_start, $.bullet, optional($._row_text)),
    key: (_) => new RegExp(`[^:\\n${BLANK}]([^:\\n]*[^:\\n${BLANK}])?`),
    bullet: (_) => /[-*]/,
    _row_text: ($) =>
      choice(
        seq(repeat1($._row_part), optional(choice($._effects, alias($._open_live, $.live)))),
        choice($._effects, alias($._open_live, $.live)),
      ),
    _row_part: ($) => choice(alias($.row_text, $.text_run), $.escape, $.live),
    _effects: ($) => seq("=>", alias($._statement, $.code)),

    // `| key | text |`.
    pipe_row: ($) =>
      seq("|", optional(choice($.rule, alias($.key_cell, $.key))), repeat(seq("|", optional($._cell)))),
    _cell: ($) =>
      choice(
        seq(repeat1($._cell_part), optional(alias($._open_cell_live, $.live))),
        alias($._open_cell_live, $.live),
      ),
    _cell_part: ($) => choice($.rule, alias($.cell_text, $.text_run), $.escape, alias($.cell_live, $.live)),
    rule: (_) => /[-:]+/,
    key_cell: (_) => new RegExp(`(${CELL_EDGE})((${CELL_SIGN})*(${CELL_EDGE}))?`),
    cell_text: (_) => new RegExp(`[^|{\\\\\\n${BLANK}]([^|{\\\\\\n]*[^|{\\\\\\n${BLANK}])?`),
    cell_live: ($) => seq("{", repeat(choice($._piece, $._escaped_bar)), "}"),
    _open_cell_live: ($) => prec.right(seq("{", repeat(choice($._piece, $._escaped_bar)))),

    _escaped_bar: ($) => alias("\\|", $.operator),

    code: ($) => seq($._code_start, $._statement),

    // A statement's word, a name that joins elsewhere, or anything else; then whatever there is.
    _statement: ($) =>
      seq(choice($._starting, name($, LINKING), $._plain, $._bar, "}"), repeat(choice($._piece, $._bar, "}"))),
    _bar: ($) => alias("|", $.operator),

    _starting: ($) =>
      prec.right(choice(
        keyword($, without(STARTING, STARTING_OPENERS)),
        defining($, DEFINING),
        seq(keyword($, STARTING_OPENERS), optional($._starting)),
      )),
    _definition: ($) => choice(alias($.name, $.definition), alias(choice(...LINKING), $.definition)),

    _piece: ($) => choice($._plain, keyword($, LINKING)),
    _plain: ($) =>
      prec.right(choice(
        $.dice,
        $.number,
        $.name,
        $.literal,
        $.text,
        $.operator,
        $.comment,
        keyword($, without(RESERVED, OPENERS, "let")),
        defining($, ["let"]),
        seq(choice(keyword($, OPENERS), ";"), optional($._starting)),
        seq(choice("(", ","), optional(name($, LINKING))),
        seq(".", optional(name($, [...RESERVED, ...LINKING]))),
        ")",
        "[",
        "]",
        "{",
        ":",
        $.other,
      )),

    // What nothing closes ends with its line. An open live part is the last in its text: if more text could follow,
    // the lexer would look for text inside it, too.
    text: ($) =>
      prec.right(seq(
        '"',
        repeat(choice($.text_run, $.escape, $.live)),
        optional(choice('"', alias($._open_live, $.live))),
      )),
    text_run: (_) => token.immediate(prec(1, /[^"{\\\n]+/)),
    escape: (_) => /\\[^\n]?/,
    live: ($) => seq("{", repeat(choice($._piece, $._bar)), "}"),
    _open_live: ($) => prec.right(seq("{", repeat(choice($._piece, $._bar)))),

    literal: (_) => choice(...LITERALS),

    // Before names: `d6kh1` has the form of both.
    dice: (_) => token(choice(
      new RegExp(`[0-9]*[dD]([0-9]+|%|F)${MODIFIER}*`),
      new RegExp(`[0-9]*[dD]f((!|[<>]=?|==?|!=|≥|≤|≠)${MODIFIER}*)?`),
    )),
    number: (_) => /[0-9]+(\.[0-9]+)?%?/,
    name: (_) => /[\p{L}_][\p{L}\p{M}\p{N}_]*/,
    operator: (_) => new RegExp(`([${SIGN}]|\\.\\.)+`),
    other: (_) => new RegExp(`[^\\n\\p{L}0-9_"#().,;:|\\[\\]{}${SIGN}${BLANK}]`),
  },
});
