//! The columns of a row that a run may still look at.

use super::super::transitions::{DrawPoint, Transition};
use super::ROUNDS;
use super::constants::Constants;
use crate::odds::states::ways::Successor;

/// For each place, the columns that are looked at on some way from there, before they are set anew.
pub(super) struct Liveness(Vec<ColumnSet>);

/// Columns, a bit for each.
#[derive(Clone, PartialEq, Eq)]
struct ColumnSet(Vec<u64>);

impl Liveness {
    /// `None` where that takes too long to see.
    pub(super) fn of(
        places: &[DrawPoint],
        transitions: &[Transition],
        certain: &Constants,
    ) -> Option<Liveness> {
        let width = places.iter().map(|place| place.halt.width()).max().unwrap_or(0);
        let none = ColumnSet(vec![0; width.div_ceil(64)]);
        let looked_at = |(at, place)| looked_at(place, &none, |column| certain.value(at, column).is_none());
        let mut living: Vec<ColumnSet> = (0u32..).zip(places).map(looked_at).collect();
        // Mostly places that are found later come later, and what is looked at spreads backwards.
        for _ in 0..ROUNDS {
            let mut changed = false;
            for (at, place) in places.iter().enumerate().rev() {
                let Some(known) = living.get(at) else { continue };
                let mut columns = known.clone();
                for way in place.ways.iter().flat_map(|ways| ways.all()) {
                    if let Some(Successor::On(to, change)) =
                        transitions.get(way as usize).map(|known| &known.way)
                        && let Some(wanted) = living.get(*to as usize)
                    {
                        let set = change.sets.iter().map(|(column, _)| *column);
                        columns.join(wanted, change.keep as usize, set);
                    }
                }
                if let Some(slot) = living.get_mut(at).filter(|slot| **slot != columns) {
                    *slot = columns;
                    changed = true;
                }
            }
            if !changed {
                return Some(Liveness(living));
            }
        }
        None
    }

    /// Whether a column is looked at on some way from a place.
    pub(super) fn has(&self, place: u32, column: u32) -> bool {
        self.0.get(place as usize).is_some_and(|columns| columns.has(column))
    }

    /// All columns that are looked at anywhere.
    pub(super) fn all(&self) -> Vec<u32> {
        let width = self.0.iter().map(|columns| columns.0.len() * 64).max().unwrap_or(0);
        let wanted = |column: &u32| self.0.iter().any(|columns| columns.has(*column));
        (0..u32::try_from(width).unwrap_or(u32::MAX)).filter(wanted).collect()
    }
}

/// The columns that are looked at where what they hold decides.
fn looked_at(place: &DrawPoint, none: &ColumnSet, decides: impl Fn(u32) -> bool) -> ColumnSet {
    let mut columns = none.clone();
    for column in place.ways.iter().flat_map(|ways| ways.looks()).filter(|column| decides(*column)) {
        if let Some(word) = columns.0.get_mut(column as usize / 64) {
            *word |= 1 << (column % 64);
        }
    }
    columns
}

impl ColumnSet {
    fn has(&self, column: u32) -> bool {
        self.0.get(column as usize / 64).is_some_and(|word| word >> (column % 64) & 1 == 1)
    }

    /// Adds those of others that lie below `keep` and are not set on the way.
    fn join(&mut self, others: &ColumnSet, keep: usize, set: impl Iterator<Item = u32> + Clone) {
        for (at, (word, other)) in self.0.iter_mut().zip(&others.0).enumerate() {
            let kept = match keep.saturating_sub(at * 64) {
                0 => break,
                kept @ 1..64 => u64::MAX >> (64 - kept),
                _ => u64::MAX,
            };
            let mut added = other & kept & !*word;
            if added != 0 {
                for column in set.clone().filter(|column| *column as usize / 64 == at) {
                    added &= !(1 << (column % 64));
                }
                *word |= added;
            }
        }
    }
}
