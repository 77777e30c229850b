//! Laying out what a walk has learned.

use rustc_hash::FxHashMap;

use super::super::request::Request;
use super::super::transitions::{DrawPoint, Transition};
use super::constants::Constants;
use super::interner::Interner;
use super::liveness::Liveness;
use super::{AliasSlot, LOOK, MOST_SPENT, Move, NO_PAIRS, TransitionTable, UNKNOWN};
use crate::odds::states::ways::{DecisionTree, NodeView, Successor};
use crate::odds::states::{RowDelta, small};

/// The most entries.
const MOST: usize = 1 << 20;
/// The most columns of all places together.
const CELLS: usize = 1 << 22;
/// What follows is put together with what comes before where it looks at one column of at most so many
/// values.
const FEW: usize = 64;
/// ...and while there are at most so many moves.
const MANY: usize = 1 << 17;
/// Two draws are put together for dice with at most so many faces...
const FACES: u32 = 16;
/// ...and while there are at most so many slots.
const ROOM: usize = 1 << 13;

impl TransitionTable {
    /// Lays out what is known. `None` where that is too much, or nothing is drawn.
    pub(in crate::odds) fn of(
        places: &[DrawPoint],
        transitions: &[Transition],
        first: u32,
    ) -> Option<TransitionTable> {
        let mut laying = Laying::new(places, transitions, first)?;
        laying.begin(first)?;
        for at in 0..small(places.len()) {
            laying.place(at)?;
        }
        Some(laying.parts.compiled)
    }
}

struct Laying<'w> {
    places: &'w [DrawPoint],
    transitions: &'w [Transition],
    certain: Constants,
    living: Liveness,
    /// For each place its first entry, and the first of its pairs.
    entries: Vec<(u32, u32)>,
    /// Looks in the middle of what follows on a pass's end.
    inner: FxHashMap<(u32, u32), u32>,
    parts: Interner,
}

/// What a run has set and spent since its draw.
#[derive(Clone, Default)]
struct SinceDraw {
    sets: Vec<(u32, u32)>,
    steps: u64,
    dice: u64,
    /// What a die with so many faces gives next, where two draws are put together.
    next: Option<(u32, u32)>,
    /// Words that were drawn.
    words: u8,
}

impl<'w> Laying<'w> {
    fn new(places: &'w [DrawPoint], transitions: &'w [Transition], first: u32) -> Option<Laying<'w>> {
        let cells: usize = places.iter().map(|place| place.halt.width()).sum();
        if cells > CELLS {
            return None;
        }
        let certain = Constants::of(places, transitions, first)?;
        let living = Liveness::of(places, transitions, &certain)?;
        let parts = Interner::new(&living.all())?;
        let (entries, inner) = (Vec::with_capacity(places.len()), FxHashMap::default());
        let mut laying = Laying { places, transitions, certain, living, entries, inner, parts };
        laying.make_room()?;
        Some(laying)
    }

    /// Room for the entries and pairs of each place.
    fn make_room(&mut self) -> Option<()> {
        // Entries that lead nowhere are those of places that are never laid out.
        let (mut entries, mut pairs) = (0usize, 0usize);
        for place in self.places {
            let count = place.asked.answers();
            let in_pairs = self.in_pairs(place) && pairs < ROOM;
            self.entries.push((small(entries), if in_pairs { small(pairs) } else { NO_PAIRS }));
            entries += count;
            pairs += if in_pairs { count * count } else { 0 };
        }
        if entries > MOST {
            return None;
        }
        self.parts.compiled.entries = vec![AliasSlot::default(); entries];
        self.parts.compiled.pairs = vec![0; pairs];
        Some(())
    }

    /// Whether a die may be followed by another like it.
    fn in_pairs(&self, place: &'w DrawPoint) -> bool {
        let Some(faces) = place.asked.faces().filter(|faces| *faces <= FACES) else { return false };
        let alike = |next: &DrawPoint| next.asked.faces() == Some(faces);
        let mut next = self.next_of(place);
        next.any(|next| alike(next) || matches!(next.asked, Request::Rest) && self.next_of(next).any(&alike))
    }

    /// Where runs come to from a place.
    fn next_of(&self, place: &'w DrawPoint) -> impl Iterator<Item = &'w DrawPoint> {
        let ways = place.ways.iter().flat_map(|ways| ways.all());
        ways.filter_map(|way| match self.transitions.get(way as usize)?.way {
            Successor::On(to, _) => self.places.get(to as usize),
            Successor::End(_) | Successor::Over => None,
        })
    }

    /// Where runs begin.
    fn begin(&mut self, first: u32) -> Option<()> {
        let slot = self.way(SinceDraw::default(), first, true)?;
        let compiled = &mut self.parts.compiled;
        let first = compiled.moves.get(slot as usize).copied().filter(|first| first.bound > 0)?;
        let inline = first.columns.iter().copied().zip(first.numbers);
        let sets: Vec<(u8, u16)> = inline.chain(compiled.further(&first).iter().copied()).collect();
        for (column, number) in sets {
            *compiled.row.get_mut(usize::from(column))? = number;
        }
        compiled.first = first;
        Some(())
    }

    /// The entries of a place where something is drawn.
    fn place(&mut self, at: u32) -> Option<()> {
        let place = self.places.get(at as usize)?;
        if matches!(place.asked, Request::Rest) || place.asked.answers() == 0 {
            return Some(());
        }
        let (base, pairs) = *self.entries.get(at as usize)?;
        let mut looks = Vec::with_capacity(place.ways.len());
        for ways in &place.ways {
            let slot = self.node(at, ways, ways.first(), None)?;
            looks.push(self.parts.look_of(slot)?);
        }
        let entries = self.parts.compiled.entries.get_mut(base as usize..)?.iter_mut();
        match &place.asked {
            Request::Total(total) => {
                let bits = u32::BITS - total.alias().rest_bits();
                for ((entry, own), (split, other)) in entries.zip(&looks).zip(total.alias().splits()) {
                    *entry =
                        AliasSlot { split: split << bits, own: *own, other: *looks.get(other as usize)? };
                }
            }
            Request::Face(_) | Request::Below(_) | Request::Rest => {
                for (entry, look) in entries.zip(&looks) {
                    *entry = AliasSlot { split: 0, own: *look, other: *look };
                }
            }
        }
        self.parts.compiled.asked.push((base, place.asked.clone()));
        if pairs == NO_PAIRS { Some(()) } else { self.pairs(at, pairs, &looks) }
    }

    /// The pairs of a place: what comes of an answer there and another one after that. Where there is no
    /// more room it is what comes of the first.
    fn pairs(&mut self, at: u32, mut pair: u32, looks: &[u32]) -> Option<()> {
        let place = self.places.get(at as usize)?;
        let faces = place.asked.faces()?;
        for (ways, single) in place.ways.iter().zip(looks) {
            for next in 0..faces {
                let look = if self.parts.len() < ROOM {
                    let slot = self.node(at, ways, ways.first(), Some((faces, next)))?;
                    self.parts.look_of(slot)?
                } else {
                    *single
                };
                *self.parts.compiled.pairs.get_mut(pair as usize)? = look;
                pair += 1;
            }
        }
        Some(())
    }

    /// What stands at a node of a place's looks.
    fn node(&mut self, at: u32, ways: &DecisionTree, node: u32, next: Option<(u32, u32)>) -> Option<u32> {
        let after = matches!(self.places.get(at as usize)?.asked, Request::Rest);
        match self.decided(at, ways, node, &[]) {
            NodeView::Unknown => Some(UNKNOWN),
            NodeView::Successor(way) => {
                let words = u8::from(!after);
                self.way(SinceDraw { next, words, ..SinceDraw::default() }, way, after)
            }
            NodeView::Look(column, nodes) => {
                let mut slots = Vec::with_capacity(nodes.len());
                for (value, node) in nodes {
                    slots.push((value, self.node(at, ways, node, next)?));
                }
                self.parts.look(column, slots)
            }
        }
    }

    /// The node at which it is first open how to go on, where some columns have just been set.
    fn decided(&self, at: u32, ways: &DecisionTree, mut node: u32, sets: &[(u32, u32)]) -> NodeView {
        loop {
            let view = ways.view(node);
            let NodeView::Look(column, nodes) = &view else { return view };
            let set = sets.iter().find(|(set, _)| set == column).map(|(_, held)| *held);
            let Some(held) = set.or_else(|| self.certain.value(at, *column)) else { return view };
            match nodes.iter().find(|(value, _)| *value == held) {
                Some((_, next)) => node = *next,
                None => return NodeView::Unknown,
            }
        }
    }

    /// A transition, after what has been carried there; `after` tells that nothing has been drawn since
    /// the end of a pass.
    fn way(&mut self, carried: SinceDraw, way: u32, after: bool) -> Option<u32> {
        let transition = self.transitions.get(way as usize)?;
        let (steps, dice) = (carried.steps + transition.steps, carried.dice + transition.dice);
        if steps.max(dice) > MOST_SPENT {
            return Some(UNKNOWN);
        }
        match &transition.way {
            Successor::Over => Some(UNKNOWN),
            Successor::End(value) => {
                let made = Move { to: *value, ..Move::UNKNOWN };
                self.go(made, &SinceDraw { sets: Vec::new(), steps, dice, ..carried }, u32::MAX)
            }
            Successor::On(to, change) => {
                let carried = SinceDraw { sets: then(&carried.sets, change), steps, dice, ..carried };
                match (&self.places.get(*to as usize)?.asked, after, carried.next) {
                    (Request::Rest, false, _) => self.follow(*to, &carried),
                    // Passes do not end twice without a draw.
                    (Request::Rest, true, _) => Some(UNKNOWN),
                    (asked, _, Some((faces, answer))) if asked.faces() == Some(faces) => {
                        self.draw_again(*to, answer, &carried)
                    }
                    (Request::Face(_) | Request::Below(_) | Request::Total(_), ..) => {
                        self.draw(*to, &carried)
                    }
                }
            }
        }
    }

    /// On to the next draw.
    fn draw(&mut self, to: u32, carried: &SinceDraw) -> Option<u32> {
        let bound = small(self.places.get(to as usize)?.asked.answers());
        let (entries, pairs) = *self.entries.get(to as usize)?;
        let made = Move { bound, to: entries, pairs, ..Move::UNKNOWN };
        if bound == 0 { Some(UNKNOWN) } else { self.go(made, carried, to) }
    }

    /// The second of two draws that are put together, as far as what comes of it looks at what has just
    /// been set, or once at something of few values.
    fn draw_again(&mut self, to: u32, answer: u32, carried: &SinceDraw) -> Option<u32> {
        let ways = self.places.get(to as usize)?.ways.get(answer as usize)?;
        let drawn = SinceDraw { next: None, words: 2, ..carried.clone() };
        self.put_together((to, ways), &drawn, false, |laying, _| laying.draw(to, carried))
    }

    /// What comes after the end of a pass, likewise.
    fn follow(&mut self, rest: u32, carried: &SinceDraw) -> Option<u32> {
        let ways = self.places.get(rest as usize)?.ways.first()?;
        self.put_together((rest, ways), carried, true, |laying, node| laying.inner(rest, node, carried))
    }

    /// What comes of looks is put together with what has been carried there, as far as that decides it, or
    /// one look at something of few values. At other nodes `apart` says how to go on.
    fn put_together(
        &mut self,
        (at, ways): (u32, &'w DecisionTree),
        carried: &SinceDraw,
        after: bool,
        apart: impl Fn(&mut Laying<'w>, u32) -> Option<u32>,
    ) -> Option<u32> {
        let (column, nodes) = match self.decided(at, ways, ways.first(), &carried.sets) {
            NodeView::Unknown => return apart(self, ways.first()),
            NodeView::Successor(way) => return self.way(carried.clone(), way, after),
            NodeView::Look(column, nodes) => (column, nodes),
        };
        if nodes.len() > FEW || self.parts.compiled.moves.len() > MANY {
            return apart(self, ways.first());
        }
        let mut slots = Vec::with_capacity(nodes.len());
        for (value, node) in nodes {
            let slot = match self.decided(at, ways, node, &carried.sets) {
                NodeView::Successor(way) => self.way(carried.clone(), way, after)?,
                NodeView::Unknown | NodeView::Look(..) => apart(self, node)?,
            };
            slots.push((value, slot));
        }
        self.parts.look(column, slots)
    }

    /// A move to the looks at a node of what comes after the end of a pass.
    fn inner(&mut self, rest: u32, node: u32, carried: &SinceDraw) -> Option<u32> {
        let look = match self.inner.get(&(rest, node)) {
            Some(look) => *look,
            None => {
                let slot = self.node(rest, self.places.get(rest as usize)?.ways.first()?, node, None)?;
                let look = self.parts.look_of(slot)?;
                self.inner.insert((rest, node), look);
                look
            }
        };
        self.go(Move { to: look | LOOK, ..Move::UNKNOWN }, carried, rest)
    }

    /// A move to a place, or to none, with what has been carried there.
    fn go(&mut self, made: Move, carried: &SinceDraw, place: u32) -> Option<u32> {
        let cost = carried.steps | carried.dice << 32;
        let made = Move { cost, words: carried.words, ..made };
        let sets = carried.sets.iter().copied();
        self.parts.go(made, sets.filter(|(column, _)| self.living.has(place, *column)))
    }
}

/// What is set when a change follows on other sets.
fn then(sets: &[(u32, u32)], change: &RowDelta) -> Vec<(u32, u32)> {
    let kept = sets.iter().copied().filter(|(column, _)| *column < change.keep);
    let mut sets: Vec<(u32, u32)> = kept.chain((change.keep..).zip(change.tail.iter().copied())).collect();
    for (column, value) in &change.sets {
        match sets.iter_mut().find(|(set, _)| set == column) {
            Some((_, held)) => *held = *value,
            None => sets.push((*column, *value)),
        }
    }
    sets
}
