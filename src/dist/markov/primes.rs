//! Large chains modulo primes: what flows through each state is a word there, however long the fraction is that
//! it stands for. Only what arrives at the ends is put together again, from as many primes as are certain to be
//! enough: all denominators are known by their factors, and no number is larger than what flows says.

use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use super::super::{Budget, DistError, Nat};
use super::arithmetic::{Arithmetic, Fields, Numbers, Sizes};
use super::denominators::Denominators;
use super::flow::{Flow, Gain, Reached, SMALL};
use super::met::Met;
use super::modular::{Field, Residues, Solved, System, prime_below};
use super::{Edge, Markov, To};

/// Chains of fewer states are solved in fractions.
const MANY: usize = 200;
/// Where denominators have more different factors than this, they are not told by them.
const FACTORS: usize = 64;

/// A way as it is gone, by the numbers of its weight and of what it gains; 0 is nothing.
struct Going {
    /// The place of a state; ends stand after all states.
    to: u32,
    weight: u32,
    gain: u32,
    /// Whether the sum is what is gained from here on, whatever it was.
    sets: bool,
}

/// How a part is solved.
#[derive(Clone, Copy)]
enum Own {
    /// One state: what flows in is divided.
    Division(u32),
    /// States that lead to each other, by the inverse of their equations.
    Inverse(u32),
    /// There is no way out.
    Closed,
}

/// States that lead to each other, one after the other in order.
struct Part {
    from: usize,
    size: usize,
    own: Own,
    /// Whether something is gained on a way within it.
    gains: bool,
}

/// Whole binary digits that each prime adds.
const PRIME_BITS: u64 = 61;
/// So many more primes are taken one by one.
const FEW_PRIMES: u64 = 2;

/// A chain made ready: its states stand in order of dependence.
struct Ready {
    parts: Vec<Part>,
    /// For each state where its ways out of its part end, and then those within.
    until: Vec<[usize; 2]>,
    ways: Vec<Going>,
    start: usize,
    ends: usize,
    gains: Vec<BigInt>,
    divisors: Vec<Nat>,
    inverses: Vec<Rc<Solved>>,
}

impl Markov {
    /// How likely each end is; and with gains, the first and second moments of the sum at each.
    ///
    /// # Errors
    /// It is too much work; [`DistError::Empty`] where some part of the chain has no way out.
    pub(crate) fn reached(&self, gains: Option<&[Gain]>, budget: &mut Budget) -> Result<Reached, DistError> {
        let shorter = self.past_passes(gains);
        let chain = shorter.as_ref().unwrap_or(self);
        if chain.len() >= MANY
            && let Some(reached) = chain.reached_by_primes(gains, budget)?
        {
            return Ok(reached);
        }
        chain.reached_by_parts(gains, budget)
    }

    /// The same modulo primes; nothing where that is not worth while.
    fn reached_by_primes(
        &self,
        gains: Option<&[Gain]>,
        budget: &mut Budget,
    ) -> Result<Option<Reached>, DistError> {
        let mut flow = Flow::new(self, budget);
        let Some(ready) = Ready::of(&mut flow, gains)? else { return Ok(None) };
        let Some(whole) = ready.whole(&mut flow.dens, gains.is_some())? else { return Ok(None) };
        let largest = ready.flow(&Sizes, &ready.sizes(&self.weights.all), gains.is_some());
        let largest = largest.iter().flatten().fold(1.0, |largest: f64, size| largest.max(*size));
        if !largest.is_finite() {
            return Ok(None);
        }
        const MARGIN: u64 = 16;
        let wanted = whole.bits() + largest.log2().ceil().to_u64().unwrap_or(0) + MARGIN;
        let kept = if gains.is_some() { 3 } else { 1 };
        let mut found = Residues::new(ready.ends * kept);
        let mut below = 1 << 62;
        let mut next = || loop {
            below = prime_below(below);
            let field = Field::new(below);
            let out_of = field.of_nat(&whole);
            if out_of != 0 {
                return (field, out_of);
            }
        };
        while found.bits() <= wanted {
            let missing = (wanted - found.bits()) / PRIME_BITS + 1;
            budget.charge((ready.ways.len() + found.words()) as u64)?;
            if missing <= FEW_PRIMES {
                let (field, out_of) = next();
                let ends = ready.flow(&field, &ready.residues(&field, &self.weights.all), gains.is_some());
                let ends = ends.iter().flat_map(|end| end.iter().take(kept));
                found.add(&field, ends.map(|number| field.times(*number, out_of)));
                continue;
            }
            let mut out_of = [0; Fields::COUNT];
            let fields = Fields(std::array::from_fn(|at| {
                let (field, of) = next();
                out_of[at] = of;
                field
            }));
            budget.charge((ready.ways.len() + found.words()) as u64 * (Fields::COUNT as u64 - 1))?;
            let each = fields.0.each_ref().map(|field| ready.residues(field, &self.weights.all));
            let ends = ready.flow(&fields, &Numbers::side_by_side(&each), gains.is_some());
            for (at, field) in fields.0.iter().enumerate() {
                let ends = ends.iter().flat_map(|end| end.iter().take(kept));
                found.add(field, ends.map(|numbers| field.times(numbers[at], out_of[at])));
            }
        }
        let mut numbers = found.signed().into_iter();
        let mut number =
            |is_known: bool| if is_known { numbers.next().unwrap_or_default() } else { BigInt::ZERO };
        let ends = (0..ready.ends)
            .map(|_| [number(true), number(gains.is_some()), number(gains.is_some())])
            .collect();
        Ok(Some(Reached { whole, ends }))
    }
}

impl Ready {
    /// Nothing where parts are large, or sums are set anew within one.
    fn of(flow: &mut Flow<'_>, gains: Option<&[Gain]>) -> Result<Option<Ready>, DistError> {
        let chain = flow.chain;
        let parts = chain.parts(|_| true);
        if parts.iter().any(|part| part.len() > SMALL) {
            return Ok(None);
        }
        let gains = gains_of(gains);
        let mut places = vec![0u32; chain.len()];
        for (place, state) in (0u32..).zip(parts.iter().flatten()) {
            places[*state as usize] = place;
        }
        let mut ready = Ready {
            parts: Vec::with_capacity(parts.len()),
            until: Vec::with_capacity(chain.len()),
            ways: Vec::with_capacity(chain.way_count()),
            start: places.first().map_or(0, |place| *place as usize),
            ends: chain.ends,
            gains: gains.1,
            divisors: Vec::new(),
            inverses: Vec::new(),
        };
        let first_end = u32::try_from(chain.len()).unwrap_or(u32::MAX);
        let (mut divisors, mut systems) = (Met::new(), FxHashMap::default());
        let mut within: Vec<Going> = Vec::new();
        for part in &parts {
            let own = ready.own(flow, part, (&mut divisors, &mut systems))?;
            let mut made = Part { from: ready.until.len(), size: part.len(), own, gains: false };
            for state in part {
                for way in chain.ways_of(*state) {
                    let to = match way.to {
                        To::State(to) => places[to as usize],
                        To::End(end) => first_end + end,
                    };
                    let gain = gains.0.get(way.gain as usize).copied().unwrap_or(0);
                    let sets = gains.2.get(way.gain as usize).copied().unwrap_or(false);
                    let ways = if made.holds(to) { &mut within } else { &mut ready.ways };
                    ways.push(Going { to, weight: way.weight, gain, sets });
                }
                // What is set within a part changes its equations.
                if within.iter().any(|way| way.sets) {
                    return Ok(None);
                }
                made.gains |= within.iter().any(|way| way.gain > 0);
                let out = ready.ways.len();
                ready.ways.append(&mut within);
                ready.until.push([out, ready.ways.len()]);
            }
            ready.parts.push(made);
        }
        ready.divisors = divisors.all;
        Ok(Some(ready))
    }

    /// How a part is solved.
    fn own(
        &mut self,
        flow: &mut Flow<'_>,
        part: &[u32],
        (divisors, systems): (&mut Met, &mut FxHashMap<System, u32>),
    ) -> Result<Own, DistError> {
        if let [state] = part {
            let back = |way: &&Edge| way.to == To::State(*state);
            let mut whole = Nat::ZERO;
            flow.chain.ways_of(*state).iter().filter(back).for_each(|way| whole += flow.chain.weight(way));
            let out = flow.chain.whole(*state).checked_sub(&whole).filter(|out| !out.is_zero());
            return Ok(out.map_or(Own::Closed, |out| Own::Division(divisors.number(&out))));
        }
        let system = match flow.system(part, &|_| true) {
            Err(DistError::Empty) => return Ok(Own::Closed),
            system => system?,
        };
        let next = u32::try_from(self.inverses.len()).unwrap_or(u32::MAX);
        if let Some(known) = systems.get(&system) {
            return Ok(Own::Inverse(*known));
        }
        self.inverses.push(flow.inverse(&system)?);
        systems.insert(system, next);
        Ok(Own::Inverse(next))
    }

    /// The ways of a state out of its part.
    fn out(&self, state: usize) -> &[Going] {
        let from =
            state.checked_sub(1).and_then(|before| self.until.get(before)).map_or(0, |[_, until]| *until);
        let to = self.until.get(state).map_or(from, |[out, _]| *out);
        self.ways.get(from..to).unwrap_or(&[])
    }

    /// Those within its part.
    fn within(&self, state: usize) -> &[Going] {
        let [out, until] = self.until.get(state).copied().unwrap_or_default();
        self.ways.get(out..until).unwrap_or(&[])
    }

    /// What all numbers at the ends are out of; nothing where that has too many factors.
    fn whole(&self, dens: &mut Denominators, moments: bool) -> Result<Option<Nat>, DistError> {
        let divisors: Vec<_> = self.divisors.iter().map(|divisor| dens.of(divisor)).collect();
        let inverses: Vec<_> =
            self.inverses.iter().map(|solved| dens.of(&solved.bottom.magnitude().clone().into())).collect();
        let factors = dens.factor_count();
        if factors > FACTORS {
            return Ok(None);
        }
        let kept = if moments { 3 } else { 1 };
        // For each state how often each factor occurs in each number, and one more where anything arrives.
        let width = factors * kept;
        let mut powers = vec![0u32; self.until.len() * width];
        let mut arrives = vec![false; self.until.len()];
        let mut at_ends = vec![0u32; width];
        if let Some(first) = arrives.get_mut(self.start) {
            *first = true;
        }
        let mut joined = vec![0u32; width];
        for part in &self.parts {
            let states = part.from..part.from + part.size;
            if !states.clone().any(|state| arrives[state]) {
                continue;
            }
            let own = match part.own {
                Own::Division(divisor) => divisors[divisor as usize],
                Own::Inverse(inverse) => inverses[inverse as usize],
                Own::Closed => return Err(DistError::Empty),
            };
            joined.fill(0);
            for state in states.clone() {
                join(&mut joined, &powers[state * width..(state + 1) * width]);
            }
            for moment in 0..kept {
                if moment > 0 && part.gains {
                    let (before, after) = joined.split_at_mut(moment * factors);
                    join(after, &before[(moment - 1) * factors..]);
                }
                for (factor, often) in dens.powers(own) {
                    joined[moment * factors + *factor as usize] += often;
                }
            }
            for way in states.flat_map(|state| self.out(state)) {
                let to = way.to as usize;
                let target = match arrives.get_mut(to) {
                    Some(arrives) => {
                        *arrives = true;
                        &mut powers[to * width..(to + 1) * width]
                    }
                    None => &mut at_ends[..],
                };
                join(target, &joined);
                if way.gain > 0 && moments {
                    join(&mut target[factors..], &joined[..2 * factors]);
                    join(&mut target[2 * factors..], &joined[..factors]);
                }
            }
        }
        let (most, rest) = at_ends.split_at_mut(factors);
        rest.chunks_exact(factors.max(1)).for_each(|of| join(most, of));
        Ok(Some(dens.product(most)))
    }

    /// What comes to the ends, with its moments where they are wanted.
    fn flow<A: Arithmetic>(
        &self,
        of: &A,
        numbers: &Numbers<A::Number>,
        moments: bool,
    ) -> Vec<[A::Number; 3]> {
        if moments { self.gone::<A, 3>(of, numbers) } else { self.gone::<A, 1>(of, numbers) }
    }

    fn gone<A: Arithmetic, const KEPT: usize>(
        &self,
        of: &A,
        numbers: &Numbers<A::Number>,
    ) -> Vec<[A::Number; 3]> {
        let nothing = A::Number::default();
        let states = self.until.len();
        let mut passed = vec![[nothing; KEPT]; states + self.ends];
        if let Some(first) = passed.get_mut(self.start) {
            first[0] = numbers.one;
        }
        for part in &self.parts {
            for moment in 0..KEPT {
                if moment > 0 && part.gains {
                    self.gained_within(of, numbers, part, moment, &mut passed);
                }
                solve(of, numbers, part, moment, &mut passed);
            }
            for state in part.from..part.from + part.size {
                let flows = passed[state];
                for way in self.out(state) {
                    let weight = numbers.weights[way.weight as usize];
                    let mut going = flows.map(|flow| of.times(flow, weight));
                    // What was added up before ends where the sum is set.
                    if way.sets {
                        going.iter_mut().skip(1).for_each(|flow| *flow = nothing);
                    }
                    if way.gain > 0 {
                        add_gain(of, numbers.gains[way.gain as usize], &mut going);
                    }
                    for (slot, flow) in passed[way.to as usize].iter_mut().zip(going) {
                        *slot = of.plus(*slot, flow);
                    }
                }
            }
        }
        let ends = passed.split_off(states);
        ends.into_iter()
            .map(|end| std::array::from_fn(|at| end.get(at).copied().unwrap_or(nothing)))
            .collect()
    }

    /// What is gained on the ways within a part flows in.
    fn gained_within<A: Arithmetic, const KEPT: usize>(
        &self,
        of: &A,
        numbers: &Numbers<A::Number>,
        part: &Part,
        moment: usize,
        passed: &mut [[A::Number; KEPT]],
    ) {
        for state in part.from..part.from + part.size {
            let flows = passed[state];
            for way in self.within(state).iter().filter(|way| way.gain > 0) {
                let more = gained(of, numbers, way, &flows, moment);
                let slot = &mut passed[way.to as usize][moment];
                *slot = of.plus(*slot, more);
            }
        }
    }

    fn sizes(&self, weights: &[Nat]) -> Numbers<f64> {
        let size = |number: &Nat| Nat::ratio_f64(number, &Nat::ONE);
        let sized = |number: &BigInt| number.to_f64().map_or(f64::INFINITY, f64::abs);
        let inverse = |solved: &Rc<Solved>| {
            let bottom = solved.bottom.magnitude().clone().into();
            let part = |top: &BigInt| Nat::ratio_f64(&top.magnitude().clone().into(), &bottom);
            solved.tops.iter().flatten().map(part).collect()
        };
        Numbers {
            one: 1.0,
            two: 2.0,
            weights: weights.iter().map(size).collect(),
            gains: self.gains.iter().map(sized).collect(),
            divisors: self.divisors.iter().map(|divisor| 1.0 / size(divisor)).collect(),
            inverses: self.inverses.iter().map(inverse).collect(),
        }
    }

    fn residues(&self, field: &Field, weights: &[Nat]) -> Numbers<u64> {
        let inverse = |solved: &Rc<Solved>| {
            let bottom = field.inverse_of(field.of_big(&solved.bottom));
            solved.tops.iter().flatten().map(|top| field.times(field.of_big(top), bottom)).collect()
        };
        Numbers {
            one: field.enter(1),
            two: field.enter(2),
            weights: weights.iter().map(|weight| field.of_nat(weight)).collect(),
            gains: self.gains.iter().map(|gain| field.of_big(gain)).collect(),
            divisors: self.divisors.iter().map(|of| field.inverse_of(field.of_nat(of))).collect(),
            inverses: self.inverses.iter().map(inverse).collect(),
        }
    }
}

impl Part {
    /// Whether a state is one of this part.
    fn holds(&self, to: u32) -> bool {
        (self.from..self.from + self.size).contains(&(to as usize))
    }
}

/// What flows in becomes how often states are passed, out of their wholes.
fn solve<A: Arithmetic, const KEPT: usize>(
    of: &A,
    numbers: &Numbers<A::Number>,
    part: &Part,
    moment: usize,
    passed: &mut [[A::Number; KEPT]],
) {
    let states = &mut passed[part.from..part.from + part.size];
    match part.own {
        Own::Division(divisor) => {
            for state in states {
                state[moment] = of.times(state[moment], numbers.divisors[divisor as usize]);
            }
        }
        Own::Inverse(inverse) => {
            let mut solved = [A::Number::default(); SMALL];
            for (state, row) in states.iter().zip(numbers.inverses[inverse as usize].chunks_exact(part.size))
            {
                for (sum, factor) in solved.iter_mut().zip(row) {
                    *sum = of.plus(*sum, of.times(state[moment], *factor));
                }
            }
            states.iter_mut().zip(solved).for_each(|(state, sum)| state[moment] = sum);
        }
        // Nothing arrives there.
        Own::Closed => {}
    }
}

/// What is gained is added to the moments of what flows along a way: with `s` the sum and `g` the gain, those of
/// `s + g` and of its square.
#[inline]
fn add_gain<A: Arithmetic, const KEPT: usize>(of: &A, gain: A::Number, flows: &mut [A::Number; KEPT]) {
    if let [whole, first, rest @ ..] = &mut flows[..] {
        let gained = of.times(*whole, gain);
        if let [second, ..] = rest {
            let twice = of.plus(of.plus(*first, *first), gained);
            *second = of.plus(*second, of.times(twice, gain));
        }
        *first = of.plus(*first, gained);
    }
}

/// What a way adds to a moment by what is gained on it.
fn gained<A: Arithmetic, const KEPT: usize>(
    of: &A,
    numbers: &Numbers<A::Number>,
    way: &Going,
    flows: &[A::Number; KEPT],
    moment: usize,
) -> A::Number {
    let gain = numbers.gains[way.gain as usize];
    // With s the sum and g the gain: (s + g) and (s + g) squared.
    let more = match moment {
        1 => of.times(gain, flows[0]),
        _ => {
            let twice = of.times(numbers.two, flows[1]);
            of.times(gain, of.plus(twice, of.times(gain, flows[0])))
        }
    };
    of.times(more, numbers.weights[way.weight as usize])
}

/// For each gain its number among those that are something, these, and whether each sets the sum.
fn gains_of(gains: Option<&[Gain]>) -> (Vec<u32>, Vec<BigInt>, Vec<bool>) {
    let (mut numbers, mut all, mut sets) = (Vec::new(), vec![BigInt::ZERO], Vec::new());
    for gain in gains.unwrap_or(&[]) {
        let (Gain::Add(number) | Gain::Set(number)) = gain;
        sets.push(matches!(gain, Gain::Set(_)));
        if *number == BigInt::ZERO {
            numbers.push(0);
        } else {
            numbers.push(u32::try_from(all.len()).unwrap_or(u32::MAX));
            all.push(number.clone());
        }
    }
    (numbers, all, sets)
}

/// The least powers that both divide.
fn join(into: &mut [u32], other: &[u32]) {
    into.iter_mut().zip(other).for_each(|(a, b)| *a = (*a).max(*b));
}

#[cfg(test)]
mod tests {
    use super::super::Way;
    use super::*;
    use crate::dist::Fraction;

    fn agree(chain: &Markov, gains: Option<&[Gain]>) {
        let by_parts = chain.reached_by_parts(gains, &mut Budget::default()).expect("little work");
        let by_primes = chain.reached_by_primes(gains, &mut Budget::default()).expect("little work");
        let by_primes = by_primes.expect("small parts");
        for (a, b) in by_parts.ends.iter().zip(&by_primes.ends) {
            for (a, b) in a.iter().zip(b) {
                let a = Fraction::new(a.clone(), by_parts.whole.to_big());
                assert_eq!(a, Fraction::new(b.clone(), by_primes.whole.to_big()));
            }
        }
    }

    /// A chain whose states lead onwards, back to themselves, and to and fro in small parts.
    fn made(seed: u64, states: u32) -> Markov {
        let mut luck = seed;
        let mut below = |n: u32| {
            luck = luck.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            u32::try_from((luck >> 33) % u64::from(n)).expect("small")
        };
        let mut chain = Markov::default();
        for state in 0..states {
            let mut ways = Vec::new();
            let mut whole = Nat::ZERO;
            let mut add = |to: To, weight: u32, gain: u32| {
                let weight = Nat::from(weight);
                whole += &weight;
                ways.push(Way { to, weight, gain });
            };
            for _ in 0..=below(3) {
                let to = state + 1 + below(5);
                let to = if to < states { To::State(to) } else { To::End(to % 3) };
                add(to, 1 + below(6), below(4));
            }
            match below(4) {
                0 => add(To::State(state), 1 + below(3), below(4)),
                1 if state % 4 != 0 => add(To::State(state - 1), 1 + below(3), below(4)),
                2 => add(To::End(below(3)), 1 + below(9), below(4)),
                _ => {}
            }
            chain.push(whole, ways);
        }
        chain.set_ends(3);
        chain
    }

    #[test]
    fn primes_agree_with_fractions() {
        let gains: Vec<Gain> = [0, 1, -3, 70_000].map(|gain| Gain::Add(BigInt::from(gain))).to_vec();
        for seed in 0..40 {
            let chain = made(seed, 5 + u32::try_from(seed).expect("small") * 3);
            agree(&chain, None);
            agree(&chain, Some(&gains));
        }
    }

    #[test]
    fn a_part_without_a_way_out_matters_only_where_something_arrives() {
        let way = |to, weight| Way { to, weight: Nat::word(weight), gain: 0 };
        let mut chain = Markov::default();
        chain.push(Nat::word(2), [way(To::State(2), 1), way(To::End(0), 1)]);
        chain.push(Nat::word(2), [way(To::State(1), 2)]);
        chain.push(Nat::word(3), [way(To::End(0), 3)]);
        chain.set_ends(1);
        agree(&chain, None);
        chain.push(Nat::word(2), [way(To::State(1), 2)]);
        chain.truncate(2);
        chain.push(Nat::word(3), [way(To::State(1), 3)]);
        let refused = chain.reached_by_primes(None, &mut Budget::default()).map(|_| ());
        assert_eq!(refused, Err(DistError::Empty));
    }

    #[test]
    fn sums_that_are_set_begin_anew() {
        let mut chain = Markov::default();
        let way = |to, weight, gain| Way { to, weight: Nat::word(weight), gain };
        chain.push(Nat::word(3), [way(To::State(1), 1, 1), way(To::State(2), 1, 2), way(To::State(0), 1, 1)]);
        chain.push(Nat::word(4), [way(To::State(2), 1, 2), way(To::State(2), 1, 3), way(To::End(0), 2, 1)]);
        chain.push(Nat::word(2), [way(To::End(0), 1, 1), way(To::End(1), 1, 0)]);
        chain.set_ends(2);
        let gains = [0.into(), 1.into()].map(Gain::Add).into_iter();
        let gains: Vec<Gain> = gains.chain([7.into(), 0.into()].map(Gain::Set)).collect();
        agree(&chain, Some(&gains));
        // Within a part that is left to fractions.
        chain.push(Nat::word(2), [way(To::State(3), 1, 2), way(To::End(0), 1, 0)]);
        let found = chain.reached_by_primes(Some(&gains), &mut Budget::default()).expect("little work");
        assert!(found.is_none());
    }
}
