//! Questions with loops that only luck ends, as Markov chains.
//!
//! How far a loop has come is no part of a state, so that a loop leads back to itself. All states and the
//! ways between them are found first ([`graph`]), each way by running the machine once; then the chain is
//! solved (see [`crate::dist::markov`]), and nothing is left over. Where states never come to an end, as
//! those that count without a limit, they are followed until hardly any weight is left in what has not been
//! looked at; that weight is then known exactly, too. What is only added up is no state at all ([`super::sums`]).

mod graph;
mod result;

use self::graph::{FIRST_BITS, Graph, LOST};
use self::result::NotYet;
use super::Search;
use crate::base::Span;
use crate::diag::codes::limits;
use crate::dist::markov::Reached;
use crate::dist::{Cut, Dist, DistError, Moments};
use crate::engine::{Fault, Machine};
use crate::odds::error::{OddsError, too_large};
use crate::plan::Value;

/// States that weigh less than this together are never looked at; [`FIRST_BITS`] are enough for most questions.
const LAST_BITS: i32 = 1000;

impl Search<'_> {
    /// Every way from here to its end.
    ///
    /// # Errors
    /// There are too many states, something goes wrong, or a loop has no end.
    pub(in crate::odds) fn run_chain(&mut self, machine: Machine) -> Result<Dist<Value>, OddsError> {
        self.leave_sums_open();
        let mut known = None;
        loop {
            let solved = self.solve_chain(machine.clone(), &mut known);
            match (self.looked(), solved) {
                // What was left open is looked at: all begins anew, with a state that holds it.
                (Some(looked), _) => self.close_sum(looked),
                (None, solved) => {
                    self.take_steps();
                    return solved.map(|dist| knowing(dist, known));
                }
            }
        }
    }

    fn solve_chain(
        &mut self,
        machine: Machine,
        known: &mut Option<Moments>,
    ) -> Result<Dist<Value>, OddsError> {
        let residual = u64::from(self.residual_bits());
        let mut bits = FIRST_BITS;
        let mut budget = self.chain_budget();
        let mut graph = Graph::begin(self, machine)?;
        let reached = loop {
            graph.explore(bits)?;
            if graph.is_only_sums() {
                break None;
            }
            let reached = graph.chain().reached(None, &mut budget);
            let reached = reached.map_err(|error| cannot(&error, graph.loop_span()))?;
            let lost = reached.ends.get(LOST as usize).map_or(0, |end| end[0].bits());
            let is_little = lost == 0 || reached.whole.bits() > lost + residual;
            if graph.is_whole() || is_little || bits >= LAST_BITS {
                break Some(reached);
            }
            bits *= 2;
        };
        if let Some(reached) = &reached {
            graph.bear_limits(reached, residual)?;
        }
        match graph.distribution(reached.as_ref(), &mut budget) {
            Ok(dist) => Ok(dist),
            Err(NotYet::Close(looked, moments)) => {
                *known = known.take().or(moments.map(|moments| *moments));
                Err(graph.must_close(looked))
            }
            Err(NotYet::Error(error)) => Err(cannot(&error, graph.loop_span())),
        }
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

/// The same distribution with what is known of the whole, where not all of it is listed.
fn knowing(dist: Dist<Value>, known: Option<Moments>) -> Dist<Value> {
    let known = match (dist.cut(), known) {
        (Some(cut), Some(moments)) if cut.moments.is_none() => Cut { moments: Some(moments), ..cut.clone() },
        _ => return dist,
    };
    Dist::with_cut(dist.outcomes().to_vec(), Some(known)).unwrap_or(dist)
}

/// Why a chain has no solution.
fn cannot(error: &DistError, span: Option<Span>) -> OddsError {
    if *error == DistError::Empty {
        let message = "this loop can go on for ever: from some of its states no roll leads out";
        return OddsError::Stop(Fault { span, ..Fault::new(&limits::STEPS, message) }.into());
    }
    too_large(error, None, span)
}
