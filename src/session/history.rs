//! Back and forth: undo, redo, reroll.

use std::sync::Arc;

use super::luck::LuckState;
use super::{Reply, Session};
use crate::engine::{Answers, Event, EventKind, Log, When};

impl Session {
    /// Takes back the last entries, their dice too; gives how many there were.
    pub(crate) fn undo(&mut self, count: usize) -> usize {
        for done in 0..count {
            let Some(entered) = self.entries.pop() else { return done };
            let after = std::mem::replace(&mut self.world, entered.before.clone());
            self.undone.push((entered, after));
        }
        count
    }

    /// Takes back the last entries; gives what they were, the last one first.
    #[cfg(test)]
    pub(crate) fn undo_texts(&mut self, count: usize) -> Vec<String> {
        self.undo_entries(count).into_iter().map(|(text, _)| text).collect()
    }

    /// The same, each with how many events it had told.
    pub(crate) fn undo_entries(&mut self, count: usize) -> Vec<(String, usize)> {
        let entries = self.entries.iter().rev().take(count);
        let entries = entries.map(|entered| (entered.text.to_string(), entered.events)).collect();
        self.undo(count);
        entries
    }

    /// The number of the next entry.
    pub(crate) fn next_number(&self) -> u32 {
        self.next_entry
    }

    /// Gives the next entry this number, as it had when it was first entered.
    pub(crate) fn number_next(&mut self, number: u32) {
        self.next_entry = number;
    }

    /// Does again the entry that was taken back last; its text, if there is one.
    pub(crate) fn redo(&mut self) -> Option<Arc<str>> {
        let (entered, after) = self.undone.pop()?;
        let text = Arc::clone(&entered.text);
        self.world = after;
        self.entries.push(entered);
        Some(text)
    }

    /// Does the last entry again with new dice; `None` where there is none.
    pub(crate) fn reroll(
        &mut self,
        answers: &mut dyn Answers,
        log: &mut dyn Log,
    ) -> Option<(Arc<str>, Reply)> {
        let entered = self.entries.pop()?;
        let text = Arc::clone(&entered.text);
        let luck = self.world.luck.clone();
        let after = std::mem::replace(&mut self.world, entered.before.clone());
        // The dice that came before must not come again, neither from the seed nor from a hand.
        let seed = if luck.seed == self.seed() { luck.seed.next() } else { luck.seed };
        self.world.luck = LuckState { seed, ..luck };
        if log.wants() {
            let at = When { turn: self.world.turns, clocks: self.world.state.clocks.clone() };
            let kind = EventKind::Undo { what: "reroll", text: text.to_string(), events: entered.events };
            log.event(Event { kind, span: None, within: Arc::from([]), at });
        }
        let reply = self.act(entered.deed.clone(), &text, answers, log);
        if !reply.is_done() {
            self.world = after;
            self.entries.push(entered);
        }
        Some((text, reply))
    }

    /// The entries that were done, with their numbers, oldest first.
    pub(crate) fn entries(&self) -> impl DoubleEndedIterator<Item = (u32, &str)> {
        self.entries.iter().map(|entered| (entered.number, &*entered.text))
    }
}
