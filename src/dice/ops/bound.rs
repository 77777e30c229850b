//! Bounds: raise each die to a least value, or lower it to a greatest.

use crate::base::Num;
use crate::dice::hand::Hand;
use crate::dice::op::{Bound, Side};
use crate::dice::operator::{About, ForeignSpelling, Takes};

impl<N> Bound<N> {
    pub(in crate::dice) const fn about(&self) -> &'static About {
        match self.side {
            Side::AtLeast => &MIN,
            Side::AtMost => &MAX,
        }
    }
}

impl Bound {
    /// What a value becomes.
    pub(in crate::dice) fn apply(self, value: Num) -> Num {
        match self.side {
            Side::AtLeast => value.max(self.number),
            Side::AtMost => value.min(self.number),
        }
    }

    pub(in crate::dice) fn play(self, hand: &mut Hand<'_>) {
        for slot in &mut hand.pool {
            slot.value = self.apply(slot.value);
        }
    }
}

pub(in crate::dice) static MIN: About = About {
    symbol: "min",
    name: "minimum",
    aliases: &[ForeignSpelling { spelling: "mi", system: "Avrae" }],
    takes: Takes::Number,
    help: "Raises each die that shows less to this number.",
    example: "8d6min2",
};

pub(in crate::dice) static MAX: About = About {
    symbol: "max",
    name: "maximum",
    aliases: &[ForeignSpelling { spelling: "ma", system: "Avrae" }],
    takes: Takes::Number,
    help: "Lowers each die that shows more to this number.",
    example: "8d6max5",
};
