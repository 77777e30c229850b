//! Tables as the machine uses them: rows as arrays, and an index from key to row.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{CodeId, Ix, Value};
use crate::base::Num;
use crate::check::program::{Match, RowKey};

/// A table, ready to be rolled and looked up.
#[derive(Debug, Clone, Default)]
pub(crate) struct PlanTable {
    /// Draws a row; from `Code::pick` on, picks the row of a known key.
    pub draw: Option<CodeId>,
    /// Rolls and gives the number of the row that comes up, its cells unrolled. Not for each-tables.
    pub row: Option<CodeId>,
    /// The die alone, called with the arguments, for proving that its results have rows.
    pub die: Option<CodeId>,
    /// The die, where it is a pool that is known beforehand.
    pub pool: Option<Ix>,
    /// Whether there is no die to roll for a row, which is to be looked up.
    pub is_looked_up: bool,
    /// For a chart with two keys of which some cells are rolled, or some rows have conditions: gives the
    /// cell; called with the arguments and both keys.
    pub cell: Option<CodeId>,
    /// Where some rows have conditions: whether one holds a key; called with the arguments and the key.
    pub has: Option<CodeId>,
    /// The effects of each row that has some, called with the arguments and the row; empty where none has.
    pub effects: Vec<Option<CodeId>>,
    /// The cells of each row, where none has to be rolled.
    pub cells: Vec<Option<Arc<[Value]>>>,
    /// For a chart with two keys: each cell by itself, where it has not to be rolled.
    pub known_cells: Vec<Vec<Option<Value>>>,
    /// Where in the code of `draw` the cells of a row are rolled.
    pub row_starts: Vec<u32>,
    /// From key to row, for the rows without guard.
    pub index: RowIndex,
    /// For a chart with two keys, from the second key to the column.
    pub columns: Option<Box<RowIndex>>,
    /// The weight of each row, in whole numbers, for rows drawn by weight.
    pub weights: Vec<u64>,
    /// The weights added up row by row.
    pub cumulative: Vec<u64>,
    /// How many parameters there are.
    pub params: u32,
    /// Names of the result columns, as indices into the plan's symbols.
    pub columns_by_symbol: Vec<u32>,
}

/// From a key to a row (or column).
#[derive(Debug, Clone, Default)]
pub(crate) struct RowIndex {
    /// Rows of the whole numbers `first..first + dense.len()`; `u32::MAX` where there is none.
    dense: Vec<u32>,
    first: i64,
    /// Every range of numbers with its row, in the rows' order.
    ranges: Vec<(Option<Num>, Option<Num>, u32)>,
    words: FxHashMap<String, u32>,
    /// Whether a number off the end picks the nearest row.
    clamps: bool,
}

/// The widest span of whole numbers that is laid out as an array.
const DENSE: i64 = 1 << 21;
const NO_ROW: u32 = u32::MAX;

impl RowIndex {
    /// Indexes keys with the rows they pick; of two that hold the same, the first wins. With `clamps`, a number
    /// off the end picks the nearest row.
    pub(crate) fn new<'a>(keys: impl IntoIterator<Item = (u32, &'a RowKey)>, clamps: bool) -> RowIndex {
        let mut index = RowIndex { clamps, ..RowIndex::default() };
        for (row, key) in keys {
            for part in &key.matches {
                match part {
                    Match::Numbers(low, high) => index.ranges.push((*low, *high, row)),
                    Match::Word(word) => {
                        index.words.entry(word.to_lowercase()).or_insert(row);
                    }
                }
            }
        }
        index.ranges.shrink_to_fit();
        index.lay_out();
        index
    }

    /// Lays the closed ranges of whole numbers out as an array, unless that would be far larger than
    /// the table itself.
    fn lay_out(&mut self) {
        let ends =
            |range: &(Option<Num>, Option<Num>, u32)| Some((range.0?.as_int()?, range.1?.as_int()?, range.2));
        let closed: Vec<(i64, i64, u32)> = self.ranges.iter().filter_map(ends).collect();
        let open = self.ranges.len() > closed.len();
        let painted: i64 =
            closed.iter().map(|(low, high, _)| high.saturating_sub(*low)).fold(0, i64::saturating_add);
        let (Some(first), Some(last)) =
            (closed.iter().map(|(low, ..)| *low).min(), closed.iter().map(|(_, high, _)| *high).max())
        else {
            return;
        };
        let width = last.saturating_sub(first).saturating_add(1);
        if width > DENSE || painted > DENSE {
            return;
        }
        self.first = first;
        self.dense = vec![NO_ROW; usize::try_from(width).unwrap_or(0)];
        // From the last row to the first, so that of two the first wins.
        for (low, high, row) in closed.into_iter().rev() {
            let at = |key: i64| usize::try_from(key - first).unwrap_or(usize::MAX);
            if let Some(cells) = self.dense.get_mut(at(low)..=at(high)) {
                cells.fill(row);
            }
        }
        // An open or fractional range may reach into the array.
        if open {
            let holes: Vec<usize> =
                (0..self.dense.len()).filter(|at| self.dense.get(*at) == Some(&NO_ROW)).collect();
            for at in holes {
                let key = i64::try_from(at).ok().and_then(|at| first.checked_add(at));
                let row = key.and_then(|key| self.search(Num::int(key)));
                if let (Some(row), Some(cell)) = (row, self.dense.get_mut(at)) {
                    *cell = row;
                }
            }
        }
    }

    fn search(&self, key: Num) -> Option<u32> {
        let holds = |range: &&(Option<Num>, Option<Num>, u32)| {
            range.0.is_none_or(|low| low <= key) && range.1.is_none_or(|high| key <= high)
        };
        self.ranges.iter().find(holds).map(|(_, _, row)| *row)
    }

    /// The row that this number picks: the one whose key holds it, or off the end what the table says.
    pub(crate) fn picked(&self, key: Num) -> Option<u32> {
        self.number(key).or_else(|| if self.clamps { self.clamped(key) } else { None })
    }

    /// The row whose key holds this number.
    pub(crate) fn number(&self, key: Num) -> Option<u32> {
        if let Some(at) = key.as_int().and_then(|key| key.checked_sub(self.first)) {
            let dense = usize::try_from(at).ok().and_then(|at| self.dense.get(at));
            if let Some(row) = dense {
                return (*row != NO_ROW).then_some(*row);
            }
        }
        self.search(key)
    }

    /// Whether every whole number has a row.
    pub(crate) fn holds_all_numbers(&self) -> bool {
        let open_below = self.clamps || self.ranges.iter().any(|(low, ..)| low.is_none());
        let open_above = self.clamps || self.ranges.iter().any(|(_, high, _)| high.is_none());
        let closed = !self.dense.is_empty() && self.dense.iter().all(|row| *row != NO_ROW);
        open_below && open_above && closed
    }

    /// The row of this word, without regard to case.
    pub(crate) fn word(&self, key: &str) -> Option<u32> {
        self.words.get(key).or_else(|| self.words.get(&key.to_lowercase())).copied()
    }

    /// The nearest row of a number off the end, and nothing for one in a gap. An open row is the end on
    /// its side.
    fn clamped(&self, key: Num) -> Option<u32> {
        let open_below = self.ranges.iter().any(|(low, ..)| low.is_none());
        let open_above = self.ranges.iter().any(|(_, high, _)| high.is_none());
        let low = self.ranges.iter().filter_map(|(low, _, row)| Some(((*low)?, *row))).min();
        let high = self.ranges.iter().filter_map(|(_, high, row)| Some(((*high)?, *row))).max();
        match (low, high) {
            (Some((low, row)), _) if key < low && !open_below => Some(row),
            (_, Some((high, row))) if key > high && !open_above => Some(row),
            _ => None,
        }
    }

    /// The words that are keys, in no order.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.words.keys().map(String::as_str)
    }
}
