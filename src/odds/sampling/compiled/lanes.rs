//! Runs that go side by side.
//!
//! What a draw leads to is hard to foresee, and a processor that has guessed wrong begins again. So each
//! thing is done for all runs before the next one: first all draw, then all look, then all move, and
//! lists of those that have more to do are made without a branch.

use super::{COLUMNS, LOOK, Move, NO_PAIRS, NOBODY, NOWHERE, TransitionTable, UNKNOWN};
use crate::base::Limits;
use crate::engine::luck::{Cursor, Words};

/// Runs over compiled transitions.
pub(in crate::odds) struct Lanes {
    compiled: TransitionTable,
    /// What a run may spend: steps and dice.
    limits: [u64; 2],
    /// Draws so far.
    pub(in crate::odds) drawn: u64,
}

/// What came of some runs.
pub(in crate::odds) struct RunTally<'c> {
    /// How often each value came up, by its number.
    pub(in crate::odds) counts: &'c mut Vec<u64>,
    /// The runs that came to where nobody was yet.
    pub(in crate::odds) left: &'c mut Vec<usize>,
}

const RUNS: usize = Words::RUNS;

/// Some of the runs.
#[derive(Clone, Copy)]
struct RunList {
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
    /// The first of its pairs, or [`NO_PAIRS`].
    pairs: u32,
    /// Steps, and dice in the upper half.
    spent: u64,
}

/// Runs side by side.
struct RunBatch<'p, const WIDTH: usize> {
    compiled: &'p TransitionTable,
    limits: [u64; 2],
    lanes: [Lane<WIDTH>; RUNS],
    /// For each run its next look, then what that has led to.
    at: [u32; RUNS],
    /// Those that have not ended.
    going: RunList,
    /// Those that have not done with a move.
    busy: RunList,
}

impl Lanes {
    pub(in crate::odds) fn new(compiled: TransitionTable, limits: &Limits) -> Lanes {
        // What is spent before it is looked at again fits beside it.
        let most = 1 << 30;
        Lanes { compiled, limits: [limits.steps.min(most), limits.dice.min(most)], drawn: 0 }
    }

    /// Takes the first `count` of the runs whose words are ready.
    pub(in crate::odds) fn run(&mut self, words: &mut Words, count: usize, came: &mut RunTally<'_>) {
        match self.compiled.row.len() {
            ..=16 => self.run_wide::<16>(words, count, came),
            17..=32 => self.run_wide::<32>(words, count, came),
            _ => self.run_wide::<COLUMNS>(words, count, came),
        }
    }

    fn run_wide<const WIDTH: usize>(&mut self, words: &mut Words, count: usize, came: &mut RunTally<'_>) {
        let mut side = RunBatch::<WIDTH>::begin(&self.compiled, self.limits, words, count);
        while side.going.len > 0 {
            self.drawn += side.going.len as u64;
            side.draw(words);
            side.look(side.going);
            side.go(side.going);
            while side.busy.len > 0 {
                let open = side.settle(came);
                side.look(open);
                side.go(open);
            }
        }
        // Faults are told of the first run that has one.
        came.left.sort_unstable();
    }
}

impl<'p, const WIDTH: usize> RunBatch<'p, WIDTH> {
    fn begin(
        compiled: &'p TransitionTable,
        limits: [u64; 2],
        words: &mut Words,
        count: usize,
    ) -> RunBatch<'p, WIDTH> {
        let Move { bound, to, pairs, cost, .. } = compiled.first;
        let mut row = [0; WIDTH];
        for (slot, number) in row.iter_mut().zip(&compiled.row) {
            *slot = *number;
        }
        RunBatch {
            compiled,
            limits,
            lanes: std::array::from_fn(|run| Lane {
                row,
                cursor: words.begin(run),
                bound,
                to,
                pairs,
                spent: cost,
            }),
            at: [0; RUNS],
            going: RunList { runs: FIRST, len: count.min(RUNS) },
            busy: RunList::EMPTY,
        }
    }

    /// All who are going draw.
    fn draw(&mut self, words: &mut Words) {
        for nth in 0..self.going.len {
            let run = self.going.run(nth);
            let lane = &mut self.lanes[run];
            if lane.cursor.is_at_end() {
                words.turn(&mut lane.cursor);
                if is_over(self.limits, lane.spent) {
                    (lane.to, lane.pairs) = (NOBODY, NO_PAIRS);
                }
            }
            self.at[run] = self.compiled.draw(lane, words);
        }
    }

    /// Some look at their rows until they know where to go.
    fn look(&mut self, mut looking: RunList) {
        while looking.len > 0 {
            let count = looking.len;
            looking.len = 0;
            for nth in 0..count {
                let run = looking.run(nth);
                let slot = self.compiled.follow(self.at[run], &self.lanes[run].row);
                self.at[run] = slot & !LOOK;
                looking.add(run, slot & LOOK != 0);
            }
        }
    }

    /// Some go where their looks have led.
    fn go(&mut self, open: RunList) {
        self.busy.len = 0;
        for nth in 0..open.len {
            let run = open.run(nth);
            let made = self.compiled.made(self.at[run]);
            let lane = &mut self.lanes[run];
            let ([column, other_column], [number, other_number]) = (made.columns, made.numbers);
            lane.set(column, number);
            lane.set(other_column, other_number);
            (lane.bound, lane.to, lane.pairs) = (made.bound, made.to, made.pairs);
            lane.spent += made.cost;
            lane.cursor.skip(made.words);
            self.busy.add(run, (made.more > 0) | (made.bound == 0));
        }
    }

    /// What has not been done with a move: it may set more, lead on without a draw, or end a run. Gives
    /// those who are led on.
    fn settle(&mut self, came: &mut RunTally<'_>) -> RunList {
        let (mut open, mut ended) = (RunList::EMPTY, false);
        for nth in 0..self.busy.len {
            let run = self.busy.run(nth);
            let made = self.compiled.made(self.at[run]);
            let lane = &mut self.lanes[run];
            for (column, number) in self.compiled.further(made) {
                lane.set(*column, *number);
            }
            if made.bound > 0 {
                continue;
            }
            if made.to & LOOK != 0 {
                self.at[run] = made.to & !LOOK;
                open.add(run, true);
                continue;
            }
            ended = true;
            if made.to == NOBODY || is_over(self.limits, lane.spent) {
                came.left.push(run);
            } else {
                count_one(came.counts, made.to as usize);
            }
        }
        if ended {
            self.end();
        }
        open
    }

    /// Those who have ended go no further.
    fn end(&mut self) {
        let count = self.going.len;
        self.going.len = 0;
        for nth in 0..count {
            let run = self.going.run(nth);
            let lane = &self.lanes[run];
            self.going.add(run, (lane.bound > 0) | (lane.to & LOOK != 0));
        }
    }
}

impl<const WIDTH: usize> Lane<WIDTH> {
    #[inline]
    fn set(&mut self, column: u8, number: u16) {
        self.row[usize::from(column) % WIDTH] = number;
    }
}

impl RunList {
    const EMPTY: RunList = RunList { runs: [0; RUNS], len: 0 };

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
}

/// The upper and the lower half of the product of a word and a bound.
#[inline]
fn split(word: u32, bound: u32) -> [u32; 2] {
    let product = u64::from(word) * u64::from(bound);
    let low = u32::try_from(product & u64::from(u32::MAX)).unwrap_or(0);
    [u32::try_from(product >> 32).unwrap_or(0), low]
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

#[inline]
fn is_over(limits: [u64; 2], spent: u64) -> bool {
    let [steps, dice] = limits;
    spent & u64::from(u32::MAX) > steps || spent >> 32 > dice
}

impl TransitionTable {
    /// What is looked at after the next draw, or after the next two.
    #[inline]
    fn draw<const WIDTH: usize>(&self, lane: &mut Lane<WIDTH>, words: &mut Words) -> u32 {
        let ([word, next], is_ready) = words.ahead(&lane.cursor);
        let ([high, low], [next_high, next_low]) = (split(word, lane.bound), split(next, lane.bound));
        let Some(entry) = self.entries.get((lane.to + high) as usize) else { return NOWHERE };
        let two = is_ready & (lane.pairs != NO_PAIRS);
        // Hardly ever: a word may have to be refused, or finer bits decide.
        if (low < lane.bound) | (low == entry.split) | (two & (next_low < lane.bound)) {
            return self.draw_slowly(lane, words).unwrap_or(NOWHERE);
        }
        let single = std::hint::select_unpredictable(low < entry.split, entry.own, entry.other);
        let pair = lane.pairs.wrapping_add(high.wrapping_mul(lane.bound)).wrapping_add(next_high);
        let pair = std::hint::select_unpredictable(two, pair, 0);
        let pair = self.pairs.get(pair as usize).copied().unwrap_or(NOWHERE);
        std::hint::select_unpredictable(two, pair, single)
    }

    #[cold]
    #[inline(never)]
    fn draw_slowly<const WIDTH: usize>(&self, lane: &mut Lane<WIDTH>, words: &mut Words) -> Option<u32> {
        let at = self.asked.binary_search_by_key(&lane.to, |(entries, _)| *entries).ok()?;
        let (entries, asked) = self.asked.get(at)?;
        let answer = asked.draw(|| words.word_at(&mut lane.cursor));
        // The move that follows passes over a word.
        lane.cursor.back();
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
}

/// Counts a value by its number.
pub(in crate::odds) fn count_one(counts: &mut Vec<u64>, number: usize) {
    if number >= counts.len() {
        counts.resize(number + 1, 0);
    }
    if let Some(count) = counts.get_mut(number) {
        *count += 1;
    }
}
