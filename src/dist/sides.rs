//! Differences of two numbers without end: these go on in both directions. What lies at or above 0 and what lies below
//! it are two distributions, each of which goes on in one.

use super::endless::{Endless, weighed};
use super::lattice::{Lattice, common_step};
use super::{Budget, Dist, Fraction, Law, Nat, Tail};
use crate::base::Num;

/// What is left is listed further down to this.
const LITTLE: f64 = 1e-12;
/// A difference lists no more outcomes on either side.
const MOST_PLACES: usize = 1024;

/// A difference of two numbers without end in two parts, with what they weigh beside each other.
pub(crate) struct Sides {
    /// At or above 0.
    pub above: (Nat, Dist<Num>),
    pub below: (Nat, Dist<Num>),
}

impl Dist<Num> {
    /// How much an outcome of this is more than an independent one of the other; `None` where one of them has an end,
    /// where it is not known how they go on, or where that is too much work.
    pub(crate) fn sides(&self, other: &Dist<Num>, budget: &mut Budget) -> Option<Sides> {
        let above = self.more_than(other, true, budget)?;
        let below = other.more_than(self, false, budget)?;
        let rest = Fraction::from(1).sub(&above.0);
        if rest != below.0 {
            return None;
        }
        let weights = weighed(vec![(false, above.0), (true, rest)])?;
        let [(_, more), (_, less)] = <[_; 2]>::try_from(weights.into_outcomes()).ok()?;
        let below = below.1.linear(Num::int(-1), Num::ZERO).ok()?;
        Some(Sides { above: (more, above.1), below: (less, below) })
    }

    /// By how much an outcome of this is more than one of the other, where it is, or where it is not less; and how
    /// likely that is.
    fn more_than(
        &self,
        other: &Dist<Num>,
        or_equal: bool,
        budget: &mut Budget,
    ) -> Option<(Fraction, Dist<Num>)> {
        let (a, b) = (self.endless()?, other.endless()?);
        let [_, equal, greater] = a.compare(&b)?;
        let whole = if or_equal { greater.add(&equal) } else { greater };
        let law = self.cut()?.law.as_ref()?;
        let law = Law { after: law.after.sub(b.least()?).ok()?.max(Num::ZERO), poles: law.poles.clone() };
        let enough = law.after.add(law.reach()?).ok()?;
        let lattice = Lattice { origin: Num::ZERO, step: a.step_with(&b)? };
        // The least difference that may come up and is not below 0.
        let first = a.least()?.sub(b.least()?).ok()?.modulo(lattice.step).ok()?;
        let mut listed = Vec::new();
        let mut left = whole.clone();
        for place in 0..MOST_PLACES {
            let number = lattice.number(place).ok()?.add(first).ok()?;
            if number > enough {
                break;
            }
            if number.is_zero() && !or_equal {
                continue;
            }
            budget.charge(1 << 12).ok()?;
            let chance = a.is_equal(&b.shifted(number)?)?;
            left = left.sub(&chance);
            if chance != Fraction::zero() {
                listed.push((Some(number), chance));
            }
        }
        if listed.last()?.0? < law.after {
            return None;
        }
        listed.push((None, left));
        let weights = weighed(listed)?;
        let total = weights.total().clone();
        let outcomes =
            weights.into_outcomes().into_iter().filter_map(|(value, weight)| Some((value?, weight)));
        let mut listed = Dist::listing(outcomes.collect());
        listed.fill_up(total, Tail::Above);
        let listed = listed.with_law(Some(law)).with_known_moments();
        Some((whole, listed.with_little_left(enough)))
    }

    /// The same with more of it listed, until hardly anything is left.
    fn with_little_left(self, mut last: Num) -> Dist<Num> {
        let mut listed = self;
        while listed.residual().to_f64() > LITTLE {
            let further = last.mul(Num::int(2)).ok().and_then(|twice| {
                last = twice;
                listed.listed_to(twice)
            });
            match further {
                Some(further) => listed = further,
                None => break,
            }
        }
        listed
    }
}

impl Endless {
    /// The least outcome.
    fn least(&self) -> Option<Num> {
        self.before.first().map(|(value, _)| *value).or(Some(self.lattice.origin))
    }

    /// The greatest step that leads from any outcome of either to any other of the same.
    fn step_with(&self, other: &Endless) -> Option<Num> {
        let mut step = common_step(self.lattice.step, other.lattice.step)?;
        for endless in [self, other] {
            for (value, _) in &endless.before {
                step = common_step(step, endless.lattice.origin.sub(*value).ok()?)?;
            }
        }
        Some(step)
    }

    fn shifted(&self, by: Num) -> Option<Endless> {
        let before = self.before.iter().map(|(value, chance)| Some((value.add(by).ok()?, chance.clone())));
        let lattice = Lattice { origin: self.lattice.origin.add(by).ok()?, step: self.lattice.step };
        Some(Endless { before: before.collect::<Option<_>>()?, lattice, tail: self.tail.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::Chain;

    fn exploding(sides: i64, count: u32) -> Dist<Num> {
        let faces = (1..sides).map(|face| (Num::int(face), Nat::ONE)).collect::<Vec<_>>();
        let top = vec![(Num::int(sides), Nat::ONE)];
        let chain = Chain { starts: vec![faces.clone(), top.clone()], ends: faces, goes: top };
        chain.sum_of(count, 40, &mut Budget::default()).expect("a sum")
    }

    /// Held against all that is listed of both.
    #[test]
    fn both_sides_of_a_difference_are_known_to_their_ends() {
        for (a, b) in [((6, 1), (8, 1)), ((4, 1), (4, 1)), ((6, 2), (4, 1)), ((4, 1), (6, 2))] {
            let (a, b) = (exploding(a.0, a.1), exploding(b.0, b.1));
            let sides = a.sides(&b, &mut Budget::default()).expect("known");
            let whole = &sides.above.0 + &sides.below.0;
            let share = |weight: &Nat| Fraction::ratio(weight, &whole).to_f64();
            let (above, below) = (share(&sides.above.0), share(&sides.below.0));
            let mean = |dist: &Dist<Num>| dist.mean().expect("known").to_f64();
            let (mut more, mut far, mut near) = (0.0, 0.0, 0.0);
            for (x, p) in a.outcomes() {
                for (y, q) in b.outcomes() {
                    let (chance, apart) = (a.prob_f64(p) * b.prob_f64(q), x.to_f64() - y.to_f64());
                    if apart >= 0.0 {
                        more += chance;
                        far += chance * apart;
                    } else {
                        near += chance * apart;
                    }
                }
            }
            assert!((above - more).abs() < 1e-9, "{above} and not {more}");
            let found = above * mean(&sides.above.1);
            assert!((found - far).abs() < 1e-8, "{found} and not {far}");
            let found = below * mean(&sides.below.1);
            assert!((found - near).abs() < 1e-8, "{found} and not {near}");
        }
    }
}
