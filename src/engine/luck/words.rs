//! The random words of the runs of a batch.

use super::{Seed, Seeded, below_u32, below_u64};
use crate::engine::{Chance, Stop};

/// The words of some runs, and the one among them whose turn it is.
///
/// A run takes its words in blocks of 16, as the generator makes them: block `k` of run `i` is block `i`
/// of a stream that all runs share. Most runs need a block or two, and the blocks of many runs are made
/// in one go, which takes far less time than to begin a stream for each. A run that needs more than
/// `SHARED` blocks goes on with a stream of its own. So what a run draws is made from the seed and its
/// number alone.
#[derive(Debug, Clone)]
pub(crate) struct Words {
    seed: Seed,
    /// The first of the runs whose words are ready.
    first: u64,
    /// First blocks of all these runs, then second blocks and so on; last come the blocks from streams
    /// of their own.
    ready: Vec<u32>,
    /// How many shared blocks of each run are made.
    made: usize,
    own: Vec<Option<Box<Seeded>>>,
    /// Whose turn it is among these runs, and where it is.
    run: usize,
    cursor: Cursor,
}

/// Where a run is in its words.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Cursor {
    next: u32,
    end: u32,
}

impl Cursor {
    /// Whether the run's next word comes from another block.
    #[inline]
    pub(crate) fn is_at_end(&self) -> bool {
        self.next == self.end
    }

    /// Passes over words of a block.
    #[inline]
    pub(crate) fn skip(&mut self, words: u8) {
        self.next += u32::from(words);
    }

    /// Before the word that was taken last.
    pub(crate) fn back(&mut self) {
        self.next = self.next.saturating_sub(1);
    }

    /// At a block, by the place of its first word.
    fn at(next: usize) -> Cursor {
        let next = u32::try_from(next).unwrap_or(0);
        Cursor { next, end: next + EACH as u32 }
    }
}

/// Words in a block.
const EACH: usize = 16;
/// Blocks of a run that come from streams which all runs share.
const SHARED: usize = 4;
/// The words of one block of each of the runs.
const LEVEL: usize = EACH * Words::RUNS;

impl Words {
    /// Runs whose words are made at once.
    pub(crate) const RUNS: usize = 64;

    /// The words of runs from `run` on. The first run begins with [`Words::next_run`].
    pub(crate) fn from(seed: Seed, run: u64) -> Words {
        Words {
            seed,
            first: run.wrapping_sub(Words::RUNS as u64),
            // One more, so that there are two to be seen everywhere.
            ready: vec![0; LEVEL * (SHARED + 1) + 1],
            made: 0,
            own: Vec::new(),
            run: Words::RUNS,
            cursor: Cursor::default(),
        }
    }

    /// The next run begins.
    pub(crate) fn next_run(&mut self) {
        self.run += 1;
        if self.run >= Words::RUNS {
            self.next_runs();
        }
        self.cursor = self.begin(self.run);
    }

    /// The next [`Words::RUNS`] runs, of which the first begins.
    pub(crate) fn next_runs(&mut self) {
        self.first = self.first.wrapping_add(Words::RUNS as u64);
        self.made = 0;
        self.own.clear();
        self.run = 0;
        self.cursor = self.begin(0);
    }

    /// One of these runs begins, perhaps once more, with the same words.
    pub(crate) fn begin_again(&mut self, run: usize) {
        self.run = run;
        if let Some(own) = self.own.get_mut(run) {
            *own = None;
        }
        self.cursor = self.begin(run);
    }

    /// Which of these runs it is that has begun.
    pub(crate) fn run(&self) -> usize {
        self.run
    }

    /// Where one of these runs begins, for whoever takes several side by side.
    pub(crate) fn begin(&mut self, run: usize) -> Cursor {
        self.make(0);
        Cursor::at(run * EACH)
    }

    /// A random word of the run that is there.
    #[inline]
    pub(crate) fn word_at(&mut self, cursor: &mut Cursor) -> u32 {
        if cursor.is_at_end() {
            self.turn(cursor);
        }
        let word = self.ready.get(cursor.next as usize).copied().unwrap_or(0);
        cursor.next += 1;
        word
    }

    /// The next two words of a block that is not at its end, and whether the second is of that block, too;
    /// otherwise it is another run's.
    #[inline]
    pub(crate) fn ahead(&self, cursor: &Cursor) -> ([u32; 2], bool) {
        let at = cursor.next as usize;
        match self.ready.get(at..at + 2) {
            Some([word, next]) => ([*word, *next], cursor.next + 1 < cursor.end),
            Some(_) | None => ([0; 2], false),
        }
    }

    /// A random word of 32 bits.
    #[inline]
    pub(crate) fn word(&mut self) -> u32 {
        let mut cursor = self.cursor;
        let word = self.word_at(&mut cursor);
        self.cursor = cursor;
        word
    }

    /// A random word of 64 bits.
    pub(crate) fn long_word(&mut self) -> u64 {
        u64::from(self.word()) | u64::from(self.word()) << 32
    }

    /// On to the run's next block.
    #[cold]
    pub(crate) fn turn(&mut self, cursor: &mut Cursor) {
        let block = (cursor.end as usize / EACH).saturating_sub(1);
        let (level, run) = ((block / Words::RUNS + 1).min(SHARED), block % Words::RUNS);
        let next = level * LEVEL + run * EACH;
        *cursor = Cursor::at(next);
        if level < SHARED {
            self.make(level);
        } else {
            self.go_on(run, next);
        }
    }

    /// Makes a block for each of the runs.
    fn make(&mut self, level: usize) {
        while self.made <= level {
            // No run of a batch has so high a number.
            let stream = u64::MAX - 1 - self.made as u64;
            let at = u128::from(self.first) * EACH as u128;
            if let Some(blocks) = self.ready.chunks_mut(LEVEL).nth(self.made) {
                Seeded::at(self.seed, stream, at).fill(blocks);
            }
            self.made += 1;
        }
    }

    /// The next block of a run's own stream.
    fn go_on(&mut self, run: usize, at: usize) {
        self.own.resize(Words::RUNS, None);
        let number = self.first.wrapping_add(run as u64);
        if let Some(own) = self.own.get_mut(run)
            && let Some(block) = self.ready.get_mut(at..at + EACH)
        {
            own.get_or_insert_with(|| Box::new(Seeded::stream(self.seed, number))).fill(block);
        }
    }
}

impl Chance for Words {
    fn face(&mut self, sides: u32) -> Result<u32, Stop> {
        Ok(below_u32(sides, || self.word()).saturating_add(1))
    }

    fn below(&mut self, n: u64) -> Result<u64, Stop> {
        if let Ok(small) = u32::try_from(n) {
            return Ok(u64::from(below_u32(small, || self.word())));
        }
        Ok(below_u64(n, || self.long_word()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(from: u64, run: u64, count: usize) -> Vec<u32> {
        let mut words = Words::from(Seed(7), from);
        for _ in from..=run {
            words.next_run();
        }
        (0..count).map(|_| words.word()).collect()
    }

    #[test]
    fn what_a_run_draws_depends_on_its_number_alone() {
        for run in [0, 1, 63, 64, 200] {
            let whole = words(run, run, 150);
            assert_eq!(words(0, run, 150), whole, "run {run}");
            for (level, block) in whole.chunks(EACH).take(SHARED).enumerate() {
                let mut shared = Seeded::at(Seed(7), u64::MAX - 1 - level as u64, u128::from(run) * 16);
                assert!(block.iter().all(|word| *word == shared.word()), "run {run}, block {level}");
            }
            let mut own = Seeded::stream(Seed(7), run);
            assert!(whole.iter().skip(EACH * SHARED).all(|word| *word == own.word()), "run {run}");
        }
        assert_ne!(words(0, 0, 150), words(0, 1, 150));
    }

    #[test]
    fn runs_side_by_side_and_runs_that_begin_again_take_the_same_words() {
        let mut side = Words::from(Seed(7), 100);
        side.next_runs();
        let mut cursors = [0, 1, 5].map(|run| (run, side.begin(run)));
        let mut taken = [const { Vec::new() }; 3];
        for _ in 0..90 {
            for ((_, cursor), taken) in cursors.iter_mut().zip(&mut taken) {
                taken.push(side.word_at(cursor));
            }
        }
        for ((run, _), taken) in cursors.iter().zip(taken) {
            assert_eq!(taken, words(100, 100 + *run as u64, 90));
            side.begin_again(*run);
            assert_eq!(taken, (0..90).map(|_| side.word()).collect::<Vec<_>>());
        }
    }
}
