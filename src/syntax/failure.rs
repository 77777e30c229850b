//! Why a piece of text could not be read, in people's words.

use super::expected::{self, StopPlace};
use super::grammar::{Failure, Rule, Unread, parse_in_detail};
use super::setting;
use super::spot::{FailureSite, is_word, word_at};
use super::{first_word, hints, words};
use crate::base::{SourceId, Span, stop};
use crate::diag::Diagnostic;
use crate::diag::codes::{limits, syntax as codes};

/// A failed reading, explained.
pub(super) struct Explained {
    /// The report.
    pub diagnostic: Diagnostic,
    /// The furthest place the reader got to, in the source.
    pub at: usize,
}

/// Reads `text` once more to see what was wanted where it failed.
pub(super) fn explain(rule: Rule, why: Unread, text: &str, source: SourceId, base: usize) -> Explained {
    let whole = Span::new(source, base, base + text.len());
    if stop::is_asked() {
        return Explained { diagnostic: Diagnostic::interrupted(whole), at: base };
    }
    let failure = match why {
        // To see it once more would take as much again.
        Unread::TooMuch => Failure { at: 0, expected: Vec::new(), within: Vec::new(), limit: true },
        Unread::Otherwise => match parse_in_detail(rule, text) {
            Ok(()) => Failure { at: 0, expected: Vec::new(), within: Vec::new(), limit: false },
            Err(failure) => failure,
        },
    };
    if failure.limit {
        let diagnostic = Diagnostic::error(&limits::PARSER_CALLS, whole, "this takes too much work to read")
            .help("break it into smaller parts, each with a name of its own");
        return Explained { diagnostic, at: base };
    }
    let mut failure = failure;
    let mut at = failure.at.min(text.len());
    let before = text.get(..at).unwrap_or("");
    if before.ends_with(is_word) {
        // The word itself could have gone on, which helps nobody.
        failure.expected.retain(|token| token != "_");
        let start = before.trim_end_matches(is_word).len();
        // A look ahead may have stopped in the middle of a word.
        let word_begins = text.get(at..).is_some_and(|rest| rest.starts_with(char::is_alphabetic));
        let in_word = word_begins && before[start..].chars().all(char::is_alphabetic);
        if in_word && failure.expected.is_empty() {
            at = start;
            failure.expected.push(expected::OPERATOR.to_owned());
        } else if failure.expected.is_empty() && words::is_reserved(&before[start..]) {
            at = start;
            failure.expected.push(expected::VALUE.to_owned());
        }
    }
    let at_top = rule == Rule::top_line;
    let spot = FailureSite { text, at, expected: &failure.expected, source, base, at_top };
    let likely = first_word::likely(rule, &spot).or_else(|| hints::likely(&spot));
    let diagnostic = likely.unwrap_or_else(|| unexpected(&spot, &failure.within));
    Explained { diagnostic, at: base + at }
}

/// The same without a look at what was wanted: one of very many.
pub(super) fn in_short(rule: Rule, why: Unread, text: &str, source: SourceId, base: usize) -> Explained {
    if matches!(why, Unread::TooMuch) || stop::is_asked() {
        return explain(rule, why, text, source, base);
    }
    let blanks = text.len() - text.trim_start().len();
    let length = text.trim_start().lines().next().unwrap_or("").trim_end().len();
    let line = Span::new(source, base + blanks, base + blanks + length);
    let diagnostic = Diagnostic::error(&codes::UNEXPECTED, line, "this cannot be read")
        .help("mend what is reported first; much of the rest may follow from it");
    Explained { diagnostic, at: base + blanks }
}

/// The plain report: what was found, and what was expected.
fn unexpected(spot: &FailureSite<'_>, within: &[Rule]) -> Diagnostic {
    // What is unexpected stands behind the blanks.
    let line = spot.rest().split('\n').next().unwrap_or("");
    let blanks = line.len() - line.trim_start().len();
    let spot = &FailureSite { at: spot.at + blanks, ..*spot };
    let found = word_at(spot.rest());
    let in_dice = within.iter().any(|rule| setting::is_dice(*rule));
    let first = word_at(spot.text.trim_start());
    let wanted = expected::in_words(spot.expected, place(spot), in_dice);
    let wanted = wanted.or_else(|| words::example(first).is_none().then(|| place(spot).usual().to_owned()));
    let length = if found.is_empty() { usize::from(!spot.rest().is_empty()) } else { found.len() };
    let span = spot.span(spot.at, spot.at + length);
    let what = if found.trim().is_empty() { "end of the line".to_owned() } else { format!("`{found}`") };
    let mut report = Diagnostic::error(&codes::UNEXPECTED, span, format!("unexpected {what}"));
    if let Some(wanted) = &wanted {
        report = report.here(format!("expected {wanted}"));
    }
    if let Some(inside) = within.iter().copied().find_map(setting::of)
        && !(in_dice && place(spot) == StopPlace::AfterValue)
    {
        report = report.note(format!("while reading {inside}"));
    }
    let report = hints::with_did_you_mean(report, spot, found);
    let report = match hints::name_before_number(spot, found).filter(|_| report.fixes.is_empty()) {
        Some(name) => {
            return report.help(format!(
                "a function takes what it is given in brackets: `{name}({found})`; a row is `{name}[{found}]`, and several rolls are `{found} times {name}`"
            ));
        }
        None => report,
    };
    match words::example(first).filter(|_| report.fixes.is_empty() && first != found) {
        Some(example) => report.help(format!("for example `{example}`")),
        None => report,
    }
}

/// Where in its line the reader stopped.
fn place(spot: &FailureSite<'_>) -> StopPlace {
    let line = spot.before().rsplit('\n').next().unwrap_or("").trim_end();
    match line.chars().next_back() {
        None => StopPlace::LineStart,
        Some(c) if is_word(c) || matches!(c, ')' | ']' | '}' | '"' | '%' | '!') => StopPlace::AfterValue,
        Some(_) => StopPlace::Within,
    }
}
