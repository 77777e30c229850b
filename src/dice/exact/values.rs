//! What single values become under operators, and their sums.

use super::Work;
use super::worth::{DieWorth, PoolWorths, Unsupported};
use crate::base::Num;
use crate::dice::Faces;
use crate::dice::op::Op;
use crate::dist::{Chain, Dist, Nat};

/// What values become under operators that act on each for itself and leave one value.
pub(super) fn mapped(
    dist: &Dist<Num>,
    ops: &[Op],
    faces: Option<&Faces>,
    work: &mut Work<'_>,
) -> Result<Dist<Num>, Unsupported> {
    if ops.is_empty() {
        return Ok(dist.clone());
    }
    let mut worths = PoolWorths::new(ops, faces, work);
    let worth = dist.and_then(work.budget, |value, budget| worths.of(*value, budget))?;
    single_value(&worth, &worths, work)
}

/// The value of one die, with an endless tail listed as far as it goes.
pub(super) fn single_value(
    one: &Dist<DieWorth>,
    worths: &PoolWorths<'_>,
    work: &mut Work<'_>,
) -> Result<Dist<Num>, Unsupported> {
    if worths.tail.is_none() {
        return Ok(one.map(|gain| gain.sum));
    }
    // Some bits more, since many such dice may meet in one sum.
    let residual_bits = work.residual_bits.saturating_add(16);
    sum_of_worths(one, worths, 1, &mut Work { budget: work.budget, residual_bits, listing: work.listing })
}

/// The sum of so many dice that are worth this each.
pub(super) fn sum_of_worths(
    one: &Dist<DieWorth>,
    worths: &PoolWorths<'_>,
    count: u32,
    work: &mut Work<'_>,
) -> Result<Dist<Num>, Unsupported> {
    match &worths.tail {
        Some(tail) if one.outcomes().iter().any(|(gain, _)| gain.tails > 0) => {
            if !one.is_complete() {
                return Err(Unsupported::NoRoute);
            }
            let chain = Chain { starts: by_tails(one)?, ends: tail.ends.clone(), goes: tail.goes.clone() };
            Ok(chain.sum_of(count, work.residual_bits, work.budget)?)
        }
        Some(_) | None => {
            let sums = one.map(|gain| gain.sum);
            Ok(sums.sum_of(count, work.budget)?)
        }
    }
}

/// The most tails that one die may leave open.
const MOST_TAILS: usize = 64;

fn by_tails(one: &Dist<DieWorth>) -> Result<Vec<Vec<(Num, Nat)>>, Unsupported> {
    let mut starts: Vec<Vec<(Num, Nat)>> = Vec::new();
    for (gain, weight) in one.outcomes() {
        let tails = usize::try_from(gain.tails)
            .ok()
            .filter(|tails| *tails <= MOST_TAILS)
            .ok_or(Unsupported::NoRoute)?;
        if starts.len() <= tails {
            starts.resize(tails + 1, Vec::new());
        }
        if let Some(start) = starts.get_mut(tails) {
            start.push((gain.sum, weight.clone()));
        }
    }
    Ok(starts)
}
