//! Back and forth: undo, redo, reroll.

use std::sync::Arc;

use super::{Reply, Session};
use crate::engine::{Answers, Log};

impl Session {
    /// Takes back the last entries, their dice too; gives how many there were.
    pub fn undo(&mut self, count: usize) -> usize {
        for done in 0..count {
            let Some(entered) = self.entries.pop() else { return done };
            let after = std::mem::replace(&mut self.world, entered.before.clone());
            self.undone.push((entered, after));
        }
        count
    }

    /// Gives the next entry this number, as it had when it was first entered.
    pub fn number_next(&mut self, number: u32) {
        self.next_entry = number;
    }

    /// Does again the entry that was taken back last; its text, if there is one.
    pub fn redo(&mut self) -> Option<Arc<str>> {
        let (entered, after) = self.undone.pop()?;
        let text = Arc::clone(&entered.text);
        self.world = after;
        self.entries.push(entered);
        Some(text)
    }

    /// Does the last entry again with new dice; `None` where there is none.
    pub fn reroll(&mut self, answers: &mut dyn Answers, log: &mut dyn Log) -> Option<(Arc<str>, Reply)> {
        let entered = self.entries.pop()?;
        let text = Arc::clone(&entered.text);
        let seed = self.seed();
        let after = std::mem::replace(&mut self.world, entered.before.clone());
        // The dice that came before must not come again.
        self.set_seed(if seed == self.seed() { seed.next() } else { seed });
        let reply = self.submit_to(&text, answers, log);
        if !reply.is_done() {
            self.world = after;
            self.entries.push(entered);
        }
        Some((text, reply))
    }

    /// The entries that were done, with their numbers, oldest first.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = (u32, &str)> {
        self.entries.iter().map(|entered| (entered.number, &*entered.text))
    }
}
