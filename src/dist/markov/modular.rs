//! Systems of linear equations over whole numbers, solved modulo primes and put together again.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::ToPrimitive;

use super::super::{Budget, DistError, Nat};
use super::elimination;

/// Equations `diagonal[i] * x[i] - sum of weight * x[from] over ways to i = right side`: what flows through
/// the states of a loop. Every state leads out of the loop in the end, so that there is one solution.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct System {
    pub(super) diagonal: Vec<Nat>,
    /// From, to, weight; at most one for each two.
    pub(super) ways: Vec<(u32, u32, Nat)>,
}

/// Solutions as numerators over one denominator, which all share.
pub(super) struct Solved {
    pub(super) bottom: BigInt,
    /// For each right side.
    pub(super) tops: Vec<Vec<BigInt>>,
}

/// Arithmetic modulo an odd number below 2^62, in Montgomery's form.
pub(super) struct Field {
    prime: u64,
    /// Minus the inverse of the prime, modulo 2^64.
    inverse: u64,
    /// 2^128 modulo the prime.
    square: u64,
}

impl Field {
    pub(super) fn new(prime: u64) -> Field {
        let mut inverse = prime;
        for _ in 0..6 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(prime.wrapping_mul(inverse)));
        }
        let one = (1u128 << 64) % u128::from(prime);
        let square = u64::try_from(one * one % u128::from(prime)).unwrap_or(0);
        Field { prime, inverse: inverse.wrapping_neg(), square }
    }

    #[inline]
    pub(super) fn times(&self, a: u64, b: u64) -> u64 {
        let product = u128::from(a) * u128::from(b);
        let factor = (product as u64).wrapping_mul(self.inverse);
        let sum = ((product + u128::from(factor) * u128::from(self.prime)) >> 64) as u64;
        if sum >= self.prime { sum - self.prime } else { sum }
    }

    #[inline]
    pub(super) fn plus(&self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.prime { sum - self.prime } else { sum }
    }

    #[inline]
    fn minus(&self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + self.prime - b }
    }

    pub(super) fn enter(&self, value: u64) -> u64 {
        self.times(value % self.prime, self.square)
    }

    fn leave(&self, value: u64) -> u64 {
        self.times(value, 1)
    }

    fn power(&self, base: u64, mut exponent: u64) -> u64 {
        let (mut base, mut result) = (base, self.enter(1));
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = self.times(result, base);
            }
            base = self.times(base, base);
            exponent >>= 1;
        }
        result
    }

    pub(super) fn inverse_of(&self, value: u64) -> u64 {
        self.power(value, self.prime - 2)
    }

    pub(super) fn of_nat(&self, value: &Nat) -> u64 {
        match value.as_word().and_then(|word| u64::try_from(word).ok()) {
            Some(word) => self.enter(word),
            None => self.of_big(&value.to_big().into()),
        }
    }

    pub(super) fn of_big(&self, value: &BigInt) -> u64 {
        let rest = (value.magnitude() % self.prime).to_u64().unwrap_or(0);
        let rest = self.enter(rest);
        if value.sign() == Sign::Minus { self.minus(0, rest) } else { rest }
    }
}

/// The greatest prime below a number; by Miller and Rabin's test, which these bases make certain.
pub(super) fn prime_below(number: u64) -> u64 {
    let mut candidate = (number - 1) | 1;
    if candidate >= number {
        candidate -= 2;
    }
    while !is_prime(candidate) {
        candidate -= 2;
    }
    candidate
}

fn is_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if BASES.iter().any(|base| number.is_multiple_of(*base)) {
        return BASES.contains(&number);
    }
    let field = Field::new(number);
    let (one, minus_one) = (field.enter(1), field.enter(number - 1));
    let twos = (number - 1).trailing_zeros();
    BASES.iter().all(|base| {
        let mut power = field.power(field.enter(*base), (number - 1) >> twos);
        (power == one || power == minus_one)
            || (1..twos).any(|_| {
                power = field.times(power, power);
                power == minus_one
            })
    })
}

/// Numbers known modulo a product of primes, put together one prime after the other.
pub(super) struct Residues {
    values: Vec<BigUint>,
    modulus: BigUint,
}

impl Residues {
    /// So many numbers of which nothing is known.
    pub(super) fn new(count: usize) -> Residues {
        Residues { values: vec![BigUint::ZERO; count], modulus: BigUint::from(1u32) }
    }

    /// How many binary digits are known.
    pub(super) fn bits(&self) -> u64 {
        self.modulus.bits()
    }

    /// How many words the numbers fill together.
    pub(super) fn words(&self) -> usize {
        usize::try_from(self.bits() / 64).unwrap_or(usize::MAX).saturating_mul(self.values.len())
    }

    pub(super) fn add(&mut self, field: &Field, residues: impl Iterator<Item = u64>) {
        let step = field.enter((&self.modulus % field.prime).to_u64().unwrap_or(0));
        let inverse = field.inverse_of(step);
        for (value, residue) in self.values.iter_mut().zip(residues) {
            let known = field.enter((&*value % field.prime).to_u64().unwrap_or(0));
            let times = field.leave(field.times(field.minus(residue, known), inverse));
            *value += &self.modulus * times;
        }
        self.modulus *= field.prime;
    }

    /// The numbers, which may be negative.
    pub(super) fn signed(self) -> Vec<BigInt> {
        let half = &self.modulus >> 1;
        let modulus = BigInt::from(self.modulus);
        let signed = |value: BigUint| {
            if value > half { BigInt::from(value) - &modulus } else { BigInt::from(value) }
        };
        self.values.into_iter().map(signed).collect()
    }
}

impl System {
    /// How many states.
    pub(super) fn len(&self) -> usize {
        self.diagonal.len()
    }

    /// Solves the equations for several right sides.
    ///
    /// The matrix has a positive diagonal and nothing positive beside it, and its inverse nothing negative:
    /// its determinant, and all those within it, are at most the product of their diagonals. That bounds all
    /// numerators, and so tells how many primes are enough.
    ///
    /// # Errors
    /// It is too much work.
    pub(super) fn solve(&self, sides: &[Vec<BigInt>], budget: &mut Budget) -> Result<Solved, DistError> {
        let order = elimination::order(self.len(), self.ways.iter().map(|(from, to, _)| (*from, *to)));
        let mut place = vec![0u32; self.len()];
        for (at, state) in (0u32..).zip(&order) {
            place[*state as usize] = at;
        }
        let moved = |(from, to, weight): &(u32, u32, Nat)| {
            (place[*from as usize], place[*to as usize], weight.clone())
        };
        let ordered = System {
            diagonal: order.iter().map(|state| self.diagonal[*state as usize].clone()).collect(),
            ways: self.ways.iter().map(moved).collect(),
        };
        let side = |side: &Vec<BigInt>| order.iter().map(|state| side[*state as usize].clone()).collect();
        let sides: Vec<Vec<BigInt>> = sides.iter().map(side).collect();
        let mut solved = ordered.solve_in_order(&sides, budget)?;
        for tops in &mut solved.tops {
            *tops = place.iter().map(|at| std::mem::take(&mut tops[*at as usize])).collect();
        }
        Ok(solved)
    }

    /// The same, where states are eliminated as they stand.
    fn solve_in_order(&self, sides: &[Vec<BigInt>], budget: &mut Budget) -> Result<Solved, DistError> {
        const FIRST: u64 = 1 << 62;
        let own: u64 = self.diagonal.iter().map(Nat::bits).sum();
        let largest = sides.iter().map(|side| side.iter().map(|value| value.magnitude()).sum::<BigUint>());
        let wanted = own + largest.map(|sum| sum.bits()).max().unwrap_or(0) + 2;
        let count = self.len() * sides.len() + 1;
        let mut found = Residues::new(count);
        let mut below = FIRST;
        while found.modulus.bits() <= wanted {
            below = prime_below(below);
            let field = Field::new(below);
            if let Some(residues) = self.modulo(&field, sides, budget)? {
                budget.charge(count as u64 * found.modulus.bits() / 64)?;
                found.add(&field, residues.into_iter());
            }
        }
        let mut numbers = found.signed().into_iter();
        let bottom = numbers.next().unwrap_or_default();
        let tops = sides.iter().map(|_| numbers.by_ref().take(self.len()).collect()).collect();
        Ok(Solved { bottom, tops })
    }

    /// The determinant and the numerators modulo a prime; nothing where the prime divides what has to be
    /// divided by.
    fn modulo(
        &self,
        field: &Field,
        sides: &[Vec<BigInt>],
        budget: &mut Budget,
    ) -> Result<Option<Vec<u64>>, DistError> {
        /// A table of more numbers than this takes more memory than a question may.
        const MOST_NUMBERS: usize = 16 << 20;
        let (size, width) = (self.len(), self.len() + sides.len());
        budget.charge(if size * width > MOST_NUMBERS { u64::MAX } else { (size * width) as u64 })?;
        let mut rows = vec![vec![0u64; width]; size];
        for (at, (row, diagonal)) in rows.iter_mut().zip(&self.diagonal).enumerate() {
            row[at] = field.of_nat(diagonal);
            for (side, slot) in sides.iter().zip(row.iter_mut().skip(size)) {
                *slot = side.get(at).map_or(0, |value| field.of_big(value));
            }
        }
        for (from, to, weight) in &self.ways {
            let slot = &mut rows[*to as usize][*from as usize];
            *slot = field.minus(*slot, field.of_nat(weight));
        }
        let mut determinant = field.enter(1);
        for at in 0..size {
            let pivot = rows[at][at];
            if pivot == 0 {
                return Ok(None);
            }
            determinant = field.times(determinant, pivot);
            let inverse = field.inverse_of(pivot);
            let (done, rest) = rows.split_at_mut(at + 1);
            let row = &mut done[at];
            for value in row.iter_mut().skip(at) {
                *value = field.times(*value, inverse);
            }
            let filled: Vec<(usize, u64)> =
                row.iter().copied().enumerate().skip(at + 1).filter(|(_, value)| *value != 0).collect();
            for other in rest.iter_mut().filter(|other| other[at] != 0) {
                let factor = other[at];
                for (column, value) in &filled {
                    other[*column] = field.minus(other[*column], field.times(factor, *value));
                }
                budget.charge(filled.len() as u64)?;
            }
        }
        let mut solved = vec![field.leave(determinant)];
        solved[0] = determinant;
        for side in 0..sides.len() {
            let mut values = vec![0u64; size];
            for at in (0..size).rev() {
                let row = &rows[at];
                let mut value = row[size + side];
                for (column, known) in values.iter().enumerate().skip(at + 1) {
                    if row[column] != 0 && *known != 0 {
                        value = field.minus(value, field.times(row[column], *known));
                    }
                }
                values[at] = value;
            }
            solved.extend(values.into_iter().map(|value| field.times(value, determinant)));
        }
        Ok(Some(solved))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(top: &BigInt, bottom: &BigInt) -> (BigInt, BigInt) {
        let divisor = num_integer::gcd(top.clone(), bottom.clone());
        (top / &divisor, bottom / &divisor)
    }

    #[test]
    fn primes() {
        let all: Vec<u64> = (3..200).step_by(2).filter(|number| is_prime(*number)).collect();
        let slow = |number: &u64| (2..*number).all(|divisor| !number.is_multiple_of(divisor));
        assert_eq!(all, (3..200).step_by(2).filter(slow).collect::<Vec<u64>>());
        assert!(!is_prime(3_215_031_751), "a strong pseudoprime to the bases 2, 3, 5 and 7");
        assert_eq!(prime_below(1 << 62), (1 << 62) - 57);
    }

    #[test]
    fn a_system_is_solved_exactly() {
        // 6x - 2y = 1, 6y - 3x = 0: x = 1/5, y = 1/10.
        let six = || Nat::word(6);
        let system =
            System { diagonal: vec![six(), six()], ways: vec![(1, 0, Nat::word(2)), (0, 1, Nat::word(3))] };
        let sides = vec![vec![BigInt::from(1), BigInt::from(0)], vec![BigInt::from(-5), BigInt::from(30)]];
        let solved = system.solve(&sides, &mut Budget::default()).expect("little work");
        assert_eq!(fraction(&solved.tops[0][0], &solved.bottom), (1.into(), 5.into()));
        assert_eq!(fraction(&solved.tops[0][1], &solved.bottom), (1.into(), 10.into()));
        // 6x - 2y = -5, 6y - 3x = 30.
        assert_eq!(fraction(&solved.tops[1][0], &solved.bottom), (1.into(), 1.into()));
        assert_eq!(fraction(&solved.tops[1][1], &solved.bottom), (11.into(), 2.into()));
    }

    #[test]
    fn a_long_walk_has_as_many_visits_as_it_should() {
        // A walk to and fro among n places, ending on either side, begun in the middle: n/2 + … visits.
        let n = 101u32;
        let ways = (0..n - 1).flat_map(|at| [(at, at + 1, Nat::ONE), (at + 1, at, Nat::ONE)]).collect();
        let system = System { diagonal: vec![Nat::word(2); n as usize], ways };
        let mut side = vec![BigInt::ZERO; n as usize];
        side[50] = BigInt::from(1);
        let solved = system.solve(&[side], &mut Budget::default()).expect("little work");
        let visits: BigInt = solved.tops[0].iter().sum::<BigInt>() * 2;
        // The walk takes 51 * 51 steps on average.
        assert_eq!(fraction(&visits, &solved.bottom), ((51 * 51).into(), 1.into()));
    }

    #[test]
    fn a_table_that_takes_too_much_memory_is_refused_before_it_is_made() {
        let states = 5_000;
        let system = System { diagonal: vec![Nat::word(2); states], ways: Vec::new() };
        let sides = [vec![BigInt::from(1); states]];
        assert!(system.solve(&sides, &mut Budget::default()).is_err());
    }
}
