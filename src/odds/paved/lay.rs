//! Laying out what a walk has learned.

use rustc_hash::FxHashMap;

use super::super::asking::Asked;
use super::super::branch::{View, Way, Ways};
use super::super::states::{Change, small};
use super::super::walk::{Place, Transition};
use super::certain::Certain;
use super::living::Living;
use super::{BLANK, COLUMNS, Entry, LOOK, Look, MOST_SPENT, Move, Paved, UNKNOWN};

/// The most entries and slots: what is larger would not stay where it is soon read.
const MOST: usize = 1 << 22;
/// A look that follows on a pass's end is put together with what comes before where it has at most so
/// many values.
const FEW: usize = 64;
/// ...and while there are at most so many moves.
const MANY: usize = 1 << 17;

impl Paved {
    /// Lays out what is known. `None` where that is too much, or nothing is drawn.
    pub(in super::super) fn of(places: &[Place], transitions: &[Transition], first: u32) -> Option<Paved> {
        let mut laying = Laying::new(places, transitions, first)?;
        laying.begin(first)?;
        for (at, place) in (0u32..).zip(places) {
            if !matches!(place.asked, Asked::Rest) && place.asked.answers() > 0 {
                laying.place(at, place)?;
            }
        }
        Some(laying.paved)
    }
}

struct Laying<'w> {
    places: &'w [Place],
    transitions: &'w [Transition],
    certain: Certain,
    living: Living,
    /// For each column of the walk's rows its own here.
    columns: Vec<u8>,
    /// The values of each column are numbered as they come up.
    numbers: FxHashMap<(u8, u32), u16>,
    counts: Vec<u16>,
    /// For each place its first entry.
    entries: Vec<u32>,
    moves: FxHashMap<(Move, Vec<(u8, u16)>), u32>,
    /// Looks in the middle of what follows on a pass's end.
    inner: FxHashMap<(u32, u32), u32>,
    /// The look that leads to each slot without looking.
    blind: FxHashMap<u32, u32>,
    paved: Paved,
}

/// What a run has set and spent since its last draw.
#[derive(Clone, Default)]
struct Carried {
    sets: Vec<(u32, u32)>,
    steps: u64,
    dice: u64,
}

impl<'w> Laying<'w> {
    fn new(places: &'w [Place], transitions: &'w [Transition], first: u32) -> Option<Laying<'w>> {
        let certain = Certain::of(places, transitions, first);
        let living = Living::of(places, transitions, &certain);
        let wanted = living.all();
        if wanted.len() >= COLUMNS {
            return None;
        }
        let mut columns = vec![BLANK; wanted.last().map_or(0, |last| *last as usize + 1)];
        for (number, column) in (1u8..).zip(&wanted) {
            *columns.get_mut(*column as usize)? = number;
        }
        let mut entries = Vec::with_capacity(places.len());
        let mut count = 0usize;
        for place in places {
            entries.push(small(count));
            count += place.asked.answers();
        }
        let paved = Paved {
            row: vec![0; wanted.len() + 1],
            first: Move::UNKNOWN,
            entries: vec![Entry::default(); if count > MOST { return None } else { count }],
            looks: Vec::new(),
            slots: Vec::new(),
            moves: vec![Move::UNKNOWN],
            sets: Vec::new(),
            asked: Vec::new(),
        };
        let mut laying = Laying {
            places,
            transitions,
            certain,
            living,
            columns,
            numbers: FxHashMap::default(),
            counts: vec![0; COLUMNS],
            entries,
            moves: FxHashMap::default(),
            inner: FxHashMap::default(),
            blind: FxHashMap::default(),
            paved,
        };
        // The first look is the one that leads nowhere: entries of places without a draw keep it.
        laying.look_of(UNKNOWN);
        Some(laying)
    }

    /// Where runs begin.
    fn begin(&mut self, first: u32) -> Option<()> {
        let slot = self.way(Carried::default(), first, true)?;
        let first = self.paved.moves.get(slot as usize).copied().filter(|first| first.bound > 0)?;
        let more = self.paved.sets.get(first.more as usize..(first.more + first.count) as usize)?;
        for (column, number) in
            first.columns.iter().zip(&first.numbers).chain(more.iter().map(|(c, n)| (c, n)))
        {
            *self.paved.row.get_mut(usize::from(*column))? = *number;
        }
        self.paved.first = first;
        Some(())
    }

    /// The entries of a place where something is drawn.
    fn place(&mut self, at: u32, place: &Place) -> Option<()> {
        let base = *self.entries.get(at as usize)?;
        let looks: Vec<u32> = place
            .ways
            .iter()
            .map(|ways| {
                let slot = self.node(at, ways, 0)?;
                Some(self.look_of(slot))
            })
            .collect::<Option<_>>()?;
        let entries = self.paved.entries.get_mut(base as usize..)?.iter_mut();
        match &place.asked {
            Asked::Total(total) => {
                let bits = u32::BITS - total.alias().rest_bits();
                for ((entry, own), (split, other)) in entries.zip(&looks).zip(total.alias().splits()) {
                    *entry = Entry { split: split << bits, own: *own, other: *looks.get(other as usize)? };
                }
            }
            Asked::Face(_) | Asked::Below(_) | Asked::Rest => {
                for (entry, look) in entries.zip(&looks) {
                    *entry = Entry { split: 0, own: *look, other: *look };
                }
            }
        }
        self.paved.asked.push((base, place.asked.clone()));
        Some(())
    }

    /// What stands at a node of a place's looks.
    fn node(&mut self, at: u32, ways: &Ways, node: u32) -> Option<u32> {
        let after = matches!(self.places.get(at as usize)?.asked, Asked::Rest);
        match self.decided(at, ways, node, &[]) {
            View::Unknown => Some(UNKNOWN),
            View::Way(way) => self.way(Carried::default(), way, after),
            View::Look(column, nodes) => {
                let mut slots = Vec::with_capacity(nodes.len());
                for (value, node) in nodes {
                    slots.push((value, self.node(at, ways, node)?));
                }
                self.look(column, slots)
            }
        }
    }

    /// The node at which it is first open how to go on, where some columns have just been set.
    fn decided(&self, at: u32, ways: &Ways, mut node: u32, sets: &[(u32, u32)]) -> View {
        loop {
            let view = ways.view(node);
            let View::Look(column, nodes) = &view else { return view };
            let set = sets.iter().find(|(set, _)| set == column).map(|(_, held)| *held);
            let Some(held) = set.or_else(|| self.certain.value(at, *column)) else { return view };
            match nodes.iter().find(|(value, _)| *value == held) {
                Some((_, next)) => node = *next,
                None => return View::Unknown,
            }
        }
    }

    /// A transition, after what has been carried there; `after` tells that nothing has been drawn since
    /// the end of a pass.
    fn way(&mut self, carried: Carried, way: u32, after: bool) -> Option<u32> {
        let transition = self.transitions.get(way as usize)?;
        let (steps, dice) = (carried.steps + transition.steps, carried.dice + transition.dice);
        if steps.max(dice) > MOST_SPENT {
            return Some(UNKNOWN);
        }
        match &transition.way {
            Way::End(value) => self.go(0, *value, &Carried { sets: Vec::new(), steps, dice }, None),
            Way::On(to, change) => {
                let carried = Carried { sets: then(carried.sets, change), steps, dice };
                match (&self.places.get(*to as usize)?.asked, after) {
                    (Asked::Rest, false) => self.follow(*to, &carried),
                    // Passes do not end twice without a draw.
                    (Asked::Rest, true) => Some(UNKNOWN),
                    (Asked::Face(_) | Asked::Below(_) | Asked::Total(_), _) => self.draw(*to, &carried),
                }
            }
        }
    }

    fn draw(&mut self, to: u32, carried: &Carried) -> Option<u32> {
        let answers = small(self.places.get(to as usize)?.asked.answers());
        if answers == 0 {
            return Some(UNKNOWN);
        }
        let entries = *self.entries.get(to as usize)?;
        self.go(answers, entries, carried, Some(to))
    }

    /// What comes after the end of a pass is put together with what came before, as far as it looks at
    /// what has just been set, or once at something of few values.
    fn follow(&mut self, rest: u32, carried: &Carried) -> Option<u32> {
        let places = self.places;
        let ways = places.get(rest as usize)?.ways.first()?;
        let (column, nodes) = match self.decided(rest, ways, 0, &carried.sets) {
            View::Unknown => return Some(UNKNOWN),
            View::Way(way) => return self.way(carried.clone(), way, true),
            View::Look(column, nodes) => (column, nodes),
        };
        if nodes.len() > FEW || self.paved.moves.len() > MANY {
            return self.inner(rest, 0, carried);
        }
        let mut slots = Vec::with_capacity(nodes.len());
        for (value, node) in nodes {
            let slot = match self.decided(rest, ways, node, &carried.sets) {
                View::Unknown => UNKNOWN,
                View::Way(way) => self.way(carried.clone(), way, true)?,
                View::Look(..) => self.inner(rest, node, carried)?,
            };
            slots.push((value, slot));
        }
        self.look(column, slots)
    }

    /// A move to the looks at a node of what comes after the end of a pass.
    fn inner(&mut self, rest: u32, node: u32, carried: &Carried) -> Option<u32> {
        let look = match self.inner.get(&(rest, node)) {
            Some(look) => *look,
            None => {
                let slot = self.node(rest, self.places.get(rest as usize)?.ways.first()?, node)?;
                let look = self.look_of(slot);
                self.inner.insert((rest, node), look);
                look
            }
        };
        self.go(0, look | LOOK, carried, Some(rest))
    }

    /// A move to a place, or to none.
    fn go(&mut self, bound: u32, to: u32, carried: &Carried, place: Option<u32>) -> Option<u32> {
        let mut sets = Vec::with_capacity(carried.sets.len());
        for (column, value) in &carried.sets {
            if place.is_some_and(|place| self.living.has(place, *column)) {
                let column = *self.columns.get(*column as usize)?;
                sets.push((column, self.number(column, *value)?));
            }
        }
        let mut known = Move { bound, to, cost: carried.steps | carried.dice << 32, ..Move::UNKNOWN };
        let key = (known, sets);
        if let Some(known) = self.moves.get(&key) {
            return Some(*known);
        }
        let (inline, more) = key.1.split_at(key.1.len().min(known.columns.len()));
        for (at, (column, number)) in inline.iter().enumerate() {
            *known.columns.get_mut(at)? = *column;
            *known.numbers.get_mut(at)? = *number;
        }
        known.more = small(self.paved.sets.len());
        known.count = small(more.len());
        self.paved.sets.extend_from_slice(more);
        let number = small(self.paved.moves.len());
        self.paved.moves.push(known);
        self.moves.insert(key, number);
        Some(number)
    }

    /// The number of a value in a column.
    fn number(&mut self, column: u8, value: u32) -> Option<u16> {
        let count = self.counts.get_mut(usize::from(column))?;
        let number = *self.numbers.entry((column, value)).or_insert(*count);
        if number == *count {
            *count = count.checked_add(1)?;
        }
        Some(number)
    }

    /// A look at a column of the walk's rows, with the slot for each value.
    fn look(&mut self, column: u32, slots: Vec<(u32, u32)>) -> Option<u32> {
        let column = *self.columns.get(column as usize)?;
        let numbered = slots.into_iter().map(|(value, slot)| Some((self.number(column, value)?, slot)));
        let numbered: Vec<(u16, u32)> = numbered.collect::<Option<_>>()?;
        let first = numbered.iter().map(|(number, _)| *number).min()?;
        let len = usize::from(numbered.iter().map(|(number, _)| *number).max()? - first) + 1;
        let base = self.paved.slots.len();
        if base + len > MOST {
            return None;
        }
        self.paved.slots.resize(base + len, UNKNOWN);
        for (number, slot) in numbered {
            *self.paved.slots.get_mut(base + usize::from(number - first))? = slot;
        }
        let (column, first) = (u32::from(column), u32::from(first));
        self.paved.looks.push(Look { column, first, len: small(len), slots: small(base) });
        Some(small(self.paved.looks.len() - 1) | LOOK)
    }

    /// A look that leads to a slot.
    fn look_of(&mut self, slot: u32) -> u32 {
        if slot & LOOK != 0 {
            return slot & !LOOK;
        }
        let paved = &mut self.paved;
        *self.blind.entry(slot).or_insert_with(|| {
            let slots = small(paved.slots.len());
            paved.slots.push(slot);
            paved.looks.push(Look { column: BLANK.into(), first: 0, len: 1, slots });
            small(paved.looks.len() - 1)
        })
    }
}

/// What is set when a change follows on other sets.
fn then(mut sets: Vec<(u32, u32)>, change: &Change) -> Vec<(u32, u32)> {
    sets.retain(|(column, _)| *column < change.keep);
    sets.extend((change.keep..).zip(change.tail.iter().copied()));
    for (column, value) in &change.sets {
        match sets.iter_mut().find(|(set, _)| set == column) {
            Some((_, held)) => *held = *value,
            None => sets.push((*column, *value)),
        }
    }
    sets
}
