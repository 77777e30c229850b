//! Questions with loops that only luck ends, as Markov chains.
//!
//! How far a loop has come is no part of a state, so that a loop leads back to itself. All states and the
//! ways between them are found first ([`graph`]), each way by running the machine once; then the chain is
//! solved (see [`crate::dist::markov`]), and nothing is left over. Where states never come to an end, as
//! those that count without a limit, they are followed until hardly any weight is left in what has not been
//! looked at; that weight is then known exactly, too.

mod graph;

use self::graph::{Graph, LOST};
use super::exact::{OddsError, too_large};
use super::work::Work;
use crate::base::Span;
use crate::diag::codes::{limits, running};
use crate::dist::markov::Reached;
use crate::dist::{Budget, Cut, Dist, DistError, Nat, Tail};
use crate::engine::{Fault, Machine};
use crate::plan::Value;

/// States that weigh less than one in two to this together are not looked at at first...
const FIRST_BITS: i32 = 64;
/// ...and at last all are.
const LAST_BITS: i32 = 1000;
/// Steps of exact work: about a few seconds.
const WORK: u64 = 3_000_000_000;

impl Work<'_> {
    /// Every way from here to its end.
    ///
    /// # Errors
    /// There are too many states, something goes wrong, or a loop has no end.
    pub(super) fn run_chain(mut self, machine: Machine) -> Result<Dist<Value>, OddsError> {
        let residual = u64::from(self.residual_bits());
        let mut graph = Graph::begin(&mut self, machine)?;
        let mut bits = FIRST_BITS;
        let reached = loop {
            graph.explore(bits)?;
            let mut budget = Budget::default().with_work(WORK);
            let reached = graph.chain().reached(None, &mut budget);
            let reached = reached.map_err(|error| cannot(&error, graph.loop_span()))?;
            let lost = reached.ends.get(LOST as usize).map_or(0, |end| end[0].bits());
            let is_little = lost == 0 || reached.whole.bits() > lost + residual;
            if graph.is_whole() || is_little || bits >= LAST_BITS {
                break reached;
            }
            bits *= 2;
        };
        graph.bear_limits(&reached, residual)?;
        let results = std::mem::take(&mut graph.results);
        self.finish_chain(&results, reached)
    }

    fn finish_chain(self, results: &[u32], reached: Reached) -> Result<Dist<Value>, OddsError> {
        self.take_steps();
        let weight = |end: &[num_bigint::BigInt; 3]| Nat::from(end[0].magnitude().clone());
        let mut left = Nat::ZERO;
        for end in reached.ends.iter().take(2) {
            left += &weight(end);
        }
        let outcomes = results.iter().zip(reached.ends.iter().skip(2));
        let outcomes = outcomes.map(|(value, end)| (self.value(*value), weight(end))).collect();
        let cut = (!left.is_zero()).then_some(Cut { weight: left, tail: Tail::Anywhere, moments: None });
        Dist::with_cut(outcomes, cut)
            .map_err(|error| OddsError::Stop(Fault::new(&running::TOO_FINE, error.to_string()).into()))
    }
}

impl Graph<'_, '_> {
    /// Branches on which a limit is met are left over while they weigh next to nothing together.
    fn bear_limits(&self, reached: &Reached, residual: u64) -> Result<(), OddsError> {
        let over = reached.ends.get(1).map_or(0, |end| end[0].bits());
        match self.over() {
            Some(error) if over > 0 && reached.whole.bits() <= over + residual => Err(error.clone()),
            _ => Ok(()),
        }
    }
}

/// Why a chain has no solution.
fn cannot(error: &DistError, span: Option<Span>) -> OddsError {
    if *error == DistError::Empty {
        let message = "this loop can go on for ever: from some of its states no roll leads out";
        return OddsError::Stop(Fault { span, ..Fault::new(&limits::STEPS, message) }.into());
    }
    OddsError::TooLarge(Fault { span, ..too_large(error, None) })
}
