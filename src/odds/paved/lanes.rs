//! Runs that go side by side.
//!
//! What a draw leads to is hard to foresee, and a processor that has guessed wrong begins again. So each
//! thing is done for all runs before the next one: first all draw, then all look, then all move, and
//! lists of those that have more to do are made without a branch.

use super::{COLUMNS, LOOK, Move, NOBODY, NOWHERE, Paved, UNKNOWN};
use crate::base::Limits;
use crate::engine::luck::{Cursor, Words};

/// Runs on paved ways.
pub(in super::super) struct Lanes {
    paved: Paved,
    /// What a run may spend: steps and dice.
    limits: [u64; 2],
    /// Draws so far.
    pub(in super::super) drawn: u64,
}

/// What came of some runs.
pub(in super::super) struct Came<'c> {
    /// How often each value came up, by its number.
    pub(in super::super) counts: &'c mut Vec<u64>,
    /// The runs that came to where nobody was yet.
    pub(in super::super) left: &'c mut Vec<usize>,
}

const RUNS: usize = Words::RUNS;

/// Some of the runs.
#[derive(Clone, Copy)]
struct List {
    runs: [u8; RUNS],
    len: usize,
}

/// Where a run is.
#[derive(Clone, Copy)]
struct Lane<const WIDTH: usize> {
    row: [u16; WIDTH],
    cursor: Cursor,
    /// The answers of its next draw: how many, and the first entry.
    bound: u32,
    to: u32,
    /// Steps, and dice in the upper half.
    spent: u64,
}

/// Runs side by side.
struct Side<'p, const WIDTH: usize> {
    paved: &'p Paved,
    limits: [u64; 2],
    lanes: [Lane<WIDTH>; RUNS],
    /// For each run its next look, then what that has led to.
    at: [u32; RUNS],
    /// Those that have not ended.
    going: List,
    /// Those that have drawn and not yet come to the next draw.
    open: List,
    /// Those that have not done with a move.
    busy: List,
}

impl Lanes {
    pub(in super::super) fn new(paved: Paved, limits: &Limits) -> Lanes {
        // What is spent before it is looked at again fits beside it.
        let most = 1 << 30;
        Lanes { paved, limits: [limits.steps.min(most), limits.dice.min(most)], drawn: 0 }
    }

    /// Takes the first `count` of the runs whose words are ready.
    pub(in super::super) fn run(&mut self, words: &mut Words, count: usize, came: &mut Came<'_>) {
        match self.paved.row.len() {
            ..=16 => self.run_wide::<16>(words, count, came),
            17..=32 => self.run_wide::<32>(words, count, came),
            _ => self.run_wide::<COLUMNS>(words, count, came),
        }
    }

    fn run_wide<const WIDTH: usize>(&mut self, words: &mut Words, count: usize, came: &mut Came<'_>) {
        let mut side = Side::<WIDTH>::begin(&self.paved, self.limits, words, count);
        while side.going.len > 0 {
            self.drawn += side.going.len as u64;
            side.draw(words);
            while side.open.len > 0 {
                side.look();
                side.go();
                side.settle(came);
            }
            side.end();
        }
        // Faults are told of the first run that has one.
        came.left.sort_unstable();
    }
}

impl<'p, const WIDTH: usize> Side<'p, WIDTH> {
    fn begin(paved: &'p Paved, limits: [u64; 2], words: &mut Words, count: usize) -> Side<'p, WIDTH> {
        let first = &paved.first;
        let mut row = [0; WIDTH];
        for (slot, number) in row.iter_mut().zip(&paved.row) {
            *slot = *number;
        }
        let lane =
            Lane { row, cursor: Cursor::default(), bound: first.bound, to: first.to, spent: first.cost };
        let mut lanes = [lane; RUNS];
        for (run, lane) in lanes.iter_mut().enumerate() {
            lane.cursor = words.begin(run);
        }
        let all = List::first(count.min(RUNS));
        Side { paved, limits, lanes, at: [0; RUNS], going: all, open: List::first(0), busy: List::first(0) }
    }

    /// All who are going draw.
    fn draw(&mut self, words: &mut Words) {
        self.open.clear();
        for nth in 0..self.going.len {
            let run = self.going.run(nth);
            let lane = &mut self.lanes[run];
            self.at[run] = if lane.cursor.is_at_end() && is_over(self.limits, lane.spent) {
                NOWHERE
            } else {
                self.paved.draw(lane, words)
            };
            self.open.add(run, true);
        }
    }

    /// All who have drawn look at their rows until they know where to go.
    fn look(&mut self) {
        let mut looking = self.open;
        while looking.len > 0 {
            let count = looking.len;
            looking.clear();
            for nth in 0..count {
                let run = looking.run(nth);
                let slot = self.paved.follow(self.at[run], &self.lanes[run].row);
                self.at[run] = slot & !LOOK;
                looking.add(run, slot & LOOK != 0);
            }
        }
    }

    /// All who have looked go there.
    fn go(&mut self) {
        self.busy.clear();
        for nth in 0..self.open.len {
            let run = self.open.run(nth);
            let made = self.paved.made(self.at[run]);
            let lane = &mut self.lanes[run];
            lane.spent += made.cost;
            let ([column, other_column], [number, other_number]) = (made.columns, made.numbers);
            lane.set(column, number);
            lane.set(other_column, other_number);
            lane.bound = made.bound;
            lane.to = made.to;
            self.busy.add(run, made.count > 0 || made.bound == 0);
        }
    }

    /// What has not been done with a move: it may set more, lead on without a draw, or end a run.
    fn settle(&mut self, came: &mut Came<'_>) {
        self.open.clear();
        for nth in 0..self.busy.len {
            let run = self.busy.run(nth);
            let made = self.paved.made(self.at[run]);
            let lane = &mut self.lanes[run];
            for (column, number) in self.paved.further(made) {
                lane.set(*column, *number);
            }
            if made.bound > 0 {
                continue;
            }
            if made.to & LOOK != 0 {
                self.at[run] = made.to & !LOOK;
                self.open.add(run, true);
            } else if made.to == NOBODY || is_over(self.limits, lane.spent) {
                came.left.push(run);
            } else {
                count_one(came.counts, made.to as usize);
            }
        }
    }

    /// Those who have ended go no further.
    fn end(&mut self) {
        let count = self.going.len;
        self.going.clear();
        for nth in 0..count {
            let run = self.going.run(nth);
            self.going.add(run, self.lanes[run].bound > 0);
        }
    }
}

impl<const WIDTH: usize> Lane<WIDTH> {
    #[inline]
    fn set(&mut self, column: u8, number: u16) {
        self.row[usize::from(column) % WIDTH] = number;
    }
}

impl List {
    fn first(count: usize) -> List {
        List { runs: FIRST, len: count.min(RUNS) }
    }

    #[inline]
    fn run(&self, nth: usize) -> usize {
        usize::from(self.runs[nth % RUNS]) % RUNS
    }

    /// Adds a run where it belongs here. While a list is read, it may be made anew from its own runs.
    #[inline]
    fn add(&mut self, run: usize, belongs: bool) {
        self.runs[self.len % RUNS] = u8::try_from(run % RUNS).unwrap_or(0);
        self.len += usize::from(belongs);
    }

    fn clear(&mut self) {
        self.len = 0;
    }
}

/// The numbers of all runs.
const FIRST: [u8; RUNS] = {
    let mut all = [0; RUNS];
    let mut run = 1;
    while run < RUNS {
        all[run] = all[run - 1] + 1;
        run += 1;
    }
    all
};

fn is_over(limits: [u64; 2], spent: u64) -> bool {
    let [steps, dice] = limits;
    spent & u64::from(u32::MAX) > steps || spent >> 32 > dice
}

impl Paved {
    /// What is looked at after the next draw.
    #[inline]
    fn draw<const WIDTH: usize>(&self, lane: &mut Lane<WIDTH>, words: &mut Words) -> u32 {
        let word = words.word_at(&mut lane.cursor);
        let product = u64::from(word) * u64::from(lane.bound);
        let low = u32::try_from(product & u64::from(u32::MAX)).unwrap_or(0);
        let high = u32::try_from(product >> 32).unwrap_or(0);
        let Some(entry) = self.entries.get((lane.to + high) as usize) else { return NOWHERE };
        // Hardly ever: the word may have to be refused, or finer bits decide.
        if low < lane.bound || low == entry.split {
            return self.draw_slowly(lane, words, word).unwrap_or(NOWHERE);
        }
        std::hint::select_unpredictable(low < entry.split, entry.own, entry.other)
    }

    #[cold]
    #[inline(never)]
    fn draw_slowly<const WIDTH: usize>(
        &self,
        lane: &mut Lane<WIDTH>,
        words: &mut Words,
        word: u32,
    ) -> Option<u32> {
        let at = self.asked.binary_search_by_key(&lane.to, |(entries, _)| *entries).ok()?;
        let (entries, asked) = self.asked.get(at)?;
        let mut first = Some(word);
        let answer = asked.draw(|| first.take().unwrap_or_else(|| words.word_at(&mut lane.cursor)));
        self.entries.get((entries + answer) as usize).map(|entry| entry.own)
    }

    /// What a look leads to.
    #[inline]
    fn follow<const WIDTH: usize>(&self, look: u32, row: &[u16; WIDTH]) -> u32 {
        let Some(look) = self.looks.get(look as usize) else { return UNKNOWN };
        let held = u32::from(row[look.column as usize % WIDTH]);
        let nth = held.wrapping_sub(look.first);
        if nth >= look.len {
            return UNKNOWN;
        }
        self.slots.get((look.slots + nth) as usize).copied().unwrap_or(UNKNOWN)
    }

    #[inline]
    fn made(&self, number: u32) -> &Move {
        self.moves.get(number as usize).unwrap_or(&Move::UNKNOWN)
    }

    /// What a move sets beyond its first columns.
    fn further(&self, made: &Move) -> &[(u8, u16)] {
        self.sets.get(made.more as usize..(made.more + made.count) as usize).unwrap_or(&[])
    }
}

/// Counts a value by its number.
pub(in super::super) fn count_one(counts: &mut Vec<u64>, number: usize) {
    if number >= counts.len() {
        counts.resize(number + 1, 0);
    }
    if let Some(count) = counts.get_mut(number) {
        *count += 1;
    }
}
