//! The random words of one run after the other.

use std::ops::Range;

use super::{Seed, Seeded, below_u32, below_u64};
use crate::engine::{Chance, Stop};

/// Words that run `i` of a batch takes from the batch's stream: words `16 i` to `16 i + 15` of it.
/// Where these are used up, it goes on with a stream of its own. So most runs need no stream of their
/// own, which would take longer to begin than they take to run, and yet what a run draws is made from
/// the seed and its number alone.
#[derive(Debug, Clone)]
pub struct Words {
    seed: Seed,
    batch: Seeded,
    /// The words of some runs from the present one on.
    ready: Vec<u32>,
    /// Where the next run's words begin among them.
    next: usize,
    /// The run, after the first call of [`Words::next_run`].
    run: u64,
    /// Words of the run that are left, among those that are ready.
    left: Range<usize>,
    own: Option<Seeded>,
}

/// Words that a run takes from the batch's stream.
const EACH: usize = 16;
/// Runs whose words are made at once.
const RUNS: usize = 64;

impl Words {
    /// No run of a batch has this number.
    const STREAM: u64 = u64::MAX - 1;

    /// The words of runs from `run` on. The first run begins with [`Words::next_run`].
    pub fn from(seed: Seed, run: u64) -> Words {
        Words {
            seed,
            batch: Seeded::at(seed, Words::STREAM, u128::from(run) * EACH as u128),
            ready: vec![0; EACH * RUNS],
            next: EACH * RUNS,
            run: run.wrapping_sub(1),
            left: 0..0,
            own: None,
        }
    }

    /// The next run begins.
    pub fn next_run(&mut self) {
        if self.next >= self.ready.len() {
            self.batch.fill(&mut self.ready);
            self.next = 0;
        }
        self.left = self.next..self.next + EACH;
        self.next += EACH;
        self.run = self.run.wrapping_add(1);
        self.own = None;
    }

    /// The present run begins once more, with the same words.
    pub fn begin_again(&mut self) {
        self.left = self.next.saturating_sub(EACH)..self.next;
        self.own = None;
    }

    /// A random word of 32 bits.
    #[inline]
    pub fn word(&mut self) -> u32 {
        match self.left.next().and_then(|at| self.ready.get(at)) {
            Some(word) => *word,
            None => self.own().word(),
        }
    }

    /// A random word of 64 bits.
    pub fn long_word(&mut self) -> u64 {
        u64::from(self.word()) | u64::from(self.word()) << 32
    }

    fn own(&mut self) -> &mut Seeded {
        let (seed, run) = (self.seed, self.run);
        self.own.get_or_insert_with(|| Seeded::stream(seed, run))
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
            let whole = words(run, run, 40);
            assert_eq!(words(0, run, 40), whole, "run {run}");
            assert_eq!(whole[EACH..], {
                let mut own = Seeded::stream(Seed(7), run);
                (EACH..40).map(|_| own.word()).collect::<Vec<_>>()
            });
        }
        assert_ne!(words(0, 0, 16), words(0, 1, 16));
    }
}
