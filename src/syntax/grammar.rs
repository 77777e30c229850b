//! The parser that `pest` makes of the files in `grammar/`.

use std::num::NonZeroUsize;
use std::sync::{PoisonError, RwLock};

use pest::Parser as _;
use pest::iterators::{Pair as PestPair, Pairs as PestPairs};

use super::lines::{self, MAX_NESTING};
use crate::base::stop;

/// The generated parser.
#[derive(pest_derive::Parser)]
#[grammar = "../grammar/lexical.pest"]
#[grammar = "../grammar/dice.pest"]
#[grammar = "../grammar/expr.pest"]
#[grammar = "../grammar/text.pest"]
#[grammar = "../grammar/table.pest"]
#[grammar = "../grammar/procedure.pest"]
#[grammar = "../grammar/file.pest"]
#[grammar = "../grammar/highlight.pest"]
struct Grammar;

pub(super) type Pair<'t> = PestPair<'t, Rule>;
pub(super) type Pairs<'t> = PestPairs<'t, Rule>;

/// Why a text was not read by a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unread {
    /// It is something else.
    Otherwise,
    /// It takes too much work, or is nested too deep.
    TooMuch,
}

/// Reads all of `text` by one of the entry rules.
pub(super) fn parse(rule: Rule, text: &str) -> Result<Pairs<'_>, Unread> {
    if nests_too_deep(rule, text) {
        return Err(Unread::TooMuch);
    }
    if stop::is_asked() {
        return Err(Unread::Otherwise);
    }
    let read = within_limit(text, || Grammar::parse(rule, text));
    read.map_err(|error| match error.variant {
        pest::error::ErrorVariant::CustomError { .. } => Unread::TooMuch,
        pest::error::ErrorVariant::ParsingError { .. } => Unread::Otherwise,
    })
}

/// Whether so much could stand within each other in `text` that the stack runs out. Only brackets and a few
/// words make the parser call itself. Whoever knows what is code has mostly said before that it is too deep.
fn nests_too_deep(rule: Rule, text: &str) -> bool {
    // What a shorter text can hold never fills the stack.
    const SHORT: usize = 2 * MAX_NESTING;
    text.len() > SHORT
        && rule != Rule::pipe_lines
        && (lines::rough_depth(text) > SHORT || lines::has_nesting_words(text, MAX_NESTING))
}

/// The rule calls that one line, or one piece of a table, may take to be read. So many take some hundredths of
/// a second, and nobody who asks for a stop waits longer.
const PARSER_CALLS: usize = 2_000_000;
/// A text of more bytes may take so many calls for each of them. Expressions take some thirteen.
const LONG: usize = PARSER_CALLS / CALLS_PER_BYTE;
const CALLS_PER_BYTE: usize = 40;

/// The limit of calls is the whole program's, and read where a reading begins. So texts that are long have one
/// of their own while no other text is read.
static LIMIT: RwLock<()> = RwLock::new(());

/// Reads a text within its limit of rule calls.
fn within_limit<T>(text: &str, read: impl FnOnce() -> T) -> T {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| pest::set_call_limit(NonZeroUsize::new(PARSER_CALLS)));
    // What a panic elsewhere left behind is a limit all the same.
    if text.len() <= LONG {
        let _shared = LIMIT.read().unwrap_or_else(PoisonError::into_inner);
        return read();
    }
    let _alone = LIMIT.write().unwrap_or_else(PoisonError::into_inner);
    pest::set_call_limit(NonZeroUsize::new(text.len().saturating_mul(CALLS_PER_BYTE)));
    let read = read();
    pest::set_call_limit(NonZeroUsize::new(PARSER_CALLS));
    read
}

/// Where and why a reading failed.
pub(super) struct Failure {
    /// The furthest place that the reader got to.
    pub at: usize,
    /// What would have let it go on.
    pub expected: Vec<String>,
    /// What was being read there, innermost first.
    pub within: Vec<Rule>,
    /// A limit stopped it.
    pub limit: bool,
}

/// Only one detailed reading runs at a time, because the switch for details is the whole program's.
static DETAIL: std::sync::Mutex<()> = std::sync::Mutex::new(());

/// A sign that no source holds. It hides the end from the grammar, which asks for the end early, so that what
/// could have stood there is tried and told.
const NO_END: char = '\u{1}';

/// Reads once more with an account of what was tried where, which a plain reading does without for
/// speed. The text is one that could not be read.
pub(super) fn parse_in_detail(rule: Rule, text: &str) -> Result<(), Failure> {
    if nests_too_deep(rule, text) {
        return Err(Failure { at: 0, expected: Vec::new(), within: Vec::new(), limit: true });
    }
    let guard = DETAIL.lock();
    pest::set_error_detail(true);
    let text = format!("{text}{NO_END}");
    let parsed = within_limit(&text, || Grammar::parse(rule, &text));
    pest::set_error_detail(false);
    drop(guard);
    let Err(error) = parsed else { return Ok(()) };
    let limit = matches!(error.variant, pest::error::ErrorVariant::CustomError { .. });
    let Some(attempts) = error.parse_attempts() else {
        let at = match error.location {
            pest::error::InputLocation::Pos(at) => at,
            pest::error::InputLocation::Span((start, _)) => start,
        };
        return Err(Failure { at, expected: Vec::new(), within: Vec::new(), limit });
    };
    let mut expected: Vec<String> = attempts.expected_tokens().iter().map(ToString::to_string).collect();
    expected.retain(|token| is_literal(token));
    expected.sort_unstable();
    expected.dedup();
    let stacks = attempts.call_stacks();
    let rules =
        stacks.iter().flat_map(|stack| stack.deepest.get_rule().into_iter().chain(stack.parent.as_ref()));
    Err(Failure { at: attempts.max_position, expected, within: rules.copied().collect(), limit })
}

/// Whether a token stands for itself: `pest` shows ranges as `a..z`, and tokens of any case and built-in
/// rules in capitals.
fn is_literal(token: &str) -> bool {
    let is_range = token.len() > 2 && token.contains("..");
    !is_range && !token.contains(|c: char| c.is_ascii_uppercase())
}

#[cfg(test)]
#[path = "../../tests/suite/support/nests.rs"]
#[allow(dead_code, unreachable_pub, reason = "tests of the program use the rest of it")]
mod nests;

#[cfg(test)]
mod tests {
    use super::nests::{Grammar, Nest};
    use super::*;

    /// What is read twice at each level takes sixteen million times as long so deep.
    const DEEP: usize = 24;

    /// What the shortest texts of the grammar do not come to: heads that more than one rule begins with.
    const HEADS: [(&str, &str, &str); 36] = [
        ("sort -(", "1", ")"),
        ("if a then if a then x else ", "y", ""),
        ("if a then ", "x", " else y"),
        ("d6!in (", "1", ")"),
        ("d6!in (", "1", ")..3"),
        ("d6c in (", "1", ")"),
        ("d6c in (", "1", ")..3"),
        ("[1]c in (", "1", ")..(3)"),
        ("d6r>(", "1", ")"),
        ("d6r>2..(", "1", ")"),
        ("(2)r>(", "1", ")"),
        ("f(1)r>(", "1", ")"),
        ("f(1) r>(", "1", ")"),
        ("d6c>1cf>(", "1", ")"),
        ("d6!>(", "1", ")"),
        ("d6!=(", "1", ")"),
        ("f()!=(", "1", ")"),
        ("d6xo(", "1", ")"),
        ("(2) kh(", "1", ")"),
        ("d6 mi(", "1", ")"),
        ("d6! limit (", "1", ")"),
        ("\"{{", "\"x\"", "}|}\""),
        ("\"{{", "\"x\"", "}\""),
        ("\"{{", "\"x\"", "} bad bad}\""),
        ("\"{ {", "\"x\"", "} | \""),
        ("\"{{", "\"x\"", "}|{bad bad}}\""),
        ("\"{a = ", "\"x\"", " | b}\""),
        ("\"{2x {", "\"x\"", "}}\""),
        ("d{\"{", "1", "}\" bad}"),
        ("{a: (", "1", "), b}"),
        ("[", "1", " for x in y bad]"),
        ("if 1 then 2 else (", "1", ")"),
        ("every -", "1", " then"),
        ("when (", "1", ") then "),
        ("groups of (", "1", ") by"),
        ("choose a: \"{", "1", "}\" from"),
    ];

    /// A nest as it is, without its second half, and with something in its middle that nobody reads.
    fn forms(whole: &str) -> [String; 3] {
        let half = (whole.len() / 2..).find(|at| whole.is_char_boundary(*at)).unwrap_or(whole.len());
        let (first, second) = whole.split_at(half);
        [whole.to_owned(), first.to_owned(), format!("{first} ? {second}")]
    }

    fn takes_too_much(rule: Rule, whole: &str) -> Option<String> {
        let forms = forms(whole);
        let slow = forms.into_iter().find(|text| parse(rule, text).err() == Some(Unread::TooMuch));
        slow.map(|text| format!("{rule:?}: {}", text.chars().take(120).collect::<String>()))
    }

    #[test]
    fn nothing_that_nests_is_read_twice_at_each_level() {
        let roots = [
            ("expr", Rule::one_expr),
            ("stmt", Rule::body_line),
            ("item", Rule::top_line),
            ("cell_text", Rule::cell_text),
        ];
        let grammar = Grammar::read();
        let mut slow = Vec::new();
        for (root, rule) in roots {
            for nest in &grammar.nests(root) {
                let (before, after) = Grammar::around(nest);
                slow.extend(takes_too_much(rule, &format!("{before}{}{after}", Nest::deep(nest, DEEP))));
            }
            for (head, core, tail) in HEADS {
                let text = [&*head.repeat(DEEP), core, &*tail.repeat(DEEP)].concat();
                let text = if root == "cell_text" { format!("{{{text}}}") } else { text };
                slow.extend(takes_too_much(rule, &text));
            }
        }
        assert!(slow.is_empty(), "{} take too much:\n{}", slow.len(), slow.join("\n"));
    }

    #[test]
    fn long_texts_are_read_as_far_as_their_length_allows() {
        let long = vec!["d6"; 60_000].join(" + ");
        assert!(parse(Rule::one_expr, &long).is_ok());
    }
}
