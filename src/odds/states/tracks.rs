//! What becomes of states that wait at one place, whatever pass of a loop they are in: each way is run once
//! and serves all passes.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::decks::Decks;
use super::fork::{Supply, Waiting, branches};
use super::ways::{DecisionTree, Successor};
use super::{Checkpoint, Globals, Shape, small};
use crate::dist::Nat;
use crate::engine::Onward;

/// Where states wait for the same.
pub(in crate::odds) struct Track {
    pub(in crate::odds) halt: Rc<Checkpoint>,
    pub(in crate::odds) waiting: Waiting,
    pub(in crate::odds) supplies: Rc<[(Supply, Nat)]>,
    pub(in crate::odds) whole: Nat,
    /// For each supply.
    ways: Vec<DecisionTree>,
    /// The groups that wait here.
    open: u32,
}

/// All tracks of a question, and the ways between them.
#[derive(Default)]
pub(in crate::odds) struct Tracks {
    all: Vec<Option<Track>>,
    index: FxHashMap<Rc<Shape>, Vec<u32>>,
    ways: Vec<(Successor, Onward)>,
    numbers: FxHashMap<(Successor, Onward), u32>,
    bytes: u64,
    /// How many were still filled when ways were last forgotten: by places where states wait.
    kept: u64,
}

/// About what a track fills.
const BYTES_PER_TRACK: u64 = 1500;
/// Ways are forgotten where they fill more than this: they may serve nobody any more.
const MAX_TRACK_BYTES: u64 = 64 << 20;

impl Tracks {
    /// About how many bytes they fill.
    pub(in crate::odds) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The number of the track where states of this shape wait for this.
    pub(in crate::odds) fn track(
        &mut self,
        shape: Shape,
        waiting: Waiting,
        globals: &Globals,
        decks: &Decks,
    ) -> u32 {
        for number in self.index.get(&shape).into_iter().flatten() {
            if self.get(*number).is_some_and(|track| track.waiting == waiting) {
                return *number;
            }
        }
        let shape = Rc::new(shape);
        let number = small(self.all.len());
        self.index.entry(Rc::clone(&shape)).or_default().push(number);
        let (supplies, whole) = branches(&waiting, &shape.faces, decks);
        let mut ways = Vec::new();
        ways.resize_with(supplies.len(), DecisionTree::default);
        let halt = Rc::new(Checkpoint::new(shape, globals, decks));
        self.all.push(Some(Track { halt, waiting, supplies: supplies.into(), whole, ways, open: 0 }));
        self.bytes += BYTES_PER_TRACK;
        number
    }

    pub(in crate::odds) fn get(&self, number: u32) -> Option<&Track> {
        self.all.get(number as usize)?.as_ref()
    }

    fn get_mut(&mut self, number: u32) -> Option<&mut Track> {
        self.all.get_mut(number as usize)?.as_mut()
    }

    /// A group waits here from now on.
    pub(in crate::odds) fn open(&mut self, number: u32) {
        if let Some(track) = self.get_mut(number) {
            track.open += 1;
        }
    }

    /// A group is taken up. Where what is known has become too much, it is forgotten first.
    pub(in crate::odds) fn close(&mut self, number: u32) {
        // Where most of it is still waited for, little would be gained by that.
        if self.bytes > MAX_TRACK_BYTES.max(self.kept.saturating_mul(2)) {
            self.forget();
        }
        if let Some(track) = self.get_mut(number) {
            track.open = track.open.saturating_sub(1);
        }
    }

    /// Ways are found anew from here on, and tracks where nobody waits are dropped.
    fn forget(&mut self) {
        self.ways.clear();
        self.numbers.clear();
        for slot in &mut self.all {
            if slot.as_ref().is_some_and(|track| track.open == 0) {
                *slot = None;
            }
        }
        for track in self.all.iter_mut().flatten() {
            track.ways.iter_mut().for_each(|ways| *ways = DecisionTree::default());
        }
        let all = &self.all;
        self.index.retain(|_, numbers| {
            numbers.retain(|number| all.get(*number as usize).is_some_and(Option::is_some));
            !numbers.is_empty()
        });
        self.bytes = self.all.iter().flatten().count() as u64 * BYTES_PER_TRACK;
        self.kept = self.bytes;
    }

    /// What is known of the ways from a track, taken; [`Tracks::give_back`] puts it back.
    pub(in crate::odds) fn take_ways(&mut self, number: u32) -> Vec<DecisionTree> {
        self.get_mut(number).map(|track| std::mem::take(&mut track.ways)).unwrap_or_default()
    }

    pub(in crate::odds) fn give_back(&mut self, number: u32, ways: Vec<DecisionTree>) {
        if let Some(track) = self.get_mut(number) {
            track.ways = ways;
        }
    }

    /// The number of a way.
    pub(in crate::odds) fn number(&mut self, way: Successor, onward: Onward) -> u32 {
        let key = (way, onward);
        if let Some(number) = self.numbers.get(&key) {
            return *number;
        }
        let number = small(self.ways.len());
        self.bytes += key.0.bytes();
        self.ways.push(key.clone());
        self.numbers.insert(key, number);
        number
    }

    pub(in crate::odds) fn way(&self, number: u32) -> Option<&(Successor, Onward)> {
        self.ways.get(number as usize)
    }
}
