//! Questions about the odds of several things at once: `2d6, 3d4`, `a = 2d6, b = 3d4`, `2d6 vs 3d4`, and sweeps,
//! `d20 + 5 >= ac for ac in 10..20`.

use super::meant::Meaning;
use crate::syntax::is_question;

/// The most values of a sweep.
const MAX_SWEEP: i64 = 200;

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct SeriesQuestion {
    /// Each with its name, where it has one, and its expression.
    pub parts: Vec<(Option<String>, String)>,
    /// The name that takes each value in turn, where it is a sweep; then the parts' names are its values.
    pub sweep: Option<String>,
}

impl Meaning<'_> {
    /// Reads a question about odds that may be about several things.
    pub(crate) fn read_series(self, text: &str) -> SeriesQuestion {
        if let Some(asked) = sweep(text) {
            return asked;
        }
        if is_question(text) {
            return SeriesQuestion { parts: vec![(None, text.to_owned())], sweep: None };
        }
        let part = |part: &str| match named(part) {
            Some((name, expr)) => (Some(name.to_owned()), self.meant_question(expr)),
            None => (None, self.meant_question(part)),
        };
        SeriesQuestion { parts: series(text).into_iter().map(part).collect(), sweep: None }
    }

    /// A question as it is, or what it means where another program writes it so.
    fn meant_question(self, text: &str) -> String {
        let meant = self.meant(text).filter(|meant| is_question(meant));
        meant.unwrap_or_else(|| text.to_owned())
    }
}

/// `fighter = 2d6 + 3`: a name, and what it stands for.
fn named(part: &str) -> Option<(&str, &str)> {
    let (name, expr) = part.split_once('=')?;
    let name = name.trim();
    let plain = name.starts_with(char::is_alphabetic)
        && name.chars().all(|c| c.is_alphanumeric() || "_ ".contains(c));
    (plain && !expr.starts_with('=') && !expr.trim().is_empty())
        .then(|| (name.trim_matches('"'), expr.trim()))
}

/// `E for NAME in 10..20`, `E for NAME in [5, 10, 15]`.
fn sweep(text: &str) -> Option<SeriesQuestion> {
    let at =
        outside(text).filter(|at| text.get(*at..).is_some_and(|rest| rest.starts_with(" for "))).last()?;
    let expr = text.get(..at)?.trim();
    let (name, values) = text.get(at + " for ".len()..)?.split_once(" in ")?;
    let (name, values) = (name.trim(), values.trim());
    let is_name =
        name.starts_with(char::is_alphabetic) && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if !is_name {
        return None;
    }
    let values: Vec<String> = match values.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(list) => list.split(',').map(|value| value.trim().to_owned()).collect(),
        None => {
            let (from, to) = values.split_once("..")?;
            let (from, to): (i64, i64) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
            (from <= to && to - from < MAX_SWEEP)
                .then(|| (from..=to).map(|value| value.to_string()).collect())?
        }
    };
    let parts = values.into_iter().map(|value| {
        let expr = put_in(expr, name, &value);
        (Some(value), expr)
    });
    Some(SeriesQuestion { parts: parts.collect(), sweep: Some(name.to_owned()) })
}

/// An expression with a value in the place of a name; negative ones in brackets.
fn put_in(expr: &str, name: &str, value: &str) -> String {
    let value = if value.starts_with('-') { format!("({value})") } else { value.to_owned() };
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut made, mut rest, mut before) = (String::new(), expr, None);
    while let Some(c) = rest.chars().next() {
        let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let length = if word > 0 { word } else { c.len_utf8() };
        let (piece, after) = rest.split_at(length);
        made.push_str(if piece == name && before != Some('.') { &value } else { piece });
        before = piece.chars().next_back();
        rest = after;
    }
    made
}

/// The expressions of a question about several: `2d6, 3d4` or `2d6 vs 3d4`. What stands in brackets or in
/// quotes is not cut.
fn series(text: &str) -> Vec<&str> {
    let (mut from, mut parts) = (0, Vec::new());
    for at in outside(text).filter(|at| text.is_char_boundary(*at)) {
        let rest = text.get(at..).unwrap_or("");
        let signs = [",", " vs. ", " vs ", " versus "];
        let sign = signs.iter().find(|sign| at >= from && rest.starts_with(**sign));
        // `d20+5 vs 15` asks whether the roll reaches a number.
        let is_target = |sign: &&&str| **sign != "," && is_target(rest.get(sign.len()..).unwrap_or(""));
        if let Some(sign) = sign.filter(|sign| !is_target(sign)) {
            parts.push(text.get(from..at).unwrap_or(""));
            from = at + sign.len();
        }
    }
    parts.push(text.get(from..).unwrap_or(""));
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// Whether a number that a roll has to reach stands there, and nothing else: `15`, `AC 15`.
fn is_target(text: &str) -> bool {
    let text = text.trim().to_ascii_lowercase();
    let number = ["ac", "dc"].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(&text).trim();
    number.parse::<i64>().is_ok()
}

/// The places outside of brackets and quotes.
fn outside(text: &str) -> impl Iterator<Item = usize> + '_ {
    let (mut depth, mut quoted) = (0i32, false);
    text.char_indices().filter_map(move |(at, c)| {
        match c {
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth -= 1,
            _ => {}
        }
        (depth == 0 && !quoted).then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_expressions_are_told_apart_outside_of_brackets() {
        assert_eq!(series("2d6 + 3, max(d6, d8) vs d{1, 2}"), ["2d6 + 3", "max(d6, d8)", "d{1, 2}"]);
        assert_eq!(series("moor"), ["moor"]);
        assert_eq!(series("d20 + 5 vs AC 15"), ["d20 + 5 vs AC 15"]);
        assert_eq!(named("fighter = 2d6 + 3"), Some(("fighter", "2d6 + 3")));
        assert_eq!(named("d20 == 3"), None);
        assert_eq!(named("2d6 >= 3"), None);
    }

    #[test]
    fn a_sweep_puts_each_value_in_the_place_of_the_name() {
        let asked = sweep("d20 + n >= n_2 for n in [-1, 5]").expect("a sweep");
        assert_eq!(asked.parts[0].1, "d20 + (-1) >= n_2");
        assert_eq!(asked.parts[1], (Some("5".to_owned()), "d20 + 5 >= n_2".to_owned()));
        assert_eq!(sweep("[h.hp for h in party]"), None);
        assert_eq!(sweep("d6 for 3 in 1..2"), None);
    }
}
