//! Likely causes of a failed reading that have to do with brackets and braces.

use super::lines;
use super::spot::{FailureSite, word_at};
use super::words;
use crate::diag::Diagnostic;
use crate::diag::codes::syntax as codes;

/// The report on a likely cause, where one is recognised.
pub(super) fn likely(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    head_open(spot)
        .or_else(|| closer_alone(spot))
        .or_else(|| nothing_inside(spot))
        .or_else(|| comma_last(spot))
        .or_else(|| loop_in_call(spot))
        .or_else(|| second_loop(spot))
        .or_else(|| open_bracket(spot))
}

/// `fn damage(weapon, strength = 0 = weapon + strength`, `procedure explore(turns takes 1 turn`: what a definition is
/// given is never closed. The lines below it are no part of that.
fn head_open(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let start = spot.text.len() - spot.text.trim_start().len();
    let line = spot.text.get(start..)?.lines().next()?.trim_end();
    let (word, rest) = line.split_once(' ')?;
    let name = word_at(rest.trim_start());
    let behind = rest.trim_start().get(name.len()..).filter(|_| words::is_name(name))?;
    let at = line.len() - behind.len();
    let ends: &[&str] = match word {
        "fn" => &[" = "],
        "procedure" => &[" takes "],
        "table" | "chart" | "deck" => &[" rolls ", " shift ", " clamp"],
        _ => return None,
    };
    if !behind.starts_with('(') || lines::open_bracket(line).is_none_or(|(open, _)| open != at) {
        return None;
    }
    // `fn f(n = 0`: the only sign may say what the input is without being given.
    if word == "fn" && behind.matches(" = ").count() < 2 {
        return None;
    }
    let end = ends.iter().filter_map(|end| behind.rfind(end)).min()?;
    let place = spot.span(start + at + end, start + at + end);
    let span = spot.span(start + at, start + at + 1);
    let report =
        Diagnostic::error(&codes::BRACKET_OPEN, span, "this `(` is never closed").here("opened here");
    Some(report.fix(
        format!("close it before `{}`", behind.get(end..)?.split_whitespace().next()?),
        place,
        ")",
    ))
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

/// `if (a + b > 3`, where reading stopped in a line below it: what stands there is no part of the condition.
pub(super) fn left_open(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    const HEADS: [&str; 5] = ["if ", "else if ", "when ", "repeat ", "for "];
    let line = spot.text.lines().next()?;
    let is_head = HEADS.iter().any(|head| line.trim_start().starts_with(head));
    if !is_head || spot.at <= line.len() || !matches!(lines::open_bracket(line), Some((_, ")" | "]"))) {
        return None;
    }
    let end = spot.text.len() - spot.text.trim_start().len() + line.trim().len();
    let text = spot.text.get(..end)?;
    open_bracket(&FailureSite { text, at: end, expected: &[")".to_owned(), "]".to_owned()], ..*spot })
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
    let report = Diagnostic::error(&codes::BRACKET_OPEN, span, format!("this `{opener}` is never closed"));
    let report = report.here("opened here");
    // `if (a + b > 3`: what is compared may be all that it holds.
    let inside = spot.text.get(at + 1..end).filter(|_| closer == ")").unwrap_or("");
    let begins = spot.text.get(..at).is_some_and(|before| !before.ends_with(super::spot::is_word));
    let report = match compared_at(inside).filter(|_| begins) {
        Some((length, sign)) => {
            let place = spot.span(at + 1 + length, at + 1 + length);
            report.fix(format!("close it before `{sign}`"), place, closer)
        }
        None => report,
    };
    Some(report.fix(title, spot.span(end, end), closer))
}

/// Where a comparison begins outside of all brackets of a text, and its sign.
fn compared_at(inside: &str) -> Option<(usize, &'static str)> {
    const SIGNS: [&str; 7] = [">=", "<=", "==", "!=", ">", "<", "is"];
    let (at, sign) =
        SIGNS.into_iter().filter_map(|sign| Some((inside.find(&format!(" {sign} "))?, sign))).min()?;
    (!inside.contains('"') && lines::open_bracket(inside.get(..at)?).is_none()).then_some((at, sign))
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
    let report = Diagnostic::error(&codes::UNEXPECTED, span, message);
    // `join(party where hp > 0).name)`: one more may have been meant where the first was opened.
    let before = spot.before();
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let first = before.get(line..)?.find('(').filter(|_| closer == ')').map(|at| line + at);
    let report = match first {
        Some(at) => report.fix("open one more before it: `((`", spot.span(at, at), "("),
        None => report,
    };
    Some(report.fix("take it out", span, ""))
}
