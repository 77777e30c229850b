//! Moves and looks as they are laid out, each once.

use rustc_hash::FxHashMap;

use super::{BLANK, COLUMNS, ColumnTest, LOOK, Move, TransitionTable, UNKNOWN};
use crate::odds::states::small;

/// The most slots: what is larger would not stay where it is soon read.
const MAX_SLOTS: usize = 1 << 22;

/// What has been laid out, and where to find it.
pub(super) struct Interner {
    pub(super) compiled: TransitionTable,
    /// For each column of the walk's rows its own here.
    columns: Vec<u8>,
    /// The values of each column are numbered as they come up.
    numbers: FxHashMap<(u8, u32), u16>,
    counts: Vec<u16>,
    moves: FxHashMap<(Move, Vec<(u8, u16)>), u32>,
    looks: FxHashMap<(u8, u16, Vec<u32>), u32>,
}

impl Interner {
    /// Nothing yet, for rows of these columns. `None` where they are too many.
    pub(super) fn new(wanted: &[u32]) -> Option<Interner> {
        if wanted.len() >= COLUMNS {
            return None;
        }
        let mut columns = vec![BLANK; wanted.last().map_or(0, |last| *last as usize + 1)];
        for (number, column) in (1u8..).zip(wanted) {
            *columns.get_mut(*column as usize)? = number;
        }
        let compiled = TransitionTable {
            row: vec![0; wanted.len() + 1],
            first: Move::UNKNOWN,
            entries: Vec::new(),
            pairs: Vec::new(),
            looks: Vec::new(),
            slots: Vec::new(),
            moves: vec![Move::UNKNOWN],
            sets: vec![(BLANK, 0)],
            asked: Vec::new(),
        };
        let (numbers, counts) = (FxHashMap::default(), vec![0; COLUMNS]);
        let (moves, looks) = (FxHashMap::default(), FxHashMap::default());
        let mut parts = Interner { compiled, columns, numbers, counts, moves, looks };
        // The first look leads to the first move, where nobody was yet.
        parts.look_at(BLANK, 0, vec![UNKNOWN])?;
        Some(parts)
    }

    /// How many slots there are.
    pub(super) fn len(&self) -> usize {
        self.compiled.slots.len()
    }

    /// What a move sets, by the columns of the walk's rows, and the rest of the move.
    pub(super) fn go(&mut self, made: Move, wanted: impl Iterator<Item = (u32, u32)>) -> Option<u32> {
        let mut sets = Vec::new();
        for (column, value) in wanted {
            let column = *self.columns.get(column as usize)?;
            sets.push((column, self.number(column, value)?));
        }
        let key = (made, sets);
        if let Some(known) = self.moves.get(&key) {
            return Some(*known);
        }
        let mut laid = made;
        let (inline, more) = key.1.split_at(key.1.len().min(laid.columns.len()));
        for (at, (column, number)) in inline.iter().enumerate() {
            *laid.columns.get_mut(at)? = *column;
            *laid.numbers.get_mut(at)? = *number;
        }
        if !more.is_empty() {
            laid.more = small(self.compiled.sets.len());
            self.compiled.sets.push((u8::try_from(more.len()).ok()?, 0));
            self.compiled.sets.extend_from_slice(more);
        }
        let number = small(self.compiled.moves.len());
        self.compiled.moves.push(laid);
        self.moves.insert(key, number);
        Some(number)
    }

    /// A look at a column of the walk's rows, with the slot for each value.
    pub(super) fn look(&mut self, column: u32, slots: Vec<(u32, u32)>) -> Option<u32> {
        let column = *self.columns.get(column as usize)?;
        let numbered = slots.into_iter().map(|(value, slot)| Some((self.number(column, value)?, slot)));
        let numbered: Vec<(u16, u32)> = numbered.collect::<Option<_>>()?;
        let first = numbered.iter().map(|(number, _)| *number).min()?;
        let last = numbered.iter().map(|(number, _)| *number).max()?;
        let mut slots = vec![UNKNOWN; usize::from(last - first) + 1];
        for (number, slot) in numbered {
            *slots.get_mut(usize::from(number - first))? = slot;
        }
        Some(self.look_at(column, first, slots)? | LOOK)
    }

    /// A look that leads to a slot.
    pub(super) fn look_of(&mut self, slot: u32) -> Option<u32> {
        if slot & LOOK != 0 { Some(slot & !LOOK) } else { self.look_at(BLANK, 0, vec![slot]) }
    }

    fn look_at(&mut self, column: u8, first: u16, slots: Vec<u32>) -> Option<u32> {
        let key = (column, first, slots);
        if let Some(known) = self.looks.get(&key) {
            return Some(*known);
        }
        let compiled = &mut self.compiled;
        let look = ColumnTest {
            column: column.into(),
            first: first.into(),
            len: small(key.2.len()),
            slots: small(compiled.slots.len()),
        };
        if compiled.slots.len() + key.2.len() > MAX_SLOTS {
            return None;
        }
        compiled.slots.extend_from_slice(&key.2);
        let number = small(compiled.looks.len());
        compiled.looks.push(look);
        self.looks.insert(key, number);
        Some(number)
    }

    /// The number of a value in a column.
    fn number(&mut self, column: u8, value: u32) -> Option<u16> {
        let count = self.counts.get_mut(usize::from(column))?;
        let number = *self.numbers.entry((column, value)).or_insert(*count);
        if number == *count {
            *count = count.checked_add(1)?;
        }
        Some(number)
    }
}
