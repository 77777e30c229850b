//! Totals of a stretch of the sorted pool: keeping and dropping.

use super::values::mapped;
use super::worth::{DieWorth, PoolWorths, Unsupported};
use super::{Work, throw_dist};
use crate::base::Num;
use crate::dice::op::{Again, How, Keep, Kept, Op};
use crate::dice::{Condition, Faces};
use crate::dist::{
    Budget, Chain, Dist, DistError, Nat, binomial, highest_total, highest_worth, mean_of_highest,
    mean_of_lowest, stretch_worth,
};

/// Selections that touch each other, and what is done to the dice that stay.
pub(super) struct SelectionPlan {
    selections: Vec<Keep>,
    after: Vec<Op>,
}

impl SelectionPlan {
    /// The plan of operators that begin with a selection; nothing where dice are thrown again
    /// between two selections, which changes the order.
    pub(super) fn of(ops: &[Op]) -> Option<SelectionPlan> {
        let mut plan = SelectionPlan { selections: Vec::new(), after: Vec::new() };
        for op in ops {
            match op {
                // Bounds keep the order, so that a selection after one is a selection before it.
                Op::Keep(keep) if plan.after.iter().all(|e| matches!(e, Op::Bound(_))) => {
                    plan.selections.push(*keep);
                }
                Op::Keep(_) => return None,
                Op::Bound(_) | Op::Again(_) | Op::Count(_) => plan.after.push(*op),
            }
        }
        Some(plan)
    }
}

/// The total of what stays of these groups of values.
pub(super) fn stretch(
    groups: &[(u32, Dist<Num>)],
    faces: Option<&Faces>,
    plan: &SelectionPlan,
    work: &mut Work<'_>,
) -> Result<Dist<Num>, Unsupported> {
    let size: u64 = groups.iter().map(|(count, _)| u64::from(*count)).sum();
    let (from, to) = Keep::range_of(&plan.selections, size);
    let kept = u32::try_from(to - from).map_err(|_| Unsupported::NoRoute)?;
    if kept == 0 {
        return Ok(Dist::point(Num::ZERO));
    }
    let end = match (from == 0, to == size) {
        (true, true) => Stays::All,
        (false, true) => Stays::Highest,
        (true, false) => Stays::Lowest,
        (false, false) => return middle(groups, from, to, faces, plan, work),
    };
    let groups = rivals(groups, kept, end);
    let size: u64 = groups.iter().map(|(count, _)| u64::from(*count)).sum();
    let end = if u64::from(kept) == size { Stays::All } else { end };
    let plain = plan.after.is_empty();
    let kept_sum = by_end(groups, kept, end, faces, plan, work)?;
    let is_known = kept_sum.is_complete() || kept_sum.mean().is_some();
    let mean = match end {
        Stays::All | Stays::Highest | Stays::Lowest if is_known || !plain => None,
        Stays::All => mean_of_lowest(groups, kept, work.budget),
        Stays::Highest => mean_of_highest(groups, kept, work.budget),
        Stays::Lowest => mean_of_lowest(groups, kept, work.budget),
    };
    Ok(match mean {
        Some(mean) => kept_sum.with_known_mean(mean),
        None => kept_sum,
    })
}

/// The total of what stays at an end.
fn by_end(
    groups: &[(u32, Dist<Num>)],
    kept: u32,
    end: Stays,
    faces: Option<&Faces>,
    plan: &SelectionPlan,
    work: &mut Work<'_>,
) -> Result<Dist<Num>, Unsupported> {
    let plain = plan.after.is_empty();
    if let ([(count, one)], true) = (groups, plain) {
        return Ok(match end {
            Stays::All => one.sum_of(*count, work.budget)?,
            Stays::Highest => one.highest_sum(*count, kept, work.budget)?,
            Stays::Lowest => one.lowest_sum(*count, kept, work.budget)?,
        });
    }
    let mut worths = PoolWorths::new(&plan.after, faces, work);
    match end {
        Stays::All | Stays::Highest if plain => Ok(highest_total(groups, kept, work.budget)?),
        Stays::All | Stays::Highest => kept_worth(groups, kept, &mut worths, false, work),
        Stays::Lowest => {
            let turn = |(count, dist): &(u32, Dist<Num>)| Ok((*count, dist.linear(Num::int(-1), Num::ZERO)?));
            let turned = groups.iter().map(turn).collect::<Result<Vec<_>, Unsupported>>()?;
            kept_worth(&turned, kept, &mut worths, true, work)
        }
    }
}

/// A stretch that ends within the pool on both sides.
fn middle(
    groups: &[(u32, Dist<Num>)],
    from: u64,
    to: u64,
    faces: Option<&Faces>,
    plan: &SelectionPlan,
    work: &mut Work<'_>,
) -> Result<Dist<Num>, Unsupported> {
    let [(count, draw)] = groups else { return Err(Unsupported::NoRoute) };
    let place = |at: u64| u32::try_from(at).map_err(|_| Unsupported::NoRoute);
    let mut worths = PoolWorths::new(&plan.after, faces, work);
    let gains = ValueWorths::of(groups, place(to - from)?, false, &mut worths, work)?;
    let places = [place(from)?, place(to)?];
    let sum = stretch_worth(*count, draw, places, &|value| gains.worth(value), work.budget)?;
    gains.unfold(&sum, &worths, work)
}

/// The groups that can have a part in what stays: where one group has enough dice and lies wholly
/// beyond all others, it is the only one.
fn rivals(groups: &[(u32, Dist<Num>)], kept: u32, end: Stays) -> &[(u32, Dist<Num>)] {
    let range = |dist: &Dist<Num>| {
        let (first, last) = (dist.outcomes().first()?.0, dist.outcomes().last()?.0);
        dist.is_complete().then_some((first, last))
    };
    let beyond = |at: usize, (count, dist): &(u32, Dist<Num>)| {
        let mut others = groups.iter().enumerate().filter(|(other, _)| *other != at);
        *count >= kept
            && others.all(|(_, (_, other))| match (range(dist), range(other), end) {
                (Some((low, _)), Some((_, high)), Stays::Highest) => low >= high,
                (Some((_, high)), Some((low, _)), Stays::Lowest) => high <= low,
                (_, _, Stays::All | Stays::Highest | Stays::Lowest) => false,
            })
    };
    match groups.iter().enumerate().find(|(at, group)| beyond(*at, group)) {
        Some((_, only)) => std::slice::from_ref(only),
        None => groups,
    }
}

/// Which end of the sorted pool stays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stays {
    All,
    Highest,
    Lowest,
}

/// The total worth of the highest `kept`; with `turned` the values have their sign turned.
fn kept_worth(
    groups: &[(u32, Dist<Num>)],
    kept: u32,
    worths: &mut PoolWorths<'_>,
    turned: bool,
    work: &mut Work<'_>,
) -> Result<Dist<Num>, Unsupported> {
    let gains = ValueWorths::of(groups, kept, turned, worths, work)?;
    let sum = highest_worth(groups, kept, &|value| gains.worth(value), work.budget)?;
    gains.unfold(&sum, worths, work)
}

/// What every value is worth, with the tails that it leaves open folded into one number: they are
/// carried along as steps so wide that no sum reaches from one to the next.
struct ValueWorths {
    by_value: Vec<(Num, Dist<DieWorth>)>,
    /// The lowest worth, which is taken off every single one.
    least: Num,
    /// The same for all kept dice together.
    floor: Num,
    /// The width of a step.
    wide: Num,
}

impl ValueWorths {
    fn of(
        groups: &[(u32, Dist<Num>)],
        kept: u32,
        turned: bool,
        worths: &mut PoolWorths<'_>,
        work: &mut Work<'_>,
    ) -> Result<ValueWorths, Unsupported> {
        let mut by_value: Vec<(Num, Dist<DieWorth>)> = Vec::new();
        for (_, dist) in groups {
            for (value, _) in dist.outcomes() {
                let own = if turned { value.neg()? } else { *value };
                by_value.push((*value, worths.of(own, work.budget)?));
            }
        }
        by_value.sort_by_key(|(value, _)| *value);
        by_value.dedup_by_key(|(value, _)| *value);
        if by_value.iter().any(|(_, gain)| !gain.is_complete()) {
            return Err(Unsupported::NoRoute);
        }
        let sums = || by_value.iter().flat_map(|(_, gain)| gain.outcomes().iter().map(|(gain, _)| gain.sum));
        let (Some(least), Some(most)) = (sums().min(), sums().max()) else {
            return Err(Unsupported::NoRoute);
        };
        let kept = Num::int(kept.into());
        let wide = most.sub(least)?.mul(kept)?.add(Num::ONE)?.ceil();
        Ok(ValueWorths { by_value, least, floor: least.mul(kept)?, wide })
    }

    fn worth(&self, value: Num) -> Result<Dist<Num>, DistError> {
        let place = self.by_value.binary_search_by_key(&value, |(value, _)| *value);
        let gain = place.ok().and_then(|place| self.by_value.get(place)).ok_or(DistError::Empty)?;
        gain.1.try_map(|gain| {
            let tails = self.wide.mul(Num::int(gain.tails.into()))?;
            Ok(gain.sum.sub(self.least)?.add(tails)?)
        })
    }

    fn tails(&self, folded: Num) -> Option<u32> {
        u32::try_from(folded.floor_div(self.wide).ok()?.as_int()?).ok()
    }

    /// The total that a folded sum stands for, with the open tails solved.
    fn unfold(
        &self,
        sum: &Dist<Num>,
        worths: &PoolWorths<'_>,
        work: &mut Work<'_>,
    ) -> Result<Dist<Num>, Unsupported> {
        let Some(tail) = &worths.tail else { return Ok(sum.linear(Num::ONE, self.floor)?) };
        if !sum.is_complete() {
            return Err(Unsupported::NoRoute);
        }
        let open = Chain {
            starts: vec![Vec::new(), vec![(Num::ZERO, Nat::ONE)]],
            ends: tail.ends.clone(),
            goes: tail.goes.clone(),
        };
        let mut parts: Vec<(Nat, Dist<Num>)> = Vec::new();
        for group in sum.outcomes().chunk_by(|(a, _), (b, _)| self.tails(*a) == self.tails(*b)) {
            let Some(tails) = group.first().and_then(|(value, _)| self.tails(*value)) else { continue };
            let base = self.wide.mul(Num::int(tails.into()))?;
            let mut list = Vec::with_capacity(group.len());
            for (value, weight) in group {
                list.push((value.sub(base)?.add(self.floor)?, weight.clone()));
            }
            let part = Dist::from_weights(list)?;
            let open = open.sum_of(tails, work.residual_bits.saturating_add(4), work.budget)?;
            parts.push((part.total().clone(), part.sum(&open, work.budget)?));
        }
        Ok(Dist::mix_numbers(&parts, work.budget)?)
    }
}

/// What is kept of a pool that explodes without end on its highest face alone; `None` where it is another pool, or
/// another selection. Of the dice thrown at first each ends with a calm one, so that there are as many of these as of
/// the first, and highest faces beside them.
pub(super) fn kept_of_exploded(
    count: u32,
    faces: &Faces,
    again: &Again,
    keep: &Keep,
    work: &mut Work<'_>,
) -> Result<Option<Dist<Num>>, Unsupported> {
    let endless = matches!(again.how, How::Join) && again.limit.is_none();
    if !endless || keep.count == 0 || count == 0 {
        return Ok(None);
    }
    let throw = throw_dist(faces, work.budget)?;
    let trigger = again.trigger(faces);
    let Some((top, hit)) = throw.outcomes().last().cloned() else { return Ok(None) };
    let hits = throw.outcomes().iter().filter(|(value, _)| trigger.holds(*value)).count();
    if hits != 1 || !trigger.holds(top) {
        return Ok(None);
    }
    let Some(calm) = throw.given(|value| *value != top) else { return Ok(None) };
    let dice = ExplodedDice { count, calm, top, hit, whole: throw.total().clone() };
    match keep.kept {
        Kept::Highest => dice.highest(keep.count, work).map(Some),
        // These are calm ones, however many others there are.
        Kept::Lowest if keep.count <= count => {
            Ok(Some(dice.calm.lowest_sum(count, keep.count, work.budget)?))
        }
        Kept::ButLowest if keep.count <= count => dice.all_but_lowest(keep.count, work).map(Some),
        Kept::Lowest | Kept::ButLowest | Kept::ButHighest => Ok(None),
    }
}

/// What is left of a pool that explodes without end where the highest dice are dropped, with its mean: that of all
/// dice, less that of those.
pub(super) fn with_mean_of_rest(
    left: Dist<Num>,
    all: &Dist<Num>,
    (count, faces): (u32, &Faces),
    (again, keep): (&Again, &Keep),
    work: &mut Work<'_>,
) -> Result<Dist<Num>, Unsupported> {
    let dropped = Keep { kept: Kept::Highest, ..*keep };
    if !matches!(keep.kept, Kept::ButHighest) {
        return Ok(left);
    }
    let Some(highest) = kept_of_exploded(count, faces, again, &dropped, work)? else { return Ok(left) };
    let mean = all.mean().zip(highest.mean()).map(|(all, highest)| all.sub(&highest));
    Ok(match mean {
        Some(mean) => left.with_known_mean(mean),
        None => left,
    })
}

/// Dice that explode without end on their highest face alone.
struct ExplodedDice {
    count: u32,
    /// A die that ends it.
    calm: Dist<Num>,
    top: Num,
    /// How heavy the highest face is, out of how much.
    hit: Nat,
    whole: Nat,
}

impl ExplodedDice {
    /// As soon as there are as many highest faces as dice are kept, it does not matter how many more there are: the
    /// outcomes come to an end, and all of them are listed.
    fn highest(&self, kept: u32, work: &mut Work<'_>) -> Result<Dist<Num>, Unsupported> {
        let count = self.count;
        // Out of so many: every first die ends calm, and before that `tops` highest faces have come up.
        let whole = work.budget.power(&self.whole, count.saturating_add(kept - 1))?;
        work.budget.charge_products(u64::from(kept), whole.words(), whole.words())?;
        let (mut parts, mut rest) = (Vec::with_capacity(kept as usize + 1), whole.clone());
        for tops in 0..kept {
            let ways = binomial(u64::from(count) + u64::from(tops) - 1, u64::from(tops));
            let weight = &(&ways * &self.hit.pow(tops)) * &self.calm.total().pow(count);
            let weight = &weight * &self.whole.pow(kept - 1 - tops);
            rest = rest.checked_sub(&weight).unwrap_or(Nat::ZERO);
            let others = self.calm.highest_sum(count, (kept - tops).min(count), work.budget)?;
            let shift = self.top.mul(Num::int(i64::from(tops)))?;
            parts.push((weight, others.linear(Num::ONE, shift)?));
        }
        parts.push((rest, Dist::point(self.top.mul(Num::int(i64::from(kept)))?)));
        Ok(Dist::mix_numbers(&parts, work.budget)?)
    }

    /// The calm ones that are left, and all highest faces.
    fn all_but_lowest(&self, dropped: u32, work: &mut Work<'_>) -> Result<Dist<Num>, Unsupported> {
        let tops = Chain {
            starts: vec![Vec::new(), vec![(Num::ZERO, Nat::ONE)]],
            ends: vec![(Num::ZERO, self.calm.total().clone())],
            goes: vec![(self.top, self.hit.clone())],
        };
        let tops = tops.sum_of(self.count, work.residual_bits, work.budget)?;
        if dropped == self.count {
            return Ok(tops);
        }
        let calm = self.calm.highest_sum(self.count, self.count - dropped, work.budget)?;
        Ok(calm.sum(&tops, work.budget)?)
    }
}

/// The total of what stays after dice have exploded into the pool: a mixture over how many dice
/// there are of each sort, with equal dice within each sort.
pub(super) fn exploded(
    count: u32,
    faces: &Faces,
    before: &[Op],
    plan: &SelectionPlan,
    work: &mut Work<'_>,
) -> Result<Dist<Num>, Unsupported> {
    let (Some(at), 1) = (before.iter().position(Op::joins), before.iter().filter(|op| op.joins()).count())
    else {
        return Err(Unsupported::NoRoute);
    };
    let (first, rest) = before.split_at(at);
    let Some((Op::Again(again), after)) = rest.split_first() else { return Err(Unsupported::NoRoute) };
    let throw = throw_dist(faces, work.budget)?;
    let start = mapped(&throw, first, Some(faces), work)?;
    if !start.is_complete() {
        return Err(Unsupported::NoRoute);
    }
    let sorts = Sorts::of(&start, &throw, again, faces)?;
    let mut values = Vec::new();
    for sort in &sorts.values {
        values.push(match sort {
            Some(dist) => Some(mapped(dist, after, Some(faces), work)?),
            None => None,
        });
    }
    let counts = sorts.counts(count, work.residual_bits.saturating_add(4), again.limit, work.budget)?;
    let mut parts = Vec::with_capacity(counts.len());
    for (counted, weight) in counts.outcomes() {
        let groups: Vec<_> = counted
            .iter()
            .zip(&values)
            .filter_map(|(count, dist)| Some((*count, dist.clone()?)).filter(|(count, _)| *count > 0))
            .collect();
        parts.push((weight.clone(), stretch(&groups, Some(faces), plan, work)?));
    }
    let mixed = Dist::mix_numbers(&parts, work.budget)?;
    match counts.cut() {
        None => Ok(mixed),
        Some(cut) => {
            let listed = counts.total().checked_sub(&cut.weight).ok_or(DistError::Empty)?;
            Ok(mixed.scaled_down(&listed, counts.total()))
        }
    }
}

/// The sorts of dice in an exploded pool: first dice that exploded or did not, and extra dice that
/// did or did not; and the weights with which a throw is one or the other.
struct Sorts {
    /// By sort: first and calm, first and exploding, extra and calm, extra and exploding.
    values: [Option<Dist<Num>>; 4],
    start: [Nat; 2],
    extra: [Nat; 2],
}

impl Sorts {
    fn of(start: &Dist<Num>, throw: &Dist<Num>, again: &Again, faces: &Faces) -> Result<Sorts, Unsupported> {
        let trigger: Condition = again.trigger(faces);
        let part = |dist: &Dist<Num>, hit: bool| dist.given(|value| trigger.holds(*value) == hit);
        let weight = |dist: &Option<Dist<Num>>| dist.as_ref().map_or(Nat::ZERO, |d| d.total().clone());
        let firsts = [part(start, false), part(start, true)];
        let extras = [part(throw, false), part(throw, true)];
        let start = [weight(&firsts[0]), weight(&firsts[1])];
        let extra = [weight(&extras[0]), weight(&extras[1])];
        let shifted = |dist: &Option<Dist<Num>>| -> Result<Option<Dist<Num>>, Unsupported> {
            Ok(match dist {
                Some(dist) => Some(dist.linear(Num::ONE, again.shift())?),
                None => None,
            })
        };
        let extras = [shifted(&extras[0])?, shifted(&extras[1])?];
        let ([calm, burst], [extra_calm, extra_burst]) = (firsts, extras);
        Ok(Sorts { values: [calm, burst, extra_calm, extra_burst], start, extra })
    }

    /// How many dice of each sort `count` first dice lead to. Sorts of equal values are one.
    fn counts(
        &self,
        count: u32,
        bits: u32,
        limit: Option<u32>,
        budget: &mut Budget,
    ) -> Result<Dist<[u32; 4]>, DistError> {
        let [calm, burst, extra_calm, extra_burst] = &self.values;
        let calm_extra = if calm == extra_calm { 0 } else { 2 };
        let burst_extra = if burst == extra_burst { 1 } else { 3 };
        let one_of = |sort: usize| {
            let mut counted = [0u32; 4];
            if let Some(slot) = counted.get_mut(sort) {
                *slot = 1;
            }
            counted
        };
        let add = |a: &[u32; 4], b: &[u32; 4]| [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]];
        // The chain of one die, step by step, each step over one more throw.
        let each = &self.extra[0] + &self.extra[1];
        let mut ended = vec![(one_of(0), self.start[0].clone())];
        let mut going = (one_of(1), self.start[1].clone());
        let mut total = &self.start[0] + &self.start[1];
        let fine = bits.saturating_add(u32::BITS - count.leading_zeros());
        let mut steps = 0u32;
        let one = loop {
            if going.1.is_zero() || limit == Some(steps) {
                ended.push(going);
                break Dist::from_weights(ended)?;
            }
            if limit.is_none() && going.1.bits().saturating_add(u64::from(fine)) < total.bits() {
                break Dist::from_weights(ended)?.cut_off(going.1, crate::dist::Tail::Anywhere);
            }
            budget.charge_products(ended.len() as u64, total.words(), 1)?;
            for (_, weight) in &mut ended {
                *weight = &*weight * &each;
            }
            total = &total * &each;
            ended.push((add(&going.0, &one_of(calm_extra)), &going.1 * &self.extra[0]));
            going = (add(&going.0, &one_of(burst_extra)), &going.1 * &self.extra[1]);
            steps += 1;
        };
        let mut all = Dist::point([0u32; 4]);
        for _ in 0..count {
            all = all.product(&one, budget, add)?.without_lightest(fine);
        }
        Ok(all)
    }
}
