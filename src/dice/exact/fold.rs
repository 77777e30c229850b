//! The general route: a fold over multisets of values through the operators in their order.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::{ExactError, Work, throw_dist};
use crate::base::Num;
use crate::dice::op::{Again, How};
use crate::dice::{Condition, Faces, Op, PoolSource, PoolSpec, ProblemKind};
use crate::dist::{Budget, Dist, DistError, Nat, Tail};

/// Values sorted upwards.
type Sorted = Vec<Num>;

/// The total of the pool, or its count.
pub(super) fn total(spec: &PoolSpec, work: &mut Work<'_>) -> Result<Dist<Num>, ExactError> {
    let pool = values(spec, work)?;
    if let Some(Op::Count(count)) = spec.ops.last() {
        return summed(&pool, |value| count.score(value));
    }
    summed(&pool, |value| value)
}

fn summed(pool: &Dist<Sorted>, worth: impl Fn(Num) -> Num) -> Result<Dist<Num>, ExactError> {
    Ok(pool.try_map(|values| values.iter().try_fold(Num::ZERO, |sum, value| sum.add(worth(*value))))?)
}

/// The values of the pool after all operators.
pub(super) fn values(spec: &PoolSpec, work: &mut Work<'_>) -> Result<Dist<Sorted>, ExactError> {
    let (mut pool, faces) = match &spec.source {
        PoolSource::Dice { faces, .. } if faces.is_text() => return Err(ProblemKind::NeedsNumbers.into()),
        PoolSource::Dice { count, faces } => {
            (throw_dist(faces, work.budget)?.multiset(*count, work.budget)?, Some(faces))
        }
        PoolSource::Entries(entries) => {
            let mut pool = Dist::point(Vec::new());
            for entry in entries {
                let one = entry.total_in(work)?;
                pool = pool.product(&one, work.budget, |values, value| inserted(values, *value))?;
            }
            (pool, None)
        }
    };
    for op in &spec.ops {
        pool = match *op {
            Op::Keep(keep) => pool.map(|values| {
                let (from, to) = keep.range(values.len() as u64);
                let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
                values.get(place(from)..place(to)).unwrap_or_default().to_vec()
            }),
            Op::Bound(bound) => pool.map(|values| values.iter().map(|value| bound.apply(*value)).collect()),
            Op::Again(again) => {
                let faces = faces.ok_or(ProblemKind::NeedsDice)?;
                throw_again(&pool, again, faces, work)?
            }
            Op::Count(_) => pool,
        };
    }
    Ok(pool)
}

fn inserted(values: &[Num], value: Num) -> Sorted {
    let mut values = values.to_vec();
    let at = values.partition_point(|other| *other < value);
    values.insert(at, value);
    values
}

fn merged(left: &Sorted, right: &Sorted) -> Sorted {
    let mut all = [left.as_slice(), right.as_slice()].concat();
    all.sort_unstable();
    all
}

/// The values of both pools together. They are counted by their items before they are made.
fn joined(left: &Dist<Sorted>, right: &Dist<Sorted>, budget: &mut Budget) -> Result<Dist<Sorted>, DistError> {
    /// To put together lists of so many values costs what it costs to make one.
    const SHORT: u64 = 16;
    let items = longest(left).saturating_add(longest(right));
    let pairs = (left.len() as u64).saturating_mul(right.len() as u64);
    budget.charge_values(pairs.saturating_mul(items as u64 / SHORT))?;
    left.lists_with(right, items, budget, merged)
}

/// How many values a pool has at most.
fn longest(pool: &Dist<Sorted>) -> usize {
    pool.outcomes().iter().map(|(values, _)| values.len()).max().unwrap_or(0)
}

/// Every die of the pool that meets the condition becomes what the operator makes of it.
fn throw_again(
    pool: &Dist<Sorted>,
    again: Again,
    faces: &Faces,
    work: &mut Work<'_>,
) -> Result<Dist<Sorted>, ExactError> {
    if again.limit == Some(0) {
        return Ok(pool.clone());
    }
    let trigger = again.trigger(faces);
    // Numbers would grow by an operator that changes nothing.
    if !pool.outcomes().iter().any(|(values, _)| values.iter().any(|value| trigger.holds(*value))) {
        return Ok(pool.clone());
    }
    let bits = work.residual_bits.saturating_add(usize::BITS - longest(pool).leading_zeros());
    let after = ThrowChain { again, trigger, faces }.after(bits, work)?;
    // What so many dice of one value become together, by value and number.
    let mut becoming: BTreeMap<(Num, usize), Dist<Sorted>> = BTreeMap::new();
    // What all values become is held at once, before it is put together.
    let (mut lists, mut items) = (0u64, 0u64);
    pool.and_then(work.budget, |values, budget| {
        let mut result = Dist::point(Vec::new());
        for group in values.chunk_by(|a, b| a == b) {
            let Some(value) = group.first().copied() else { continue };
            let key = (value, group.len());
            let group_dist = match becoming.entry(key) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(free) => {
                    let mut all = Dist::point(if trigger.holds(value) { Vec::new() } else { group.to_vec() });
                    if trigger.holds(value) {
                        let one = after.try_map(|made| made.on(value))?;
                        for _ in group {
                            all = joined(&all, &one, budget)?;
                        }
                    }
                    free.insert(all)
                }
            };
            result = joined(&result, group_dist, budget)?;
        }
        lists = lists.saturating_add(result.len() as u64);
        items = items.max(longest(&result) as u64);
        budget.check_lists(lists, items, result.total().words())?;
        Ok(result)
    })
}

/// What a chain of throws makes of a die that set it off.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum ChainYield {
    /// These join it.
    Joined(Sorted),
    /// This is added to it.
    Added(Num),
    /// This takes its place.
    Instead(Num),
}

impl ChainYield {
    fn on(&self, value: Num) -> Result<Sorted, ExactError> {
        Ok(match self {
            ChainYield::Joined(others) => inserted(others, value),
            ChainYield::Added(sum) => vec![value.add(*sum)?],
            ChainYield::Instead(other) => vec![*other],
        })
    }
}

struct ThrowChain<'a> {
    again: Again,
    trigger: Condition,
    faces: &'a Faces,
}

impl ThrowChain<'_> {
    /// The distribution of what a chain makes, cut off where less than one in two to the power
    /// `bits` is left of an endless one.
    fn after(&self, bits: u32, work: &mut Work<'_>) -> Result<Dist<ChainYield>, ExactError> {
        let throw = throw_dist(self.faces, work.budget)?;
        if self.again.how == How::Replace && self.again.limit.is_none() {
            let ends = throw.given(|value| !self.trigger.holds(*value)).ok_or(ProblemKind::EndlessReroll)?;
            return Ok(ends.map(|value| ChainYield::Instead(*value)));
        }
        let nothing = match self.again.how {
            How::Join | How::JoinLower => ChainYield::Joined(Vec::new()),
            How::Add | How::Replace => ChainYield::Added(Num::ZERO),
        };
        // Chains that have ended, and chains that go on, each with a weight out of `total`.
        let mut ended: Vec<(ChainYield, Nat)> = Vec::new();
        let mut going = vec![(nothing, Nat::ONE)];
        let mut total = Nat::ONE;
        let mut thrown = 0u32;
        loop {
            let step = (going.len() as u64).saturating_mul(throw.len() as u64);
            work.budget.check(step, total.words())?;
            work.budget.charge_products(step, total.words(), 1)?;
            thrown += 1;
            let last = self.again.limit.is_some_and(|limit| thrown >= limit);
            for (_, weight) in &mut ended {
                *weight = &*weight * throw.total();
            }
            total = &total * throw.total();
            let mut next = Vec::new();
            for (made, weight) in &going {
                for (value, ways) in throw.outcomes() {
                    let entry = (self.grow(made, *value)?, weight * ways);
                    if self.trigger.holds(*value) && !last { next.push(entry) } else { ended.push(entry) }
                }
            }
            if next.is_empty() {
                return Ok(Dist::from_weights(ended)?);
            }
            going = Dist::from_weights(next)?.outcomes().to_vec();
            let done = Dist::from_weights(ended)?;
            ended = done.outcomes().to_vec();
            let rest = total.checked_sub(done.total()).unwrap_or(Nat::ZERO);
            if self.again.limit.is_none() && rest.bits().saturating_add(u64::from(bits)) < total.bits() {
                return Ok(done.cut_off(rest, Tail::Anywhere));
            }
        }
    }

    fn grow(&self, made: &ChainYield, value: Num) -> Result<ChainYield, DistError> {
        Ok(match (made, self.again.how) {
            (ChainYield::Joined(others), _) => {
                ChainYield::Joined(inserted(others, value.add(self.again.shift())?))
            }
            (ChainYield::Added(_) | ChainYield::Instead(_), How::Replace) => ChainYield::Instead(value),
            (ChainYield::Added(sum) | ChainYield::Instead(sum), How::Add | How::Join | How::JoinLower) => {
                ChainYield::Added(sum.add(value)?)
            }
        })
    }
}
