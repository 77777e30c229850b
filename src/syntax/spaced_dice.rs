//! `n d6`, `2d s`: dice whose numbers are names, with blanks where brackets belong.

use super::spot::{FailureSite, is_word};
use super::words::{is_name, is_reserved};
use crate::diag::Diagnostic;
use crate::diag::codes::syntax as codes;

/// Dice with a name for their number or their sides, where the reader stopped at one of them.
pub(super) fn of_names(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let rest = spot.rest();
    if let Some(report) = of_a_call(spot) {
        return Some(report);
    }
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let behind = &rest[blanks..];
    let word = &behind[..behind.find(|c| !is_word(c)).unwrap_or(behind.len())];
    let before = spot.before().trim_end_matches([' ', '\t']);
    let last = before.trim_end_matches(is_word).len();
    let (start, end, text) = if let Some((sides, length)) = sides_of(behind) {
        // The die is what the reader stopped at: before it stands how many of it there are.
        let count = number_or_name(&before[last..])?;
        // A word that begins a line is what somebody does, not how many.
        if !count.starts_with(|c: char| c.is_ascii_digit()) && !goes_on(&before[..last]) {
            return None;
        }
        (last, spot.at + blanks + length, format!("{count}d{sides}"))
    } else {
        // Its sides are.
        let count = before[last..].strip_suffix('d')?;
        let sides = Some(word).filter(|word| is_free(word))?;
        let (start, count) = match count {
            "" => number_before(before[..last].trim_end())
                .filter(|(at, _)| goes_on(&before[..*at]))
                .or_else(|| goes_on(&before[..last]).then(|| (last, String::new())))?,
            // `bad line` ends with a `d`, too.
            _ if is_free(count) && count.len() > 1 => return None,
            _ => (last, number_or_name(count)?),
        };
        (start, spot.at + blanks + sides.len(), format!("{count}d({sides})"))
    };
    let written = spot.text.get(start..end)?;
    if written.contains('\n') {
        return None;
    }
    Some(report(spot, (start, end), written, text))
}

fn report(spot: &FailureSite<'_>, (start, end): (usize, usize), written: &str, text: String) -> Diagnostic {
    let message = format!("`{written}` is written differently here");
    let span = spot.span(start, end);
    Diagnostic::error(&codes::BROUGHT, span, message).surely(format!("write `{text}`"), span, text)
}

/// `min(a, 3)d6`, where the reader stopped at the sides.
fn of_a_call(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let (before, rest) = (spot.before(), spot.rest());
    let sides = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let call = before.strip_suffix('d').filter(|call| sides > 0 && call.ends_with(')'))?;
    let mut open = 0_usize;
    let at = call.char_indices().rev().find_map(|(at, sign)| {
        match sign {
            ')' => open += 1,
            '(' => open -= 1,
            _ => {}
        }
        (open == 0).then_some(at)
    })?;
    let start = call.get(..at)?.trim_end_matches(is_word).len();
    let (written, called) = (spot.text.get(start..spot.at + sides)?, call.get(start..)?);
    let text = format!("({called})d{}", rest.get(..sides)?);
    (start < at && !written.contains('\n')).then(|| report(spot, (start, spot.at + sides), written, text))
}

/// The sides of a die with which a text begins, as they are to be written, and how long the die is.
fn sides_of(text: &str) -> Option<(String, usize)> {
    let rest = text.strip_prefix('d')?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    if digits > 0 {
        return Some((rest[..digits].to_owned(), 1 + digits));
    }
    let name = rest.trim_start_matches([' ', '\t']);
    let blanks = rest.len() - name.len();
    let name = &name[..name.find(|c| !is_word(c)).unwrap_or(name.len())];
    (blanks > 0 && is_free(name)).then(|| (format!("({name})"), 1 + blanks + name.len()))
}

/// How many dice there are, as it is to be written.
fn number_or_name(text: &str) -> Option<String> {
    if !text.is_empty() && text.chars().all(|c| c.is_ascii_digit()) {
        return Some(text.to_owned());
    }
    is_free(text).then(|| format!("({text})"))
}

/// A name before a `d` that stands alone: `n d s`.
fn number_before(text: &str) -> Option<(usize, String)> {
    let start = text.trim_end_matches(is_word).len();
    Some((start, number_or_name(&text[start..])?))
}

/// Whether a value has to follow.
fn goes_on(before: &str) -> bool {
    let before = before.trim_end();
    before.ends_with(['=', '(', '[', '{', '+', '-', '*', '/', ',', '<', '>'])
        || [" x", " return", " then", " else"].iter().any(|word| before.ends_with(word))
}

fn is_free(word: &str) -> bool {
    const VERBS: &[&str] =
        &["x", "X", "case", "match", "throw", "rolls", "random", "the", "a", "of", "best", "worst"];
    is_name(word) && !is_reserved(word) && !VERBS.contains(&word)
}
