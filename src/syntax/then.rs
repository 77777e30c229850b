//! `then` after a condition: one that is missing, and one too many.

use super::spot::FailureSite;
use super::words;
use crate::base::Span;
use crate::diag::Diagnostic;
use crate::diag::codes::syntax as codes;

/// Statements that are a word alone. Behind a number such a word reads as a unit.
const ALONE: [&str; 3] = ["return", "skip", "stop"];

/// `if c then` with nothing behind it.
pub(super) fn in_block(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let text = spot.text.trim_end();
    let opens = text.trim_start().starts_with("if ") || text.trim_start().starts_with("else if ");
    let condition = text.strip_suffix("then").filter(|_| opens)?;
    let start = condition.trim_end().len();
    Some(
        Diagnostic::error(
            &codes::THEN_IN_BLOCK,
            spot.span(condition.len(), text.len()),
            "a block `if` has no `then`",
        )
        .help("the condition is alone on its line, and `end` closes the block")
        .fix("remove `then`", spot.span(start, text.len()), ""),
    )
}

/// `if c skip`, `if hp > 3 hp = 2`.
pub(super) fn missing(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let start = missing_before(spot.text, spot.at)?;
    let word = super::spot::word_at(&spot.text[start..]);
    let before = spot.text[..start].trim_end();
    let last = word_before(before);
    if let Some(name) = word.strip_prefix("then").filter(|name| name.starts_with(char::is_alphabetic)) {
        let place = spot.span(start, start + "then".len());
        let report =
            Diagnostic::error(&codes::UNEXPECTED, place, format!("a blank is missing before `{name}`"));
        return Some(report.fix(format!("write `then {name}`"), place, "then "));
    }
    if let Some(slip) = before.get(last..).filter(|slip| words::is_slip(slip, "then")) {
        let place = spot.span(last, before.len());
        let report = Diagnostic::error(&codes::UNEXPECTED, place, format!("`{slip}` is written `then`"));
        return Some(report.fix("write `then`", place, "then"));
    }
    Some(report(word, spot.span(start, start + word.len())))
}

/// The report on a statement that follows a condition without `then`.
pub(super) fn report(word: &str, span: Span) -> Diagnostic {
    let start = Span { end: span.start, ..span };
    Diagnostic::error(&codes::UNEXPECTED, span, format!("`then` is missing before `{word}`"))
        .fix("write `then`", start, "then ")
        .help("or put the statement on a line of its own, and close the block with `end`")
}

/// Where the statement begins that follows a condition without `then`, in a line that could be read up to
/// `at` only.
pub(super) fn missing_before(text: &str, at: usize) -> Option<usize> {
    let line = text.trim_start();
    let begins = ["if ", "else if ", "when "].iter().any(|word| line.starts_with(word));
    let (before, rest) = (text.get(..at)?, text.get(at..)?);
    if !begins || before.contains(" then ") || rest.is_empty() {
        return None;
    }
    let starts = |start: &usize| begins_statement(&text[*start..]) && is_condition(&text[..*start]);
    // Of `-=` the minus could be read, too.
    let place = before.trim_end_matches(['+', '-', '−']);
    [at, word_before(place)].into_iter().find(starts)
}

/// The word alone that a condition ends with, where it was read as a unit: `hp is 0 stop`.
pub(super) fn word_alone(condition: &str) -> Option<usize> {
    let start = word_before(condition);
    let alone = ALONE.contains(&condition.get(start..)?.trim_end());
    let behind = condition[..start].trim_end();
    let counted = behind.ends_with(|c: char| c.is_ascii_digit() || matches!(c, ')' | '}' | ']' | '%'));
    (alone && counted && behind.len() < start).then_some(start)
}

/// Where the last word begins, its fields included.
fn word_before(text: &str) -> usize {
    let text = text.trim_end();
    text.rfind(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.')))
        .map_or(0, |last| last + text[last..].chars().next().map_or(1, char::len_utf8))
}

/// Whether a statement begins here: its word, or a place that is given a value.
fn begins_statement(text: &str) -> bool {
    let first = super::spot::word_at(text);
    if first == "let" || words::is_doing(first) {
        return true;
    }
    let place = text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.'))).unwrap_or(text.len());
    let sign = text[place..].trim_start();
    let gives = ["+=", "-=", "−="].iter().any(|known| sign.starts_with(known))
        || sign.starts_with('=') && !sign.starts_with("==") && !sign.starts_with("=>");
    gives && first.starts_with(char::is_alphabetic) && !words::is_reserved(first)
}

/// Whether a text ends where a condition may: with a value and a blank.
fn is_condition(text: &str) -> bool {
    let value = text.trim_end();
    let last = &value[word_before(value)..];
    let ends =
        value.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ')' | '}' | ']' | '%' | '"'));
    let joins = words::is_reserved(last) && !matches!(last, "yes" | "no" | "nothing");
    value.len() < text.len() && ends && !joins && last != "when"
}
