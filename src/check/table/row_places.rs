//! Where the rows of a table stand that is changed row by row, by what a change may call them, and what the cells of
//! its columns are: found out once, and kept as each of thousands of changes leaves it.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::rows::kind_together;
use crate::check::program::{Kind, Match, Row};

/// What a row is called by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum CalledBy {
    /// Its key, as printed.
    Text,
    /// Its key, by its meaning.
    Key,
    /// Its name.
    Name,
    /// Its key as printed or its name, whichever dash is written.
    Words,
}

/// What a row is called.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) enum Called {
    Written(String),
    Picked(Vec<Match>),
}

/// As it is compared with other keys and names.
pub(super) fn written(text: &str) -> Called {
    Called::Written(text.to_ascii_lowercase())
}

/// The same, whichever dash is written.
pub(super) fn in_words(text: &str) -> Called {
    Called::Written(text.replace(['–', '—', '−'], "-").to_lowercase())
}

/// What a row is called.
fn called(row: &Row, by: CalledBy) -> Vec<Called> {
    match by {
        CalledBy::Text => vec![written(&row.key.text)],
        CalledBy::Key => vec![Called::Picked(row.key.matches.clone())],
        CalledBy::Name => vec![written(&row.name)],
        CalledBy::Words => vec![in_words(&row.key.text), in_words(&row.name)],
    }
}

/// Where the rows of a table stand.
#[derive(Debug, Default)]
pub(super) struct RowPlaces {
    /// Of what was asked for so far.
    places: FxHashMap<CalledBy, FxHashMap<Called, BTreeSet<usize>>>,
    /// How many words and how many numbers the keys have.
    parts: Option<(usize, usize)>,
    /// The kinds of cells in a column, and the rows that have each.
    kinds: FxHashMap<usize, Vec<(Kind, BTreeSet<usize>)>>,
}

impl RowPlaces {
    /// The first row that is called so.
    pub(super) fn first(&mut self, rows: &[Row], by: CalledBy, name: &Called) -> Option<usize> {
        let places = self.places.entry(by).or_insert_with(|| {
            let mut places: FxHashMap<Called, BTreeSet<usize>> = FxHashMap::default();
            for (at, row) in rows.iter().enumerate() {
                called(row, by).into_iter().for_each(|name| {
                    places.entry(name).or_default().insert(at);
                });
            }
            places
        });
        places.get(name)?.first().copied()
    }

    /// Whether some key has a word in it, or a number.
    pub(super) fn has_part(&mut self, rows: &[Row], is_word: bool) -> bool {
        let (words, numbers) = *self.parts.get_or_insert_with(|| {
            rows.iter().map(parts).fold((0, 0), |all, parts| (all.0 + parts.0, all.1 + parts.1))
        });
        if is_word { words > 0 } else { numbers > 0 }
    }

    /// Forgets a row, which is about to be changed.
    pub(super) fn take_out(&mut self, at: usize, row: &Row) {
        for (by, places) in &mut self.places {
            for name in called(row, *by) {
                if let Some(rows) = places.get_mut(&name) {
                    rows.remove(&at);
                }
            }
        }
        if let Some(all) = &mut self.parts {
            *all = (all.0 - parts(row).0, all.1 - parts(row).1);
        }
    }

    /// Takes in a row that was changed.
    pub(super) fn put_in(&mut self, at: usize, row: &Row) {
        for (by, places) in &mut self.places {
            for name in called(row, *by) {
                places.entry(name).or_default().insert(at);
            }
        }
        if let Some(all) = &mut self.parts {
            *all = (all.0 + parts(row).0, all.1 + parts(row).1);
        }
    }

    /// The kind that the cells of a column have together, now that one of them is of another kind.
    pub(super) fn kind(&mut self, rows: &[Row], column: usize, changed: usize) -> Kind {
        let kinds = self.kinds.entry(column).or_insert_with(|| {
            let mut kinds = Vec::new();
            for (at, row) in rows.iter().enumerate().filter(|(at, _)| *at != changed) {
                row.cells.get(column).into_iter().for_each(|cell| note(&mut kinds, at, &cell.gives));
            }
            kinds
        });
        for (_, rows) in kinds.iter_mut() {
            rows.remove(&changed);
        }
        let cell = rows.get(changed).and_then(|row| row.cells.get(column));
        cell.into_iter().for_each(|cell| note(kinds, changed, &cell.gives));
        kinds.retain(|(_, rows)| !rows.is_empty());
        // In the order in which they come in the rows.
        kinds.sort_by_key(|(_, rows)| rows.first().copied());
        kind_together(kinds.iter().map(|(kind, _)| kind))
    }
}

/// How many words and how many numbers a row's key has.
fn parts(row: &Row) -> (usize, usize) {
    let words = row.key.matches.iter().filter(|part| matches!(part, Match::Word(_))).count();
    (words, row.key.matches.len() - words)
}

/// Takes down that a row's cell is of a kind.
fn note(kinds: &mut Vec<(Kind, BTreeSet<usize>)>, at: usize, kind: &Kind) {
    match kinds.iter_mut().find(|(known, _)| known == kind) {
        Some((_, rows)) => {
            rows.insert(at);
        }
        None => kinds.push((kind.clone(), BTreeSet::from([at]))),
    }
}
