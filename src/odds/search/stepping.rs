//! Takes the states of a group along every branch: each way is found by running the machine once, and taken by
//! all states that agree on what it looks at.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{NOWHERE, Search, Went};
use crate::dist::Nat;
use crate::engine::{LoopProgress, Notes, Onward};
use crate::odds::error::OddsError;
use crate::odds::scope::Dropped;
use crate::odds::states::decks::CardsLeft;
use crate::odds::states::fork::{Supply, Waiting};
use crate::odds::states::group::Group;
use crate::odds::states::ways::{DecisionTree, Successor};
use crate::odds::states::weight::Weight;
use crate::odds::states::{Resumed, small};

/// A group whose states are taken further, and the ways that they have gone so far.
struct Expansion {
    group: Group,
    /// What the weights of states are out of after the step.
    denominator: Nat,
    gone: Vec<TakenWay>,
}

/// A way that is taken in a step.
struct TakenWay {
    way: u32,
    /// The group that it leads to, and what weights are multiplied by there.
    group: u32,
    factor: Nat,
}

/// How the states of a group are handed on: what all of them do is looked up once.
#[derive(Default)]
struct Handing {
    /// The ways that all states go, by their places among those that are gone, and how much of them.
    common: Vec<(u32, Nat)>,
    /// The supplies with which a state's way depends on what it holds, each with its weight.
    own: Vec<(usize, Nat)>,
}

/// Places where states may wait at once: calls that call themselves in several places double them each time.
const MOST_PLACES: usize = 1 << 16;

impl Search<'_> {
    /// Takes every state of a group along every branch.
    pub(super) fn step(&mut self, mut group: Group) -> Result<(), OddsError> {
        self.long = group.shorten(self.long);
        let Some(track) = self.tracks.get(group.track) else { return Ok(()) };
        let (supplies, mut whole) = (Rc::clone(&track.supplies), track.whole.clone());
        let waiting = track.waiting.clone();
        if let Waiting::Fork(fork) = &waiting {
            self.cut_off(fork, &group);
        }
        self.bear_work(&group, supplies.len() as u64)?;
        self.stamp += 1;
        let number = group.track;
        let left = self.left_of(&group, &waiting);
        whole = left.iter().fold(whole, |whole, left| whole.lcm(&Nat::from(left.whole.max(1))));
        let mut ways = self.tracks.take_ways(number);
        let denominator = &group.denominator * &whole;
        let mut step = Expansion { group, denominator, gone: Vec::new() };
        let mut ends: FxHashMap<u32, Nat> = FxHashMap::default();
        // How much of a state's weight goes each way, and which ways it goes.
        let mut parts: Vec<Nat> = Vec::new();
        let mut gone: Vec<u32> = Vec::new();
        let part = |(nth, (_, part)): (usize, &(Supply, Nat))| (nth, part.clone());
        let mut handing =
            Handing { common: Vec::new(), own: supplies.iter().enumerate().map(part).collect() };
        for at in 0..step.group.len() {
            self.bear_step(&step, supplies.len() as u64)?;
            // The first state shows what it looks at. Of a deck, each may have other cards.
            if let Some(left) = left.get(at) {
                handing.own = left.parts(&whole, supplies.len() - 1);
            } else if at == 1 {
                handing = self.handing(&mut step, &supplies, &ways);
            }
            for (way, part) in &handing.common {
                self.go(&step, at, *way, part, &mut ends);
            }
            for (nth, part) in &handing.own {
                let (Some((supply, _)), Some(ways)) = (supplies.get(*nth), ways.get_mut(*nth)) else {
                    continue;
                };
                let way = match ways.of(step.group.row(at)) {
                    Some(way) => way,
                    None => self.way(&step, at, supply, ways)?,
                };
                let way = self.take(&mut step, way);
                add_part(&mut parts, &mut gone, way, part);
            }
            for way in gone.drain(..) {
                let part = parts.get_mut(way as usize).map(|part| std::mem::replace(part, Nat::ZERO));
                self.go(&step, at, way, &part.unwrap_or(Nat::ZERO), &mut ends);
            }
            if ends.len() as u64 > self.limit {
                return Err(self.too_many());
            }
        }
        self.tracks.give_back(number, ways);
        for (value, top) in ends {
            let weight = Weight::new(top, step.denominator.clone());
            self.results.entry(value).and_modify(|sum| sum.add(&weight)).or_insert(weight);
        }
        self.bear_limits()
    }

    /// What may be drawn from the deck that states wait for, for each of them; nothing where they wait for no card.
    fn left_of(&mut self, group: &Group, waiting: &Waiting) -> Vec<Rc<CardsLeft>> {
        (0..group.len()).map_while(|at| self.cards_left(&group.halt, group.row(at), waiting)).collect()
    }

    /// Refuses what is too much before a state is taken further.
    fn bear_step(&mut self, step: &Expansion, branches: u64) -> Result<(), OddsError> {
        self.budget.charge(branches)?;
        self.budget.look_up()?;
        self.bear_effort(&step.group.halt.shape, branches)?;
        // One step may make far more states than there were before it.
        if self.states.saturating_add(self.widest) > self.limit && self.widest > self.limit / 2 {
            return Err(self.too_many());
        }
        if self.open.index.len() > MOST_PLACES {
            return Err(self.too_big(&step.group.halt.shape));
        }
        Ok(())
    }

    /// What all states of a group do, and what each does by what it holds.
    fn handing(
        &mut self,
        step: &mut Expansion,
        supplies: &[(Supply, Nat)],
        ways: &[DecisionTree],
    ) -> Handing {
        let mut handing = Handing::default();
        let (mut parts, mut gone) = (Vec::new(), Vec::new());
        for (nth, ((_, part), ways)) in supplies.iter().zip(ways).enumerate() {
            match ways.of_all() {
                Some(way) => add_part(&mut parts, &mut gone, self.take(step, way), part),
                None => handing.own.push((nth, part.clone())),
            }
        }
        handing.common.extend(gone.into_iter().map(|way| {
            let part = parts.get_mut(way as usize).map(|part| std::mem::replace(part, Nat::ZERO));
            (way, part.unwrap_or(Nat::ZERO))
        }));
        handing
    }

    /// The place of a way among those that are taken in a step.
    fn take(&mut self, step: &mut Expansion, way: u32) -> u32 {
        if let Some((stamp, place)) = self.stamps.get(way as usize)
            && *stamp == self.stamp
        {
            return *place;
        }
        let mut gone = TakenWay { way, group: NOWHERE, factor: Nat::ONE };
        if let Some((Successor::On(track, _), onward)) = self.tracks.way(way) {
            let (track, loops) = (*track, onward.from(&step.group.loops));
            gone.group = self.group(track, loops);
            if let Some(Some(group)) = self.groups.get_mut(gone.group as usize) {
                gone.factor = group.scale_to(&step.denominator);
            }
        }
        let place = small(step.gone.len());
        step.gone.push(gone);
        if self.stamps.len() <= way as usize {
            self.stamps.resize(way as usize + 1, (0, 0));
        }
        if let Some(slot) = self.stamps.get_mut(way as usize) {
            *slot = (self.stamp, place);
        }
        place
    }

    /// Takes a part of a state's weight along a way.
    fn go(&mut self, step: &Expansion, at: usize, gone: u32, part: &Nat, ends: &mut FxHashMap<u32, Nat>) {
        let Some(gone) = step.gone.get(gone as usize) else { return };
        let Some((way, _)) = self.tracks.way(gone.way) else { return };
        match way {
            Successor::End(value) => {
                *ends.entry(*value).or_insert(Nat::ZERO) += &(&step.group.top(at) * part)
            }
            Successor::Over => {
                let weight = Weight::new(&step.group.top(at) * part, step.denominator.clone());
                if let Some((sum, _)) = &mut self.over {
                    sum.add(&weight);
                }
            }
            Successor::On(_, change) => {
                let row = &mut self.scratch;
                row.clear();
                row.extend_from_slice(step.group.row(at));
                change.take_cards(row, &mut self.values);
                change.apply(row);
                if let Some(Some(group)) = self.groups.get_mut(gone.group as usize) {
                    self.alike.put_in_order(row, &group.halt, self.plan, &mut self.values);
                    self.relative.settle(&self.scope.saturated, row, &group.halt, &mut self.values);
                    group.add_from(row, &step.group, at, &(part * &gone.factor));
                    self.widest = self.widest.max(group.len() as u64);
                }
            }
        }
    }

    /// Runs a state along a branch, and learns the way for those that agree with it.
    fn way(
        &mut self,
        step: &Expansion,
        at: usize,
        supply: &Supply,
        ways: &mut DecisionTree,
    ) -> Result<u32, OddsError> {
        self.bear_memory(&step.group)?;
        let row = step.group.row(at);
        let mut machine = step.group.halt.machine(row, &self.values, &self.globals);
        machine.progress = LoopProgress::at(&step.group.loops);
        // One alone needs no notes, where nothing brings others by.
        let notes = step.group.len() > 1 || !step.group.loops.is_empty();
        if notes {
            machine.notes = Notes::begin(machine.stack.len());
        }
        let went = match self.advance(&mut machine, supply.clone()) {
            // Where the branch weighs next to nothing, it is left over.
            Err(error) if error.is_of_its_branch() && self.can_go_on() => {
                self.over.get_or_insert_with(|| (Weight::new(Nat::ZERO, Nat::ONE), error));
                None
            }
            went => Some(went?),
        };
        let dropped = match &went {
            Some(Went::Waits(..)) => self.context.forget(self.plan, &self.scope, &mut machine),
            Some(Went::Ended(_)) | None => Dropped::default(),
        };
        let mut noted = machine.notes.take();
        noted.whole |= !notes;
        let looks = step.group.halt.looks(row, &noted, &self.globals, &self.values.decks);
        let whole = noted.whole;
        let onward = machine.progress.since(&step.group.loops);
        let (way, onward) = match went {
            None => (Successor::Over, Onward::default()),
            Some(Went::Ended(value)) => (Successor::End(self.values.number(&value)), Onward::default()),
            Some(Went::Waits(waiting, faces)) => {
                let moved = Resumed { machine, noted, dropped, faces, place: Vec::new() };
                let from = Some(&*step.group.halt);
                let (shape, change) = moved.after(from, &mut self.values, &self.globals);
                let track = self.tracks.track(shape, waiting, &self.globals, &self.values.decks);
                (Successor::On(track, change), onward)
            }
        };
        let way = self.tracks.number(way, onward);
        if !whole {
            ways.learn(&looks, way);
        }
        Ok(way)
    }
}

/// Adds up how much goes a way, and notes ways that are new.
fn add_part(parts: &mut Vec<Nat>, gone: &mut Vec<u32>, way: u32, part: &Nat) {
    parts.resize((way as usize + 1).max(parts.len()), Nat::ZERO);
    if let Some(sum) = parts.get_mut(way as usize) {
        if sum.is_zero() {
            gone.push(way);
        }
        *sum += part;
    }
}
