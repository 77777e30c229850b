//! Denominators by their factors: what weights are out of is a product of few numbers, again and again, so
//! that fractions are brought together without a greatest common divisor being worked out.

use std::rc::Rc;

use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use super::super::Nat;

/// A denominator that is known.
pub(super) type Den = u32;

/// Factors, each with how often it occurs, in the order of the factors.
type Powers = Vec<(u32, u32)>;

/// Primes below this are taken out of numbers; what is left is a factor as it is.
const SMALL: u32 = 1 << 10;

/// Denominators that were met, each once.
pub(super) struct Denominators {
    factors: Vec<BigUint>,
    numbers: FxHashMap<BigUint, u32>,
    all: Vec<Powers>,
    index: FxHashMap<Powers, Den>,
    of: FxHashMap<Nat, Den>,
    products: FxHashMap<(Den, Den), Den>,
    joined: FxHashMap<(Den, Den), Den>,
    scales: FxHashMap<(Den, Den), Rc<BigInt>>,
}

impl Denominators {
    /// The denominator 1.
    pub(super) const ONE: Den = 0;

    pub(super) fn new() -> Denominators {
        let mut made = Denominators {
            factors: Vec::new(),
            numbers: FxHashMap::default(),
            all: Vec::new(),
            index: FxHashMap::default(),
            of: FxHashMap::default(),
            products: FxHashMap::default(),
            joined: FxHashMap::default(),
            scales: FxHashMap::default(),
        };
        made.number(Vec::new());
        made
    }

    fn number(&mut self, powers: Powers) -> Den {
        if let Some(known) = self.index.get(&powers) {
            return *known;
        }
        let den = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        self.all.push(powers.clone());
        self.index.insert(powers, den);
        den
    }

    fn factor(&mut self, factor: BigUint) -> u32 {
        let next = u32::try_from(self.factors.len()).unwrap_or(u32::MAX);
        let number = *self.numbers.entry(factor.clone()).or_insert(next);
        if number == next {
            self.factors.push(factor);
        }
        number
    }

    /// The denominator that is this number.
    pub(super) fn of(&mut self, number: &Nat) -> Den {
        if let Some(known) = self.of.get(number) {
            return *known;
        }
        let mut left = number.to_big();
        let mut powers: Powers = Vec::new();
        let mut prime = 2u32;
        while prime < SMALL && left > BigUint::from(1u32) {
            let mut often = 0;
            while (&left % prime).to_u32() == Some(0) {
                left /= prime;
                often += 1;
            }
            if often > 0 {
                powers.push((self.factor(prime.into()), often));
            }
            if left < BigUint::from(prime) * prime {
                break;
            }
            prime += if prime == 2 { 1 } else { 2 };
        }
        if left > BigUint::from(1u32) {
            powers.push((self.factor(left), 1));
        }
        powers.sort_unstable();
        let den = self.number(powers);
        self.of.insert(number.clone(), den);
        den
    }

    /// The product of two.
    pub(super) fn times(&mut self, a: Den, b: Den) -> Den {
        self.both(a, b, |a, b| a + b, true)
    }

    /// The least that both divide.
    pub(super) fn join(&mut self, a: Den, b: Den) -> Den {
        if a == b { a } else { self.both(a, b, u32::max, false) }
    }

    fn both(&mut self, a: Den, b: Den, how: fn(u32, u32) -> u32, product: bool) -> Den {
        let key = (a.min(b), a.max(b));
        let known = if product { &self.products } else { &self.joined };
        if let Some(known) = known.get(&key) {
            return *known;
        }
        let mut powers = self.known(a).clone();
        for (factor, often) in self.powers(b) {
            match powers.binary_search_by_key(factor, |(of, _)| *of) {
                Ok(at) => powers[at].1 = how(powers[at].1, *often),
                Err(at) => powers.insert(at, (*factor, *often)),
            }
        }
        let den = self.number(powers);
        let known = if product { &mut self.products } else { &mut self.joined };
        known.insert(key, den);
        den
    }

    /// How many different factors were met.
    pub(super) fn factor_count(&self) -> usize {
        self.factors.len()
    }

    /// The product of all factors, each so often.
    pub(super) fn product(&self, often: &[u32]) -> Nat {
        let powers = self.factors.iter().zip(often).map(|(factor, often)| factor.pow(*often));
        powers.fold(BigUint::from(1u32), |product, power| product * power).into()
    }

    /// The factors of a denominator, each with how often it occurs.
    pub(super) fn powers(&self, den: Den) -> &[(u32, u32)] {
        self.known(den)
    }

    fn known(&self, den: Den) -> &Powers {
        self.all.get(den as usize).expect("a denominator is one of those that were met")
    }

    /// What a numerator is multiplied by to stand over `to`, which `from` divides.
    pub(super) fn scale(&mut self, from: Den, to: Den) -> Rc<BigInt> {
        if let Some(known) = self.scales.get(&(from, to)) {
            return Rc::clone(known);
        }
        let (mut product, mut word) = (BigUint::from(1u32), 1u64);
        let from_powers = self.powers(from);
        for (factor, often) in self.powers(to) {
            let has = from_powers.iter().find(|(of, _)| of == factor).map_or(0, |(_, often)| *often);
            let (Some(base), more @ 1..) = (self.factors.get(*factor as usize), often.saturating_sub(has))
            else {
                continue;
            };
            // Most factors are small primes a few times over: their product is a word for long.
            match base.to_u64().and_then(|base| base.checked_pow(more)) {
                Some(power) => match word.checked_mul(power) {
                    Some(both) => word = both,
                    None => {
                        product *= word;
                        word = power;
                    }
                },
                None => product *= base.pow(more),
            }
        }
        product *= word;
        let scale = Rc::new(BigInt::from(product));
        self.scales.insert((from, to), Rc::clone(&scale));
        scale
    }

    /// The number that it is.
    pub(super) fn value(&mut self, den: Den) -> Nat {
        self.scale(Denominators::ONE, den).magnitude().clone().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn denominators_are_brought_together_by_their_factors() {
        let mut dens = Denominators::new();
        let (six, twenty) = (dens.of(&Nat::word(6)), dens.of(&Nat::word(20)));
        let joined = dens.join(six, twenty);
        assert_eq!(dens.value(joined), Nat::word(60));
        let product = dens.times(six, twenty);
        assert_eq!(dens.value(product), Nat::word(120));
        assert_eq!(*dens.scale(six, joined), BigInt::from(10));
        let large = dens.of(&Nat::word(1_000_003 * 6));
        assert_eq!(dens.value(large), Nat::word(6_000_018));
        let joined = dens.join(large, twenty);
        assert_eq!(dens.value(joined), Nat::word(60_000_180));
    }
}
