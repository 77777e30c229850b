//! The states of a question and the ways between them, found by running the machine once for each way.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::super::sums::{Gained, Looked};
use super::super::{Came, CameTo, Search};
use crate::dist::Nat;
use crate::dist::markov::{self, Markov, To};
use crate::engine::Machine;
use crate::odds::driver::WantedOdds;
use crate::odds::error::OddsError;
use crate::odds::states::fork::{Supply, Waiting};
use crate::odds::states::group::RowSet;
use crate::odds::states::ways::{DecisionTree, Successor};
use crate::odds::states::{Checkpoint, Shape, small};
use crate::plan::Value;

/// States that weigh less than one in two to this together are not looked at at first.
pub(super) const FIRST_BITS: i32 = 64;

/// What is not listed, or is left over, ends here...
pub(super) const LOST: u32 = 0;
/// ...and what meets a limit of the machine here.
const OVER: u32 = 1;

/// States that are looked at until their memory is.
const STATES_PER_LOOK: usize = 256;
/// What a place, a state of the chain and a way from it fill.
const BYTES_PER_PLACE: u64 = 1500;
const BYTES_PER_STATE: u64 = 120;
const BYTES_PER_WAY: u64 = 64;

/// Where states wait for the same.
struct Site {
    halt: Rc<Checkpoint>,
    waiting: Waiting,
    rows: RowSet,
    /// The number of each row's state.
    states: Vec<u32>,
    supplies: Rc<[(Supply, Nat)]>,
    whole: Nat,
    /// For each supply.
    ways: Vec<DecisionTree>,
}

/// The states that were found, and those that are still to be looked at.
pub(super) struct Graph<'g, 'w> {
    work: &'g mut Search<'w>,
    places: Vec<Site>,
    index: FxHashMap<Rc<Shape>, Vec<u32>>,
    /// The place and the row of each state; the first one is the beginning and has none.
    states: Vec<(u32, u32)>,
    /// About how likely it is to come to each state without passing one that had been looked at before.
    masses: Vec<f64>,
    /// How likely it is to come to one that has not been looked at.
    waiting: f64,
    /// The states that have been looked at.
    looked: usize,
    chain: Markov,
    /// The results, by their numbers; ends of the chain from 2 on.
    results: Vec<u32>,
    ends: FxHashMap<u32, u32>,
    /// Ways that were found, with what is gained on them.
    known: FxHashMap<(Rc<Successor>, u32), u32>,
    ways: Vec<(Rc<Successor>, u32)>,
    /// About how many bytes these fill.
    way_bytes: u64,
    over: Option<OddsError>,
    /// Whether something is left over where luck is asked.
    cuts: bool,
    /// Scratch: how much of a state's weight goes each way, which ways these are, and where they lead.
    parts: Vec<Nat>,
    gone: Vec<u32>,
    led: Vec<markov::Way>,
    row: Vec<u32>,
    scratch: Vec<u32>,
}

impl<'g, 'w> Graph<'g, 'w> {
    /// From the beginning to where luck is asked first.
    ///
    /// # Errors
    /// What is asked about goes wrong.
    pub(super) fn begin(work: &'g mut Search<'w>, machine: Machine) -> Result<Graph<'g, 'w>, OddsError> {
        let mut graph = Graph {
            work,
            places: Vec::new(),
            index: FxHashMap::default(),
            states: vec![(0, 0)],
            masses: vec![1.0],
            waiting: 0.0,
            looked: 0,
            chain: Markov::default(),
            results: Vec::new(),
            ends: FxHashMap::default(),
            known: FxHashMap::default(),
            ways: Vec::new(),
            way_bytes: 0,
            over: None,
            cuts: false,
            parts: Vec::new(),
            gone: Vec::new(),
            led: Vec::new(),
            row: Vec::new(),
            scratch: Vec::new(),
        };
        let came = graph.work.came(machine, None, Supply::default())?;
        let way = graph.way_of(came);
        let Some((way, gain)) = graph.ways.get(way as usize).cloned() else { return Ok(graph) };
        // The beginning is looked at here.
        let to = graph.follow(&way, &[], 1.0);
        graph.chain.push(Nat::ONE, [markov::Way { to, weight: Nat::ONE, gain }]);
        graph.looked = 1;
        Ok(graph)
    }

    /// Looks at states, one after the other as they were found, until hardly any weight is in those that are
    /// left: at most one in two to the power `bits`.
    ///
    /// # Errors
    /// There are too many, or something goes wrong.
    pub(super) fn explore(&mut self, bits: i32) -> Result<(), OddsError> {
        let least = 2f64.powi(-bits);
        // What was closed off is opened again.
        self.chain.truncate(self.looked);
        while self.looked < self.states.len() && self.waiting >= least {
            self.look(self.looked)?;
            self.looked += 1;
            self.weigh();
        }
        if bits == FIRST_BITS && !self.is_whole() {
            self.follow_to_near_end();
        }
        if self.is_whole() {
            self.waiting = 0.0;
        }
        for _ in self.looked..self.states.len() {
            let lost = markov::Way { to: To::End(LOST), weight: Nat::ONE, gain: 0 };
            self.chain.push(Nat::ONE, [lost]);
        }
        self.chain.set_ends(self.results.len() + 2);
        Ok(())
    }

    /// Where only few states wait, a chance that rises until it is sure may end them all soon: then nothing is
    /// left over. Otherwise it is as if they had not been looked at.
    fn follow_to_near_end(&mut self) {
        const FEW: usize = 8;
        const NEAR: usize = 20_000;
        let (looked, found, results) = (self.looked, self.states.len(), self.results.len());
        let mut branches = 0;
        while !self.is_whole() && self.states.len() - self.looked <= FEW && branches < NEAR {
            branches += self.branches_of(self.looked);
            if self.look(self.looked).is_err() {
                break;
            }
            self.looked += 1;
        }
        if self.is_whole() {
            return;
        }
        self.looked = looked;
        self.chain.truncate(looked);
        self.masses.iter_mut().skip(found).for_each(|mass| *mass = 0.0);
        self.waiting = self.masses.iter().skip(looked).sum();
        self.results.truncate(results);
        self.ends.retain(|_, end| (*end as usize) < results + 2);
    }

    /// Adds up anew what waits, where so little is left that what was lost in adding and taking away tells.
    fn weigh(&mut self) {
        const LITTLE: f64 = 1e-9;
        const FEW: usize = 64;
        let left = self.states.len() - self.looked;
        if self.waiting < LITTLE && (left < FEW || self.looked.is_multiple_of(FEW)) {
            self.waiting = self.masses.iter().skip(self.looked).sum();
        }
    }

    /// Whether all states have been looked at.
    pub(super) fn is_whole(&self) -> bool {
        self.looked == self.states.len()
    }

    /// Whether all ends of the chain are results.
    pub(super) fn ends_in_results(&self) -> bool {
        self.is_whole() && !self.cuts && self.over.is_none()
    }

    /// The chain, as far as it has been found.
    pub(super) fn chain(&self) -> &Markov {
        &self.chain
    }

    /// The ends that stand for no result, and why the second of them does.
    pub(super) fn over(&self) -> Option<&OddsError> {
        self.over.as_ref()
    }

    /// The results; sums in them are open.
    pub(super) fn result_values(&self) -> Vec<Value> {
        self.results.iter().map(|value| self.work.value(*value)).collect()
    }

    /// What was gained on ways, by its number.
    pub(super) fn all_gains(&self) -> Vec<Vec<(u32, Gained)>> {
        self.work.gains()
    }

    /// Outcomes are listed until what is left weighs at most one in two to this.
    pub(super) fn residual_bits(&self) -> u32 {
        self.work.residual_bits()
    }

    /// How much is wanted.
    pub(super) fn wanted(&self) -> WantedOdds {
        self.work.wanted()
    }

    /// A sum must be a part of the state.
    pub(super) fn must_close(&mut self, looked: Looked) -> OddsError {
        self.work.must_close(looked)
    }

    /// How many branches lead on from a state.
    fn branches_of(&self, state: usize) -> usize {
        let place = self.states.get(state).and_then(|(place, _)| self.places.get(*place as usize));
        place.map_or(1, |place| place.supplies.len())
    }

    /// Takes a state along every branch.
    fn look(&mut self, state: usize) -> Result<(), OddsError> {
        let Some((place, row)) = self.states.get(state).copied() else { return Ok(()) };
        let Some(at) = self.places.get(place as usize) else { return Ok(()) };
        if state.is_multiple_of(STATES_PER_LOOK) {
            let rows: u64 = self.places.iter().map(|place| place.rows.bytes() + BYTES_PER_PLACE).sum();
            let ways =
                self.chain.len() as u64 * BYTES_PER_STATE + self.chain.way_count() as u64 * BYTES_PER_WAY;
            self.work.bear_bytes(self.way_bytes + rows + ways, &at.halt.shape)?;
        }
        self.work.count_state(&at.halt.shape, &at.waiting, at.supplies.len() as u64)?;
        self.work.bear_found(&at.halt.shape, self.states.len() as u64)?;
        let (supplies, whole) = (Rc::clone(&at.supplies), at.whole.clone());
        let cut = match &at.waiting {
            Waiting::Fork(fork) => fork.cut.as_ref().map(|cut| cut.weight.clone()),
            Waiting::Face(_) | Waiting::Card(_) | Waiting::Rest => None,
        };
        let mut own = std::mem::take(&mut self.row);
        own.clear();
        own.extend_from_slice(at.rows.row(row as usize));
        let left = self.work.cards_left(&at.halt, &own, &at.waiting);
        let whole = left.as_ref().map_or(whole, |left| Nat::from(left.whole.max(1)));
        let cards = left.map(|left| left.parts(&whole, supplies.len() - 1));
        let branch = |at: usize| match &cards {
            Some(cards) => cards.get(at).map(|(nth, part)| (*nth, part)),
            None => supplies.get(at).map(|(_, part)| (at, part)),
        };
        for (nth, part) in (0..).map_while(branch) {
            let Some((supply, _)) = supplies.get(nth) else { continue };
            let known = self.places.get(place as usize).and_then(|at| at.ways.get(nth)?.of(&own));
            let way = match known {
                Some(way) => way,
                None => self.learn(place, &own, nth, supply)?,
            };
            if way as usize >= self.parts.len() {
                self.parts.resize(self.ways.len(), Nat::ZERO);
            }
            if let Some(sum) = self.parts.get_mut(way as usize) {
                if sum.is_zero() {
                    self.gone.push(way);
                }
                *sum += part;
            }
        }
        let mass = self.masses.get(state).copied().unwrap_or(0.0);
        self.waiting -= mass;
        let (mut gone, mut led) = (std::mem::take(&mut self.gone), std::mem::take(&mut self.led));
        for way in gone.drain(..) {
            let weight = self.parts.get_mut(way as usize).map(|part| std::mem::replace(part, Nat::ZERO));
            let (Some(weight), Some((way, gain))) = (weight, self.ways.get(way as usize)) else { continue };
            let (way, gain) = (Rc::clone(way), *gain);
            let to = self.follow(&way, &own, mass * Nat::ratio_f64(&weight, &whole));
            led.push(markov::Way { to, weight, gain });
        }
        self.cuts |= cut.is_some();
        led.extend(cut.map(|weight| markov::Way { to: To::End(LOST), weight, gain: 0 }));
        self.chain.push(whole, led.drain(..));
        (self.gone, self.led, self.row) = (gone, led, own);
        Ok(())
    }

    /// Where a way leads from a row, with so much of its weight.
    fn follow(&mut self, way: &Successor, row: &[u32], mass: f64) -> To {
        let (place, change) = match way {
            Successor::Over => return To::End(OVER),
            Successor::End(value) => {
                let next = small(self.results.len()) + 2;
                let end = *self.ends.entry(*value).or_insert(next);
                if end == next {
                    self.results.push(*value);
                    self.work.see_result(*value);
                }
                return To::End(end);
            }
            Successor::On(place, change) => (*place, change),
        };
        let to = &mut self.scratch;
        to.clear();
        to.extend_from_slice(row);
        self.work.change(to, change);
        let Some(at) = self.places.get_mut(place as usize) else { return To::End(LOST) };
        self.work.put_in_order(to, &at.halt);
        let (number, is_new) = at.rows.place(to);
        if is_new {
            at.states.push(small(self.states.len()));
            self.states.push((place, small(number)));
            self.masses.push(0.0);
        }
        let state = at.states.get(number).copied().unwrap_or(0);
        if state as usize > self.looked
            && let Some(sum) = self.masses.get_mut(state as usize)
        {
            *sum += mass;
            self.waiting += mass;
        }
        To::State(state)
    }

    /// Runs a state along a branch, and learns the way for those that agree with it.
    fn learn(&mut self, place: u32, row: &[u32], nth: usize, supply: &Supply) -> Result<u32, OddsError> {
        let Some(at) = self.places.get(place as usize) else { return Ok(0) };
        let halt = Rc::clone(&at.halt);
        let machine = self.work.machine_of(&halt, row);
        let came = match self.work.came(machine, Some(&halt), supply.clone()) {
            Err(error) if error.is_of_its_branch() && self.work.can_go_on() => {
                self.over.get_or_insert(error);
                return Ok(self.number(Successor::Over, 0));
            }
            came => came?,
        };
        let looks = self.work.looks(&halt, row, &came.noted);
        let whole = came.noted.whole;
        let way = self.way_of(came);
        if let Some(ways) = self.places.get_mut(place as usize).and_then(|at| at.ways.get_mut(nth))
            && !whole
        {
            ways.learn(&looks, way);
        }
        Ok(way)
    }

    fn way_of(&mut self, came: Came) -> u32 {
        let way = match came.to {
            CameTo::End(value) => Successor::End(value),
            CameTo::Checkpoint(shape, change, waiting) => Successor::On(self.place(*shape, waiting), change),
        };
        self.number(way, came.gain)
    }

    fn number(&mut self, way: Successor, gain: u32) -> u32 {
        let next = small(self.ways.len());
        let way = Rc::new(way);
        let number = *self.known.entry((Rc::clone(&way), gain)).or_insert(next);
        if number == next {
            self.way_bytes += way.bytes();
            self.ways.push((way, gain));
        }
        number
    }

    fn place(&mut self, shape: Shape, waiting: Waiting) -> u32 {
        if let Some(alike) = self.index.get(&shape) {
            for number in alike {
                if self.places.get(*number as usize).is_some_and(|place| place.waiting == waiting) {
                    return *number;
                }
            }
        }
        let shape = Rc::new(shape);
        let number = small(self.places.len());
        self.index.entry(Rc::clone(&shape)).or_default().push(number);
        let (supplies, whole) = self.work.branches(&waiting, &shape.faces);
        let mut ways = Vec::new();
        ways.resize_with(supplies.len(), DecisionTree::default);
        let halt = self.work.halt(shape);
        self.places.push(Site {
            rows: RowSet::new(halt.width()),
            halt: Rc::new(halt),
            waiting,
            states: Vec::new(),
            supplies: supplies.into(),
            whole,
            ways,
        });
        number
    }

    /// Where a loop stands that has no end.
    pub(super) fn loop_span(&self) -> Option<crate::base::Span> {
        let rests = self.places.iter().find(|place| place.waiting == Waiting::Rest);
        let place = rests.or(self.places.first())?;
        self.work.construct(&place.halt.shape).map(|(span, _)| span)
    }
}
