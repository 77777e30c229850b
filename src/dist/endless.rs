//! Distributions without end, all of them known: weights that are listed, and a tail that follows a law.

use super::lattice::{Lattice, common_step};
use super::law::{MOST_POLES, common_multiple, power};
use super::unlisted::Pole;
use super::{Dist, Fraction, Moments, Nat, Tail};
use crate::base::Num;

/// More places in a period are too many.
const MOST_PLACES: usize = 4096;
/// More outcomes of a tail are too many to be listed after all.
const MOST_LISTED: usize = 4096;

/// A distribution without end, all of it known: outcomes one by one, and from some place on a tail.
#[derive(Debug, Clone)]
pub(crate) struct Endless {
    /// The outcomes before the tail, each with its chance.
    pub(super) before: Vec<(Num, Fraction)>,
    /// The first place of the tail, and how far it is from one place to the next.
    pub(super) lattice: Lattice,
    pub(super) tail: Wave,
}

/// Weights by place: in each class of places an exponential polynomial of how many periods have passed.
#[derive(Debug, Clone)]
pub(super) struct Wave {
    /// Ratios, each with a degree: the basis is `C(k, degree) · ratio^k`.
    basis: Vec<(Fraction, u32)>,
    /// For each place of a period, how much of each.
    classes: Vec<Vec<Fraction>>,
}

impl Dist<Num> {
    /// All of a distribution without end, where it is known how its tail goes on.
    pub(crate) fn endless(&self) -> Option<Endless> {
        let cut = self.cut()?;
        let law = cut.law.as_ref()?;
        let mut step = Lattice::of(self.outcomes().iter().map(|(value, _)| *value))?.step;
        let mut period = step;
        for pole in &law.poles {
            step = common_step(step, pole.period)?;
            period = common_multiple(period, pole.period)?;
        }
        let places = usize::try_from(period.div(step).ok()?.as_int()?).ok()?;
        let first = self.outcomes().iter().find(|(value, _)| *value > law.after)?.0;
        let last = self.outcomes().last()?.0;
        let origin = Lattice { origin: self.outcomes().first()?.0, step };
        let from = origin.place(first)?;
        let basis = basis_of(&law.poles, period)?;
        let listed = origin.place(last)?.checked_sub(from)?.checked_add(1)?;
        if cut.tail != Tail::Above || places > MOST_PLACES || listed < places.checked_mul(basis.len())? {
            return None;
        }
        let chance = |value: Num| match self.outcomes().binary_search_by(|(other, _)| other.cmp(&value)) {
            Ok(at) => self.outcomes().get(at).map(|(_, weight)| Fraction::ratio(weight, self.total())),
            Err(_) => Some(Fraction::zero()),
        };
        let lattice = Lattice { origin: first, step };
        let tail = Wave::through(basis, places, |place| chance(lattice.number(place).ok()?))?;
        let before = self.outcomes().iter().take_while(|(value, _)| *value < first);
        let before: Vec<(Num, Fraction)> =
            before.map(|(value, weight)| (*value, Fraction::ratio(weight, self.total()))).collect();
        let endless = Endless { before, lattice, tail };
        // What the law says of all that is not listed must be all that is not listed.
        (endless.total() == Fraction::from(1)).then_some(endless)
    }
}

/// The ratios over one period, each with the degrees that it comes with.
fn basis_of(poles: &[Pole], period: Num) -> Option<Vec<(Fraction, u32)>> {
    let mut ratios: Vec<(Fraction, u32)> = Vec::new();
    for pole in poles {
        let ratio = pole.over(period)?;
        match ratios.iter_mut().find(|(known, _)| *known == ratio) {
            Some((_, times)) => *times += pole.times,
            None => ratios.push((ratio, pole.times)),
        }
    }
    Some(ratios.into_iter().flat_map(|(ratio, times)| (0..times).map(move |d| (ratio.clone(), d))).collect())
}

impl Dist<Num> {
    /// The same with every outcome listed up to one that is not below a number; `None` where all are listed,
    /// where it is not known how the tail goes on, or where these are too many.
    pub(crate) fn listed_to(&self, number: Num) -> Option<Dist<Num>> {
        let cut = self.cut()?;
        if cut.tail == Tail::Below {
            let turned = self.linear(Num::int(-1), Num::ZERO).ok()?.listed_to(number.neg().ok()?)?;
            return turned.linear(Num::int(-1), Num::ZERO).ok();
        }
        let listed = self.endless()?.listed_to(number)?;
        Some(listed.with_tail(Tail::Above, cut.moments.clone()).with_law(cut.law.clone()))
    }
}

impl Endless {
    /// All outcomes one by one, up to one that is not below a number, and what is left above them.
    fn listed_to(&self, number: Num) -> Option<Dist<Num>> {
        let mut listed = self.before.clone();
        for place in 0..MOST_LISTED {
            if listed.last().is_some_and(|(value, _)| *value >= number) {
                break;
            }
            // Some places of a tail may never come up.
            let chance = self.tail.at(place);
            if chance != Fraction::zero() {
                listed.push((self.lattice.number(place).ok()?, chance));
            }
        }
        if listed.last()?.0 < number {
            return None;
        }
        let left = listed.iter().fold(Fraction::from(1), |left, (_, chance)| left.sub(chance));
        let chances = listed.into_iter().map(|(value, chance)| (Some(value), chance)).chain([(None, left)]);
        let whole = weighed(chances.collect())?;
        let total = whole.total().clone();
        let outcomes = whole.into_outcomes().into_iter().filter_map(|(value, weight)| Some((value?, weight)));
        let mut listed = Dist::listing(outcomes.collect());
        listed.fill_up(total, Tail::Above);
        Some(listed)
    }

    fn total(&self) -> Fraction {
        self.before.iter().fold(self.tail.mass(), |sum, (_, chance)| sum.add(chance))
    }

    /// The exact mean and variance; nothing where a place does not fit.
    pub(crate) fn moments(&self) -> Option<Moments> {
        let (mut first, mut second) = (Fraction::zero(), Fraction::zero());
        for (value, chance) in &self.before {
            let part = chance.mul(&(*value).into());
            second = second.add(&part.mul(&(*value).into()));
            first = first.add(&part);
        }
        let (origin, step) = (Fraction::from(self.lattice.origin), Fraction::from(self.lattice.step));
        let [mass, places, squares] = self.tail.sums();
        let far = step.mul(&places);
        first = first.add(&origin.mul(&mass)).add(&far);
        let cross = origin.mul(&far);
        second = second.add(&origin.mul(&origin).mul(&mass)).add(&cross).add(&cross);
        second = second.add(&step.mul(&step).mul(&squares));
        let variance = second.sub(&first.mul(&first));
        Some(Moments { mean: first, variance: Some(variance) })
    }

    /// What is left over when outcomes are divided by a number above 0; nothing where that never repeats.
    pub(crate) fn modulo(&self, by: Num) -> Option<Dist<Num>> {
        let mut found: Vec<(Num, Fraction)> = Vec::new();
        for (value, chance) in &self.before {
            found.push((value.modulo(by).ok()?, chance.clone()));
        }
        let apart = common_multiple(self.lattice.step, by)?;
        let classes = usize::try_from(apart.div(self.lattice.step).ok()?.as_int()?).ok()?;
        for (class, mass) in self.tail.over(classes)?.into_iter().enumerate() {
            found.push((self.lattice.number(class).ok()?.modulo(by).ok()?, mass));
        }
        weighed(found)
    }

    /// How likely an outcome of this is less than, equal to and greater than one of the other.
    pub(crate) fn compare(&self, other: &Endless) -> Option<[Fraction; 3]> {
        let step = common_step(self.lattice.step, other.lattice.step)?;
        let from = self.lattice.origin.max(other.lattice.origin);
        let [a, b] = [self.on(from, step)?, other.on(from, step)?];
        let one = Fraction::from(1);
        let (mut less, mut equal) = (Fraction::zero(), Fraction::zero());
        for (value, chance) in &b.before {
            for (mine, weight) in &a.before {
                if mine < value {
                    less = less.add(&chance.mul(weight));
                } else if mine == value {
                    equal = equal.add(&chance.mul(weight));
                }
            }
        }
        let below = a.before.iter().fold(Fraction::zero(), |sum, (_, chance)| sum.add(chance));
        less = less.add(&below.mul(&b.tail.mass()));
        equal = equal.add(&a.tail.product(&b.tail)?.mass());
        // An outcome of the other's tail, with one of this tail below it.
        less = less.add(&a.tail.product(&b.tail.above()?)?.mass());
        let greater = one.sub(&less).sub(&equal);
        Some([less, equal, greater])
    }

    /// How likely an outcome of this is equal to one of the other.
    pub(super) fn is_equal(&self, other: &Endless) -> Option<Fraction> {
        let step = common_step(self.lattice.step, other.lattice.step)?;
        let from = self.lattice.origin.max(other.lattice.origin);
        let [a, b] = [self.on(from, step)?, other.on(from, step)?];
        let mut equal = a.tail.product(&b.tail)?.mass();
        for (value, chance) in &b.before {
            for (_, weight) in a.before.iter().filter(|(mine, _)| mine == value) {
                equal = equal.add(&chance.mul(weight));
            }
        }
        Some(equal)
    }

    /// The same with a tail that begins at an outcome, on a finer lattice.
    fn on(&self, from: Num, step: Num) -> Option<Endless> {
        let finer = usize::try_from(self.lattice.step.div(step).ok()?.as_int()?).ok()?;
        let skipped = from.sub(self.lattice.origin).ok()?.div(step).ok()?.as_int()?;
        let skipped = usize::try_from(skipped).ok()?;
        let lattice = Lattice { origin: self.lattice.origin, step };
        let at = |place: usize| match place.is_multiple_of(finer) {
            true => self.tail.at(place / finer),
            false => Fraction::zero(),
        };
        let mut before = self.before.clone();
        for place in (0..skipped).step_by(finer) {
            before.push((lattice.number(place).ok()?, at(place)));
        }
        let places = self.tail.classes.len().checked_mul(finer).filter(|places| *places <= MOST_PLACES)?;
        let tail = Wave::through(self.tail.basis.clone(), places, |place| Some(at(place + skipped)))?;
        Some(Endless { before, lattice: Lattice { origin: from, step }, tail })
    }
}

impl Wave {
    /// The wave on this basis that has these weights in its first places.
    fn through(
        basis: Vec<(Fraction, u32)>,
        places: usize,
        mut at: impl FnMut(usize) -> Option<Fraction>,
    ) -> Option<Wave> {
        let rows: Vec<Vec<Fraction>> = (0u32..).take(basis.len()).map(|k| values(&basis, k)).collect();
        let solve = Solver::of(rows)?;
        let mut classes = Vec::with_capacity(places);
        for place in 0..places {
            let known = (0..basis.len()).map(|k| at(k * places + place)).collect::<Option<Vec<_>>>()?;
            classes.push(solve.solution(known));
        }
        Some(Wave { basis, classes })
    }

    fn at(&self, place: usize) -> Fraction {
        let (periods, class) = (place / self.classes.len(), place % self.classes.len());
        let values = values(&self.basis, u32::try_from(periods).unwrap_or(u32::MAX));
        let class = self.classes.get(class).map_or(&[][..], Vec::as_slice);
        class.iter().zip(&values).fold(Fraction::zero(), |sum, (much, value)| sum.add(&much.mul(value)))
    }

    fn mass(&self) -> Fraction {
        let [mass, _, _] = self.sums();
        mass
    }

    /// The sum of all weights, of weights times places, and of weights times the squares of places.
    fn sums(&self) -> [Fraction; 3] {
        let length = Fraction::from(u32::try_from(self.classes.len()).unwrap_or(u32::MAX));
        let mut sums = [Fraction::zero(), Fraction::zero(), Fraction::zero()];
        for (at, (ratio, degree)) in self.basis.iter().enumerate() {
            let [zeroth, once, twice] = power_sums(ratio, *degree);
            for (place, class) in (0u32..).zip(&self.classes) {
                let Some(much) = class.get(at) else { continue };
                let place = Fraction::from(place);
                let far = length.mul(&once);
                let first = far.add(&place.mul(&zeroth));
                let cross = place.mul(&far);
                let square = length.mul(&length).mul(&twice).add(&cross).add(&cross);
                let second = square.add(&place.mul(&place).mul(&zeroth));
                for (sum, part) in sums.iter_mut().zip([&zeroth, &first, &second]) {
                    *sum = sum.add(&much.mul(part));
                }
            }
        }
        sums
    }

    /// The weights of so many classes of places.
    fn over(&self, classes: usize) -> Option<Vec<Fraction>> {
        let places = num_integer::lcm(classes, self.classes.len());
        let wave = self.lengthened(places)?;
        let mut masses = vec![Fraction::zero(); classes];
        for (place, class) in wave.classes.iter().enumerate() {
            let mass =
                class.iter().zip(&wave.basis).fold(Fraction::zero(), |sum, (much, (ratio, degree))| {
                    let [zeroth, _, _] = power_sums(ratio, *degree);
                    sum.add(&much.mul(&zeroth))
                });
            if let Some(sum) = masses.get_mut(place % classes) {
                *sum = sum.add(&mass);
            }
        }
        Some(masses)
    }

    /// The same over a period of more places.
    fn lengthened(&self, places: usize) -> Option<Wave> {
        let times = u32::try_from(places / self.classes.len()).ok()?;
        if places > MOST_PLACES {
            return None;
        }
        let basis = self.basis.iter().map(|(ratio, degree)| (power(ratio, times), *degree)).collect();
        Wave::through(basis, places, |place| Some(self.at(place)))
    }

    /// The products of the weights of both, place by place.
    fn product(&self, other: &Wave) -> Option<Wave> {
        let places = num_integer::lcm(self.classes.len(), other.classes.len());
        let [a, b] = [self.lengthened(places)?, other.lengthened(places)?];
        let mut basis: Vec<(Fraction, u32)> = Vec::new();
        for (left, more) in &a.basis {
            for (right, degree) in &b.basis {
                let ratio = left.mul(right);
                for degree in 0..=(more + degree) {
                    let new = (ratio.clone(), degree);
                    if !basis.contains(&new) {
                        basis.push(new);
                    }
                }
            }
        }
        if basis.len() > MOST_POLES as usize * 2 {
            return None;
        }
        Wave::through(basis, places, |place| Some(a.at(place).mul(&b.at(place))))
    }

    /// For each place, the weight of all places beyond it.
    fn above(&self) -> Option<Wave> {
        let places = self.classes.len();
        let mut left = self.mass();
        let mut beyond = Vec::with_capacity(places * self.basis.len());
        for place in 0..places * self.basis.len() {
            left = left.sub(&self.at(place));
            beyond.push(left.clone());
        }
        Wave::through(self.basis.clone(), places, |place| beyond.get(place).cloned())
    }
}

/// What every part of a basis is after so many periods.
fn values(basis: &[(Fraction, u32)], periods: u32) -> Vec<Fraction> {
    let value = |(ratio, degree): &(Fraction, u32)| {
        let ways = super::binomial(u64::from(periods), u64::from(*degree));
        power(ratio, periods).mul(&Fraction::ratio(&ways, &Nat::ONE))
    };
    basis.iter().map(value).collect()
}

/// The sums over all `k` of `C(k, degree) · ratio^k`, of that times `k`, and times the square of `k`.
fn power_sums(ratio: &Fraction, degree: u32) -> [Fraction; 3] {
    let rest = Fraction::from(1).sub(ratio);
    let plain = |degree: u32| {
        let top = power(ratio, degree);
        top.div(&power(&rest, degree + 1)).unwrap_or_else(Fraction::zero)
    };
    let [zeroth, next, last] = [plain(degree), plain(degree + 1), plain(degree + 2)];
    let d = Fraction::from(degree);
    let e = Fraction::from(degree + 1);
    let f = Fraction::from(degree + 2);
    // k · C(k, d) = d · C(k, d) + (d + 1) · C(k, d + 1)
    let once = d.mul(&zeroth).add(&e.mul(&next));
    let after = e.mul(&next).add(&f.mul(&last));
    let twice = d.mul(&once).add(&e.mul(&after));
    [zeroth, once, twice]
}

/// Linear equations that are solved for many right-hand sides: the inverse.
struct Solver {
    inverse: Vec<Vec<Fraction>>,
}

impl Solver {
    fn of(mut rows: Vec<Vec<Fraction>>) -> Option<Solver> {
        let size = rows.len();
        let unit = |at: usize| (0..size).map(|i| Fraction::from(u32::from(i == at))).collect::<Vec<_>>();
        let mut inverse: Vec<Vec<Fraction>> = (0..size).map(unit).collect();
        let zero = Fraction::zero();
        for column in 0..size {
            let pivot =
                (column..size).find(|row| rows.get(*row).and_then(|r| r.get(column)) != Some(&zero))?;
            rows.swap(column, pivot);
            inverse.swap(column, pivot);
            let scale = rows.get(column)?.get(column)?.clone();
            for line in [rows.get_mut(column)?, inverse.get_mut(column)?] {
                for cell in line {
                    *cell = cell.div(&scale)?;
                }
            }
            let (own, own_inverse) = (rows.get(column)?.clone(), inverse.get(column)?.clone());
            for other in (0..size).filter(|row| *row != column) {
                let factor = rows.get(other)?.get(column)?.clone();
                if factor == zero {
                    continue;
                }
                for (line, from) in [(rows.get_mut(other)?, &own), (inverse.get_mut(other)?, &own_inverse)] {
                    for (cell, part) in line.iter_mut().zip(from) {
                        *cell = cell.sub(&part.mul(&factor));
                    }
                }
            }
        }
        Some(Solver { inverse })
    }

    fn solution(&self, right: Vec<Fraction>) -> Vec<Fraction> {
        let dot = |line: &Vec<Fraction>| {
            line.iter().zip(&right).fold(Fraction::zero(), |sum, (a, b)| sum.add(&a.mul(b)))
        };
        self.inverse.iter().map(dot).collect()
    }
}

/// Chances as a distribution.
pub(super) fn weighed<T: Ord + Clone>(chances: Vec<(T, Fraction)>) -> Option<Dist<T>> {
    let mut whole = Nat::ONE;
    for (_, chance) in &chances {
        whole = whole.lcm(&chance.denominator().clone().into());
    }
    let weight = |chance: &Fraction| {
        let factor = whole.checked_div(&chance.denominator().clone().into())?;
        Some(&factor * &chance.numerator().magnitude().clone().into())
    };
    let weights = chances.iter().map(|(value, chance)| Some((value.clone(), weight(chance)?)));
    Dist::from_weights(weights.collect::<Option<Vec<_>>>()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::{Budget, Chain, highest_total};

    /// A die that explodes on its highest face, listed so far.
    fn exploding(sides: i64, count: u32) -> Dist<Num> {
        let faces = (1..sides).map(|face| (Num::int(face), Nat::ONE)).collect::<Vec<_>>();
        let top = vec![(Num::int(sides), Nat::ONE)];
        let chain = Chain { starts: vec![faces.clone(), top.clone()], ends: faces, goes: top };
        chain.sum_of(count, 40, &mut Budget::default()).expect("a sum")
    }

    fn fraction(top: u128, bottom: u128) -> Fraction {
        Fraction::ratio(&Nat::word(top), &Nat::word(bottom))
    }

    #[test]
    fn an_exploding_die_is_even_two_times_in_five() {
        let d6 = exploding(6, 1);
        let even = d6.modulo(Num::int(2)).expect("a law");
        assert_eq!(even.prob_of(&Num::ZERO).to_fraction(), fraction(2, 5));
        // 1, 4; 2, 5; 3: each of the five that end it is as likely, and a six changes nothing.
        let thirds = d6.modulo(Num::int(3)).expect("a law");
        assert_eq!(thirds.prob_of(&Num::ZERO).to_fraction(), fraction(1, 5));
        assert_eq!(d6.endless().and_then(|all| all.moments()), d6.moments());
    }

    #[test]
    fn sums_keep_their_law() {
        // Odd where one of two is odd: 2 · 2/5 · 3/5.
        let two = exploding(6, 2);
        let odd = two.modulo(Num::int(2)).expect("a law").prob_of(&Num::ONE).to_fraction();
        assert_eq!(odd, fraction(12, 25));
        assert_eq!(two.endless().and_then(|all| all.moments()), two.moments());
        let mixed = exploding(6, 1).sum(&exploding(8, 1), &mut Budget::default()).expect("a sum");
        assert_eq!(mixed.endless().and_then(|all| all.moments()), mixed.moments());
        // A d8 is even 3/7 of the time: 1 to 7 end it.
        let odd = mixed.modulo(Num::int(2)).expect("a law").prob_of(&Num::ONE).to_fraction();
        assert_eq!(odd, fraction(2 * 4 + 3 * 3, 35));
    }

    #[test]
    fn the_highest_of_two_has_a_mean() {
        let mut budget = Budget::default();
        let groups = [(1, exploding(6, 1)), (1, exploding(8, 1))];
        let highest = highest_total(&groups, 1, &mut budget).expect("the highest");
        let mean = highest.mean().expect("known").to_f64();
        // Added up to where nothing is left.
        let near: f64 = highest.outcomes().iter().map(|(v, w)| v.to_f64() * highest.prob_f64(w)).sum();
        assert!((mean - near).abs() < 1e-7, "{mean} {near}");
        let groups = [(2, exploding(6, 1))];
        let lowest = crate::dist::highest_total(
            &[(2, exploding(6, 1).linear(Num::int(-1), Num::ZERO).expect("small"))],
            1,
            &mut budget,
        );
        let lowest = lowest.expect("known").linear(Num::int(-1), Num::ZERO).expect("small");
        let lowest = lowest.known_as_lowest_of(&groups).mean().expect("known");
        let highest = highest_total(&groups, 1, &mut budget).expect("known").mean().expect("known");
        // Both together are both dice.
        assert_eq!(lowest.add(&highest), fraction(42, 5));
    }

    /// What is left over when all of a die that explodes is taken through `of` and divided, added up face by face
    /// until hardly anything is left.
    fn left_over_by_hand(sides: i64, of: impl Fn(i64) -> i64, by: i64) -> Vec<f64> {
        let mut left = vec![0.0; usize::try_from(by).expect("above zero")];
        let mut weight = 1.0;
        for round in 0..40 {
            #[allow(clippy::cast_precision_loss)]
            let each = weight / sides as f64;
            for face in 1..sides {
                let class = of(round * sides + face).rem_euclid(by);
                left[usize::try_from(class).expect("not below zero")] += each;
            }
            weight = each;
        }
        left
    }

    fn assert_left_over(dist: &Dist<Num>, by: i64, wanted: &[f64]) {
        let found = dist.modulo(Num::int(by)).expect("a law");
        assert!(found.is_complete());
        for (class, wanted) in (0i64..).zip(wanted) {
            let chance = found.prob_of(&Num::int(class)).to_f64();
            assert!((chance - wanted).abs() < 1e-12, "{class} of {by}: {chance} and not {wanted}");
        }
    }

    #[test]
    fn stretched_shifted_and_mirrored_tails_go_on_as_they_should() {
        for (sides, factor, shift, by) in
            [(6, 2, 1, 5), (8, 3, 0, 4), (6, -1, 0, 4), (4, -2, 3, 7), (10, 1, 7, 3)]
        {
            let dist = exploding(sides, 1).linear(Num::int(factor), Num::int(shift)).expect("small");
            assert_left_over(&dist, by, &left_over_by_hand(sides, |value| factor * value + shift, by));
        }
    }

    #[test]
    fn halves_of_stretched_tails_are_known_to_their_ends() {
        for (factor, by) in [(2, 3), (3, 2), (5, 4)] {
            let dist = exploding(6, 1).linear(Num::int(factor), Num::ZERO).expect("small");
            let parts = dist.floor_div(Num::int(by)).expect("a law");
            assert_left_over(&parts, 3, &left_over_by_hand(6, |value| (factor * value).div_euclid(by), 3));
        }
    }

    #[test]
    fn mixtures_have_the_tails_of_all_their_parts() {
        let parts = [
            (Nat::word(2), exploding(6, 1)),
            (Nat::word(3), exploding(8, 1)),
            (Nat::word(1), exploding(6, 1)),
        ];
        let mixed = Dist::mix_numbers(&parts, &mut Budget::default()).expect("a mixture");
        let [six, eight] = [6, 8].map(|sides| left_over_by_hand(sides, |value| value, 5));
        let wanted: Vec<f64> = six.iter().zip(&eight).map(|(six, eight)| (six + eight) / 2.0).collect();
        assert_left_over(&mixed, 5, &wanted);
        assert_eq!(mixed.endless().and_then(|all| all.moments()), mixed.moments());
    }

    /// Three sizes repeat themselves together only after 24 outcomes, in seven ways. The fraction was worked out
    /// outside of this program.
    #[test]
    fn the_highest_of_several_sizes_is_listed_as_far_as_its_law_needs() {
        let groups = [4, 6, 8].map(|sides| (1, exploding(sides, 1)));
        let highest = highest_total(&groups, 1, &mut Budget::default()).expect("the highest");
        let mean = highest.mean().expect("known").to_string();
        assert_eq!(mean, "1140946220088236026432/161473796478401215935");
        let groups = [10, 6].map(|sides| (1, exploding(sides, 1)));
        let highest = highest_total(&groups, 1, &mut Budget::default()).expect("the highest");
        assert_eq!(highest.mean().expect("known"), fraction(2_533_815_841, 349_919_955));
    }

    #[test]
    fn half_an_exploding_die_goes_on_as_it_does() {
        let half = exploding(6, 1).floor_div(Num::int(2)).expect("a law");
        // 6 and 7 come to 3: nothing shows 6 itself, and 7 is a six and a one.
        assert_eq!(half.prob_of(&Num::int(3)).to_string(), "1/36");
        let moments = half.moments().expect("known");
        // 1 to 5 come to 0, 1, 1, 2, 2, and each six to 3 more: (9 + mean) / 6 is the mean.
        assert_eq!(moments.mean, fraction(9, 5));
        let below = exploding(6, 1).linear(Num::int(-1), Num::ZERO).expect("fits");
        let below = below.floor_div(Num::int(2)).expect("a law");
        // Below zero they come to 1, 1, 2, 2, 3, and each six to 3 more.
        assert_eq!(below.moments().expect("known").mean, Fraction::zero().sub(&fraction(12, 5)));
    }

    #[test]
    fn two_endless_dice_are_compared_exactly() {
        let [d6, d8] = [6, 8].map(|sides| exploding(sides, 1).endless().expect("a law"));
        let [less, equal, greater] = d6.compare(&d6).expect("known");
        // The first throws are equal and end both, or are both sixes.
        assert_eq!(equal, fraction(5, 35));
        assert_eq!(less, greater);
        let [less, equal, greater] = d6.compare(&d8).expect("known");
        let [more, same, fewer] = d8.compare(&d6).expect("known");
        assert_eq!((less, equal, greater), (fewer, same, more));
    }
}
