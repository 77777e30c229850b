//! States that wait for the same at one place, each with its weight.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use rustc_hash::FxHasher;

use super::{Checkpoint, small};
use crate::dist::{Nat, Tops};

/// Rows of equal length, each once.
pub(in crate::odds) struct RowSet {
    width: usize,
    rows: Vec<u32>,
    count: usize,
    /// Rows by hash.
    table: Vec<Slot>,
}

/// A place in a table of rows: a row's number and one, or 0; and its hash, so that hardly any row is looked at that
/// is not the one that is sought.
#[derive(Clone, Copy, Default)]
struct Slot {
    number: u32,
    hash: u32,
}

impl RowSet {
    /// No rows of so many numbers yet.
    pub(in crate::odds) fn new(width: usize) -> RowSet {
        RowSet { width, rows: Vec::new(), count: 0, table: vec![Slot::default(); 16] }
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
        if (self.count + 1) * 2 > self.table.len() {
            self.grow();
        }
        let hash = hash(row);
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.table.get(at).copied().unwrap_or_default();
            if slot.number == 0 {
                break;
            }
            let known = slot.number as usize - 1;
            if slot.hash == hash && self.row(known) == row {
                return (known, false);
            }
            at = (at + 1) & mask;
        }
        self.rows.extend_from_slice(row);
        self.count += 1;
        let number = small(self.count);
        if let Some(slot) = self.table.get_mut(at) {
            *slot = Slot { number, hash };
        }
        (self.count - 1, true)
    }

    fn grow(&mut self) {
        let size = self.table.len() * 4;
        let mask = size - 1;
        let mut table = vec![Slot::default(); size];
        for known in self.table.iter().filter(|slot| slot.number > 0) {
            let mut at = known.hash as usize & mask;
            while table.get(at).is_some_and(|slot| slot.number > 0) {
                at = (at + 1) & mask;
            }
            if let Some(slot) = table.get_mut(at) {
                *slot = *known;
            }
        }
        self.table = table;
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

fn hash(row: &[u32]) -> u32 {
    let mut hasher = FxHasher::default();
    row.hash(&mut hasher);
    // The upper bits are mixed best.
    let hash = hasher.finish();
    u32::try_from((hash ^ (hash >> 32)) & 0xffff_ffff).unwrap_or(0)
}
