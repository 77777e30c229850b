//! Endless tails: what is known of the weights that a cut-off distribution does not list.
//!
//! A die that explodes repeats itself: beyond its first faces, each weight is the one a few places before,
//! times a ratio. Of sums, mixtures and the highest of such dice the same holds with several ratios, some of
//! them several times over: the weights follow an exponential polynomial in each class of places. Which
//! ratios, and from where on, is a [`Law`]; the rest follows from the weights that are listed (see
//! [`super::endless`]).

use super::lattice::{Lattice, common_step};
use super::unlisted::Pole;
use super::{Budget, Cut, Dist, DistError, Fraction, Law, Moments, Nat, Tail};
use crate::base::{Num, NumError};

/// Outcomes without end in two parts.
pub(crate) struct NearAndFar {
    /// The first ones, each with its weight.
    pub near: Vec<(Num, Nat)>,
    /// All others.
    pub far: Dist<Num>,
    /// What the others weigh together.
    pub weight: Nat,
}

impl NearAndFar {
    /// What becomes of both parts, together: of those that were listed one by one, and of what lies beyond.
    ///
    /// # Errors
    /// The budget is passed.
    pub(crate) fn joined(
        near: Vec<(Num, Nat)>,
        (weight, far): (Nat, Dist<Num>),
        budget: &mut Budget,
    ) -> Result<Dist<Num>, DistError> {
        if near.is_empty() {
            return Ok(far);
        }
        let near = Dist::from_weights(near)?;
        Dist::mix_numbers(&[(near.total().clone(), near), (weight, far)], budget)
    }
}

/// More places than these are not gone through.
const MOST_PLACES: usize = 4096;
/// More ratios than this are too many to solve for.
pub(super) const MOST_POLES: u32 = 24;

impl Law {
    /// Beyond an outcome each weight is the one a period before, times `ratio`, so many times over.
    pub(super) fn of(after: Num, period: Num, ratio: Fraction, times: u32) -> Option<Law> {
        Law { after, poles: vec![Pole { ratio, period, times }] }.within_bounds()
    }

    /// The law of weights at equal steps each of which follows from the `degree` before it in one way, beyond a number
    /// below all of these. It is known to be one ratio over a period where it is so that often in a row: what is left
    /// over then follows in the same way from nothing but zeroes. `None` where it is not one ratio, or where too few
    /// weights are listed.
    pub(super) fn of_recurrence(
        outcomes: &[(Num, Nat)],
        step: Num,
        degree: usize,
        beyond: Num,
    ) -> Option<Law> {
        let (first, last) = (outcomes.first()?.0, outcomes.last()?.0);
        let place = |number: Num| usize::try_from(number.sub(first).ok()?.div(step).ok()?.as_int()?).ok();
        let from = if beyond < first { 0 } else { place(beyond)?.checked_add(1)? };
        let places = place(last)?.checked_add(1)?;
        if places > MOST_PLACES || from.checked_add(degree)? >= places {
            return None;
        }
        let mut weights = vec![Nat::ZERO; places];
        for (number, weight) in outcomes {
            weights.get_mut(place(*number)?)?.clone_from(weight);
        }
        let all = weights.get(from..)?;
        let (at, once) = all.iter().take(degree).enumerate().find(|(_, weight)| !weight.is_zero())?;
        let longest = degree.min(all.len().checked_sub(degree)?);
        let (period, again) = (1..=longest).find_map(|period| {
            let again = all.get(at + period).filter(|again| !again.is_zero())?;
            let follows = |(now, then): (&Nat, &Nat)| now * again == then * once;
            let mut pairs = all.iter().take(degree).zip(all.get(period..)?);
            (pairs.len() == degree && pairs.all(follows)).then_some((period, again))
        })?;
        let period = step.mul(Num::int(i64::try_from(period).ok()?)).ok()?;
        Law::of(beyond, period, Fraction::ratio(again, once), 1)
    }

    /// The law of weights at equal steps that come of ways back, each so likely and so many steps long, one behind the
    /// other.
    pub(super) fn of_loops(loops: &[(Fraction, usize)], step: Num, beyond: Num) -> Option<Law> {
        let mut poles = Vec::new();
        for (ratio, steps) in loops {
            let period = step.mul(Num::int(i64::try_from(*steps).ok()?)).ok()?;
            add_pole(&mut poles, &Pole { ratio: ratio.clone(), period, times: 1 }, |known, more| {
                known + more
            });
        }
        Law { after: beyond, poles }.within_bounds()
    }

    /// The law of a sum; a distribution that is listed whole has only its highest outcome.
    pub(super) fn of_sum(a: &Dist<Num>, b: &Dist<Num>) -> Option<Law> {
        let (after_a, poles_a) = a.poles()?;
        let (after_b, poles_b) = b.poles()?;
        let mut poles = poles_a.to_vec();
        for pole in poles_b {
            add_pole(&mut poles, pole, |known, more| known + more);
        }
        Law { after: after_a.add(after_b).ok()?, poles }.within_bounds()
    }

    /// The law of a mixture.
    pub(super) fn of_mix<'d>(parts: impl Iterator<Item = &'d Dist<Num>>) -> Option<Law> {
        let mut all: Option<Law> = None;
        for part in parts {
            let (after, poles) = part.poles()?;
            match &mut all {
                None => all = Some(Law { after, poles: poles.to_vec() }),
                Some(law) => {
                    law.after = law.after.max(after);
                    poles.iter().for_each(|pole| add_pole(&mut law.poles, pole, u32::max));
                }
            }
        }
        all?.within_bounds()
    }

    /// The law of the highest of so many of each: how likely all lie at or below an outcome is a product, and
    /// so are its ratios.
    pub(super) fn of_highest(groups: &[(u32, Dist<Num>)]) -> Option<Law> {
        let mut after: Option<Num> = None;
        // The certainty that it lies somewhere has the ratio 1.
        let mut poles = vec![Pole { ratio: Fraction::from(1), period: Num::ZERO, times: 1 }];
        for (count, dist) in groups {
            let (own_after, own) = dist.poles()?;
            after = Some(after.map_or(own_after, |after| after.max(own_after)));
            for _ in 0..*count {
                let mut next = poles.clone();
                for (a, b) in poles.iter().flat_map(|a| own.iter().map(move |b| (a, b))) {
                    add_pole(&mut next, &a.product(b)?, u32::max);
                }
                if next.iter().map(|pole| pole.times).sum::<u32>() > MOST_POLES + 1 {
                    return None;
                }
                poles = next;
            }
        }
        poles.retain(|pole| !pole.period.is_zero());
        Law { after: after?, poles }.within_bounds()
    }

    /// The law of the lowest of so many of each: it lies above an outcome where all of them do. The lowest has
    /// an end where one of them has.
    pub(super) fn of_lowest(groups: &[(u32, Dist<Num>)]) -> Option<Law> {
        let mut law: Option<Law> = None;
        for (count, dist) in groups {
            let (after, own) = dist.poles()?;
            for _ in 0..*count {
                law = Some(match law {
                    None => Law { after, poles: own.to_vec() },
                    Some(known) => {
                        let mut poles = Vec::new();
                        for (a, b) in known.poles.iter().flat_map(|a| own.iter().map(move |b| (a, b))) {
                            add_pole(&mut poles, &a.product(b)?, u32::max);
                        }
                        Law { after: known.after.max(after), poles }.within_bounds()?
                    }
                });
            }
        }
        law?.within_bounds()
    }

    /// The law of every outcome times `factor` and then plus `shift`.
    pub(super) fn linear(&self, factor: Num, shift: Num) -> Option<Law> {
        if factor.is_zero() {
            return None;
        }
        let by = if factor.is_negative() { factor.neg().ok()? } else { factor };
        let stretched = |pole: &Pole| Some(Pole { period: pole.period.mul(by).ok()?, ..pole.clone() });
        let poles = self.poles.iter().map(stretched).collect::<Option<_>>()?;
        Some(Law { after: self.after.mul(factor).ok()?.add(shift).ok()?, poles })
    }

    /// The law of every outcome divided by a number above 0 and rounded down: so many outcomes come to each
    /// quotient that their weights repeat themselves once both do.
    fn floor_div(&self, by: Num) -> Option<Law> {
        let divided = |pole: &Pole| {
            let period = common_multiple(pole.period, by)?;
            Some(Pole { ratio: pole.over(period)?, period: period.div(by).ok()?, times: pole.times })
        };
        let poles = self.poles.iter().map(divided).collect::<Option<_>>()?;
        Law { after: self.after.floor_div(by).ok()?, poles }.within_bounds()
    }

    /// How far beyond where it holds outcomes must be listed for the rest to follow from them.
    pub(super) fn reach(&self) -> Option<Num> {
        let mut period = self.poles.first()?.period;
        for pole in &self.poles {
            period = common_multiple(period, pole.period)?;
        }
        period.mul(Num::int(i64::from(self.terms()) + 2)).ok()
    }

    /// Whether the rest follows from the outcomes up to a number.
    pub(super) fn is_known_by(&self, number: Num) -> bool {
        let enough = self.reach().and_then(|reach| self.after.add(reach).ok());
        enough.is_some_and(|enough| enough <= number)
    }

    /// Draws listed so far that what is put together of them, which follows this law, is known to its end; `None`
    /// where that is too far, or too much work.
    pub(super) fn listed_far_enough(
        &self,
        groups: &[(u32, Dist<Num>)],
        budget: &mut Budget,
    ) -> Option<Vec<(u32, Dist<Num>)>> {
        let reach = self.reach()?;
        let enough = self.after.add(reach).ok()?;
        let listed = |(count, dist): &(u32, Dist<Num>)| {
            let is_short = !dist.is_complete() && dist.outcomes().last()?.0 < enough;
            Some((*count, if is_short { dist.listed_to(enough)? } else { dist.clone() }))
        };
        let further: Vec<(u32, Dist<Num>)> = groups.iter().map(listed).collect::<Option<_>>()?;
        // Each place of the tail is solved for, with fractions as long as the weights.
        const STEPS_PER_FRACTION: u64 = 32;
        let words: u64 = further.iter().map(|(count, dist)| u64::from(*count) * dist.total().words()).sum();
        let places = u64::try_from(reach.as_int()?).ok()?;
        let products = places.saturating_mul(self.terms().into()).saturating_mul(STEPS_PER_FRACTION);
        budget.charge_products(products, words, words).ok()?;
        Some(further)
    }

    /// How many parts the weights of its tail are made of.
    fn terms(&self) -> u32 {
        self.poles.iter().map(|pole| pole.times).sum()
    }

    fn within_bounds(self) -> Option<Law> {
        (!self.poles.is_empty() && self.terms() <= MOST_POLES).then_some(self)
    }
}

impl Moments {
    /// Those of the rest, beside a part that is so large a share of the whole.
    fn without(&self, part: &Moments, share: &Fraction) -> Option<Moments> {
        let rest = Fraction::from(1).sub(share);
        let square =
            |moments: &Moments| Some(moments.variance.as_ref()?.add(&moments.mean.mul(&moments.mean)));
        let left = |whole: &Fraction, part: &Fraction| whole.sub(&part.mul(share)).div(&rest);
        let mean = left(&self.mean, &part.mean)?;
        let squares = square(self).zip(square(part)).and_then(|(whole, part)| left(&whole, &part));
        Some(Moments { variance: squares.map(|squares| squares.sub(&mean.mul(&mean))), mean })
    }
}

impl Pole {
    /// The ratio over a longer period.
    pub(super) fn over(&self, period: Num) -> Option<Fraction> {
        let times = period.div(self.period).ok()?.as_int()?;
        Some(power(&self.ratio, u32::try_from(times).ok()?))
    }

    /// The ratio of products of weights.
    fn product(&self, other: &Pole) -> Option<Pole> {
        if self.period.is_zero() {
            return Some(other.clone());
        }
        let period = common_multiple(self.period, other.period)?;
        let ratio = self.over(period)?.mul(&other.over(period)?);
        Some(Pole { ratio, period, times: self.times + other.times - 1 })
    }
}

fn add_pole(poles: &mut Vec<Pole>, pole: &Pole, both: impl Fn(u32, u32) -> u32) {
    match poles.iter_mut().find(|known| known.ratio == pole.ratio && known.period == pole.period) {
        Some(known) => known.times = both(known.times, pole.times),
        None => poles.push(pole.clone()),
    }
}

pub(super) fn power(ratio: &Fraction, times: u32) -> Fraction {
    let (mut whole, mut square, mut left) = (Fraction::from(1), ratio.clone(), times);
    while left > 0 {
        if left & 1 == 1 {
            whole = whole.mul(&square);
        }
        square = square.mul(&square);
        left >>= 1;
    }
    whole
}

/// The least number above 0 that both are whole parts of.
pub(super) fn common_multiple(a: Num, b: Num) -> Option<Num> {
    let common = common_step(a, b)?;
    a.div(common).ok()?.mul(b).ok()
}

impl Dist<Num> {
    /// From where on the weights follow a law, and which; one that is listed whole has none beyond its
    /// highest outcome.
    fn poles(&self) -> Option<(Num, &[Pole])> {
        match self.cut() {
            None => Some((self.outcomes().last()?.0, &[])),
            Some(Cut { tail: Tail::Above, law: Some(law), .. }) => Some((law.after, &law.poles)),
            Some(_) => None,
        }
    }

    /// The same with the law that its weights follow, where it is known to lie above all that is listed.
    #[must_use]
    pub(super) fn with_law(mut self, law: Option<Law>) -> Dist<Num> {
        if let Some(cut) = self.cut_mut() {
            cut.law = law.filter(|_| cut.tail != Tail::Anywhere);
        }
        self
    }

    /// The same as the lowest of so many of each, whose tail goes on as theirs do.
    #[must_use]
    pub(crate) fn known_as_lowest_of(self, groups: &[(u32, Dist<Num>)]) -> Dist<Num> {
        if self.is_complete() {
            return self;
        }
        self.with_law(Law::of_lowest(groups)).with_known_moments()
    }

    /// What is left over when outcomes without end are divided by a number above 0; `None` where all are
    /// listed, or where it is not known how they go on.
    pub(crate) fn modulo(&self, by: Num) -> Option<Dist<Num>> {
        if by <= Num::ZERO {
            return None;
        }
        if self.cut()?.tail == Tail::Below {
            let mirrored = self.linear(Num::int(-1), Num::ZERO).ok()?.endless()?.modulo(by)?;
            return mirrored.try_map(|left| left.neg()?.modulo(by)).ok();
        }
        self.endless()?.modulo(by)
    }

    /// Outcomes without end divided by a number above 0 and rounded down; `None` where all are listed, or
    /// where it is not known how they go on.
    pub(crate) fn floor_div(&self, by: Num) -> Option<Dist<Num>> {
        let cut = self.cut()?;
        if by <= Num::ZERO {
            return None;
        }
        if cut.tail == Tail::Below {
            // Of whole numbers, −⌊x / n⌋ is ⌊(n − 1 − x) / n⌋.
            let whole = by.is_int() && self.outcomes().iter().all(|(value, _)| value.is_int());
            let shift = by.sub(Num::ONE).ok().filter(|_| whole)?;
            return self
                .linear(Num::int(-1), shift)
                .ok()?
                .floor_div(by)?
                .linear(Num::int(-1), Num::ZERO)
                .ok();
        }
        let law = cut.law.as_ref().filter(|_| cut.tail == Tail::Above)?.floor_div(by)?;
        // As many quotients as tell how the rest go on; not all of what comes to the highest may be listed.
        let enough = law.after.add(law.reach()?).ok()?.mul(by).ok()?;
        let known = if self.outcomes().last()?.0 < enough { Some(self.listed_to(enough)?) } else { None };
        let listed = known.as_ref().unwrap_or(self);
        let highest = listed.outcomes().last()?.0.floor_div(by).ok()?;
        let listed = listed.try_map(|value| value.floor_div(by)).ok()?;
        let (total, outcomes) = (listed.total().clone(), listed.into_outcomes());
        let sure: Vec<_> = outcomes.into_iter().filter(|(value, _)| *value < highest).collect();
        if sure.is_empty() {
            return None;
        }
        let mut quotients = Dist::listing(sure);
        quotients.fill_up(total, Tail::Above);
        Some(quotients.with_law(Some(law)).with_known_moments())
    }

    /// Outcomes without end rounded up; `None` where all are listed, or where it is not known how they go on.
    pub(crate) fn ceil(&self) -> Option<Dist<Num>> {
        self.cut()?;
        // All are whole parts of one, counted in the same small steps: what is one such step beyond a whole number
        // comes to the next.
        let first = self.outcomes().first()?.0;
        let apart = Lattice::of(self.outcomes().iter().map(|(value, _)| *value))?.step;
        let step = common_step(common_step(Num::ONE, first)?, apart)?;
        self.linear(Num::ONE, Num::ONE.sub(step).ok()?).ok()?.floor_div(Num::ONE)
    }

    /// Outcomes without end in two parts: so many of them one by one, and what lies beyond those, a distribution
    /// of its own, with how heavy it is beside them. `None` where all are listed, where it is not known how they go
    /// on, or where that is too much work.
    pub(crate) fn near_and_far(&self, budget: &mut Budget) -> Option<NearAndFar> {
        let cut = self.cut()?;
        if cut.tail == Tail::Below {
            let turn = |dist: &Dist<Num>| dist.linear(Num::int(-1), Num::ZERO).ok();
            let mut parts = turn(self)?.near_and_far(budget)?;
            parts.far = turn(&parts.far)?;
            for (value, _) in &mut parts.near {
                *value = value.neg().ok()?;
            }
            return Some(parts);
        }
        if cut.tail == Tail::Anywhere {
            return None;
        }
        let by_law = cut.law.as_ref().and_then(|law| self.near_and_far_by(law, budget));
        by_law.or_else(|| self.all_but_last_and_far())
    }

    /// The same where they go on by a law that can be solved for.
    fn near_and_far_by(&self, law: &Law, budget: &mut Budget) -> Option<NearAndFar> {
        let last = self.outcomes().last()?.0.max(law.after);
        let further = Law { after: last, poles: law.poles.clone() };
        let [(_, listed)] =
            <[_; 1]>::try_from(further.listed_far_enough(&[(1, self.clone())], budget)?).ok()?;
        let total = listed.total().clone();
        let (near, far): (Vec<_>, Vec<_>) =
            listed.into_outcomes().into_iter().partition(|(value, _)| *value <= last);
        let weight =
            near.iter().fold(total, |left, (_, weight)| left.checked_sub(weight).unwrap_or(Nat::ZERO));
        let mut beyond = Dist::listing(far);
        beyond.fill_up(weight.clone(), Tail::Above);
        // It begins in the middle of what repeats itself.
        let far = beyond.with_law(Some(further)).with_known_moments();
        Some(NearAndFar { near, far, weight })
    }

    /// The same where no more is known of how they go on than their mean and variance.
    fn all_but_last_and_far(&self) -> Option<NearAndFar> {
        let (last, near) = self.outcomes().split_last()?;
        if near.is_empty() {
            // All of it lies beyond what was listed elsewhere.
            return Some(NearAndFar { near: Vec::new(), far: self.clone(), weight: self.total().clone() });
        }
        let known = Dist::from_weights(near.iter().cloned()).ok()?;
        let weight = self.total().checked_sub(known.total())?;
        let mut far = Dist::listing(vec![last.clone()]);
        far.fill_up(weight.clone(), Tail::Above);
        let of_rest =
            |all: &Moments| all.without(&known.moments()?, &Fraction::ratio(known.total(), self.total()));
        let moments = self.moments().as_ref().and_then(of_rest);
        Some(NearAndFar { near: near.to_vec(), far: far.with_moments(moments), weight })
    }

    /// Outcomes without end times themselves, of which no more than the mean is known; `None` where all are listed.
    ///
    /// # Errors
    /// A square does not fit.
    pub(crate) fn squared(&self) -> Result<Option<Dist<Num>>, NumError> {
        let Some(cut) = self.cut() else { return Ok(None) };
        let is_far = |sign: bool| self.outcomes().iter().all(|(value, _)| value.is_negative() == sign);
        let is_one_sided = match cut.tail {
            Tail::Above => is_far(false),
            Tail::Below => is_far(true),
            Tail::Anywhere => false,
        };
        if !is_one_sided {
            return Ok(None);
        }
        let mut squares = Vec::with_capacity(self.len());
        for (value, weight) in self.outcomes() {
            squares.push((value.mul(*value)?, weight.clone()));
        }
        squares.sort_by_key(|(value, _)| *value);
        let mut squares = Dist::listing(squares);
        squares.fill_up(self.total().clone(), Tail::Above);
        let moments = self.moments().and_then(|own| Some((own.variance?, own.mean)));
        Ok(Some(match moments {
            Some((variance, mean)) => squares.with_known_mean(variance.add(&mean.mul(&mean))),
            None => squares,
        }))
    }

    /// The same with its mean and variance, where these follow from the law of its tail.
    #[must_use]
    pub(super) fn with_known_moments(self) -> Dist<Num> {
        match self.cut() {
            Some(cut) if cut.moments.is_none() => {
                let moments = self.endless().and_then(|endless| endless.moments());
                self.with_moments(moments)
            }
            _ => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(weights: &[u64]) -> Vec<(Num, Nat)> {
        (0i64..)
            .step_by(2)
            .zip(weights)
            .map(|(number, weight)| (Num::int(number), Nat::from(*weight)))
            .collect()
    }

    #[test]
    fn one_ratio_is_seen_once_it_holds_as_often_as_it_must() {
        let halves = listed(&[7, 64, 32, 16, 8, 4, 2, 1]);
        let law = |degree, beyond| Law::of_recurrence(&halves, Num::int(2), degree, Num::int(beyond));
        let found = law(3, 0).expect("it holds from 2 on");
        assert_eq!(found.poles.len(), 1);
        assert_eq!(
            (found.poles[0].ratio.to_string(), found.poles[0].period),
            ("1/2".to_owned(), Num::int(2))
        );
        assert!(law(3, -1).is_none(), "7 is no part of it");
        assert!(law(7, 0).is_none(), "too few are listed");
    }

    #[test]
    fn two_ratios_are_not_one() {
        // 2^-n and 4^-n together.
        let both = listed(&[2_048, 768, 320, 144, 68, 33]);
        assert!(Law::of_recurrence(&both, Num::int(2), 2, Num::int(-1)).is_none());
    }
}
