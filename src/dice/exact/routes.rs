//! The fast routes to the distribution of a total.
//!
//! Without a selection every die counts for itself, so that the total is a power of one die's
//! worth. With selections that touch each other, the pool is sorted once and a stretch of it kept;
//! what comes after acts on each kept die for itself.

use super::keep;
use super::values::{mapped, single_value, sum_of_worths};
use super::worth::{PoolWorths, Unsupported};
use super::{ExactError, Work, fold, throw_dist};
use crate::base::Num;
use crate::dice::{Faces, Op, PoolSource, PoolSpec};
use crate::dist::Dist;

/// Operators beyond this number are left to the general route, which goes through them one by one.
const MOST_OPS: usize = 64;

/// The distribution of the pool's total, by the fastest route that there is.
pub(super) fn total(spec: &PoolSpec, work: &mut Work<'_>) -> Result<Dist<Num>, ExactError> {
    let ops = spec.ops.as_slice();
    if ops.len() > MOST_OPS {
        return fold::total(spec, work);
    }
    let mut routed = routed(spec, ops, work);
    if matches!(routed, Err(Unsupported::NoRoute)) {
        // Several endless tails have no common solution, but each can be listed where it stands.
        let finer = work.residual_bits.saturating_add(16);
        routed =
            self::routed(spec, ops, &mut Work { budget: work.budget, residual_bits: finer, listing: true });
    }
    match routed {
        Ok(total) => Ok(total),
        Err(Unsupported::NoRoute) => fold::total(spec, work),
        Err(Unsupported::Error(error)) => Err(error),
    }
}

/// The distribution of what operators make of a list of independent values, so many of each
/// distribution; nothing where no fast route leads there.
pub(super) fn values_total(
    groups: Vec<(u32, Dist<Num>)>,
    ops: &[Op],
    work: &mut Work<'_>,
) -> Result<Option<Dist<Num>>, ExactError> {
    // Values that are there already cannot be thrown again.
    if ops.len() > MOST_OPS || ops.iter().any(|op| matches!(op, Op::Again(_))) {
        return Ok(None);
    }
    match groups_total(groups, ops, work) {
        Ok(total) => Ok(Some(total)),
        Err(Unsupported::NoRoute) => Ok(None),
        Err(Unsupported::Error(error)) => Err(error),
    }
}

fn routed(spec: &PoolSpec, ops: &[Op], work: &mut Work<'_>) -> Result<Dist<Num>, Unsupported> {
    match &spec.source {
        PoolSource::Dice { count, faces } => dice_total(*count, faces, ops, work),
        PoolSource::Entries(entries) => entries_total(entries, ops, work),
    }
}

fn dice_total(count: u32, faces: &Faces, ops: &[Op], work: &mut Work<'_>) -> Result<Dist<Num>, Unsupported> {
    if let Some(places) = plain_places(count, faces, ops) {
        // A sum of so many sides has so many outcomes; that is told before any of them is made.
        work.budget.check(places, 1)?;
    }
    if ops.is_empty() {
        return Ok(throw_dist(faces, work.budget)?.sum_of(count, work.budget)?);
    }
    let Some(first) = ops.iter().position(|op| matches!(op, Op::Keep(_))) else {
        let mut worths = PoolWorths::new(ops, Some(faces), work);
        let one = worths.of_throw(work.budget)?;
        return sum_of_worths(&one, &worths, count, work);
    };
    let (before, rest) = ops.split_at(first);
    let plan = keep::SelectionPlan::of(rest).ok_or(Unsupported::NoRoute)?;
    if let ([Op::Again(again)], [Op::Keep(keep)]) = (before, rest)
        && let Some(total) = keep::kept_of_exploded(count, faces, again, keep, work)?
    {
        return Ok(total);
    }
    if before.iter().any(Op::joins) {
        let left = keep::exploded(count, faces, before, &plan, work)?;
        return match (before, rest) {
            ([Op::Again(again)], [Op::Keep(keep)]) if !left.is_complete() => {
                let all = dice_total(count, faces, before, work)?;
                keep::with_mean_of_rest(left, &all, (count, faces), (again, keep), work)
            }
            _ => Ok(left),
        };
    }
    let mut worths = PoolWorths::new(before, Some(faces), work);
    let one = worths.of_throw(work.budget)?;
    let value = single_value(&one, &worths, work)?;
    keep::stretch(&[(count, value)], Some(faces), &plan, work)
}

/// How many outcomes a sum of plain dice has, where no operator does more than select.
fn plain_places(count: u32, faces: &Faces, ops: &[Op]) -> Option<u64> {
    let Faces::Sides(sides) = faces else { return None };
    let mut kept = u64::from(count);
    for op in ops {
        let Op::Keep(keep) = op else { return None };
        let (from, to) = keep.range(kept);
        kept = to - from;
    }
    Some(kept.saturating_mul(u64::from(sides.saturating_sub(1))).saturating_add(1))
}

fn entries_total(entries: &[PoolSpec], ops: &[Op], work: &mut Work<'_>) -> Result<Dist<Num>, Unsupported> {
    let mut groups: Vec<(u32, Dist<Num>)> = Vec::new();
    for entry in entries {
        let one = entry.total_in(work)?;
        match groups.iter_mut().find(|(_, other)| *other == one) {
            Some((count, _)) => *count += 1,
            None => groups.push((1, one)),
        }
    }
    groups_total(groups, ops, work)
}

/// The total of groups of independent values, so many of each, under these operators.
fn groups_total(
    mut groups: Vec<(u32, Dist<Num>)>,
    ops: &[Op],
    work: &mut Work<'_>,
) -> Result<Dist<Num>, Unsupported> {
    let first = ops.iter().position(|op| matches!(op, Op::Keep(_)));
    let (before, rest) = ops.split_at(first.unwrap_or(ops.len()));
    for (_, dist) in &mut groups {
        *dist = mapped(dist, before, None, work)?;
    }
    if rest.is_empty() {
        let mut sum = Dist::point(Num::ZERO);
        for (count, dist) in &groups {
            sum = sum.sum(&dist.sum_of(*count, work.budget)?, work.budget)?;
        }
        return Ok(sum);
    }
    keep::stretch(&groups, None, &keep::SelectionPlan::of(rest).ok_or(Unsupported::NoRoute)?, work)
}
