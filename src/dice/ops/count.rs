//! Counting: how many dice meet a condition, less those that meet a second one.

use crate::base::Num;
use crate::dice::hand::Hand;
use crate::dice::op::Count;
use crate::dice::operator::{About, ForeignSpelling, Takes};

impl Count {
    /// What a value counts: one more, one less, or nothing.
    pub(crate) fn score(&self, value: Num) -> Num {
        Num::int(self.hits(value))
    }

    fn hits(&self, value: Num) -> i64 {
        i64::from(self.hit.holds(value)) - i64::from(self.miss.is_some_and(|miss| miss.holds(value)))
    }

    pub(in crate::dice) fn play(&self, hand: &mut Hand<'_>) {
        hand.tally = Some(hand.pool.iter().map(|slot| self.hits(slot.value)).sum());
    }
}

pub(in crate::dice) static COUNT: About = About {
    symbol: "c",
    name: "count",
    aliases: &[ForeignSpelling { spelling: "cs", system: "Foundry" }],
    takes: Takes::Condition,
    help: "Counts the dice that meet the condition; with cf, takes off those that meet the second.",
    example: "6d10c>=8 cf=1",
};
