//! The way back and forth: what was entered, and the world before each entry.

use std::sync::Arc;

use super::world::World;
use crate::base::SharedVec;
use crate::check::program::Def;

/// How many entries can be taken back.
const UNDO: usize = 100;
/// So many bytes the worlds before entries may hold that no later world shares with them. An entry that has all
/// rules made anew leaves a whole world behind; of large ones fewer can be taken back. It is reckoned and not
/// measured, so that it is the same whenever a campaign is played again.
const MAX_HELD_BYTES: u64 = 96 << 20;
/// What a definition holds, about: whatever it is, and for each byte that it is written with.
const BYTES_OF_DEFINITION: u64 = 5 << 10;
const BYTES_FOR_EACH_WRITTEN: u64 = 64;

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
    /// About how many bytes of that world the one after it does not share.
    pub held: u64,
}

/// About how many bytes of the definitions of a world another one does not share.
pub(super) fn held_alone(world: &World, other: &World) -> u64 {
    let (own, other) = (world.program(), other.program());
    let tables = alone(&own.tables, &other.tables, |table| &table.def);
    let fns = alone(&own.fns, &other.fns, |function| &function.def);
    let procs = alone(&own.procs, &other.procs, |procedure| &procedure.def);
    tables.saturating_add(fns).saturating_add(procs)
}

fn alone<T>(own: &SharedVec<Arc<T>>, other: &SharedVec<Arc<T>>, def: fn(&T) -> &Def) -> u64 {
    let own_only = own.changed_since(other, Arc::ptr_eq).into_iter().filter_map(|at| own.get(at));
    let bytes = own_only.map(|definition| {
        let whole = def(definition).whole;
        let written = u64::from(whole.end.saturating_sub(whole.start));
        written.saturating_mul(BYTES_FOR_EACH_WRITTEN).saturating_add(BYTES_OF_DEFINITION)
    });
    bytes.fold(0, u64::saturating_add)
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
    /// A file was loaded beside what was there.
    Load,
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

    /// Puts an entry at the end; what had been taken back before can still be done again.
    pub(crate) fn put_back(&mut self, entered: Entered) {
        self.entries.push(entered);
        let mut held = self.entries.iter().map(|entered| entered.held).fold(0, u64::saturating_add);
        // The last one can be taken back, whatever it holds.
        while self.entries.len() > UNDO || (held > MAX_HELD_BYTES && self.entries.len() > 1) {
            held = held.saturating_sub(self.entries.remove(0).held);
        }
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
        let (mut entered, after) = self.undone.pop()?;
        let text = Arc::clone(&entered.text);
        // Somebody may have looked at something since: taking it back leads there again.
        entered.before = std::mem::replace(world, after);
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
            history.remember(Entered { number, text, deed: Deed::Enter, events: 0, before, held: 0 });
        }
        assert!(history.back(&mut now) && history.back(&mut now));
        assert_eq!((now.turns(), history.way_back()), (1, (1, true)));
        assert_eq!(history.forth(&mut now).as_deref(), Some("entry 2"));
        assert_eq!((now.turns(), history.next()), (2, 4));
        let number = history.begin();
        let before = now.clone();
        history.remember(Entered {
            number,
            text: "other".into(),
            deed: Deed::Enter,
            events: 0,
            before,
            held: 0,
        });
        assert_eq!((history.forth(&mut now), history.way_back()), (None, (3, false)));
        let texts: Vec<&str> = history.entries().map(|entered| &*entered.text).collect();
        assert_eq!(texts, ["entry 1", "entry 2", "other"]);
    }

    #[test]
    fn what_only_looks_leaves_the_way_forth_open() {
        let world = |turns: u64| {
            let mut world = World::new(RollSeed::new(1));
            world.set_turns(turns);
            world
        };
        let (mut now, mut history) = (world(0), History::new(1));
        let entered = |number, before| Entered {
            number,
            text: format!("entry {number}").into(),
            deed: Deed::Enter,
            events: 0,
            before,
            held: 0,
        };
        let before = std::mem::replace(&mut now, world(1));
        history.remember(entered(1, before));
        assert!(history.back(&mut now));
        // A look is told from a change by its world: here by the turns.
        let before = std::mem::replace(&mut now, world(10));
        history.put_back(entered(2, before));
        assert_eq!((history.forth(&mut now).as_deref(), now.turns()), (Some("entry 1"), 1));
        assert!(history.back(&mut now));
        assert_eq!(now.turns(), 10, "back to where somebody had looked");
        assert!(history.back(&mut now));
        assert_eq!((now.turns(), history.way_back()), (0, (0, true)));
    }

    #[test]
    fn of_what_holds_much_less_can_be_taken_back() {
        let (now, mut history) = (World::new(RollSeed::new(1)), History::new(1));
        let enter = |history: &mut History, held: u64| {
            let (number, before) = (history.begin(), now.clone());
            history.remember(Entered {
                number,
                text: "x".into(),
                deed: Deed::Enter,
                events: 0,
                before,
                held,
            });
            history.way_back().0
        };
        assert_eq!([1, 2, 3].map(|_| enter(&mut history, MAX_HELD_BYTES / 3)), [1, 2, 3]);
        assert_eq!(enter(&mut history, 1), 3);
        assert_eq!(enter(&mut history, u64::MAX), 1, "the last one can always be taken back");
        assert_eq!(enter(&mut history, 0), 1);
        assert_eq!(held_alone(&now, &now), 0);
    }

    #[test]
    fn no_more_than_a_hundred_entries_are_kept() {
        let (mut now, mut history) = (World::new(RollSeed::new(1)), History::new(1));
        for _ in 0..150 {
            let (number, before) = (history.begin(), now.clone());
            history.remember(Entered {
                number,
                text: "x".into(),
                deed: Deed::Enter,
                events: 0,
                before,
                held: 0,
            });
        }
        assert_eq!(history.entries().next().map(|entered| entered.number), Some(51));
        assert_eq!((0..).take_while(|_| history.back(&mut now)).count(), UNDO);
    }
}
