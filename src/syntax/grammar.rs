//! The parser that `pest` makes of the files in `grammar/`.

use pest::Parser as _;
use pest::error::Error;
use pest::iterators::{Pair as PestPair, Pairs as PestPairs};

/// The generated parser.
#[derive(pest_derive::Parser)]
#[grammar = "../grammar/lexical.pest"]
#[grammar = "../grammar/dice.pest"]
#[grammar = "../grammar/expr.pest"]
#[grammar = "../grammar/text.pest"]
#[grammar = "../grammar/table.pest"]
#[grammar = "../grammar/procedure.pest"]
#[grammar = "../grammar/file.pest"]
struct Grammar;

pub(super) type Pair<'t> = PestPair<'t, Rule>;
pub(super) type Pairs<'t> = PestPairs<'t, Rule>;

/// Reads all of `text` by one of the entry rules.
pub(super) fn parse(rule: Rule, text: &str) -> Result<Pairs<'_>, Box<Error<Rule>>> {
    Grammar::parse(rule, text).map_err(Box::new)
}

/// Where and why a reading failed.
pub(super) struct Failure {
    /// The furthest place that the reader got to.
    pub at: usize,
    /// What would have let it go on.
    pub expected: Vec<Rule>,
    /// A limit stopped it.
    pub limit: bool,
}

/// Only one detailed reading runs at a time, because the switch for details is the whole program's.
static DETAIL: std::sync::Mutex<()> = std::sync::Mutex::new(());

/// Reads once more with an account of what was tried where, which a plain reading does without for
/// speed.
pub(super) fn parse_in_detail(rule: Rule, text: &str) -> Result<(), Failure> {
    let guard = DETAIL.lock();
    pest::set_error_detail(true);
    let parsed = Grammar::parse(rule, text);
    pest::set_error_detail(false);
    drop(guard);
    let Err(error) = parsed else { return Ok(()) };
    let limit = matches!(error.variant, pest::error::ErrorVariant::CustomError { .. });
    let Some(attempts) = error.parse_attempts() else {
        let at = match error.location {
            pest::error::InputLocation::Pos(at) => at,
            pest::error::InputLocation::Span((start, _)) => start,
        };
        return Err(Failure { at, expected: Vec::new(), limit });
    };
    let expected = attempts.call_stacks().into_iter().filter_map(|stack| stack.deepest.get_rule().copied());
    Err(Failure { at: attempts.max_position, expected: expected.collect(), limit })
}
