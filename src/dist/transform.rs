//! Products and powers of long polynomials by number-theoretic transforms: exact, in about as many steps as
//! there are places, times their logarithm.
//!
//! Each coefficient is worked out modulo several primes and put together from its remainders, which is
//! exact as long as the product of the primes is larger than any coefficient.

use super::Nat;
use super::limbs::{number_of, words_of};

/// Primes just below 2⁶² that are one more than a multiple of 2²⁴, each with a root of one of that order.
const PRIMES: [(u64, u64); 32] = [
    (4_611_686_018_326_724_609, 2_216_582_218_977_214_949),
    (4_611_686_018_309_947_393, 3_710_034_473_451_196_388),
    (4_611_686_018_058_289_153, 3_170_054_515_048_797_764),
    (4_611_686_017_974_403_073, 193_982_014_346_233_058),
    (4_611_686_017_773_076_481, 2_568_101_021_096_261_213),
    (4_611_686_017_554_972_673, 4_305_993_550_933_568_674),
    (4_611_686_016_867_106_817, 2_899_872_774_413_147_170),
    (4_611_686_016_649_003_009, 1_744_418_002_888_009_592),
    (4_611_686_015_709_478_913, 2_831_628_872_839_063_891),
    (4_611_686_015_004_835_841, 3_109_641_642_385_645_427),
    (4_611_686_014_887_395_329, 575_888_591_078_021_879),
    (4_611_686_014_753_177_601, 521_167_289_673_764_212),
    (4_611_686_014_283_415_553, 1_946_514_279_953_336_041),
    (4_611_686_014_182_752_257, 1_287_485_824_469_563_633),
    (4_611_686_014_048_534_529, 4_541_509_783_436_113_873),
    (4_611_686_013_377_445_889, 3_726_228_319_522_781_431),
    (4_611_686_013_092_233_217, 434_121_262_245_345_127),
    (4_611_686_012_840_574_977, 2_103_483_568_551_038_272),
    (4_611_686_011_934_605_313, 798_276_795_579_828_179),
    (4_611_686_011_263_516_673, 2_534_088_487_800_523_053),
    (4_611_686_010_407_878_657, 2_452_061_886_119_569_127),
    (4_611_686_009_971_671_041, 2_284_687_873_923_515_319),
    (4_611_686_009_753_567_233, 2_491_208_343_131_732_991),
    (4_611_686_009_602_572_289, 2_395_350_576_890_262_700),
    (4_611_686_008_646_270_977, 2_383_508_411_472_225_275),
    (4_611_686_008_394_612_737, 3_746_376_596_201_663_499),
    (4_611_686_008_059_068_417, 2_676_023_048_305_186_036),
    (4_611_686_007_840_964_609, 4_580_272_918_250_039_133),
    (4_611_686_007_555_751_937, 157_764_851_425_604_993),
    (4_611_686_007_488_643_073, 4_347_852_307_785_366_934),
    (4_611_686_007_455_088_641, 2_793_822_135_637_130_582),
    (4_611_686_007_404_756_993, 29_388_022_742_787_081),
];
/// The longest transform, as a power of two.
const LONGEST: u32 = 24;
/// Whole binary digits that each prime adds.
const DIGITS: u64 = 61;

/// A transform for results of so many places with coefficients below 2 to so many binary digits.
pub(super) struct TransformShape {
    primes: usize,
    /// How long the lists are, as a power of two.
    log: u32,
    length: usize,
    words: u64,
}

impl TransformShape {
    /// Nothing where there are not enough primes, or the result is too long.
    pub(super) fn of(length: u64, bits: u64) -> Option<TransformShape> {
        let primes = usize::try_from(bits / DIGITS + 1).ok().filter(|primes| *primes <= PRIMES.len())?;
        let log = length.max(2).next_power_of_two().trailing_zeros();
        let length = usize::try_from(length).ok()?;
        (log <= LONGEST).then_some(TransformShape { primes, log, length, words: bits / 64 + 1 })
    }

    /// What so many transforms for each prime cost, in steps of about a machine word.
    pub(super) fn cost(&self, transforms: u64) -> u64 {
        const STEPS_PER_PAIR: u64 = 3;
        let (size, primes) = (1u64 << self.log, self.primes as u64);
        let pairs = size / 2 * u64::from(self.log + 2);
        let remainders = size.saturating_mul(self.words.saturating_add(primes)).saturating_mul(4);
        primes.saturating_mul(
            transforms.saturating_mul(pairs).saturating_mul(STEPS_PER_PAIR).saturating_add(remainders),
        )
    }

    /// The product of two polynomials.
    pub(super) fn product(&self, a: &[Nat], b: &[Nat]) -> Vec<Nat> {
        self.solved([a, b], |field, [a, b]| field.times(a, b))
    }

    /// A polynomial to a power above 0.
    pub(super) fn power(&self, base: &[Nat], n: u32) -> Vec<Nat> {
        self.solved([base], |field, [value]| field.power(value, n.into()))
    }

    /// The coefficients of the polynomial whose values are made of these polynomials' values.
    fn solved<const N: usize>(
        &self,
        polys: [&[Nat]; N],
        value: impl Fn(&PrimeField, [u64; N]) -> u64,
    ) -> Vec<Nat> {
        let fields: Vec<PrimeField> =
            PRIMES.iter().take(self.primes).map(|(p, root)| PrimeField::new(*p, *root)).collect();
        let lists: Vec<Vec<u64>> = fields
            .iter()
            .map(|field| {
                let polys = polys.map(|poly| field.remainders(poly));
                self.modulo(field, &polys, |values| value(field, values))
            })
            .collect();
        self.together(&fields, &lists)
    }

    /// The same modulo a prime. A length just over a power of two `n` is not filled up to the next: with
    /// `R = A + (xⁿ − 1)·B`, a transform over `n` places gives `A`, and one over as many as `B` has gives `R`
    /// modulo `xᵐ − c`, where `xⁿ` is −1.
    fn modulo<const N: usize>(
        &self,
        field: &PrimeField,
        polys: &[Vec<u64>; N],
        value: impl Fn([u64; N]) -> u64,
    ) -> Vec<u64> {
        let whole = 1usize << self.log;
        let half = whole / 2;
        let short = self.length.saturating_sub(half).max(1).next_power_of_two();
        if short >= half {
            return circular(field, &field.twiddles(self.log), whole, polys, value);
        }
        let twiddles = field.twiddles(self.log - 1);
        let mut all = circular(field, &twiddles, half, polys, &value);
        // Powers of a root of order `whole`: of it, and of what takes it back.
        let root = field.root_of(self.log);
        let back = field.power(root, whole as u64 - 1);
        let scaled = polys.each_ref().map(|poly| field.scaled(poly, root));
        let mut left = circular(field, &twiddles, short, &scaled, &value);
        field.scale(&mut left, back);
        let folded = field.folded(&all, short, field.power(root, short as u64));
        let by_two = field.power(field.of_word(2), field.prime - 2);
        all.resize(half + short, 0);
        for (place, (known, found)) in folded.iter().zip(&left).enumerate() {
            let high = field.times(field.minus(*known, *found), by_two);
            if let Some(slot) = all.get_mut(place) {
                *slot = field.minus(*slot, high);
            }
            if let Some(slot) = all.get_mut(half + place) {
                *slot = high;
            }
        }
        all
    }

    /// The numbers that leave these remainders: `v₀ + p₀·(v₁ + p₁·(v₂ + …))`.
    fn together(&self, fields: &[PrimeField], lists: &[Vec<u64>]) -> Vec<Nat> {
        let inverse =
            |field: &PrimeField, other: &PrimeField| field.power(field.of_word(other.prime), field.prime - 2);
        let inverses: Vec<Vec<u64>> = fields
            .iter()
            .enumerate()
            .map(|(at, field)| fields.iter().take(at).map(|other| inverse(field, other)).collect())
            .collect();
        let mut digits: Vec<u64> = Vec::with_capacity(fields.len());
        let mut words: Vec<u64> = Vec::with_capacity(fields.len() + 1);
        (0..self.length)
            .map(|place| {
                digits.clear();
                for ((field, list), inverses) in fields.iter().zip(lists).zip(&inverses) {
                    let mut left = list.get(place).copied().unwrap_or(0);
                    for (digit, inverse) in digits.iter().zip(inverses) {
                        left = field.times(field.minus(left, field.of_word(*digit)), *inverse);
                    }
                    digits.push(field.reduced(left.into()));
                }
                words.clear();
                for (digit, field) in digits.iter().zip(fields).rev() {
                    let mut carry = u128::from(*digit);
                    for word in &mut words {
                        carry += u128::from(*word) * u128::from(field.prime);
                        *word = low(carry);
                        carry >>= 64;
                    }
                    words.push(low(carry));
                }
                number_of(&words)
            })
            .collect()
    }
}

/// Numbers modulo a prime, each kept times 2⁶⁴ (Montgomery's form).
struct PrimeField {
    prime: u64,
    /// What the prime times this leaves is 1, modulo 2⁶⁴.
    inverse: u64,
    /// 2¹²⁸ modulo the prime: what takes a number into the form.
    square: u64,
    /// A root of one of order 2 to the power [`LONGEST`].
    root: u64,
}

impl PrimeField {
    fn new(prime: u64, root: u64) -> PrimeField {
        let mut inverse = prime;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(prime.wrapping_mul(inverse)));
        }
        let word = (1u128 << 64) % u128::from(prime);
        let square = low(word * word % u128::from(prime));
        let mut field = PrimeField { prime, inverse, square, root: 0 };
        field.root = field.of_word(root);
        field
    }

    /// A product without its factor 2⁶⁴; it is less than that many times the prime.
    #[inline]
    fn reduced(&self, product: u128) -> u64 {
        let left = self.nearly(product);
        if left >= self.prime { left - self.prime } else { left }
    }

    /// The same, perhaps with the prime once more.
    #[inline]
    fn nearly(&self, product: u128) -> u64 {
        let times = low(product).wrapping_mul(self.inverse);
        let over = low((u128::from(times) * u128::from(self.prime)) >> 64);
        low(product >> 64) + (self.prime - over)
    }

    /// A product of a number and one below the prime, perhaps with the prime once more.
    #[inline]
    fn times_nearly(&self, a: u64, b: u64) -> u64 {
        self.nearly(u128::from(a) * u128::from(b))
    }

    #[inline]
    fn times(&self, a: u64, b: u64) -> u64 {
        self.reduced(u128::from(a) * u128::from(b))
    }

    #[inline]
    fn plus(&self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.prime { sum - self.prime } else { sum }
    }

    #[inline]
    fn minus(&self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + self.prime - b }
    }

    fn of_word(&self, word: u64) -> u64 {
        self.times(word, self.square)
    }

    fn power(&self, base: u64, n: u64) -> u64 {
        let (mut whole, mut square, mut left) = (self.of_word(1), base, n);
        while left > 0 {
            if left & 1 == 1 {
                whole = self.times(whole, square);
            }
            square = self.times(square, square);
            left >>= 1;
        }
        whole
    }

    /// The coefficients.
    fn remainders(&self, poly: &[Nat]) -> Vec<u64> {
        let number = |number: &Nat| match number.as_word().map(u64::try_from) {
            Some(Ok(word)) => self.of_word(word),
            Some(Err(_)) | None => {
                let width = usize::try_from(number.words()).unwrap_or(2).max(2);
                let words = words_of(number, width);
                words.iter().rev().fold(0, |sum, word| self.plus(self.of_word(sum), self.of_word(*word)))
            }
        };
        poly.iter().map(number).collect()
    }

    /// The polynomial of `x` times this.
    fn scaled(&self, poly: &[u64], by: u64) -> Vec<u64> {
        let mut scaled = poly.to_vec();
        self.scale(&mut scaled, by);
        scaled
    }

    fn scale(&self, poly: &mut [u64], by: u64) {
        let mut power = self.of_word(1);
        for one in poly {
            *one = self.times(*one, power);
            power = self.times(power, by);
        }
    }

    /// The polynomial where `x` to the power of so many places is this.
    fn folded(&self, poly: &[u64], places: usize, by: u64) -> Vec<u64> {
        let mut folded = vec![0; places];
        for block in poly.chunks(places).rev() {
            for (place, sum) in folded.iter_mut().enumerate() {
                *sum = self.plus(self.times(*sum, by), block.get(place).copied().unwrap_or(0));
            }
        }
        folded
    }

    /// A root of one of this order, as a power of two.
    fn root_of(&self, log: u32) -> u64 {
        let mut root = self.root;
        for _ in log..LONGEST {
            root = self.times(root, root);
        }
        root
    }

    /// For each half length `h`, from place `h` on: the powers of a root of order `2h`.
    fn twiddles(&self, log: u32) -> Vec<u64> {
        let root = self.root_of(log);
        let half = 1usize << (log - 1);
        let mut list = vec![0; 2 * half];
        let mut power = self.of_word(1);
        for slot in list.iter_mut().skip(half) {
            *slot = power;
            power = self.times(power, root);
        }
        for place in (1..half).rev() {
            let above = list.get(2 * place).copied().unwrap_or(0);
            if let Some(slot) = list.get_mut(place) {
                *slot = above;
            }
        }
        list
    }
}

/// The polynomial whose values are made of these polynomials' values, modulo `xⁿ − 1` for so many places.
fn circular<const N: usize>(
    field: &PrimeField,
    twiddles: &[u64],
    places: usize,
    polys: &[Vec<u64>; N],
    value: impl Fn([u64; N]) -> u64,
) -> Vec<u64> {
    let mut lists = polys.each_ref().map(|poly| {
        let mut list = if poly.len() > places {
            field.folded(poly, places, field.of_word(1))
        } else {
            let mut list = Vec::with_capacity(places);
            list.extend_from_slice(poly);
            list
        };
        list.resize(places, 0);
        forward(field, twiddles, &mut list);
        list
    });
    for place in 0..places {
        let made = value(lists.each_ref().map(|list| list.get(place).copied().unwrap_or(0)));
        if let Some(slot) = lists.first_mut().and_then(|list| list.get_mut(place)) {
            *slot = made;
        }
    }
    let mut list = lists.into_iter().next().unwrap_or_default();
    backward(field, twiddles, &mut list);
    list
}

/// The transform; its values come in an order that [`backward`] knows, and are reduced to below two primes only.
fn forward(field: &PrimeField, twiddles: &[u64], list: &mut [u64]) {
    let two = 2 * field.prime;
    let mut half = list.len() / 2;
    while half > 0 {
        let powers = twiddles.get(half..2 * half).unwrap_or_default();
        for block in list.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for ((a, b), power) in low.iter_mut().zip(high).zip(powers) {
                let (sum, less) = (*a + *b, *a + two - *b);
                *a = if sum >= two { sum - two } else { sum };
                *b = field.times_nearly(less, *power);
            }
        }
        half /= 2;
    }
}

/// The list that [`forward`] makes these values of.
fn backward(field: &PrimeField, twiddles: &[u64], list: &mut [u64]) {
    let two = 2 * field.prime;
    let mut half = 1;
    while half < list.len() {
        let powers = twiddles.get(half..2 * half).unwrap_or_default();
        for block in list.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            // In between, numbers are reduced to below four primes only.
            for ((a, b), power) in low.iter_mut().zip(high).zip(powers) {
                let turned = field.times_nearly(*b, *power);
                let kept = if *a >= two { *a - two } else { *a };
                *a = kept + turned;
                *b = kept + two - turned;
            }
        }
        half *= 2;
    }
    // With the roots of the way there, the list comes out backwards but for its first place.
    if let Some((_, rest)) = list.split_first_mut() {
        rest.reverse();
    }
    let share = field.power(field.of_word(list.len() as u64), field.prime - 2);
    for one in list {
        *one = field.times(*one, share);
    }
}

#[allow(clippy::cast_possible_truncation)]
const fn low(wide: u128) -> u64 {
    wide as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_hand(a: &[Nat], b: &[Nat]) -> Vec<Nat> {
        let mut product = vec![Nat::ZERO; a.len() + b.len() - 1];
        for (i, left) in a.iter().enumerate() {
            for (right, sum) in b.iter().zip(product.iter_mut().skip(i)) {
                *sum += &(left * right);
            }
        }
        product
    }

    #[test]
    fn products_and_powers_are_exact() {
        let big = |n: u32| &Nat::word(7).pow(n % 97) + &Nat::from(n);
        for (length, other) in
            [(1u32, 1u32), (2, 1), (3, 5), (33, 2), (40, 17), (65, 1), (100, 40), (100, 130)]
        {
            let a: Vec<Nat> = (0..length).map(|n| if n % 5 == 3 { Nat::ZERO } else { big(n * 31) }).collect();
            let b: Vec<Nat> = (0..other).map(|n| big(n * 17 + 3)).collect();
            let slow = by_hand(&a, &b);
            let bits = slow.iter().map(Nat::bits).max().expect("some");
            let plan = TransformShape::of(slow.len() as u64, bits).expect("enough primes");
            assert_eq!(plan.product(&a, &b), slow);
        }
        let base: Vec<Nat> = [3u32, 0, 5, 1, 0, 0, 9].map(Nat::from).to_vec();
        let cube = by_hand(&by_hand(&base, &base), &base);
        let plan = TransformShape::of(cube.len() as u64, 20).expect("one prime");
        assert_eq!(plan.power(&base, 3), cube);
    }

    #[test]
    fn the_primes_have_their_roots() {
        for (prime, root) in PRIMES {
            let field = PrimeField::new(prime, root);
            let half = field.power(field.root, 1 << (LONGEST - 1));
            assert_eq!(half, field.minus(0, field.of_word(1)), "{prime}");
        }
    }
}
