//! The numbers and bullets that entries of a list begin with.

use std::fmt;

use super::die_word::DieWord;
use crate::syntax::leading_numbers;

/// The numbers of an entry, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    from: i64,
    to: i64,
    /// Whether it goes on to the last face: `5+`.
    open: bool,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.from == self.to { write!(f, "{}", self.from) } else { write!(f, "{}-{}", self.from, self.to) }
    }
}

impl Key {
    /// A key that goes on to the last face ends there, where the die is known; the note where it is not.
    pub(super) fn close(&mut self, last: Option<i64>) -> Option<String> {
        if !std::mem::take(&mut self.open) {
            return None;
        }
        match last.filter(|last| *last >= self.to) {
            Some(last) => {
                self.to = last;
                None
            }
            None => Some(format!("`{0}+` is read as {0}, because no die says where it ends", self.from)),
        }
    }

    /// Whether a key comes next, as on a die or, from 16 to 21, on two that are read as digits.
    pub(super) fn is_followed_by(self, next: Key) -> bool {
        next.from == self.to + 1 || next.from == after_in_sixes(self.to) || self.is_before_zero(next)
    }

    /// Whether the next key is the last face of a die that prints it as 0: behind 9 or 99.
    fn is_before_zero(self, next: Key) -> bool {
        next.from == 0 && next.to == 0 && matches!(self.to, 9 | 99 | 999)
    }

    /// The key behind this one, where it may be a last face that is printed as 0.
    pub(super) fn next_of(self, next: Key) -> Key {
        let last = self.to + 1;
        if self.is_before_zero(next) { Key { from: last, to: last, ..next } } else { next }
    }

    /// Whether a key comes somewhere later.
    pub(super) fn is_before(self, other: Key) -> bool {
        self.to < other.from
    }
}

/// The number after this one on dice that are read as digits: 16 is followed by 21.
fn after_in_sixes(number: i64) -> i64 {
    match number {
        11..=66 if number % 10 == 6 => number + 5,
        111..=666 if number % 100 == 66 => number + 45,
        111..=666 if number % 10 == 6 => number + 5,
        _ => number + 1,
    }
}

/// The number or range with its dot, or the bullet, that a line begins with, and what follows.
pub(super) fn mark_of(line: &str) -> Option<(Option<Key>, &str)> {
    for bullet in ["- ", "* ", "• ", "+ ", "– ", "▪ ", "◦ ", "·\t", "•\t", "-\t"] {
        if let Some(rest) = line.strip_prefix(bullet) {
            return Some((None, rest.trim()));
        }
    }
    let (key, rest) = match emphasised(line) {
        Some((key, rest)) => return (!rest.is_empty()).then_some((Some(key), rest)),
        None => numbers(line)?,
    };
    let after = rest
        .strip_prefix(['.', ')', ':'])
        // `4.5 miles` is no fourth entry.
        .filter(|after| !after.starts_with(|c: char| c.is_ascii_digit()))
        .or_else(|| rest.strip_prefix(['\t', ' ']).filter(|_| key.to > key.from))?;
    let after = without_dash(after.trim());
    (!after.is_empty()).then_some((Some(key), after))
}

/// The numbers that a cell holds, and nothing else.
pub(super) fn key_of(cell: &str) -> Option<Key> {
    let cell = cell.trim().trim_matches(['*', '`']);
    weak_mark(cell).filter(|(_, rest)| rest.is_empty()).map(|(key, _)| key)
}

/// The number that a line begins with, nothing but a blank behind it; it may stand alone.
pub(super) fn weak_mark(line: &str) -> Option<(Key, &str)> {
    if let Some(marked) = emphasised(line) {
        return Some(marked);
    }
    let (key, rest) = numbers(line)?;
    let parted = rest.is_empty() || rest.starts_with([' ', '\t', '.', ')', ':']);
    parted.then(|| (key, without_dash(rest.trim_start_matches(['.', ')', ':']).trim())))
}

/// The number or range that a line begins with in bold or italics, `**1-3:** locked`, and what follows it.
fn emphasised(line: &str) -> Option<(Key, &str)> {
    let sign = ["***", "**", "__", "*", "_", "`"].into_iter().find(|sign| line.starts_with(sign))?;
    let (inside, rest) = line.strip_prefix(sign)?.split_once(sign)?;
    let (key, behind) = numbers(inside.trim())?;
    let mark = |text: &str| text.trim_start_matches(['.', ')', ':']).len();
    let rest = rest.trim_start_matches(['.', ')', ':']);
    let parted = rest.is_empty() || rest.starts_with([' ', '\t']);
    (mark(behind) == 0 && parted).then(|| (key, without_dash(rest.trim())))
}

/// `1 - Fire` says `Fire`, and so does `1 ........ Fire`.
fn without_dash(text: &str) -> &str {
    let led = text.trim_start_matches(['.', '\u{2026}', '\u{b7}', '_']);
    let text = if text.len() - led.len() > 3 && led.starts_with(' ') { led.trim_start() } else { text };
    ["- ", "\u{2013} ", "\u{2014} ", "= ", "| ", "-> ", "=> ", "\u{2192} "]
        .iter()
        .find_map(|dash| text.strip_prefix(dash))
        .unwrap_or(text)
        .trim()
}

/// The numbers that a line begins with, `00` being a hundred, and what follows.
fn numbers(line: &str) -> Option<(Key, &str)> {
    let ((from, to), open, end) = leading_numbers(line)?;
    let (from, to) = (i64::from(from), i64::from(to));
    let is_hundred = from == 0 && line.starts_with("00") && !line.starts_with("000");
    // `00-04`: the keys count from 0.
    let from = if is_hundred && to == 0 { 100 } else { from };
    let to = if to == 0 && from > 0 { 100 } else { to };
    (to >= from).then(|| (Key { from, to, open }, line.get(end..).unwrap_or("")))
}

/// The die that keys fill; `None` where they leave gaps or overlap.
pub(super) fn die_of(keys: &[Key], written: Option<&DieWord>, lost: &mut Vec<String>) -> Option<String> {
    let (first, last) = (keys.first()?, keys.last()?);
    let in_turn = keys.windows(2).all(|pair| matches!(pair, [a, b] if b.from == a.to + 1));
    let in_sixes = keys.windows(2).all(|pair| matches!(pair, [a, b] if b.from == after_in_sixes(a.to)));
    let of_sixes = match (first.from, last.to) {
        (11, 66) => Some("d66"),
        (111, 666) => Some("d666"),
        _ => None,
    };
    if let Some(die) = of_sixes.filter(|_| in_sixes) {
        return Some(die.to_owned());
    }
    if !in_turn {
        return None;
    }
    let filled = match (first.from, last.to) {
        // The last face is printed as 0.
        (0, 9) => Some("d10".to_owned()),
        (0, 99) => Some("d100".to_owned()),
        // Here they are dice that are read as digits.
        (1, 66 | 666) => None,
        (1, sides) => Some(format!("d{sides}")),
        (count, most) if (2..=20).contains(&count) && most % count == 0 && most > count => {
            Some(format!("{count}d{}", most / count))
        }
        _ => None,
    };
    let filled = filled?;
    match written {
        Some(written) if written.is(&filled) => Some(written.written().to_owned()),
        Some(written) => {
            let written = written.written();
            lost.push(format!(
                "`{written}` stands over the list, but its numbers are those of {filled}, which is taken"
            ));
            Some(filled)
        }
        None => {
            if first.from > 1 {
                lost.push(format!(
                    "the numbers run from {} to {}, which is taken for {filled}",
                    first.from, last.to
                ));
            }
            Some(filled)
        }
    }
}

/// Whether keys are numbers of a die with this last face, and not all the same one, as Markdown lets its reader count.
pub(super) fn are_of(keys: &[Key], last_face: i64) -> bool {
    let differ = keys.windows(2).any(|pair| matches!(pair, [a, b] if a.from != b.from));
    differ && keys.iter().all(|key| key.from >= 1 && key.to <= last_face)
}

/// The die that runs from 0 or 1 to the last of these keys, whether or not they fill it.
pub(super) fn last_face(keys: &[Key]) -> Option<String> {
    let first = keys.iter().map(|key| key.from).min()?;
    let last = keys.iter().map(|key| key.to).max()?;
    match first {
        _ if last <= 1 || keys.iter().any(|key| key.open) => None,
        0 => Some(format!("d{} - 1", last + 1)),
        1 => Some(format!("d{last}")),
        _ => None,
    }
}
