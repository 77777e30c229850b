//! What a single `=` within an expression may mean, and signs that stand apart from the modifier they belong to.

use super::spot::{FailureSite, is_word};
use super::words;
use crate::base::Span;
use crate::diag::Diagnostic;
use crate::diag::codes::{dice, syntax as codes};

/// The report on an `=` where reading stopped.
pub(super) fn likely(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let rest = spot.rest();
    // `let = 3` lacks a name.
    if words::example(spot.before().trim()).is_some() {
        return None;
    }
    if !rest.starts_with('=') || rest.starts_with("==") || rest.starts_with("=>") || spot.expects("=") {
        return None;
    }
    if let Some(report) = changed_in_place(spot)
        .or_else(|| modifier_apart(spot))
        .or_else(|| record_in_braces(spot))
        .or_else(|| other_statement(spot))
    {
        return Some(report);
    }
    let span = spot.span(spot.at, spot.at + 1);
    let report = Diagnostic::error(
        &codes::SINGLE_EQUALS,
        span,
        "`=` assigns a value and cannot be used inside an expression",
    )
    .help("to compare, use `==`, or `is` for words");
    let line = spot.before().rsplit('\n').next().unwrap_or("").trim_start();
    let assigns = line.starts_with("let ") || line.starts_with("keep ");
    if assigns && line.contains(" = ") && !line.contains('(') {
        // `let x = y = 3`: whether `y` is given a value or compared nobody knows.
        return Some(report.help("each name is given its value on a line of its own"));
    }
    Some(report.fix("write `==`", span, "=="))
}

/// `x *= 2`, `x /= 2`: a name is given what it was, and something made of that.
fn changed_in_place(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let before = spot.before();
    let sign = ["*", "/"].into_iter().find(|sign| before.ends_with(sign))?;
    let name = before.strip_suffix(sign)?.trim();
    let value = spot.rest().strip_prefix('=')?.trim();
    let is_name = |name: &str| {
        name.split('.').all(|part| {
            part.starts_with(|c: char| c.is_alphabetic())
                && part.chars().all(|c| c.is_alphanumeric() || c == '_')
        })
    };
    if !is_name(name) || value.is_empty() || value.contains('\n') {
        return None;
    }
    let one = value.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    let value = if one { value.to_owned() } else { format!("({value})") };
    let text = format!("{name} = {name} {sign} {value}");
    let from = spot.at - before.trim_start().len();
    let span = spot.span(from, spot.at + spot.rest().trim_end().len());
    let message = format!("there is no `{sign}=`");
    let report = Diagnostic::error(&codes::SINGLE_EQUALS, span, message);
    Some(report.surely(format!("write `{text}`"), span, text))
}

/// `if c then a += 1 otherwise b = 2`: what else is done follows `else`.
fn other_statement(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    const WORD: &str = "otherwise";
    let before = spot.before();
    let line = before.rsplit('\n').next()?;
    let (done, place) = line.rsplit_once(" otherwise ")?;
    let (_, then) = done.trim_start().strip_prefix("if ")?.split_once(" then ")?;
    let is_place = |c: char| c.is_alphanumeric() || "_.[]+- ".contains(c);
    if !then.contains('=') || !place.chars().all(is_place) {
        return None;
    }
    let from = spot.at - place.len() - 1 - WORD.len();
    let span = spot.span(from, from + WORD.len());
    let message = "`otherwise` has a value behind it; another statement follows `else`";
    Some(Diagnostic::error(&codes::SINGLE_EQUALS, span, message).surely("write `else`", span, "else"))
}

/// `2d6r = 1`, where the reader stopped at the sign.
fn modifier_apart(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let apart = Apart::of(spot.before(), spot.rest())?;
    Some(apart.report(spot.span(spot.at - apart.before, spot.at + apart.behind)))
}

/// A modifier with a condition, and the sign that is to touch it: `2d6r < 2`.
pub(super) struct Apart<'t> {
    letters: &'t str,
    sign: &'t str,
    /// Bytes of blanks before the sign.
    before: usize,
    /// Bytes of the sign and the blanks around it.
    behind: usize,
}

impl<'t> Apart<'t> {
    /// The modifier that `before` ends with, and the sign that `rest` begins with, where there are blanks around
    /// the sign.
    pub(super) fn of(before: &'t str, rest: &'t str) -> Option<Apart<'t>> {
        const SIGNS: [&str; 10] = [">=", "<=", "!=", "==", "≥", "≤", "≠", "=", ">", "<"];
        let from = rest.trim_start_matches([' ', '\t']);
        let sign = SIGNS.into_iter().find(|sign| from.starts_with(sign) && !from.starts_with("=>"))?;
        let number = from.get(sign.len()..)?.trim_start_matches([' ', '\t']);
        let behind = rest.len() - number.len();
        let touching = before.trim_end_matches([' ', '\t']);
        let gap = before.len() - touching.len();
        let dice = touching.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let letters = touching.get(dice.len()..).filter(|letters| takes_condition(letters))?;
        let last = dice.strip_suffix(' ').unwrap_or(dice);
        let last = last.rsplit([' ', '\t', '\n', '(', '[', ',', '+', '-', '*', '/']).next()?;
        let is_die = last.ends_with('}') || has_die(last);
        (gap + behind > sign.len() && is_die && !number.trim().is_empty()).then_some(Apart {
            letters,
            sign,
            before: gap,
            behind,
        })
    }

    /// The report, where the blanks and the sign stand at `gap`.
    pub(super) fn report(&self, gap: Span) -> Diagnostic {
        let Apart { letters, sign, .. } = self;
        Diagnostic::error(&dice::SPACED_MODIFIER, gap, format!("`{letters}` touches its condition")).surely(
            format!("write `{letters}{sign}` without spaces"),
            gap,
            *sign,
        )
    }

    /// Where the blanks and the sign stand, where `at` is the place between the two texts.
    pub(super) fn around(&self, at: Span) -> Span {
        let bytes = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        let start = at.start.saturating_sub(bytes(self.before));
        Span { start, end: at.start.saturating_add(bytes(self.behind)), ..at }
    }
}

/// Whether a die is written in a text without blanks.
fn has_die(text: &str) -> bool {
    text.match_indices(['d', 'D']).any(|(at, _)| {
        let begins = !text[..at].trim_end_matches(|c: char| c.is_ascii_digit()).ends_with(is_word);
        begins && text[at + 1..].starts_with(|c: char| c.is_ascii_digit() || c == '%' || c == 'F')
    })
}

/// Whether a word is a modifier with a condition behind it.
pub(super) fn takes_condition(word: &str) -> bool {
    ["r", "rr", "ro", "c", "cs", "cf"].iter().any(|modifier| word.eq_ignore_ascii_case(modifier))
}

/// `{a = d6, b = d6}`: a record, whose parts have colons.
fn record_in_braces(spot: &FailureSite<'_>) -> Option<Diagnostic> {
    let start = open_brace(spot.before())?;
    let inside = spot.text.get(start + 1..)?;
    let mut signs = Vec::new();
    let (mut open, mut quoted, mut part) = (0_usize, false, 0);
    let mut end = None;
    for (at, sign) in inside.char_indices() {
        match sign {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => open += 1,
            ',' | '}' if open == 0 => {
                let (place, written) = part_of_record(inside.get(part..at)?)?;
                if written == '=' {
                    signs.push(start + 1 + part + place);
                }
                part = at + 1;
                if sign == '}' {
                    end = Some(start + 2 + at);
                    break;
                }
            }
            ')' | ']' | '}' => open = open.checked_sub(1)?,
            _ => {}
        }
    }
    let mut text = spot.text.get(start..end?)?.to_owned();
    for at in signs.iter().rev() {
        // `a = d6` is `a: d6`: the blanks before the sign go.
        let before = text.get(..at - start)?.trim_end().len();
        text.replace_range(before..=at - start, ":");
    }
    let whole = spot.span(start, end?);
    let report = Diagnostic::error(&codes::SINGLE_EQUALS, whole, "the parts of a record have colons");
    Some(report.surely(format!("write `{text}`"), whole, text))
}

/// The last brace that nothing closes before the end of a text, where nothing else is open in it.
fn open_brace(text: &str) -> Option<usize> {
    let (mut open, mut quoted) = (Vec::new(), false);
    for (at, sign) in text.char_indices() {
        match sign {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => open.push((at, sign)),
            ')' | ']' | '}' => drop(open.pop()),
            _ => {}
        }
    }
    open.pop().filter(|(_, sign)| *sign == '{').map(|(at, _)| at)
}

/// Where the sign of a record's part stands, and which it is: a name, and `=` or `:` behind it.
fn part_of_record(part: &str) -> Option<(usize, char)> {
    let at = part.find(['=', ':'])?;
    let sign = part[at..].chars().next()?;
    let value = part.get(at + 1..)?;
    let plain = words::is_name(part[..at].trim()) && !value.starts_with('=') && !value.trim().is_empty();
    plain.then_some((at, sign))
}
