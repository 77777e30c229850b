//! Keeping and dropping: take dice off one end of the sorted pool.

use std::fmt;

use crate::dice::effect::{Effect, End, Keep};
use crate::dice::hand::{Hand, Slot};
use crate::dice::luck::{Draw, Halt};
use crate::dice::operator::{About, Act, Alias, Arguments, Shape};

impl Keep {
    /// So many dice of an end, kept or dropped; one where no number stood.
    pub(in crate::dice) fn build(end: End, drop: bool, arguments: Arguments) -> Keep {
        Keep { end, drop, count: arguments.amount.unwrap_or(1) }
    }

    /// Which places of a pool of `size` dice, sorted upwards, stay: from the first to before the second.
    pub(in crate::dice) fn range(&self, size: u64) -> (u64, u64) {
        let count = u64::from(self.count).min(size);
        match (self.end, self.drop) {
            (End::Highest, false) => (size - count, size),
            (End::Highest, true) => (0, size - count),
            (End::Lowest, false) => (0, count),
            (End::Lowest, true) => (count, size),
        }
    }
}

impl Act for Keep {
    fn roll(&self, hand: &mut Hand<'_>, _luck: &mut dyn Draw) -> Result<(), Halt> {
        let size = hand.pool.len() as u64;
        let (from, to) = self.range(size);
        let staying = usize::try_from(to - from).unwrap_or(usize::MAX);
        let end = if to == size { End::Highest } else { End::Lowest };
        if hand.pool.len().saturating_sub(staying) <= FEW {
            drop_one_by_one(&mut hand.pool, staying, end);
        } else {
            keep_by_sorting(&mut hand.pool, staying, end);
        }
        Ok(())
    }

    fn effect(&self) -> Effect {
        Effect::Select(*self)
    }
}

/// Up to so many dice are dropped one after the other, which needs no list of places.
const FEW: usize = 4;

/// Drops from the end that does not stay; of equal dice the latest goes first.
fn drop_one_by_one(pool: &mut Vec<Slot>, staying: usize, end: End) {
    while pool.len() > staying {
        let places = pool.iter().enumerate().rev();
        let going = match end {
            End::Highest => places.min_by_key(|(_, slot)| slot.value),
            End::Lowest => places.min_by_key(|(_, slot)| std::cmp::Reverse(slot.value)),
        };
        let Some((place, _)) = going else { break };
        pool.remove(place);
    }
}

/// Sorts the places with the end that stays in front; the sort is stable, so that of equal dice the
/// earlier stays.
fn keep_by_sorting(pool: &mut Vec<Slot>, staying: usize, end: End) {
    let mut order: Vec<(usize, Slot)> = pool.iter().copied().enumerate().collect();
    match end {
        End::Highest => order.sort_by_key(|(_, slot)| std::cmp::Reverse(slot.value)),
        End::Lowest => order.sort_by_key(|(_, slot)| slot.value),
    }
    order.truncate(staying);
    order.sort_unstable_by_key(|(place, _)| *place);
    pool.clear();
    pool.extend(order.into_iter().map(|(_, slot)| slot));
}

impl fmt::Display for Keep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbol = match (self.end, self.drop) {
            (End::Highest, false) => KEEP_HIGHEST.symbol,
            (End::Lowest, false) => KEEP_LOWEST.symbol,
            (End::Highest, true) => DROP_HIGHEST.symbol,
            (End::Lowest, true) => DROP_LOWEST.symbol,
        };
        write!(f, "{symbol}{}", self.count)
    }
}

pub(in crate::dice) const KEEP_HIGHEST: About = About {
    symbol: "kh",
    name: "keep highest",
    shape: Shape::Amount,
    aliases: &[Alias { spelling: "k", system: "Roll20, Foundry, Avrae" }],
    help: "Keeps the highest dice; one where no number is given.",
    example: "4d6kh3",
};

pub(in crate::dice) const KEEP_LOWEST: About = About {
    symbol: "kl",
    name: "keep lowest",
    shape: Shape::Amount,
    aliases: &[],
    help: "Keeps the lowest dice; one where no number is given.",
    example: "2d20kl1",
};

pub(in crate::dice) const DROP_HIGHEST: About = About {
    symbol: "dh",
    name: "drop highest",
    shape: Shape::Amount,
    aliases: &[Alias { spelling: "ph", system: "Avrae" }],
    help: "Drops the highest dice; one where no number is given.",
    example: "3d6dh1",
};

pub(in crate::dice) const DROP_LOWEST: About = About {
    symbol: "dl",
    name: "drop lowest",
    shape: Shape::Amount,
    aliases: &[Alias { spelling: "pl", system: "Avrae" }],
    help: "Drops the lowest dice; one where no number is given.",
    example: "4d6dl1",
};
