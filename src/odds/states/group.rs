//! States that wait for the same at one place, each with its weight.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;

use super::{Checkpoint, small};
use crate::dist::{Nat, Tops};

/// Rows of equal length, each once.
pub(in crate::odds) struct RowSet {
    width: usize,
    rows: Vec<u32>,
    count: usize,
    /// The numbers of rows with their hashes, so that no row is looked at where the table grows.
    table: HashTable<(u32, u64)>,
}

impl RowSet {
    /// No rows of so many numbers yet.
    pub(in crate::odds) fn new(width: usize) -> RowSet {
        RowSet { width, rows: Vec::new(), count: 0, table: HashTable::new() }
    }

    pub(in crate::odds) fn row(&self, at: usize) -> &[u32] {
        self.rows.get(at * self.width..(at + 1) * self.width).unwrap_or(&[])
    }

    /// About how many bytes they fill.
    pub(in crate::odds) fn bytes(&self) -> u64 {
        const BYTES_PER_ROW: usize = 48;
        (self.count * (self.width * 4 + BYTES_PER_ROW)) as u64
    }

    /// The number of a row, and whether it is new.
    pub(in crate::odds) fn place(&mut self, row: &[u32]) -> (usize, bool) {
        let RowSet { width, rows, count, table } = self;
        let sought = hash(row);
        let is_sought = |(known, hash): &(u32, u64)| {
            let from = *known as usize * *width;
            *hash == sought && rows.get(from..from + *width) == Some(row)
        };
        match table.entry(sought, is_sought, |(_, hash)| *hash) {
            Entry::Occupied(known) => (known.get().0 as usize, false),
            Entry::Vacant(place) => {
                place.insert((small(*count), sought));
                rows.extend_from_slice(row);
                *count += 1;
                (*count - 1, true)
            }
        }
    }
}

/// States that wait for the same.
pub(in crate::odds) struct Group {
    pub(in crate::odds) halt: Rc<Checkpoint>,
    /// What becomes of them from here on, by its number.
    pub(in crate::odds) track: u32,
    /// How far loops have come.
    pub(in crate::odds) loops: Vec<(u32, u32)>,
    rows: RowSet,
    /// The weight of each row, out of the group's [`Group::denominator`].
    tops: Tops,
    pub(in crate::odds) denominator: Nat,
}

impl Group {
    pub(in crate::odds) fn new(halt: Rc<Checkpoint>, track: u32, loops: Vec<(u32, u32)>) -> Group {
        let rows = RowSet::new(halt.width());
        Group { halt, track, loops, rows, tops: Tops::new(), denominator: Nat::ONE }
    }

    pub(in crate::odds) fn len(&self) -> usize {
        self.tops.len()
    }

    /// About how many bytes it fills.
    pub(in crate::odds) fn bytes(&self) -> u64 {
        const BYTES_PER_GROUP: u64 = 1500;
        BYTES_PER_GROUP + self.rows.bytes() + (self.len() * self.tops.bytes_each()) as u64
    }

    pub(in crate::odds) fn row(&self, at: usize) -> &[u32] {
        self.rows.row(at)
    }

    /// The weight of a row, out of [`Group::denominator`].
    pub(in crate::odds) fn top(&self, at: usize) -> Nat {
        self.tops.number(at)
    }

    /// Adds the state that all begins with.
    pub(in crate::odds) fn begin(&mut self, row: &[u32]) {
        self.add(row, &[1], &Nat::ONE);
    }

    /// Adds a state of which another group's state has the weight, multiplied by a factor.
    #[inline]
    pub(in crate::odds) fn add_from(&mut self, row: &[u32], other: &Group, at: usize, factor: &Nat) {
        self.add(row, other.tops.words(at), factor);
    }

    /// Adds a state, or weight to the state that it equals.
    #[inline]
    fn add(&mut self, row: &[u32], top: &[u64], factor: &Nat) {
        let (at, is_new) = self.rows.place(row);
        if is_new {
            self.tops.push_zero();
        }
        self.tops.add(at, top, factor);
    }

    /// Makes weights out of `denominator` addable; gives what they have to be multiplied by.
    pub(in crate::odds) fn scale_to(&mut self, denominator: &Nat) -> Nat {
        if self.len() == 0 {
            self.denominator = denominator.clone();
            self.tops.fit(denominator);
            return Nat::ONE;
        }
        self.tops.meet(&mut self.denominator, denominator)
    }

    /// Shortens the weights by what they all have in common, where they have so many binary digits. Gives how
    /// many they may have before it is worth while to look again.
    pub(in crate::odds) fn shorten(&mut self, long: u64) -> u64 {
        let before = self.denominator.bits();
        if before < long {
            return long;
        }
        self.reduce();
        if self.denominator.bits() * 2 <= before { long } else { before * 2 }
    }

    fn reduce(&mut self) {
        let mut common = self.denominator.clone();
        for at in 0..self.len() {
            common = common.gcd(&self.top(at));
            if common == Nat::ONE {
                return;
            }
        }
        self.denominator = self.denominator.checked_div(&common).unwrap_or(Nat::ONE);
        self.tops.divide(&common, &self.denominator);
    }

    /// The weight of all states together, out of [`Group::denominator`].
    pub(in crate::odds) fn total_numerator(&self) -> Nat {
        self.tops.total()
    }
}

fn hash(row: &[u32]) -> u64 {
    let mut hasher = FxHasher::default();
    row.hash(&mut hasher);
    hasher.finish()
}
