//! Markov chains: states, the ways between them with whole weights, and ends. How often each state is passed
//! and how likely each end is comes out of one system of linear equations; and so do the mean and the
//! variance of what is added up on the way.
//!
//! Parts of the chain that do not lead back to each other are solved one after the other, in order of
//! dependence: a state alone is a sum, one with a way back to itself a division, and only states that lead
//! to each other need equations. Numerators stand over denominators that are known by their factors, so
//! that nothing is ever reduced. In large chains whose parts are small all that is done modulo primes.

mod arithmetic;
mod denominators;
mod elimination;
mod fine;
mod flow;
mod levels;
mod listed;
mod loops;
mod met;
mod modular;
mod numbers;
mod parts;
mod passes;
mod primes;
mod static_levels;
mod sums;

pub(crate) use flow::{Gain, Reached};
pub(crate) use listed::{Level, Levels};
pub(crate) use numbers::Worth;

use self::met::Met;
use super::Nat;

/// Where a way leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum To {
    /// To a state.
    State(u32),
    /// To an end.
    End(u32),
}

/// A way from a state.
#[derive(Debug, Clone)]
pub(crate) struct Way {
    /// Where to.
    pub to: To,
    /// How much of the state's whole goes there.
    pub weight: Nat,
    /// What is gained on it, by its number; what the numbers mean is said when sums are asked for.
    pub gain: u32,
}

/// A way as a chain keeps it: there are very many.
#[derive(Debug, Clone, Copy)]
struct Edge {
    to: To,
    /// The number of its weight among those that the chain has met.
    weight: u32,
    gain: u32,
}

/// A chain; it begins in state 0.
#[derive(Debug, Default)]
pub(crate) struct Markov {
    wholes: Vec<Nat>,
    /// For each state, where its ways end; they begin where those of the state before it end.
    until: Vec<usize>,
    ways: Vec<Edge>,
    weights: Met,
    ends: usize,
}

impl Markov {
    /// Adds the next state with its ways; their weights add up to `whole`.
    pub(crate) fn push(&mut self, whole: Nat, ways: impl IntoIterator<Item = Way>) {
        self.wholes.push(whole);
        let weights = &mut self.weights;
        let kept = |way: Way| Edge { to: way.to, weight: weights.number(&way.weight), gain: way.gain };
        self.ways.extend(ways.into_iter().map(kept));
        self.until.push(self.ways.len());
    }

    /// Takes off the states from this number on.
    pub(crate) fn truncate(&mut self, states: usize) {
        self.wholes.truncate(states);
        self.until.truncate(states);
        self.ways.truncate(self.until.last().copied().unwrap_or(0));
    }

    /// Says how many ends there are.
    pub(crate) fn set_ends(&mut self, ends: usize) {
        self.ends = ends;
    }

    /// How many states there are.
    #[allow(clippy::len_without_is_empty)]
    pub(crate) fn len(&self) -> usize {
        self.wholes.len()
    }

    /// How many ways there are.
    pub(crate) fn way_count(&self) -> usize {
        self.ways.len()
    }

    fn ways_of(&self, state: u32) -> &[Edge] {
        let state = state as usize;
        let from = state.checked_sub(1).and_then(|before| self.until.get(before)).copied().unwrap_or(0);
        let to = self.until.get(state).copied().unwrap_or(from);
        self.ways.get(from..to).unwrap_or(&[])
    }

    /// How much of its state's whole goes along a way.
    fn weight(&self, way: &Edge) -> &Nat {
        self.weights.all.get(way.weight as usize).unwrap_or(&Nat::ONE)
    }

    fn whole(&self, state: u32) -> &Nat {
        self.wholes.get(state as usize).unwrap_or(&Nat::ONE)
    }
}
