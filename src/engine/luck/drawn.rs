//! Luck for batches: totals whose dice nobody sees are drawn from their exact distributions.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::{Chance, Point, PoolAt, Words};
use crate::dice::PoolSpec;
use crate::dist::{Alias, Budget};
use crate::engine::Stop;
use crate::plan::{Plan, Value};

/// The totals of a plan's pools, laid out for drawing: each once for all runs of a batch, when it first
/// comes up. Whether a pool is drawn or rolled is a matter of the pool alone, so that what a run draws
/// does not depend on the runs before it.
#[derive(Debug)]
pub(crate) struct Totals {
    planned: Vec<OnceLock<Option<Arc<Total>>>>,
}

/// A pool's totals, known by their places.
#[derive(Debug)]
pub(crate) struct Total {
    values: Vec<Value>,
    alias: Alias,
}

/// The most outcomes of a pool that stands in the plan.
const PLANNED_OUTCOMES: u64 = 20_000;
/// The most of one whose numbers are rolled: there may be very many such pools.
const MADE_OUTCOMES: u64 = 200;
/// The most such pools of a piece of work that are kept.
const MADE: usize = 1 << 12;

impl Totals {
    /// Room for the totals of a plan's pools.
    pub(crate) fn of(plan: &Plan) -> Totals {
        Totals { planned: plan.pools.iter().map(|_| OnceLock::new()).collect() }
    }

    /// The totals of a pool; `None` where it is rolled die by die.
    pub(crate) fn total(&self, pool: PoolAt<'_>, made: &mut PoolTotals) -> Option<Arc<Total>> {
        match pool.place {
            Some(place) => {
                let slot = self.planned.get(place as usize)?;
                slot.get_or_init(|| Total::of(pool.spec, PLANNED_OUTCOMES)).clone()
            }
            None => made.total(pool.spec),
        }
    }
}

impl Total {
    /// `None` for what is better rolled: a die, and what has no small exact distribution.
    fn of(pool: &PoolSpec, outcomes: u64) -> Option<Arc<Total>> {
        if pool.ops.is_empty() && pool.dice_count() <= 1 {
            return None;
        }
        let dist = pool.total_dist_within(Alias::RESIDUAL_BITS, &mut Budget::outcomes(outcomes)).ok()?;
        let alias = Alias::of(&dist)?;
        let values = dist.outcomes().iter().map(|(total, _)| Value::Number(*total));
        Some(Arc::new(Total { values: values.collect(), alias }))
    }

    /// How many places there are.
    pub(crate) fn places(&self) -> usize {
        self.alias.places()
    }

    /// Draws a place.
    #[inline]
    pub(crate) fn draw(&self, mut word: impl FnMut() -> u32) -> usize {
        let first = word();
        self.alias.place(first, || u64::from(word()) | u64::from(word()) << 32)
    }

    /// How the places are laid out.
    pub(crate) const fn alias(&self) -> &Alias {
        &self.alias
    }

    /// The total at a place.
    pub(crate) fn value(&self, place: usize) -> Value {
        self.values.get(place).cloned().unwrap_or_default()
    }
}

/// The luck of one run of a batch.
#[derive(Debug)]
pub(crate) struct Drawn<'t> {
    words: &'t mut Words,
    totals: &'t Totals,
    made: &'t mut PoolTotals,
}

/// Totals of pools whose numbers were worked out while running, as far as one piece of work met them.
#[derive(Debug, Default)]
pub(crate) struct PoolTotals(FxHashMap<PoolSpec, Option<Arc<Total>>>);

impl PoolTotals {
    fn total(&mut self, spec: &PoolSpec) -> Option<Arc<Total>> {
        if !self.0.contains_key(spec) {
            if self.0.len() >= MADE {
                self.0.clear();
            }
            self.0.insert(spec.clone(), Total::of(spec, MADE_OUTCOMES));
        }
        self.0.get(spec)?.clone()
    }
}

impl<'t> Drawn<'t> {
    /// Draws from this luck, with totals that other runs may have worked out.
    pub(crate) fn new(words: &'t mut Words, totals: &'t Totals, made: &'t mut PoolTotals) -> Drawn<'t> {
        Drawn { words, totals, made }
    }
}

impl Chance for Drawn<'_> {
    fn face(&mut self, sides: u32) -> Result<u32, Stop> {
        self.words.face(sides)
    }

    fn below(&mut self, n: u64) -> Result<u64, Stop> {
        self.words.below(n)
    }

    fn decide(&mut self, point: Point<'_>) -> Result<Option<Value>, Stop> {
        match point {
            Point::Total(pool) => {
                let total = self.totals.total(pool, self.made);
                Ok(total.map(|total| total.value(total.draw(|| self.words.word()))))
            }
            Point::Times(pool, count) => {
                let Some(total) = self.totals.total(pool, self.made) else { return Ok(None) };
                let mut values: Vec<Value> =
                    (0..count).map(|_| total.value(total.draw(|| self.words.word()))).collect();
                values.sort_by(Value::order);
                Ok(Some(Value::List(Arc::new(values))))
            }
            Point::Likely(_)
            | Point::Among(_)
            | Point::Weighted(_)
            | Point::Card(_)
            | Point::Call(_)
            | Point::Draw(_) => Ok(None),
        }
    }
}
