//! One long table that is printed in two halves, side by side: `| Roll | Tree | Roll | Tree |`, with 1–5 on the left
//! and 6–10 on the right.

use super::die_word::DieWord;
use super::list_keys::{Key, die_of, key_of};
use crate::syntax::is_roll_heading;

/// The halves of a sheet below each other: its head, its rows, and the die that they fill. `None` where it has no
/// halves, or their numbers do not go on.
pub(super) fn stacked(
    headings: &[String],
    rows: &[Vec<String>],
) -> Option<(Vec<String>, Vec<Vec<String>>, String)> {
    let bare = |heading: &str| heading.trim().trim_matches(['*', '_', '`', ' ']).to_lowercase();
    let first = bare(headings.first()?);
    let rolls =
        |heading: &str| !heading.is_empty() && is_roll_heading(heading) || DieWord::of(heading).is_some();
    let width = headings.iter().skip(1).position(|heading| bare(heading) == first)? + 1;
    if width < 2 || !headings.len().is_multiple_of(width) || !rolls(&first) {
        return None;
    }
    if !headings.chunks(width).all(|half| half.first().is_some_and(|heading| bare(heading) == first)) {
        return None;
    }
    let mut all: Vec<Vec<String>> = Vec::new();
    for half in 0..headings.len() / width {
        for row in rows {
            let cells = row.iter().skip(half * width).take(width).cloned().collect::<Vec<_>>();
            // The last half may be shorter.
            if !cells.iter().all(|cell| cell.trim().is_empty()) {
                all.push(cells);
            }
        }
    }
    let keys: Option<Vec<Key>> = all.iter().map(|row| row.first().and_then(|cell| key_of(cell))).collect();
    let die = die_of(&keys?, None, &mut Vec::new())?;
    Some((headings.get(..width)?.to_vec(), all, die))
}

/// What is said of two tables side by side, where one stays as it is.
pub(super) fn note_on_two(headings: &[String], rows: &[Vec<String>]) -> Option<String> {
    let first = headings.first()?.trim();
    let rolls = !first.is_empty() && is_roll_heading(first) || DieWord::of(first).is_some();
    let (at, second) = headings
        .iter()
        .enumerate()
        .skip(1)
        .find(|(_, heading)| heading.trim().eq_ignore_ascii_case(first))?;
    let keyed = rows
        .iter()
        .filter_map(|row| row.get(at))
        .all(|cell| cell.trim().is_empty() || key_of(cell).is_some());
    let note = || {
        format!(
            "`{}` looks like the keys of a second table: one roll picks from both here, unless each stands by itself",
            second.trim()
        )
    };
    (rolls && keyed).then(note)
}

/// What is said of it.
pub(super) fn note(headings: &[String]) -> String {
    let first = headings.first().map_or("", |heading| heading.trim());
    format!("the numbers go on in the second column `{first}`: it is read as one table, printed in halves")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(cells: &[&str]) -> Vec<String> {
        cells.iter().map(|cell| (*cell).to_owned()).collect()
    }

    #[test]
    fn halves_are_put_below_each_other_where_their_numbers_go_on() {
        let rows = [owned(&["1", "oak", "3", "gorse"]), owned(&["2", "ash", "4-6", "broom"])];
        let (head, rows, die) = stacked(&owned(&["Roll", "Tree", "Roll", "Bush"]), &rows).expect("halves");
        assert_eq!((head, die.as_str()), (owned(&["Roll", "Tree"]), "d6"));
        assert_eq!(rows.last(), Some(&owned(&["4-6", "broom"])));
        let apart = [owned(&["1", "oak", "1", "gorse"]), owned(&["2", "ash", "2", "broom"])];
        assert_eq!(stacked(&owned(&["d2", "Tree", "d2", "Bush"]), &apart), None);
        assert_eq!(stacked(&owned(&["Tree", "Roll", "Tree", "Roll"]), &apart), None);
    }
}
