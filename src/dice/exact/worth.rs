//! What one die of the pool is worth in the end: the operators that act on each die for itself,
//! read from the last to the first.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

use super::{ExactError, Work, throw_dist};
use crate::base::Num;
use crate::dice::op::{Again, How, Op};
use crate::dice::{Condition, Faces, ProblemKind};
use crate::dist::{Budget, Chain, Dist, DistError, Nat, Tail};

/// What a die is worth, and how many endless tails it leaves open on top of that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DieWorth {
    pub(super) tails: u32,
    pub(super) sum: Num,
}

/// A throw, its weight, and what it is worth.
type Thrown = (Num, Nat, Dist<DieWorth>);
/// So many of them may be listed, and more only where there may be more outcomes than usual: each is some hundred
/// bytes of memory.
const MOST_THROWN: u64 = 300_000;

/// What one step of an endless tail is worth.
#[derive(Debug, Clone)]
pub(super) struct TailStep {
    /// Which operator leaves such tails open.
    op: usize,
    pub(super) ends: Vec<(Num, Nat)>,
    pub(super) goes: Vec<(Num, Nat)>,
}

/// Why there is no closed form here; the general route may still do it.
#[derive(Debug)]
pub(super) enum Unsupported {
    /// The operators are none that the closed forms cover.
    NoRoute,
    /// A real error, which no other route would avoid.
    Error(ExactError),
}

impl From<ExactError> for Unsupported {
    fn from(error: ExactError) -> Unsupported {
        Unsupported::Error(error)
    }
}

impl From<DistError> for Unsupported {
    fn from(error: DistError) -> Unsupported {
        match error {
            DistError::Sparse => Unsupported::NoRoute,
            other @ (DistError::Outcomes { .. }
            | DistError::Lists { .. }
            | DistError::Work { .. }
            | DistError::Moment
            | DistError::Number(_)
            | DistError::Memory
            | DistError::Interrupted
            | DistError::Empty) => Unsupported::Error(other.into()),
        }
    }
}

impl From<crate::base::NumError> for Unsupported {
    fn from(error: crate::base::NumError) -> Unsupported {
        Unsupported::Error(error.into())
    }
}

/// The worth of dice under a row of operators, none of which selects.
pub(super) struct PoolWorths<'a> {
    ops: &'a [Op],
    faces: Option<&'a Faces>,
    residual_bits: u32,
    listing: bool,
    /// What has been worked out, by operator and value.
    known: HashMap<(usize, Num), Dist<DieWorth>>,
    /// What is thrown again is worth, by operator: the same for every value.
    replaced: HashMap<usize, Dist<DieWorth>>,
    /// What one more throw is worth, by operator.
    thrown: HashMap<usize, Rc<Vec<Thrown>>>,
    /// What a limited row of further throws is worth, by operator.
    extras: HashMap<usize, Dist<DieWorth>>,
    /// The endless tail that some operator leaves open, if one does.
    pub(super) tail: Option<TailStep>,
}

impl<'a> PoolWorths<'a> {
    /// The worths under these operators, with outcomes of an endless tail that must be listed
    /// listed as far as `work` says.
    pub(super) fn new(ops: &'a [Op], faces: Option<&'a Faces>, work: &Work<'_>) -> PoolWorths<'a> {
        let (residual_bits, listing) = (work.residual_bits, work.listing);
        PoolWorths {
            ops,
            faces,
            residual_bits,
            listing,
            known: HashMap::new(),
            replaced: HashMap::new(),
            thrown: HashMap::new(),
            extras: HashMap::new(),
            tail: None,
        }
    }

    /// What a die of this value is worth before the first operator.
    pub(super) fn of(&mut self, value: Num, budget: &mut Budget) -> Result<Dist<DieWorth>, Unsupported> {
        self.at(0, value, budget)
    }

    /// What a freshly thrown die is worth before the first operator.
    pub(super) fn of_throw(&mut self, budget: &mut Budget) -> Result<Dist<DieWorth>, Unsupported> {
        let throw = throw_dist(self.dice()?, budget)?;
        self.mixed(0, &throw, budget)
    }

    /// What such a value is worth before an operator. Values that are worth one number each are put
    /// together before they are mixed with the others, and so are those that are thrown again: there may be
    /// a million of them.
    fn mixed(
        &mut self,
        op: usize,
        values: &Dist<Num>,
        budget: &mut Budget,
    ) -> Result<Dist<DieWorth>, Unsupported> {
        let again = match self.ops.get(op) {
            Some(Op::Again(again)) if again.how == How::Replace && again.limit != Some(0) => {
                Some((*again, again.trigger(self.dice()?)))
            }
            _ => None,
        };
        let (mut single, mut parts) = (Vec::new(), Vec::new());
        let mut thrown_again = Nat::ZERO;
        for (value, weight) in values.outcomes() {
            if again.is_some_and(|(_, trigger)| trigger.holds(*value)) {
                thrown_again += weight;
                continue;
            }
            let worth = self.at(op, *value, budget)?;
            match worth.outcomes() {
                [(gain, _)] if worth.is_complete() => single.push((*gain, weight.clone())),
                _ => parts.push((weight.clone(), worth)),
            }
        }
        if let Some((again, trigger)) = again.filter(|_| !thrown_again.is_zero()) {
            parts.push((thrown_again, self.replaced(op, again, trigger, budget)?));
        }
        if !single.is_empty() {
            let single = Dist::from_weights(single)?;
            parts.push((single.total().clone(), single));
        }
        Ok(Dist::mix(&parts, budget)?)
    }

    fn dice(&self) -> Result<&'a Faces, Unsupported> {
        self.faces.ok_or(Unsupported::Error(ProblemKind::NeedsDice.into()))
    }

    fn at(&mut self, op: usize, value: Num, budget: &mut Budget) -> Result<Dist<DieWorth>, Unsupported> {
        budget.charge(1)?;
        let Some(effect) = self.ops.get(op).copied() else {
            return Ok(Dist::point(DieWorth { tails: 0, sum: value }));
        };
        let again = match effect {
            Op::Keep(_) => return Err(Unsupported::NoRoute),
            Op::Bound(bound) => return self.at(op + 1, bound.apply(value), budget),
            Op::Count(count) => return Ok(Dist::point(DieWorth { tails: 0, sum: count.score(value) })),
            Op::Again(again) if again.limit == Some(0) => return self.at(op + 1, value, budget),
            Op::Again(again) => again,
        };
        let trigger = again.trigger(self.dice()?);
        if !trigger.holds(value) {
            return self.at(op + 1, value, budget);
        }
        if again.how == How::Replace {
            return self.replaced(op, again, trigger, budget);
        }
        if let Some(known) = self.known.get(&(op, value)) {
            return Ok(known.clone());
        }
        let worth = match again.how {
            How::Add => self.added(op, value, again, trigger, budget)?,
            How::Join | How::JoinLower | How::Replace => self.joined(op, value, again, trigger, budget)?,
        };
        self.known.insert((op, value), worth.clone());
        Ok(worth)
    }

    /// A throw whose faces are listed one by one with what each is worth.
    fn listed_throw(&self, budget: &mut Budget) -> Result<Dist<Num>, Unsupported> {
        let throw = throw_dist(self.dice()?, budget)?;
        let (met, limit) = (throw.len() as u64, MOST_THROWN.max(budget.outcome_limit() / 10 * 3));
        if met > limit {
            return Err(DistError::Outcomes { met, limit }.into());
        }
        Ok(throw)
    }

    /// What one more throw is worth after this operator.
    fn thrown(&mut self, op: usize, shift: Num, budget: &mut Budget) -> Result<Rc<Vec<Thrown>>, Unsupported> {
        if let Some(known) = self.thrown.get(&op) {
            return Ok(Rc::clone(known));
        }
        let throw = self.listed_throw(budget)?;
        let mut all = Vec::with_capacity(throw.len());
        for (value, weight) in throw.outcomes() {
            all.push((*value, weight.clone(), self.at(op + 1, value.add(shift)?, budget)?));
        }
        let all = Rc::new(all);
        self.thrown.insert(op, Rc::clone(&all));
        Ok(all)
    }

    fn replaced(
        &mut self,
        op: usize,
        again: Again,
        trigger: Condition,
        budget: &mut Budget,
    ) -> Result<Dist<DieWorth>, Unsupported> {
        if let Some(known) = self.replaced.get(&op) {
            return Ok(known.clone());
        }
        let throw = throw_dist(self.dice()?, budget)?;
        let worth = match (again.limit, throw.given(|value| !trigger.holds(*value))) {
            (None, None) => return Err(Unsupported::Error(ProblemKind::EndlessReroll.into())),
            (None, Some(lasting)) => self.mixed(op + 1, &lasting, budget)?,
            (Some(_), None) => self.mixed(op + 1, &throw, budget)?,
            // With a limit, a face that meets the condition is thrown again while throws are left.
            (Some(limit), Some(lasting)) => {
                let lasting = (lasting.total().clone(), self.mixed(op + 1, &lasting, budget)?);
                let going = throw.total().checked_sub(&lasting.0).unwrap_or(Nat::ZERO);
                let mut worth = self.mixed(op + 1, &throw, budget)?;
                for _ in 1..limit {
                    worth = Dist::mix(&[lasting.clone(), (going.clone(), worth)], budget)?;
                }
                worth
            }
        };
        self.replaced.insert(op, worth.clone());
        Ok(worth)
    }

    fn joined(
        &mut self,
        op: usize,
        value: Num,
        again: Again,
        trigger: Condition,
        budget: &mut Budget,
    ) -> Result<Dist<DieWorth>, Unsupported> {
        let own = self.at(op + 1, value, budget)?;
        let thrown = self.thrown(op, again.shift(), budget)?;
        match again.limit {
            None if self.listing => {
                let extras = self.listed_extras(&thrown, trigger, budget)?;
                Ok(own.try_product(&extras, budget, plus)?)
            }
            None => {
                self.open_tail(op, &thrown, trigger)?;
                Ok(own.map(|gain| DieWorth { tails: gain.tails + 1, sum: gain.sum }))
            }
            Some(limit) => {
                let extras = match self.extras.entry(op) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(free) => {
                        let nothing = Dist::point(DieWorth { tails: 0, sum: Num::ZERO });
                        free.insert(extras(&thrown, trigger, limit, nothing, budget)?)
                    }
                };
                Ok(own.try_product(extras, budget, plus)?)
            }
        }
    }

    fn added(
        &mut self,
        op: usize,
        value: Num,
        again: Again,
        trigger: Condition,
        budget: &mut Budget,
    ) -> Result<Dist<DieWorth>, Unsupported> {
        let throw = self.listed_throw(budget)?;
        let plain = |v: &Num, w: &Nat| (*v, w.clone(), Dist::point(DieWorth { tails: 0, sum: *v }));
        let thrown: Vec<_> = throw.outcomes().iter().map(|(v, w)| plain(v, w)).collect();
        if let Some(limit) = again.limit {
            let nothing = Dist::point(DieWorth { tails: 0, sum: Num::ZERO });
            let sums = extras(&thrown, trigger, limit, nothing, budget)?;
            return sums.and_then(budget, |gain, budget| self.at(op + 1, value.add(gain.sum)?, budget));
        }
        if op + 1 == self.ops.len() && !self.listing {
            self.open_tail(op, &thrown, trigger)?;
            return Ok(Dist::point(DieWorth { tails: 1, sum: value }));
        }
        let (ends, goes) = split(&thrown, trigger)?;
        let chain = Chain { starts: vec![Vec::new(), vec![(value, Nat::ONE)]], ends, goes };
        let sums = chain.sum_of(1, self.residual_bits, budget)?;
        match (self.ops.get(op + 1), sums.cut(), sums.outcomes().last()) {
            // Above every number that it is compared with, a die counts the same however high it is.
            (Some(Op::Count(count)), Some(cut), Some((last, _)))
                if cut.tail == Tail::Above
                    && *last >= count.hit.number
                    && count.miss.is_none_or(|miss| *last >= miss.number) =>
            {
                let beyond = Dist::point(DieWorth { tails: 0, sum: count.score(last.add(Num::ONE)?) });
                let within = Dist::from_weights(sums.outcomes().iter().cloned())?;
                let listed = within.and_then(budget, |sum, budget| self.at(op + 1, *sum, budget))?;
                Ok(Dist::mix(&[(within.total().clone(), listed), (cut.weight.clone(), beyond)], budget)?)
            }
            _ => sums.and_then(budget, |sum, budget| self.at(op + 1, *sum, budget)),
        }
    }

    /// What an endless row of further throws is worth, listed as far as it weighs anything.
    fn listed_extras(
        &self,
        thrown: &[Thrown],
        trigger: Condition,
        budget: &mut Budget,
    ) -> Result<Dist<DieWorth>, Unsupported> {
        let (mut going, mut all) = (Nat::ZERO, Nat::ZERO);
        for (value, weight, _) in thrown {
            all += weight;
            if trigger.holds(*value) {
                going += weight;
            }
        }
        let (mut limit, mut left, mut total) = (1, going.clone(), all.clone());
        while left.bits().saturating_add(u64::from(self.residual_bits)) >= total.bits() {
            budget.charge_products(2, total.words(), 1)?;
            (limit, left, total) = (limit + 1, &left * &going, &total * &all);
        }
        extras(thrown, trigger, limit, Dist::unlisted(), budget)
    }

    /// Leaves an endless tail open; there can be only one kind of tail.
    fn open_tail(&mut self, op: usize, thrown: &[Thrown], trigger: Condition) -> Result<(), Unsupported> {
        match &self.tail {
            None => {
                let (ends, goes) = split(thrown, trigger)?;
                self.tail = Some(TailStep { op, ends, goes });
                Ok(())
            }
            Some(tail) if tail.op == op => Ok(()),
            Some(_) => Err(Unsupported::NoRoute),
        }
    }
}

fn plus(a: &DieWorth, b: &DieWorth) -> Result<DieWorth, Unsupported> {
    Ok(DieWorth { tails: a.tails + b.tails, sum: a.sum.add(b.sum)? })
}

/// What `limit` further throws are worth together, each but the first made only where the one
/// before it meets the condition, and what `last` says after the last of them.
fn extras(
    thrown: &[Thrown],
    trigger: Condition,
    limit: u32,
    last: Dist<DieWorth>,
    budget: &mut Budget,
) -> Result<Dist<DieWorth>, Unsupported> {
    let mut after = last;
    for _ in 0..limit {
        let mut parts = Vec::with_capacity(thrown.len());
        for (value, weight, worth) in thrown {
            let part =
                if trigger.holds(*value) { worth.try_product(&after, budget, plus)? } else { worth.clone() };
            parts.push((weight.clone(), part));
        }
        after = Dist::mix(&parts, budget)?;
    }
    Ok(after)
}

type Weighted = Vec<(Num, Nat)>;

/// The throws that end a tail and those that go on, by what they are worth. A worth that itself is
/// cut off or leaves a tail open has no such list.
fn split(thrown: &[Thrown], trigger: Condition) -> Result<(Weighted, Weighted), Unsupported> {
    let common = thrown.iter().fold(Nat::ONE, |common, (_, _, worth)| common.lcm(worth.total()));
    let (mut ends, mut goes) = (Vec::new(), Vec::new());
    for (value, weight, worth) in thrown {
        let factor = common.checked_div(worth.total()).unwrap_or(Nat::ONE);
        for (gain, ways) in worth.outcomes() {
            if gain.tails > 0 || !worth.is_complete() {
                return Err(Unsupported::NoRoute);
            }
            let entry = (gain.sum, &(ways * &factor) * weight);
            if trigger.holds(*value) { goes.push(entry) } else { ends.push(entry) }
        }
    }
    let together = |list: Weighted| match Dist::from_weights(list) {
        Ok(dist) => dist.outcomes().to_vec(),
        Err(_) => Vec::new(),
    };
    Ok((together(ends), together(goes)))
}
