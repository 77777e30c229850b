//! States that differ in no more than which of several records stands in which state, where nothing tells those
//! apart (see [`crate::odds::records`]), put in one order.

use std::sync::Arc;

use super::{Checkpoint, Values};
use crate::check::program::RosterId;
use crate::engine::State;
use crate::plan::Value;

/// Puts the states of records that nothing tells apart in order.
#[derive(Default)]
pub(in crate::odds) struct EqualRecords {
    /// The rosters, each with the numbers of its records as values.
    rosters: Vec<(usize, Vec<u32>)>,
    /// Whether one of them was kept in a field of another.
    kept_in_field: bool,
    /// Scratch.
    places: Vec<usize>,
    before: Vec<u32>,
}

impl EqualRecords {
    pub(in crate::odds) fn new(rosters: &[RosterId], state: &State, values: &mut Values) -> EqualRecords {
        let mut number = |roster: &RosterId| {
            let count = state.rosters.get(roster.index()).map_or(0, |records| records.len());
            // All of them together tell nobody apart: one is picked from them.
            values.number_openly(&Value::List(Arc::new(state.records(*roster))));
            let records = (0u32..).take(count).map(|record| values.number(&Value::Record(*roster, record)));
            (roster.index(), records.collect())
        };
        EqualRecords { rosters: rosters.iter().map(&mut number).collect(), ..EqualRecords::default() }
    }

    pub(in crate::odds) fn is_empty(&self) -> bool {
        self.rosters.is_empty()
    }

    /// Whether records have turned out to know of each other: then it makes a difference which is which.
    pub(in crate::odds) fn know_each_other(&self) -> bool {
        self.kept_in_field
    }

    /// Whether a result is a record: then it makes a difference which.
    pub(in crate::odds) fn is_record(&self, number: u32) -> bool {
        self.rosters.iter().any(|(_, records)| records.contains(&number))
    }

    /// Puts the records of a row in order, and what the row holds of them along.
    pub(in crate::odds) fn put_in_order(&mut self, row: &mut [u32], halt: &Checkpoint) {
        for (roster, records) in &self.rosters {
            let Some((from, width)) = halt.fields_of(*roster, records.len()) else { continue };
            let to = from + width * records.len();
            let Some(fields) = row.get(from..to) else { continue };
            if fields.iter().any(|number| records.contains(number)) {
                self.kept_in_field = true;
                continue;
            }
            let blocks = || fields.chunks_exact(width);
            if blocks().is_sorted() {
                continue;
            }
            self.before.clear();
            self.before.extend_from_slice(fields);
            let block = |at: usize| self.before.get(at * width..(at + 1) * width).unwrap_or_default();
            self.places.clear();
            self.places.extend(0..records.len());
            self.places.sort_by(|a, b| block(*a).cmp(block(*b)));
            for (to, at) in row.iter_mut().skip(from).zip(self.places.iter().flat_map(|at| block(*at))) {
                *to = *at;
            }
            // A record that is held somewhere is held there at its new place.
            for (at, slot) in row.iter_mut().enumerate() {
                if (from..to).contains(&at) {
                    continue;
                }
                let was = records.iter().position(|record| record == slot);
                let is = was.and_then(|was| self.places.iter().position(|place| *place == was));
                if let Some(number) = is.and_then(|is| records.get(is)) {
                    *slot = *number;
                }
            }
        }
    }
}
