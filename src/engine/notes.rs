//! What a run looks at and what it changes, noted for the exact driver: two machines that agree on all
//! that was looked at go the same way.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use crate::check::program::TableId;

/// A place that holds a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Spot {
    /// A global, by its number.
    Global(u32),
    /// A field of a record: roster, record, field.
    Field(u32, u32, u32),
    /// A place of the stack.
    Slot(u32),
    /// What is left of a deck.
    Deck(TableId),
}

/// Notes of a run; none are taken where nobody asked for them. They are no part of what a machine is.
#[derive(Debug, Clone, Default)]
pub(crate) struct Notes(Option<Box<RefCell<Noted>>>);

/// What was noted.
#[derive(Debug, Clone, Default)]
pub(crate) struct Noted {
    /// What was looked at before it was changed, in order, each once.
    pub reads: Vec<Spot>,
    /// What was changed, each once. Of the stack only what lies below [`Noted::low`].
    pub writes: Vec<Spot>,
    /// Cards that were taken out of decks whose cards nobody had looked at, each by its place.
    pub taken: Vec<(TableId, u32)>,
    /// The least height that the stack had: what lies above was put there by this run.
    pub low: u32,
    /// Whether the state was looked at or changed as a whole.
    pub whole: bool,
    /// For each spot, whether it was changed; those that were only looked at are here too.
    known: FxHashMap<Spot, bool>,
}

impl Notes {
    /// Notes of a run that begins with so high a stack.
    pub(crate) fn begin(height: usize) -> Notes {
        let low = u32::try_from(height).unwrap_or(u32::MAX);
        Notes(Some(Box::new(RefCell::new(Noted { low, ..Noted::default() }))))
    }

    /// Ends the notes.
    pub(crate) fn take(&mut self) -> Noted {
        self.0.take().map(|noted| noted.into_inner()).unwrap_or_default()
    }

    /// A spot is looked at.
    pub(crate) fn read(&self, spot: Spot) {
        let Some(noted) = &self.0 else { return };
        let noted = &mut *noted.borrow_mut();
        if matches!(spot, Spot::Slot(at) if at >= noted.low) {
            return;
        }
        if let std::collections::hash_map::Entry::Vacant(entry) = noted.known.entry(spot) {
            entry.insert(false);
            noted.reads.push(spot);
        }
    }

    /// A spot is changed.
    pub(crate) fn write(&self, spot: Spot) {
        let Some(noted) = &self.0 else { return };
        let noted = &mut *noted.borrow_mut();
        if matches!(spot, Spot::Slot(at) if at >= noted.low) {
            return;
        }
        let changed = noted.known.entry(spot).or_insert(false);
        if !*changed {
            *changed = true;
            noted.writes.push(spot);
        }
    }

    /// A card is taken out of a deck, whatever else is in it.
    pub(crate) fn take_card(&self, deck: TableId, card: u32) {
        let Some(noted) = &self.0 else { return };
        let noted = &mut *noted.borrow_mut();
        if noted.known.get(&Spot::Deck(deck)) != Some(&true) {
            noted.taken.push((deck, card));
        }
    }

    /// The stack shrinks to this height.
    pub(crate) fn shrink(&self, height: usize) {
        let Some(noted) = &self.0 else { return };
        let noted = &mut *noted.borrow_mut();
        noted.low = noted.low.min(u32::try_from(height).unwrap_or(u32::MAX));
    }

    /// The state is looked at or changed as a whole.
    pub(crate) fn whole(&self) {
        if let Some(noted) = &self.0 {
            noted.borrow_mut().whole = true;
        }
    }
}

impl PartialEq for Notes {
    fn eq(&self, _: &Notes) -> bool {
        true
    }
}

impl Eq for Notes {}

impl std::hash::Hash for Notes {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}
