//! The weight of a branch: a fraction that is reduced only when it grows.

use crate::dist::Nat;

/// How likely a branch is.
#[derive(Debug, Clone)]
pub(in crate::odds) struct Weight {
    top: Nat,
    bottom: Nat,
}

/// Fractions of more bits than this are reduced; shorter ones are machine words as they are.
const LONG: u64 = 128;

impl Weight {
    pub(in crate::odds) fn one() -> Weight {
        Weight { top: Nat::ONE, bottom: Nat::ONE }
    }

    /// The fraction `top / bottom`.
    pub(in crate::odds) fn new(top: Nat, bottom: Nat) -> Weight {
        Weight { top, bottom }.shortened()
    }

    /// Two branches that have come together.
    pub(in crate::odds) fn add(&mut self, other: &Weight) {
        if self.bottom == other.bottom {
            self.top += &other.top;
            return;
        }
        // Dice are thrown again and again, so that mostly one is a multiple of the other.
        if let Some(factor) = self.bottom.multiple_of(&other.bottom) {
            self.top += &(&other.top * &factor);
            return;
        }
        if let Some(factor) = other.bottom.multiple_of(&self.bottom) {
            let mut top = &self.top * &factor;
            top += &other.top;
            *self = Weight { top, bottom: other.bottom.clone() };
            return;
        }
        let common = self.bottom.lcm(&other.bottom);
        let scaled = |weight: &Weight| match common.checked_div(&weight.bottom) {
            Some(factor) => &weight.top * &factor,
            None => weight.top.clone(),
        };
        let mut top = scaled(self);
        top += &scaled(other);
        *self = Weight { top, bottom: common }.shortened();
    }

    /// How far it is below one, as a power of two.
    pub(in crate::odds) fn bits_below_one(&self) -> u64 {
        if self.top.is_zero() { u64::MAX } else { self.bottom.bits().saturating_sub(self.top.bits()) }
    }

    fn shortened(self) -> Weight {
        if self.bottom.bits() <= LONG {
            return self;
        }
        let common = self.top.gcd(&self.bottom);
        match (self.top.checked_div(&common), self.bottom.checked_div(&common)) {
            (Some(top), Some(bottom)) => Weight { top, bottom },
            _ => self,
        }
    }

    /// The same as a whole number out of `whole`, a multiple of its denominator.
    pub(in crate::odds) fn out_of(&self, whole: &Nat) -> Nat {
        whole.checked_div(&self.bottom).map_or_else(|| self.top.clone(), |factor| &self.top * &factor)
    }

    /// A common multiple of its denominator and another.
    pub(in crate::odds) fn common(&self, other: &Nat) -> Nat {
        self.bottom.lcm(other)
    }
}
