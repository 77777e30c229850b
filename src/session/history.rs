//! The way back and forth: what was entered, and the world before each entry.

use std::sync::Arc;

use super::world::World;

/// How many entries can be taken back.
const UNDO: usize = 100;

/// What was done, and what was taken back.
#[derive(Debug, Clone)]
pub(super) struct History {
    entries: Vec<Entered>,
    undone: Vec<(Entered, World)>,
    next: u32,
}

/// An entry that was done.
#[derive(Debug, Clone)]
pub(super) struct Entered {
    /// Its number.
    pub number: u32,
    /// As it was typed.
    pub text: Arc<str>,
    /// What kind it was.
    pub deed: Deed,
    /// How many events it told.
    pub events: usize,
    /// The world before it.
    pub before: World,
}

/// What kind of entry it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Deed {
    /// Typed as it is.
    Enter,
    /// A change by the referee's hand.
    Change,
    /// A row that had been put off, by its place.
    Apply(usize),
    /// A state that was read in, as its text.
    Import(Arc<str>),
    /// Everything was loaded again.
    Reload,
}

impl History {
    /// Nothing done yet; the first entry gets this number.
    pub(crate) fn new(next: u32) -> History {
        History { entries: Vec::new(), undone: Vec::new(), next }
    }

    /// The number of the next entry.
    pub(crate) fn next(&self) -> u32 {
        self.next
    }

    /// Gives the next entry this number.
    pub(crate) fn number_next(&mut self, number: u32) {
        self.next = number;
    }

    /// The number of an entry that is begun.
    pub(crate) fn begin(&mut self) -> u32 {
        let number = self.next;
        // A journal may say any number; after the last one it is given again.
        self.next = self.next.saturating_add(1);
        number
    }

    /// An entry was done; what had been taken back before is gone.
    pub(crate) fn remember(&mut self, entered: Entered) {
        self.undone.clear();
        self.put_back(entered);
    }

    /// Puts an entry at the end.
    pub(crate) fn put_back(&mut self, entered: Entered) {
        if self.entries.len() == UNDO {
            self.entries.remove(0);
        }
        self.entries.push(entered);
    }

    /// Takes the last entry off.
    pub(crate) fn take_last(&mut self) -> Option<Entered> {
        self.entries.pop()
    }

    /// Takes back the last entry; `false` where there is none.
    pub(crate) fn back(&mut self, world: &mut World) -> bool {
        let Some(entered) = self.entries.pop() else { return false };
        let after = std::mem::replace(world, entered.before.clone());
        self.undone.push((entered, after));
        true
    }

    /// Does again the entry that was taken back last; its text, if there is one.
    pub(crate) fn forth(&mut self, world: &mut World) -> Option<Arc<str>> {
        let (entered, after) = self.undone.pop()?;
        let text = Arc::clone(&entered.text);
        *world = after;
        self.entries.push(entered);
        Some(text)
    }

    /// The entries that were done, oldest first.
    pub(crate) fn entries(&self) -> impl DoubleEndedIterator<Item = &Entered> {
        self.entries.iter()
    }

    /// How many entries can be taken back, and whether one can be done again.
    pub(crate) fn way_back(&self) -> (usize, bool) {
        (self.entries.len(), !self.undone.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::RollSeed;

    #[test]
    fn what_is_taken_back_can_be_done_again_until_something_else_is_done() {
        let world = |turns: u64| {
            let mut world = World::new(RollSeed::new(1));
            world.set_turns(turns);
            world
        };
        let (mut now, mut history) = (world(0), History::new(1));
        for turns in 1..=3 {
            let before = std::mem::replace(&mut now, world(turns));
            let number = history.begin();
            let text = format!("entry {number}").into();
            history.remember(Entered { number, text, deed: Deed::Enter, events: 0, before });
        }
        assert!(history.back(&mut now) && history.back(&mut now));
        assert_eq!((now.turns(), history.way_back()), (1, (1, true)));
        assert_eq!(history.forth(&mut now).as_deref(), Some("entry 2"));
        assert_eq!((now.turns(), history.next()), (2, 4));
        let number = history.begin();
        let before = now.clone();
        history.remember(Entered { number, text: "other".into(), deed: Deed::Enter, events: 0, before });
        assert_eq!((history.forth(&mut now), history.way_back()), (None, (3, false)));
        let texts: Vec<&str> = history.entries().map(|entered| &*entered.text).collect();
        assert_eq!(texts, ["entry 1", "entry 2", "other"]);
    }

    #[test]
    fn no_more_than_a_hundred_entries_are_kept() {
        let (mut now, mut history) = (World::new(RollSeed::new(1)), History::new(1));
        for _ in 0..150 {
            let (number, before) = (history.begin(), now.clone());
            history.remember(Entered { number, text: "x".into(), deed: Deed::Enter, events: 0, before });
        }
        assert_eq!(history.entries().next().map(|entered| entered.number), Some(51));
        assert_eq!((0..).take_while(|_| history.back(&mut now)).count(), UNDO);
    }
}
