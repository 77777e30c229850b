//! What a column always holds where runs wait: a look at it decides nothing.

use super::super::transitions::{DrawPoint, Transition};
use super::ROUNDS;
use crate::odds::states::ways::Successor;

/// For each place, what the columns of its rows hold.
pub(super) struct Constants(Vec<Vec<u32>>);

/// No run has come there.
const NONE: u32 = u32::MAX;
/// Not always the same.
const VARYING: u32 = u32::MAX - 1;

impl Constants {
    /// Runs begin with the transition `first`, and take none but those that are known. `None` where that
    /// takes too long to see.
    pub(super) fn of(places: &[DrawPoint], transitions: &[Transition], first: u32) -> Option<Constants> {
        let width = |place: &DrawPoint| vec![NONE; place.halt.width()];
        let mut held = Constants(places.iter().map(width).collect());
        held.spread(transitions, first, &[]);
        // Mostly places that are found later come later.
        for _ in 0..ROUNDS {
            let mut changed = false;
            for (at, place) in places.iter().enumerate() {
                let from = held.0.get(at).cloned().unwrap_or_default();
                if from.contains(&NONE) {
                    continue;
                }
                for way in place.ways.iter().flat_map(|ways| ways.all()) {
                    changed |= held.spread(transitions, way, &from);
                }
            }
            if !changed {
                return Some(held);
            }
        }
        None
    }

    /// What a column holds at a place, if that is always the same.
    pub(super) fn value(&self, place: u32, column: u32) -> Option<u32> {
        let held = *self.0.get(place as usize)?.get(column as usize)?;
        (held < VARYING).then_some(held)
    }

    /// Adds what rows hold after a transition; gives whether that changes anything.
    fn spread(&mut self, transitions: &[Transition], way: u32, from: &[u32]) -> bool {
        let Some(Successor::On(to, change)) = transitions.get(way as usize).map(|known| &known.way) else {
            return false;
        };
        let Some(held) = self.0.get_mut(*to as usize) else { return false };
        let mut row = from.to_vec();
        change.apply(&mut row);
        let mut changed = false;
        for (held, value) in held.iter_mut().zip(row) {
            let joined = if *held == NONE || *held == value { value } else { VARYING };
            changed |= joined != *held;
            *held = joined;
        }
        changed
    }
}
