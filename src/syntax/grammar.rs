//! The parser that `pest` makes of the files in `grammar/`.

use std::num::NonZeroUsize;

use pest::Parser as _;
use pest::iterators::{Pair as PestPair, Pairs as PestPairs};

use super::lines::{self, DEEPEST};

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

/// Reads all of `text` by one of the entry rules.
pub(super) fn parse(rule: Rule, text: &str) -> Option<Pairs<'_>> {
    limit_work();
    if nests_too_deep(rule, text) { None } else { Grammar::parse(rule, text).ok() }
}

/// Whether so much could stand within each other in `text` that the stack runs out. Only brackets and a few
/// words make the parser call itself. Whoever knows what is code has mostly said before that it is too deep.
fn nests_too_deep(rule: Rule, text: &str) -> bool {
    // What a shorter text can hold never fills the stack.
    const SHORT: usize = 2 * DEEPEST;
    text.len() > SHORT
        && rule != Rule::pipe_lines
        && (lines::rough_depth(text) > SHORT || lines::has_nesting_words(text, DEEPEST))
}

/// Sets how many rule calls one reading may take. `pest` keeps this for the whole program.
fn limit_work() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| pest::set_call_limit(NonZeroUsize::new(PARSER_CALLS)));
}

/// The rule calls that one line, or one piece of a table, may take to be read.
const PARSER_CALLS: usize = 20_000_000;

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
    let parsed = Grammar::parse(rule, &text);
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
