//! Likely causes of a failed reading that have to do with brackets and braces.

use super::lines;
use super::spot::{FailureSite, word_at};
use crate::diag::Diagnostic;
use crate::diag::codes::syntax as codes;

/// The report on a likely cause, where one is recognised.
pub(super) fn likely(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    closer_alone(spot)
        .or_else(|| nothing_inside(spot))
        .or_else(|| comma_last(spot))
        .or_else(|| loop_in_call(spot))
        .or_else(|| second_loop(spot))
        .or_else(|| open_bracket(spot))
}

/// `return {}`: braces with nothing between them.
fn nothing_inside(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let before = spot.before().trim_end().strip_suffix('{')?;
    if !spot.rest().starts_with('}') {
        return None;
    }
    let whole = spot.span(before.len(), spot.at + 1);
    let report = Diagnostic::error(&codes::UNEXPECTED, whole, "there is nothing between these braces");
    Some(report.fix("where there is nothing: `nothing`", whole, "nothing").fix(
        "an empty list: `[]`",
        whole,
        "[]",
    ))
}

/// `{a: 1, b: 2, }`, `[1, 2, ]`: a comma with nothing behind it.
fn comma_last(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let before = spot.before().trim_end().strip_suffix(',')?;
    if !spot.rest().starts_with(['}', ']', ')']) {
        return None;
    }
    let comma = spot.span(before.len(), before.len() + 1);
    let gap = spot.span(before.len(), spot.at);
    Some(Diagnostic::error(&codes::UNEXPECTED, comma, "nothing follows this comma").surely(
        "take it out",
        gap,
        "",
    ))
}

/// A bracket that nothing closes.
fn open_bracket(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let (at, closer) = lines::open_bracket(spot.text)?;
    let line_end = spot.text.get(at..)?.find('\n').map(|end| at + end);
    // `[1, 2` goes on in the next line, where a statement is no item.
    let goes_on = line_end.is_some_and(|end| end < spot.at);
    if !(spot.rest().trim().is_empty() || goes_on) || !spot.expects(closer) {
        return None;
    }
    let span = spot.span(at, at + 1);
    let opener = spot.text.get(at..at + 1).unwrap_or("");
    let end =
        if spot.rest().trim().is_empty() { spot.text.len() } else { line_end.unwrap_or(spot.text.len()) };
    let end = spot.text[..end].trim_end().len();
    let title = format!("close it with `{closer}` at the end");
    Some(
        Diagnostic::error(&codes::BRACKET_OPEN, span, format!("this `{opener}` is never closed"))
            .here("opened here")
            .fix(title, spot.span(end, end), closer),
    )
}

/// `any(hero.hp > 0 for hero in party)`: a list without its brackets.
fn loop_in_call(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let (opened, closer) = lines::open_bracket(spot.before())?;
    if closer != ")" || word_at(spot.rest()) != "for" || !spot.rest().contains(" in ") {
        return None;
    }
    let end = closing(spot.rest(), ('(', ')'))?;
    let (from, to) = (opened + 1, spot.at + end);
    let items = spot.text.get(from..to)?;
    let report = Diagnostic::error(
        &codes::UNEXPECTED,
        spot.span(spot.at, spot.at + "for".len()),
        "a list that is made item by item stands in square brackets",
    );
    Some(report.fix(
        format!("write `[{}]`", items.trim()),
        spot.span(from, to),
        format!("[{}]", items.trim()),
    ))
}

/// `[i + j for i in 1..3 for j in 2..4]`: what is made item by item walks one list.
fn second_loop(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let (opened, closer) = lines::open_bracket(spot.before())?;
    if closer != "]" || word_at(spot.rest()) != "for" {
        return None;
    }
    let (item, first) = spot.text.get(opened + 1..spot.at)?.trim().split_once(" for ")?;
    let end = closing(spot.rest(), ('[', ']'))?;
    let second = spot.rest().get(..end)?.strip_prefix("for ")?.trim();
    let (name, _) = first.split_once(" in ")?;
    second.split_once(" in ")?;
    let message = "a list that is made item by item walks one list";
    let report =
        Diagnostic::error(&codes::UNEXPECTED, spot.span(spot.at, spot.at + "for".len()), message).help(format!(
            "for one list of all, add to it in two loops: `let all = []`, below it `for {first}`, `for {second}`, `add {item} to all`, `end` and `end`"
        ));
    let nested = format!("[[{item} for {second}] for {first}]");
    let whole = spot.span(opened, spot.at + end + 1);
    Some(report.fix(format!("a list for each `{}`: `{nested}`", name.trim()), whole, nested))
}

/// Where the bracket closes on this line that was opened before it.
fn closing(rest: &str, (opener, closer): (char, char)) -> Option<usize> {
    let mut depth = 0;
    let mut signs = rest.char_indices().take_while(|(_, c)| *c != '\n');
    let (end, _) = signs.find(|(_, c)| {
        depth += i32::from(*c == opener) - i32::from(*c == closer);
        depth < 0
    })?;
    Some(end)
}

/// A closing bracket that belongs to none.
fn closer_alone(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let closer = spot.rest().chars().next().filter(|c| matches!(c, ')' | ']' | '}'))?;
    if lines::open_bracket(spot.before()).is_some() {
        return None;
    }
    let span = spot.span(spot.at, spot.at + 1);
    let message = format!("no bracket is open for this `{closer}`");
    Some(Diagnostic::error(&codes::UNEXPECTED, span, message).fix("take it out", span, ""))
}
