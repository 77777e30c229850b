//! Transitions that a walk has learned, laid out flat for runs that take them side by side.
//!
//! Learning keeps whole machines, and rows of all that a run may hold. Of this a run that goes a known way
//! needs little: the columns that something still looks at ([`liveness`]) and that do not always hold the
//! same ([`constants`]), and for each draw where its answers lead. Ends of a loop's pass, where nothing is
//! drawn, are put together with what comes before them, and often two draws are put together ([`compile`]).
//! Many runs then go on in turn ([`lanes`]), so that one need not wait for another's memory. A run that
//! comes to where nobody was yet is left to the walk, from its beginning.

mod compile;
mod constants;
mod interner;
mod lanes;
mod liveness;

pub(super) use self::lanes::{Lanes, RunTally, count_one};

use super::request::Request;

/// What is laid out.
pub(super) struct TransitionTable {
    /// Where a run begins: what it holds, and the move that has brought it there.
    row: Vec<u16>,
    first: Move,
    entries: Vec<AliasSlot>,
    /// What is looked at after two draws of a die, by the two.
    pairs: Vec<u32>,
    looks: Vec<ColumnTest>,
    /// What the looks lead to: a move, another look behind [`LOOK`], or [`UNKNOWN`].
    slots: Vec<u32>,
    moves: Vec<Move>,
    /// Columns and what they are set to, for moves that set many: first how many, then the sets.
    sets: Vec<(u8, u16)>,
    /// What is drawn at each place, by the place's first entry.
    asked: Vec<(u32, Request)>,
}

/// An answer of a draw. Where the lower half of the product of word and bound lies below the split, it is
/// this answer, and otherwise perhaps another one (see [`crate::dist::Alias`]); for dice the two are one.
#[derive(Debug, Clone, Copy, Default)]
struct AliasSlot {
    split: u32,
    /// What is looked at after this answer, and after the other.
    own: u32,
    other: u32,
}

/// A look at a column of the row: what it holds decides, from a first number on.
#[derive(Debug, Clone, Copy)]
struct ColumnTest {
    column: u32,
    first: u32,
    len: u32,
    /// Where its slots begin.
    slots: u32,
}

/// What becomes of a run, and where it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Move {
    /// How many answers the next draw has; 0 where there is none.
    bound: u32,
    /// The first of their entries. Without a draw a look behind [`LOOK`], or the number of the run's
    /// value.
    to: u32,
    /// The first of its pairs, or [`NO_PAIRS`].
    pairs: u32,
    /// Where further sets stand, or 0.
    more: u32,
    /// Steps, and dice in the upper half.
    cost: u64,
    /// The columns that it sets; those that are not needed set the column that nobody looks at.
    columns: [u8; 2],
    numbers: [u16; 2],
    /// Words that were drawn before it.
    words: u8,
}

impl Move {
    /// To where nobody was yet.
    const UNKNOWN: Move = Move {
        bound: 0,
        to: NOBODY,
        pairs: NO_PAIRS,
        more: 0,
        cost: 0,
        columns: [BLANK; 2],
        numbers: [0; 2],
        words: 0,
    };
}

impl TransitionTable {
    /// How much there is of it.
    pub(super) fn size(&self) -> usize {
        self.slots.len() + self.moves.len()
    }

    /// What a move sets beyond its first columns.
    #[inline]
    fn further(&self, made: &Move) -> &[(u8, u16)] {
        let from = made.more as usize;
        let count = self.sets.get(from).map_or(0, |(count, _)| usize::from(*count));
        self.sets.get(from + 1..from + 1 + count).unwrap_or(&[])
    }
}

/// No two draws at once.
const NO_PAIRS: u32 = u32::MAX;
/// Marks a look among moves.
const LOOK: u32 = 1 << 31;
/// The number of the move to where nobody was yet, which has no number of a value.
const UNKNOWN: u32 = 0;
const NOBODY: u32 = LOOK - 1;
/// The look that leads there.
const NOWHERE: u32 = 0;
/// The column that holds 0 in every row.
const BLANK: u8 = 0;
/// The most columns, the blank one among them: a column's number is masked by it.
const COLUMNS: usize = 128;
/// The most steps and dice of one move, so that what a run has spent since that was looked at is counted
/// in half a word.
const MOST_SPENT: u64 = 1 << 20;
/// What is known of each place is spread to the others so often at most.
const ROUNDS: usize = 64;
