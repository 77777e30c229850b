//! What rows and headings tell of the die where nobody has written it.

use super::ast::{KeyPart, TableBody, WrittenKey};
use crate::base::Num;

/// Headings over keys that do not say what is rolled.
pub(crate) fn is_roll_heading(text: &str) -> bool {
    matches!(
        text.trim().to_lowercase().as_str(),
        "" | "roll"
            | "rolls"
            | "die"
            | "dice"
            | "#"
            | "no."
            | "no"
            | "nr."
            | "nr"
            | "range"
            | "result"
            | "result no"
    )
}

/// The dice whose results are just what the keys hold.
pub(crate) fn implied_die(keys: &[&WrittenKey]) -> Option<String> {
    let mut low: Option<i64> = None;
    let mut high: Option<i64> = None;
    let mut take = |n: Num| {
        let n = n.as_int()?;
        low = Some(low.map_or(n, |low| low.min(n)));
        high = Some(high.map_or(n, |high| high.max(n)));
        Some(())
    };
    for (key, part) in keys.iter().flat_map(|key| key.parts.iter().map(move |part| (key, part))) {
        match part {
            // `00-04`: the rows count from 0.
            KeyPart::Between(from, to) if from > to && key.text.starts_with("00") => {
                take(Num::ZERO)?;
                take(*to)?;
            }
            KeyPart::One(n) | KeyPart::AtLeast(n) | KeyPart::AtMost(n) => take(*n)?,
            KeyPart::Between(from, to) if to.is_zero() && from > to => {
                take(*from)?;
                take(Num::int(100))?;
            }
            KeyPart::Between(from, to) => {
                take(*from)?;
                take(*to)?;
            }
            KeyPart::Word(_) => return None,
        }
    }
    let (low, high) = (low?, high?);
    match (low, high) {
        (11, 66) => Some("d66".into()),
        (111, 666) => Some("d666".into()),
        (0, 9) => Some("d10".into()),
        (0 | 1, 100) | (0, 99) => Some("d100".into()),
        // Two digits from 01 on are a d100's; the last of them, 00, was forgotten.
        (1, 90..=99) if keys.iter().any(|key| key.text.starts_with("01")) => Some("d100".into()),
        (1, sides) if (2..=1000).contains(&sides) => Some(format!("d{sides}")),
        (count, most) if (2..=20).contains(&count) && most % count == 0 && most > count => {
            Some(format!("{count}d{}", most / count))
        }
        (_, _) => None,
    }
}

/// Whether a table is printed in two halves, side by side: under the first heading once more, the numbers go on.
pub(crate) fn is_in_halves(body: &TableBody) -> bool {
    let TableBody::Pipe { headings, rows } = body else { return false };
    let first = headings.first().map_or("", |heading| heading.text.trim());
    let number = |digits: &str| digits.parse::<i64>().ok();
    let key =
        |row: usize, at: usize| rows.get(row).and_then(|row| row.cells.get(at)).map_or("", |cell| cell.raw());
    let lowest = |key: &str| number(key.split(|c: char| !c.is_ascii_digit()).next()?);
    let highest = |key: &str| number(key.rsplit(|c: char| !c.is_ascii_digit()).next()?);
    let last = highest(key(rows.len().saturating_sub(1), 0).trim());
    let goes_on =
        |at: usize| last.zip(lowest(key(0, at).trim())).is_some_and(|(last, next)| next == last + 1);
    let same = headings
        .iter()
        .enumerate()
        .skip(1)
        .find(|(_, heading)| heading.text.trim().eq_ignore_ascii_case(first));
    !first.is_empty() && same.is_some_and(|(at, _)| goes_on(at))
}
