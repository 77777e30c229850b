//! Slips of single letters and words within a line: a letter for a digit, a misspelt statement behind `then`.

use super::spot::{FailureSite, is_word};
use super::{brought, words};
use crate::base::{Span, closest};
use crate::diag::Diagnostic;
use crate::diag::codes::syntax as codes;

/// The report on such a slip.
pub(super) fn likely(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    letter_for_digit(spot)
        .or_else(|| said_bare(spot))
        .or_else(|| colon_lost(spot))
        .or_else(|| bounds(spot))
        .or_else(|| glued(spot))
        .or_else(|| times_lost(spot))
        .or_else(|| die_apart(spot))
        .or_else(|| asked_bare(spot))
        .or_else(|| words_with_commas(spot))
}

/// `7O%`, `1O + 2`: the letter looks like a nought.
fn letter_for_digit(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let before = spot.before().trim_end();
    let start =
        before.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, 'O' | 'o' | 'l' | 'I')).len();
    let word = before.get(start..)?;
    let apart = !before.get(..start)?.ends_with(is_word);
    let mixed = word.starts_with(|c: char| c.is_ascii_digit()) && word.contains(['O', 'o', 'l', 'I']);
    (apart && mixed).then_some(())?;
    let number = word.replace(['O', 'o'], "0").replace(['l', 'I'], "1");
    let place = spot.span(start, before.len());
    let report =
        Diagnostic::error(&codes::UNEXPECTED, place, format!("`{word}` has a letter among its digits"));
    Some(report.fix(format!("write `{number}`"), place, number))
}

/// `say Ouch!`, behind `;` or `=>`: a text without its quotes. Alone on its line it is read elsewhere.
fn said_bare(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let start = statement_start(spot.before());
    let piece = spot.text.get(start..)?;
    let word = ["say ", "note "].into_iter().find(|word| piece.starts_with(word))?;
    let rest = piece.get(word.len()..)?;
    let end = rest.find([';', '\n', '|', '#']).unwrap_or(rest.len());
    let said = rest.get(..end)?.trim();
    let braced = said.contains('{');
    let is_plain = |c: char| c.is_alphanumeric() || " .,!?:'’{}()_-".contains(c);
    let in_words = said.starts_with(char::is_uppercase)
        && (said.ends_with(['!', '?', '.']) || said.contains(' '))
        && said.chars().all(is_plain)
        && (braced || !said.contains(['(', ')', '_', '{', '}']));
    in_words.then_some(())?;
    let at = start + word.len() + (rest.len() - rest.trim_start().len());
    let place = spot.span(at, at + said.len());
    let report = Diagnostic::error(&codes::UNEXPECTED, place, "this text has no quotes");
    Some(report.fix(format!("write `{word}\"{said}\"`"), place, format!("\"{said}\"")))
}

/// `hp: 0.max_hp = max_hp`, `hp: 0-6 = 6`: two dots stand between the least and the most that a field may be.
fn bounds(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let line = spot.text.trim_end();
    let start = line.len() - line.trim_start().len();
    let (head, _) = line.get(start..)?.split_once(" = ")?;
    let (name, kind) = head.split_once(": ")?;
    let (low, high) = kind.split_once(['.', '-', '–'])?;
    let is_number = |bound: &str| !bound.is_empty() && bound.bytes().all(|byte| byte.is_ascii_digit());
    let fits = words::is_name(name) && is_number(low) && (is_number(high) || words::is_name(high));
    fits.then_some(())?;
    let place = spot.span(start + head.len() - kind.len(), start + head.len());
    let ours = format!("{low}..{high}");
    let report =
        Diagnostic::error(&codes::UNEXPECTED, place, "two dots stand between the least and the most");
    Some(report.fix(format!("write `{ours}`"), place, ours))
}

/// `d6 andd10`: a word that joins, without the blank behind it.
fn glued(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    const JOINS: [&str; 5] = ["and", "or", "times", "mod", "plus"];
    let blanks = spot.rest().len() - spot.rest().trim_start().len();
    let word = super::spot::word_at(spot.rest().trim_start());
    let joins = JOINS.into_iter().find(|joins| {
        word.strip_prefix(joins).is_some_and(|rest| {
            brought::begins_with_die(rest) || rest.starts_with(|c: char| c.is_ascii_digit())
        })
    })?;
    let at = spot.at + blanks + joins.len();
    let place = spot.span(spot.at + blanks, spot.at + blanks + word.len());
    let report = Diagnostic::error(&codes::UNEXPECTED, place, format!("`{joins}` has no blank behind it"));
    let rest = word.get(joins.len()..)?;
    Some(report.fix(format!("write `{joins} {rest}`"), spot.span(at, at), " "))
}

/// `repeat turns`, `repeat turns time`, `2 time beasts`: how often ends with `times`.
fn times_lost(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let line = spot.text.trim_end();
    let start = line.len() - line.trim_start().len();
    let message = "how often something is done ends with `times`";
    let word = super::spot::word_at(spot.rest().trim_start());
    let blanks = spot.rest().len() - spot.rest().trim_start().len();
    let report = |place: Span, text: &str| {
        Some(Diagnostic::error(&codes::UNEXPECTED, place, message).fix("write `times`", place, text))
    };
    if let Some(count) = line.get(start..)?.strip_prefix("repeat ") {
        let end = spot.at + blanks + word.len();
        return match spot.rest().trim() {
            // More than one word says something else: `repeat 3 tmes`.
            "" if !count.trim().contains(' ') => report(spot.span(line.len(), line.len()), " times"),
            "time" => report(spot.span(spot.at + blanks, end), "times"),
            _ => None,
        };
    }
    let before = spot.before().trim_end();
    let count = before.strip_suffix(" time")?;
    let counted = count.ends_with(|c: char| c.is_ascii_digit()) && words::is_name(word);
    let place = spot.span(count.len() + 1, before.len());
    if counted { report(place, "times") } else { None }
}

/// `6 times d 6`: a die is one word.
fn die_apart(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let rest = spot.rest().trim_start();
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let before = spot.before().trim_end();
    let letter = before.strip_suffix(['d', 'D'])?;
    let number = letter.trim_end_matches(|c: char| c.is_ascii_digit());
    let apart = spot.before().len() > before.len() || rest.len() < spot.rest().len();
    let fits = digits > 0
        && apart
        && !number.ends_with(is_word)
        && !rest.get(digits..)?.starts_with(is_word)
        && !number.trim().is_empty();
    fits.then_some(())?;
    let end = spot.at + (spot.rest().len() - rest.len()) + digits;
    let die = format!("{}{}", before.get(number.len()..)?, rest.get(..digits)?);
    let place = spot.span(number.len(), end);
    let report = Diagnostic::error(&codes::UNEXPECTED, place, "a die is written in one word");
    Some(report.fix(format!("write `{die}`"), place, die))
}

/// `chance passes(2, 12)`: what is asked about stands in brackets.
fn asked_bare(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let line = spot.text.trim_end();
    let start = line.len() - line.trim_start().len();
    let asks = ["chance", "mean"].into_iter().find(|asks| {
        line.get(start..).and_then(|line| line.strip_prefix(asks)).is_some_and(|rest| rest.starts_with(' '))
    })?;
    let what = line.get(start + asks.len()..)?.trim_start();
    let at = line.len() - what.len();
    let plain = words::is_name(super::spot::word_at(what)) || brought::begins_with_die(what);
    let fits = plain
        && spot.at <= at
        && !what.contains([':', '#', '"', '\n'])
        && !words::is_reserved(super::spot::word_at(what));
    fits.then_some(())?;
    let ours = format!("{asks}({what})");
    let place = spot.span(start, line.len());
    let report =
        Diagnostic::error(&codes::UNEXPECTED, place, format!("what `{asks}` asks about stands in brackets"));
    Some(report.fix(format!("write `{ours}`"), place, ours))
}

/// `option ties: win, lose = win`: the words of a list have bars between them.
fn words_with_commas(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    if !spot.rest().trim_start().starts_with(',') {
        return None;
    }
    let line = spot.text.trim_end();
    let start = line.len() - line.trim_start().len();
    let head =
        line.get(start..)?.strip_prefix("option ").or_else(|| line.get(start..)?.strip_prefix("keep "))?;
    let (name, rest) = head.split_once(':')?;
    let (said, _) = rest.split_once('=')?;
    let parts: Vec<&str> = said.split(',').map(str::trim).collect();
    let fits =
        words::is_name(name.trim()) && parts.len() > 1 && parts.iter().all(|part| words::is_name(part));
    fits.then_some(())?;
    let from = line.len() - rest.len() + (said.len() - said.trim_start().len());
    let place = spot.span(from, from + said.trim().len());
    let ours = parts.join(" | ");
    let report = Diagnostic::error(&codes::UNEXPECTED, place, "the words of a list have bars between them");
    Some(report.fix(format!("write `{ours}`"), place, ours))
}

/// `3   coin`, `3.   coin`, `3;   coin` among rows with a colon behind their number.
fn colon_lost(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    if !spot.rest().trim().is_empty() || spot.at_top || spot.text.contains(':') {
        return None;
    }
    let line = spot.text.trim_end();
    let start = line.len() - line.trim_start().len();
    let row = line.get(start..)?;
    let end = row.find(|c: char| !(c.is_ascii_digit() || matches!(c, '-' | '–' | '+')))?;
    let (key, behind) = row.split_at(end);
    let sign = behind.starts_with(['.', ';', ',', ')']);
    let text = behind.trim_start_matches(['.', ';', ',', ')']).trim_start();
    let gap = behind.len() - text.len();
    let is_row = key.starts_with(|c: char| c.is_ascii_digit())
        && text.starts_with(|c: char| c.is_alphabetic() || c == '{' || c == '"')
        && gap > usize::from(sign)
        && !words::is_linking(super::spot::word_at(text));
    is_row.then_some(())?;
    let place = spot.span(start + end, start + end + gap);
    let report = Diagnostic::error(&codes::UNEXPECTED, place, "a row has a colon behind its number");
    Some(report.fix(format!("write `{key}: {text}`"), place, ": "))
}

/// Where the statement begins in which a text ends: the line, or what stands behind `;`, `=>`, `then` or `else`.
pub(super) fn statement_start(before: &str) -> usize {
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let text = before.get(line..).unwrap_or("");
    let ends =
        [";", "=> ", " then ", " else "].iter().filter_map(|sign| Some(text.rfind(sign)? + sign.len()));
    let start = line + ends.max().unwrap_or(0);
    let rest = before.get(start..).unwrap_or("");
    start + (rest.len() - rest.trim_start().len())
}

/// The first word of a statement within a line, where it is a slip of one that begins statements: `sya "Ouch!"` behind
/// `;`, `retrun 1` behind `then`.
pub(super) fn slip_of_verb(spot: &FailureSite<'_>) -> Option<(Span, &'static str)> {
    let before = spot.before();
    let start = statement_start(before);
    let word = super::spot::word_at(before.get(start..)?);
    let alone = before.get(start..)?.trim_end() == word && before.get(..start)?.trim_end() != "";
    if !alone || word.len() < 3 || words::is_starting(word) || words::is_reserved(word) {
        return None;
    }
    let begins = words::starting().chain(["let", "for", "with"]);
    let meant = closest(word, begins).filter(|meant| words::is_slip(word, meant))?;
    Some((spot.span(start, start + word.len()), meant))
}
