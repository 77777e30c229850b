//! Keys in words that stand for numbers: `20 (natural)`, `1st`, `everything else`, `odd`, `even`.

use crate::base::Num;
use crate::diag::{Diagnostic, Edit};
use crate::syntax::ast::{KeyPart, PipeRow, TableBody, WrittenKey};

/// Dice with more faces are not listed face by face.
const MOST_FACES: i64 = 1000;

/// The number that a key names with words around it: `20 (natural)`, `nat 20`, `1st`.
pub(super) fn number_named(word: &str) -> Option<String> {
    const AROUND: &[&str] = &[
        "natural", "nat", "only", "exactly", "just", "roll", "rolled", "a", "an", "on", "crit", "critical",
        "total",
    ];
    let lower = word.to_lowercase();
    let mut number = None;
    for part in lower.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()) {
        let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| part.strip_suffix(end)).unwrap_or(part);
        if digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.is_empty() {
            if number.replace(digits.to_owned()).is_some() {
                return None;
            }
        } else if !AROUND.contains(&part) {
            return None;
        }
    }
    number
}

/// Whether a key is for all that no other row holds.
pub(super) fn is_rest(word: &str) -> bool {
    matches!(
        word.to_lowercase().trim_end_matches(['.', ':']),
        "else"
            | "everything else"
            | "anything else"
            | "all else"
            | "other"
            | "others"
            | "any other"
            | "the rest"
            | "rest"
            | "otherwise"
            | "default"
    )
}

/// The faces of a die that no key of a table holds, as keys: `2-5, 8`.
pub(super) fn rest_of(body: &TableBody, sides: i64) -> Option<String> {
    let keys: Vec<&WrittenKey> = match body {
        TableBody::Pipe { rows, .. } => rows.iter().filter_map(first_key).collect(),
        TableBody::Lines(rows) | TableBody::Bullets(rows) => rows.iter().map(|row| &row.key).collect(),
    };
    let held = |face: i64| {
        let face = Num::int(face);
        keys.iter().flat_map(|key| &key.parts).any(|part| match part {
            KeyPart::One(n) => *n == face,
            KeyPart::Between(low, high) => *low <= face && face <= *high,
            KeyPart::AtLeast(low) => *low <= face,
            KeyPart::AtMost(high) => face <= *high,
            KeyPart::Word(word) => number_named(word).and_then(|number| number.parse().ok()) == Some(face),
        })
    };
    let mut runs: Vec<(i64, i64)> = Vec::new();
    for face in (1..=sides.min(MOST_FACES)).filter(|face| !held(*face)) {
        match runs.last_mut().filter(|(_, last)| *last + 1 == face) {
            Some((_, last)) => *last = face,
            None => runs.push((face, face)),
        }
    }
    let shown =
        runs.iter().map(|(low, high)| if low == high { low.to_string() } else { format!("{low}-{high}") });
    let shown: Vec<String> = shown.collect();
    (!shown.is_empty() && sides <= MOST_FACES).then(|| shown.join(", "))
}

fn first_key(row: &PipeRow) -> Option<&WrittenKey> {
    row.cells.first().map(|cell| &cell.key)
}

/// Two rows that are called `odd` and `even`, on a die of few faces: its faces instead.
pub(super) fn odd_and_even(report: Diagnostic, rows: &[PipeRow], sides: i64) -> Option<Diagnostic> {
    const MOST: i64 = 20;
    let parity = |row: &PipeRow| match first_key(row)?.text.to_lowercase().as_str() {
        "odd" | "odds" => Some(1),
        "even" | "evens" => Some(0),
        _ => None,
    };
    if rows.len() != 2 || !(2..=MOST).contains(&sides) {
        return None;
    }
    let edit = |row: &PipeRow| {
        let rest = parity(row)?;
        let faces = (1..=sides).filter(|face| face % 2 == rest).map(|face| face.to_string());
        Some(Edit { span: first_key(row)?.span, text: faces.collect::<Vec<_>>().join(", ") })
    };
    let edits: Vec<Edit> = rows.iter().map(edit).collect::<Option<_>>()?;
    let (first, second) = (rows.first().and_then(parity), rows.last().and_then(parity));
    (first != second).then(|| report.fix_all("write the numbers", edits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_among_their_words() {
        for (word, number) in [
            ("20 (natural)", Some("20")),
            ("Nat 20", Some("20")),
            ("1st", Some("1")),
            ("20 only", Some("20")),
            ("3 goblins", None),
            ("2 on 6", None),
            ("natural", None),
        ] {
            assert_eq!(number_named(word).as_deref(), number, "{word}");
        }
    }
}
